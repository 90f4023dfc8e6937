import { describe, expect, it } from "vitest";
import { withAcceptances } from "../../../../src/analysis/history/acceptances.ts";
import type { Report } from "../../../../src/model/report.ts";
import { renderHtml } from "../../../../src/report/html/html.ts";
import { renderCheckRun } from "../../../../src/report/markdown/check-run.ts";
import { headline } from "../../../../src/report/words/headline.ts";
import { limitSentences } from "../../../../src/report/words/limits.ts";
import { plainSpaces } from "../../../../src/text/units.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

const fine = makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "qps" }] }] });
const qps = { what: "QPS", metric: "qps", base: "2 %", head: "60 %", wider: true } as const;
const limited = (limits: Partial<NonNullable<Report["limits"]>> = {}) =>
  withAcceptances(
    { ...fine, limits: { changes: [qps], verdict: fine.verdict, regressed: [], ...limits } },
    [],
  );

describe("limits that are not base's", () => {
  it("are named in every form, and no check is green by wider ones", () => {
    const report = limited();
    const said = "limits differ from base's: QPS 2 % -> 60 %";
    expect(limitSentences(report).join(" ")).toContain(said);
    const check = renderCheckRun(report);
    expect(check.conclusion).toBe("neutral");
    expect(check.title).toBe("this change has wider limits than base, which nobody has accepted");
    expect(plainSpaces(check.summary)).toContain(said);
    expect(plainSpaces(renderHtml(report)).replaceAll("&#39;", "'").replaceAll("&gt;", ">")).toContain(said);
  });

  it("let a check be green where they are tighter", () => {
    const report = limited({ changes: [{ ...qps, base: "60 %", head: "2 %", wider: false }] });
    expect(renderCheckRun(report)).toMatchObject({ conclusion: "success", title: headline(fine) });
    expect(limitSentences(report).join(" ")).toContain("QPS 60 % -> 2 %");
  });

  it("say what base's limits would have called", () => {
    const report = limited({ regressed: [{ workload: "checkout", metric: "qps", effect: -0.1 }] });
    expect(headline(report)).toMatch(/^by base's limits, which this change widens, checkout is 10.% slower$/);
    expect(limitSentences(report).join(" ")).toMatch(/this is a regression: checkout QPS −10/);
  });

  it("are green once accepted, and say that they were", () => {
    const report = withAcceptances(limited(), [makeAcceptance("wanted", { commit: HEAD_COMMIT.sha })]);
    expect(renderCheckRun(report).conclusion).toBe("success");
    expect(headline(report)).toBe(`${headline(fine)} (limits wider than base's were accepted)`);
    expect(limitSentences(report).at(-1)).toBe("The wider limits are accepted.");
  });

  it("are counted where there are more than a reader wants", () => {
    const changes = Array.from({ length: 20 }, (_, i) => ({ ...qps, workload: `w${i}` }));
    expect(limitSentences(limited({ changes }))[0]).toMatch(
      /w11: QPS 2 % -> 60 %; 8 more in report\.json\.$/,
    );
  });
});
