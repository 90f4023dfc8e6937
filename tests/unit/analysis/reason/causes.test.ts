/** The ranking on recorded documents; tests/integration/measure/observe.test.ts plants causes in real databases. */
import { describe, expect, it } from "vitest";
import {
  causesOf,
  type KnownDifferences,
  namesIn,
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
  it("a function that is new is no cause by itself, for nothing called it; one that is changed or gone goes together", () => {
    const price = (base: string | null, head: string | null): Difference => ({
      kind: "function",
      name: "public.price(integer)",
      base,
      head,
      workloads,
    });
    const kindsOf = (each: Difference) =>
      causesOf(SLOW, known({ differences: [each] })).map(({ kind }) => kind);
    expect(kindsOf(price(null, "1"))).toEqual([]);
    expect(kindsOf(price("1", "2"))).toEqual(["function"]);
    expect(kindsOf(price("1", null))).toEqual(["function"]);
  });

  it("an index that is gone, that base's plan used and head's does not, comes before a setting", () => {
    const causes = causesOf(
      SLOW,
      known({
        differences: [setting, gone],
        plans: [planOf(scan("i"), scan())],
        files: [{ file: "db/5.sql", change: "new", about: ["public.i"] }],
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
  const names = (text: string) => namesIn(text, { differences, sizes: [] });
  expect(names("DROP INDEX k_1;")).toEqual(["k_1"]);
  expect(names("DROP INDEX k_11, my_i;")).toEqual([]);
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
    ["an index that is another one", differs("index", { base: "was" }), [], []],
    ["a constraint", differs("constraint"), ["constraint"], []],
    ["a column", differs("column"), [], []],
    ["an extension", differs("extension"), ["extension"], ["extension"]],
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
    expect(said(differs("extension", { base: "1.0", head: "1.1" }))).toEqual(["1.0", "1.1"]);
    expect(said(differs("constraint", { base: "a", head: "b" }))).toEqual(["there", "there"]);
    expect(said(differs("trigger"))).toEqual([undefined, "there"]);
  });

  it("a table that grew is told by its rows, where they are known and grew, and else by its bytes", () => {
    const size = (
      base: readonly [rows: number | null, bytes: number],
      head: readonly [rows: number | null, bytes: number],
    ) => {
      const of = ([rows, bytes]: readonly [number | null, number]) => ({ rows, bytes });
      return causesOf(READ, known({ sizes: [{ name: "t", base: of(base), head: of(head), workloads }] })).map(
        ({ head: times }) => times,
      );
    };
    expect(size([10, 100], [40, 200])).toEqual(["4.0"]);
    expect(size([null, 100], [40, 200])).toEqual(["2.0"]);
    expect(size([10, 100], [null, 200])).toEqual(["2.0"]);
    expect(size([0, 100], [40, 200])).toEqual(["2.0"]);
    expect(size([40, 100], [40, 200])).toEqual(["2.0"]);
    expect(size([10, 0], [10, 200])).toEqual(["2.0e+2"]);
    expect(size([40, 200], [10, 100]), "one that shrank is no cause").toEqual([]);
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
