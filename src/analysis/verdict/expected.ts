/** Forecast of what a measurement will see, from the noise of earlier ones under the same conditions. */
import { type LookPlan, looksOf } from "../../config/looks.ts";
import type { Plan } from "../../config/plan.ts";
import type { MetricId } from "../../model/metric.ts";
import { metricInfo } from "../../model/metric.ts";
import { type Rules, relevantChange } from "../../model/rules.ts";
import type { Run } from "../../model/run.ts";
import { errorFactor } from "../../stats/dependence.ts";
import { tPower } from "../../stats/shift.ts";
import { visibleFrom } from "./judge.ts";
import { fullLook, plannedLooks } from "./looks.ts";
import type { KnownNoise } from "./noise.ts";
import { metricLimit, needsOf } from "./rules.ts";
import { speedMetricsOf } from "./speed.ts";

/** The smallest relative change for the worse that is called with 80 % probability. */
export type Expectation = Readonly<{
  workload: string;
  metric: MetricId;
  visible: number;
  /** The limit: the margin, or the floor as a share of base where that is more. */
  relevant: number;
}>;

/** A change a third beyond the limit is found then, and where nothing changed, "unchanged" is what most gates say. */
const FINE = 4 / 3;

/**
 * The fewest sessions of a look, an even number up to `most`, with which every gate is expected to see changes little beyond its
 * limit; null where the noise of a gate is not known. More of them would be spent on changes that no limit asks about.
 * @param most even: either server starts first equally often (docs/decisions/019-order.md)
 */
export function enoughSessions(
  known: KnownNoise,
  looks: LookPlan,
  rules: Rules,
  most: number,
): number | null {
  const gates = gatesWithSpread(known, rules);
  if (gates.length === 0 || gates.some(({ spread }) => spread === null)) return null;
  for (let sessions = FEWEST; sessions < most; sessions += 2) {
    const expected = expectedChanges(known, { sessions, looks: looksOf(looks, sessions) }, rules);
    if (expected.every(({ visible, relevant }) => visible <= FINE * relevant)) return sessions;
  }
  return most;
}

/** Fewest sessions: as many as are measured without any budget. */
const FEWEST = 8;

/**
 * The sessions that a verdict about a gate needs, where a plan has fewer; else null. A gate with too few gets no further look, and
 * history takes a run with any number of them.
 */
export function sessionsNeeded(
  { mode, sessions }: Pick<Plan, "mode" | "sessions">,
  rules: Rules,
): number | null {
  const need = needsOf(rules).sessions;
  return mode === "side-by-side" && rules.gates.length > 0 && sessions < need ? need : null;
}

/** One for each gate of speed whose noise is known. */
export function expectedChanges(
  known: KnownNoise,
  { sessions, looks }: Pick<Run["plan"], "sessions" | "looks">,
  rules: Rules,
): readonly Expectation[] {
  const { sessions: all, worse } = fullLook(plannedLooks({ sessions, looks }));
  const gates = gatesWithSpread(known, rules);
  const tested = gates.flatMap(({ spread, ...gate }) => (spread === null ? [] : [{ ...gate, spread }]));
  if (all < 2) return [];
  const level = (rules.alpha / tested.length) * worse;
  const seen = tested.map(({ workload, metric, spread: { variance } }) => {
    return { workload, metric, spread: { variance, df: all - 1 } };
  });
  const priors = known.priors(seen);
  const inflation = errorFactor(known.correlation(seen) ?? 0, all);
  return tested.flatMap(({ workload, metric, limit, spread }, i) => {
    const relevant = relevantChange(limit, known.level(workload, metric));
    const lowerIsBetter = metricInfo(metric).direction === "lower-is-better";
    const power = tPower(Math.sqrt((inflation * spread.variance) / all), all - 1 + (priors[i]?.df ?? 0));
    const visible = visibleFrom(power, { relevant, lowerIsBetter }, level, rules);
    return visible === null ? [] : [{ workload, metric, visible, relevant }];
  });
}

/** The gates of speed, each with the spread of its session log ratios, or null. */
function gatesWithSpread(known: KnownNoise, rules: Rules) {
  return known.workloads.flatMap((workload) =>
    speedMetricsOf(rules, workload)
      .map((metric) => ({ workload, metric, limit: metricLimit(rules, workload, metric) }))
      .filter(({ limit }) => limit.role === "gate")
      .map((gate) => ({ ...gate, spread: known.expected(workload, gate.metric) })),
  );
}
