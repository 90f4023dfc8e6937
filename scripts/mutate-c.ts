#!/usr/bin/env node
/**
 * node scripts/run.mjs scripts/mutate-c.ts [--sample N] [--from N] [--minutes N] [--seed N] [--tests NAME,NAME] [FILE or FOLDER ...]
 * Changes one place of plumbline-load's sources at a time, in a copy, and prints the changes that no test sees. FILE and FOLDER are below
 * runner-native/src; the default is math, program and machine. --sample takes so many of all changes, drawn with --seed (default: all,
 * 1), --from those after the first N of the draw (0); after --minutes no other is begun, and what is printed says which --from goes on.
 * --tests names test programs, without their test_; the default is the one with the file's own name, then all others until one fails. A
 * mutant that does not compile is dead, and so is one that takes three seconds more than three times as long as all tests.
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
import { commandLine } from "./lib/command-line.ts";

const native = fileURLToPath(new URL("../runner-native", import.meta.url));
const { values, positionals } = commandLine(import.meta.filename, {
  most: 100,
  options: {
    sample: { type: "string" },
    from: { type: "string", default: "0" },
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string" },
  },
});

/** Patterns and their replacements; `$1` and so on are kept. */
const MUTATORS: readonly (readonly [
  name: string,
  pattern: RegExp,
  replacement: string | ((there: string) => string),
])[] = [
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
    copy("build", (place: string) => !/\/build\/(asan|tsan|analyze|fuzz)\b/.test(place));
  run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function copy(part: string, filter?: (place: string) => boolean) {
  const how = { recursive: true, preserveTimestamps: true, ...(filter === undefined ? {} : { filter }) };
  cpSync(path.join(native, part), path.join(folder, part), how);
}

function run() {
  const wanted = testsOf(values.tests?.split(",") ?? []);
  if (!make([...wanted, "test"])) throw new Error("the tests fail without a mutation");
  const startedAt = performance.now();
  make([...wanted, "test"]); // All of it is built now.
  const limitMs = 3 * (performance.now() - startedAt) + 3000;
  const all = sources().flatMap(mutantsOf);
  const from = Number(values.from);
  const mutants = drawn(all, from + Number(values.sample ?? all.length)).slice(from);
  const count = mutants.length;
  const endsAt = startedAt + Number(values.minutes ?? Infinity) * 60_000;
  let survived = 0;
  while (mutants.length > 0 && performance.now() < endsAt) {
    const mutant = mutants.shift()!;
    const { file, line, name, before, after } = mutant;
    if (!survives(mutant, limitMs)) continue;
    survived++;
    console.log(`${file}:${line}: ${name}\n  - ${before.trim()}\n  + ${after.trim()}`);
  }
  const begun = count - mutants.length;
  console.log(`${begun} of ${all.length} mutants, ${survived} survived`);
  if (mutants.length > 0) console.log(`the others of the draw: --from ${from + begun}`);
}

/** Sources, as paths below runner-native/src. */
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

type Mutant = Readonly<{ file: string; line: number; name: string; before: string; after: string }>;

function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(path.join(folder, "src", file), "utf8");
  const lines = text.split("\n");
  const blanked = text.replace(/\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, (words) =>
    words.replace(/[^\n]/g, "\0"),
  );
  // Hints to a compiler change no answer.
  const meant = blanked.replace(/(?<=__builtin_expect\(.*, )[01](?=\))/g, "\0");
  return meant.split("\n").flatMap((code, at) => {
    if (!code.startsWith(" ") || /assert\(/.test(code)) return [];
    return MUTATORS.flatMap(([name, pattern, replacement]) =>
      [...code.matchAll(pattern)].map((match) => {
        const before = lines[at]!;
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
function drawn(all: readonly Mutant[], count: number): Mutant[] {
  let state = Number(values.seed);
  const left = [...all];
  const taken: Mutant[] = [];
  while (taken.length < count && left.length > 0) {
    state = (state * 48_271) % 2_147_483_647;
    taken.push(...left.splice(state % left.length, 1));
  }
  return taken;
}

function survives({ file, line, after }: Mutant, limitMs: number): boolean {
  const place = path.join(folder, "src", file);
  const original = readFileSync(place, "utf8");
  const lines = original.split("\n");
  lines[line - 1] = after;
  writeFileSync(place, lines.join("\n"));
  try {
    return testsFor(file).every((name) => make([...testsOf([name]), "test"], limitMs));
  } finally {
    writeFileSync(place, original);
  }
}

/** Arguments for make: none, and so all tests, if none is named. */
function testsOf(names: readonly string[]) {
  return names.length === 0
    ? []
    : [`TESTS=${names.map((name: string) => `build/test/test_${name}`).join(" ")}`];
}

function testsFor(file: string) {
  if (values.tests !== undefined) return values.tests.split(",");
  const own = path.basename(file, ".c");
  const all = readdirSync(path.join(folder, "test"))
    .map((name) => /^test_(\w+)\.c$/.exec(name)?.[1])
    .filter((name) => name !== undefined);
  return all.sort((a, b) => Number(b === own) - Number(a === own));
}

function make(args: readonly string[], limitMs = 600_000): boolean {
  // Only one file is built again: it is compiled sooner than it would be made fast.
  const flags = ["OPTIMISE=-O0", "HARDEN=", "WARNINGS=-w"];
  const command = ["-s", "-j2", "-C", folder, ...flags, ...args];
  // In a group of its own: a test that hangs is ended with the make that waits for it.
  const { status } = spawnSync("timeout", ["--kill-after=1", `${limitMs / 1000}`, "make", ...command], {
    stdio: "ignore",
  });
  return status === 0;
}
