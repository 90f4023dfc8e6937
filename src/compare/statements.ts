/** Latency by kind of statement: no verdicts, but what tells which statement of a workload became slower. */
import type { StatementFigures, StatementReport } from "../model/report.ts";
import type { Session, StatementPart } from "../model/run.ts";
import { geometricMean } from "../stats/summary.ts";

/** The kinds of a workload in the order in which it has them; none where there are fewer than two, for then it is the workload's. */
export function statementsOf(
  base: readonly Session[],
  head: readonly Session[],
): readonly StatementReport[] | undefined {
  const [before, after] = [partsByName(base), partsByName(head)];
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const statements = names.map((name) => ({
    name,
    base: figuresOf(before.get(name) ?? []),
    head: figuresOf(after.get(name) ?? []),
  }));
  const measured = statements.filter((each) => each.base !== null || each.head !== null);
  return measured.length < 2 ? undefined : measured;
}

function partsByName(sessions: readonly Session[]): ReadonlyMap<string, readonly StatementPart[]> {
  const parts = new Map<string, StatementPart[]>();
  for (const part of sessions.flatMap(({ statements = [] }) => statements)) {
    const known = parts.get(part.name);
    if (known === undefined) parts.set(part.name, [part]);
    else known.push(part);
  }
  return parts;
}

/** The mean is that of all calls; of the sessions' percentiles, which no sum can be made of, it is the geometric mean, as for metrics. */
function figuresOf(parts: readonly StatementPart[]): StatementFigures | null {
  const latencies = parts.flatMap(({ latency }) =>
    latency === undefined || latency.count === 0 ? [] : [latency],
  );
  const calls = latencies.reduce((sum, { count }) => sum + count, 0);
  if (calls === 0) return null;
  const tails = latencies.map(({ percentilesNs }) => percentilesNs?.["99"]);
  const known = tails.filter((tail) => tail !== undefined);
  return {
    calls,
    meanNs: latencies.reduce((sum, { sumNs }) => sum + sumNs, 0) / calls,
    p99Ns: known.length === tails.length ? geometricMean(known) : null,
  };
}
