/** Differences of the limits in head's config file from base's: the file's author must not pass by them unseen (docs/method.md, "Limits"). */

import { type MetricId, metricInfo } from "../../model/metric.ts";
import { ALL_WORKLOADS, type LimitChange, type Report } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import { formatChosen, formatChosenShare, plainSpaces } from "../../text/units.ts";
import { regressions, withAcceptances } from "../history/acceptances.ts";
import { type Limit, metricLimit } from "./rules.ts";

/**
 * The report with what its limits differ in from base's; where they are wider, it also shows what base's would have called, and the
 * verdict is inconclusive at best until they are accepted.
 * @param base undefined where they are not known: nothing is added then
 * @param judgedBy the same runs by other rules
 */
export function withLimits(
  report: Report,
  base: Rules | undefined,
  head: Rules,
  judgedBy: (rules: Rules) => Report,
): Report {
  const changes = base === undefined ? [] : limitChanges(base, head);
  if (base === undefined || changes.length === 0) return report;
  const isWider = changes.some(({ wider }) => wider);
  const found = new Set(regressions(report).map(({ workload, metric }) => `${metric} ${workload}`));
  const regressed = (isWider ? regressions(judgedBy(base)) : [])
    .filter(({ workload, metric }) => !found.has(`${metric} ${workload}`))
    .map(({ workload, metric, effect }) => ({ workload, metric, effect }));
  return withAcceptances({ ...report, limits: { changes, verdict: report.verdict, regressed } }, []);
}

/** Each difference once, those for all workloads without a name. What only head has is new, and limits nothing that was there. */
export function limitChanges(base: Rules, head: Rules): readonly LimitChange[] {
  const chosen = (what: string, of: (rules: Rules) => string, wider: boolean): readonly LimitChange[] =>
    of(base) === of(head) ? [] : [{ what, base: of(base), head: of(head), wider }];
  return [
    ...gateChanges(base, head),
    ...suiteChanges(base, head),
    ...chosen("errors", ({ errorLimit }) => shareText(errorLimit), head.errorLimit > base.errorLimit),
    ...chosen("alpha", ({ alpha }) => shareText(alpha), head.alpha < base.alpha),
    ...chosen("decide", ({ decide }) => decide, head.decide === "margin-proven"),
    ...chosen("builds", ({ builds = "alike" }) => builds, head.builds === "compared"),
    ...loadChanges(base.measured, head.measured),
  ];
}

type LimitPair = Readonly<{ base: Limit; head: Limit }>;

function gateChanges(base: Rules, head: Rules): readonly LimitChange[] {
  const all = [...base.gates, ...head.gates];
  const names = sharedWorkloads(base, head) ?? knownNames(all.map(({ workload }) => workload));
  const workloads = names.length === 0 ? [""] : names;
  return [...new Set(all.map(({ metric }) => metric))].flatMap((metric) => {
    const changes = workloads.flatMap((workload) => {
      const sides = { base: metricLimit(base, workload, metric), head: metricLimit(head, workload, metric) };
      const change = limitChangeOf(metric, sides);
      return change === null ? [] : [{ ...change, workload }];
    });
    const [first] = changes;
    if (first === undefined) return [];
    const isOne = changes.every((each) => each.base === first.base && each.head === first.head);
    if (!isOne || changes.length < workloads.length) return changes;
    const { workload: _, ...ofAll } = first;
    return [ofAll];
  });
}

function limitChangeOf(metric: MetricId, { base, head }: LimitPair): LimitChange | null {
  const [before, after] = [limitRule(metric, base), limitRule(metric, head)];
  if (before === after) return null;
  const isLooser =
    head.role !== "gate" ||
    head.margin > base.margin ||
    (head.floor ?? 0) > (base.floor ?? 0) ||
    (base.trade === "fail" && head.trade === undefined);
  const wider = base.role === "gate" && isLooser;
  return { what: metricInfo(metric).label, metric, base: before, head: after, wider };
}

function limitRule(metric: MetricId, { role, margin, floor, trade }: Limit): string {
  if (role !== "gate") return NO_GATE;
  const least = floor === null ? "" : `, at least ${plainSpaces(formatChosen(metric, floor))}`;
  return `${shareText(margin)}${least}${trade === undefined ? "" : ", no trade"}`;
}

function shareText(share: number): string {
  return plainSpaces(formatChosenShare(share));
}

const NO_GATE = "no gate";

/** Changes to the limits of the mean over all workloads. */
function suiteChanges(base: Rules, head: Rules): readonly LimitChange[] {
  const marginOf = ({ suite = [] }: Rules, metric: MetricId) =>
    suite.find((gate) => gate.metric === metric)?.margin ?? null;
  const text = (margin: number | null) => (margin === null ? NO_GATE : shareText(margin));
  const metrics = [...(base.suite ?? []), ...(head.suite ?? [])].map(({ metric }) => metric);
  return [...new Set(metrics)].flatMap((metric) => {
    const [before, after] = [marginOf(base, metric), marginOf(head, metric)];
    if (before === after) return [];
    const wider = before !== null && (after === null || after > before);
    const what = metricInfo(metric).label;
    return [{ what, workload: ALL_WORKLOADS, metric, base: text(before), head: text(after), wider }];
  });
}

/** Changes of the load: another load may be a lighter one, which its options do not show. */
function loadChanges(base: Rules["measured"], head: Rules["measured"]): readonly LimitChange[] {
  if (base === undefined || head === undefined) return [];
  const looks = { what: "looks", base: String(base.looks), head: String(head.looks) };
  const isWider = strictness(head.looks) < strictness(base.looks);
  const workloads = base.workloads.flatMap(({ name: workload, load }): readonly LimitChange[] => {
    const now = head.workloads.find(({ name }) => name === workload);
    if (now === undefined)
      return [{ what: "load", workload, base: "measured", head: "left out", wider: true }];
    return [...new Set([...Object.keys(load), ...Object.keys(now.load)])]
      .filter((what) => load[what] !== now.load[what])
      .map((what) => {
        return { what, workload, base: load[what] ?? UNSAID, head: now.load[what] ?? UNSAID, wider: true };
      });
  });
  return [
    ...(base.looks === head.looks ? [] : [{ ...looks, wider: isWider }]),
    ...(base.base === head.base ? [] : [otherBase(base.base, head.base)]),
    ...workloads,
  ];
}

/** A slower database for base lets any head pass. */
function otherBase(before: string | undefined, now: string | undefined): LimitChange {
  const [base = UNSAID, head = UNSAID] = [before && "one", now && (before ? "another" : "one")];
  return { what: "database.base", base, head, wider: true };
}

/** The more looks, the more is found; a thorough plan lets fewer wrong greens pass than any number of equal looks. */
function strictness(looks: NonNullable<Rules["measured"]>["looks"]): number {
  if (typeof looks === "number") return looks;
  return looks === "thorough" ? THREE_LOOKS + 1 : THREE_LOOKS;
}

const THREE_LOOKS = 3;
const UNSAID = "nothing";

function sharedWorkloads({ measured: base }: Rules, { measured: head }: Rules): readonly string[] | null {
  if (base === undefined || head === undefined) return null;
  const names = new Set(head.workloads.map(({ name }) => name));
  return base.workloads.map(({ name }) => name).filter((name) => names.has(name));
}

function knownNames(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))];
}
