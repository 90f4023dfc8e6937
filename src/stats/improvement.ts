/** Measures of how much better one system is than another: ours (`changeOfHead`), and those of published reports. All are of positive numbers. */
import { geometricMean, mean } from "./summary.ts";

/** Ours, whatever the metric: by how much head differs from base, as a share of base. -1 is nothing left, 1 is twice. */
export function changeOfHead(base: number, head: number): number {
  return head / base - 1;
}

/** Ours over several points: the change of the geometric mean, so that swapping base and head inverts the ratio and no point outweighs others. */
export function overallChange(pairs: readonly (readonly [base: number, head: number])[]): number {
  return geometricMean(pairs.map(([base, head]) => head / base)) - 1;
}

/**
 * KubeBlocks' report, of QPS: the difference as a share of the system that it is for, (A - B) / A. Where A is the faster it is smaller
 * than the change, and never above 1: 0.6581 is a change of 1.925.
 */
export function improvementOfHead(base: number, head: number): number {
  return (head - base) / head;
}

/** KubeBlocks' row "Average": the arithmetic mean of the rows' percentages. */
export function averageImprovement(pairs: readonly (readonly [base: number, head: number])[]): number {
  return mean(pairs.map(([base, head]) => improvementOfHead(base, head)));
}

/** YugabyteDB's report: "23x better", of throughput new / old, of latency old / new. */
export function timesBetter(
  base: number,
  head: number,
  direction: "higher-is-better" | "lower-is-better",
): number {
  return direction === "higher-is-better" ? head / base : base / head;
}

/**
 * New-Order transactions a minute that a warehouse can ask for at most. By the specification's shares and waiting times: 10 terminals, 45 % of
 * whose transactions are New-Order, 600 * 45 / 2099 = 12.86. By a deck of 23 cards, of which 10 are (43.5 %): 12.605, by which CockroachDB's table counts.
 */
const TPMC_OF_WAREHOUSE = { specification: 12.86, deck: 12.605 } as const;

/** TPC-C's efficiency, as a share: tpmC of what the warehouses can ask for at most. Of equal tpmC that by the deck is 2 % larger. */
export function tpccEfficiency(tpmc: number, warehouses: number, by: keyof typeof TPMC_OF_WAREHOUSE): number {
  return tpmc / (TPMC_OF_WAREHOUSE[by] * warehouses);
}

/**
 * Rows that TPC-C begins with, by its clause 4.3.3 with ten lines an order: of a warehouse itself, 10 districts, 30,000 customers, as many
 * histories and orders, 9,000 new orders, 300,000 lines and a stock of 100,000; and 100,000 items. CockroachDB counted 69.7 billion where this is 69.9.
 */
export function tpccRows(warehouses: number): number {
  return 100_000 + 499_011 * warehouses;
}

/** A cluster of so many nodes, and what it does in a second. */
type Size = Readonly<{ nodes: number; rate: number }>;

/** Efficiency of scaling between two sizes, as a share: the factor of the rates over that of the nodes. 1 is linear; 3 to 4 nodes with 1.274 times the rate is 0.956. */
export function scalingEfficiency(first: Size, own: Size): number {
  return own.rate / first.rate / (own.nodes / first.nodes);
}
