import { spreadOf } from "../../src/analysis/verdict/earlier.ts";
import type { EarlierSpread } from "../../src/model/earlier.ts";
import { metricInfo } from "../../src/model/metric.ts";
import { drawIndex, type Rng } from "../../src/stats/random.ts";
import type { Column, Draw, Pool } from "./pool.ts";

/** A slowdown that is put into head by arithmetic. */
export type Injection = Readonly<{
  kind: "throughput" | "tail";
  /** 0.05: five percent fewer requests per second, or five percent longer p99. */
  size: number;
  workload: string;
}>;

/** Looks of a check, at most. */
const LOOKS = 3;

/**
 * One check: sessions that follow each other, as a check measures them, from a random one on; base and head change places in half of the
 * draws, which no rule may notice where they are the same. A rule of histories judges the same sessions against those right before.
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
  const drawn = Array.from({ length: wanted }, (_, i) => (start + i) % pool.sessions);
  const rest = Array.from({ length: pool.sessions - wanted }, (_, i) => (start + wanted + i) % pool.sessions);
  const others = measurementsOf(rest, pool.look);
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
    // Where the arms change places, the other one's server started first.
    sessions: drawn.map((session) => session + Number(swapped)),
    earlier: pool.columns.map((column) => others.map((sessions) => spreadIn(column, sessions))),
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

function spreadIn({ base, head }: Column, sessions: readonly number[]): EarlierSpread {
  const ratios = sessions.map((session) => Math.log(head[session]! / base[session]!));
  return spreadOf({ ratios, sessions });
}
