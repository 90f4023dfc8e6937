/** Targets of different numbers of machines -> how throughput grows with them: the law over nodes, and how much of a node each one brings. */
import type { SweepPoint } from "../../config/sweep.ts";
import { groupBy } from "../../model/by-key.ts";
import type { Run, Runs, Session } from "../../model/run.ts";
import type { Efficiency, PointResult, ScalingCurve } from "../../model/sweep.ts";
import { scalingEfficiency } from "../../stats/improvement.ts";
import { meanSample, sampleShift } from "../../stats/shift.ts";
import { mean } from "../../stats/summary.ts";
import { sessionValues } from "../samples/values.ts";
import { lawOf } from "./scaling-law.ts";

/** Machines by the target's name; empty where their numbers are not given. */
export type Nodes = Readonly<Record<string, number>>;

const CONFIDENCE = 0.95;

/** One curve for each workload and combination of values, where every target says its nodes. @param points of one suite */
export function nodeCurves(nodes: Nodes, points: readonly PointResult[]): readonly ScalingCurve[] {
  if (Object.keys(nodes).length === 0) return [];
  const curves = groupBy(points, ({ name }) => name);
  return [...curves.values()].map((own) => {
    const { suite, workload, values } = own[0]!;
    return {
      suite,
      over: "nodes",
      target: "",
      workload,
      values,
      ...lawOf(own, (point) => nodes[point.target]!),
    };
  });
}

/**
 * Each target against the reference, at every point: the factor of their throughput is the geometric mean over the sessions, in each
 * of which both were measured side by side, with Student's interval of its logarithm; efficiency is that factor over that of the
 * nodes. A point at a rate has none: its throughput is what was asked for.
 * @param results of one suite
 */
export function efficienciesOf(
  nodes: Nodes,
  points: readonly SweepPoint[],
  pairs: readonly Readonly<{ reference: string | null; target: string; runs: Runs | null }>[],
  results: readonly PointResult[],
): readonly Efficiency[] {
  if (Object.keys(nodes).length === 0) return [];
  return points.flatMap((point) =>
    pairs.flatMap(({ reference, target, runs }): readonly Efficiency[] => {
      const logs = runs?.base == null ? [] : logFactors(runs.base, runs.head, point.name);
      if (reference === null || logs.length === 0) return [];
      const own = results.filter(({ name }) => name === point.name);
      if (own.some(({ pace }) => pace === "rate")) return [];
      const of = (name: string) => own.find((each) => each.target === name)!;
      const first = { nodes: nodes[reference]!, rate: 1 };
      const share = (factor: number) => scalingEfficiency(first, { nodes: nodes[target]!, rate: factor });
      const factor = efficiencyFactor(logs);
      const { interval } = factor;
      return [
        {
          suite: of(target).suite,
          name: point.name,
          reference,
          referenceNodes: first.nodes,
          target,
          nodes: nodes[target]!,
          factor,
          efficiency: {
            value: share(factor.value),
            interval: interval === null ? null : { low: share(interval.low), high: share(interval.high) },
          },
          clientBound: of(target).clientBound || of(reference).clientBound,
        },
      ];
    }),
  );
}

/** Logarithm of the factor of throughput, for each session of both. */
function logFactors(base: Run, head: Run, name: string): readonly number[] {
  const sessionsOf = ({ workloads }: Run) =>
    workloads.find((workload) => workload.name === name)?.sessions ?? [];
  const rate = (session: Session | undefined) =>
    session === undefined ? 0 : (sessionValues(session).qps ?? 0);
  const before = sessionsOf(base);
  return sessionsOf(head).flatMap((session) => {
    const rates = [rate(before.find(({ index }) => index === session.index)), rate(session)] as const;
    return rates[0] > 0 && rates[1] > 0 ? [Math.log(rates[1] / rates[0])] : [];
  });
}

function efficiencyFactor(logs: readonly number[]): Efficiency["factor"] {
  const value = Math.exp(mean(logs));
  if (logs.length < 2) return { value, interval: null };
  const { low, high } = sampleShift(meanSample(logs), null).interval(CONFIDENCE);
  return { value, interval: { low: Math.exp(low), high: Math.exp(high) } };
}
