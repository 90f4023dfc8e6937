/** Size of an accepted regression, and what of it is still there. */
import { type Acceptance, speaksOf } from "../../model/acceptance.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { MetricId } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import { median, sorted } from "../../stats/summary.ts";

/** The clearest of what regressed where it was accepted. */
type AcceptedSize = Readonly<{
  suite: string;
  workload: string;
  metric: MetricId;
  /** Relative, head against base, as the report says. */
  effect: number;
}>;

/** Runs on each side of the place where it landed: one run says little. */
const RUNS = 5;

/**
 * @param reports of the commit that it was accepted at
 * @returns null where they say of nothing that it speaks of that it regressed
 */
export function acceptedSize(acceptance: Acceptance, reports: readonly Report[]): AcceptedSize | null {
  const sizes = reports.flatMap(({ suite, workloads }) =>
    workloads.flatMap(({ name: workload, changes }) =>
      changes.flatMap(({ metric, effect, verdict }) => {
        const isMeant = verdict.kind === "regressed" && speaksOf(acceptance, { suite, workload, metric });
        return isMeant && effect !== null ? [{ suite, workload, metric, effect }] : [];
      }),
    ),
  );
  return sizes.toSorted((a, b) => sizeFactor(b) - sizeFactor(a))[0] ?? null;
}

/** Half as fast is as much as twice as long. */
function sizeFactor({ effect }: AcceptedSize): number {
  return Math.abs(Math.log1p(effect));
}

/**
 * Relative: the median of the newest five runs against that of the five before it landed, in the newest run's circumstances.
 * @param points of one metric of the branch that it landed on, oldest first
 * @returns null where a side has no runs
 */
export function sizeNow(landedAt: string, points: readonly HistoryPoint[]): number | null {
  const newest = points.at(-1);
  if (newest === undefined) return null;
  const like = points.filter(
    ({ arm, fingerprint }) => arm === newest.arm && fingerprint === newest.fingerprint,
  );
  const isBefore = ({ commitTime }: HistoryPoint) =>
    commitTime !== null && Date.parse(commitTime) < Date.parse(landedAt);
  const before = middleOf(like.filter(isBefore));
  const now = middleOf(like.filter((point) => point.commitTime !== null && !isBefore(point)));
  return before === null || now === null || before === 0 ? null : now / before - 1;
}

function middleOf(points: readonly HistoryPoint[]): number | null {
  return points.length === 0 ? null : median(sorted(points.slice(-RUNS).map(({ value }) => value)));
}
