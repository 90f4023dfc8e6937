/** Effects of the order of starts on a run's gates, and what became of them (docs/decisions/019-order.md). */
import type { MetricId } from "../../model/metric.ts";
import type { OrderEffect } from "../../model/report.ts";
import type { InTurn } from "../../stats/dependence.ts";
import { FEWEST_FOR_TERM, orderEffect } from "../../stats/sessions.ts";
import { mean } from "../../stats/summary.ts";
import type { KnownNoise } from "../verdict/noise.ts";

/** A gate of speed with its session log ratios, where it has any that a test can be made of. */
export type OrderedGate = Readonly<{ workload: string; metric: MetricId; ratios: InTurn | null }>;

/** Fewest sessions: with fewer, what the order does cannot be distinguished from the rest. */
const FEWEST = 4;

/** One for each metric that gates, the mean over its workloads: how much more the server shows that starts first. */
export function orderEffects(gates: readonly OrderedGate[], known: KnownNoise): readonly OrderEffect[] {
  return [...new Set(gates.map(({ metric }) => metric))].flatMap((metric) => {
    const seen = gates
      .filter((gate) => gate.metric === metric)
      .flatMap(({ workload, ratios }) => fittedEffects(ratios, known.order(workload, metric)));
    if (seen.length === 0) return [];
    const removed = REMOVED.find((each) => seen.some((effect) => effect.removed === each))!;
    return [{ metric, difference: Math.expm1(mean(seen.map(({ effect }) => effect))), removed }];
  });
}

/** Outcomes, beginning with the least: of several workloads, the one of which the least became is reported. */
const REMOVED: readonly OrderEffect["removed"][] = ["not", "by-this-run", "by-earlier-runs"];

type Effect = Readonly<{ effect: number; removed: OrderEffect["removed"] }>;

function fittedEffects(ratios: InTurn | null, known: number | null): readonly Effect[] {
  if (ratios === null || ratios.values.length < FEWEST) return [];
  if (known !== null) return [{ effect: known, removed: "by-earlier-runs" }];
  const fit = orderEffect(ratios.values, ratios.signs);
  if (fit === null) return [];
  return [{ effect: fit.effect, removed: ratios.values.length < FEWEST_FOR_TERM ? "not" : "by-this-run" }];
}
