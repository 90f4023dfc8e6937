/** The part of comment and summary that tells of events in the midst of a load. */
import type { Report } from "../../model/report.ts";
import {
  STRETCH_HEADS,
  stretchRows,
  TIMELINE_HEADS,
  timelineFailures,
  timelineRows,
  timelineTerms,
} from "../words/timeline.ts";
import { block, type Section } from "./cap.ts";
import { type Column, markdownText, tableHead, tableRow } from "./markdown.ts";

const COLUMNS: readonly Column[] = [
  { title: "event", align: "left" },
  { title: "arm", align: "left" },
  ...TIMELINE_HEADS.map((title) => ({ title, align: "right" }) as const),
];

const STRETCHES: readonly Column[] = [
  { title: "load", align: "left" },
  { title: "arm", align: "left" },
  ...STRETCH_HEADS.map((title) => ({ title, align: "right" }) as const),
];

/** Two tables for each workload that has a timeline: its events, and the load before, in and after them. */
export function timelines({ timelines: all = [] }: Report): Section {
  if (all.length === 0) return block("");
  const tables = all.map((timeline) => {
    const rows = timelineRows(timeline).map(({ event, arm, took, recovery, depth, length, failed }) =>
      tableRow([markdownText(event), arm, took, recovery, depth, length, failed]),
    );
    const stretches = stretchRows(timeline).map(({ stretch, arm, rate, wait }) =>
      tableRow([markdownText(stretch), arm, rate, wait]),
    );
    const course = stretches.length === 0 ? "" : `\n${tableHead(STRETCHES)}${stretches.join("\n")}\n`;
    const title = `**Events under ${markdownText(timeline.workload)}**: ${timelineTerms(timeline)}`;
    const failures = timelineFailures(timeline);
    const below = failures === "" ? "" : `\n${markdownText(failures, 900)}\n`;
    return `${title}\n\n${tableHead(COLUMNS)}${rows.join("\n")}\n${course}${below}\n`;
  });
  return { open: "", pieces: tables, close: "", noun: "workloads with events" };
}
