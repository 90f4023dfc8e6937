/** Starts of the sum of changes that a reader may choose: tags, and the commits that were measured. */
import { lineFrom } from "../../analysis/ledger/added.ts";
import type { LedgerLine } from "../../model/ledger.ts";
import type { CommitTag, MeasuredCommit } from "../../model/measured-commit.ts";
import type { WorkloadData } from "./data.ts";

export type SumStart = Readonly<{
  /** The tag's name, or the commit's digits: the address's parameter. */
  word: string;
  isTag: boolean;
  commit: Pick<MeasuredCommit, "sha" | "time" | "subject">;
}>;

/** Digits of a commit in an address. */
const SHA = 10;
/** Fewest that name one. */
const SHA_FEWEST = 7;
/** Tags that are offered, the newest ones. */
const TAGS_MOST = 20;

type LedgerData = Pick<WorkloadData, "ledger" | "tags">;

/** What may be chosen, newest first: tags before commits. */
export function sumStarts(data: LedgerData): readonly SumStart[] {
  const bases = basesOf(data);
  const commits = bases.map(
    (commit): SumStart => ({
      word: commit.sha.slice(0, SHA),
      isTag: false,
      commit,
    }),
  );
  return [...tagsWithin(data, bases).map(startAtTag), ...commits];
}

/** The start that a parameter names, if it does. */
export function startNamed(data: LedgerData, text: string): SumStart | undefined {
  const isMeant = ({ word, isTag, commit }: SumStart) =>
    isTag ? word === text : text.length >= SHA_FEWEST && commit.sha.startsWith(text);
  return sumStarts(data).find(isMeant);
}

/** The line from the first change after a start on; null: none was measured since. */
export function lineSince(line: LedgerLine, start: SumStart): LedgerLine | null {
  const { sha } = start.commit;
  const at = line.steps.findIndex(({ base }) => base.sha === sha);
  const first = at >= 0 ? at : line.steps.findIndex(({ head }) => isAfter(head, start.commit));
  return first < 0 ? null : lineFrom(line, first);
}

/** True if a sum is of all that was measured since a start: it may begin later, where the gate is newer. */
export function beginsAt({ sum }: LedgerLine, { commit }: SumStart): boolean {
  return sum.since.sha === commit.sha || !isAfter(sum.since, commit);
}

function startAtTag({ name, sha, time }: CommitTag): SumStart {
  return { word: name, isTag: true, commit: { sha, time, subject: null } };
}

/** Commits that changes begin at, newest first. */
function basesOf({ ledger = [] }: LedgerData): readonly MeasuredCommit[] {
  const bases = new Map(ledger.flatMap(({ steps }) => steps.map(({ base }) => [base.sha, base] as const)));
  return [...bases.values()].toSorted((a, b) => momentOf(b) - momentOf(a));
}

/** Tags of which a change is known that came later, and none that are older than all changes. */
function tagsWithin(
  { ledger = [], tags = [] }: LedgerData,
  bases: readonly MeasuredCommit[],
): readonly CommitTag[] {
  const oldest = bases.at(-1);
  const heads = ledger.flatMap(({ steps }) => steps.slice(-1).map(({ head }) => head));
  const isWithin = (tag: CommitTag) =>
    bases.some(({ sha }) => sha === tag.sha) ||
    (oldest !== undefined && !isAfter(oldest, tag) && heads.some((head) => isAfter(head, tag)));
  return tags.filter(isWithin).slice(0, TAGS_MOST);
}

type Placed = Pick<MeasuredCommit, "time">;

function isAfter(commit: Placed, other: Placed): boolean {
  return momentOf(commit) > momentOf(other);
}

function momentOf({ time }: Placed): number {
  return time === null ? 0 : Date.parse(time);
}
