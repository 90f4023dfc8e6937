/** Facts that a store knows of a run without opening its document, and the order in which runs are answered. */
import type { RunFacts } from "../../model/answers.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Run } from "../../model/run.ts";

export type StoredRun = RunFacts;

export function describeRun(run: Run): StoredRun {
  const measuredAt = new Date(run.startedAt).toISOString();
  const commitTime = utcOrNull(run.commit.time);
  return {
    id: run.id.toLowerCase(),
    measurementId: run.measurement.id.toLowerCase(),
    mode: run.measurement.mode,
    arm: run.measurement.arm,
    suite: run.suite,
    repository: repositoryOf(run),
    commit: run.commit.sha,
    branch: run.commit.branch,
    subject: storable(run.commit.subject),
    author: storable(run.commit.author) || null,
    commitTime,
    measuredAt,
    orderedAt: commitTime ?? measuredAt,
    fingerprint: run.fingerprint,
  };
}

/** The repository as a column of the database can hold it. */
export function repositoryOf({ origin }: Pick<Run, "origin">): string | null {
  return storable(origin.repository) || null;
}

/** A document that is of one repository, as of another; with all that a newer version wrote into it. Null where it is of neither. */
export function withRepository<T extends Pick<Run, "origin">>(
  text: string | Buffer,
  from: string,
  to: string,
): T | null {
  const document = JSON.parse(text.toString()) as T;
  if (document.origin.repository !== from) return null;
  return { ...document, origin: { ...document.origin, repository: to } };
}

function storable(text: string | null | undefined): string | null {
  return text?.replaceAll(UNSTORABLE, "\uFFFD") ?? null;
}

/** A run of no known repository is taken for one of whichever is asked for. */
export function isOfRepository(run: Pick<StoredRun, "repository">, asked: string | undefined): boolean {
  return asked === undefined || run.repository === null || run.repository === asked;
}

/**
 * A word of a column, as one of those that this version knows.
 * @param what the word is of a run, for example "arm"
 * @throws PlumblineError of kind "store" for another one
 */
export function knownWord<T extends string>(words: readonly T[], word: string, what: string): T {
  const known = words.find((each) => each === word);
  if (known !== undefined) return known;
  throw new PlumblineError(
    "store",
    `a stored run has the ${what} ${JSON.stringify(word)}, which is none of ${words.join(", ")}`,
    {
      remedy: "update this Plumbline: a newer one wrote it",
    },
  );
}

/** Characters that JSON has and PostgreSQL's text has not: NUL and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

function utcOrNull(text: string | null): string | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Sorts by commit, then by measurement: a commit that was measured again comes after its first measurement. */
export function oldestFirst(a: RunPosition, b: RunPosition): number {
  return (
    compareText(a.orderedAt, b.orderedAt) ||
    compareText(a.measuredAt, b.measuredAt) ||
    compareText(a.id, b.id)
  );
}

type RunPosition = Pick<StoredRun, "orderedAt" | "measuredAt" | "id">;

/** True for as many first digits of a commit as people write; a whole one is meant as it is. */
export function isAbbreviated(commit: string): boolean {
  return /^[0-9a-f]{4,39}$/.test(commit);
}

/** Month of the commit: "2026-11". */
export function monthOf({ orderedAt }: Pick<StoredRun, "orderedAt">): string {
  return orderedAt.slice(0, 7);
}

/** Compares by code unit, the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Saving two versions of a run at once saves the later one. Sorted, so that stores lock runs in the same order everywhere. */
export function uniqueById(runs: readonly Run[]): readonly Run[] {
  const byId = new Map(runs.map((run) => [run.id.toLowerCase(), run]));
  return [...byId].sort(([a], [b]) => compareText(a, b)).map(([, run]) => run);
}
