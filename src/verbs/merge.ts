import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { readRun } from "../documents/files.ts";
import { writeFileWhole } from "../host/files.ts";
import { EXIT_CODE } from "../model/errors.ts";
import type { Run } from "../model/run.ts";
import { plural } from "../render/words/units.ts";
import { mergeRuns } from "../samples/merge.ts";
import { teach } from "./teach.ts";

export function mergeVerb(finish: (code: number) => void): Command {
  const command = new Command("merge")
    .summary("add up the runs of several load machines")
    .description("add up what several load machines measured together, and write it as one run document")
    .argument("<run...>", "run document of each machine, all of the same arm")
    .requiredOption("--output <file>", "the run document to write")
    .action(async (files: readonly string[], { output }: { output: string }) => {
      const runs: Run[] = [];
      for (const file of files) runs.push(await readRun(file));
      await writeFileWhole(output, `${JSON.stringify(mergeRuns(runs, randomUUID()), null, 2)}\n`);
      process.stdout.write(`merged ${plural(files.length, "run")} into ${output}\n`);
      finish(EXIT_CODE.fine);
    });
  return teach(command, {
    examples: [
      ["merge machine-*/run.json --output run.json", "each machine ran with --shard=I/N and one --start-at"],
      ["merge machine-*/run-base.json --output run-base.json", "the other arm of a side-by-side measurement"],
    ],
    outcomes: ["fine", "usage"],
  });
}
