import { describe, expect, it } from "vitest";
import type { Change, Report } from "../../../../src/model/report.ts";
import { headline, resolution, standingOf } from "../../../../src/report/words/headline.ts";
import { makeChange, makeReport, NOT_WORSE, type WorkloadStory } from "../../../support/reports.ts";

const same = (name: string): WorkloadStory => ({ name, changes: [{ metric: "qps", noise: 0.01 }] });
const slower = (name: string): WorkloadStory => ({
  name,
  changes: [
    { metric: "qps", effect: -0.2 },
    { metric: "p99", effect: 0.5 },
  ],
});
const faster = (name: string): WorkloadStory => ({ name, changes: [{ metric: "qps", effect: 0.2 }] });
const noisy = (name: string): WorkloadStory => ({ name, changes: [{ metric: "qps", noise: 0.2 }] });
const sparse = (name: string): WorkloadStory => ({
  name,
  changes: [
    { metric: "p99", verdict: { kind: "too-few", what: "requests per session", have: 3, need: 1000 } },
  ],
});

const say = (...workloads: WorkloadStory[]) => headline(makeReport({ workloads }));

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

describe("headline", () => {
  it("counts workloads that regressed, not their metrics", () => {
    expect(say(slower("a"), same("b"), same("c"))).toBe("1 regression in 3 workloads, please look");
    expect(say(slower("a"), slower("b"))).toBe("2 regressions in 2 workloads, please look");
    expect(say(slower("a"))).toBe("1 regression in 1 workload, please look");
  });

  it("tells an improvement beside a regression", () => {
    expect(say(slower("a"), faster("b"))).toBe("1 regression and 1 improvement in 2 workloads, please look");
  });

  it("names what was excluded where that is more than the limits: all of them times the worst multiple", () => {
    const named = (most: number) => ({ kind: "inconclusive", why: "-", notWorse: true, most }) as const;
    const workload = (...changes: WorkloadStory["changes"]): WorkloadStory => ({ name: "a", changes });
    expect(say(workload({ metric: "qps", noise: 0.03, verdict: named(0.026) }))).toMatch(
      /^no regression of more than 2.6\s% in 1 workload, nothing to do$/,
    );
    expect(
      say(workload({ metric: "qps", noise: 0.03, verdict: named(0.026) }, { metric: "p99", noise: 0.01 })),
    ).toMatch(/^no regression of more than 2.6\s% \(p99: 13\s%\) in 1 workload, nothing to do$/);
  });

  it("excludes no loss of more than all there is, whatever the limit is multiplied by", () => {
    const report = makeReport({
      workloads: [{ name: "a", changes: [{ metric: "qps" }, { metric: "p99" }] }],
    });
    const [workload] = report.workloads;
    const changes = workload!.changes.map((change) => ({ ...change, margin: 0.6 }));
    const wide = { ...report, workloads: [{ ...workload!, changes }], excluded: 1.97 };
    expect(resolution(wide)).toMatch(/^99\s% \(p99: a factor of 2\.2\)$/);
  });

  it("claims no more than was shown: rounded up, and a floor as the share of base that it is", () => {
    const report = makeReport({
      workloads: [
        { name: "a", changes: [{ metric: "qps" }, { metric: "p99", floor: 50_000 }] },
        { name: "b", changes: [{ metric: "qps" }, { metric: "p99", floor: 50_000, base: 200_000 }] },
      ],
    });
    const margins = { qps: 0.02, p99: 0.08 } as const;
    const named = (count: number, excluded: number) => {
      const workloads = report.workloads.slice(0, count).map((workload) => ({
        ...workload,
        changes: workload.changes.map((each) => ({ ...each, margin: margins[each.metric as "qps"] })),
      }));
      return resolution({ ...report, workloads, excluded })?.replaceAll("\u00a0", " ");
    };
    expect(named(1, 1.42)).toBe("2.9 % (p99: 12 %)");
    expect(named(1, 1.3)).toBe("2.6 % (p99: 11 %)");
    // Of 200 µs the floor of 50 µs is a quarter.
    expect(named(2, 1.42)).toBe("2.9 % (p99: 36 %)");
  });

  it("speaks of all workloads together where their gate alone has something to say", () => {
    const whole = (verdict: Change["verdict"], overall: Report["verdict"]) => {
      const report = makeReport({ workloads: [same("a"), same("b")] });
      const change = { ...makeChange("all workloads together", { metric: "qps", effect: -0.015 }), verdict };
      return headline({ ...report, verdict: overall, together: [change] });
    };
    expect(whole({ kind: "regressed" }, "regressed")).toBe("all 2 workloads together regressed, please look");
    expect(whole({ kind: "regressed" }, "accepted")).toBe("all 2 workloads together regressed, accepted");
    expect(whole({ kind: "improved" }, "improved")).toBe("all 2 workloads together improved, no regression");
    expect(whole({ kind: "inconclusive", why: "-" }, "inconclusive")).toBe(
      "inconclusive for all 2 workloads together: a regression is neither shown nor excluded",
    );
    expect(whole({ kind: "unchanged" }, "unchanged")).toBe(
      "no change beyond the limits in 2 workloads, nothing to do",
    );
  });

  it("asks for nothing where nothing changed", () => {
    expect(say(same("a"), same("b"))).toBe("no change beyond the limits in 2 workloads, nothing to do");
    expect(say(same("a"))).toBe("no change beyond the limits in 1 workload, nothing to do");
    expect(say(same("a"), faster("b"))).toBe("1 improvement in 2 workloads, no regression");
  });

  it("neither passes nor fails what it could not see", () => {
    expect(say(noisy("a"), same("b"), faster("c"))).toBe(
      "inconclusive in 1 of 3 workloads: a regression is neither shown nor excluded",
    );
    expect(say(sparse("a"), same("b"))).toBe(
      "too little data in 1 of 2 workloads: a regression is neither shown nor excluded",
    );
  });

  it("leaves out of the undecided what is open for the better alone, and holds nothing up", () => {
    const verdict = {
      kind: "inconclusive",
      why: "not worse by more than 2 %; may be better",
      notWorse: true,
    } as const;
    const perhapsBetter = { name: "b", changes: [{ metric: "qps", verdict }] } as const;
    expect(say(noisy("a"), perhapsBetter)).toBe(
      "inconclusive in 1 of 2 workloads: a regression is neither shown nor excluded",
    );
    expect(say(same("a"), perhapsBetter)).toBe("no regression in 2 workloads, nothing to do");
  });

  it("does not pass a run that measured nothing", () => {
    expect(say()).toBe("nothing measured, please look at the run");
    expect(say({ name: "a", changes: [{ metric: "p50", role: "information" }] })).toBe(
      "nothing measured, please look at the run",
    );
  });

  it("says how long a history is that is too short", () => {
    const report = makeReport({ workloads: [sparse("a")] });
    const history = (count: number) =>
      headline({
        ...report,
        baseline: {
          kind: "history",
          branch: "main",
          runs: Array.from({ length: count }, () => report.head),
          need: 5,
        },
      });
    expect(history(0)).toBe("first run, nothing to compare with yet");
    expect(history(3)).toBe("3 of 5 baseline runs so far, too few to judge");
    expect(history(5)).toBe("too little data in 1 of 1 workload: a regression is neither shown nor excluded");
  });

  it("calls a trade a trade, with what improved by it, beside whatever else there is", () => {
    const traded = (name: string) => ({
      name,
      changes: [
        { metric: "qps" as const, effect: 0.6, verdict: { kind: "improved" as const } },
        {
          metric: "server-cpu" as const,
          effect: 0.08,
          verdict: { kind: "trade" as const, for: ["qps" as const] },
        },
      ],
    });
    expect(say(traded("a"), same("b"))).toBe("1 trade in 2 workloads: faster, for more server CPU");
    expect(say(traded("a"), faster("b"))).toBe(
      "1 trade and 1 improvement in 2 workloads: faster, for more server CPU",
    );
    expect(say(traded("a"), faster("b"), slower("c"))).toBe(
      "1 regression, 1 trade and 1 improvement in 3 workloads, please look",
    );
  });

  it("counts the workloads that only one arm has", () => {
    const warnings = [
      { code: "only-in-head", message: "b was measured only in head", remedy: "", workload: "b" },
    ];
    expect(headline(makeReport({ workloads: [same("a")], warnings }))).toBe(
      "no change beyond the limits in 1 workload, 1 more not compared",
    );
    expect(headline(makeReport({ workloads: [], warnings }))).toBe(
      "nothing to compare, base and head share no workload",
    );
  });
});
