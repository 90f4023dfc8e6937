/** A fresh PostgreSQL cluster per session, from the binaries of this machine and a copy of the loaded data. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { localeText } from "../../config/locale.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import { plural } from "../../text/units.ts";
import { memoryLimit } from "../host/machine.ts";
import { Lifetime, prepared } from "./lifetime.ts";
import { copyFolder } from "./place/copy-folder.ts";
import { orCrashError } from "./place/crash-report.ts";
import { FolderCopies } from "./place/folder-copies.ts";
import { WorkFolder } from "./place/work-folder.ts";
import { postgresBinaries } from "./postgres/binaries.ts";
import {
  type Installation,
  initCluster,
  type RunningCluster,
  type StopMode,
  startCluster,
} from "./postgres/cluster.ts";
import { embeddedPackage } from "./postgres/embedded-binaries.ts";
import { type Identity, identityOf } from "./postgres/installation-identity.ts";
import { type Keeping, LoadedClusters } from "./postgres/loaded-clusters.ts";
import type { ServerPrograms } from "./postgres/one-origin.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { serverOwner } from "./postgres/server-owner.ts";
import { serverSettings } from "./postgres/settings.ts";
import { emptyUnusedWal } from "./postgres/unused-wal.ts";
import { applySteps, assureTables } from "./setup/apply.ts";
import { readsClock, readsOutside } from "./setup/outside.ts";
import { isSql, type PreparedStep, readSetup } from "./setup/steps.ts";
import { withWorker } from "./sql/alive.ts";
import { createDatabase, dropDatabase } from "./sql/databases.ts";
import { settle } from "./sql/statistics.ts";
import type { Loader, Said, Server, Target, TargetOptions } from "./target.ts";

export type LocalOptions = TargetOptions &
  Said<"local"> &
  Readonly<{
    /** Programs of the version, if they were looked for already; `bin` goes before them. */
    found?: ServerPrograms | undefined;
    /** Origin of a `bin` in the tree; any other was named for this target. Default: named, too. */
    origin?: "tree" | "named";
    /** Connections that the workloads open at once. */
    connections: number;
    /** Clusters shared by both arms, which then load once. */
    loaded?: LoadedClusters | undefined;
    /** Tells programs that load other rows apart; undefined: what was loaded is not kept for other invocations. */
    generator?: string | undefined;
    /** Milliseconds until a server must accept connections; default: postgres/cluster.ts's. */
    startLimitMs?: number | undefined;
  }>;

/** @throws PlumblineError of kind "usage" for settings that are not the user's to choose */
export function createLocalTarget(options: LocalOptions): Target {
  return new LocalTarget(options);
}

/** Plans that fill the databases of a cluster. */
type Filling = Readonly<{
  plans: readonly LoadPlan[];
  /** Databases that are filled, and those that are copies of them. */
  groups: readonly Readonly<{ plan: LoadPlan; copies: readonly LoadPlan[] }>[];
  report: (what: string) => void;
  /** Identity of the installation; null: it cannot be told from others. */
  identity: Identity | null;
}>;

/** Plans without tables of the load generator differ in nothing: the set-up runs once for them, and is copied. */
function groupsOf(plans: readonly LoadPlan[]): Filling["groups"] {
  const filled = plans.filter(({ isEmpty }) => isEmpty !== true).map((plan) => ({ plan, copies: [] }));
  const [plan, ...copies] = plans.filter(({ isEmpty }) => isEmpty === true);
  return plan === undefined ? filled : [...filled, { plan, copies }];
}

/**
 * Key of a cluster by all that fills it; steps with commands name their tree, and so their arm. What reads the clock belongs to the
 * day on which it was made.
 */
function keyOf(
  server: readonly unknown[],
  day: string,
  ...steps: readonly (readonly PreparedStep[])[]
): string {
  const isOfDay = steps.flat().some((step) => isSql(step) && readsClock(step.sql));
  return createHash("sha256")
    .update(JSON.stringify([server, steps, isOfDay ? day : null]))
    .digest("hex");
}

const NEVER = () => Promise.reject(new PlumblineError("internal", "a cluster that was filled is gone"));

class LocalTarget implements Target {
  readonly fresh = true;
  readonly #options: LocalOptions;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #loaded: LoadedClusters;
  readonly #life: Lifetime;
  readonly #copies: FolderCopies;
  readonly #servers = new Set<RunningCluster>();
  #installation: Installation | undefined;
  #template: string | undefined;
  #facts: ServerFacts | undefined;
  #known: Parameters<typeof readServerFacts>[1] = { origin: "installed" };

  constructor(options: LocalOptions) {
    this.#options = options;
    const { settings, connections } = options;
    this.#settings = serverSettings(settings, { connections, memoryBytes: memoryLimit() });
    this.#life = new Lifetime(options.signal, () => WorkFolder.open(serverOwner()));
    this.#copies = new FolderCopies(this.#life.signal);
    this.#loaded = options.loaded ?? new LoadedClusters();
    this.#loaded.join();
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const { bin, version = null, tree, found } = this.#options;
    const { before, after } = await readSetup(tree, this.#options.setup);
    const named = bin === undefined ? null : path.resolve(tree, bin);
    this.#installation = {
      bin:
        (named === null ? found?.bin : undefined) ??
        (await postgresBinaries({ bin: named, version }, report, this.#life.signal)),
      owner: serverOwner(),
      password: this.#loaded.password,
    };
    const identity = await identityOf(this.#installation.bin, this.#installation.owner);
    this.#known = this.#knownOf(identity);
    const filling: Filling = { plans, groups: groupsOf(plans), report, identity };
    const { bin: programs, owner } = this.#installation;
    const program = identity?.hash ?? programs;
    const { day } = this.#loaded;
    const server = [program, owner?.uid ?? null, this.#shaping(), plans, this.#options.generator ?? null];
    const loaded = await this.#loaded.get(
      keyOf(server, day, before),
      (dataDir, folder) => this.#load(dataDir, folder, filling, before, load),
      this.#keeping(filling, before),
    );
    // What a command does to a database cannot be known, and so not be shared.
    const own = after.findIndex((step) => !isSql(step));
    const known = own < 0 ? after : after.slice(0, own);
    const shared = await this.#share(
      loaded,
      filling,
      known,
      (steps) => keyOf(server, day, before, steps),
      this.#keeping(filling, [...before, ...known]),
    );
    this.#template = own < 0 ? shared : await this.#extendOwn(shared, filling, after.slice(own));
  }

  /** Origin and identity of its programs. */
  #knownOf(identity: Identity | null): Parameters<typeof readServerFacts>[1] {
    const { bin, found, origin = "named" } = this.#options;
    const programs = identity === null ? {} : { programs: `sha256:${identity.program}` };
    if (bin !== undefined) return { origin: path.isAbsolute(bin) ? "named" : origin, ...programs };
    const mixed = found?.mixed === undefined ? {} : { mixed: found.mixed };
    const packager = embeddedPackage(this.#installation!.bin);
    if (packager === null) return { origin: "installed", ...programs, ...mixed };
    return { origin: "npm", packager, ...programs, ...mixed };
  }

  /** The loaded cluster with SQL files applied: the other arm's, where it has the same, as far as it has the same. */
  async #share(
    loaded: string,
    filling: Filling,
    steps: readonly PreparedStep[],
    key: (steps: readonly PreparedStep[]) => string,
    keeping: Keeping | null,
  ): Promise<string> {
    if (steps.length === 0) return loaded;
    let done = steps.length;
    while (done > 0 && !this.#loaded.has(key(steps.slice(0, done)))) done -= 1;
    const from = done === 0 ? loaded : await this.#loaded.get(key(steps.slice(0, done)), NEVER);
    if (done === steps.length) return from;
    return await this.#loaded.get(
      key(steps),
      (dataDir, folder) => this.#extend(from, dataDir, folder, filling, steps.slice(done)),
      keeping,
    );
  }

  /** Settings that loaded files may depend on: how many may connect is none of them. */
  #shaping(): Readonly<Record<string, string>> {
    const { max_connections: _, ...rest } = this.#given();
    return rest;
  }

  /** Settings with the locale, which is none of postgresql.conf, and decides as much. */
  #given(): Readonly<Record<string, string>> {
    const { locale } = this.#options;
    const text = locale === undefined ? null : localeText(locale);
    return text === null ? this.#settings : { ...this.#settings, locale: text };
  }

  /** Null where the same key may mean other data: commands, SQL that reads more than its own text, programs that cannot be told apart. */
  #keeping({ plans, identity, report }: Filling, steps: readonly PreparedStep[]): Keeping | null {
    const isKnown = steps.every((step) => isSql(step) && !readsOutside(step.sql));
    if (identity === null || this.#options.generator === undefined || !isKnown) return null;
    const made = plans.map(({ workload, options }) => {
      const { "rand-seed": _, ...said } = options;
      return [workload, ...Object.entries(said).map(([name, value]) => `${name}=${value}`)].join(" ");
    });
    const files = steps.length === 0 ? [] : [`set-up of ${plural(steps.length, "file")}`];
    return { about: [identity.version, ...made, ...files].join("; "), report, signal: this.#life.signal };
  }

  async copyAhead(index: number): Promise<void> {
    const template = prepared(this.#template, "copyAhead");
    await this.#copies.begin(template, (await this.#life.folder()).file(`session-${index}`));
  }

  async openSession(index: number): Promise<Server> {
    const template = prepared(this.#template);
    const folder = await this.#life.folder();
    const dataDir = folder.file(`session-${index}`);
    await this.#copies.take(template, dataDir);
    let server = await this.#start(dataDir, folder);
    this.#facts ??= await readServerFacts(server.url("postgres"), this.#known, this.#life.signal);
    const restart = async () => {
      await this.#stop(server, "fast");
      server = await this.#start(dataDir, folder, server.port);
    };
    const throwAway = async () => {
      await this.#stop(server, "immediate");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    };
    return {
      ...this.#facts,
      pid: server.pid,
      settings: this.#given(),
      url: (plan) => server.url(plan.database),
      crashReport: () => server.crashReport(),
      restart,
      stop: throwAway,
    };
  }

  close(): Promise<void> {
    return this.#life.end(async () => {
      await Promise.allSettled([...this.#servers].map((server) => this.#stop(server, "immediate")));
      await this.#copies.ended();
      await this.#loaded.leave();
    });
  }

  async #load(
    dataDir: string,
    folder: WorkFolder,
    filling: Filling,
    before: readonly PreparedStep[],
    load: Loader,
  ): Promise<void> {
    const { plans, groups, report } = filling;
    report("making a cluster");
    await initCluster(this.#installation!, dataDir, this.#life.signal, this.#options.locale);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const { database } of plans)
        await createDatabase(server.url("postgres"), database, this.#life.signal);
      for (const { plan } of groups) {
        const url = server.url(plan.database);
        await applySteps(before, { url }, { folder, report, signal: this.#life.signal });
        await load(plan, url);
      }
      if (before.length > 0) await this.#settle(server, groups);
    });
  }

  async #extendOwn(from: string, filling: Filling, steps: readonly PreparedStep[]): Promise<string> {
    const folder = await this.#life.folder();
    const template = folder.file("template");
    await this.#extend(from, template, folder, filling, steps);
    return template;
  }

  /** A copy of a filled cluster with more steps of the set-up done. */
  async #extend(
    from: string,
    dataDir: string,
    folder: WorkFolder,
    { groups, report }: Filling,
    steps: readonly PreparedStep[],
  ): Promise<void> {
    await copyFolder(from, dataDir, this.#life.signal);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const { plan } of groups) {
        const say = (what: string) => report(groups.length === 1 ? what : `${what} (${plan.database})`);
        await applySteps(
          steps,
          { url: server.url(plan.database) },
          { folder, report: say, signal: this.#life.signal },
        );
        await assureTables(steps, server.url(plan.database), this.#life.signal);
      }
      await this.#settle(server, groups);
    });
  }

  /** Leaves tables as a load does: statistics and visibility maps of what changed, copies made, nothing left to write back. */
  async #settle(server: RunningCluster, groups: Filling["groups"]): Promise<void> {
    const any = server.url("postgres");
    const { signal } = this.#life;
    for (const { plan, copies } of groups) {
      await settle(server.url(plan.database), signal);
      for (const { database } of copies) {
        await dropDatabase(any, database, signal);
        await createDatabase(any, database, signal, plan.database);
      }
    }
    await withWorker(any, { what: "to write everything back", signal }, (ask) => ask("CHECKPOINT"));
  }

  /** Starts a server, lets `work` use it, and stops it so that its folder can be copied. */
  async #whileRunning(
    dataDir: string,
    folder: WorkFolder,
    work: (server: RunningCluster) => Promise<void>,
  ): Promise<void> {
    const server = await this.#start(dataDir, folder);
    try {
      await work(server);
    } catch (error) {
      const cause = this.#life.signal.aborted ? error : await orCrashError(error, server);
      await this.#stop(server, "immediate");
      throw cause;
    }
    await this.#stop(server, "fast");
    await emptyUnusedWal(dataDir);
  }

  async #start(dataDir: string, folder: WorkFolder, port?: number): Promise<RunningCluster> {
    this.#life.signal.throwIfAborted();
    const server = await startCluster({
      installation: this.#installation!,
      dataDir,
      folder,
      settings: this.#settings,
      keep: this.#options.keep,
      startLimitMs: this.#options.startLimitMs,
      port,
      signal: this.#life.signal,
    });
    this.#servers.add(server);
    // close() may have come while the server was starting, and did not see it.
    if (this.#life.signal.aborted) {
      await this.#stop(server, "immediate");
      this.#life.signal.throwIfAborted();
    }
    return server;
  }

  async #stop(server: RunningCluster, mode: StopMode): Promise<void> {
    this.#servers.delete(server);
    await server.stop(mode);
  }
}
