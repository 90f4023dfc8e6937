/** A load's progress -> the watcher of its numbers. */

import type { LoadProgress } from "../../io/load/load-generator.ts";
import type { LiveSource } from "../../model/live.ts";
import type { Progress } from "../../model/progress.ts";
import type { ArmName } from "../../model/run.ts";

/** Purpose of a load that is not the measured one: its phases bear that name. */
export type WatchPurpose = "trial" | "timeline" | "migration";

/**
 * @param driven arms, in the order of the load generator's targets
 * @returns a listener for the progress of a load
 */
export function loadListener(
  { watcher }: Pick<Progress, "watcher">,
  driven: readonly ArmName[],
  whose: Pick<LiveSource, "workload" | "session">,
  purpose?: WatchPurpose,
): (progress: LoadProgress) => void {
  return ({ phase, intervals = [] }) => {
    const named = purpose === undefined ? phase : `${purpose}-${phase}`;
    for (const interval of intervals)
      watcher?.load({ ...whose, phase: named, arm: driven[interval.target]! }, interval);
  };
}
