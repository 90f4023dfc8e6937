/** The table of several hosts: what each brought, arm by arm. */
import type { HostReport, HostReports } from "../../model/hosts.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatMetrics, formatNumber, formatPercent, NBSP } from "../../text/units.ts";
import { left, right, type Table } from "./table.ts";

const NOTHING = "–";
/** Characters of a host; a terminal shows fewer. */
export const HOST_MOST = 120;

/** Null where no arm has several hosts. Latencies of both arms are in one unit. */
export function hostTable(hosts: HostReports | undefined): Table | null {
  if (hosts === undefined) return null;
  const both = hosts.base.length > 0 && hosts.head.length > 0;
  const listed = [
    ...hosts.base.map((own) => ({ arm: "base", own })),
    ...hosts.head.map((own) => ({ arm: "head", own })),
  ];
  const of = listed.map(({ own }) => own);
  const [means, tails] = [
    latencies(
      "mean",
      of.map(({ load }) => load?.meanNs ?? null),
    ),
    latencies(
      "p99",
      of.map(({ load }) => load?.p99Ns ?? null),
    ),
  ];
  const hasCpu = of.some(({ cpu }) => cpu !== undefined);
  return {
    columns: [
      left("host"),
      ...["connections", "share of events", "mean", "p99", "failed attempts"].map(right),
      ...(hasCpu ? [right("CPU of the node")] : []),
    ],
    rows: listed.map(({ arm, own }, i) => [
      plainLine(both ? `${arm}: ${hostText(own)}` : hostText(own), HOST_MOST),
      connectionsText(own),
      own.load?.share == null ? NOTHING : formatPercent(own.load.share),
      means[i]!,
      tails[i]!,
      failedText(own),
      ...(hasCpu ? [cpuText(own)] : []),
    ]),
  };
}

function hostText({ host, node }: HostReport): string {
  return node === undefined ? host : `${host} (node ${node}, by order)`;
}

function latencies(metric: "mean" | "p99", values: readonly (number | null)[]): readonly string[] {
  const texts = formatMetrics(
    metric,
    values.map((value) => value ?? 0),
  );
  return values.map((value, i) => (value === null ? NOTHING : texts[i]!));
}

/** A mean over sessions is seldom no whole number. */
function connectionsText({ load }: HostReport): string {
  if (load === undefined) return NOTHING;
  return Number.isInteger(load.connections) ? formatCount(load.connections) : formatNumber(load.connections);
}

function failedText({ load }: HostReport): string {
  if (load === undefined || load.events + load.errors === 0) return NOTHING;
  return formatPercent(load.errors / (load.events + load.errors));
}

/** "1.52 CPUs (38 %)", or the one that is known. */
function cpuText({ cpu }: HostReport): string {
  if (cpu === undefined) return NOTHING;
  const [cpus, share] = [
    cpu.cpus === null ? null : `${formatNumber(cpu.cpus)}${NBSP}CPUs`,
    cpu.share === null ? null : formatPercent(cpu.share),
  ];
  return cpus !== null && share !== null ? `${cpus} (${share})` : (cpus ?? share ?? NOTHING);
}
