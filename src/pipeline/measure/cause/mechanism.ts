/** How a cause works: what differs between two servers of which exactly one has it. */

import type { RedWorkload } from "../../../analysis/cause/red.ts";
import type { FoundPart } from "../../../analysis/cause/search.ts";
import { workDifferences } from "../../../analysis/cause/work.ts";
import { observedDifferences } from "../../../analysis/reason/differences.ts";
import { reasonOf } from "../../../analysis/reason/reason.ts";
import type { Plan, PlannedWorkload } from "../../../config/plan.ts";
import { withClient } from "../../../io/database/sql/connect.ts";
import type { Server } from "../../../io/database/target.ts";
import { databaseObjects } from "../../../io/inspect/objects.ts";
import type { LoadGenerator } from "../../../io/load/load-generator.ts";
import type { ProvedCause } from "../../../model/cause-search.ts";
import type { Observed, ObservedDatabase } from "../../../model/observed.ts";
import type { Runs, Session } from "../../../model/run.ts";
import { lookAtWorkload } from "../snapshot.ts";
import type { BaseCopies } from "./copies.ts";
import type { TriedPart } from "./parts.ts";
import type { Trials } from "./trials.ts";

/** Causes that say how: more are no answer. */
const MOST = 3;

type MechanismContext = Readonly<{
  runs: Runs;
  red: RedWorkload;
  plan: Plan;
  workload: PlannedWorkload;
  generator: LoadGenerator;
  parts: readonly TriedPart[];
  copies: BaseCopies;
  trials: Trials;
  left: () => number;
  signal: AbortSignal;
}>;

type Mechanism = Pick<ProvedCause, "mechanism" | "work">;

/** Base beside base with the part, or, where it cannot stand alone, what there was without the part beside what there was with it. */
export async function mechanismOf(
  { part, alone, of, without }: FoundPart,
  ground: MechanismContext,
): Promise<Mechanism> {
  const { parts, trials, runs } = ground;
  const [before, now] =
    alone !== null
      ? [trials.readingsOf(alone.parts).base, trials.readingsOf(alone.parts).head]
      : [trials.readingsOf(without?.parts ?? []).head, trials.readingsOf(of).head];
  const work = workDifferences(before, now);
  if (parts[part]!.kind !== "schema") return { mechanism: [], work };
  const seen = await lookAtCopy((alone ?? without)!.parts, ground);
  const observed =
    alone !== null ? ([runs.base?.observed, seen] as const) : ([seen, runs.head.observed] as const);
  return { mechanism: causesBetween(observed, before, now, ground.red), work };
}

/** Null where nothing can be seen: it is no reason to name no cause. */
async function lookAtCopy(
  parts: readonly number[],
  { copies, plan, red, generator, left, signal }: MechanismContext,
): Promise<Observed | undefined> {
  try {
    const servers = await copies.open(parts, Math.max(1000, left()), signal);
    if ("why" in servers) return undefined;
    try {
      return await lookAtWorkload("head", servers.head, plan, red.name, generator, signal);
    } finally {
      await servers.stop();
    }
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function causesBetween(
  [base, head]: readonly [Observed | undefined, Observed | undefined],
  before: readonly Session[],
  now: readonly Session[],
  { name, changes }: RedWorkload,
): Mechanism["mechanism"] {
  if (base === undefined || head === undefined) return [];
  const own = (observed: Observed): Observed => ({ databases: observed.databases, plans: observed.plans });
  const part = { report: { name, statements: [], changes }, base: before, head: now };
  const reason = reasonOf({ observed: own(base) }, { observed: own(head) }, [part]);
  return (reason?.causes ?? []).slice(0, MOST);
}

/** Kinds of objects that are not made by the set-up of one database. */
const NOT_OF_SCHEMA: readonly string[] = ["setting", "extension", "no-statistics"];
/** Rows are estimates where a table is large. */
const ROWS_APART = { share: 0.1, least: 100 } as const;

/** Says in what a copy with all parts of the change is not like head's database; null where it is. */
export async function unlikeHead(
  copy: Server,
  { runs, workload }: Readonly<{ runs: Runs; workload: PlannedWorkload }>,
  signal: AbortSignal,
): Promise<string | null> {
  const { load } = workload;
  const head = runs.head.observed?.databases.find(({ database }) => database === load.database);
  if (head === undefined) return null;
  const found = await withClient(copy.url(load), { what: "for its objects", signal }, databaseObjects);
  const like: ObservedDatabase = { database: load.database, workloads: head.workloads, ...found };
  const { differences } = observedDifferences(
    { databases: [like], plans: [] },
    { databases: [head], plans: [] },
  );
  const other = differences.find(({ kind }) => !NOT_OF_SCHEMA.includes(kind));
  if (other !== undefined) return `${UNLIKE}: ${other.kind} ${other.name} is not the same`;
  const rows = new Map(found.sizes.map((each) => [each.name, each.rows]));
  const apart = head.sizes.find(({ name, rows: now }) => areApart(rows.get(name) ?? null, now));
  return apart === undefined ? null : `${UNLIKE}: ${apart.name} has other rows`;
}

const UNLIKE = "what head's set-up changes cannot be done to a copy of base";

function areApart(copy: number | null, head: number | null): boolean {
  if (copy === null || head === null) return false;
  const apart = Math.abs(copy - head);
  return apart > ROWS_APART.least && apart > ROWS_APART.share * Math.max(copy, head);
}
