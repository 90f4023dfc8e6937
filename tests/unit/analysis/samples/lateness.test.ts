import { expect, it } from "vitest";
import { punctualValue } from "../../../../src/analysis/samples/lateness.ts";
import type { Session } from "../../../../src/model/run.ts";
import { makeRun } from "../../../support/runs.ts";

const [session] = makeRun({ sessions: 1 }).workloads[0]!.sessions;
const part = { count: 4, minNs: 1, maxNs: 9, sumNs: 20 };
const open = (punctual?: NonNullable<Session["openLoop"]>["punctual"]): Session => ({
  ...session!,
  openLoop: {
    offered: 4,
    offeredPerSecond: 1,
    achievedPerSecond: 1,
    unstarted: 0,
    sustained: true,
    service: part,
    lateness: part,
    ...(punctual === undefined ? {} : { punctual }),
  },
});
const told = open({ ...part, percentilesNs: { "50": 3, "95": 7, "99": 8, "99.9": 9 } });

it("is of the mean and of percentiles", () => {
  const values = (["mean", "p50", "p95", "p99", "p99.9"] as const).map((metric) =>
    punctualValue(told, metric),
  );
  expect(values).toEqual([5, 3, 7, 8, 9]);
});

it("is not of what has no such reading", () => {
  expect(punctualValue(told, "qps")).toBeNull();
  expect(punctualValue(told, "p99:checkout")).toBeNull();
  expect(punctualValue(open(part), "p99"), "merged from several load generators").toBeNull();
  expect(punctualValue(open({ ...part, count: 0 }), "mean"), "no event").toBeNull();
  expect(punctualValue(open(), "p99"), "an older load generator").toBeNull();
  expect(punctualValue(session!, "p99"), "a closed loop").toBeNull();
});
