/** What a measurement will see, said before it is made: from the noise of earlier ones under the same conditions. */
import type { MetricId } from "../model/metric.ts";
import { metricInfo } from "../model/metric.ts";
import type { Run } from "../model/run.ts";
import { tPower } from "../stats/shift.ts";
import { visibleFrom } from "./judge.ts";
import { SPENDING } from "./looks.ts";
import type { KnownNoise } from "./noise.ts";
import { limitOf, type Rules } from "./rules.ts";
import { SPEED_METRICS } from "./speed.ts";

/** The smallest relative change for the worse that is called with 80 % probability. */
export type Expectation = Readonly<{ workload: string; metric: MetricId; visible: number }>;

/** One for each gate of speed whose noise is known. */
export function expectedChanges(
  known: KnownNoise,
  { sessions, looks }: Pick<Run["plan"], "sessions" | "looks">,
  rules: Rules,
): readonly Expectation[] {
  const gates = known.workloads.flatMap((workload) =>
    SPEED_METRICS.flatMap((metric) => {
      const limit = limitOf(rules, workload, metric);
      const spread = limit.role === "gate" ? known.expected(workload, metric) : null;
      return spread === null ? [] : [{ workload, metric, limit, spread }];
    }),
  );
  const level = (rules.alpha / gates.length) * SPENDING.worse[looks < 2 ? "only" : "both"];
  const all = sessions * looks;
  if (all < 2) return [];
  return gates.flatMap(({ workload, metric, limit, spread }) => {
    const df = all - 1 + (known.prior(workload, metric)?.df ?? 0);
    const relevant = Math.max(limit.margin, (limit.floor ?? 0) / known.level(workload, metric)!);
    const lowerIsBetter = metricInfo(metric).direction === "lower-is-better";
    const power = tPower(Math.sqrt(spread.variance / all), df);
    const visible = visibleFrom(power, { relevant, lowerIsBetter }, level, rules);
    return visible === null ? [] : [{ workload, metric, visible }];
  });
}
