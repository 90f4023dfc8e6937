/** Load of several hosts, for the terminal. */
import type { Report } from "../../model/report.ts";
import { widest } from "../../text/columns.ts";
import { plainLine } from "../../text/outside.ts";
import { hostTable } from "../words/hosts.ts";
import type { Table } from "../words/table.ts";
import { tableLines, wrapped } from "./plain-table.ts";

const HOST_MOST = 72;

/** A table for each workload whose arms have several hosts, or a line for each host where it is too narrow for one; "" where there are none. */
export function hostsText({ workloads }: Report, width: number): string {
  const parts = workloads.flatMap(({ name, hosts }) => {
    const full = hostTable(hosts);
    if (full === null) return [];
    const rows = full.rows.map(([host = "", ...cells]) => [plainLine(host, HOST_MOST), ...cells]);
    const table = { ...full, rows };
    const lines = tableLines(table).map((line) => `  ${line}`);
    const title = wrapped(`load by host under ${plainLine(name)}:`, width);
    return [[...title, ...(widest(lines) <= width ? lines : hostLines(table, width))].join("\n")];
  });
  return parts.join("\n\n");
}

function hostLines({ columns, rows }: Table, width: number): readonly string[] {
  return rows.flatMap(([host, ...cells]) => {
    const said = cells.map((cell, at) => `${columns[at + 1]!.title} ${cell}`).join(", ");
    const [first = "", ...rest] = wrapped(`${host}: ${said}`, width - 4);
    return [`  ${first}`, ...rest.map((line) => `    ${line}`)];
  });
}
