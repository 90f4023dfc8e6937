/** A server that the user's own commands build, start and stop, in the arm's source tree. */
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Rebuild } from "../../config/rebuild.ts";
import type { BuildOrigin } from "../../model/build.ts";
import { PlumblineError } from "../../model/errors.ts";
import { secretsOf } from "../../model/secrets.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import { parseConnectionUrl, serverAddress } from "../host/connection-url.ts";
import { timeLeft, until } from "../host/until.ts";
import { FreshTarget, type Running, type Servers } from "./fresh.ts";
import { Lifetime } from "./lifetime.ts";
import { copyFolder } from "./place/copy-folder.ts";
import { findCrash, lastWords } from "./place/crash-report.ts";
import { fillIn } from "./place/fill-in.ts";
import { freePort } from "./place/free-port.ts";
import { findOrphans, signalOrphans } from "./place/orphans.ts";
import { ProcessGroup } from "./place/process-group.ts";
import { WorkFolder } from "./place/work-folder.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { accepts } from "./sql/connect.ts";
import type { Said, Target, TargetOptions } from "./target.ts";

export type CommandOptions = TargetOptions &
  Omit<Said<"command">, "rebuild"> &
  Readonly<{
    /** Milliseconds that the build may take. */
    buildLimitMs?: number | undefined;
    /** Occasions that get a build of their own. */
    rebuild?: Rebuild | undefined;
    /** Seed of PLUMBLINE_BUILD, the same for both arms. */
    seed?: number | undefined;
    /** Default: named for this target alone. */
    origin?: BuildOrigin;
    /** Milliseconds for a server to accept connections, and for the command that stops it to end. */
    startLimitMs?: number | undefined;
    /** Milliseconds for a server to end once it was asked to; default: 30 s after the load, 5 s after a session. */
    stopLimitMs?: number | undefined;
  }>;

/** Names these random numbers among those of a run. */
const BUILDS = 0x12;
/** Enough to build a database of millions of lines from nothing on two CPUs. */
const BUILD_LIMIT_MS = 2 * 3_600_000;
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = { clean: 30_000, "at once": 5_000 } as const;
const POLL_MS = 100;
const NOT_ALL_DATA =
  "let database.deploy.command.start keep all of the server's data in $PLUMBLINE_DATA, or nothing at all: each session then loads its own";

/** @throws PlumblineError of kind "usage" where the URL is none */
export function createCommandTarget(options: CommandOptions): Target {
  parseConnectionUrl(fillIn(options.url, { PLUMBLINE_PORT: "1", PLUMBLINE_DATA: "" }));
  return new FreshTarget(options, new CommandServers(options));
}

type Variables = Readonly<{ PLUMBLINE_PORT: string; PLUMBLINE_DATA: string }>;

type Started = Running & Readonly<{ group: ProcessGroup; stop: (how: "clean" | "at once") => Promise<void> }>;

/** Their data are folders. */
class CommandServers implements Servers<Started, string> {
  readonly life: Lifetime;
  readonly starting = "starting the server";
  readonly notAllData = NOT_ALL_DATA;
  readonly #options: CommandOptions;
  readonly #running = new Set<Started>();
  #facts: ServerFacts | undefined;
  /** Builds before the one that is there. */
  #build = 0;

  constructor(options: CommandOptions) {
    this.#options = options;
    this.life = new Lifetime(options.signal, async () => {
      const folder = await WorkFolder.open(null);
      // Commands of root may run the server as another user, who must get through to PLUMBLINE_DATA.
      if (process.getuid?.() === 0) await chmod(folder.path, 0o711);
      return folder;
    });
  }

  async begin(report: (what: string) => void): Promise<void> {
    const { build, seed = 0 } = this.#options;
    if (build === undefined) return;
    report("building");
    const variables = { PLUMBLINE_BUILD: String(mixSeed(seed, BUILDS, this.#build)) };
    await this.#runToEnd("build", build, (await this.life.folder()).file("build.log"), variables);
  }

  async renew(
    { index, look }: Readonly<{ index: number; look: number }>,
    report: (what: string) => void,
  ): Promise<void> {
    const due = { never: 0, "each-look": look - 1, "each-session": index }[this.#options.rebuild ?? "never"];
    if (due === this.#build) return;
    this.#build = due;
    await this.begin(report);
  }

  async empty(name: string): Promise<string> {
    const data = (await this.life.folder()).file(name);
    await mkdir(data);
    return data;
  }

  async copy(loaded: string, name: string): Promise<string> {
    const data = (await this.life.folder()).file(name);
    await copyFolder(loaded, data, this.life.signal);
    return data;
  }

  async facts({ url }: Started): Promise<ServerFacts> {
    const origin = this.#options.origin ?? "named";
    this.#facts ??= await readServerFacts(url, { origin }, this.life.signal);
    return this.#facts;
  }

  async keep(server: Started, data: string): Promise<string | null> {
    await server.stop("clean");
    return (await readdir(data)).length > 0 ? data : null;
  }

  async throwAway(server: Started, data: string): Promise<void> {
    await server.stop("at once");
    await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#running].map((server) => server.stop("at once")));
  }

  async start(data: string): Promise<Started> {
    this.life.signal.throwIfAborted();
    const folder = await this.life.folder();
    const variables = { PLUMBLINE_PORT: String(await freePort()), PLUMBLINE_DATA: data };
    const url = fillIn(this.#options.url, variables);
    if (await accepts(url, this.life.signal).catch(() => true)) {
      this.life.signal.throwIfAborted();
      throw taken(url);
    }
    const group = await ProcessGroup.start({
      command: this.#options.start,
      cwd: this.#options.tree,
      env: this.#environment(variables),
      logFile: `${data}.log`,
    });
    const forget = folder.killAtExit(() => {
      group.signal("SIGKILL");
      signalOrphans(data, "SIGKILL");
    });
    let stopping: Promise<void> | undefined;
    let leftBehind = false;
    const server: Started = {
      url,
      group,
      /** A start command that left its server behind has no process tree to follow. */
      get pid() {
        return group.exitCode === null ? group.pid : null;
      },
      // A start command that left its server behind ended well, and says nothing of it.
      crashReport: () =>
        findCrash({
          logFile: group.logFile,
          folder: data,
          ending: () => (leftBehind ? null : group.ending),
          keep: this.#options.keep,
          secrets: this.#secrets(),
        }),
      stop: (how) => {
        stopping ??= this.#stop(server, how, `${data}.stop.log`, variables).finally(forget);
        return stopping;
      },
    };
    this.#running.add(server);
    try {
      await this.#waitUntilUp(server);
      leftBehind = group.exitCode !== null;
      return server;
    } catch (error) {
      await server.stop("at once").catch(() => undefined);
      throw error;
    }
  }

  async #waitUntilUp({ url, group, crashReport }: Started): Promise<void> {
    const limit = this.#options.startLimitMs ?? START_LIMIT_MS;
    const left = timeLeft(limit);
    while (!(await accepts(url, this.life.signal))) {
      this.life.signal.throwIfAborted();
      const hasFailed = group.exitCode !== null && group.exitCode !== 0;
      if (!hasFailed && left() > 0) {
        await sleep(POLL_MS);
        continue;
      }
      const what = hasFailed
        ? `the start command ended with ${group.ending}`
        : `the server accepts no connections ${limit / 1000} s after its start command`;
      const words = (await crashReport())?.traces ?? (await this.#lastWords(group.logFile));
      throw new PlumblineError("target", `${what}; ${words}`, {
        remedy: hasFailed
          ? "let database.deploy.command.start start the server on 127.0.0.1:$PLUMBLINE_PORT with its data in $PLUMBLINE_DATA"
          : `check that the server listens at ${fillIn(this.#options.url, { PLUMBLINE_PORT: "$PLUMBLINE_PORT", PLUMBLINE_DATA: "" })}, with that user and database`,
      });
    }
  }

  /** SIGQUIT means "stop now, write nothing" to PostgreSQL alone: others dump their core, or their threads and run on. */
  #endingSignal(how: "clean" | "at once"): NodeJS.Signals {
    return how === "at once" && this.#facts?.product === "PostgreSQL" ? "SIGQUIT" : "SIGTERM";
  }

  /** A clean stop leaves data that can be copied; at once is for data that is thrown away. */
  async #stop(server: Started, how: "clean" | "at once", log: string, variables: Variables): Promise<void> {
    this.#running.delete(server);
    const { group } = server;
    const data = variables.PLUMBLINE_DATA;
    try {
      if (this.#options.stop !== undefined) await this.#runToEnd("stop", this.#options.stop, log, variables);
      else {
        const signal = this.#endingSignal(how);
        signalOrphans(data, signal, group.pid);
        group.signal(signal);
      }
      if ((await this.#hasStopped(server, how, data)) || how === "at once") return;
      throw await this.#stillThere(server);
    } finally {
      await group.end();
      signalOrphans(data, "SIGKILL");
    }
  }

  /** True if all that the start command started has ended, in its group or not; a server out of sight must not answer any more. */
  async #hasStopped({ group, url }: Started, how: "clean" | "at once", data: string): Promise<boolean> {
    const left = timeLeft(this.#options.stopLimitMs ?? STOP_LIMIT_MS[how]);
    if (!(await group.gone(left()))) return false;
    const isGone = async () =>
      findOrphans(data).length === 0 && (how === "at once" || !(await accepts(url, null).catch(() => true)));
    return (await until(isGone, { limitMs: left(), pollMs: POLL_MS })) !== null;
  }

  async #stillThere({ group }: Started): Promise<PlumblineError> {
    const { stop, stopLimitMs = STOP_LIMIT_MS.clean } = this.#options;
    const after = stop === undefined ? "" : " after the stop command had ended";
    const words = await this.#lastWords(group.logFile);
    return new PlumblineError(
      "target",
      `the server did not stop within ${stopLimitMs / 1000} s${after}; ${words}`,
      {
        remedy:
          stop === undefined
            ? "give database.deploy.command a stop command, or let the server end on SIGTERM: its data is copied"
            : "let database.deploy.command.stop end the server, and wait until it has ended: its data is copied",
      },
    );
  }

  async #runToEnd(
    name: "build" | "stop",
    command: string,
    logFile: string,
    variables: NodeJS.ProcessEnv,
  ): Promise<void> {
    const group = await ProcessGroup.start({
      command,
      cwd: this.#options.tree,
      env: this.#environment(variables),
      logFile,
    });
    try {
      const { limitMs, signal, slow } = this.#patience(name);
      const code = await group.finish(limitMs, signal);
      if (code === 0) return;
      const how =
        code === null
          ? `did not end within ${limitMs / 1000} s`
          : `ended with ${group.ending ?? `exit code ${code}`}`;
      const words = await this.#lastWords(logFile, this.#kept(name));
      throw new PlumblineError("target", `the ${name} command ${how}; ${words}`, {
        remedy: code === null ? slow : `run it in ${this.#options.tree}: ${command}`,
      });
    } finally {
      await group.end();
    }
  }

  async #lastWords(logFile: string, keep = this.#options.keep): Promise<string> {
    return await lastWords(logFile, keep, this.#secrets());
  }

  /** The commands get Plumbline's own environment too, and may print it. */
  #secrets(): readonly string[] {
    return secretsOf(this.#environment({}), this.#options.url);
  }

  /** Path for a command's log: next to the server's log, not over it. */
  #kept(name: "build" | "stop"): string | undefined {
    const { keep } = this.#options;
    return keep === undefined ? undefined : `${keep}-${name}`;
  }

  /** A stop command runs when all else is over: no signal ends it. */
  #patience(
    name: "build" | "stop",
  ): Readonly<{ limitMs: number; signal: AbortSignal | undefined; slow: string }> {
    const { buildLimitMs = BUILD_LIMIT_MS, startLimitMs = START_LIMIT_MS } = this.#options;
    return name === "build"
      ? {
          limitMs: buildLimitMs,
          signal: this.life.signal,
          slow: "give it more time (database.deploy.command.build-timeout), or less to do: a cache of compiled files, more jobs",
        }
      : {
          limitMs: startLimitMs,
          signal: undefined,
          slow: "give it more time (database.deploy.command.timeout), or see what it waits for",
        };
  }

  #environment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { ...process.env, ...this.#options.env, ...variables };
  }
}

/** Its answers would be taken for those of the server that is started next, which may be the other arm's. */
function taken(url: string): PlumblineError {
  return new PlumblineError(
    "target",
    `a server answers at ${serverAddress(url)} before the start command was run`,
    {
      remedy:
        "end it, or let database.deploy.command.start listen on $PLUMBLINE_PORT, a port that is free, and url name that",
    },
  );
}
