import path from "node:path";
import { Command, Option } from "commander";
import { readReport } from "../documents/files.ts";
import { writeFileWhole } from "../host/files.ts";
import { styleOf } from "../host/terminal.ts";
import { untilInterrupted } from "../invocation/interrupt.ts";
import { historyLocation, type StoreWords } from "../invocation/store-location.ts";
import { EXIT_CODE } from "../model/errors.ts";
import type { Report } from "../model/report.ts";
import { VERSION } from "../model/version.ts";
import { askStore } from "../recall/ask.ts";
import { renderHtml } from "../render/html/html.ts";
import { renderCheckRun } from "../render/markdown/check-run.ts";
import { renderComment } from "../render/markdown/comment.ts";
import { renderSummary } from "../render/markdown/summary.ts";
import { renderConsole } from "../render/terminal/console.ts";
import { plural } from "../render/words/units.ts";
import { openExisting } from "../store/open.ts";
import { loadAssets } from "../web/site/assets.ts";
import { siteFiles } from "../web/site/files.ts";
import { wholeNumber, withFields } from "./options.ts";
import { teach } from "./teach.ts";

const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  console: (report) => renderConsole(report, styleOf(process.stdout)),
  comment: (report) => renderComment(report),
  summary: (report) => renderSummary(report),
  html: (report) => renderHtml(report),
  check: (report) => JSON.stringify(renderCheckRun(report), null, 2),
};

type RenderWords = StoreWords & Readonly<{ format: string; as: "report" | "site"; commits: number }>;

export function renderVerb(finish: (code: number) => void): Command {
  const command = new Command("render")
    .description(
      "write a report document in another form to standard output, or the store as a site of files",
    )
    .argument(
      "<place>",
      "report document, for example plumbline-out/report.json; with --as site the folder that gets the pages",
    )
    .addOption(
      new Option(
        "--format <format>",
        "console: for a terminal; comment: the pull-request comment; summary: the job's page; html: a page with pictures; check: what the check run shows, as JSON",
      )
        .choices(Object.keys(FORMATS))
        .default("console"),
    )
    .addOption(
      new Option(
        "--as <what>",
        "report: one document; site: the pages of `plumbline serve` as files, of all that the store knows",
      )
        .choices(["report", "site"])
        .default("report"),
    )
    .option("--commits <n>", "with --as site: pages of the newest so many commits", wholeNumber, 500);
  teach(command, {
    examples: [
      ["render plumbline-out/report.json", "as `plumbline check` prints it"],
      ["render plumbline-out/report.json --format html > report.html", "one page with its pictures"],
      ["render --as site public --store file:.plumbline", "the history as pages, for any host of files"],
    ],
    outcomes: ["fine", "usage", ["internal", "with --as site: the store cannot be read"], "interrupted"],
  });
  return withFields(command, "history").action(async (place: string, words: RenderWords) => {
    if (words.as === "site") await writeSite(place, words);
    else print(FORMATS[words.format]!(await readReport(place)));
    finish(EXIT_CODE.fine);
  });
}

function print(rendered: string): void {
  process.stdout.write(rendered.endsWith("\n") ? rendered : `${rendered}\n`);
}

/** Each file is written whole, so that a site that is being served has no half of one. */
async function writeSite(folder: string, { commits, ...words }: RenderWords): Promise<void> {
  const cwd = process.cwd();
  const now = new Date().toISOString();
  const location = await historyLocation(words, process.env, cwd);
  const count = await untilInterrupted(async (signal) => {
    const store = await openExisting(location, cwd, "read", signal);
    try {
      const assets = await loadAssets(new URL("./", import.meta.url));
      let written = 0;
      for await (const file of siteFiles(askStore(store), assets, {
        version: VERSION,
        now: () => now,
        commits,
      })) {
        signal.throwIfAborted();
        await writeFileWhole(path.resolve(cwd, folder, file.path), file.body);
        written++;
      }
      return written;
    } finally {
      await store.close();
    }
  }, "pages that are written stay");
  process.stdout.write(`${plural(count, "file")} in ${folder}; any host of files serves them\n`);
}
