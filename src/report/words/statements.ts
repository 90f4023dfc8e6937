/** The rows of a table of statements, or of kinds of events: which changed most comes first. */
import type { StatementReport, WorkloadReport } from "../../model/report.ts";
import { formatChange, formatCount, formatMetrics } from "../../text/units.ts";

type StatementCells = Readonly<{
  name: string;
  calls: string;
  mean: readonly [base: string, head: string, change: string];
  /** Latencies without a change: how far it is noise is not known. */
  p99: readonly [base: string, head: string];
}>;

const NOTHING = "–";

/** Text from outside in the name alone. */
export function partRows(parts: readonly StatementReport[] = []): readonly StatementCells[] {
  return parts.toSorted((a, b) => relativeMove(b) - relativeMove(a)).map(statementCells);
}

/** The same of parts that have an order of their own. */
export function stageRows(stages: readonly StatementReport[] = []): readonly StatementCells[] {
  return stages.map(statementCells);
}

const MOVED_MOST = 3;
/** Less explains no regression. */
const MOVED_LEAST = Math.log(1.1);

/** Statements of a workload whose mean is shown to have changed by more than a tenth, and those that only one arm has, most first. */
export function movedStatements({
  statements = [],
}: WorkloadReport): readonly Readonly<{ name: string; means: string }>[] {
  // Where nothing of an arm was measured, that it lacks a statement says nothing.
  const isMeasured = {
    base: statements.some(({ base }) => base !== null),
    head: statements.some(({ head }) => head !== null),
  };
  return statements
    .filter(({ base, head, interval }) => {
      if (base === null || head === null) return isMeasured.base && isMeasured.head;
      return isEvidence(interval);
    })
    .filter((statement) => relativeMove(statement) > MOVED_LEAST)
    .toSorted((a, b) => relativeMove(b) - relativeMove(a))
    .slice(0, MOVED_MOST)
    .map((statement) => {
      const [base, head, change] = statementCells(statement).mean;
      if (statement.base === null) return { name: statement.name, means: `${head} (only in head)` };
      if (statement.head === null) return { name: statement.name, means: `${base} (only in base)` };
      return { name: statement.name, means: `${base} → ${head} (${change})` };
    });
}

/** Distance that the mean moved, on the log scale that slower and faster share; what only one arm has comes first. */
function relativeMove({ base, head }: StatementReport): number {
  const ratio = Math.abs(Math.log((head?.meanNs ?? 0) / (base?.meanNs ?? 0)));
  return Number.isNaN(ratio) ? 0 : Math.min(ratio, Number.MAX_VALUE);
}

function statementCells({ name, base, head, interval }: StatementReport): StatementCells {
  const tail = pair("p99", base?.p99Ns ?? null, head?.p99Ns ?? null);
  return {
    name,
    calls: formatCount(head?.calls ?? 0),
    mean: withEvidence(pair("mean", base?.meanNs ?? null, head?.meanNs ?? null), interval),
    p99: [tail[0], tail[1]],
  };
}

/** No change without evidence of one; where an arm has no figures there is none to show. */
function withEvidence(
  [base, head, change]: StatementTexts,
  interval: StatementReport["interval"],
): StatementTexts {
  return [base, head, change === NOTHING || isEvidence(interval) ? change : "~"];
}

function isEvidence(interval: StatementReport["interval"]): boolean {
  return interval !== null && (interval.low > 0 || interval.high < 0);
}

type StatementTexts = [base: string, head: string, change: string];

function pair(metric: "mean" | "p99", base: number | null, head: number | null): StatementTexts {
  const [first = NOTHING, second = NOTHING] = formatMetrics(metric, [base ?? 0, head ?? 0]);
  const change = base === null || head === null || base <= 0 ? NOTHING : formatChange(head / base - 1);
  return [base === null ? NOTHING : first, head === null ? NOTHING : second, change];
}
