/** Looks at the connections of a server -> what they waited for, second by second. */
import type { WorkloadWaits } from "../../model/observed.ts";
import { redact } from "../../model/secrets.ts";
import { sum } from "../../stats/summary.ts";

/** The connections of a server as one look at pg_stat_activity showed them. */
export type ActivitySample = Readonly<{
  /** Seconds since the first look. */
  second: number;
  backends: readonly Readonly<{
    pid: number;
    /** True if a statement runs. A connection without one may still hold locks. */
    active: boolean;
    /** The wait, in the words of pg_stat_activity; null: the server knows of no wait. */
    type: string | null;
    event: string | null;
    query: string;
    blockers: readonly number[];
  }>[];
}>;

type SampledBackend = ActivitySample["backends"][number];
type Wait = WorkloadWaits["waits"][number];

/** Most waits that are kept: those seen most often. */
const WAITS_MOST = 20;

export function waitsOf(looks: readonly ActivitySample[]): Omit<WorkloadWaits, "workload"> {
  const seconds = Math.max(0, ...looks.map(({ second }) => second + 1));
  const active = new Array<number>(seconds).fill(0);
  const found = new Map<
    string,
    { type: string; event: string; seen: number[]; pairs: Map<string, number> }
  >();
  for (const { second, backends } of looks) {
    const byPid = new Map(backends.map((backend) => [backend.pid, backend]));
    for (const backend of backends.filter((each) => each.active)) {
      active[second]! += 1;
      const { type, event } = backend;
      // It waits for us, or for nothing.
      if (type === null || event === null || type === "Client") continue;
      const key = `${type}:${event}`;
      const wait = found.get(key) ?? {
        type,
        event,
        seen: new Array<number>(seconds).fill(0),
        pairs: new Map(),
      };
      found.set(key, wait);
      wait.seen[second]! += 1;
      const pair = JSON.stringify([shape(backend.query), holderOf(backend, byPid)]);
      wait.pairs.set(pair, (wait.pairs.get(pair) ?? 0) + 1);
    }
  }
  const waits = [...found.values()].toSorted((a, b) => sum(b.seen) - sum(a.seen)).slice(0, WAITS_MOST);
  return {
    active,
    waits: waits.map(({ type, event, seen, pairs }): Wait => {
      const [most] = [...pairs].toSorted(([, a], [, b]) => b - a);
      const [statement, holder] = JSON.parse(most![0]) as [string, string | null];
      return { type, event, seen, statement, ...(holder === null ? {} : { holder }) };
    }),
  };
}

/** The statement at the end of the queue, which waits for no other: it keeps all of them waiting. */
function holderOf(backend: SampledBackend, byPid: ReadonlyMap<number, SampledBackend>): string | null {
  const passed = new Set([backend.pid]);
  let [at] = backend.blockers;
  let holder: string | null = null;
  while (at !== undefined && !passed.has(at)) {
    passed.add(at);
    const next = byPid.get(at);
    if (next === undefined) return holder;
    holder = shape(next.query);
    [at] = next.blockers;
  }
  return holder;
}

/** The same statement with other values is the same. */
function shape(sql: string): string {
  const masked = sql
    .replace(/'(?:[^']|'')*'?/g, "?")
    .replace(/(?<![\w$])\d+(?:\.\d+)?/g, "?")
    .replace(/\s+/g, " ");
  return redact(masked.trim());
}
