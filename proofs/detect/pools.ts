/** Pools from recordings of this project, and from public data sets where a folder of them is given. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { MetricId } from "../../src/model/metric.ts";
import { grouped } from "./grouped.ts";
import type { Column, Pool } from "./pool.ts";
import { RECORDED_METRICS, type Recording, unpackRecording } from "./recording.ts";
import { VARIANTS } from "./variants.ts";

/** Pools of one variant, one for each way of measuring; the largest first. */
export function recordedPools(folder: string, variant: string, look: number): readonly Pool[] {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.startsWith(`${variant}-`) && file.endsWith(".json.gz"))
    : [];
  const recordings = files
    .map((file) => unpackRecording(readFileSync(path.join(folder, file)), file))
    .toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1));
  const alike = grouped(recordings, mannerOf);
  return alike.map((group) => poolOf(group, look)).toSorted((a, b) => b.sessions - a.sessions);
}

/** What recordings of one pool have in common. */
function mannerOf({ machine, database, plan, workloads }: Recording): string {
  const what = workloads.map(({ name, workload, options }) => [
    name,
    workload,
    options["threads"],
    options["table-size"],
  ]);
  return JSON.stringify([machine.cpuModel, machine.cpuCount, database, plan, what]);
}

function poolOf(recordings: readonly Recording[], look: number): Pool {
  const [first] = recordings as [Recording];
  const { variant, plan, machine, database } = first;
  const columns = first.workloads.flatMap(({ name }) =>
    RECORDED_METRICS.map((metric) => ({
      workload: name,
      metric,
      base: joined(recordings, name, "base", metric),
      head: joined(recordings, name, "head", metric),
    })),
  );
  const sessions = columns[0]!.base.length;
  return {
    name: variant,
    what: `${VARIANTS.find((each) => each.name === variant)?.what ?? variant}; ${sessions} sessions of ${first.workloads.length} workloads for ${plan.seconds} s in slices of ${plan.sliceMs} ms, ${database}, ${machine.cpuCount} CPUs`,
    sessions,
    columns: columns.filter(({ base, head }) => [...base, ...head].every((value) => value > 0)),
    look,
    minutes: plan.seconds / 60,
    order: "together",
  };
}

function joined(
  recordings: readonly Recording[],
  workload: string,
  arm: "base" | "head",
  metric: (typeof RECORDED_METRICS)[number],
): readonly number[] {
  return recordings.flatMap(({ workloads }) =>
    workloads.find(({ name }) => name === workload)![arm].values[metric].map((value) => value ?? 0),
  );
}

/** Eight benchmarks are one suite of eight workloads with one gate each. */
const GO_SUITE = 8;
const GO_LEAST_SAMPLES = 24;

/**
 * golang/perf's benchseries data: fresh processes of one Go 1.17 binary, day after day on a dedicated machine. Neighbouring samples of
 * a day are a pair; the benchmarks of a day are cut into suites.
 * @param texts the day's files in Go's benchmark format, by name
 */
export function goPools(texts: ReadonlyMap<string, string>, look: number): readonly Pool[] {
  return [...texts]
    .filter(([name]) => name.includes("Go1.17"))
    .flatMap(([name, text]) => {
      const samples = [...goSamples(text)].filter(([, values]) => values.length >= GO_LEAST_SAMPLES);
      const suites = Array.from({ length: Math.floor(samples.length / GO_SUITE) }, (_, i) =>
        samples.slice(i * GO_SUITE, (i + 1) * GO_SUITE),
      );
      return suites.map((suite, i): Pool => {
        const sessions = Math.min(...suite.map(([, values]) => values.length >> 1));
        return {
          name: `${name} ${i}`,
          what: "Go benchmarks, the same binary twice",
          sessions,
          look: Math.min(look, sessions >> 1),
          minutes: 2 / 60,
          order: "in-turn",
          columns: suite.map(
            ([workload, values]): Column => ({
              workload,
              metric: "mean",
              base: values.filter((_, at) => at % 2 === 0).slice(0, sessions),
              head: values.filter((_, at) => at % 2 === 1).slice(0, sessions),
            }),
          ),
        };
      });
    });
}

export function goSamples(text: string): ReadonlyMap<string, readonly number[]> {
  const samples = new Map<string, number[]>();
  for (const [, name, value] of text.matchAll(/^(Benchmark\S+)\s+\d+\s+(\d[\d.e+]*) ns\/op/gm)) {
    const known = samples.get(name!);
    if (known === undefined) samples.set(name!, [Number(value)]);
    else known.push(Number(value));
  }
  return samples;
}

const ROCKSDB_METRICS: Readonly<Record<string, MetricId>> = { ops_sec: "qps", p99: "p99" };

export type Observation = Readonly<{
  test: string;
  metric: string;
  commit: string;
  epoch: number;
  value: number;
}>;

/** nyrkio's RocksDB builds on CircleCI: 99 builds of 11 commits. */
export function rocksdbObservations(csv: string): readonly Observation[] {
  const [head, ...lines] = csv.trim().split(/\r?\n/);
  const names = head!.split(",");
  const at = (name: string) => names.indexOf(name);
  const [test, metric, commit, epoch, value] = [
    "test",
    "metric_corrected",
    "commit",
    "build_epoch",
    "value",
  ].map(at);
  return lines.map((line) => {
    const fields = line.split(",");
    return {
      test: fields[test!]!,
      metric: fields[metric!]!,
      commit: fields[commit!]!,
      epoch: Number(fields[epoch!]),
      value: Number(fields[value!]),
    };
  });
}

/** Builds of the commit that was built most often; neighbouring builds are a pair. */
export function rocksdbPool(observations: readonly Observation[], look: number): Pool {
  const builds = grouped(observations, ({ commit }) => commit);
  const [{ commit }] = builds.toSorted((a, b) => b.length - a.length)[0]! as [Observation];
  const own = observations.filter((each) => each.commit === commit && each.metric in ROCKSDB_METRICS);
  const series = grouped(own, ({ test, metric }) => `${test} ${metric}`);
  const columns = series
    .map((all) => all.toSorted((a, b) => a.epoch - b.epoch))
    .filter((all) => all.every(({ value }) => value > 0))
    .map(
      (all): Column => ({
        workload: all[0]!.test,
        metric: ROCKSDB_METRICS[all[0]!.metric]!,
        base: all.filter((_, at) => at % 2 === 0).map(({ value }) => value),
        head: all.filter((_, at) => at % 2 === 1).map(({ value }) => value),
      }),
    );
  const sessions = Math.min(...columns.map(({ base, head }) => Math.min(base.length, head.length)));
  return {
    name: "rocksdb",
    what: `RocksDB's db_bench, ${2 * sessions} builds of one commit in a public CI, one after the other`,
    sessions,
    columns,
    look: Math.min(look, sessions >> 1),
    minutes: 1,
    order: "in-turn",
  };
}

/** The files of a tar archive (POSIX ustar), by name. */
export function untar(archive: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(archive.toString("ascii", at + 124, at + 136), 8);
    files.set(name, archive.toString("utf8", at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

export function readGzip(file: string): Buffer {
  return gunzipSync(readFileSync(file));
}
