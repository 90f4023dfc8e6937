import { expect, it } from "vitest";
import type { LiveInterval, LiveSource } from "../../../../src/model/live.ts";
import type { Watcher } from "../../../../src/model/progress.ts";
import { loadListener } from "../../../../src/pipeline/measure/watched.ts";

const interval = (target: number): LiveInterval => ({
  target,
  qps: 10,
  events: 5,
  p95Ns: 1,
  p99Ns: 2,
  failuresBySqlstate: {},
});

it("tells each arm's intervals, and what a load is for that is not the one that is measured", () => {
  const told: LiveSource[] = [];
  const watcher = { load: (source: LiveSource) => void told.push(source) } as unknown as Watcher;
  const whose = { workload: "reads", session: 2 };
  const progress = { phase: "measure", share: null, what: "", intervals: [interval(0), interval(1)] };
  loadListener({ watcher }, ["head", "base"], whose)(progress);
  loadListener({ watcher }, ["base"], whose, "timeline")({ ...progress, intervals: [interval(0)] });
  loadListener({ watcher }, ["base"], whose)({ phase: "connect", share: null, what: "" });
  expect(told).toEqual([
    { ...whose, arm: "head", phase: "measure" },
    { ...whose, arm: "base", phase: "measure" },
    { ...whose, arm: "base", phase: "timeline-measure" },
  ]);
  expect(() => loadListener({}, ["head"], whose)(progress)).not.toThrow();
});
