// What a report names as the cause of a regression, held against where the cause was planted.

import type { Report } from "../../src/model/report.ts";
import { causeSentences } from "../../src/report/words/reason.ts";
import type { Place } from "./tools.ts";

/**
 * right: a line of the planted statement; consequence: something that is not it and no decoy; unrelated: a decoy; none: nothing is
 * named.
 */
export type Judgement = "right" | "consequence" | "unrelated" | "none";

export type Named = Readonly<{ text: string; file?: string; line?: number }>;

const DECOY = /\b(?:elsewhere|other_v|other)\b/;

/** What is named first. */
export function namedIn(report: Report): Named | null {
  const [sentence] = report.reason === undefined ? [] : causeSentences(report.reason);
  if (sentence === undefined) return null;
  return { text: sentence.code === null ? sentence.text : `${sentence.code} ${sentence.text}` };
}

export function judged(named: Named | null, places: readonly Place[]): Judgement {
  if (named === null) return "none";
  const { file, line, text } = named;
  if (file === undefined || line === undefined) return DECOY.test(text) ? "unrelated" : "consequence";
  const place = places.find((each) => each.file === file && line >= each.from && line <= each.to);
  if (place?.role === "planted") return "right";
  return place?.role === "decoy" ? "unrelated" : "consequence";
}
