/**
 * The gate of failed events of arms that were measured side by side (docs/decisions/057-storms.md). Failures come in storms: a timeout or a
 * conflict fails hundreds of events of one session and none of the next. So what counts are sessions, never events.
 */
import type { Verdict } from "../../model/report.ts";
import { hypergeometricUpper } from "../../stats/hypergeometric.ts";
import { tShift } from "../../stats/shift.ts";
import { mean, median, sorted, sumOf, variance } from "../../stats/summary.ts";
import { formatCount, plainSpaces, plural } from "../../text/units.ts";
import { type ErrorCounts, errorValues, LEVEL } from "./error-gate.ts";
import type { Finding } from "./finding.ts";
import { type Look, lookNow } from "./looks.ts";

/** Events of a session, and whether connections were lost in it. */
export type StormCounts = ErrorCounts & Readonly<{ lost: boolean }>;

export type StormArms = Readonly<{
  base: readonly StormCounts[];
  head: readonly StormCounts[];
  /** Failed shares of base's sessions in stored measurements, one list for each. */
  stored: readonly (readonly number[])[];
}>;

/** Without a rise in the chance that today's sessions alone show, stored ones decide nothing. */
const TODAY = 0.015;
/** Fewest sessions at which stored ones may decide. */
const FEWEST_FOR_STORED = 8;
/** Above this p head's sessions fail as often as base's always did. */
const USUAL = 0.2;

/** @param limit rise of the failed share that is a regression */
export function stormFinding(workload: string, arms: StormArms, limit: number, look: Look): Finding {
  const sides = { base: errorValues(arms.base), head: errorValues(arms.head) };
  const [before, after] = [sides.base.estimate, sides.head.estimate];
  return {
    workload,
    metric: "failed-share",
    limit: { role: "gate", margin: 0, floor: limit },
    ...sides,
    look,
    evidence: {
      kind: "settled",
      verdict:
        before === null || after === null
          ? { kind: "too-few", what: "events", have: 0, need: 1 }
          : stormVerdict(arms, { rise: after - before, limit, level: LEVEL * lookNow(look).worse }),
      effect: before !== null && after !== null && before > 0 ? after / before - 1 : null,
    },
  };
}

type Rise = Readonly<{ rise: number; limit: number; level: number }>;

function stormVerdict(arms: StormArms, { rise, limit, level }: Rise): Verdict {
  const struck = strikesOf(arms, limit);
  if (rise > limit && (isWorseByStorms(arms, struck, level) || isCrash(arms, struck)))
    return { kind: "regressed" };
  if (-rise > limit && (evenP(arms.head, arms.base) <= level || chanceToday(mirrored(struck)) <= level))
    return { kind: "improved" };
  const isNew = struck.head > 0 && struck.base + struck.stored === 0;
  if (rise <= limit && !isNew) return { kind: "unchanged" };
  const isUsual = !isNew && struck.base + struck.stored > 0 && chanceOfAll(struck) > USUAL;
  const never = hasFailures(arms) ? "on base never so many in one" : "on base never";
  const ofBase = isNew ? never : isUsual ? "as often as on base" : "too few to tell from chance";
  const why = plainSpaces(`${failuresText(arms.head, struck)}; ${ofBase}`);
  return { kind: "inconclusive", why, ...(isUsual ? { notWorse: true } : {}) };
}

/** "470 of 160,000 events failed on head, in 8 of 8 sessions, more than usual in 1 of them". */
function failuresText(head: readonly StormCounts[], struck: Strikes): string {
  const failed = sumOf(head, (session) => session.failed);
  const events = failed + sumOf(head, ({ done }) => done);
  const failing = head.filter((session) => session.failed > 0).length;
  const most = struck.head > 0 && struck.head < failing ? `, more than usual in ${struck.head} of them` : "";
  return `${formatCount(failed)} of ${plural(events, "event")} failed on head, in ${formatCount(failing)} of ${plural(struck.ofHead, "session")}${most}`;
}

/** True if anything failed on base, today or before. */
function hasFailures({ base, stored }: StormArms): boolean {
  return base.some(({ failed }) => failed > 0) || stored.flat().some((share) => share > 0);
}

/** Sessions in which more failed than usual, by more than the limit, of how many there are. */
type Strikes = Readonly<{
  base: number;
  head: number;
  stored: number;
  ofBase: number;
  ofHead: number;
  ofStored: number;
  /** Largest share of a stored measurement's sessions. */
  most: number;
}>;

function strikesOf({ base, head, stored }: StormArms, limit: number): Strikes {
  const [before, after] = [sharesOf(base), sharesOf(head)];
  const usual = median(sorted([...before, ...stored.flat()]));
  const struck = (shares: readonly number[]) => shares.filter((share) => share > usual + limit).length;
  return {
    base: struck(before),
    head: struck(after),
    stored: struck(stored.flat()),
    ofBase: before.length,
    ofHead: after.length,
    ofStored: stored.flat().length,
    most: Math.max(0, ...stored.map((shares) => struck(shares) / Math.max(1, shares.length))),
  };
}

function isWorseByStorms({ base, head }: StormArms, struck: Strikes, level: number): boolean {
  if (evenP(base, head) <= level || chanceToday(struck) <= level) return true;
  return (
    struck.ofStored > 0 &&
    struck.ofHead >= FEWEST_FOR_STORED &&
    struck.head / struck.ofHead > struck.most &&
    chanceToday(struck) <= TODAY &&
    chanceOfAll(struck) <= level
  );
}

/** Sessions that lost their connections and failed, on head alone: chance does not end servers of one arm. */
function isCrash({ base, head }: StormArms, struck: Strikes): boolean {
  return struck.head > 0 && head.some(({ lost }) => lost) && !base.some(({ lost }) => lost);
}

/** P that as many of today's struck sessions are head's. */
function chanceToday({ base, head, ofBase, ofHead }: Strikes): number {
  return hypergeometricUpper(head, base + head, ofHead, ofBase + ofHead);
}

/** The same with the sessions of stored measurements as base's. */
function chanceOfAll({ base, head, stored, ofBase, ofHead, ofStored }: Strikes): number {
  return hypergeometricUpper(head, base + head + stored, ofHead, ofBase + ofHead + ofStored);
}

function mirrored({ base, head, ofBase, ofHead, ...rest }: Strikes): Strikes {
  return { ...rest, base: head, head: base, ofBase: ofHead, ofHead: ofBase };
}

/**
 * p of "the second arm's sessions fail more", by Welch's t over their shares; the variance of a mean is at least that of Poisson
 * counts, for sessions without a failure differ in nothing.
 */
function evenP(first: readonly StormCounts[], second: readonly StormCounts[]): number {
  const [a, b] = [meanShare(first), meanShare(second)];
  if (a === null || b === null) return 1;
  const df = (a.error + b.error) ** 2 / (a.error ** 2 / a.df + b.error ** 2 / b.df);
  return tShift(b.share - a.share, Math.sqrt(a.error + b.error), df, 0, 0).pAbove(0);
}

/** Mean share of sessions, its squared standard error and the degrees of freedom of that; null for fewer than two sessions. */
function meanShare(sessions: readonly StormCounts[]) {
  const used = sessions.filter(hasEvents);
  const n = used.length;
  if (n < 2) return null;
  const shares = sharesOf(used);
  const events = mean(used.map(({ failed, done }) => failed + done));
  const poisson = Math.max(mean(used.map(({ failed }) => failed)), HALF_A_FAILURE) / events ** 2;
  return { share: mean(shares), error: Math.max(variance(shares), poisson) / n, df: n - 1 };
}

const HALF_A_FAILURE = 0.5;

function hasEvents({ failed, done }: ErrorCounts): boolean {
  return failed + done > 0;
}

/** Failed shares of the sessions that had events. */
function sharesOf(sessions: readonly ErrorCounts[]): readonly number[] {
  return sessions.filter(hasEvents).map(({ failed, done }) => failed / (failed + done));
}
