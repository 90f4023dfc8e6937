#!/usr/bin/env node
/**
 * node scripts/bench/mutate-c.mjs [--sample N] [--seed N] [--tests NAME,NAME] [FILE or FOLDER ...]
 * Changes one place of plumbline-load's sources at a time, in a copy, and prints the changes that no test sees. FILE and FOLDER are below
 * runner-native/src; the default is math, program and machine. --sample takes so many of all changes, drawn with --seed (default: all,
 * 1). --tests names test programs, without their test_; the default is the one with the file's own name, then all others until one
 * fails. A mutant that does not compile is dead, and so is one that takes three times as long as all tests.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../lib/command-line.mjs";

const native = fileURLToPath(new URL("../../runner-native", import.meta.url));
const { values, positionals } = commandLine(import.meta.filename, {
  most: 100,
  allowPositionals: true,
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" }, tests: { type: "string" } },
});

/** What is written in the place of what; `$1` and so on are kept. */
const MUTATORS = [
  ["relation", / < /g, " <= "],
  ["relation", / > /g, " >= "],
  ["relation", / <= /g, " < "],
  ["relation", / >= /g, " > "],
  ["equality", / == /g, " != "],
  ["equality", / != /g, " == "],
  ["logic", / && /g, " || "],
  ["logic", / \|\| /g, " && "],
  ["arithmetic", / \+ /g, " - "],
  ["arithmetic", / - /g, " + "],
  ["arithmetic", / \* /g, " / "],
  ["arithmetic", / \/ /g, " * "],
  ["arithmetic", / % /g, " / "],
  ["assignment", / \+= /g, " -= "],
  ["assignment", / -= /g, " += "],
  ["step", /\+\+/g, "--"],
  ["shift", / << /g, " >> "],
  ["shift", / >> /g, " << "],
  ["off by one", /(?<=[ ([])(\d+)(?=[ );\],])/g, (number) => `${Number(number) + 1}`],
  ["negated condition", /\b(if|while) \((.+)\)( \{)?$/g, "$1 (!($2))$3"],
  [
    "removed statement",
    /^( +)(?!return|break|continue|case|const|struct|enum|static|int|double|bool|size_t|u?int\d+_t|char)[\w*].*;$/g,
    "$1;",
  ],
];

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-mutate-"));
try {
  for (const part of ["src", "test", "Makefile"]) copy(part);
  // What is built already is not built again; under the sanitizers, and for the fuzzers, it is another program.
  if (existsSync(path.join(native, "build")))
    copy("build", (place) => !/\/build\/(asan|tsan|analyze|fuzz)\b/.test(place));
  run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function copy(part, filter) {
  const how = { recursive: true, preserveTimestamps: true, ...(filter === undefined ? {} : { filter }) };
  cpSync(path.join(native, part), path.join(folder, part), how);
}

function run() {
  const startedAt = performance.now();
  if (!make(...testsOf(values.tests?.split(",") ?? []), "test"))
    throw new Error("the tests fail without a mutation");
  const limitMs = 3 * (performance.now() - startedAt) + 10_000;
  const all = sources().flatMap(mutantsOf);
  const mutants = sampleOf(all, Number(values.sample ?? all.length));
  const survivors = mutants.filter((mutant) => {
    const isAlive = survives(mutant, limitMs);
    const { file, line, name, before, after } = mutant;
    if (isAlive) console.log(`${file}:${line}: ${name}\n  - ${before.trim()}\n  + ${after.trim()}`);
    return isAlive;
  });
  console.log(`${mutants.length} of ${all.length} mutants, ${survivors.length} survived`);
}

/** Below runner-native/src. */
function sources() {
  const wanted = positionals.length === 0 ? ["math", "program", "machine"] : positionals;
  const src = path.join(folder, "src");
  return wanted.flatMap((name) =>
    statSync(path.join(src, name)).isDirectory()
      ? readdirSync(path.join(src, name), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".c"))
          .map((file) => path.join(name, file))
      : [name],
  );
}

function mutantsOf(file) {
  const text = readFileSync(path.join(folder, "src", file), "utf8");
  const lines = text.split("\n");
  const blanked = text.replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, (words) =>
    words.replace(/[^\n]/g, "\0"),
  );
  return blanked.split("\n").flatMap((code, at) => {
    if (!code.startsWith(" ") || /assert\(/.test(code)) return [];
    return MUTATORS.flatMap(([name, pattern, replacement]) =>
      [...code.matchAll(pattern)].map((match) => {
        const before = lines[at];
        const end = match.index + match[0].length;
        const there = before.slice(match.index, end);
        const once = new RegExp(pattern.source); // Its look-arounds see the whole line.
        const changed =
          typeof replacement === "string" && replacement.includes("$")
            ? there.replace(once, replacement)
            : typeof replacement === "string"
              ? replacement
              : replacement(there);
        const after = before.slice(0, match.index) + changed + before.slice(end);
        return { file, line: at + 1, name, before, after };
      }),
    );
  });
}

/** Drawn without putting back, by a generator of our own, so that a seed says which: Lehmer, with Park and Miller's factor. */
function sampleOf(all, count) {
  let state = Number(values.seed);
  const left = [...all];
  const drawn = [];
  while (drawn.length < count && left.length > 0) {
    state = (state * 48_271) % 2_147_483_647;
    drawn.push(...left.splice(state % left.length, 1));
  }
  return drawn;
}

function survives({ file, line, after }, limitMs) {
  const place = path.join(folder, "src", file);
  const original = readFileSync(place, "utf8");
  const lines = original.split("\n");
  lines[line - 1] = after;
  writeFileSync(place, lines.join("\n"));
  try {
    return testsFor(file).every((name) => make(...testsOf([name]), "test", { limitMs }));
  } finally {
    writeFileSync(place, original);
  }
}

/** For make: all, where none is named. */
function testsOf(names) {
  return names.length === 0 ? [] : [`TESTS=${names.map((name) => `build/test/test_${name}`).join(" ")}`];
}

function testsFor(file) {
  if (values.tests !== undefined) return values.tests.split(",");
  const own = path.basename(file, ".c");
  const all = readdirSync(path.join(folder, "test"))
    .map((name) => /^test_(\w+)\.c$/.exec(name)?.[1])
    .filter((name) => name !== undefined);
  return all.sort((a, b) => Number(b === own) - Number(a === own));
}

function make(...args) {
  const { limitMs } = typeof args.at(-1) === "object" ? args.pop() : {};
  const command = ["-s", "-j2", "-C", folder, ...args];
  // In a group of its own: a test that hangs is ended with the make that waits for it.
  const { status } = spawnSync(
    "timeout",
    ["--kill-after=1", `${(limitMs ?? 600_000) / 1000}`, "make", ...command],
    { stdio: "ignore" },
  );
  return status === 0;
}
