/**
 * Whole checks on real PostgreSQL of this machine, one after the other: how often does the product flag what is not there, and
 * find what is?
 *   node scripts/bench/detect/live.mjs [--checks N] [--variant NAME | --slower PERCENT] [--neighbours N]
 *                                      [--sessions N] [--looks N] [--seconds S] [--warmup S] [--keep DIR]
 * A suite of three workloads. Head is base, or has what variants.ts says (--variant: trigger, check, function, replanning ...), or its
 * updates are slower (--slower): a trigger of both counts to a number, and head's number is chosen, by measuring, so that updates come at
 * 100 - PERCENT of base's rate. Looks and sessions are the product's defaults, seconds are not: a session takes about
 * 3 x (S + warm-up) + 4 seconds, and a check eight of them, or up to 24. --neighbours starts so many processes that compute for half of the time, in
 * bursts of up to .2 s. --keep copies the documents of each check to DIR/1, DIR/2 ... The last lines are a row of docs/detect.md; Ctrl-C ends with the row of the checks that are done.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";
import { makeRepository } from "./repository.mjs";

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
const { startScratchCluster } = await importTypeScript("src/target/postgres/scratch-cluster.ts");
const { check } = await importTypeScript("src/pipeline.ts");
const { busyCpus } = await importTypeScript("src/host/machine.ts");
const { terminalObserver } = await importTypeScript("src/host/terminal.ts");
const { abortOnSignals } = await importTypeScript("src/invocation/interrupt.ts");
const { invocationOf } = await importTypeScript("src/invocation/words.ts");
const { liveRow } = await importTypeScript("scripts/bench/detect/live-row.ts");
const { onTables, OPTIONS, setupOf, suiteOf, VARIANTS } = await importTypeScript(
  "scripts/bench/detect/variants.ts",
);

const named = VARIANTS.find(({ name }) => name === values.variant);
if (named === undefined) {
  console.error(`no variant ${values.variant}; there are ${VARIANTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const program = new URL("../../../runner-native/build/plumbline-load", import.meta.url).pathname;
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-live-"));
const observer = terminalObserver(process.stderr);
const interrupt = abortOnSignals();
const neighbours = [];
const done = [];
const variant = values.slower === undefined ? named : await slowerBy(Number(values.slower) / 100);
try {
  const repository = makeRepository(
    path.join(scratch, "suite"),
    suiteOf(variant, measure()),
    setupOf(variant),
  );
  while (neighbours.length < Number(values.neighbours)) neighbours.push(startNeighbour());
  while (done.length < Number(values.checks)) {
    done.push(await checkOnce(repository));
    if (values.keep)
      cpSync(path.join(scratch, "out"), path.join(values.keep, `${done.length}`), { recursive: true });
    console.log(`${done.length}. ${described(done.at(-1))}`);
  }
} finally {
  observer.end();
  interrupt.release();
  for (const neighbour of neighbours) neighbour.kill();
  rmSync(scratch, { recursive: true, force: true });
  if (done.length > 0) console.log(`\n${liveRow(variant, neighbours.length, done)}`);
}

/** What the product's defaults are not good for: a check is to take about a minute. */
function measure() {
  const { sessions, looks, seconds, warmup } = values;
  const numbers = { seconds, warmup, ...(sessions && { sessions }), ...(looks && { looks }) };
  return Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)]));
}

async function checkOnce(repository) {
  const busy = await busyCpus(1_000);
  const words = { base: "main~1", output: path.join(scratch, "out") };
  const start = performance.now();
  const { report } = await check(invocationOf(words, process.env, repository), observer, interrupt.signal);
  observer.end();
  return { report, busy, seconds: (performance.now() - start) / 1000 };
}

function described({ report, busy, seconds }) {
  const called = report.workloads
    .flatMap(({ changes }) => changes)
    .filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed")
    .map(({ workload, metric, effect }) => `${workload} ${metric} ${(100 * effect).toFixed(1)} %`);
  const doubts = report.warnings.map(({ code }) => code);
  return [
    `${report.verdict}${called.length > 0 ? `: ${called.join(", ")}` : ""}`,
    `${seconds.toFixed(0)} s`,
    `${busy.toFixed(1)} CPUs busy before`,
    ...(doubts.length > 0 ? [`doubts: ${doubts.join(", ")}`] : []),
  ].join("; ");
}

function startNeighbour() {
  const bursts =
    "const burst = () => { const end = Date.now() + 200 * Math.random(); while (Date.now() < end); setTimeout(burst, 200 * Math.random()); }; burst();";
  return spawn(process.execPath, ["-e", bursts], { stdio: "ignore" });
}

async function slowerBy(share) {
  const steps = await stepsFor(share);
  const percent = Number((100 * share).toFixed(1));
  const what = `a trigger counts to ${steps}, which takes ${percent} % of the rate of updates`;
  return { name: "slower", what, baseSql: triggerSql(0), sql: triggerSql(steps), slows: ["update"] };
}

/** What head's trigger has to count to: the time of an update grows linearly with it. */
async function stepsFor(share) {
  const MANY = 4000;
  const server = await startScratchCluster("calibration", interrupt.signal);
  const run = async (...args) =>
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
    const times = { 0: [], [MANY]: [] };
    for (let round = 0; round < 5; round++) {
      for (const steps of [0, MANY]) {
        execFileSync("psql", ["-q", server.url, "-c", triggerSql(steps)]);
        times[steps].push(
          perQuery(await run("--warmup-time=0.5", "--time=2", "oltp_update_non_index", "run")),
        );
      }
    }
    const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
    const plain = median(times[0]);
    return Math.round((plain * (1 / (1 - share) - 1) * MANY) / (median(times[MANY]) - plain));
  } finally {
    await server.stop();
  }
}

function perQuery(output) {
  const lines = output.split("\n").filter((line) => line !== "");
  const { duration_ns, events } = lines.map((line) => JSON.parse(line)).find(({ type }) => type === "block");
  return duration_ns / events;
}

function triggerSql(steps) {
  return `CREATE OR REPLACE FUNCTION counts() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN FOR i IN 1..${steps} LOOP END LOOP; RETURN NEW; END $$;
${onTables((table) => `CREATE OR REPLACE TRIGGER counts BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION counts();`)}
`;
}
