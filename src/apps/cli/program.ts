/** The command line: one verb a file, one place that turns an error into words and a code. */

import { nearest } from "../../config/nearest.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { redact } from "../../model/secrets.ts";
import { VERSION } from "../../model/version.ts";
import { backfillVerb } from "./backfill.ts";
import { bisectVerb } from "./bisect.ts";
import { cacheVerb } from "./cache.ts";
import { capacityVerb } from "./capacity.ts";
import { captureVerb } from "./capture.ts";
import { checkVerb } from "./check.ts";
import { clusterVerb } from "./cluster.ts";
import { type AnyCommand, Command, CommanderError } from "./commander.ts";
import { compareVerb } from "./compare.ts";
import { demoVerb } from "./demo.ts";
import { doctorVerb } from "./doctor.ts";
import { addHelp } from "./help-text.ts";
import { historyVerb } from "./history.ts";
import { initVerb } from "./init.ts";
import { publishVerb } from "./publish.ts";
import { renderVerb } from "./render.ts";
import { runVerb } from "./run.ts";
import { serveVerb } from "./serve.ts";
import { shardVerb } from "./shard.ts";
import { storeVerb } from "./store.ts";
import { sweepVerb } from "./sweep.ts";
import { tryVerb } from "./try.ts";

/** Groups in the order of help: what a newcomer needs first stands first. */
const GROUPS = [
  ["Start here:", [demoVerb, initVerb, tryVerb, captureVerb, doctorVerb]],
  ["Check a change:", [checkVerb, runVerb, compareVerb, renderVerb, publishVerb]],
  ["The history:", [historyVerb, serveVerb, backfillVerb, bisectVerb, storeVerb]],
  ["Experiments:", [sweepVerb, capacityVerb]],
  ["Load from several machines:", [shardVerb, clusterVerb]],
  ["This machine and help:", [cacheVerb]],
] as const;

/** @returns the exit code; everything a person should know has been written */
export async function runCli(args: readonly string[]): Promise<number> {
  let code: number = EXIT_CODE.fine;
  const program = createProgram((result) => {
    code = result;
  });
  try {
    if (args.length === 0) {
      program.outputHelp();
      return EXIT_CODE.usage;
    }
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return reportError(error, namedCommand(program, args));
  }
}

/** @param finish gets the exit code of a verb that came to its end */
export function createProgram(finish: (code: number) => void): AnyCommand {
  const program = new Command("plumbline")
    .description(
      "Find out whether a change made a database slower: PostgreSQL, or another that speaks its protocol.",
    )
    .version(VERSION, "-V, --version", "Print the version.")
    .helpCommand(false);
  for (const [heading, verbs] of GROUPS) {
    program.commandsGroup(heading);
    for (const verb of verbs) program.addCommand(verb(finish));
  }
  program.addCommand(helpVerb(program));
  addHelp(program, {
    examples: [
      ["demo", "see it work on servers of its own, in two minutes"],
      ["check --base main", "do the whole job, as the action does"],
      ["run --base main", "do the same in three parts: first measure"],
      ["compare plumbline-out/run-base.json plumbline-out/run.json", "then judge what was measured"],
      ["render plumbline-out/report.json --format comment", "then show the report in another form"],
      ["help history", "show options and examples of a verb"],
    ],
    outcomes: [
      "fine",
      "regression",
      "usage",
      "target",
      "generator",
      "internal",
      "inconclusive",
      "interrupted",
    ],
  });
  equip(program);
  return program;
}

function helpVerb(program: AnyCommand): AnyCommand {
  return new Command("help")
    .description("Options and examples of a verb.")
    .argument("[verb...]", "Verb, for example: history, or: store import.")
    .action((verbs: readonly string[]) => {
      const command = namedCommand(program, verbs);
      const unknown = verbs[depthOf(command)];
      if (unknown !== undefined) throw unknownVerb(unknown, command);
      command.outputHelp();
    });
}

/** Describes --help in the words of this program, and makes every command throw: commander would write and exit by itself. */
function equip(command: AnyCommand): void {
  command
    .helpOption("-h, --help", "Show this help.")
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => undefined });
  for (const part of command.commands) equip(part);
}

/** The command that the first words name, as far as they name one. */
function namedCommand(program: AnyCommand, words: readonly string[]): AnyCommand {
  const [first, ...rest] = words;
  const next = program.commands.find((command) => command.name() === first);
  return next === undefined ? program : namedCommand(next, rest);
}

function depthOf(command: AnyCommand): number {
  return command.parent === null ? 0 : 1 + depthOf(command.parent);
}

/** "plumbline store import" */
function fullName(command: AnyCommand): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

function unknownVerb(word: string, command: AnyCommand): PlumblineError {
  return new PlumblineError("usage", `unknown verb ${JSON.stringify(word)}`, {
    remedy: suggestion(
      word,
      command.commands.map((verb) => verb.name()),
      command,
    ),
  });
}

function suggestion(word: string, known: readonly string[], command: AnyCommand): string {
  const guess = nearest(word, known);
  if (guess !== undefined) return `did you mean ${guess}?`;
  return `see ${fullName(command)} --help`;
}

function reportError(error: unknown, command: AnyCommand): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT_CODE.fine;
    // `plumbline store` alone: commander has written the help.
    if (error.code === "commander.help") return EXIT_CODE.usage;
    return reportError(usageError(error, command), command);
  }
  if (error instanceof PlumblineError) return sayFailure(error.message, error.remedy, error.exitCode);
  const { stack, message } = error as Error;
  return sayFailure(
    redact(`a fault in plumbline itself: ${stack ?? message}`),
    "please report it with this text",
    EXIT_CODE.internal,
  );
}

/** Turns commander's error into one with a remedy. */
function usageError({ message }: CommanderError, command: AnyCommand): PlumblineError {
  const text = message.replace(/^error: /, "");
  const [, verb] = /^unknown command '(.*)'$/.exec(text) ?? [];
  if (verb !== undefined) return unknownVerb(verb, command);
  const [, option] = /^unknown option '(.*)'$/.exec(text) ?? [];
  const remedy =
    option === undefined
      ? (allowedValues(text) ?? `see ${fullName(command)} --help`)
      : suggestion(option, command.options.map(({ long }) => long ?? "").concat("--help"), command);
  const what = /^(option '.*' argument '.*' is invalid)\./.exec(text)?.[1] ?? text;
  return new PlumblineError("usage", what, { remedy });
}

/** What to write instead, by "option ... argument ... is invalid. Allowed choices are a, b." or the option's own parser. */
function allowedValues(text: string): string | undefined {
  const [, choices, words] = /is invalid\. (?:Allowed choices are (.*)\.|(.*))$/.exec(text) ?? [];
  if (choices !== undefined) return `use one of ${choices}`;
  return words?.replace(/^(?:expected )?(?=(?:an?|all|the|at most|values|each)\b)/, "write ");
}

function sayFailure(message: string, remedy: string | undefined, code: number): number {
  process.stderr.write(`plumbline: ${message}\n`);
  if (remedy !== undefined) process.stderr.write(`  remedy: ${remedy}\n`);
  return code;
}
