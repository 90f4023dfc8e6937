/** Trials of an experiment: parts of the change on a copy of base, measured next to base until a question is answered. */
import { effectOf, type LogEffect, type PairReadings } from "../../../analysis/cause/effect.ts";
import type { RedWorkload } from "../../../analysis/cause/red.ts";
import type { Decided, PartTrial } from "../../../analysis/cause/search.ts";
import { sessionsFromLines } from "../../../analysis/samples/session.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../../../config/plan.ts";
import type { Server } from "../../../io/database/target.ts";
import type { LoadGenerator } from "../../../io/load/load-generator.ts";
import type { Session } from "../../../model/run.ts";
import { mixSeed } from "../../../stats/mix-seed.ts";
import { loadUrl } from "../role.ts";
import { WorkCounter } from "../work.ts";
import type { BaseCopies, ServerPair } from "./copies.ts";

/** Names these random numbers among those of a run. */
const TRIALS = 0x13;
/** Readings of a pair of servers, and pairs of servers for one question. */
const READINGS_MOST = 4;
const PAIRS_MOST = 3;
const WARMUP_SECONDS = 0.3;
/** Seconds of a reading, both servers together; more where events are long. */
const SECONDS = { least: 1, most: 10 } as const;
/** Events of one connection, one after the other, that a reading has time for. */
const EVENTS_IN_A_ROW = 24;
/** Seconds in which a pair of servers starts and changes, at least. */
const AROUND_SECONDS = 1;

type TrialContext = Readonly<{
  plan: Plan;
  workload: PlannedWorkload;
  red: RedWorkload;
  copies: BaseCopies;
  generator: LoadGenerator;
  /** Milliseconds that are left. */
  left: () => number;
  /** Number of all parts. A copy that has all of them must be like head's database. */
  parts: number;
  /** Reason why a copy with all parts is not like head's database; null: it is. */
  unlike: (copy: Server) => Promise<string | null>;
  /** Told at the beginning of each trial. */
  begins: () => void;
  signal: AbortSignal;
}>;

type Known = { pairs: { base: Session[]; head: Session[] }[]; impossible: string | null };

export class Trials {
  readonly #ground: TrialContext;
  readonly #counter = new WorkCounter();
  /** What is known of each choice of parts. */
  readonly #known = new Map<string, Known>();
  #readings = 0;
  #count = 0;

  constructor(ground: TrialContext) {
    this.#ground = ground;
  }

  /** Number of comparisons that were made. */
  get count(): number {
    return this.#count;
  }

  /** Sessions that were measured with these parts. */
  readingsOf(parts: readonly number[]): PairReadings {
    const { pairs } = this.#of(parts);
    return { base: pairs.flatMap(({ base }) => base), head: pairs.flatMap(({ head }) => head) };
  }

  #of(parts: readonly number[]): Known {
    const key = parts.join();
    const known = this.#known.get(key) ?? { pairs: [], impossible: null };
    this.#known.set(key, known);
    return known;
  }

  #effect({ pairs }: Known): LogEffect | null {
    const { metric, noise } = this.#ground.red;
    return effectOf(metric, pairs, noise);
  }

  /** @throws what a server that does not start ends with, and interruptions */
  async measure(parts: readonly number[], decided: Decided): Promise<PartTrial> {
    const none = { estimate: 0, low: 0, high: 0 };
    if (parts.length === 0) return { kind: "measured", effect: none };
    const known = this.#of(parts);
    const answer = () => {
      const effect = this.#effect(known);
      return effect !== null && decided(effect) ? ({ kind: "measured", effect } as const) : null;
    };
    for (let made = 0; ; made++) {
      if (known.impossible !== null) return { kind: "impossible", why: known.impossible };
      const enough = answer();
      if (enough !== null) return enough;
      const effect = this.#effect(known);
      if (!this.#hasTime())
        return effect === null || made === 0 ? { kind: "late" } : { kind: "measured", effect };
      if (made === PAIRS_MOST) return this.#undecided(known, effect);
      await this.#addPair(parts, known, () => answer() !== null);
    }
  }

  #undecided(known: Known, effect: LogEffect | null): PartTrial {
    if (effect !== null) return { kind: "measured", effect };
    known.impossible = "the workload hardly runs on it";
    return { kind: "impossible", why: known.impossible };
  }

  #secondsOfReading(): number {
    const { eventSeconds } = this.#ground.red;
    const seconds = EVENTS_IN_A_ROW * (eventSeconds ?? 0);
    return Math.min(SECONDS.most, Math.max(SECONDS.least, seconds));
  }

  #hasTime(): boolean {
    return this.#ground.left() / 1000 > AROUND_SECONDS + WARMUP_SECONDS + this.#secondsOfReading();
  }

  async #addPair(parts: readonly number[], known: Known, isAnswered: () => boolean): Promise<void> {
    const { copies, left, begins, signal } = this.#ground;
    begins();
    this.#count += 1;
    const servers = await copies.open(parts, left(), signal);
    if ("why" in servers) {
      // What was cut off for want of time may be possible.
      if (left() > 0) known.impossible = servers.why;
      return;
    }
    const { unlike, parts: all } = this.#ground;
    const pair = { base: [] as Session[], head: [] as Session[] };
    known.pairs.push(pair);
    try {
      if (parts.length === all) known.impossible = await unlike(servers.head);
      if (known.impossible !== null) return;
      for (let reading = 0; reading < READINGS_MOST && !isAnswered() && this.#hasTime(); reading++) {
        const sessions = await this.#read(servers);
        if (typeof sessions === "string") {
          known.impossible = sessions;
          return;
        }
        pair.base.push(sessions.base);
        pair.head.push(sessions.head);
      }
    } finally {
      await servers.stop();
    }
  }

  /** @returns the load generator's words where the workload does not run */
  async #read({
    base,
    head,
    script,
  }: ServerPair): Promise<Readonly<{ base: Session; head: Session }> | string> {
    const { plan, workload, generator, signal } = this.#ground;
    const { workload: run, dialect, options, load, passing } = workload;
    const servers = [base, head];
    const scripts = [asRunBy("base", workload).script, script];
    this.#readings += 1;
    const running = () =>
      generator.run({
        workload: run,
        dialect,
        options,
        script: scripts[0],
        targets: servers.map((server, i) => ({
          url: loadUrl(server, workload),
          pid: server.pid,
          script: scripts[i],
        })),
        seconds: this.#secondsOfReading(),
        warmupSeconds: WARMUP_SECONDS,
        sliceMs: plan.sliceMs,
        seed: mixSeed(plan.seed, TRIALS, this.#readings),
        onProgress: () => undefined,
        signal,
      });
    try {
      const counted = servers.map((server) => ({ server, fresh: true }));
      const { result: lines, work } = await this.#counter.around(counted, load, running, signal);
      const { sessions, ends } = sessionsFromLines(lines, {
        index: this.#readings,
        fresh: [true, true],
        passing,
      });
      const [one, other] = sessions.map((session, i) => {
        const counts = work(i, ends[i]!);
        return counts === undefined ? session : { ...session, work: counts };
      }) as [Session, Session];
      return other.events === 0 ? "no event of the workload succeeds on it" : { base: one, head: other };
    } catch (error) {
      signal.throwIfAborted();
      return (error as Error).message;
    }
  }
}
