/** Golden files: whole outputs that people have looked at. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/**
 * Compares a text with the golden file. UPDATE_GOLDEN=1 writes the file instead, never in CI. A mismatch fails with a unified
 * diff and leaves what came as `<file>.got`; so does a golden that is missing.
 */
export function expectGolden(file: string, actual: string): void {
  const got = `${file}.got`;
  if (process.env["UPDATE_GOLDEN"] === "1" && process.env["CI"] === undefined) {
    writeFileSync(file, actual);
    rmSync(got, { force: true });
    return;
  }
  if (existsSync(file) && readFileSync(file, "utf8") === actual) {
    rmSync(got, { force: true });
    return;
  }
  writeFileSync(got, actual);
  const old = existsSync(file) ? file : "/dev/null";
  const diff = spawnSync("git", ["diff", "--no-index", "--no-color", "--", old, got], { encoding: "utf8" });
  expect.fail(`${file} differs (UPDATE_GOLDEN=1 writes it, then look at it)\n${diff.stdout}${diff.stderr}`);
}
