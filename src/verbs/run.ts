import path from "node:path";
import { Command } from "commander";
import { assureWritable } from "../host/files.ts";
import { terminalObserver } from "../host/terminal.ts";
import { EXIT_CODE } from "../model/errors.ts";
import { FILES, loadConfig, measureRuns } from "../pipeline.ts";
import { abortOnSignals } from "./interrupt.ts";
import { invocationOf, type Words } from "./invocation.ts";
import { withFields } from "./program.ts";

export function runVerb(finish: (code: number) => void): Command {
  const command = new Command("run").description(
    "measure only: write run.json, and run-base.json side by side",
  );
  return withFields(command, "run").action(async (words: Words) => {
    const invocation = invocationOf(words, process.env, process.cwd());
    const config = await loadConfig(invocation);
    await assureWritable(path.resolve(invocation.cwd, invocation.output));
    const observer = terminalObserver(process.stderr);
    const interrupt = abortOnSignals();
    try {
      const { base } = await measureRuns(config, invocation, observer, interrupt.signal);
      observer.end();
      const written = base === null ? [FILES.head] : [FILES.base, FILES.head];
      process.stdout.write(`${written.map((name) => path.join(invocation.output, name)).join("\n")}\n`);
      finish(EXIT_CODE.fine);
    } finally {
      observer.end();
      interrupt.release();
    }
  });
}
