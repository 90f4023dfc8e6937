/** A run of figures that another tool measured: one session, with the figures that were reported, and a word on the others. */
import { createHash } from "node:crypto";
import { emptyHistogram, encodeHistogram } from "../../analysis/samples/histogram.ts";
import { fingerprintOf } from "../../analysis/verdict/fingerprint.ts";
import type { Commit } from "../../model/document.ts";
import type { Environment, Run, Session, WorkloadRun } from "../../model/run.ts";
import type { Figures, ImportedMeasurement } from "./figures.ts";

export type ImportLabels = Readonly<{
  suite: string;
  /** Names the workload where the text does not, or where it has but one. */
  workload?: string;
  commit: Commit;
  repository: string | null;
  /** ISO 8601: when it was measured, where the text does not say. */
  at: string;
}>;

const MODE = "history";

/**
 * The same text under the same labels is the same run, so that it can be taken in twice.
 * @param measurement what the text says of its commit and suite goes before the labels
 */
export function importedRun(measurement: ImportedMeasurement, labels: ImportLabels): Run {
  const { tool, lacks, figures, system } = measurement;
  const environment = system === undefined ? UNKNOWN : { ...UNKNOWN, database: system };
  const suite = measurement.suite ?? labels.suite;
  const commit: Commit =
    measurement.commit === undefined
      ? labels.commit
      : { ...measurement.commit, branch: labels.commit.branch, dirty: false };
  const workloads = figures.map((each) =>
    workloadRun(each, figures.length === 1 ? labels.workload : undefined),
  );
  const seconds = Math.max(0, ...figures.map(({ durationNs }) => durationNs / 1e9));
  const generator = { version: tool, profile: "imported", libpq: 0 };
  const at = measurement.commit?.time ?? labels.at;
  const id = uuidOf(
    JSON.stringify([
      tool,
      figures,
      suite,
      commit.sha,
      labels.repository,
      at,
      ...(system === undefined ? [] : [system]),
    ]),
  );
  return {
    schema: "plumbline.run/1",
    id,
    measurement: { id: uuidOf(id), mode: MODE, arm: "head" },
    suite,
    commit,
    origin: { repository: labels.repository, runUrl: null, attempt: null, pullRequest: null },
    startedAt: at,
    finishedAt: at,
    environment,
    fingerprint: fingerprintOf({ environment, generator, workloads, mode: MODE, seconds }),
    generator,
    plan: { sessions: 1, looks: 1, seconds, warmupSeconds: 0, sliceMs: Math.max(1, seconds * 1000), seed: 0 },
    workloads,
    warnings: [
      {
        code: "imported",
        message: `these are figures of ${tool}: it lacks ${lacks.join(", ")}`,
        remedy: "show them in the history; for a verdict measure both sides with `plumbline check`",
      },
    ],
  };
}

const UNKNOWN: Environment = {
  cpuModel: "unknown",
  cpuCount: 0,
  memoryBytes: 0,
  kernel: "unknown",
  runner: "",
  database: "unknown",
  databaseVersion: "unknown",
  dialect: "unknown",
  settings: {},
};

function workloadRun(figures: Figures, name: string | undefined): WorkloadRun {
  const workload = figures.workload ?? name ?? "imported";
  return { name: name ?? workload, workload, options: figures.options, sessions: [session(figures)] };
}

function session({ values, events, failed, retries = 0, durationNs, latency, histogram }: Figures): Session {
  const duration = Math.round(durationNs);
  const queries = Math.round(((values.qps ?? 0) * durationNs) / 1e9);
  return {
    index: 0,
    fresh: false,
    durationNs: duration,
    events: Math.round(events),
    queries: { read: 0, write: 0, other: queries },
    committedQueries: queries,
    failedEvents: failed,
    errorsBySqlstate: {},
    retries,
    reconnects: 0,
    latency: {
      count: Math.round(events),
      minNs: latency?.minNs ?? 0,
      maxNs: latency?.maxNs ?? 0,
      sumNs: latency?.sumNs ?? 0,
      histogram: histogram ?? encodeHistogram(emptyHistogram()),
    },
    reported: values,
    slices: { startNs: [0], durationNs: [duration], events: [Math.round(events)], queries: [queries] },
    serverCpuNs: null,
    client: { cpuShare: 0, stealShare: null, loadAverage: null },
  };
}

/** A version 8 UUID (RFC 9562): the first bits of a hash. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
