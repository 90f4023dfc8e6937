/** The largest load of the servers of a session that keeps its limits: trial after trial, the arms taking turns. */

import { punctualValue } from "../../analysis/samples/lateness.ts";
import { type SessionLines, sessionsFromLines } from "../../analysis/samples/session.ts";
import { sessionValues } from "../../analysis/samples/values.ts";
import type { PlannedWorkload } from "../../config/plan.ts";
import type { Server } from "../../io/database/target.ts";
import type { LoadGenerator, RunRequest } from "../../io/load/load-generator.ts";
import type { Capacity, CapacityPlan, CapacityTrial } from "../../model/capacity.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { MetricId } from "../../model/metric.ts";
import { metricInfo } from "../../model/metric.ts";
import type { ArmName, Session } from "../../model/run.ts";
import { capacityRange } from "../../report/words/capacity.ts";
import { nextSize, type SearchTerms, sizeEstimate } from "../../stats/capacity-search.ts";
import { tpccEfficiency } from "../../stats/improvement.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import { decimal } from "../../stats/round.ts";
import {
  formatChosen,
  formatChosenShare,
  formatCount,
  formatDuration,
  formatMetric,
} from "../../text/units.ts";
import { loadUrl } from "./role.ts";
import { orServerCrash } from "./server-crash.ts";

type SearchedArm = Readonly<{
  arm: ArmName;
  server: Server;
  /** The workload as this arm runs it. */
  workload: PlannedWorkload;
  /** Capacity that an earlier session or run found; null: none. */
  last: number | null;
}>;

export type CapacitySearch = Readonly<{
  plan: CapacityPlan;
  arms: readonly SearchedArm[];
  generator: Pick<LoadGenerator, "run">;
  warmupSeconds: number;
  seed: number;
  /** Called before each trial. */
  say: (what: string) => void;
  /** Called with text that stays: what is known when the search is interrupted. */
  note: (what: string) => void;
  /** Returns the listener for the progress of an arm's loads. */
  hear: (arm: ArmName) => RunRequest["onProgress"];
  signal: AbortSignal;
}>;

/** A trial's warm-up is no longer: the servers are warm. */
const WARMUP_MOST = 1;
/** A search ends after so many trials that say nothing. */
const INVALID_MOST = 3;
/** Warnings of the load generator after which a trial says nothing about the server. */
const INVALIDATING: ReadonlySet<string> = new Set([
  "client-bound",
  "generator-late",
  "throttled",
  "cpu-shared",
]);
/** A search begins a little below the last answer: at this share of it. */
const BELOW_LAST = 0.9;

/**
 * @returns what was found, for each arm in their order
 * @throws PlumblineError if a server dies or the load generator fails; notes what was known by then before it throws
 */
export async function searchCapacities(search: CapacitySearch): Promise<readonly Capacity[]> {
  const budget = trialBudget(search);
  const searches = search.arms.map((arm) => new ArmSearch(arm, search, budget));
  try {
    while (searches.some((each) => !each.isDone)) {
      for (const each of searches) if (!each.isDone) await each.step();
    }
  } catch (error) {
    for (const each of searches) each.sayKnown();
    throw error;
  }
  return searches.map((each) => each.found());
}

/** Estimates how long the searches of so many arms take, at about the usual number of trials, for the time left. */
export function searchSeconds(plan: CapacityPlan, warmupSeconds: number, arms: number): number {
  const trials = arms * Math.min(plan.trials, USUAL_TRIALS);
  return Math.min(trials * trialSeconds(plan, warmupSeconds), plan.budgetSeconds ?? Number.POSITIVE_INFINITY);
}

const USUAL_TRIALS = 20;

function trialSeconds(plan: CapacityPlan, warmupSeconds: number): number {
  return plan.seconds + trialWarmup(plan, warmupSeconds);
}

/** Terminals that wait have asked nothing yet when they begin. */
function trialWarmup({ efficiency }: Pick<CapacityPlan, "efficiency">, warmupSeconds: number): number {
  return efficiency === null ? Math.min(WARMUP_MOST, warmupSeconds) : warmupSeconds;
}

/** The time that the searches of a session have, all arms together. */
type Budget = Readonly<{
  /** True if there is time for another trial, by the longest that was made. */
  hasRoom(): boolean;
  /** Waits for a trial, and counts how long it took. */
  spend<T>(trial: Promise<T>): Promise<T>;
}>;

function trialBudget({ plan, warmupSeconds }: CapacitySearch): Budget {
  const endMs = performance.now() + (plan.budgetSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  let longestMs = trialSeconds(plan, warmupSeconds) * 1000;
  return {
    hasRoom: () => performance.now() + longestMs <= endMs,
    spend: async (trial) => {
      const startedMs = performance.now();
      const outcome = await trial;
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      return outcome;
    },
  };
}

class ArmSearch {
  readonly #arm: SearchedArm;
  readonly #search: CapacitySearch;
  readonly #budget: Budget;
  readonly #terms: SearchTerms;
  readonly #trials: CapacityTrial[] = [];
  #next: number | null;
  #endedBecause: string | undefined;

  constructor(arm: SearchedArm, search: CapacitySearch, budget: Budget) {
    this.#arm = arm;
    this.#search = search;
    this.#budget = budget;
    this.#terms = termsOf(search.plan, arm);
    this.#next = nextSize([], this.#terms);
  }

  get isDone(): boolean {
    return this.#next === null;
  }

  async step(): Promise<void> {
    const size = this.#next!;
    const { plan, say } = this.#search;
    const { arm } = this.#arm;
    if (!this.#budget.hasRoom()) {
      this.#endedBecause = `no trial more fits into its budget of ${formatDuration(plan.budgetSeconds!)} a session`;
      this.#next = null;
      return;
    }
    say(
      `${arm}, trial ${this.#trials.length + 1} of at most ${plan.trials}, ${plan.of} ${formatCount(size)}`,
    );
    const trial = { size, ...(await this.#budget.spend(this.#tried(size))) };
    this.#trials.push(trial);
    if (trial.outcome === "invalid" && this.#countInvalid() >= INVALID_MOST) {
      this.#endedBecause = trial.because ?? "trials said nothing";
      this.#next = null;
    } else {
      this.#next = nextSize(this.#valid(), this.#terms);
    }
    if (this.isDone && this.#wouldGoOn()) this.#endedBecause = `${plan.trials} trials were made`;
  }

  /** True if more trials than it is given would be of use. */
  #wouldGoOn(): boolean {
    const terms = { ...this.#terms, trials: Number.POSITIVE_INFINITY };
    return this.#endedBecause === undefined && nextSize(this.#valid(), terms) !== null;
  }

  found(): Capacity {
    const { of } = this.#search.plan;
    const trials = this.#trials;
    const ended = this.#endedBecause === undefined ? {} : { endedBecause: this.#endedBecause };
    const valid = this.#valid();
    if (valid.length === 0) return { of, size: null, low: null, high: null, trials, ...ended };
    const { size, low, high } = sizeEstimate(valid, this.#terms.most);
    return {
      of,
      size,
      low: low > 0 ? low : null,
      high: Number.isFinite(high) ? high : null,
      trials,
      ...ended,
    };
  }

  /** Notes what is known, for the person who interrupts it. */
  sayKnown(): void {
    if (this.#valid().length === 0) return;
    const { of, low, high, trials } = this.found();
    const { arm, workload } = this.#arm;
    this.#search.note(
      `${workload.name}, ${arm}: ended after ${trials.length} trials, capacity ${capacityRange(of, { low, high })} so far`,
    );
  }

  #countInvalid(): number {
    return this.#trials.filter(({ outcome }) => outcome === "invalid").length;
  }

  #valid() {
    return this.#trials
      .filter(({ outcome }) => outcome !== "invalid")
      .map(({ size, outcome }) => ({ size, holds: outcome === "holds" }));
  }

  async #tried(size: number): Promise<Omit<CapacityTrial, "size">> {
    const { plan, generator, warmupSeconds, seed, hear, signal } = this.#search;
    const { arm, server, workload } = this.#arm;
    const running = generator.run({
      workload: workload.workload,
      dialect: workload.dialect,
      options: { ...workload.options, ...trialOptions(plan, workload, size) },
      script: workload.script,
      targets: [{ url: loadUrl(server, workload), pid: server.pid }],
      seconds: plan.seconds,
      warmupSeconds: trialWarmup(plan, warmupSeconds),
      sliceMs: plan.seconds * 1000,
      seed: mixSeed(seed, this.#trials.length, 0),
      onProgress: hear(arm),
      signal,
    });
    try {
      const lines = await orServerCrash(running, [arm], [server], signal);
      return judged(
        sessionsFromLines(lines, { index: 0, fresh: [true], passing: [] }),
        plan,
        size / waitFactor(workload),
      );
    } catch (error) {
      const because = overloaded(error);
      if (because === null || signal.aborted) throw error;
      return { outcome: "fails", because };
    }
  }
}

function termsOf(plan: CapacityPlan, { last: before, workload }: SearchedArm): SearchTerms {
  const last = before ?? plan.last;
  const asked = Number(workload.options[plan.of] ?? 0);
  const usual = asked >= 1 ? asked : plan.of === "rate" ? RATE_START : 1;
  const start = last === null ? (plan.start ?? usual) : last * BELOW_LAST;
  const { most, precision, trials } = plan;
  return { start: Math.max(1, start), isNear: last !== null, most, precision, trials };
}

/** Start of a rate's search if nothing is known about the server's speed. */
const RATE_START = 100;

/**
 * Outcome of a trial. A load that holds does so whatever the load generator had to do; one that fails may have failed by it.
 * @param warehouses that ask with the waits of the specification; of other loads anything
 */
export function judged(
  { sessions, warnings }: Pick<SessionLines, "sessions" | "warnings">,
  plan: Pick<CapacityPlan, "limits" | "failed" | "efficiency">,
  warehouses: number,
): Omit<CapacityTrial, "size"> {
  const session = sessions[0]!;
  const because = limitBroken(session, plan) ?? whyInefficient(session, plan, warehouses);
  if (because === null) return { outcome: "holds" };
  const warning = warnings.find(
    ({ code }) =>
      INVALIDATING.has(code) && !(code === "generator-late" && failsWithoutLateness(session, plan)),
  );
  return warning === undefined
    ? { outcome: "fails", because }
    : { outcome: "invalid", because: `${warning.code}: ${warning.message}` };
}

/**
 * True if a load that fails would do so had its events begun in time.
 * All connections are busy while a rate piles up: a connection's event takes service and lateness, and without lateness the rate is at
 * most achieved x (service + lateness) / service. A latency counts without the lateness of its events; where it is not known so (of a kind of
 * events), no more than the longest lateness is the load generator's.
 */
function failsWithoutLateness(
  session: Session,
  { limits, failed }: Pick<CapacityPlan, "limits" | "failed">,
): boolean {
  const loop = session.openLoop;
  const values = sessionValues(session);
  if (loop === undefined) return false;
  if ((values["failed-share"] ?? 0) > failed) return true;
  const couldServe = loop.achievedPerSecond * (1 + loop.lateness.sumNs / Math.max(1, loop.service.sumNs));
  if (!loop.sustained && couldServe < loop.offeredPerSecond) return true;
  return (Object.entries(limits) as readonly [MetricId, number][]).some(
    ([metric, limit]) =>
      (punctualValue(session, metric) ?? (values[metric] ?? 0) - loop.lateness.maxNs) > limit,
  );
}

/** Names the first limit that does not hold; null if all hold. */
function limitBroken(
  session: Session,
  { limits, failed }: Pick<CapacityPlan, "limits" | "failed">,
): string | null {
  const values = sessionValues(session);
  const share = values["failed-share"];
  if (share === null) return "no event ended";
  if (share > failed) {
    const states = Object.keys(session.errorsBySqlstate).join(", ");
    return `${formatChosenShare(share)} of the events failed (${states})`;
  }
  if (session.openLoop?.sustained === false) return "the rate was not sustained";
  for (const [metric, limit] of Object.entries(limits) as readonly [MetricId, number][]) {
    const value = values[metric] ?? null;
    if (value !== null && value <= limit) continue;
    const got = value === null ? "has no value" : formatMetric(metric, value);
    return `${metricInfo(metric).label} ${got}, limit ${formatChosen(metric, limit)}`;
  }
  return null;
}

/** A warehouse has ten terminals, each served by one connection at most. */
function trialOptions(
  { of, efficiency }: CapacityPlan,
  { options }: PlannedWorkload,
  size: number,
): PlannedWorkload["options"] {
  if (efficiency === null) return { [of]: size };
  return { [of]: size, threads: Math.min(Number(options["threads"]), 10 * size) };
}

/** Terminals that wait a tenth of what the specification says ask for as much as ten times as many. */
function waitFactor({ options }: PlannedWorkload): number {
  return Number(options["wait-factor"] ?? 1);
}

/** Reports an efficiency below its limit: too few New-Order transactions for so many warehouses; null if it is kept. */
function whyInefficient(
  session: Session,
  { efficiency }: Pick<CapacityPlan, "efficiency">,
  warehouses: number,
): string | null {
  if (efficiency === null) return null;
  const share = tpccEfficiency(sessionValues(session).tpmc ?? 0, warehouses, "specification");
  if (share >= efficiency) return null;
  return `efficiency ${formatChosenShare(decimal(share, 3))}, limit ${formatChosenShare(efficiency)}`;
}

/** A server does not bear a load for which it has no connection or memory left (SQLSTATE class 53), or of which every event fails; null: neither. */
function overloaded(error: unknown): string | null {
  if (!(error instanceof PlumblineError)) return null;
  const { code, sqlstate } = (error.cause ?? {}) as { code?: string; sqlstate?: string };
  return sqlstate?.startsWith("53") || code === "events-failed" ? error.message : null;
}
