/** The pull-request comment: what changed where everyone sees it, everything else folded. */
import type { Guidance, Report } from "../../model/report.ts";
import { formatCount, plural } from "../../text/units.ts";
import { capacityTable } from "../words/capacity.ts";
import { cardOf, NO_GUIDANCE } from "../words/card.ts";
import { causesTable, impossibleSearches, reasonSentences, unprovedReason } from "../words/cause.ts";
import { differenceLines, otherCauses, type Sentence } from "../words/reason.ts";
import { type ChangeRows, changeRows, withinText } from "../words/rows.ts";
import { shortHistory } from "../words/standing.ts";
import { disruptionTable, stretchTable, timelineFailures, timelineTerms } from "../words/timeline.ts";
import { notesOf } from "../words/warnings.ts";
import { accept, acceptedBy } from "./accepting.ts";
import { assemble, block, bytes, type Section } from "./cap.ts";
import { cardText } from "./card.ts";
import { markdownText, tableHead, tableRow, tableText } from "./markdown.ts";
import { commentMarker } from "./marker.ts";
import { migration } from "./migration.ts";
import { kindLatencies, loadByHost, stageLatencies, statementLatencies } from "./part-tables.ts";
import {
  allErrors,
  allMetrics,
  carried,
  changedBeyond,
  changedTable,
  conditions,
  footer,
  introduction,
  limits,
  movedAlong,
  needsEyes,
  newcomers,
  picture,
  reproduce,
  risenErrors,
  statementsMovedAlong,
  together,
  trades,
  undecidedBeyond,
  undecidedTable,
  visibility,
  warningsBelow,
} from "./sections.ts";

/** GitHub takes 65,536 characters; the difference is room for what GitHub may count otherwise. */
export const COMMENT_BYTES_MOST = 60_000;

const ELSEWHERE = "the job summary";

/** Fields that take the place of the report's own guidance. */
export type CommentOptions = Partial<Guidance>;

export function guidanceOf({ guidance }: Report, options: CommentOptions): Guidance {
  return { ...NO_GUIDANCE, ...guidance, ...options };
}

/** Markdown of at most COMMENT_BYTES_MOST bytes that holds the suite's marker exactly once. */
export function renderComment(report: Report, options: CommentOptions = {}): string {
  const rows = changeRows(report);
  const guidance = guidanceOf(report, options);
  const card = cardText(cardOf(report, guidance), "###");
  const top = `${commentMarker(report.suite, report.origin.job ?? null)}\n${card}`;
  const bottom = assemble([footer(report, guidance)], 8000, ELSEWHERE);
  const visible = assemble(visibleSections(report, rows, OPEN_ROWS_MOST), 30_000, ELSEWHERE);
  const open = `<details><summary>${foldedTitle(report, rows)}</summary>\n\n`;
  const close = "</details>\n\n";
  const room = COMMENT_BYTES_MOST - bytes(top + visible + open + close + bottom);
  const folded = foldedText({ report, rows, guidance, openRows: OPEN_ROWS_MOST }, room, ELSEWHERE);
  return top + visible + open + folded + close + bottom;
}

/** Lines of its table that a comment shows before its fold: with them a comment is no higher than a screen. */
const OPEN_ROWS_MOST = 10;

/**
 * Sections that need no unfolding, none of which is wider than a phone: what changed, or what has no answer, and what must be known to
 * understand it.
 * @param rows lines of the table
 */
export function visibleSections(report: Report, rows: ChangeRows, openRows: number): readonly Section[] {
  return [
    limits(report),
    carried(report),
    together(report),
    changedTable(report, rows, openRows),
    newcomers(report),
    acceptedBy(report),
    risenErrors(report, rows),
    ...(needsEyes(rows) || shortHistory(report) !== null
      ? []
      : [undecidedTable(report, rows, openRows), warningsBelow(report, "open")]),
  ];
}

/** Nothing changed, and every question has its answer. */
function isCalm({ verdict, counts: { unchanged, notWorse = 0 } }: Report): boolean {
  return verdict === "unchanged" && unchanged + notWorse > 0;
}

type FoldedParts = Readonly<{
  report: Report;
  rows: ChangeRows;
  guidance: Guidance;
  /** Lines of tables that stand above, before the fold. */
  openRows: number;
}>;

/**
 * The rest, within `limit` bytes. Why it is so and the metrics come first for the reader and last for the room: how to reproduce
 * and to accept must survive a suite of any size.
 */
export function foldedText(
  { report, rows, guidance, openRows }: FoldedParts,
  limit: number,
  elsewhere: string,
): string {
  const needed = [
    allErrors(report),
    whatDiffers(report),
    conditions(report),
    reproduce(report, guidance.configPath),
    accept(report, rows, guidance.acceptLabel),
  ];
  const tail = assemble(needed.toReversed(), limit / 2, elsewhere);
  const lead = assemble(explaining(report, rows, openRows), limit / 4, elsewhere);
  const room = limit - bytes(tail) - bytes(lead);
  return (
    lead +
    assemble(
      [
        allMetrics(report),
        stageLatencies(report),
        kindLatencies(report),
        statementLatencies(report),
        loadByHost(report),
      ],
      room,
      elsewhere,
    ) +
    tail
  );
}

/** What explains the verdict, beyond what the card says. */
function explaining(report: Report, rows: ChangeRows, openRows: number): readonly Section[] {
  return [
    introduction(report),
    causes(report),
    migration(report),
    changedBeyond(report, rows, openRows),
    trades(rows),
    movedAlong(rows),
    statementsMovedAlong(report, rows),
    picture(report, rows),
    capacities(report),
    timelines(report),
    needsEyes(rows) ? undecidedTable(report, rows) : undecidedBeyond(report, rows, openRows),
    visibility(report),
    warningsBelow(report, needsEyes(rows) ? "all" : "folded"),
  ];
}

/** True if anything was compared. A first run, or one with too short a history, has nothing to be compared with. */
function isCompared(report: Report): boolean {
  return report.baseline.kind !== "none" && shortHistory(report) === null;
}

function foldedTitle(report: Report, rows: ChangeRows): string {
  const { counts } = report;
  const calm = isCalm(report);
  const warnings = notesOf(report).filter(({ isOpen }) => needsEyes(rows) || !isOpen);
  const { notWorse = 0 } = counts;
  const answers = [
    ...(counts.unchanged > 0 && !calm ? [withinText(counts.unchanged)] : []),
    ...(notWorse > 0 && !calm ? [`${formatCount(notWorse)} not worse`] : []),
    ...(counts.inconclusive > notWorse && isCompared(report)
      ? [`${formatCount(counts.inconclusive - notWorse)} without an answer`]
      : []),
    ...(warnings.length > 0 ? [plural(warnings.length, "warning")] : []),
  ];
  const parts = report.workloads.some(({ statements = [] }) => statements.length > 0)
    ? "latency by statement, "
    : "";
  const accepting = rows.regressed.length > 0 ? ", how to accept" : "";
  const first = calm ? "what this run could see, " : "pictures, ";
  return `${answers.join(", ")}${answers.length > 0 ? "; " : ""}${first}all metrics, ${parts}conditions, how to reproduce${accepting}`;
}

/** Capacities in a table with a row for each workload and arm. */
export function capacities({ capacities: all = [] }: Report): Section {
  if (all.length === 0) return block("");
  const { columns, rows } = capacityTable(all);
  const pieces = rows.map(
    ([workload = "", arm = "", capacity = "", interval = "", sessions = "", limit = ""]) => {
      const cells = [markdownText(workload), arm, markdownText(capacity, 200), interval, sessions];
      return `${tableRow([...cells, markdownText(limit, 200)])}\n`;
    },
  );
  const open = `**Capacity**: the largest load that keeps its limits\n\n${tableHead(columns)}`;
  return { open, pieces, close: "\n", noun: "rows of capacities" };
}

/** Two tables for each workload that has a timeline: its disruptions, and the load before, in and after them. */
export function timelines({ timelines: all = [] }: Report): Section {
  if (all.length === 0) return block("");
  const tables = all.map((timeline) => {
    const stretches = stretchTable(timeline);
    const course = stretches.rows.length === 0 ? "" : `\n${tableText(stretches)}`;
    const title = `**Disruptions of ${markdownText(timeline.workload)}**: ${timelineTerms(timeline)}`;
    const failures = timelineFailures(timeline);
    const below = failures === "" ? "" : `\n${markdownText(failures, 900)}\n`;
    return `${title}\n\n${tableText(disruptionTable(timeline))}${course}${below}\n`;
  });
  return { open: "", pieces: tables, close: "", noun: "workloads with events" };
}

const TEXT_MOST = 600;

/** Sentences on the cause of each regression, under the table, with the parts that add up to it; none if nothing is known. */
export function causes(report: Report): Section {
  const tables = (report.causes ?? []).flatMap((search) => causesTable(search) ?? []);
  return {
    open: "",
    pieces: [
      ...reasonSentences(report).map((sentence) => `> ${sentenceText(sentence)}\n\n`),
      ...tables.map((table) => `${tableText(table)}\n`),
    ],
    close: "",
    noun: "reasons",
    most: 8,
  };
}

/** All that differs between the arms, folded. That nothing differs is worth a line: then it is the build, or the code that calls it. */
export function whatDiffers(report: Report): Section {
  const reason = unprovedReason(report);
  if (reason === undefined) return block("");
  const lines = differenceLines(reason).map((line) => `- ${markdownText(line, TEXT_MOST)}\n`);
  const rest = otherCauses(reason);
  const more = [
    ...impossibleSearches(report).map((text) => `- ${markdownText(text, TEXT_MOST)}\n`),
    ...rest.map((sentence) => `- ${sentenceText(sentence)}\n`),
  ];
  const title = "**What differs between base and head** (settings, schema, sizes, plans)\n\n";
  return {
    open: title,
    pieces: lines.length === 0 ? ["Nothing of it.\n"] : [...more, ...lines],
    close: "\n",
    noun: "differences",
    most: 60,
  };
}

function sentenceText({ code, text }: Sentence): string {
  const said = markdownText(text, TEXT_MOST);
  return code === null ? said : `<code>${markdownText(code, TEXT_MOST)}</code> ${said}`;
}
