import { Command, Option } from "commander";
import { readReport } from "../documents/files.ts";
import { styleOf } from "../host/terminal.ts";
import { EXIT_CODE } from "../model/errors.ts";
import type { Report } from "../model/report.ts";
import { renderHtml } from "../render/html/html.ts";
import { renderCheckRun } from "../render/markdown/check-run.ts";
import { renderComment } from "../render/markdown/comment.ts";
import { renderSummary } from "../render/markdown/summary.ts";
import { renderConsole } from "../render/terminal/console.ts";
import { teach } from "./teach.ts";

const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  console: (report) => renderConsole(report, styleOf(process.stdout)),
  comment: (report) => renderComment(report),
  summary: (report) => renderSummary(report),
  html: (report) => renderHtml(report),
  check: (report) => JSON.stringify(renderCheckRun(report), null, 2),
};

export function renderVerb(finish: (code: number) => void): Command {
  const command = new Command("render")
    .description("write a report document in another form to standard output")
    .argument("<report>", "report document, for example plumbline-out/report.json")
    .addOption(
      new Option(
        "--format <format>",
        "console: for a terminal; comment: the pull-request comment; summary: the job's page; html: a page with pictures; check: what the check run shows, as JSON",
      )
        .choices(Object.keys(FORMATS))
        .default("console"),
    )
    .action(async (file: string, { format }: { format: string }) => {
      const rendered = FORMATS[format]!(await readReport(file));
      process.stdout.write(rendered.endsWith("\n") ? rendered : `${rendered}\n`);
      finish(EXIT_CODE.fine);
    });
  return teach(command, {
    examples: [
      ["render plumbline-out/report.json", "as `plumbline check` prints it"],
      ["render plumbline-out/report.json --format html > report.html", "one page with its pictures"],
    ],
    outcomes: ["fine", "usage"],
  });
}
