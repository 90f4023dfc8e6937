// npm run gate: from a clean clone all set-up, every check and every test, as .ci/run calls it. Ends with `N passed, N failed`; a check that
// fails makes it fail, too.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a script of this folder to its end. @returns its exit code */
function run(script: string, ...words: readonly string[]): number {
  const args = ["scripts/run.mjs", `scripts/${script}.ts`, ...words];
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
}

const setUp = run("setup", "--browser");
if (setUp !== 0) process.exit(setUp);
const checks = run("check");
const tests = run("test", "--all");
process.exitCode = tests === 0 ? checks : tests;
