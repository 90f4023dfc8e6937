/**
 * The stories of tests/support/stories.ts, and what each output makes of them. A loud and a calm comment are whole files, and so is one
 * page. The golden of another story has the lines that those lack, and outlines.txt the order of the paragraphs in all of them.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { OVERALL, Report } from "../../src/model/report.ts";
import { markdownText } from "../../src/report/markdown/markdown.ts";
import { cardOf, NO_GUIDANCE } from "../../src/report/words/card.ts";
import { plainSpaces } from "../../src/text/units.ts";
import { renderCheckRun } from "../../src/report/markdown/check-run.ts";
import { renderComment } from "../../src/report/markdown/comment.ts";
import { renderConsole } from "../../src/report/terminal/console.ts";
import { renderHtml } from "../../src/report/html/html.ts";
import { renderSummary } from "../../src/report/markdown/summary.ts";
import { expectGolden } from "../support/golden.ts";
import { firstLines, headingsOf, outlineOf, ownLines, shapesOf } from "../support/own-lines.ts";
import { STORIES } from "../support/stories.ts";

const FOLDER = path.join(import.meta.dirname, "render");

const WHOLE = ["one-regression-of-three", "all-fine"];
const WHOLE_PAGE = "one-regression-of-three";
const CROWD = "more-workloads-than-fit";

/** Pages whose pictures or sections no other has. */
const WITH_PAGE = [
  "regression-accepted-by-command",
  "history-regression",
  "inconclusive-on-a-noisy-machine",
  "hostile-names",
  "migration-that-rewrites",
  "regression-with-its-reason",
  "disruptions-of-the-load",
];

const names = Object.keys(STORIES);
const others = names.filter((name) => !WHOLE.includes(name));

const story = (name: string): Report => STORIES[name]!();
const commentOf = (name: string) => renderComment(story(name));
const consoleOf = (name: string) => renderConsole(story(name), { colour: false, width: 100 });

const EMBEDDED = /<script type="application\/json" id="plumbline-report">(.*)<\/script>\n/s;

/** The page without the report that it embeds. */
const pageOf = (name: string) => renderHtml(story(name)).replace(EMBEDDED, "");

function checkRunOf(name: string): string {
  const { summary, text } = renderCheckRun(story(name));
  return summary + text;
}

/** Lines that another golden has of each story: the headline is the check run's title, and outlines.txt has the line that unfolds. */
const elsewhere = names.flatMap((name) => {
  const { title } = renderCheckRun(story(name));
  const [fold = ""] = /^<details><summary>.*/m.exec(commentOf(name)) ?? [];
  const [ways = ""] = /^> \[report with pictures\].*/m.exec(commentOf(name)) ?? [];
  return [`> ### Plumbline: ${title}`, `### ✅ Plumbline: ${title}`, `Plumbline: ${title}`, fold, ways];
});
const knownComments = shapesOf(...WHOLE.map(commentOf), ...elsewhere);
const knownConsoles = shapesOf(...WHOLE.map(consoleOf), ...elsewhere);
const knownPage = shapesOf(pageOf(WHOLE_PAGE));

function golden(name: string, text: string): void {
  expectGolden(path.join(FOLDER, name), text);
}

function parts(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([title, text]) => `======== ${title}\n${text}`)
    .join("");
}

/** A comment without what makes it one: marker, heading, and the folding. */
function unfolded(comment: string): string {
  return comment
    .replace(/^<!-- .*\n/, "")
    .replace(/^<details><summary>.*<\/summary>\n\n/m, "")
    .replace(/^<\/details>\n\n/m, "");
}

it.each(names)("%s is a report", (name) => {
  const document = JSON.parse(JSON.stringify(story(name)));
  expect(Report.parse(document)).toEqual(document);
});

describe.each(WHOLE)("%s", (name) => {
  it("makes the comment", () => golden(`${name}.comment.md`, commentOf(name)));

  it("makes the terminal's text", () => golden(`${name}.console.txt`, consoleOf(name)));
});

it("makes a page", () => golden(`${WHOLE_PAGE}.html`, pageOf(WHOLE_PAGE)));

it.each(others.filter((name) => name !== CROWD))("shows what is special about %s", (name) => {
  golden(
    `${name}.txt`,
    parts({
      comment: ownLines(commentOf(name), knownComments),
      terminal: ownLines(consoleOf(name), knownConsoles),
      ...(WITH_PAGE.includes(name) ? { page: ownLines(pageOf(name), knownPage) } : {}),
    }),
  );
});

it("cuts what is too long for a comment, and names where the rest is", () => {
  const comment = commentOf(CROWD);
  const beyond = (text: string) => {
    const lines = new Set(comment.split("\n"));
    return text.replace(/.+/g, (line) => (lines.has(line) ? "" : line));
  };
  golden(
    `${CROWD}.txt`,
    parts({
      comment: firstLines(comment, knownComments),
      terminal: firstLines(consoleOf(CROWD), knownConsoles),
      "check run, beyond the comment": firstLines(beyond(checkRunOf(CROWD)), knownComments),
      "job summary, beyond the comment": firstLines(beyond(renderSummary(story(CROWD))), knownComments),
    }),
  );
});

it("has the paragraphs of each story in their order", () => {
  const outlines = names.flatMap((name) => [
    [`${name}: comment`, outlineOf(commentOf(name))],
    [`${name}: terminal`, outlineOf(consoleOf(name))],
    ...(WITH_PAGE.includes(name) ? [[`${name}: page`, headingsOf(pageOf(name))]] : []),
  ]);
  const crowd = {
    [`${CROWD}: check run`]: outlineOf(checkRunOf(CROWD)),
    [`${CROWD}: job summary`]: outlineOf(renderSummary(story(CROWD))),
  };
  golden("outlines.txt", parts({ ...Object.fromEntries(outlines), ...crowd }));
});

/** A page's text, and a terminal's without its line ends: neither keeps what only lays it out. */
const wordsOf = (text: string) => plainSpaces(text).replaceAll(/\s+/g, " ").toLowerCase();
const unescaped = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name as "lt"]);

it.each(names)("%s has the same four lines on every screen", (name) => {
  const { title, summary } = renderCheckRun(story(name));
  const { said, cause, figures } = cardOf(story(name), story(name).guidance ?? NO_GUIDANCE);
  expect(title).toBe(said);
  expect(title.length).toBeLessThanOrEqual(200);
  const lines = [...(cause === null ? [] : [cause.text]), figures.join(" · ")];
  const terminal = consoleOf(name);
  const screens = [wordsOf(terminal.slice(terminal.lastIndexOf("Plumbline: "))), wordsOf(unescaped(pageOf(name)))];
  for (const screen of screens) for (const line of [said, ...lines]) expect(screen).toContain(wordsOf(line));
  const markdowns = [commentOf(name), renderSummary(story(name)), `${markdownText(said, 200)} ${summary}`];
  for (const markdown of markdowns)
    for (const text of [said, ...(cause === null ? [] : [cause.text]), ...figures])
      expect(markdown.toLowerCase()).toContain(markdownText(text, 400).toLowerCase());
});

it.each(names.filter((name) => name !== CROWD))("%s has the same words in comment, check run and job summary", (name) => {
  const { summary, text } = renderCheckRun(story(name));
  // A check run has the headline as its title, and only there.
  const untitled = (markdown: string) => markdown.replace(/^(> )?#+ .*Plumbline: .*\n(?:>?\n)?/m, "");
  expect(summary + text).toBe(untitled(unfolded(commentOf(name))));
  expect(untitled(renderSummary(story(name)))).toBe(summary + text);
});

/** Conclusion, title and annotations of a check run; of many annotations one of each kind. */
function checkRunLines(name: string): string {
  const { conclusion, title, annotations } = renderCheckRun(story(name));
  const notes = annotations
    .map(({ path, line, level, title, message }) => `${path}:${line}: ${level}: ${title}\n  ${message}\n`)
    .join("");
  const shown = name === CROWD ? `${annotations.length} annotations\n${firstLines(notes, new Set())}` : notes;
  return `${conclusion}: ${title}\n${shown}`;
}

it("has a conclusion, a title and annotations for the check run of each story", () => {
  golden("check-runs.txt", parts(Object.fromEntries(names.map((name) => [name, checkRunLines(name)]))));
});

it.each([WHOLE_PAGE, ...WITH_PAGE])("the page of %s holds the report", (name) => {
  const [, embedded = ""] = EMBEDDED.exec(renderHtml(story(name))) ?? [];
  expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(story(name))));
  expect(embedded).not.toMatch(/<[/!]/);
});

it("has a story for each overall verdict", () => {
  const verdicts = new Set(names.map((name) => story(name).verdict));
  expect([...verdicts].sort()).toEqual([...OVERALL].sort());
});

it("has no golden without a story", () => {
  const expected = new Set([...names, "outlines", "check-runs"]);
  expect(readdirSync(FOLDER).filter((file) => !expected.has(file.split(".")[0]!))).toEqual([]);
});
