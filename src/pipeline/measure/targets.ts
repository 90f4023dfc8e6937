/** The databases of a measurement: made for it, and taken away again. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Deploy } from "../../config/deploy.ts";
import type { Config } from "../../config/parse.ts";
import type { Plan } from "../../config/plan.ts";
import type { SetupStep } from "../../config/setup.ts";
import type { SweepTarget } from "../../config/sweep.ts";
import { createTarget } from "../../io/database/create.ts";
import { namedTarget } from "../../io/database/named.ts";
import { KeptClusters } from "../../io/database/postgres/kept-clusters.ts";
import { keptBytes, keptFolder } from "../../io/database/postgres/kept-place.ts";
import { LoadedClusters } from "../../io/database/postgres/loaded-clusters.ts";
import { ofOneOrigin, type ServerPrograms } from "../../io/database/postgres/one-origin.ts";
import type { Server, TablesOf, Target } from "../../io/database/target.ts";
import { localOf, traitsOf } from "../../io/database/traits.ts";
import type { Sources } from "../../io/git/sources.ts";
import { sameDatabase, withDatabase } from "../../io/host/connection-url.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { ARMS, type ArmName } from "../../model/run.ts";

/** Head alone (history mode), or base and head. */
export type Targets = Readonly<{ base: Target | null; head: Target }>;

/**
 * @param around the folder where logs of servers that die are kept, and what the databases need to know
 * @param sources without a base where there is none to measure: history mode, or a base that lacks what head brings
 * @throws PlumblineError of kind "usage" if both arms would be one database
 */
export async function createTargets(
  { deploy, base, setup }: Config["database"],
  plan: Pick<Plan, "connections" | "seed">,
  sources: Pick<Sources, "base" | "head">,
  around: Readonly<{
    tablesOf: TablesOf;
    generator: string;
    output: string;
    note: Progress["note"];
    signal: AbortSignal;
  }>,
): Promise<Targets> {
  const { output, note, ...rest } = around;
  const keep = path.join(output, "crash");
  const loaded = new LoadedClusters(await openKept(deploy, note));
  const shared = { measurement: randomUUID(), loaded, keep, ...rest };
  const { connections, seed } = plan;
  const origin = base === undefined ? ("tree" as const) : ("named" as const);
  const programs = await programsOf(base === undefined ? [] : [base, deploy], note);
  const request = { ...shared, setup, connections, seed, origin, programs };
  const ofHead = { ...request, arm: "head" as const, tree: sources.head.tree, note };
  if (sources.base === null) return { base: null, head: createTarget(deploy, ofHead) };
  assureTwo(deploy, base, setup);
  const { tree } = sources.base;
  const baseTarget = createTarget(base ?? deploy, { ...request, arm: "base", tree });
  return {
    base: namedTarget("base", baseTarget),
    head: namedTarget("head", createTarget(deploy, { ...ofHead, baseTree: tree })),
  };
}

/** Programs of versions of PostgreSQL that are compared: those that a `bin` names are their user's choice. */
async function programsOf(
  deploys: readonly Deploy[],
  note: Progress["note"],
): Promise<ReadonlyMap<number, ServerPrograms> | undefined> {
  const asked = deploys.map(localOf).filter((local) => local !== null && local.bin === undefined);
  const versions = [...new Set(asked.flatMap((local) => local?.version ?? []))].sort((a, b) => a - b);
  return versions.length < 2 ? undefined : await ofOneOrigin(versions, note);
}

/** Clusters that earlier invocations filled; null if none are to be kept. */
async function openKept(deploy: Deploy, note: Progress["note"]): Promise<KeptClusters | null> {
  const local = localOf(deploy);
  const mostBytes = local === null ? null : keptBytes(local.cache);
  return mostBytes === null ? null : await KeptClusters.open({ folder: keptFolder(), mostBytes, note });
}

/**
 * The targets of a sweep. Each is prepared once, whichever pairs it is in, and they load once where their servers are alike.
 * @param all the reference first
 */
export async function createSweepTargets(
  all: readonly SweepTarget[],
  setup: readonly SetupStep[],
  { connections, seed }: Pick<Plan, "connections" | "seed">,
  around: Readonly<{
    tree: string;
    tablesOf: TablesOf;
    generator: string;
    output: string;
    /** Databases of the sweep's other suites: one that is running already and that these name, too, is theirs. */
    taken: readonly Deploy[];
    note: Progress["note"];
    signal: AbortSignal;
  }>,
): Promise<readonly Target[]> {
  const { output, note, taken, ...rest } = around;
  const local = all.find(({ deploy }) => localOf(deploy) !== null);
  const loaded = new LoadedClusters(local === undefined ? null : await openKept(local.deploy, note));
  const programs = await programsOf(
    all.map(({ deploy }) => deploy),
    note,
  );
  const origin = all.length > 1 ? ("named" as const) : ("tree" as const);
  const shared = { measurement: randomUUID(), loaded, setup, connections, seed, origin, programs, ...rest };
  return all.map(({ name, deploy }, position) => {
    const keep = path.join(output, "crash", String(position + 1));
    const arm = position === 0 && all.length > 1 ? "base" : "head";
    const isTaken = taken.some((other) => isSameRunning(deploy, other));
    return preparedOnce(namedTarget(name, createTarget(deploy, { ...shared, keep, arm, isTaken })));
  });
}

/** True if both are on one server, whatever the databases are called. */
function sameServer(one: string, other: string): boolean {
  return sameDatabase(withDatabase(one, "any"), withDatabase(other, "any"));
}

function isSameRunning(one: Deploy, other: Deploy): boolean {
  const [a, b] = [traitsOf(one).running, traitsOf(other).running];
  return a !== null && b !== null && sameDatabase(a, b);
}

/** Prepares a target once, for several measurements that each prepare it, one after the other. */
function preparedOnce(target: Target): Target {
  let prepared: Promise<void> | undefined;
  return {
    ...target,
    prepare: (...request) => {
      prepared ??= target.prepare(...request);
      return prepared;
    },
  };
}

/** A database that is running already counts as one, unless two are named or the set-up SQL makes two of it. */
function assureTwo(deploy: Deploy, base: Deploy | undefined, setup: readonly SetupStep[]): void {
  const { running, fixed } = traitsOf(deploy);
  const baseFixed = traitsOf(base ?? deploy).fixed;
  if (fixed !== null && baseFixed !== null && sameServer(fixed, baseFixed)) {
    throw new PlumblineError("usage", "base and head would both listen on one address", {
      remedy:
        "let database.deploy.command.start listen on $PLUMBLINE_PORT, a port that is free, and url name that: postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres",
    });
  }
  if (running === null) return;
  if (base === undefined) {
    throw new PlumblineError("usage", "side by side needs two databases, but database.deploy.url names one", {
      remedy: "add database.base.url, or set measure.mode to history",
    });
  }
  const other = traitsOf(base).running;
  if (other === null || setup.length > 0 || !sameDatabase(running, other)) return;
  throw new PlumblineError("usage", "database.deploy.url and database.base.url name the same database", {
    remedy:
      "name another one for base, of the same server or another; with database.setup each arm gets databases of its own",
  });
}

/** Makes what servers of all arms need for a session before they start. What goes wrong, their start says. */
export async function copyAhead(targets: Targets, session: number): Promise<void> {
  await Promise.allSettled(ARMS.map(async (arm) => await targets[arm]?.copyAhead?.(session)));
}

/** Opens a server of each of these arms, all at once: nothing is timed on them. @throws what the first of them ends with */
export async function openTogether(
  targets: Targets,
  arms: readonly ArmName[],
  session: number,
): Promise<readonly Server[]> {
  const opening = await Promise.allSettled(arms.map(async (arm) => await targets[arm]!.openSession(session)));
  const servers = opening.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = opening.find((each) => each.status === "rejected");
  if (failed === undefined) return servers;
  await stopAll(servers);
  throw failed.reason;
}

/** Stops all at once. @throws what the first of them ends with */
export async function stopAll(servers: readonly Pick<Server, "stop">[]): Promise<void> {
  const stopping = await Promise.allSettled(servers.map(async (server) => await server.stop()));
  const failed = stopping.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Closes both, and notes what cannot be taken away, since nothing else shows it: the measurement stands. */
export async function closeTargets(
  targets: Readonly<Record<ArmName, Pick<Target, "close"> | null>>,
  progress: Pick<Progress, "note">,
): Promise<void> {
  await closeEach(
    ARMS.map((arm) => ({ what: arm, target: targets[arm] })),
    progress,
  );
}

/** Closes the targets of a sweep in the same way. */
export async function closeAll(
  targets: readonly Pick<Target, "close">[],
  progress: Pick<Progress, "note">,
): Promise<void> {
  await closeEach(
    targets.map((target) => ({ what: "a target", target })),
    progress,
  );
}

async function closeEach(
  all: readonly Readonly<{ what: string; target: Pick<Target, "close"> | null }>[],
  progress: Pick<Progress, "note">,
): Promise<void> {
  const closing = await Promise.allSettled(all.map(async ({ target }) => target?.close()));
  for (const [position, closed] of closing.entries()) {
    if (closed.status === "fulfilled") continue;
    const { message, remedy } = closed.reason as { message: string; remedy?: string };
    const way = remedy === undefined ? "" : ` (${remedy})`;
    progress.note(
      `not everything that was made for ${all[position]!.what} could be removed: ${message}${way}`,
    );
  }
}
