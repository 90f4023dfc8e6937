import path from "node:path";
import { environment } from "../../io/host/environment.ts";
import { assureWritable } from "../../io/host/files.ts";
import { terminalObserver } from "../../io/host/terminal.ts";
import { EXIT_CODE } from "../../model/errors.ts";
import { measureRuns } from "../../pipeline/check.ts";
import { placesOf } from "../../pipeline/documents/files.ts";
import { loadConfig } from "../../pipeline/invocation/config-file.ts";
import { untilInterrupted } from "../../pipeline/invocation/interrupt.ts";
import { inRepository } from "../../pipeline/invocation/repository.ts";
import { whileWatched } from "../../pipeline/invocation/telemetry.ts";
import { invocationOf } from "../../pipeline/invocation/words.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { withFields } from "./options.ts";
import { MEASURING, teach } from "./teach.ts";

export function runVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("run")
    .summary("only measure: write run documents")
    .description("only measure: write run.json of head, and side by side run-base.json of base too");
  teach(command, {
    examples: [
      ["run --base main", "base and head side by side: run-base.json and run.json"],
      ["run --mode history", "head alone: run.json"],
      ["run --base HEAD --sessions 2 --seconds 1", "a quick trial of the config file"],
    ],
    outcomes: ["fine", ...MEASURING],
  });
  return withFields(command, "run").action(async (words) => {
    const invocation = await inRepository(invocationOf(words, environment(), process.cwd()));
    const config = await loadConfig(invocation);
    await assureWritable(path.resolve(invocation.cwd, invocation.output));
    const observer = terminalObserver(process.stderr);
    const runs = await untilInterrupted((signal) =>
      whileWatched(words, environment(), observer, (watched) =>
        measureRuns(config, invocation, watched, signal),
      ),
    ).finally(() => observer.end());
    process.stdout.write(`${placesOf(invocation.output, runs).join("\n")}\n`);
    finish(EXIT_CODE.fine);
  });
}
