// npm run check: everything that can be said about the sources without running them. As many checks at once as there are CPUs, one
// line for each when it has ended; a failed one shows its output and what to run.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./build.ts";
import { setUp } from "./lib/set-up.ts";
import { goTool, type PythonTool, pythonTool } from "./lib/tools.ts";

await setUp();

const root = fileURLToPath(new URL("..", import.meta.url));
const NOTHING = Buffer.alloc(0);
const bin = (name: string) => path.join(root, "node_modules/.bin", name);
/** A script that says with --check what is not fresh. */
const script = (name: string) => [process.execPath, "scripts/run.mjs", `scripts/${name}.ts`, "--check"];

type Check = Readonly<{
  name: string;
  /** Command to type if it failed. */
  fix?: string;
}> &
  ({ command: readonly string[] } | { check: () => Promise<string | undefined> });

const CHECKS: readonly Check[] = [
  // The longest first.
  { name: "C (make analyze)", command: ["make", "-s", "-j2", "-C", "runner-native", "analyze", "WERROR=1"] },
  { name: "lint of C (clang-tidy)", check: () => checkC("clang-tidy", "CLANG_TIDY", "tidy") },
  {
    name: "format of C (clang-format)",
    fix: "npm run format",
    check: () => checkC("clang-format", "CLANG_FORMAT", "check-format"),
  },
  {
    name: "format and lint (biome)",
    fix: "npm run format",
    command: [bin("biome"), "ci", "--colors=off", "--reporter=summary", "--error-on-warnings", "."],
  },
  { name: "lint with types (oxlint)", command: [bin("oxlint"), "--type-aware", "--deny-warnings", "."] },
  { name: "types (tsc)", command: [bin("tsc"), "--noEmit"] },
  { name: "types of the pages (tsc)", command: [bin("tsc"), "--noEmit", "-p", "src/apps/browser"] },
  { name: "action.yml is fresh", fix: "npm run build", command: script("action-yml") },
  {
    name: "docs/cli.md is fresh",
    fix: "node scripts/run.mjs scripts/cli-reference.ts",
    command: script("cli-reference"),
  },
  {
    name: "schemas and docs/config.md are fresh",
    fix: "node scripts/run.mjs scripts/schemas.ts",
    command: script("schemas"),
  },
  {
    name: "migrations make the schema (prisma)",
    fix: "node scripts/prisma/new-migration.mjs NAME",
    command: [process.execPath, "scripts/prisma/check-drift.mjs"],
  },
  { name: "dist is fresh", fix: "npm run build, and commit dist", check: distIsFresh },
  { name: "workflows (actionlint)", check: lintWorkflows },
  { name: "workflows are safe (zizmor)", check: auditWorkflows },
];

const only = process.argv[2];
const waiting = CHECKS.filter(({ name }) => only === undefined || name.includes(only));
await Promise.all(Array.from({ length: availableParallelism() }, work));

/** Takes one check after the other, until none waits. */
async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await carryOut(next);
}

async function carryOut(each: Check): Promise<void> {
  const { name, fix } = each;
  const startedAt = performance.now();
  const problem = await ("check" in each ? each.check() : run(each.command));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (problem === undefined) {
    console.log(`ok      ${name}, ${seconds} s`);
    return;
  }
  process.exitCode = 1;
  console.log(`FAILED  ${name}${fix === undefined ? "" : `; to fix: ${fix}`}`);
  console.log(problem.trimEnd().replace(/^/gm, "        "));
}

/** @returns the output of a command that failed */
function run([command = "", ...args]: readonly string[]): Promise<string | undefined> {
  const env = { ...process.env, NO_COLOR: "1" };
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`${error.message}${output}`));
    child.once("close", (status) => resolve(status === 0 ? undefined : output || `exit code ${status}`));
  });
}

/** A goal of the Makefile with a program that Python's pip brings; without Python it is skipped. */
async function checkC(name: PythonTool, variable: string, goal: string) {
  const program = pythonTool(name);
  if (program !== null)
    return run(["make", "-s", "-j2", "-C", "runner-native", goal, `${variable}=${program}`]);
  console.log(`skipped ${goal} of C (${name}): it needs python3 with pip, or ${name} in PATH`);
  return undefined;
}

/** Bundles again, elsewhere, and compares the bytes: the work tree stays as it is. */
async function distIsFresh() {
  const again = path.join(root, "node_modules/.cache/plumbline-dist");
  mkdirSync(again, { recursive: true });
  try {
    await bundle(again);
    const committed = contents(path.join(root, "dist"));
    const built = contents(again);
    const files = [...new Set([...committed.keys(), ...built.keys()])];
    const stale = files.filter((file) => committed.get(file)?.equals(built.get(file) ?? NOTHING) !== true);
    return stale.length === 0 ? undefined : stale.map((file) => `dist/${file}`).join("\n");
  } catch (error) {
    return String((error as Error).message);
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
}

function contents(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}

function workflowsIn(folder: string) {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".yml"))
    .map((name) => path.join(folder, name));
}

/** Our own are held to more than the examples, which people read and copy. */
async function auditWorkflows() {
  const program = pythonTool("zizmor");
  if (program === null) {
    console.log("skipped workflows are safe (zizmor): it needs python3 with pip, or zizmor in PATH");
    return undefined;
  }
  const audit = (config: string, files: readonly string[]) =>
    run([program, "--offline", "--no-progress", "--quiet", "--config", config, ...files]);
  return (
    (await audit(".github/zizmor.yml", [...workflowsIn(".github/workflows"), ".github/dependabot.yml"])) ??
    (await audit(".github/zizmor-examples.yml", workflowsIn("docs/examples")))
  );
}

async function lintWorkflows() {
  try {
    return await run([
      goTool("actionlint"),
      ...workflowsIn(".github/workflows"),
      ...workflowsIn("docs/examples"),
    ]);
  } catch (error) {
    return (error as Error).message;
  }
}
