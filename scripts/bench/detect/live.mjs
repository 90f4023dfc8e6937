/**
 * Whole checks on real PostgreSQL of this machine, one after the other: how often does the product flag what is not there, and
 * find what is?
 *   node scripts/bench/detect/live.mjs [--checks N] [--slower PERCENT] [--sessions N] [--seconds S]
 * A suite of three workloads. Head is base, or its updates are slower: a trigger of both counts to a number, and head's number
 * is chosen, by measuring, so that updates come at 100 - PERCENT of base's rate. A check takes about
 * sessions x (3 x (S + 1) + 4) seconds; 10 checks of 8 sessions of 4 s take half an hour.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { values } = commandLine(import.meta.filename, {
  options: {
    checks: { type: "string", default: "10" },
    slower: { type: "string", default: "0" },
    sessions: { type: "string", default: "8" },
    seconds: { type: "string", default: "4" },
  },
});
const { startScratchCluster } = await importTypeScript("src/target/postgres/scratch-cluster.ts");
const { check } = await importTypeScript("src/pipeline.ts");
const { terminalObserver } = await importTypeScript("src/host/terminal.ts");
const { abortOnSignals } = await importTypeScript("src/invocation/interrupt.ts");
const { invocationOf } = await importTypeScript("src/invocation/words.ts");
const { wilson } = await importTypeScript("scripts/bench/detect/wilson.ts");

const SLOWED = "update";
const OPTIONS = { tables: 2, "table-size": 20000, threads: 8 };
const program = new URL("../../../runner-native/build/plumbline-load", import.meta.url).pathname;
const checks = Number(values.checks);
const slower = Number(values.slower) / 100;
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-live-"));
const observer = terminalObserver(process.stderr);
const interrupt = abortOnSignals();
try {
  const steps = slower === 0 ? 0 : await stepsFor(slower);
  if (slower > 0)
    console.log(`head's trigger counts to ${steps}, so that updates come at ${100 - values.slower} %`);
  const repository = makeRepository(path.join(scratch, "suite"), steps);
  const done = [];
  while (done.length < checks) {
    done.push(await checkOnce(repository));
    console.log(`${done.length}. ${described(done.at(-1))}`);
  }
  conclude(done);
} finally {
  observer.end();
  interrupt.release();
  rmSync(scratch, { recursive: true, force: true });
}

async function checkOnce(repository) {
  const words = { base: "main~1", output: path.join(scratch, "out") };
  const load = loadavg()[0];
  const { report } = await check(invocationOf(words, process.env, repository), observer, interrupt.signal);
  observer.end();
  const flagged = report.workloads.flatMap(({ changes }) =>
    changes.filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed"),
  );
  return { report, flagged, load };
}

function described({ report, flagged, load }) {
  const names = flagged.map(
    ({ workload, metric, effect }) => `${workload} ${metric} ${(100 * effect).toFixed(1)} %`,
  );
  return `${report.verdict}${names.length > 0 ? `: ${names.join(", ")}` : ""} (load average before: ${load.toFixed(1)})`;
}

function conclude(done) {
  const missed = done.filter(({ flagged }) => !flagged.some(({ workload }) => workload === SLOWED));
  const wrong = done.filter(({ flagged }) =>
    flagged.some(({ workload }) => slower === 0 || workload !== SLOWED),
  );
  const share = (count) => {
    const { low, high } = wilson(count, done.length);
    return `${count} of ${done.length} (${(100 * low).toFixed(0)} .. ${(100 * high).toFixed(0)} %)`;
  };
  if (slower > 0) console.log(`found: ${share(done.length - missed.length)}`);
  console.log(`with something flagged that is not there: ${share(wrong.length)}`);
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
  const onEach = [1, 2].map(
    (table) =>
      `CREATE OR REPLACE TRIGGER counts BEFORE UPDATE ON sbtest${table} FOR EACH ROW EXECUTE FUNCTION counts();`,
  );
  return `CREATE OR REPLACE FUNCTION counts() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN FOR i IN 1..${steps} LOOP END LOOP; RETURN NEW; END $$;
${onEach.join("\n")}
`;
}

/** Base is the first commit, head the second. */
function makeRepository(folder, steps) {
  const options = JSON.stringify(OPTIONS);
  const workload = (name, run) => `  - { name: ${name}, run: ${run}, options: ${options} }`;
  const config = [
    "suite: live",
    "database: { deploy: { local: {} }, setup: [setup.sql] }",
    "workloads:",
    workload("point-select", "oltp_point_select"),
    workload("random-ranges", "select_random_ranges"),
    workload(SLOWED, "oltp_update_non_index"),
    `measure: { sessions: ${values.sessions}, seconds: ${values.seconds}, warmup: 1 }`,
  ];
  mkdirSync(folder);
  git(folder, "init", "--quiet", "--initial-branch=main");
  writeFileSync(path.join(folder, "plumbline.yml"), `${config.join("\n")}\n`);
  for (const [message, count] of [
    ["base", 0],
    ["head", steps],
  ]) {
    writeFileSync(path.join(folder, "setup.sql"), triggerSql(count));
    git(folder, "add", "--all");
    const identity = [
      "-c",
      "user.name=Live",
      "-c",
      "user.email=live@localhost",
      "-c",
      "commit.gpgsign=false",
    ];
    git(folder, ...identity, "commit", "--quiet", "--allow-empty", "--message", message);
  }
  return folder;
}

function git(folder, ...args) {
  execFileSync("git", ["-C", folder, ...args], { stdio: ["ignore", "ignore", "inherit"] });
}
