/** Commands that repeat a measurement; what to comment, and what to write in plumbline.yml to accept what it found. */
import { ALL_WORKLOADS, type Change, type Report } from "../../model/report.ts";
import { isSha, plainLine } from "../../text/outside.ts";
import { formatChosenShare } from "../../text/units.ts";
import { harmOf } from "./rows.ts";

/**
 * Shell commands, one a line. Nothing from outside gets in but commit hashes that are hashes, and a path that needs no quotes.
 * @param configPath as given to `--config`; null for the default plumbline.yml.
 */
export function reproduceCommands(report: Report, configPath: string | null = null): readonly string[] {
  const { head, baseline, plan, mode } = report;
  const config = configPath !== null && /^[\w./-]+$/.test(configPath) ? ` --config ${configPath}` : "";
  const measure = `--sessions ${plan.sessions} --seconds ${plan.seconds} --seed ${plan.seed}`;
  const checkout = isSha(head.commit.sha) ? [`git checkout ${head.commit.sha}`] : [];
  if (mode === "history" || baseline.kind === "history") {
    return [...checkout, `plumbline check${config} --mode history ${measure}`];
  }
  const base =
    baseline.kind === "arm" && isSha(baseline.run.commit.sha) ? ` --base ${baseline.run.commit.sha}` : "";
  return [...checkout, `plumbline check${config} --mode side-by-side${base} ${measure}`];
}

/**
 * The comment that accepts these changes: it names the workload and the metric that all of them share. A name with spaces stands in quotes;
 * one that cannot be written there, or that would do something where it is shown, is left out: then all workloads are accepted.
 */
export function acceptCommand(changes: readonly Change[]): string {
  const workloads = new Set(changes.map(({ workload }) => workload));
  const metrics = new Set(changes.map(({ metric }) => metric));
  const of = [...workloads].flatMap((workload) => (workloads.size === 1 ? workloadWords(workload) : []));
  return ["/plumbline accept", ...of, ...(metrics.size === 1 ? metrics : []), "REASON"].join(" ");
}

function workloadWords(workload: string): readonly string[] {
  if (/^[\w.-]+$/.test(workload)) return [workload];
  return /^[\p{L}\p{M}\p{N} .,:;/()+=_-]+$/u.test(workload) ? [`"${workload}"`] : [];
}

/** A wider limit guards nothing: what is worse by more is accepted as it was measured, or not at all. */
const LIMIT_MOST = 0.5;

/**
 * Lines of plumbline.yml with limits that this run's regressions would have stayed within, each for its workload alone. None for what would
 * need more than LIMIT_MOST, or a limit of all workloads: failures have no other.
 */
export function acceptingConfig(regressed: readonly Change[]): readonly string[] {
  const limits = new Map<string, Map<string, GateLimit>>();
  for (const change of regressed.filter(isOffered)) {
    const own = limits.get(change.workload) ?? new Map<string, GateLimit>();
    const before = own.get(change.metric);
    own.set(change.metric, {
      limit: Math.max(before?.limit ?? 0, harmOf(change)),
      // What else a gate says must not be lost by its new limit.
      isStrict: before?.isStrict === true || change.trade === "fail",
    });
    limits.set(change.workload, own);
  }
  const together = limits.get(ALL_WORKLOADS);
  limits.delete(ALL_WORKLOADS);
  return [
    ...(together === undefined ? [] : ["gates:", "  suite:", ...gateLines(together, "    ")]),
    ...(limits.size === 0 ? [] : ["workloads:"]),
    ...[...limits].flatMap(([name, own]) => [
      `  - name: ${JSON.stringify(plainLine(name))}`,
      "    gates:",
      ...gateLines(own, "      "),
    ]),
  ];
}

type GateLimit = Readonly<{ limit: number; isStrict: boolean }>;

function gateLines(limits: ReadonlyMap<string, GateLimit>, indent: string): readonly string[] {
  return [...limits].map(([metric, { limit, isStrict }]) => {
    const text = yamlPercent(limit);
    return `${indent}${metric}: ${isStrict ? `{ change: ${text}, trade: fail }` : text}`;
  });
}

/** The far end of the interval for the worse counts: a limit at the estimate itself would fail every other time. */
function isOffered(change: Change): boolean {
  const harm = harmOf(change);
  return change.metric !== "failed-share" && harm > 0 && harm <= LIMIT_MOST;
}

/** Why some, or all, of what regressed has no line in the config; empty if each has one. */
export function noLimit(regressed: readonly Change[]): string {
  const offered = regressed.filter(isOffered).length;
  if (offered === regressed.length) return "";
  const rest = offered > 0 ? " for the rest" : "";
  return `A limit of more than ${formatChosenShare(LIMIT_MOST)}, or one for failures, would guard nothing, so none is proposed${rest}.`;
}

/** Rounded up, so that the limit holds what it was made from. */
function yamlPercent(share: number): string {
  const step = share >= 0.01 ? 0.01 : 0.0001;
  return formatChosenShare(Math.ceil(share / step - 1e-9) * step).replaceAll(/[\u00a0,]/g, "");
}
