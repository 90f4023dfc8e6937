#!/usr/bin/env node
import { outliveReaders } from "./host/terminal.ts";
import { runCli } from "./verbs/program.ts";

outliveReaders(process.stdout, process.stderr);
const code = await runCli(process.argv.slice(2));
// Output that could not be written has set a code already.
process.exitCode ||= code;
