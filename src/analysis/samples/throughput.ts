/**
 * Throughput has two readings (docs/method.md, "Throughput of slices"). A slice waits for its last events, and until they have ended
 * ever more connections rest. Over the wall time of the slices these rests count as the server's, which is right for a server at
 * capacity: what still runs gets what the others leave. Over the time in which the load was the one asked for they do not count,
 * which is right where latency does not depend on load. The truth lies between the two (docs/decisions/025-throughput.md).
 */
import type { Session } from "../../model/run.ts";

/** Least loaded share: below it, a rate under load would be made of almost nothing. */
const LEAST_SHARE = 0.01;

/**
 * Share of the driven time in which the load was the one asked for: closed loop, without what connections rested at the ends of slices;
 * open loop, the time for which events were planned. It is the ratio of the two readings. 1 where a session
 * does not tell.
 */
export function loadedShare(session: Session): number {
  const { durationNs, openLoop, connections, restNs } = session;
  if (durationNs === 0) return 1;
  if (openLoop !== undefined) {
    const plannedNs = (openLoop.offered / openLoop.offeredPerSecond) * 1e9;
    // Nothing at no rate, 0/0, is no time.
    return plannedNs > 0 ? Math.min(1, plannedNs / durationNs) : 1;
  }
  if (connections === undefined || connections === 0 || restNs === undefined) return 1;
  return Math.max(LEAST_SHARE, 1 - restNs / (connections * durationNs));
}

/** Length of a session's slices on average, in nanoseconds; null where it was driven without a break. */
export function sliceNs({ slices, durationNs }: Session): number | null {
  const count = slices.durationNs.length;
  return count > 1 ? durationNs / count : null;
}
