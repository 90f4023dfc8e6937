/** A table as Markdown, for an issue or a pull request: what is seen of it, in the order in which it is seen. */
import { markdownText, tableHead, tableRow } from "../../report/markdown/markdown.ts";
import type { Column } from "../../report/words/table.ts";

const CELL_MOST = 300;
const SAID_MS = 2_000;

export function offerMarkdown(table: HTMLTableElement): void {
  const button = document.createElement("button");
  const words = "Copy as Markdown";
  button.type = "button";
  button.className = "copy";
  button.textContent = words;
  const copy = async () => {
    const text = markdownOf(table);
    // Browsers lend their clipboard to addresses that are secure alone: elsewhere the text is put where it can be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied !== true) return button.replaceWith(textIn(text));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = words), SAID_MS);
  };
  button.addEventListener("click", () => void copy());
  (table.closest(".scroll, .wide") ?? table).after(button);
}

function textIn(text: string): HTMLTextAreaElement {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.rows = Math.min(12, text.split("\n").length);
  area.ariaLabel = "The table as Markdown";
  area.className = "copy";
  requestAnimationFrame(() => {
    area.focus();
    area.select();
  });
  return area;
}

/** Leaves out columns that have pictures alone: they have no words. */
function markdownOf(table: HTMLTableElement): string {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter(({ hidden }) => !hidden);
  const cells = rows.map((row) => [...row.cells].map(cellText));
  const columns = heads.flatMap((head, at) =>
    cells.some((row) => (row[at] ?? "") !== "") ? [{ head, at }] : [],
  );
  const titles = columns.map(({ head }) => ({ title: cellText(head), align: alignOf(head) }));
  const lines = cells.map((row) => tableRow(columns.map(({ at }) => row[at] ?? "")));
  return `${tableHead(titles)}${lines.join("\n")}\n`;
}

function alignOf(head: HTMLTableCellElement): Column["align"] {
  return head.classList.contains("number") ? "right" : "left";
}

function cellText(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLTableCellElement;
  for (const line of copy.querySelectorAll("br")) line.replaceWith(" ");
  for (const picture of copy.querySelectorAll("svg, kbd")) picture.remove();
  return markdownText(copy.textContent ?? "", CELL_MOST);
}
