/** The events of the main branch's history that raise an alert. */

import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Rules } from "../../model/rules.ts";
import { type Limit, metricLimit } from "../verdict/rules.ts";

/**
 * Events in which a gate became worse by more than its limit, and has not become as good again since.
 * @param events oldest first
 */
export function alertsOf(events: readonly ChangeEvent[], rules: Rules): readonly ChangeEvent[] {
  const now = new Map<string, number>();
  for (const shift of events.flatMap(({ shifts }) => shifts)) now.set(seriesOf(shift), shift.after);
  return events.filter(({ shifts }) =>
    shifts.some((shift) => {
      const limit = limitFor(shift, rules);
      return isWorse(shift, shift.after, limit) && isWorse(shift, now.get(seriesOf(shift))!, limit);
    }),
  );
}

function seriesOf({ workload, metric, arm, fingerprint }: LevelShift): string {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}

function limitFor({ workload, metric }: LevelShift, rules: Rules): Limit {
  if (metric === "failed-share") return { role: "gate", margin: 0, floor: rules.errorLimit };
  return metricLimit(rules, workload, metric);
}

/** True if a level is worse than the one before the shift, by more than the limit. */
function isWorse({ metric, before }: LevelShift, level: number, { role, margin, floor }: Limit): boolean {
  const harm = metricInfo(metric).direction === "lower-is-better" ? level - before : before - level;
  return role === "gate" && harm > Math.max(margin * before, floor ?? 0);
}
