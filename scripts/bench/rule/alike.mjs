// Which value of a load generator's option lets two identical servers look most alike: decisions 009 and 010 quote its output.
// usage: node scripts/bench/rule/alike.mjs OPTION=VALUE,VALUE... [BLOCKS] [SECONDS] [WORKLOAD] [CONNECTIONS]
//        a block is one run of plumbline-load on both servers; 20, 3, oltp_point_select and 8 where nothing is said
//   e.g. node scripts/bench/rule/alike.mjs slice=50,100,200
//        node scripts/bench/rule/alike.mjs placement=free,pinned 20 3 oltp_read_write 16
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { startScratchCluster } = await importTypeScript("src/io/database/postgres/scratch-cluster.ts");
const { sessionsFromLines } = await importTypeScript("src/analysis/samples/session.ts");
const { sessionValues } = await importTypeScript("src/analysis/samples/values.ts");

const { positionals } = commandLine(import.meta.filename, { most: 5 });
const [option, list] = (positionals[0] ?? "slice=50,100,200").split("=");
const values = list.split(",");
const [blocks, seconds] = [Number(positionals[1] ?? 20), Number(positionals[2] ?? 3)];
const workload = positionals[3] ?? "oltp_point_select";
const METRICS = ["qps", "p99", "server-cpu"];
const program = new URL("../../../runner-native/build/plumbline-load", import.meta.url).pathname;
const options = ["--tables=2", "--table-size=20000", `--threads=${positionals[4] ?? 8}`];

const run = async (...args) => (await promisify(execFile)(program, args, { maxBuffer: 2 ** 28 })).stdout;
const signal = new AbortController().signal;
const servers = [];
const blocksOf = new Map(values.map((value) => [value, []]));
try {
  for (let i = 0; i < 2; i++) servers.push(await startScratchCluster(`alike_${i}`, signal));
  for (const { url } of servers) await run(...options, `--pgsql-url=${url}`, workload, "prepare");
  for (let block = 0; block < blocks; block++) {
    // Every value in every place of the round, so that what happens to the machine happens to all.
    for (let place = 0; place < values.length; place++) {
      const value = values[(block + place) % values.length];
      blocksOf.get(value).push(await measure(block, value));
    }
  }
  console.log(
    `${blocks} blocks of ${seconds} s each, ${workload}, ${options.at(-1)}: standard deviation of a block's log ratio`,
  );
  console.log(`| ${option} | QPS, mean | ${METRICS.join(" | ")} |`);
  console.log(`|--:|${"--:|".repeat(METRICS.length + 1)}`);
  for (const value of values) console.log(`| ${value} | ${cellsOf(blocksOf.get(value)).join(" | ")} |`);
} finally {
  for (const { stop } of servers) await stop();
}

/** Values of both servers' sessions, in the servers' order. */
async function measure(block, value) {
  const swapped = block % 2 === 1;
  const [first, second] = swapped ? servers.toReversed() : servers;
  const output = await run(
    ...options,
    "--output=ndjson",
    "--warmup-time=0.5",
    `--time=${seconds}`,
    `--${option}=${value}`,
    `--rand-seed=${block}`,
    `--pgsql-url=${first.url}`,
    `--server-pid=${first.pid}`,
    `--against=${second.url}`,
    `--against-server-pid=${second.pid}`,
    workload,
    "run",
  );
  const lines = output.split("\n").filter((line) => line !== "");
  const { sessions } = sessionsFromLines(lines, { index: block, fresh: [true, true] });
  const measured = sessions.map(sessionValues);
  return swapped ? measured.toReversed() : measured;
}

function cellsOf(pairs) {
  const rates = pairs.flatMap((pair) => pair.map(({ qps }) => qps));
  const spread = (metric) => 100 * deviation(pairs.map(([a, b]) => Math.log(b[metric] / a[metric])));
  return [Math.round(mean(rates)), ...METRICS.map((metric) => `${spread(metric).toFixed(1)} %`)];
}

function mean(values) {
  return values.reduce((a, b) => a + b) / values.length;
}

function deviation(values) {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
