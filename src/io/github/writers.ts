/**
 * Writers of a check run or a comment. Two workflows, two jobs or two config files may give their suite one name, and so share its check:
 * it shows the worst of their results, and names the writers. The last result of each is kept at the end of the check's summary.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Origin } from "../../model/run.ts";
import { link, markdownText, tableHead, tableRow } from "../../report/markdown/markdown.ts";
import { plainLine, webAddress } from "../../text/outside.ts";
import { workflowRunIn } from "./external-id.ts";

/** A workflow's file, one of its jobs, and a config file: another run of the same is the same writer. */
export type Writer = Readonly<{
  /** Short and without spaces. */
  origin: string;
  /** Origin of a writer whose result this one takes the place of, too. */
  replaces?: string;
  /** Name for people. */
  name: string;
}>;

/** Most writers that share one name for good reasons; if there are more, those with the best results are forgotten. */
const WRITERS_MOST = 20;
const NAME_MOST = 120;
const TITLE_MOST = 200;
/** Characters of one result, shown and hidden: in either form a letter can take twelve. */
const RESULT_MOST = 2_000;
/** GitHub takes 65,535 characters of a summary; the difference is room for the link to the workflow run. */
const SUMMARY_MOST = 63_000;

const conclusions = ["success", "failure", "neutral"] as const;
const CheckWord = z.object({
  origin: z.string(),
  name: z.string(),
  conclusion: z.enum([...conclusions, "action_required", "cancelled"]).nullable(),
  claim: z.enum(conclusions).nullable(),
  title: z.string(),
  runUrl: z.string(),
});
/** Last result of one writer. */
type CheckWord = z.infer<typeof CheckWord>;

/** Content that is written to a check. */
type CheckText = Pick<CheckWord, "conclusion" | "title" | "runUrl"> &
  Readonly<{ claim?: (typeof conclusions)[number]; summary: string; writer?: Writer }>;

type Whole<C extends CheckText> = Omit<C, "claim"> &
  Pick<CheckText, "conclusion" | "claim" | "title" | "summary">;

/** @returns null where nothing is known of it: a report from before reports knew, or from no workflow */
export function writerOf({ workflow, config }: Pick<Origin, "workflow" | "config">): Writer | null {
  if (workflow === undefined && config === undefined) return null;
  const name = [config, workflow].filter((part) => part !== undefined).join(", ");
  return { origin: writerDigest(workflow ?? null, config ?? null), name: plainLine(name, NAME_MOST) };
}

/**
 * The writer of a check, which is a commit's. Two pull requests with one head may be for different branches, and two suites may have names
 * that look alike: what is fine for one need not be for the other. The result of a push says less than that of the commit's pull request,
 * which can be accepted.
 * @param marker of suite and job
 * @param target branch that the commit is to be merged into; null: none is known, as of a push
 */
export function checkWriterOf(
  origin: Pick<Origin, "workflow" | "config">,
  marker: string,
  target: string | null,
): Writer | null {
  const writer = writerOf(origin);
  if (writer === null) return null;
  const ofPush = writerDigest(writer.origin, marker, null);
  if (target === null) return { ...writer, origin: ofPush };
  const name = plainLine(`${writer.name}, for ${target}`, NAME_MOST);
  return { origin: writerDigest(writer.origin, marker, target), replaces: ofPush, name };
}

function writerDigest(...parts: readonly (string | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 10);
}

/** Worst first: green waits for all, and red for none. */
const RANKS: readonly (string | null)[] = [
  "failure",
  "cancelled",
  "action_required",
  null,
  "neutral",
  "success",
] satisfies readonly CheckWord["conclusion"][];

const rankOf = ({ conclusion }: Pick<CheckWord, "conclusion">) => RANKS.indexOf(conclusion);

/** True if a check that has ended need not be changed: the new result is no worse. */
export function mayStand(before: string | null, now: CheckWord["conclusion"]): boolean {
  return before !== null && RANKS.indexOf(before) <= RANKS.indexOf(now);
}

/**
 * Returns the check with the worst result of its writers.
 * @param before the summary of the check that there is
 */
export function mergeChecks<C extends CheckText>(check: C, before: string): Whole<C> {
  const said = writersIn(before);
  // A check without a writer replaces what there is, as before there were names, unless that is of several writers.
  if (check.writer === undefined && said.length < 2) return check;
  const { origin, replaces, name }: Writer = check.writer ?? { origin: "", name: "an earlier version" };
  const { conclusion, claim = null, runUrl } = check;
  const own = shortened({ origin, name, conclusion, claim, title: check.title, runUrl });
  const others = said.filter((word) => word.origin !== origin && word.origin !== replaces);
  return wholeCheck([own, ...others], check);
}

/** The result with as much of its names as can be kept. */
function shortened(word: CheckWord): CheckWord {
  for (let most = TITLE_MOST; ; most = Math.floor(most / 2)) {
    const { title, name } = word;
    const short = {
      ...word,
      title: plainLine(title, most),
      name: plainLine(name, Math.min(NAME_MOST, most)),
    };
    if (most < 10 || hidden(short).length + resultRow(short).length <= RESULT_MOST) return short;
  }
}

/** The check after a user with write access has confirmed its claims; null if its summary keeps no results. */
export function confirmed(summary: string): Pick<CheckText, "conclusion" | "summary"> | null {
  const words = writersIn(summary).map((word) =>
    word.claim === null ? word : { ...word, conclusion: word.claim, claim: null },
  );
  const [worst] = words.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (worst === undefined) return null;
  const at = keptAt(summary);
  const kept = summary.slice(at).replace(KEPT, hiddenWriters(words));
  return { conclusion: worst.conclusion, summary: summary.slice(0, at) + kept };
}

/**
 * True if a check in progress waits for a workflow run.
 * @param writtenBy the workflow run that wrote the check last: the only one that it waits for where its summary keeps no results
 */
export function owesResult(summary: string, writtenBy: number | null, run: number | null): boolean {
  const words = writersIn(summary);
  return words.length === 0 ? writtenBy === run : words.some((word) => isOwed(word, run));
}

const isOwed = ({ conclusion, runUrl }: CheckWord, run: number | null) =>
  conclusion === null && workflowRunIn(runUrl) === run;

/**
 * What a summary keeps, with the results that a workflow run still owes as cancelled: those of others, and of its own that have ended, must
 * outlast it. "" where it keeps nothing.
 */
export function keptCancelled(summary: string, run: number | null): string {
  const words = writersIn(summary).map((word) =>
    isOwed(word, run) ? { ...word, conclusion: "cancelled" as const, claim: null } : word,
  );
  return words.length === 0 ? "" : `\n\n${hiddenWriters(words)}`;
}

function wholeCheck<C extends CheckText>(words: readonly CheckWord[], check: C): Whole<C> {
  const sorted = words.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, WRITERS_MOST);
  const worst = sorted[0]!;
  const alone = sorted.length === 1;
  const { claim: _, ...rest } = check;
  const claims = sorted.flatMap(({ claim }) => (claim === null ? [] : [claim]));
  const [claim] = conclusions
    .toSorted((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b))
    .filter((each) => claims.includes(each));
  const others = alone ? "" : `${whoWrote(sorted)}\n\n`;
  const kept = `\n\n${hiddenWriters(sorted)}`;
  const hasRoom = others.length + check.summary.length + kept.length <= SUMMARY_MOST;
  return {
    ...rest,
    conclusion: worst.conclusion,
    ...(claim === undefined || worst.conclusion !== "action_required" ? {} : { claim }),
    title: alone ? check.title : `${worst.name}: ${worst.title}`,
    summary: `${others}${hasRoom ? check.summary : NO_ROOM}${kept}`,
  };
}

const NO_ROOM = "There is no room here for what was measured last: its workflow run has it.";

function whoWrote(words: readonly CheckWord[]): string {
  const rows = words.map(resultRow);
  const head = tableHead([
    { title: "from", align: "left" },
    { title: "says", align: "left" },
  ]);
  return `${words.length} measurements write this check: their suites have one name, or their commit is to be merged into several branches. It has the worst of what they say. ${APART}\n\n${head}${rows.join("\n")}`;
}

function resultRow({ name, title, runUrl }: CheckWord): string {
  const address = webAddress(runUrl);
  const says = markdownText(title);
  return tableRow([markdownText(name), address === null ? says : link(says, address)]);
}

/** The way out where jobs or suites share a name. */
export const APART =
  "To keep them apart, give each suite a name of its own (`suite` in the config file), or each job one (the input `job`).";

const KEPT_BEGIN = "<!-- plumbline-writers:";
const KEPT = /<!-- plumbline-writers:([^>\s]*) -->/;

/** Place of the kept results: the last of what looks like them, for what stands before it is a report's. */
function keptAt(summary: string): number {
  return Math.max(0, summary.lastIndexOf(KEPT_BEGIN));
}

function hiddenWriters(words: readonly CheckWord[]): string {
  return `${KEPT_BEGIN}${hidden(words)} -->`;
}

function writersIn(summary: string): readonly CheckWord[] {
  return z
    .array(CheckWord)
    .catch([])
    .parse(parseHidden(KEPT.exec(summary.slice(keptAt(summary)))?.[1]));
}

/** Encodes a value so that no reader sees it: "--" and ">" would end the HTML comment. */
export function hidden(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll("-", "%2D");
}

export function parseHidden(text = ""): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}
