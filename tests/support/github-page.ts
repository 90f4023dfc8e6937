/**
 * A comment as GitHub shows it, near enough to look at and to measure: the markdown that Plumbline writes, and no other, in the sizes of
 * GitHub's style sheet. Lines within a paragraph are broken, as they are in comments.
 */

/** Drawn, for a machine that tests has no font with them. */
const drawn = (colour: string, shape: string) =>
  `<svg width="16" height="16" viewBox="0 0 16 16" style="vertical-align: -3px; fill: none; stroke: ${colour}; stroke-width: 1.6">${shape}</svg>`;
const KINDS = {
  caution: '<path d="M5 1h6l4 4v6l-4 4H5l-4-4V5zM8 4.5v4M8 10.5v1.2"/>',
  warning: '<path d="M8 1.5 15 14H1zM8 6v4M8 11.3v1.2"/>',
  note: '<circle cx="8" cy="8" r="6.8"/><path d="M8 7v4.5M8 4.3v1.4"/>',
  tip: '<path d="M5.5 11.5c0-2-2-2.5-2-5a4.5 4.5 0 0 1 9 0c0 2.5-2 3-2 5zM6 14h4"/>',
};
const EMOJI: Readonly<Record<string, string>> = {
  "❌": drawn("#dd2e44", '<path d="M2.5 2.5l11 11m0-11l-11 11" style="stroke-width: 2.8"/>'),
  "✅": `<svg width="16" height="16" viewBox="0 0 16 16" style="vertical-align: -3px"><rect width="16" height="16" rx="3" fill="#77b255"/><path d="M3.5 8.300l3 3 6-7" fill="none" stroke="#fff" stroke-width="2.2"/></svg>`,
};

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --muted: #59636e; --paper: #fff; --bar: #f6f8fa; --rule: #d1d9e0; --code: #818b981f; --link: #0969da;
  --caution: #cf222e; --warning: #9a6700; --note: #0969da; --tip: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --muted: #9198a1; --paper: #0d1117; --bar: #151b23; --rule: #3d444d; --code: #656c7633; --link: #4493f8;
  --caution: #f85149; --warning: #d29922; --note: #4493f8; --tip: #3fb950; } }
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--paper); color: var(--ink); font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans Condensed", "DejaVu Sans", sans-serif; font-stretch: condensed }
article { border: 1px solid var(--rule); border-radius: 6px; max-width: 864px; overflow-wrap: break-word }
header { padding: 8px 16px; background: var(--bar); border-bottom: 1px solid var(--rule); border-radius: 6px 6px 0 0; color: var(--muted) }
header b { color: var(--ink) } header span { border: 1px solid var(--rule); border-radius: 2em; padding: 0 6px; font-size: 12px }
main { padding: 16px } main > :last-child, .alert > :last-child { margin-bottom: 0 } main > :first-child, .alert > h3 { margin-top: 0 }
p, ul, ol, table, pre, details, blockquote, .alert { margin: 0 0 16px }
h2, h3 { margin: 24px 0 16px; font-weight: 600; line-height: 1.25; font-size: 1.25em } h2 { font-size: 1.5em }
a { color: var(--link) } sub, sup { font-size: 75%; line-height: 0 } ul, ol { padding-left: 2em }
code { padding: .2em .4em; font: 85% ui-monospace, "DejaVu Sans Mono", monospace; background: var(--code); border-radius: 6px; white-space: break-spaces }
pre { padding: 16px; overflow: auto; font: 85%/1.45 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--bar); border-radius: 6px }
table { display: block; width: max-content; max-width: 100%; overflow: auto; border-spacing: 0; border-collapse: collapse; font-variant: tabular-nums }
th, td { padding: 6px 13px; border: 1px solid var(--rule) } th { font-weight: 600 } tr:nth-child(2n) td { background: var(--bar) }
blockquote { padding: 0 1em; color: var(--muted); border-left: .25em solid var(--rule) }
.diff { margin: 0; width: 100%; display: table; font: 12px/20px ui-monospace, "DejaVu Sans Mono", monospace } .diff td { border: 0; padding: 0 10px; background: none; vertical-align: top } .diff td:first-child { width: 1%; color: var(--muted); text-align: right }
.diff .added td { background: #2da44e26; white-space: pre-wrap }
.note { margin: 8px 0; padding: 8px 16px; border: 1px solid var(--rule); border-left: 4px solid var(--caution); border-radius: 6px; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans Condensed", sans-serif; font-stretch: condensed } .note p { margin: 0 0 8px }
.alert { padding: 8px 16px; border-left: .25em solid var(--kind) } .alert > .kind { font-weight: 500; line-height: 1; color: var(--kind) }
`;

const HEAD = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${STYLE}</style>`;

/** A page with a comment of our bot. */
export function githubPage(markdown: string): string {
  return `${HEAD}<article><header><b>github-actions</b> <span>bot</span> commented 2 minutes ago</header><main>${htmlOf(markdown)}</main></article>`;
}

/** The part of a new file around an annotated line, with the annotation below it, as the tab of changed files shows both. */
export function githubDiff(
  { path, line, title, message }: Readonly<{ path: string; line: number; title: string; message: string }>,
  text: string,
): string {
  const first = Math.max(0, line - 4);
  const rows = text
    .split("\n")
    .slice(first, line)
    .map((each, at) => `<tr class="added"><td>${first + at + 1}</td><td>+ ${escaped(each)}</td></tr>`);
  const note = `<tr><td></td><td><div class="note"><b>${drawn("var(--caution)", KINDS.caution)} Check failure on line ${line}</b><p>Plumbline</p><b>${escaped(title)}</b><p>${escaped(message)}</p></div></td></tr>`;
  return `${HEAD}<article><header><b>${escaped(path)}</b></header><table class="diff">${rows.join("")}${note}</table></article>`;
}

/** HTML of blocks: headings, paragraphs, tables, lists, code, quotations and alerts; lines of HTML stay. */
export function htmlOf(markdown: string): string {
  const lines = markdown.replaceAll(/<!--.*?-->\n?/g, "").split("\n");
  let html = "";
  while (lines.length > 0) {
    const [first = ""] = lines;
    if (first.trim() === "") lines.shift();
    else if (first.startsWith("```")) html += code(lines);
    else if (first.startsWith(">"))
      html += quoted(take(lines, (line) => line.startsWith(">")).map((line) => line.replace(/^> ?/, "")));
    else if (/^#+ /.test(first)) html += heading(lines.shift()!);
    else if (first.startsWith("|")) html += table(take(lines, (line) => line.startsWith("|")));
    else if (/^(-|\d+\.) /.test(first)) html += list(take(lines, (line) => /^(-|\d+\.) /.test(line)));
    else if (/^<\/?details>/.test(first)) html += lines.shift();
    else html += `<p>${take(lines, isOfParagraph).map(inline).join("<br>")}</p>`;
  }
  return html;
}

function isOfParagraph(line: string): boolean {
  return line.trim() !== "" && !/^(?:>|#+ |```|\||- |\d+\. |<\/?details>)/.test(line);
}

/** Takes the lines that belong together off the front; at least one. */
function take(lines: string[], belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, at) => at > 0 && !belongs(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

function code(lines: string[]): string {
  lines.shift();
  const end = lines.indexOf("```");
  const text = lines.splice(0, end).join("\n");
  lines.shift();
  return `<pre>${escaped(text)}</pre>`;
}

function quoted(lines: readonly string[]): string {
  const [, kind] = /^\[!(\w+)\]$/.exec(lines[0] ?? "") ?? [];
  if (kind === undefined) return `<blockquote>${htmlOf(lines.join("\n"))}</blockquote>`;
  const name = kind.toLowerCase() as keyof typeof KINDS;
  const title = `<p class="kind">${drawn(`var(--${name})`, KINDS[name])}&ensp;${kind[0]}${name.slice(1)}</p>`;
  return `<div class="alert" style="--kind: var(--${name})">${title}${htmlOf(lines.slice(1).join("\n"))}</div>`;
}

function heading(line: string): string {
  const level = line.indexOf(" ");
  return `<h${level}>${inline(line.slice(level + 1))}</h${level}>`;
}

function table(lines: readonly string[]): string {
  const [head = [], marks = [], ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell, at) => `<${tag} align="${marks[at]?.startsWith(":") ? "left" : "right"}">${inline(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table>`;
}

function list(lines: readonly string[]): string {
  const tag = lines[0]!.startsWith("-") ? "ul" : "ol";
  return `<${tag}>${lines.map((line) => `<li>${inline(line.replace(/^\S+ /, ""))}</li>`).join("")}</${tag}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Character references stand for themselves, as does the HTML that Plumbline writes. */
function inline(text: string): string {
  return escaped(text)
    .replaceAll(/[❌✅]/gu, (emoji) => EMOJI[emoji]!)
    .replaceAll(/&amp;(#\d+;)/g, "&$1")
    .replaceAll(/&lt;(\/?(?:su[bp]|code|br))>/g, "<$1>")
    .replaceAll(/\[([^\]]*)\]\(([^)\s]*)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replaceAll(/(?<![*\w])\*([^*]+)\*(?![*\w])/g, "<i>$1</i>")
    .replaceAll(/`(.+?)`/g, "<code>$1</code>");
}
