#!/usr/bin/env node
import { runCli } from "./verbs/program.ts";

process.exitCode = await runCli(process.argv.slice(2));
