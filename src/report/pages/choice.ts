/** A reader's choice of what to see of a workload, as the address gives it: a missing or wrong part is the default. */
import { type MetricId, metricInfo, usualOrder } from "../../model/metric.ts";
import type { ArmName } from "../../model/run.ts";
import { plainLine } from "../../text/outside.ts";
import type { WorkloadData } from "./data.ts";
import { type SumStart, startNamed } from "./sum-start.ts";

export const RANGES = ["30d", "90d", "1y", "all"] as const;
export type TimeRange = (typeof RANGES)[number];

/** Axes to lay out the runs along: each run in a place of its own, or at its commit's time. */
export const AXES = ["commits", "time"] as const;
export type RunAxis = (typeof AXES)[number];

/** Runs laid over those that were asked for: another branch (null: every other one), or the same one on another machine, by its index. */
export type Overlay = Readonly<{ by: "branch"; at: number | null } | { by: "machine"; at: number }>;

export type Choice = Readonly<{
  metric: MetricId;
  /** Index of the data's branches. */
  branch: number;
  vs: Overlay | null;
  /** Index of the data's machines; null: all. */
  machine: number | null;
  arm: ArmName;
  range: TimeRange;
  axis: RunAxis;
  /** Commits that the picture begins and ends with, in place of the range. */
  from: string | null;
  to: string | null;
  /** The commit that is pinned. */
  point: string | null;
  /** Commit after which the sum of changes begins; null: as early as it is known. */
  since: SumStart | null;
}>;

const ARMS: readonly ArmName[] = ["base", "head"];
/** Digits of a fingerprint in an address. */
const SHORT = 8;
/** Digits of a commit in an address. */
const SHA = 10;

/** A range with fewer runs than this says little: all are shown. */
const FEWEST = 12;

/** @returns the choice, and a sentence for each parameter that was no choice */
export function readChoice(
  data: WorkloadData,
  params: URLSearchParams,
): Readonly<{ choice: Choice; notes: readonly string[] }> {
  const notes: string[] = [];
  const chosen = <T>(name: string, find: (text: string) => T | undefined, otherwise: T): T => {
    const text = params.get(name);
    if (text === null) return otherwise;
    const found = find(text);
    if (found === undefined)
      notes.push(`There is no ${name} “${plainLine(text, 40)}” here: the default is shown.`);
    // Null is a choice: all of them.
    return found === undefined ? otherwise : found;
  };
  const standard = defaultsOf(data);
  const commit = (text: string) => data.runs.commit.find((sha) => text.length >= 7 && sha.startsWith(text));
  const branch = chosen("branch", (text) => branchNamed(data, text), standard.branch);
  const choice = {
    metric: chosen("metric", (text) => offeredMetrics(data).find((id) => id === text), standard.metric),
    branch,
    vs: chosen<Overlay | null>("vs", (text) => overNamed(data, text), null),
    machine: chosen<number | null>("machine", (text) => machineNamed(data, text), standard.machine),
    arm: chosen("arm", (text) => ARMS.find((arm) => arm === text), usualArm(data, branch)),
    range: chosen("range", (text) => RANGES.find((range) => range === text), standard.range),
    axis: chosen("axis", (text) => AXES.find((axis) => axis === text), AXES[0]),
    from: chosen<string | null>("from", commit, null),
    to: chosen<string | null>("to", commit, null),
    point: chosen<string | null>("point", commit, null),
    since: chosen<SumStart | null>("since", (text) => startNamed(data, text), null),
  };
  return { choice, notes };
}

/** The address's parameters for a choice: only what is not the default. */
export function paramsOf(data: WorkloadData, choice: Choice): URLSearchParams {
  const standard = defaultsOf(data);
  const params = new URLSearchParams();
  const put = (name: string, isDefault: boolean, text: string | null) => {
    if (!isDefault && text !== null) params.set(name, text);
  };
  const { machine } = choice;
  put("metric", choice.metric === standard.metric, choice.metric);
  put("branch", choice.branch === standard.branch, branchParam(data.branches[choice.branch] ?? null));
  put("vs", choice.vs === null, choice.vs && overParam(data, choice.vs));
  put("machine", machine === standard.machine, machine === null ? "all" : machineParam(data, machine));
  put("arm", choice.arm === usualArm(data, choice.branch), choice.arm);
  put("range", choice.range === standard.range, choice.range);
  put("axis", choice.axis === AXES[0], choice.axis);
  put("from", false, choice.from?.slice(0, SHA) ?? null);
  put("to", false, choice.to?.slice(0, SHA) ?? null);
  put("point", false, choice.point?.slice(0, SHA) ?? null);
  put("since", false, choice.since?.word ?? null);
  return params;
}

/** Metrics that there are values of, in their usual order. */
export function offeredMetrics({ metrics }: WorkloadData): readonly MetricId[] {
  const present = usualOrder(Object.keys(metrics) as MetricId[]);
  return present.filter((id) => metrics[id]?.value.some((value) => value !== null));
}

/** True if a run is of a branch, arm and machine. */
export function belongs(
  { runs }: WorkloadData,
  { branch, arm, machine }: Pick<Choice, "branch" | "arm" | "machine">,
  run: number,
): boolean {
  return (
    runs.branch[run] === branch &&
    runs.arm[run] === arm &&
    (machine === null || runs.machine[run] === machine)
  );
}

/** Tells apart the runs that a choice asks for and those laid over them. */
export function chosenRuns(
  data: WorkloadData,
  { branch, arm, machine, vs }: Choice,
): Readonly<{ isOwn: (run: number) => boolean; isOver: (run: number) => boolean }> {
  const asked = (run: number) => belongs(data, { branch, arm, machine }, run);
  if (vs === null) return { isOwn: asked, isOver: () => false };
  if (vs.by === "machine") {
    const isOver = (run: number) => belongs(data, { branch, arm, machine: vs.at }, run);
    return { isOwn: (run) => asked(run) && !isOver(run), isOver };
  }
  const others = data.branches.flatMap((_, at) =>
    at !== branch && (at === vs.at || vs.at === null) ? [at] : [],
  );
  const sets = others
    .map((at) => ({ branch: at, arm: usualArm(data, at), machine }))
    .filter((set) => vs.at !== null || isSeries(data, set));
  return { isOwn: asked, isOver: (run) => sets.some((set) => belongs(data, set, run)) };
}

/** Branches of fewer runs are no series: pull requests that were measured once or twice. */
const SERIES_LEAST = 3;

function isSeries(data: WorkloadData, set: Pick<Choice, "branch" | "arm" | "machine">): boolean {
  return data.runs.commit.filter((_, run) => belongs(data, set, run)).length >= SERIES_LEAST;
}

type Defaults = Pick<Choice, "metric" | "branch" | "machine" | "range">;

function defaultsOf(data: WorkloadData): Defaults {
  const branch = Math.max(0, data.branches.indexOf(data.branch));
  const arm = usualArm(data, branch);
  const machine = chosenMachine(data, branch, arm);
  const times = data.runs.at.filter((_, run) => belongs(data, { branch, arm, machine }, run));
  const range = RANGES.find((each) => each !== "30d" && countWithin(times, each) >= FEWEST) ?? "all";
  return { metric: clearestMetric(data, branch), branch, machine, range };
}

/** Metrics that gates judge by default. */
const GATED: readonly MetricId[] = ["qps", "p99", "server-cpu"];

/** Metric of the newest change of the branch's level, if there is one: that is what people come for. */
function clearestMetric(data: WorkloadData, branch: number): MetricId {
  const known = offeredMetrics(data);
  const newest = data.events.findLast(({ branch: name }) => name === (data.branches[branch] ?? null));
  const shifts = newest?.shifts ?? [];
  const moved = shifts.find(({ metric }) => GATED.includes(metric)) ?? shifts[0];
  if (moved !== undefined && known.includes(moved.metric)) return moved.metric;
  return known.find((id) => metricInfo(id).unit === "per-second") ?? known[0] ?? "qps";
}

/** Arm that was measured on purpose: head, if the branch has it. Base is there for the sake of another branch. */
export function usualArm({ runs }: WorkloadData, branch: number): ArmName {
  return runs.arm.some((arm, run) => arm === "head" && runs.branch[run] === branch) ? "head" : "base";
}

/** Machines that follow one another are one picture with a border; of machines that take turns, the newest. */
const TURNS_MOST = 8;

function chosenMachine({ runs }: WorkloadData, branch: number, arm: ArmName): number | null {
  const own = runs.machine.filter((_, run) => runs.branch[run] === branch && runs.arm[run] === arm);
  return takeTurns(own) ? (own.at(-1) ?? null) : null;
}

/** True of machines that measure in turn, so that each has a line of its own. @param machines by run */
export function takeTurns(machines: readonly number[]): boolean {
  return machines.filter((machine, i) => i > 0 && machine !== machines[i - 1]).length > TURNS_MOST;
}

function machineNamed({ machines }: WorkloadData, text: string): number | null | undefined {
  if (text === "all") return null;
  return text.length < SHORT
    ? undefined
    : indexOf(machines, ({ fingerprint }) => fingerprint.startsWith(text));
}

export function machineParam({ machines }: WorkloadData, machine: number): string {
  return machines[machine]?.fingerprint.slice(0, SHORT) ?? "";
}

function branchNamed({ branches }: WorkloadData, text: string): number | undefined {
  return indexOf(branches, (name) => branchParam(name) === text);
}

/** git allows neither a colon nor an asterisk in the name of a branch. */
const MACHINE = "machine:";
const EVERY_OTHER = "*";

function overNamed(data: WorkloadData, text: string): Overlay | undefined {
  if (text === EVERY_OTHER) return { by: "branch", at: null };
  const by = text.startsWith(MACHINE) ? "machine" : "branch";
  const at = by === "machine" ? machineNamed(data, text.slice(MACHINE.length)) : branchNamed(data, text);
  return at == null ? undefined : { by, at };
}

export function overParam(data: WorkloadData, { by, at }: Overlay): string {
  if (at === null) return EVERY_OTHER;
  return by === "machine" ? MACHINE + machineParam(data, at) : branchParam(data.branches[at] ?? null);
}

/** A branch as a parameter: a name cannot begin with a dash, so "-" is that of runs without one. */
export function branchParam(name: string | null): string {
  return name ?? "-";
}

function indexOf<T>(all: readonly T[], is: (each: T) => boolean): number | undefined {
  const at = all.findIndex(is);
  return at < 0 ? undefined : at;
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<TimeRange, number>> = {
  "30d": 30,
  "90d": 90,
  "1y": 365,
  all: Number.POSITIVE_INFINITY,
};

/** Start of a range that ends with the newest of these times; milliseconds. */
export function rangeStart(times: readonly string[], range: TimeRange): number {
  return times.length === 0 ? 0 : Date.parse(times.at(-1)!) - DAYS[range] * DAY_MS;
}

function countWithin(times: readonly string[], range: TimeRange): number {
  const start = rangeStart(times, range);
  return times.filter((at) => Date.parse(at) >= start).length;
}
