import { EXIT_CODE } from "../../model/errors.ts";
import { tryOut } from "../../pipeline/try.ts";
import { isRunnable, triedWords } from "../../report/terminal/tried.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { withFields } from "./options.ts";

export function tryVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("try")
    .summary("Set up base and head, and run each script once.")
    .description(
      "Set up base and head, run each script once, and show rows, plans, empty tables and policies that the load bypasses. It measures nothing.",
    );
  addHelp(command, {
    examples: [["try", "does the config file work, and what does each script find and cost?"]],
    outcomes: ["fine", ...MEASURING],
  });
  return withFields(command, "try").action(async (words) => {
    const invocation = await invocationHere(words);
    const tried = await measuring({}, (progress, signal) => tryOut(invocation, progress, signal));
    process.stdout.write(triedWords(tried));
    finish(isRunnable(tried) ? EXIT_CODE.fine : EXIT_CODE.usage);
  });
}
