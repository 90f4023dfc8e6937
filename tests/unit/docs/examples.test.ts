/** The examples give the action only inputs that it has, and read only outputs that it sets. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fieldsOf } from "../../../src/config/fields.ts";
import { OUTPUTS } from "../../../src/host/actions.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../docs/examples");
const INPUTS = fieldsOf("action").map(({ name }) => name);
const OUTPUT_NAMES: readonly string[] = OUTPUTS.map(({ name }) => name);

type Step = Readonly<{ uses?: string; with?: Record<string, unknown> }>;
type Workflow = Readonly<{ permissions: Record<string, string>; jobs: Record<string, { steps: Step[] }> }>;

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith(".yml")))("%s", (name) => {
  const text = readFileSync(path.join(FOLDER, name), "utf8");
  const workflow: Workflow = parse(text);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const own = steps.filter(({ uses }) => uses?.startsWith("plumbline/plumbline@"));

  it("uses the action with inputs that it has", () => {
    expect(own).not.toHaveLength(0);
    for (const step of own) expect(INPUTS).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  });

  it("reads outputs that it sets", () => {
    const read = [...text.matchAll(/steps\.plumbline\.outputs\.([\w-]+)/g)].map((match) => match[1]!);
    expect(OUTPUT_NAMES).toEqual(expect.arrayContaining(read));
  });

  it("asks for the whole history and the least permissions", () => {
    const checkout = steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkout?.with).toMatchObject({ "fetch-depth": 0 });
    expect(workflow.permissions).toMatchObject({ contents: "read", "pull-requests": "write" });
  });
});
