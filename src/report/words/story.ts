/** Sentences on what was compared with what, how, and on what: plain text that every output shares. */

import { fullLook, sessionsOfAllLooks } from "../../analysis/verdict/looks.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { Change, Report, RunReference } from "../../model/report.ts";
import { median, sorted } from "../../stats/summary.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import {
  formatBytes,
  formatChange,
  formatChangeInterval,
  formatChosenShare,
  formatCount,
  formatDecimals,
  formatDuration,
  formatLevel,
  formatMetrics,
  formatVisible,
  NBSP,
  plural,
} from "../../text/units.ts";
import { generatorText, serverLines } from "./build.ts";
import { databaseText, machineText } from "./environment.ts";
import { boughtBy, EVIDENCE } from "./rows.ts";
import { comparedWorkloads } from "./standing.ts";

/** "4f2a9c1b3d “add audit trigger” (audit-log)". Holds text from outside: escape it for the format. */
export function commitText({ commit }: RunReference): string {
  if (!isKnownCommit(commit)) return "(commit unknown)";
  const subject = commit.subject === null ? "" : ` “${plainLine(commit.subject, 60)}”`;
  const branch = commit.branch === null ? "" : ` on ${plainLine(commit.branch, 40)}`;
  return `${shortSha(commit.sha)}${subject}${branch}${commit.dirty ? " with uncommitted changes" : ""}`;
}

/** False for a run outside a checkout: nothing is known of its commit (io/git/commit.ts). */
function isKnownCommit({ sha }: RunReference["commit"]): boolean {
  return sha !== "unknown";
}

/** Warnings by which two arms of one commit are not the same thing: two versions of the database, or two sets of settings. */
const OTHER_DATABASE: ReadonlySet<string> = new Set(["version-differs", "settings-differ"]);

/** Name of what head was compared with. Holds text from outside. */
export function baselineText({ baseline, head, warnings }: Report): string {
  if (baseline.kind === "arm") {
    const { commit } = baseline.run;
    const same =
      isKnownCommit(commit) && commit.sha === head.commit.sha && !head.commit.dirty && !commit.dirty;
    if (!same) return `base ${commitText(baseline.run)}`;
    const isOther = warnings.some(({ code }) => OTHER_DATABASE.has(code));
    return isOther ? "another database (the same commit)" : "itself (the same commit twice)";
  }
  if (baseline.kind === "none") return "no base: it has none of this yet";
  const branch = plainLine(baseline.branch, 40);
  const newest = baseline.runs[0];
  if (newest === undefined) return `the history of ${branch}, which has no comparable run yet`;
  return `${plural(baseline.runs.length, "earlier run")} of ${branch}, newest ${shortSha(newest.commit.sha)}`;
}

/** Ranks are also the test of arms that were measured together and share no noise. */
function isApart({ warnings }: Report): boolean {
  return warnings.some(({ code }) => code === "unpaired");
}

/** Sessions behind a change's smallest visible change: as many as all planned looks would have made of those that were taken. */
export function sessionsOfLooks(report: Report, taken: number): number {
  const hasLooks = report.rule.form !== "prediction" && !isApart(report);
  return hasLooks ? sessionsOfAllLooks(report.plan, taken) : taken;
}

/** "side by side, 8 sessions of 8 s per workload", "side by side, 3 to 8 of up to 24 sessions of 8 s per workload". */
export function measuredText(report: Report): string {
  const { rule, head, plan } = report;
  const isAlone = rule.form === "prediction" || report.baseline.kind === "none";
  const how = isApart(report) ? "measured apart" : isAlone ? "head alone" : "side by side";
  if (typeof plan.looks !== "number")
    return `${how}, ${takenText(report)} of up to ${plural(fullLook(plan.looks).sessions, "session")} of ${formatDuration(plan.seconds)} per workload`;
  const longer = lookedAtAgain(report);
  const sessions = longer.length === 0 ? head.sessions : plan.sessions;
  const most = Math.max(...longer.map((workload) => workload.sessions ?? 0)) - plan.sessions;
  const more = most === plan.sessions ? "as many again" : `up to ${most} more`;
  const undecided = longer.length === 1 ? "was undecided" : "were undecided";
  const reason = plan.looks > 2 ? `looked worse or ${undecided}` : "looked worse";
  const again = longer.length === 0 ? "" : `, ${more} of ${plural(longer.length, "workload")} that ${reason}`;
  return `${how}, ${plural(sessions, "session")} of ${formatDuration(plan.seconds)} per workload${again}`;
}

/** Sessions that workloads had: "8", or "3 to 8". */
function takenText({ workloads, head }: Report): string {
  const taken = workloads.map(({ sessions }) => sessions ?? head.sessions);
  const [least, most] = [Math.min(...taken, head.sessions), Math.max(...taken)];
  return least >= most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}

/** Workloads that got more than the first look; where looks are small, more than the one that stopped first. */
function lookedAtAgain({ plan, workloads }: Report): Report["workloads"] {
  if (plan.looks === 1) return [];
  const taken = workloads.flatMap(({ sessions }) => sessions ?? []);
  const first = typeof plan.looks === "number" ? plan.sessions : Math.min(...taken);
  return workloads.filter(({ sessions }) => (sessions ?? 0) > first);
}

const NOT_KNOWN = "not known";

/** Facts that a number is worth nothing without, as label and value. Values hold text from outside. */
export function conditionLines(report: Report): readonly (readonly [label: string, value: string])[] {
  const { environment: machine, plan } = report;
  const runner = machine.runner === "" ? "" : `, runner ${plainLine(machine.runner)}`;
  const [hardware, database] = [machineText(machine), databaseText(machine)];
  const unsaid = database === null ? NOT_KNOWN : "the server's own";
  const settings = Object.entries(machine.settings).map(([name, value]) => `${name}=${value}`);
  return [
    [
      "machine",
      `${hardware === null ? NOT_KNOWN : `${hardware}, ${formatBytes(machine.memoryBytes)}, ${plainLine(machine.kernel)}`}${runner}`,
    ],
    [
      "database",
      `${database ?? NOT_KNOWN}${machine.dialect === "unknown" ? "" : `, dialect ${plainLine(machine.dialect)}`}`,
    ],
    ...serverLines(report),
    ["settings", settings.length > 0 ? plainLine(settings.join(", "), 1000) : unsaid],
    [
      "measured",
      `${measuredText(report)}, warm-up ${formatDuration(plan.warmupSeconds)}${sliceText(report)}, seed ${plan.seed}`,
    ],
    ...generatorLine(report),
    ...moreLooks(report),
    ...cpuShares(report),
    ...idleServers(report),
    ...(orderText(report) === "" ? [] : [["order of starts", orderText(report)] as const]),
    ["decided", ruleText(report)],
  ];
}

function generatorLine({ generator }: Report): (readonly [string, string])[] {
  const text = generatorText(generator);
  return text === null ? [] : [["load generator", text]];
}

/** CPU time of idle servers, which fell on both arms alike and shows in neither. */
function idleServers({ workloads }: Report): (readonly [string, string])[] {
  const seen = workloads.flatMap(({ name, idleCpus }) =>
    idleCpus === undefined ? [] : [`${plainLine(name)} ${cpus(idleCpus.base)} and ${cpus(idleCpus.head)}`],
  );
  return seen.length === 0
    ? []
    : [["idle servers", `CPUs used by base and head while the other was driven: ${seen.join(", ")}`]];
}

const REMOVED = {
  "by-earlier-runs": "this is known from earlier measurements, and removed from the results",
  "by-this-run": "this is removed from the results",
  not: "both orders count alike, so that it favours neither arm",
} as const;

/** Lead or lag of the server that started first, and what became of it; "" if it is not known. */
export function orderText({ order = [] }: Report): string {
  if (order.length === 0) return "";
  const text = Object.entries(REMOVED).flatMap(([how, what]) => {
    const seen = order.filter(({ removed }) => removed === how);
    const shown = seen.map(
      ({ metric, difference }) => `${metricInfo(metric).label} ${formatChange(difference)}`,
    );
    return seen.length === 0 ? [] : [`${shown.join(", ")}; ${what}`];
  });
  return `the server started first had ${text.join(". Also ")}`;
}

/** CPU time by process: connections with what they start, or background processes. */
function cpuShares({ workloads }: Report): (readonly [string, string])[] {
  const seen = workloads.flatMap(({ name, cpuByProcess: by }) => {
    if (by === undefined) return [];
    const both = (kind: keyof typeof by.base) =>
      formatMetrics("server-cpu", [by.base[kind], by.head[kind]]).join(" and ");
    return [`${plainLine(name)} ${both("connections")}, background ${both("background")}`];
  });
  return seen.length === 0
    ? []
    : [
        [
          "server CPU",
          `per statement of base and head, by connections with their parallel workers, and by background processes: ${seen.join("; ")}`,
        ],
      ];
}

function cpus(used: number | null): string {
  return used === null ? "?" : formatDecimals(used, 2);
}

function moreLooks(report: Report): (readonly [string, string])[] {
  const again = lookedAtAgain(report).map(
    ({ name, sessions }) => `${plainLine(name)} (${sessions} sessions)`,
  );
  return again.length === 0 ? [] : [["looked at again", again.join(", ")]];
}

function sliceText({ mode, plan }: Report): string {
  return mode === "side-by-side"
    ? `, slices ${plan.sliceMs === "auto" ? "as long as the events need" : `of ${plan.sliceMs} ms`}`
    : "";
}

const FORMS: Readonly<Record<Report["rule"]["form"], string>> = {
  paired: "paired t test on the sessions' log ratios",
  unpaired: "Mann-Whitney test on the sessions' values",
  prediction: "prediction interval from earlier runs",
};

function ruleText({ rule: { alpha, adjustment, form, earlier }, baseline, workloads }: Report): string {
  if (baseline.kind === "none") return "nothing: there is no base to compare with yet";
  const level = levelText(workloads);
  const intervals =
    level === null
      ? ""
      : `; intervals of ${level}, each for one metric alone; verdicts are stricter, because all gates are tested together`;
  const family = adjustment === "holm" ? " over all gates (Holm)" : "";
  const known = earlier === undefined ? "" : `, with the noise of ${plural(earlier, "earlier measurement")}`;
  return `${FORMS[form]}${known}; chance of a false regression at most ${formatChosenShare(alpha)}${family}${intervals}`;
}

/** The level of the report's intervals; null where nothing was compared. */
export function levelText(workloads: Report["workloads"]): string | null {
  const compared = workloads.find(({ newBecause }) => newBecause === undefined);
  const confidence = compared?.changes[0]?.confidence;
  return confidence === undefined ? null : formatLevel(confidence);
}

/** Meaning of the cells of a table of changes; "" if no change has an interval. */
export function cellsText({ workloads }: Report): string {
  const level = levelText(workloads);
  const hasInterval = workloads.some(({ changes }) => changes.some(({ interval }) => interval !== null));
  return level !== null && hasInterval
    ? `In brackets: the ${level} interval of the change; ${EVIDENCE}.`
    : "";
}

/** Explains a trade, and how to make it fail. Holds a name from outside. */
export function tradeText({ workload, metric, verdict }: Change): string {
  if (verdict.kind !== "trade") return "";
  return `${plainLine(workload)}: ${boughtBy(verdict.for)} improved for more ${metricInfo(metric).label}. The check passes. To fail on this, set gates.${metric}.trade to fail.`;
}

/** Changes that this run could see: for each gate metric the median over the workloads. Empty if nothing is known. */
export function visibleText(report: Report): string {
  const workloads = comparedWorkloads(report);
  const gates = workloads.flatMap((workload) => workload.changes).filter((change) => change.role === "gate");
  const metrics = [...new Set(gates.map((gate) => gate.metric))];
  const known = metrics.flatMap((metric) => visibleOf(metric, gates));
  if (known.length === 0) return "";
  const medians = workloads.length > 1 ? [`medians over ${workloads.length} workloads`] : [];
  const facts = [...medians, ...sessionsText(report)];
  return `${FOUND}: ${known.join(", ")} (${[`80${NBSP}% power`, ...facts].join("; ")}).`;
}

const FOUND = "This check detects a regression of at least";
/** Meaning of a table's "detectable". */
export const DETECTABLE = `Detectable: the smallest regression that four of five such checks find (80${NBSP}% power).`;

/** Number of sessions that it takes to see that; a run against history has none, for its spread is that between runs. */
function sessionsText(report: Report): readonly string[] {
  const { rule, head, workloads } = report;
  if (rule.form === "prediction") return [];
  const taken = workloads.map(({ sessions = head.sessions }) => sessions);
  const most = Math.max(...taken.map((sessions) => sessionsOfLooks(report, sessions)));
  return [`${most > Math.min(...taken) ? "up to " : ""}${plural(most, "session")}`];
}

function medianOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(sorted(known));
}

function visibleOf(metric: MetricId, gates: readonly Change[]): string[] {
  const own = gates.filter((gate) => gate.metric === metric);
  const visible = medianOfKnown(own.map((gate) => gate.smallestVisible));
  if (visible === null) return [];
  const expected = medianOfKnown(own.map(({ expectedVisible }) => expectedVisible ?? null));
  const before = expected === null ? "" : ` (expected: ${formatVisible(expected)})`;
  return [`${metricInfo(metric).label} ${formatVisible(visible)}${before}`];
}

/** True if the mean over all workloads is shown to have moved, in any metric. */
export function movedTogether({ together = [] }: Report): boolean {
  return together.some(({ interval }) => interval !== null && (interval.low > 0 || interval.high < 0));
}

/** Mean change over all workloads, each metric with its interval: "All 3 workloads together: QPS −1.5 % (−1.7 .. −1.3)."; or "". */
export function togetherText(report: Report): string {
  const { together = [] } = report;
  const shown = together.flatMap(({ metric, effect, interval }) =>
    effect === null || interval === null
      ? []
      : [
          `${metricInfo(metric).label} ${formatChange(effect, interval)} ${formatChangeInterval(interval, effect)}`,
        ],
  );
  if (shown.length === 0) return "";
  const why = isWorseUngated(report)
    ? " Each is within its limit; gates.suite sets one for all together."
    : "";
  return `All ${plural(comparedWorkloads(report).length, "workload")} together: ${shown.join(", ")}.${why}`;
}

/** True if a reader of a check that passes may ask why it does. */
function isWorseUngated({ verdict, together = [] }: Report): boolean {
  return (
    verdict === "unchanged" &&
    together.some(({ role, metric, interval }) => {
      const isLower = metricInfo(metric).direction === "lower-is-better";
      return role !== "gate" && interval !== null && (isLower ? interval.low > 0 : interval.high < 0);
    })
  );
}

export type OptionTexts = Readonly<{
  shared: readonly string[];
  own: readonly (readonly [workload: string, options: readonly string[]])[];
}>;

/** Options that all workloads share, and what each has of its own, as "name=value". Text from outside. */
export function optionTexts({ workloads }: Report): OptionTexts {
  const spelled = workloads.map(({ options }) =>
    Object.entries(options).map(([name, value]) => `${name}=${value}`),
  );
  const sets = spelled.map((options) => new Set(options));
  const first = spelled[0] ?? [];
  const shared = workloads.length > 1 ? first.filter((option) => sets.every((set) => set.has(option))) : [];
  const common = new Set(shared);
  const own = workloads.map(({ name, workload }, index) => {
    const rest = (spelled[index] ?? []).filter((option) => !common.has(option));
    return [name, name === workload ? rest : [workload, ...rest]] as const;
  });
  return { shared, own: own.filter(([, options]) => options.length > 0) };
}

/** Messages may quote a statement, which may be of any length. */
export const MESSAGE_MOST = 400;
