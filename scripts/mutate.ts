#!/usr/bin/env node
/**
 * npm run mutate [-- --own --tests FILE,FILE --patience SECONDS FILE or FOLDER ...]
 * Changes one place of the TypeScript sources at a time (StrykerJS, in a copy) and prints the changes that no test sees, with a table of
 * the shares that were seen. The default is what measures and what judges: src/stats and src/analysis. A file is held
 * against the tests of its folder and tests/property, without those that take seconds each: one to five minutes for a file, an hour or more for a folder.
 *
 * --own holds each file against its mirror in tests/unit alone, a file at a time, and --tests against the files named: seconds instead of minutes, and what
 * survives there may still be seen by others. --patience is what a change may take beyond one and a half times its tests, until it counts as seen
 * (default: 60): a loop without an end takes all of it, and a busy machine needs much of it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "./lib/command-line.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values, positionals } = commandLine(import.meta.filename, {
  most: 1000,
  options: {
    own: { type: "boolean", default: false },
    tests: { type: "string" },
    patience: { type: "string", default: "60" },
  },
});
const wanted = positionals.length === 0 ? ["src/stats", "src/analysis"] : positionals;

const files = wanted.flatMap((name) => {
  const place = path.resolve(root, name);
  const found = statSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: "utf8" }).map((file) => path.join(place, file))
    : [place];
  return found.filter((file) => file.endsWith(".ts")).map((file) => path.relative(root, file));
});
const patienceMs = `${1000 * Number(values.patience)}`;
for (const [folder, own] of grouped(files)) {
  const tests = values.tests ?? (values.own ? mirrorOf(own[0]!) : undefined);
  if (tests !== undefined) console.log(`${own.join(", ")} against ${tests}`);
  const { status } = spawnSync(
    path.join(root, "node_modules/.bin/stryker"),
    ["run", "scripts/mutate/stryker.json", "--mutate", own.join(","), "--timeoutMS", patienceMs],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, MUTATED: path.relative("src", folder), MUTATED_TESTS: tests ?? "" },
    },
  );
  if (status !== 0) process.exitCode = 1;
}

/** Files by folder; --own makes each file a group of its own. */
function grouped(all: readonly string[]): [folder: string, files: string[]][] {
  if (values.own) return all.map((file) => [path.dirname(file), [file]]);
  const groups = new Map<string, string[]>();
  for (const file of all) groups.set(path.dirname(file), [...(groups.get(path.dirname(file)) ?? []), file]);
  return [...groups];
}

function mirrorOf(file: string) {
  const mirror = file.replace(/^src/, "tests/unit").replace(/\.ts$/, ".test.ts");
  if (!existsSync(path.join(root, mirror))) throw new Error(`${file} has no test of its own: --tests`);
  return mirror;
}
