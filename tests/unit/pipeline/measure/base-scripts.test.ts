import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/config/plan.ts";
import type { LoadGenerator, WorkloadRequest } from "../../../../src/io/load/load-generator.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { withBaseScripts } from "../../../../src/pipeline/measure/base-scripts.ts";
import { scriptsIn, withRowFiles } from "../../../../src/pipeline/measure/scripts.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  for (const tree of ["head", "base"]) mkdirSync(path.join(folder, tree));
});

const tree = (arm: "head" | "base") => path.join(folder, arm);
const write = (arm: "head" | "base", file: string, text: string) =>
  writeFileSync(path.join(tree(arm), file), text);

/** Head's, as a plan has them. */
async function plan(...files: readonly string[]): Promise<Plan> {
  const nowhere = files.map((file) => ({ file, path: "", weight: 1, hash: "" }));
  const script = await scriptsIn(tree("head"), { files: nowhere, variables: { n: 3 } });
  const statements = { "browse.1.select": "SELECT 1", "browse.2.select": "SELECT 2" };
  const workloads = [
    { name: "points", options: {}, statements: {} },
    { name: "visits", workload: "script", dialect: "postgres", options: { threads: 2 }, script, statements },
  ];
  return { workloads } as unknown as Plan;
}

/** Describes what it is asked about as one statement. */
function generator(asked: WorkloadRequest[], failure: PlumblineError | null = null) {
  const describe = async (request: WorkloadRequest) => {
    asked.push(request);
    if (failure !== null) throw failure;
    return { statements: [{ name: "browse.1.select", sql: "SELECT 0" }] };
  };
  return { describe } as unknown as LoadGenerator;
}

const config = (baseScript: "own" | "head") =>
  ({
    workloads: [
      { baseScript: "own", queries: [] },
      { baseScript, queries: [] },
    ],
  }) as unknown as Parameters<typeof withBaseScripts>[1];

const OWN = config("own");
const NO_QUERIES = { texts: async () => undefined, values: async () => undefined };

describe("scripts that base's commit has otherwise", () => {
  beforeEach(() => {
    write("head", "browse.sql", "SELECT 1;\nSELECT 2;\n");
    write("base", "browse.sql", "SELECT 0;\n");
  });

  it("are what base runs, with their statements, and it is said", async () => {
    const asked: WorkloadRequest[] = [];
    const planned = await plan("browse.sql");
    const { plan: whole, warnings } = await withBaseScripts(
      planned,
      OWN,
      tree("base"),
      generator(asked),
      NO_QUERIES,
    );
    const { ofBase, ...rest } = whole.workloads[1]!;
    expect(rest).toEqual(planned.workloads[1]);
    expect(whole.workloads[0]).toEqual(planned.workloads[0]);
    expect(ofBase!.script.variables).toEqual({ n: 3 });
    expect(ofBase!.script.files).toMatchObject([
      { file: "browse.sql", path: path.join(tree("base"), "browse.sql") },
    ]);
    expect(ofBase!.statements).toEqual({ "browse.1.select": "SELECT 0" });
    expect(asked).toMatchObject([{ name: "visits", options: { threads: 2 }, script: ofBase!.script }]);
    expect(warnings).toMatchObject([
      {
        code: "scripts-differ",
        workload: "visits",
        message: expect.stringMatching(
          /^each arm ran its own commit's browse\.sql.*\(1 statement on base, 2 statements on head\)/,
        ),
        remedy: expect.stringContaining("base-script: head"),
      },
    ]);
  });

  it("are not run where head's are asked for, which is said, too", async () => {
    const planned = await plan("browse.sql");
    const asked: WorkloadRequest[] = [];
    const { plan: whole, warnings } = await withBaseScripts(
      planned,
      config("head"),
      tree("base"),
      generator(asked),
      NO_QUERIES,
    );
    expect(whole).toEqual(planned);
    expect(asked).toEqual([]);
    expect(warnings).toMatchObject([
      { message: expect.stringMatching(/^both arms ran head's browse\.sql/), workload: "visits" },
    ]);
  });

  it("and cannot be read are head's, with the reason; other trouble is trouble", async () => {
    const planned = await plan("browse.sql");
    const unreadable = new PlumblineError("usage", "browse.sql:1:1: unknown command");
    const { plan: whole, warnings } = await withBaseScripts(
      planned,
      OWN,
      tree("base"),
      generator([], unreadable),
      NO_QUERIES,
    );
    expect(whole).toEqual(planned);
    expect(warnings).toMatchObject([
      {
        message:
          "both arms ran head's browse.sql: base's own cannot be read (browse.sql:1:1: unknown command)",
      },
    ]);
    const killed = new PlumblineError("generator", "killed");
    await expect(withBaseScripts(planned, OWN, tree("base"), generator([], killed), NO_QUERIES)).rejects.toBe(
      killed,
    );
  });

  it("are named alone: a file that base does not have is head's on both", async () => {
    write("head", "review.sql", "SELECT 3;\n");
    const planned = await plan("review.sql", "browse.sql");
    const { plan: whole, warnings } = await withBaseScripts(
      planned,
      OWN,
      tree("base"),
      generator([]),
      NO_QUERIES,
    );
    expect(whole.workloads[1]!.ofBase!.script.files.map((file) => file.path)).toEqual([
      path.join(tree("head"), "review.sql"),
      path.join(tree("base"), "browse.sql"),
    ]);
    expect(warnings[0]!.message).not.toContain("review.sql");
  });
});

it("nothing is said where the scripts are the same, base has none of them, or there is no base", async () => {
  for (const file of ["same.sql", "new.sql"]) write("head", file, "SELECT 1;\n");
  write("base", "same.sql", "SELECT 1;\n");
  const planned = await plan("same.sql", "new.sql");
  for (const base of [tree("base"), null])
    expect(await withBaseScripts(planned, OWN, base, generator([]), NO_QUERIES)).toEqual({
      plan: planned,
      warnings: [],
    });
});

it("a file that scripts read counts as they do: base draws from its own", async () => {
  for (const arm of ["head", "base"] as const) {
    write(arm, "browse.sql", "-- plumbline: values ids.csv as id\nSELECT :id;\n");
    write(arm, "ids.csv", arm === "head" ? "1\n2\n" : "1\n");
  }
  const planned = await plan("browse.sql");
  const [points, visits] = planned.workloads;
  const script = await withRowFiles(visits!.script!, [path.join(tree("head"), "ids.csv")], tree("head"));
  const reading = { ...planned, workloads: [points!, { ...visits!, script }] };
  const describe = async () => ({ statements: [], files: [path.join(tree("base"), "ids.csv")] });
  const ofBase = { describe } as unknown as LoadGenerator;
  const { plan: whole, warnings } = await withBaseScripts(reading, OWN, tree("base"), ofBase, NO_QUERIES);
  expect(whole.workloads[1]!.ofBase!.script.rows).toMatchObject([
    { file: "ids.csv", path: path.join(tree("base"), "ids.csv") },
  ]);
  expect(warnings[0]!.message).toMatch(/^each arm ran its own commit's ids\.csv,/);
  write("base", "ids.csv", "1\n2\n");
  expect(await withBaseScripts(reading, OWN, tree("base"), ofBase, NO_QUERIES)).toEqual({
    plan: reading,
    warnings: [],
  });
});
