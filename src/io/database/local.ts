/** A fresh PostgreSQL cluster per session, from the binaries of this machine and a copy of the loaded data. */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { localeText } from "../../config/locale.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import { redact } from "../../model/secrets.ts";
import { formatDuration, plural } from "../../text/units.ts";
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
import { type Identity, installationIdentity } from "./postgres/installation-identity.ts";
import { type FilledCluster, type Keeping, LoadedClusters } from "./postgres/loaded-clusters.ts";
import type { ServerPrograms } from "./postgres/one-origin.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { serverOwner } from "./postgres/server-owner.ts";
import { serverSettings } from "./postgres/settings.ts";
import { emptyUnusedWal } from "./postgres/unused-wal.ts";
import { applySteps, assureTables, type Surroundings } from "./setup/apply.ts";
import { isKnown, isLasting, isOfDay, type Layers, layersOf, stepKey } from "./setup/layers.ts";
import { isSql, type PreparedStep, readSetup, type Setup, type SetupCommand } from "./setup/steps.ts";
import { isUnfitSetup } from "./setup/unfit.ts";
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
    /** Seconds from which on a command without inputs is named; default: half a minute. */
    slowSeconds?: number;
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
function loadGroups(plans: readonly LoadPlan[]): Filling["groups"] {
  const filled = plans.filter(({ isEmpty }) => isEmpty !== true).map((plan) => ({ plan, copies: [] }));
  const [plan, ...copies] = plans.filter(({ isEmpty }) => isEmpty === true);
  return plan === undefined ? filled : [...filled, { plan, copies }];
}

/** Key of what comes of these parts. What reads the clock belongs to the day on which it was made. */
function keyOf(parts: readonly unknown[], day: string, steps: readonly PreparedStep[]): string {
  return createHash("sha256")
    .update(JSON.stringify([parts, steps.map(stepKey), steps.some(isOfDay) ? day : null]))
    .digest("hex");
}

/** A filled cluster, and the steps that were done to it. */
type Layer = Readonly<{ cluster: FilledCluster; done: readonly PreparedStep[] }>;

/** Seconds from which on a command that is run each time is worth a sentence. */
const SLOW_SECONDS = 30;

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
    const setup = await readSetup(tree, this.#options.setup);
    const layers = await this.#layers(setup);
    const named = bin === undefined ? null : path.resolve(tree, bin);
    this.#installation = {
      bin:
        (named === null ? found?.bin : undefined) ??
        (await postgresBinaries({ bin: named, version }, report, this.#life.signal)),
      owner: serverOwner(),
      password: this.#loaded.password,
    };
    const identity = await installationIdentity(this.#installation.bin, this.#installation.owner);
    this.#known = this.#knownOf(identity);
    const filling: Filling = { plans, groups: loadGroups(plans), report, identity };
    const { bin: programs, owner } = this.#installation;
    const program = identity?.hash ?? programs;
    const server = [program, owner?.uid ?? null, this.#shaping(), plans, this.#generatorOf(plans)];
    const { before, after } = setup;
    const cluster = await this.#loaded.get(
      keyOf(server, this.#loaded.day, before),
      (dataDir, folder) => this.#load(dataDir, folder, filling, before, load),
      this.#keeping(filling, before),
    );
    const loaded = { cluster, done: before };
    // What a command does that does not name its inputs cannot be known, and so not be shared.
    const own = after.findIndex((step) => !isKnown(step));
    const known = own < 0 ? after : after.slice(0, own);
    const shared =
      (await this.#onTop(loaded, layers, filling)) ?? (await this.#extended(loaded, known, filling));
    const { dataDir } = shared.cluster;
    this.#template = own < 0 ? dataDir : await this.#extendOwn(dataDir, filling, after.slice(own));
  }

  /** Base's list and what head adds to it; null where there is no such, or it makes no difference. */
  async #layers(head: Setup): Promise<Exclude<Layers, string> | null> {
    const { baseTree, setup, note } = this.#options;
    // A base whose files are refused is none, and its own preparation says so.
    const base = baseTree === undefined ? null : await readSetup(baseTree, setup).catch(() => null);
    const layers = base === null ? null : layersOf(base, head);
    if (typeof layers !== "string") return layers;
    note?.(
      `head is set up from the start, not on top of base: ${layers} (rows that both have are loaded twice)`,
    );
    return null;
  }

  /** Head's additions on base's database; null where there are none, or base cannot be set up. */
  async #onTop(
    loaded: Layer,
    layers: Exclude<Layers, string> | null,
    filling: Filling,
  ): Promise<Layer | null> {
    if (layers === null) return null;
    const base = await this.#extended(loaded, layers.common, filling).catch((error: unknown) => {
      if (isUnfitSetup(error)) return null;
      throw error;
    });
    return base === null ? null : await this.#extended(base, layers.added, filling);
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

  /** A cluster with more steps done: the other arm's, or an earlier run's, as far as those have the same. */
  async #extended(from: Layer, steps: readonly PreparedStep[], filling: Filling): Promise<Layer> {
    const upTo = (count: number) => {
      const [some, done] = [steps.slice(0, count), [...from.done, ...steps.slice(0, count)]];
      const key = keyOf([from.cluster.id], this.#loaded.day, some);
      return { key, done, keeping: this.#keeping(filling, done) };
    };
    let nearest = from.cluster;
    let count = steps.length;
    for (; count > 0; count--) {
      const { key, keeping } = upTo(count);
      const found = await this.#loaded.find(key, keeping);
      if (found === null) continue;
      nearest = found;
      break;
    }
    const { key, done, keeping } = upTo(steps.length);
    if (count === steps.length) return { cluster: nearest, done };
    const fill = (dataDir: string, folder: WorkFolder) =>
      this.#extend(nearest.dataDir, dataDir, folder, filling, steps.slice(count));
    return { cluster: await this.#loaded.get(key, fill, keeping), done };
  }

  /** Settings that loaded files may depend on: how many may connect is none of them. */
  #shaping(): Readonly<Record<string, string>> {
    const { max_connections: _, ...rest } = this.#given();
    return rest;
  }

  /** Load generators differ in nothing where they load nothing. */
  #generatorOf(plans: readonly LoadPlan[]): string | null {
    return plans.every(({ isEmpty }) => isEmpty === true) ? null : (this.#options.generator ?? null);
  }

  /** Settings with the locale, which is none of postgresql.conf, and decides as much. */
  #given(): Readonly<Record<string, string>> {
    const { locale } = this.#options;
    const text = locale === undefined ? null : localeText(locale);
    return text === null ? this.#settings : { ...this.#settings, locale: text };
  }

  /** Null where the same key may mean other data: commands without inputs, SQL that reads more than its own text, programs that cannot be told apart. */
  #keeping({ plans, identity, report }: Filling, steps: readonly PreparedStep[]): Keeping | null {
    if (identity === null || this.#options.generator === undefined || !steps.every(isLasting)) return null;
    const made = plans.map(({ workload, options }) => {
      const { "rand-seed": _, ...said } = options;
      return [workload, ...Object.entries(said).map(([name, value]) => `${name}=${value}`)].join(" ");
    });
    const commands = steps.flatMap((step) => (isSql(step) ? [] : [redact(step.command)]));
    const files = steps.length - commands.length;
    const done = [...(files === 0 ? [] : [plural(files, "file")]), ...commands];
    const setup = done.length === 0 ? [] : [`set-up of ${done.join(", ")}`];
    const about = [identity.version, ...made, ...setup].join("; ");
    const isEmpty = steps.length === 0 && plans.every((plan) => plan.isEmpty === true);
    return { about, isEmpty, report, signal: this.#life.signal };
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
        await applySteps(before, { url }, { ...this.#around(folder), report });
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
        await applySteps(steps, { url: server.url(plan.database) }, { ...this.#around(folder), report: say });
        await assureTables(steps, server.url(plan.database), this.#life.signal);
      }
      await this.#settle(server, groups);
    });
  }

  #around(folder: WorkFolder): Omit<Surroundings, "report"> {
    const { note, slowSeconds = SLOW_SECONDS } = this.#options;
    const timed = ({ command, inputs }: SetupCommand, seconds: number) => {
      if (inputs !== undefined || seconds < slowSeconds) return;
      note?.(
        `database.setup: \`${command}\` took ${formatDuration(seconds)}, for each arm and in each check: with \`inputs\`, the files that it reads, it runs once while those stay the same`,
      );
    };
    return { folder, timed, signal: this.#life.signal };
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
