/** The documentation holds what it says: links lead somewhere, YAML is valid, commands have the options that are shown, errors exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { AnyCommand } from "../../../src/apps/cli/commander.ts";
import { createProgram } from "../../../src/apps/cli/program.ts";
import { fieldsIn } from "../../../src/config/fields.ts";
import { parseConfig } from "../../../src/config/parse.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];
const read = (page: string) => readFileSync(path.join(ROOT, page), "utf8");

/** Fenced blocks by the first word behind the fence. */
const blocksOf = (page: string, language: string) =>
  [...read(page).matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)]
    .filter(([, word]) => word === language)
    .map(([, , text]) => text!);

/** As GitHub makes them of headings, and those that a page sets itself. */
const anchorsOf = (page: string) => [
  ...[...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  ),
  ...[...read(page).matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id!),
];

describe.each(pages)("%s", (page) => {
  const links = [
    ...read(page)
      .replace(/^```[\s\S]*?^```$/gm, "")
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

  it.runIf(links.length > 0)("leads where there is something", () => {
    for (const link of links) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? page : path.normalize(path.join(path.dirname(page), file));
      expect({ link, there: existsSync(path.join(ROOT, target)) }).toEqual({ link, there: true });
      if (anchor !== undefined && target.endsWith(".md")) expect(anchorsOf(target), link).toContain(anchor);
    }
  });
});

const INPUTS = fieldsIn("action").map(({ name }) => name);

type Step = Readonly<{ uses?: string; with?: Record<string, unknown> }>;
const yamlBlocks = pages.flatMap((page) =>
  blocksOf(page, "yaml").map((text, at) => ({ page, at: at + 1, text })),
);

describe("YAML in the pages", () => {
  it("is there", () => expect(yamlBlocks.length).toBeGreaterThan(10));

  it.each(yamlBlocks)(
    "$page, block $at is a config file, or uses the action with inputs that it has",
    ({ text }) => {
      const value = parse(text, { merge: true });
      if (value?.workloads !== undefined) {
        expect(parseConfig(text, "page.yml").workloads).not.toHaveLength(0);
        return;
      }
      const jobs = Object.values(value?.jobs ?? {}) as { steps: Step[] }[];
      for (const { uses = "", with: given = {} } of jobs.flatMap(({ steps }) => steps)) {
        if (!uses.startsWith("plumbline/")) continue;
        expect(uses).toMatch(/^plumbline\/plumbline@(main|v\d+\.\d+\.\d+)$/);
        expect(INPUTS).toEqual(expect.arrayContaining(Object.keys(given)));
      }
    },
  );
});

const program = createProgram(() => undefined);

function verbOf(words: readonly string[], command: AnyCommand = program): AnyCommand {
  const next = command.commands.find((each) => each.name() === words[0]);
  return next === undefined ? command : verbOf(words.slice(1), next);
}

const commands = pages.flatMap((page) =>
  ["sh", ""]
    .flatMap((language) => blocksOf(page, language))
    .flatMap((text) => text.split("\n"))
    .filter((line) => /^plumbline [a-z]/.test(line))
    .map((line) => ({ page, line: line.replace(/\s+#.*$/, "") })),
);

describe("commands in the pages", () => {
  it("are there", () => expect(commands.length).toBeGreaterThan(10));

  it.each(commands)("$page: $line", ({ line }) => {
    const [, ...words] = line.split(/\s+/);
    const verb = verbOf(words);
    expect(verb).not.toBe(program);
    const known = verb.options.map(({ long }) => long);
    for (const option of words.filter((word) => word.startsWith("--")))
      expect(known).toContain(option.split("=")[0]);
  });
});

describe("docs/troubleshooting.md", () => {
  const sources = ["src", "runner-native/src"]
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        path.join(ROOT, folder, name),
      ),
    )
    .filter((file) => /\.(ts|c)$/.test(file))
    .map((file) => readFileSync(file, "utf8"));
  const errors = [...read("docs/troubleshooting.md").matchAll(/^### `(.*)`$/gm)].map(([, words]) => words!);

  it.each(errors)("%s is what the program says", (words) => {
    expect(sources.some((text) => text.includes(words))).toBe(true);
  });
});

it("docs/config.md says of every field what it is for", () => {
  const rows = read("docs/config.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
});
