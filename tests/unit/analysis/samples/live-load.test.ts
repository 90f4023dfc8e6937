import { expect, it } from "vitest";
import {
  liveFamilies,
  liveIntervals,
  NO_LOAD,
  type ReportedLoad,
  unreported,
  withInterval,
  withReported,
} from "../../../../src/analysis/samples/live-load.ts";
import { type EventOf, parseLine } from "../../../../src/analysis/samples/protocol.ts";
import type { LiveInterval, LiveSource } from "../../../../src/model/live.ts";

const source: LiveSource = {
  arm: "head",
  workload: "reads",
  session: 1,
  phase: "measure",
};
const interval = (rest: Partial<LiveInterval> = {}): LiveInterval => ({
  target: 0,
  qps: 100,
  events: 50,
  p95Ns: 1e6,
  p99Ns: 2e6,
  failuresBySqlstate: {},
  ...rest,
});
const points = (load: typeof NO_LOAD, name: string, nowMs = 0) =>
  liveFamilies("r1", null, null, load, nowMs).find((family) => family.name === name)!.points;

it("reads what ended in an interval of the protocol's own example, and no latency where nothing ended", () => {
  const line = (events: number) =>
    parseLine(
      JSON.stringify({
        v: 1,
        type: "progress",
        phase: "measure",
        at_ns: 1e9,
        targets: [
          {
            target: 0,
            qps: 11234.1,
            p95_ns: 1820000,
            events,
            p99_ns: 2410000,
            failures: { events: 2, by_sqlstate: { "40001": 2 } },
          },
        ],
      }),
      1,
    ) as EventOf<"progress">;
  const told = {
    target: 0,
    qps: 11234.1,
    // Failed events ended, too.
    events: 11236,
    p95Ns: 1820000,
    p99Ns: 2410000,
    failuresBySqlstate: { "40001": 2 },
  };
  expect(liveIntervals(line(11234))).toEqual([told]);
  expect(liveIntervals(line(0))).toEqual([{ ...told, events: 2, p95Ns: null, p99Ns: null }]);
  expect(liveIntervals({ type: "progress", phase: "load", done: 1, total: 2 })).toEqual([]);
});

it("adds up what ended over sessions, and shows the last interval of each arm", () => {
  const first = withInterval(NO_LOAD, source, interval({ failuresBySqlstate: { "40001": 2 } }), 0);
  const later = { ...source, session: 2 };
  const load = withInterval(
    first,
    later,
    interval({ qps: 80, events: 40, failuresBySqlstate: { "40001": 1, "57014": 3 } }),
    0,
  );
  const both = withInterval(load, { ...later, arm: "base" }, interval(), 0);
  expect(
    points(both, "plumbline_load_qps").map(({ labels, value }) => [labels["run"], labels["arm"], value]),
  ).toEqual([
    ["r1", "head", 80],
    ["r1", "base", 100],
  ]);
  expect(points(both, "plumbline_load_phase").map(({ labels }) => labels)).toEqual([
    { run: "r1", arm: "head", workload: "reads", session: "2", phase: "measure" },
    { run: "r1", arm: "base", workload: "reads", session: "2", phase: "measure" },
  ]);
  expect(points(both, "plumbline_load_events").map(({ value }) => value)).toEqual([90, 50]);
  expect(
    points(both, "plumbline_load_failures").map(({ labels, value }) => [labels["sqlstate"], value]),
  ).toEqual([
    ["40001", 3],
    ["57014", 3],
  ]);
  expect(points(both, "plumbline_load_latency_seconds").map(({ value }) => value)).toEqual([
    0.001, 0.002, 0.001, 0.002,
  ]);
});

it("says what is measured once it is known", () => {
  const about = { run: "r1", suite: "oltp", head: "abc", base: "" };
  const [info] = liveFamilies("r1", about, null, NO_LOAD, 0);
  expect(info).toMatchObject({ name: "plumbline_run_info", points: [{ labels: about, value: 1 }] });
});

it("shows no load that has ended, and keeps what it did", () => {
  const load = withInterval(NO_LOAD, source, interval(), 1_000);
  for (const [nowMs, shown] of [
    [6_000, 1],
    [6_001, 0],
  ] as const) {
    expect(points(load, "plumbline_load_qps", nowMs)).toHaveLength(shown);
    expect(points(load, "plumbline_load_phase", nowMs)).toHaveLength(shown);
    expect(points(load, "plumbline_load_events", nowMs)).toHaveLength(1);
  }
});

it("says what is done while there is no load, and how far it is where that is known", () => {
  const told = (share: number | null) =>
    liveFamilies("r1", null, { stage: "preparing base", share }, NO_LOAD, 0)
      .filter(({ points: all }) => all.length > 0)
      .map(({ name, points: [point] }) => [name, point!.labels["stage"], point!.value]);
  expect(told(null)).toEqual([["plumbline_run_stage", "preparing base", 1]]);
  expect(told(0.25)).toEqual([
    ["plumbline_run_stage", "preparing base", 1],
    ["plumbline_run_stage_ratio", "preparing base", 0.25],
  ]);
});

it("has a line that tells only half of an interval for none, and failures that nobody told for none", () => {
  const line = (target: object) =>
    ({ type: "progress", phase: "measure", targets: [{ target: 1, ...target }] }) as EventOf<"progress">;
  expect(liveIntervals(line({ qps: 1 }))).toEqual([]);
  expect(liveIntervals(line({ events: 1 }))).toEqual([]);
  expect(liveIntervals(line({ qps: 1, events: 1 }))).toEqual([
    { target: 1, qps: 1, events: 1, p95Ns: null, p99Ns: null, failuresBySqlstate: {} },
  ]);
});

it("names every number with its kind and unit, arm, workload and quantile", () => {
  const load = withInterval(
    NO_LOAD,
    source,
    interval({ p95Ns: null, failuresBySqlstate: { "40001": 2 } }),
    0,
  );
  const told = liveFamilies("r1", null, { stage: "s", share: 0 }, load, 0);
  expect(told.map(({ name, kind, unit }) => `${name} ${kind} ${unit}`.trim())).toEqual([
    "plumbline_run_info gauge",
    "plumbline_run_stage gauge",
    "plumbline_run_stage_ratio gauge ratio",
    "plumbline_load_phase gauge",
    "plumbline_load_qps gauge",
    "plumbline_load_latency_seconds gauge seconds",
    "plumbline_load_events counter",
    "plumbline_load_failures counter",
  ]);
  const labels = { run: "r1", arm: "head", workload: "reads" };
  expect(points(load, "plumbline_load_latency_seconds")).toEqual([
    { labels: { ...labels, quantile: "0.99" }, value: 0.002 },
  ]);
  expect(points(load, "plumbline_load_events")).toEqual([{ labels, value: 50 }]);
  expect(points(load, "plumbline_load_failures")).toEqual([
    { labels: { ...labels, sqlstate: "40001" }, value: 2 },
  ]);
  expect(points(load, "plumbline_run_info")).toEqual([]);
  const other = withInterval(load, { ...source, workload: "writes" }, interval(), 0);
  expect(points(other, "plumbline_load_events").map(({ labels: each }) => each["workload"])).toEqual([
    "reads",
    "writes",
  ]);
});

it("says of every number what it is", () => {
  const helps = liveFamilies("r1", null, { stage: "s", share: 0 }, NO_LOAD, 0).map(({ help }) => help);
  expect(helps).toHaveLength(8);
  for (const help of helps) expect(help).toMatch(/^[A-Z1].{10,}\.$/);
});

it("knows what ended after the last interval, so that the counters are right at the end", () => {
  const line = (phase: string, events: number, failed: number) =>
    ({
      type: "progress",
      phase,
      targets: [
        { target: 1, qps: 1, events, failures: { events: failed, by_sqlstate: { "40001": failed } } },
      ],
    }) as EventOf<"progress">;
  const block = { target: 1, ended_events: 130, failures: { events: 5, by_sqlstate: { "40001": 5 } } };
  const none: ReportedLoad = new Map();
  // What the warm-up failed by is not in the block.
  const told = [line("warmup", 20, 1), line("measure", 80, 4)].reduce(withReported, none);
  const rest = { target: 1, qps: null, p95Ns: null, p99Ns: null };
  expect(unreported(told, block as unknown as EventOf<"block">)).toEqual({
    ...rest,
    events: 25,
    failuresBySqlstate: { "40001": 1 },
  });
  // Failures of several lines add up, and what all of them told is not left.
  const twice = [line("measure", 40, 2), line("measure", 40, 3)].reduce(withReported, none);
  expect(unreported(twice, block as unknown as EventOf<"block">).failuresBySqlstate).toEqual({});
  // Of a load that is shorter than an interval no line tells anything.
  expect(unreported(none, block as unknown as EventOf<"block">)).toEqual({
    ...rest,
    events: 130,
    failuresBySqlstate: { "40001": 5 },
  });
});

it("counts what has no rate, and shows the last rate that there was", () => {
  const first = withInterval(NO_LOAD, source, interval(), 0);
  const load = withInterval(first, source, interval({ qps: null, events: 7, p95Ns: null, p99Ns: null }), 0);
  expect(points(load, "plumbline_load_events").map(({ value }) => value)).toEqual([57]);
  expect(points(load, "plumbline_load_qps").map(({ value }) => value)).toEqual([100]);
  expect(points(load, "plumbline_load_latency_seconds")).toHaveLength(2);
});
