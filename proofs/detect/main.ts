/** The evaluation: pools x rules x scenarios -> tables. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  changePointTable,
  levelRows,
  madeRows,
  sameCommitRow,
  sameCommitSeries,
  TALOS_ALERTS,
  talosRow,
  talosSeries,
} from "./change-points.ts";
import { evaluate, type Scenario } from "./evaluate.ts";
import type { Pool, Rule } from "./pool.ts";
import { goPools, readGzip, recordedPools, rocksdbObservations, rocksdbPool, untar } from "./pools.ts";
import { EQUAL, scoreTable } from "./report.ts";
import { bencher } from "./rules/bencher.ts";
import { benchstat } from "./rules/benchstat.ts";
import { clickhouse } from "./rules/clickhouse.ts";
import { ours } from "./rules/ours.ts";
import { ratio } from "./rules/ratio.ts";
import { rustcPerf } from "./rules/rustc-perf.ts";
import { singleRun } from "./rules/single-run.ts";
import { VARIANTS } from "./variants.ts";

/** Sessions of one look. */
const LOOK = 8;

/** Of data sets that have one latency, its margin is the one of throughput. */
const ONE_METRIC = [
  { metric: "mean", margin: 0.02, floor: null },
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.08, floor: null },
] as const;

const PEERS: readonly Rule[] = [
  singleRun(),
  benchstat(),
  benchstat({ inTurn: true }),
  clickhouse(),
  ratio(1.1),
  ratio(1.15),
  ratio(2),
  bencher(),
  rustcPerf(),
];

const RULES: readonly Rule[] = [
  ours({ name: "**Plumbline**", looks: 3 }),
  ours({ name: "Plumbline, two looks", looks: 2 }),
  ours({ name: "Plumbline, one look", looks: 1 }),
  ours({ name: "Plumbline, margin-proven", looks: 3, decide: "margin-proven" }),
  ...PEERS,
];

const FOREIGN_RULES: readonly Rule[] = [
  // They have no room for a third look.
  ours({ name: "**Plumbline, two looks**", looks: 2, gates: ONE_METRIC }),
  ours({ name: "Plumbline, one look", looks: 1, gates: ONE_METRIC }),
  ...PEERS,
];

const SAME: Scenario = { name: EQUAL, kind: null, size: 0 };
const SLOWER: readonly Scenario[] = [0.01, 0.02, 0.03, 0.05, 0.1].map((size) => ({
  name: `-${size * 100} %`,
  kind: "throughput",
  size,
}));
/** The sizes of throughput, and those at which a tail is seen at all. */
const TAIL: readonly Scenario[] = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5].map((size) => ({
  name: `p99 +${size * 100} %`,
  kind: "tail",
  size,
}));

export type Options = Readonly<{
  draws: number;
  seed: number;
  recordings: string;
  /** Folder of public data sets, or null. */
  datasets: string | null;
}>;

export type Section = Readonly<{ name: string; title: string; text: string }>;

/** @param say hears what is skipped, and why */
export function evaluation(options: Options, say: (text: string) => void): readonly Section[] {
  return [
    ...recorded(options, say),
    ...injected(options, say),
    ...foreign(options, say),
    changePoints(options, say),
  ];
}

function recorded({ draws, seed, recordings }: Options, say: (text: string) => void): readonly Section[] {
  const all = recordedPools(recordings, "same", LOOK);
  const [pool] = all;
  if (pool === undefined || pool.sessions < 2 * LOOK) {
    say(
      `recordings: ${pool?.sessions ?? 0} sessions of the same server twice, ${2 * LOOK} are needed: node scripts/run.mjs proofs/detect/record.ts`,
    );
    return [];
  }
  const run = { draws, seed, isSame: true };
  // The largest, and every other one that is large enough for eight looks.
  const pools = all.filter((each) => each === pool || each.sessions >= 8 * LOOK);
  return pools.flatMap((each, i) => [
    section(
      i === 0 ? "recorded" : `recorded-${i}`,
      `PostgreSQL twice, ${each.what}`,
      scoreTable(evaluate([each], RULES, [SAME, ...SLOWER], run)),
    ),
    section(
      i === 0 ? "tail" : `tail-${i}`,
      "The same sessions, with a longer tail in one workload",
      scoreTable(evaluate([each], RULES, TAIL, run)),
    ),
  ]);
}

/** Servers that do differ: the share of checks that call anything, and in which workloads. */
function injected({ draws, seed, recordings }: Options, say: (text: string) => void): readonly Section[] {
  return VARIANTS.filter(({ name }) => name !== "same").flatMap(({ name, what }) => {
    const [pool] = recordedPools(recordings, name, LOOK);
    if (pool === undefined || pool.sessions < LOOK) {
      say(
        `recordings of ${name}: ${pool?.sessions ?? 0} sessions, ${LOOK} are needed: node scripts/run.mjs proofs/detect/record.ts --variant ${name}`,
      );
      return [];
    }
    const cut = { ...pool, look: Math.min(LOOK, pool.sessions) };
    const scores = evaluate([cut], RULES, [{ ...SAME, name: "called" }], { draws, seed, isSame: false });
    return [
      section(
        `variant-${name}`,
        `Head differs: ${what} (${effects(pool)}); ${pool.sessions} sessions`,
        scoreTable(scores),
      ),
    ];
  });
}

/** Median change of throughput and of the server's CPU time per statement. */
function effects({ columns }: Pool): string {
  return columns
    .filter(({ metric }) => metric === "qps" || metric === "server-cpu")
    .map(({ workload, metric, base, head }) => {
      const ratios = head.map((value, i) => value / base[i]!).sort((a, b) => a - b);
      const change = 100 * (ratios[ratios.length >> 1]! - 1);
      return `${workload} ${metric} ${change > 0 ? "+" : ""}${change.toFixed(1)} %`;
    })
    .join(", ");
}

function foreign({ draws, seed, datasets }: Options, say: (text: string) => void): readonly Section[] {
  const run = { draws, seed, isSame: true };
  const sections: Section[] = [];
  const go = fileOf(datasets, "go_perf_paired/benchseries_testdata.tgz", say);
  if (go !== null) {
    const pools = goPools(untar(readGzip(go)), LOOK);
    const title = `Go 1.17 twice, ${pools.length} suites of 8 benchmarks on a dedicated machine, ${pools[0]!.look} sessions a look`;
    sections.push(section("go", title, scoreTable(evaluate(pools, FOREIGN_RULES, [SAME, ...SLOWER], run))));
  }
  const rocksdb = fileOf(datasets, "rocksdb_circleci_2023/rocksdb_circleci_2023.csv.gz", say);
  if (rocksdb !== null) {
    const pool = rocksdbPool(rocksdbObservations(readGzip(rocksdb).toString("utf8")), LOOK);
    sections.push(
      section("rocksdb", pool.what, scoreTable(evaluate([pool], FOREIGN_RULES, [SAME, ...SLOWER], run))),
      section(
        "rocksdb-tail",
        "The same builds, with a longer tail in one workload",
        scoreTable(evaluate([pool], FOREIGN_RULES, TAIL, run)),
      ),
    );
  }
  return sections;
}

function changePoints({ draws, seed, datasets }: Options, say: (text: string) => void): Section {
  const rows = [...madeRows(Math.min(draws, 500), seed), ...levelRows(Math.min(draws, 200), seed)];
  const rocksdb = fileOf(datasets, "rocksdb_circleci_2023/rocksdb_circleci_2023.csv.gz", say);
  if (rocksdb !== null) {
    const observations = rocksdbObservations(readGzip(rocksdb).toString("utf8"));
    rows.unshift(sameCommitRow(sameCommitSeries(observations)));
  }
  const talos = fileOf(datasets, "mozilla_treeherder_talos/runs1.json", say);
  if (talos !== null) {
    const series = Object.entries(TALOS_ALERTS).map(([name, alerts]) =>
      talosSeries(readFileSync(path.join(path.dirname(talos), `${name}.json`), "utf8"), alerts),
    );
    rows.unshift(talosRow(series));
  }
  return section("change-points", "Change points", changePointTable(rows));
}

function section(name: string, title: string, text: string): Section {
  return { name, title, text };
}

function fileOf(datasets: string | null, name: string, say: (text: string) => void): string | null {
  const file = datasets === null ? null : path.join(datasets, name);
  if (file !== null && existsSync(file)) return file;
  say(`${path.dirname(name)}: skipped, ${datasets === null ? "no --datasets" : `${file} is not there`}`);
  return null;
}
