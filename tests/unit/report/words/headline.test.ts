import { describe, expect, it } from "vitest";
import type { Change, Report } from "../../../../src/model/report.ts";
import { headline, resolution } from "../../../../src/report/words/headline.ts";
import {
  type ChangeStory,
  makeChange,
  makeReport,
  NOT_WORSE,
  type WorkloadStory,
} from "../../../support/reports.ts";
import { migrationQueues } from "../../../support/stories/migrations.ts";

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

/** A person's sentence has ordinary spaces. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("headline", () => {
  it.each<[string, ChangeStory]>([
    ["is 20 % slower", { metric: "qps", effect: -0.2 }],
    ["is 9.6 % slower", { metric: "tps", effect: -0.096 }],
    ["is 4 % slower", { metric: "tpmc", effect: -0.04 }],
    ["is 24 % slower at p99", { metric: "p99", effect: 0.24 }],
    ["is 24 % slower on average", { metric: "mean", effect: 0.24 }],
    ["is 20 % slower in new_order rate", { metric: "rate:new_order", effect: -0.2 }],
    ["is 24 % slower at new_order p99", { metric: "p99:new_order", effect: 0.24 }],
    ["is 12 times slower", { metric: "qps", effect: 1 / 12 - 1 }],
    ["needs 65 % more server CPU", { metric: "server-cpu", effect: 0.65 }],
    ["needs 11 times more server CPU", { metric: "server-cpu", effect: 10 }],
    ["holds 30 % less load", { metric: "capacity", effect: -0.3, base: 5_000, margin: 0.02 }],
    ["takes 60 % more time to recover", { metric: "recovery", effect: 0.6, base: 1e9, margin: 0.02 }],
    ["reads 25 % more buffers", { metric: "buffers", effect: 0.25 }],
    ["has 40 % fewer HOT updates", { metric: "hot-updates", effect: -0.4 }],
    ["has 25 % more deadlocks", { metric: "deadlocks", effect: 0.25, base: 2 }],
    ["fails more often (0.04 % → 1.92 %)", { metric: "failed-share", base: 0.0004, effect: 0.0188 }],
  ])("says that a workload %s", (said, change) => {
    expect(plain(say({ name: "restock", changes: [change] }))).toBe(`restock ${said}`);
  });

  it("names what a person would: throughput before latency, latency before the rest, and the other workloads", () => {
    const dear = { metric: "server-cpu", effect: 3 } as const;
    const both = (name: string) => ({ name, changes: [dear, ...slower(name).changes] });
    expect(plain(say(both("a")))).toBe("a is 20 % slower");
    expect(plain(say(slower("a"), same("b"), slower("c")))).toBe("a is 20 % slower, and c is slower too");
    expect(plain(say(slower("a"), slower("b"), slower("c")))).toBe(
      "a is 20 % slower, and 2 others are slower too",
    );
    expect(plain(say(slower("a"), { name: "b", changes: [{ metric: "server-cpu", effect: 0.1 }] }))).toBe(
      "a is 20 % slower, and b is worse too",
    );
  });

  it("is one short line, whatever the names are", () => {
    const name = `${"</b> \u202e\u001b[31m\n# @team ".repeat(9)}`;
    const said = say(slower(name), slower(`${name}2`));
    expect(said.length).toBeLessThanOrEqual(200);
    expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("leads with the migration that cannot be deployed", () => {
    const report = {
      ...makeReport({ workloads: [slower("search")] }),
      migration: migrationQueues().migration,
    };
    expect(plain(headline(report as Report))).toBe(
      "the migration cannot be applied and stalls statements for 1.31 s, and search is 20 % slower",
    );
  });

  it("names what was excluded: the limits, or what the run could see if that is more", () => {
    const named = (most: number) => ({ kind: "inconclusive", why: "-", notWorse: true, most }) as const;
    const workload = (...changes: WorkloadStory["changes"]): WorkloadStory => ({ name: "a", changes });
    expect(plain(say(same("a"), same("b")))).toBe("nothing is slower by more than 2 % in 2 workloads");
    expect(plain(say(workload({ metric: "qps", noise: 0.03, verdict: named(0.026) })))).toBe(
      "nothing is slower by more than 2.6 % in 1 workload",
    );
    expect(
      plain(
        say(workload({ metric: "qps", noise: 0.03, verdict: named(0.026) }, { metric: "p99", noise: 0.01 })),
      ),
    ).toBe("nothing is slower by more than 2.6 % (p99: 13 %) in 1 workload");
    expect(plain(say(workload({ metric: "buffers", noise: 0.001 })))).toBe(
      "nothing is worse by more than 1 % in 1 workload",
    );
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
      return plain(headline({ ...report, verdict: overall, together: [change] }));
    };
    const mean = "the mean of all 2 workloads is";
    expect(whole({ kind: "regressed" }, "regressed")).toBe(`${mean} 1.5 % slower`);
    expect(whole({ kind: "inconclusive", why: "-" }, "inconclusive")).toBe(
      `${mean} undecided: it may be slower by up to 2.9 %`,
    );
    expect(whole({ kind: "unchanged" }, "unchanged")).toBe(
      "nothing is slower by more than 2 % in 2 workloads",
    );
  });

  it("counts a new workload neither as one of all together nor as one of what is within its limit", () => {
    const report = makeReport({ workloads: [same("a"), same("b"), same("c")] });
    const workloads = report.workloads.map((each, i) => (i < 2 ? each : { ...each, newBecause: "no base" }));
    const change = makeChange("all workloads together", { metric: "qps", effect: -0.015 });
    const red = { ...change, verdict: { kind: "regressed" } as const };
    expect(plain(headline({ ...report, workloads, verdict: "regressed", together: [red] }))).toBe(
      "the mean of all 2 workloads is 1.5 % slower",
    );
  });

  it("claims its limit of no workload that has none", () => {
    const free = {
      name: "b",
      changes: [{ metric: "qps", role: "information" }, { metric: "failed-share" }],
    } as const;
    expect(plain(say(same("a"), free))).toBe(
      "nothing is slower by more than 2 % in 1 workload (1 more without a limit)",
    );
  });

  it("says what is faster", () => {
    expect(plain(say(same("a"), faster("b")))).toBe("b is 20 % faster");
    expect(plain(say(faster("a"), faster("b")))).toBe("a is 20 % faster, and b is faster too");
  });

  it("says of what has no answer how much worse it may be, and what is missing", () => {
    expect(plain(say(noisy("a"), same("b"), faster("c")))).toBe(
      "a is undecided: it may be slower by up to 13 %",
    );
    expect(plain(say(noisy("a"), noisy("b"), same("c")))).toBe(
      "2 of 3 workloads are undecided: they may be slower by up to 13 %",
    );
    expect(say(sparse("a"), same("b"))).toBe(
      "a is undecided: there is too little data to show or exclude a regression",
    );
    const why = { kind: "inconclusive", why: "-" } as const;
    const report = makeReport({ workloads: [{ name: "a", changes: [{ metric: "qps", verdict: why }] }] });
    const [workload] = report.workloads;
    const unread = { ...workload!, changes: workload!.changes.map((each) => ({ ...each, interval: null })) };
    expect(headline({ ...report, workloads: [unread] })).toBe(
      "a is undecided: a regression is neither shown nor excluded",
    );
  });

  it("leaves out of the undecided what is open for the better alone, and holds nothing up", () => {
    const perhapsBetter = { name: "b", changes: [{ metric: "qps", verdict: NOT_WORSE }] } as const;
    expect(say(noisy("a"), perhapsBetter)).toMatch(/^a is undecided: /);
    expect(plain(say(same("a"), perhapsBetter))).toBe("nothing is slower by more than 2.6 % in 2 workloads");
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
    expect(history(5)).toMatch(/^a is undecided: there is too little data/);
  });

  it("says of a trade what was bought with what, unless something regressed", () => {
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
    const bought = "a is 60 % faster, and needs 8 % more server CPU for it";
    expect(plain(say(traded("a"), same("b")))).toBe(bought);
    expect(plain(say(traded("a"), traded("b"), faster("c")))).toBe(`${bought} (and 1 more trade)`);
    expect(plain(say(traded("a"), slower("c")))).toBe("c is 20 % slower");
  });

  it("counts the workloads that only one arm has", () => {
    const warnings = [
      { code: "only-in-head", message: "b was measured only in head", remedy: "", workload: "b" },
    ];
    expect(plain(headline(makeReport({ workloads: [same("a")], warnings })))).toBe(
      "nothing is slower by more than 2 % in 1 workload (1 more not compared)",
    );
    expect(headline(makeReport({ workloads: [], warnings }))).toBe(
      "nothing to compare, base and head share no workload",
    );
  });
});
