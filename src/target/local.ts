/** A fresh PostgreSQL cluster per session, from the binaries of this machine and a copy of the loaded data. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";
import type { LoadPlan } from "../model/load-plan.ts";
import { copyFolder } from "./place/copy-folder.ts";
import { WorkFolder } from "./place/work-folder.ts";
import { postgresBinaries } from "./postgres/binaries.ts";
import {
  type Installation,
  initCluster,
  type RunningCluster,
  type StopMode,
  startCluster,
} from "./postgres/cluster.ts";
import { LoadedClusters } from "./postgres/loaded-clusters.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { serverOwner } from "./postgres/server-owner.ts";
import { memoryBytes, type SettingValue, serverSettings } from "./postgres/settings.ts";
import { withClient } from "./sql/connect.ts";
import { createDatabase } from "./sql/databases.ts";
import { applySetup, readSetup, type SetupFile } from "./sql/setup-sql.ts";
import type { Loader, Server, Target } from "./target.ts";

export type LocalOptions = Readonly<{
  /** Folder with initdb and postgres, relative to the tree; default: this machine's PostgreSQL. */
  bin?: string | undefined;
  /** Major version of PostgreSQL; default: any. */
  version?: number | undefined;
  /** Over Plumbline's own (settings.ts). */
  settings: Readonly<Record<string, SettingValue>>;
  /** Globs of SQL files that are applied after the load, relative to the tree. */
  setup: readonly string[];
  /** Source tree of the arm. */
  tree: string;
  /** Connections that the workloads open at once. */
  connections: number;
  /** Given to both arms, they load once. */
  loaded?: LoadedClusters | undefined;
  /** Ends preparing and starting early. */
  signal?: AbortSignal | undefined;
}>;

/** @throws PlumblineError of kind "usage" for settings that are not the user's to choose */
export function createLocalTarget(options: LocalOptions): Target {
  return new LocalTarget(options);
}

class LocalTarget implements Target {
  readonly fresh = true;
  readonly #options: LocalOptions;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #loaded: LoadedClusters;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #servers = new Set<RunningCluster>();
  #folder: Promise<WorkFolder> | undefined;
  #installation: Installation | undefined;
  #template: string | undefined;
  #facts: ServerFacts | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: LocalOptions) {
    this.#options = options;
    const { settings, connections } = options;
    this.#settings = serverSettings(settings, { connections, memoryBytes: memoryBytes() });
    this.#signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])]);
    this.#loaded = options.loaded ?? new LoadedClusters();
    this.#loaded.join();
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const { bin, version = null, tree, setup } = this.#options;
    const files = await readSetup(tree, setup);
    const named = bin === undefined ? null : path.resolve(tree, bin);
    this.#installation = {
      bin: await postgresBinaries({ bin: named, version }, report),
      owner: serverOwner(),
      password: this.#loaded.password,
    };
    const key = JSON.stringify([this.#installation.bin, this.#settings, plans]);
    const loaded = await this.#loaded.get(key, (dataDir, folder) =>
      this.#load(dataDir, folder, plans, load, report),
    );
    this.#template = files.length === 0 ? loaded : await this.#setUp(loaded, plans, files, report);
  }

  async openSession(index: number): Promise<Server> {
    if (this.#template === undefined) throw new PlumblineError("internal", "openSession before prepare");
    const folder = await this.#ownFolder();
    const dataDir = folder.file(`session-${index}`);
    await copyFolder(this.#template, dataDir, serverOwner(), this.#signal);
    const server = await this.#start(dataDir, folder);
    this.#facts ??= await readServerFacts(server.url("postgres"));
    const throwAway = async () => {
      await this.#stop(server, "immediate");
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    };
    return {
      ...this.#facts,
      pid: server.pid,
      settings: this.#settings,
      url: (plan) => server.url(plan.database),
      stop: throwAway,
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#servers].map((server) => this.#stop(server, "immediate")));
    await (await this.#folder?.catch(() => undefined))?.remove();
    await this.#loaded.leave();
  }

  async #load(
    dataDir: string,
    folder: WorkFolder,
    plans: readonly LoadPlan[],
    load: Loader,
    report: (what: string) => void,
  ): Promise<void> {
    report("making a cluster");
    await initCluster(this.#installation!, dataDir, this.#signal);
    await this.#whileRunning(dataDir, folder, async (server) => {
      for (const plan of plans) {
        report(`loading ${plan.database}`);
        await createDatabase(server.url("postgres"), plan.database);
        await load(plan, server.url(plan.database));
      }
    });
  }

  /** A copy of the loaded cluster with the arm's own set-up SQL applied: the template of its sessions. */
  async #setUp(
    loaded: string,
    plans: readonly LoadPlan[],
    files: readonly SetupFile[],
    report: (what: string) => void,
  ): Promise<string> {
    const folder = await this.#ownFolder();
    const template = folder.file("template");
    await copyFolder(loaded, template, serverOwner(), this.#signal);
    await this.#whileRunning(template, folder, async (server) => {
      for (const { database } of plans) {
        report(`applying the set-up SQL to ${database}`);
        await applySetup(server.url(database), files);
        // As the load left it: statistics and visibility map of the changed tables, nothing left to write back.
        await withClient(server.url(database), (client) => client.query("VACUUM (ANALYZE)"));
      }
      await withClient(server.url("postgres"), (client) => client.query("CHECKPOINT"));
    });
    return template;
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
      await this.#stop(server, "immediate");
      throw error;
    }
    await this.#stop(server, "fast");
  }

  async #start(dataDir: string, folder: WorkFolder): Promise<RunningCluster> {
    this.#signal.throwIfAborted();
    const server = await startCluster({
      installation: this.#installation!,
      dataDir,
      folder,
      settings: this.#settings,
      signal: this.#signal,
    });
    this.#servers.add(server);
    // close() may have come while the server was starting, and did not see it.
    if (this.#signal.aborted) {
      await this.#stop(server, "immediate");
      this.#signal.throwIfAborted();
    }
    return server;
  }

  async #stop(server: RunningCluster, mode: StopMode): Promise<void> {
    this.#servers.delete(server);
    await server.stop(mode);
  }

  async #ownFolder(): Promise<WorkFolder> {
    this.#folder ??= WorkFolder.open(serverOwner());
    return await this.#folder;
  }
}
