import { Command } from "commander";
import { compareArms } from "../compare/arms.ts";
import { readTextFile } from "../host/files.ts";
import { styleOf } from "../host/terminal.ts";
import { parseDocument } from "../model/document.ts";
import { Run } from "../model/run.ts";
import { loadConfig, rulesOf, stamp, writeReport } from "../pipeline.ts";
import { renderConsole } from "../render/console.ts";
import { invocationOf, type Words } from "./invocation.ts";
import { withFields } from "./options.ts";
import { teach } from "./teach.ts";
import { exitCodeOf, type FailOn } from "./verdict.ts";

export function compareVerb(finish: (code: number) => void): Command {
  const command = new Command("compare")
    .description(
      "compare two run documents by the config file's rules: write report.json, comment.md, report.html",
    )
    .argument("<base>", "run document of base, for example plumbline-out/run-base.json")
    .argument("<head>", "run document of head, for example plumbline-out/run.json");
  teach(command, {
    examples: [
      ["compare plumbline-out/run-base.json plumbline-out/run.json", "what `plumbline run` has measured"],
      ["compare --fail-on never --output /tmp/again base.json head.json", "only look, and write elsewhere"],
    ],
    outcomes: ["fine", "regression", "usage", "inconclusive"],
  });
  return withFields(command, "compare").action(async (base: string, head: string, words: Words) => {
    const invocation = invocationOf(words, process.env, process.cwd());
    const rules = rulesOf(await loadConfig(invocation));
    const report = compareArms(await readRun(base), await readRun(head), rules, stamp());
    await writeReport(invocation, report);
    process.stdout.write(renderConsole(report, styleOf(process.stdout)));
    finish(exitCodeOf(report, words["failOn"] as FailOn));
  });
}

async function readRun(file: string): Promise<Run> {
  const text = await readTextFile(file, "the run document", "plumbline run writes it");
  return parseDocument(Run, text, file);
}
