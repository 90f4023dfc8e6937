/** The part of comment and summary that tells of capacities. */
import type { Report } from "../../model/report.ts";
import { CAPACITY_HEADS, capacityRows } from "../words/capacity.ts";
import { block, type Section } from "./cap.ts";
import { type Column, markdownText, tableHead, tableRow } from "./markdown.ts";

const [CAPACITY, INTERVAL, SESSIONS, LIMIT] = CAPACITY_HEADS;
const COLUMNS: readonly Column[] = [
  { title: "workload", align: "left" },
  { title: "arm", align: "left" },
  { title: CAPACITY, align: "right" },
  { title: INTERVAL, align: "right" },
  { title: SESSIONS, align: "right" },
  { title: LIMIT, align: "left" },
];

/** A table with a row for each workload and arm. */
export function capacities({ capacities: all = [] }: Report): Section {
  if (all.length === 0) return block("");
  const rows = all.flatMap(capacityRows).map(({ workload, arm, capacity, interval, sessions, limit }) => {
    const cells = [markdownText(workload), arm, markdownText(capacity), interval, sessions];
    return `${tableRow([...cells, markdownText(limit, 200)])}\n`;
  });
  const open = `**Capacity**: the largest load that keeps its limits\n\n${tableHead(COLUMNS)}`;
  return { open, pieces: rows, close: "\n", noun: "rows of capacities" };
}
