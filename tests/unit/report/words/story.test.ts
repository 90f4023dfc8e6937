import { describe, expect, it } from "vitest";
import { UNKNOWN_COMMIT } from "../../../../src/io/git/commit.ts";
import {
  baselineText,
  cellsText,
  commitText,
  conditionLines,
  levelText,
  measuredText,
  optionTexts,
  togetherText,
  tradeText,
  visibleText,
} from "../../../../src/report/words/story.ts";
import { makeChange, makeReport, type WorkloadStory } from "../../../support/reports.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const workload = (name: string, rest: Partial<WorkloadStory> = {}): WorkloadStory => ({
  name,
  changes: [{ metric: "qps" }],
  ...rest,
});
const REPORT = makeReport({ workloads: [workload("a"), workload("b")] });
const ARM = REPORT.baseline as Extract<typeof REPORT.baseline, { kind: "arm" }>;

describe("what was compared", () => {
  it("is named by commit, subject and branch, in one harmless line", () => {
    const commit = {
      ...REPORT.head.commit,
      sha: "4f2a9c1b3d00",
      subject: "add\nlog",
      branch: "x",
      dirty: true,
    };
    expect(plain(commitText({ ...REPORT.head, commit }))).toBe(
      "4f2a9c1b3d “add log” on x with uncommitted changes",
    );
    expect(
      commitText({ ...REPORT.head, commit: { ...commit, subject: null, branch: null, dirty: false } }),
    ).toBe("4f2a9c1b3d");
  });

  it("is itself where both arms are one clean commit", () => {
    const twice = { ...REPORT, baseline: { ...ARM, run: { ...ARM.run, commit: REPORT.head.commit } } };
    expect(baselineText(twice)).toBe("itself (the same commit twice)");
    const dirty = { ...REPORT.head.commit, dirty: true };
    expect(baselineText({ ...twice, head: { ...REPORT.head, commit: dirty } })).toMatch(/^base /);
  });

  it.each(["version-differs", "settings-differ"])(
    "is no mere repetition where the databases differ (%s)",
    (code) => {
      const twice = { ...REPORT, baseline: { ...ARM, run: { ...ARM.run, commit: REPORT.head.commit } } };
      const differing = { ...twice, warnings: [{ code, message: "", remedy: "" }] };
      expect(baselineText(differing)).toBe("another database (the same commit)");
    },
  );

  it("is not called itself where no commit is known", () => {
    const head = { ...REPORT.head, commit: UNKNOWN_COMMIT };
    const unknown = { ...REPORT, head, baseline: { ...ARM, run: { ...ARM.run, commit: UNKNOWN_COMMIT } } };
    expect(commitText(head)).toBe("(commit unknown)");
    expect(baselineText(unknown)).toBe("base (commit unknown)");
    const known = { ...unknown, baseline: ARM };
    expect(baselineText(known)).toMatch(/^base [0-9a-f]{10}/);
  });

  it("may be a history, also one that has nothing comparable yet", () => {
    const history = (runs: readonly (typeof ARM.run)[]) =>
      baselineText({ ...REPORT, baseline: { kind: "history", branch: "main", runs } as never });
    expect(plain(history([]))).toBe("the history of main, which has no comparable run yet");
    expect(plain(history([ARM.run, ARM.run]))).toMatch(/^2 earlier runs of main, newest [0-9a-f]{10}$/);
  });
});

describe("server CPU by process", () => {
  const told = {
    base: { connections: 210_000, background: 2100 },
    head: { connections: 212_000, background: 9300 },
  };

  it("stands among the conditions, each workload's, in one unit", () => {
    const [first, second] = REPORT.workloads;
    const lines = new Map(
      conditionLines({ ...REPORT, workloads: [{ ...first!, cpuByProcess: told }, second!] }),
    );
    expect(plain(lines.get("server CPU") ?? "")).toMatch(
      /: a 210 µs and 212 µs, background 2.10 µs and 9.30 µs$/,
    );
    expect(new Map(conditionLines(REPORT)).has("server CPU")).toBe(false);
  });
});

describe("a trade", () => {
  it("is told with what improved by it, and how to make it fail", () => {
    const [change] = makeReport({
      workloads: [
        {
          name: "a",
          changes: [{ metric: "server-cpu", verdict: { kind: "trade", for: ["qps", "p95", "p99"] } }],
        },
      ],
    }).workloads[0]!.changes;
    expect(tradeText(change!)).toBe(
      "a: QPS, p95 and p99 improved for more server CPU. The check passes. To fail on this, set gates.server-cpu.trade to fail.",
    );
    expect(tradeText({ ...change!, verdict: { kind: "improved" } })).toBe("");
  });
});

describe("how it was measured", () => {
  it("says which workloads were looked at twice", () => {
    expect(plain(measuredText(REPORT))).toMatch(/^side by side, 8 sessions of \d+ s per workload$/);
    const [first, second] = REPORT.workloads;
    const plan = { ...REPORT.plan, sessions: 8, looks: 2 };
    const again = {
      ...REPORT,
      plan,
      workloads: [
        { ...first!, sessions: 16 },
        { ...second!, sessions: 8 },
      ],
    };
    expect(plain(measuredText(again))).toContain("8 sessions");
    expect(plain(measuredText(again))).toContain("as many again of 1 workload that looked worse");
    expect(Object.fromEntries(conditionLines(again))["looked at again"]).toBe("a (16 sessions)");
    const cut = [{ ...first!, sessions: 10 }, again.workloads[1]!];
    expect(plain(measuredText({ ...again, workloads: cut }))).toContain("up to 2 more of 1 workload");
    const workloads = again.workloads.map((each, i) => ({ ...each, sessions: i === 0 ? 24 : 16 }));
    expect(plain(measuredText({ ...again, plan: { ...plan, looks: 3 }, workloads }))).toContain(
      "up to 16 more of 2 workloads that looked worse or were undecided",
    );
    const one = [workloads[0]!, { ...workloads[1]!, sessions: 8 }];
    expect(plain(measuredText({ ...again, plan: { ...plan, looks: 3 }, workloads: one }))).toContain(
      "of 1 workload that looked worse or was undecided",
    );
  });

  it("says what the server had that started first, and what became of it", () => {
    const order = [
      { metric: "qps", difference: 0.008, removed: "by-earlier-runs" },
      { metric: "server-cpu", difference: -0.009, removed: "by-earlier-runs" },
      { metric: "p99", difference: 0.02, removed: "not" },
    ] as const;
    const lines = Object.fromEntries(conditionLines({ ...REPORT, order }));
    expect(plain(lines["order of starts"]!)).toBe(
      "the server started first had QPS +0.8 %, server CPU −0.9 %; this is known from earlier measurements, and removed from the results. Also p99 +2.0 %; both orders count alike, so that it favours neither arm",
    );
  });

  it("says what all workloads together show, and nothing where that is not known", () => {
    const change = {
      ...makeChange("-", { metric: "qps" }),
      effect: -0.015,
      interval: { low: -0.017, high: -0.013 },
    };
    expect(plain(togetherText({ ...REPORT, together: [change, { ...change, interval: null }] }))).toBe(
      `All ${REPORT.workloads.length} workloads together: QPS −1.5 % (−1.7 .. −1.3).`,
    );
    const fresh = [...REPORT.workloads, { ...REPORT.workloads[0]!, newBecause: "no base" }];
    expect(plain(togetherText({ ...REPORT, workloads: fresh, together: [change] }))).toMatch(
      new RegExp(`^All ${REPORT.workloads.length} workloads together: `),
    );
    expect(togetherText(REPORT)).toBe("");
  });

  it("says why a check passes in which all workloads together are worse", () => {
    const small = makeReport({
      workloads: ["a", "b"].map((name) => ({ name, changes: [{ metric: "qps", noise: 0.01 }] })),
    });
    const together = (effect: number, role: "gate" | "information", verdict = small.verdict) => {
      const change = makeChange("all", { metric: "qps", effect, role, noise: 0.002 });
      return togetherText({ ...small, verdict, together: [change] });
    };
    const why = /\. Each is within its limit; gates\.suite sets one for all together\.$/;
    expect(together(-0.015, "information")).toMatch(why);
    expect(together(0.015, "information")).not.toMatch(why);
    expect(together(-0.0001, "information")).not.toMatch(why);
    expect(together(-0.015, "gate")).not.toMatch(why);
    expect(together(-0.015, "information", "regressed")).not.toMatch(why);
  });

  it("says what the cells of a table mean, the level in whole per cents", () => {
    const [first] = REPORT.workloads;
    const changes = first!.changes.map((each) => ({ ...each, confidence: 0.9537 }));
    expect(plain(cellsText({ ...REPORT, workloads: [{ ...first!, changes }] }))).toBe(
      "In brackets: the 95 % interval of the change; ~: the interval includes 0.",
    );
    expect(cellsText({ ...REPORT, workloads: [] })).toBe("");
    const none = first!.changes.map((each) => ({ ...each, interval: null }));
    expect(cellsText({ ...REPORT, workloads: [{ ...first!, changes: none }] })).toBe("");
  });

  it("has one line for each fact, in an order that goes from the machine to the rule", () => {
    const labels = conditionLines(REPORT).map(([label]) => label);
    expect(labels).toEqual(["machine", "database", "settings", "measured", "decided"]);
    const bare = { ...REPORT, environment: { ...REPORT.environment, settings: {} } };
    expect(Object.fromEntries(conditionLines(bare))["settings"]).toBe("the server's own");
  });

  it("says what could be seen, for gates with noise alone", () => {
    const found = /^This check detects a regression of at least: QPS [\d.]+ % /;
    expect(plain(visibleText(REPORT))).toMatch(found);
    expect(plain(visibleText(REPORT))).toMatch(/ % \(80 % power; medians over 2 workloads; 8 sessions\)\.$/);
    const looks = { ...REPORT, plan: { ...REPORT.plan, sessions: 8, looks: 3 as const } };
    expect(plain(visibleText(looks))).toMatch(/; up to 24 sessions\)\.$/);
    const all = REPORT.workloads.map((each) => ({ ...each, sessions: 24 }));
    expect(plain(visibleText({ ...looks, workloads: all }))).toMatch(/; 24 sessions\)\.$/);
    const history = { ...looks, rule: { ...looks.rule, form: "prediction" as const } };
    expect(plain(visibleText(history))).toMatch(/ \(80 % power; medians over 2 workloads\)\.$/);
    const [first] = REPORT.workloads;
    const expected = first!.changes.map((each) => ({ ...each, expectedVisible: 0.021 }));
    expect(plain(visibleText({ ...REPORT, workloads: [{ ...first!, changes: expected }] }))).toMatch(
      /: QPS [\d.]+ % \(expected: 2\.1 %\) \(80 % power; 8 sessions\)\.$/,
    );
    const few = makeReport({
      workloads: [workload("a", { changes: [{ metric: "qps", role: "information" }] })],
    });
    expect(visibleText(few)).toBe("");
  });
});

describe("options", () => {
  const optionsOfAll = (...options: readonly Readonly<Record<string, number>>[]) =>
    optionTexts({
      ...REPORT,
      workloads: options.map((each, i) => ({
        ...REPORT.workloads[0]!,
        name: `w${i}`,
        workload: `w${i}`,
        options: each,
      })),
    });

  it("that all share are said once, the others with their workload", () => {
    expect(optionsOfAll({ threads: 8, tables: 1 }, { threads: 8, tables: 4 })).toEqual({
      shared: ["threads=8"],
      own: [
        ["w0", ["tables=1"]],
        ["w1", ["tables=4"]],
      ],
    });
    expect(optionsOfAll({ threads: 8 }, { threads: 8 })).toEqual({ shared: ["threads=8"], own: [] });
  });

  it("of a single workload are its own", () => {
    expect(optionsOfAll({ threads: 8 })).toEqual({ shared: [], own: [["w0", ["threads=8"]]] });
  });
});

it.each([
  [0.9, "90\u00a0%"],
  [0.9393, "94\u00a0%"],
  [0.998, "99.8\u00a0%"],
  [0.99999, "99.9\u00a0%"],
])("an interval of %d is one of %s: none is certain", (confidence, text) => {
  const report = makeReport({ workloads: [{ name: "w", changes: [{ metric: "qps" }] }] });
  const workloads = report.workloads.map((workload) => ({
    ...workload,
    changes: workload.changes.map((change) => ({ ...change, confidence })),
  }));
  expect(levelText(workloads)).toBe(text);
});

it("says of a server that never answered, and of imported figures, what is not known", () => {
  const lines = (environment: Partial<typeof REPORT.environment>) =>
    Object.fromEntries(
      conditionLines({ ...REPORT, environment: { ...REPORT.environment, settings: {}, ...environment } }),
    );
  const silent = lines({ database: "", databaseVersion: "" });
  expect(silent).toMatchObject({ database: "not known, dialect postgres", settings: "not known" });
  expect(silent["machine"]).toContain("EPYC");
  const unknown = { database: "unknown", databaseVersion: "unknown", dialect: "unknown" };
  const imported = lines({ ...unknown, cpuModel: "unknown", cpuCount: 0, memoryBytes: 0, kernel: "unknown" });
  expect(imported).toMatchObject({ machine: "not known, runner ubuntu-24.04", database: "not known" });
  expect(lines({ settings: {} })["settings"]).toBe("the server's own");
});
