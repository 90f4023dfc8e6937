// node scripts/run.mjs scripts/pictures.ts [comment] [report] [workload] [--from FOLDER] [--browser FILE]
//
// Draws docs/pictures, all or the named ones: the comment, in the light of GitHub's pages, and the head of the report, from the documents
// that `plumbline demo` left in FOLDER (default: plumbline-out); the page of a workload, from the made-up store that the tests of the pages
// have, at a date of its own, so that the same page is drawn again. FILE is a Chromium (default: /usr/bin/chromium). By hand, after a
// change that shows.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { loadAssets } from "../src/apps/server/site/assets.ts";
import { siteFiles } from "../src/apps/server/site/files.ts";
import { openStore } from "../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../src/pipeline/invocation/store-location.ts";
import { askStore } from "../src/pipeline/queries/ask.ts";
import { fillSiteStore } from "../tests/support/site-store.ts";
import { bundle } from "./build.ts";
import { commandLine } from "./lib/command-line.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { positionals, values } = commandLine(import.meta.filename, {
  most: 3,
  options: {
    from: { type: "string", default: path.join(root, "plumbline-out") },
    browser: { type: "string", default: "/usr/bin/chromium" },
  },
});

/** The part of GitHub's style sheet that the comment needs. */
const STYLE = `
  body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px/1.5 -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
  article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 16px; width: 860px }
  h3 { font-size: 17px; margin: 0 0 12px } p { margin: 0 0 12px }
  table { border-collapse: collapse; margin-bottom: 12px } th, td { border: 1px solid #d1d9e0; padding: 6px 13px }
  blockquote { margin: 0 0 12px; padding: 0 1em; color: #59636e; border-left: 4px solid #d1d9e0 }
  code { background: #f0f1f2; border-radius: 6px; padding: 2px 5px; font: 12px "DejaVu Sans Mono", monospace }
  ol { margin: 0; padding-left: 28px } pre { margin-bottom: 12px; background: #f6f8fa; border-radius: 6px; padding: 16px; font: 12px/1.45 "DejaVu Sans Mono", monospace }
`;

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const inline = (text: string) =>
  escapeHtml(text)
    .replaceAll("&lt;br>", "<br>")
    .replace(/&lt;(\/?(?:su[bp]|code))>/g, "<$1>")
    .replace(/&amp;(#\d+;)/g, "&$1")
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replace(/(?<!\*)\*([^*]+)\*(?!\*)/g, "<i>$1</i>")
    .replace(/`(.+?)`/g, "<code>$1</code>");

/** The visible part of a comment as HTML: headings, paragraphs, tables and pictures in text are all there is in it. */
function pageOf(comment: string) {
  const visible = comment.slice(0, comment.indexOf("<details")).replace(/<!--.*?-->\n?/g, "");
  const parts = visible.trim().split(/\n{2,}(?=(?:[^`]|`(?!``))*(?:```[\s\S]*?```(?:[^`]|`(?!``))*)*$)/);
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><article>${parts.map(htmlOf).join("")}</article>`;
}

function htmlOf(part: string) {
  if (part.startsWith("### ")) return `<h3>${inline(part.slice(4))}</h3>`;
  if (part.startsWith("```")) return `<pre>${escapeHtml(part.replace(/^```\w*\n|\n```$/g, ""))}</pre>`;
  if (part.startsWith("> ")) return `<blockquote>${inline(part.replace(/^> ?/gm, ""))}</blockquote>`;
  if (part.startsWith("1. "))
    return `<ol>${part
      .split("\n")
      .map((line: string) => `<li>${inline(line.replace(/^\d+\. /, ""))}</li>`)
      .join("")}</ol>`;
  if (!part.startsWith("|")) return `<p>${inline(part)}</p>`;
  const [head = [], marks = [], ...rows] = part.split("\n").map((line: string) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell: string) => cell.trim()),
  );
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell, at) => `<${tag} align="${marks[at]?.endsWith(":") ? "right" : "left"}">${inline(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table>`;
}

/** Time of the made-up store's newest run. */
const NEWEST = "2026-11-22T09:00:00.000Z";

async function drawComment() {
  const comment = await browser.newPage({ viewport: { width: 926, height: 400 }, colorScheme: "light" });
  await comment.setContent(pageOf(readFileSync(path.join(values.from, "comment.md"), "utf8")));
  await comment.locator("article").screenshot({ path: path.join(out, "comment.png") });
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
console.log(`wrote ${names.map((name) => `docs/pictures/${name}.png`).join(", ")}`);
