/** Which events of the main branch's history people are told of. */
import type { ChangeEvent, LevelShift } from "../model/change-event.ts";
import { type Limit, limitOf, type Rules } from "./rules.ts";

/** Events in which a gate became worse by more than its limit, with what else moved there. */
export function alertsOf(events: readonly ChangeEvent[], rules: Rules): readonly ChangeEvent[] {
  return events.filter(({ shifts }) =>
    shifts.some((shift) => shift.direction === "worse" && isRelevant(shift, limitFor(shift, rules))),
  );
}

function limitFor({ workload, metric }: LevelShift, rules: Rules): Limit {
  if (metric === "failed-share") return { role: "gate", margin: 0, floor: rules.errorLimit };
  return limitOf(rules, workload, metric);
}

function isRelevant({ before, after, effect }: LevelShift, { role, margin, floor }: Limit): boolean {
  const moved = Math.abs(after - before);
  return role === "gate" && moved > (floor ?? 0) && (effect === null || Math.abs(effect) > margin);
}
