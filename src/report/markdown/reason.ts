/** What goes with a regression, first of all and in one sentence; and, folded, all that differs between the arms. */
import type { Report } from "../../model/report.ts";
import { causeSentences, differenceLines, otherCauses, type Sentence } from "../words/reason.ts";
import { block, type Section } from "./cap.ts";
import { markdownText } from "./markdown.ts";

const TEXT_MOST = 600;

/** Under the table; nothing where no gate regressed or nothing that differs concerns it. */
export function causes({ reason }: Report): Section {
  if (reason === undefined) return block("");
  return {
    open: "",
    pieces: causeSentences(reason).map((sentence) => `> ${sentenceText(sentence)}\n\n`),
    close: "",
    noun: "reasons",
    most: 5,
  };
}

/** Folded. That nothing differs is worth a line: then it is the build, or the code that calls it. */
export function whatDiffers({ reason }: Report): Section {
  if (reason === undefined) return block("");
  const lines = differenceLines(reason).map((line) => `- ${markdownText(line, TEXT_MOST)}\n`);
  const rest = otherCauses(reason);
  const more = rest.map((sentence) => `- ${sentenceText(sentence)}\n`);
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
