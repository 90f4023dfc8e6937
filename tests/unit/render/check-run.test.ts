import { expect, it } from "vitest";
import { renderCheckRun } from "../../../src/render/check-run.ts";
import { makeReport, type WorkloadStory } from "../../support/reports.ts";

const gate = (effect: number, noise: number): WorkloadStory => ({
  name: "a",
  changes: [{ metric: "qps", effect, noise }],
});

it.each([
  ["failure", [gate(-0.2, 0.01)]],
  ["success", [gate(0.2, 0.01)]],
  ["success", [gate(0, 0.01)]],
  ["neutral", [gate(0, 0.2)]],
  ["neutral", []],
] as const)("concludes %s", (conclusion, workloads) => {
  expect(renderCheckRun(makeReport({ workloads })).conclusion).toBe(conclusion);
});

it("stays within GitHub's limits for a suite of any size", () => {
  const workloads = Array.from({ length: 300 }, (_, index) => ({
    name: `workload ${index}`,
    changes: [
      { metric: "qps" as const, effect: -0.3 },
      { metric: "p99" as const, noise: 0.3 },
    ],
  }));
  const { summary, text } = renderCheckRun(makeReport({ workloads }));
  expect(Math.max(Buffer.byteLength(summary), Buffer.byteLength(text))).toBeLessThanOrEqual(65_535);
  expect(text).toContain("more workloads with all their metrics: see the job summary");
  expect(text).toContain("How to reproduce");
});
