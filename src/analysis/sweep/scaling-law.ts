/** The points of a curve -> the scalability law of their throughput, and the loads that it leaves out. */
import type { PointResult, ScalingCurve } from "../../model/sweep.ts";
import { fitUsl } from "../../stats/usl.ts";

/** @param loadOf how much load, or how many nodes, a point has */
export function lawOf(
  points: readonly PointResult[],
  loadOf: (point: PointResult) => number,
): Pick<ScalingCurve, "scaling" | "leftOut"> {
  // The throughput of a rate is what was asked for, whatever the server could do.
  if (points.some(({ pace }) => pace === "rate"))
    return { scaling: { kind: "none", why: "rate" }, leftOut: [] };
  const loads = points.flatMap((point) => {
    const values = qpsOf(point).filter((qps) => qps > 0);
    return values.length === 0 ? [] : [{ n: loadOf(point), values, clientBound: point.clientBound }];
  });
  return {
    scaling: fitUsl(
      loads.filter(({ clientBound }) => !clientBound),
      { isInRounds: true },
    ),
    leftOut: loads.filter(({ clientBound }) => clientBound).map(({ n }) => n),
  };
}

function qpsOf({ metrics }: PointResult): readonly number[] {
  return metrics.find(({ metric }) => metric === "qps")?.values ?? [];
}
