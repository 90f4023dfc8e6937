#!/usr/bin/env node
import { OUR_OWN, withdraw } from "../../io/host/environment.ts";
import { outliveReaders } from "../../io/host/terminal.ts";
import { EXIT_CODE } from "../../model/errors.ts";
import { runCli } from "./program.ts";

outliveReaders(process.stdout, process.stderr);
const why = withdraw(OUR_OWN);
if (why !== null)
  process.stderr.write(`warning: what is measured can read the variables of this process: ${why}\n`);
const code = await runCli(process.argv.slice(2));
// Output that could not be written has set a code already.
process.exitCode ||= code;
// A store that does not answer would keep us waiting. Everything of ours is gone by now.
if (code === EXIT_CODE.interrupted) process.exit();
