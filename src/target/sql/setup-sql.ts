/** The set-up SQL of an arm: schema changes and migrations of its own commit, applied after the load. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { PlumblineError } from "../../model/errors.ts";
import { globFiles } from "../place/glob.ts";
import { withClient } from "./connect.ts";
import { lineAt, type Statement, splitStatements } from "./statements.ts";

export type SetupFile = Readonly<{ file: string; sql: string }>;

/**
 * Reads the files that the globs name, glob by glob, each sorted by path as migration tools do.
 * @param tree folder that the globs start from
 * @throws PlumblineError of kind "usage" for a glob that names no file
 */
export async function readSetup(tree: string, globs: readonly string[]): Promise<readonly SetupFile[]> {
  const files: SetupFile[] = [];
  for (const glob of globs) {
    const found = path.isAbsolute(glob) ? await absolute(glob) : await globFiles(tree, glob);
    if (found.length === 0) {
      throw new PlumblineError(
        "usage",
        `database.setup: no file in ${tree} answers to ${JSON.stringify(glob)}`,
        {
          remedy:
            "globs start from the folder of the config file in the arm's own commit; base must have the files too",
        },
      );
    }
    for (const file of found) files.push({ file, sql: await readFile(path.resolve(tree, file), "utf8") });
  }
  return files;
}

async function absolute(glob: string): Promise<readonly string[]> {
  return (await globFiles("/", glob)).map((file) => `/${file}`);
}

/**
 * What set-up SQL finds and leaves: on a server of ours ("fresh") what was asked for; in a database of its own beside the user's
 * ("beside") nothing of that one; in the user's own ("shared") perhaps what an earlier run made beside tables.
 */
export type Place = "fresh" | "beside" | "shared";

/** Runs each statement of each file, in order. @throws PlumblineError of kind "usage": file, line, and the server's words */
export async function applySetup(
  url: string,
  files: readonly SetupFile[],
  place: Place = "fresh",
): Promise<void> {
  if (files.length === 0) return;
  await withClient(url, async (client) => {
    for (const { file, sql } of files) {
      for (const statement of splitStatements(sql)) await runStatement(client, file, statement, place);
    }
  });
}

async function runStatement(
  client: pg.Client,
  file: string,
  statement: Statement,
  place: Place,
): Promise<void> {
  try {
    await client.query(statement.text);
  } catch (cause) {
    const { message, position, code } = cause as { message: string; position?: string; code?: string };
    const line = statement.line + lineOffset(statement.text, position);
    throw new PlumblineError(
      "usage",
      `${file}:${line}: ${message}${code === undefined ? "" : ` (SQLSTATE ${code})`}`,
      {
        remedy: remedyFor(statement, code, place),
        cause,
      },
    );
  }
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[^\s"().;,]+)`;
const MADE_TABLE = new RegExp(
  [
    String.raw`^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:${NAME}\s*\.\s*)*(${NAME})`,
    String.raw`^ALTER\s+TABLE\s[\s\S]*\sRENAME\s+TO\s+(${NAME})\s*$`,
  ].join("|"),
  "i",
);

/** Names of the tables that the files make, as the server keeps them. Of what a function or a DO block makes nothing is known. */
export function tablesMadeBy(files: readonly SetupFile[]): readonly string[] {
  const statements = files.flatMap(({ sql }) => splitStatements(sql));
  return statements.flatMap(({ text }) => {
    const [, created, renamed] = MADE_TABLE.exec(text) ?? [];
    const name = created ?? renamed;
    return name === undefined ? [] : [nameOf(name)];
  });
}

function nameOf(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}

/** Object, function, table, schema or database "already exists". */
const DUPLICATES: ReadonlySet<string> = new Set(["42710", "42723", "42P07", "42P06", "42P04"]);
/** Object (a type, an extension's operator class), function, schema or table "does not exist". */
const UNDEFINED: ReadonlySet<string> = new Set(["42704", "42883", "3F000", "42P01"]);

function remedyFor({ text }: Statement, code: string | undefined, place: Place): string {
  if (text.startsWith("\\")) return "set-up files hold SQL; psql's backslash commands are not known here";
  if (place === "shared" && code !== undefined && DUPLICATES.has(code)) {
    return "an earlier run may have left it, for this user may not create databases that could be dropped with all that is in them: ALTER ROLE ... CREATEDB; or let the set-up SQL be repeatable (CREATE OR REPLACE, DROP ... IF EXISTS)";
  }
  if (place === "beside" && code !== undefined && UNDEFINED.has(code)) {
    return "mend the set-up SQL, or let it make what it needs: it runs in a database of its own, which has the loaded tables but no extension, schema, table, function or ALTER DATABASE ... SET of the URL's own (what every database is to have can be put into template1)";
  }
  return "mend the set-up SQL; it runs on the loaded tables of each database, as the user of the connection";
}

/** The server counts characters from 1, JavaScript counts UTF-16 units. */
function lineOffset(text: string, position: string | undefined): number {
  if (position === undefined) return 0;
  const before = Array.from(text)
    .slice(0, Number(position) - 1)
    .join("");
  return lineAt(text, before.length) - 1;
}
