/** What the terminal says of events in the midst of a load. */
import type { Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import {
  type StretchCells,
  stretchRows,
  type TimelineCells,
  timelineFailures,
  timelineRows,
  timelineTerms,
} from "../words/timeline.ts";
import { wrapped } from "./plain-table.ts";

/** A line for each event and arm, so that no terminal is too narrow; "" where there are none. */
export function timelinesText({ timelines = [] }: Report, width: number): string {
  const lines = timelines.flatMap((timeline) => {
    const failures = timelineFailures(timeline);
    return [
      ...wrapped(`events under ${plainLine(timeline.workload)}: ${timelineTerms(timeline)}`, width),
      ...timelineRows(timeline).flatMap((cells) => indented(rowText(cells), width)),
      ...stretchRows(timeline).flatMap((cells) => indented(stretchText(cells), width)),
      ...(failures === "" ? [] : indented(failures, width)),
    ];
  });
  return lines.join("\n");
}

function rowText({ event, arm, took, recovery, depth, length, failed }: TimelineCells): string {
  return `${event}, ${arm}: took ${took}; recovery ${recovery}; dip depth ${depth}, length ${length}; failed events ${failed}`;
}

function stretchText({ stretch, arm, rate, wait }: StretchCells): string {
  return `${stretch}, ${arm}: ${rate} events a second; longest wait ${wait}`;
}

function indented(text: string, width: number): readonly string[] {
  return wrapped(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}
