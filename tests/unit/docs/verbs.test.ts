/** Every `plumbline VERB` that the documents and descriptions speak of is there. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../../src/apps/cli/program.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const VERBS = createProgram(() => undefined).commands.map((command) => command.name());

const pages = readdirSync(ROOT).filter((name) => /\.(md|yml)$/.test(name));
const docs = readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(md|yml|json)$/.test(name))
  .map((name) => path.join("docs", name));

test.each([...pages, ...docs])("%s", (file) => {
  // Behind a slash it is a comment's command, which has words of its own.
  const named = readFileSync(path.join(ROOT, file), "utf8").matchAll(/(?<!\/)\bplumbline ([a-z][a-z-]*)/g);
  for (const [words, verb] of named) expect(VERBS, words).toContain(verb);
});
