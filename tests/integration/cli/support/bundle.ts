/** The command line as it is delivered: bundled, in one folder, run by node. Made once for all test files, and taken away after them. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Path of the bundled cli.js. */
    cli: string;
  }
}

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const CACHE = path.join(ROOT, "node_modules/.cache");

/** Vitest calls it before the first file of the project. */
export default function bundle(project: TestProject): () => void {
  mkdirSync(CACHE, { recursive: true });
  // Inside the package, as dist/ is.
  const folder = mkdtempSync(path.join(CACHE, "plumbline-cli-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    chmodSync(folder, 0o755); // Tests run it as other users, too.
    const script = (name: string) => path.join(ROOT, "scripts", name);
    execFileSync(process.execPath, [script("run.mjs"), script("build.ts"), "--out", folder]);
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("cli", path.join(folder, "cli.js"));
  return remove;
}
