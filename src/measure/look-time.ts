/** How long a check may look at its servers beside measuring them: a twentieth of its time, where that is enough for anything. */
import type { Plan } from "../config/plan.ts";

/** Of a check's time. */
const SHARE = 0.05;
/** Of that for each side: before anything is measured nobody knows whether there will be a regression to look at. */
const BEFORE = 0.5;
/** Seconds in which two servers start, and a few events run. */
const BEFORE_LEAST = 2;
/** Of a workload: each second is one value, and three can differ. */
const CLOSER_LEAST = 3;
const CLOSER_MOST = 10;
/** Around it, of one server that starts and stops, and of two whose samples are read. */
const AROUND_SECONDS = { one: 0.5, two: 2.5 } as const;

export type Servers = keyof typeof AROUND_SECONDS;

/** Of the time of a check, what is spent looking. */
export class LookTime {
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
    return Math.max(BEFORE_LEAST, SHARE * BEFORE * (this.#now() - this.#started + planned));
  }

  /** Seconds, after all is measured. */
  after(): number {
    return Math.max(0, SHARE * (this.#now() - this.#started) - this.#looked);
  }
}

/** How long a workload is looked at while it runs, and how many there is time for; at least one, whatever that takes. */
export function closerLook(
  allowed: number,
  servers: Servers,
  workloads: number,
): Readonly<{ seconds: number; fit: number }> {
  const rest = allowed - AROUND_SECONDS[servers];
  const fit = Math.min(workloads, Math.max(1, Math.floor(rest / CLOSER_LEAST)));
  return { seconds: Math.min(CLOSER_MOST, Math.max(CLOSER_LEAST, rest / Math.max(1, fit))), fit };
}

/** Whether there is time for all of them. */
export function hasTimeFor(allowed: number, servers: Servers, workloads: number): boolean {
  return allowed - AROUND_SECONDS[servers] >= CLOSER_LEAST * workloads;
}

/** Milliseconds that are left, from now on. */
export function timeLeft(seconds: number, now: () => number = () => performance.now()): () => number {
  const end = now() + seconds * 1000;
  return () => Math.max(0, end - now());
}
