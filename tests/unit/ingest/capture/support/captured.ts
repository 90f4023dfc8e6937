/** Statements -> scripts, as the verb makes them of a log. */
import { Capture, type LogContents } from "../../../../../src/ingest/capture/capture.ts";
import { type Captured, capturedFrom, type ScriptWish } from "../../../../../src/ingest/capture/choice.ts";
import { logLines, type Written } from "./log-lines.ts";

/** A statement by itself, with what its parameters were where it has some. */
export type Line = string | readonly [text: string, ...values: readonly (string | null)[]];

export function entriesOf(lines: readonly Line[], ms = 1): readonly Written[] {
  return lines.map((line) => {
    if (typeof line === "string") return { message: `duration: ${ms}.0 ms  statement: ${line}` };
    const [text, ...values] = line;
    const said = values.map(
      (value, at) => `$${at + 1} = ${value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`}`,
    );
    return {
      message: `duration: ${ms}.0 ms  execute <unnamed>: ${text}`,
      detail: `Parameters: ${said.join(", ")}`,
    };
  });
}

export function seenIn(entries: readonly Written[]): LogContents {
  const capture = new Capture();
  const reader = capture.file("server.json", null);
  reader.lines(logLines("json", entries));
  reader.end();
  return capture.end();
}

export function captured(entries: readonly Written[], wish: Partial<ScriptWish> = {}): Captured {
  const usual = { most: 10, database: null, protocol: null, keep: true, keepNumbers: false };
  const all = { ...usual, source: "server.json", ...wish };
  return capturedFrom(seenIn(entries).units, all)!;
}

/** The script of statements that have one shape in all, without its head. */
export function bodyOf(lines: readonly Line[], wish: Partial<ScriptWish> = {}): string {
  const { scripts } = captured(entriesOf(lines), wish);
  if (scripts.length !== 1) throw new Error(`${scripts.length} shapes`);
  return scripts[0]!.text.replace(/^(?:--.*\n)+/, "").trimEnd();
}
