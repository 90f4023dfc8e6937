/** The decision rule (docs/method.md, "The decision"): findings of one run in, changes with their verdicts out. */

import type { Pass, PlannedLook } from "../../model/looks.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Interval, Verdict } from "../../model/report.ts";
import { type Rules, relevantChange } from "../../model/rules.ts";
import { holm } from "../../stats/adjust.ts";
import { chiSquaredQuantile } from "../../stats/chi-squared.ts";
import { levelsOfLooks } from "../../stats/group-sequential.ts";
import type { Power, Shift } from "../../stats/shift.ts";
import { formatBound, formatChosenShare, plainSpaces } from "../../text/units.ts";
import type { Bias, DriftFinding, Finding } from "./finding.ts";
import { isCalled } from "./hangs.ts";
import { fullLook, growth, type Look, lookNow, needsEverySession, ONLY, shareOf, spent } from "./looks.ts";
import { POWER } from "./rules.ts";
import { withTrades } from "./trade.ts";

/** A finding with a test, seen in the metric's own direction. */
type Tested = Readonly<{
  finding: Finding;
  look: Look;
  shift: Shift;
  objection: string | null;
  bias: Bias | undefined;
  drift: DriftFinding | undefined;
  /** Head hangs in some sessions, and that is called. */
  hangs: boolean;
  lowerIsBetter: boolean;
  /** Smallest relative change that matters: the margin, or the floor as a share of base where that is more. */
  relevant: number;
  worse: number;
  better: number;
  /** Gates of the run that a test was made of. */
  gates: number;
}>;

/**
 * Judges all findings of a run at once: "worse" and "better" are two families of gate tests, each held at alpha by Holm's method
 * (docs/decisions/001) over p values that hold at any look (looks.ts). Information is judged test by test.
 */
export function judge(findings: readonly Finding[], rules: Rules): readonly Change[] {
  const tested = findings.filter(({ limit, evidence }) => limit.role === "gate" && evidence.kind === "shift");
  const tests = findings.map((finding) => testOf(finding, tested.length, rules));
  const gates = tests.filter((test) => test !== null).filter(({ finding }) => finding.limit.role === "gate");
  const worse = holm(gates.map(({ worse, look }) => spent(worse, "worse", look)));
  const better = holm(gates.map(({ better, look }) => spent(better, "better", look)));
  const changes = findings.map((finding, i) => {
    const test = tests[i]!;
    if (test === null) return settledChange(finding, rules);
    const place = gates.indexOf(test);
    if (place < 0) return judgedChange(test, test, rules.alpha, rules);
    return judgedChange(
      test,
      { worse: worse[place]!, better: better[place]! },
      rules.alpha / gates.length,
      rules,
    );
  });
  return withTrades(changes, findings);
}

/**
 * Verdicts on some gates of a family, without what only readers of a report see.
 * @param of gates that are judged
 * @param others that are tested with them
 */
export function judgeBriefly(
  of: readonly Finding[],
  others: readonly Finding[],
  rules: Rules,
): readonly Change[] {
  const family = [...of, ...others];
  const tests = family
    .map((finding) => testOf(finding, family.length, rules))
    .filter((test) => test !== null);
  const worse = holm(tests.map(({ worse, look }) => spent(worse, "worse", look)));
  const better = holm(tests.map(({ better, look }) => spent(better, "better", look)));
  const changes = of.map((finding) => {
    const place = tests.findIndex((test) => test.finding === finding);
    return judgedChange(tests[place]!, { worse: worse[place]!, better: better[place]! }, null, rules);
  });
  return withTrades(changes, of);
}

function testOf(finding: Finding, gates: number, rules: Rules): Tested | null {
  const { evidence, metric, limit, base } = finding;
  if (evidence.kind === "settled") return null;
  const { shift, objection, bias, drift, hang } = evidence;
  const look = finding.look ?? ONLY;
  const lowerIsBetter = metricInfo(metric).direction === "lower-is-better";
  const relevant = relevantChange(limit, base.estimate);
  const bound = rules.decide === "margin-proven" ? relevant : 0;
  const above = shift.pAbove(Math.log1p(bound));
  // A fall by all there is, or more, cannot be.
  const below = bound < 1 ? shift.pBelow(Math.log1p(-bound)) : 1;
  const [worse, better] = lowerIsBetter ? [above, below] : [below, above];
  return {
    finding,
    look,
    shift,
    objection,
    bias,
    drift,
    hangs: hang !== undefined && isCalled(hang, look),
    lowerIsBetter,
    relevant,
    worse,
    better,
    gates,
  };
}

function settledChange(finding: Finding, rules: Rules): Change {
  const { evidence, workload, metric, limit, base, head } = finding;
  if (evidence.kind !== "settled") throw new Error("a finding with a test reached settledChange()");
  const look = finding.look ?? ONLY;
  return {
    workload,
    metric,
    role: limit.role,
    base,
    head,
    effect: evidence.effect,
    interval: null,
    confidence: confidenceOf(rules, look),
    p: null,
    margin: limit.margin,
    floor: limit.floor,
    noise: null,
    smallestVisible: null,
    verdict:
      evidence.hang !== undefined && isCalled(evidence.hang, look) ? { kind: "regressed" } : evidence.verdict,
  };
}

type Adjusted = Readonly<{ worse: number; better: number }>;

/** @param level at which the smallest visible change is tested; null: it is not asked for */
function judgedChange(test: Tested, adjusted: Adjusted, level: number | null, rules: Rules): Change {
  const { finding, shift } = test;
  const confidence = confidenceOf(rules, test.look);
  const { low, high } = shift.interval(confidence);
  const bounded = Number.isFinite(low) && Number.isFinite(high);
  const interval = bounded ? { low: Math.expm1(low), high: Math.expm1(high) } : null;
  const effect = Math.expm1(shift.estimate);
  const smallestVisible = level === null ? null : visibleChange(test, level, rules);
  const verdict = testVerdict(test, { effect, interval, adjusted, smallestVisible }, rules);
  const hidden = level === null ? null : hiddenBy(test, verdict, confidence);
  return {
    workload: finding.workload,
    metric: finding.metric,
    role: finding.limit.role,
    base: finding.base,
    head: finding.head,
    effect,
    interval,
    confidence,
    p: {
      worse: test.worse,
      better: test.better,
      worseAdjusted: adjusted.worse,
      betterAdjusted: adjusted.better,
    },
    margin: finding.limit.margin,
    floor: finding.limit.floor,
    ...(finding.limit.trade === undefined ? {} : { trade: finding.limit.trade }),
    noise: shift.noise,
    smallestVisible,
    ...(hidden === null ? {} : { hidden }),
    verdict,
  };
}

/** Share of checks in which the worsening that `hiddenBy` names passes. */
const HIDDEN = 0.05;

/**
 * The worsening that passes one such check in twenty: a gate passes where its bound, which lies a width above the estimate, is within
 * the limit, so the truth lies beyond limit less width by no more than a 5 % quantile of the estimate. Other ways to pass ask for more.
 */
function hiddenBy(test: Tested, verdict: Verdict, confidence: number): number | null {
  const passes =
    verdict.kind === "unchanged" || (verdict.kind === "inconclusive" && verdict.notWorse === true);
  const { finding, shift, look, lowerIsBetter, relevant } = test;
  if (finding.limit.role !== "gate" || !passes) return null;
  const logOf = (harm: number) =>
    lowerIsBetter ? Math.log1p(harm) : -Math.log1p(-Math.min(harm, MOST_HARM));
  const width = (level: number) => {
    const { low, high } = shift.interval(1 - 2 * level);
    return (high - low) / 2;
  };
  const chance = width(HIDDEN);
  const own = logOf(relevant) - width((1 - confidence) / 2);
  const ways = lookNow(look).passes.map((pass) => {
    const bound =
      logOf(pass.most * relevant) -
      width(pass.level === undefined ? (1 - confidence) / 2 : pass.level * shareOf(look));
    return Math.min(bound, logOf(farthestOf(pass, test)));
  });
  const most = Math.max(own, ...ways) + chance;
  if (!Number.isFinite(most) || most <= 0) return null;
  return lowerIsBetter ? Math.expm1(most) : -Math.expm1(-most);
}

/** No rate falls by more. */
const MOST_HARM = 0.999;

/**
 * Confidence of the interval whose bounds may be read at any of the planned looks, either with an error of alpha in all: a workload
 * that stops where its bounds are good is not favoured by it.
 */
function confidenceOf({ alpha }: Rules, look: Look): number {
  return 1 - 2 * lookLevels(alpha * shareOf(look), look.of)[look.at - 1]!;
}

function lookLevels(alpha: number, looks: readonly PlannedLook[]): readonly number[] {
  const ofLooks = levels.get(looks) ?? new Map<number, readonly number[]>();
  levels.set(looks, ofLooks);
  const known = ofLooks.get(alpha) ?? weighedLevels(alpha, looks);
  ofLooks.set(alpha, known);
  return known;
}

function weighedLevels(alpha: number, looks: readonly PlannedLook[]): readonly number[] {
  // In units of the first, so that equal looks of any number of sessions have the same levels, to the last digit.
  const [first] = looks;
  const weighed = looks.map(({ sessions, bound }, i) => {
    return { observations: sessions > 0 ? sessions / first!.sessions : i + 1, weight: bound };
  });
  const key = JSON.stringify([alpha, weighed]);
  const known = levelsByWeight.get(key) ?? levelsOfLooks(alpha, weighed);
  levelsByWeight.set(key, known);
  return known;
}

const levels = new WeakMap<readonly PlannedLook[], Map<number, readonly number[]>>();
const levelsByWeight = new Map<string, readonly number[]>();

type SeenChange = Readonly<{
  effect: number;
  interval: Interval | null;
  adjusted: Adjusted;
  smallestVisible: number | null;
}>;

function testVerdict(test: Tested, seen: SeenChange, rules: Rules): Verdict {
  if (test.objection !== null) return { kind: "inconclusive", why: test.objection, forbidden: true };
  const verdict = verdictBySize(test, seen, rules);
  const { bias } = test;
  return bias === undefined || verdict.kind === bias.spares
    ? verdict
    : { kind: "inconclusive", why: bias.why };
}

function verdictBySize(
  test: Tested,
  { effect, interval, adjusted, smallestVisible }: SeenChange,
  rules: Rules,
): Verdict {
  const { relevant, shift } = test;
  const harms = [effect, ...(shift.otherEstimate === undefined ? [] : [Math.expm1(shift.otherEstimate)])].map(
    (each) => (test.lowerIsBetter ? each : -each),
  );
  const isWorse = adjusted.worse <= rules.alpha;
  const isBetter = adjusted.better <= rules.alpha;
  if (test.hangs || isFallen(test, harms, rules)) return { kind: "regressed" };
  if (isWorse && harms.every((harm) => harm > relevant) && agree(test, 1))
    return lasting(test, "regressed", rules);
  if (isBetter && harms.every((harm) => -harm > relevant) && agree(test, -1))
    return lasting(test, "improved", rules);
  if (interval !== null && interval.low >= -relevant && interval.high <= relevant)
    return { kind: "unchanged" };
  const harmMost = interval === null ? null : test.lowerIsBetter ? interval.high : -interval.low;
  if (harmMost !== null && harmMost <= relevant) {
    return {
      kind: "inconclusive",
      why: `not worse by more than ${relevantText(relevant)}; may be better`,
      notWorse: true,
    };
  }
  if (harmMost !== null && lookNow(test.look).passes.some((pass) => isPassed(pass, harmMost, harms, test))) {
    return {
      kind: "inconclusive",
      why: `at most ${plainSpaces(formatBound(harmMost))} worse (limit ${relevantText(relevant)}): passes`,
      notWorse: true,
      most: harmMost,
    };
  }
  const harmLeast = interval === null ? null : test.lowerIsBetter ? interval.low : -interval.high;
  const open = { isWorse, isBetter, harmLeast, harmMost };
  return { kind: "inconclusive", why: whyOpen(open, relevant, smallestVisible) };
}

/** Multiple of its limit from which on a change at the end of a run is one, whatever it was at the start. */
const FALLEN = 10;
/** Part of alpha for it: the tests of the mean have the rest. */
const FALLEN_SHARE = 0.1;

/**
 * True if a change grew while it was measured until it lay far beyond its limit: what one arm gathers is no noise of the machine, which
 * both arms share.
 */
function isFallen(
  { drift, look, lowerIsBetter, relevant, gates }: Tested,
  harms: readonly number[],
  { alpha }: Rules,
): boolean {
  if (drift === undefined || harms.some((harm) => harm <= relevant)) return false;
  const { last } = drift;
  const harm = lowerIsBetter ? Math.expm1(last.estimate) : -Math.expm1(last.estimate);
  const p = lowerIsBetter ? last.pAbove(0) : last.pBelow(0);
  return harm >= FALLEN * relevant && spent(p, "worse", look) * Math.max(1, gates) <= alpha * FALLEN_SHARE;
}

/** Verdict on a change: if it moved while it was measured, the call must hold from the first session to the last. */
function lasting({ drift, lowerIsBetter }: Tested, kind: "regressed" | "improved", rules: Rules): Verdict {
  if (drift === undefined) return { kind };
  const { ends, why } = drift;
  const p = (kind === "regressed") === lowerIsBetter ? ends.pAbove(0) : ends.pBelow(0);
  return p <= rules.alpha ? { kind } : { kind: "inconclusive", why };
}

/**
 * Where the look asks for it: whether every session, by every reading, lies beyond the limit.
 * @param sign 1 for "worse", -1 for "better"
 */
function agree({ finding, look, lowerIsBetter, relevant }: Tested, sign: 1 | -1): boolean {
  if (!needsEverySession(look)) return true;
  const { evidence } = finding;
  const readings = evidence.kind === "shift" ? (evidence.readings ?? []) : [];
  const harmOf = (ratio: number) => sign * (lowerIsBetter ? Math.expm1(ratio) : -Math.expm1(ratio));
  return readings.every((ratios) => ratios.every((ratio) => harmOf(ratio) > relevant));
}

/** Probability with which the worst of equal gates may lie beyond the reach of a pass. */
const BEYOND_REACH = 0.05;

/** True if a gate passes by the worsening that is excluded, though that is more than its limit. */
function isPassed(pass: Pass, harmMost: number, harms: readonly number[], test: Tested): boolean {
  const { look, shift, lowerIsBetter, relevant } = test;
  const bound =
    pass.level === undefined ? harmMost : boundAt(pass.level * shareOf(look), shift, lowerIsBetter);
  const farthest = farthestOf(pass, test);
  return bound <= pass.most * relevant && harms.every((harm) => harm <= farthest);
}

/** The estimate up to which a gate passes that way. */
function farthestOf({ estimate, reach = 0 }: Pass, { shift, relevant, gates }: Tested): number {
  const byChance = shift.exceeds(0, 1 - BEYOND_REACH / Math.max(1, gates));
  return Math.max(estimate * relevant, Math.min(reach * relevant, byChance));
}

/** The worsening that is excluded at that one-sided level. */
function boundAt(level: number, shift: Shift, lowerIsBetter: boolean): number {
  const { low, high } = shift.interval(1 - 2 * level);
  return lowerIsBetter ? Math.expm1(high) : -Math.expm1(low);
}

type OpenGate = Readonly<{
  isWorse: boolean;
  isBetter: boolean;
  harmLeast: number | null;
  harmMost: number | null;
}>;

function whyOpen(
  { isWorse, isBetter, harmLeast, harmMost }: OpenGate,
  relevant: number,
  visible: number | null,
): string {
  const limit = relevantText(relevant);
  if (isWorse) return `worse, but not shown to be by more than the limit of ${limit}`;
  if (isBetter) return `better, but not shown to be by more than the limit of ${limit}`;
  if (visible === null || harmMost === null) return "too few sessions for any change to be significant";
  // Its interval is for this metric alone, the error rate is for all gates and looks together: a reader who sees the first needs the second.
  if (harmLeast !== null && harmLeast > relevant)
    return `its own interval is beyond the limit of ${limit}, but with all gates tested together that is not certain enough yet`;
  const may = `may be up to ${plainSpaces(formatBound(harmMost))} worse (limit ${limit})`;
  return visible >= BLIND && visible > FAR * relevant
    ? `${may}: this run was too short or too noisy to tell`
    : may;
}

/** A run that sees no change below this tells nothing that anyone asks about. */
const BLIND = 0.5;
/** Multiple of a limit beyond which a visible change says nothing of it. */
const FAR = 2;

/** Text of a limit, which was chosen or is a floor's share of base. */
function relevantText(relevant: number): string {
  return plainSpaces(formatChosenShare(relevant));
}

/**
 * The smallest relative change for the worse that this run would have called with 80 % probability: it must be significant at the
 * level of the family's first step, and its estimate must lie beyond what is relevant. A change of that size would have brought
 * the other looks, so what all of them together can see counts, also where there was no reason for them.
 */
function visibleChange(
  { shift, look, relevant, lowerIsBetter }: Tested,
  level: number,
  rules: Rules,
): number | null {
  const more = growth(look);
  const { worse } = more > 1 ? fullLook(look.of) : lookNow(look);
  const power = cautious(more > 1 ? shift.more(more) : shift, spreadCaution(shift.df));
  return visibleFrom(power, { relevant, lowerIsBetter }, level * worse * shareOf(look), rules);
}

/** Part of the runs whose spread came out smaller than that by which is said what they can see. */
const SMALLER = 0.25;

/**
 * By how much a standard error that is known with so few degrees of freedom may be too small: the upper end of its one-sided interval. Runs
 * whose spread came out small stop early, and would promise too much.
 */
function spreadCaution(df: number): number {
  return Math.sqrt(df / chiSquaredQuantile(SMALLER, df));
}

/** Power with errors larger by a factor. */
function cautious({ visible, exceeds }: Power, factor: number): Power {
  return {
    visible: (alpha, power) => {
      const seen = visible(alpha, power);
      return seen === null ? null : factor * seen;
    },
    exceeds: (bound, power) => bound + factor * (exceeds(bound, power) - bound),
  };
}

/** The smallest relative change for the worse that a test of that power at that level calls; null where it calls none. */
export function visibleFrom(
  power: Power,
  { relevant, lowerIsBetter }: Pick<Tested, "relevant" | "lowerIsBetter">,
  level: number,
  rules: Rules,
): number | null {
  const significant = power.visible(level, POWER);
  if (significant === null || (!lowerIsBetter && relevant >= 1)) return null;
  const bound = lowerIsBetter ? Math.log1p(relevant) : -Math.log1p(-relevant);
  const distance =
    rules.decide === "margin-proven"
      ? bound + significant
      : Math.max(significant, power.exceeds(bound, POWER));
  return lowerIsBetter ? Math.expm1(distance) : -Math.expm1(-distance);
}
