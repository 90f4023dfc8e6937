/** Remedies that would turn "inconclusive" into an answer, computed from the noise and the limit. */
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatDuration, formatPercent, plural } from "../../text/units.ts";
import { harmOf, relevantOf, unreadText } from "./rows.ts";
import { forbiddenBy, gatesOf, type shortHistory } from "./standing.ts";
import { sessionsOfLooks } from "./story.ts";

/** More than this factor of sessions is no practical advice. */
const MOST_FACTOR = 8;

/** Sessions that were taken, and those that all planned looks together would have: a change's interval is of the first, what it can see of the second. */
export type SessionNumbers = Readonly<{ taken: number; planned: number }>;

/**
 * Number of sessions in all that would probably decide, or null if no number would.
 *
 * Uncertainty shrinks with 1/sqrt(sessions). Taking the measured effect e and the limit m (logs) for true: within the limit,
 * "unchanged" needs the interval's half width h to shrink to m - e; beyond it, h and the change that a run can see must shrink to e.
 * The t quantile also shrinks with more sessions, which this leaves out, so the answer errs on the long side.
 */
export function sessionsToDecide(change: Change, { taken, planned }: SessionNumbers): number | null {
  const { effect, interval, smallestVisible } = change;
  if (effect === null || interval === null || taken < 1) return null;
  const estimate = Math.abs(Math.log1p(effect));
  const limit = Math.log1p(relevantOf(change));
  const half = (Math.log1p(interval.high) - Math.log1p(interval.low)) / 2;
  const within = estimate < limit;
  const goal = within ? limit - estimate : estimate;
  const forInterval = taken * (half / goal) ** 2;
  const forSight = within ? 0 : planned * (Math.log1p(smallestVisible ?? 0) / goal) ** 2;
  const needed = Math.ceil(Math.max(forInterval, forSight));
  return Number.isFinite(needed) ? Math.max(needed, taken + 1) : null;
}

/** A sentence such as "about 6 more sessions (60 s)". It may hold names from outside. */
export function changeRemedy(change: Change, report: Report): string {
  const { verdict, interval } = change;
  if (verdict.kind === "too-few") {
    const few = `at least ${formatCount(verdict.need)} ${verdict.what}; there ${verdict.have === 1 ? "is" : "are"} ${formatCount(verdict.have)}`;
    return unreadText(change) ?? few;
  }
  const forbidden = forbiddenBy(change);
  const codes = forbidden === null ? INCOMPARABLE : [...INCOMPARABLE, ...FORBIDDING];
  const objections = report.warnings.filter(
    ({ code, workload = change.workload, metric = change.metric }) =>
      codes.includes(code) && workload === change.workload && metric === change.metric,
  );
  const incomparable = objections.find(({ message }) => message === forbidden) ?? objections[0];
  if (incomparable !== undefined) return incomparable.remedy;
  if (forbidden !== null) return forbidden;
  if (verdict.kind === "inconclusive" && interval === null) return verdict.why;
  if (report.rule.form === "prediction")
    return `measuring side by side${orWiderLimit(change, ", or")} (runs differ too much)`;
  const workload = report.workloads.find(({ name }) => name === change.workload);
  if (workload !== undefined && gatesOf(workload).some((gate) => gate.verdict.kind === "regressed"))
    return "not measured further: this workload has already regressed";
  return moreSessions(change, workload, report);
}

/** Codes of warnings that say why a number of sessions, reckoned from the interval, would not be true. */
const INCOMPARABLE: readonly string[] = ["conditions-differ", "options-differ", "drift", "sessions-alike"];
/** The same where a verdict is forbidden: these may also stand beside one that is not. */
const FORBIDDING: readonly string[] = [
  "builds-differ",
  "other-history",
  "throttled",
  "misses-differ",
  "no-rows",
  "policies-bypassed",
  "identical-sessions",
];

function moreSessions(change: Change, workload: WorkloadReport | undefined, report: Report): string {
  const { workloads, head, plan } = report;
  const taken = workload?.sessions ?? head.sessions;
  const needed = sessionsToDecide(change, { taken, planned: sessionsOfLooks(report, taken) });
  if (needed === null || needed > taken * MOST_FACTOR)
    return `a quieter machine${orWiderLimit(change, " or", " or longer sessions")} (it would take over ${plural(taken * MOST_FACTOR, "session")})`;
  const more = needed - taken;
  // Who measures again measures all workloads; how long the servers take to start is not known here.
  const seconds = more * Math.max(1, workloads.length) * (plan.seconds + plan.warmupSeconds);
  return `about ${plural(more, "more session", "more sessions")} (${formatDuration(seconds)} of load)`;
}

/** A gate that lets half or more pass holds nothing. */
const WIDEST_LIMIT = 0.5;

/** The limit that this run would have passed, where one is worth having; else what there is instead. */
function orWiderLimit(change: Change, or: string, instead = ""): string {
  const least = Math.max(harmOf(change), change.smallestVisible ?? 0);
  if (least > WIDEST_LIMIT) return instead;
  return `${or} ${least > 0 ? `a limit of ${formatPercent(Math.ceil(least * 100) / 100)}` : "a wider limit"}`;
}

/** Runs that a history too short for any verdict waits for. It may hold a name from outside. */
export function historyRemedy({ have, need, branch }: NonNullable<ReturnType<typeof shortHistory>>): string {
  const runs = `${plural(need, "run")} of ${plainLine(branch, 40)}`;
  return `A verdict needs ${runs} under these conditions, there ${have === 1 ? "is" : "are"} ${have}: let each push to the branch run Plumbline.`;
}
