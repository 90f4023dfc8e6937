import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { Capture, type Seen } from "../../ingest/capture/capture.ts";
import { type Captured, capturedFrom, workloadLines } from "../../ingest/capture/choice.ts";
import type { Protocol } from "../../ingest/capture/log/said.ts";
import { hasDatabase, LOG_PREFIX } from "../../io/database/postgres/logging-server.ts";
import { terminalObserver } from "../../io/host/terminal.ts";
import { linesOf } from "../../io/host/text-lines.ts";
import { findLoadGenerator } from "../../io/load/find.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { Observer } from "../../model/observer.ts";
import { type WrittenScript, writeScripts } from "../../pipeline/documents/captured-scripts.ts";
import { DEFAULT_CONFIG } from "../../pipeline/invocation/config-file.ts";
import { untilInterrupted } from "../../pipeline/invocation/interrupt.ts";
import { readable, runs } from "../../pipeline/measure/try-script.ts";
import { type Watched, watchCommand } from "../../pipeline/measure/watched-command.ts";
import { capturedWords, readWords, type Trial } from "../../report/terminal/captured.ts";
import { type Lesson, teach } from "./teach.ts";

type Words = Readonly<{
  run?: string;
  config: string;
  setup: boolean;
  output: string;
  scripts: number;
  logLinePrefix?: string;
  encoding: string;
  database?: string;
  protocol?: Protocol;
  keep: "words" | "numbers" | "none";
  force?: true;
}>;

const SETTINGS =
  "let the server log what it runs (log_min_duration_statement = 0, or log_statement = all with log_duration = on; lc_messages = C; SELECT pg_reload_conf()), and take the log of some minutes";
const CONNECTION =
  "let the command connect by DATABASE_URL, or by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE: it seems to use another database";

const LESSON: Lesson = {
  examples: [
    ["capture /var/log/postgresql/postgresql.json", "the ten that weigh most, into bench/captured"],
    ["capture --database shop --scripts 20 log/*.csv.gz", "of one database of several, from rotated logs"],
    ['capture --run "npm test"', "what the tests send; each script is tried on their server"],
    ["capture --log-line-prefix '%t [%p] %u@%d ' postgresql.log", "where the prefix is no usual one"],
  ],
  outcomes: [
    "fine",
    ["usage", "no log, no statements in it, scripts that are there already"],
    ["target", "the command failed, and what it did until then was captured; or no server could be started"],
    "interrupted",
  ],
};

export function captureVerb(finish: (code: number) => void): Command {
  const command = new Command("capture")
    .summary("make scripts from a server's log, or from your tests")
    .description(
      "make scripts from a server's log, or from what a command such as your tests sends to a server: the transactions and statements that weigh most, with their weights, and without personal texts",
    )
    .argument(
      "[file...]",
      "csvlog, jsonlog or what the server writes to stderr, packed with gzip or not; in their order; - is standard input",
    )
    .option(
      "--run <command>",
      "instead of files: run this with the connection of a fresh server (DATABASE_URL, PGHOST ...), such as your tests",
    )
    .option("--config <file>", "with --run: whose database.setup fills the database", DEFAULT_CONFIG)
    .option("--no-setup", "with --run: begin with an empty database, for a command that makes its own tables")
    .option("--output <dir>", "folder for the scripts", "bench/captured")
    .option(
      "--scripts <n>",
      "at most so many: half of them by time, the others by how often they came",
      wholeNumber,
      10,
    )
    .option(
      "--log-line-prefix <prefix>",
      "of a log on stderr, as SHOW log_line_prefix says it; else found out",
    )
    .option("--encoding <name>", "of the log: that of the server's databases", "utf-8")
    .option("--database <name>", "the one whose statements are meant; else the one that has most")
    .addOption(
      new Option(
        "--protocol <protocol>",
        "how scripts send: values in the text, as parameters, prepared; else as most of the log",
      ).choices(["simple", "extended", "prepared"]),
    )
    .addOption(
      new Option(
        "--keep <what>",
        "what of the log may stay: words such as 'open', few and frequent; also whole numbers of which a place had few, each with its weight; or none",
      )
        .choices(["words", "numbers", "none"])
        .default("words"),
    )
    .option("--force", "write over scripts that are there already");
  teach(command, LESSON);
  return command.action(async (files: readonly string[], words: Words) => {
    assureOneSource(files, words);
    const observer = terminalObserver(process.stderr);
    await untilInterrupted(async (signal) => {
      finish(await capture(files, words, observer, signal));
    }).finally(() => observer.end());
  });
}

/** Its living line goes before anything is printed. */
type Terminal = Observer & Readonly<{ end(): void }>;

async function capture(
  files: readonly string[],
  words: Words,
  observer: Terminal,
  signal: AbortSignal,
): Promise<number> {
  if (words.run !== undefined) return await watch(words.run, words, observer, signal);
  const seen = await readLogs(files, words, observer, signal);
  await deliver(seen, words, files, readThem(observer), observer);
  return EXIT_CODE.fine;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw new InvalidArgumentError("a whole number from 1 to 100");
}

function assureOneSource(files: readonly string[], { run }: Words): void {
  if (files.length > 0 && run === undefined) return;
  if (files.length === 0 && run !== undefined) return;
  const what =
    run === undefined ? "neither a log nor a command is named" : "both a log and a command are named";
  throw new PlumblineError("usage", `capture: ${what}`, {
    remedy:
      'name the files of a log (plumbline capture postgresql.json), or a command: plumbline capture --run "npm test"',
  });
}

type Reading = Pick<Words, "encoding" | "logLinePrefix">;

async function readLogs(
  files: readonly string[],
  { logLinePrefix, encoding }: Reading,
  observer: Observer,
  signal: AbortSignal,
): Promise<Seen> {
  const log = new Capture();
  for (const file of files) {
    const onShare = (share: number | null) =>
      observer.progress({ what: `reading ${file}`, share, secondsLeft: null });
    const reader = log.file(file, logLinePrefix ?? null);
    for await (const lines of linesOf({ file, encoding, onShare, signal })) reader.lines(lines);
    reader.end();
  }
  return log.end();
}

/** @returns the exit code: a command that failed is captured, but is no success */
async function watch(
  command: string,
  words: Words,
  observer: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const request = { command, cwd: process.cwd(), config: words.config, setUp: words.setup };
  const use = async ({ server, failure }: Watched) => {
    if (failure !== null) observer.note(`${failure.message}\nwhat it did until then:`);
    const reading = { encoding: "utf-8", logLinePrefix: LOG_PREFIX };
    const seen = await readLogs([server.logFile], reading, observer, signal);
    try {
      await deliver(seen, words, [], runThem(server, observer, signal), observer);
    } catch (error) {
      throw failure ?? error;
    }
    return failure === null ? EXIT_CODE.fine : failure.exitCode;
  };
  return await watchCommand(request, use, observer, signal);
}

/** What becomes of the scripts when they are tried. */
type Try = (scripts: readonly WrittenScript[], captured: Captured) => Promise<readonly Trial[]>;

/** Writes the scripts, tries them, and says what there is to say. @param files none where a command was watched */
async function deliver(
  seen: Seen,
  words: Words,
  files: readonly string[],
  tryAll: Try,
  terminal: Terminal,
): Promise<void> {
  const captured = captureOf(seen, words, files);
  const scripts = await writeScripts(captured.scripts, { output: words.output, force: words.force === true });
  const trials = await tryAll(scripts, captured);
  terminal.end();
  process.stdout.write(
    [
      readWords(seen),
      capturedWords(captured, trials),
      `wrote ${scripts.length} scripts to ${words.output}; for plumbline.yml:`,
      "",
      workloadLines(captured, words.output.split(path.sep).join("/")),
    ].join("\n"),
  );
}

function captureOf(seen: Seen, words: Words, files: readonly string[]): Captured {
  const names = files.map((file) => path.basename(file)).join(", ");
  const wish = {
    most: words.scripts,
    database: words.database ?? null,
    protocol: words.protocol ?? null,
    keep: words.keep !== "none",
    keepNumbers: words.keep === "numbers",
    source: names || "a command (--run)",
  };
  const captured = capturedFrom(seen.units, wish);
  if (captured !== null) return captured;
  if (seen.units.length > 0) {
    const there = [...new Set(seen.units.map(({ database }) => database ?? "(none named)"))].toSorted();
    throw new PlumblineError(
      "usage",
      `no statements of database ${JSON.stringify(words.database)} are in the log`,
      {
        remedy: `it has those of ${there.join(", ")}`,
      },
    );
  }
  const where = names === "" ? "what the command did" : names;
  throw new PlumblineError("usage", `nothing to make a script of in ${where}\n${readWords(seen).trimEnd()}`, {
    remedy: names === "" ? CONNECTION : SETTINGS,
  });
}

/** A log's server is not here: the scripts are read, as the load generator will. */
function readThem(observer: Observer): Try {
  return async (scripts, { protocol }) =>
    await tried(observer, async (generator) => {
      const trials: Trial[] = [];
      for (const script of scripts) {
        trials.push({ name: script.name, ran: false, problem: await readable(generator, script, protocol) });
      }
      return trials;
    });
}

/** Each is run once, where the command has left its database. */
function runThem(server: Watched["server"], observer: Observer, signal: AbortSignal): Try {
  return async (scripts, captured) => {
    const { database, protocol } = captured;
    if (database === null || !(await hasDatabase(server, database))) {
      observer.note(
        `the command has taken its database ${database ?? ""} away: the scripts are read, and not run`,
      );
      return await readThem(observer)(scripts, captured);
    }
    return await tried(observer, async (generator) => {
      const place = { generator, protocol, url: server.url(database), pid: server.pid, signal };
      const trials: Trial[] = [];
      for (const script of scripts)
        trials.push({ name: script.name, ran: true, problem: await runs(script, place) });
      return trials;
    });
  };
}

type Generator = Awaited<ReturnType<typeof findLoadGenerator>>;

/** Scripts are there without a load generator, too. */
async function tried(
  observer: Observer,
  attempt: (generator: Generator) => Promise<readonly Trial[]>,
): Promise<readonly Trial[]> {
  try {
    return await attempt(await findLoadGenerator({ observer }));
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    observer.note(`the scripts were not tried: ${error.message}`);
    return [];
  }
}
