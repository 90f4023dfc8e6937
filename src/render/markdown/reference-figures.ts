/** What published tables say of a workload, from a run; numbers as such tables print them. */
import { hostsOf } from "../../compare/hosts.ts";
import type { MetricId } from "../../model/metric.ts";
import type { OptionValue, Run, Session, WorkloadRun } from "../../model/run.ts";
import { runValues, sessionValues } from "../../samples/values.ts";
import { mean } from "../../stats/summary.ts";

/** Rates per second (tpmC: per minute), latencies in nanoseconds; null: not measured. */
export type ReferenceRow = Readonly<{
  name: string;
  /** Of its run: tells apart runs of one workload at equal threads and nodes. */
  suite: string;
  workload: string;
  options: Readonly<Record<string, OptionValue>>;
  value: (metric: MetricId) => number | null;
  /** Transactions per second of each session that has any. */
  rates: readonly number[];
  /** Failed attempts. */
  errorsPerSecond: number | null;
  minNs: number | null;
  maxNs: number | null;
  /** CPU time of the server's processes per second, 1 is one CPU; of several nodes that told of it, their mean. */
  cpu: number | null;
  /** Servers that the connections were spread over. */
  nodes: number | null;
  /** Client machines. */
  machines: number;
  /** Of tables and indexes together; null: nobody looked. */
  dataBytes: number | null;
  /** Share of the events of each host; CPUs in use on a node, 1 is one CPU. */
  hosts: readonly Readonly<{ host: string; share: number | null; cpus: number | null }>[];
}>;

/** Rows that differ in the number of threads, nodes or client machines alone (and in what the load generator chose by it), or one that nothing is like. */
export type ReferenceGroup = Readonly<{ title: string; rows: readonly ReferenceRow[] }>;

export function referenceRows(run: Run): readonly ReferenceRow[] {
  return run.workloads
    .filter(({ sessions }) => sessions.length > 0)
    .map((workload) => ({
      ...rowOf(workload),
      suite: run.suite,
      dataBytes: dataBytesOf(run, workload.name),
    }));
}

function dataBytesOf({ observed }: Run, workload: string): number | null {
  const database = observed?.databases.find(({ workloads }) => workloads.includes(workload));
  return database === undefined ? null : database.sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

function rowOf({
  name,
  workload,
  options,
  sessions,
}: WorkloadRun): Omit<ReferenceRow, "suite" | "dataBytes"> {
  const values = runValues(sessions);
  const value = (metric: MetricId) => values[metric]?.value ?? null;
  const [tps, qps, failed, perStatement] = [
    value("tps"),
    value("qps"),
    value("failed-share"),
    value("server-cpu"),
  ];
  const told = sessions.filter(({ latency }) => latency.maxNs > 0 || latency.minNs > 0);
  const ends = (end: (session: Session) => number, choose: (...ends: number[]) => number) => {
    const known = told.map(end).filter((ns) => ns > 0);
    return known.length === 0 ? null : choose(...known);
  };
  const hosts = hostsOf([], sessions)?.head ?? [];
  const cpus = hosts.flatMap(({ cpu }) => cpu?.cpus ?? []);
  const reported = sessions.some((session) => session.reported !== undefined);
  return {
    name,
    workload,
    options,
    value,
    rates: sessions.map((session) => sessionValues(session).tps ?? 0).filter((rate) => rate > 0),
    errorsPerSecond: tps === null || failed === null || failed === 1 ? null : (tps * failed) / (1 - failed),
    minNs: ends(({ latency }) => latency.minNs, Math.min),
    maxNs: ends(({ latency }) => latency.maxNs, Math.max),
    cpu: cpus.length > 0 ? mean(cpus) : perSecond(qps, perStatement),
    nodes:
      numberOption(options, "nodes") ?? (reported && hosts.length === 0 ? null : Math.max(1, hosts.length)),
    machines: machinesOf(options),
    hosts: hosts.map(({ host, load, cpu }) => ({
      host,
      share: load?.share ?? null,
      cpus: cpu?.cpus ?? null,
    })),
  };
}

/** A table of others counts them as "workers"; the load generator's own option of that name counts its threads, and 0 leaves them to it. */
function machinesOf(options: ReferenceRow["options"]): number {
  const imported = numberOption(options, "concurrency") !== null;
  return numberOption(options, "shards") ?? (imported ? numberOption(options, "workers") : null) ?? 1;
}

function perSecond(qps: number | null, cpuNs: number | null): number | null {
  return qps === null || cpuNs === null ? null : (qps * cpuNs) / 1e9;
}

export function numberOption(options: ReferenceRow["options"], name: string): number | null {
  const value = options[name];
  return typeof value === "number" ? value : null;
}

export function referenceGroups(rows: readonly ReferenceRow[]): readonly ReferenceGroup[] {
  const groups = new Map<string, ReferenceRow[]>();
  for (const row of rows) {
    // Where the threads run is chosen in each run: "auto" is recorded as what became of it.
    const { threads, placement: _, nodes: __, shards: ___, ...others } = row.options;
    const like = threads === undefined ? row.name : JSON.stringify([titleOf(row.workload), others]);
    groups.set(like, [...(groups.get(like) ?? []), row]);
  }
  const all = [...groups.values()];
  return all.map((own) => {
    const [{ workload, name }] = own as [ReferenceRow];
    const alone = all.filter(([first]) => titleOf(first!.workload) === titleOf(workload)).length === 1;
    return { title: alone ? titleOf(workload) : name, rows: own };
  });
}

/** Without what sets the rows of an imported table apart: "25 threads, Test on Pod". */
function titleOf(workload: string): string {
  return workload.replace(/^\d+ threads(?:, |$)/, "") || "Results";
}

const NOT_MEASURED = "–";

/** Two decimals, and four digits at least of what is small. */
export function figure(value: number | null): string {
  if (value === null) return NOT_MEASURED;
  const digits = value === 0 ? 2 : Math.min(12, Math.max(2, 3 - Math.floor(Math.log10(Math.abs(value)))));
  const text = value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return text === "-0.00" ? "0.00" : text;
}

export function milliseconds(ns: number | null): string {
  return figure(ns === null ? null : ns / 1e6);
}

export function percent(share: number | null): string {
  return share === null ? NOT_MEASURED : `${(100 * share).toFixed(2)}%`;
}

/** "1.51x" */
export function times(factor: number | null): string {
  return factor === null ? NOT_MEASURED : `${factor.toFixed(2)}x`;
}

export function whole(value: number | null): string {
  return value === null ? NOT_MEASURED : value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
