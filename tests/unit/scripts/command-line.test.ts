import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { sharedFolder } from "../../support/temporary-folder.ts";

const scratch = sharedFolder();

const LIBRARY = pathToFileURL(path.resolve("scripts/lib/command-line.ts")).href;

const RUN = path.resolve("scripts/run.mjs");

/** A script that prints what it was called with. */
function script(name: string, comment: string) {
  const file = path.join(scratch, `${name}.ts`);
  writeFileSync(
    file,
    `${comment}
import { commandLine } from "${LIBRARY}";
const known = { options: { runs: { type: "string", default: "10" } }, most: 1 };
console.log(JSON.stringify(commandLine(import.meta.filename, known)));
`,
  );
  return (...args: string[]) => spawnSync(process.execPath, [RUN, file, ...args], { encoding: "utf8" });
}

const block = script(
  "block",
  "#!/usr/bin/env node\n/**\n * block [--runs N] [FILE]\n *\n *   Measures.\n */",
);
const lines = script("lines", "// lines [--runs N]\n// Measures.");

describe("the command line of a measuring script", () => {
  it("answers options with their defaults, and arguments", () => {
    expect(JSON.parse(block().stdout)).toEqual({ values: { runs: "10" }, positionals: [] });
    expect(JSON.parse(block("--runs=3", "file").stdout)).toEqual({
      values: { runs: "3" },
      positionals: ["file"],
    });
  });

  it.each(["--help", "-h"])("shows its leading comment for %s", (flag) => {
    expect(block(flag)).toMatchObject({ status: 0, stdout: "block [--runs N] [FILE]\n\n  Measures.\n" });
    expect(lines(flag)).toMatchObject({ status: 0, stdout: "lines [--runs N]\nMeasures.\n" });
  });

  it.each([
    [["--rnus=3"], "--rnus"],
    [["--runs"], "--runs"],
    [["one", "two"], "one argument too many: 'two'"],
  ])("refuses %j by name, and shows how it is called", (args, name) => {
    const { status, stdout, stderr } = block(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(name);
    expect(stderr).toContain("block [--runs N] [FILE]");
    expect(stderr).not.toContain("    at ");
  });
});
