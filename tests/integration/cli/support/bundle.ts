/** The command line as it is delivered: bundled, in one folder, run by node. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const CACHE = path.join(ROOT, "node_modules/.cache");

let folder: string | undefined;

/** Path of the bundled cli.js, made at the first call of a test file. It lies inside the package, as dist/ does. */
export function bundledCli(): string {
  if (folder === undefined) {
    mkdirSync(CACHE, { recursive: true });
    const made = mkdtempSync(path.join(CACHE, "plumbline-cli-"));
    process.on("exit", () => rmSync(made, { recursive: true, force: true }));
    chmodSync(made, 0o755); // Tests run it as other users, too.
    execFileSync(process.execPath, [path.join(ROOT, "scripts/build.mjs"), "--out", made]);
    folder = made;
  }
  return path.join(folder, "cli.js");
}
