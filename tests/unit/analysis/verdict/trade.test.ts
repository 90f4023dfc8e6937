import { describe, expect, it } from "vitest";
import { armValues } from "../../../../src/analysis/verdict/arm-values.ts";
import type { Finding } from "../../../../src/analysis/verdict/finding.ts";
import { judge } from "../../../../src/analysis/verdict/judge.ts";
import { suspects } from "../../../../src/analysis/verdict/looks.ts";
import { metricLimit } from "../../../../src/analysis/verdict/rules.ts";
import type { MetricId, WholeMetric } from "../../../../src/model/metric.ts";
import type { VerdictKind } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { pairedShift } from "../../../../src/stats/shift.ts";
import { makeReport } from "../../../support/reports.ts";
import { RULES } from "./story.ts";

/** Relative changes of the gates of one workload, each shown by eight quiet pairs. */
type Story = Partial<Record<WholeMetric, number>>;

/** A parallel plan: two fifths more CPU time in all, but the query is answered sooner. */
const PARALLEL: Story = { qps: 0.6, "server-cpu": 0.08, p99: -0.36 };

function findings(story: Story, rules: Rules, workload = "w", sd = 0.01): readonly Finding[] {
  return Object.entries(story).map(([name, effect]) => {
    const metric = name as MetricId;
    const base = [1, 2, 3, 4, 5, 6, 7, 8].map(() => 1e6);
    const head = base.map((value, i) => value * (1 + effect) * Math.exp(i % 2 === 0 ? sd : -sd));
    return {
      workload,
      metric,
      limit: metricLimit(rules, workload, metric),
      base: armValues(base),
      head: armValues(head),
      evidence: {
        kind: "shift",
        shift: pairedShift(base.map(Math.log), head.map(Math.log)),
        objection: null,
      },
    };
  });
}

function verdictsOf(story: Story, rules: Rules = RULES): Partial<Record<MetricId, VerdictKind>> {
  const changes = judge(findings(story, rules), rules);
  return Object.fromEntries(changes.map(({ metric, verdict }) => [metric, verdict.kind]));
}

const cpuOf = (story: Story, rules?: Rules) => verdictsOf(story, rules)["server-cpu"];

describe("server CPU that grows", () => {
  it("is a trade where throughput and latency improved by it, and says which", () => {
    expect(verdictsOf(PARALLEL)).toEqual({ qps: "improved", "server-cpu": "trade", p99: "improved" });
    const [, cpu] = judge(findings(PARALLEL, RULES), RULES);
    expect(cpu!.verdict).toEqual({ kind: "trade", for: ["qps", "p99"] });
  });

  it("is a regression where throughput is unchanged, not shown to be better, or worse", () => {
    expect(cpuOf({ ...PARALLEL, qps: 0 })).toBe("regressed");
    expect(cpuOf({ ...PARALLEL, qps: 0.019 })).toBe("regressed");
    expect(cpuOf({ ...PARALLEL, qps: -0.1 })).toBe("regressed");
    const { qps: _, ...withoutGate } = PARALLEL;
    expect(cpuOf(withoutGate)).toBe("regressed");
  });

  it("is a regression where latency is gated and did not improve", () => {
    expect(cpuOf({ ...PARALLEL, p99: 0 })).toBe("regressed");
    expect(cpuOf({ ...PARALLEL, p99: 0.3 })).toBe("regressed");
  });

  it("needs no latency where none is gated: throughput says it", () => {
    const rules = { ...RULES, gates: RULES.gates.filter(({ metric }) => metric !== "p99") };
    expect(cpuOf(PARALLEL, rules)).toBe("trade");
    expect(cpuOf({ ...PARALLEL, p99: 0.3 }, rules), "information holds nothing up").toBe("trade");
  });

  it("is a regression where one of two latencies may be worse", () => {
    const rules = { ...RULES, gates: [...RULES.gates, { metric: "p50" as const, margin: 0.1, floor: null }] };
    expect(cpuOf({ ...PARALLEL, p50: 0 }, rules)).toBe("trade");
    expect(cpuOf({ ...PARALLEL, p50: 0.1 }, rules)).toBe("regressed");
  });

  it("is what it is where nobody gates it: information is no trade", () => {
    const rules = { ...RULES, gates: RULES.gates.filter(({ metric }) => metric !== "server-cpu") };
    expect(cpuOf({ ...PARALLEL, "server-cpu": 0.2 }, rules)).toBe("regressed");
  });

  it("is a trade where it costs as much as it brings, to the digit", () => {
    expect(cpuOf({ ...PARALLEL, qps: 0.25, "server-cpu": 0.25 })).toBe("trade");
  });

  it("is a trade where another latency is open for the better alone, and a regression where it may be worse", () => {
    const rules = { ...RULES, gates: [...RULES.gates, { metric: "p50" as const, margin: 0.1, floor: null }] };
    const beside = (p50: number, sd: number) => {
      const found = [...findings(PARALLEL, rules), ...findings({ p50 }, rules, "w", sd)];
      const changes = judge(found, rules);
      return [changes[3]!.verdict, changes[1]!.verdict.kind] as const;
    };
    const [better, ofBetter] = beside(-0.08, 0.1);
    expect(better).toMatchObject({ kind: "inconclusive", notWorse: true });
    expect(ofBetter).toBe("trade");
    const [open, ofOpen] = beside(0.02, 0.3);
    expect(open).not.toHaveProperty("notWorse");
    expect(ofOpen).toBe("regressed");
  });

  it("is a regression where transactions improved and statements, which it is measured by, did not", () => {
    const gates = [{ metric: "tps" as const, margin: 0.02, floor: null }, ...RULES.gates];
    const { qps: _, ...rest } = PARALLEL;
    expect(cpuOf({ tps: 0.6, qps: 0, ...rest }, { ...RULES, gates })).toBe("regressed");
  });

  it.each(["tps", "tpmc"] as const)("is a trade where %s is the throughput that is gated", (metric) => {
    const [, ...others] = RULES.gates;
    const rules = { ...RULES, gates: [{ metric, margin: 0.02, floor: null }, ...others] };
    const { qps: _, ...rest } = PARALLEL;
    const story = (change: number) => ({ [metric]: change, ...rest });
    const [, cpu] = judge(findings(story(0.6), rules), rules);
    expect(cpu!.verdict).toEqual({ kind: "trade", for: [metric, "p99"] });
    expect(cpuOf(story(0), rules)).toBe("regressed");
    expect(cpuOf(story(0.07), rules), "costs more than it brings").toBe("regressed");
    expect(cpuOf({ ...story(0.6), qps: 0 }, rules), "information holds nothing up").toBe("trade");
  });

  it("is a trade where transactions and statements improved, and none where either is worse", () => {
    const gates = [{ metric: "tps" as const, margin: 0.02, floor: null }, ...RULES.gates];
    expect(cpuOf({ tps: 0.6, ...PARALLEL }, { ...RULES, gates })).toBe("trade");
    expect(cpuOf({ tps: -0.1, ...PARALLEL }, { ...RULES, gates })).toBe("regressed");
  });

  it("is bought by what improved alone, and nothing else is ever a trade", () => {
    const rules = { ...RULES, gates: [...RULES.gates, { metric: "p50" as const, margin: 0.1, floor: null }] };
    const [, cpu] = judge(findings({ ...PARALLEL, p50: 0 }, rules), rules);
    expect(cpu!.verdict).toEqual({ kind: "trade", for: ["qps", "p99"] });
    expect(verdictsOf({ qps: 0.6, p99: -0.36, p50: 0.3 }, rules).p50).toBe("regressed");
  });

  it("is a regression where a gate beside it could not be judged at all", () => {
    const few: Finding = {
      ...findings({ p50: 0 }, RULES)[0]!,
      limit: { role: "gate", margin: 0.1, floor: null },
      evidence: {
        kind: "settled",
        verdict: { kind: "too-few", what: "sessions", have: 2, need: 3 },
        effect: null,
      },
    };
    const [, cpu] = judge([...findings(PARALLEL, RULES), few], RULES);
    expect(cpu!.verdict.kind).toBe("regressed");
  });

  it("is a regression where it costs more than it brings", () => {
    expect(cpuOf({ ...PARALLEL, "server-cpu": 0.59 })).toBe("trade");
    expect(cpuOf({ ...PARALLEL, "server-cpu": 0.61 })).toBe("regressed");
  });

  it("is a regression where more events fail: what fails costs no time", () => {
    const failed: Finding = {
      ...findings({ p99: 0 }, RULES)[0]!,
      metric: "failed-share",
      limit: { role: "gate", margin: 0, floor: 0.001 },
      evidence: { kind: "settled", verdict: { kind: "regressed" }, effect: null },
    };
    const [, cpu] = judge([...findings(PARALLEL, RULES), failed], RULES);
    expect(cpu!.verdict.kind).toBe("regressed");
  });

  it("is a regression where the improvement is another workload's", () => {
    const plain = findings({ qps: 0, "server-cpu": 0.08, p99: 0 }, RULES, "plain");
    const parallel = findings({ qps: 0.6, "server-cpu": 0, p99: -0.36 }, RULES, "parallel");
    for (const all of [
      [...plain, ...parallel],
      [...parallel, ...plain],
    ]) {
      const cpu = judge(all, RULES).find(
        ({ metric, workload }) => metric === "server-cpu" && workload === "plain",
      );
      expect(cpu!.verdict.kind).toBe("regressed");
    }
  });

  it("is a regression where the config file wants it so", () => {
    const gates = RULES.gates.map((gate) =>
      gate.metric === "server-cpu" ? { ...gate, trade: "fail" as const } : gate,
    );
    expect(cpuOf(PARALLEL, { ...RULES, gates })).toBe("regressed");
    const changes = judge(findings(PARALLEL, { ...RULES, gates }), { ...RULES, gates });
    expect(changes.map(({ metric, trade }) => [metric, trade])).toContainEqual(["server-cpu", "fail"]);
  });

  it("changes no p value and no other verdict: the families are those of before", () => {
    const gates = RULES.gates.map((gate) =>
      gate.metric === "server-cpu" ? { ...gate, trade: "fail" as const } : gate,
    );
    const [strict, free] = [{ ...RULES, gates }, RULES].map((rules) =>
      judge(findings(PARALLEL, rules), rules),
    );
    expect(free!.map(({ p }) => p)).toEqual(strict!.map(({ p }) => p));
    expect(free!.filter(({ metric }) => metric !== "server-cpu")).toEqual(
      strict!.filter(({ metric }) => metric !== "server-cpu"),
    );
  });
});

it("asks for no more sessions: both sides of a trade are shown", () => {
  const report = makeReport({ workloads: [{ name: "w", changes: [{ metric: "qps" }] }] });
  const suspectsOf = (story: Story) => {
    const changes = judge(findings(story, RULES), RULES);
    return suspects({ ...report, workloads: [{ ...report.workloads[0]!, changes }] });
  };
  expect(suspectsOf(PARALLEL)).toEqual([]);
  expect(suspectsOf({ ...PARALLEL, "server-cpu": 0.019 })).toHaveLength(1);
});
