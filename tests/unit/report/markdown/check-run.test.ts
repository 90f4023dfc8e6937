import { describe, expect, it } from "vitest";
import { renderCheckRun } from "../../../../src/report/markdown/check-run.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeReport, type WorkloadStory } from "../../../support/reports.ts";

const guidance = { configPath: null, dashboardUrl: null, acceptLabel: null };

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

describe("annotations", () => {
  const report = makeReport({
    workloads: [
      { name: "a", changes: [{ metric: "qps", effect: -0.2, noise: 0.01 }] },
      { name: "b", changes: [{ metric: "qps", effect: 0, noise: 0.2 }] },
    ],
  });
  const lines = { a: 4, b: 9 };
  const annotated = (configPath: string | null) =>
    renderCheckRun(report, { ...guidance, configPath, lines }).annotations;

  it("are at the lines of what regressed, and not of what is open", () => {
    expect(annotated(null)).toMatchObject([{ path: "plumbline.yml", line: 4, level: "failure" }]);
  });

  it("name the file from the root of the repository, and none outside of it", () => {
    expect(annotated("./bench/../perf/a.yml")[0]?.path).toBe("perf/a.yml");
    expect(annotated("../a.yml")).toEqual([]);
    expect(annotated("/etc/a.yml")).toEqual([]);
  });

  it("are none where nobody read the file", () => {
    expect(renderCheckRun(report).annotations).toEqual([]);
    expect(renderCheckRun(report, { ...guidance, lines: {} }).annotations).toEqual([]);
  });

  it("only note what somebody accepted", () => {
    const accepted = { ...report, acceptances: [makeAcceptance("worth it", { suite: null })] };
    const [only] = renderCheckRun(accepted, { ...guidance, lines }).annotations;
    expect(only).toMatchObject({
      level: "notice",
      message: expect.stringContaining("accepted by ada: worth it"),
    });
  });

  it("are at most as many as GitHub takes, the most severe first", () => {
    const names = Array.from({ length: 80 }, (_, index) => `w${index}`);
    const workloads = names.map((name, index) => ({
      name,
      changes: [{ metric: "qps" as const, effect: -0.1 - index / 200, noise: 0.01 }],
    }));
    const each = Object.fromEntries(names.map((name, index) => [name, index + 1]));
    const { annotations } = renderCheckRun(makeReport({ workloads }), { ...guidance, lines: each });
    expect(annotations).toHaveLength(50);
    expect(annotations[0]).toMatchObject({ line: 80 });
  });
});
