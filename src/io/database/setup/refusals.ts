/** SQL files that must not be run as they are: what undoes a change, or does and undoes it in one file. */
import { wordTable } from "../../../model/by-key.ts";
import { lineAt, sqlTokens } from "../../../text/sql.ts";
import { splitStatements } from "../sql/statements.ts";

/** Reason why a file is refused, and the way that works. */
export type FileRefusal = Readonly<{
  /** Counted from 1. */
  line: number;
  what: string;
  remedy: string;
}>;

type MigrationTool = Readonly<{ name: string; down: RegExp; command: string }>;

/** Tools whose files hold the way there and the way back, told apart by comments that only they read. */
const TWO_WAY: readonly MigrationTool[] = [
  {
    name: "dbmate",
    down: /^[ \t]*--[ \t]*migrate:down\b.*$/m,
    command: "dbmate --no-dump-schema up",
  },
  {
    name: "goose",
    down: /^[ \t]*--[ \t]*\+goose[ \t]+down\b.*$/im,
    command: 'goose -dir FOLDER postgres "$DATABASE_URL" up',
  },
  {
    name: "sql-migrate",
    down: /^[ \t]*--[ \t]*\+migrate[ \t]+down\b.*$/im,
    command: "sql-migrate up, with $DATABASE_URL as datasource in dbconfig.yml",
  },
  {
    name: "tern",
    down: /^---- create above \/ drop below ----.*$/m,
    command: 'tern migrate --migrations FOLDER --conn-string "$DATABASE_URL"',
  },
  {
    name: "node-pg-migrate",
    down: /^[ \t]*--[ \t-]*down[ \t]+migration\b.*$/im,
    command: "npx node-pg-migrate up",
  },
  {
    name: "MyBatis Migrations",
    down: /^[ \t]*--[ \t]*\/\/[ \t]*@UNDO\b.*$/im,
    command: "migrate up",
  },
];

/** Null for a file whose statements are to be run in their order. @param isNamed true for one that no pattern names */
export function fileRefusal(file: string, sql: string, isNamed = false): FileRefusal | null {
  return (
    lfsPointer(sql) ?? backwards(file, isNamed) ?? twoWayFile(sql) ?? ofSqitch(sql) ?? psqlFile(file, sql)
  );
}

/** Finds what Git LFS leaves in place of a file that it has not fetched (its specification, "The Pointer"). */
export function lfsPointer(sql: string): FileRefusal | null {
  if (!sql.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  return {
    line: 1,
    what: "this is a Git LFS pointer, not the file itself",
    remedy: "let actions/checkout fetch such files (`lfs: true`), or run `git lfs pull` before the check",
  };
}

/** Files of golang-migrate, Flyway, diesel, yoyo and others that take a change back, or are another way to the same. */
function backwards(file: string, isNamed: boolean): FileRefusal | null {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const folder = file.slice(0, file.length - name.length);
  if (/^B\d+(?:[._]\d+)*__/.test(name)) return isNamed ? null : baseline(folder);
  const other = upward(name);
  if (other === null && !/\.rollback\.sql$/i.test(name)) return null;
  return {
    line: 1,
    what: "this file takes a migration back",
    remedy:
      other === null
        ? `let yoyo apply the others, by a step of its own: { command: ${JSON.stringify(`yoyo apply --batch --database "$DATABASE_URL" ${folder}`)} }`
        : `name the files that apply it: ${folder}${other}`,
  };
}

/** A baseline replaces all files up to its version in an empty database: with them it makes everything twice. */
function baseline(folder: string): FileRefusal {
  return {
    line: 1,
    what: "this baseline of Flyway stands for the files of its version and before",
    remedy: `name those instead (${folder}V*.sql), or let Flyway choose, by a step of its own: { command: flyway ... migrate }`,
  };
}

/** The pattern of a backward file's counterparts; null for a name that says nothing of a direction. */
function upward(name: string): string | null {
  const [, separator, extension] = /^.*?([._-])(?:down|undo)(\.\w+)$/i.exec(name) ?? [];
  if (separator !== undefined)
    return /undo/i.test(name) ? `*${separator}do${extension}` : `*${separator}up${extension}`;
  if (/^down\.sql$/i.test(name)) return "up.sql";
  return /^U\d+(?:[._]\d+)*__/.test(name) ? "V*.sql" : null;
}

function twoWayFile(sql: string): FileRefusal | null {
  for (const { name, down, command } of TWO_WAY) {
    const mark = down.exec(sql);
    if (mark === null || splitStatements(sql.slice(mark.index)).length === 0) continue;
    return {
      line: lineAt(sql, mark.index),
      what: `this file of ${name} applies a migration and, from here on, takes it back`,
      remedy: `let ${name} apply it, by a step of its own: { command: ${JSON.stringify(command)} }`,
    };
  }
  return null;
}

function ofSqitch(sql: string): FileRefusal | null {
  const [, kind] = /^\s*--\s*(Deploy|Revert|Verify) \S+ (?:to|from|on) pg\b/i.exec(sql) ?? [];
  if (kind === undefined) return null;
  return {
    line: 1,
    what: `this is a ${kind.toLowerCase()} script of sqitch, whose order is in sqitch.plan`,
    remedy: 'let sqitch apply it, by a step of its own: { command: "sqitch deploy db:pg:" }',
  };
}

/** Commands of psql's own; first of them, for what a file begins with is what it is. */
function psqlFile(file: string, sql: string): FileRefusal | null {
  const found = splitStatements(sql).find(({ command }) => command !== undefined);
  if (found === undefined) return null;
  return {
    line: found.line,
    what: `${found.command} is a command of psql, and not SQL`,
    remedy: `${PSQL_WAYS[found.command!] ?? ""}${byPsql(file)}`,
  };
}

function byPsql(file: string): string {
  return `let psql run the file, by a step of its own: { command: "psql -X -v ON_ERROR_STOP=1 -f ${file}" }`;
}

/** What stands for bytes that are no UTF-8. */
const LOST = "\ufffd";

/**
 * Null for a file whose statements lost no character; those of comments are not missed.
 * @param sql text of a file whose bytes are not UTF-8, read as if they were
 */
export function otherEncoding(file: string, sql: string): FileRefusal | null {
  for (const { text, line, data = "" } of splitStatements(sql)) {
    const words = sqlTokens(text).map((token) => (token.kind === "space" ? blanked(token.text) : token.text));
    const whole = `${words.join("")}\n${data}`;
    const at = whole.indexOf(LOST);
    if (at < 0) continue;
    return {
      line: line + lineAt(whole, at) - 1,
      what: "a character here is not of UTF-8, in which set-up files are read",
      remedy: `write the file in UTF-8 (iconv -t UTF-8 -f its encoding; no SET client_encoding to another one in it), or ${byPsql(file)}`,
    };
  }
  return null;
}

function blanked(comment: string): string {
  return comment.replaceAll(LOST, " ");
}

const PSQL_WAYS = wordTable<string>({
  "\\i": "name the included files one by one; or ",
  "\\ir": "name the included files one by one; or ",
  "\\connect":
    "take it out, for each workload's database has a name of its own (pg_dump without --create); or ",
  "\\c": "take it out, for each workload's database has a name of its own (pg_dump without --create); or ",
});
