/**
 * What is true of a server: by theory where there is one, else by the server's own account of an uninterrupted run. Nothing here is
 * read from the load generator.
 */
import type { Account, Behaviour } from "./server.ts";

export const MEASURES = ["qps", "mean", "p50", "p99"] as const;
export type Measure = (typeof MEASURES)[number];

export type Load = Readonly<{
  connections: number;
  /** Open loop: events per second; absent: closed loop. */
  rate?: number;
  /** Open loop; absent: fixed. */
  arrivals?: "fixed" | "poisson";
  /** Threads of the load generator, among which the connections are shared out; absent: its default. */
  workers?: number;
}>;

/** `source` says where a value is from. Latencies in nanoseconds. */
export type Truth = Readonly<Record<Measure, Readonly<{ value: number; source: "theory" | "account" }>>>;

/**
 * The account's latencies are the server's share of what a client sees. The network's and the client's, from an answer to the next
 * statement of a connection, is in the account of a closed loop; in an open one, where connections rest, that of a closed one is taken.
 * Closed loops obey Little's law: connections = throughput x (latency + what lies between).
 * How late a server answers depends on the load, too: connections of a closed loop with one latency answer all at once.
 * @param closed account of an uninterrupted run, closed loop
 * @param account of an uninterrupted run with the load that is asked about; the same in a closed loop
 */
export function truthOf(behaviour: Behaviour, load: Load, closed: Account, account: Account = closed): Truth {
  const { awayNs } = closed;
  const draw = meanDrawNs(behaviour);
  const qps =
    load.rate ??
    (behaviour.servers === undefined
      ? (load.connections * 1e9 * working(behaviour)) / (draw + closed.lateNs + awayNs)
      : account.completions / (account.elapsedNs / 1e9));
  const byTheory = load.rate !== undefined || behaviour.servers === undefined;
  const closedMean = (load.connections * 1e9) / qps;
  return {
    qps: { value: qps, source: byTheory ? "theory" : "account" },
    mean:
      load.rate === undefined
        ? { value: closedMean, source: byTheory ? "theory" : "account" }
        : { value: mean(account.latencyNs) + awayNs, source: "account" },
    p50: percentile(behaviour, 0.5, closed, account),
    p99: percentile(behaviour, 0.99, closed, account),
    ...(isQueue(behaviour, load) && queueTruth(load, draw + account.lateNs + awayNs)),
  };
}

/** Random starts that wait for a free connection, each with a server of its own that always takes as long: M/D/c. */
function isQueue({ servers, random, stall, tail }: Behaviour, { arrivals }: Load): boolean {
  return arrivals === "poisson" && [servers, random, stall, tail].every((part) => part === undefined);
}

function queueTruth({ connections, rate }: Load, serviceNs: number): Pick<Truth, "mean" | "p50" | "p99"> {
  const sorted = queueLatencies(connections, rate! / 1e9, serviceNs);
  const theory = (value: number) => ({ value, source: "theory" }) as const;
  return {
    mean: theory(mean(sorted)),
    p50: theory(quantile(sorted, 0.5)),
    p99: theory(quantile(sorted, 0.99)),
  };
}

const QUEUE_EVENTS = 1_000_000;

/**
 * Latencies of M/D/c, first come, first served, sorted, by the recursion of Kiefer and Wolfowitz (Transactions of the AMS 78, 1955): each
 * arrival goes to the server that is free first. With one service time servers become free in the order in which they were taken.
 * @param ratePerNs of arrivals
 */
export function queueLatencies(servers: number, ratePerNs: number, serviceNs: number): readonly number[] {
  const random = seeded(1);
  const freeNs = new Float64Array(servers);
  const latencies = new Float64Array(QUEUE_EVENTS);
  let arrivedNs = 0;
  for (let k = 0; k < QUEUE_EVENTS; k++) {
    arrivedNs -= Math.log(1 - random()) / ratePerNs;
    const endNs = Math.max(arrivedNs, freeNs[k % servers]!) + serviceNs;
    freeNs[k % servers] = endNs;
    latencies[k] = endNs - arrivedNs;
  }
  return [...latencies.sort()];
}

/** Uniform from 0 to 1: mulberry32, good enough for a mean and percentiles. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** By theory where latency does not depend on load and nothing stalls: rare events need many more than a run has. */
function percentile(behaviour: Behaviour, q: number, closed: Account, account: Account): Truth["p99"] {
  const { servers, stall, random } = behaviour;
  if (servers === undefined && stall === undefined && random === "uniform")
    return { value: drawQuantileNs(behaviour, q) + closed.lateNs + closed.awayNs, source: "theory" };
  return { value: quantile(account.latencyNs, q) + closed.awayNs, source: "account" };
}

/** The time that the share `q` of draws does not exceed: uniform from a half to one and a half of the latency; a tail's, give or take 5 %. */
export function drawQuantileNs({ latencyMs, tail }: Behaviour, q: number): number {
  const share = tail?.share ?? 0;
  const below = (ns: number, middleNs: number, spread: number) =>
    Math.min(1, Math.max(0, (ns / middleNs - 1 + spread) / (2 * spread)));
  const latencyNs = latencyMs * 1e6;
  let [low, high] = [0, 1.5 * latencyNs * (tail?.factor ?? 1)];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    const reached =
      (1 - share) * below(middle, latencyNs, 0.5) +
      share * below(middle, latencyNs * (tail?.factor ?? 1), 0.05);
    if (reached < q) low = middle;
    else high = middle;
  }
  return high;
}

/** What an event takes on average, of one that has a server of its own. */
export function meanDrawNs({ latencyMs, tail }: Behaviour): number {
  return latencyMs * 1e6 * (tail === undefined ? 1 : 1 + tail.share * (tail.factor - 1));
}

/** Share of the time in which the server proceeds. */
function working({ stall }: Behaviour): number {
  return stall === undefined ? 1 : 1 - stall.lengthMs / stall.everyMs;
}

/** Of sorted values: the least that the share `q` does not exceed. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
