/** The functions that take the CPU time of servers while something runs on them. */

import type { Folded } from "../../analysis/samples/profile.ts";
import type { Server } from "../../io/database/target.ts";
import { EVENT, HERTZ, sampleServer } from "../../io/inspect/profile.ts";
import type { Profile } from "../../model/profile.ts";
import type { Progress } from "../../model/progress.ts";
import type { Session } from "../../model/run.ts";

const UNKNOWN = "which functions take more time is not known";

/** Process ids of the servers; none if they cannot be sampled here. @param why perf cannot be used, which is noted; null: it can */
export function samplable(
  servers: readonly Pick<Server, "pid">[],
  why: string | null,
  progress: Pick<Progress, "note">,
): readonly number[] {
  const pids = servers.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  if (pids.length < servers.length) return [];
  if (why !== null) progress.note(`${UNKNOWN}: ${why}`);
  return why === null ? pids : [];
}

type Sampled<T> = Readonly<{ result: T; folded: readonly Folded[] }>;

/** Stacks in the order of the processes; none if sampling failed, which is noted. @throws what `run` ends with */
export async function sampledWhile<T>(
  pids: readonly number[],
  run: () => Promise<T>,
  progress: Pick<Progress, "note">,
  signal: AbortSignal,
): Promise<Sampled<T>> {
  const starting = await Promise.allSettled(pids.map((pid) => sampleServer(pid, signal)));
  const samplers = starting.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const ended = () => Promise.allSettled(samplers.map((sampler) => sampler.stop()));
  let result: T;
  try {
    result = await run();
  } catch (error) {
    await ended();
    throw error;
  }
  const all = [...starting, ...(await ended())];
  const failed = all.find((each) => each.status === "rejected");
  if (failed !== undefined) {
    progress.note(`${UNKNOWN}: ${(failed.reason as Error).message}`);
    return { result, folded: [] };
  }
  return { result, folded: all.slice(pids.length).map((each) => (each as { value: Folded }).value) };
}

/** Profiles in the order of the servers. */
export function profilesOf(
  workload: string,
  sessions: readonly Pick<Session, "events">[],
  folded: readonly Folded[],
): readonly Profile[] {
  return folded.map((stacks, at) => ({
    workload,
    event: EVENT,
    hertz: HERTZ,
    events: sessions[at]!.events,
    ...stacks,
  }));
}
