/** What was compared with what, how, and on what: sentences in plain text that every output shares. */
import type { Warning } from "../../model/document.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { Change, Report, RunReference } from "../../model/report.ts";
import { plainLine, shortSha } from "./outside.ts";
import { boughtBy } from "./rows.ts";
import {
  formatBytes,
  formatChosenShare,
  formatDuration,
  formatEffect,
  formatInterval,
  formatMetrics,
  formatPercent,
  formatVisible,
  plural,
} from "./units.ts";

/** "4f2a9c1b3d “add audit trigger” (audit-log)". Holds text from outside: escape it for the format. */
export function commitText({ commit }: RunReference): string {
  const subject = commit.subject === null ? "" : ` “${plainLine(commit.subject, 60)}”`;
  const branch = commit.branch === null ? "" : ` on ${plainLine(commit.branch, 40)}`;
  return `${shortSha(commit.sha)}${subject}${branch}${commit.dirty ? " with uncommitted changes" : ""}`;
}

/** What head was compared with. Holds text from outside. */
export function baselineText({ baseline, head }: Report): string {
  if (baseline.kind === "arm") {
    const same =
      baseline.run.commit.sha === head.commit.sha && !head.commit.dirty && !baseline.run.commit.dirty;
    return same ? "itself (the same commit twice)" : `base ${commitText(baseline.run)}`;
  }
  if (baseline.kind === "none") return "no base: it has none of this yet";
  const branch = plainLine(baseline.branch, 40);
  const newest = baseline.runs[0];
  if (newest === undefined) return `the history of ${branch}, which has no comparable run yet`;
  return `${plural(baseline.runs.length, "earlier run")} of ${branch}, newest ${shortSha(newest.commit.sha)}`;
}

/** "side by side, 8 sessions of 8 s per workload". */
export function measuredText(report: Report): string {
  const { rule, head, plan } = report;
  const longer = lookedAtAgain(report);
  const sessions = longer.length === 0 ? head.sessions : plan.sessions;
  const most = Math.max(...longer.map((workload) => workload.sessions ?? 0)) - plan.sessions;
  const more = most > plan.sessions ? `up to ${most} more` : "as many again";
  const reason = plan.looks > 2 ? "looked worse or were undecided" : "looked worse";
  const again = longer.length === 0 ? "" : `, ${more} of ${plural(longer.length, "workload")} that ${reason}`;
  // Ranks are also the test of arms that were measured together and share no noise.
  const apart = report.warnings.some(({ code }) => code === "unpaired");
  const isAlone = rule.form === "prediction" || report.baseline.kind === "none";
  const how = apart ? "measured apart" : isAlone ? "head alone" : "side by side";
  return `${how}, ${plural(sessions, "session")} of ${formatDuration(plan.seconds)} per workload${again}`;
}

/** Workloads that got more than the first look. */
function lookedAtAgain({ plan, workloads }: Report): Report["workloads"] {
  return plan.looks < 2 ? [] : workloads.filter(({ sessions }) => (sessions ?? 0) > plan.sessions);
}

/** Facts that a number is worth nothing without, as label and value. Values hold text from outside. */
export function conditionLines(report: Report): readonly (readonly [label: string, value: string])[] {
  const { environment: machine, plan } = report;
  const runner = machine.runner === "" ? "" : `, runner ${plainLine(machine.runner)}`;
  const settings = Object.entries(machine.settings).map(([name, value]) => `${name}=${value}`);
  return [
    [
      "machine",
      `${machine.cpuCount} × ${plainLine(machine.cpuModel)}, ${formatBytes(machine.memoryBytes)}, ${plainLine(machine.kernel)}${runner}`,
    ],
    [
      "database",
      `${plainLine(machine.database)} ${plainLine(machine.databaseVersion)}, dialect ${plainLine(machine.dialect)}`,
    ],
    ["settings", settings.length === 0 ? "the server's own" : plainLine(settings.join(", "), 1000)],
    [
      "measured",
      `${measuredText(report)}, warm-up ${formatDuration(plan.warmupSeconds)}${sliceText(report)}, seed ${plan.seed}`,
    ],
    ...moreLooks(report),
    ...cpuByProcess(report),
    ...idleServers(report),
    ...(orderText(report) === "" ? [] : [["order of starts", orderText(report)] as const]),
    ["decided", ruleText(report)],
  ];
}

/** What fell on both arms alike, and shows in neither. */
function idleServers({ workloads }: Report): (readonly [string, string])[] {
  const seen = workloads.flatMap(({ name, idleCpus }) =>
    idleCpus === undefined ? [] : [`${plainLine(name)} ${cpus(idleCpus.base)} and ${cpus(idleCpus.head)}`],
  );
  return seen.length === 0
    ? []
    : [["idle servers", `CPUs used by base and head while the other was driven: ${seen.join(", ")}`]];
}

const REMOVED = {
  "by-earlier-runs": "known from earlier measurements, and taken out",
  "by-this-run": "taken out",
  not: "both orders count alike; too few sessions to take it out of the noise",
} as const;

/** What the server shows that starts first, and what became of it; "" where nobody knows. */
export function orderText({ order = [] }: Report): string {
  if (order.length === 0) return "";
  const text = Object.entries(REMOVED).flatMap(([how, what]) => {
    const seen = order.filter(({ removed }) => removed === how);
    const shown = seen.map(
      ({ metric, difference }) => `${metricInfo(metric).label} ${formatEffect(difference)}`,
    );
    return seen.length === 0 ? [] : [`${shown.join(", ")} (${what})`];
  });
  return `the server that starts first shows ${text.join("; ")}`;
}

/** Whose CPU time it was: connections with what they start, or processes beside them. */
function cpuByProcess({ workloads }: Report): (readonly [string, string])[] {
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
  return used === null ? "?" : used.toFixed(2);
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
      : `; intervals of ${level}, each for its own metric: unlike what is called, not adjusted for the number of gates`;
  const family = adjustment === "holm" ? " over all gates (Holm)" : "";
  const known = earlier === undefined ? "" : `, with the noise of ${plural(earlier, "earlier measurement")}`;
  return `${FORMS[form]}${known}; chance of a false regression at most ${formatChosenShare(alpha)}${family}${intervals}`;
}

/** The level of the report's intervals: "90 %"; null where nothing was compared. */
export function levelText(workloads: Report["workloads"]): string | null {
  const compared = workloads.find(({ newBecause }) => newBecause === undefined);
  const confidence = compared?.changes[0]?.confidence;
  // Of two looks it is 93.93 %, to more digits than anybody asked for.
  return confidence === undefined ? null : formatChosenShare(Math.round(confidence * 1000) / 1000);
}

/** What a trade is, and how it is made one that fails. Holds a name from outside. */
export function tradeText({ workload, metric, verdict }: Change): string {
  if (verdict.kind !== "trade") return "";
  return `${plainLine(workload)}: ${boughtBy(verdict.for)} improved for more ${metricInfo(metric).label}. This is a trade and fails nothing; where it should, set gates.${metric}.trade to fail.`;
}

/** What this run could see: for each gate metric the median over the workloads. Empty where nothing is known. */
export function visibleText({ workloads, rule }: Report): string {
  const each = rule.form === "prediction" ? "run" : "session";
  const gates = workloads.flatMap((workload) => workload.changes).filter((change) => change.role === "gate");
  const metrics = [...new Set(gates.map((gate) => gate.metric))];
  const known = metrics.flatMap((metric) => visibleOf(metric, gates, each));
  if (known.length === 0) return "";
  const medians = workloads.length > 1 ? `, medians over ${workloads.length} workloads` : "";
  return `Smallest visible change: ${known.join(", ")}${medians}.`;
}

function visibleOf(metric: MetricId, gates: readonly Change[], each: string): string[] {
  const own = gates.filter((gate) => gate.metric === metric);
  const visible = median(own.map((gate) => gate.smallestVisible));
  const noise = median(own.map((gate) => gate.noise));
  if (visible === null) return [];
  const expected = median(own.map(({ expectedVisible }) => expectedVisible ?? null));
  const facts = [
    ...(noise === null ? [] : [`sd of a ${each} ${formatPercent(noise)}`]),
    ...(expected === null ? [] : [`expected ${formatVisible(expected)}`]),
  ];
  const measured = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  return [`${metricInfo(metric).label} ${formatVisible(visible)}${measured}`];
}

/** What the mean over all workloads shows, each metric with its interval: "All 3 workloads together: QPS −1.5 % (−1.7 .. −1.3)."; or "". */
export function togetherText({ workloads, together = [] }: Report): string {
  const shown = together.flatMap(({ metric, effect, interval }) =>
    effect === null || interval === null
      ? []
      : [`${metricInfo(metric).label} ${formatEffect(effect)} ${formatInterval(interval, effect)}`],
  );
  return shown.length === 0
    ? ""
    : `All ${plural(workloads.length, "workload")} together: ${shown.join(", ")}.`;
}

export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

export type Options = Readonly<{
  shared: readonly string[];
  own: readonly (readonly [workload: string, options: readonly string[]])[];
}>;

/** Options that all workloads share, and what each has of its own, as "name=value". Text from outside. */
export function optionsOf({ workloads }: Report): Options {
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

/** A warning's message, with what it is about where the message does not say so itself. Text from outside. */
export function doubtText({ message, workload, metric }: Warning): string {
  const names = [workload, metric]
    .filter((name) => name !== undefined)
    .filter((name) => !message.includes(name));
  const place = names.length === 0 ? "" : ` (${names.map((name) => plainLine(name)).join(", ")})`;
  return plainLine(message, MESSAGE_MOST) + place;
}

/** Messages may quote a statement, which may be of any length. */
export const MESSAGE_MOST = 400;
