// pictures.mjs [--from FOLDER] [--site FOLDER] [--browser FILE]
//
// Draws docs/pictures from the documents that `plumbline demo` left in FOLDER (default: plumbline-out): the comment, in the light of
// GitHub's pages, and the head of the report; with --site also the page of a workload, from a folder that
// `plumbline render --as site` has written. FILE is a Chromium (default: /usr/bin/chromium). By hand, after a change that shows.
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { commandLine } from "./lib/command-line.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = commandLine(import.meta.filename, {
  options: {
    from: { type: "string", default: path.join(root, "plumbline-out") },
    site: { type: "string" },
    browser: { type: "string", default: "/usr/bin/chromium" },
  },
});

/** As much of GitHub's style sheet as the comment shows. */
const STYLE = `
  body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px/1.5 -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
  article { border: 1px solid #d1d9e0; border-radius: 6px; padding: 16px; width: 860px }
  h3 { font-size: 17px; margin: 0 0 12px } p { margin: 0 0 12px }
  table { border-collapse: collapse; margin-bottom: 12px } th, td { border: 1px solid #d1d9e0; padding: 6px 13px }
  ol { margin: 0; padding-left: 28px } pre { margin-bottom: 12px; background: #f6f8fa; border-radius: 6px; padding: 16px; font: 12px/1.45 "DejaVu Sans Mono", monospace }
`;

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const inline = (text) =>
  escapeHtml(text)
    .replaceAll("&lt;br>", "<br>")
    .replace(/&lt;(\/?su[bp])>/g, "<$1>")
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replace(/(?<!\*)\*([^*]+)\*(?!\*)/g, "<i>$1</i>")
    .replace(/`(.+?)`/g, "<code>$1</code>");

/** The visible part of a comment as HTML: headings, paragraphs, tables and pictures in text are all there is in it. */
function pageOf(comment) {
  const visible = comment.slice(0, comment.indexOf("<details")).replace(/<!--.*?-->\n?/g, "");
  const parts = visible.trim().split(/\n{2,}(?=(?:[^`]|`(?!``))*(?:```[\s\S]*?```(?:[^`]|`(?!``))*)*$)/);
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><article>${parts.map(htmlOf).join("")}</article>`;
}

function htmlOf(part) {
  if (part.startsWith("### ")) return `<h3>${inline(part.slice(4))}</h3>`;
  if (part.startsWith("```")) return `<pre>${escapeHtml(part.replace(/^```\w*\n|\n```$/g, ""))}</pre>`;
  if (part.startsWith("1. "))
    return `<ol>${part
      .split("\n")
      .map((line) => `<li>${inline(line.replace(/^\d+\. /, ""))}</li>`)
      .join("")}</ol>`;
  if (!part.startsWith("|")) return `<p>${inline(part)}</p>`;
  const [head, marks, ...rows] = part.split("\n").map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  const row = (cells, tag) =>
    `<tr>${cells.map((cell, at) => `<${tag} align="${marks[at].endsWith(":") ? "right" : "left"}">${inline(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table>`;
}

/** The page of read-write, or of the first workload: its series needs a server, for a browser lets no file read another. */
async function drawWorkload(folder) {
  const types = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
  };
  const server = createServer(({ url }, answer) => {
    const file = path.join(folder, url.endsWith("/") ? `${url}index.html` : url);
    answer.setHeader("content-type", types[path.extname(file)] ?? "text/html");
    answer.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 880 }, colorScheme: "light" });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.locator(".workloads tbody a").first().click();
    await page.locator("#plot canvas").waitFor();
    await page.screenshot({ path: path.join(out, "workload.png") });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const out = path.join(root, "docs/pictures");
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: values.browser, args: ["--no-sandbox"] });
try {
  const comment = await browser.newPage({ viewport: { width: 926, height: 400 }, colorScheme: "light" });
  await comment.setContent(pageOf(readFileSync(path.join(values.from, "comment.md"), "utf8")));
  await comment.locator("article").screenshot({ path: path.join(out, "comment.png") });

  const report = await browser.newPage({ viewport: { width: 1180, height: 1000 }, colorScheme: "light" });
  await report.goto(pathToFileURL(path.resolve(values.from, "report.html")).href);
  await report.screenshot({ path: path.join(out, "report.png") });
  if (values.site !== undefined) await drawWorkload(values.site);
} finally {
  await browser.close();
}
console.log("wrote docs/pictures/comment.png, docs/pictures/report.png");
