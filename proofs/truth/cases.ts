/** Pairs of servers, base and head, and the loads that they are driven with. */
import type { Behaviour } from "./server.ts";
import type { Load } from "./truth.ts";

export type Case = Readonly<{
  name: string;
  base: Behaviour;
  head: Behaviour;
  load: Load;
}>;

const FEW = 4;
const MANY = 64;

/** Latency that does not depend on load. */
const independent: readonly Omit<Case, "load">[] = [
  { name: "fixed 20 -> 21 ms", base: { latencyMs: 20 }, head: { latencyMs: 21 } },
  {
    name: "uniform 5..15 ms, +5 %",
    base: { latencyMs: 10, random: "uniform" },
    head: { latencyMs: 10.5, random: "uniform" },
  },
  {
    name: "10 ms, head 1.7 % x 11",
    base: { latencyMs: 10, random: "uniform" },
    head: { latencyMs: 10, random: "uniform", tail: { share: 1 / 60, factor: 11 } },
  },
  {
    name: "1.7 % x 11 in both, 10 -> 11 ms",
    base: { latencyMs: 10, random: "uniform", tail: { share: 1 / 60, factor: 11 } },
    head: { latencyMs: 11, random: "uniform", tail: { share: 1 / 60, factor: 10 } },
  },
  {
    name: "3 ms, .1 % x 100 in both, +5 %",
    base: { latencyMs: 3, random: "uniform", tail: { share: 0.001, factor: 100 } },
    head: { latencyMs: 3.15, random: "uniform", tail: { share: 0.001, factor: 100 } },
  },
  {
    name: "10 ms, head stalls 9 of 150 ms",
    base: { latencyMs: 10, random: "uniform" },
    head: { latencyMs: 10, random: "uniform", stall: { everyMs: 150, lengthMs: 9 } },
  },
];

/** Two servers for all connections, which wait for them. */
const limited: readonly Omit<Case, "load">[] = [
  {
    name: "2 servers, fifo 1 ms, +5 %",
    base: { latencyMs: 1, random: "uniform", servers: 2 },
    head: { latencyMs: 1.05, random: "uniform", servers: 2 },
  },
  {
    name: "2 servers, shared 1 ms, 1.7 % x 11, +5 %",
    base: {
      latencyMs: 1,
      random: "uniform",
      tail: { share: 1 / 60, factor: 11 },
      servers: 2,
      discipline: "sharing",
    },
    head: {
      latencyMs: 1.05,
      random: "uniform",
      tail: { share: 1 / 60, factor: 11 },
      servers: 2,
      discipline: "sharing",
    },
  },
];

/** A server whose latency is not touched by what it does beside, which is what makes it hard to see. */
const background: Case = {
  name: "head's background work, .3 CPU",
  base: { latencyMs: 10, random: "uniform" },
  head: { latencyMs: 10, random: "uniform", burn: 0.3 },
  load: { connections: 16 },
};

const closed = [...independent, ...limited].flatMap((pair) =>
  [FEW, MANY].map((connections): Case => ({ ...pair, load: { connections } })),
);

/**
 * The same, with eight servers and events that take eight times as long: from a planned start to the wire it takes some 50 us, which
 * nobody accounts for, and a run of seconds has to have events enough.
 */
const slower = limited.map(
  (pair): Omit<Case, "load"> => ({
    name: pair.name.replace("2 servers", "8 servers").replace("1 ms", "8 ms"),
    base: { ...pair.base, latencyMs: 8 * pair.base.latencyMs, servers: 8 },
    head: { ...pair.head, latencyMs: 8 * pair.head.latencyMs, servers: 8 },
  }),
);

/** A third of what the servers could do. A few connections meet too few slow events in the time of a run. */
const open = [...independent, ...slower].flatMap((pair) =>
  (pair.head.tail === undefined ? [FEW, MANY] : [MANY]).map((connections): Case => {
    const perServerS = pair.base.latencyMs / 1000;
    const servers = Math.min(pair.base.servers ?? connections, connections);
    return { ...pair, load: { connections, rate: Math.round(servers / perServerS / 3) } };
  }),
);

/**
 * One queue, however many workers share its connections: half of what the servers can do, so that a start waits for one of 64 connections
 * hardly ever, and for one of eight often enough to lengthen p99 by a third.
 */
const queued = [1, 2, 8].map(
  (workers): Case => ({
    name: `M/D/64, 20 ms, ${workers} ${workers === 1 ? "worker" : "workers"}, +5 %`,
    base: { latencyMs: 20 },
    head: { latencyMs: 21 },
    load: { connections: 64, rate: 1600, arrivals: "poisson", workers },
  }),
);

export const CASES: readonly Case[] = [...closed, ...open, ...queued, background];
