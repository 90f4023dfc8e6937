/** The documents of an invocation as files: run.json, run-base.json, report.json, and the report in the forms that people read. */
import path from "node:path";
import { isFinding } from "../../io/database/setup/unfit.ts";
import { readTextFile, writeFileWhole } from "../../io/host/files.ts";
import { parseDocument } from "../../model/document.ts";
import type { PlumblineError } from "../../model/errors.ts";
import { Report } from "../../model/report.ts";
import { type Origin, Run, type Runs } from "../../model/run.ts";
import { renderHtml } from "../../report/html/html.ts";
import { renderComment } from "../../report/markdown/comment.ts";
import { renderNoResult } from "../../report/markdown/no-result.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** Names of the documents in the output folder. */
export const FILES = {
  base: "run-base.json",
  head: "run.json",
  report: "report.json",
  comment: "comment.md",
  html: "report.html",
} as const;

type Output = Pick<Invocation, "cwd" | "output">;

/** Names of the files that a check with this report wrote. */
export function writtenFiles({ mode, baseline }: Pick<Report, "mode" | "baseline">): readonly string[] {
  const hasBase = mode === "side-by-side" && baseline.kind !== "none";
  return Object.values(FILES).filter((name) => hasBase || name !== FILES.base);
}

/** Writes run.json and, side by side, run-base.json. @returns their paths from the invocation's folder */
export async function writeRuns({ cwd, output }: Output, runs: Runs): Promise<readonly string[]> {
  const folder = path.resolve(cwd, output);
  if (runs.base !== null) await writeFileWhole(path.join(folder, FILES.base), documentJson(runs.base));
  await writeFileWhole(path.join(folder, FILES.head), documentJson(runs.head));
  return runFiles(output, runs);
}

/** Paths of an invocation's runs, from its folder. */
export function runFiles(output: string, { base }: Runs): readonly string[] {
  return [...(base === null ? [] : [FILES.base]), FILES.head].map((file) => path.join(output, file));
}

/** Writes report.json, comment.md and report.html. */
export async function writeReport({ cwd, output }: Output, report: Report): Promise<void> {
  const folder = path.resolve(cwd, output);
  await writeFileWhole(path.join(folder, FILES.report), documentJson(report));
  await writeFileWhole(path.join(folder, FILES.comment), renderComment(report));
  await writeFileWhole(path.join(folder, FILES.html), renderHtml(report));
}

type MeasuredEnding = Readonly<{ failure: PlumblineError | null }>;
type Subject = Readonly<{
  plan: Readonly<{ suite: string }>;
  subject: Readonly<{ commits: Readonly<{ head: Readonly<{ sha: string }> }>; origin: Origin }>;
}>;

/** Writes comment.md for a commit whose own change prevents a result: it gets a comment as a commit with a verdict does. */
export async function withFinding<M extends MeasuredEnding>(
  measuring: Promise<M>,
  { plan: { suite }, subject: { commits, origin } }: Subject,
  { cwd, output }: Output,
): Promise<M> {
  const measured = await measuring;
  const { failure } = measured;
  if (!isFinding(failure)) return measured;
  const { message, remedy = "" } = failure;
  const about = { suite, job: origin.job ?? null, sha: commits.head.sha, runUrl: origin.runUrl ?? "" };
  const comment = renderNoResult({ ...about, message, remedy });
  await writeFileWhole(path.join(path.resolve(cwd, output), FILES.comment), comment);
  return measured;
}

/** @throws PlumblineError of kind "usage" that says what is wrong with the file */
export async function readRun(file: string): Promise<Run> {
  return parseDocument(Run, await readTextFile(file, "the run document", "plumbline run writes it"), file);
}

/** @throws PlumblineError of kind "usage" that says what is wrong with the file */
export async function readReport(file: string): Promise<Report> {
  const text = await readTextFile(file, "the report", "plumbline compare or plumbline check writes it");
  return parseDocument(Report, text, file);
}

function documentJson(document: Run | Report): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}
