/** The time that a check may spend on looking at its servers besides measuring them: a twentieth. What does not fit is not begun. */
import type { Plan } from "../../config/plan.ts";
import type { DiagnosisKind } from "../../model/reason.ts";

/** Share of a check's time. */
const SHARE = 0.05;
/** Part of that before anything is measured: it is not known yet whether there will be a regression to look at. */
const BEFORE = 0.4;
/** Least seconds of a workload: each second of waiting is one value, and three can differ; of samples of the CPU less is enough. */
const LEAST = { waits: 3, cpu: 1.5 } as const;
const MOST = { waits: 10, cpu: 5 } as const;
/** Seconds in which samples of both arms are read. */
const READING = { waits: 0, cpu: 1 } as const;
/** Seconds in which servers start, all at once, and stop. */
const AROUND = 0.5;

/** Counts how much of a check's time is spent looking. */
export class DiagnosisBudget {
  readonly #now: () => number;
  readonly #started: number;
  #looked = 0;

  /** @param now seconds of a steady clock */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
    this.#started = now();
  }

  async spend<T>(look: () => Promise<T>): Promise<T> {
    const begun = this.#now();
    try {
      return await look();
    } finally {
      this.#looked += this.#now() - begun;
    }
  }

  /** Seconds, before a plan is measured. */
  before({
    sessions,
    seconds,
    warmupSeconds,
    workloads,
  }: Pick<Plan, "sessions" | "seconds" | "warmupSeconds" | "workloads">): number {
    const planned = sessions * (seconds + warmupSeconds) * workloads.length;
    return SHARE * BEFORE * (this.#now() - this.#started + planned);
  }

  /** Seconds, after all is measured. */
  after(): number {
    return Math.max(0, SHARE * (this.#now() - this.#started) - this.#looked);
  }
}

/**
 * Time for the first of these, so that the others have their part of what is left.
 * @param left seconds
 * @returns seconds; 0 if there is no time for it
 */
export function secondsOfFirst(left: number, looks: readonly DiagnosisKind[]): number {
  const [first] = looks;
  if (first === undefined || left - READING[first] < LEAST[first]) return 0;
  const part = left / looks.length - READING[first];
  return Math.min(MOST[first], Math.max(LEAST[first], part));
}

/** Seconds of a diagnosis whose servers took longer than they should to start: to leave it out then would waste that time. */
export function leastSeconds(look: DiagnosisKind): number {
  return LEAST[look];
}

/** True if one of them can be looked at, on servers that are still to be started. */
export function hasTimeForAny(allowed: number, looks: readonly DiagnosisKind[]): boolean {
  return looks.some((look) => secondsOfFirst(allowed - AROUND, [look]) > 0);
}

/** True if there is time for all of them. */
export function hasTimeForAll(allowed: number, looks: readonly DiagnosisKind[]): boolean {
  return allowed - AROUND >= looks.reduce((sum, look) => sum + LEAST[look] + READING[look], 0);
}
