import type { Warning } from "../model/document.ts";
import { metricInfo } from "../model/metric.ts";
import type { Change, Report, WorkloadReport } from "../model/report.ts";
import type { Pair, Run, Session, WorkloadRun } from "../model/run.ts";
import { emptyHistogram, latencyCurve } from "../samples/histogram.ts";
import { type Measured, measured } from "./arm-values.ts";
import { assembleReport, referenceOf, type Stamp } from "./assemble.ts";
import { comparability, workloadComparability } from "./comparability.ts";
import { conditionsOf, mergeWarnings } from "./conditions.ts";
import { errorFinding, type Tally } from "./error-gate.ts";
import { type Expectation, expectedChanges } from "./expected.ts";
import type { Finding } from "./finding.ts";
import { judge } from "./judge.ts";
import { type Look, lookOf } from "./looks.ts";
import { conditionsOfRun, KnownNoise } from "./noise.ts";
import { limitOf, type Rules } from "./rules.ts";
import { type Arms, type Form, SPEED_METRICS, speedFinding, withoutTail } from "./speed.ts";

/**
 * Judges head against base. Arms of one measurement are compared session by session, for sessions of equal index lived at the
 * same time; two runs of different measurements are compared as independent groups, with a warning.
 * @param earlier stored measurements, newest first: what they say of the noise decides the form of the test and helps few sessions.
 * This measurement itself may be among them and is left out
 */
export function compareArms(
  base: Run,
  head: Run,
  rules: Rules,
  stamp: Stamp,
  earlier: readonly Pair[] = [],
): Report {
  const together = base.measurement.id === head.measurement.id;
  const known = new KnownNoise(
    together ? earlier.filter((pair) => pair.head.measurement.id !== head.measurement.id) : [],
    conditionsOfRun(base),
  );
  const form = together
    ? known.form(
        rules.gates.flatMap(({ metric }) => known.workloads.map((workload) => ({ workload, metric }))),
      )
    : "unpaired";
  const whole = comparability(base, head);
  const shared = head.workloads.flatMap((workload) => {
    const other = base.workloads.find(({ name }) => name === workload.name);
    return other === undefined ? [] : [{ base: other, head: workload }];
  });
  // The sessions of two measurements were not chosen by what they say of each other.
  const look = (workload: WorkloadRun) => (together ? lookOf(head.plan, workload) : "only");
  const results = shared.map((pair) =>
    compareWorkload(pair, { form, known, look: look(pair.head) }, whole.objection, rules),
  );
  const findings = results.flatMap((result) => result.findings);
  const derived = [
    ...(together ? [] : [UNPAIRED]),
    ...whole.warnings,
    ...unshared(base, head),
    ...results.flatMap(({ warnings }) => warnings),
    ...notMeasured(findings, shared, rules),
    ...withoutTail(findings, rules, head.plan.seconds),
    ...conditionsOf(head),
    ...conditionsOf(base),
  ];
  return assembleReport(
    {
      head,
      baseline: { kind: "arm", run: referenceOf(base) },
      form,
      earlier: known.used,
      workloads: shared.map(({ base, head }, i) => ({
        head,
        base: [base.sessions],
        curves: results[i]!.curves,
      })),
      changes: withExpected(judge(findings, rules), expectedChanges(known, head.plan, rules)),
      warnings: mergeWarnings([...head.warnings, ...base.warnings], derived),
    },
    rules,
    stamp,
  );
}

/** Beside what each gate could see, what it was expected to. */
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
  curves: WorkloadReport["curves"];
  warnings: readonly Warning[];
}>;

/** How a workload is compared. */
type Manner = Readonly<{ form: Form; known: KnownNoise; look: Look }>;

function compareWorkload(
  pair: WorkloadPair,
  { form, known, look }: Manner,
  objection: string | null,
  rules: Rules,
): WorkloadResult {
  const own = workloadComparability(pair.base, pair.head);
  const latency = { base: emptyHistogram(), head: emptyHistogram() };
  const all = {
    base: measured(pair.base.sessions, latency.base),
    head: measured(pair.head.sessions, latency.head),
  };
  const { name } = pair.head;
  const { arms, warnings } = form === "paired" ? pairsOf(all, name) : { arms: all, warnings: [] };
  const speed = SPEED_METRICS.map((metric) =>
    speedFinding(
      name,
      metric,
      { form, prior: known.prior(name, metric) },
      arms,
      objection ?? own.objection,
      rules,
    ),
  )
    .filter((finding) => finding !== null)
    .map((finding) => ({ ...finding, look }));
  const errors = errorFinding(name, tallies(arms.base), tallies(arms.head), rules.errorLimit);
  return {
    findings: [...speed, errors],
    curves: { base: latencyCurve(latency.base), head: latencyCurve(latency.head) },
    warnings: [...own.warnings, ...warnings, ...withoutSpread(speed, form)],
  };
}

function tallies(sessions: readonly Measured[]): readonly Tally[] {
  return sessions.map(({ session }) => tallyOf(session));
}

function tallyOf({ events, failedEvents }: Session): Tally {
  return { failed: failedEvents, done: events };
}

/** Pairs are sessions of equal index; one without its partner is left out, and said. */
function pairsOf(
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
    warnings: [
      {
        code: "sessions-without-partner",
        message: `${alone} sessions exist on one arm alone and are left out`,
        remedy: "the measurement was cut short; measure again",
        workload,
      },
    ],
  };
}

/** Real sessions never agree to the last digit. */
function withoutSpread(findings: readonly Finding[], form: Form): readonly Warning[] {
  const qps = findings.find(({ metric }) => metric === "qps");
  if (qps?.evidence.kind !== "shift" || qps.evidence.shift.noise > 0) return [];
  return [
    {
      code: "identical-sessions",
      message: `all sessions ${form === "paired" ? "differ by the same ratio" : "have the same values"}: they are not independent measurements`,
      remedy: "compare runs that were measured, not copies of one",
      workload: qps.workload,
    },
  ];
}

function unshared(base: Run, head: Run): readonly Warning[] {
  const onlyIn = (one: Run, other: Run, arm: string) =>
    one.workloads
      .filter(({ name }) => other.workloads.every((each) => each.name !== name))
      .map(({ name }) => ({
        code: `only-in-${arm}`,
        message: `${name} was measured only in ${arm} and is not compared`,
        remedy: "measure both arms with the same suite",
        workload: name,
      }));
  return [...onlyIn(head, base, "head"), ...onlyIn(base, head, "base")];
}

/** A gate without a single value would otherwise pass in silence. */
export function notMeasured(
  findings: readonly Finding[],
  shared: readonly Readonly<{ head: WorkloadRun }>[],
  rules: Rules,
): readonly Warning[] {
  return SPEED_METRICS.flatMap((metric) => {
    const missing = shared
      .map(({ head }) => head.name)
      .filter((name) => limitOf(rules, name, metric).role === "gate")
      .filter((name) => findings.every((each) => each.workload !== name || each.metric !== metric));
    if (missing.length === 0) return [];
    const { label } = metricInfo(metric);
    return [
      {
        code: "not-measured",
        message: `the gate ${label} has no value for ${missing.join(", ")} and judged nothing`,
        remedy:
          metric === "server-cpu"
            ? "it is read of servers that Plumbline starts on this machine; elsewhere set gates.server-cpu to false"
            : "look for failed events: no request of these workloads succeeded",
        metric,
      },
    ];
  });
}
