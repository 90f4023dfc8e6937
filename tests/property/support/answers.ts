/** Readers of what a server, docker, kubectl and index 0 answer while something is asked of them. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { lockWaits } from "../../../src/analysis/samples/lock-waits.ts";
import { waitsOf } from "../../../src/analysis/samples/waits.ts";
import { Containers } from "../../../src/io/database/docker/containers.ts";
import { Cluster } from "../../../src/io/database/kubernetes/cluster.ts";
import { readExternalId } from "../../../src/io/github/external-id.ts";
import { confirmed } from "../../../src/io/github/writers.ts";
import { readCounters, withoutCounting, workBetween } from "../../../src/io/inspect/counters.ts";
import { heldLocks, LockSampler, type Query } from "../../../src/io/inspect/locks.ts";
import { databaseObjects } from "../../../src/io/inspect/objects.ts";
import { statementPlans } from "../../../src/io/inspect/plans.ts";
import { rewrittenBetween, tableFiles } from "../../../src/io/inspect/rewrites.ts";
import { backendsOf } from "../../../src/io/inspect/waits.ts";
import { Conversation } from "../../../src/io/shards/client.ts";
import { PlumblineError } from "../../../src/model/errors.ts";
import { LockWait, TableLock } from "../../../src/model/migration.ts";
import { DatabaseObject, RelationSize, StatementPlan, WorkloadWaits } from "../../../src/model/observed.ts";
import { Work } from "../../../src/model/work.ts";

const SIGNAL = new AbortController().signal;

/** Each line is what the server answers next: rows as JSON, or words of an error. What is left unasked begins again. */
function serverSaying(text: string): Query {
  const answers = text.split("\n").map((line): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      return line;
    }
  });
  let asked = 0;
  return async () => {
    const answer = answers[asked++ % answers.length];
    if (!Array.isArray(answer)) throw new Error(`the server says ${String(answer).slice(0, 100)}`);
    // Columns may have any value, but a row is one.
    return answer.map((row) => (row !== null && typeof row === "object" ? row : { row }));
  };
}

/** What a server refuses is told by who asks. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  return await work.catch((error: Error) => {
    if (error.message.startsWith("the server says ")) return null;
    throw error;
  });
}

/** Fails where a document with it could not be read again. */
function assureKept<S extends z.ZodType>(schema: S, value: unknown): void {
  schema.parse(JSON.parse(JSON.stringify(value)));
}

/** What is counted, which objects there are, and how statements run. */
export async function countedOn(text: string): Promise<void> {
  const query = serverSaying(text);
  const scope = {
    whole: true,
    calls: (await unlessRefused(withoutCounting(query))) === true,
    hasWorked: true,
  };
  const pause = async () => undefined;
  const before = await unlessRefused(readCounters(query, scope, 5, pause));
  const after = await unlessRefused(readCounters(query, scope, 5, pause));
  if (before === null || after === null) return;
  const work = workBetween(before, after, 10);
  if (work !== undefined) assureKept(Work, work);
}

export async function objectsOn(text: string): Promise<void> {
  const { objects, sizes } = await databaseObjects(serverSaying(text));
  assureKept(z.array(DatabaseObject), objects);
  assureKept(z.array(RelationSize), sizes);
}

export async function plansOn(text: string): Promise<void> {
  const statements = [{ statement: "read", sql: "SELECT c FROM t WHERE id = $1", types: ["int"] }];
  const draws = new Map();
  const drawing = async () => ({ draws, left: () => 1000 });
  const plans = await unlessRefused(statementPlans(serverSaying(text), statements, drawing));
  if (plans !== null) assureKept(z.array(StatementPlan), plans);
}

export async function locksOn(text: string): Promise<void> {
  const query = serverSaying(text);
  const held = await unlessRefused(heldLocks(query, 1));
  if (held !== null) assureKept(z.array(TableLock), held);
  const files = await unlessRefused(tableFiles(query));
  if (files !== null) rewrittenBetween(files, files);
  const sampler = new LockSampler(query);
  const looks = await unlessRefused(sampler.start().then(() => sampler.stop()));
  if (looks !== null) assureKept(z.array(LockWait), lockWaits(looks, []));
}

export async function waitsOn(text: string): Promise<void> {
  const query = serverSaying(text);
  for (const second of [0, 1]) {
    const backends = await unlessRefused(query(""));
    if (backends === null) continue;
    const waits = waitsOf([{ second, backends: backendsOf(backends) }]);
    assureKept(WorkloadWaits, { workload: "w", ...waits });
  }
}

/** A program that says what a file has, whatever it is asked: under both names. */
async function withProgram<T>(text: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "reader-"));
  const { PATH } = process.env;
  try {
    writeFileSync(path.join(folder, "answer"), text);
    for (const name of ["docker", "kubectl"]) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\nexec cat '${folder}/answer'\n`);
      chmodSync(path.join(folder, name), 0o755);
    }
    process.env["PATH"] = `${folder}:${PATH}`;
    return await use(folder);
  } finally {
    process.env["PATH"] = PATH;
    rmSync(folder, { recursive: true });
  }
}

/** For readers that one text is given to one after the other: what one refuses, another may take. */
async function attempt<T>(read: () => Promise<T>): Promise<T | string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlumblineError) return error.message;
    throw error;
  }
}

export async function dockerSays(text: string): Promise<unknown> {
  return await withProgram(text, async (folder) => {
    const docker = new Containers(path.join(folder, "docker"), SIGNAL);
    return [
      await attempt(() => docker.state("c")),
      await attempt(() => docker.places("c", 5432)),
      await attempt(() => docker.imageOf("c")),
    ];
  });
}

export async function kubectlSays(text: string): Promise<unknown> {
  return await withProgram(text, async (folder) => {
    const cluster = new Cluster({ namespace: "n", context: undefined, cwd: folder, signal: SIGNAL });
    return [
      await attempt(() => cluster.secret({ name: "s", key: "password" })),
      await attempt(() => cluster.services()),
      await attempt(() => cluster.images()),
      await attempt(() => cluster.sweep()),
    ];
  });
}

/** The first line is the status of the answer, the rest its body. */
export async function indexZeroSays(text: string): Promise<unknown> {
  const [, status = "200", body = ""] = /^(\d{3})\n(.*)$/s.exec(text) ?? [];
  const real = globalThis.fetch;
  globalThis.fetch = async () => {
    const code = Math.min(599, Math.max(200, Number(status)));
    return new Response([204, 205, 304].includes(code) ? null : body, { status: code });
  };
  try {
    const address = { url: "http://127.0.0.1:1", token: null, index: 1 };
    const talk = new Conversation(address, () => undefined, SIGNAL);
    const machine = { host: "one", cpuModel: "CPU", cpuCount: 2 };
    return await talk.hello(machine, { version: "1.0.0", generator: "1.0.0", offers: "a" }, 0);
  } finally {
    globalThis.fetch = real;
  }
}

/** What a check run and a comment keep of themselves, which people with write access may change. */
export function keptWords(text: string): unknown {
  return [readExternalId(text), confirmed(text)];
}
