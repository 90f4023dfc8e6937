/** Where a statement stands in the files of a change: by its text, or by the names that it makes. */
import { asPattern } from "../../text/outside.ts";
import { lineAt, sqlTokens } from "../../text/sql.ts";

export type ChangedText = Readonly<{ file: string; text: string }>;
export type Place = Readonly<{ file: string; line: number }>;

/** Shorter names stand everywhere. */
const WORD_LEAST = 3;
/** Words of a statement that a line has, of all its words, for the line to be its place. */
const SHARE_LEAST = 0.3;

/** Characters of a statement whose names are looked for. */
const LOOKED_AT = 10_000;
/** Words of a statement that are looked for as they are: a statement of rows may have millions. */
const EXACT_WORDS = 60;

/** Where statements stand in these files; null where none has it. */
export function placesIn(files: readonly ChangedText[]): (sql: string) => Place | null {
  const lines = files.flatMap(({ file, text }) =>
    text.split("\n").map((line, at) => ({ place: { file, line: at + 1 }, words: lineWords(line) })),
  );
  return (sql) => exactPlace(sql, files) ?? nearestLine(sql, lines);
}

/** The statement itself, whatever blanks it has there. */
function exactPlace(sql: string, files: readonly ChangedText[]): Place | null {
  const words = sql.trim().split(/\s+/, EXACT_WORDS).map(asPattern);
  const pattern = new RegExp(words.join("\\s+"));
  for (const { file, text } of files) {
    const found = pattern.exec(text);
    if (found !== null) return { file, line: lineAt(text, found.index) };
  }
  return null;
}

type PlacedLine = Readonly<{ place: Place; words: ReadonlySet<string> }>;

/** The line that has most of the statement's names: a migration in a language says the same in other words. */
function nearestLine(sql: string, lines: readonly PlacedLine[]): Place | null {
  const names = new Set(
    sqlTokens(sql.slice(0, LOOKED_AT))
      .filter(({ kind }) => kind === "word" || kind === "quoted")
      .map(({ text }) => text.replaceAll('"', "").toLowerCase())
      .filter((word) => word.length >= WORD_LEAST && !COMMON.has(word)),
  );
  let best: Readonly<{ place: Place; share: number }> | null = null;
  for (const { place, words } of lines) {
    const share = [...names].filter((name) => words.has(name)).length / names.size;
    if (share >= SHARE_LEAST && share > (best?.share ?? 0)) best = { place, share };
  }
  return best?.place ?? null;
}

function lineWords(line: string): ReadonlySet<string> {
  return new Set(line.toLowerCase().match(/[a-z_\u0080-\uffff][\w\u0080-\uffff]*/g) ?? []);
}

/** Words of the language that say nothing of the objects. */
const COMMON: ReadonlySet<string> = new Set(
  "alter table add column create index unique using btree drop constraint not null default primary key references foreign check set with and for each row execute function returns language begin end insert into values update delete select from where view materialized type concurrently exists only replace trigger before after".split(
    " ",
  ),
);
