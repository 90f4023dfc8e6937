/** Objects and plans of both arms' databases: looked at on servers of their own, before anything is measured. */
import { lineOf, namesIn } from "../../analysis/reason/causes.ts";
import { differencesOf } from "../../analysis/reason/differences.ts";
import type { Draws } from "../../analysis/samples/draws.ts";
import { asRunBy, type Plan } from "../../config/plan.ts";
import type { SetupStep } from "../../config/schema.ts";
import { isSql, readSetup } from "../../io/database/setup/steps.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import type { ArmSource } from "../../io/git/sources.ts";
import { timeLeft } from "../../io/host/until.ts";
import { databaseObjects } from "../../io/inspect/objects.ts";
import { EXPLAINING, otherStatements, statementPlans } from "../../io/inspect/plans.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Observed, ObservedDatabase, SetupFile } from "../../model/observed.ts";
import type { Progress } from "../../model/progress.ts";
import { ARMS, type ArmName, type Runs } from "../../model/run.ts";
import { statementNames } from "../../model/script.ts";
import { drawnValues } from "./drawn-values.ts";
import { copyAhead, type Targets } from "./targets.ts";

/** Session number of the servers that only this uses. */
const SESSION = -2;
/** Number of the first session that is measured. */
const NEXT = 0;
/** A question that takes longer is not worth its answer. */
const STATEMENT_LIMIT_MS = 5_000;

export type Snapshot = Readonly<Partial<Record<ArmName, Observed>>>;

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
    ...servers.map(async (opened, at): Promise<Snapshot> => {
      if (opened.status === "rejected") throw opened.reason;
      const [arm, server] = [arms[at]!, opened.value];
      try {
        // Where sessions share the server, nothing is executed.
        const drawn = async () => (targets[arm]!.fresh ? await drawing : new Map());
        return EXPLAINING.includes(server.product)
          ? { [arm]: await lookAt(arm, server, plan, generator, { drawn, left }, signal) }
          : {};
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
  return Object.assign({}, ...looks.flatMap((look) => (look.status === "fulfilled" ? [look.value] : [])));
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
  const nothing = { drawn: async () => new Map(), left: () => 0 };
  return await lookAt(arm, server, { ...plan, loads, workloads }, generator, nothing, signal);
}

async function lookAt(
  arm: ArmName,
  server: Server,
  plan: Plan,
  generator: LoadGenerator,
  { drawn, left }: DrawnValues,
  signal: AbortSignal,
): Promise<Observed> {
  const databases: ObservedDatabase[] = [];
  const plans: Observed["plans"][number][] = [];
  let rest = plan.workloads.length;
  for (const load of plan.loads) {
    const own = plan.workloads.filter((workload) => workload.load.database === load.database);
    await withClient(server.url(load), { what: "for its objects and plans", signal }, async (query) => {
      await query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const found = await databaseObjects(query);
      databases.push({ database: load.database, workloads: own.map(({ name }) => name), ...found });
      for (const workload of own) {
        const asRun = asRunBy(arm, workload);
        const names = statementNames(asRun.statements, workload.statements);
        const statements = (await generator.statements(asRun)).map((each) => ({
          ...each,
          statement: names.get(each.statement) ?? each.statement,
        }));
        const drawing = async () => {
          const draws = (await drawn()).get(workload.name);
          // Workloads that are not asked about yet have their part of it.
          return draws === undefined ? null : { draws, left: timeLeft(left() / rest) };
        };
        const planned = await statementPlans(query, statements, drawing);
        const others = otherStatements(statements, planned);
        plans.push({ workload: workload.name, plans: planned, ...(others.length === 0 ? {} : { others }) });
        rest -= 1;
      }
    });
  }
  return { databases, plans };
}

/** A file of the set-up that is not the same on both arms, with its text. */
export type ChangedFile = Readonly<Omit<SetupFile, "about" | "lines"> & { text: string }>;

/** SQL files of the set-up that are new, changed or gone in head, if there is a base; what commands read is unknown. */
export async function changedSetup(
  steps: readonly SetupStep[],
  trees: Readonly<{ base: ArmSource | null; head: ArmSource }>,
): Promise<readonly ChangedFile[]> {
  if (trees.base === null) return [];
  const [base, head] = [await filesOf(trees.base.tree, steps), await filesOf(trees.head.tree, steps)];
  const names = [...new Set([...base.keys(), ...head.keys()])];
  return names.flatMap((file): readonly ChangedFile[] => {
    const [before, now] = [base.get(file), head.get(file)];
    if (before === now) return [];
    const change = before === undefined ? "new" : now === undefined ? "gone" : "changed";
    return [{ file, change, text: now ?? before ?? "" }];
  });
}

async function filesOf(tree: string, steps: readonly SetupStep[]): Promise<ReadonlyMap<string, string>> {
  // A glob that names nothing is an error where it is used.
  const { before, after } = await readSetup(tree, steps).catch(() => ({ before: [], after: [] }));
  return new Map([...before, ...after].filter(isSql).map(({ file, sql }) => [file, sql]));
}

/** The runs with what was seen of their servers. */
export function withSnapshot(
  { base, head }: Runs,
  { base: before, head: now }: Snapshot,
  files: readonly ChangedFile[],
): Runs {
  const both = before !== undefined && now !== undefined ? differencesOf(before, now) : null;
  const setupFiles = files.map(({ text, ...file }) => {
    const about = both === null ? [] : namesIn(text, both);
    const lines = about.map((name) => lineOf(text, name));
    return { ...file, about, ...(file.change === "gone" ? {} : { lines }) };
  });
  return {
    base: base === null || before === undefined ? base : { ...base, observed: before },
    head: {
      ...head,
      ...(now === undefined ? {} : { observed: now }),
      ...(setupFiles.length === 0 ? {} : { setupFiles }),
    },
  };
}
