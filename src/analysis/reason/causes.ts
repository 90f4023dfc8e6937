/**
 * Causes that go with a regression, ranked by how much of it is explained by the statement that they concern. `shown` ones were seen
 * link by link; all others differ where the slower statement goes, and are never called the cause (docs/decisions/028-reason.md).
 */

import { groupBy } from "../../model/by-key.ts";
import type { MetricId } from "../../model/metric.ts";
import type { DatabaseObject, Observed, PlanNode, SetupFile } from "../../model/observed.ts";
import type { ProfileDifference } from "../../model/profile.ts";
import {
  CAUSE_KINDS,
  type Cause,
  type CauseKind,
  type Difference,
  type ExecutionDifference,
  type PlanDifference,
} from "../../model/reason.ts";
import type { WorkloadReport } from "../../model/report.ts";
import type { ArmName, Session } from "../../model/run.ts";
import { ofBaseAlone } from "../../model/script.ts";
import { significant } from "../../stats/round.ts";
import { hasWord } from "../../text/outside.ts";
import { withoutNames } from "../samples/statement-text.ts";
import type { Differences } from "./differences.ts";
import { groundsOf, reachingTexts } from "./grounds.ts";
import { bareName, functionName } from "./names.ts";
import { moreWork } from "./plan-differences.ts";
import { grownFunctions } from "./profile-difference.ts";
import { indexOfObjects, type ObjectIndex, objectKey } from "./reach.ts";
import {
  type CauseDraft,
  type Grounds,
  indexText,
  reachedCauses,
  serverWideCauses,
  withoutConsequences,
} from "./reached-causes.ts";

/** A workload that regressed, with what was measured of it. */
export type Regressed = Readonly<{
  report: Pick<WorkloadReport, "name" | "statements"> & Partial<Pick<WorkloadReport, "changes">>;
  base: readonly Session[];
  head: readonly Session[];
}>;

/** Everything known of the arms apart from the numbers. */
export type KnownDifferences = Differences &
  Readonly<{
    files: readonly SetupFile[];
    plansOfHead: Observed["plans"];
    /** Absent: it is not known how base runs its statements. */
    plansOfBase?: Observed["plans"];
    /** Databases of both arms; absent: nothing but the differences is known of them. */
    databases?: Readonly<Record<ArmName, Observed["databases"]>>;
    /** Differences of the servers' programs; absent or empty: there are none. */
    servers?: readonly CauseDraft[];
  }>;

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
  const { servers = [] } = known;
  const isOtherVersion = servers.some(({ kind }) => kind === "version");
  const causes = [
    ...servers,
    ...seen,
    ...more,
    ...writeCauses(regressed, own),
    // Whatever made a statement slower is seen in the profile, too, and says more than it.
    ...(seen.length + more.length === 0 ? own.profiles.flatMap(cpuCauses) : []),
    ...serverWideCauses(
      groundsOf(
        slower.map(({ statement }) => statement),
        own,
      ),
      isOtherVersion,
    ),
  ];
  const named = causes.map((cause): Cause => ({ workload, ...cause, ...setupFileOf(cause, known.files) }));
  return withoutConsequences(distinct(named.toSorted(byWeight))).slice(0, CAUSES_MOST);
}

/** Counts of what events write. They hardly vary, so that growth says more of a workload than the time of its statements. */
const WRITTEN: readonly MetricId[] = ["rows-written", "wal-records", "wal-bytes"];
/** Kinds that make a write do more, by being there. */
const OF_WRITES: readonly CauseKind[] = ["trigger", "rule", "index-new"];

/** What makes writes do more, where events are known to write more: no statement has to be slower beyond its noise. */
function writeCauses({ report: { changes = [] } }: Regressed, own: Own): readonly CauseDraft[] {
  const hasGrown = changes.some(
    ({ metric, interval }) => WRITTEN.includes(metric) && (interval?.low ?? 0) > 0,
  );
  if (!hasGrown) return [];
  const { plans, others = [] } = own.sent.head;
  const statements = [...new Set([...plans, ...others].map(({ statement }) => statement))];
  return reachedCauses(groundsOf(statements, own)).filter(({ kind }) => OF_WRITES.includes(kind));
}

/** A statement of a workload whose part of an event became longer. */
type Slower = Readonly<{
  statement: string;
  /** True if base sends another text in its place. */
  isChanged: boolean;
  share?: number;
  calls: Readonly<{ base: number; head: number }>;
}>;

type Own = Pick<KnownDifferences, "differences" | "sizes" | "plans" | "executions" | "profiles"> &
  Readonly<{
    statements: Observed["plans"][number]["plans"];
    /** What each arm sends; base's null where it is not known. */
    sent: Readonly<{ base: Observed["plans"][number] | null; head: Observed["plans"][number] }>;
    /** All that an arm has where the workload runs. */
    indexes: Readonly<Record<ArmName, ObjectIndex>>;
  }>;

function ofWorkload(known: KnownDifferences, workload: string): Own {
  const concerns = ({ workloads }: Readonly<{ workloads: readonly string[] }>) =>
    workloads.includes(workload);
  const isOwn = (each: Readonly<{ workload: string }>) => each.workload === workload;
  const differences = known.differences.filter(concerns);
  const head = known.plansOfHead.find(isOwn) ?? { workload, plans: [] };
  const objectsOf = (arm: ArmName) =>
    known.databases?.[arm].filter(concerns).flatMap(({ objects }) => objects) ?? thoseOf(arm, known);
  return {
    differences,
    sizes: known.sizes.filter(concerns),
    plans: known.plans.filter(isOwn),
    executions: known.executions.filter(isOwn),
    profiles: known.profiles.filter(isOwn),
    statements: head.plans,
    sent: { base: known.plansOfBase?.find(isOwn) ?? null, head },
    indexes: { base: indexOfObjects(objectsOf("base")), head: indexOfObjects(objectsOf("head")) },
  };
}

function thoseOf(arm: ArmName, { differences, sizes }: Differences): readonly DatabaseObject[] {
  const tables = sizes.map(({ name }) => ({ kind: "table", name, definition: "" }) as const);
  const objects = differences.flatMap(({ kind, name, on, ...sides }) => {
    const definition = sides[arm];
    return definition === null ? [] : [{ kind, name, definition, ...(on === undefined ? {} : { on }) }];
  });
  return [...objects, ...tables];
}

/**
 * The statements that became slower. Where the load generator does not time each statement, these are all statements with a plan, and none
 * has a share.
 */
function slowerStatements({ report, base, head }: Regressed, { statements, sent }: Own): readonly Slower[] {
  const isChanged = (statement: string) =>
    before.has(ofBaseAlone(statement)) || reachingTexts(sent.base, [ofBaseAlone(statement)]).length > 0;
  const names = firstNames(sent.head);
  const [before, now] = [perEvent(base, names), perEvent(head, names)];
  if (before.size === 0 || now.size === 0) {
    const all = [...new Set(statements.map(({ statement }) => statement))];
    return all.map((statement) => ({
      statement,
      isChanged: isChanged(statement),
      calls: { base: 1, head: 1 },
    }));
  }
  const grown = [...now].map(([statement, { ns, calls }]) => {
    const old = before.get(statement) ?? before.get(ofBaseAlone(statement)) ?? { ns: 0, calls: 0 };
    return { statement, longer: Math.max(0, ns - old.ns), calls: { base: old.calls, head: calls } };
  });
  const total = grown.reduce((sum, { longer }) => sum + longer, 0);
  return grown.flatMap(({ statement, longer, calls }) => {
    // Where no statement became longer this is NaN, which is below every limit.
    const share = longer / total;
    return share >= SHARE_LEAST && isSlower(report, statement, calls)
      ? [{ statement, isChanged: isChanged(statement), share, calls }]
      : [];
  });
}

/** Maps each statement to the first one with its text: a script may send one text in several places, as one that asks row by row does. */
function firstNames({ plans, others = [] }: Own["sent"]["head"]): ReadonlyMap<string, string> {
  const sent = groupBy([...plans, ...others], ({ statement }) => statement);
  const first = new Map<string, string>();
  return new Map(
    [...sent].map(([statement, all]) => {
      const text = JSON.stringify(all.map(({ sql }) => withoutNames(sql)));
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
  const grounds = groundsOf([slower.statement], own);
  const sql = plans[0]?.sql ?? texts[0]?.sql ?? reachingTexts(own.sent.head, [slower.statement])[0]?.sql;
  const about = {
    statement: slower.statement,
    ...(sql === undefined ? {} : { sql }),
    ...(slower.share === undefined ? {} : { share: slower.share }),
    ...executionWork(own.executions, slower.statement),
  };
  const found: readonly Omit<CauseDraft, "statement" | "sql" | "share">[] = [
    ...(slower.isChanged ? [changedText(slower, own)] : []),
    ...planCauses(plans, grounds),
    ...callCauses(slower),
    ...reachedCauses(grounds).map((cause) => timed(cause, texts)),
  ];
  const isUnexplained = found.length === 0 && (about.rows !== undefined || about.buffers !== undefined);
  const all = isUnexplained ? [{ kind: "execution", shown: true } as const] : found;
  return all.map((cause) => ({ ...about, ...cause }));
}

/** Work that a statement does beyond what it did. Of a statement on many tables, the first table where anything grew stands for all. */
function executionWork(
  executions: readonly ExecutionDifference[],
  statement: string,
): ReturnType<typeof moreWork> {
  const own = executions.filter((each) => each.statement === statement).map(moreWork);
  return own.find(({ rows, buffers }) => rows !== undefined || buffers !== undefined) ?? {};
}

/** A trigger, or a foreign key's, that was seen to take time is no coincidence. */
function timed(cause: CauseDraft, texts: Own["statements"]): CauseDraft {
  if (cause.kind !== "trigger" && cause.kind !== "constraint") return cause;
  const name = bareName((cause.name ?? "").replace(/ on .*/s, ""));
  const triggers = texts.flatMap(({ executed }) => executed?.triggers ?? []);
  const part = triggers.find((each) =>
    cause.kind === "constraint"
      ? each.constraint === name
      : each.name === name && each.on === bareName(cause.on ?? ""),
  )?.share;
  return part === undefined || part < SHARE_LEAST ? cause : { ...cause, shown: true, part };
}

/** Causes from another plan, without an index that is gone; or from just another plan. */
function planCauses(
  plans: readonly PlanDifference[],
  { differences, reached }: Grounds,
): readonly CauseDraft[] {
  const of = (kind: Difference["kind"]) => differences.filter((each) => each.kind === kind);
  // Indexes of a table that became partitioned, or stopped being it, are other ones for that reason.
  const remade = of("table").filter(({ base, head }) => wordOf(base) !== wordOf(head));
  const others = of("index").filter(
    ({ base, on }) => base !== null && !remade.some(({ name }) => name === on),
  );
  const causes = plans.flatMap((plan): readonly CauseDraft[] => {
    const missed = others.find((each) =>
      isDropped(each)
        ? uses(plan.base, each.name) && !uses(plan.head, each.name)
        : isUsedOtherwise(plan, each.name),
    );
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
    const old = plan.base.find(({ index }) => index === bareName(missed.name))!;
    const table = old.relation ?? bareName(missed.on ?? "");
    const now = plan.head.find(({ relation }) => relation === table);
    const path = reached.get(objectKey(missed))?.path;
    const { base, head } = missed;
    return [
      {
        kind: isDropped(missed) ? "index-gone" : "index-changed",
        shown: true,
        sql: plan.sql,
        name: missed.name,
        ...(missed.on === undefined ? {} : { on: missed.on }),
        base: stepText(old),
        ...(now === undefined ? {} : { head: stepText(now) }),
        ...(isDropped(missed) ? {} : { definitions: { base: indexText(base!), head: indexText(head!) } }),
        ...(path === undefined ? {} : { path }),
      },
    ];
  });
  // Of a statement on many tables, one is enough.
  return causes.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}

/** "table", "partitioned", "materialized". */
function wordOf(definition: string | null): string | undefined {
  return definition === null ? undefined : /^\w+/.exec(definition)?.[0];
}

function isDropped({ head }: Difference): boolean {
  return head === null || head.endsWith("(INVALID)");
}

/** True if head has no step like that in which base uses the index. */
function isUsedOtherwise({ base, head }: PlanDifference, index: string): boolean {
  const now = new Set(head.map(stepText));
  return base.some((node) => node.index === bareName(index) && !now.has(stepText(node)));
}

function uses(nodes: readonly PlanNode[], index: string): boolean {
  return nodes.some((node) => node.index === bareName(index));
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

function changedText({ statement }: Slower, { sent }: Own): CauseDraft {
  const [text] = reachingTexts(sent.base, [ofBaseAlone(statement)]);
  return { kind: "statement", shown: true, ...(text === undefined ? {} : { base: text.sql }) };
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

/** Names of what differs that a file of the set-up speaks of. */
export function mentionedNames(
  text: string,
  { differences, sizes }: Pick<Differences, "differences" | "sizes">,
): readonly string[] {
  const names = [...differences, ...sizes].map(({ name }) => name);
  return [...new Set(names)].filter((name) => hasWord(text, functionName(name.replace(/ on .*/, ""))));
}

/** Line of a file of the set-up that first mentions what differs, by its name as mentionedNames() gives it. */
export function definitionLine(text: string, name: string): number {
  const word = functionName(name.replace(/ on .*/, ""));
  return (
    Math.max(
      0,
      text.split("\n").findIndex((line) => hasWord(line, word)),
    ) + 1
  );
}

function setupFileOf({ name, kind }: CauseDraft, files: readonly SetupFile[]): Pick<Cause, "file" | "line"> {
  // A size has no statement of its own that made it.
  const found = files.findLast(({ about }) => name !== undefined && about.includes(name));
  if (found === undefined || name === undefined || kind === "size" || kind === "rows") return {};
  const line = found.lines?.[found.about.indexOf(name)];
  return { file: found.file, ...(line === undefined ? {} : { line }) };
}

function rank({ kind }: Pick<Cause, "kind">): number {
  return CAUSE_KINDS.indexOf(kind);
}

/** Kinds of causes that come first wherever they are: another server runs everything otherwise. */
const LEADS: readonly CauseKind[] = ["version", "build", "collation"];

/** Order of causes: another server, then those that were shown, then those that explain most, then in the order of the kinds. */
function byWeight(a: Cause, b: Cause): number {
  const leads = Number(LEADS.includes(b.kind)) - Number(LEADS.includes(a.kind));
  if (leads !== 0) return leads;
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
