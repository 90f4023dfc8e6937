/** Help as a person reads it, in tests/golden/help, and errors on the command line. */
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { expectGolden } from "../../support/golden.ts";
import { Sandbox } from "./support/sandbox.ts";

const GOLDEN = path.resolve(import.meta.dirname, "../../golden/help");
const VERBS = [
  "check",
  "run",
  "compare",
  "render",
  "publish",
  "history",
  "serve",
  "backfill",
  "sweep",
  "capacity",
  "shard",
  "cluster",
  "bisect",
  "store",
  "doctor",
  "demo",
  "init",
  "try",
  "capture",
  "cache",
];
const PARTS = [
  ...["migrate", "import", "export", "prune", "rename"].map((part) => `store ${part}`),
  ...["list", "prune", "path"].map((part) => `cache ${part}`),
  ...["manifests", "run"].map((part) => `cluster ${part}`),
];

const sandbox = new Sandbox();
afterAll(() => sandbox.close());

describe("help", () => {
  it.each(["", ...VERBS, ...PARTS])("of plumbline %s", async (verb) => {
    const words = verb.split(" ").filter((word) => word !== "");
    const { code, stdout, stderr } = await sandbox.run([...words, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expectGolden(path.join(GOLDEN, `${["plumbline", ...words].join("-")}.txt`), stdout);
  });

  it("is the same behind the word help", async () => {
    const behind = await sandbox.run(["help", "store", "import"]);
    const option = await sandbox.run(["store", "import", "--help"]);
    expect(behind).toEqual(option);
  });

  it("without any word is help too, but not what was asked for", async () => {
    const { code, stdout } = await sandbox.run([]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^Usage: plumbline /);
  });

  it("says its version", async () => {
    const { code, stdout } = await sandbox.run(["--version"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe("a wrong word on the command line", () => {
  it.each([
    ["chek", 'unknown verb "chek"', "did you mean check?"],
    ["frobnicate", 'unknown verb "frobnicate"', "see plumbline --help"],
    ["store exprt", 'unknown verb "exprt"', "did you mean export?"],
    ["help hstory", 'unknown verb "hstory"', "did you mean history?"],
    ["check --sesions 3", "unknown option '--sesions'", "did you mean --sessions?"],
    ["store import --stor x y", "unknown option '--stor'", "did you mean --store?"],
    ["history --sessions 3", "unknown option '--sessions'", "see plumbline history --help"],
    ["check --sessions", "option '--sessions <n>' argument missing", "see plumbline check --help"],
    ["check --sessions 0", 'sessions: got "0"', "write a whole number from 1 to 200"],
    ["check --seconds soon", 'seconds: got "soon"', "write a number from 0.1 to 3600"],
    [
      "check --mode both",
      "option '--mode <mode>' argument 'both' is invalid",
      "use one of side-by-side, history",
    ],
    ["history --metric p98", "option '--metric <metric>' argument 'p98' is invalid", 'did you mean "p95"?'],
    [
      "history --limit many",
      "option '--limit <n>' argument 'many' is invalid",
      "write a whole number from 1",
    ],
    [
      "history --until 8",
      "option '--until <date>' argument '8' is invalid",
      "write a date such as 2026-11-21",
    ],
    [
      "store prune --keep 1.5",
      "option '--keep <n>' argument '1.5' is invalid",
      "write a whole number from 1",
    ],
    ["store prune", "store prune: nothing says which runs to keep", "add --keep or --keep-days"],
    ["compare run.json", "missing required argument 'head'", "see plumbline compare --help"],
    [
      "doctor a",
      "too many arguments for 'doctor'. Expected 0 arguments but got 1.",
      "see plumbline doctor --help",
    ],
    ["render a b", '--as report takes one place, and "b" is a second one', "name one place; "],
    ["history --store here", "not a store: here", "write postgres://USER@HOST/DATABASE"],
  ])("%s", async (line, what, remedy) => {
    const { code, stdout, stderr } = await sandbox.run(line.split(" "));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [first, second, ...rest] = stderr.trimEnd().split("\n");
    expect(first).toBe(`plumbline: ${what}`);
    expect(second?.startsWith(`  remedy: ${remedy}`), second).toBe(true);
    expect(rest).toEqual([]);
  });
});
