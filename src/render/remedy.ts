/** What would turn "inconclusive" into an answer, computed from the noise and the limit. */
import type { Change, Report } from "../model/report.ts";
import { formatDuration, formatPercent, plural } from "./units.ts";

/** More than this factor of sessions is no advice that anyone would follow. */
const MOST_FACTOR = 8;

/**
 * How many sessions in all would probably decide, or null where no number would.
 *
 * The half width h of the interval shrinks with 1/sqrt(sessions). Taking the measured effect e and the margin m (all logs) for
 * true: inside the margin, "unchanged" needs e + h <= m; beyond it, "significant" needs h <= e. The t quantile also
 * shrinks with more sessions, which this leaves out, so the answer errs on the long side.
 */
export function sessionsToDecide(change: Change, sessions: number): number | null {
  const { effect, interval, margin } = change;
  if (effect === null || interval === null || sessions < 1) return null;
  const half = (Math.log1p(interval.high) - Math.log1p(interval.low)) / 2;
  const estimate = Math.abs(Math.log1p(effect));
  const limit = Math.log1p(margin);
  const room = estimate < limit ? limit - estimate : estimate;
  const needed = Math.ceil(sessions * (half / room) ** 2);
  return Number.isFinite(needed) ? Math.max(needed, sessions + 1) : null;
}

/** The sentence of the table: "about 6 more sessions (1 min)". Plain text; `what` of a verdict comes from the comparison. */
export function remedyOf(change: Change, report: Report): string {
  const { verdict } = change;
  if (verdict.kind === "too-few") return `${verdict.have} of ${verdict.need} ${verdict.what}`;
  if (report.mode === "history")
    return `${widerLimit(change)}, or side by side: runs differ more than the limit allows`;
  const sessions = report.head.sessions;
  const needed = sessionsToDecide(change, sessions);
  if (needed === null) return "more sessions";
  if (needed > sessions * MOST_FACTOR)
    return `${widerLimit(change)}, or a quieter machine: sessions alone would take too long`;
  const more = needed - sessions;
  const seconds = more * (report.plan.seconds + report.plan.warmupSeconds);
  return `about ${plural(more, "more session", "more sessions")} (${formatDuration(seconds)})`;
}

function widerLimit({ smallestVisible, effect, interval }: Change): string {
  const reach = Math.max(Math.abs(interval?.low ?? 0), Math.abs(interval?.high ?? 0), Math.abs(effect ?? 0));
  const limit = Math.max(reach, smallestVisible ?? 0);
  return limit > 0 ? `a limit of ${formatPercent(Math.ceil(limit * 100) / 100)}` : "a wider limit";
}
