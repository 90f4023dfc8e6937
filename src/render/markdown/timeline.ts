/** The part of comment and summary that tells of events in the midst of a load. */
import type { Report } from "../../model/report.ts";
import { TIMELINE_HEADS, timelineFailures, timelineRows, timelineTerms } from "../words/timeline.ts";
import { block, type Section } from "./cap.ts";
import { type Column, markdownText, tableHead, tableRow } from "./markdown.ts";

const COLUMNS: readonly Column[] = [
  { title: "event", align: "left" },
  { title: "arm", align: "left" },
  ...TIMELINE_HEADS.map((title) => ({ title, align: "right" }) as const),
];

/** A table for each workload that has a timeline. */
export function timelines({ timelines: all = [] }: Report): Section {
  if (all.length === 0) return block("");
  const tables = all.map((timeline) => {
    const rows = timelineRows(timeline).map(({ event, arm, took, recovery, depth, length, failed }) =>
      tableRow([markdownText(event), arm, took, recovery, depth, length, failed]),
    );
    const title = `**Events under ${markdownText(timeline.workload)}**: ${timelineTerms(timeline)}`;
    const failures = timelineFailures(timeline);
    const below = failures === "" ? "" : `\n${markdownText(failures, 900)}\n`;
    return `${title}\n\n${tableHead(COLUMNS)}${rows.join("\n")}\n${below}\n`;
  });
  return { open: "", pieces: tables, close: "", noun: "workloads with events" };
}
