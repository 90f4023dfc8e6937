/** Applies a migration to a database that is in use: statement by statement, timed; what fails is an answer, not an error. */
import { PlumblineError } from "../../../model/errors.ts";
import type { MigrationFailure, MigrationStatement, TableLock } from "../../../model/migration.ts";
import { shortSql } from "../../../text/sql.ts";
import { WorkFolder } from "../place/work-folder.ts";
import { runCommand } from "../setup/command.ts";
import { errorLine, type ServerWords, sendStatement } from "../setup/sql-file.ts";
import type { SqlFile } from "../setup/steps.ts";
import { withClient } from "../sql/connect.ts";
import type { Statement } from "../sql/statements.ts";
import { statementsToApply } from "../sql/transaction.ts";

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
    const applied = await applyUnderLoad(file, url, end, held, signal);
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

/**
 * Applies a file on a connection of its own, as the set-up does. A statement that takes too long, or is interrupted, is ended with its
 * connection.
 */
async function applyUnderLoad(
  { file, sql }: SqlFile,
  url: string,
  end: Deadline,
  held: HeldBy,
  signal: AbortSignal,
): Promise<Applied> {
  const statements: MigrationStatement[] = [];
  let sent: Readonly<{ statement: Statement; at: number }> | undefined;
  try {
    await withClient(url, { what: `to run ${file}`, signal }, async (_, client) => {
      let before: readonly TableLock[] = [];
      for (const statement of statementsToApply(sql)) {
        const at = performance.now();
        sent = { statement, at };
        client.question.what = `to run ${file}:${statement.line}`;
        client.question.limitMs = Math.max(1, end.at - at);
        await sendStatement(client, statement);
        const done = endedStatement(file, sent);
        sent = undefined;
        const now = ROWS.test(statement.text) ? before : await held(client.processId);
        const locks = now.filter(
          (lock) => !before.some(({ on, mode }) => on === lock.on && mode === lock.mode),
        );
        before = now;
        statements.push({ ...done, locks });
      }
    });
    return { statements, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    if (sent === undefined) throw error;
    statements.push(endedStatement(file, sent));
    const isLate = performance.now() >= end.at;
    const said = error instanceof PlumblineError && error.cause instanceof Error ? error.cause : error;
    const why = isLate ? new Error(`it did not end within ${end.limit}`) : (said as Error);
    return { statements, failure: statementFailure(file, sent.statement, why) };
  }
}

function endedStatement(
  file: string,
  { statement, at }: Readonly<{ statement: Statement; at: number }>,
): MigrationStatement {
  const tookNs = Math.round((performance.now() - at) * 1e6);
  const { text, line } = statement;
  return { place: `${file}:${line}`, text: shortSql(text, TEXT_MOST), tookNs, locks: [] };
}

function statementFailure(file: string, statement: Statement, error: Error): MigrationFailure {
  const { message, code } = error as { message: string; code?: string };
  return {
    place: `${file}:${errorLine(statement, error as ServerWords)}`,
    message,
    sqlstate: code ?? null,
    statement: shortSql(statement.text, TEXT_MOST),
  };
}
