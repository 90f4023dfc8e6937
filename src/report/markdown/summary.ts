/** The job summary: what the comment says, unfolded and whole. */
import type { Report } from "../../model/report.ts";
import { cardOf } from "../words/card.ts";
import { changeRows } from "../words/rows.ts";
import { assemble, bytes } from "./cap.ts";
import { cardText } from "./card.ts";
import { type CommentOptions, foldedText, guidanceOf, visibleSections } from "./comment.ts";
import { footer } from "./sections.ts";

/** GitHub refuses a step's summary of more than 1 MiB. */
const SUMMARY_BYTES_MOST = 1_000_000;
const ELSEWHERE = "report.json";

export function renderSummary(report: Report, options: CommentOptions = {}): string {
  const rows = changeRows(report);
  const guidance = guidanceOf(report, options);
  const top = cardText(cardOf(report, guidance), "##");
  const openRows = Number.POSITIVE_INFINITY;
  const bottom = assemble([footer(report, guidance)], 8000, ELSEWHERE);
  const visible = assemble(visibleSections(report, rows, openRows), SUMMARY_BYTES_MOST / 2, ELSEWHERE);
  const room = SUMMARY_BYTES_MOST - bytes(top + visible + bottom);
  return top + visible + foldedText({ report, rows, guidance, openRows }, room, ELSEWHERE) + bottom;
}
