// node scripts/run.mjs scripts/pictures.ts [comment] [diff] [report] [workload] [--from FOLDER] [--browser FILE]
//
// Draws docs/pictures, all or the named ones: the comment and the annotated diff as GitHub shows them, light and dark, and the head of the
// report, from the documents that `plumbline demo` left in FOLDER (default: plumbline-out); the page of a workload, from the made-up store that the tests of the pages
// have, at a date of its own, so that the same page is drawn again. FILE is a Chromium (default: /usr/bin/chromium). By hand, after a
// change that shows.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { loadAssets } from "../src/apps/server/site/assets.ts";
import { siteFiles } from "../src/apps/server/site/files.ts";
import { Report } from "../src/model/report.ts";
import { openStore } from "../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../src/pipeline/invocation/store-location.ts";
import { askStore } from "../src/pipeline/queries/ask.ts";
import { renderCheckRun } from "../src/report/markdown/check-run.ts";
import { renderComment } from "../src/report/markdown/comment.ts";
import { githubDiff, githubPage } from "../tests/support/github-page.ts";
import { fillSiteStore } from "../tests/support/site-store.ts";
import { bundle } from "./build.ts";
import { commandLine } from "./lib/command-line.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { positionals, values } = commandLine(import.meta.filename, {
  most: 4,
  options: {
    from: { type: "string", default: path.join(root, "plumbline-out") },
    browser: { type: "string", default: "/usr/bin/chromium" },
  },
});

/** The schemes of GitHub's pages; the README shows the reader's. */
const SCHEMES = ["light", "dark"] as const;

/** The document of FOLDER, as if its pull request were open on GitHub: the demo runs in no workflow. */
function reportOfDemo(): Report {
  const report = Report.parse(JSON.parse(readFileSync(path.join(values.from, "report.json"), "utf8")));
  const runUrl = "https://github.com/example/shop/actions/runs/1";
  return { ...report, origin: { ...report.origin, repository: "example/shop", runUrl, pullRequest: 7 } };
}

/** Time of the made-up store's newest run. */
const NEWEST = "2026-11-22T09:00:00.000Z";

/** The comment and the diff have a picture in each scheme. */
async function drawInSchemes(name: string, html: string) {
  for (const colorScheme of SCHEMES) {
    const page = await browser.newPage({
      viewport: { width: 896, height: 400 },
      colorScheme,
      deviceScaleFactor: 2,
    });
    await page.setContent(html);
    await page
      .locator("article")
      .screenshot({ path: path.join(out, `${name}-${colorScheme}.png`), omitBackground: true });
    await page.close();
  }
}

const GUIDANCE = { siteUrl: "https://example.github.io/shop", acceptLabel: "plumbline: accept" };

const drawComment = () => drawInSchemes("comment", githubPage(renderComment(reportOfDemo(), GUIDANCE)));

/** The file of the cause as the pull request adds it, with the annotation below its line. */
async function drawDiff() {
  const [first] = renderCheckRun(reportOfDemo(), GUIDANCE).annotations;
  const file = first === undefined ? null : path.join(root, "demo", first.path);
  if (first === undefined || file === null || !existsSync(file))
    throw new Error("the demo has no annotation");
  await drawInSchemes("diff", githubDiff(first, readFileSync(file, "utf8")));
}

async function drawReport() {
  const report = await browser.newPage({ viewport: { width: 1180, height: 1000 }, colorScheme: "light" });
  await report.goto(pathToFileURL(path.resolve(values.from, "report.html")).href);
  await report.screenshot({ path: path.join(out, "report.png") });
}

/** The site as files, by path. */
async function siteOf(folder: string) {
  await bundle(folder);
  const store = await openStore(storeAt(`file:${path.join(folder, "store")}`, folder));
  await fillSiteStore(store, { runs: 44, stepAt: 25, until: NEWEST });
  const files = new Map<string, string | Buffer>();
  const assets = await loadAssets(pathToFileURL(`${folder}/`));
  const options = { version: "0", now: () => NEWEST };
  for await (const { path: file, body } of siteFiles(askStore(store), assets, options)) files.set(file, body);
  await store.close();
  return files;
}

/** Its series needs a server, for a browser lets no file read another. */
async function drawWorkload() {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-pictures-"));
  const files = await siteOf(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
  const types: Readonly<Record<string, string>> = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
  };
  const server = createServer(({ url = "" }, answer) => {
    const name = decodeURIComponent(url.replace(/\?.*/, "")).slice(1);
    const file = name === "" || name.endsWith("/") ? `${name}index.html` : name;
    answer.setHeader("content-type", types[path.extname(file)] ?? "text/html");
    answer.end(files.get(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 880 }, colorScheme: "light" });
    await page.clock.setFixedTime(NEWEST);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/w/oltp/read-write/`);
    await page.locator("#plot canvas").waitFor();
    await page.screenshot({ path: path.join(out, "workload.png") });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const DRAWN: Readonly<Record<string, () => Promise<void>>> = {
  comment: drawComment,
  diff: drawDiff,
  report: drawReport,
  workload: drawWorkload,
};

const names = positionals.length === 0 ? Object.keys(DRAWN) : positionals;
const strange = names.find((name) => !Object.hasOwn(DRAWN, name));
if (strange !== undefined) {
  console.error(`there is no picture ${strange}: name ${Object.keys(DRAWN).join(", ")}`);
  process.exit(2);
}
const out = path.join(root, "docs/pictures");
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: values.browser, args: ["--no-sandbox"] });
try {
  for (const name of names) await DRAWN[name]?.();
} finally {
  await browser.close();
}
console.log(`drew ${names.join(", ")} in docs/pictures`);
