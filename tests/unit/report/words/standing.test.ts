import { describe, expect, it } from "vitest";
import { standingOf } from "../../../../src/report/words/standing.ts";
import { makeReport, NOT_WORSE } from "../../../support/reports.ts";

describe("standingOf", () => {
  it.each([
    ["not-worse", ["unchanged", "not-worse"]],
    ["improved", ["not-worse", "improved"]],
    ["inconclusive", ["not-worse", "inconclusive", "too-few", "improved"]],
    ["regressed", ["not-worse", "regressed", "inconclusive"]],
    ["unchanged", ["unchanged"]],
    ["none", []],
  ] as const)("is %s of a workload whose gates are %j: the worst of them", (standing, gates) => {
    const verdicts = {
      regressed: { kind: "regressed" },
      improved: { kind: "improved" },
      unchanged: { kind: "unchanged" },
      inconclusive: { kind: "inconclusive", why: "-" },
      "too-few": { kind: "too-few", what: "sessions", have: 1, need: 4 },
      "not-worse": NOT_WORSE,
    } as const;
    const metrics = ["qps", "p99", "server-cpu", "p95"] as const;
    const changes = gates.map((gate, i) => ({ metric: metrics[i]!, verdict: verdicts[gate] }));
    const [workload] = makeReport({ workloads: [{ name: "a", changes }] }).workloads;
    expect(standingOf(workload!)).toBe(standing);
  });
});
