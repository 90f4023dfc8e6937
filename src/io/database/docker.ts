/** A server in a container of docker or podman: a new one for each session. */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { SetupStep } from "../../config/schema.ts";
import type { Build, BuildOrigin } from "../../model/build.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import { secretsOf } from "../../model/secrets.ts";
import { Containers, type Place } from "./docker/containers.ts";
import { assureCpus, ofCpus } from "./docker/cpus.ts";
import { fillIn } from "./place/fill-in.ts";
import { lastWords, orRemains, type Remains, remainsOf } from "./place/remains.ts";
import { WorkFolder } from "./place/work-folder.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { fillServer } from "./setup/fill-server.ts";
import { readSetup } from "./setup/steps.ts";
import { accepts } from "./sql/connect.ts";
import { parseConnectionUrl } from "./sql/connection-url.ts";
import { LoadedTables } from "./sql/loaded-tables.ts";
import type { PlanDatabases } from "./sql/plan-databases.ts";
import type { Loader, Server, Target } from "./target.ts";

export type DockerOptions = Readonly<{
  /** "docker", "podman", or a path. */
  program: string;
  image: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Of an image that was made on this machine; default: named for this target alone. */
  origin?: BuildOrigin;
  /** That the server listens on, inside. */
  port: number;
  /** $PLUMBLINE_HOST and $PLUMBLINE_PORT are filled in. */
  url: string;
  /** Folder inside that has all data; without it each session loads its own. */
  data?: string | undefined;
  cpus?: string | undefined;
  memory?: string | undefined;
  "shm-size"?: string | undefined;
  /** Until it accepts connections. */
  startLimitMs: number;
  setup: readonly SetupStep[];
  tree: string;
  /** Where the log of a server that dies is kept (place/remains.ts). */
  keep?: string | undefined;
  signal?: AbortSignal | undefined;
}>;

const POLL_MS = 100;
const NOT_ALL_DATA =
  "let database.deploy.docker.data name the folder inside that has all of the server's data, or take it away: each session then loads its own";

/** @throws PlumblineError of kind "usage" where the URL is none */
export function createDockerTarget(options: DockerOptions): Target {
  parseConnectionUrl(filled(options.url, { host: "127.0.0.1", port: 1 }));
  return new DockerTarget(options);
}

function filled(url: string, { host, port }: Place): string {
  return fillIn(url, { PLUMBLINE_HOST: host, PLUMBLINE_PORT: String(port) });
}

type Running = Readonly<{
  id: string;
  url: string;
  pid: number | null;
  remains: () => Promise<Remains | null>;
}>;

type Prepared = Readonly<{
  /** Volume with the loaded data, or null: each session loads its own. */
  template: string | null;
  databases: PlanDatabases;
  tables: LoadedTables;
  fill: (server: Running, report: (what: string) => void) => Promise<PlanDatabases>;
}>;

class DockerTarget implements Target {
  readonly fresh = true;
  readonly #options: DockerOptions;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #engine: Containers;
  #folder: Promise<WorkFolder> | undefined;
  #prepared: Prepared | undefined;
  #facts: ServerFacts | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: DockerOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])]);
    this.#engine = new Containers(options.program, this.#signal);
  }

  async prepare(plans: readonly LoadPlan[], load: Loader, report: (what: string) => void): Promise<void> {
    const setup = await readSetup(this.#options.tree, this.#options.setup);
    const folder = await this.#ownFolder();
    await this.#engine.sweep();
    const fill: Prepared["fill"] = (server, say) =>
      fillServer(server.url, plans, load, setup, { folder, report: say, signal: this.#signal });
    report(`starting a container of ${this.#options.image}`);
    const template = this.#options.data === undefined ? null : await this.#volume();
    const server = await this.#start(template);
    const databases = await this.#orRemains(fill(server, report), server);
    const tables = await LoadedTables.read(plans, databases, server.url);
    if (template !== null) await this.#engine.stopCleanly(server.id);
    await this.#remove(server.id, null);
    this.#prepared = { template, databases, tables, fill };
  }

  async openSession(): Promise<Server> {
    if (this.#prepared === undefined) throw new PlumblineError("internal", "openSession before prepare");
    const { template, tables, fill } = this.#prepared;
    const volume = template === null ? null : await this.#volume();
    if (template !== null) await this.#engine.copyVolume(this.#options.image, template, volume!);
    const server = await this.#start(volume);
    const databases =
      template === null
        ? await this.#orRemains(
            fill(server, () => undefined),
            server,
          )
        : this.#prepared.databases;
    if (template !== null) await tables.assureIn(databases, server.url, NOT_ALL_DATA);
    this.#facts ??= await readServerFacts(server.url, await this.#known(server.id));
    return {
      ...this.#facts,
      pid: server.pid,
      settings: {},
      url: (plan) => databases.url(plan, server.url),
      remains: server.remains,
      stop: () => this.#remove(server.id, volume),
    };
  }

  /** What was made on this machine may be made of the commit. */
  async #known(id: string): Promise<Pick<Build, "origin" | "programs">> {
    const found = await this.#engine.imageOf(id);
    if (found === null) return { origin: "image" };
    return { origin: found.isPulled ? "image" : (this.#options.origin ?? "named"), programs: found.programs };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#engine.removeAll();
    await (await this.#folder?.catch(() => undefined))?.remove();
  }

  async #ownFolder(): Promise<WorkFolder> {
    this.#folder ??= WorkFolder.open(null).then((folder) => {
      folder.killAtExit(() => this.#engine.removeNow());
      return folder;
    });
    return await this.#folder;
  }

  async #volume(): Promise<string> {
    return await this.#engine.createVolume();
  }

  async #remove(id: string, volume: string | null): Promise<void> {
    await this.#engine.remove({ containers: [id], volumes: volume === null ? [] : [volume] });
  }

  async #start(volume: string | null): Promise<Running> {
    const id = await this.#container(volume);
    const url = await this.#waitUntilUp(id);
    const { pid } = await this.#engine.state(id);
    const { cpus } = this.#options;
    if (cpus !== undefined && pid !== null) assureCpus(pid, cpus);
    return { id, url, pid, remains: () => this.#remains(id) };
  }

  /** @returns the id of one that was started */
  async #container(volume: string | null): Promise<string> {
    const { data, cpus = null, memory = null, "shm-size": shmSize = null } = this.#options;
    const spec = { ...this.#options, cpus, memory, shmSize };
    try {
      const id = await this.#engine.create({
        ...spec,
        volume: volume === null ? null : { name: volume, folder: data! },
      });
      await this.#engine.start(id);
      return id;
    } catch (error) {
      throw ofCpus(error, cpus);
    }
  }

  /** By TCP: while an image makes its data, its server listens within alone. @returns the URL that it answers at */
  async #waitUntilUp(id: string): Promise<string> {
    const { startLimitMs, image } = this.#options;
    const deadline = Date.now() + startLimitMs;
    for (;;) {
      const { isRunning, isHealthy, ending } = await this.#engine.state(id);
      const url = isRunning && isHealthy ? await this.#answering(id) : null;
      if (url !== null) return url;
      if (!isRunning || Date.now() >= deadline) {
        const how = isRunning
          ? `accepts no connections ${startLimitMs / 1000} s after its start`
          : `has ended with ${ending}`;
        const words = await lastWords(await this.#log(id), this.#options.keep, this.#secrets());
        throw new PlumblineError("target", `the container of ${image} ${how}; ${words}`, {
          remedy: isRunning
            ? "do database.deploy.docker.port and url name what the server listens on, with that user and database? timeout gives it more time"
            : "see its words: many images need a password or a mode in database.deploy.docker.env or args",
        });
      }
      await sleep(POLL_MS, undefined, { signal: this.#signal });
    }
  }

  /** The most direct way wins, whichever answered first: both arms are to be reached alike. */
  async #answering(id: string): Promise<string | null> {
    const places = await this.#engine.places(id, this.#options.port);
    const urls = places.map((place) => filled(this.#options.url, place));
    for (const url of urls.toReversed()) {
      if (!(await accepts(url))) continue;
      for (const better of urls) if (await accepts(better)) return better;
    }
    return null;
  }

  async #orRemains<T>(work: Promise<T>, server: Running): Promise<T> {
    return await work.catch(async (error: unknown) => {
      throw this.#signal.aborted ? error : await orRemains(error, server);
    });
  }

  async #remains(id: string): Promise<Remains | null> {
    const { ending } = await this.#engine.state(id);
    const folder = (await this.#ownFolder()).path;
    return await remainsOf({
      logFile: await this.#log(id),
      folder,
      ending: () => ending,
      keep: this.#options.keep,
      secrets: this.#secrets(),
    });
  }

  #secrets(): readonly string[] {
    return secretsOf(this.#options.env, this.#options.url);
  }

  async #log(id: string): Promise<string> {
    const file = (await this.#ownFolder()).file(`${id.slice(0, 12)}.log`);
    await writeFile(file, await this.#engine.logs(id).catch(() => ""));
    return file;
  }
}
