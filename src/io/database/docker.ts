/** A server in a container of docker or podman: a new one for each session. */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Build, BuildOrigin } from "../../model/build.ts";
import { PlumblineError } from "../../model/errors.ts";
import { secretsOf } from "../../model/secrets.ts";
import { parseConnectionUrl } from "../host/connection-url.ts";
import { timeLeft } from "../host/until.ts";
import { Containers, type HostPort } from "./docker/containers.ts";
import { assureCpus, ofCpus } from "./docker/cpus.ts";
import { FreshTarget, type Running, type Servers } from "./fresh.ts";
import { Lifetime } from "./lifetime.ts";
import { type CrashReport, findCrash, lastWords } from "./place/crash-report.ts";
import { fillIn } from "./place/fill-in.ts";
import { WorkFolder } from "./place/work-folder.ts";
import { readServerFacts, type ServerFacts } from "./postgres/server-facts.ts";
import { accepts } from "./sql/connect.ts";
import type { Said, Target, TargetOptions } from "./target.ts";

export type DockerOptions = TargetOptions &
  Said<"docker"> &
  Readonly<{
    /** Origin of an image that was made on this machine; default: named for this target alone. */
    origin?: BuildOrigin;
    /** Milliseconds until it must accept connections. */
    startLimitMs: number;
  }>;

const POLL_MS = 100;
const NOT_ALL_DATA =
  "let database.deploy.docker.data name the folder inside that has all of the server's data, or take it away: each session then loads its own";

/** @throws PlumblineError of kind "usage" where the URL is none */
export function createDockerTarget(options: DockerOptions): Target {
  parseConnectionUrl(filledUrl(options.url, { host: "127.0.0.1", port: 1 }));
  return new FreshTarget(options, new DockerServers(options));
}

function filledUrl(url: string, { host, port }: HostPort): string {
  return fillIn(url, { PLUMBLINE_HOST: host, PLUMBLINE_PORT: String(port) });
}

type Container = Running & Readonly<{ id: string }>;

/** Their data are volumes, where the image's folder of data is known. */
class DockerServers implements Servers<Container, string | null> {
  readonly life: Lifetime;
  readonly starting: string;
  readonly notAllData = NOT_ALL_DATA;
  readonly #options: DockerOptions;
  readonly #engine: Containers;
  #facts: ServerFacts | undefined;

  constructor(options: DockerOptions) {
    this.#options = options;
    this.starting = `starting a container of ${options.image}`;
    this.life = new Lifetime(options.signal, async () => {
      const folder = await WorkFolder.open(null);
      folder.killAtExit(() => this.#engine.removeNow());
      return folder;
    });
    this.#engine = new Containers(options.program, this.life.signal);
  }

  async begin(): Promise<void> {
    await this.#engine.sweep();
  }

  async empty(): Promise<string | null> {
    return this.#options.data === undefined ? null : await this.#engine.createVolume();
  }

  async copy(loaded: string): Promise<string> {
    const volume = await this.#engine.createVolume();
    await this.#engine.copyVolume(this.#options.image, loaded, volume);
    return volume;
  }

  async facts({ id, url }: Container): Promise<ServerFacts> {
    this.#facts ??= await readServerFacts(url, await this.#known(id), this.life.signal);
    return this.#facts;
  }

  /** An image that was made on this machine may be made of the commit. */
  async #known(id: string): Promise<Pick<Build, "origin" | "programs">> {
    const found = await this.#engine.imageOf(id);
    if (found === null) return { origin: "image" };
    return { origin: found.isPulled ? "image" : (this.#options.origin ?? "named"), programs: found.programs };
  }

  async keep({ id }: Container, volume: string | null): Promise<string | null> {
    if (volume !== null) await this.#engine.stopCleanly(id);
    await this.#engine.remove({ containers: [id], volumes: [] });
    return volume;
  }

  async throwAway({ id }: Container, volume: string | null): Promise<void> {
    await this.#engine.remove({ containers: [id], volumes: volume === null ? [] : [volume] });
  }

  async close(): Promise<void> {
    await this.#engine.removeAll();
  }

  async start(volume: string | null): Promise<Container> {
    const id = await this.#container(volume);
    const url = await this.#waitUntilUp(id);
    const { pid } = await this.#engine.state(id);
    const { cpus } = this.#options;
    if (cpus !== undefined && pid !== null) assureCpus(pid, cpus);
    return { id, url, pid, crashReport: () => this.#crashReport(id) };
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

  /** Asks by TCP: while an image makes its data, its server listens only inside. @returns the URL that it answers at */
  async #waitUntilUp(id: string): Promise<string> {
    const { startLimitMs, image } = this.#options;
    const left = timeLeft(startLimitMs);
    for (;;) {
      const { isRunning, isHealthy, ending } = await this.#engine.state(id);
      const url = isRunning && isHealthy ? await this.#answering(id) : null;
      if (url !== null) return url;
      if (!isRunning || left() === 0) {
        const how = isRunning
          ? `accepts no connections ${startLimitMs / 1000} s after its start`
          : `has ended with ${ending}`;
        const words = await lastWords(await this.#log(id), this.#options.keep, this.#secrets());
        throw new PlumblineError("target", `the container of ${image} ${how}; ${words}`, {
          remedy: isRunning
            ? "check that database.deploy.docker.port and url name what the server listens on, with that user and database; timeout gives it more time"
            : "see its output: many images need a password or a mode in database.deploy.docker.env or args",
        });
      }
      await sleep(POLL_MS, undefined, { signal: this.life.signal });
    }
  }

  /** The most direct way wins, whichever answered first: both arms are to be reached alike. */
  async #answering(id: string): Promise<string | null> {
    const places = await this.#engine.places(id, this.#options.port);
    const urls = places.map((place) => filledUrl(this.#options.url, place));
    for (const url of urls.toReversed()) {
      if (!(await accepts(url, this.life.signal))) continue;
      for (const better of urls) if (await accepts(better, this.life.signal)) return better;
    }
    return null;
  }

  async #crashReport(id: string): Promise<CrashReport | null> {
    const { ending } = await this.#engine.state(id);
    const folder = (await this.life.folder()).path;
    return await findCrash({
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
    const file = (await this.life.folder()).file(`${id.slice(0, 12)}.log`);
    await writeFile(file, await this.#engine.logs(id).catch(() => ""));
    return file;
  }
}
