import { styleOf } from "../../io/host/terminal.ts";
import { check } from "../../pipeline/check.ts";
import { writtenFiles } from "../../pipeline/documents/files.ts";
import { exitCodeOf } from "../../pipeline/invocation/exit-code.ts";
import { failOnOf } from "../../pipeline/invocation/words.ts";
import { renderConsole } from "../../report/terminal/console.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { withFields } from "./options.ts";

export function checkVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("check")
    .summary("Do the whole job: measure base and head, judge, store, report.")
    .description(
      "Measure base and head, compare them, store both runs, and write the comment and the report. This is what the action runs.",
    );
  addHelp(command, {
    examples: [
      ["check", "compare HEAD, with uncommitted changes, with the commit where it left main"],
      ["check --base v1.2 --sessions 12", "compare with a tag, in more sessions, which show smaller changes"],
      ["check --base HEAD", "compare a commit with itself: how quiet is this machine?"],
      [
        "check --mode history --store file:.plumbline",
        "measure head alone, and compare it with the stored runs of main",
      ],
    ],
    outcomes: ["fine", "regression", "inconclusive", ...MEASURING],
  });
  return withFields(command, "check").action(async (words) => {
    const invocation = await invocationHere(words);
    const { report, notStored } = await measuring(words, (progress, signal) =>
      check(invocation, progress, signal),
    );
    process.stdout.write(renderConsole(report, styleOf(process.stdout)));
    process.stderr.write(`wrote ${writtenFiles(report).join(", ")} to ${invocation.output}\n`);
    if (notStored !== null) throw notStored;
    finish(exitCodeOf(report, failOnOf(words)));
  });
}
