/**
 * The folder of a sweep: `plan.json` says what it is, `sessions.jsonl` has each session from the moment it is measured, one a line; the
 * documents are made of these and can be made again. A killed sweep loses the session that was running, and no other.
 */

import { existsSync } from "node:fs";
import { mkdir, open, readFile, truncate } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeFileWhole } from "../../io/host/files.ts";
import { Build, Generator } from "../../model/build.ts";
import { Commit, Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import { ARMS, OptionValue, type Runs, Session } from "../../model/run.ts";
import { list, object } from "../../model/shape.ts";
import type { Sweep } from "../../model/sweep.ts";
import { sweepPage } from "../../report/html/sweep.ts";
import { sweepMarkdown } from "../../report/markdown/sweep.ts";
import { sweepCsv } from "../../report/terminal/sweep.ts";
import { parsedJson } from "../../text/json.ts";
import { writeRuns } from "./files.ts";

export const SWEEP_FILES = {
  plan: "plan.json",
  sessions: "sessions.jsonl",
  document: "sweep.json",
  markdown: "sweep.md",
  csv: "sweep.csv",
  html: "sweep.html",
} as const;

const count = z.int().nonnegative();

const Machine = z.strictObject({
  cpuModel: z.string(),
  cpuCount: count,
  memoryBytes: count,
  kernel: z.string(),
  runner: z.string(),
});

/** A point on a pair of targets, by their positions, whose server or load failed. */
const GivenUp = object({ pair: count, point: count, why: z.string() });
export type GivenUp = z.infer<typeof GivenUp>;

/** State of a sweep: sessions belong together if its digest and its commit are the same. */
export const SweepState = z.strictObject({
  schema: z.literal("plumbline.sweep-plan/1"),
  /** Hash of all that decides what a session is: config file, axes, targets, seconds. */
  digest: z.string(),
  seed: z.number(),
  sessions: count,
  /** Sessions of all its points; absent in folders that are older than this field. */
  planned: count.optional(),
  /** Words of the call that began it, so that a call that resumes it need not repeat them; null: the config file's. */
  asked: object({
    over: z.record(z.string(), list(OptionValue)).readonly(),
    workloads: list(z.string()),
    targets: list(z.string()),
    sessions: count.nullable(),
    seconds: z.number().nullable(),
  }),
  commit: Commit,
  /** Machine that began it. */
  machine: Machine,
  /** Machines that went on with it and are unlike that one; absent: there were none. */
  others: z.array(Machine).optional(),
  /** Warnings about the machine, before each call measured; absent: there were none. */
  warnings: list(Warning).optional(),
  /** Points of a finished sweep that do not have all their sessions; none, or absent: all have them, or it has not ended. */
  givenUp: list(GivenUp).optional(),
});
export type SweepState = z.infer<typeof SweepState>;

const Facts = object({
  product: z.string(),
  version: z.string(),
  /** Absent in sessions of a sweep that an older version measured. */
  build: Build.optional(),
  settings: z.record(z.string(), z.string()).readonly(),
});
export type SweepServer = z.infer<typeof Facts>;

/** Order of the load generator's targets, for example head then base. */
const Arms = list(z.enum(ARMS));

const Block = object({
  /** Position in plan.workloads. */
  workload: count,
  arms: Arms,
  /** One for each of the arms. */
  sessions: list(Session),
  options: z.record(z.string(), OptionValue).readonly(),
  generator: Generator,
  warnings: list(Warning),
});
export type Block = z.infer<typeof Block>;

const Recorded = object({ arms: Arms, servers: list(Facts), blocks: list(Block) });
export type RecordedSession = z.infer<typeof Recorded>;

const Line = object({
  step: object({ round: count, pair: count, point: count }),
  session: Recorded,
});
export type SweepLine = z.infer<typeof Line>;

/** State of the sweep in the folder, or null. @throws PlumblineError of kind "usage" if it cannot be read */
export async function readState(folder: string): Promise<SweepState | null> {
  const file = path.join(folder, SWEEP_FILES.plan);
  if (!existsSync(file)) return null;
  const parsed = SweepState.safeParse(parsedJson(await readFile(file, "utf8")));
  if (parsed.success) return parsed.data;
  throw new PlumblineError("usage", `${file} is not a plan of a sweep${fieldOf(parsed.error)}`, {
    remedy: "name another folder with --output",
    cause: parsed.error,
  });
}

/** Names the field that cannot be read, so that a reader sees whether the file is broken or of another version. */
function fieldOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined || issue.path.length === 0
    ? ""
    : `: ${issue.path.map(String).join(".")}: ${issue.message}`;
}

/** Begins a sweep: sessions that the folder has are taken away. */
export async function writeState(folder: string, state: SweepState): Promise<void> {
  await writeFileWhole(path.join(folder, SWEEP_FILES.sessions), "");
  await writePlan(folder, state);
}

export async function writePlan(folder: string, state: SweepState): Promise<void> {
  await writeFileWhole(path.join(folder, SWEEP_FILES.plan), `${JSON.stringify(state, null, 1)}\n`);
}

/**
 * The sessions that are whole. A last line that was cut short by whatever ended the sweep is taken away.
 * @throws PlumblineError of kind "usage" that names another line which is none
 */
export async function readSessions(folder: string): Promise<readonly SweepLine[]> {
  const file = path.join(folder, SWEEP_FILES.sessions);
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
  return whole.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const parsed = Line.safeParse(parsedJson(line));
    if (parsed.success) return [parsed.data];
    throw noSession(`${file}:${index + 1}`, parsed.error);
  });
}

/** A line that is a session but for a field was written by a version that knew another one. */
function noSession(place: string, error: z.ZodError): PlumblineError {
  const field = fieldOf(error);
  return new PlumblineError("usage", `${place} is not a session of a sweep${field}`, {
    remedy:
      field === ""
        ? "remove the line, and its point is measured again; or name another folder with --output"
        : "continue with the version of Plumbline that wrote it, or start a new sweep in another folder (--output)",
    cause: error,
  });
}

/** Adds a session, and waits until the disk has it. */
export async function keepSession(folder: string, line: SweepLine): Promise<void> {
  await mkdir(folder, { recursive: true });
  const handle = await open(path.join(folder, SWEEP_FILES.sessions), "a");
  try {
    await handle.appendFile(`${JSON.stringify(line)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * sweep.json, the forms that people read, and the runs that it was made of as documents: run.json (and run-base.json), of several suites
 * each in a folder of its name, in it of several pairs of targets each in one by position and name.
 * @returns their places
 */
export async function writeSweep(
  folder: string,
  sweep: Sweep,
  suites: readonly Readonly<{
    suite: string;
    pairs: readonly Readonly<{ target: string; runs: Runs | null }>[];
  }>[],
): Promise<readonly string[]> {
  const { document, markdown, csv, html } = SWEEP_FILES;
  const texts = {
    [document]: `${JSON.stringify(sweep, null, 1)}\n`,
    [markdown]: sweepMarkdown(sweep),
    [csv]: sweepCsv(sweep),
    [html]: sweepPage(sweep),
  };
  for (const [name, text] of Object.entries(texts)) await writeFileWhole(path.join(folder, name), text);
  const written = Object.keys(texts).map((name) => path.join(folder, name));
  const folders = foldersOf(suites.map(({ suite }) => suite));
  for (const [index, { pairs }] of suites.entries()) {
    const place = suites.length === 1 ? folder : path.join(folder, folders[index]!);
    for (const [position, { target, runs }] of pairs.entries()) {
      if (runs === null) continue;
      const output = pairs.length === 1 ? place : path.join(place, `${position + 1}-${slugOf(target)}`);
      written.push(...(await writeRuns({ cwd: folder, output }, runs)));
    }
  }
  return written;
}

/** A name as that of a folder: letters and digits of all languages stay. */
export function slugOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-");
}

/** Folders of several suites, no two alike, even on a disk that ignores case: a number stands before a name that is taken. */
export function foldersOf(names: readonly string[]): readonly string[] {
  const keys = names.map((name) => slugOf(name).toLowerCase());
  return names.map((name, index) => {
    const isTaken = keys.indexOf(keys[index]!) < index || /^\.+$/.test(name);
    return isTaken ? `${index + 1}-${slugOf(name)}` : slugOf(name);
  });
}
