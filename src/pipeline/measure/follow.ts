/** A shard other than index 0: does each block that it is called to, at the announced start, until it is sent home. */
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { optionsOfShard } from "../../config/share.ts";
import { withTemporary } from "../../io/host/temporary.ts";
import type { LoadGenerator, RunRequest } from "../../io/load/load-generator.ts";
import type { Conversation } from "../../io/shards/client.ts";
import { wallClock } from "../../io/shards/wall-clock.ts";
import type { Task, TaskAnswer, WireScript } from "../../io/shards/wire.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { ScriptSet } from "../../model/script.ts";
import { formatProgress } from "../../text/units.ts";

export type Follower = Readonly<{
  conversation: Conversation;
  generator: LoadGenerator;
  /** Number of this shard, from 0. */
  index: number;
  shards: number;
  progress: Progress;
  signal: AbortSignal;
}>;

const BEAT_MS = 1_000;

/** @returns how the whole run ended */
export async function follow(follower: Follower): Promise<Extract<TaskAnswer, { kind: "end" }>> {
  const { conversation, progress } = follower;
  for (let after = -1; ; ) {
    progress.stage("waiting for index 0");
    const answer = await conversation.task(after);
    if (answer.kind === "end") return answer;
    after = answer.task.block;
    try {
      await doTask(follower, answer.task);
    } catch (error) {
      await conversation.failed((error as Error).message).catch(() => undefined);
      throw error;
    }
  }
}

async function doTask(follower: Follower, task: Task): Promise<void> {
  const { conversation, progress, index, shards } = follower;
  // New for each block: what a clock was set by before it does no harm.
  const wall = wallClock();
  const before = await conversation.clock(wall);
  await conversation.ready(task.block, before);
  const startAt = await conversation.start(task.block);
  if (startAt === null) return;
  progress.stage(`${task.name}: part ${index + 1} of ${shards}`);
  const beats = new Beats(follower, task.block);
  try {
    const lines = await withScripts(task, (scripts) =>
      follower.generator.run(runRequest(task, scripts, follower, startAt - before.offset, beats)),
    );
    beats.say("draining", "its load is over");
    const after = await conversation.clock(wall);
    await conversation.outcome(task.block, { lines, before, after, setBy: wall.setBy() });
  } catch (error) {
    // Called off by index 0, which says what comes next, and may have taken the tables away by now.
    if (!follower.signal.aborted && !(await beats.goesOn())) return;
    throw error;
  } finally {
    beats.end();
  }
}

/** @param startAt microseconds of this machine's clock */
function runRequest(
  task: Task,
  { script, own }: Scripts,
  { index, shards, progress, signal }: Follower,
  startAt: number,
  beats: Beats,
): RunRequest {
  const { name, workload, dialect, seconds, warmupSeconds, sliceMs, seed, targets } = task;
  return {
    name,
    workload,
    dialect,
    options: {
      ...optionsOfShard(task.options, task.threads, index, shards),
      "start-at": startAt / 1e6,
    },
    script,
    targets: targets.map(({ url }, i) => ({ url, pid: null, script: own[i] })),
    seconds,
    warmupSeconds,
    sliceMs,
    seed,
    onProgress: ({ phase, share }) => {
      const said = share === null ? phase : `${phase}, ${formatProgress(share)}`;
      beats.say(phase === "connect" ? "armed" : "running", said);
      progress.update({ what: `${name}: ${phase}`, share, secondsLeft: null });
    },
    signal: AbortSignal.any([signal, beats.calledOff]),
  };
}

/** Reports each second that this shard lives, and how far it is. */
class Beats {
  readonly #conversation: Conversation;
  readonly #block: number;
  readonly #calledOff = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #state: "armed" | "running" | "draining" = "armed";
  #said = "";
  /** One at a time: where index 0 does not answer, each is asked again for seconds. */
  #underway: Promise<void> | null = null;

  constructor({ conversation }: Follower, block: number) {
    this.#conversation = conversation;
    this.#block = block;
    this.#timer = setInterval(() => void this.#send(), BEAT_MS);
    void this.#send();
  }

  /** Aborted when index 0 does not want the block any more, or is gone. */
  get calledOff(): AbortSignal {
    return this.#calledOff.signal;
  }

  say(state: "armed" | "running" | "draining", said: string): void {
    this.#state = state;
    this.#said = said;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** Asks whether the block is still wanted. */
  async goesOn(): Promise<boolean> {
    // What was asked before does not know of what has happened since.
    await this.#underway;
    await this.#send();
    return !this.#calledOff.signal.aborted;
  }

  async #send(): Promise<void> {
    this.#underway ??= this.#ask().finally(() => {
      this.#underway = null;
    });
    await this.#underway;
  }

  async #ask(): Promise<void> {
    const goesOn = await this.#conversation.beat(this.#block, this.#state, this.#said).catch(() => false);
    if (!goesOn) this.#calledOff.abort();
  }
}

type Scripts = Readonly<{
  script: ScriptSet | undefined;
  /** Scripts of each target that has scripts of its own. */
  own: readonly (ScriptSet | undefined)[];
}>;

/** The scripts of a task as files, for as long as `work` takes. */
async function withScripts<T>({ script, targets }: Task, work: (scripts: Scripts) => Promise<T>): Promise<T> {
  if (script === null && targets.every((target) => target.script === null))
    return await work({ script: undefined, own: targets.map(() => undefined) });
  return await withTemporary("plumbline-shard-", async (folder) => {
    const own: (ScriptSet | undefined)[] = [];
    for (const [i, target] of targets.entries()) own.push(await saveScripts(folder, `${i}-`, target.script));
    return await work({ script: await saveScripts(folder, "all-", script), own });
  }).catch((error: unknown) => {
    throw error instanceof PlumblineError ? error : new PlumblineError("internal", (error as Error).message);
  });
}

/** Files keep their names, by which the load generator calls statements, and their places, from which scripts name what they read. */
async function saveScripts(
  folder: string,
  prefix: string,
  script: WireScript | null,
): Promise<ScriptSet | undefined> {
  if (script === null) return undefined;
  const root = await mkdtemp(path.join(folder, prefix));
  const put = async (place: string, bytes: Buffer) => {
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, bytes);
    return place;
  };
  const files = script.files.map(async ({ text, ...facts }, i) => ({
    ...facts,
    path: await put(shardScriptPlace(root, facts.file, i), Buffer.from(text)),
  }));
  const rows = script.rows.map(async ({ bytes, ...facts }, i) => ({
    ...facts,
    path: await put(shardScriptPlace(root, facts.file, i), Buffer.from(bytes, "base64")),
  }));
  return { files: await Promise.all(files), rows: await Promise.all(rows), variables: script.variables };
}

/** What lies above the folder of the config file gets a folder of its own. */
function shardScriptPlace(root: string, file: string, index: number): string {
  const isWithin = !path.isAbsolute(file) && !path.normalize(file).startsWith("..");
  return isWithin ? path.join(root, file) : path.join(root, `${index}`, path.basename(file));
}
