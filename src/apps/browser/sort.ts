/** Tables whose heads say `data-sort` are ordered by a column; `sort` in the address is which: "change", or "-change" for its end first. */

type SortColumn = Readonly<{
  name: string;
  at: number;
  head: HTMLTableCellElement;
  button: HTMLButtonElement;
}>;

export function sortTable(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>("thead th")];
  const named = heads.filter((head) => head.dataset["sort"] !== undefined);
  if (named.length > 0) new SortedTable(table, named);
}

class SortedTable {
  readonly #body: HTMLTableSectionElement;
  /** Rows in the server's order: what needs eyes first. */
  readonly #rows: readonly HTMLTableRowElement[];
  readonly #columns: readonly SortColumn[];

  constructor(table: HTMLTableElement, heads: readonly HTMLTableCellElement[]) {
    this.#body = table.tBodies[0]!;
    this.#rows = [...this.#body.rows];
    this.#columns = heads.map((head) => this.#columnOf(head));
    this.#show(new URLSearchParams(location.search).get("sort") ?? "");
  }

  #columnOf(head: HTMLTableCellElement): SortColumn {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const column = { name: head.dataset["sort"]!, at: head.cellIndex, head, button };
    button.addEventListener("click", () => this.#choose(column));
    return column;
  }

  /** First its least, then its greatest, then as it was. */
  #choose({ name, head }: SortColumn): void {
    const order = head.getAttribute("aria-sort");
    const words = order === null ? name : order === "ascending" ? `-${name}` : "";
    this.#show(words);
    const params = new URLSearchParams(location.search);
    if (words === "") params.delete("sort");
    else params.set("sort", words);
    history.replaceState(null, "", params.size === 0 ? location.pathname : `?${params}`);
  }

  #show(words: string): void {
    const chosen = this.#columns.find(({ name }) => name === words.replace(/^-/, ""));
    const sign = words.startsWith("-") ? -1 : 1;
    for (const { head } of this.#columns) head.removeAttribute("aria-sort");
    chosen?.head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
    const rows =
      chosen === undefined
        ? this.#rows
        : this.#rows.toSorted((a, b) => compareCells(cellKey(a, chosen), cellKey(b, chosen), sign));
    this.#body.append(...rows);
  }
}

function cellKey(row: HTMLTableRowElement, { at }: SortColumn): string {
  const cell = row.cells[at];
  return cell?.dataset["value"] ?? cell?.textContent?.trim().toLowerCase() ?? "";
}

/** Numbers as numbers; what has none comes last in either order. */
function compareCells(a: string, b: string, sign: 1 | -1): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  const [m, n] = [Number(a), Number(b)];
  return sign * (Number.isNaN(m) || Number.isNaN(n) ? a.localeCompare(b, "en") : m - n);
}
