import type { WorkloadRun } from "../../model/run.ts";
import { SCRIPTS } from "../../model/script.ts";
import { sumOf } from "../../stats/summary.ts";

/**
 * Base of a workload whose scripts are not the same on both arms, so that what is compared is the event: its statements are counted as if
 * an event had as many of them as head's in the mean. Otherwise a script that asks once for each row would have more queries per second,
 * each of them cheaper.
 */
export function inHeadsStatements(base: WorkloadRun, head: WorkloadRun): WorkloadRun {
  const events = sumOf(head.sessions, ({ events }) => events);
  if (base.options[SCRIPTS] === head.options[SCRIPTS] || events === 0) return base;
  const perEvent = sumOf(head.sessions, ({ committedQueries }) => committedQueries) / events;
  const sessions = base.sessions.map((session) => ({
    ...session,
    committedQueries: session.events * perEvent,
  }));
  return { ...base, sessions };
}
