import path from "node:path";
import { tagsUpTo } from "../../io/git/tags.ts";
import { environment } from "../../io/host/environment.ts";
import { writeFileWhole } from "../../io/host/files.ts";
import { styleOf, terminalProgress } from "../../io/host/terminal.ts";
import { wordTable } from "../../model/by-key.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { Report } from "../../model/report.ts";
import { VERSION } from "../../model/version.ts";
import { readReport, readRun } from "../../pipeline/documents/files.ts";
import { untilInterrupted } from "../../pipeline/invocation/interrupt.ts";
import { openExisting } from "../../pipeline/invocation/open-store.ts";
import { historyLocation, type StoreWords } from "../../pipeline/invocation/store-location.ts";
import { askStore } from "../../pipeline/queries/ask.ts";
import { renderHtml } from "../../report/html/html.ts";
import { renderCheckRun } from "../../report/markdown/check-run.ts";
import { renderComment } from "../../report/markdown/comment.ts";
import { REFERENCE_LAYOUTS, renderReferenceTables } from "../../report/markdown/reference-table.ts";
import { renderSummary } from "../../report/markdown/summary.ts";
import { renderConsole } from "../../report/terminal/console.ts";
import { plural } from "../../text/units.ts";
import { loadAssets } from "../server/site/assets.ts";
import { siteFiles } from "../server/site/files.ts";
import { type AnyCommand, Command, Option, type WordsOf } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { wholeNumber, withFields } from "./options.ts";

const FORMATS = wordTable<(report: Report) => string>({
  console: (report) => renderConsole(report, styleOf(process.stdout)),
  comment: (report) => renderComment(report),
  summary: (report) => renderSummary(report),
  html: (report) => renderHtml(report),
  check: (report) => JSON.stringify(renderCheckRun(report), null, 2),
});

type RenderWords = WordsOf<typeof withOptions> & StoreWords;

export function renderVerb(finish: (code: number) => void): AnyCommand {
  const command = withFields(withOptions(new Command("render")), "history");
  addHelp(command, {
    examples: [
      ["render plumbline-out/report.json", "print the report as `plumbline check` does"],
      ["render plumbline-out/report.json --format html > report.html", "write a page with pictures"],
      [
        "render --as reference-table plumbline-out/run.json --base plumbline-out/run-base.json --layout kubeblocks",
        "print QPS, TPS and p95 by threads, with improvements",
      ],
      [
        "render --as reference-table 3-nodes/run.json 4-nodes/run.json --layout yugabytedb",
        "print scaling factor and efficiency for several sizes of a cluster",
      ],
      [
        "render --as site public --store file:.plumbline",
        "write the history as pages, for any host of static files",
      ],
    ],
    outcomes: ["fine", "usage", ["internal", "with --as site: the store cannot be read"], "interrupted"],
  });
  return command.action(async (places, words) => {
    if (words.as === "reference-table") print(await referenceTables(places, words));
    else if (words.as === "site") await writeSite(onlyOf(places, words.as), words);
    else print(FORMATS[words.format]!(await readReport(onlyOf(places, words.as))));
    finish(EXIT_CODE.fine);
  });
}

function withOptions(command: Command) {
  return command
    .summary("Show a report, a run or a store in another form.")
    .description(
      "Print a report document in another form, print a run as the tables of published reports, or write a store as web pages.",
    )
    .argument(
      "<place...>",
      "Report document, for example plumbline-out/report.json. With --as reference-table a run document, or one for each size of a cluster; with --as site the folder for the pages.",
    )
    .addOption(
      new Option(
        "--format <format>",
        "Format of the report. console: for a terminal; comment: the pull-request comment; summary: the job's page; html: a page with pictures; check: what the check run shows, as JSON.",
      )
        .choices(Object.keys(FORMATS))
        .default("console"),
    )
    .addOption(
      new Option(
        "--as <what>",
        "Form to show. report: one document; site: the pages of `plumbline serve` as files, for everything in the store; reference-table: a run in the layouts of published reports, as Markdown.",
      )
        .choices(["report", "site", "reference-table"])
        .default("report"),
    )
    .option("--commits <n>", "Number of newest commits that get a page (with --as site).", wholeNumber, 500)
    .option(
      "--base <run>",
      "Run document to compare with. Improvements are given by the published report's definition and by Plumbline's (with --as reference-table).",
    )
    .addOption(
      new Option(
        "--layout <report>",
        "Layout of one report (with --as reference-table; default: all that fit).",
      ).choices(REFERENCE_LAYOUTS),
    );
}

function print(rendered: string): void {
  process.stdout.write(rendered.endsWith("\n") ? rendered : `${rendered}\n`);
}

function onlyOf(places: readonly string[], as: RenderWords["as"]): string {
  const [place, another] = places;
  if (another === undefined) return place!;
  throw new PlumblineError(
    "usage",
    `--as ${as} takes one place, and ${JSON.stringify(another)} is a second one`,
    {
      remedy: "name one place; only --as reference-table makes one table of several run documents",
    },
  );
}

async function referenceTables(places: readonly string[], { base, layout }: RenderWords): Promise<string> {
  const heads = await Promise.all(places.map(readRun));
  const baseRun = base === undefined ? null : await readRun(base);
  const tables = renderReferenceTables(heads, baseRun, layout ?? null);
  if (tables !== "") return tables;
  throw new PlumblineError(
    "usage",
    `${places.join(", ")}: no workload has the figures of ${layout}'s tables`,
    {
      remedy:
        "leave out --layout for those that it has; kubeblocks: workloads with threads; cockroachdb: tpcc, kv",
    },
  );
}

/** Each file is written whole, so that a site that is being served has no half of one. */
async function writeSite(folder: string, { commits, ...words }: RenderWords): Promise<void> {
  const cwd = process.cwd();
  const now = new Date().toISOString();
  const location = await historyLocation(words, environment(), cwd);
  const progress = terminalProgress(process.stderr);
  const count = await untilInterrupted(async (signal) => {
    const store = await openExisting(location, "read", signal);
    try {
      const assets = await loadAssets(new URL(".", import.meta.url));
      let written = 0;
      for await (const file of siteFiles(askStore(store), assets, {
        version: VERSION,
        now: () => now,
        tags: (sha) => tagsUpTo(cwd, sha),
        commits,
      })) {
        signal.throwIfAborted();
        await writeFileWhole(path.resolve(cwd, folder, file.path), file.body);
        progress.update({ what: `written ${plural(++written, "file")}`, share: null, secondsLeft: null });
      }
      return written;
    } finally {
      progress.end();
      await store.close();
    }
  }, "pages that are written stay");
  process.stdout.write(`${plural(count, "file")} in ${folder}; any host of files serves them\n`);
}
