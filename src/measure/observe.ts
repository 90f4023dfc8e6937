/** What the servers of both arms are and would do: looked at on servers of their own, before anything is measured. */
import { namesIn } from "../compare/causes.ts";
import { differencesOf } from "../compare/differences.ts";
import { asRunBy, type Plan } from "../config/plan.ts";
import type { SetupStep } from "../config/schema.ts";
import type { Observed, ObservedDatabase, SetupFile } from "../model/observed.ts";
import type { Observer } from "../model/observer.ts";
import { ARMS, type ArmName, type Runs } from "../model/run.ts";
import { namesBesideHead } from "../model/script.ts";
import type { Query } from "../observe/locks.ts";
import { databaseObjects } from "../observe/objects.ts";
import { EXPLAINING, statementPlans } from "../observe/plans.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";
import type { Draws } from "../samples/draws.ts";
import { isSql, readSetup } from "../target/setup/steps.ts";
import { withClient } from "../target/sql/connect.ts";
import type { Server } from "../target/target.ts";
import { drawnValues } from "./drawn-values.ts";
import type { Targets } from "./targets.ts";

/** Of the servers that only this uses. */
const SESSION = -2;
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
  const drawn = await drawnValues(plan, targets, generator, observer, signal);
  for (const arm of ARMS) {
    const target = targets[arm];
    if (target === null) continue;
    signal.throwIfAborted();
    try {
      const server = await target.openSession(SESSION);
      try {
        if (!EXPLAINING.includes(server.product)) continue;
        // Where sessions share the server, nothing is executed.
        seen[arm] = await lookAt(arm, server, plan, generator, target.fresh ? drawn : new Map());
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

/** @param drawn values, by workload; nothing is executed of one that has none */
async function lookAt(
  arm: ArmName,
  server: Server,
  plan: Plan,
  generator: LoadGenerator,
  drawn: ReadonlyMap<string, Draws>,
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
        const draws = drawn.get(workload.name) ?? null;
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
