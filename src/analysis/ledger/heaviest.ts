/** Where to look for what made a sum: its heaviest change, as an event that a search for the commit can begin from. */
import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import type { BisectPlan } from "../../model/bisect-plan.ts";
import type { LedgerAlert, LedgerStep, LedgerSum } from "../../model/ledger.ts";
import { metricInfo } from "../../model/metric.ts";
import { normalQuantile, normalUpper } from "../../stats/normal.ts";

export type SummedEvent = Readonly<{ event: ChangeEvent; sum: NonNullable<BisectPlan["sum"]> }>;

/** No run shows the level: it was never measured alone. */
const NO_SERIES = "";

/**
 * @param steps of the alert's clearest sum, from its start on
 * @param level value of the metric before, in its unit: that of any run near it
 */
export function heaviestChange(
  place: Pick<ChangeEvent, "repository" | "suite" | "branch">,
  { sums, upTo }: LedgerAlert,
  steps: readonly LedgerStep[],
  level: number,
): SummedEvent | null {
  const [total] = sums;
  const end = steps.findIndex(({ head }) => head.sha === upTo.sha);
  const sign = metricInfo(total!.metric).direction === "lower-is-better" ? 1 : -1;
  const own = end < 0 ? steps : steps.slice(0, end + 1);
  const heaviestFirst = own.toSorted((a, b) => sign * (b.effect - a.effect));
  const [heaviest] = heaviestFirst;
  if (heaviest === undefined) return null;
  const event: ChangeEvent = {
    ...place,
    lastBefore: heaviest.base,
    firstAfter: heaviest.head,
    cause: "commit",
    state: "lasting",
    shifts: [heaviestShift(total!, heaviest, level)],
  };
  return { event, sum: { total: total!, steps: heaviestFirst } };
}

function heaviestShift(
  { workload, metric }: LedgerSum,
  { effect, low, high }: LedgerStep,
  level: number,
): LevelShift {
  const error = (Math.log1p(high) - Math.log1p(low)) / (2 * normalQuantile(0.975));
  const distance = error === 0 ? Number.MAX_VALUE : Math.abs(Math.log1p(effect)) / error;
  return {
    workload,
    metric,
    arm: "head",
    fingerprint: NO_SERIES,
    runId: NO_SERIES,
    before: level,
    after: level * (1 + effect),
    runsBefore: 1,
    runsAfter: 1,
    effect,
    direction: "worse",
    p: normalUpper(distance),
    noise: error,
  };
}
