/** Whole checks -> rows of tables.md, below the heads of its columns. */
import type { MetricId } from "../../src/model/metric.ts";
import type { Report } from "../../src/model/report.ts";
import { mean, median, sorted } from "../../src/stats/summary.ts";
import type { Variant } from "./variants.ts";
import { wilson } from "./wilson.ts";

export type LiveCheck = Readonly<{
  report: Report;
  /** CPUs of the machine that were busy right before. */
  busy: number;
  /** Of wall time, builds and starts of servers included. */
  seconds: number;
}>;

/** What the product reports of a slowed workload, in this order. */
const SHOWN: readonly MetricId[] = ["qps", "server-cpu", "p99"];

export type LiveSeries = Readonly<{
  variant: Variant;
  neighbours: number;
  /** At least one. */
  checks: readonly LiveCheck[];
}>;

/** A table with a row for each series; at least one. */
export function liveTable(all: readonly LiveSeries[]): string {
  const rows = all.map(columnsOf);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const heads = rows[0]!.map(([head]) => head);
  return [heads, heads.map(() => "---"), ...rows.map((row) => row.map(([, cell]) => cell))]
    .map(line)
    .join("\n");
}

type Column = readonly [head: string, cell: string];

function columnsOf({ variant: { name, what, slows }, neighbours, checks }: LiveSeries): readonly Column[] {
  const isEqual = name === "same";
  const isSlow = (workload: string) => !isEqual && (slows?.includes(workload) ?? true);
  const share = (is: (check: LiveCheck) => boolean) => shareText(checks.filter(is).length, checks.length);
  const flags = (check: LiveCheck, of: (workload: string) => boolean) => regressed(check).some(of);
  const minutes = mean(checks.map(({ seconds }) => seconds / 60));
  return [
    ["head differs by", what],
    ["beside it", neighboursText(neighbours, checks)],
    ["checks", String(checks.length)],
    ["found", isEqual ? "" : share((check) => flags(check, isSlow))],
    ["flagged what is not there", share((check) => flags(check, (workload) => !isSlow(workload)))],
    ["green", share(({ report }) => report.verdict === "unchanged" || report.verdict === "improved")],
    ["inconclusive", share(({ report }) => report.verdict === "inconclusive")],
    ["shown there: QPS, server CPU, p99", isEqual ? "" : effectsText(checks, isSlow)],
    ["minutes", minutes.toFixed(1)],
  ];
}

function regressed({ report }: LiveCheck): readonly string[] {
  return report.workloads
    .flatMap(({ changes }) => changes)
    .filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed")
    .map(({ workload }) => workload);
}

/** The middle of all checks and slowed workloads, in per cent. */
function effectsText(checks: readonly LiveCheck[], isSlow: (workload: string) => boolean): string {
  const changes = checks.flatMap(({ report }) => report.workloads.flatMap((workload) => workload.changes));
  return SHOWN.map((metric) => {
    const effects = changes.flatMap((change) =>
      change.metric === metric && isSlow(change.workload) && change.effect !== null ? [change.effect] : [],
    );
    if (effects.length === 0) return "-";
    const middle = 100 * median(sorted(effects));
    return `${middle > 0 ? "+" : ""}${middle.toFixed(1)} %`;
  }).join(", ");
}

function neighboursText(neighbours: number, checks: readonly LiveCheck[]): string {
  const busy = checks.map((check) => check.busy);
  const range = `${Math.min(...busy).toFixed(1)} to ${Math.max(...busy).toFixed(1)} CPUs busy before each`;
  if (neighbours === 0) return `nothing of ours; ${range}`;
  const who = neighbours === 1 ? "1 neighbour that computes" : `${neighbours} neighbours that compute`;
  return `${who} for half of the time; ${range}`;
}

function shareText(hits: number, of: number): string {
  const { low, high } = wilson(hits, of);
  return `${hits} of ${of} (${(100 * low).toFixed(0)} .. ${(100 * high).toFixed(0)} %)`;
}
