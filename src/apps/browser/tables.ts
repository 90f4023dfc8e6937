/** Additions of a browser to tables: an order by a column, and a copy for elsewhere. */
import { offerMarkdown } from "./copy.ts";
import { sortTable } from "./sort.ts";

/** Skips tables that have it already: a page may make some of its tables again. */
export function equipTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("main table:not([data-equipped])")) {
    table.dataset["equipped"] = "";
    sortTable(table);
    offerMarkdown(table);
  }
}
