// What a report names as the cause of a regression, held against where the cause was planted.
import type { ChangedPart } from "../../src/model/cause-search.ts";
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

/** What is proved by experiment, the first cause first; without one, the sentence that a reader finds in its place. */
export function namedIn({ causes = [], reason }: Pick<Report, "causes" | "reason">): readonly Named[] {
  const proved = causes.flatMap((search) => search.causes.map(({ part }) => namedPart(part)));
  if (proved.length > 0 || reason === undefined) return proved;
  const sentences = causeSentences(reason).slice(0, 1);
  return sentences.map(({ code, text }) => ({ text: code === null ? text : `${code} ${text}` }));
}

function namedPart({ text, file, line }: ChangedPart): Named {
  return { text, ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
}

/** One decoy is enough to make the whole unrelated; otherwise the first is what counts. */
export function judged(named: readonly Named[], places: readonly Place[]): Judgement {
  const each = named.map((one) => judgedOne(one, places));
  return each.includes("unrelated") ? "unrelated" : (each[0] ?? "none");
}

function judgedOne({ file, line, text }: Named, places: readonly Place[]): Judgement {
  if (file === undefined || line === undefined) return DECOY.test(text) ? "unrelated" : "consequence";
  const place = places.find((each) => each.file === file && line >= each.from && line <= each.to);
  if (place?.role === "planted") return "right";
  return place?.role === "decoy" ? "unrelated" : "consequence";
}
