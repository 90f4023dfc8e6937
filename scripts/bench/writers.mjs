/**
 * Many who write to one store at once, each a process that is killed (SIGKILL) and followed by another, while the store is migrated twice:
 *   node scripts/bench/writers.mjs [postgres|git] [--writers 32] [--runs 2000] [--kills 64]
 * The first third of the runs is written by programs that know only the tables of version 3, the second by those and by this version, the
 * last by those and by one that has migrated the tables again. In a branch of git, runs are said of which repository they are instead.
 * Afterwards each run that a writer was told is kept has to be there, each that is there has to be whole, and the store has to be the same
 * after an export, a wipe and an import. Ends with exit code 1 where any of it is not so. Without a word, both stores.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { commandLine } from "../lib/command-line.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const number = (value) => ({ type: "string", default: String(value) });
const { positionals, values } = commandLine(import.meta.filename, {
  most: 1,
  options: { writers: number(32), runs: number(2000), kills: number(64) },
});
const [writers, runs, kills] = [values.writers, values.runs, values.kills].map(Number);

const folder = path.join(root, "node_modules/.cache/plumbline-bench", String(process.pid));
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-writers-"));
const bench = await bundled();
try {
  for (const kind of positionals.length > 0 ? positionals : ["postgres", "git"]) {
    const place = await (kind === "git" ? inGit() : inPostgres());
    try {
      if (!(await tried(kind, place))) process.exitCode = 1;
    } finally {
      await place.close();
    }
  }
} finally {
  for (const each of [folder, scratch]) rmSync(each, { recursive: true, force: true });
}

async function inPostgres() {
  const postgres = await bench.startPostgres({});
  const location = await postgres.createDatabase("writers");
  const versions = [3, bench.MIGRATIONS.length, bench.MIGRATIONS.length + 1];
  const migrate = async (version) => await (await bench.openVersion(location, version)).close();
  await migrate(3);
  return {
    location,
    cwd: scratch,
    versions,
    migrate,
    wipe: async () => await bench.dropSchema(location),
    close: () => postgres.stop(),
  };
}

async function inGit() {
  const [remote, clone] = ["remote.git", "clone"].map((name) => path.join(scratch, name));
  const git = (...words) => execFileSync("git", words, { stdio: "ignore" });
  git("init", "--bare", remote);
  git("init", clone);
  git("-C", clone, "remote", "add", "origin", remote);
  const location = "git:measurements";
  return {
    location,
    cwd: clone,
    versions: [0, 0, 0],
    migrate: async () => {
      const store = await bench.openStore(location, clone);
      await store.fillIn(() => undefined);
      await store.close();
    },
    wipe: async () => git("-C", clone, "push", "origin", "--delete", "measurements"),
    close: async () => undefined,
  };
}

async function tried(kind, place) {
  const start = performance.now();
  const { acknowledged, killed, failures } = await written(place);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const { stored, damaged } = await inspected(place);
  const lost = [...acknowledged].filter((seed) => !stored.has(seed));
  const same = await survivesImport(place);
  console.log(
    `${kind}: ${writers} writers, ${killed} killed, 2 migrations, ${seconds} s: ${acknowledged.size} runs acknowledged, ` +
      `${lost.length} of them lost; ${stored.size} stored, ${damaged} not as they were written; ${failures.length} writers failed; ` +
      `export, wipe, import: ${same ? "the same" : "NOT the same"}`,
  );
  for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
  return lost.length === 0 && damaged === 0 && failures.length === 0 && same && acknowledged.size >= runs;
}

/** Keeps so many writers going until enough runs are acknowledged; counts, and no clock, say when to kill and to migrate. */
async function written({ location, cwd, versions, migrate }) {
  const acknowledged = new Set();
  const failures = [];
  const living = new Map();
  const migrations = [];
  let [started, killed, phase, isOver] = [0, 0, 0, false];
  const ended = [];
  const kill = (child) => {
    killed++;
    living.get(child).killed = true;
    child.kill("SIGKILL");
  };
  const begin = () => {
    const index = started++;
    const version = versions[index % (phase + 1)];
    const words = [path.join(folder, "writer.mjs"), location, cwd, String(index), String(version)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
    const state = { killed: false, said: "" };
    living.set(child, state);
    createInterface({ input: child.stdout }).on("line", (seed) => {
      acknowledged.add(Number(seed));
      proceed();
    });
    child.stderr.on("data", (text) => {
      state.said += text;
    });
    ended.push(
      new Promise((resolve) => {
        child.on("close", (code) => {
          living.delete(child);
          if (!state.killed) failures.push(`writer ${index} ended with ${code}: ${state.said.trim()}`);
          if (!isOver && failures.length < writers) begin();
          resolve();
        });
      }),
    );
  };
  const proceed = () => {
    if (isOver) return;
    const share = acknowledged.size / runs;
    const [victim] = [...living.keys()].filter((child) => !living.get(child).killed);
    if (killed < share * kills && victim !== undefined) kill(victim);
    if (phase < 2 && share >= (phase + 1) / 3) {
      phase++;
      migrations.push(migrate(versions[phase]));
    }
    if (share < 1 && failures.length < writers) return;
    isOver = true;
    for (const child of living.keys()) kill(child);
  };
  for (let i = 0; i < writers; i++) begin();
  while (ended.length > 0) await ended.shift();
  await Promise.all(migrations);
  return { acknowledged, killed, failures };
}

/** Seeds of the runs that are there, and how many of them are not what their writer wrote. */
async function inspected({ location, cwd }) {
  const store = await bench.openStore(location, cwd, "read");
  const ids = (await store.list()).map(({ id }) => id);
  const stored = new Set();
  let damaged = 0;
  for (let at = 0; at < ids.length; at += 50) {
    for (const run of await store.loadAll(ids.slice(at, at + 50))) {
      const { seed } = run.plan;
      stored.add(seed);
      if (JSON.stringify(run) !== JSON.stringify(bench.runOf(seed))) damaged++;
    }
  }
  await store.close();
  return { stored, damaged: damaged + ids.length - stored.size };
}

async function survivesImport({ location, cwd, wipe }) {
  const [before, after] = ["before", "after"].map((name) => path.join(scratch, `${name}.jsonl`));
  const exported = async (file) => {
    const store = await bench.openStore(location, cwd, "read");
    await bench.exportRuns(store, file, scratch);
    await store.close();
    const lines = readFileSync(file, "utf8").trim().split("\n").sort().join("\n");
    return lines;
  };
  const first = await exported(before);
  await wipe();
  const store = await bench.openStore(location, cwd);
  await bench.importRuns(store, [before], scratch);
  await store.close();
  const second = await exported(after);
  for (const each of [before, after]) rmSync(each);
  return first === second;
}

async function bundled() {
  mkdirSync(folder, { recursive: true });
  const versions = `import { MIGRATIONS } from "./src/io/store/migrations.ts";
    import { PrismaStore } from "./src/io/store/prisma-store.ts";
    import { makeRun } from "./tests/support/runs.ts";
    export { MIGRATIONS };
    export const runOf = (seed) => makeRun({ seed, suite: "writers", sessions: 2, secondsPerSession: 0.2 });
    const coming = { name: "29990101000000_coming", sql: 'ALTER TABLE "run" ADD COLUMN "colour" TEXT; ' +
      \`INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (\${MIGRATIONS.length + 1}, 3, 3);\` };
    export const openVersion = (url, version) => PrismaStore.open(url, "write", [...MIGRATIONS, coming].slice(0, version));`;
  const sources = {
    "bench.mjs": `${versions}
      import pg from "pg";
      export { openStore } from "./src/io/store/open.ts"; export { startPostgres } from "./tests/support/postgres.ts";
      export { exportRuns, importRuns } from "./src/io/store/transfer.ts";
      export async function dropSchema(url) {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query("DROP SCHEMA plumbline CASCADE");
        await client.end();
      }`,
    "writer.mjs": `${versions}
      import { writeSync } from "node:fs";
      import { openStore } from "./src/io/store/open.ts";
      const [location, cwd, index, version] = process.argv.slice(2);
      const store = version === "0" ? await openStore(location, cwd) : await openVersion(location, Number(version));
      for (let i = 0; ; i++) {
        const seed = Number(index) * 10_000 + i;
        await store.save([runOf(seed)]);
        writeSync(1, seed + "\\n");
      }`,
  };
  for (const [name, contents] of Object.entries(sources)) {
    await build({
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile: path.join(folder, name),
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "warning",
    });
  }
  return await import(pathToFileURL(path.join(folder, "bench.mjs")).href);
}
