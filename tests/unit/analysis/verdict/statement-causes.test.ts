/** What of a statement is a cause, how much it explains, and in which order causes are told (src/analysis/reason/causes.ts). */
import { describe, expect, it } from "vitest";
import {
  causesOf,
  type KnownDifferences,
  mentionedNames,
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
  session,
  setting,
  type Timed,
  trigger,
  workloads,
} from "./causes-story.ts";

describe("what concerns a workload and a statement of it", () => {
  const size = { name: "t", base: { rows: 1, bytes: 1 }, head: { rows: 9, bytes: 9 }, workloads: ["other"] };
  const executed = { executions: 3, rows: 2, buffers: 4, temporary: 0, triggers: [] };
  const execution = (head: Partial<typeof executed>, more: Partial<ExecutionDifference> = {}) => {
    const [workload, statement, sql] = ["w", "read", "SELECT"];
    return { workload, statement, sql, base: executed, head: { ...executed, ...head }, ...more };
  };
  const profile = (...names: readonly string[]) => ({
    workload: "w",
    event: "cpu-clock",
    hertz: 1_000,
    base: { events: 1_000, samples: 300 },
    head: { events: 1_000, samples: 300 + 900 * names.length },
    stacks: names.map((name, at) => ({ frames: ["main", name], base: 100, head: 1_000 - 100 * at })),
  });

  it("is nothing of another workload", () => {
    const plan = { ...planOf(scan("i"), scan("j")), workload: "other" };
    expect(causesOf(SLOW, known({ plans: [plan] }))).toEqual([]);
    expect(causesOf(SLOW, known({ sizes: [size] }))).toEqual([]);
    expect(causesOf(SLOW, known({ executions: [execution({ rows: 20 }, { workload: "other" })] }))).toEqual(
      [],
    );
    expect(causesOf(SLOW, known({ profiles: [{ ...profile("slow"), workload: "other" }] }))).toEqual([]);
    const others = [{ workload: "other", plans: known().plansOfHead[0]!.plans }];
    const grown = { ...size, workloads };
    expect(causesOf(SLOW, known({ sizes: [grown], plansOfHead: others })), "no plans of its own").toEqual([]);
    const both = [...others, ...known().plansOfHead];
    expect(causesOf(SLOW, known({ sizes: [grown], plansOfHead: both }))).toMatchObject([{ kind: "rows" }]);
  });

  it("is each trigger and policy of a name that several tables have", () => {
    const slower = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    const nodes = ["t", "u"].map((relation) => ({ depth: 0, type: "ModifyTable", relation, rows: 1 }));
    const plans = [{ statement: "write", sql: "UPDATE", cost: 1, nodes }];
    for (const kind of ["trigger", "policy"] as const) {
      const differences = ["t", "u"].map((on) => ({ ...trigger, kind, name: "audit", on }));
      const found = causesOf(slower, known({ differences, plansOfHead: [{ workload: "w", plans }] }));
      expect(found.map(({ name, on }) => `${name} on ${on}`)).toEqual(["audit on t", "audit on u"]);
    }
  });

  it("is what base's plan touched, too", () => {
    const [step] = scan("i");
    const plans = [planOf([{ ...step!, relation: "old" }], scan())];
    const grown = { ...size, name: "public.old", workloads };
    expect(causesOf(SLOW, known({ plans, sizes: [grown] })).map(({ kind }) => kind)).toEqual([
      "plan",
      "rows",
    ]);
    const index = { ...size, name: "i", workloads };
    expect(
      causesOf(SLOW, known({ plans, sizes: [index] })).map(({ kind }) => kind),
      "an index grows by what its table does",
    ).toEqual(["plan"]);
  });

  it("is an execution that does more of either, the first of its tables that does", () => {
    const rows = [execution({ rows: 20 })];
    expect(causesOf(SLOW, known({ executions: rows }))).toMatchObject([{ kind: "execution" }]);
    expect(causesOf(SLOW, known({ executions: rows }))[0]).not.toHaveProperty("buffers");
    const buffers = [execution({ rows: 1 }), execution({ buffers: 400 }), execution({ buffers: 900 })];
    expect(causesOf(SLOW, known({ executions: buffers }))).toMatchObject([
      { kind: "execution", buffers: { base: 4, head: 400 } },
    ]);
  });

  it("is a new function that it, or a trigger of it that is new, calls", () => {
    const called = (name: string): Difference => {
      return { kind: "function", name, base: null, head: "1", workloads };
    };
    const plansOfHead = [
      {
        workload: "w",
        plans: [{ statement: "read", sql: "SELECT price(1)", cost: 1, nodes: scan() }],
      },
    ];
    const differences = [called("public.price(integer)"), called("public.pric(integer)")];
    expect(causesOf(SLOW, known({ differences, plansOfHead }))).toStrictEqual([
      {
        workload: "w",
        statement: "read",
        sql: "SELECT price(1)",
        share: 800 / 820,
        kind: "function",
        shown: false,
        name: "public.price(integer)",
        head: "there",
        path: ["function public.price(integer)"],
      },
    ]);
    const writes = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    const fires = { ...trigger, head: "CREATE TRIGGER g EXECUTE FUNCTION pric()" };
    const { plans } = known().plansOfHead[0]!;
    const kinds = (sql: string) => {
      const said = plans.map((each) => (each.statement === "write" ? { ...each, sql } : each));
      const seen = { differences: [...differences, fires], plansOfHead: [{ workload: "w", plans: said }] };
      return causesOf(writes, known(seen)).map(({ kind, name }) => `${kind} ${name}`);
    };
    expect(kinds("UPDATE t")).toEqual(["trigger g", "function public.pric(integer)"]);
    expect(kinds("UPDATE t SET a = price"), "a column is no call").toEqual([
      "trigger g",
      "function public.pric(integer)",
    ]);
    expect(kinds("UPDATE t SET a = price (1)")).toContain("function public.price(integer)");
  });

  it("is of functions of the server the two that take most, with their parts, where nothing else is seen", () => {
    const profiles = [profile("slow", "slower", "slowest")];
    const cpu = { workload: "w", kind: "cpu", shown: true, base: "100" } as const;
    expect(causesOf(SLOW, known({ profiles }))).toStrictEqual([
      { ...cpu, name: "slow", head: "1000", part: 1 / 3 },
      { ...cpu, name: "slower", head: "900", part: 800 / 2700 },
    ]);
    const waits = { kind: "waits", shown: true, name: "Lock: transactionid" } as const;
    expect(causesOf(SLOW, known({ profiles }), [waits])).toEqual([{ workload: "w", ...waits }]);
    const plans = [planOf(scan("i"), scan("j"))];
    const kinds = causesOf(SLOW, known({ profiles, plans }), [waits]).map(({ kind }) => kind);
    expect(kinds).toEqual(["plan", "waits"]);
  });

  it("is a trigger's time, by its name and its table, from a tenth of the statement's", () => {
    const writes = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    const timed = (name: string, on: string, share: number) => {
      const plans = known().plansOfHead[0]!.plans.map((plan) => ({
        ...plan,
        executed: { ...executed, triggers: [{ name, on, share }] },
      }));
      const own = { ...trigger, on: "app.t" };
      return causesOf(writes, known({ differences: [own], plansOfHead: [{ workload: "w", plans }] }))[0];
    };
    expect(timed("g", "t", 0.1)).toMatchObject({ shown: true, part: 0.1 });
    expect(timed("g", "t", 0.0999)).toMatchObject({ shown: false });
    expect(timed("other", "t", 0.9)).toMatchObject({ shown: false });
    expect(timed("g", "other", 0.9)).toMatchObject({ shown: false });
    expect(timed("g", "t", 0.0999)).not.toHaveProperty("part");
  });

  it("is no constraint that has the name of a trigger which takes time", () => {
    const writes = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    const caused = (took: Readonly<{ name: string; constraint?: string }>) => {
      const triggers = [{ ...took, on: "t", share: 0.9 }];
      const plans = known().plansOfHead[0]!.plans.map((plan) => ({
        ...plan,
        executed: { ...executed, triggers },
      }));
      const differences: readonly Difference[] = [{ ...trigger, kind: "constraint", name: "g on t" }];
      return causesOf(writes, known({ differences, plansOfHead: [{ workload: "w", plans }] }));
    };
    expect(caused({ name: "g" })).toMatchObject([{ kind: "constraint", shown: false }]);
    const key = { name: "RI_ConstraintTrigger_a_16420", constraint: "g" };
    expect(caused(key), "a foreign key's own trigger").toMatchObject([
      { kind: "constraint", shown: true, part: 0.9 },
    ]);
  });

  it("is nothing on a table that it does not touch, and no table that is as large", () => {
    for (const kind of ["policy", "row-security", "no-statistics"] as const) {
      const differences: readonly Difference[] = [{ ...trigger, kind, name: "public.u", on: "public.u" }];
      expect(causesOf(SLOW, known({ differences })), kind).toEqual([]);
    }
    const same = { ...size, head: { rows: 9, bytes: 1 }, workloads };
    expect(causesOf(SLOW, known({ sizes: [same] }))).toEqual([]);
  });

  it("is told of what differs alone: no text that nobody knows, no value that is gone, no table of none", () => {
    const sized = { ...size, workloads };
    const touched = { workload: "w", statement: "read", sql: "SELECT", share: 800 / 820, shown: false };
    expect(causesOf(SLOW, known({ sizes: [sized] }))).toStrictEqual([
      { ...touched, kind: "rows", name: "t", head: "9.0", path: ["table t"] },
    ]);
    const reset = { ...setting, head: null };
    expect(causesOf(SLOW, known({ differences: [reset] }))).toStrictEqual([
      {
        workload: "w",
        kind: "setting",
        shown: false,
        name: "work_mem",
        base: "4096 kB",
        path: ["server", "setting work_mem"],
      },
    ]);
    const audited = regressed({}, { audit: { meanNs: 100 } });
    const more = { ...audited, base: [session({ read: { meanNs: 1 } })] };
    expect(causesOf(more, known())).toStrictEqual([
      { workload: "w", statement: "audit", share: 1, kind: "calls", shown: true, base: "0", head: "1" },
    ]);
    const drawn = [{ ...planOf(scan("i"), scan("j")), sql: "SELECT a", resampled: "t" }];
    expect(causesOf(SLOW, known({ plans: drawn }))[0]).toMatchObject({ sql: "SELECT a", resampled: "t" });
    const [plain] = causesOf(SLOW, known({ plans: [planOf(scan("i"), scan("j"))] }));
    for (const absent of ["resampled", "values"]) expect(plain).not.toHaveProperty(absent);
  });
});

describe("an index that is gone", () => {
  const kinds = (difference: Difference, base = scan("i"), head = scan()) =>
    causesOf(SLOW, known({ differences: [difference], plans: [planOf(base, head)] })).map(({ kind }) => kind);

  it("is no constraint of its name, none that head uses, and one with another definition is told as such", () => {
    expect(kinds({ ...gone, kind: "view" })).toEqual(["plan"]);
    expect(kinds({ ...gone, head: "CREATE INDEX i ON t (b)" })).toEqual(["index-changed"]);
    expect(kinds(gone, scan("i"), [...scan("i"), ...scan()])).toEqual(["plan"]);
    expect(kinds(gone, scan("j"))).toEqual(["plan"]);
    expect(kinds(gone, [{ depth: 0, type: "Limit", rows: 1 }, ...scan("i")])).toEqual(["index-gone"]);
  });

  it("of a bitmap is told with the step that now reads its table, and without one where nothing does", () => {
    const bitmap: readonly PlanNode[] = [{ depth: 0, type: "Bitmap Index Scan", index: "i", rows: 1 }];
    const said = (difference: Difference, head: readonly PlanNode[]) =>
      causesOf(SLOW, known({ differences: [difference], plans: [planOf(bitmap, head)] }))[0]!;
    const nested = [{ depth: 0, type: "Limit", rows: 1 }, ...scan()];
    const above = [{ depth: 0, type: "Sort", rows: 1 }, ...scan("i")];
    const [deep] = causesOf(SLOW, known({ differences: [gone], plans: [planOf(above, nested)] }));
    expect(deep).toMatchObject({ base: "Index Scan on t with i", head: "Seq Scan on t" });
    expect(said({ ...gone, on: "public.t" }, nested)).toMatchObject({
      sql: "SELECT",
      on: "public.t",
      base: "Bitmap Index Scan with i",
      head: "Seq Scan on t",
    });
    const { on: _, ...homeless } = gone;
    const alone = said(homeless, [{ depth: 0, type: "Result", rows: 1 }]);
    expect(alone).toMatchObject({ kind: "index-gone", base: "Bitmap Index Scan with i" });
    expect(alone).not.toHaveProperty("head");
    expect(alone).not.toHaveProperty("on");
  });

  it("says more of a statement on many tables than that one of them has another plan", () => {
    const plans = [planOf(scan("j"), scan("k")), planOf(scan("i"), scan())];
    expect(causesOf(SLOW, known({ differences: [gone], plans }))).toMatchObject([{ kind: "index-gone" }]);
    expect(causesOf(SLOW, known({ plans }))).toHaveLength(1);
  });

  it("and another plan are told with what they were asked about", () => {
    const values = { differ: 3, of: 8 };
    const [drawn] = causesOf(SLOW, known({ plans: [{ ...planOf(scan("i"), scan("j")), values }] }));
    expect(drawn).toStrictEqual({
      workload: "w",
      statement: "read",
      sql: "SELECT",
      share: 800 / 820,
      kind: "plan",
      shown: true,
      base: "Index Scan on t with i",
      head: "Index Scan on t with j",
      values,
    });
  });
});

describe("how much of it a statement explains", () => {
  const untimed = (events: number): Session => ({ events }) as Session;
  const plans = [planOf(scan("i"), scan("j"))];

  it("is not known where one arm has no times, or no events", () => {
    const timed = session({ read: { meanNs: 100 } });
    const none = { ...timed, events: 0 };
    const unheard = {
      events: 100,
      statements: [{ name: "read", count: 100, errors: 0, misses: 0 }],
    } as unknown as Session;
    const report = { name: "w" };
    for (const [base, head] of [
      [untimed(1), timed],
      [timed, untimed(1)],
      [none, timed],
      [timed, none],
      [unheard, timed],
    ] as const) {
      const [cause, ...rest] = causesOf({ report, base: [base], head: [head] }, known({ plans }));
      expect(cause).toMatchObject({ kind: "plan", statement: "read" });
      expect(cause).not.toHaveProperty("share");
      expect(rest).toEqual([]);
    }
  });

  it("is by events of all sessions together, however long each was", () => {
    const [short, long] = [session({ read: { meanNs: 100 } }), session({ read: { meanNs: 100 } })];
    const weighted = { ...long, events: 300 };
    const other = session({ read: { meanNs: 100, calls: 8 } });
    const found = causesOf({ report: { name: "w" }, base: [short, weighted], head: [other] }, known());
    expect(found).toMatchObject([{ kind: "calls", base: "0.5", head: "8" }]);
    const third = { ...short, events: 300 };
    const later = { ...session({ read: { meanNs: 330 }, write: { meanNs: 900 } }), events: 300 };
    const plain = session({ read: { meanNs: 100 }, write: { meanNs: 100 } });
    const [longer] = causesOf(
      { report: { name: "w" }, base: [plain], head: [later] },
      known({ plans: [{ ...plans[0]!, statement: "write" }] }),
    );
    expect(longer!.share).toBeCloseTo(200 / 210, 12);
    const rare = causesOf({ report: { name: "w" }, base: [third], head: [other] }, known());
    expect(rare).toMatchObject([{ kind: "calls", base: "0.333", head: "8" }]);
  });

  it("is limited by its own noise alone, of which nothing is more than the noise", () => {
    const figures = { calls: 1, meanNs: 1, p99Ns: null };
    const noted = (name: string, low: number) => {
      const interval = { low, high: 9 };
      return { name, base: figures, head: figures, interval };
    };
    const kindsWith = (...statements: readonly ReturnType<typeof noted>[]) =>
      causesOf({ ...SLOW, report: { name: "w", statements } }, known({ plans })).map(({ kind }) => kind);
    expect(kindsWith(noted("write", -1), noted("read", 0.1))).toEqual(["plan"]);
    expect(kindsWith(noted("write", 0.1), noted("read", 0))).toEqual([]);
    const without = { name: "read", base: figures, head: figures, interval: null };
    const report = { name: "w", statements: [without] };
    expect(causesOf({ ...SLOW, report }, known({ plans }))).toHaveLength(1);
  });

  it("is of one text in several places by all that the script sends of it there", () => {
    const own = (statement: string, sql: string) => ({ statement, sql, cost: 1, nodes: scan("i") });
    const twice = [own("a", "X"), own("a", "Y"), own("b", "X"), own("c", "X"), own("c", "Y")];
    const times = (meanNs: number) => ({ a: { meanNs }, b: { meanNs }, c: { meanNs } });
    const found = causesOf(
      regressed(times(100), times(300)),
      known({
        plansOfHead: [{ workload: "w", plans: twice }],
        plans: ["a", "b", "c"].map((statement) => ({ ...planOf(scan("i"), scan("j")), statement })),
      }),
    );
    expect(found.map(({ statement, share }) => `${statement} ${share?.toFixed(3)}`)).toEqual([
      "a 0.667",
      "b 0.333",
    ]);
  });
});

describe("the order of causes", () => {
  const nodes: readonly PlanNode[] = [{ depth: 0, type: "ModifyTable", relation: "t", rows: 1 }];
  const plansOfHead = [
    {
      workload: "w",
      plans: ["one", "two"].map((statement) => ({ statement, sql: statement, cost: 1, nodes })),
    },
  ];
  const kindsOf = (one: Timed, two: Timed, more: Partial<KnownDifferences> = {}) =>
    causesOf(
      regressed({ one: { meanNs: 100 }, two: { meanNs: 100 } }, { one, two }),
      known({ plansOfHead, ...more }),
    ).map(({ kind, statement }) => `${kind} of ${statement}`);

  it("is by the share before the kind, whichever statement comes first", () => {
    const plans = [{ ...planOf(scan("i"), scan("j")), statement: "one" }];
    expect(kindsOf({ meanNs: 300 }, { meanNs: 100, calls: 9 }, { plans })).toEqual([
      "calls of two",
      "plan of one",
    ]);
    const others = [{ ...planOf(scan("i"), scan("j")), statement: "two" }];
    expect(kindsOf({ meanNs: 100, calls: 9 }, { meanNs: 300 }, { plans: others })).toEqual([
      "calls of one",
      "plan of two",
    ]);
  });

  it("is by the kind where two statements explain as much, whichever comes first", () => {
    const plans = (statement: string) => [{ ...planOf(scan("i"), scan("j")), statement }];
    expect(kindsOf({ meanNs: 100, calls: 3 }, { meanNs: 300 }, { plans: plans("two") })).toEqual([
      "plan of two",
      "calls of one",
    ]);
    expect(kindsOf({ meanNs: 300 }, { meanNs: 100, calls: 3 }, { plans: plans("one") })).toEqual([
      "plan of one",
      "calls of two",
    ]);
  });

  it("is by the kind where they explain as much, and what is shown is before all others", () => {
    const constraint = { ...trigger, kind: "constraint", name: "c" } as const;
    expect(
      kindsOf({ meanNs: 900 }, { meanNs: 100 }, { differences: [setting, constraint, trigger] }),
    ).toEqual(["trigger of one", "constraint of one", "setting of undefined"]);
    const plans = [{ ...planOf(scan("i"), scan("j")), statement: "two" }];
    expect(kindsOf({ meanNs: 900 }, { meanNs: 300 }, { differences: [trigger], plans })).toEqual([
      "plan of two",
      "trigger of one",
    ]);
  });
});

it("a file speaks of what is on a table without its table, and of each name once", () => {
  const constraint: Difference = { ...gone, kind: "constraint", name: "positive on public.t" };
  const sizes = [{ name: "public.t", base: { rows: 1, bytes: 1 }, head: { rows: 9, bytes: 9 }, workloads }];
  const text = "ALTER TABLE t ADD CONSTRAINT positive CHECK (a > 0);";
  const alone = "ADD CONSTRAINT positive CHECK (a > 0)";
  expect(mentionedNames(alone, { differences: [constraint], sizes })).toEqual(["positive on public.t"]);
  expect(mentionedNames(text, { differences: [constraint, constraint], sizes })).toEqual([
    "positive on public.t",
    "public.t",
  ]);
});

it("a step is said with its table, its index and what restricts it", () => {
  const step = { depth: 0, type: "Index Scan", relation: "stock", index: "stock_pkey", rows: 1 };
  expect(stepText({ ...step, manner: "Backward", by: ["s_w_id", "s_i_id"] })).toBe(
    "Index Scan (Backward) on stock with stock_pkey by s_w_id, s_i_id",
  );
});

it("a step that reads a table on one arm alone is no other access to it", () => {
  const result: readonly PlanNode[] = [
    { depth: 0, type: "Unique", rows: 1 },
    { depth: 1, type: "Result", rows: 1 },
  ];
  const sorted = [{ depth: 0, type: "Sort", rows: 1 }, ...scan()];
  const said = (base: readonly PlanNode[], head: readonly PlanNode[]) => {
    const [cause] = causesOf(SLOW, known({ plans: [planOf(base, head)] }));
    return [cause!.base, cause!.head];
  };
  expect(said(sorted, result)).toEqual(["Sort", "Unique"]);
  expect(said(result, sorted)).toEqual(["Unique", "Sort"]);
});
