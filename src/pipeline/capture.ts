/**
 * The order of the stages of a capture: logs, or a command and the log of its server -> lines -> statements and transactions ->
 * scripts, written and tried.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { Capture, type LogContents } from "../ingest/capture/capture.ts";
import { type Captured, capturedFrom, chosenFrom } from "../ingest/capture/choice.ts";
import type { SchemaFacts } from "../ingest/capture/facts.ts";
import type { Protocol } from "../ingest/capture/log/said.ts";
import { DATABASE, FILLED, hasDatabase, LOG_PREFIX } from "../io/database/postgres/logging-server.ts";
import { readSchemaFacts } from "../io/database/sql/schema-facts.ts";
import { readTextLines } from "../io/host/text-lines.ts";
import { PlumblineError } from "../model/errors.ts";
import type { Progress } from "../model/progress.ts";
import { readWords, type ScriptTrial } from "../report/terminal/captured.ts";
import { type WrittenScript, writeScripts } from "./documents/captured-scripts.ts";
import { type TrialPlace, tryAll } from "./measure/try-scripts.ts";
import { hasSetup, type WatchedRun, watchCommand } from "./measure/watched-command.ts";

/** The source of a capture, and its options. */
export type CaptureRequest = Readonly<{
  /** Logs, in their order; or a command that is run with the connection of a fresh server. */
  source: LogFiles | WatchedCommand;
  /** Largest number of scripts. */
  most: number;
  /** Database; null: the one with most statements. */
  database: string | null;
  /** Protocol; null: that of most of the log. */
  protocol: Protocol | null;
  keep: "words" | "numbers" | "none";
  output: string;
  force: boolean;
}>;

/** Where the rows come from that scripts are tried on. */
type Rows = Readonly<{ config: string; setUp: boolean; cwd: string }>;
type LogFiles = Rows & Readonly<{ files: readonly string[]; encoding: string; logLinePrefix: string | null }>;
type WatchedCommand = Rows & Readonly<{ command: string }>;

/** Outcome of a capture. */
export type CaptureResult = Readonly<{
  seen: LogContents;
  captured: Captured;
  scripts: readonly WrittenScript[];
  trials: readonly ScriptTrial[];
  /** The command's failure; null if it did not fail, and for logs. */
  failure: PlumblineError | null;
}>;

const SETTINGS =
  "let the server log what it runs (log_min_duration_statement = 0, or log_statement = all with log_duration = on; lc_messages = C; SELECT pg_reload_conf()), and take the log of some minutes";
const CONNECTION =
  "let the command connect by DATABASE_URL, or by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE: it seems to use another database";

/** @throws PlumblineError of kind "usage" if there is nothing to make a script of */
export async function capture(
  request: CaptureRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<CaptureResult> {
  const { source } = request;
  if ("command" in source) return await captureCommand(request, source, progress, signal);
  const seen = await readLogs(source, progress, signal);
  const names = source.files.map((file) => path.basename(file)).join(", ");
  const withoutServer = () => deliver(seen, request, { names, place: null, failure: null }, progress, signal);
  chooseFrom(seen, request, names, null);
  if (!(await hasSetup(source))) return await withoutServer();
  const tryThem = async ({ server, role }: WatchedRun) =>
    await deliver(
      seen,
      request,
      { names, place: { server, role, database: DATABASE }, failure: null },
      progress,
      signal,
    );
  return await watchCommand({ ...source, command: null }, tryThem, progress, signal);
}

async function readLogs(
  { files, logLinePrefix, encoding }: Omit<LogFiles, keyof Rows>,
  progress: Progress,
  signal: AbortSignal,
): Promise<LogContents> {
  const log = new Capture();
  for (const file of files) {
    const onShare = (share: number | null) =>
      progress.update({ what: `reading ${file}`, share, secondsLeft: null });
    const reader = log.file(file, logLinePrefix);
    for await (const lines of readTextLines({ file, encoding, onShare, signal })) reader.lines(lines);
    reader.end();
  }
  return log.end();
}

/** A command that failed is captured all the same. */
async function captureCommand(
  request: CaptureRequest,
  source: WatchedCommand,
  progress: Progress,
  signal: AbortSignal,
): Promise<CaptureResult> {
  const use = async ({ server, isFilled, role, failure }: WatchedRun) => {
    if (failure !== null) progress.note(`${failure.message}\nwhat it did until then:`);
    const log = { files: [server.logFile], encoding: "utf-8", logLinePrefix: LOG_PREFIX };
    const seen = await readLogs(log, progress, signal);
    try {
      const { database } = chooseFrom(seen, request, "", null);
      const place = await databaseToTry({ server, isFilled, role }, database, signal);
      if (place === null) progress.note(REMOVED(database));
      return await deliver(seen, request, { names: "", place, failure }, progress, signal);
    } catch (error) {
      throw failure ?? error;
    }
  };
  return await watchCommand(source, use, progress, signal);
}

const REMOVED = (name: string | null) =>
  `the command removed its database ${name ?? ""}: the scripts are parsed, but not run; with database.setup they run on what that makes`;

/** The database that a check will have, too; else what the command left. */
async function databaseToTry(
  { server, isFilled, role }: Omit<WatchedRun, "failure">,
  database: string | null,
  signal: AbortSignal,
): Promise<TrialPlace | null> {
  if (isFilled) return { server, role, database: FILLED };
  if (database === null || !(await hasDatabase(server, database, signal))) return null;
  return { server, role: null, database };
}

type Delivery = Readonly<{
  /** Names of the logs; empty where a command was watched. */
  names: string;
  /** Null: scripts are read, as the load generator will, and not run. */
  place: TrialPlace | null;
  failure: PlumblineError | null;
}>;

async function deliver(
  seen: LogContents,
  request: CaptureRequest,
  { names, place, failure }: Delivery,
  progress: Progress,
  signal: AbortSignal,
): Promise<CaptureResult> {
  const facts = place === null ? null : await factsFor(seen, request, place, signal);
  const captured = chooseFrom(seen, request, names, facts);
  const { output, force } = request;
  const scripts = await writeScripts(captured.scripts, { output, force });
  const trials = await tryAll(scripts, captured.protocol, place, progress, signal);
  const refused = new Set(trials.filter(({ outcome }) => outcome === "refused").map(({ name }) => name));
  for (const { name, path: file } of scripts) if (refused.has(name)) await rm(file);
  return { seen, captured, scripts: scripts.filter(({ name }) => !refused.has(name)), trials, failure };
}

async function factsFor(
  seen: LogContents,
  request: CaptureRequest,
  { server, database }: TrialPlace,
  signal: AbortSignal,
): Promise<SchemaFacts> {
  const units = chosenFrom(seen.units, request)?.chosen ?? [];
  const shapes = units.flatMap(({ steps }) => steps.map(({ shape }) => shape));
  return await readSchemaFacts(server.url(database), shapes, signal);
}

/** @throws PlumblineError of kind "usage" if there is nothing to make a script of */
function chooseFrom(
  seen: LogContents,
  request: CaptureRequest,
  names: string,
  facts: SchemaFacts | null,
): Captured {
  const { most, database, protocol, keep } = request;
  const wish = {
    most,
    database,
    protocol,
    keep: keep !== "none",
    keepNumbers: keep === "numbers",
    source: names || "a command (--run)",
  };
  const captured = capturedFrom(seen.units, wish, facts);
  if (captured !== null) return captured;
  if (seen.units.length > 0) {
    const there = [...new Set(seen.units.map((unit) => unit.database ?? "(none named)"))].toSorted();
    throw new PlumblineError(
      "usage",
      `no statements of database ${JSON.stringify(database)} are in the log`,
      { remedy: `name one that it has: ${there.join(", ")}` },
    );
  }
  const where = names === "" ? "what the command did" : names;
  throw new PlumblineError("usage", `nothing to make a script of in ${where}\n${readWords(seen).trimEnd()}`, {
    remedy: names === "" ? CONNECTION : SETTINGS,
  });
}
