/**
 * A recording: what sessions of base and head measured, without what the rules do not look at. Small enough to be kept with the
 * sources (about 1 kB for a workload in a session, compressed).
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { sessionValues } from "../../src/analysis/samples/values.ts";
import type { MetricId } from "../../src/model/metric.ts";
import type { Pair, Run, WorkloadRun } from "../../src/model/run.ts";

export const RECORDED_METRICS = [
  "qps",
  "server-cpu",
  "mean",
  "p50",
  "p95",
  "p99",
] as const satisfies readonly MetricId[];

export type RecordedArm = Readonly<{
  /** One value for each session, in the metric's unit; null where it has none. */
  values: Readonly<Record<(typeof RECORDED_METRICS)[number], readonly (number | null)[]>>;
  /** Successful events of each session. */
  events: readonly number[];
  /** Of each session its slices, as columns. */
  slices: Readonly<{ events: readonly (readonly number[])[]; durationUs: readonly (readonly number[])[] }>;
}>;

export type Recording = Readonly<{
  schema: "plumbline.recording/1";
  /** What head has that base has not; "same": nothing. */
  variant: string;
  recordedAt: string;
  machine: Readonly<{ cpuModel: string; cpuCount: number; memoryBytes: number; kernel: string }>;
  database: string;
  generator: string;
  plan: Readonly<{ seconds: number; warmupSeconds: number; sliceMs: number | "auto" }>;
  workloads: readonly Readonly<{
    name: string;
    workload: string;
    options: WorkloadRun["options"];
    base: RecordedArm;
    head: RecordedArm;
  }>[];
}>;

export function recordingOf(variant: string, { base, head }: Pair): Recording {
  const { cpuModel, cpuCount, memoryBytes, kernel, database, databaseVersion } = base.environment;
  const { seconds, warmupSeconds, sliceMs } = base.plan;
  return {
    schema: "plumbline.recording/1",
    variant,
    recordedAt: base.startedAt,
    machine: { cpuModel, cpuCount, memoryBytes, kernel },
    database: `${database} ${databaseVersion}`,
    generator: `${base.generator.version} ${base.generator.profile}`,
    plan: { seconds, warmupSeconds, sliceMs },
    workloads: base.workloads.map(({ name, workload, options }) => ({
      name,
      workload,
      options,
      base: armOf(base, name),
      head: armOf(head, name),
    })),
  };
}

function armOf(run: Run, name: string): RecordedArm {
  const sessions = run.workloads.find((workload) => workload.name === name)?.sessions ?? [];
  const values = sessions.map(sessionValues);
  const columns = RECORDED_METRICS.map((metric) => [metric, values.map((each) => rounded(each[metric]))]);
  return {
    values: Object.fromEntries(columns) as RecordedArm["values"],
    events: sessions.map(({ events }) => events),
    slices: {
      events: sessions.map(({ slices }) => slices.events),
      durationUs: sessions.map(({ slices }) => slices.durationNs.map((ns) => Math.round(ns / 1000))),
    },
  };
}

/** Six digits are a thousandth of the least noise. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(6));
}

export function packRecording(recording: Recording): Buffer {
  return gzipSync(JSON.stringify(recording), { level: 9 });
}

/** @param name of the file, for errors */
export function unpackRecording(bytes: Buffer, name: string): Recording {
  const recording = JSON.parse(gunzipSync(bytes).toString("utf8")) as Recording;
  if (recording.schema !== "plumbline.recording/1")
    throw new Error(`${name} is no recording of this version`);
  return recording;
}
