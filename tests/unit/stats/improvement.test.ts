/** Figures that published reports print of themselves, from the figures in their own tables, by their definitions and by ours. */
import { expect, test } from "vitest";
import {
  averageImprovement,
  changeOfHead,
  improvementOfHead,
  overallChange,
  scalingEfficiency,
  timesBetter,
  tpccEfficiency,
  tpccRows,
} from "../../../src/stats/improvement.ts";

const percent = (share: number) => Number((100 * share).toFixed(2));
type Row = readonly [threads: number, kubeblocks: number, rds: number, printed: number];

/** KubeBlocks, "Sysbench Performance Test Report - PostgreSQL", "Test on Pod", QPS. */
const ON_POD: readonly Row[] = [
  [25, 229339.51, 78410.42, 65.81],
  [50, 241774.12, 123801.16, 48.79],
  [100, 242690.36, 140488.15, 42.11],
  [150, 230210.45, 138984.83, 39.63],
  [175, 219621.06, 137161.37, 37.55],
];

/** The same, "Test on ECS". */
const ON_ECS: readonly Row[] = [
  [5, 28469.88, 25961.68, 8.81],
  [10, 54265.35, 50255.61, 7.39],
  [15, 78510.87, 66962.79, 14.71],
  [20, 101476.84, 89347.94, 11.95],
  [25, 120091.33, 103619.99, 13.72],
  [30, 133052.48, 123224.29, 7.39],
  [35, 152021.1, 130158.46, 14.38],
  [40, 158016.47, 143767.52, 9.02],
  [45, 177604.38, 156763.22, 11.73],
  [50, 178483.52, 165425.93, 7.32],
  [55, 195249.49, 180639.14, 7.48],
  [60, 193799.68, 183847.01, 5.14],
  [65, 193204.9, 162369.05, 15.96],
  [70, 208259.71, 165921.35, 20.33],
  [75, 210178.66, 166909.3, 20.59],
  [80, 220713.51, 218543.67, 0.98],
  [85, 208122.39, 218545.45, -5.01],
  [90, 220093.44, 206094.36, 6.36],
  [95, 226834.32, 204306.05, 9.93],
  [100, 216220.89, 207046.17, 4.24],
  [105, 219669.3, 227993.06, -3.79],
  [110, 218310.26, 220682.03, -1.07],
  [115, 213125.91, 203407.4, 4.56],
  [120, 215400.65, 207132.81, 3.84],
  [125, 222068.97, 206375.5, 7.07],
  [130, 211131.5, 217626.62, -3.08],
  [135, 210781.85, 223438.52, -6.0],
  [140, 217716.04, 206780.18, 5.02],
  [145, 207703.18, 217898.1, -4.91],
  [150, 211692.59, 241363.73, -14.02],
  [155, 212380.8, 189030.26, 10.99],
  [160, 205243.36, 140081.35, 31.75],
  [165, 214130.12, 208969.23, 2.41],
  [170, 203012.7, 225853.73, -11.25],
  [175, 205558.92, 168474.08, 18.04],
];
const pairs = (rows: readonly Row[]) => rows.map(([, a, b]) => [b, a] as const);

test.each([...ON_POD, ...ON_ECS])(
  "KubeBlocks, %d threads: its improvement is (A - B) / A",
  (_, a, b, printed) => {
    expect(Math.abs(100 * improvementOfHead(b, a) - printed)).toBeLessThan(0.0201);
  },
);

test("KubeBlocks' average is the mean of its percentages; ours is the change of the geometric mean", () => {
  expect(percent(averageImprovement(pairs(ON_POD)))).toBe(46.78);
  expect(percent(averageImprovement(pairs(ON_ECS)))).toBe(6.63);
  expect(percent(overallChange(pairs(ON_POD)))).toBe(92.11);
  expect(percent(overallChange(pairs(ON_ECS)))).toBe(7.64);
});

test("KubeBlocks' 65.81 % is our 192.49 %: nearly three times as much", () => {
  expect(percent(changeOfHead(78410.42, 229339.51))).toBe(192.49);
});

/** YugabyteDB sysbench report, "Improvement Summary" and "Scaling Tests". */
test("YugabyteDB's factors are new / old, of latency old / new", () => {
  expect(Math.round(timesBetter(8.63, 199.82, "higher-is-better"))).toBe(23);
  expect(Math.round(timesBetter(310, 6904, "higher-is-better"))).toBe(22);
  expect(Math.round(timesBetter(10158, 376, "lower-is-better"))).toBe(27);
});

test("YugabyteDB's percentages are our changes", () => {
  const rounded = (base: number, head: number) => Math.round(100 * changeOfHead(base, head));
  expect(rounded(23, 5.2)).toBe(-77);
  expect([rounded(213.32, 321.63), rounded(1304, 877)]).toEqual([51, -33]);
  expect([rounded(321.63, 409.87), rounded(877, 682)]).toEqual([27, -22]);
  expect([percent(changeOfHead(409.87, 396.65)), rounded(682, 1051), rounded(32.29, 41.59)]).toEqual([
    -3.23, 54, 29,
  ]);
});

test("YugabyteDB's scaling factors are to the first row", () => {
  expect([322, 410, 397].map((tps) => timesBetter(213, tps, "higher-is-better").toFixed(2))).toEqual([
    "1.51",
    "1.92",
    "1.86",
  ]);
});

/** CockroachDB, "Benchmarking Overview", TPC-C. */
test("CockroachDB's efficiency is of 12.605 for each warehouse; its 40 % are of warehouses, not of tpmC", () => {
  expect(percent(tpccEfficiency(1_245_462, 100_000, "deck"))).toBe(98.81);
  expect(percent(tpccEfficiency(1_684_437, 140_000, "deck"))).toBe(95.45);
  expect(percent(changeOfHead(100_000, 140_000))).toBe(40);
  expect(percent(changeOfHead(1_245_462, 1_684_437))).toBe(35.25);
});

test("TPC-C's efficiency by the specification is of 600 * 45 / 2099 for each warehouse, a deck's 98 %", () => {
  expect(tpccEfficiency((10 * 600 * 45) / 2099, 10, "specification")).toBeCloseTo(1, 3);
  expect(tpccEfficiency(126.05, 10, "deck")).toBeCloseTo(1, 12);
  expect(percent(tpccEfficiency(126.05, 10, "specification"))).toBe(98.02);
});

test("TPC-C's rows are those that CockroachDB counted, to half a percent", () => {
  expect(Math.abs(tpccRows(100_000) / 49.8e9 - 1)).toBeLessThan(0.005);
  expect(Math.abs(tpccRows(140_000) / 69.7e9 - 1)).toBeLessThan(0.005);
});

test("YugabyteDB's scaling from 3 to 4 tservers is 95.6 % efficient, and alike sizes are 100 %", () => {
  const [three, four] = [
    { nodes: 3, rate: 321.63 },
    { nodes: 4, rate: 409.87 },
  ];
  expect(100 * scalingEfficiency(three, four)).toBeCloseTo(95.6, 1);
  expect(scalingEfficiency(four, three)).toBeCloseTo(1 / scalingEfficiency(three, four), 12);
  expect(scalingEfficiency(three, { nodes: 6, rate: 643.26 })).toBeCloseTo(1, 12);
});
