import { type Warning, warning } from "../../model/document.ts";
import { isOfTimeline, type MetricId } from "../../model/metric.ts";
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { Run, WorkloadRun } from "../../model/run.ts";
import { SCRIPTS } from "../../model/script.ts";
import type { Spread } from "../../stats/moderation.ts";
import { sampleInTurns } from "../../stats/sessions.ts";
import { sumOf } from "../../stats/summary.ts";
import { emptyHistogram, latencyCurve } from "../samples/histogram.ts";
import { withTimeline } from "../timeline/timeline.ts";
import { type Background, backgroundOf } from "../warnings/background.ts";
import { comparability, workloadComparability } from "../warnings/comparability.ts";
import {
  forbiddingWarning,
  lossOf,
  mergeWarnings,
  recordedWarnings,
  runWarnings,
} from "../warnings/conditions.ts";
import { copies, copiesWarning } from "../warnings/copies.ts";
import { type Dependence, dependenceOf } from "../warnings/dependence.ts";
import { latenessWarnings } from "../warnings/lateness.ts";
import { missingValues, notMeasured } from "../warnings/missing.ts";
import { type OrderedGate, orderEffects } from "../warnings/order.ts";
import { type Arms, type MeasuredSession, measuredSessions } from "./arm-values.ts";
import { assembleReport, referenceOf, type Stamp } from "./assemble.ts";
import { PastAttempts, shareOfAttempt } from "./attempts.ts";
import { errorFinding } from "./error-gate.ts";
import { type Expectation, expectedChanges } from "./expected.ts";
import type { Bias, Finding } from "./finding.ts";
import { disputes, driftWarnings, hangWarnings } from "./finding-warnings.ts";
import { withLimits } from "./limits.ts";
import { type Look, lookAfter, lookOf, ONLY, withStopped } from "./looks.ts";
import { newWorkload } from "./new-workloads.ts";
import { type GateNoise, KnownNoise } from "./noise.ts";
import { metricLimit } from "./rules.ts";
import { throughputWarnings } from "./slices.ts";
import {
  type Form,
  ratiosOf,
  SPEED_METRICS,
  signsOf,
  speedFinding,
  speedMetricsOf,
  withoutTail,
} from "./speed.ts";
import { type StormCounts, stormFinding } from "./storms.ts";
import { judgeTogether, type SuiteMember } from "./suite.ts";
import { unbent, unbentTogether } from "./unbent.ts";
import { notCounted, WORK_METRICS, withZeros } from "./work.ts";

/**
 * Judges head against base. Arms of one measurement are compared session by session, for sessions of equal index lived at the same
 * time; two runs of different measurements are compared as independent groups, with a warning. What head's document holds of earlier
 * measurements decides the form of the test and helps where sessions are few. If base's document holds rules, the report names what
 * head's differ in.
 */
export function compareArms(base: Run, head: Run, rules: Rules, stamp: Stamp): Report {
  const judgedBy = (each: Rules) => judgeArms(base, head, each, stamp, true);
  return withLimits(judgedBy(rules), base.rules, rules, judgedBy);
}

/**
 * The same while it is measured, which decides on further looks: by plain means, as every verdict.
 * @param isEnded what is shown is to be free of what stopping does to it
 */
export function judgeArms(base: Run, head: Run, rules: Rules, stamp: Stamp, isEnded = false): Report {
  const together = base.measurement.id === head.measurement.id;
  const known = new KnownNoise(
    together ? head.earlier : undefined,
    base.workloads.map(({ name }) => name),
  );
  const form = together ? known.form(speedGates(known, rules)) : "unpaired";
  const shared = head.workloads.flatMap((workload) => {
    const other = base.workloads.find(({ name }) => name === workload.name);
    if (other === undefined) return [];
    return [{ base: together ? inHeadsStatements(other, workload) : other, head: workload }];
  });
  const sides = shared.map((pair) => sidesOf(pair, form));
  const gates = form === "paired" ? orderedGates(sides, rules) : [];
  const judged = judgeSides({ base, head, together, form, known, gates, isEnded }, sides, rules);
  const fresh = head.workloads
    .filter(({ newBecause }) => newBecause !== undefined)
    .map((workload) => newWorkload(workload, rules));
  const derived = [
    ...(together ? [] : [UNPAIRED]),
    ...judged.warnings,
    ...unshared(base, head),
    ...notMeasured(judged.findings, shared, rules),
    ...notCounted(judged.findings, shared, rules),
    ...(together ? unseenBackground(shared) : []),
    ...withoutTail(judged.findings, rules, head.plan.seconds),
    ...runWarnings(head),
    ...runWarnings(base),
  ];
  return assembleReport(
    {
      head,
      other: base,
      baseline: { kind: "arm", run: referenceOf(base) },
      form,
      earlier: known.used,
      workloads: [
        ...shared.map(({ base, head }, i) => ({ head, base: [base.sessions], curves: sides[i]!.curves })),
        ...fresh.map(({ part }) => part),
      ],
      together: judged.suite,
      order: orderEffects(gates, known),
      changes: [
        ...withExpected(judged.changes, expectedChanges(known, head.plan, rules)),
        ...fresh.flatMap(({ changes }) => changes),
      ],
      warnings: mergeWarnings(recordedWarnings([head, base]), derived),
    },
    rules,
    stamp,
  );
}

function speedGates(known: KnownNoise, rules: Rules) {
  return known.workloads.flatMap((workload) =>
    speedMetricsOf(rules, workload)
      .filter((metric) => metricLimit(rules, workload, metric).role === "gate")
      .map((metric) => ({ workload, metric })),
  );
}

/** Two runs that are about to be compared, with what decides how. */
type Meeting = Readonly<{
  base: Run;
  head: Run;
  /** Both arms are of one measurement, and are compared session by session. */
  together: boolean;
  form: Form;
  known: KnownNoise;
  gates: ReturnType<typeof orderedGates>;
  /** No look follows. */
  isEnded: boolean;
}>;

/** Looks at a workload and at all of them together: sessions of two measurements were not chosen by what they say of each other. */
function looksAt(
  { head, together, known }: Pick<Meeting, "head" | "together" | "known">,
  past: PastAttempts,
  sides: readonly WorkloadSide[],
) {
  const { plan, question, attempts = [] } = head;
  const attempt = {
    isNoiseKnown: known.used > 0,
    ...(question === undefined ? {} : { share: shareOfAttempt(1 + attempts.length) }),
  };
  const before = Math.min(...sides.map(({ pair }) => past.sessions(pair.head.name)));
  return {
    lookAt: (workload: WorkloadRun): Look =>
      together ? { ...lookOf(plan, workload), ...attempt, before: past.sessions(workload.name) } : ONLY,
    lookTogether: (sessions: number): Look =>
      together ? { ...lookAfter(plan, sessions), ...attempt, before } : ONLY,
  };
}

/** Judges each workload that both have, and all of them together, as one family. */
function judgeSides(
  { base, head, together, form, known, gates, isEnded }: Meeting,
  sides: readonly WorkloadSide[],
  rules: Rules,
) {
  const past = new PastAttempts(form === "paired" ? (head.attempts ?? []) : [], known, rules);
  const { lookAt, lookTogether } = looksAt({ head, together, known }, past, sides);
  const alike = comparability(base, head, rules.builds);
  const isEarly = typeof head.plan.looks !== "number";
  const priors = priorsOf(gates, known, isEarly);
  const correlation = known.correlation(gates);
  const ratios = gates.flatMap((gate) => gate.ratios ?? []);
  const dependence = dependenceOf(ratios, correlation, head.plan.seed);
  const design = { together, form, known, priors, dependence, past, cpus: head.environment.cpuCount };
  const results = sides.map((side) =>
    compareWorkload(
      side,
      { ...design, look: lookAt(side.pair.head) },
      lossOf([head, base]) ??
        alike.objection ??
        forbiddingWarning(head, side.pair.head.name) ??
        forbiddingWarning(base, side.pair.head.name),
      rules,
    ),
  );
  const findings = results.flatMap((result) => result.findings);
  const members = form === "paired" ? membersOf(sides, findings, known, rules) : [];
  const whole = { inflation: dependence.inflation, look: lookTogether, past: past.partsTogether.bind(past) };
  const { changes, suiteFindings, suite, warnings } = judgeTogether(findings, members, whole, rules);
  const stopping = {
    findings,
    signs: new Map(sides.map(({ pair, arms }) => [pair.head.name, signsOf(arms)])),
    order: known.order.bind(known),
    priors: (noises: readonly GateNoise[]) => known.priorsAtLook(noises, isEarly),
    inflation: correlation === null ? () => 1 : dependence.inflation,
    rules,
    seed: head.plan.seed,
  };
  const shown = isEnded && form === "paired" && past.count === 0 ? unbent(changes, stopping) : changes;
  return {
    findings,
    changes: withStopped(shown, new Map(sides.map(({ pair }) => [pair.head.name, lookAt(pair.head)]))),
    suite: unbentTogether(suite, shown),
    warnings: [
      ...alike.warnings,
      ...results.flatMap((result) => result.warnings),
      ...dependence.warnings,
      ...warnings,
      ...driftWarnings([...findings, ...suiteFindings], [...changes, ...suite]),
      ...disputes(findings),
      ...hangWarnings(findings),
    ],
  };
}

/** Adds what each gate was expected to see to what it could see. */
function withExpected(changes: readonly Change[], expected: readonly Expectation[]): readonly Change[] {
  return changes.map((change) => {
    const found = expected.find(
      ({ workload, metric }) => workload === change.workload && metric === change.metric,
    );
    return found === undefined ? change : { ...change, expectedVisible: found.visible };
  });
}

const UNPAIRED: Warning = {
  code: "unpaired",
  message:
    "base and head come from different measurements: what changed on the machine between them looks like a change of the database",
  remedy: "measure them side by side",
};

type WorkloadPair = Readonly<{ base: WorkloadRun; head: WorkloadRun }>;
type WorkloadResult = Readonly<{
  findings: readonly Finding[];
  warnings: readonly Warning[];
}>;

/** Both arms of a workload, each session decoded once. */
type WorkloadSide = Readonly<{
  pair: WorkloadPair;
  arms: Arms;
  curves: WorkloadReport["curves"];
  warnings: readonly Warning[];
}>;

function sidesOf(pair: WorkloadPair, form: Form): WorkloadSide {
  const latency = { base: emptyHistogram(), head: emptyHistogram() };
  const all = {
    base: measuredSessions(pair.base.sessions, latency.base),
    head: measuredSessions(pair.head.sessions, latency.head),
  };
  const paired = form === "paired" ? pairSessions(all, pair.head.name) : { arms: all, warnings: [] };
  const curves = { base: latencyCurve(latency.base), head: latencyCurve(latency.head) };
  return { pair, ...paired, curves };
}

/** Prior spread that moderates that of each gate's ratios: today's noise is one factor that all gates share. */
type Priors = (workload: string, metric: MetricId) => Spread | null;

function orderedGates(sides: readonly WorkloadSide[], rules: Rules): readonly OrderedGate[] {
  return sides.flatMap(({ pair: { head }, arms }) =>
    speedMetricsOf(rules, head.name)
      .filter((metric) => metricLimit(rules, head.name, metric).role === "gate")
      .map((metric) => ({
        workload: head.name,
        metric,
        ratios: ratiosOf(head.name, metric, arms, rules),
      })),
  );
}

/** Contributions of the workloads to the suite: metrics that gate it, and those that gate themselves. */
function membersOf(
  sides: readonly WorkloadSide[],
  findings: readonly Finding[],
  known: KnownNoise,
  rules: Rules,
): readonly SuiteMember[] {
  const gates = new Set([...rules.gates, ...(rules.suite ?? [])].map(({ metric }) => metric));
  return sides.flatMap(({ pair, arms }) =>
    SPEED_METRICS.filter((metric) => gates.has(metric)).map((metric) => {
      const { name: workload } = pair.head;
      const own = findings.find((each) => each.workload === workload && each.metric === metric);
      const objection = own?.evidence.kind === "shift" ? own.evidence.objection : null;
      const ratios = ratiosOf(workload, metric, arms, rules);
      return { workload, metric, ratios, order: known.order(workload, metric), objection };
    }),
  );
}

function priorsOf(gates: readonly OrderedGate[], known: KnownNoise, isEarly: boolean): Priors {
  const spreads = gates.map(({ workload, metric, ratios }) => ({
    workload,
    metric,
    spread:
      ratios === null
        ? null
        : sampleInTurns(ratios.values, ratios.signs, known.order(workload, metric)).spread,
  }));
  const priors = known.priorsAtLook(spreads, isEarly);
  return (workload, metric) =>
    priors[gates.findIndex((gate) => gate.workload === workload && gate.metric === metric)] ?? null;
}

/** Design of the comparison of a workload. */
type ComparisonDesign = Readonly<{
  /** Both arms in one measurement. */
  together: boolean;
  form: Form;
  known: KnownNoise;
  priors: Priors;
  dependence: Dependence;
  past: PastAttempts;
  look: Look;
  cpus: number;
}>;

function compareWorkload(
  { pair, arms, warnings }: WorkloadSide,
  { together, form, known, priors, dependence: { inflation }, past, look, cpus }: ComparisonDesign,
  objection: string | null,
  rules: Rules,
): WorkloadResult {
  const own = workloadComparability(pair.base, pair.head, together);
  const { name } = pair.head;
  const background = backgroundOf(name, arms, cpus);
  const copied = copies(arms, form);
  const forbidden = objection ?? own.objection ?? copied;
  const speed = speedMetricsOf(rules, name)
    .map((metric) =>
      speedFinding(
        name,
        metric,
        {
          form,
          prior: priors(name, metric),
          order: known.order(name, metric),
          past: past.parts(name, metric),
          inflation,
        },
        arms,
        forbidden,
        rules,
      ),
    )
    .filter((finding) => finding !== null)
    .map((finding) => withBias(finding, background, arms))
    .filter((finding) => finding !== null)
    .map((finding) => ({ ...finding, look }));
  const work = WORK_METRICS.map((metric) =>
    // Neither noise of times nor the order of starts has a part in it.
    speedFinding(name, metric, { form, prior: null, order: null }, arms, forbidden, rules),
  )
    .map((finding) => (finding === null ? null : withZeros(finding)))
    .filter((finding) => finding !== null)
    .map((finding) => ({ ...finding, look }));
  const failed = {
    base: [...past.failures(name, "base"), ...stormsOf(arms.base)],
    head: [...past.failures(name, "head"), ...stormsOf(arms.head)],
  };
  const errors = together
    ? stormFinding(name, { ...failed, stored: known.failures(name) }, rules.errorLimit, look)
    : errorFinding(name, failed.base, failed.head, rules.errorLimit);
  return {
    findings: [...speed, errors, ...work],
    warnings: [
      ...own.warnings,
      ...warnings,
      ...missingValues(name, arms, { form, findings: [...speed, ...work] }, rules),
      ...copiesWarning(name, copied),
      ...throughputWarnings(name, arms),
      ...latenessWarnings(name, arms),
      ...background.warnings,
    ],
  };
}

/** Adds the bias by background work, except to metrics of a timeline, whose events a server met alone. */
function withBias(finding: Finding, background: Background, { base, head }: Arms): Finding | null {
  if (!isOfTimeline(finding.metric)) return biased(finding, background.bias(finding.metric));
  const sessionsOf = (side: readonly MeasuredSession[]) => side.map(({ session }) => session);
  return withTimeline(finding, { base: sessionsOf(base), head: sessionsOf(head) });
}

function biased(finding: Finding, bias: Bias | undefined): Finding {
  const { evidence } = finding;
  if (bias === undefined || evidence.kind === "settled") return finding;
  return { ...finding, evidence: { ...evidence, bias } };
}

/** Events of sessions, and whether they lost connections. */
export function stormsOf(sessions: readonly MeasuredSession[]): readonly StormCounts[] {
  return sessions.map(({ session: { events, failedEvents, downtimeNs = 0 } }) => {
    return { failed: failedEvents, done: events, lost: downtimeNs > 0 };
  });
}

/** Pairs are sessions of equal index; one without its partner is left out, with a warning. */
export function pairSessions(
  { base, head }: Arms,
  workload: string,
): Readonly<{ arms: Arms; warnings: readonly Warning[] }> {
  const partner = new Map(base.map((each) => [each.session.index, each]));
  const paired = head.filter(({ session }) => partner.has(session.index));
  const alone = base.length + head.length - 2 * paired.length;
  const arms = { base: paired.map(({ session }) => partner.get(session.index)!), head: paired };
  if (alone === 0) return { arms, warnings: [] };
  return {
    arms,
    warnings: warning("sessions-without-partner", {
      message: `${alone === 1 ? "1 session exists on one arm only and is" : `${alone} sessions exist on one arm only and are`} left out`,
      remedy: "measure again: the measurement was cut short",
      workload,
    }),
  };
}

/** Warns if it cannot be seen what the servers do apart from the load. */
function unseenBackground(shared: readonly WorkloadPair[]): readonly Warning[] {
  const sessions = shared.flatMap(({ base, head }) => [...base.sessions, ...head.sessions]);
  if (sessions.length === 0 || sessions.some(({ serverCpuNs }) => serverCpuNs !== null)) return [];
  return warning("background-unseen", {
    message:
      "the servers' CPU time cannot be read here, so background work of one server, which slows both arms, would go unnoticed",
    remedy: "let Plumbline deploy the database on this machine, or look at the servers' own metrics",
  });
}

function unshared(base: Run, head: Run): readonly Warning[] {
  const onlyIn = (one: Run, other: Run, arm: string) =>
    one.workloads
      .filter(({ newBecause }) => newBecause === undefined)
      .filter(({ name }) => other.workloads.every((each) => each.name !== name))
      .map(({ name }) => ({
        code: `only-in-${arm}`,
        message: `${name} was measured only in ${arm} and is not compared`,
        remedy: "measure both arms with the same suite",
        workload: name,
      }));
  return [...onlyIn(head, base, "head"), ...onlyIn(base, head, "base")];
}

/**
 * Base of a workload whose scripts are not the same on both arms, so that what is compared is the event: its statements are counted as if
 * an event had as many of them as head's in the mean. Otherwise a script that asks once for each row would have more queries per second,
 * each of them cheaper.
 */
export function inHeadsStatements(base: WorkloadRun, head: WorkloadRun): WorkloadRun {
  const events = sumOf(head.sessions, ({ events }) => events);
  if (base.options[SCRIPTS] === head.options[SCRIPTS] || events === 0) return base;
  const perEvent = sumOf(head.sessions, ({ committedQueries }) => committedQueries) / events;
  const sessions = base.sessions.map((session) => ({
    ...session,
    committedQueries: session.events * perEvent,
  }));
  return { ...base, sessions };
}
