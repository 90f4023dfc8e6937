import { describe, expect, it } from "vitest";
import { type ReasonPart, reasonOf, unexplainedWorkloads } from "../../../../src/analysis/reason/reason.ts";
import type { Build } from "../../../../src/model/build.ts";
import type { Observed } from "../../../../src/model/observed.ts";
import type { Cause } from "../../../../src/model/reason.ts";
import type { Change, Report } from "../../../../src/model/report.ts";
import type { Run } from "../../../../src/model/run.ts";

const observed = (value: string, settings = 1): Observed => ({
  databases: [
    {
      database: "plumbline_1",
      workloads: ["w"],
      objects: Array.from({ length: settings }, (_, at) => ({
        kind: "setting",
        name: `s${at}`,
        definition: value,
      })),
      sizes: [],
    },
  ],
  plans: [],
});
const part = (gate: Partial<Change>): ReasonPart => {
  const change = { role: "gate", metric: "qps", verdict: { kind: "regressed" }, ...gate } as Change;
  return { report: { name: "w", changes: [change] }, base: [], head: [] };
};

it("tells what differs of any run, and causes of regressed gates of speed alone", () => {
  const [base, head] = [{ observed: observed("on") }, { observed: observed("off") }];
  expect(reasonOf(base, head, [part({})])).toMatchObject({
    differences: [{ name: "s0", base: "on", head: "off" }],
    causes: [{ workload: "w", kind: "setting", shown: false }],
  });
  for (const quiet of [
    { verdict: { kind: "unchanged" } },
    { role: "information" },
    { metric: "failed-share" },
  ] as const)
    expect(reasonOf(base, head, [part(quiet as Partial<Change>)])).toMatchObject({ causes: [] });
});

describe("another server", () => {
  const run = (databaseVersion: string, build?: Partial<Build>, observedOf = observed("on")) => {
    const environment = {
      database: "PostgreSQL",
      databaseVersion,
      ...(build === undefined ? {} : { build }),
    };
    return { observed: observedOf, environment } as unknown as Pick<Run, "observed" | "environment">;
  };
  const first = (base: ReturnType<typeof run>, head: ReturnType<typeof run>) =>
    reasonOf(base, head, [part({})])!.causes.map(({ kind, base: was, head: is }) => [kind, was, is]);

  it("comes first by its version, and a setting that one version lacks is no cause", () => {
    const old: Observed = { databases: [{ ...observed("16").databases[0]! }], plans: [] };
    const none: Observed = { databases: [{ ...old.databases[0]!, objects: [] }], plans: [] };
    expect(first(run("18.1", undefined, old), run("17.6", undefined, none))).toEqual([
      ["version", "18.1", "17.6"],
    ]);
    expect(first(run("18.1", undefined, old), run("18.1", undefined, none))).toEqual([
      ["setting", "16", undefined],
    ]);
    const both = reasonOf(run("18.1", undefined, old), run("17.6"), [part({})])!.causes;
    expect(both.map(({ kind }) => kind)).toEqual(["version", "setting"]);
  });

  it("of the same version is another one by what built it; what one arm does not say is no difference", () => {
    const debian = { compiler: "gcc 12.2.0", packager: "Debian 15.18-0+deb12u1", programs: "sha256:1" };
    expect(first(run("15.18", debian), run("15.18", debian))).toEqual([]);
    expect(first(run("15.18", debian), run("15.18", { compiler: "gcc 12.2.0" }))).toEqual([]);
    expect(first(run("15.18", debian), run("15.18"))).toEqual([]);
    expect(first(run("15.18", debian), run("15.18", { compiler: "gcc 7.5.0" }))).toEqual([
      ["build", "Debian 15.18-0+deb12u1, gcc 12.2.0", "gcc 7.5.0"],
    ]);
    expect(first(run("15.18", debian), run("15.18", { ...debian, programs: "sha256:2" }))).toHaveLength(1);
    const checked = { configure: "'--enable-cassert'" };
    expect(first(run("15.18", { configure: "" }), run("15.18", checked))).toEqual([
      ["build", "", "--enable-cassert"],
    ]);
  });

  it("sorts by another version of its library", () => {
    const sorted = (version: string): Observed => {
      const collation = {
        kind: "collation",
        name: "default",
        definition: `en_US version ${version}`,
      } as const;
      return { databases: [{ ...observed("on").databases[0]!, objects: [collation] }], plans: [] };
    };
    expect(first(run("15", undefined, sorted("2.36")), run("15", undefined, sorted("2.41")))).toEqual([
      ["collation", "en_US version 2.36", "en_US version 2.41"],
    ]);
  });
});

it("names what one arm's plans reach, and the databases' own objects on the way", () => {
  const looked = (definition: string): Observed => {
    const objects = [
      { kind: "view", name: "latest", definition, uses: ["event"] },
      { kind: "function", name: "elsewhere()", definition },
    ] as const;
    const nodes = [{ depth: 0, type: "Seq Scan", relation: "event", rows: 1 }];
    const sql = "SELECT at FROM latest";
    const plans = [{ statement: "read", sql, names: ["latest"], cost: 1, nodes }];
    return {
      databases: [{ ...observed("on").databases[0]!, objects }],
      plans: [{ workload: "w", plans }],
    };
  };
  expect(reasonOf({ observed: looked("a") }, { observed: looked("b") }, [part({})])).toMatchObject({
    differences: [{ name: "latest" }, { name: "elsewhere()" }],
    causes: [{ kind: "view", name: "latest", path: ["view latest"] }],
  });
});

it("says nothing where one of the servers was not looked at", () => {
  expect(reasonOf({}, { observed: observed("on") }, [])).toBeUndefined();
  expect(reasonOf(undefined, { observed: observed("on") }, [])).toBeUndefined();
  expect(reasonOf({ observed: observed("on") }, {}, [])).toBeUndefined();
});

it("lists no more than a hundred of a kind, and says how many it left out", () => {
  const reason = reasonOf({ observed: observed("on", 130) }, { observed: observed("off", 130) }, [])!;
  expect(reason.differences).toHaveLength(100);
  expect(reason.more).toBe(30);
});

it("lists no more than twenty plans, and what one kind leaves out is not made up by others", () => {
  const withPlans = (value: string, type: string): Observed => {
    const plans = Array.from({ length: 25 }, (_, at) => {
      return { statement: `s${at}`, sql: `SELECT ${at}`, cost: 1, nodes: [{ depth: 0, type, rows: 1 }] };
    });
    return { ...observed(value, 103), plans: [{ workload: "w", plans }] };
  };
  const [base, head] = [withPlans("on", "Index Scan"), withPlans("off", "Seq Scan")];
  const setupFiles = Array.from({ length: 101 }, (_, at) => `${at}.sql`);
  const reason = reasonOf({ observed: base }, { observed: head, setupFiles } as never, [])!;
  expect(reason.plans).toHaveLength(20);
  expect(reason.files).toHaveLength(100);
  expect(reason.more).toBe(3 + 5 + 1);
});

it("one regressed gate among others is enough, and lists of sizes and executions end, too", () => {
  const of = (bytes: number, rows: number): Observed => {
    const [database] = observed("on").databases;
    const executed = { executions: 1, rows, buffers: 1, temporary: 0, triggers: [] };
    const sizes = Array.from({ length: 101 }, (_, at) => ({ name: `t${at}`, rows: 1, bytes }));
    const plans = Array.from({ length: 101 }, (_, at) => {
      return {
        statement: `s${at}`,
        sql: "A",
        cost: 1,
        nodes: [{ depth: 0, type: "Result", rows: 1 }],
        executed,
      };
    });
    return { databases: [{ ...database!, sizes }], plans: [{ workload: "w", plans }] };
  };
  const reason = reasonOf({ observed: of(1e6, 1) }, { observed: of(9e6, 9) }, [])!;
  expect([reason.sizes.length, reason.executions?.length, reason.more]).toEqual([100, 100, 2]);
  const both = part({});
  const calm = { role: "gate", metric: "p99", verdict: { kind: "unchanged" } } as Change;
  const mixed = { ...both, report: { ...both.report, changes: [...both.report.changes, calm] } };
  expect(reasonOf({ observed: observed("on") }, { observed: observed("off") }, [mixed])!.causes).toHaveLength(
    1,
  );
});

it("without a change of CPU time and latency functions are sampled", () => {
  const bare = { name: "w", changes: [{ role: "gate", metric: "qps", verdict: { kind: "regressed" } }] };
  expect(unexplainedWorkloads(reportOf([bare]))).toEqual([{ name: "w", look: "cpu" }]);
});

const workload = (name: string, effects: Readonly<{ cpu?: number; mean?: number }> = {}) => ({
  name,
  changes: [
    { role: "gate", metric: "qps", verdict: { kind: "regressed" } },
    { metric: "server-cpu", effect: effects.cpu ?? null, verdict: { kind: "unchanged" } },
    { metric: "mean", effect: effects.mean ?? null, verdict: { kind: "unchanged" } },
  ],
});
const reportOf = (workloads: readonly unknown[], causes: readonly Partial<Cause>[] = []) =>
  ({ workloads, reason: { causes } }) as unknown as Report;
const cause = (workload: string, share: number, more: Partial<Cause> = {}): Partial<Cause> => ({
  workload,
  kind: "plan",
  shown: true,
  statement: "s",
  share,
  ...more,
});

it.each([
  ["a cause was shown for most of it", [cause("w", 0.9)], []],
  ["half of it was shown", [cause("w", 0.5)], ["w"]],
  ["a little more than half of it was", [cause("w", 0.51)], []],
  ["CPU time alone was", [cause("w", 0.9, { kind: "cpu" })], ["w"]],
  ["waits alone were", [cause("w", 0.9, { kind: "waits" })], ["w"]],
  ["a cause was shown of nobody knows how much", [{ ...cause("w", 0), share: undefined }] as never, ["w"]],
  ["of two statements, together", [cause("w", 0.3), cause("w", 0.3, { statement: "t" })], []],
  ["one statement with two causes counts once", [cause("w", 0.4), cause("w", 0.4, { kind: "calls" })], ["w"]],
  ["little was shown", [cause("w", 0.2)], ["w"]],
  ["it only goes together", [cause("w", 0.9, { shown: false, kind: "setting" })], ["w"]],
  ["what a statement does more is no cause of it", [cause("w", 0.9, { kind: "execution" })], ["w"]],
  ["it is another workload's", [cause("v", 0.9)], ["w"]],
])("a regressed workload is unexplained, or not: %s", (_, causes, expected) => {
  const names = unexplainedWorkloads(reportOf([workload("w")], causes)).map(({ name }) => name);
  expect(names).toEqual(expected);
});

it("what is least explained comes first; nothing that did not regress, and without a reason all that did", () => {
  const green = { name: "green", changes: [{ role: "gate", metric: "qps", verdict: { kind: "unchanged" } }] };
  const all = reportOf([workload("a"), green, workload("b")], [cause("a", 0.4)]);
  expect(unexplainedWorkloads(all).map(({ name }) => name)).toEqual(["b", "a"]);
  const { reason: _, ...without } = all;
  expect(unexplainedWorkloads(without).map(({ name }) => name)).toEqual(["a", "b"]);
});

it.each([
  ["grew with the latency", { cpu: 0.3, mean: 0.3 }, "cpu"],
  ["hardly grew", { cpu: 0.3, mean: 5 }, "waits"],
  ["grew by a quarter of it", { cpu: 0.5, mean: 2 }, "cpu"],
  ["grew while the latency did not", { cpu: -0.1, mean: 0 }, "cpu"],
  ["is known, and the latency is not", { cpu: -1 }, "cpu"],
  ["fell", { cpu: -0.1, mean: 0.5 }, "waits"],
  ["is not known", { mean: 0.5 }, "cpu"],
  ["is beside a latency that fell", { cpu: 0, mean: -0.1 }, "cpu"],
] as const)("functions are sampled unless waiting is likelier: CPU time %s", (_, effects, look) => {
  expect(unexplainedWorkloads(reportOf([workload("w", effects)]))).toEqual([{ name: "w", look }]);
});
