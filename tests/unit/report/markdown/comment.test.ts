import { describe, expect, it } from "vitest";
import type { Report } from "../../../../src/model/report.ts";
import { renderHtml } from "../../../../src/report/html/html.ts";
import { renderCheckRun } from "../../../../src/report/markdown/check-run.ts";
import { renderComment } from "../../../../src/report/markdown/comment.ts";
import { renderSummary } from "../../../../src/report/markdown/summary.ts";
import { renderConsole } from "../../../../src/report/terminal/console.ts";
import { makeChange, makeReport, NOT_WORSE } from "../../../support/reports.ts";

const report = makeReport({
  workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.1 }] }],
  warnings: [
    { code: "steal", message: "stolen time", remedy: "another machine", workload: "checkout" },
    { code: "load-average", message: "busy machine", remedy: "end other work" },
    { code: "x", message: "short tail", remedy: "more seconds", workload: "checkout", metric: "p99" },
  ],
});

describe("renderComment", () => {
  it("has the slowest event of each arm beside the throughput, which hides a short stop", () => {
    const [workload] = report.workloads;
    const driven = { base: { loadNs: 16e9, slowestNs: 4.1e6 }, head: { loadNs: 16e9, slowestNs: 1.02e9 } };
    const stopped: Report = { ...report, workloads: [{ ...workload!, driven }] };
    const table = renderComment(stopped).split("**All metrics**")[1]!.replaceAll("\u00a0", " ");
    expect(table).toMatch(/\| QPS[^\n]*\n\| slowest event \| 4\.1 ms \| 1\.02 s \|/);
    expect(renderComment(report)).not.toContain("slowest event");
  });

  it("says above the fold, as every other form does, that a green change carries a sum beyond its limit", () => {
    const commit = (sha: string) => ({ sha: sha.repeat(40), time: null, subject: null, author: null });
    const sum = {
      workload: "checkout",
      metric: "qps" as const,
      effect: -0.026,
      low: -0.033,
      high: -0.019,
      limit: 0.02,
      changes: 5,
      red: 0,
      gaps: 0,
      since: commit("a"),
      upTo: commit("b"),
    };
    const green = makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "qps" }] }] });
    const carrying: Report = { ...green, carried: { branch: "main", sums: [sum] } };
    const words = "main has lost more than one change may lose";
    const [open] = renderComment(carrying).split("<details>");
    expect(open).toContain("**Little by little**");
    expect(open).toContain(words);
    expect(renderComment(green)).not.toContain(words);
    expect(renderSummary(carrying)).toContain(words);
    expect(renderHtml(carrying)).toContain(words);
    expect(renderCheckRun(carrying).summary + renderCheckRun(carrying).text).toContain(words);
    expect(renderConsole(carrying, { colour: false, width: 400 })).toContain(words);
  });

  it("marks a row with the warnings that concern it, and no others", () => {
    expect(renderComment(report)).toContain("| ❌ QPS <sup>1</sup> |");
  });

  it("links the run and the dashboard, where they are addresses", () => {
    const comment = renderComment(report, { dashboardUrl: "https://bench.example/oltp" });
    expect(comment).toContain(
      "[report with pictures](https://github.com/example/shop/actions/runs/4711#artifacts)",
    );
    expect(comment).toContain("[history](https://bench.example/oltp)");
    expect(renderComment(report, { dashboardUrl: "javascript:x" })).not.toContain("[history]");
  });

  it("links the page of its commit, in check and summary too, and nothing that is no address or no commit", () => {
    const sha = report.head.commit.sha;
    for (const siteUrl of ["https://acme.github.io/shop", "https://acme.github.io/shop/"]) {
      const page = `[${sha.slice(0, 10)}](https://acme.github.io/shop/c/${sha}/)`;
      expect(renderComment(report, { siteUrl })).toContain(page);
      expect(renderCheckRun(report, { siteUrl }).text).toContain(page);
      expect(renderSummary(report, { siteUrl })).toContain(page);
      expect(renderComment(report, { siteUrl })).toContain(
        "[history of checkout](https://acme.github.io/shop/w/oltp/checkout/?metric=qps)",
      );
    }
    expect(renderComment(report)).not.toContain(`${sha.slice(0, 10)}](`);
    for (const siteUrl of ["javascript:x", "https://user:secret@x.example/", "https://x.example/) [evil](y"])
      expect(renderComment(report, { siteUrl })).not.toMatch(/javascript:|secret|\) \[evil\]/);
    const { head } = report;
    const strange = {
      ...report,
      head: { ...head, commit: { ...head.commit, sha: "../..//evil?x=](y", branch: "a](b" } },
    };
    expect(renderComment(strange, { siteUrl: "https://x.example/" })).not.toMatch(/\]\([^)]*\/c\//);
  });

  it("has a table of several hosts, whose names are text, as the page and the summary have", () => {
    const load = { connections: 8, events: 900, share: 0.9, meanNs: 2e6, p99Ns: 5e6, errors: 100 };
    const hosts = { base: [], head: [{ host: "node1:5433", load }, { host: "n2|<img> @team" }] };
    const spread = { ...report, workloads: report.workloads.map((workload) => ({ ...workload, hosts })) };
    for (const text of [renderComment(spread), renderSummary(spread)]) {
      expect(text.replaceAll("\u00a0", " ")).toContain(
        "| node1&#58;&#8203;5433 | 8 | 90 % | 2.00 ms | 5.00 ms | 10 % |",
      );
      expect(text).not.toMatch(/<img>|@team/);
    }
    expect(renderHtml(spread)).toContain(
      '<th scope="row">node1:5433</th><td class="number" data-title="connections">8</td>',
    );
    expect(renderHtml(spread)).not.toContain("<img>");
    expect(renderComment(report)).not.toContain("Load by host");
  });

  it("names the config file in the command that reproduces it", () => {
    expect(renderComment(report, { configPath: "perf/plumbline.yml" })).toContain(
      "--config perf/plumbline.yml",
    );
  });

  it("says how to accept only where there is something to accept", () => {
    expect(renderComment(report)).toContain("How to accept");
    expect(renderComment(makeReport({ workloads: [] }))).not.toContain("accept");
  });

  it("of calm gates is the card above what is folded", () => {
    const calm = makeReport({
      workloads: [{ name: "checkout", changes: [{ metric: "qps" }, { metric: "p99" }] }],
      warnings: [{ code: "steal", message: "stolen time", remedy: "another machine" }],
    });
    const [above = "", below] = renderComment(calm).split("<details>");
    expect(above.split("\n").filter((line) => line !== "")).toEqual([
      "<!-- plumbline:oltp -->",
      "### ✅ Plumbline: nothing is slower by more than 2\u00a0% (p99: 10\u00a0%) in 1 workload",
      "2 metrics within their limits\u00a0· 1 warning",
      "[report with pictures](https://github.com/example/shop/actions/runs/4711#artifacts)",
    ]);
    expect(below).toContain("stolen time");
  });

  it("shows what all workloads together show, also where every gate is calm", () => {
    const small = makeReport({
      workloads: ["a", "b"].map((name) => ({
        name,
        changes: [{ metric: "qps", effect: -0.015, noise: 0.002, verdict: { kind: "unchanged" } } as const],
      })),
    });
    const together = (effect: number, noise: number) => ({
      ...small,
      together: [makeChange("all", { metric: "qps", role: "information", effect, noise })],
    });
    const count = (text = "") => text.split("All 2 workloads together: QPS").length - 1;
    const parts = (report: Report) => renderComment(report).split("<details>").map(count);
    expect(parts(together(-0.015, 0.002))).toEqual([1, 0]);
    expect(parts(together(0.001, 0.02))).toEqual([0, 1]);
    const loud = { ...report, together: together(-0.015, 0.002).together };
    expect(renderComment(loud).split("<details>")[0]).toContain("All 1 workload together: QPS");
  });

  it("says once what the numbers mean, with all metrics", () => {
    const meaning = "In brackets: the 90 % interval of the change; `~`: the interval includes 0.";
    const open = { name: "search", changes: [{ metric: "qps", effect: -0.016, noise: 0.02 } as const] };
    const faster = { name: "fast", changes: [{ metric: "qps", effect: 0.2 } as const] };
    const calm = { name: "calm", changes: [{ metric: "qps", noise: 0.01 } as const] };
    const above = (...workloads: Parameters<typeof makeReport>[0]["workloads"]) =>
      renderComment(makeReport({ workloads }))
        .replaceAll("\u00a0", " ")
        .split("<details>")
        .map((part) => part.split(meaning).length - 1);
    expect(above(faster, open)).toEqual([0, 1]);
    expect(above(open)).toEqual([0, 1]);
    expect(above(calm)).toEqual([0, 1]);
  });

  it("counts no metric without an answer where nothing was asked", () => {
    const verdict = { kind: "too-few", what: "baseline runs", have: 0, need: 5 } as const;
    const few = makeReport({ workloads: [{ name: "a", changes: [{ metric: "qps", verdict }] }] });
    const baseline = { kind: "history", branch: "main", runs: [], need: 5 } as const;
    expect(renderComment({ ...few, baseline })).toContain("<summary>pictures, all metrics, conditions,");
    expect(renderComment({ ...few, baseline: { kind: "none" } })).toContain(
      "<summary>pictures, all metrics,",
    );
    expect(renderComment(few)).toContain("<summary>1 without an answer; ");
  });

  it("folds open questions where something regressed, and shows them where nothing did", () => {
    const open = { name: "search", changes: [{ metric: "qps", effect: -0.016, noise: 0.02 } as const] };
    const visible = (comment: string) => comment.split("<details>")[0];
    const alone = renderComment(makeReport({ workloads: [open] }));
    expect(visible(alone)).toContain("what would decide");
    const beside = renderComment(
      makeReport({ workloads: [open, { name: "checkout", changes: [{ metric: "qps", effect: -0.1 }] }] }),
    );
    expect(visible(beside)).not.toContain("what would decide");
    expect(visible(beside)).toContain("1 other workload undecided");
    expect(beside).toContain("what would decide");
  });

  it("counts what is not worse among the answers, and asks nothing more of it", () => {
    const open = { name: "search", changes: [{ metric: "qps", verdict: NOT_WORSE } as const] };
    const slower = {
      name: "checkout",
      changes: [{ metric: "qps", effect: -0.1 } as const, { metric: "p99", noise: 0.5 } as const],
    };
    const red = renderComment(makeReport({ workloads: [open, slower] }));
    expect(red).toContain("1 other workload not worse");
    expect(red).toContain("<summary>1 not worse, 1 without an answer;");
    expect(red.split("what would decide")[1]!.split("**All metrics**")[0]).not.toContain("search");
    const green = renderComment(makeReport({ workloads: [open] }));
    expect(green).toContain("1 metric not worse");
    expect(green).not.toContain("what would decide");
  });

  it("says how to accept by command, and by label where something listens to it", () => {
    const guidance = { configPath: null, dashboardUrl: null, acceptLabel: "plumbline: accept" };
    const deaf = renderComment(report);
    expect(deaf).toContain("/plumbline accept checkout qps REASON");
    expect(deaf).toContain("which needs the workflow accept.yml");
    const heard = renderComment({ ...report, guidance });
    expect(heard).toContain("/plumbline accept checkout qps REASON");
    expect(heard).toContain("or adds the label **plumbline: accept**");
    expect(heard.indexOf("/plumbline accept")).toBeLessThan(heard.indexOf("Or let this pull request"));
    const nowhere = { ...report, guidance, origin: { ...report.origin, pullRequest: null } };
    expect(renderComment(nowhere)).not.toContain("/plumbline accept");
  });

  it("says where the rest is when a suite is too large, and keeps how to reproduce it", () => {
    const workloads = Array.from({ length: 400 }, (_, index) => ({
      name: `workload ${index}`,
      changes: [{ metric: "qps" as const, effect: index < 30 ? -0.1 : 0 }, { metric: "p99" as const }],
    }));
    const comment = renderComment(makeReport({ workloads }));
    expect(comment).toContain("*25 more workloads changed: see below.*");
    expect(comment).toMatch(/\*\d+ more workloads with all their metrics: see the job summary\.\*/);
    expect(comment).toContain("How to reproduce");
  });
});
