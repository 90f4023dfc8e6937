/** Workflows that people copy are right, and safe, before anybody runs them. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { prepared } from "../support/workflow-runner.ts";

const root = path.resolve(import.meta.dirname, "../..");
const files = [".github/workflows", "docs/examples", "tests/e2e/consumer/.github/workflows"].flatMap(
  (folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".yml"))
      .map((name) => path.join(folder, name)),
);

function expectNothingFound(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

describe("actionlint", () => {
  it.each(files)("finds nothing in %s", (file) => {
    expectNothingFound(prepared("ACTIONLINT"), ["-no-color", file]);
  });
});

describe("zizmor", () => {
  // It needs a Python; see scripts/lib/tools.ts.
  const isOwn = (file: string) => file.startsWith(".github");
  it.skipIf(prepared("ZIZMOR") === "").each([
    ["our own workflows", ".github/zizmor.yml", files.filter(isOwn)],
    ["those that people copy", ".github/zizmor-examples.yml", files.filter((file) => !isOwn(file))],
  ])("finds nothing dangerous in %s", (_, config, of) => {
    const options = ["--offline", "--no-progress", "--quiet", "--config", config];
    expectNothingFound(prepared("ZIZMOR"), [...options, ...of]);
  });
});
