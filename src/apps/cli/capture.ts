import path from "node:path";
import { workloadLines } from "../../ingest/capture/choice.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { type CaptureRequest, type CaptureResult, capture } from "../../pipeline/capture.ts";
import { DEFAULT_CONFIG } from "../../pipeline/invocation/config-file.ts";
import { capturedWords, readWords } from "../../report/terminal/captured.ts";
import { type AnyCommand, Command, Option, type WordsOf } from "./commander.ts";
import { addHelp, type HelpText } from "./help-text.ts";
import { measuring } from "./measuring.ts";
import { numberFrom } from "./options.ts";

const HELP: HelpText = {
  examples: [
    ["capture /var/log/postgresql/postgresql.json", "write the ten heaviest into bench/captured"],
    ["capture --database shop --scripts 20 log/*.csv.gz", "read one of several databases from rotated logs"],
    ['capture --run "npm test"', "capture what the tests send, and try each script on their server"],
    ["capture --log-line-prefix '%t [%p] %u@%d ' postgresql.log", "read a log with an unusual prefix"],
  ],
  outcomes: [
    "fine",
    ["usage", "no log, no statements in it, or the scripts exist already"],
    [
      "target",
      "the command failed, and what it had sent by then was captured; or no server could be started",
    ],
    "interrupted",
  ],
};

type CaptureWords = WordsOf<typeof withOptions>;

export function captureVerb(finish: (code: number) => void): AnyCommand {
  const command = withOptions(new Command("capture"));
  addHelp(command, HELP);
  return command.action(async (files, words) => {
    const request = captureRequest(files, words);
    const result = await measuring({}, (progress, signal) => capture(request, progress, signal));
    process.stdout.write(resultText(result, words.output));
    finish(result.failure === null ? EXIT_CODE.fine : result.failure.exitCode);
  });
}

function withOptions(command: Command) {
  return command
    .summary("Make scripts from a server's log, or from your tests.")
    .description(
      "Make scripts from a server's log, or from what a command such as your tests sends to a server: the heaviest transactions and statements, with their weights, and without personal data.",
    )
    .argument(
      "[file...]",
      "Log files in their order: csvlog, jsonlog, or what the server writes to stderr, gzipped or not; - is standard input.",
    )
    .option(
      "--run <command>",
      "Run this command, such as your tests, with the connection of a fresh server (DATABASE_URL, PGHOST ...), instead of reading files.",
    )
    .option(
      "--config <file>",
      "Config file whose database.setup fills the database that scripts are tried on.",
      DEFAULT_CONFIG,
    )
    .option(
      "--no-setup",
      "Start with an empty database, for a command that makes its own tables (with --run); only parse the scripts of a log.",
    )
    .option("--output <dir>", "Folder for the scripts.", "bench/captured")
    .option(
      "--scripts <n>",
      "Highest number of scripts: half of them by time, the others by number of calls.",
      numberFrom(1, 100),
      10,
    )
    .option(
      "--log-line-prefix <prefix>",
      "Prefix of a log on stderr, as SHOW log_line_prefix prints it (default: detected).",
    )
    .option("--encoding <name>", "Encoding of the log: that of the server's databases.", "utf-8")
    .option("--database <name>", "Database whose statements count (default: the one with the most).")
    .addOption(
      new Option(
        "--protocol <protocol>",
        "How scripts send values: in the text (simple), as parameters (extended), or prepared (default: as most of the log does).",
      ).choices(["simple", "extended", "prepared"]),
    )
    .addOption(
      new Option(
        "--keep <what>",
        "Literals to keep: frequent words, also small sets of integers with their weights, or none.",
      )
        .choices(["words", "numbers", "none"])
        .default("words"),
    )
    .option("--force", "Overwrite existing scripts.");
}

function captureRequest(files: readonly string[], words: CaptureWords): CaptureRequest {
  const { config, setup, encoding, logLinePrefix = null } = words;
  const { scripts: most, database = null, protocol = null, keep, output, force = false } = words;
  const command = commandIn(files, words);
  const rows = { config, setUp: setup, cwd: process.cwd() };
  const source = command === null ? { ...rows, files, encoding, logLinePrefix } : { ...rows, command };
  return { source, most, database, protocol, keep, output, force };
}

/** @returns null if logs are to be read */
function commandIn(files: readonly string[], { run }: CaptureWords): string | null {
  if (files.length > 0 && run === undefined) return null;
  if (files.length === 0 && run !== undefined) return run;
  const what =
    run === undefined ? "neither a log nor a command is named" : "both a log and a command are named";
  throw new PlumblineError("usage", `capture: ${what}`, {
    remedy:
      'name the files of a log (plumbline capture postgresql.json), or a command: plumbline capture --run "npm test"',
  });
}

function resultText({ seen, captured, scripts, trials }: CaptureResult, output: string): string {
  const failing = new Set(trials.filter(({ problem }) => problem !== null).map(({ name }) => name));
  const usable = captured.scripts.filter(({ name }) => !failing.has(name));
  const leftOut =
    failing.size === 0 ? "" : `, without ${[...failing].map((name) => `${name}.sql`).join(", ")}`;
  return [
    readWords(seen),
    capturedWords(captured, trials),
    `wrote ${scripts.length} scripts to ${output}; for plumbline.yml${leftOut}:`,
    "",
    usable.length === 0
      ? "# no script runs yet\n"
      : workloadLines({ ...captured, scripts: usable }, output.split(path.sep).join("/")),
  ].join("\n");
}
