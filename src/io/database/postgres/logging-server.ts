/** A PostgreSQL server of our own that writes down what is sent to it, for a program that is to be watched. */
import type { ClusterLocale } from "../../../config/locale.ts";
import type { SetupStep } from "../../../config/setup.ts";
import { memoryLimit } from "../../host/machine.ts";
import { until } from "../../host/until.ts";
import { applySteps, assureTables } from "../setup/apply.ts";
import { runCommand } from "../setup/command.ts";
import { readSetup } from "../setup/steps.ts";
import { queryRows, withClient } from "../sql/connect.ts";
import { startOwnCluster } from "./scratch-cluster.ts";
import { type SettingValue, serverSettings } from "./settings.ts";

export type LoggingServer = Readonly<{
  pid: number;
  url(database: string): string;
  /** Log of what was sent since the set-up, from stderr, with log_line_prefix LOG_PREFIX. */
  logFile: string;
  /** Runs a shell command with the connection in its environment. @throws PlumblineError of kind "target" with its last words */
  run(command: string): Promise<void>;
  stop(): Promise<void>;
}>;

type LoggingRequest = Readonly<{
  /** Folder with initdb and postgres; null: this machine's. */
  bin: string | null;
  version: number | null;
  settings: Readonly<Record<string, SettingValue>>;
  locale: ClusterLocale | undefined;
  setup: readonly SetupStep[];
  /** Keeps what the set-up made in the database FILLED. */
  isKept: boolean;
  /** Folder that globs of the set-up start from, and commands run in. */
  tree: string;
  report: (what: string) => void;
  signal: AbortSignal;
}>;

/** The database that the set-up fills and the command gets. */
export const DATABASE = "app";
/** What the set-up made, as a check will have it: a command may have changed and emptied the other one. */
export const FILLED = "plumbline_filled";
export const LOG_PREFIX = "%m [%c] %q%d ";
/** Pools of test runners are large. */
const CONNECTIONS = 200;
/** A test suite may take its time. */
const COMMAND_MOST_MS = 24 * 3_600_000;
const POLL_MS = 20;

/** Settings of the log are not the user's here: it is what the server is for. */
const LOGGING = { log_line_prefix: LOG_PREFIX, log_statement: "none", log_duration: "off" };

/**
 * Makes a cluster with one database, fills it, and begins to log. stop() ends the server and removes its folder, as the end of the
 * process does.
 * @throws PlumblineError of kind "target" with PostgreSQL's words, or of the set-up
 */
export async function startLoggingServer(request: LoggingRequest): Promise<LoggingServer> {
  const { signal, report, tree, setup } = request;
  const steps = await readSetup(tree, setup);
  const facts = { connections: CONNECTIONS, memoryBytes: memoryLimit() };
  const own = Object.entries(serverSettings(request.settings, facts)).filter(
    ([name]) => !name.startsWith("log_"),
  );
  const settings = { ...Object.fromEntries(own), ...LOGGING };
  const { locale } = request;
  const cluster = { database: DATABASE, wanted: request, settings, locale, report, signal };
  const { server, folder, logFile, stop } = await startOwnCluster(cluster);
  const url = server.url(DATABASE);
  try {
    await applySteps([...steps.before, ...steps.after], { url }, { folder, report, signal });
    await assureTables(steps.after, url, signal);
    if (request.isKept) await keepFilled(server.url("postgres"), signal);
    await beginToLog(url, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  const run = (command: string) =>
    runCommand(
      { kind: "command", command, env: {}, limitMs: COMMAND_MOST_MS, tree },
      url,
      folder,
      report,
      signal,
      "the command",
    );
  return { pid: server.pid, url: (database) => server.url(database), logFile, run, stop };
}

/** A copy has no settings of its database's own, such as a search path: they are copied, too. */
async function keepFilled(url: string, signal: AbortSignal): Promise<void> {
  await withClient(url, { what: "to keep what the set-up made", signal }, async (ask) => {
    await ask(`CREATE DATABASE ${FILLED} TEMPLATE ${DATABASE}`);
    await ask("SET allow_system_table_mods = on");
    await ask(
      `INSERT INTO pg_db_role_setting SELECT d.oid, setrole, setconfig FROM pg_db_role_setting s JOIN pg_database o ON o.oid = s.setdatabase, pg_database d WHERE o.datname = '${DATABASE}' AND d.datname = '${FILLED}'`,
    );
  });
}

/** Logs the statements of all databases from now on: test runners make their own. */
async function beginToLog(url: string, signal: AbortSignal): Promise<void> {
  await withClient(url, { what: "to log statements", signal }, async (ask) => {
    await ask("ALTER SYSTEM SET log_min_duration_statement = 0");
    await ask("SELECT pg_reload_conf()");
  });
  const asked = "SELECT current_setting('log_min_duration_statement') AS now";
  const purpose = { what: "whether it logs statements", signal };
  const isLogging = async () => (await queryRows<{ now: string }>(url, purpose, asked))[0]?.now === "0";
  await until(isLogging, { pollMs: POLL_MS, signal });
}

/** True if the database is there: test runners drop theirs again. */
export async function hasDatabase(
  server: Pick<LoggingServer, "url">,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = "SELECT FROM pg_database WHERE datname = $1 AND datallowconn";
  const purpose = { what: `for the database ${name}`, signal };
  return (await queryRows(server.url("postgres"), purpose, asked, [name])).length === 1;
}
