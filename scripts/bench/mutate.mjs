#!/usr/bin/env node
/**
 * npm run mutate [-- FILE or FOLDER ...]
 * Changes one place of the TypeScript sources at a time (StrykerJS, in a copy) and prints the changes that no test sees, with a table of
 * the shares that were seen. The default is what measures and what judges: src/samples, src/stats and src/compare. A file is held
 * against the tests of its folder and tests/property, without those that take seconds each: one to five minutes for a file, an hour or more for a folder.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../lib/command-line.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { positionals } = commandLine(import.meta.filename, { most: 1000 });
const wanted = positionals.length === 0 ? ["src/samples", "src/stats", "src/compare"] : positionals;

const files = wanted.flatMap((name) => {
  const place = path.resolve(root, name);
  const found = statSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, encoding: "utf8" }).map((file) => path.join(place, file))
    : [place];
  return found.filter((file) => file.endsWith(".ts")).map((file) => path.relative(root, file));
});
const folders = grouped(files);
for (const [folder, own] of folders) {
  const { status } = spawnSync(
    path.join(root, "node_modules/.bin/stryker"),
    ["run", "scripts/bench/mutate/stryker.json", "--mutate", own.join(",")],
    { cwd: root, stdio: "inherit", env: { ...process.env, MUTATED: path.relative("src", folder) } },
  );
  if (status !== 0) process.exitCode = 1;
}

function grouped(all) {
  const groups = new Map();
  for (const file of all) groups.set(path.dirname(file), [...(groups.get(path.dirname(file)) ?? []), file]);
  return groups;
}
