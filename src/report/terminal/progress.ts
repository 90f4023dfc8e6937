/** Messages while the measurement goes on. Plain text. */
import type { Expectation } from "../../analysis/verdict/expected.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change } from "../../model/report.ts";
import { median, sorted } from "../../stats/summary.ts";
import { plainLine } from "../../text/outside.ts";
import {
  formatChange,
  formatCount,
  formatDuration,
  formatPercent,
  formatVisible,
  plainSpaces,
  plural,
} from "../../text/units.ts";

/** Changes that will be visible, for each metric the median over the workloads; empty if nothing is known. */
export function expectedText(
  expected: readonly Pick<Expectation, "metric" | "visible">[],
  measurements: number,
): string {
  const metrics = [...new Set(expected.map(({ metric }) => metric))];
  const parts = metrics.map((metric) => {
    const visible = expected.filter((each) => each.metric === metric).map((each) => each.visible);
    return `${metricInfo(metric).label} from ${formatVisible(median(sorted(visible)))}`;
  });
  if (parts.length === 0) return "";
  const from = plural(measurements, "earlier measurement");
  return plainSpaces(`expected to see changes of ${parts.join(", ")}, by the noise of ${from}`);
}

/** Warning before sessions are spent that no gate can be judged by. */
export function tooFewText(sessions: number, need: number): string {
  const text = `${plural(sessions, "session")} for each arm: a verdict needs ${formatCount(need)}, so no gate can be judged (measure.sessions)`;
  return plainSpaces(text);
}

/**
 * Expected duration, and why it may become longer; empty if there is only one look.
 * @param sessions of the first look; `more`: of all others together
 * @param once seconds of the first look; `most`: of all looks together, at most
 */
export function plannedText({
  sessions,
  looks,
  more,
  once,
  most,
}: Readonly<{ sessions: number; looks: number; more: number; once: number; most: number }>): string {
  if (looks < 2) return "";
  const [first, all] = [once, most].map(formatDuration);
  const reason = looks > 2 ? "looks worse or is undecided" : "looks worse";
  const planned = `${plural(sessions, "session")} of every workload ${sessions === 1 ? "takes" : "take"} about ${first}`;
  const further = `A workload that then ${reason} gets up to ${formatCount(more)} more`;
  return plainSpaces(`${planned}. ${further}: at most ${all} in all`);
}

/** Reason to measure a workload once more though nothing looks worse: the time budget has room, or a third look is for that. */
export function undecidedText(workload: string, sessions: number, hasBudget: boolean): string {
  const reason = hasBudget ? ", for the time budget has room" : " to exclude a regression";
  return `${plainLine(workload)} is undecided: ${plural(sessions, "more session")} of it${reason}`;
}

/** Reason for fewer looks, or for exceeding the budget: the first session has shown how long the servers take to start. */
export function shortBudgetText({
  sessions,
  looks,
  session,
  budget,
}: Readonly<{ sessions: number; looks: number; session: number; budget: number }>): string {
  const [one, all, given] = [session, sessions * session, budget].map(formatDuration);
  const count = plural(sessions, "session");
  const next = looks > 1 ? "third" : "second";
  const fits = `${count} have room in the time budget of ${given}, and no ${next} look at them`;
  const exceeds = `${count}, the fewest that make a verdict, take ${all} instead of the time budget of ${given}, and have no second look`;
  const text = `one session takes ${one}: ${sessions * session > budget ? exceeds : fits}; raise measure.budget`;
  return plainSpaces(text);
}

/** Reason why a workload that looks worse is not measured once more. */
export function unaffordableText({ workload }: Readonly<{ workload: string }>): string {
  return `${plainLine(workload)} looks worse, but the time budget has no room for another look at it: raise measure.budget`;
}

/** Reason to measure a workload once more. */
export function suspectText(
  { workload, change }: Readonly<{ workload: string; change: Change }>,
  sessions: number,
): string {
  const { label } = metricInfo(change.metric);
  const seen = `${label} ${formatChange(change.effect!)}, chance alone shows as much in ${formatPercent(Math.max(0.001, change.p!.worse))} of cases`;
  const text = `${plainLine(workload)} looks worse (${seen}): ${plural(sessions, "more session")} of it will tell`;
  return plainSpaces(text);
}
