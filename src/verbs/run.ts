import path from "node:path";
import { Command } from "commander";
import { placesOf } from "../documents/files.ts";
import { environment } from "../host/environment.ts";
import { assureWritable } from "../host/files.ts";
import { terminalObserver } from "../host/terminal.ts";
import { whileWatched } from "../invocation/audience.ts";
import { loadConfig } from "../invocation/config-file.ts";
import { untilInterrupted } from "../invocation/interrupt.ts";
import { inRepository } from "../invocation/repository.ts";
import { invocationOf, type Words } from "../invocation/words.ts";
import { EXIT_CODE } from "../model/errors.ts";
import { measureRuns } from "../pipeline.ts";
import { withFields } from "./options.ts";
import { MEASURING, teach } from "./teach.ts";

export function runVerb(finish: (code: number) => void): Command {
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
  return withFields(command, "run").action(async (words: Words) => {
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
