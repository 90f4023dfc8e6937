import { metricInfo } from "../../../src/model/metric.ts";
import type { Spread } from "../../../src/stats/moderation.ts";
import { drawIndex, type Rng } from "../../../src/stats/random.ts";
import { variance } from "../../../src/stats/summary.ts";
import type { Column, Draw, Pool } from "./pool.ts";

/** A slowdown that is put into head by arithmetic. */
export type Injection = Readonly<{
  kind: "throughput" | "tail";
  /** 0.05: five percent fewer requests per second, or five percent longer p99. */
  size: number;
  workload: string;
}>;

/** Two looks, and a history before them. */
const LOOKS = 2;

/**
 * One check: sessions in random order without replacement, for two looks; base and head change places in half of the draws, which
 * no rule may notice where they are the same. A history is the sessions that were measured before the first drawn one, in order.
 */
export function drawCheck(
  pool: Pool,
  needs: number,
  injection: Injection | null,
  swaps: boolean,
  rng: Rng,
): Draw {
  const swapped = swaps && rng() < 0.5;
  const wanted = Math.min(pool.sessions, LOOKS * pool.look);
  const start = drawIndex(rng, pool.sessions);
  const order = shuffled(pool.sessions, rng);
  const drawn = [start, ...order.filter((session) => session !== start)].slice(0, wanted);
  // Sessions before the check, in time; a pool is a circle, for its start is no other time than its end.
  const before = Array.from(
    { length: needs },
    (_, i) => (start - needs + i + pool.sessions * needs) % pool.sessions,
  );
  const others = measurementsOf(
    order.filter((session) => !drawn.includes(session)).sort((a, b) => a - b),
    pool.look,
  );
  return {
    columns: pool.columns.map((column) => {
      const [base, head] = swapped ? [column.head, column.base] : [column.base, column.head];
      const factor = injection === null ? 1 : factorOf(column, injection);
      return {
        ...column,
        base: drawn.map((session) => base[session]!),
        head: drawn.map((session) => head[session]! * factor),
      };
    }),
    history: pool.columns.map((column) =>
      before.map((session) => (swapped ? column.head : column.base)[session]!),
    ),
    earlier: pool.columns.map((column) => others.map((sessions) => spreadOf(column, sessions))),
  };
}

/** A slower server has longer latencies in proportion, and spends no more CPU: it waits. The tail alone moves p99 and nothing else. */
export function factorOf(
  { workload, metric }: Pick<Column, "workload" | "metric">,
  injection: Injection,
): number {
  if (workload !== injection.workload) return 1;
  if (injection.kind === "tail") return metric === "p99" ? 1 + injection.size : 1;
  if (metric === "server-cpu") return 1;
  return metricInfo(metric).direction === "higher-is-better" ? 1 - injection.size : 1 / (1 - injection.size);
}

/** Neighbours in time are a measurement; what is left over is none. */
function measurementsOf(sessions: readonly number[], look: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(sessions.length / look) }, (_, i) =>
    sessions.slice(i * look, (i + 1) * look),
  );
}

function spreadOf({ base, head }: Column, sessions: readonly number[]): Spread {
  const ratios = sessions.map((session) => Math.log(head[session]! / base[session]!));
  return { variance: variance(ratios), df: ratios.length - 1 };
}

function shuffled(length: number, rng: Rng): number[] {
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = drawIndex(rng, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
