#!/usr/bin/env node
/**
 * npm run bench:reason [-- --tool sql|prisma|alembic --case NAME --equal N --cause DURATION --json]
 * Known causes of slow PostgreSQL (proofs/reason/cases/), each one migration that also changes three things the workload never touches.
 * Base and head are measured by `plumbline check` on fresh servers of this machine, in short sessions. The row of a case says the verdict,
 * what the report names as the cause, and whether that is the planted statement (right), something else that the statement brought
 * with it (consequence), one of the three (unrelated) or nothing (none). Then N checks (3 by default) of migrations that change nothing else, where
 * nothing is to be named. A check takes 20 to 60 s; the search for the cause in it may take --cause (60s by default), and needs more where
 * other work keeps the machine busy.
 * --case takes a case (indexes/hash), an area (indexes), or several of both with commas, in that order; --json prints a line of JSON for each case.
 * Exit code 1 where an unrelated statement was named, or fewer than 95 % of the regressions were named rightly.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundle } from "../scripts/build.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { abortOnSignals } from "../src/pipeline/invocation/interrupt.ts";
import { type Case, decoysAlone, readCases } from "./reason/cases.ts";
import { type Checked, checked } from "./reason/check.ts";
import { row, totals } from "./reason/table.ts";
import { alembicIn, TOOLS, type Tool } from "./reason/tools.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    tool: { type: "string", default: "sql" },
    case: { type: "string" },
    equal: { type: "string", default: "3" },
    cause: { type: "string", default: "60s" },
    json: { type: "boolean", default: false },
  },
});

/** What a migration of decoys alone is measured with. */
const UNTOUCHED = "\\set id random(1, 40000)\nSELECT name FROM customer WHERE id = :id;\n";

const tool = toolOf(values.tool);
const wanted = chosen(values.case?.split(","));
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-reason-"));
const built = path.join(import.meta.dirname, "../node_modules/.cache/plumbline", `reason-${process.pid}`);
const interrupt = abortOnSignals();
process.on("exit", () => {
  for (const each of [scratch, built]) rmSync(each, { recursive: true, force: true });
});
const environment = tool === "alembic" ? await withAlembic() : { python: "" };
if (interrupt.signal.aborted) process.exit(130);
if ("failure" in environment)
  console.log(`skipped: Alembic cannot be installed here: ${environment.failure}`);
else await measureAll(environment.python);

async function measureAll(python: string) {
  await bundle(built);
  const results: Checked[] = [];
  try {
    for (const [at, each] of wanted.entries()) {
      interrupt.signal.throwIfAborted();
      const say = (what: string) => progress(`[${at + 1}/${wanted.length}] ${each.name}: ${what}`);
      say("begins");
      const place = { scratch, cli: path.join(built, "cli.js"), tool, python, budget: values.cause };
      const result = await checked(each, place, say, interrupt.signal);
      results.push(result);
      progress("");
      console.log(values.json ? JSON.stringify(result) : row(result));
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = 130;
  }
  const { text, isRight } = totals(results);
  if (!values.json) console.log(text);
  if (!isRight) process.exitCode ??= 1;
}

function toolOf(text: string): Tool {
  const tool = TOOLS.find((each) => each === text);
  if (tool !== undefined) return tool;
  console.error(`error: --tool: ${text} is none of ${TOOLS.join(", ")}`);
  process.exit(2);
}

/** The cases that are asked for, with migrations of decoys alone where all are. */
function chosen(names: readonly string[] | undefined): readonly Case[] {
  const equal = Array.from({ length: Number(values.equal) }, () => decoysAlone(UNTOUCHED));
  const all = readCases();
  if (names === undefined) return [...all, ...equal];
  const unknown = names.find((text) => !all.some(({ name, area }) => [name, area].includes(text)));
  if (unknown !== undefined) {
    console.error(`error: --case: no ${unknown}; there are ${all.map(({ name }) => name).join(", ")}`);
    process.exit(2);
  }
  return names.flatMap((text) => all.filter(({ name, area }) => [name, area].includes(text)));
}

async function withAlembic() {
  progress("installing Alembic");
  return await alembicIn(scratch, interrupt.signal);
}

/** On a terminal one line that changes, elsewhere none but the first of each case. */
function progress(what: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what.slice(0, process.stderr.columns - 1)}`);
  else if (what.endsWith("begins") || what.startsWith("inst")) process.stderr.write(`${what}\n`);
}
