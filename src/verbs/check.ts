import { Command } from "commander";
import { terminalObserver } from "../host/terminal.ts";
import { check, FILES } from "../pipeline.ts";
import { renderConsole } from "../render/console.ts";
import { abortOnSignals } from "./interrupt.ts";
import { invocationOf, type Words } from "./invocation.ts";
import { withFields } from "./program.ts";
import { exitCodeOf, type FailOn } from "./verdict.ts";

export function checkVerb(finish: (code: number) => void): Command {
  const command = new Command("check").description(
    "measure base and head, compare, store, write the comment and the report (what the action runs)",
  );
  return withFields(command, "check").action(async (words: Words) => {
    const invocation = invocationOf(words, process.env, process.cwd());
    const observer = terminalObserver(process.stderr);
    const interrupt = abortOnSignals();
    try {
      const { report, notStored } = await check(invocation, observer, interrupt.signal);
      observer.end();
      process.stdout.write(
        `${renderConsole(report, { colour: process.stdout.isTTY === true, width: process.stdout.columns || 100 })}\n`,
      );
      process.stderr.write(`wrote ${Object.values(FILES).join(", ")} to ${invocation.output}\n`);
      if (notStored !== null) throw notStored;
      finish(exitCodeOf(report, words["fail-on"] as FailOn));
    } finally {
      observer.end();
      interrupt.release();
    }
  });
}
