/** The stories of tests/support/stories.ts, and what each output makes of them, as whole files. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import { OVERALL, Report } from "../../src/model/report.ts";
import { type CheckRunText, renderCheckRun } from "../../src/report/markdown/check-run.ts";
import { renderComment } from "../../src/report/markdown/comment.ts";
import { renderConsole } from "../../src/report/terminal/console.ts";
import { renderHtml } from "../../src/report/html/html.ts";
import { renderSummary } from "../../src/report/markdown/summary.ts";
import { expectGolden } from "../support/golden.ts";
import { STORIES } from "../support/stories.ts";

const FOLDER = path.join(import.meta.dirname, "render");

/** Outputs that hold the same sections as the comment, or the same pictures, need fewer stories. */
const WITH_SUMMARY = ["one-regression-of-three", "more-workloads-than-fit"];
const WITH_PAGE = [
  "regression-accepted-by-command",
  "one-regression-of-three",
  "history-regression",
  "inconclusive-on-a-noisy-machine",
  "hostile-names",
  "migration-that-rewrites",
  "regression-with-its-reason",
  "events-in-the-load",
];

const story = (name: string): Report => STORIES[name]!();

function golden(name: string, kind: string, text: string): void {
  expectGolden(path.join(FOLDER, `${name}.${kind}`), text);
}

function spelled({ conclusion, title, summary, text, annotations }: CheckRunText): string {
  const notes = annotations.map(
    ({ path, line, level, title, message }) => `${path}:${line}: ${level}: ${title}\n${message}\n`,
  );
  const beside = notes.length === 0 ? "" : `======== annotations\n${notes.join("\n")}`;
  return `conclusion: ${conclusion}\ntitle: ${title}\n\n======== summary\n${summary}\n======== text\n${text}${beside}`;
}

describe.each(Object.keys(STORIES))("%s", (name) => {
  it("is a report", () => {
    const document = JSON.parse(JSON.stringify(story(name)));
    expect(Report.parse(document)).toEqual(document);
  });

  it("makes the comment", () => golden(name, "comment.md", renderComment(story(name))));

  it("makes the terminal's text", () => {
    golden(name, "console.txt", renderConsole(story(name), { colour: false, width: 100 }));
  });

  it("makes the check run", () => golden(name, "check-run.txt", spelled(renderCheckRun(story(name)))));
});

it.each(WITH_SUMMARY)("makes the job summary of %s", (name) => golden(name, "summary.md", renderSummary(story(name))));

it.each(WITH_PAGE)("makes the page of %s", (name) => golden(name, "html", renderHtml(story(name))));

it("has a story for each overall verdict", () => {
  const verdicts = new Set(Object.values(STORIES).map((make) => make().verdict));
  expect([...verdicts].sort()).toEqual([...OVERALL].sort());
});
