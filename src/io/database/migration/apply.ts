/** Applies a migration to a database that is in use: statement by statement, timed; what fails is an answer, not an error. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { PlumblineError } from "../../../model/errors.ts";
import type { MigrationFailure, MigrationStatement, TableLock } from "../../../model/migration.ts";
import { shortSql } from "../../../text/sql.ts";
import { WorkFolder } from "../place/work-folder.ts";
import { runCommand } from "../setup/command.ts";
import { errorLine, type ServerWords, send } from "../setup/sql-file.ts";
import type { SqlFile } from "../setup/steps.ts";
import { withClient } from "../sql/connect.ts";
import { type Statement, splitStatements } from "../sql/statements.ts";

export type MigrationSource = Readonly<{
  /** Files in order, unless there is a command. */
  files: readonly SqlFile[];
  command: string | null;
  /** Folder in which the command runs. */
  tree: string;
  limitMs: number;
  /** Name of the setting with the limit, for errors; default: database.migration.timeout. */
  limit?: string;
}>;

export type Applied = Readonly<{
  statements: readonly MigrationStatement[];
  /** Null: all of it was applied. */
  failure: MigrationFailure | null;
}>;

/** Characters of a statement that are shown. */
const TEXT_MOST = 300;

/** Locks that a process has, asked on another connection: what is applied must find its session as psql would leave it. */
type HeldBy = (pid: number) => Promise<readonly TableLock[]>;

/** @throws what ends the signal, and where nothing can be connected to */
export async function applyMigration(
  { files, command, tree, limitMs, limit = "database.migration.timeout" }: MigrationSource,
  url: string,
  held: HeldBy,
  signal: AbortSignal,
): Promise<Applied> {
  if (command !== null) return await applyCommand(command, { tree, limitMs }, url, signal);
  const statements: MigrationStatement[] = [];
  const end: Deadline = { at: performance.now() + limitMs, limit };
  for (const file of files) {
    const applied = await applyFile(file, url, end, held, signal);
    statements.push(...applied.statements);
    if (applied.failure !== null) return { statements, failure: applied.failure };
  }
  return { statements, failure: null };
}

async function applyCommand(
  command: string,
  { tree, limitMs }: Readonly<{ tree: string; limitMs: number }>,
  url: string,
  signal: AbortSignal,
): Promise<Applied> {
  const folder = await WorkFolder.open(null);
  try {
    const step = { kind: "command", command, env: {}, limitMs, tree } as const;
    await runCommand(step, url, folder, () => undefined, signal, "the migration command");
    return { statements: [], failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlumblineError)) throw error;
    const failure = {
      place: shortSql(command, TEXT_MOST),
      message: error.message,
      sqlstate: null,
      statement: null,
    };
    return { statements: [], failure };
  } finally {
    await folder.remove();
  }
}

/** Statements on rows: there are many, and their locks are known, so they are not read after these. */
const ROWS = /^(?:INSERT|UPDATE|DELETE|COPY|SELECT|WITH|SET|SHOW)\b/i;

/** Time by which all must have ended, by the clock of `performance`. */
type Deadline = Readonly<{ at: number; limit: string }>;

/** Applies a file on a connection of its own, as the set-up does. */
async function applyFile(
  { file, sql }: SqlFile,
  url: string,
  end: Deadline,
  held: HeldBy,
  signal: AbortSignal,
): Promise<Applied> {
  return await withClient(url, async (client) => {
    const statements: MigrationStatement[] = [];
    let before: readonly TableLock[] = [];
    for (const statement of splitStatements(sql)) {
      signal.throwIfAborted();
      const started = performance.now();
      const error = await timed(
        client,
        statement,
        url,
        { leftMs: end.at - started, limit: end.limit },
        signal,
      );
      signal.throwIfAborted();
      const tookNs = Math.round((performance.now() - started) * 1e6);
      const now = error !== null || ROWS.test(statement.text) ? before : await held(pidOf(client));
      const locks = now.filter(
        (lock) => !before.some(({ on, mode }) => on === lock.on && mode === lock.mode),
      );
      before = now;
      statements.push({
        place: `${file}:${statement.line}`,
        text: shortSql(statement.text, TEXT_MOST),
        tookNs,
        locks,
      });
      if (error !== null) return { statements, failure: failureOf(file, statement, error) };
    }
    return { statements, failure: null };
  });
}

/** pg knows it since the connection began, and says so in no type. */
function pidOf(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID;
}

/** @returns the server's words where it fails, also where it is ended: because it takes too long, or by the signal */
async function timed(
  client: pg.Client,
  statement: Statement,
  url: string,
  { leftMs, limit }: Readonly<{ leftMs: number; limit: string }>,
  signal: AbortSignal,
): Promise<Error | null> {
  const done = new AbortController();
  const ended = whyToEnd(leftMs, done.signal, signal).then(async (why) => {
    // If the server takes no other connection, ours is closed: then nothing waits for the statement.
    if (why !== null)
      await withClient(url, (other) => other.query("SELECT pg_terminate_backend($1)", [pidOf(client)])).catch(
        () => client.end(),
      );
    return why;
  });
  try {
    await send(client, statement);
    return null;
  } catch (error) {
    done.abort();
    const isLate = (await ended) === "late";
    return isLate ? new Error(`it did not end within ${limit}`) : (error as Error);
  } finally {
    done.abort();
  }
}

/** @returns why a statement that runs is to be ended; null where it ended by itself */
async function whyToEnd(
  leftMs: number,
  done: AbortSignal,
  interrupted: AbortSignal,
): Promise<"late" | "interrupted" | null> {
  try {
    await sleep(Math.max(1, leftMs), undefined, { signal: AbortSignal.any([done, interrupted]) });
    return "late";
  } catch {
    return done.aborted ? null : "interrupted";
  }
}

function failureOf(file: string, statement: Statement, error: Error): MigrationFailure {
  const { message, code } = error as { message: string; code?: string };
  return {
    place: `${file}:${errorLine(statement, error as ServerWords)}`,
    message,
    sqlstate: code ?? null,
    statement: shortSql(statement.text, TEXT_MOST),
  };
}
