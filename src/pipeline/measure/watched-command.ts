/** A server of ours for what is captured: a program is run against it, or scripts are tried on it. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../config/parse.ts";
import { type LoggingServer, startLoggingServer } from "../../io/database/postgres/logging-server.ts";
import { localOf } from "../../io/database/traits.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { DEFAULT_CONFIG, loadConfig } from "../invocation/config-file.ts";

export type WatchedRun = Readonly<{
  server: LoggingServer;
  /** database.setup filled the database that the command got. */
  isFilled: boolean;
  /** Role of a check's load, where database.setup may have made it; null: none. */
  role: string | null;
  /** Error of a command that did not end well; null if it did. */
  failure: PlumblineError | null;
}>;

type WatchRequest = Readonly<{
  /** Null: there is a log already. */
  command: string | null;
  cwd: string;
  config: string;
  /** False: the database begins empty, whatever the config file says. */
  setUp: boolean;
}>;

/**
 * Starts a server, fills it by database.setup of the config file if there is one, runs the command to its end, and lets `use` see
 * the server before it is gone.
 * @throws PlumblineError of the config file, the server or the set-up; `use` gets the failure of the command
 */
export async function watchCommand<T>(
  request: WatchRequest,
  use: (watched: WatchedRun) => Promise<T>,
  progress: Progress,
  signal: AbortSignal,
): Promise<T> {
  const database = await configuredDatabase(request);
  const local = database === null ? null : localOf(database.deploy);
  if (database !== null && local === null) {
    progress.note("the config file's database is not on this machine: a local PostgreSQL is started instead");
  }
  const setup = request.setUp ? (database?.setup ?? []) : [];
  const isFilled = setup.length > 0;
  const what =
    setup.length === 0 ? "with an empty database" : `filled by database.setup of ${request.config}`;
  progress.stage(`starting a PostgreSQL server, ${what}`);
  const report = (text: string) => progress.update({ what: text, share: null, secondsLeft: null });
  const server = await startLoggingServer({
    bin: local?.bin === undefined ? null : path.resolve(request.cwd, local.bin),
    version: local?.version ?? null,
    settings: local?.settings ?? {},
    locale: local?.locale,
    setup,
    isKept: request.command !== null && setup.length > 0,
    tree: request.cwd,
    report,
    signal,
  });
  try {
    if (request.command !== null) progress.stage(`running ${request.command}`);
    const failure = request.command === null ? null : await commandFailure(server, request.command);
    return await use({ server, isFilled, role: isFilled ? (database?.role ?? null) : null, failure });
  } finally {
    await server.stop();
  }
}

async function commandFailure(server: LoggingServer, command: string): Promise<PlumblineError | null> {
  try {
    await server.run(command);
    return null;
  } catch (error) {
    if (error instanceof PlumblineError && error.kind === "target") return error;
    throw error;
  }
}

/** True if the config file has a set-up for a server on this machine. */
export async function hasSetup(request: Omit<WatchRequest, "command">): Promise<boolean> {
  const database = request.setUp ? await configuredDatabase(request) : null;
  return database !== null && localOf(database.deploy) !== null && database.setup.length > 0;
}

/** Null if no file is named and none is there. */
async function configuredDatabase({
  cwd,
  config,
}: Pick<WatchRequest, "cwd" | "config">): Promise<Config["database"] | null> {
  if (config === DEFAULT_CONFIG && !existsSync(path.resolve(cwd, config))) return null;
  return (await loadConfig({ cwd, config })).database;
}
