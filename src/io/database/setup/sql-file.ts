/** An SQL file of the set-up on a database, statement by statement, each error with its place in the file. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { PlumblineError } from "../../../model/errors.ts";
import { keptName, lineAt } from "../../../text/sql.ts";
import type { BoundedClient } from "../../host/bounded-client.ts";
import { withWorker } from "../sql/alive.ts";
import { type Statement, splitStatements } from "../sql/statements.ts";
import { statementsToApply } from "../sql/transaction.ts";
import { type ServerUse, type SetupServer, setupRemedy } from "./remedies.ts";
import type { SqlFile } from "./steps.ts";
import { unfit } from "./unfit.ts";

/**
 * Runs each statement of a file, in order, on a connection of its own: what one file sets (pg_dump: an empty search_path) is not
 * the next one's.
 * @throws PlumblineError of kind "usage": file, line, and the server's words
 */
export async function applyFile(
  url: string,
  { file, sql }: SqlFile,
  signal: AbortSignal,
  place: ServerUse = "fresh",
): Promise<void> {
  await withWorker(url, { what: `to run ${file}`, signal }, async (_, client) => {
    for (const statement of statementsToApply(sql)) {
      client.question.what = `to run ${file}:${statement.line}`;
      await runStatement(client, file, statement, place);
    }
  });
}

async function runStatement(
  client: BoundedClient,
  file: string,
  statement: Statement,
  place: ServerUse,
): Promise<void> {
  try {
    await sendStatement(client, statement);
  } catch (cause) {
    // No word of the file's.
    if (client.broken !== null) throw cause;
    const { message, code } = cause as { message: string; code?: string };
    const line = errorLine(statement, cause as ServerWords);
    throw new PlumblineError(
      "usage",
      `${file}:${line}: ${message}${code === undefined ? "" : ` (SQLSTATE ${code})`}`,
      {
        remedy: setupRemedy(code, message, place, await readServer(client)),
        cause: unfit(cause),
      },
    );
  }
}

/** Null where the server does not say it. Its folder is for superusers to see, and not every database has one. */
async function readServer(client: BoundedClient): Promise<SetupServer | null> {
  const ask = async (sql: string) => (await client.query<{ it: string }>(sql)).rows[0]?.it ?? null;
  try {
    // The file may have left a transaction that failed.
    await client.query("ROLLBACK");
    const version = await ask("SELECT current_setting('server_version') AS it");
    const folder = await ask("SELECT setting AS it FROM pg_config WHERE name = 'BINDIR'").catch(() => null);
    return version === null ? null : { version, folder };
  } catch {
    return null;
  }
}

/** Sends one statement by itself, as psql does. */
export async function sendStatement(client: pg.Client, { text, data }: Statement): Promise<void> {
  if (data === undefined) await client.query(text);
  else await pipeline(Readable.from([data]), client.query(copyFrom(text)));
}

export type ServerWords = Readonly<{ position?: string; where?: string }>;

/** Line of the file that an error of the server is about: within the statement by its position, within COPY's data by the line that the server counted. */
export function errorLine({ text, line, data }: Statement, { position, where }: ServerWords): number {
  const [, row] = (data !== undefined && /^COPY .*?, line (\d+)/.exec(where ?? "")) || [];
  if (row !== undefined) return line + text.split("\n").length - 1 + Number(row);
  return line + lineOffset(text, position);
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
export function tablesMadeBy(files: readonly SqlFile[]): readonly string[] {
  const statements = files.flatMap(({ sql }) => splitStatements(sql));
  return statements.flatMap(({ text }) => {
    const [, created, renamed] = MADE_TABLE.exec(text) ?? [];
    const name = created ?? renamed;
    return name === undefined ? [] : [keptName(name)];
  });
}

/** The server counts characters from 1, JavaScript counts UTF-16 units. */
function lineOffset(text: string, position: string | undefined): number {
  if (position === undefined) return 0;
  const before = Array.from(text)
    .slice(0, Number(position) - 1)
    .join("");
  return lineAt(text, before.length) - 1;
}
