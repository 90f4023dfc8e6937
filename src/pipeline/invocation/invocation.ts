/** Options of one invocation, from a person at a terminal or from the step of a workflow. */
import type { Overrides } from "../../config/plan.ts";
import type { Origin } from "../../model/run.ts";

export type Invocation = Readonly<{
  /** Folder that relative paths of the invocation start from. */
  cwd: string;
  config: string;
  /** Commit to compare with; null: where HEAD left its target branch. */
  base: string | null;
  /** Branch of a HEAD that is on none, as a workflow knows it. */
  branch: string | null;
  /** Branch that HEAD is to be merged into; null: the repository's default branch. */
  targetBranch: string | null;
  /** Commits of the target branch that the store has side-by-side measurements of, newest first; absent: none is known. */
  measured?: readonly string[];
  /** GitHub's test merge of the workflow's event, as the runner names it. */
  testMerge?: string | undefined;
  /**
   * What is measured is to be merged if the check lets it. Absent: it is on its branch already. `base` is what a merge queue merges it onto,
   * `target` the branch by the workflow's event; null: not known.
   */
  merge?: Readonly<{ base: string | null; target: string | null }>;
  overrides: Overrides;
  /** null: the config file's, else the default. */
  store: string | null;
  output: string;
  /** Folder that shows whether the machine measures already, and how long to wait for it; null: no waiting. */
  lock: Readonly<{ folder: string; limitMs: number }> | null;
  origin: Origin;
  /** Pull requests that are merged together by what is measured, each with its head: what was accepted of them holds. */
  merging: readonly Readonly<{ number: number; head: string }>[];
  /** Label that accepts a regression; null if nothing listens to labels. */
  acceptLabel: string | null;
}>;

/** Overrides for a check: an answer is awaited at a terminal and on a pull request, but not for a push in a workflow. */
export function overridesOfCheck({ overrides, origin, merging }: Invocation): Overrides {
  const isAwaited = origin.runUrl === null || origin.pullRequest !== null || merging.length > 0;
  return { ...overrides, isAwaited };
}

/** A laptop: not on a forge. */
export const NOWHERE: Origin = { repository: null, runUrl: null, attempt: null, pullRequest: null };
