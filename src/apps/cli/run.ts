import path from "node:path";
import { assureWritable } from "../../io/host/files.ts";
import { EXIT_CODE } from "../../model/errors.ts";
import { measureRuns } from "../../pipeline/check.ts";
import { runFiles } from "../../pipeline/documents/files.ts";
import { loadConfig } from "../../pipeline/invocation/config-file.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { withFields } from "./options.ts";

export function runVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("run")
    .summary("Only measure: write run documents.")
    .description("Only measure: write run.json of head and, in side-by-side mode, run-base.json of base.");
  addHelp(command, {
    examples: [
      ["run --base main", "measure base and head side by side: run-base.json and run.json"],
      ["run --mode history", "measure head alone: run.json"],
      ["run --base HEAD --sessions 2 --seconds 1", "measure briefly, to see what the documents hold"],
    ],
    outcomes: ["fine", ...MEASURING],
  });
  return withFields(command, "run").action(async (words) => {
    const invocation = await invocationHere(words);
    const config = await loadConfig(invocation);
    await assureWritable(path.resolve(invocation.cwd, invocation.output));
    const runs = await measuring(words, (progress, signal) =>
      measureRuns(config, invocation, progress, signal),
    );
    process.stdout.write(`${runFiles(invocation.output, runs).join("\n")}\n`);
    finish(EXIT_CODE.fine);
  });
}
