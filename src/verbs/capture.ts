import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { Capture, type Seen } from "../capture/capture.ts";
import { type Captured, capturedFrom, workloadLines } from "../capture/choice.ts";
import type { Protocol } from "../capture/log/said.ts";
import { writeFileWhole } from "../host/files.ts";
import { terminalObserver } from "../host/terminal.ts";
import { linesOf } from "../host/text-lines.ts";
import { untilInterrupted } from "../invocation/interrupt.ts";
import { readable } from "../measure/try-script.ts";
import { PlumblineError } from "../model/errors.ts";
import type { Observer } from "../model/observer.ts";
import type { Script } from "../model/script.ts";
import { capturedWords, readWords, type Trial } from "../render/terminal/captured.ts";
import { findLoadGenerator } from "../runner/find.ts";
import { teach } from "./teach.ts";

type Words = Readonly<{
  output: string;
  scripts: number;
  logLinePrefix?: string;
  encoding: string;
  database?: string;
  protocol?: Protocol;
  keep: "words" | "none";
  force?: true;
}>;

const SETTINGS =
  "let the server log what it runs (log_min_duration_statement = 0, or log_statement = all with log_duration = on; lc_messages = C; SELECT pg_reload_conf()), and take the log of some minutes";

export function captureVerb(): Command {
  const command = new Command("capture")
    .description(
      "write scripts out of what a server's log says: the transactions and statements that weigh most, with weights; no text of the log that may be anybody's",
    )
    .argument(
      "<file...>",
      "csvlog, jsonlog or what the server writes to stderr, packed with gzip or not; in their order; - is standard input",
    )
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
        "texts of the log that may stay: words such as 'open', few and frequent, or none",
      )
        .choices(["words", "none"])
        .default("words"),
    )
    .option("--force", "write over scripts that are there already");
  teach(command, {
    examples: [
      ["capture /var/log/postgresql/postgresql.json", "the ten that weigh most, into bench/captured"],
      ["capture --database shop --scripts 20 log/*.csv.gz", "of one database of several, from rotated logs"],
      ["capture --log-line-prefix '%t [%p] %u@%d ' postgresql.log", "where the prefix is no usual one"],
    ],
    outcomes: [
      "fine",
      ["usage", "no log, no statements in it, scripts that are there already"],
      "interrupted",
    ],
  });
  return command.action(async (files: readonly string[], words: Words) => {
    const observer = terminalObserver(process.stderr);
    await untilInterrupted(async (signal) => {
      const seen = await readLogs(files, words, observer, signal);
      await deliver(seen, files, words, observer);
    }).finally(() => observer.end());
  });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw new InvalidArgumentError("a whole number from 1 to 100");
}

async function readLogs(
  files: readonly string[],
  { logLinePrefix = null, encoding }: Pick<Words, "encoding"> & { logLinePrefix?: string | null },
  observer: Observer,
  signal: AbortSignal,
): Promise<Seen> {
  const capture = new Capture();
  for (const file of files) {
    const onShare = (share: number | null) =>
      observer.progress({ what: `reading ${file}`, share, secondsLeft: null });
    const reader = capture.file(file, logLinePrefix);
    for await (const lines of linesOf({ file, encoding, onShare, signal })) reader.lines(lines);
    reader.end();
  }
  return capture.end();
}

/** Writes the scripts, tries them, and says what there is to say. */
async function deliver(
  seen: Seen,
  files: readonly string[],
  words: Words,
  observer: Observer & { end(): void },
): Promise<void> {
  const captured = captureOf(seen, files, words);
  const folder = path.resolve(words.output);
  const scripts = captured.scripts.map(({ name, text, weight }) => ({
    name,
    text,
    file: path.join(words.output, `${name}.sql`),
    path: path.join(folder, `${name}.sql`),
    weight,
    hash: createHash("sha256").update(text).digest("hex"),
  }));
  assureFree(scripts, words);
  for (const script of scripts) await writeFileWhole(script.path, script.text);
  const trials = await tryAll(scripts, captured.protocol, observer);
  observer.end();
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

function captureOf(seen: Seen, files: readonly string[], words: Words): Captured {
  const wish = {
    most: words.scripts,
    database: words.database ?? null,
    protocol: words.protocol ?? null,
    keep: words.keep === "words",
    source: files.map((file) => path.basename(file)).join(", "),
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
  throw new PlumblineError(
    "usage",
    `nothing to make a script of in ${files.join(", ")}\n${readWords(seen).trimEnd()}`,
    {
      remedy: SETTINGS,
    },
  );
}

function assureFree(
  scripts: readonly Script[],
  { force = false, output }: Pick<Words, "output"> & { force?: boolean },
): void {
  const there = scripts.filter((script) => existsSync(script.path)).map(({ file }) => file);
  if (there.length === 0 || force) return;
  throw new PlumblineError(
    "usage",
    `${there.join(", ")} ${there.length === 1 ? "is" : "are"} there already`,
    {
      remedy: `name another folder than ${output} with --output, or let --force write over them`,
    },
  );
}

type Named = Script & Readonly<{ name: string }>;

async function tryAll(
  scripts: readonly Named[],
  protocol: Protocol,
  observer: Observer,
): Promise<readonly Trial[]> {
  try {
    const generator = await findLoadGenerator({ observer });
    const trials: Trial[] = [];
    for (const script of scripts) {
      trials.push({ name: script.name, ran: false, problem: await readable(generator, script, protocol) });
    }
    return trials;
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    observer.note(`the scripts were not tried: ${error.message}`);
    return [];
  }
}
