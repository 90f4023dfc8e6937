/**
 * The order of the stages of a capture: logs, or a command and the log of its server -> lines -> statements and transactions ->
 * scripts, written and tried.
 */
import path from "node:path";
import { Capture, type LogContents } from "../ingest/capture/capture.ts";
import { type Captured, capturedFrom } from "../ingest/capture/choice.ts";
import type { Protocol } from "../ingest/capture/log/said.ts";
import { hasDatabase, LOG_PREFIX } from "../io/database/postgres/logging-server.ts";
import { linesOf } from "../io/host/text-lines.ts";
import { findLoadGenerator } from "../io/load/find.ts";
import { PlumblineError } from "../model/errors.ts";
import type { Progress } from "../model/progress.ts";
import { readWords, type ScriptTrial } from "../report/terminal/captured.ts";
import { type WrittenScript, writeScripts } from "./documents/captured-scripts.ts";
import { readable, runs } from "./measure/try-script.ts";
import { type WatchedRun, watchCommand } from "./measure/watched-command.ts";

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

type LogFiles = Readonly<{ files: readonly string[]; encoding: string; logLinePrefix: string | null }>;
type WatchedCommand = Readonly<{ command: string; config: string; setUp: boolean; cwd: string }>;

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
  return await deliver(seen, request, names, readThem(progress), null);
}

async function readLogs(
  { files, logLinePrefix, encoding }: LogFiles,
  progress: Progress,
  signal: AbortSignal,
): Promise<LogContents> {
  const log = new Capture();
  for (const file of files) {
    const onShare = (share: number | null) =>
      progress.update({ what: `reading ${file}`, share, secondsLeft: null });
    const reader = log.file(file, logLinePrefix);
    for await (const lines of linesOf({ file, encoding, onShare, signal })) reader.lines(lines);
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
  const use = async ({ server, failure }: WatchedRun) => {
    if (failure !== null) progress.note(`${failure.message}\nwhat it did until then:`);
    const log = { files: [server.logFile], encoding: "utf-8", logLinePrefix: LOG_PREFIX };
    const seen = await readLogs(log, progress, signal);
    try {
      return await deliver(seen, request, "", runThem(server, progress, signal), failure);
    } catch (error) {
      throw failure ?? error;
    }
  };
  return await watchCommand(source, use, progress, signal);
}

/** Tries scripts that have been written. */
type Try = (scripts: readonly WrittenScript[], captured: Captured) => Promise<readonly ScriptTrial[]>;

/** @param names of the logs; empty where a command was watched */
async function deliver(
  seen: LogContents,
  request: CaptureRequest,
  names: string,
  tryAll: Try,
  failure: PlumblineError | null,
): Promise<CaptureResult> {
  const captured = chooseFrom(seen, request, names);
  const { output, force } = request;
  const scripts = await writeScripts(captured.scripts, { output, force });
  return { seen, captured, scripts, trials: await tryAll(scripts, captured), failure };
}

function chooseFrom(seen: LogContents, request: CaptureRequest, names: string): Captured {
  const { most, database, protocol, keep } = request;
  const captured = capturedFrom(seen.units, {
    most,
    database,
    protocol,
    keep: keep !== "none",
    keepNumbers: keep === "numbers",
    source: names || "a command (--run)",
  });
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

/** A log's server is not here: the scripts are read, as the load generator will. */
function readThem(progress: Progress): Try {
  return async (scripts, { protocol }) =>
    await tried(progress, async (generator) => {
      const trials: ScriptTrial[] = [];
      for (const script of scripts) {
        trials.push({ name: script.name, ran: false, problem: await readable(generator, script, protocol) });
      }
      return trials;
    });
}

/** Runs each script once, if the command has left its database. */
function runThem(server: WatchedRun["server"], progress: Progress, signal: AbortSignal): Try {
  return async (scripts, captured) => {
    const { database, protocol } = captured;
    if (database === null || !(await hasDatabase(server, database, signal))) {
      progress.note(
        `the command removed its database ${database ?? ""}: the scripts are parsed, but not run`,
      );
      return await readThem(progress)(scripts, captured);
    }
    return await tried(progress, async (generator) => {
      const place = { generator, protocol, url: server.url(database), pid: server.pid, signal };
      const trials: ScriptTrial[] = [];
      for (const script of scripts)
        trials.push({ name: script.name, ran: true, problem: await runs(script, place) });
      return trials;
    });
  };
}

type FoundGenerator = Awaited<ReturnType<typeof findLoadGenerator>>;

/** Scripts are there without a load generator, too. */
async function tried(
  progress: Progress,
  attempt: (generator: FoundGenerator) => Promise<readonly ScriptTrial[]>,
): Promise<readonly ScriptTrial[]> {
  try {
    return await attempt(await findLoadGenerator({ progress }));
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    progress.note(`the scripts were not tried: ${error.message}`);
    return [];
  }
}
