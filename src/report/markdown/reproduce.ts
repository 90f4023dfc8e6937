/** Commands that repeat a measurement; what to comment, and what to write in plumbline.yml to accept what it found. */
import { isOwnMetric, metricInfo } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change, type Report } from "../../model/report.ts";
import { isSha, plainLine } from "../../text/outside.ts";
import { formatChosenShare } from "../../text/units.ts";
import { harmOf } from "../words/rows.ts";

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
 * The comment that accepts one change, or every one of a pull request. A name with spaces stands in quotes; one that cannot be
 * written there, or that would do something where it is shown, is left out: then the metric is accepted in all workloads.
 */
export function acceptCommand(change: Change | null): string {
  if (change === null) return "/plumbline accept REASON";
  const { workload, metric } = change;
  return ["/plumbline accept", ...spelled(workload), metric, "REASON"].join(" ");
}

function spelled(workload: string): readonly string[] {
  if (/^[\w.-]+$/.test(workload)) return [workload];
  return /^[\p{L}\p{M}\p{N} .,:;/()+=_-]+$/u.test(workload) ? [`"${workload}"`] : [];
}

/** Lines of plumbline.yml with limits that this run's regressions would have stayed within. */
export function acceptingConfig(regressed: readonly Change[]): readonly string[] {
  const limits = new Map<string, number>();
  const together = new Map<string, number>();
  const ofWorkloads = new Map<string, Map<string, number>>();
  const strict = new Set<string>(
    regressed.filter(({ trade }) => trade === "fail").map(({ metric }) => metric),
  );
  let errors = 0;
  for (const change of regressed) {
    const its = limitsFor(change, limits, together, ofWorkloads);
    if (change.metric === "failed-share") errors = Math.max(errors, rise(change));
    else its.set(change.metric, Math.max(its.get(change.metric) ?? 0, reach(change)));
  }
  // What else a gate says must not be lost by its new limit.
  const gateText = (metric: string, limit: number) =>
    strict.has(metric) ? `{ change: ${limitText(limit)}, trade: fail }` : limitText(limit);
  const own = [...limits].map(([metric, limit]) => `  ${metric}: ${gateText(metric, limit)}`);
  const ofAll = [...together].map(([metric, limit]) => `    ${metric}: ${limitText(limit)}`);
  const gates = [...own, ...(ofAll.length > 0 ? ["  suite:", ...ofAll] : [])];
  return [
    ...(gates.length > 0 ? ["gates:", ...gates] : []),
    ...workloadGates(ofWorkloads),
    ...(errors > 0 ? [`errors: ${yamlPercent(errors)}`] : []),
  ];
}

type GateLimits = Map<string, number>;

/** Group that the limit of a change belongs to: a metric that not every workload has goes under its workload. */
function limitsFor(
  { workload, metric }: Change,
  limits: GateLimits,
  together: GateLimits,
  ofWorkloads: Map<string, GateLimits>,
): GateLimits {
  if (workload === ALL_WORKLOADS) return together;
  if (!isOwnMetric(metric)) return limits;
  const own = ofWorkloads.get(workload) ?? new Map<string, number>();
  ofWorkloads.set(workload, own);
  return own;
}

function workloadGates(ofWorkloads: ReadonlyMap<string, GateLimits>): readonly string[] {
  if (ofWorkloads.size === 0) return [];
  const each = [...ofWorkloads].flatMap(([name, limits]) => [
    `  - name: ${JSON.stringify(plainLine(name))}`,
    "    gates:",
    ...[...limits].map(([metric, limit]) => `      ${metric}: ${limitText(limit)}`),
  ]);
  return ["workloads:", ...each];
}

function rise({ base, head }: Change): number {
  return (head.estimate ?? 0) - (base.estimate ?? 0);
}

/**
 * The far end of the interval for the worse: a limit at the estimate itself would fail every other time. Infinite where no limit tells: of
 * something where there was nothing, and of nothing where there was something.
 */
function reach(change: Change): number {
  const harm = harmOf(change);
  const isAll = metricInfo(change.metric).direction === "higher-is-better" && harm > MOST_LOST;
  return harm === 0 || isAll ? Number.POSITIVE_INFINITY : harm;
}

/** More than this share is lost only where nearly all is, and the whole percent above it is no limit. */
const MOST_LOST = 0.99;

/** Switches the gate off if no limit would hold. */
function limitText(limit: number): string {
  return Number.isFinite(limit) ? yamlPercent(limit) : "false";
}

/** Rounded up, so that the limit holds what it was made from. */
function yamlPercent(share: number): string {
  const step = share >= 0.01 ? 0.01 : 0.0001;
  return formatChosenShare(Math.ceil(share / step - 1e-9) * step).replaceAll(/[\u00a0,]/g, "");
}
