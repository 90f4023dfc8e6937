/** What the terminal says of several hosts. */
import Table from "cli-table3";
import type { Report } from "../../model/report.ts";
import { widest } from "../../text/columns.ts";
import { plainLine } from "../../text/outside.ts";
import { type HostTable, hostTable } from "../words/hosts.ts";
import { NO_LINES, wrapped } from "./plain-table.ts";

const HOST_MOST = 72;

/** A table for each workload whose arms have several hosts, or a line for each host where it is too narrow for one; "" where there are none. */
export function hostsText({ workloads }: Report, width: number): string {
  const parts = workloads.flatMap(({ name, hosts }) => {
    const table = hostTable(hosts);
    if (table === null) return [];
    const lines = tableLines(table);
    const title = wrapped(`load by host under ${plainLine(name)}:`, width);
    return [[...title, ...(widest(lines) <= width ? lines : hostLines(table, width))].join("\n")];
  });
  return parts.join("\n\n");
}

function tableLines({ columns, rows }: HostTable): readonly string[] {
  const table = new Table({
    head: ["host", ...columns],
    colAligns: ["left", ...columns.map(() => "right" as const)],
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: NO_LINES,
  });
  table.push(...rows.map(({ host, cells }) => [plainLine(host, HOST_MOST), ...cells]));
  return table
    .toString()
    .split("\n")
    .map((line) => `  ${line.trimEnd()}`);
}

function hostLines({ columns, rows }: HostTable, width: number): readonly string[] {
  return rows.flatMap(({ host, cells }) => {
    const said = cells.map((cell, at) => `${columns[at]} ${cell}`).join(", ");
    const [first = "", ...rest] = wrapped(`${plainLine(host, HOST_MOST)}: ${said}`, width - 4);
    return [`  ${first}`, ...rest.map((line) => `    ${line}`)];
  });
}
