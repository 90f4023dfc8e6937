/** What the terminal says of several hosts. */
import type { Report } from "../../model/report.ts";
import { widest } from "../../text/columns.ts";
import { plainLine } from "../../text/outside.ts";
import { type HostTable, hostTable } from "../words/hosts.ts";
import { tableLines, wrapped } from "./plain-table.ts";

const HOST_MOST = 72;

/** A table for each workload whose arms have several hosts, or a line for each host where it is too narrow for one; "" where there are none. */
export function hostsText({ workloads }: Report, width: number): string {
  const parts = workloads.flatMap(({ name, hosts }) => {
    const table = hostTable(hosts);
    if (table === null) return [];
    const lines = hostColumns(table);
    const title = wrapped(`load by host under ${plainLine(name)}:`, width);
    return [[...title, ...(widest(lines) <= width ? lines : hostLines(table, width))].join("\n")];
  });
  return parts.join("\n\n");
}

function hostColumns({ columns, rows }: HostTable): readonly string[] {
  const heads = columns.map((title) => ({ title, align: "right" as const }));
  const cells = rows.map((row) => [plainLine(row.host, HOST_MOST), ...row.cells]);
  return tableLines([{ title: "host", align: "left" }, ...heads], cells).map((line) => `  ${line}`);
}

function hostLines({ columns, rows }: HostTable, width: number): readonly string[] {
  return rows.flatMap(({ host, cells }) => {
    const said = cells.map((cell, at) => `${columns[at]} ${cell}`).join(", ");
    const [first = "", ...rest] = wrapped(`${plainLine(host, HOST_MOST)}: ${said}`, width - 4);
    return [`  ${first}`, ...rest.map((line) => `    ${line}`)];
  });
}
