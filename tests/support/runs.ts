/**
 * Plausible runs for tests, repeatable by seed: the same recipe is the same run, byte for byte. Latencies are log-normal, sessions
 * differ by a few percent, counts agree with each other (slices add up to events, the histogram holds exactly the events).
 */
import { createHash } from "node:crypto";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import type { KindPart, Latency, Run, Session, SliceColumns, WorkloadRun } from "../../src/model/run.ts";

export type WorkloadRecipe = Readonly<{
  name: string;
  /** The load generator's workload; the name in snake case by default. */
  workload?: string;
  /** Events per second of driven time, 1000 by default. */
  rate?: number;
  /** Median latency in nanoseconds, 1 ms by default. */
  medianNs?: number;
  options?: WorkloadRun["options"];
}>;

export type RunRecipe = Readonly<{
  seed?: number;
  sessions?: number;
  /** Driven time of one workload in one session, 2 s by default. */
  secondsPerSession?: number;
  /** Standard deviation of a session's log rate, .02 by default. */
  noise?: number;
  workloads?: readonly WorkloadRecipe[];
  /** Fields of the run that are not to be made up. */
  id?: string;
  suite?: string;
  fingerprint?: string;
  startedAt?: string;
  commit?: Partial<Run["commit"]>;
  measurement?: Partial<Run["measurement"]>;
  origin?: Partial<Run["origin"]>;
  environment?: Partial<Run["environment"]>;
  warnings?: Run["warnings"];
}>;

const DEFAULT_WORKLOADS: readonly WorkloadRecipe[] = [
  { name: "point-select", workload: "oltp_point_select" },
  { name: "read-write", workload: "oltp_read_write", rate: 120, medianNs: 8_000_000 },
];
const SLICE_NS = 100_000_000;
const ERA = Date.parse("2026-01-01T00:00:00.000Z");

/** Runs that were made, by their recipes: most tests of a room ask for the same few, and to draw a million latencies takes a second. */
const made = new Map<string, Run>();
const MOST_KEPT = 40;

/** A valid run: made up from the seed, save for what the recipe says. Others may have the same one, so it is frozen. */
export function makeRun(recipe: RunRecipe = {}): Run {
  const key = JSON.stringify(recipe);
  const run = made.get(key) ?? frozen(drawRun(recipe));
  made.delete(key);
  made.set(key, run);
  if (made.size > MOST_KEPT) made.delete(made.keys().next().value!);
  return run;
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) frozen(part);
  return Object.freeze(value);
}

function drawRun(recipe: RunRecipe): Run {
  const seed = recipe.seed ?? 1;
  const random = new Random(seed);
  const sessions = recipe.sessions ?? 4;
  const seconds = recipe.secondsPerSession ?? 2;
  const startedAt = recipe.startedAt ?? new Date(ERA + seed * 3_600_000).toISOString();
  const workloads = (recipe.workloads ?? DEFAULT_WORKLOADS).map((workload) =>
    makeWorkload(workload, sessions, seconds, recipe.noise ?? 0.02, random),
  );
  const run: Run = {
    schema: "plumbline.run/1",
    id: recipe.id ?? uuidOf(`run ${seed}`),
    measurement: {
      id: uuidOf(`measurement ${seed}`),
      mode: "history",
      arm: "head",
      ...recipe.measurement,
    },
    suite: recipe.suite ?? "oltp",
    commit: {
      sha: hash("sha1", `commit ${seed}`),
      branch: "main",
      time: new Date(Date.parse(startedAt) - 600_000).toISOString(),
      subject: `planner: change number ${seed}`,
      dirty: false,
      ...recipe.commit,
    },
    origin: {
      repository: "acme/db",
      runUrl: `https://github.com/acme/db/actions/runs/${seed}`,
      attempt: 1,
      pullRequest: null,
      ...recipe.origin,
    },
    startedAt,
    finishedAt: new Date(Date.parse(startedAt) + sessions * seconds * workloads.length * 1_000).toISOString(),
    environment: {
      cpuModel: "Test CPU @ 2.00GHz",
      cpuCount: 2,
      memoryBytes: 8_589_934_592,
      kernel: "6.1.0-test",
      runner: "",
      database: "postgres",
      databaseVersion: "15.18",
      dialect: "postgres",
      settings: { shared_buffers: "128MB" },
      ...recipe.environment,
    },
    fingerprint: recipe.fingerprint ?? hash("sha256", "the usual machine"),
    generator: { version: "0.1.0", profile: "release", libpq: 150018 },
    plan: { sessions, looks: 1, seconds, warmupSeconds: 0.5, sliceMs: SLICE_NS / 1e6, seed },
    workloads,
    warnings: recipe.warnings ?? [],
  };
  return run;
}

/** The two runs of one side-by-side measurement; `change` is head's log ratio of rates (-.1 is a tenth slower). */
export function makePair(recipe: RunRecipe = {}, change = 0): readonly [base: Run, head: Run] {
  const seed = recipe.seed ?? 1;
  const measurement = { id: uuidOf(`pair ${seed}`), mode: "side-by-side" } as const;
  const slower = (recipe.workloads ?? DEFAULT_WORKLOADS).map((workload) => ({
    ...workload,
    rate: (workload.rate ?? 1_000) * Math.exp(change),
    medianNs: (workload.medianNs ?? 1_000_000) * Math.exp(-change),
  }));
  const base = makeRun({ ...recipe, seed: seed * 2, measurement: { ...measurement, arm: "base" } });
  const head = makeRun({
    ...recipe,
    seed: seed * 2 + 1,
    startedAt: base.startedAt,
    workloads: slower,
    measurement: { ...measurement, arm: "head" },
  });
  return [base, head];
}

function makeWorkload(
  recipe: WorkloadRecipe,
  sessions: number,
  seconds: number,
  noise: number,
  random: Random,
): WorkloadRun {
  return {
    name: recipe.name,
    workload: recipe.workload ?? recipe.name.replaceAll("-", "_"),
    options: { tables: 4, "table-size": 10_000, threads: 8, "rand-type": "uniform", ...recipe.options },
    sessions: Array.from({ length: sessions }, (_, index) =>
      makeSession(recipe, index, seconds, Math.exp(noise * random.normal()), random),
    ),
  };
}

function makeSession(
  recipe: WorkloadRecipe,
  index: number,
  seconds: number,
  speed: number,
  random: Random,
): Session {
  const rate = (recipe.rate ?? 1_000) * speed;
  const slices = makeSlices(rate, Math.round((seconds * 1e9) / SLICE_NS), random);
  const events = sum(slices.events);
  const queries = sum(slices.queries);
  return {
    index,
    fresh: true,
    durationNs: sum(slices.durationNs),
    events,
    queries: { read: queries, write: 0, other: 0 },
    committedQueries: queries,
    failedEvents: 0,
    errorsBySqlstate: {},
    retries: 0,
    reconnects: 0,
    latency: makeLatency(events, (recipe.medianNs ?? 1_000_000) / speed, random),
    slices,
    serverCpuNs: Math.round((queries * 60_000 * Math.exp(0.01 * random.normal())) / speed),
    client: { cpuShare: 0.2 + 0.1 * random.uniform(), stealShare: 0, loadAverage: 0.5 },
  };
}

function makeSlices(rate: number, count: number, random: Random): SliceColumns {
  const durationNs = Array.from({ length: count }, () =>
    Math.round(SLICE_NS * (0.9 + 0.2 * random.uniform())),
  );
  const events = durationNs.map((ns) => Math.round(((rate * ns) / 1e9) * Math.exp(0.05 * random.normal())));
  return {
    // The other arm, or a pause, lies between two slices.
    startNs: durationNs.map((_, i) => 2 * i * SLICE_NS),
    durationNs,
    events,
    queries: events,
  };
}

/** A kind of events with latencies about a median, repeatable by its seed. */
export function makeKind(name: string, count: number, medianNs: number, seed: number): KindPart {
  return { name, count, errors: 0, latency: makeLatency(count, medianNs, new Random(seed)) };
}

function makeLatency(count: number, medianNs: number, random: Random): Latency {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000_000,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });
  let minNs = 0;
  let maxNs = 0;
  let sumNs = 0;
  for (let i = 0; i < count; i++) {
    const ns = Math.max(1, Math.round(medianNs * Math.exp(0.4 * random.normal())));
    histogram.recordValue(ns);
    minNs = i === 0 ? ns : Math.min(minNs, ns);
    maxNs = Math.max(maxNs, ns);
    sumNs += ns;
  }
  return { count, minNs, maxNs, sumNs, histogram: encodeIntoCompressedBase64(histogram) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function hash(algorithm: "sha1" | "sha256", text: string): string {
  return createHash(algorithm).update(text).digest("hex");
}

/** A version 4 UUID (RFC 9562) that depends on nothing but the text. */
export function uuidOf(text: string): string {
  const hex = hash("sha256", text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Mulberry32: 32 bits of state are plenty for test data. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number in [0, 1). */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Standard normal, by Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }
}
