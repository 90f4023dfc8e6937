/** Workflows that people copy are right before anybody runs them. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import { prepared } from "../support/workflow-runner.ts";

const root = path.resolve(import.meta.dirname, "../..");
const files = [".github/workflows", "docs/examples", "tests/e2e/consumer/.github/workflows"].flatMap(
  (folder) => readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
);

describe("actionlint", () => {
  it.each(files)("finds nothing in %s", (file) => {
    execFileSync(prepared("ACTIONLINT"), ["-no-color", file], { cwd: root, stdio: "pipe", encoding: "utf8" });
  });
});
