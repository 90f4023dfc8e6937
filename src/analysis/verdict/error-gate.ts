import type { ArmValues, Verdict } from "../../model/report.ts";
import { incompleteBeta } from "../../stats/beta.ts";
import { summarize } from "../../stats/summary.ts";
import type { Finding } from "./finding.ts";

/** Events of one session, or of one run (history). */
export type ErrorCounts = Readonly<{ failed: number; done: number }>;

/**
 * Level of the error gate's own test. It is outside of the family of the speed metrics, so it is small enough not to spend any of
 * their alpha: servers that really fail do so by the hundred.
 */
export const LEVEL = 0.001;

/**
 * The gate of failed events of runs that were measured apart; storms.ts has that of arms side by side. A rise of the failed share above the limit is a regression whatever the speed. So that one failure
 * among few events is no alarm, chance must not explain the rise either: given all failures of both arms, how many fall on head
 * is binomial (the conditional test of two Poisson rates, Przyborowski & Wilenski 1940). Failures come in clumps, so counts are
 * divided by the overdispersion that *base* shows between its sessions (quasi-likelihood, McCullagh & Nelder 1989, ch. 4.5);
 * head's own unevenness may be the regression itself, such as one crash, and excuses nothing.
 */
export function errorFinding(
  workload: string,
  base: readonly ErrorCounts[],
  head: readonly ErrorCounts[],
  limit: number,
): Finding {
  const [before, after] = [totalErrors(base), totalErrors(head)];
  const [shareBefore, shareAfter] = [shareOfFailed(before), shareOfFailed(after)];
  const known = shareBefore !== null && shareAfter !== null;
  return {
    workload,
    metric: "failed-share",
    limit: { role: "gate", margin: 0, floor: limit },
    base: errorValues(base),
    head: errorValues(head),
    evidence: {
      kind: "settled",
      verdict: known
        ? errorVerdict(shareAfter - shareBefore, limit, before, after, clump(base))
        : { kind: "too-few", what: "events", have: 0, need: 1 },
      effect: known && shareBefore > 0 ? shareAfter / shareBefore - 1 : null,
    },
  };
}

function errorVerdict(
  rise: number,
  limit: number,
  base: ErrorCounts,
  head: ErrorCounts,
  clumpSize: number,
): Verdict {
  if (rise > limit) {
    if (chanceOfMore(base, head, clumpSize) <= LEVEL) return { kind: "regressed" };
    return { kind: "inconclusive", why: "more events failed on head, but so few that chance may explain it" };
  }
  if (-rise > limit && chanceOfMore(head, base, clumpSize) <= LEVEL) return { kind: "improved" };
  return { kind: "unchanged" };
}

/** P(at least as many of all failures fall on the second arm as did), were both equally likely to fail. */
export function chanceOfMore(first: ErrorCounts, second: ErrorCounts, clumpSize: number): number {
  if (second.failed === 0) return 1;
  const share = (second.failed + second.done) / (first.failed + first.done + second.failed + second.done);
  // The upper tail of a binomial is an incomplete beta function (DLMF 8.17.5), which takes fractions of clumps too.
  return incompleteBeta(share, second.failed / clumpSize, first.failed / clumpSize + 1);
}

/** Pearson's chi-squared over its degrees of freedom, at least 1: how many failures come at a time. */
export function clump(tallies: readonly ErrorCounts[]): number {
  const all = totalErrors(tallies);
  const share = shareOfFailed(all) ?? 0;
  const used = tallies.filter(({ failed, done }) => failed + done > 0);
  if (used.length < 2 || share === 0 || share === 1) return 1;
  const chiSquared = used.reduce((sum, { failed, done }) => {
    const expected = (failed + done) * share;
    return sum + (failed - expected) ** 2 / (expected * (1 - share));
  }, 0);
  return Math.max(1, chiSquared / (used.length - 1));
}

/** Shares of the sessions that had events, and of all events together. */
export function errorValues(tallies: readonly ErrorCounts[]): ArmValues {
  const values = tallies.map(shareOfFailed).filter((share) => share !== null);
  return { estimate: shareOfFailed(totalErrors(tallies)), values, statistics: summarize(values) };
}

export function totalErrors(tallies: readonly ErrorCounts[]): ErrorCounts {
  return {
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    done: tallies.reduce((sum, tally) => sum + tally.done, 0),
  };
}

function shareOfFailed({ failed, done }: ErrorCounts): number | null {
  return failed + done === 0 ? null : failed / (failed + done);
}
