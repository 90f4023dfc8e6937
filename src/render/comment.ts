/** The pull-request comment: what changed where everyone sees it, everything else folded. */
import type { Report } from "../model/report.ts";
import { assemble, bytes, type Section } from "./cap.ts";
import { headline } from "./headline.ts";
import { commentMarker } from "./markdown.ts";
import { type Rows, rowsOf } from "./rows.ts";
import {
  accept,
  allErrors,
  allMetrics,
  changedTable,
  conditions,
  doubts,
  footer,
  introduction,
  movedAlong,
  picture,
  reproduce,
  risenErrors,
  undecided,
  visibility,
} from "./sections.ts";
import { formatCount, plural } from "./units.ts";

/** GitHub takes 65,536 characters; the difference is room for what GitHub may count otherwise. */
export const COMMENT_BYTES_MOST = 60_000;

const ELSEWHERE = "the job summary";

export type CommentOptions = Readonly<{
  /** Path of the config file for the command that reproduces the run; null for the default. */
  configPath?: string | null;
  /** Address of the dashboard's page of this suite. */
  dashboardUrl?: string | null;
}>;

/** Markdown of at most COMMENT_BYTES_MOST bytes that holds the suite's marker exactly once. */
export function renderComment(report: Report, options: CommentOptions = {}): string {
  const rows = rowsOf(report);
  const top = `${commentMarker(report.suite)}\n### Plumbline: ${headline(report)}\n\n`;
  const bottom = assemble([footer(report, options.dashboardUrl ?? null)], 8000, ELSEWHERE);
  const visible = assemble(
    visibleSections(report, rows, { changes: 20, undecided: 10, doubts: 8 }),
    30_000,
    ELSEWHERE,
  );
  const open = `<details><summary>${foldedTitle(report, rows)}</summary>\n\n`;
  const close = "</details>\n\n";
  const room = COMMENT_BYTES_MOST - bytes(top + visible + open + close + bottom);
  return (
    top +
    visible +
    open +
    foldedText(report, rows, options.configPath ?? null, room, ELSEWHERE) +
    close +
    bottom
  );
}

type Most = Readonly<{ changes?: number; undecided?: number; doubts?: number }>;

/** What nobody should have to unfold. */
export function visibleSections(report: Report, rows: Rows, most: Most = {}): readonly Section[] {
  return [
    introduction(report),
    changedTable(report, rows, most.changes),
    risenErrors(report, rows),
    movedAlong(rows),
    undecided(report, rows, most.undecided),
    picture(report, rows),
    visibility(report),
    doubts(report, most.doubts),
  ];
}

/**
 * The rest, within `limit` bytes. The metrics come first for the reader and last for the room: how to reproduce and to accept
 * must survive a suite of any size.
 */
export function foldedText(
  report: Report,
  rows: Rows,
  configPath: string | null,
  limit: number,
  elsewhere: string,
): string {
  const needed = [allErrors(report), conditions(report), reproduce(report, configPath), accept(report, rows)];
  const tail = assemble(needed.toReversed(), limit / 2, elsewhere);
  return assemble([allMetrics(report)], limit - bytes(tail), elsewhere) + tail;
}

function foldedTitle({ counts }: Report, rows: Rows): string {
  const answers = [
    ...(counts.unchanged > 0 ? [`${plural(counts.unchanged, "metric")} unchanged`] : []),
    ...(counts.inconclusive > 0 ? [`${formatCount(counts.inconclusive)} without an answer`] : []),
  ];
  const accepting = rows.regressed.length > 0 ? ", how to accept" : "";
  return `${answers.join(", ")}${answers.length > 0 ? "; " : ""}all metrics, conditions, how to reproduce${accepting}`;
}
