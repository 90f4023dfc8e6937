import { describe, expect, it } from "vitest";
import { withAcceptances } from "../../../../src/analysis/history/acceptances.ts";
import type { Report } from "../../../../src/model/report.ts";
import { annotationsOf } from "../../../../src/report/markdown/annotations.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeReport } from "../../../support/reports.ts";

const REPORT = makeReport({
  workloads: [
    { name: "checkout", changes: [{ metric: "qps", effect: -0.1 }, { metric: "p99" }] },
    { name: "search", changes: [{ metric: "qps", effect: -0.2 }] },
  ],
});
const GUIDANCE = {
  configPath: null,
  dashboardUrl: null,
  acceptLabel: null,
  lines: { checkout: 7, search: 9 },
};

describe("annotations", () => {
  it("stand at the lines that measure what regressed, the worst first", () => {
    expect(
      annotationsOf(REPORT, GUIDANCE).map(({ path, line, level, title }) => [path, line, level, title]),
    ).toEqual([
      ["plumbline.yml", 9, "failure", "search: QPS regressed"],
      ["plumbline.yml", 7, "failure", "checkout: QPS regressed"],
    ]);
  });

  it("are none for lines that nobody knows", () => {
    const { lines: _, ...lineless } = GUIDANCE;
    expect(annotationsOf(REPORT, lineless)).toEqual([]);
    expect(annotationsOf(REPORT, { ...GUIDANCE, lines: { search: 9 } })).toHaveLength(1);
  });

  it("stand first at the line of a cause that was proved, and only note it where what it makes was accepted", () => {
    const part = { kind: "schema", file: "db/5.sql", line: 12, text: "DROP INDEX i", statements: 1 } as const;
    const effect = { estimate: -0.2, low: -0.21, high: -0.19 };
    const cause = { part, alone: effect, without: null, mechanism: [], work: [] };
    const search = {
      workload: "search",
      metric: "qps",
      outcome: "found",
      whole: effect,
      causes: [cause, { ...cause, part: { ...part, line: undefined } }],
      rest: null,
      parts: 2,
      comparisons: 3,
      seconds: 4,
    } as const;
    const origin = { ...REPORT.origin, repository: "acme/db", pullRequest: 7 };
    const report = { ...REPORT, origin, causes: [search] } as Report;
    const shown = (of: Report) =>
      annotationsOf(of, GUIDANCE)
        .filter(({ path }) => path === "db/5.sql")
        .map(({ line, level }) => [line, level]);
    expect(
      annotationsOf(report, GUIDANCE).map(({ path, line, title }) => `${path}:${line} ${title}`),
    ).toEqual([
      "db/5.sql:12 search is 20\u00a0% slower: this is the cause, proved by experiment",
      "plumbline.yml:7 checkout: QPS regressed",
    ]);
    expect(shown(report)).toEqual([[12, "failure"]]);
    const about = { via: "label", workload: "search", metric: null, suite: null } as const;
    expect(shown(withAcceptances(report, [makeAcceptance("worth it", about)]))).toEqual([[12, "notice"]]);
  });

  it("stand at the line of a cause that was shown, and not of one that only goes with it", () => {
    const cause = {
      workload: "search",
      kind: "trigger",
      part: 0.86,
      name: "t",
      sql: "UPDATE a",
      on: "a",
    } as const;
    const places = (shown: boolean) => {
      const causes = [{ ...cause, head: "t()", shown, file: "./db/3.sql", line: 9 }];
      const reason = { differences: [], sizes: [], plans: [], files: [], more: 0, causes };
      return annotationsOf({ ...REPORT, reason } as Report, GUIDANCE).map(
        ({ path, line }) => `${path}:${line}`,
      );
    };
    expect(places(true)).toEqual(["db/3.sql:9", "plumbline.yml:7"]);
    expect(places(false)).toEqual(["plumbline.yml:9", "plumbline.yml:7"]);
  });

  it.each([
    ["bench/../perf/./oltp.yml", "perf/oltp.yml"],
    ["./plumbline.yml", "plumbline.yml"],
  ])("of %s stand in %s", (configPath, path) => {
    expect(annotationsOf(REPORT, { ...GUIDANCE, configPath })[0]!.path).toBe(path);
  });

  it.each(["../other/plumbline.yml", "/etc/plumbline.yml", "a/../../b.yml"])(
    "of %s are none: it is outside",
    (configPath) => {
      expect(annotationsOf(REPORT, { ...GUIDANCE, configPath })).toEqual([]);
    },
  );

  it("of what was accepted only note it, with who and why", () => {
    const origin = { ...REPORT.origin, repository: "acme/db", pullRequest: 7 };
    const acceptance = makeAcceptance("worth it", {
      via: "label",
      workload: "search",
      metric: null,
      suite: null,
    });
    const accepted = annotationsOf(withAcceptances({ ...REPORT, origin }, [acceptance]), GUIDANCE);
    const [search] = accepted.filter(({ line }) => line === 9);
    expect(search).toMatchObject({ level: "notice", title: "search: QPS regressed, accepted" });
    expect(search!.message).toContain(`accepted by ${acceptance.by}: worth it`);
  });

  it("say how events fail", () => {
    const failing = makeReport({
      workloads: [{ name: "checkout", changes: [{ metric: "failed-share", effect: 0.02 }] }],
    });
    const [workload] = failing.workloads;
    const errors = { base: { "40001": 3 }, head: { "40001": 500, "57014": 2 } };
    const [annotation] = annotationsOf({ ...failing, workloads: [{ ...workload!, errors }] }, GUIDANCE);
    expect(annotation!.title).toBe("checkout: more events fail");
    expect(annotation!.message).toContain("SQLSTATE 40001 serialization failure: 3 → 500");
  });
});
