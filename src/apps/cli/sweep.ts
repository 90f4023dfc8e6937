import { parseValues } from "../../config/sweep-fields.ts";
import { styleOf } from "../../io/host/terminal.ts";
import { EXIT_CODE } from "../../model/errors.ts";
import type { OptionValue } from "../../model/run.ts";
import { sweep } from "../../pipeline/sweep.ts";
import { renderSweep } from "../../report/terminal/sweep.ts";
import { type AnyCommand, Command, InvalidArgumentError, Option } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { listOption, numberFrom, wholeNumber, withFields } from "./options.ts";

export function sweepVerb(finish: (code: number) => void): AnyCommand {
  const command = withFields(withOptions(new Command("sweep")), "sweep");
  addHelp(command, {
    examples: [
      ["sweep --over threads=1,2,4,8,16,32", "where does throughput peak?"],
      [
        "sweep threads-sweep.yml",
        "measure what the file's `sweep:` block asks for: options, targets, sessions",
      ],
      [
        "sweep --over threads=5..175:5 --over table-size=10000,100000 --workload point-select",
        "measure every combination of two options",
      ],
      [
        "sweep oltp.yml tpcc.yml",
        "measure two suites in one random order, so that a quiet hour favours neither",
      ],
      ["sweep threads-sweep.yml --resume", "continue after Ctrl-C, a reboot or a crash"],
    ],
    outcomes: [["fine", "fine, whatever the comparison says: nothing is gated"], ...MEASURING],
  });
  return command.action(async (files, words) => {
    const { config, seed, store, repository, lockTimeout } = words;
    const usual = { config: files[0] ?? config, seed, store, repository, lockTimeout };
    const invocation = await invocationHere(usual);
    const request = {
      configs: files.length > 0 ? files : [invocation.config],
      over: words.over ?? {},
      workloads: words.workload ?? [],
      targets: words.target ?? [],
      sessions: words.sessions ?? null,
      seconds: words.seconds ?? null,
      resume: words.resume ?? false,
      output: words.output ?? null,
    };
    const kept = "servers and folders are removed, sessions that were measured are kept";
    const swept = await measuring(
      words,
      (progress, signal) => sweep(invocation, request, progress, signal),
      kept,
    );
    process.stdout.write(renderSweep(swept.sweep, styleOf(process.stdout)));
    process.stderr.write(`wrote ${swept.places.join(", ")}\n`);
    if (swept.failure !== null) throw swept.failure;
    finish(EXIT_CODE.fine);
  });
}

/** Options that are not in the table of fields. */
function withOptions(command: Command) {
  return command
    .summary("Measure several values of an option, or several databases.")
    .description(
      "Measure workloads at several values of their options, and compare several databases. Writes tables, CSV and pictures, and says where throughput peaks.",
    )
    .argument(
      "[file...]",
      "Config files (default: --config). Each file is a suite; the points of all suites are measured in one random order.",
    )
    .addOption(
      new Option(
        "--set, --over <option=values>",
        "Values of an option of the workloads: threads=5,10,25, in steps 5..175:5, by factors 1..128:x2; repeatable, every combination is a point.",
      ).argParser(valuesWord),
    )
    .addOption(listOption("--workload <name>", "Workload to sweep; repeatable (default: all of the file)."))
    .addOption(
      listOption(
        "--target <name>",
        "Target to measure, of the config file's sweep.targets; repeatable (default: all).",
      ),
    )
    .option(
      "--sessions <n>",
      "Number of fresh server sessions at each point (default: sweep.sessions, else 5).",
      wholeNumber,
    )
    .option(
      "--seconds <s>",
      "Measured seconds of a point and session (default: sweep.seconds, else measure.seconds).",
      numberFrom(0.1, 3600, { what: "a number", isWhole: false }),
    )
    .option(
      "--resume",
      "Continue the sweep in --output, whatever ended it; --over and the like are those of its first call.",
    )
    .option(
      "--output <dir>",
      "Folder of the sweep (default: plumbline-out/sweep-SUITE, with the names of all suites).",
    );
}

type SweptValues = Readonly<Record<string, readonly OptionValue[]>>;

function valuesWord(text: string, before: SweptValues = {}): SweptValues {
  const [, option, values] = /^([A-Za-z][\w-]*)=(.+)$/.exec(text) ?? [];
  if (option === undefined || values === undefined)
    throw new InvalidArgumentError("an option and its values, such as threads=5,10,25");
  const parsed = parseValues(values);
  if (typeof parsed === "string") throw new InvalidArgumentError(parsed);
  if (before[option] !== undefined)
    throw new InvalidArgumentError(`all values of ${option} in one --over, such as ${option}=5,10,25`);
  return { ...before, [option]: parsed };
}
