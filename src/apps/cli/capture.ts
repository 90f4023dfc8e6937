import path from "node:path";
import { workloadLines } from "../../ingest/capture/choice.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { type CaptureRequest, type CaptureResult, capture } from "../../pipeline/capture.ts";
import { DEFAULT_CONFIG } from "../../pipeline/invocation/config-file.ts";
import { capturedWords, readWords } from "../../report/terminal/captured.ts";
import { type AnyCommand, Command, Option, type WordsOf } from "./commander.ts";
import { measuring } from "./measuring.ts";
import { numberFrom } from "./options.ts";
import { type Lesson, teach } from "./teach.ts";

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

type CaptureWords = WordsOf<typeof withOptions>;

export function captureVerb(finish: (code: number) => void): AnyCommand {
  const command = withOptions(new Command("capture"));
  teach(command, LESSON);
  return command.action(async (files, words) => {
    const request = requestOf(files, words);
    const result = await measuring({}, (observer, signal) => capture(request, observer, signal));
    process.stdout.write(resultText(result, words.output));
    finish(result.failure === null ? EXIT_CODE.fine : result.failure.exitCode);
  });
}

function withOptions(command: Command) {
  return command
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
      numberFrom(1, 100),
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
}

function requestOf(files: readonly string[], words: CaptureWords): CaptureRequest {
  const { config, setup, encoding, logLinePrefix = null } = words;
  const { scripts: most, database = null, protocol = null, keep, output, force = false } = words;
  const command = commandIn(files, words);
  const source =
    command === null
      ? { files, encoding, logLinePrefix }
      : { command, config, setUp: setup, cwd: process.cwd() };
  return { source, most, database, protocol, keep, output, force };
}

/** @returns null where logs are to be read */
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
  return [
    readWords(seen),
    capturedWords(captured, trials),
    `wrote ${scripts.length} scripts to ${output}; for plumbline.yml:`,
    "",
    workloadLines(captured, output.split(path.sep).join("/")),
  ].join("\n");
}
