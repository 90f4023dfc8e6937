import { describe, expect, it } from "vitest";
import { expectedText, suspectText } from "../../../../src/report/terminal/progress.ts";
import { makeChange } from "../../../support/reports.ts";

describe("what is said before the start", () => {
  it("is what will be seen of each gate, as medians over the workloads", () => {
    const of = (workload: string, metric: "qps" | "p99", visible: number) => ({ workload, metric, visible });
    const expected = [
      of("a", "qps", 0.031),
      of("a", "p99", 0.12),
      of("b", "qps", 0.041),
      of("c", "qps", 0.09),
    ];
    expect(expectedText(expected, 12)).toBe(
      "expected to see changes of QPS from 4.1 %, p99 from 12 %, by the noise of 12 earlier measurements",
    );
  });

  it("is nothing where nothing is known", () => expect(expectedText([], 0)).toBe(""));
});

describe("why a workload is measured again", () => {
  const suspect = (workload: string, worse: number) => {
    const change = makeChange(workload, { metric: "p99", effect: 0.08 });
    return { workload, change: { ...change, p: { ...change.p!, worse } } };
  };

  it("is its clearest gate, and how likely chance is", () => {
    expect(suspectText(suspect("checkout", 0.031), 8)).toBe(
      "checkout looks worse (p99 +8.0 %, chance alone shows as much in 3.1 % of cases): 8 more sessions of it will tell",
    );
  });

  it("holds no line break of a name, and no chance of zero", () => {
    const text = suspectText(suspect("a\nb", 1e-12), 1);
    expect(text).not.toContain("\n");
    expect(text).toContain("in 0.1 % of cases): 1 more session of it");
  });
});
