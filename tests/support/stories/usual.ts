/** The suite that most stories measure: three workloads with the same nine metrics. A story says what changed in them. */
import type { WholeMetric } from "../../../src/model/metric.ts";
import { type ChangeStory, TYPICAL, type WorkloadStory } from "../reports.ts";

type Given = Omit<ChangeStory, "metric">;

/** Changes by metric; what is said of QPS holds for TPS, too. */
export type Changes = Readonly<Partial<Record<WholeMetric, Given>>>;

const CALM: readonly ChangeStory[] = [
  { metric: "qps", effect: 0.002, noise: 0.014 },
  { metric: "tps", effect: 0.002, noise: 0.014, role: "information" },
  { metric: "server-cpu", effect: -0.001, noise: 0.011 },
  { metric: "mean", effect: 0.003, role: "information" },
  { metric: "p50", effect: 0.001, noise: 0.018, role: "information" },
  { metric: "p95", noise: 0.035, role: "information" },
  { metric: "p99", effect: 0.012, noise: 0.06, floor: 50_000 },
  { metric: "p99.9", effect: 0.02, noise: 0.13, role: "information" },
  { metric: "failed-share" },
];

const OPTIONS = {
  threads: 16,
  time: 10,
  "warmup-time": 2,
  tables: 4,
  "table-size": 100_000,
  "rand-type": "uniform",
  "db-ps-mode": "auto",
  seed: 20260302,
  "skip-trx": false,
};

/** Workloads with the sizes of their rate, CPU time and latency as multiples of checkout's. */
const KINDS = {
  checkout: { workload: "oltp_read_write", sizes: [1, 1, 1], options: { "index-updates": 1 } },
  search: {
    workload: "select_random_ranges",
    sizes: [0.4, 2.1, 2.2],
    options: { "number-of-ranges": 10, delta: 5 },
  },
  "point-select": { workload: "oltp_point_select", sizes: [5.4, 0.22, 0.19], options: {} },
} as const;

type Others = Partial<WorkloadStory> &
  Readonly<{ /** Number of stored runs that head is compared with. */ runs?: number }>;

export function usual(
  name: keyof typeof KINDS,
  changes: Changes = {},
  { runs, ...rest }: Others = {},
): WorkloadStory {
  const { workload, sizes, options } = KINDS[name];
  const [rate, cpu, latency] = sizes;
  const given: Changes = changes.qps === undefined ? changes : { tps: changes.qps, ...changes };
  const sizeOf = (metric: WholeMetric) =>
    metric === "qps" || metric === "tps" ? rate : metric === "server-cpu" ? cpu : latency;
  return {
    name,
    workload,
    options: { ...OPTIONS, ...options },
    changes: CALM.map((calm) => {
      const metric = calm.metric as WholeMetric;
      const base = Number((TYPICAL[metric] * sizeOf(metric)).toPrecision(5));
      return { base, ...calm, ...given[metric], ...(runs === undefined ? {} : { runs }) };
    }),
    ...rest,
  };
}

/** The usual suite, in which a story changes what it is about. */
export function suite(changes: Partial<Record<keyof typeof KINDS, Changes>> = {}): readonly WorkloadStory[] {
  const names = ["checkout", "search", "point-select"] as const;
  return names.map((name) => usual(name, changes[name]));
}

export const LINES = { checkout: 9, search: 12, "point-select": 15 };
