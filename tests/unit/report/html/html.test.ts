import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Cause } from "../../../../src/model/reason.ts";
import { renderHtml } from "../../../../src/report/html/html.ts";
import { plainSpaces } from "../../../../src/text/units.ts";
import { makeReport, NOT_WORSE, type WorkloadStory } from "../../../support/reports.ts";

const slower: WorkloadStory = {
  name: "checkout",
  changes: [{ metric: "qps", effect: -0.1 }, { metric: "p99" }, { metric: "failed-share" }],
};
const same: WorkloadStory = { name: "search", changes: [{ metric: "qps", noise: 0.005 }] };
const figures = (page: string) => page.split("<figure>").length - 1;

describe("renderHtml", () => {
  it("needs nothing from anywhere and lets nothing run", () => {
    const page = renderHtml(makeReport({ workloads: [slower] }));
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri`,
    );
    expect(page).not.toMatch(/\ssrc=|url\(|@import|\sstyle=/);
  });

  it("has what people copy as they must paste it", () => {
    const page = renderHtml(makeReport({ workloads: [{ ...slower, name: "scan, 10 GiB" }] }));
    expect(page).toContain("/plumbline accept &quot;scan, 10 GiB&quot; qps REASON");
    expect(page).toContain("- name: &quot;scan, 10 GiB&quot;");
    expect(page).toContain("<h2>scan, 10\u00a0GiB</h2>");
  });

  it("links its commit and the history where there are pages of them, and nothing that is no address", () => {
    const report = makeReport({ workloads: [slower] });
    const pageOf = (siteUrl: string) =>
      renderHtml({
        ...report,
        guidance: { configPath: null, dashboardUrl: null, acceptLabel: null, siteUrl },
      });
    const page = pageOf("https://acme.github.io/shop");
    expect(page).toContain(
      `<a href="https://acme.github.io/shop/c/${report.head.commit.sha}/" rel="noreferrer">`,
    );
    expect(page).toContain('<a href="https://acme.github.io/shop/" rel="noreferrer">history</a>');
    expect(page).toContain(
      '<a href="https://acme.github.io/shop/w/oltp/checkout/?metric=p99" rel="noreferrer">',
    );
    expect(renderHtml(report)).not.toContain("?metric=");
    expect(pageOf("javascript:x")).not.toMatch(/<a href="javascript|>history</);
  });

  it("shows the way from the slower statement to what goes with it", () => {
    const path = ["view latest", "table <event>", "index event_person"];
    const about = { workload: "checkout", kind: "index-new", shown: false, name: "event_person" } as const;
    const empty = { differences: [], sizes: [], plans: [], files: [], more: 0 };
    const pageOf = (cause: Cause) => {
      return renderHtml({ ...makeReport({ workloads: [slower] }), reason: { ...empty, causes: [cause] } });
    };
    expect(pageOf({ ...about, path })).toContain(
      '<p class="muted">statement → view latest → table &lt;event&gt; → index event_person</p>',
    );
    expect(pageOf(about)).not.toContain("statement →");
  });

  it("draws the latency curves and each gate, but no gate of errors where nothing failed", () => {
    expect(figures(renderHtml(makeReport({ workloads: [slower] })))).toBe(3);
    const failing = {
      ...slower,
      changes: [...slower.changes.slice(0, 2), { metric: "failed-share" as const, effect: 0.01 }],
    };
    expect(figures(renderHtml(makeReport({ workloads: [failing] })))).toBe(4);
  });

  it("calls what is open for the better alone not worse, says what is excluded, and asks nothing more of it", () => {
    const open = { name: "search", changes: [{ metric: "qps", verdict: NOT_WORSE } as const] };
    const page = renderHtml(makeReport({ workloads: [slower, open, same] }));
    expect(page).toContain("<summary>1 metric not worse, 3 within their limits</summary>");
    expect(plainSpaces(page)).toContain(
      '<span class="badge not-worse">≈ not worse</span> <span class="muted">at most 2.6 % worse (limit 2 %): passes',
    );
    expect(page).not.toContain("? inconclusive");
    const alone = renderHtml(makeReport({ workloads: [open] }));
    expect(alone).toContain("<summary>1 metric not worse</summary>");
  });

  it("leaves out the percentiles whose labels would touch where the tail is long", () => {
    const quantiles = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999];
    const curve = { quantiles, ns: quantiles.map((_, i) => 1_000 * (i + 1)) };
    const page = renderHtml(makeReport({ workloads: [{ ...same, curves: { base: curve, head: curve } }] }));
    const labels = [...page.matchAll(/x="([\d.]+)%"[^>]*text-anchor="middle">([\d.]+%)</g)].map(
      ([, x, text]) => ({
        begin: Number(x) - 1.7 * text!.length,
        end: Number(x) + 1.7 * text!.length,
      }),
    );
    expect(labels.length).toBeGreaterThan(2);
    for (const [i, { begin }] of labels.slice(1).entries()) expect(begin).toBeGreaterThan(labels[i]!.end);
  });

  it("draws what there is where an arm has no curve and no values", () => {
    const report = makeReport({ workloads: [{ ...same, curves: { base: null, head: null } }] });
    const [change] = report.workloads[0]!.changes;
    const none = { estimate: null, values: [], statistics: null };
    const empty = { ...report.workloads[0]!, changes: [{ ...change!, base: none, head: none }] };
    expect(figures(renderHtml({ ...report, workloads: [empty] }))).toBe(0);
  });

  it("folds what needs no eyes beside what does", () => {
    const page = renderHtml(makeReport({ workloads: [slower, same] }));
    expect(page.match(/<details class="workload"( open)?>/g)).toEqual([
      '<details class="workload" open>',
      '<details class="workload">',
    ]);
    expect(renderHtml(makeReport({ workloads: [same] }))).toContain('<details class="workload" open>');
  });

  it("has the slowest event of each arm next to the throughput, in the words of the comment", () => {
    const driven = { base: { loadNs: 16e9, slowestNs: 4.1e6 }, head: { loadNs: 16e9, slowestNs: 1.02e9 } };
    const rows = plainSpaces(renderHtml(makeReport({ workloads: [{ ...slower, driven }] }))).split("<tr");
    const at = rows.findIndex((row) => row.includes(">slowest event<"));
    expect(rows[at]).toMatch(
      /data-title="base">4\.1 ms<.*data-title="head">1\.02 s<.*<td colspan="6"><\/td>/,
    );
    expect(rows[at - 1]).toContain(">QPS<");
    expect(renderHtml(makeReport({ workloads: [slower] }))).not.toContain("slowest event");
  });

  it("shows the latency of each statement where a workload has several, and no table where it has none", () => {
    const report = makeReport({ workloads: [slower] });
    const latency = { calls: 10, meanNs: 402_000, p99Ns: 1_120_000 };
    const statements = [{ name: "<b>", base: latency, head: latency, interval: null }];
    const page = renderHtml({ ...report, workloads: [{ ...report.workloads[0]!, statements }] });
    expect(page).toMatch(/<th scope="row">&lt;b&gt;<\/th>.*402\sµs.*1\.12\sms/);
    expect(renderHtml(report)).not.toContain("Latency by statement");
  });

  it("describes each picture for those who do not see it", () => {
    const page = renderHtml(makeReport({ workloads: [slower] }));
    const pictures = page
      .split("<svg")
      .slice(1)
      .filter((svg) => !/^[^>]*(?:aria-hidden="true"|class="stretched")/.test(svg));
    expect(pictures.length).toBeGreaterThan(3);
    for (const picture of pictures) expect(picture).toMatch(/^[^>]* role="img"><title>[^<]+<\/title>/);
  });

  it("keeps the numbers in its pictures finite", () => {
    const flat = {
      ...same,
      curves: { base: { quantiles: [0.5, 0.9], ns: [5, 5] }, head: { quantiles: [0, 1], ns: [0, 0] } },
    };
    expect(renderHtml(makeReport({ workloads: [flat, { ...slower, name: "x" }] }))).not.toMatch(
      /NaN|Infinity/,
    );
  });
});
