/** The first sentence of every output, as a person would say it. It holds names from outside: each printer escapes it. */
import { metricInfo } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change, type Report } from "../../model/report.ts";
import { relevantChange } from "../../model/rules.ts";
import { plainLine } from "../../text/outside.ts";
import { formatBound, formatCount, plural } from "../../text/units.ts";
import { butText } from "./beyond-gates.ts";
import { limitsDecide } from "./limits.ts";
import { migrationFault } from "./migration.ts";
import { isOverallThroughput, mayText, movedText, speedOf } from "./moved.ts";
import { changeRows, harmOf } from "./rows.ts";
import {
  comparedWorkloads,
  forbiddenBy,
  gatesOf,
  holdsUp,
  reasonForAll,
  shortHistory,
  standingOf,
} from "./standing.ts";

/** GitHub takes longer titles of checks; a sentence of them is none. */
const NAME_MOST = 40;

/** One line of plain text, of at most 200 characters. */
export function headline(report: Report): string {
  const fault = migrationFault(report.migration);
  return fault === null ? headlineOfMetrics(report) : [fault, ...alsoRegressed(report)].join(", and ");
}

/** A text of ours where a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The headline where a sentence begins: a workload's name stays as it is. */
export function titleOf(report: Report): string {
  const said = headline(report);
  const isName = report.workloads.some(({ name }) => said.startsWith(plainLine(name, NAME_MOST)));
  return isName ? said : capital(said);
}

function alsoRegressed(report: Report): readonly string[] {
  const { regressed } = changeRows(report);
  return regressed.length === 0 ? [] : [movedSentence(report, regressed)];
}

function headlineOfMetrics(report: Report): string {
  const { limits, verdict } = report;
  if (limitsDecide(report)) return headlineOfLimits(report);
  if (limits === undefined || verdict !== "accepted" || limits.verdict === "regressed")
    return headlineByVerdict(report);
  return `${headlineByVerdict({ ...report, verdict: limits.verdict })} (limits wider than base's were accepted)`;
}

/** Base's limits decided the verdict, and head's own would let it pass. */
function headlineOfLimits(report: Report): string {
  const { regressed } = report.limits!;
  const [first, ...more] = regressed.flatMap(({ workload, metric, effect }) => {
    const { changes } = report.workloads.find(({ name }) => name === workload) ?? { changes: [] };
    const change = changes.find((each) => each.metric === metric);
    return change === undefined
      ? []
      : [`${workloadName(report, change)} ${movedText({ ...change, effect })}`];
  });
  if (first === undefined) return "this change has wider limits than base, which nobody has accepted";
  const others = more.length === 0 ? "" : `, and ${plural(more.length, "more regression")}`;
  return `by base's limits, which this change widens, ${first}${others}`;
}

function headlineByVerdict(report: Report): string {
  const compared = comparedWorkloads(report);
  const fresh = report.workloads.length - compared.length;
  const { regressed, accepted, traded, improved } = changeRows(report);
  if (compared.every((workload) => standingOf(workload) === "none"))
    return fresh > 0 ? allNew(fresh) : nothingJudged(report);
  if (regressed.length > 0) return movedSentence(report, regressed);
  if (report.verdict === "accepted" || accepted.length > 0)
    return `${movedSentence(report, accepted)}, which was accepted`;
  const but = butText(report);
  const withBut = (said: string) => (but === null ? said : `${said}, but ${but}`);
  if (report.verdict === "inconclusive")
    return shortHistory(report) === null ? withBut(undecided(report)) : undecided(report);
  if (report.verdict === "trade") return tradeSentence(report, traded, improved);
  if (improved.length > 0) return withBut(movedSentence(report, improved));
  const limited = compared.filter((workload) => gatesOf(workload).some(hasResolution));
  const counted = limited.length > 0 ? limited : compared;
  const free = compared.length - counted.length;
  const rest = [
    ...(free > 0 ? [`${formatCount(free)} more without a limit`] : []),
    ...(fresh > 0 ? [`${fresh} new`] : []),
    ...notCompared(report),
  ];
  const all = `${plural(counted.length, "workload")}${rest.length > 0 ? ` (${rest.join(", ")})` : ""}`;
  const isSpeed = compared.flatMap(gatesOf).some(({ metric }) => speedOf(metric) !== null);
  const most = resolution(report) ?? "its limit";
  const none = but === null ? `nothing is ${isSpeed ? "slower" : "worse"}` : "no gate is worse";
  return withBut(`${none} by more than ${most} in ${all}`);
}

/** @param changes of one direction, those that matter most first */
function movedSentence(report: Report, changes: readonly Change[]): string {
  const [first, ...others] = leadsOf(changes);
  if (first === undefined) return "a regression";
  const said = `${workloadName(report, first)} ${movedText(first)}`;
  if (others.length === 0) return said;
  const [only] = others.length === 1 ? others : [];
  const who =
    only === undefined ? `${formatCount(others.length)} others are` : `${workloadName(report, only)} is`;
  return `${said}, and ${who} ${directionWord([first, ...others])} too`;
}

/** What all changes are: "slower" if that is true of each, "worse" of the others. */
function directionWord(changes: readonly Change[]): string {
  const isSpeed = changes.every(({ metric }) => speedOf(metric) !== null);
  const [good, bad] = isSpeed ? ["faster", "slower"] : ["better", "worse"];
  return changes[0]!.verdict.kind === "improved" ? good : bad;
}

/** The change of each workload that a person would name: of throughput, else of latency, else the first. */
export function leadsOf(changes: readonly Change[]): readonly Change[] {
  const names = [...new Set(changes.map(({ workload }) => workload))];
  const own = names.filter((name) => names.length === 1 || name !== ALL_WORKLOADS);
  return own.map((name) => leadOf(changes.filter(({ workload }) => workload === name))!);
}

function leadOf(changes: readonly Change[]): Change | undefined {
  const ranks = [
    (change: Change) => isOverallThroughput(change.metric),
    (change: Change) => speedOf(change.metric) !== null,
  ];
  return ranks.map((isIt) => changes.find(isIt)).find((found) => found !== undefined) ?? changes[0];
}

function workloadName(report: Report, { workload }: Change): string {
  return workload === ALL_WORKLOADS
    ? `the mean of all ${plural(comparedWorkloads(report).length, "workload")}`
    : plainLine(workload, NAME_MOST);
}

/** "report is 60 % faster, and needs 8 % more server CPU for it". */
function tradeSentence(report: Report, traded: readonly Change[], improved: readonly Change[]): string {
  const [first, ...others] = leadsOf(traded);
  if (first === undefined) return movedSentence(report, improved);
  const bought = leadOf(improved.filter(({ workload }) => workload === first.workload));
  const better = bought === undefined ? "is better" : movedText(bought);
  const more = others.length === 0 ? "" : ` (and ${plural(others.length, "more trade")})`;
  return `${workloadName(report, first)} ${better}, and ${movedText(first)} for it${more}`;
}

/** Worded so that readers do not take it for a pass. */
function undecided(report: Report): string {
  const history = shortHistory(report);
  if (history?.have === 0) return "first run, nothing to compare with yet";
  if (history !== null)
    return `${history.have} of ${plural(history.need, "baseline run")} so far, too few to judge`;
  const open = [...report.workloads.flatMap(gatesOf), ...(report.together ?? [])].filter(
    (change) => change.role === "gate" && holdsUp(change),
  );
  const leads = leadsOf(open);
  const [first] = leads;
  if (first === undefined)
    return `no gate could judge ${plural(report.workloads.length, "workload")}, please look at the warnings`;
  const isOne = leads.length === 1;
  const who = isOne
    ? workloadName(report, first)
    : `${formatCount(leads.length)} of ${plural(report.workloads.length, "workload")}`;
  const are = isOne ? "is" : "are";
  if (open.every(({ verdict }) => verdict.kind === "too-few"))
    return `${who} ${are} undecided: there is too little data to show or exclude a regression`;
  const judged = open.filter((change) => forbiddenBy(change) === null);
  if (judged.length === 0) return `${who} ${are} undecided: ${reasonForAll(open)}`;
  const lead = leadOf(judged.filter(({ interval }) => interval !== null));
  if (lead === undefined) return `${who} ${are} undecided: a regression is neither shown nor excluded`;
  const alike = judged.filter(({ metric, interval }) => metric === lead.metric && interval !== null);
  const harm = Math.max(...alike.map(harmOf));
  return `${who} ${are} undecided: ${isOne ? "it" : "they"} may ${mayText(lead.metric, harm)}`;
}

/**
 * Change that a passing run excludes: "2 % (p99: 10 %)", its limits or what it could see if that is more; null if no gate has such a
 * limit. Each metric has the largest over its gates, as a share of base: what is claimed holds of all of them.
 */
export function resolution({ workloads, excluded: multiple = 1 }: Report): string | null {
  const gates = workloads.flatMap(gatesOf).filter(hasResolution);
  const metrics = [...new Set(gates.map(({ metric }) => metric))];
  if (metrics.length === 0) return null;
  const bounds = metrics.map((metric) => {
    const own = gates.filter((gate) => gate.metric === metric);
    const most = multiple * Math.max(...own.map((gate) => relevantChange(gate, gate.base.estimate)));
    const isFall = metricInfo(metric).direction === "higher-is-better";
    return { metric, most: isFall ? Math.min(MOST_LOST, most) : most };
  });
  const least = formatBound(Math.min(...bounds.map(({ most }) => most)));
  const others = bounds
    .map(({ metric, most }) => ({ label: metricInfo(metric).label, bound: formatBound(most) }))
    .filter(({ bound }) => bound !== least);
  const rest = others.map(({ label, bound }) => `${label}: ${bound}`);
  return `${least}${rest.length > 0 ? ` (${rest.join(", ")})` : ""}`;
}

/** True for a gate whose limit is a share of base. */
function hasResolution({ metric }: Change): boolean {
  return metricInfo(metric).unit !== "share";
}

/** Nothing can lose more than 100 %. So a loss is named as excluded only up to this share. */
const MOST_LOST = 0.99;

/** Workloads that only one of the arms has. */
function notCompared({ warnings }: Report): readonly string[] {
  const { length } = warnings.filter(({ code }) => code === "only-in-head" || code === "only-in-base");
  return length === 0 ? [] : [`${formatCount(length)} more not compared`];
}

function allNew(count: number): string {
  return count === 1
    ? "1 new workload, no base to compare it with yet"
    : `${count} new workloads, no base to compare them with yet`;
}

function nothingJudged(report: Report): string {
  return notCompared(report).length > 0
    ? "nothing to compare, base and head share no workload"
    : "nothing measured, please look at the run";
}
