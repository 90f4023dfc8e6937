/** Identity of a run: a run stays the same one when a workflow repeats it. */
import type { ArmName, Run } from "./run.ts";
import { uuidV5 } from "./uuid.ts";

type Repeatable = Readonly<{
  origin: Run["origin"];
  suite: string;
  commit: string;
  /** One workflow run may measure a suite under several conditions; each is a run of its own, as is each job of a matrix. */
  fingerprint: string;
}>;

/**
 * The id of what a workflow run measured; null outside of a workflow. The attempt has no part in it: a re-run has the id of what it
 * repeats, takes its place in the store, and gives no commit a second vote in a baseline.
 * @param arm null for the id of the measurement, which both arms share
 */
export function repeatableId(
  { origin, suite, commit, fingerprint }: Repeatable,
  arm: ArmName | null,
): string | null {
  if (origin.runUrl === null) return null;
  const own = origin.job === undefined ? [] : [origin.job];
  return uuidV5(JSON.stringify([origin.runUrl, suite, commit, fingerprint, arm, ...own]));
}
