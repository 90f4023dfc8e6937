/** A PostgreSQL server of our own that writes down what is sent to it, for a program that is to be watched. */
import { randomBytes } from "node:crypto";
import type { SetupStep } from "../../../config/schema.ts";
import { memoryLimit } from "../../host/machine.ts";
import { until } from "../../host/until.ts";
import { WorkFolder } from "../place/work-folder.ts";
import { applySteps } from "../setup/apply.ts";
import { runCommand } from "../setup/command.ts";
import { readSetup } from "../setup/steps.ts";
import { withClient } from "../sql/connect.ts";
import { createDatabase } from "../sql/databases.ts";
import { postgresBinaries } from "./binaries.ts";
import { initCluster, type RunningCluster, startCluster } from "./cluster.ts";
import { serverOwner } from "./server-owner.ts";
import { type SettingValue, serverSettings } from "./settings.ts";

export type LoggingServer = Readonly<{
  pid: number;
  url(database: string): string;
  /** What was sent since the set-up, as a log on stderr with log_line_prefix LOG_PREFIX. */
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
  setup: readonly SetupStep[];
  /** Where globs of the set-up start, and commands run. */
  tree: string;
  report: (what: string) => void;
  signal: AbortSignal;
}>;

/** The database that the set-up fills and the command gets. */
export const DATABASE = "app";
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
  const owner = serverOwner();
  const folder = await WorkFolder.open(owner);
  let server: RunningCluster | undefined;
  const stop = async () => {
    await server?.stop("immediate");
    await folder.remove();
  };
  try {
    const bin = await postgresBinaries({ bin: request.bin, version: request.version }, report);
    const installation = { bin, owner, password: randomBytes(12).toString("hex") };
    const dataDir = folder.file("data");
    report("making a cluster");
    await initCluster(installation, dataDir, signal);
    const facts = { connections: CONNECTIONS, memoryBytes: memoryLimit() };
    const own = Object.entries(serverSettings(request.settings, facts)).filter(
      ([name]) => !name.startsWith("log_"),
    );
    const settings = { ...Object.fromEntries(own), ...LOGGING };
    const running = await startCluster({ installation, dataDir, folder, settings, signal });
    server = running;
    const url = running.url(DATABASE);
    await createDatabase(running.url("postgres"), DATABASE);
    await applySteps([...steps.before, ...steps.after], { url }, { folder, report, signal });
    await beginToLog(url, signal);
    return {
      pid: running.pid,
      url: (database) => running.url(database),
      logFile: `${dataDir}.log`,
      run: (command) =>
        runCommand(
          { kind: "command", command, env: {}, limitMs: COMMAND_MOST_MS, tree },
          url,
          folder,
          report,
          signal,
          "the command",
        ),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** From now on, of all databases: test runners make their own. */
async function beginToLog(url: string, signal: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("ALTER SYSTEM SET log_min_duration_statement = 0");
    await client.query("SELECT pg_reload_conf()");
  });
  const isLogging = async () =>
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ now: string }>(
        "SELECT current_setting('log_min_duration_statement') AS now",
      );
      return rows[0]?.now === "0";
    });
  await until(isLogging, { pollMs: POLL_MS, signal });
}

/** Whether it is there: test runners take theirs away again. */
export async function hasDatabase(server: Pick<LoggingServer, "url">, name: string): Promise<boolean> {
  return await withClient(server.url("postgres"), async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1 AND datallowconn", [
      name,
    ]);
    return rowCount === 1;
  });
}
