/** Containers through the command line of docker or podman, which agree in all that is used here. */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { PlumblineError } from "../../../model/errors.ts";
import { toolAnswer } from "../../../model/tool-answer.ts";
import { attempt } from "../../host/process-identity.ts";
import { isGone, makerText } from "../place/maker.ts";
import { callTool } from "../place/tool.ts";

/** Says which process a container or a volume belongs to. */
const LABEL = "plumbline.maker";
/** Says for which of its targets. */
const OWN_LABEL = "plumbline.target";
const PULL_LIMIT_MS = 30 * 60_000;
const LIMIT_MS = 120_000;
const COPY_LIMIT_MS = 30 * 60_000;
/** A clean stop may have much to write. */
const STOP_SECONDS = 120;
const LOG_LINES = 20_000;
/** Exit code after SIGKILL. */
const KILLED = 137;

type ContainerSpec = Readonly<{
  image: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Inside; published on a free port of 127.0.0.1. */
  port: number;
  /** A volume, and the folder inside that it is. */
  volume: Readonly<{ name: string; folder: string }> | null;
  /** CPUs as "2-3,6"; null: all. */
  cpus: string | null;
  /** Sizes as docker reads them; null: no limit, and its own default. */
  memory: string | null;
  shmSize: string | null;
}>;

const State = z.object({
  Status: z.string(),
  Pid: z.number(),
  ExitCode: z.number(),
  OOMKilled: z.boolean().optional(),
  Health: z.object({ Status: z.string().optional() }).nullish(),
});

type ContainerState = Readonly<{
  isRunning: boolean;
  /** End of the container, in words; null while it runs. */
  ending: string | null;
  /** False while a health check of the image has not passed; true where it has none. */
  isHealthy: boolean;
  /** Id of its first process, as this machine sees it; null: it runs out of sight, as in a virtual machine. */
  pid: number | null;
}>;

const Network = z.object({
  IPAddress: z.string().optional(),
  Networks: z.record(z.string(), z.object({ IPAddress: z.string().optional() })).nullish(),
  Ports: z.record(z.string(), z.array(z.object({ HostPort: z.string() })).nullable()).nullish(),
});

export type HostPort = Readonly<{ host: string; port: number }>;

export class Containers {
  readonly #program: string;
  readonly #signal: AbortSignal;
  readonly #own = `${OWN_LABEL}=${randomUUID()}`;
  /** True once there may be anything to remove. */
  #hasMade = false;

  /** @param signal ends what waits; taking away is not ended by it */
  constructor(program: string, signal: AbortSignal) {
    this.#program = program;
    this.#signal = signal;
  }

  /** Makes it, with its image pulled where it is missing. @returns its id */
  async create(spec: ContainerSpec): Promise<string> {
    const { image, args, env, port, volume, cpus, memory, shmSize } = spec;
    const given = { "cpuset-cpus": cpus, memory, "shm-size": shmSize };
    const words = [
      "create",
      ...this.#labels(),
      `--publish=127.0.0.1::${port}`,
      ...Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}`])),
      ...(volume === null ? [] : [`--volume=${volume.name}:${volume.folder}`]),
      // Values stand in the environment and not in the list of processes, which everybody reads.
      ...Object.keys(env).map((name) => `--env=${name}`),
      image,
      ...args,
    ];
    return lastLine(await this.#call(words, PULL_LIMIT_MS, env));
  }

  async start(id: string): Promise<void> {
    await this.#call(["start", id]);
  }

  async state(id: string): Promise<ContainerState> {
    const text = await this.#call(["inspect", "--format={{json .State}}", id]);
    const { Status, Pid, ExitCode, OOMKilled, Health } = toolAnswer(State, text, `${this.#program} inspect`);
    const isRunning = Status === "running" || Status === "created";
    const health = Health?.Status ?? "";
    return {
      isRunning,
      ending: isRunning ? null : `exit code ${ExitCode}${OOMKilled ? ", out of memory" : ""}`,
      isHealthy: ["", "none", "healthy"].includes(health),
      pid: Pid > 0 && isOfContainer(Pid, id) ? Pid : null,
    };
  }

  /** Addresses that reach it, the most direct first: a published port may lead through a proxy. */
  async places(id: string, port: number): Promise<readonly HostPort[]> {
    const text = await this.#call(["inspect", "--format={{json .NetworkSettings}}", id]);
    const { IPAddress, Networks, Ports } = toolAnswer(Network, text, `${this.#program} inspect`);
    const own = [IPAddress, ...Object.values(Networks ?? {}).map((network) => network.IPAddress)];
    const direct = own.find((address) => address !== undefined && address !== "");
    const published = (Ports?.[`${port}/tcp`] ?? [])[0]?.HostPort;
    return [
      ...(direct === undefined ? [] : [{ host: direct, port }]),
      ...(published === undefined ? [] : [{ host: "127.0.0.1", port: Number(published) }]),
    ];
  }

  /** Identity of its image: the digest if it was pulled, the id if it was made on this machine; null if neither is known. */
  async imageOf(id: string): Promise<Readonly<{ programs: string; isPulled: boolean }> | null> {
    const inspect = async (...words: readonly string[]) =>
      (await this.#call(["inspect", ...words]).catch(() => "")).trim();
    const image = await inspect("--format={{.Image}}", id);
    if (!/^(?:sha256:)?[0-9a-f]{64}$/.test(image)) return null;
    const digests = await inspect("--type=image", "--format={{json .RepoDigests}}", image);
    const [, digest] = /@(sha256:[0-9a-f]{64})"/.exec(digests) ?? [];
    return { programs: digest ?? image, isPulled: digest !== undefined };
  }

  /** The last lines of what it said. */
  async logs(id: string): Promise<string> {
    const words = ["logs", `--tail=${LOG_LINES}`, id];
    const { stdout, stderr } = await callTool({ program: this.#program, args: words, limitMs: LIMIT_MS });
    return stdout + stderr;
  }

  /** Lets it end by itself. @throws PlumblineError of kind "target" where it had to be killed */
  async stopCleanly(id: string): Promise<void> {
    await this.#call(["stop", "-t", String(STOP_SECONDS), id], (STOP_SECONDS + 60) * 1_000);
    const text = await this.#call(["inspect", "--format={{json .State}}", id]);
    if (toolAnswer(State, text, `${this.#program} inspect`).ExitCode !== KILLED) return;
    throw new PlumblineError("target", `the container did not end within ${STOP_SECONDS} s and was killed`, {
      remedy:
        "give the image a STOPSIGNAL that its server ends on, or remove database.deploy.docker.data: each session then loads its own",
    });
  }

  async createVolume(): Promise<string> {
    return lastLine(await this.#call(["volume", "create", ...this.#labels()]));
  }

  /** Copies with the image's own `cp`, as root: the files may belong to any user. */
  async copyVolume(image: string, from: string, to: string): Promise<void> {
    const mounts = [`--volume=${from}:/plumbline-from:ro`, `--volume=${to}:/plumbline-to`];
    const words = [
      "--rm",
      ...this.#labels(),
      "--user=0",
      "--network=none",
      ...mounts,
      "--entrypoint=cp",
      image,
    ];
    await this.#call(["run", ...words, "-a", "/plumbline-from/.", "/plumbline-to/"], COPY_LIMIT_MS);
  }

  /** Ends and removes; what is gone already is no error. */
  async remove({ containers, volumes }: Belongings): Promise<void> {
    const call = (args: readonly string[]) => callTool({ program: this.#program, args, limitMs: LIMIT_MS });
    const gone = (error: Error) => {
      if (!/no such|not found|no container|no volume/i.test(error.message)) throw error;
    };
    for (const id of containers) await call(["rm", "--force", "--volumes", id]).catch(gone);
    for (const name of volumes) await call(["volume", "rm", "--force", name]).catch(gone);
  }

  /** All that was made here, also what an interrupted command did not say any more. */
  async removeAll(): Promise<void> {
    if (!this.#hasMade) return;
    const list = async (args: readonly string[]) => {
      const { stdout } = await callTool({ program: this.#program, args, limitMs: LIMIT_MS });
      return nonEmptyLines(stdout);
    };
    await this.remove({ containers: await list(listed.containers(this.#own)), volumes: [] });
    await this.remove({ containers: [], volumes: await list(listed.volumes(this.#own)) });
  }

  /** The same, when the process ends and nothing can be waited for. */
  removeNow(): void {
    if (!this.#hasMade) return;
    const call = (args: readonly string[]) =>
      spawnSync(this.#program, args, {
        stdio: ["ignore", "pipe", "ignore"],
        timeout: LIMIT_MS,
        encoding: "utf8",
      });
    const containers = nonEmptyLines(call(listed.containers(this.#own)).stdout ?? "");
    if (containers.length > 0) call(["rm", "--force", "--volumes", ...containers]);
    const volumes = nonEmptyLines(call(listed.volumes(this.#own)).stdout ?? "");
    if (volumes.length > 0) call(["volume", "rm", "--force", ...volumes]);
  }

  /** Takes away what invocations left that were killed. */
  async sweep(): Promise<void> {
    const containers = await this.#call(listed.containers(LABEL));
    const volumes = await this.#call(listed.volumes(LABEL));
    await this.remove({
      containers: await this.#left(["inspect", `--format={{index .Config.Labels "${LABEL}"}}`], containers),
      volumes: await this.#left(["volume", "inspect", `--format={{index .Labels "${LABEL}"}}`], volumes),
    });
  }

  async #left(words: readonly string[], list: string): Promise<readonly string[]> {
    const left: string[] = [];
    for (const name of nonEmptyLines(list)) {
      // Another one may take it away meanwhile.
      const label = await this.#call([...words, name]).catch(() => "");
      if (isGone(label)) left.push(name);
    }
    return left;
  }

  /** Labels in letters alone: podman reads quotes and commas in a label as those of a list. */
  #labels(): readonly string[] {
    this.#hasMade = true;
    return [`--label=${LABEL}=${makerText()}`, `--label=${this.#own}`];
  }

  async #call(
    args: readonly string[],
    limitMs = LIMIT_MS,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const call = { program: this.#program, args, env, limitMs, signal: this.#signal };
    return (await callTool(call)).stdout.trim();
  }
}

type Belongings = Readonly<{ containers: readonly string[]; volumes: readonly string[] }>;

/** Arguments that list what has a label, with a given value or with any. */
const listed = {
  containers: (label: string) => ["ps", "--all", "--quiet", "--no-trunc", `--filter=label=${label}`],
  volumes: (label: string) => ["volume", "ls", "--quiet", `--filter=label=${label}`],
} as const;

function nonEmptyLines(list: string): readonly string[] {
  return list.split("\n").filter((line) => line !== "");
}

/** The id is the last line: an engine that pulls may print more before it. */
function lastLine(text: string): string {
  return text.split("\n").at(-1) ?? "";
}

function isOfContainer(pid: number, id: string): boolean {
  return attempt(() => readFileSync(`/proc/${pid}/cgroup`, "utf8"))?.includes(id) ?? false;
}
