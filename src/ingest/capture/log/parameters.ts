/** `$1 = 'it''s', $2 = NULL`: what the server says that a statement's parameters were. */
import type { ParameterValue } from "../../../analysis/samples/sent-statements.ts";

const PARAMETER = /\$(\d+) = (?:'((?:[^']|'')*)'|(NULL))(?:, |$)/gy;
const HEADING = /^(?:Query )?parameters: /i;

/** Values by number, from $1 at index 0; empty where the text is none of it, or was cut off. */
export function parametersIn(detail: string): readonly ParameterValue[] {
  const values: ParameterValue[] = [];
  const text = detail.replace(HEADING, "");
  PARAMETER.lastIndex = 0;
  for (let end = 0; end < text.length; end = PARAMETER.lastIndex) {
    const match = PARAMETER.exec(text);
    if (match === null || Number(match[1]) !== values.length + 1) return [];
    values.push(match[3] === undefined ? match[2]!.replaceAll("''", "'") : null);
  }
  return values;
}
