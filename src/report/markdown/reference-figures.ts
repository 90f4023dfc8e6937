/** Figures of a run that published tables show of a workload; numbers are printed as in such tables. */
import { hostsOf } from "../../analysis/breakdown/hosts.ts";
import { runValues, sessionValues } from "../../analysis/samples/values.ts";
import type { HostReport } from "../../model/hosts.ts";
import type { MetricId } from "../../model/metric.ts";
import type { OptionValue, PublishedFigure, Run, Session, WorkloadRun } from "../../model/run.ts";
import { mean } from "../../stats/summary.ts";

/** Rates per second (tpmC: per minute), latencies in nanoseconds; null: not measured. */
export type ReferenceRow = Readonly<{
  name: string;
  /** Suite of its run: tells apart runs of one workload at equal threads and nodes. */
  suite: string;
  workload: string;
  options: Readonly<Record<string, OptionValue>>;
  value: (metric: MetricId) => number | null;
  /** Transactions per second of each session that has any. */
  rates: readonly number[];
  /** Failed attempts, those that were made again included: what sysbench calls ignored errors. */
  errorsPerSecond: number | null;
  minNs: number | null;
  maxNs: number | null;
  /** CPUs that the server used (1 is one CPU); of several nodes, the mean. Null unless it is known of each node. */
  cpu: number | null;
  /** The same as a share of all CPUs of a node. */
  cpuShare: number | null;
  /** Servers that the connections were spread over. */
  nodes: number | null;
  /** Client machines. */
  machines: number;
  /** Size of tables and indexes together; null: not measured. */
  dataBytes: number | null;
  /** Number of rows that a published table states; null: the run is not from one, or it states none. */
  publishedRows: number | null;
  /** Share of the events of each host; CPUs in use on its node, 1 is one CPU, and their share of all that the node has. */
  hosts: readonly Readonly<{
    host: string;
    share: number | null;
    cpu: number | null;
    cpuShare: number | null;
  }>[];
}>;

export function referenceRows(run: Run): readonly ReferenceRow[] {
  return run.workloads
    .filter(({ sessions }) => sessions.length > 0)
    .map((workload) => ({
      ...rowOf(workload, run.environment.cpuCount),
      suite: run.suite,
      dataBytes: published(workload.sessions, "data-bytes") ?? dataBytesOf(run, workload.name),
    }));
}

function dataBytesOf({ observed }: Run, workload: string): number | null {
  const database = observed?.databases.find(({ workloads }) => workloads.includes(workload));
  return database === undefined ? null : database.sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The mean over the sessions that have it. */
function published(sessions: readonly Session[], figure: PublishedFigure): number | null {
  return meanOfKnown(sessions.map(({ reported }) => reported?.[figure] ?? null));
}

function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

/** @param machineCpus CPUs of the machine that ran the load and one server; 0 if not known */
function rowOf(
  { name, workload, options, sessions }: WorkloadRun,
  machineCpus: number,
): Omit<ReferenceRow, "suite" | "dataBytes"> {
  const values = runValues(sessions);
  const value = (metric: MetricId) => values[metric]?.value ?? null;
  const timed = sessions.filter(({ latency }) => latency.maxNs > 0 || latency.minNs > 0);
  const ends = (end: (session: Session) => number, choose: (...ends: number[]) => number) => {
    const known = timed.map(end).filter((ns) => ns > 0);
    return known.length === 0 ? null : choose(...known);
  };
  const hosts = hostsOf([], sessions)?.head ?? [];
  const nodes = numberOption(options, "nodes") ?? nodeCount(sessions, hosts);
  return {
    name,
    workload,
    options,
    value,
    rates: sessions.map((session) => sessionValues(session).tps ?? 0).filter((rate) => rate > 0),
    errorsPerSecond: errorsPerSecond(sessions, value("tps"), value("failed-share")),
    minNs: ends(({ latency }) => latency.minNs, Math.min),
    maxNs: ends(({ latency }) => latency.maxNs, Math.max),
    ...cpuFigures(hosts, nodes, cpusUsed(value("qps"), value("server-cpu")), machineCpus),
    nodes,
    machines: loadMachines(options),
    publishedRows: published(sessions, "rows"),
    hosts: hosts.map(({ host, load, cpu }) => ({
      host,
      share: load?.share ?? null,
      cpu: cpu?.cpus ?? null,
      cpuShare: cpu?.share ?? null,
    })),
  };
}

/** Hosts of the URL; behind one of them, nodes that told of their CPU. */
function nodeCount(sessions: readonly Session[], hosts: readonly HostReport[]): number | null {
  if (hosts.length === 0) return sessions.some(({ reported }) => reported !== undefined) ? null : 1;
  return hosts.filter(({ load }) => load !== undefined).length || hosts.length;
}

/** CPUs that the nodes reported; for a single server without such reports, what its processes used. */
function cpuFigures(
  hosts: readonly HostReport[],
  nodes: number | null,
  ofServer: number | null,
  machineCpus: number,
): Pick<ReferenceRow, "cpu" | "cpuShare"> {
  const known = hosts.flatMap(({ cpu }) => cpu ?? []);
  if (known.length > 0) {
    return {
      cpu: meanOfKnown(known.map(({ cpus }) => cpus)),
      cpuShare: meanOfKnown(known.map(({ share }) => share)),
    };
  }
  // With several nodes, this machine would show only those that run here: their sum is no value of one node.
  const cpu = (nodes ?? 1) > 1 ? null : ofServer;
  return { cpu, cpuShare: cpu === null || machineCpus === 0 ? null : cpu / machineCpus };
}

/** Rate of failed attempts; for another tool's figures that count no attempts, it follows from the share of failed events. */
function errorsPerSecond(
  sessions: readonly Session[],
  tps: number | null,
  failed: number | null,
): number | null {
  const own = published(sessions, "errors");
  if (own !== null) return own;
  const attempts = sessions.reduce((sum, { retries, failedEvents }) => sum + retries + failedEvents, 0);
  const seconds = sessions.reduce((sum, { durationNs }) => sum + durationNs, 0) / 1e9;
  const isCounted = attempts > 0 || sessions.every(({ reported }) => reported === undefined);
  if (isCounted && seconds > 0) return attempts / seconds;
  return tps === null || failed === null || failed === 1 ? null : (tps * failed) / (1 - failed);
}

/** A table of others counts them as "workers"; the load generator's own option of that name counts its threads, and 0 leaves them to it. */
function loadMachines(options: ReferenceRow["options"]): number {
  const imported = numberOption(options, "concurrency") !== null;
  return numberOption(options, "shards") ?? (imported ? numberOption(options, "workers") : null) ?? 1;
}

function cpusUsed(qps: number | null, cpuNs: number | null): number | null {
  return qps === null || cpuNs === null ? null : (qps * cpuNs) / 1e9;
}

export function numberOption(options: ReferenceRow["options"], name: string): number | null {
  const value = options[name];
  return typeof value === "number" ? value : null;
}
