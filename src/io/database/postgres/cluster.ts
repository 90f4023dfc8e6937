/** PostgreSQL clusters: a folder made by initdb, and the server that runs on it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ClusterLocale, DEFAULT_LOCALE, localeText } from "../../../config/locale.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { icuLocaleName, localeWithDash } from "../../../text/locale-names.ts";
import { runProgram } from "../../host/program.ts";
import { until, withinTime } from "../../host/until.ts";
import { type CrashReport, endingOf, fileEnd, findCrash, keptLog } from "../place/crash-report.ts";
import { freePort } from "../place/free-port.ts";
import type { WorkFolder } from "../place/work-folder.ts";
import { accepts } from "../sql/connect.ts";
import { asOwner, giveTo, type ServerOwner } from "./server-owner.ts";

export const SUPERUSER = "postgres";

export type Installation = Readonly<{
  /** Folder with initdb and postgres. */
  bin: string;
  owner: ServerOwner | null;
  /** Password of the superuser: other users of the machine can reach the port too. */
  password: string;
}>;

/** Fast: connections are cut, data is written back. Immediate: for data that is thrown away. */
export type StopMode = "fast" | "immediate";

export interface RunningCluster {
  readonly port: number;
  /** Process id of the postmaster. */
  readonly pid: number;
  url(database: string): string;
  crashReport(): Promise<CrashReport | null>;
  /** Ends the server; may be called again. @throws PlumblineError where a fast stop was not a clean one */
  stop(mode: StopMode): Promise<void>;
}

/**
 * Makes an empty cluster. Without a locale it is C and UTF-8 on every machine: the order of text, and the speed of comparing it, must not
 * depend on what the machine speaks.
 * @throws PlumblineError of kind "target" with initdb's words
 */
export async function initCluster(
  { bin, owner, password }: Installation,
  dataDir: string,
  signal: AbortSignal,
  locale: ClusterLocale = DEFAULT_LOCALE,
): Promise<void> {
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(owner, passwordFile);
  const args = [
    `--pgdata=${dataDir}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    ...localeArguments(locale),
    "--no-sync",
  ];
  const { words, failure } = await runProgram(path.join(bin, "initdb"), args, {
    ...asOwner(owner),
    cwd: path.dirname(dataDir),
    env: serverEnvironment(),
    signal,
  });
  await rm(passwordFile, { force: true });
  signal.throwIfAborted();
  if (failure === null) return;
  const said = words.trim().slice(-LOG_TAIL) || failure;
  const remedy = localeRemedy(locale, said);
  if (remedy === null) throw cannotRun("initdb", bin, owner, said);
  const what = `no cluster can have database.deploy.local.locale (${localeText(locale) ?? locale.name}): ${said}`;
  throw new PlumblineError("usage", what, { remedy });
}

/** The provider is named only where it is not the usual one: older versions know no such argument. */
function localeArguments({ provider, name, encoding }: ClusterLocale): readonly string[] {
  const lc = provider === "libc" ? name : DEFAULT_LOCALE.name;
  const own = provider === "libc" ? [] : [`--locale-provider=${provider}`, `--${provider}-locale=${name}`];
  return [`--encoding=${encoding}`, `--locale=${lc}`, ...own];
}

/** Null where initdb's words are of something else. */
function localeRemedy({ provider, name, encoding }: ClusterLocale, words: string): string | null {
  if (/unrecognized option|ICU is not supported|unrecognized locale provider/i.test(words))
    return `take a PostgreSQL that has it (icu: from 15 on, if it is built with ICU; builtin: from 17 on), or name a locale of libc`;
  if (/encoding mismatch|encodings? .*(?:does not|do not) match|not supported with .*provider/i.test(words))
    return `name the encoding of ${name} (it is ${encoding} now): locale: { provider: ${provider}, name: ${name}, encoding: ... }`;
  if (!/invalid locale|locale .*(?:not|unknown)|could not (?:open collator|convert locale)/i.test(words))
    return null;
  return provider === "libc"
    ? `make it on this machine (sudo locale-gen ${localeWithDash(name)}; \`locale -a\` lists what there is), or order by ICU as it does: { provider: icu, name: ${icuLocaleName(name)} }`
    : `name a locale that ${provider} knows, such as ${KNOWN[provider]}`;
}

const KNOWN = { icu: "en-US, de-DE or und", builtin: "C or C.UTF-8" } as const;

type StartRequest = Readonly<{
  installation: Installation;
  dataDir: string;
  /** Folder that dataDir lies in: the server's log and socket go there, and the server goes with it. */
  folder: WorkFolder;
  settings: Readonly<Record<string, string>>;
  /** Path prefix for log and core file of a server that dies (place/crash-report.ts). */
  keep?: string | undefined;
  /** Port of a server that ran before: its log goes on, too. Default: a free one, and a new log. */
  port?: number | undefined;
  /** Milliseconds until it accepts connections; default: a minute. */
  startLimitMs?: number | undefined;
  signal: AbortSignal;
}>;

const START_LIMIT_MS = 60_000;
const START_ATTEMPTS = 3;
const POLL_MS = 25;
/** sun_path holds 108 bytes, and PostgreSQL adds the name of the socket's lock file. */
const SOCKET_FOLDER_MAX = 80;

/**
 * Starts a server on a port of 127.0.0.1 and waits until it accepts connections.
 * @throws PlumblineError of kind "target" with the server's last words
 */
export async function startCluster(request: StartRequest): Promise<RunningCluster> {
  for (let attempt = 1; ; attempt++) {
    const port = request.port ?? (await freePort());
    const started = await tryStart(request, port);
    if (typeof started !== "string") return started;
    request.signal.throwIfAborted();
    const isPortTaken = /could not bind|Address already in use/i.test(started);
    if (!isPortTaken || attempt === START_ATTEMPTS) {
      const kept = await keptLog(`${request.dataDir}.log`, request.keep);
      const words = kept === null ? started : `${started}\n(its log: ${kept})`;
      throw cannotRun("postgres", request.installation.bin, request.installation.owner, words);
    }
  }
}

/** The server, or its last words. */
async function tryStart(request: StartRequest, port: number): Promise<RunningCluster | string> {
  const { installation, dataDir, folder, startLimitMs = START_LIMIT_MS } = request;
  const logFile = `${dataDir}.log`;
  // A file and not a pipe: a talkative server must not wait for us, nor cost us CPU time while it is measured.
  const log = await open(logFile, request.port === undefined ? "w" : "a");
  await giveTo(installation.owner, logFile);
  const child = await launch(request, port, log);
  await log.close();
  if (child.pid === undefined) return await readLog(logFile, child);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const forget = folder.killAtExit(() => child.kill("SIGQUIT"));
  const user = `${SUPERUSER}:${encodeURIComponent(installation.password)}`;
  // Named, so that a PGSSLMODE of the user's environment means other servers.
  const url = (database: string) =>
    `postgres://${user}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`;
  const end = async (mode: StopMode) => {
    const wasClean = await endServer(child, ended, mode);
    forget();
    if (mode === "fast" && !wasClean) {
      throw new PlumblineError(
        "target",
        `PostgreSQL did not stop cleanly: ${await readLog(logFile, child)}`,
        {
          remedy: "see the server's words above; the data cannot be used as a template",
        },
      );
    }
  };
  const isUp = await waitUntilUp(child, url("postgres"), startLimitMs, request.signal).catch(
    async (error: unknown) => {
      await end("immediate");
      throw error;
    },
  );
  if (!isUp) {
    const isLate = !hasExited(child);
    await end("immediate");
    const words = await readLog(logFile, child);
    return isLate
      ? `it accepts no connections ${startLimitMs / 1_000} s after its start; it last said:\n${words}`
      : words;
  }
  let stopping: Promise<void> | undefined;
  return {
    port,
    pid: child.pid,
    url,
    crashReport: () =>
      findCrash({
        logFile,
        folder: dataDir,
        ending: () => endingOf(child.exitCode, child.signalCode),
        keep: request.keep,
      }),
    stop(mode) {
      stopping ??= end(mode);
      return stopping;
    },
  };
}

async function launch(
  { installation, dataDir, folder, settings }: StartRequest,
  port: number,
  log: FileHandle,
) {
  const { bin, owner } = installation;
  const all = { ...settings, ...(await plumbing(folder, owner)), port: String(port) };
  const args = ["-D", dataDir, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const [command, ...rest] = [...deathWrap(), path.join(bin, "postgres"), ...args];
  const child = spawn(command!, rest, {
    ...asOwner(owner),
    cwd: dataDir,
    env: serverEnvironment(),
    stdio: ["ignore", log.fd, log.fd],
    // A group of its own: Ctrl-C in the terminal is for Plumbline, which stops its servers itself.
    detached: true,
  });
  await new Promise<void>((resolve) => {
    child.once("spawn", resolve);
    child.once("error", () => resolve());
  });
  return child;
}

async function plumbing(folder: WorkFolder, owner: ServerOwner | null): Promise<Record<string, string>> {
  const sockets = folder.file("s");
  await mkdir(sockets, { recursive: true });
  await giveTo(owner, sockets);
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets.length <= SOCKET_FOLDER_MAX ? sockets : "",
    logging_collector: "off",
    log_destination: "stderr",
    ssl: "off",
  };
}

const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"].find((file) => existsSync(file));

/** The kernel does not report a death from before it was asked to. A Plumbline that died then is no longer the parent. */
const BEGIN = '[ "$PPID" = "$0" ] || exit 125; exec "$@"';

/** Prefix of a server's command: with util-linux's setpriv, the kernel interrupts the server when Plumbline dies, however it dies. */
export function deathWrap(): readonly string[] {
  const parent = String(process.pid);
  return SETPRIV === undefined ? [] : [SETPRIV, "--pdeathsig", "INT", "--", "/bin/sh", "-c", BEGIN, parent];
}

async function waitUntilUp(
  child: ChildProcess,
  url: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const look = async () => (hasExited(child) ? "ended" : (await accepts(url, signal)) && "up");
  return (await until(look, { limitMs, pollMs: POLL_MS, signal })) === "up";
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

const GRACE_MS = { SIGINT: 30_000, SIGQUIT: 10_000, SIGKILL: 10_000 } as const;

/** True for a clean end: exit code 0 after SIGINT. SIGQUIT lets the server remove its shared memory, SIGKILL would not. */
async function endServer(child: ChildProcess, ended: Promise<void>, mode: StopMode): Promise<boolean> {
  for (const signal of mode === "fast"
    ? (["SIGINT", "SIGQUIT", "SIGKILL"] as const)
    : (["SIGQUIT", "SIGKILL"] as const)) {
    if (hasExited(child)) break;
    child.kill(signal);
    await withinTime(ended, GRACE_MS[signal]);
  }
  return child.exitCode === 0;
}

/** PGPORT, PGDATA and their kin would reach the server; the language of its messages must be known. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PG") && !name.startsWith("LC_"),
  );
  return { ...Object.fromEntries(own), LC_ALL: "C" };
}

const LOG_TAIL = 2_000;
/** More is read than is shown: a secret is known by what stands before it. */
const LOG_READ = 65_536;

async function readLog(file: string, child: ChildProcess): Promise<string> {
  const text = (await fileEnd(file, LOG_READ)).trim().slice(-LOG_TAIL);
  if (text !== "") return text;
  return child.signalCode === null ? `exit code ${child.exitCode}` : `killed by ${child.signalCode}`;
}

function cannotRun(program: string, bin: string, owner: ServerOwner | null, words: string): PlumblineError {
  const isClosed = owner !== null && /EACCES|Permission denied/i.test(words);
  const isFull = /No space left/i.test(words);
  return new PlumblineError("target", `${path.join(bin, program)} failed: ${words}`, {
    remedy: isClosed
      ? `let the user ${owner.name} read ${bin}: servers run as that user, since PostgreSQL refuses root`
      : isFull
        ? "make room, or set TMPDIR to a folder on a larger disk"
        : "see its output; settings come from database.deploy.local.settings",
  });
}
