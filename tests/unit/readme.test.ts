/** What the README shows must work as it stands there. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { VERSION } from "../../src/model/version.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const blocks = [...read("README.md").matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);
const withoutComments = (text: string) => text.replace(/^#.*\n/gm, "");

describe("the README", () => {
  it("shows a config file that the program takes", () => {
    const config = blocks.find((block) => block.startsWith("suite:"));
    expect(parseConfig(config!, "README.md").workloads).toHaveLength(2);
  });

  it("shows the workflow of docs/examples/pull-request.yml", () => {
    expect(blocks).toContain(withoutComments(read("docs/examples/pull-request.yml")));
  });

  it("names only files that exist", () => {
    const links = [...read("README.md").matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(existsSync(path.join(root, link)), link).toBe(true);
  });

  it("belongs to the version of package.json", () => {
    expect((JSON.parse(read("package.json")) as { version: string }).version).toBe(VERSION);
  });
});
