import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  readReport,
  readRun,
  runFiles,
  writeReport,
  writeRuns,
  writtenFiles,
} from "../../../../src/pipeline/documents/files.ts";
import { makeReport } from "../../../support/reports.ts";
import { makePair, makeRun } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let cwd: string;
beforeEach(() => {
  cwd = temporaryFolder();
});

describe("runs as files", () => {
  it("are read as they were written, both arms where there are two", async () => {
    const [base, head] = makePair({ sessions: 1 });
    expect(await writeRuns({ cwd, output: "out" }, { base, head })).toEqual([
      "out/run-base.json",
      "out/run.json",
    ]);
    expect(await readRun(path.join(cwd, "out/run-base.json"))).toEqual(base);
    expect(await readRun(path.join(cwd, "out/run.json"))).toEqual(head);
    expect(readdirSync(path.join(cwd, "out")).sort()).toEqual(["run-base.json", "run.json"]);
  });

  it("have no base where head was measured alone, and lie where they were asked for", async () => {
    const head = makeRun({ sessions: 1 });
    const output = path.join(cwd, "else/where");
    expect(await writeRuns({ cwd: "/", output }, { base: null, head })).toEqual([
      path.join(output, "run.json"),
    ]);
    expect(readdirSync(output)).toEqual(["run.json"]);
    expect(runFiles("out", { base: null, head })).toEqual(["out/run.json"]);
  });
});

it("a report is there as data, as a comment and as a page, and is read as it was written", async () => {
  const report = makeReport({
    workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.3 }] }],
  });
  await writeReport({ cwd, output: "." }, report);
  expect(readdirSync(cwd).sort()).toEqual(["comment.md", "report.html", "report.json"]);
  expect(await readReport(path.join(cwd, "report.json"))).toEqual(report);
  for (const file of ["comment.md", "report.html"]) {
    expect(readFileSync(path.join(cwd, file), "utf8")).toContain("checkout");
  }
});

it("what a check wrote is named: no base's run where there was none", () => {
  const report = makeReport({ workloads: [] });
  expect(writtenFiles(report)).toEqual([
    "run-base.json",
    "run.json",
    "report.json",
    "comment.md",
    "report.html",
  ]);
  const alone = ["run.json", "report.json", "comment.md", "report.html"];
  expect(writtenFiles({ ...report, mode: "history" })).toEqual(alone);
  expect(writtenFiles({ ...report, baseline: { kind: "none" } as never })).toEqual(alone);
});

describe("a document that cannot be read is a usage error that names the file", () => {
  it.each([
    ["is not there", null, "plumbline run"],
    ["was cut short", '{"schema":', "cut short"],
    ["is another document", '{"schema":"plumbline.report/1"}', ""],
  ])("and where it %s, what to do", async (_, text, remedy) => {
    const file = path.join(cwd, "run.json");
    if (text !== null) writeFileSync(file, text);
    await expect(readRun(file)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(file),
      remedy: expect.stringContaining(remedy),
    });
  });
});
