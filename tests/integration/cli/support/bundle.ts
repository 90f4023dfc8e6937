/** The command line as it is delivered: bundled, in one folder, run by node. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const CACHE = path.join(ROOT, "node_modules/.cache");

let folder: string | undefined;
// Of each test file; the workers that run them have no exit of their own.
afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
});

/** Path of the bundled cli.js, made at the first call of a test file. It lies inside the package, as dist/ does. */
export function bundledCli(): string {
  if (folder === undefined) {
    mkdirSync(CACHE, { recursive: true });
    const made = mkdtempSync(path.join(CACHE, "plumbline-cli-"));
    chmodSync(made, 0o755); // Tests run it as other users, too.
    execFileSync(process.execPath, [path.join(ROOT, "scripts/build.mjs"), "--out", made]);
    folder = made;
  }
  return path.join(folder, "cli.js");
}
