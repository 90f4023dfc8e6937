import { metricInfo } from "../../../src/model/metric.ts";
import { type Column, type Draw, type Rule, workloadsOf } from "../pool.ts";

/** One metric of a check as the peers see it. */
export type Seen = Readonly<{
  base: readonly number[];
  /** Of a rule of histories, what was measured right after its history. */
  head: readonly number[];
  /** As much as the rule needs. */
  history: readonly number[];
  /** Signs a difference so that more is worse. */
  worse: 1 | -1;
}>;

/** Metrics that peers are usually given: throughput and latencies, not the server's CPU time. */
const GIVEN: readonly Column["metric"][] = ["qps", "mean", "p99"];

/** A rule that looks at each metric by itself and calls the workload where any is worse, as all peers do. */
export function columnRule(
  name: string,
  options: Readonly<{
    needs?: number;
    armSessions: (look: number) => number;
    sessions?: (look: number) => number;
  }>,
  isWorse: (seen: Seen) => boolean,
): Rule {
  const { needs = 0, sessions: judges = (look: number) => look } = options;
  return {
    name,
    needs,
    judges,
    call: (draw, look) => {
      const found = draw.columns.filter(({ metric }, i) => {
        return GIVEN.includes(metric) && isWorse(seenOf(draw, i, judges(look), needs));
      });
      return {
        regressed: [...new Set(found.map(({ workload }) => workload))],
        armSessions: options.armSessions(look) * workloadsOf(draw).length,
      };
    },
  };
}

function seenOf(draw: Draw, i: number, sessions: number, needs: number): Seen {
  const { base, head, metric } = draw.columns[i]!;
  return {
    base: base.slice(0, sessions),
    head: (needs > 0 ? draw.next[i]! : head).slice(0, sessions),
    // A draw holds as much as the rule that needs most.
    history: draw.history[i]!.slice(draw.history[i]!.length - needs),
    worse: metricInfo(metric).direction === "lower-is-better" ? 1 : -1,
  };
}
