/** Objects and plans of both arms' databases: looked at on servers of their own, before anything is measured. */
import { definitionLine, mentionedNames } from "../../analysis/reason/causes.ts";
import { observedDifferences } from "../../analysis/reason/differences.ts";
import type { Draws } from "../../analysis/samples/draws.ts";
import { policyWarnings, type UnboundTables } from "../../analysis/warnings/policies.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../../config/plan.ts";
import type { SetupStep } from "../../config/setup.ts";
import { isSql, readSetup } from "../../io/database/setup/steps.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import type { ArmSource } from "../../io/git/sources.ts";
import { timeLeft } from "../../io/host/until.ts";
import { databaseObjects } from "../../io/inspect/objects.ts";
import { type Drawing, EXPLAINING, otherStatements, statementPlans } from "../../io/inspect/plans.ts";
import { unboundTables } from "../../io/inspect/policies.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Warning } from "../../model/document.ts";
import type { Observed, ObservedDatabase, SetupFile } from "../../model/observed.ts";
import type { Progress } from "../../model/progress.ts";
import { ARMS, type ArmName, type Run, type Runs } from "../../model/run.ts";
import { pairStatementNames } from "../../model/script.ts";
import { drawnValues } from "./drawn-values.ts";
import { loadUrl } from "./role.ts";
import { copyAhead, type Targets } from "./targets.ts";

/** Session number of the servers that only this uses. */
const SESSION = -2;
/** Number of the first session that is measured. */
const NEXT = 0;
/** A question that takes longer is not worth its answer. */
const STATEMENT_LIMIT_MS = 5_000;

export type Snapshot = Readonly<Partial<Record<ArmName, Observed>>> &
  Readonly<{ warnings?: readonly Warning[] }>;

/** What one arm's server has. */
export type Seen = Readonly<{
  observed: Observed;
  /** By database, the tables whose row-level security does not bind the user that connects. */
  unbound: ReadonlyMap<string, UnboundTables>;
}>;

/**
 * Looks at both arms together. What cannot be seen is no reason to measure nothing: it is noted, and left out.
 * @param seconds that there is time for: names and plans, which cost little and say most, are read all the same
 */
export async function snapshotArms(
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  seconds: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<Snapshot> {
  progress.stage("looking at the databases");
  const left = timeLeft(seconds * 1000);
  const arms = ARMS.filter((arm) => targets[arm] !== null);
  const servers = await Promise.allSettled(arms.map((arm) => targets[arm]!.openSession(SESSION)));
  // Nothing that is seen here is timed, and what is ready by its end need not be waited for.
  void copyAhead(targets, NEXT);
  // Servers that start slowly, as large copies of data do, leave no time for another.
  const hasTime = left() > (seconds * 1000) / 2;
  const drawing = drawnValues(plan, targets, generator, hasTime ? left : () => 0, progress, signal);
  // Waited for together: what is interrupted while servers are looked at is no rejection that nothing handles.
  const [values, ...looks] = await Promise.allSettled([
    drawing,
    ...servers.map(async (opened, at): Promise<Seen | null> => {
      if (opened.status === "rejected") throw opened.reason;
      const [arm, server] = [arms[at]!, opened.value];
      try {
        // Where sessions share the server, nothing is executed.
        const drawn = async () => (targets[arm]!.fresh ? await drawing : new Map());
        return EXPLAINING.includes(server.product)
          ? await lookAt(arm, server, plan, generator, { drawn, left }, signal)
          : null;
      } finally {
        await server.stop();
      }
    }),
  ]);
  if (values.status === "rejected") throw values.reason;
  signal.throwIfAborted();
  for (const [at, look] of looks.entries())
    if (look.status === "rejected")
      progress.note(`what ${arms[at]}'s databases have is not known: ${(look.reason as Error).message}`);
  const seen = looks.map((look) => (look.status === "fulfilled" ? look.value : null));
  const observed = arms.flatMap((arm, at) => (seen[at] == null ? [] : [[arm, seen[at].observed] as const]));
  const all = seen.filter((each) => each != null);
  return { ...Object.fromEntries(observed), warnings: policyWarnings(plan.workloads, all) };
}

/** Values, by workload, and milliseconds; nothing is executed of a workload that has none. */
type DrawnValues = Readonly<{ drawn: () => Promise<ReadonlyMap<string, Draws>>; left: () => number }>;

/** Looks at what one workload meets on a server, with generic plans alone. */
export async function lookAtWorkload(
  arm: ArmName,
  server: Server,
  plan: Plan,
  name: string,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<Observed> {
  const workloads = plan.workloads.filter((workload) => workload.name === name);
  const loads = plan.loads.filter(({ database }) => database === workloads[0]?.load.database);
  const own = { ...plan, loads, workloads };
  return (await lookAt(arm, server, own, generator, NOTHING_DRAWN, signal)).observed;
}

/** Looks at all databases of a server, with generic plans alone. */
export async function lookAround(
  arm: ArmName,
  server: Server,
  plan: Plan,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<Seen> {
  return await lookAt(arm, server, plan, generator, NOTHING_DRAWN, signal);
}

const NOTHING_DRAWN: DrawnValues = { drawn: async () => new Map(), left: () => 0 };

async function lookAt(
  arm: ArmName,
  server: Server,
  plan: Plan,
  generator: LoadGenerator,
  { drawn, left }: DrawnValues,
  signal: AbortSignal,
): Promise<Seen> {
  const databases: ObservedDatabase[] = [];
  const plans: Observed["plans"][number][] = [];
  const unbound = new Map<string, UnboundTables>();
  let rest = plan.workloads.length;
  for (const load of plan.loads) {
    const own = plan.workloads.filter((workload) => workload.load.database === load.database);
    await withClient(server.url(load), { what: "for its objects", signal }, async (query) => {
      await query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const found = await databaseObjects(query);
      databases.push({ database: load.database, workloads: own.map(({ name }) => name), ...found });
      unbound.set(load.database, await unboundTables(query));
    });
    for (const workload of own) {
      const drawing = async () => {
        const draws = (await drawn()).get(workload.name);
        // Workloads that are not asked about yet have their part of it.
        return draws === undefined ? null : { draws, left: timeLeft(left() / rest) };
      };
      const planned = plansOf(arm, server, workload, { generator, drawing }, signal);
      // Base may lack a role that head's change makes: what runs as it is new.
      const seen = await planned.catch((error: unknown) => {
        if (workload.role === undefined || arm === "head" || signal.aborted) throw error;
        return null;
      });
      if (seen !== null) plans.push(seen);
      rest -= 1;
    }
  }
  return { observed: { databases, plans }, unbound };
}

/** Plans of one workload, as the role that its load has: policies are part of a plan. */
async function plansOf(
  arm: ArmName,
  server: Server,
  workload: PlannedWorkload,
  { generator, drawing }: Readonly<{ generator: LoadGenerator; drawing: () => Promise<Drawing | null> }>,
  signal: AbortSignal,
): Promise<Observed["plans"][number]> {
  return await withClient(loadUrl(server, workload), { what: "for its plans", signal }, async (query) => {
    await query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
    const asRun = asRunBy(arm, workload);
    const names = pairStatementNames(asRun.statements, workload.statements);
    const statements = (await generator.statements(asRun)).map((each) => ({
      ...each,
      statement: names.get(each.statement) ?? each.statement,
    }));
    const plans = await statementPlans(query, statements, drawing);
    const others = otherStatements(statements, plans);
    return { workload: workload.name, plans, ...(others.length === 0 ? {} : { others }) };
  });
}

/** A file of the set-up that is not the same on both arms, with its text. */
export type ChangedFile = Readonly<Omit<SetupFile, "about" | "lines"> & { text: string }>;

/** SQL files of the set-up that are new, changed or gone in head, if there is a base; what commands read is unknown. */
export async function changedSetup(
  steps: readonly SetupStep[],
  trees: Readonly<{ base: ArmSource | null; head: ArmSource }>,
): Promise<readonly ChangedFile[]> {
  if (trees.base === null) return [];
  const [base, head] = [await fileTexts(trees.base.tree, steps), await fileTexts(trees.head.tree, steps)];
  const names = [...new Set([...base.keys(), ...head.keys()])];
  return names.flatMap((file): readonly ChangedFile[] => {
    const [before, now] = [base.get(file), head.get(file)];
    if (before === now) return [];
    const change = before === undefined ? "new" : now === undefined ? "gone" : "changed";
    return [{ file, change, text: now ?? before ?? "" }];
  });
}

async function fileTexts(tree: string, steps: readonly SetupStep[]): Promise<ReadonlyMap<string, string>> {
  // A glob that names nothing is an error where it is used.
  const { before, after } = await readSetup(tree, steps).catch(() => ({ before: [], after: [] }));
  return new Map([...before, ...after].filter(isSql).map(({ file, sql }) => [file, sql]));
}

/** The runs with what was seen of their servers. */
export function withSnapshot(
  { base, head }: Runs,
  { base: before, head: now, warnings: seen = [] }: Snapshot,
  files: readonly ChangedFile[],
): Runs {
  const both = before !== undefined && now !== undefined ? observedDifferences(before, now) : null;
  const setupFiles = files.map(({ text, ...file }) => {
    const about = both === null ? [] : mentionedNames(text, both);
    const lines = about.map((name) => definitionLine(text, name));
    return { ...file, about, ...(file.change === "gone" ? {} : { lines }) };
  });
  const withWarnings = (run: Run): Run =>
    seen.length === 0 ? run : { ...run, warnings: [...run.warnings, ...seen] };
  return {
    base: base === null || before === undefined ? base : { ...withWarnings(base), observed: before },
    head: {
      ...withWarnings(head),
      ...(now === undefined ? {} : { observed: now }),
      ...(setupFiles.length === 0 ? {} : { setupFiles }),
    },
  };
}
