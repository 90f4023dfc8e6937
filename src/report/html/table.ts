/** A table of words as HTML. */
import type { Table } from "../words/table.ts";
import { type Html, html } from "./template.ts";

/** Head and body of a table; the first cell of a row is its heading, and what stands to the right are numbers. */
export function tableBody({ columns, rows }: Table): Html {
  const isNumber = (at: number) => columns[at]!.align === "right";
  const heads = columns.map(({ title }, at) =>
    isNumber(at) ? html`<th class="number">${title}</th>` : html`<th>${title}</th>`,
  );
  const cellOf = (cell: string, at: number) => {
    if (at === 0) return html`<th scope="row">${cell}</th>`;
    return titledCell(columns[at]!.title, html`${cell}`, isNumber(at) ? "number" : "");
  };
  const body = rows.map(
    (row) => html`<tr>${row.map(cellOf)}</tr>
`,
  );
  return html`<thead><tr>${heads}</tr></thead><tbody>${body}</tbody>`;
}

/** A cell that can name its column where a narrow screen shows no heads. */
export function titledCell(title: string, content: Html, kind = ""): Html {
  return html`<td${kind === "" ? html`` : html` class="${kind}"`} data-title="${title}">${content}</td>`;
}
