/**
 * Sessions in which head all but stands still (docs/decisions/062-selection.md). Two of eight make the sessions differ so much that no test of
 * their mean calls anything; yet where base has none of them, and the others do not vary like that, chance is no explanation.
 */
import { median, sorted } from "../../stats/summary.ts";
import { plainSpaces, plural } from "../../text/units.ts";

/** Less than this share of what base does in the same session, or usually, is no work. */
const HUNG = 0.1;
/** Fewest sessions of head that hang, and the share of its sessions that they must be. */
const FEWEST = 2;
const SHARE = 1 / 8;
/** A session that differs by so many standard deviations of the others is none of them. */
const APART = 8;
/** Fewest others that tell how sessions vary. */
const FEWEST_OTHERS = 3;

/** Amounts of work by session; sessions of equal place are pairs. */
type DoneWork = Readonly<{ base: readonly number[]; head: readonly number[] }>;

/** The sentence on a head that hangs in some sessions, and base in none; null if it is not so. */
export function hangOf({ base, head }: DoneWork): string | null {
  const usual = median(sorted(base));
  const isHung = head.map((value, i) => value <= HUNG * base[i]!);
  const hung = isHung.filter(Boolean).length;
  if (hung < Math.max(FEWEST, head.length * SHARE)) return null;
  if (base.some((value, i) => value <= HUNG * usual || value <= HUNG * head[i]!)) return null;
  const others = head.flatMap((value, i) => (isHung[i] ? [] : [Math.log(value / base[i]!)]));
  if (others.length >= FEWEST_OTHERS && rms(others) * APART > -Math.log(HUNG)) return null;
  return plainSpaces(
    `head did less than a tenth of base's work in ${hung} of ${plural(head.length, "session")}, base in none`,
  );
}

function rms(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
}
