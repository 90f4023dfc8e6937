// What the end-to-end tests need, and how they get to know where it is.
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../build.ts";
import { goTool, nodeFolder, pythonTool } from "./tools.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles these sources into a folder that looks like a release of the action, and finds the runner and both Node versions.
 * @returns {Promise<Record<string, string>>} environment variables that tests/e2e reads
 */
export async function prepareEndToEnd() {
  const action = path.join(root, "node_modules/.cache/plumbline-e2e/action");
  rmSync(action, { recursive: true, force: true });
  mkdirSync(action, { recursive: true });
  await bundle(path.join(action, "dist"));
  for (const name of ["action.yml", "package.json"]) cpSync(path.join(root, name), path.join(action, name));
  copyNative(path.join(root, "runner-native"), path.join(action, "runner-native"));
  return {
    PLUMBLINE_E2E_ACTION: action,
    PLUMBLINE_E2E_ACT: goTool("act"),
    PLUMBLINE_E2E_ACTIONLINT: goTool("actionlint"),
    PLUMBLINE_E2E_ZIZMOR: pythonTool("zizmor") ?? "",
    PLUMBLINE_E2E_NODE_20: nodeFolder(20),
    PLUMBLINE_E2E_NODE_24: nodeFolder(24),
  };
}

/** Sources alone: a release has no build folder, so the step builds the load generator itself. */
function copyNative(from: string, to: string) {
  for (const name of readdirSync(from).filter((each) => each !== "build")) {
    cpSync(path.join(from, name), path.join(to, name), { recursive: true });
  }
}
