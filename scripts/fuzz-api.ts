/**
 * npm run fuzz:api [-- --examples N] [-- --seed N] [-- --workers N] [-- --outages]
 * Asks the API what its own OpenAPI description allows, and what it does not, by Schemathesis, a Python package: no answer may be a fault,
 * and each must be what the description says. On a PostgreSQL of its own with a store that has something to find; Schemathesis is fetched
 * once for this user. With --outages the database is stopped for two seconds again and again while so many workers ask, and 503 is the one
 * answer more that is allowed: each worker asks as soon as it is answered.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { openStore } from "../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../src/pipeline/invocation/store-location.ts";
import { startPostgres, stopped } from "../tests/support/postgres.ts";
import { makePair, makeRun } from "../tests/support/runs.ts";
import { bundle } from "./build.ts";
import { commandLine } from "./lib/command-line.ts";
import { pythonProgram } from "./lib/tools.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = commandLine(import.meta.filename, {
  options: {
    examples: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    outages: { type: "boolean", default: false },
  },
});
/** Statuses that may refuse a wrong question: one of them is about its length, since encoding makes an address longer than its text. */
const SETTINGS = values.outages
  ? `[checks]
negative_data_rejection.expected-statuses = [400, 404, 406, 414, 503]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]
`
  : `[checks]
negative_data_rejection.expected-statuses = [400, 404, 406, 414]
`;
/** Milliseconds for which the database is away, and for which it is there in between. */
const [AWAY_MS, THERE_MS] = [2_000, 4_000];
const folder = path.join(root, "node_modules/.cache/plumbline-fuzz", String(process.pid));
const schemathesis = pythonProgram("schemathesis");

const postgres = await startPostgres();
/** `plumbline serve`. */
let service: ChildProcess | undefined;
/** The database's server, once it was started again. */
let again: ChildProcess | undefined;
try {
  await bundle(folder);
  const location = await postgres.createDatabase("fuzz");
  await fill(location);
  const serving = spawn(
    process.execPath,
    [path.join(folder, "cli.js"), "serve", "--store", location, "--port", "0", "--rate-limit", "1000000"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  service = serving;
  const address = await new Promise<string>((resolve, reject) => {
    serving.stdout.on("data", (text) => resolve(/http:\S+/.exec(`${text}`)?.[0] ?? ""));
    serving.once("exit", () => reject(new Error("plumbline serve has ended")));
  });
  // A cursor is what an earlier answer had, a commit what was measured: others are refused, however well they are formed.
  const words = [
    "--exclude-checks",
    "positive_data_acceptance",
    "--max-examples",
    values.examples,
    "--seed",
    values.seed,
    "--workers",
    values.workers,
    "--generation-database",
    "none",
  ];
  const settings = path.join(folder, "schemathesis.toml");
  writeFileSync(settings, SETTINGS);
  const asked = spawn(
    schemathesis,
    ["--config-file", settings, "run", `${address}/api/v1/openapi.json`, ...words],
    // It keeps notes of its own where it runs.
    { stdio: "inherit", cwd: folder },
  );
  // A signal to this process ends what it started: the rest is cleaned up below.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => asked.kill());
  const over = new AbortController();
  const outages = values.outages ? interrupted(over.signal) : null;
  process.exitCode = await new Promise<number>((resolve) =>
    asked.once("exit", (code) => resolve(code ?? 130)),
  );
  over.abort();
  if (outages !== null) {
    const unavailable = await faults(address);
    console.log(
      `the database was stopped ${await outages} times; ${unavailable} answers were 503, or a fault that is told above`,
    );
    // Outages that no request met show nothing.
    if (unavailable === 0) process.exitCode = 1;
  }
} finally {
  if (service !== undefined) await ended(service, "SIGTERM");
  if (again !== undefined) await ended(again, "SIGQUIT");
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A branch with a step, and a measurement side by side. */
async function fill(location: string) {
  const store = await openStore(storeAt(location, root));
  const recipe = { sessions: 2, secondsPerSession: 0.2 };
  await store.save([
    ...Array.from({ length: 20 }, (_, i) =>
      makeRun({ ...recipe, seed: i + 1, workloads: [{ name: "read-write", rate: i < 10 ? 1_000 : 800 }] }),
    ),
    ...makePair({ ...recipe, seed: 50 }),
  ]);
  await store.close();
}

/** Stops the database and starts it again, until it is over; answers how often. */
async function interrupted(over: AbortSignal) {
  let count = 0;
  while (await lasts(THERE_MS, over)) {
    const server = await stopped({ pid: again?.pid ?? postgres.pid, dataDir: postgres.dataDir });
    await sleep(AWAY_MS);
    again = server.start();
    count++;
    while (!(await answers())) await sleep(100);
  }
  return count;
}

/** False as soon as it is over. */
async function lasts(milliseconds: number, over: AbortSignal) {
  return await sleep(milliseconds, true, { signal: over }).catch(() => false);
}

async function answers() {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Answers of 500 and more, as the service itself counts them. */
async function faults(address: string) {
  const text = await (await fetch(`${address}/metrics`)).text();
  const counts = text.matchAll(
    /^plumbline_request_duration_seconds_count\{[^}]*status="5xx"[^}]*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await new Promise((resolve) => child.once("exit", resolve));
}
