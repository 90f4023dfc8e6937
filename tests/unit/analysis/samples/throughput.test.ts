import { describe, expect, it } from "vitest";
import { loadedShare, sliceNs } from "../../../../src/analysis/samples/throughput.ts";
import type { Session } from "../../../../src/model/run.ts";
import { makeRun } from "../../../support/runs.ts";

const [first] = makeRun({ sessions: 1, workloads: [{ name: "w" }] }).workloads[0]!.sessions;
const share = (change: Partial<Session>) => loadedShare({ ...first!, durationNs: 10e9, ...change });
const part = { count: 0, minNs: 0, maxNs: 0, sumNs: 0 };
const openLoop = (offered: number, offeredPerSecond: number): Partial<Session> => ({
  openLoop: {
    offered,
    offeredPerSecond,
    achievedPerSecond: 1,
    unstarted: 0,
    sustained: true,
    service: part,
    lateness: part,
  },
});

describe("the share of the time with the load that was asked for", () => {
  it("is what connections did not rest", () => {
    expect(share({ connections: 4, restNs: 10e9 })).toBe(0.75);
    expect(share({ connections: 4, restNs: 0 })).toBe(1);
    expect(share({ connections: 4, restNs: 40e9 })).toBe(0.01);
  });

  it("is the planned time of an open loop, whatever its connections rest", () => {
    expect(share({ ...openLoop(800, 100), connections: 4, restNs: 20e9 })).toBe(0.8);
    // Rounded, the plan may be longer than what was driven.
    expect(share(openLoop(1001, 100))).toBe(1);
    expect(share(openLoop(5, 0))).toBe(1);
    expect(share(openLoop(0, 100))).toBe(1);
  });

  it("is all of it where a session does not tell", () => {
    expect(share({ durationNs: 0, connections: 4, restNs: 0 })).toBe(1);
    expect(share({ restNs: 10e9 })).toBe(1);
    expect(share({ connections: 4 })).toBe(1);
    expect(share({ connections: 0, restNs: 10e9 })).toBe(1);
  });
});

describe("the length of slices", () => {
  const sliced = (durationNs: number[]) =>
    sliceNs({ ...first!, durationNs: 300, slices: { startNs: [], durationNs, events: [], queries: [] } });

  it("is their mean, and none where an arm was driven without a break", () => {
    expect(sliced([100, 200])).toBe(150);
    expect(sliced([300])).toBeNull();
    expect(sliced([])).toBeNull();
  });
});
