/** String literals of TypeScript sources, found in the text itself: enough to read what messages say. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SRC = path.resolve(import.meta.dirname, "../../src");

export type Source = Readonly<{ file: string; text: string }>;

export function sources(): readonly Source[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
    .map((file) => ({ file, text: readFileSync(path.join(SRC, file), "utf8") }));
}

/** The literal whose quote is at `start`, and where the source goes on. Values in a template stay as they are written. */
function literalAt(text: string, start: number): readonly [literal: string, end: number] {
  const quote = text[start];
  let depth = 0;
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (depth > 0 && (c === "`" || c === '"')) at = literalAt(text, at)[1] - 1;
    else if (c === "{" && (depth > 0 || (quote === "`" && text[at - 1] === "$"))) depth++;
    else if (depth > 0 && c === "}") depth--;
    else if (depth === 0 && c === quote) return [text.slice(start + 1, at), at + 1];
  }
  return [text.slice(start + 1), text.length];
}

/** Literals of the expression that begins at `start`, one for each branch: not what they are compared with, nor what functions get. */
function literalsFrom(text: string, start: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  for (let at = start; at < text.length && depth >= 0; at++) {
    const c = text[at]!;
    if (c === '"' || c === "`") {
      const [literal, end] = literalAt(text, at);
      if (depth === 0 && !/(?:[=!]==|\+)\s*$/.test(text.slice(0, at))) found.push(literal);
      at = end - 1;
    } else if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    else if (depth === 0 && (c === "," || c === ";")) break;
  }
  return found;
}

/** Literals of `key: ...` and of `const key = ...`. */
export function literalsOf(key: string, { text }: Source): readonly string[] {
  return [...text.matchAll(new RegExp(`(?:(?:^|[{,])\\s*${key}:|\\bconst ${key} =)\\s*`, "gm"))].flatMap(
    ({ index, 0: { length } }) => literalsFrom(text, index + length),
  );
}

/** Literals that the constants and the functions with "remedy" or "REMEDY" in their names give. */
export function namedRemedies({ text }: Source): readonly string[] {
  const constants = [...text.matchAll(/^(?:export )?const \w*REMED\w*\b[^=;\n]*=\s*(?=["`])/gm)].flatMap(
    ({ index, 0: { length } }) => literalsFrom(text, index + length),
  );
  const bodies = [
    ...text.matchAll(/^(?:export )?function \w*[rR]emed\w*\([\s\S]*?\n\}/gm),
    ...text.matchAll(/^(?:export )?const \w*REMED\w*\b[^=;\n]*=\s*\{[\s\S]*?\n\}/gm),
  ].map(([body]) => body);
  const given = bodies.flatMap((body) =>
    [...body.matchAll(/(?:\breturn|[?:])\s*(?=["`])/g)].map(
      ({ index, 0: { length } }) => literalAt(body, index + length)[0],
    ),
  );
  return [...constants, ...given];
}
