/** Folders that tests put something down in. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** @returns a new folder, which is gone after the test that runs, and after its afterEach; a beforeEach may ask, too */
export function temporaryFolder(): string {
  const folder = newFolder();
  onTestFinished(() => remove(folder));
  return folder;
}

/** @returns a new folder for all tests of the file or describe block that asks */
export function sharedFolder(): string {
  const folder = newFolder();
  afterAll(() => remove(folder));
  return folder;
}

function newFolder(): string {
  return realpathSync(mkdtempSync(path.join(tmpdir(), "plumbline-test-")));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
