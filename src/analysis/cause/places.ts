/** Where a statement stands in the files of a change: by its text, or by the names that it makes. */
import { tokensOf } from "../../text/sql.ts";

export type ChangedText = Readonly<{ file: string; text: string }>;
export type Place = Readonly<{ file: string; line: number }>;

/** Shorter names stand everywhere. */
const WORD_LEAST = 3;
/** Words of a statement that a line has, of all its words, for the line to be its place. */
const SHARE_LEAST = 0.3;

/** Null where no file has it. */
export function sqlPlace(sql: string, files: readonly ChangedText[]): Place | null {
  const exact = files.flatMap(({ file, text }) => {
    const line = lineOfText(sql, text);
    return line === null ? [] : [{ file, line }];
  });
  return exact[0] ?? nearest(sql, files);
}

/** The statement itself, whatever blanks it has there. */
function lineOfText(sql: string, text: string): number | null {
  const words = sql.trim().split(/\s+/).map(escaped);
  const found = new RegExp(words.join("\\s+")).exec(text);
  return found === null ? null : lineAt(text, found.index);
}

/** The line that has most of the statement's names: a migration in a language says the same in other words. */
function nearest(sql: string, files: readonly ChangedText[]): Place | null {
  const names = new Set(
    tokensOf(sql)
      .filter(({ kind }) => kind === "word" || kind === "quoted")
      .map(({ text }) => text.replaceAll('"', "").toLowerCase())
      .filter((word) => word.length >= WORD_LEAST && !COMMON.has(word)),
  );
  let best: Readonly<{ place: Place; share: number }> | null = null;
  for (const { file, text } of files) {
    for (const [at, line] of text.split("\n").entries()) {
      const has = new Set(line.toLowerCase().match(/[a-z_\u0080-\uffff][\w\u0080-\uffff]*/g) ?? []);
      const share = [...names].filter((name) => has.has(name)).length / names.size;
      if (share >= SHARE_LEAST && share > (best?.share ?? 0)) best = { place: { file, line: at + 1 }, share };
    }
  }
  return best?.place ?? null;
}

/** Words of the language that say nothing of the objects. */
const COMMON: ReadonlySet<string> = new Set(
  "alter table add column create index unique using btree drop constraint not null default primary key references foreign check set with and for each row execute function returns language begin end insert into values update delete select from where view materialized type concurrently exists only replace trigger before after".split(
    " ",
  ),
);

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
