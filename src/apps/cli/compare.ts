import { compareArms } from "../../analysis/verdict/arms.ts";
import { rulesOf, USUAL_RULES } from "../../config/rules.ts";
import { environment } from "../../io/host/environment.ts";
import { styleOf } from "../../io/host/terminal.ts";
import { readRun, writeReport } from "../../pipeline/documents/files.ts";
import { stamp } from "../../pipeline/documents/stamp.ts";
import { loadConfig } from "../../pipeline/invocation/config-file.ts";
import { exitCodeOf } from "../../pipeline/invocation/exit-code.ts";
import { failOnOf, invocationOf } from "../../pipeline/invocation/words.ts";
import { renderConsole } from "../../report/terminal/console.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { withFields } from "./options.ts";

export function compareVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("compare")
    .summary("Judge two run documents.")
    .description(
      "Judge two run documents by the rules in head's document, or by the default rules if it has none. No repository is needed. Writes report.json, comment.md and report.html.",
    )
    .argument("<base>", "Run document of base, for example plumbline-out/run-base.json.")
    .argument("<head>", "Run document of head, for example plumbline-out/run.json.")
    .option(
      "--config <file>",
      "Config file whose rules to judge by (default: the rules in head's document).",
    );
  addHelp(command, {
    examples: [
      ["compare plumbline-out/run-base.json plumbline-out/run.json", "judge what `plumbline run` measured"],
      ["compare --config strict.yml base.json head.json", "judge by the rules of another config file"],
      [
        "compare --fail-on never --output /tmp/again base.json head.json",
        "exit with 0 even after a regression, and write to another folder",
      ],
    ],
    outcomes: ["fine", "regression", "usage", "inconclusive"],
  });
  return withFields(command, "compare").action(async (base, head, words) => {
    const invocation = invocationOf(words, environment(), process.cwd());
    const [before, after] = [await readRun(base), await readRun(head)];
    const named = words.config === undefined ? null : rulesOf(await loadConfig(invocation));
    // The rules that base was measured for say nothing about those of --config.
    const { rules: _, ...other } = before;
    const rules = named ?? after.rules ?? USUAL_RULES;
    const report = compareArms(named === null ? before : other, after, rules, stamp());
    await writeReport(invocation, report);
    process.stdout.write(renderConsole(report, styleOf(process.stdout)));
    finish(exitCodeOf(report, failOnOf(words)));
  });
}
