/** What the servers of both arms are and would do: looked at on servers of their own, before anything is measured. */
import { namesIn } from "../compare/causes.ts";
import { differencesOf } from "../compare/differences.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../config/plan.ts";
import type { SetupStep } from "../config/schema.ts";
import type { Observed, ObservedDatabase, SetupFile } from "../model/observed.ts";
import type { Observer } from "../model/observer.ts";
import { ARMS, type ArmName, type Runs } from "../model/run.ts";
import { namesBesideHead } from "../model/script.ts";
import type { Query } from "../observe/locks.ts";
import { databaseObjects } from "../observe/objects.ts";
import { statementPlans } from "../observe/plans.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";
import type { Draws } from "../samples/draws.ts";
import { isSql, readSetup } from "../target/setup/steps.ts";
import { withClient } from "../target/sql/connect.ts";
import type { Server } from "../target/target.ts";
import { drawnValues } from "./drawn-values.ts";
import type { Targets } from "./targets.ts";

/** Of the servers that only this uses. */
const SESSION = -2;
/** These have PostgreSQL's catalogues and its EXPLAIN. */
const PRODUCTS: readonly string[] = ["PostgreSQL", "YugabyteDB"];
/** A question that takes longer is not worth its answer. */
const STATEMENT_LIMIT_MS = 5_000;

export type Look = Readonly<Partial<Record<ArmName, Observed>>>;

/** Looks at each arm. What cannot be seen is no reason to measure nothing: it is said, and left out. */
export async function lookAtArms(
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  observer: Observer,
  signal: AbortSignal,
): Promise<Look> {
  observer.stage("looking at the databases");
  const seen: Partial<Record<ArmName, Observed>> = {};
  // By workload. Both arms are asked about the values of the one that is looked at first.
  const drawn = new Map<string, Draws>();
  for (const arm of ARMS) {
    const target = targets[arm];
    if (target === null) continue;
    signal.throwIfAborted();
    try {
      const server = await target.openSession(SESSION);
      try {
        if (!PRODUCTS.includes(server.product)) continue;
        const draw = async (workload: PlannedWorkload) =>
          target.fresh ? await drawsOf(drawn, workload, server, generator, observer, signal) : null;
        seen[arm] = await lookAt(arm, server, plan, generator, draw);
      } finally {
        await server.stop();
      }
    } catch (error) {
      signal.throwIfAborted();
      observer.note(`what ${arm}'s databases have is not known: ${(error as Error).message}`);
    }
  }
  return seen;
}

/** Runs events on each arm, so that both stay alike; null where none could be run. */
async function drawsOf(
  first: Map<string, Draws>,
  workload: PlannedWorkload,
  server: Server,
  generator: LoadGenerator,
  observer: Observer,
  signal: AbortSignal,
): Promise<Draws | null> {
  try {
    const draws = await drawnValues(workload, server, generator, signal);
    // A script of the other arm's own may have statements that this one does not.
    first.set(workload.name, new Map([...draws, ...(first.get(workload.name) ?? [])]));
  } catch (error) {
    signal.throwIfAborted();
    observer.note(`${workload.name}: no plans with drawn values: ${(error as Error).message}`);
  }
  return first.get(workload.name) ?? null;
}

/** @param draw values of a workload; null where the server is one that sessions share: nothing is run there */
async function lookAt(
  arm: ArmName,
  server: Server,
  plan: Plan,
  generator: LoadGenerator,
  draw: (workload: PlannedWorkload) => Promise<Draws | null>,
): Promise<Observed> {
  const databases: ObservedDatabase[] = [];
  const plans: Observed["plans"][number][] = [];
  for (const load of plan.loads) {
    const own = plan.workloads.filter((workload) => workload.load.database === load.database);
    await withClient(server.url(load), async (client) => {
      const query: Query = async (sql, values = []) => (await client.query(sql, [...values])).rows;
      await query(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
      const found = await databaseObjects(query);
      databases.push({ database: load.database, workloads: own.map(({ name }) => name), ...found });
      for (const workload of own) {
        const asRun = asRunBy(arm, workload);
        const names = namesBesideHead(asRun.statements, workload.statements);
        const statements = (await generator.statements(asRun)).map((each) => ({
          ...each,
          statement: names.get(each.statement) ?? each.statement,
        }));
        const draws = await draw(asRun);
        plans.push({ workload: workload.name, plans: await statementPlans(query, statements, draws) });
      }
    });
  }
  return { databases, plans };
}

/** A file of the set-up that is not the same on both arms, with its text. */
export type ChangedFile = Readonly<Omit<SetupFile, "about"> & { text: string }>;

/** The SQL files of the set-up that are new, changed or gone in head; what commands read nobody knows. */
export async function changedSetup(
  steps: readonly SetupStep[],
  trees: Readonly<{ base: string; head: string }>,
): Promise<readonly ChangedFile[]> {
  const [base, head] = [await filesOf(trees.base, steps), await filesOf(trees.head, steps)];
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
export function withLook(
  { base, head }: Runs,
  { base: before, head: now }: Look,
  files: readonly ChangedFile[],
): Runs {
  const both = before !== undefined && now !== undefined ? differencesOf(before, now) : null;
  const setupFiles = files.map(({ text, ...file }) => ({
    ...file,
    about: both === null ? [] : namesIn(text, both),
  }));
  return {
    base: base === null || before === undefined ? base : { ...base, observed: before },
    head: {
      ...head,
      ...(now === undefined ? {} : { observed: now }),
      ...(setupFiles.length === 0 ? {} : { setupFiles }),
    },
  };
}
