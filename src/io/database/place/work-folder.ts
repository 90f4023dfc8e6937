/**
 * The temporary folder of a target. Everything that lies in it goes with it: at close, when the process exits without that, and,
 * where the process was killed, at the start of the next one.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import { attempt, identify, type ProcessIdentity, processState } from "../../host/process-identity.ts";
import { isAlive } from "../../host/processes.ts";
import { until } from "../../host/until.ts";
import { giveTo, type ServerOwner } from "../postgres/server-owner.ts";
import { endOrphans } from "./orphans.ts";

const PREFIX = "plumbline-target-";
/** Says which process a folder belongs to. */
const MAKER_FILE = "maker.json";

export class WorkFolder {
  readonly path: string;
  readonly #kills = new Set<() => void>();
  readonly #onExit = () => {
    for (const kill of this.#kills) kill();
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  #removing: Promise<void> | undefined;

  private constructor(folder: string) {
    this.path = folder;
    process.on("exit", this.#onExit);
  }

  /** @param owner gets the folder, so that its servers can write to it */
  static async open(owner: ServerOwner | null): Promise<WorkFolder> {
    await sweepWorkFolders();
    try {
      const folder = await mkdtemp(path.join(tmpdir(), PREFIX));
      const made = new WorkFolder(folder);
      try {
        await writeFile(made.file(MAKER_FILE), JSON.stringify(identify(process.pid)));
        await giveTo(owner, folder);
      } catch (cause) {
        // Without its maker's name no later process would know that it may go.
        await made.remove();
        throw cause;
      }
      return made;
    } catch (cause) {
      throw new PlumblineError("target", `cannot make a folder in ${tmpdir()}: ${(cause as Error).message}`, {
        remedy: "set TMPDIR to a folder that can be written and has room for the data",
        cause,
      });
    }
  }

  file(...parts: readonly string[]): string {
    return path.join(this.path, ...parts);
  }

  /** @param kill ends a server at once and without waiting; the answer takes it back */
  killAtExit(kill: () => void): () => void {
    this.#kills.add(kill);
    return () => this.#kills.delete(kill);
  }

  /** Removes the folder with all it holds. Servers in it must have ended. */
  remove(): Promise<void> {
    this.#removing ??= rm(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).then(
      () => {
        process.off("exit", this.#onExit);
      },
    );
    return this.#removing;
  }
}

/** Removes the folders, and ends the servers, of invocations that were killed. */
export async function sweepWorkFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const maker = await readMaker(folder);
    // Processes of another container cannot be seen from here: their folders are left alone.
    if (maker === null || processState(maker) !== "ended") continue;
    await killServers(folder);
    await endOrphans(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
  }
}

/** Null for a folder that is just being made, or that is not ours to read. */
async function readMaker(folder: string): Promise<ProcessIdentity | null> {
  try {
    return JSON.parse(await readFile(path.join(folder, MAKER_FILE), "utf8")) as ProcessIdentity;
  } catch {
    return null;
  }
}

const KILL_LIMIT_MS = 5_000;

/** Servers die with their Plumbline where setpriv is there (cluster.ts); elsewhere their own pid files tell of them. */
async function killServers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const data = path.join(folder, entry.name);
    const text = attempt(() => readFileSync(path.join(data, "postmaster.pid"), "utf8"));
    const pid = Number(text?.split("\n")[0]);
    if (text === null || !Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, data)) continue;
    attempt(() => process.kill(pid, "SIGQUIT"));
    await until(() => !isServerOf(pid, data), { limitMs: KILL_LIMIT_MS, pollMs: 50 });
  }
}

function isServerOf(pid: number, data: string): boolean {
  if (!existsSync("/proc/self/cmdline")) return isAlive(pid);
  return (
    attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"))
      ?.split("\0")
      .includes(data) ?? false
  );
}
