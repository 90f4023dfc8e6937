/**
 * Many who write to one store at once, each a process that is killed (SIGKILL) and followed by another, while the store is migrated twice:
 *   node scripts/run.mjs proofs/writers.ts [postgres|git] [--writers 32] [--runs 2000] [--kills 64]
 * The first third of the runs is written by programs that know only the tables of version 3, the second by those and by this version, the
 * last by those and by one that has migrated the tables again. In a branch of git, runs are said of which repository they are instead.
 * Afterwards each run that a writer was told is kept has to be there, each that is there has to be whole, and the store has to be the same
 * after an export, a wipe and an import. Ends with exit code 1 where any of it is not so. Without a word, both stores.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { bundleTypeScript } from "../scripts/lib/bundle.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { MIGRATIONS } from "../src/io/store/migrations.ts";
import { exportRuns, importRuns } from "../src/io/store/transfer.ts";
import { openStore } from "../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../src/pipeline/invocation/store-location.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { openVersion, runOf } from "./writers/versions.ts";

const number = (value: number) => ({ type: "string", default: String(value) }) as const;
const { positionals, values } = commandLine(import.meta.filename, {
  most: 1,
  options: { writers: number(32), runs: number(2000), kills: number(64) },
});
const writers = Number(values["writers"]);
const runs = Number(values["runs"]);
const kills = Number(values["kills"]);

const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-writers-"));
const writer = await bundleTypeScript("proofs/writers/writer.ts");
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
  for (const each of [writer, scratch]) rmSync(each, { recursive: true, force: true });
}

/** A store that many write to. */
type Place = Readonly<{
  location: string;
  cwd: string;
  /** Of the tables: what writers know at first, by now, and at last. */
  versions: readonly [first: number, now: number, last: number];
  migrate: (version: number) => Promise<void>;
  wipe: () => Promise<unknown>;
  close: () => Promise<void>;
}>;

async function inPostgres(): Promise<Place> {
  const postgres = await startPostgres({});
  const location = await postgres.createDatabase("writers");
  const versions = [3, MIGRATIONS.length, MIGRATIONS.length + 1] as const;
  const migrate = async (version: number) => await (await openVersion(location, version)).close();
  await migrate(3);
  return {
    location,
    cwd: scratch,
    versions,
    migrate,
    wipe: async () => await dropSchema(location),
    close: () => postgres.stop(),
  };
}

async function inGit(): Promise<Place> {
  const [remote, clone] = [path.join(scratch, "remote.git"), path.join(scratch, "clone")];
  const git = (...words: readonly string[]) => execFileSync("git", words, { stdio: "ignore" });
  git("init", "--bare", remote);
  git("init", clone);
  git("-C", clone, "remote", "add", "origin", remote);
  const location = "git:measurements";
  return {
    location,
    cwd: clone,
    versions: [0, 0, 0],
    migrate: async () => {
      const store = await openStore(storeAt(location, clone));
      await store.fillIn(() => undefined);
      await store.close();
    },
    wipe: async () => git("-C", clone, "push", "origin", "--delete", "measurements"),
    close: async () => undefined,
  };
}

async function tried(kind: string, place: Place) {
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
async function written({ location, cwd, versions, migrate }: Place) {
  const acknowledged = new Set<number>();
  const failures: string[] = [];
  const living = new Map<ChildProcess, { killed: boolean; said: string }>();
  const migrations: Promise<void>[] = [];
  let [started, killed, phase, isOver] = [0, 0, 0, false];
  const ended: Promise<void>[] = [];
  const kill = (child: ChildProcess) => {
    killed++;
    living.get(child)!.killed = true;
    child.kill("SIGKILL");
  };
  const begin = () => {
    const index = started++;
    const version = versions[index % (phase + 1)];
    const words = [writer, location, cwd, String(index), String(version)];
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
      new Promise<void>((resolve) => {
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
    const [victim] = [...living.keys()].filter((child) => !living.get(child)!.killed);
    if (killed < share * kills && victim !== undefined) kill(victim);
    if (phase < 2 && share >= (phase + 1) / 3) {
      phase++;
      migrations.push(migrate(versions[phase]!));
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
async function inspected({ location, cwd }: Place) {
  const store = await openStore(storeAt(location, cwd), "read");
  const ids = (await store.list()).map(({ id }) => id);
  const stored = new Set<number>();
  let damaged = 0;
  for (let at = 0; at < ids.length; at += 50) {
    for (const run of await store.loadAll(ids.slice(at, at + 50))) {
      const { seed } = run.plan;
      stored.add(seed);
      if (JSON.stringify(run) !== JSON.stringify(runOf(seed))) damaged++;
    }
  }
  await store.close();
  return { stored, damaged: damaged + ids.length - stored.size };
}

async function survivesImport({ location, cwd, wipe }: Place) {
  const [before, after] = [path.join(scratch, "before.jsonl"), path.join(scratch, "after.jsonl")];
  const exported = async (file: string) => {
    const store = await openStore(storeAt(location, cwd), "read");
    await exportRuns(store, file, scratch);
    await store.close();
    const lines = readFileSync(file, "utf8").trim().split("\n").sort().join("\n");
    return lines;
  };
  const first = await exported(before);
  await wipe();
  const store = await openStore(storeAt(location, cwd));
  await importRuns(store, [before], scratch);
  await store.close();
  const second = await exported(after);
  for (const each of [before, after]) rmSync(each);
  return first === second;
}

async function dropSchema(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("DROP SCHEMA plumbline CASCADE");
  await client.end();
}
