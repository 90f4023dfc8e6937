/** The ranking on recorded documents; tests/integration/measure/observe.test.ts plants causes in real databases. */
import { describe, expect, it } from "vitest";
import {
  causesOf,
  definitionLine,
  type KnownDifferences,
  mentionedNames,
  type Regressed,
  stepText,
} from "../../../../src/analysis/reason/causes.ts";
import type { PlanNode } from "../../../../src/model/observed.ts";
import type { Difference, ExecutionDifference } from "../../../../src/model/reason.ts";
import type { Session } from "../../../../src/model/run.ts";
import {
  gone,
  known,
  planOf,
  regressed,
  SLOW,
  scan,
  setting,
  trigger,
  workloads,
} from "../verdict/causes-story.ts";

describe("causes of a regression", () => {
  it("a function that no slower statement calls is no cause, whether it is new, changed or gone", () => {
    const price = (base: string | null, head: string | null): Difference => ({
      kind: "function",
      name: "public.price(integer)",
      base,
      head,
      workloads,
    });
    const kindsOf = (each: Difference, sql: string) => {
      const plans = [{ statement: "read", sql, cost: 1, nodes: scan() }];
      const seen = known({ differences: [each], plansOfHead: [{ workload: "w", plans }] });
      return causesOf(SLOW, seen).map(({ kind }) => kind);
    };
    for (const [base, head] of [
      [null, "1"],
      ["1", "2"],
      ["1", null],
    ] as const) {
      expect(kindsOf(price(base, head), "SELECT price FROM t")).toEqual([]);
      expect(kindsOf(price(base, head), "SELECT price(1) FROM t")).toEqual(["function"]);
    }
  });

  it("an index that is gone, that base's plan used and head's does not, comes before a setting", () => {
    const causes = causesOf(
      SLOW,
      known({
        differences: [setting, gone],
        plans: [planOf(scan("i"), scan())],
        files: [{ file: "db/5.sql", change: "new", about: ["x", "public.i"], lines: [2, 7] }],
      }),
    );
    expect(causes).toMatchObject([
      {
        kind: "index-gone",
        shown: true,
        statement: "read",
        name: "public.i",
        base: "Index Scan on t with i",
        head: "Seq Scan on t",
        file: "db/5.sql",
        line: 7,
      },
      { kind: "setting", shown: false, name: "work_mem" },
    ]);
    expect(causes[0]!.share).toBeCloseTo(800 / 820);
  });

  it("an index that nobody used is no cause, and one that only became invalid is", () => {
    expect(causesOf(SLOW, known({ differences: [gone] }))).toEqual([]);
    const invalid = { ...gone, head: "CREATE INDEX i (INVALID)" };
    const plans = [planOf(scan("i"), scan())];
    expect(causesOf(SLOW, known({ differences: [invalid], plans }))).toMatchObject([{ kind: "index-gone" }]);
  });

  it("another plan with all indexes where they were is a plan, and what differs goes with it", () => {
    const causes = causesOf(SLOW, known({ differences: [setting], plans: [planOf(scan("i"), scan("j"))] }));
    expect(causes.map(({ kind }) => kind)).toEqual(["plan", "setting"]);
  });

  it("a statement whose own text changed is named before what differs in the database", () => {
    const slower = regressed({ "read of base": { meanNs: 100 } }, { read: { meanNs: 900 } });
    const nodes = scan("i");
    const old = { statement: "read of base", sql: "SELECT a", cost: 1, nodes };
    const now = { statement: "read", sql: "SELECT a OFFSET 20000", cost: 1, nodes };
    const sent = {
      plansOfBase: [{ workload: "w", plans: [old] }],
      plansOfHead: [{ workload: "w", plans: [now] }],
    };
    const view: Difference = { kind: "view", name: "elsewhere", base: "1", head: "2", workloads };
    expect(causesOf(slower, known({ ...sent, differences: [setting, view] }))).toMatchObject([
      { kind: "statement", shown: true, sql: "SELECT a OFFSET 20000", base: "SELECT a", share: 1 },
      { kind: "setting" },
    ]);
    const untold = { ...sent, plansOfBase: [] };
    expect(causesOf(slower, known(untold))[0], "a text that is not known").not.toHaveProperty("base");
    const untimed = { report: { name: "w" }, base: [], head: [] };
    expect(causesOf(untimed, known(sent))).toMatchObject([{ kind: "statement", base: "SELECT a" }]);
  });

  it("the end of an event stands for all that it did: a trigger that is deferred to it", () => {
    const slower = regressed(
      { write: { meanNs: 1 }, end: { meanNs: 1 } },
      { write: { meanNs: 1 }, end: { meanNs: 900 } },
    );
    expect(causesOf(slower, known({ differences: [trigger] }))).toMatchObject([
      { kind: "trigger", statement: "end", path: ["table t", "trigger g"] },
    ]);
  });

  it("a call that no server plans reaches what its function does", () => {
    const slower = regressed({ call: { meanNs: 1 } }, { call: { meanNs: 900 } });
    const others = [{ statement: "call", sql: "CALL renew($1)", names: ["renew()"] }];
    const plansOfHead = [{ workload: "w", plans: [], others }];
    const renew: Difference = { kind: "function", name: "renew(integer)", base: "1", head: "2", workloads };
    const other = { ...renew, name: "elsewhere(integer)" };
    expect(causesOf(slower, known({ plansOfHead, differences: [other, renew] }))).toMatchObject([
      { kind: "function", name: "renew(integer)", sql: "CALL renew($1)" },
    ]);
  });

  it("an index with another definition is shown where the plan used it, and what differs of the rest goes together", () => {
    const changed: Difference = {
      ...gone,
      base: "CREATE INDEX i ON t USING gin (a)",
      head: "CREATE INDEX i ON t USING gin (a ops)",
    };
    const plans = [planOf(scan("i"), scan())];
    expect(causesOf(SLOW, known({ differences: [changed], plans }))).toMatchObject([
      {
        kind: "index-changed",
        shown: true,
        head: "Seq Scan on t",
        definitions: { base: "gin (a)", head: "gin (a ops)" },
        path: ["index public.i"],
      },
    ]);
    const kinds = (base: readonly PlanNode[], head: readonly PlanNode[], ...more: readonly Difference[]) =>
      causesOf(SLOW, known({ differences: [changed, ...more], plans: [planOf(base, head)] })).map(
        ({ kind, shown }) => `${kind}${shown ? ", shown" : ""}`,
      );
    expect(kinds(scan("j"), scan("i")), "head's plan uses it").toEqual(["plan, shown", "index-changed"]);
    expect(kinds(scan("j"), scan()), "neither plan uses it").toEqual(["plan, shown"]);
    const used = [{ statement: "read", sql: "SELECT", cost: 1, nodes: scan("i") }];
    const same = known({ differences: [changed], plansOfHead: [{ workload: "w", plans: used }] });
    expect(causesOf(SLOW, same), "both use it by the same steps").toMatchObject([
      { kind: "index-changed", shown: false },
    ]);
  });

  it("indexes of a table that was made partitioned are other ones for that reason", () => {
    const table: Difference = {
      kind: "table",
      name: "t",
      base: "table",
      head: "partitioned RANGE (at)",
      workloads,
    };
    const [first, second] = causesOf(
      SLOW,
      known({
        differences: [gone, table],
        plans: [planOf(scan("i"), [{ depth: 0, type: "Append", rows: 1 }])],
      }),
    );
    expect(first).toMatchObject({ kind: "plan", base: "Index Scan on t with i", head: "Append" });
    expect(second).toMatchObject({ kind: "table", base: "table", head: "partitioned RANGE (at)" });
  });

  it("that ANALYZE drew another sample is left out where something else is named", () => {
    const plans = [{ ...planOf(scan("i"), scan("j")), resampled: "t" }];
    const column: Difference = { kind: "column", name: "t.a", on: "t", base: null, head: "text", workloads };
    const [plan] = causesOf(SLOW, known({ plans, differences: [column] }));
    expect(plan).toMatchObject({ kind: "plan", shown: false });
    expect(plan).not.toHaveProperty("resampled");
  });

  it("what decides on plans alone is no cause of a statement that both arms run by one plan", () => {
    const statistics: Difference = { ...gone, kind: "statistics", name: "place", base: "1", head: "2" };
    const scans: Difference = { ...setting, name: "enable_seqscan", base: "on", head: "off" };
    const target: Difference = {
      kind: "column",
      name: "t.a",
      on: "t",
      base: "text",
      head: "text STATISTICS 0",
      workloads,
    };
    const differences = [statistics, scans, target];
    expect(causesOf(SLOW, known({ differences }))).toEqual([]);
    const plans = [planOf(scan("i"), scan("j"))];
    const named = causesOf(SLOW, known({ differences, plans })).map(({ kind }) => kind);
    expect(named).toEqual(["plan", "column", "statistics", "setting"]);
    const [read] = known().plansOfHead[0]!.plans;
    const asked = { ...read!, sql: "SELECT $1", drawn: { values: "1", plans: [] } };
    const seen = (values: string) => {
      const base = { ...asked, drawn: { values, plans: [] } };
      const both = {
        plansOfBase: [{ workload: "w", plans: [base] }],
        plansOfHead: [{ workload: "w", plans: [asked] }],
      };
      return causesOf(SLOW, known({ ...both, differences })).length;
    };
    expect([seen("1"), seen("2")], "values that only one arm was asked about").toEqual([0, 3]);
  });

  it("a statement that is sent more often is told by how often", () => {
    const more = regressed({ read: { meanNs: 100 } }, { read: { meanNs: 100, calls: 21 } });
    expect(causesOf(more, known())).toMatchObject([
      { kind: "calls", shown: true, base: "1", head: "21", share: 1 },
    ]);
  });

  it("a text that a script sends row by row is one statement, by the name of the first", () => {
    const names = ["buy.1.select", "buy.2.select", "buy.3.select"];
    const all = names.map((statement) => ({
      statement,
      sql: "SELECT name FROM item",
      cost: 1,
      nodes: scan("i"),
    }));
    const head = Object.fromEntries(names.map((name) => [name, { meanNs: 100 }]));
    const more = regressed({ "buy.1.select": { meanNs: 100 } }, head);
    const seen = { ...known(), plansOfHead: [{ workload: "w", plans: all }] };
    expect(causesOf(more, seen)).toMatchObject([
      { kind: "calls", statement: "buy.1.select", base: "1", head: "3", share: 1 },
    ]);
  });

  it("a statement that base does not send is told as such, and one whose text changed is no new one", () => {
    const base = { read: { meanNs: 100 }, "write of base": { meanNs: 500 } };
    const head = { read: { meanNs: 110 }, write: { meanNs: 600 }, audit: { meanNs: 900 } };
    expect(causesOf(regressed(base, head), known())).toMatchObject([
      { kind: "calls", statement: "audit", base: "0", head: "1", share: 900 / 1010 },
    ]);
  });

  const executed = { executions: 3, rows: 2, buffers: 4, temporary: 0, triggers: [] };
  const execution = (statement: string, head: Partial<typeof executed>): ExecutionDifference => {
    return { workload: "w", statement, sql: "SELECT", base: executed, head: { ...executed, ...head } };
  };

  it("a statement that does more in an execution is a cause where nothing is seen that makes it", () => {
    const executions = [execution("read", { rows: 20, buffers: 812 })];
    const [cause] = causesOf(SLOW, known({ executions, differences: [setting] }));
    expect(cause).toMatchObject({
      kind: "execution",
      shown: true,
      rows: { base: 2, head: 20 },
      buffers: { base: 4, head: 812 },
    });
    const [plan] = causesOf(SLOW, known({ executions, plans: [planOf(scan("i"), scan())] }));
    expect(plan).toMatchObject({ kind: "plan", buffers: { base: 4, head: 812 } });
    expect(causesOf(SLOW, known({ executions: [execution("write", { rows: 20 })] }))).toEqual([]);
    expect(causesOf(SLOW, known({ executions: [execution("read", { rows: 1, buffers: 1 })] }))).toEqual([]);
  });

  it("a function that takes more CPU time is a cause where nothing else is seen, if it has a name", () => {
    const side = { events: 1_000, samples: 1_000 };
    const profile = (name: string) => ({
      workload: "w",
      event: "cpu-clock",
      hertz: 1_000,
      base: side,
      head: { ...side, samples: 1_800 },
      stacks: [{ frames: ["main", name], base: 100, head: 900 }],
    });
    expect(causesOf(SLOW, known({ profiles: [profile("slow")], differences: [setting] }))).toMatchObject([
      { kind: "cpu", shown: true, name: "slow", base: "100", head: "900" },
      { kind: "setting" },
    ]);
    expect(causesOf(SLOW, known({ profiles: [profile("in [unknown]")] }))).toEqual([]);
    const plans = [planOf(scan("i"), scan("j"))];
    expect(causesOf(SLOW, known({ profiles: [profile("slow")], plans }))).toMatchObject([{ kind: "plan" }]);
  });

  it("a new trigger needs no statement that is slower beyond its noise, where events are known to write more", () => {
    const noisy = ["read", "write"].map((name) => ({ name, interval: { low: -0.1, high: 0.2 } }));
    const of = (metric: string, low: number) => {
      const report = { name: "w", statements: noisy, changes: [{ metric, interval: { low, high: 1 } }] };
      return causesOf({ ...SLOW, report } as unknown as Regressed, known({ differences: [trigger] }));
    };
    expect(of("rows-written", 0.4)).toMatchObject([
      { kind: "trigger", name: "g", shown: false, path: ["table t", "trigger g"] },
    ]);
    expect(of("rows-written", -0.01)).toEqual([]);
    expect(of("rows-read", 0.4)).toEqual([]);
  });

  it("a statement that no server could plan is one, too, wherever a script sends it: more calls need no interval", () => {
    const names = Array.from({ length: 20 }, (_, at) => `read.${at}`);
    const others = names.map((statement, at) => ({
      statement,
      sql: `SELECT name FROM t WHERE uuid = '00:s${at}'`,
    }));
    const head = Object.fromEntries(names.map((name) => [name, { meanNs: 5 }]));
    const noisy = names.map((name) => ({ name, interval: { low: -0.1, high: 0.2 } }));
    const slower = regressed({ "read.0": { meanNs: 5 } }, head);
    const [cause, ...more] = causesOf(
      { ...slower, report: { name: "w", statements: noisy } } as unknown as Regressed,
      known({ plansOfHead: [{ workload: "w", plans: [], others }] }),
    );
    expect(cause).toMatchObject({ kind: "calls", statement: "read.0", base: "1", head: "20", shown: true });
    expect(more).toEqual([]);
  });

  it("a trigger that was seen to take a part of the statement's time is shown", () => {
    const writes = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    const of = (share: number) => {
      const took = { ...executed, triggers: [{ name: "g", on: "t", share }] };
      const { plansOfHead } = known();
      const plans = plansOfHead[0]!.plans.map((plan) => ({ ...plan, executed: took }));
      return causesOf(
        writes,
        known({ differences: [trigger, setting], plansOfHead: [{ workload: "w", plans }] }),
      );
    };
    expect(of(0.9)[0]).toMatchObject({ kind: "trigger", shown: true, part: 0.9 });
    expect(of(0.01)[0]).toMatchObject({ kind: "trigger", shown: false });
  });

  it("a plan that another sample of ANALYZE may have made is not shown", () => {
    const plans = [{ ...planOf(scan("i"), scan("j")), resampled: "t" }];
    expect(causesOf(SLOW, known({ plans }))).toMatchObject([{ kind: "plan", shown: false, resampled: "t" }]);
  });

  it("what no slower statement touches is none: a trigger where only reads became slower", () => {
    expect(causesOf(SLOW, known({ differences: [trigger] }))).toEqual([]);
    const writes = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    expect(causesOf(writes, known({ differences: [trigger] }))).toMatchObject([
      { kind: "trigger", shown: false, statement: "write" },
    ]);
  });

  it("what explains most comes first, and what concerns two statements is said once", () => {
    const both = regressed(
      { read: { meanNs: 100 }, write: { meanNs: 100 } },
      { read: { meanNs: 300 }, write: { meanNs: 900 } },
    );
    const policy: Difference = {
      kind: "row-security",
      name: "t",
      on: "t",
      base: null,
      head: "enabled",
      workloads,
    };
    const causes = causesOf(both, known({ differences: [policy] }));
    expect(causes).toMatchObject([{ kind: "row-security", statement: "write" }]);
    expect(causes[0]!.share).toBeCloseTo(0.8);
  });

  it("a statement whose interval holds no change has none", () => {
    const figures = { calls: 1, meanNs: 1, p99Ns: null };
    const statement = { name: "read", base: figures, head: figures, interval: { low: -0.1, high: 9 } };
    const noisy = { ...SLOW, report: { name: "w", statements: [statement] } };
    expect(causesOf(noisy, known({ differences: [gone], plans: [planOf(scan("i"), scan())] }))).toEqual([]);
  });

  it("what differs for other workloads is none of this one's, and equal arms have none", () => {
    expect(causesOf(SLOW, known({ differences: [{ ...setting, workloads: ["other"] }] }))).toEqual([]);
    expect(causesOf(SLOW, known())).toEqual([]);
  });

  it("without times of statements a plan is a cause without a share", () => {
    const untimed = { ...SLOW, base: [{ events: 1 } as Session], head: [{ events: 1 } as Session] };
    const [cause] = causesOf(untimed, known({ differences: [gone], plans: [planOf(scan("i"), scan())] }));
    expect(cause).toMatchObject({ kind: "index-gone" });
    expect(cause).not.toHaveProperty("share");
  });
});

it("a file speaks of names, not of parts of them", () => {
  const differences = [gone, { ...gone, name: "k_1" }];
  const names = (text: string) => mentionedNames(text, { differences, sizes: [] });
  expect(names("DROP INDEX k_1;")).toEqual(["k_1"]);
  expect(names("DROP INDEX k_11, my_i;")).toEqual([]);
});

it("a name stands in the first line that speaks of it", () => {
  expect(definitionLine("-- k_11\nDROP INDEX\n  k_1;\nSELECT k_1", "k_1")).toBe(3);
});

it("a step is said as EXPLAIN does", () => {
  expect(stepText({ depth: 2, type: "Aggregate", manner: "Hashed", rows: 1 })).toBe("Aggregate (Hashed)");
});

describe("what touches a slower statement", () => {
  const WRITTEN = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
  const READ = regressed({ read: { meanNs: 100 } }, { read: { meanNs: 900 } });
  const differs = (kind: Difference["kind"], more: Partial<Difference> = {}): Difference => {
    return { kind, name: "x", on: "public.t", base: null, head: "now", workloads, ...more };
  };
  const kinds = (slower: Regressed, difference: Difference) =>
    causesOf(slower, known({ differences: [difference] })).map(
      ({ kind, shown }) => `${kind}${shown ? ", shown" : ""}`,
    );

  it.each<[string, Difference, readonly string[], readonly string[]]>([
    ["a trigger", differs("trigger"), ["trigger"], []],
    ["a trigger on another table", differs("trigger", { on: "u" }), [], []],
    ["a trigger that is gone", differs("trigger", { base: "was", head: null }), [], []],
    ["a policy", differs("policy"), ["row-security"], ["row-security"]],
    ["row security", differs("row-security"), ["row-security"], ["row-security"]],
    [
      "a table without statistics",
      differs("no-statistics", { name: "public.t" }),
      ["no-statistics"],
      ["no-statistics"],
    ],
    ["a new index", differs("index"), ["index-new"], []],
    ["an index that is another one", differs("index", { base: "was" }), ["index-changed"], []],
    ["a constraint", differs("constraint"), ["constraint"], []],
    ["a column", differs("column"), ["column"], ["column"]],
    ["an extension that nothing is known to use", differs("extension"), [], []],
  ])("%s goes with writes, with reads, or with neither", (_, difference, ofWrite, ofRead) => {
    expect(kinds(WRITTEN, difference)).toEqual(ofWrite);
    expect(kinds(READ, difference)).toEqual(ofRead);
  });

  it("says of settings and extensions what they are, and of the rest that it is there", () => {
    const said = (difference: Difference) => {
      const [cause] = causesOf(WRITTEN, known({ differences: [difference] }));
      return [cause!.base, cause!.head];
    };
    expect(said(setting)).toEqual(["4096 kB", "64 kB"]);
    const preload: Difference = { ...setting, name: "shared_preload_libraries", base: null, head: "a, x" };
    const extension = differs("extension", { on: undefined, base: "1.0", head: "1.1" });
    const loaded = causesOf(WRITTEN, known({ differences: [extension, preload] }));
    expect(loaded.find(({ kind }) => kind === "extension")).toMatchObject({ base: "1.0", head: "1.1" });
    expect(said(differs("constraint", { base: "a", head: "b" }))).toEqual(["there", "there"]);
    expect(said(differs("trigger"))).toEqual([undefined, "there"]);
  });

  it("a table that has more rows is told by them; one of more bytes alone is a consequence, and no cause by itself", () => {
    const size = (
      base: readonly [rows: number | null, bytes: number],
      head: readonly [rows: number | null, bytes: number],
    ) => {
      const of = ([rows, bytes]: readonly [number | null, number]) => ({ rows, bytes });
      const sizes = [{ name: "t", base: of(base), head: of(head), workloads }];
      const wider = differs("column", { name: "t.a", on: "t" });
      const alone = causesOf(READ, known({ sizes }));
      const beside = causesOf(READ, known({ sizes, differences: [wider] })).slice(1);
      return [alone, beside].map((causes) => causes.map(({ kind, head: times }) => `${kind} ${times}`));
    };
    const rows = ["rows 4.0"];
    expect(size([10, 100], [40, 200])).toEqual([rows, rows]);
    for (const [base, head] of [
      [null, 40],
      [10, null],
      [0, 40],
      [40, 40],
      [40, 47],
    ] as const)
      expect(size([base, 100], [head, 200])).toEqual([[], ["size 2.0"]]);
    expect(size([10, 0], [10, 200])).toEqual([[], ["size 2.0e+2"]]);
    expect(size([40, 200], [10, 100]), "one that shrank is no cause").toEqual([[], []]);
  });
});

describe("which statements became slower, and what is said of them", () => {
  const names = (slower: Regressed, more: Partial<KnownDifferences> = {}) =>
    causesOf(
      slower,
      known({
        plans: ["read", "write"].map((statement) => ({ ...planOf(scan("i"), scan("k")), statement })),
        ...more,
      }),
    ).map(({ statement, share }) => `${statement}: ${share?.toFixed(2)}`);

  it("those with a tenth of what events became longer by", () => {
    const of = (write: number) =>
      regressed(
        { read: { meanNs: 100 }, write: { meanNs: 100 } },
        { read: { meanNs: 1000 }, write: { meanNs: write } },
      );
    expect(names(of(200))).toEqual(["read: 0.90", "write: 0.10"]);
    expect(names(of(198))).toEqual(["read: 0.90"]);
    expect(names(of(50)), "one that became faster takes nothing away").toEqual(["read: 1.00"]);
    const faster = regressed({ read: { meanNs: 100 } }, { read: { meanNs: 90 } });
    expect(names(faster)).toEqual([]);
  });

  it("those sent a third as often again, though each takes no longer", () => {
    const sent = (calls: number) => ({
      ...regressed({ read: { calls: 10, meanNs: 100 } }, { read: { calls, meanNs: 100 } }),
      report: {
        name: "w",
        statements: [{ name: "read", base: null, head: null, interval: { low: -0.1, high: 0.1 } }],
      },
    });
    expect(causesOf(sent(13), known())).toMatchObject([
      { kind: "calls", shown: true, base: "10", head: "13", share: 1 },
    ]);
    expect(causesOf(sent(12), known())).toEqual([]);
  });

  it("no more than five causes, and the one of the last file that speaks of it", () => {
    const settings = Array.from({ length: 7 }, (_, at) => ({ ...setting, name: `s${at}` }));
    const files = ["a.sql", "b.sql", "c.sql"].map((file, at) => ({
      file,
      about: at < 2 ? ["s0"] : ["s1"],
    })) as unknown as KnownDifferences["files"];
    const causes = causesOf(SLOW, known({ differences: settings, files }));
    expect(causes.map(({ name, file }) => [name, file])).toEqual([
      ["s0", "b.sql"],
      ["s1", "c.sql"],
      ["s2", undefined],
      ["s3", undefined],
      ["s4", undefined],
    ]);
    const size = { name: "t", base: { rows: 1, bytes: 1 }, head: { rows: 9, bytes: 9 }, workloads };
    const about = [{ file: "a.sql", about: ["t"] }] as unknown as KnownDifferences["files"];
    expect(causesOf(SLOW, known({ sizes: [size], files: about }))[0]).not.toHaveProperty("file");
  });
});

it("a step that is another is a table's own access before what stands above it, and the last where one plan goes on", () => {
  const join = (type: string, ...rest: readonly PlanNode[]) => [{ depth: 0, type, rows: 1 }, ...rest];
  const said = (base: readonly PlanNode[], head: readonly PlanNode[]) => {
    const [cause] = causesOf(SLOW, known({ plans: [planOf(base, head)] }));
    return [cause!.base, cause!.head];
  };
  const slower = said(join("Nested Loop", ...scan("i")), join("Hash Join", ...scan()));
  expect(slower).toEqual(["Index Scan on t with i", "Seq Scan on t"]);
  expect(said(join("Nested Loop", ...scan()), join("Hash Join", ...scan()))).toEqual([
    "Nested Loop",
    "Hash Join",
  ]);
  expect(said(join("Sort", ...scan()), join("Sort", ...scan(), ...scan("i")))).toEqual([
    "Seq Scan on t",
    "Seq Scan on t",
  ]);
});
