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
 * no rule may notice where they are the same. A rule of histories is used on what comes next on the same machine, so it judges
 * the first drawn session and those right after it, against those right before it.
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
  const others = measurementsOf(
    order.filter((session) => !drawn.includes(session)).sort((a, b) => a - b),
    pool.look,
  );
  const columns = swapped ? pool.columns.map(turned) : pool.columns;
  const factors = columns.map((column) => (injection === null ? 1 : factorOf(column, injection)));
  const [timelines, place] =
    pool.order === "in-turn" ? [pool.columns.map(interleaved), 2 * start] : [columns, start];
  return {
    columns: columns.map((column, i) => ({
      ...column,
      base: drawn.map((session) => column.base[session]!),
      head: drawn.map((session) => column.head[session]! * factors[i]!),
    })),
    history: timelines.map(({ base }) => stretch(base, place - needs, needs)),
    next: timelines.map(({ head }, i) => stretch(head, place, pool.look).map((value) => value * factors[i]!)),
    earlier: pool.columns.map((column) => others.map((sessions) => spreadOf(column, sessions))),
  };
}

function turned(column: Column): Column {
  return { ...column, base: column.head, head: column.base };
}

/** Where arms were measured in turn, a rule of histories takes every value for one of either. */
function interleaved(column: Column): Column {
  const all = column.base.flatMap((value, i) => [value, column.head[i]!]);
  return { ...column, base: all, head: all };
}

/** So many values from a place on; a pool is a circle, for its start is no other time than its end. */
function stretch(values: readonly number[], from: number, count: number): readonly number[] {
  const { length } = values;
  return Array.from({ length: count }, (_, i) => values[(((from + i) % length) + length) % length]!);
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
