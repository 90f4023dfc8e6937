/**
 * The same seed sends the same statements, byte for byte, whatever is changed inside: what every workload sends in every dialect
 * and compat mode, and what the options change in it, has the digest that is in tests/golden/native/traces/.
 *
 * Where a digest differs, TRACES=FOLDER writes every message as text, for the program of any commit, and `diff -r` shows the rest:
 *
 *   PLUMBLINE_LOAD=OLD/plumbline-load TRACES=/tmp/old npx vitest run --project native tests/native/traces.test.ts
 *   TRACES=/tmp/new npx vitest run --project native tests/native/traces.test.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { digestOf, linesOf, type Recording, record, recordAgainst, type Trace } from "./support/trace.ts";
import { TRACES, type TraceCase } from "./support/trace-cases.ts";

const GOLDEN = path.join(import.meta.dirname, "../golden/native/traces");
const folder = process.env["TRACES"];

it.each(Object.keys(TRACES))("%s: the same seed sends the same statements", async (file) => {
  const described = await mapSome(TRACES[file]!, 3, describeCase);
  expectGolden(path.join(GOLDEN, `${file}.txt`), textOf(described));
});

const SMALL_SBTEST = ["--tables=2", "--table-size=120"];

it.each([
  { workload: "oltp_read_write", some: SMALL_SBTEST },
  { workload: "oltp_insert", some: SMALL_SBTEST },
  { workload: "kv", some: ["--read-percent=50"] },
  { workload: "sql_inserts", some: ["--max-written-key=50", "--read-percent=50"] },
])(
  "$workload: both servers of --against are sent the same, whatever is first in a slice",
  async ({ workload, some }) => {
    const size = ["--threads=2", "--workers=2", "--time=0", "--slice=10", "--events=400"];
    const [base, head] = await recordAgainst({ args: [workload, ...some, ...size, "run"], rows: 120 });
    expect(base!.connections.flat().length).toBeGreaterThan(200);
    expect(linesOf(head!)).toEqual(linesOf(base!));
    expect(digestOf(head!)).toBe(digestOf(base!));
  },
);

it("sees one byte that differs", async () => {
  const args = [
    "--events=4",
    "--time=0",
    "--threads=1",
    "--tables=2",
    "--table-size=120",
    "oltp_point_select",
    "run",
  ];
  const one = await record({ args, rows: 120 });
  const again = await record({ args, rows: 120 });
  const [messages] = one.connections;
  const last = Buffer.from(messages!.at(-2)!);
  last[last.length - 1]! ^= 1;
  const other: Trace = { ...one, connections: [[...messages!.slice(0, -2), last, messages!.at(-1)!]] };
  expect(digestOf(again)).toBe(digestOf(one));
  expect(digestOf(other)).not.toBe(digestOf(one));
  expect(digestOf(await record({ args: [...args, "--rand-seed=8"], rows: 120 }))).not.toBe(digestOf(one));
});

/** What one command of a case has sent: in a line, and its first statements. */
type Entry = Readonly<{ command: string; summary: string; head: readonly string[] }>;
type Described = Readonly<{ name: string; entries: readonly Entry[] }>;

async function describeCase(one: TraceCase): Promise<Described> {
  const { name, workload, args, prepareThreads = 1, failing } = one;
  const common = [workload, ...args];
  const prepareArgs = [...common, `--threads=${prepareThreads}`, "prepare"];
  const prepare = one.isPrepared
    ? null
    : await record({ args: prepareArgs, rows: 0, isShared: prepareThreads > 1 });
  const rows = prepare?.rows ?? 0;
  const size = failing === undefined ? sizeOf(one) : ["--events=16"];
  const run = [...common, ...one.runArgs, ...size, "--time=0", "run"];
  const recordings: readonly [string, Recording][] = [
    ["run", { args: run, rows, failing }],
    ["run as text", { args: [...run, "--db-ps-mode=disable"], rows, failing }],
    ["run pipelined", { args: [...run, "--pipeline=on"], rows, failing }],
    ["check", { args: [...common, "check"], rows }],
    ["cleanup", { args: [...common, "cleanup"], rows }],
  ];
  const entries = prepare === null ? [] : [entryOf(name, "prepare", prepare)];
  for (const [command, recording] of recordings) {
    entries.push(entryOf(name, command, await record(recording)));
  }
  return { name, entries };
}

/**
 * Each worker has its part of the events, so that it does not depend on time which connection sends what. In an open loop it does: the next
 * start is for whichever is free first.
 */
function sizeOf({ args, runArgs }: TraceCase): readonly string[] {
  const isOpen = [...args, ...runArgs].some((arg) => arg.startsWith("--rate="));
  return isOpen ? ["--threads=1", "--events=6"] : ["--threads=2", "--workers=2", "--events=12"];
}

function entryOf(name: string, command: string, trace: Trace): Entry {
  const lines = linesOf(trace);
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    const file = `${name} ${command}`.replaceAll(/[^\w.=-]+/g, "_");
    writeFileSync(path.join(folder, `${file}.txt`), [...lines, trace.refusal, ""].join("\n"));
  }
  const messages = trace.connections.flat();
  const bytes = messages.reduce((sum, message) => sum + message.length, 0);
  const counts = `${trace.connections.length} connections, ${messages.length} messages, ${bytes} bytes`;
  const statements = new Set(lines.filter((line) => /^[QPB] /.test(line)).map((line) => line.slice(0, 110)));
  return {
    command,
    summary: `${counts}, ${digestOf(trace).slice(0, 32)}`,
    head: [...trace.refusal.split("\n").filter(Boolean), ...[...statements].slice(0, 4)],
  };
}

/** A case's commands, each with a line; those that send what another case sends are told in one line, statements once. */
function textOf(cases: readonly Described[]): string {
  const owners = new Map<string, string>();
  const shown = new Set<string>();
  const lines: string[] = [];
  for (const { name, entries } of cases) {
    lines.push(name);
    const alike = new Map<string, string[]>();
    for (const { command, summary, head } of entries) {
      const key = `${command} ${summary}`;
      const owner = owners.get(key);
      if (owner !== undefined) {
        alike.set(owner, [...(alike.get(owner) ?? []), command]);
        continue;
      }
      owners.set(key, name);
      lines.push(`  ${command}: ${summary}`);
      lines.push(...head.filter((line) => !shown.has(line)).map((line) => `    ${line}`));
      for (const line of head) shown.add(line);
    }
    lines.push(...[...alike].map(([owner, commands]) => `  ${commands.join(", ")}: as ${owner}`));
  }
  return `${lines.join("\n")}\n`;
}

/** Maps with so many at work at a time; results are in the order of the items. */
async function mapSome<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: count }, worker));
  return results;
}
