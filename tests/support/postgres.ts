/**
 * A throw-away PostgreSQL cluster on loopback for tests: fast rather than durable, gone when the test process is.
 *
 * PostgreSQL refuses to run as root, so under root the cluster belongs to the user `postgres`, or else `nobody`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { deathWrap } from "../../src/io/database/postgres/cluster.ts";
import { fastFolder } from "./fast-folder.ts";

export type PostgresOptions = Readonly<{
  /** Server settings with (or instead of) the fast defaults. */
  settings?: Readonly<Record<string, string>>;
  /** Password that the superuser `postgres` then needs; without it everybody on this machine is trusted. */
  password?: string;
  /** Gets what the server writes into its log once it is ready. */
  onLog?: (text: string) => void;
}>;

export interface Postgres {
  /** URL of the database `postgres`, as superuser `postgres`. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly socketDir: string;
  readonly dataDir: string;
  /** Folder of `initdb`, `postgres`, `psql` ... */
  readonly binDir: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Makes an empty database and answers its URL. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server and removes its folder. Calling it twice is fine. */
  stop(): Promise<void>;
}

const FAST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  max_connections: "100",
  timezone: "UTC",
} as const;

const START_ATTEMPTS = 3;
/** A server may take its time to end on a busy machine; one that is killed leaves children that still write into the folder. */
const STOP_GRACE_MS = 60_000;

/**
 * Starts a fresh cluster and waits until it accepts connections.
 * @throws Error with the server's own last words when it does not start.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const binDir = findPostgresBinaries();
  const owner = serverOwner();
  // A socket's path may have 107 bytes, which the temporary folders of some systems leave no room for.
  const temporary = fastFolder();
  const folder = await mkdtemp(join(temporary.length > 60 ? "/tmp" : temporary, "plumbline-pg-"));
  try {
    const dataDir = join(folder, "data");
    const socketDir = join(folder, "socket");
    mkdirSync(socketDir);
    if (owner) for (const path of [folder, socketDir]) chownSync(path, owner.uid, owner.gid);
    await initialise(binDir, dataDir, folder, options.password, owner);
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const settings = { ...FAST_SETTINGS, ...options.settings };
      const server = await launch(binDir, dataDir, socketDir, port, settings, owner);
      if (typeof server !== "string") {
        if (options.onLog) server.stderr?.on("data", options.onLog);
        return cluster({ server, folder, dataDir, socketDir, binDir, port, password: options.password });
      }
      // Another process may have taken the port in the meantime.
      if (attempt === START_ATTEMPTS || !/could not bind|in use/i.test(server)) {
        throw new Error(`PostgreSQL did not start: ${server}`);
      }
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Connections to a database. `end()` of a pool does not wait until they are closed: a server that is stopped next still tells them so
 * (57P01), which without a listener would end the tests.
 */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Folder with `initdb` and `postgres`: $PG_BIN, then PATH, then the newest of Debian's folders.
 * @throws Error that names the package to install.
 */
export function findPostgresBinaries(env: NodeJS.ProcessEnv = process.env): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...(env["PG_BIN"] ? [env["PG_BIN"]] : []),
    ...(env["PATH"] ?? "").split(delimiter).filter(Boolean),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  const found = candidates.find(
    (dir) => isExecutable(join(dir, "initdb")) && isExecutable(join(dir, "postgres")),
  );
  if (found) return found;
  throw new Error(
    "no PostgreSQL server found: install it (Debian: apt-get install postgresql) or set PG_BIN",
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Owner = Readonly<{ uid: number; gid: number }>;

/** Undefined where we are not root and so run the server as ourselves. */
export function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = new Map(
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const owner = accounts.get("postgres") ?? accounts.get("nobody");
  if (!owner)
    throw new Error("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody");
  return owner;
}

const SERVER_ENV = { ...process.env, LC_ALL: "C", TZ: "UTC", PGDATA: undefined, PGOPTIONS: undefined };

/**
 * Makes an empty cluster. Where tests share a folder ($PLUMBLINE_TEST_CLUSTERS, scripts/test.ts) the first one of its kind is kept
 * there and copied from then on: that takes a tenth of the time.
 */
async function initialise(
  binDir: string,
  dataDir: string,
  folder: string,
  password: string | undefined,
  owner: Owner | undefined,
): Promise<void> {
  const shared = process.env["PLUMBLINE_TEST_CLUSTERS"];
  if (shared === undefined || password !== undefined) return initdb(binDir, dataDir, folder, password, owner);
  const kept = join(shared, binDir.replaceAll("/", "_"));
  if (existsSync(kept)) return copyCluster(kept, dataDir);
  await initdb(binDir, dataDir, folder, password, owner);
  const copy = await mkdtemp(`${kept}-`);
  await copyCluster(dataDir, join(copy, "data"));
  // Another process may have been first.
  await rename(join(copy, "data"), kept).catch(() => undefined);
  await rm(copy, { recursive: true });
}

async function copyCluster(from: string, to: string): Promise<void> {
  const child = spawn("cp", ["-a", from, to]);
  const words = lastWords(child);
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(`cp failed: ${words()}`);
}

async function initdb(
  binDir: string,
  dataDir: string,
  folder: string,
  password: string | undefined,
  owner: Owner | undefined,
): Promise<void> {
  const args = ["-D", dataDir, "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"];
  if (password === undefined) {
    args.push("--auth=trust");
  } else {
    const passwordFile = join(folder, "password");
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (owner) chownSync(passwordFile, owner.uid, owner.gid);
    args.push("--auth=scram-sha-256", `--pwfile=${passwordFile}`);
  }
  const child = spawn(join(binDir, "initdb"), args, { ...owner, cwd: folder, env: SERVER_ENV });
  const words = lastWords(child);
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(`initdb failed: ${words()}`);
}

/** Answers the running server, or what it said when it ended before it was ready. */
async function launch(
  binDir: string,
  dataDir: string,
  socketDir: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  owner: Owner | undefined,
): Promise<ChildProcess | string> {
  const all = {
    logging_collector: "off",
    log_destination: "stderr",
    ...settings,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketDir,
    port: String(port),
  };
  const args = ["-D", dataDir, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  // The kernel tells the server when the test process dies, however it dies.
  const [command, ...rest] = [...deathWrap(), join(binDir, "postgres"), ...args];
  const child = spawn(command!, rest, { ...owner, cwd: dataDir, env: SERVER_ENV });
  const words = lastWords(child);
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(words()));
    child.stderr.on("data", () => {
      if (/ready to accept connections/.test(words())) resolve(child);
      // A collector gets all later words.
      if (/redirecting log output/.test(words())) void accepting(port).then(() => resolve(child));
    });
  });
}

/** Waits until a server that trusts everybody lets the superuser in; for ever, if the server ends instead. */
async function accepting(port: number): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
    client.on("error", () => undefined);
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end();
    if (isIn) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Stops a server as an administrator does, and knows how to start it as it was; who starts it ends it. */
export async function stopped({
  pid,
  dataDir,
}: Pick<Postgres, "pid" | "dataDir">): Promise<{ start(): ChildProcess }> {
  const [command, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);
  const { uid, gid } = statSync(dataDir);
  process.kill(pid, "SIGINT");
  while (existsSync(join(dataDir, "postmaster.pid"))) await sleep(20);
  return { start: () => spawn(command!, args, { stdio: "ignore", uid, gid }) };
}

/** Collects the last few kilobytes that a child writes. */
function lastWords(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-8_192);
    });
  }
  return () => text.trim();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.on("error", reject).listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port on 127.0.0.1");
  return address.port;
}

type Parts = Readonly<{
  server: ChildProcess;
  folder: string;
  dataDir: string;
  socketDir: string;
  binDir: string;
  port: number;
  password: string | undefined;
}>;

function cluster({ server, folder, dataDir, socketDir, binDir, port, password }: Parts): Postgres {
  const credentials = password === undefined ? "postgres" : `postgres:${encodeURIComponent(password)}`;
  const urlOf = (database: string) =>
    `postgres://${credentials}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const ended = new Promise<void>((resolve) => server.on("close", () => resolve()));

  // A test process that exits without stop() takes the server and its folder along.
  const onExit = () => {
    server.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  };
  process.on("exit", onExit);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
      if (server.exitCode !== null || server.signalCode !== null) break;
      server.kill(signal);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref())]);
    }
    process.off("exit", onExit);
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  };

  return {
    url: urlOf("postgres"),
    host: "127.0.0.1",
    port,
    socketDir,
    dataDir,
    binDir,
    pid: server.pid as number,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: urlOf("postgres") });
      await client.connect();
      try {
        await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      } finally {
        await client.end();
      }
      return urlOf(name);
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
