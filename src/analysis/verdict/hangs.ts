/**
 * Sessions in which head all but stands still (docs/decisions/062-selection.md). Two of eight make the sessions differ so much that no test of
 * their mean calls anything; yet where base has none of them, and the others do not vary like that, noise is no explanation.
 */
import { hypergeometricUpper } from "../../stats/hypergeometric.ts";
import { median, sorted } from "../../stats/summary.ts";
import { formatPercent, plainSpaces, plural } from "../../text/units.ts";
import { fullLook, type Look, lookNow } from "./looks.ts";

/** Less than this share of what base does in the same session, or usually, is no work. */
const HUNG = 0.1;
/** Fewest sessions of head that hang, and the share of its sessions that they must be. */
const FEWEST = 2;
const SHARE = 1 / 6;
/** A session that differs by so many standard deviations of the others is none of them. */
const APART = 8;
/** Fewest others that tell how sessions vary. */
const FEWEST_OTHERS = 3;

/** A chance up to this needs no more sessions. */
const CERTAIN = 0.025;

/** Amounts of work by session; sessions of equal place are pairs. */
type DoneWork = Readonly<{ base: readonly number[]; head: readonly number[] }>;

/** A head that hangs in some sessions, and base in none. */
export type Hang = Readonly<{
  /** The sentence that says so. */
  why: string;
  /** Probability that, of so many sessions that hang on a machine where either arm may, all are head's (Fisher's exact test). */
  chance: number;
}>;

/**
 * True if a hang is a regression: chance is no explanation, or no more sessions can tell. Stopping after two of three would call what
 * befalls either arm of a machine that stops now and then. The second of two looks is for what has a p, which sessions without work have not.
 */
export function isCalled({ chance }: Hang, look: Look): boolean {
  const isLast = look.of.length <= 2 || lookNow(look).sessions >= fullLook(look.of).sessions;
  return chance <= CERTAIN || isLast;
}

/** How a head hangs in some sessions; null if it does not, base does too, or the other sessions vary by as much. */
export function hangOf({ base, head }: DoneWork): Hang | null {
  const usual = median(sorted(base));
  const isHung = head.map((value, i) => value <= HUNG * base[i]!);
  const hung = isHung.filter(Boolean).length;
  if (hung < Math.max(FEWEST, head.length * SHARE)) return null;
  if (base.some((value, i) => value <= HUNG * usual || value <= HUNG * head[i]!)) return null;
  const others = head.flatMap((value, i) => (isHung[i] ? [] : [Math.log(value / base[i]!)]));
  if (others.length >= FEWEST_OTHERS && rms(others) * APART > -Math.log(HUNG)) return null;
  const chance = hypergeometricUpper(hung, hung, head.length, 2 * head.length);
  const said = `head did less than a tenth of base's work in ${hung} of ${plural(head.length, "session")}, base in none`;
  const caution = `; on a machine that stops either arm at random, that is chance in ${formatPercent(chance)} of cases`;
  return { why: plainSpaces(chance <= CERTAIN ? said : said + caution), chance };
}

function rms(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
}
