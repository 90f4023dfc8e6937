// Which length of slices lets two identical servers look most alike: docs/decisions/009-slices.md quotes its output.
// usage: node scripts/bench/rule/slices.mjs [BLOCKS] [SECONDS] [WORKLOAD]   (a block is one run of plumbline-load; 20 and 3)
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { startScratchCluster } = await importTypeScript("src/target/scratch-cluster.ts");
const { sessionsFromLines } = await importTypeScript("src/samples/session.ts");
const { sessionValues } = await importTypeScript("src/samples/values.ts");

const [blocks, seconds] = [Number(process.argv[2] ?? 20), Number(process.argv[3] ?? 3)];
const workload = process.argv[4] ?? "oltp_point_select";
const LENGTHS = [50, 100, 200];
const METRICS = ["qps", "p99"];
const program = new URL("../../../runner-native/build/plumbline-load", import.meta.url).pathname;
const options = ["--tables=2", "--table-size=20000", "--threads=8"];

const run = async (...args) => (await promisify(execFile)(program, args, { maxBuffer: 2 ** 28 })).stdout;
const signal = new AbortController().signal;
const servers = [];
try {
  for (let i = 0; i < 2; i++) servers.push(await startScratchCluster(`slices_${i}`, signal));
  for (const { url } of servers) await run(...options, `--pgsql-url=${url}`, workload, "prepare");
  const ratios = new Map();
  for (let block = 0; block < blocks; block++) {
    // Every length in every place of the round, so that what happens to the machine happens to all.
    for (let place = 0; place < LENGTHS.length; place++) {
      const length = LENGTHS[(block + place) % LENGTHS.length];
      const urls = block % 2 === 0 ? servers : servers.toReversed();
      const output = await run(
        ...options,
        "--output=ndjson",
        "--warmup-time=0.5",
        `--time=${seconds}`,
        `--slice=${length}`,
        `--rand-seed=${block}`,
        `--pgsql-url=${urls[0].url}`,
        `--against=${urls[1].url}`,
        workload,
        "run",
      );
      const lines = output.split("\n").filter((line) => line !== "");
      const { sessions } = sessionsFromLines(lines, { index: block, fresh: [true, true] });
      const [first, second] = sessions.map(sessionValues);
      for (const metric of METRICS) {
        const key = `${length} ${metric}`;
        ratios.set(key, [...(ratios.get(key) ?? []), Math.log(second[metric] / first[metric])]);
      }
    }
  }
  console.log(`| slices | ${METRICS.map((metric) => `${metric}: sd of a block's log ratio`).join(" | ")} |`);
  console.log(`|--:|${"--:|".repeat(METRICS.length)}`);
  for (const length of LENGTHS) {
    const cells = METRICS.map(
      (metric) => `${(100 * deviation(ratios.get(`${length} ${metric}`))).toFixed(1)} %`,
    );
    console.log(`| ${length} ms | ${cells.join(" | ")} |`);
  }
} finally {
  for (const { stop } of servers) await stop();
}

function deviation(values) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
