import { Command, Option } from "commander";
import { readTextFile } from "../host/files.ts";
import { parseDocument } from "../model/document.ts";
import { EXIT_CODE } from "../model/errors.ts";
import { Report } from "../model/report.ts";
import { renderCheckRun } from "../render/check-run.ts";
import { renderComment } from "../render/comment.ts";
import { renderConsole } from "../render/console.ts";
import { renderHtml } from "../render/html/html.ts";
import { renderSummary } from "../render/summary.ts";

const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  console: (report) =>
    renderConsole(report, { colour: process.stdout.isTTY === true, width: process.stdout.columns || 100 }),
  comment: (report) => renderComment(report),
  summary: (report) => renderSummary(report),
  html: (report) => renderHtml(report),
  check: (report) => JSON.stringify(renderCheckRun(report), null, 2),
};

export function renderVerb(finish: (code: number) => void): Command {
  return new Command("render")
    .description("write a report document in another form to standard output")
    .argument("<report>", "report document, for example plumbline-out/report.json")
    .addOption(
      new Option("--format <format>", "form of the output").choices(Object.keys(FORMATS)).default("console"),
    )
    .action(async (file: string, { format }: { format: string }) => {
      const text = await readTextFile(file, "the report", "plumbline compare or plumbline check writes it");
      process.stdout.write(`${FORMATS[format]!(parseDocument(Report, text, file))}\n`);
      finish(EXIT_CODE.fine);
    });
}
