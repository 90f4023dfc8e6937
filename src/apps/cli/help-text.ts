/** Text of `--help` below the options: commands to copy, and what the exit code means. */

import { EXIT_CODE } from "../../model/errors.ts";
import type { AnyCommand } from "./commander.ts";

type ExitName = keyof typeof EXIT_CODE;

const MEANING: Readonly<Record<ExitName, string>> = {
  fine: "fine",
  regression: "regression",
  usage: "wrong usage or config file",
  target: "trouble with the database under test",
  generator: "trouble with the load generator",
  internal: "trouble with the store, with GitHub or with this machine, or a fault in Plumbline itself",
  inconclusive: "inconclusive (with --fail-on inconclusive)",
  interrupted: "interrupted",
};

export type HelpText = Readonly<{
  /** Command after `plumbline `, and what it does. */
  examples: readonly (readonly [command: string, does: string])[];
  /** Exit codes that the verb can end with, in its own words if they differ from the usual ones. */
  outcomes: readonly (ExitName | readonly [ExitName, string])[];
}>;

/** Every verb that measures can end in these ways, too. */
export const MEASURING = ["usage", "target", "generator", "internal", "interrupted"] as const;

export function addHelp(command: AnyCommand, { examples, outcomes }: HelpText): AnyCommand {
  const lines = examples.flatMap(([words, does]) => [`  # ${does}`, `  plumbline ${words}`]);
  const codes = outcomes
    .map((outcome) => (typeof outcome === "string" ? ([outcome, MEANING[outcome]] as const) : outcome))
    .map(([outcome, meaning]) => [EXIT_CODE[outcome], meaning] as const)
    .sort(([a], [b]) => a - b)
    .map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  return command.addHelpText("after", `\nExamples:\n${lines.join("\n")}\n\nExit codes:\n${codes.join("\n")}`);
}
