/**
 * Whole checks on real PostgreSQL of this machine, one after the other: how often does the product flag what is not there, and
 * find what is?
 *   node scripts/run.mjs proofs/detect/live.ts [--checks N] [--variant NAME,NAME | --slower PERCENT] [--neighbours N]
 *                                      [--sessions N] [--looks N] [--seconds S] [--warmup S] [--keep DIR]
 * A suite of three workloads. Head is base, or has what variants.ts says (--variant: trigger, check, function, replanning ...), or its
 * updates are slower (--slower): a trigger of both counts to a number, and head's number is chosen, by measuring, so that updates come at
 * 100 - PERCENT of base's rate. Looks and sessions are the product's defaults, seconds are not: a session takes about
 * 3 x (S + warm-up) + 4 seconds, and a check eight of them, or up to 24. --neighbours starts so many processes that compute for half of the time, in
 * bursts of up to .2 s. Each variant is a series of its own, with so many checks.
 * --keep copies the documents of each check to DIR/VARIANT/1, 2 ... (with neighbours: DIR/VARIANT-beside-N); called again, it goes on after the
 * checks that are there. The last lines are rows of tables.md; Ctrl-C ends with the rows of the checks that are done.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { commandLine } from "../../scripts/lib/command-line.ts";
import { startScratchCluster } from "../../src/io/database/postgres/scratch-cluster.ts";
import { busyCpus } from "../../src/io/host/machine.ts";
import { terminalProgress } from "../../src/io/host/terminal.ts";
import { check } from "../../src/pipeline/check.ts";
import { abortOnSignals } from "../../src/pipeline/invocation/interrupt.ts";
import { invocationOf } from "../../src/pipeline/invocation/words.ts";
import { median, sorted } from "../../src/stats/summary.ts";
import { KeptOtherwise, keepCheck, keepSeries, keptChecks, keptSeries, seriesFolder } from "./kept.ts";
import { type LiveCheck, liveTable } from "./live-row.ts";
import { makeRepository } from "./repository.ts";
import { filesOf, OPTIONS, onTables, VARIANTS } from "./variants.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    checks: { type: "string", default: "10" },
    variant: { type: "string", default: "same" },
    slower: { type: "string" },
    neighbours: { type: "string", default: "0" },
    sessions: { type: "string" },
    looks: { type: "string" },
    seconds: { type: "string", default: "1" },
    warmup: { type: "string", default: "0.5" },
    keep: { type: "string" },
  },
});

const neighbourCount = Number(values.neighbours);
const names = values.slower === undefined ? values.variant.split(",") : [`slower-${values.slower}`];
const unknown = names.find((name) => !VARIANTS.some((each) => each.name === name));
if (unknown !== undefined && values.slower === undefined) {
  console.error(`no variant ${unknown}; there are ${VARIANTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const program = new URL("../../runner-native/build/plumbline-load", import.meta.url).pathname;
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-live-"));
const progress = terminalProgress(process.stderr);
const interrupt = abortOnSignals();
const neighbours: ChildProcess[] = [];
const all: Parameters<typeof liveTable>[0][number][] = [];
try {
  for (const name of names) await seriesOf(name);
} catch (error) {
  if (!(error instanceof KeptOtherwise)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
} finally {
  progress.end();
  interrupt.release();
  for (const neighbour of neighbours) neighbour.kill();
  rmSync(scratch, { recursive: true, force: true });
  const begun = all.filter(({ checks }) => checks.length > 0);
  if (begun.length > 0) console.log(`\n${liveTable(begun)}`);
}

/** So many checks of one variant, less those that are kept. */
async function seriesOf(name: string) {
  const asked = { name, neighbours: neighbourCount, measure: measure() };
  const folder = values.keep && seriesFolder(values.keep, name, neighbourCount);
  const kept = folder ? keptSeries(folder, asked) : null;
  const variant = kept?.variant ?? (await variantOf(name));
  const checks = folder ? [...keptChecks(folder)] : [];
  if (checks.length > 0) console.log(`${name}: ${checks.length} checks are kept in ${folder}`);
  all.push({ variant, neighbours: neighbourCount, checks });
  if (checks.length >= Number(values.checks)) return;
  if (folder && kept === null)
    keepSeries(folder, { variant, neighbours: neighbourCount, measure: asked.measure });
  const repository = makeRepository(path.join(scratch, name), filesOf(variant, asked.measure));
  while (neighbours.length < neighbourCount) neighbours.push(startNeighbour());
  while (checks.length < Number(values.checks)) {
    const check = await checkOnce(repository);
    if (folder) keepCheck(folder, checks.length + 1, check, path.join(scratch, "out"));
    checks.push(check);
    console.log(`${name} ${checks.length}. ${described(check)}`);
  }
}

async function variantOf(name: string) {
  return VARIANTS.find((each) => each.name === name) ?? (await slowerBy(name, Number(values.slower) / 100));
}

/** What the product's defaults are not good for: a check is to take about a minute. */
function measure() {
  const { sessions, looks, seconds, warmup } = values;
  const numbers = { seconds, warmup, ...(sessions && { sessions }), ...(looks && { looks }) };
  return Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)]));
}

async function checkOnce(repository: string) {
  const busy = await busyCpus(1_000);
  const words = { base: "main~1", output: path.join(scratch, "out") };
  const start = performance.now();
  const { report } = await check(invocationOf(words, process.env, repository), progress, interrupt.signal);
  progress.end();
  return { report, busy, seconds: (performance.now() - start) / 1000 };
}

function described({ report, busy, seconds }: LiveCheck) {
  const called = report.workloads
    .flatMap(({ changes }) => changes)
    .filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed")
    .map(({ workload, metric, effect }) => `${workload} ${metric} ${(100 * (effect ?? 0)).toFixed(1)} %`);
  const warnings = report.warnings.map(({ code }) => code);
  return [
    `${report.verdict}${called.length > 0 ? `: ${called.join(", ")}` : ""}`,
    `${seconds.toFixed(0)} s`,
    `${busy.toFixed(1)} CPUs busy before`,
    ...(warnings.length > 0 ? [`warnings: ${warnings.join(", ")}`] : []),
  ].join("; ");
}

function startNeighbour() {
  const bursts =
    "const burst = () => { const end = Date.now() + 200 * Math.random(); while (Date.now() < end); setTimeout(burst, 200 * Math.random()); }; burst();";
  return spawn(process.execPath, ["-e", bursts], { stdio: "ignore" });
}

async function slowerBy(name: string, share: number) {
  const steps = await stepsFor(share);
  const percent = Number((100 * share).toFixed(1));
  const what = `a trigger counts to ${steps}, which takes ${percent} % of the rate of updates`;
  return { name, what, baseSql: triggerSql(0), sql: triggerSql(steps), slows: ["update"] };
}

/** What head's trigger has to count to: the time of an update grows linearly with it. */
async function stepsFor(share: number) {
  const MANY = 4000;
  const server = await startScratchCluster("calibration", interrupt.signal);
  const run = async (...args: readonly string[]) =>
    (
      await promisify(execFile)(program, [
        `--pgsql-url=${server.url}`,
        ...Object.entries(OPTIONS).map(([name, value]) => `--${name}=${value}`),
        "--output=ndjson",
        ...args,
      ])
    ).stdout;
  try {
    await run("oltp_update_non_index", "prepare");
    const [plain, counted]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      for (const [steps, times] of [[0, plain] as const, [MANY, counted] as const]) {
        execFileSync("psql", ["-q", server.url, "-c", triggerSql(steps)]);
        times.push(perQuery(await run("--warmup-time=0.5", "--time=2", "oltp_update_non_index", "run")));
      }
    }
    const [least, most] = [median(sorted(plain)), median(sorted(counted))];
    return Math.round((least * (1 / (1 - share) - 1) * MANY) / (most - least));
  } finally {
    await server.stop();
  }
}

function perQuery(output: string): number {
  const lines = output.split("\n").filter((line: string) => line !== "");
  const { duration_ns, events } = lines
    .map((line: string) => JSON.parse(line))
    .find(({ type }) => type === "block");
  return duration_ns / events;
}

function triggerSql(steps: number) {
  return `CREATE OR REPLACE FUNCTION counts() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN FOR i IN 1..${steps} LOOP END LOOP; RETURN NEW; END $$;
${onTables((table) => `CREATE OR REPLACE TRIGGER counts BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION counts();`)}
`;
}
