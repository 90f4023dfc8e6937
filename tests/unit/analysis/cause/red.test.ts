import { describe, expect, it } from "vitest";
import { redWorkloads } from "../../../../src/analysis/cause/red.ts";
import { makeReport } from "../../../support/reports.ts";

type Story = Parameters<typeof makeReport>[0]["workloads"][number];
const red = (...workloads: readonly Story[]) =>
  redWorkloads(makeReport({ workloads })).map(({ name, metric }) => [name, metric]);

describe("redWorkloads", () => {
  it("takes those with a gate that regressed, the clearest first", () => {
    expect(
      red(
        { name: "calm", changes: [{ metric: "qps", effect: -0.001 }] },
        { name: "slow", changes: [{ metric: "qps", effect: -0.2, noise: 0.02 }] },
        { name: "slower", changes: [{ metric: "qps", effect: -0.5, noise: 0.02 }] },
      ),
    ).toEqual([
      ["slower", "qps"],
      ["slow", "qps"],
    ]);
  });

  it("looks at the metric that shows it most clearly for its noise", () => {
    const changes = [
      { metric: "qps", effect: -0.2, noise: 0.1 },
      { metric: "server-cpu", effect: 0.3, noise: 0.005 },
    ] as const;
    expect(red({ name: "update", changes })).toEqual([["update", "server-cpu"]]);
  });

  it("takes throughput where it is clear enough, for it takes the least time", () => {
    const changes = [
      { metric: "qps", effect: -0.3, noise: 0.02 },
      { metric: "server-cpu", effect: 0.5, noise: 0.005 },
    ] as const;
    expect(red({ name: "update", changes })).toEqual([["update", "qps"]]);
  });

  it("prefers throughput that fell, though it is no gate, to a percentile that needs many events", () => {
    const changes = [
      { metric: "qps", effect: -0.2, role: "information" },
      { metric: "p99", effect: 0.9, noise: 0.3 },
    ] as const;
    expect(red({ name: "update", changes })).toEqual([["update", "qps"]]);
    expect(red({ name: "update", changes, options: { rate: 100 } })).toEqual([["update", "p99"]]);
  });

  it("leaves what a short load on a new server cannot show", () => {
    const changes = [
      { metric: "failed-share", effect: 0.2, verdict: { kind: "regressed" } },
      { metric: "memory", effect: 0.5, verdict: { kind: "regressed" } },
    ] as const;
    expect(red({ name: "update", changes })).toEqual([]);
  });
});
