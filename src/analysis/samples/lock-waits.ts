/** Findings of looks at a server's locks: which process waited for which, and what the migration has to do with it. */
import type { LockParty, LockWait, MigrationStatement } from "../../model/migration.ts";

/** A lock that a process waits for. */
export type Waiting = Readonly<{
  pid: number;
  mode: string;
  /** The table; of a lock that is on none, its type. */
  on: string;
  /** Time waited so far; null where the server does not report it (before PostgreSQL 14). */
  waitedNs: number | null;
  /** Processes that it waits for, as pg_blocking_pids has them: those that have the lock, and those before it in the queue. */
  blockers: readonly number[];
}>;

export type Held = Readonly<{ pid: number; mode: string; on: string }>;

export type Backend = Readonly<{
  pid: number;
  who: LockParty["who"];
  state: string;
  statement: string;
}>;

/** One look. */
export type LockSample = Readonly<{
  atNs: number;
  waiting: readonly Waiting[];
  /** Locks on tables that a process waits for. */
  held: readonly Held[];
  /** Processes that wait or are waited for. */
  backends: readonly Backend[];
}>;

/** Weakest first (PostgreSQL's own numbers of the modes). */
const MODES = [
  "AccessShareLock",
  "RowShareLock",
  "RowExclusiveLock",
  "ShareUpdateExclusiveLock",
  "ShareLock",
  "ShareRowExclusiveLock",
  "ExclusiveLock",
  "AccessExclusiveLock",
];

/**
 * The waits that the migration caused or stood in, the longest first. What the load's own transactions wait for each other is left out.
 * @param statements of the migration, as far as they are known: what it runs while it is waited for need not be what took the lock
 */
export function lockWaits(
  looks: readonly LockSample[],
  statements: readonly Pick<MigrationStatement, "text" | "locks">[] = [],
): readonly LockWait[] {
  const waits = new Map<string, LockWait>();
  /** Time at which each wait was first seen, by process and lock: for servers that do not report how long it lasts. */
  let since = new Map<string, number>();
  let shares: ReadonlyMap<string, Share> = new Map();
  for (const look of looks) {
    const first = new Map(
      look.waiting.map((wait) => [waitKey(wait), since.get(waitKey(wait)) ?? look.atNs] as const),
    );
    since = first;
    const now = new Map<string, LockWait>();
    const newShares = new Map<string, Share>();
    for (const waiting of look.waiting) {
      const name = waitKey(waiting);
      const wait = lockWait(waiting, look, waiting.waitedNs ?? look.atNs - first.get(name)!);
      if (wait === null) continue;
      const share = longestShare(wait, shares.get(name));
      newShares.set(name, share);
      const longestNs = share.lastedNs - share.fromNs;
      merge(now, { ...wait, longestNs, holder: takerOf(wait, statements) }, (a, b) => a + b);
    }
    shares = newShares;
    for (const wait of now.values()) merge(waits, wait, Math.max);
  }
  return [...waits.values()].toSorted((a, b) => b.longestNs - a.longestNs);
}

/** A wait that goes on: its present holder, how long it has lasted, and how long of that it was for an earlier holder. */
type Share = Readonly<{ holder: string; lastedNs: number; fromNs: number }>;

/** A holder that takes over from the one that was waited for before is to blame from then on alone. */
function longestShare({ holder: { who, mode }, longestNs }: LockWait, before: Share | undefined): Share {
  const holder = `${who} ${mode}`;
  const goesOn = before !== undefined && longestNs >= before.lastedNs;
  if (!goesOn) return { holder, lastedNs: longestNs, fromNs: 0 };
  return { holder, lastedNs: longestNs, fromNs: holder === before.holder ? before.fromNs : before.lastedNs };
}

/** The holder, with the statement that took the lock. */
function takerOf(
  { on, holder }: LockWait,
  statements: readonly Pick<MigrationStatement, "text" | "locks">[],
): LockParty {
  if (holder.who !== "migration") return holder;
  const taker = statements.find(({ locks }) =>
    locks.some((lock) => lock.on === on && lock.mode === holder.mode),
  );
  return taker === undefined ? holder : { ...holder, statement: taker.text };
}

function waitKey({ pid, mode, on }: Waiting): string {
  return `${pid} ${mode} ${on}`;
}

/** Waits of one kind are one; the longest of them is shown. */
function merge(
  waits: Map<string, LockWait>,
  wait: LockWait,
  count: (before: number, now: number) => number,
): void {
  const { on, waiter, holder, behind } = wait;
  const key = JSON.stringify([
    on,
    waiter.who,
    holder.who,
    holder.statement,
    holder.mode,
    behind?.statement ?? null,
  ]);
  const before = waits.get(key);
  const longest = before === undefined || wait.longestNs > before.longestNs ? wait : before;
  waits.set(key, {
    ...longest,
    waiters: before === undefined ? wait.waiters : count(before.waiters, wait.waiters),
  });
}

/** Null where the migration has nothing to do with it. */
function lockWait(waiting: Waiting, look: LockSample, longestNs: number): LockWait | null {
  const backend = (pid: number) => look.backends.find((each) => each.pid === pid);
  const waitingOf = (pid: number) => look.waiting.find((each) => each.pid === pid);
  const isMigration = (pid: number) => backend(pid)?.who === "migration";
  const path = pathTo(waiting.pid, isMigration, look);
  if (path === null) return null;
  const migration = path.at(-1)!;
  // What is waited for where the path meets the migration: a row's lock before it is only its consequence.
  const met = path.length === 1 ? waiting : waitingOf(path.at(-2)!)!;
  const queued = waitingOf(migration);
  const end = rootBlocker(migration, look);
  const on = queued?.on ?? met.on;
  const party = (pid: number, mode: string): LockParty => ({
    who: backend(pid)?.who ?? "other",
    statement: backend(pid)?.statement ?? "",
    mode,
    state: backend(pid)?.state ?? "",
  });
  return {
    on,
    waiter: party(waiting.pid, met.mode),
    holder: party(end, strongest(look, end, on)),
    behind: queued === undefined || path.length === 1 ? null : party(migration, queued.mode),
    longestNs,
    waiters: 1,
  };
}

/** The shortest way from a process to a migration's, over those that each waits for; both ends included. Null where there is none. */
function pathTo(
  pid: number,
  isMigration: (pid: number) => boolean,
  look: LockSample,
): readonly number[] | null {
  const seen = new Set([pid]);
  let paths: readonly (readonly number[])[] = [[pid]];
  while (paths.length > 0) {
    const found = paths.find((path) => isMigration(path.at(-1)!));
    if (found !== undefined) return found;
    paths = paths.flatMap((path) =>
      blockersOf(path.at(-1)!, look)
        .filter((blocker) => !seen.has(blocker))
        .map((blocker) => {
          seen.add(blocker);
          return [...path, blocker];
        }),
    );
  }
  return null;
}

function blockersOf(pid: number, { waiting }: LockSample): readonly number[] {
  return waiting.find((each) => each.pid === pid)?.blockers ?? [];
}

/** The process at the end of the queue, which waits for no other; of a circle, the last one before the queue comes back to one already met. */
function rootBlocker(pid: number, look: LockSample): number {
  const seen = new Set([pid]);
  for (let at = pid; ; ) {
    const next = blockersOf(at, look).find((blocker) => !seen.has(blocker));
    if (next === undefined) return at;
    seen.add(next);
    at = next;
  }
}

function strongest({ held }: LockSample, pid: number, on: string): string {
  const modes = held.filter((each) => each.pid === pid && each.on === on).map(({ mode }) => mode);
  return modes.toSorted((a, b) => MODES.indexOf(b) - MODES.indexOf(a))[0] ?? "";
}
