/** The events of the main branch's history that raise an alert. */

import type { AnsweredShift, ChangeEvent, EventAnswer, LevelShift } from "../../model/answers.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Rules } from "../../model/rules.ts";
import { type Limit, metricLimit } from "../verdict/rules.ts";
import { seriesKey } from "./series.ts";

/**
 * The events, with what of them is open: a gate became worse by more than its limit, and has not become as good again since.
 * @param events oldest first
 */
export function withOpen(events: readonly ChangeEvent[], rules: Rules): readonly EventAnswer[] {
  const now = new Map<string, number>();
  for (const shift of events.flatMap(({ shifts }) => shifts)) now.set(seriesKey(shift), shift.after);
  const isOpen = (shift: LevelShift) => {
    const limit = limitFor(shift, rules);
    return (
      isBeyondLimit(shift, shift.after, limit) && isBeyondLimit(shift, now.get(seriesKey(shift))!, limit)
    );
  };
  return events.map(({ shifts, ...event }) => {
    const answered = shifts.map((shift) => ({ ...shift, open: isOpen(shift) }));
    return answeredOf(event, answered);
  });
}

/** An event of these shifts alone; those that keep it open come first. Null without any. */
export function narrowed(
  { shifts, ...event }: EventAnswer,
  isWanted: (shift: AnsweredShift) => boolean,
): EventAnswer | null {
  const wanted = shifts.filter(isWanted);
  return wanted.length === 0 ? null : answeredOf(event, wanted);
}

function answeredOf(event: Omit<ChangeEvent, "shifts">, shifts: readonly AnsweredShift[]): EventAnswer {
  // Sorting is stable: within each, the clearest stay first.
  const openFirst = shifts.toSorted((a, b) => Number(b.open) - Number(a.open));
  return { ...event, open: openFirst[0]?.open ?? false, shifts: openFirst };
}

function limitFor({ workload, metric }: LevelShift, rules: Rules): Limit {
  if (metric === "failed-share") return { role: "gate", margin: 0, floor: rules.errorLimit };
  return metricLimit(rules, workload, metric);
}

/** True if a level is worse than the one before the shift, by more than the limit. */
function isBeyondLimit(
  { metric, before }: LevelShift,
  level: number,
  { role, margin, floor }: Limit,
): boolean {
  const harm = metricInfo(metric).direction === "lower-is-better" ? level - before : before - level;
  return role === "gate" && harm > Math.max(margin * before, floor ?? 0);
}
