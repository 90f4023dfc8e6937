/** The check run of a commit, in the words of GitHub's API. */
import type { Report } from "../../model/report.ts";
import { cardOf } from "../words/card.ts";
import { changeRows } from "../words/rows.ts";
import { type Annotation, annotationsOf } from "./annotations.ts";
import { assemble, bytes } from "./cap.ts";
import { cardText } from "./card.ts";
import { type CommentOptions, foldedText, guidanceOf, visibleSections } from "./comment.ts";
import { footer } from "./sections.ts";

/** GitHub takes 65,535 characters for each of summary and text. */
const TEXT_BYTES_MOST = 60_000;
const ELSEWHERE = "the job summary";

export type CheckRunText = Readonly<{
  conclusion: "success" | "failure" | "neutral";
  title: string;
  summary: string;
  text: string;
  annotations: readonly Annotation[];
}>;

export function renderCheckRun(report: Report, options: CommentOptions = {}): CheckRunText {
  const rows = changeRows(report);
  const guidance = guidanceOf(report, options);
  const card = cardOf(report, guidance);
  const top = cardText(card, null);
  const openRows = Number.POSITIVE_INFINITY;
  const bottom = assemble([footer(report, guidance)], 8000, ELSEWHERE);
  const room = TEXT_BYTES_MOST - bytes(bottom);
  return {
    conclusion: checkConclusion(report),
    title: card.said,
    summary: top + assemble(visibleSections(report, rows, openRows), TEXT_BYTES_MOST - bytes(top), ELSEWHERE),
    text: foldedText({ report, rows, guidance, openRows }, room, ELSEWHERE) + bottom,
    annotations: annotationsOf(report, guidance),
  };
}

/** Inconclusive is neither pass nor failure, and so is a run that measured nothing. */
function checkConclusion({ verdict, workloads }: Report): CheckRunText["conclusion"] {
  if (verdict === "regressed") return "failure";
  const gated = workloads.some(({ changes }) => changes.some((change) => change.role === "gate"));
  return verdict === "inconclusive" || !gated ? "neutral" : "success";
}
