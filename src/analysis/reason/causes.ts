/**
 * Causes that go with a regression, ranked by how much of it is explained by the statement that they concern. `shown` ones were seen
 * link by link; all others differ where the slower statement goes, and are never called the cause (docs/decisions/028-reason.md).
 */

import { groupBy } from "../../model/by-key.ts";
import type { Observed, PlanNode, SetupFile } from "../../model/observed.ts";
import type { ProfileDifference } from "../../model/profile.ts";
import {
  CAUSE_KINDS,
  type Cause,
  type Difference,
  type ExecutionDifference,
  type PlanDifference,
  type SizeDifference,
} from "../../model/reason.ts";
import type { WorkloadReport } from "../../model/report.ts";
import type { Session } from "../../model/run.ts";
import { ofBaseAlone } from "../../model/script.ts";
import { significant } from "../../stats/round.ts";
import { writtenDigits } from "../../text/units.ts";
import type { Differences } from "./differences.ts";
import { bare, functionName, hasWord } from "./names.ts";
import { moreWork } from "./plan-differences.ts";
import { grownFunctions } from "./profile-difference.ts";

/** A workload that regressed, with what was measured of it. */
export type Regressed = Readonly<{
  report: Pick<WorkloadReport, "name" | "statements">;
  base: readonly Session[];
  head: readonly Session[];
}>;

/** Everything known of the arms apart from the numbers. */
export type KnownDifferences = Differences &
  Readonly<{ files: readonly SetupFile[]; plansOfHead: Observed["plans"] }>;

/** A statement with less than this share of the time by which events became longer explains nothing. */
const SHARE_LEAST = 0.1;
/** Factor from which on a statement counts as sent more often. */
const CALLS_FACTOR = 1.3;
const CAUSES_MOST = 5;
const FUNCTIONS_MOST = 2;

/**
 * The causes of one workload, beginning with what explains most.
 * @param more causes that need nothing of `known`
 */
export function causesOf(
  regressed: Regressed,
  known: KnownDifferences,
  more: readonly Omit<Cause, "workload" | "file">[] = [],
): readonly Cause[] {
  const workload = regressed.report.name;
  const own = ofWorkload(known, workload);
  const slower = slowerStatements(regressed, own);
  const seen = slower.flatMap((statement) => statementCauses(statement, own));
  const causes = [
    ...seen,
    ...more,
    // Whatever made a statement slower is seen in the profile, too, and says more than it.
    ...(seen.length + more.length === 0 ? own.profiles.flatMap(cpuCauses) : []),
    ...serverCauses(own.differences),
  ];
  const named = causes.map((cause): Cause => ({ workload, ...cause, ...fileOf(cause, known.files) }));
  return distinct(named.toSorted(byWeight)).slice(0, CAUSES_MOST);
}

/** A statement of a workload whose part of an event became longer. */
type Slower = Readonly<{
  statement: string;
  share?: number;
  calls: Readonly<{ base: number; head: number }>;
}>;

type Own = Readonly<{
  differences: readonly Difference[];
  sizes: readonly SizeDifference[];
  plans: readonly PlanDifference[];
  executions: readonly ExecutionDifference[];
  profiles: readonly ProfileDifference[];
  statements: Observed["plans"][number]["plans"];
}>;

type CauseDraft = Omit<Cause, "workload" | "file">;

function ofWorkload(known: KnownDifferences, workload: string): Own {
  const concerns = ({ workloads }: Readonly<{ workloads: readonly string[] }>) =>
    workloads.includes(workload);
  return {
    differences: known.differences.filter(concerns),
    sizes: known.sizes.filter(concerns),
    plans: known.plans.filter((plan) => plan.workload === workload),
    executions: known.executions.filter((each) => each.workload === workload),
    profiles: known.profiles.filter((each) => each.workload === workload),
    statements: known.plansOfHead.find((each) => each.workload === workload)?.plans ?? [],
  };
}

/**
 * The statements that became slower. Where the load generator does not time each statement, these are all statements with a plan, and none
 * has a share.
 */
function slowerStatements({ report, base, head }: Regressed, { statements }: Own): readonly Slower[] {
  const names = firstNames(statements);
  const [before, now] = [perEvent(base, names), perEvent(head, names)];
  if (before.size === 0 || now.size === 0) {
    const all = [...new Set(statements.map(({ statement }) => statement))];
    return all.map((statement) => ({ statement, calls: { base: 1, head: 1 } }));
  }
  const grown = [...now].map(([statement, { ns, calls }]) => {
    const old = before.get(statement) ?? before.get(ofBaseAlone(statement)) ?? { ns: 0, calls: 0 };
    return { statement, longer: Math.max(0, ns - old.ns), calls: { base: old.calls, head: calls } };
  });
  const total = grown.reduce((sum, { longer }) => sum + longer, 0);
  return grown.flatMap(({ statement, longer, calls }) => {
    // Where no statement became longer this is NaN, which is below every limit.
    const share = longer / total;
    return share >= SHARE_LEAST && isSlower(report, statement, calls) ? [{ statement, share, calls }] : [];
  });
}

/** Maps each statement to the first one with its text: a script may send one text in several places, as one that asks row by row does. */
function firstNames(statements: Own["statements"]): ReadonlyMap<string, string> {
  const sent = groupBy(statements, ({ statement }) => statement);
  const first = new Map<string, string>();
  return new Map(
    [...sent].map(([statement, all]) => {
      const text = JSON.stringify(all.map(({ sql }) => sql));
      if (!first.has(text)) first.set(text, statement);
      return [statement, first.get(text)!];
    }),
  );
}

/** Its mean latency is longer beyond its noise, where that is known; or it is sent more often. */
function isSlower({ statements = [] }: Regressed["report"], name: string, calls: Slower["calls"]): boolean {
  const interval = statements.find((each) => each.name === name)?.interval ?? null;
  return interval === null || interval.low > 0 || calls.head >= calls.base * CALLS_FACTOR;
}

type PerEvent = ReadonlyMap<string, Readonly<{ ns: number; calls: number }>>;

/** Time and calls of each kind of statement in one event: means over all sessions. */
function perEvent(sessions: readonly Session[], names: ReadonlyMap<string, string>): PerEvent {
  const events = sessions.reduce((sum, session) => sum + session.events, 0);
  const sums = new Map<string, { ns: number; calls: number }>();
  for (const { name, count, latency } of sessions.flatMap(({ statements = [] }) => statements)) {
    if (latency === undefined || events === 0) continue;
    const first = names.get(name) ?? name;
    const old = sums.get(first) ?? { ns: 0, calls: 0 };
    sums.set(first, { ns: old.ns + latency.sumNs / events, calls: old.calls + count / events });
  }
  return sums;
}

function statementCauses(slower: Slower, own: Own): readonly CauseDraft[] {
  const plans = own.plans.filter(({ statement }) => statement === slower.statement);
  const texts = own.statements.filter(({ statement }) => statement === slower.statement);
  const nodes = [...texts, ...plans.map(({ base }) => ({ nodes: base }))].flatMap((each) => each.nodes);
  const sql = plans[0]?.sql ?? texts[0]?.sql;
  const about = {
    statement: slower.statement,
    ...(sql === undefined ? {} : { sql }),
    ...(slower.share === undefined ? {} : { share: slower.share }),
    ...executionOf(own.executions, slower.statement),
  };
  const found: readonly Omit<CauseDraft, "statement" | "sql" | "share">[] = [
    ...planCauses(plans, own.differences),
    ...callCauses(slower),
    ...touchedCauses(nodes, sql, own).map((cause) => timed(cause, texts)),
  ];
  const isUnexplained = found.length === 0 && (about.rows !== undefined || about.buffers !== undefined);
  const all = isUnexplained ? [{ kind: "execution", shown: true } as const] : found;
  return all.map((cause) => ({ ...about, ...cause }));
}

/** Work that a statement does beyond what it did. Of a statement on many tables, the first table where anything grew stands for all. */
function executionOf(
  executions: readonly ExecutionDifference[],
  statement: string,
): ReturnType<typeof moreWork> {
  const own = executions.filter((each) => each.statement === statement).map(moreWork);
  return own.find(({ rows, buffers }) => rows !== undefined || buffers !== undefined) ?? {};
}

/** A trigger that was seen to take time is no coincidence. */
function timed(cause: CauseDraft, texts: Own["statements"]): CauseDraft {
  if (cause.kind !== "trigger") return cause;
  const triggers = texts.flatMap(({ executed }) => executed?.triggers ?? []);
  const part = triggers.find(
    ({ name, on }) => name === bare(cause.name ?? "") && on === bare(cause.on ?? ""),
  )?.share;
  return part === undefined || part < SHARE_LEAST ? cause : { ...cause, shown: true, part };
}

/** Causes from another plan, without an index that is gone; or from just another plan. */
function planCauses(
  plans: readonly PlanDifference[],
  differences: readonly Difference[],
): readonly CauseDraft[] {
  const gone = differences.filter(
    ({ kind, head }) => kind === "index" && (head === null || head.endsWith("(INVALID)")),
  );
  const causes = plans.flatMap((plan): readonly CauseDraft[] => {
    const missed = gone.find(({ name }) => uses(plan.base, name) && !uses(plan.head, name));
    if (missed === undefined) {
      const [base, head] = firstDifference(plan);
      const { sql, resampled, values } = plan;
      return [
        {
          kind: "plan",
          shown: resampled === undefined,
          sql,
          base: stepText(base),
          head: stepText(head),
          ...(resampled === undefined ? {} : { resampled }),
          ...(values === undefined ? {} : { values }),
        },
      ];
    }
    const old = plan.base.find(({ index }) => index === bare(missed.name))!;
    const table = old.relation ?? bare(missed.on ?? "");
    const now = plan.head.find(({ relation }) => relation === table);
    return [
      {
        kind: "index-gone",
        shown: true,
        sql: plan.sql,
        name: missed.name,
        ...(missed.on === undefined ? {} : { on: missed.on }),
        base: stepText(old),
        ...(now === undefined ? {} : { head: stepText(now) }),
      },
    ];
  });
  // Of a statement on many tables, one is enough.
  return causes.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}

function uses(nodes: readonly PlanNode[], index: string): boolean {
  return nodes.some((node) => node.index === bare(index));
}

/** The first step that is another one; the last where one plan is the beginning of the other. */
function firstDifference({ base, head }: PlanDifference): readonly [PlanNode, PlanNode] {
  const length = Math.min(base.length, head.length);
  const same = (at: number) => stepText(base[at]!) === stepText(head[at]!);
  // A table's own access says more than what stands above it.
  const access = [...Array(length).keys()].find(
    (at) => !same(at) && base[at]!.relation !== undefined && head[at]!.relation !== undefined,
  );
  const at = access ?? [...Array(length).keys()].find((each) => !same(each)) ?? length - 1;
  return [base[at]!, head[at]!];
}

/** "Index Scan on stock with stock_pkey by s_w_id, s_i_id". */
export function stepText({ type, relation, index, by = [], manner }: PlanNode): string {
  const name = manner === undefined ? type : `${type} (${manner})`;
  return [
    name,
    ...(relation === undefined ? [] : [`on ${relation}`]),
    ...(index === undefined ? [] : [`with ${index}`]),
    ...(by.length === 0 ? [] : [`by ${by.join(", ")}`]),
  ].join(" ");
}

function callCauses({ calls }: Slower): readonly CauseDraft[] {
  if (calls.head < calls.base * CALLS_FACTOR) return [];
  return [{ kind: "calls", shown: true, base: timesText(calls.base), head: timesText(calls.head) }];
}

/** "21", "0.334" */
function timesText(calls: number): string {
  return String(significant(calls, 3));
}

/** Differences of the tables that a statement reads or writes, and of the functions that it names. */
function touchedCauses(
  nodes: readonly PlanNode[],
  sql: string | undefined,
  { differences, sizes }: Own,
): readonly CauseDraft[] {
  const read = new Set(nodes.flatMap(({ relation, index }) => [relation, index]));
  const written = new Set(nodes.filter(({ type }) => type === "ModifyTable").map(({ relation }) => relation));
  const touches = (tables: ReadonlySet<string | undefined>, name: string | undefined) =>
    name !== undefined && tables.has(bare(name));
  const added = differences.filter(({ head }) => head !== null);
  const of = (kind: Difference["kind"], among: readonly Difference[] = added) =>
    among.filter((each) => each.kind === kind);
  const triggers = of("trigger").filter(({ on }) => touches(written, on));
  const called = [sql, ...triggers.map(({ head }) => head)].join("\n");
  return [
    ...triggers.map((each) => differing("trigger", each)),
    ...[...of("row-security"), ...of("policy")]
      .filter(({ on }) => touches(read, on))
      .map((each) => differing("row-security", each)),
    ...of("no-statistics")
      .filter(({ name }) => touches(read, name))
      .map((each) => differing("no-statistics", each)),
    ...sizes.filter(({ name, base, head }) => touches(read, name) && head.bytes > base.bytes).map(grown),
    ...of("index")
      .filter(({ on, base }) => base === null && touches(written, on))
      .map((each) => differing("index-new", each)),
    ...of("constraint")
      .filter(({ on }) => touches(written, on))
      .map((each) => differing("constraint", each)),
    ...of("function")
      .filter(({ name }) => hasWord(called, functionName(name)))
      .map((each) => differing("function", each)),
  ];
}

/** Functions of the server itself: the answer for those who develop one. A function without any name is left out. */
function cpuCauses(profile: ProfileDifference): readonly CauseDraft[] {
  return grownFunctions(profile)
    .filter(({ name }) => !name.endsWith("[unknown]"))
    .slice(0, FUNCTIONS_MOST)
    .map(({ name, base, head, share }) => {
      return { kind: "cpu", shown: true, name, base: String(base), head: String(head), part: share };
    });
}

/**
 * Differences that concern all that runs on the server: settings, extensions, functions that others call. Nothing calls a new
 * function but a statement that names it, or a trigger or policy that is new or changed itself.
 */
function serverCauses(differences: readonly Difference[]): readonly CauseDraft[] {
  const kinds = ["setting", "extension", "function"] as const;
  const known = differences.filter(({ kind, base }) => kind !== "function" || base !== null);
  return kinds.flatMap((kind) =>
    known.filter((each) => each.kind === kind).map((each) => differing(kind, each)),
  );
}

function differing(kind: Cause["kind"], { name, on, base, head }: Difference): CauseDraft {
  const values = kind === "setting" || kind === "extension";
  return {
    kind,
    shown: false,
    name,
    ...(on === undefined ? {} : { on }),
    ...(base === null ? {} : { base: values ? base : "there" }),
    ...(head === null ? {} : { head: values ? head : "there" }),
  };
}

function grown({ name, base, head }: SizeDifference): CauseDraft {
  const rows = { base: base.rows ?? 0, head: head.rows ?? 0 };
  const [before, now] =
    rows.base > 0 && rows.head > rows.base ? [rows.base, rows.head] : [base.bytes, head.bytes];
  return { kind: "size", shown: false, name, head: writtenDigits(now / Math.max(1, before), 2) };
}

/** Names of what differs that a file of the set-up speaks of. */
export function namesIn(
  text: string,
  { differences, sizes }: Pick<Differences, "differences" | "sizes">,
): readonly string[] {
  const names = [...differences, ...sizes].map(({ name }) => name);
  return [...new Set(names)].filter((name) => hasWord(text, functionName(name.replace(/ on .*/, ""))));
}

function fileOf({ name, kind }: CauseDraft, files: readonly SetupFile[]): Readonly<{ file?: string }> {
  // A size has no statement of its own that made it.
  const file = files.findLast(({ about }) => name !== undefined && about.includes(name));
  return file === undefined || kind === "size" ? {} : { file: file.file };
}

function rank({ kind }: Pick<Cause, "kind">): number {
  return CAUSE_KINDS.indexOf(kind);
}

/** Order of causes: those that were shown first, then those that explain most, then in the order of the kinds. */
function byWeight(a: Cause, b: Cause): number {
  const shown = Number(b.shown) - Number(a.shown);
  if (shown !== 0) return shown;
  const share = (b.share ?? 0) - (a.share ?? 0);
  return Math.abs(share) > 1e-9 ? share : rank(a) - rank(b);
}

/** Keeps a cause of several statements for the one that it explains most of. Triggers and policies of several tables may share a name. */
function distinct(causes: readonly Cause[]): readonly Cause[] {
  const seen = new Set<string>();
  return causes.filter(({ kind, name, on, statement }) => {
    const key = JSON.stringify(name === undefined ? [kind, statement] : [kind, name, on]);
    return seen.has(key) ? false : seen.add(key);
  });
}
