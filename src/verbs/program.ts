/** The command line: one verb a file, options from the table of fields, one place that turns an error into words and a code. */
import { Command, CommanderError, Option } from "commander";
import { type Field, fieldsOf } from "../config/fields.ts";
import { nearest } from "../config/nearest.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import { VERSION } from "../model/version.ts";
import { checkVerb } from "./check.ts";
import { compareVerb } from "./compare.ts";
import { demoVerb } from "./demo.ts";
import { doctorVerb } from "./doctor.ts";
import { historyVerb } from "./history.ts";
import { renderVerb } from "./render.ts";
import { runVerb } from "./run.ts";
import { storeVerb } from "./store.ts";

const EXIT_CODES = `
Exit codes: 0 fine, 1 regression, 2 usage or config, 3 target (the database), 4 load generator,
5 internal, store or GitHub, 6 inconclusive with --fail-on inconclusive, 130 interrupted.

The pipeline cut in three, on documents:
  $ plumbline run                                            measures, writes run-base.json and run.json
  $ plumbline compare plumbline-out/run-base.json plumbline-out/run.json
  $ plumbline render plumbline-out/report.json --format comment
All at once, as the action does it:
  $ plumbline check --base main`;

/** @returns the exit code; everything a person should know has been written */
export async function runCli(args: readonly string[]): Promise<number> {
  let code: number = EXIT_CODE.fine;
  const program = new Command("plumbline")
    .description("Tells whether a change made a PostgreSQL-wire database slower.")
    .version(VERSION)
    .addHelpText("after", EXIT_CODES)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError(false);
  const finish = (result: number) => {
    code = result;
  };
  for (const verb of [
    checkVerb,
    runVerb,
    compareVerb,
    renderVerb,
    historyVerb,
    storeVerb,
    doctorVerb,
    demoVerb,
  ]) {
    program.addCommand(
      verb(finish)
        .exitOverride()
        .configureOutput({ writeErr: () => undefined }),
    );
  }
  try {
    if (args.length === 0) {
      program.outputHelp();
      return EXIT_CODE.usage;
    }
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return sayError(error, program);
  }
}

/** Adds the options of one verb from the table of fields. */
export function withFields(command: Command, place: Field["in"][number]): Command {
  for (const field of fieldsOf(place)) {
    const option = new Option(`--${field.name} <${field.value ?? "value"}>`, field.help);
    if (field.choices !== undefined) option.choices(field.choices);
    if (field.default !== "") option.default(field.default);
    command.addOption(option);
  }
  return command;
}

function sayError(error: unknown, program: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT_CODE.fine;
    const unknown = /unknown (option|command) '([^']+)'/.exec(error.message);
    const guess = unknown === null ? undefined : nearest(unknown[2]!, knownWords(program, unknown[1]!));
    const remedy =
      guess === undefined
        ? "plumbline --help lists the verbs, plumbline VERB --help its options"
        : `did you mean ${guess}?`;
    return say(error.message.replace(/^error: /, ""), remedy, EXIT_CODE.usage);
  }
  if (error instanceof PlumblineError) return say(error.message, error.remedy, error.exitCode);
  const { stack, message } = error as Error;
  return say(
    `a fault in plumbline itself: ${stack ?? message}`,
    "please report it with this text",
    EXIT_CODE.internal,
  );
}

function knownWords(program: Command, kind: string): string[] {
  if (kind === "command") return program.commands.map((command) => command.name());
  return program.commands.flatMap((command) => command.options.map((option) => option.long ?? ""));
}

function say(message: string, remedy: string | undefined, code: number): number {
  process.stderr.write(`plumbline: ${message}\n`);
  if (remedy !== undefined) process.stderr.write(`  remedy: ${remedy}\n`);
  return code;
}
