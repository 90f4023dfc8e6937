/** Report of a sweep, as rows and sentences; the terminal, markdown and the page show the same. */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { Change, Interval } from "../../model/report.ts";
import type { PointResult, ScalingCurve, Sweep, TargetComparison } from "../../model/sweep.ts";
import { plainLine } from "../../text/outside.ts";
import {
  formatAmount,
  formatBound,
  formatChosenShare,
  formatCount,
  formatEffect,
  formatInterval,
  formatLevel,
  formatLike,
  formatMetric,
  formatMetrics,
  formatNumber,
  formatPercent,
  isTooWide,
  NBSP,
  plural,
  TOO_WIDE,
} from "../../text/units.ts";
import { capacityLoad, capacityRange, foundText, sizeNotFound } from "./capacity.ts";
import { capital } from "./headline.ts";
import { movedText } from "./moved.ts";
import { harmOf } from "./rows.ts";
import { reasonForAll } from "./standing.ts";

export type SweepTable = Readonly<{
  title: string;
  /** Titles, as many as a row has cells; the first of them are names. */
  columns: readonly string[];
  names: number;
  rows: readonly (readonly string[])[];
}>;

const METRICS: readonly MetricId[] = ["qps", "mean", "p50", "p95", "p99", "capacity"];
const WITH_INTERVAL: ReadonlySet<MetricId> = new Set(["qps", "p99", "capacity"]);

/** Answer of a sweep in a sentence: how targets compare, else where throughput peaks, else how much was measured. */
export function sweepHeadline(sweep: Sweep): string {
  const compared = sweep.comparisons.flatMap(comparedText);
  const peaks = sweep.scaling.flatMap(peakText);
  const answers = compared.length > 0 ? compared : peaks;
  const more =
    answers.length > ANSWERS_MOST ? [`${plural(answers.length - ANSWERS_MOST, "more answer")}`] : [];
  return answers.length === 0
    ? capital(sweepScope(sweep))
    : [...answers.slice(0, ANSWERS_MOST), ...more].join("; ");
}

const ANSWERS_MOST = 3;

/** "slower is 18 % slower than plain", over all points. */
function comparedText({ target, reference, together }: TargetComparison): readonly string[] {
  const [head, base] = [target, reference].map((name) => plainLine(name, 40));
  const qps = together.find(({ metric }) => metric === "qps");
  if (qps?.effect == null || qps.interval === null) return [];
  const why = reasonForAll([qps]);
  if (why !== null) return [`${head} against ${base}: no verdict, because ${why}`];
  const isShown = qps.interval.low > 0 || qps.interval.high < 0;
  return [
    isShown
      ? `${head} ${movedText(qps)} than ${base}`
      : `${head} is neither shown to be faster nor slower than ${base}`,
  ];
}

/** "select peaks at 15.2 threads, 2,371/s". */
function peakText({ scaling, over, workload, target }: ScalingCurve): readonly string[] {
  if (scaling.kind === "none") return [];
  const { peak } = scaling;
  const name = [workload, ...(target === "" ? [] : [`on ${target}`])]
    .map((each) => plainLine(each, 40))
    .join(" ");
  if (peak.kind === "within")
    return [`${name} peaks at ${loads(peak.at.value, over)}, ${formatMetric("qps", peak.throughput.value)}`];
  return peak.kind === "beyond" ? [`${name} still rises at ${loads(peak.low, over)}`] : [];
}

/** "sweep of oltp: 8 points" and whether all of it is there. */
export function sweepScope({ suite, points, targets, steps }: Sweep): string {
  const onTargets =
    targets.length === 0 ? "" : ` on ${targets.map((name) => plainLine(name, 40)).join(", ")}`;
  const whole = steps.done === steps.planned ? "" : `, ${steps.done} of ${steps.planned} sessions measured`;
  const count = targets.length === 0 ? points.length : points.length / targets.length;
  return `sweep of ${plainLine(suite)}: ${plural(count, "point")}${onTargets}${whole}`;
}

export function pointsTable(sweep: Sweep): SweepTable {
  const { points, axes, targets } = sweep;
  const shown = METRICS.filter((metric) => points.some((point) => metricAt(point, metric) !== undefined));
  const manyWorkloads = new Set(points.map(({ workload }) => workload)).size > 1;
  const lead = [
    ...(sweep.suites.length > 1 ? ["suite"] : []),
    ...(targets.length > 0 ? ["target"] : []),
    ...(manyWorkloads ? ["workload"] : []),
    ...axes.map(({ option }) => option),
  ];
  const names = lead.length === 0 ? ["workload"] : lead;
  const rows = points.map((point) => [
    ...names.map((name) => nameCell(name, point)),
    ...shown.flatMap((metric) => valueCells(point, metric)),
    pointNote(point, sweep),
  ]);
  const columns = shown.flatMap((metric) =>
    WITH_INTERVAL.has(metric) ? [metricInfo(metric).label, "interval"] : [metricInfo(metric).label],
  );
  return { title: "Points", columns: [...names, ...columns, ""], names: names.length, rows };
}

function nameCell(name: string, point: PointResult): string {
  if (name === "suite") return plainLine(point.suite, 40);
  if (name === "target") return plainLine(point.target, 40);
  if (name === "workload") return plainLine(point.workload);
  return plainLine(String(point.values[name] ?? ""), 40);
}

export function metricAt({ metrics }: PointResult, metric: MetricId) {
  return metrics.find((each) => each.metric === metric);
}

function valueCells(point: PointResult, metric: MetricId): readonly string[] {
  if (metric === "capacity") return capacityCells(point);
  const own = metricAt(point, metric);
  const withInterval = WITH_INTERVAL.has(metric);
  if (own === undefined) return withInterval ? ["", ""] : [""];
  if (!withInterval) return [formatMetric(metric, own.value)];
  if (own.interval === null) return [formatMetric(metric, own.value), ""];
  const { low, high } = own.interval;
  return [
    formatMetric(metric, own.value),
    endsText([low, high], (ends) => formatLike(metric, own.value, ends)),
  ];
}

function capacityCells({ capacity }: PointResult): readonly string[] {
  if (capacity === undefined || capacity.size === null) return ["", ""];
  return [capacityLoad(capacity.of, capacity.size), capacityRange(capacity.of, capacity)];
}

/** "396 .. 413", or that there are too few sessions to say. */
function endsText(
  ends: readonly [number, number],
  format: (ends: readonly number[]) => readonly string[],
): string {
  return isTooWide(...ends) ? TOO_WIDE : format(ends).join(`${NBSP}..${NBSP}`);
}

function pointNote(point: PointResult, sweep: Sweep): string {
  const { missing, clientBound, busy, sessions } = point;
  const notes = [
    ...(missing === undefined ? [] : [`given up: ${plainLine(missing, 120)}`]),
    ...(sessions === 0 && missing === undefined ? ["not measured"] : []),
    ...sessionsNote(point, sweep),
    ...failedNote(point),
    ...pointCapacityNotes(point),
    ...(clientBound && busy !== null && busy < 0.98
      ? [`client: server busy ${formatPercent(busy)} of the time`]
      : []),
    ...(clientBound && (busy === null || busy >= 0.98) ? ["client: out of CPU"] : []),
    ...rateNote(point),
  ];
  return notes.join("; ");
}

/** Note on missing sessions: the sweep has not ended, or a point was given up. The reference has a session with each of the other targets. */
function sessionsNote(
  { suite, target, sessions }: PointResult,
  { suites, targets }: Sweep,
): readonly string[] {
  const each = suites.find((own) => own.suite === suite)?.sessions ?? 0;
  const planned = target === targets[0] ? each * (targets.length - 1) : each;
  return sessions === 0 || sessions >= planned ? [] : [`${sessions} of ${planned} sessions`];
}

function pointCapacityNotes({ capacity }: PointResult): readonly string[] {
  if (capacity === undefined) return [];
  if (capacity.size === null) return [`capacity ${sizeNotFound(capacity.of, capacity)}`];
  return capacity.found === capacity.sessions ? [] : [`capacity found in ${foundText(capacity)} sessions`];
}

/** QPS and latency are those of the others, and may look the better for it. */
function failedNote(point: PointResult): readonly string[] {
  const share = metricAt(point, "failed-share")?.value ?? 0;
  return share > 0 ? [`${formatMetric("failed-share", share)} of the events failed`] : [];
}

/** Least share of the requested rate: below it, latency is that of a queue that grows for as long as it is measured. */
const KEPT = 0.98;

function rateNote(point: PointResult): readonly string[] {
  const offered = point.offeredPerSecond ?? 0;
  const kept = metricAt(point, "tps")?.value ?? null;
  if (kept === null || kept >= KEPT * offered) return [];
  return [`rate not kept: ${formatMetric("tps", kept)} of ${formatMetric("tps", offered)}`];
}

/** A curve's sentences, the first about where its peak and its knee are. */
export function scalingSentences(curve: ScalingCurve): readonly string[] {
  const { scaling, leftOut, over } = curve;
  const left =
    leftOut.length === 0
      ? []
      : [
          `${plural(leftOut.length, over === "nodes" ? "number of nodes" : "load", over === "nodes" ? "numbers of nodes" : "loads")} (${leftOut.join(", ")}) left out: they show the load generator, not the server.`,
        ];
  if (scaling.kind === "none") return [noneSentence(scaling.why, over), ...left];
  const { rate, contention, coherence, hasCoherence, amdahl, knee, peak, misfit } = scaling;
  const parameters = [
    `one ${over === "nodes" ? "node" : "connection"} ${fitRange("qps", rate)}`,
    `contention ${shareInterval(contention)}`,
    `coherence ${shareInterval(coherence)}`,
  ];
  const ceiling =
    hasCoherence || amdahl.ceiling === null
      ? []
      : [
          `No coherence is shown: by Amdahl’s form (contention ${shareInterval(amdahl.contention)}) throughput stays below ${fitRange("qps", amdahl.ceiling)}.`,
        ];
  const poor =
    misfit?.wider === true
      ? [
          `The law fits poorly (p ${misfit.p < 0.001 ? "< 0.001" : formatNumber(misfit.p)}): points lie further from the curve than their noise; the intervals allow for it.`,
        ]
      : [];
  return [
    peakSentence(peak, over),
    kneeSentence(knee, over),
    `Universal scalability law: ${parameters.join(", ")}.`,
    ...ceiling,
    ...poor,
    ...left,
  ];
}

type NoLaw = Extract<ScalingCurve["scaling"], { kind: "none" }>;

function noneSentence(why: NoLaw["why"], over: ScalingCurve["over"]): string {
  switch (why) {
    case "rate":
      return `No scalability law: the workload has a rate, so its throughput is what was asked for. Leave the rate out to see how throughput grows with ${over}.`;
    case "few-loads":
      return `No scalability law: it needs four ${over === "nodes" ? "numbers of nodes" : "values of threads"} at least.`;
    case "few-sessions":
      return "No scalability law: it needs two sessions of each point, and three more points than that at least.";
    case "not-identifiable":
      return "No scalability law: the points do not tell its parameters apart.";
  }
}

type Fit = Extract<ScalingCurve["scaling"], { kind: "fit" }>;

function kneeSentence({ value, low, high }: Fit["knee"], over: ScalingCurve["over"]): string {
  const takes = `${loads(value, over)} (${formatAmount(low)} .. ${formatAmount(high ?? value)})`;
  return `95${NBSP}% of the highest throughput of the curve takes ${takes}.`;
}

function peakSentence(peak: Fit["peak"], over: ScalingCurve["over"]): string {
  switch (peak.kind) {
    case "within": {
      const { at, throughput } = peak;
      return `Throughput peaks at ${loads(at.value, over)} (${formatAmount(at.low)} .. ${formatAmount(at.high!)}), ${fitRange("qps", throughput)}.`;
    }
    case "beyond":
      return `Throughput still rises at the largest load: the peak lies beyond ${loads(peak.low, over)}.`;
    case "unknown": {
      const to = peak.high === null ? "no upper end" : `at most ${formatAmount(peak.high)}`;
      return `Where throughput peaks is not shown (by the law at ${loads(peak.low, over)} or more, ${to}): measure two ${over === "nodes" ? "clusters" : "loads"} past the peak.`;
    }
  }
}

/** "1 thread", "15.3 nodes"; the singular goes by what is printed. */
function loads(load: number, over: ScalingCurve["over"]): string {
  const text = formatAmount(load);
  return `${text} ${loadNoun(Number(text), over)}`;
}

function loadNoun(load: number, over: ScalingCurve["over"]): string {
  return load === 1 ? over.replace(/s$/, "") : over;
}

function fitRange(metric: MetricId, { value, low, high }: Fit["rate"]): string {
  if (isTooWide(low, high)) return `${formatMetric(metric, value)} (${TOO_WIDE})`;
  const [least = "", most = ""] = formatLike(metric, value, [low, high ?? value]);
  return `${formatMetric(metric, value)} (${least} .. ${high === null ? "no end" : most})`;
}

function shareInterval({ value, low, high }: Fit["rate"]): string {
  const percent = (of: number) => formatNumber(of * 100);
  return `${percent(value)}${NBSP}% (${percent(low)} .. ${high === null ? "no end" : percent(high)})`;
}

export function curveTitle(
  { suite, over, target, workload, values }: ScalingCurve,
  { suites }: Pick<Sweep, "suites">,
): string {
  const words = Object.entries(values).map(([option, value]) => `${option}=${value}`);
  const all = [...(suites.length > 1 ? [`${suite}:`] : []), workload, ...words].join(" ");
  if (over === "nodes") return plainLine(`${all}, over nodes`, 160);
  return plainLine(target === "" ? all : `${all}, ${target}`, 160);
}

/** Point by point, our change with its interval and verdict, and the document's improvement next to it. */
export function comparisonTable(
  { suite, reference, target, points }: TargetComparison,
  { suites }: Pick<Sweep, "suites">,
): SweepTable {
  const rows = points.map(({ name, changes, documentImprovement }) => {
    const qps = changes.find(({ metric }) => metric === "qps");
    const p99 = changes.find(({ metric }) => metric === "p99");
    const [before = "", after = ""] =
      qps?.base.estimate == null || qps.head.estimate === null
        ? []
        : formatMetrics("qps", [qps.base.estimate, qps.head.estimate]);
    return [
      plainLine(name),
      before,
      after,
      ...sweepChangeCells(qps),
      documentImprovement === null ? "" : formatEffect(documentImprovement),
      ...sweepChangeCells(p99).slice(0, 2),
      pointVerdict(changes),
    ];
  });
  const [base, head] = [reference, target].map((name) => plainLine(name, 40));
  return {
    title: `${suites.length > 1 ? `${plainLine(suite, 40)}: ` : ""}${head} against ${base}`,
    columns: [
      "point",
      `QPS ${base}`,
      `QPS ${head}`,
      "change",
      "interval",
      "(B−A)/B",
      "p99",
      "interval",
      "verdict",
    ],
    names: 1,
    rows,
  };
}

function sweepChangeCells(change: Change | undefined): readonly string[] {
  if (change?.effect == null) return ["", ""];
  const { effect, interval } = change;
  return [formatEffect(effect), interval === null ? "" : formatInterval(interval, effect)];
}

/** Table of how much of a node of the reference each target's nodes bring. Null if the numbers of nodes are not stated. */
export function efficiencyTable({ efficiencies, suites }: Sweep): SweepTable | null {
  const [first] = efficiencies;
  if (first === undefined) return null;
  const manySuites = suites.length > 1;
  const ends = (interval: Interval | null, format: (value: number) => string) =>
    interval === null ? "" : endsText([interval.low, interval.high], (all) => all.map(format));
  const rows = efficiencies.map(({ suite, name, target, nodes, factor, efficiency, clientBound }) => [
    ...(manySuites ? [plainLine(suite, 40)] : []),
    plainLine(name),
    plainLine(target, 40),
    formatCount(nodes),
    formatNumber(factor.value),
    ends(factor.interval, formatNumber),
    formatPercent(efficiency.value),
    ends(efficiency.interval, formatPercent),
    clientBound ? "client: the load generator’s limit" : "",
  ]);
  const names = [...(manySuites ? ["suite"] : []), "point", "target"];
  return {
    title: `Scaling from ${plural(first.referenceNodes, "node")} (${plainLine(first.reference, 40)})`,
    columns: [...names, "nodes", "throughput", "interval", "efficiency", "interval", ""],
    names: names.length,
    rows,
  };
}

/** Metrics whose changes have columns of their own. */
const SHOWN: ReadonlySet<MetricId> = new Set(["qps", "p99"]);

/** Verdict of the gates: what is shown, else that all are within their limits, or how much worse at most the open ones may be. */
function pointVerdict(changes: readonly Change[]): string {
  const gates = changes.filter(({ role }) => role === "gate");
  const of = (standing: PointStanding) => gates.filter((change) => pointStanding(change) === standing);
  const [worse, better, open] = [of("worse"), of("better"), of("undecided")];
  const said = [
    ...(worse.length === 0 ? [] : [`worse: ${worse.map(shownChange).join(", ")}`]),
    ...(better.length === 0 ? [] : [`better: ${better.map(shownChange).join(", ")}`]),
  ];
  if (said.length > 0) return said.join("; ");
  if (gates.length === 0) return "no gate";
  if (of("not judged").length > 0) return "too few sessions";
  if (open.length === 0) return "within limits";
  const why = reasonForAll(open);
  return why === null ? `undecided: ${open.map(openGate).join(", ")}` : `no verdict: ${why}`;
}

function openGate(change: Change): string {
  const { metric, interval, verdict } = change;
  const why = verdict.kind === "inconclusive" ? verdict.why : "";
  return `${metricInfo(metric).label} ${interval === null ? why : `may be ${formatBound(harmOf(change))} worse`}`;
}

/** The name of a metric that changed, with the size of the change unless a column shows that already. */
function shownChange(change: Change): string {
  return SHOWN.has(change.metric)
    ? metricInfo(change.metric).label
    : [metricInfo(change.metric).label, ...sweepChangeCells(change)].join(" ");
}

type PointStanding = "worse" | "better" | "undecided" | "within limits" | "not judged";

function pointStanding({ verdict }: Change): PointStanding {
  if (verdict.kind === "regressed") return "worse";
  if (verdict.kind === "improved") return "better";
  if (verdict.kind === "too-few") return "not judged";
  return verdict.kind === "inconclusive" && verdict.notWorse !== true ? "undecided" : "within limits";
}

/** The answer over all points: by Plumbline's rule, and as published documents compute it. */
export function comparisonSentences({
  target,
  reference,
  together,
  document,
  points,
  alpha,
}: TargetComparison): readonly string[] {
  const [head, base] = [target, reference].map((name) => plainLine(name, 40));
  const overall = together
    .filter(({ effect }) => effect !== null)
    .map((change) => {
      const [effect, interval] = sweepChangeCells(change);
      return `${metricInfo(change.metric).label} ${effect} ${interval}`;
    });
  const counts = countsOf(points);
  const kinds = ORDER.filter((kind) => kind !== "not judged" || counts[kind] > 0);
  const noise = `Of ${plural(points.length, "point")}: ${kinds.map((kind) => `${counts[kind]} ${kind}`).join(", ")}. ${familySentence(alpha, points)}`;
  const all = overall.length === 0 ? [] : [`${head} against ${base} over all points: ${overall.join(", ")}.`];
  if (document === null) return [...all, noise];
  const sd = document.sd === null ? "" : `, standard deviation ${formatPercent(document.sd)}`;
  const negative = `${document.negative} of ${document.points} negative`;
  return [
    ...all,
    noise,
    `As documents print it, (B−A)/B averages ${formatEffect(document.average)} (${negative}${sd}): a mean of percentages of the new figure, without noise.`,
  ];
}

/** Scope of the verdicts, and of the intervals next to them. */
function familySentence(alpha: number, points: TargetComparison["points"]): string {
  const confidence = points.flatMap(({ changes }) => changes)[0]?.confidence;
  const intervals =
    confidence === undefined
      ? ""
      : `; intervals are of ${formatLevel(confidence)}, each for one metric at one point alone`;
  return `All points and gates are judged together as one family: the chance of a false regression is at most ${formatChosenShare(alpha)} over all of them${intervals}.`;
}

/** A point takes the first standing of this list that any of its gates has. */
const ORDER: readonly PointStanding[] = ["worse", "better", "not judged", "undecided", "within limits"];

/** Counts each point once, as `pointVerdict` names it. A point without a gate, or with a gate that has too few sessions, is not judged. */
function countsOf(points: TargetComparison["points"]): Readonly<Record<PointStanding, number>> {
  const counts = { worse: 0, better: 0, "not judged": 0, undecided: 0, "within limits": 0 };
  for (const { changes } of points) {
    const standings = changes.filter(({ role }) => role === "gate").map(pointStanding);
    counts[ORDER.find((kind) => standings.includes(kind)) ?? "not judged"]++;
  }
  return counts;
}

/** Several targets against the reference at a glance: a row for each, overall and by verdicts. Null for fewer than two. */
export function matrixTable({ comparisons, suites }: Sweep): SweepTable | null {
  if (comparisons.length < 2) return null;
  const metrics = [...new Set(comparisons.flatMap(({ together }) => together.map(({ metric }) => metric)))];
  const manySuites = suites.length > 1;
  const counts = comparisons.map(({ points }) => countsOf(points));
  const kinds = ORDER.filter((kind) => kind !== "not judged" || counts.some((each) => each[kind] > 0));
  const rows = comparisons.map(({ suite, target, together }, index) => {
    const cells = metrics.map((metric) =>
      sweepChangeCells(together.find((each) => each.metric === metric)).join(" "),
    );
    const names = [...(manySuites ? [plainLine(suite, 40)] : []), plainLine(target, 40)];
    return [...names, ...cells, ...kinds.map((kind) => String(counts[index]![kind]))];
  });
  return {
    title: `All against ${plainLine(comparisons[0]!.reference, 40)}`,
    columns: [
      ...(manySuites ? ["suite"] : []),
      "target",
      ...metrics.map((metric) => metricInfo(metric).label),
      ...kinds,
    ],
    names: manySuites ? 2 : 1,
    rows,
  };
}
