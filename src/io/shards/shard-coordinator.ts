/**
 * Index 0's view of the shards, and its answers to them: a state machine that the HTTP server asks and the measurement drives. A shard that
 * is lost ends the run: it is named, and all others stop.
 */

import { PlumblineError } from "../../model/errors.ts";
import type { Machine, ShardState } from "../../model/shards.ts";
import type { ClockOffset } from "../../stats/clock-offset.ts";
import { formatTime, plainSpaces } from "../../text/units.ts";
import { buildDifference } from "./build.ts";
import type { WallClock } from "./wall-clock.ts";
import type { ShardBuild, ShardOutcome, StartAnswer, Task, TaskAnswer } from "./wire.ts";

/** The way a shard was lost; the run is no measurement of the whole load then. */
type Loss = Readonly<{
  code: "shard-absent" | "shard-unlike" | "shard-late" | "shard-died" | "shard-restarted" | "shard-failed";
  message: string;
  remedy: string;
}>;

export type CoordinatorRules = Readonly<{
  shards: number;
  /** Milliseconds from the beginning within which each must say hello. */
  joinMs: number;
  /** Milliseconds at least from the announcement of a start to the start. */
  leadMs: number;
}>;

/** Surroundings that the state machine cannot know by itself. */
export type Around = Readonly<{
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  wall: Pick<WallClock, "now">;
}>;

type Member = {
  readonly index: number;
  state: ShardState;
  instance: string | null;
  machine: Machine | null;
  said: string;
  heardAt: number;
  /** Time at which it was called to be ready for the block. */
  calledAt: number;
  clock: ClockOffset | null;
  slowestMs: number;
  outcome: ShardOutcome | null;
};

/** Beats come each second: three that are missed. */
const SILENCE_MS = 3_000;
/** Longest silence between two questions of a shard that waits for a block. */
const IDLE_SILENCE_MS = 30_000;
/** Time to measure the clock and report it. */
const READY_MS = 30_000;
/** Time before the start by which each must know it; with a short lead a part of that. */
const MARGIN_MS = 1_000;
/** A process that looks several times a second, and has not looked for so long, was not let run: it heard no shard meanwhile. */
const DEAF_MS = 500;

type Who = Readonly<{ index: number; instance: string }>;

/** Reason why a shard gets no answer. */
export class Refused extends Error {}

export class ShardCoordinator {
  readonly members: readonly Member[];
  readonly losses: Loss[] = [];
  readonly #rules: CoordinatorRules;
  readonly #build: ShardBuild;
  readonly #around: Around;
  #bornAt: number;
  #lookedAt: number;
  readonly #lost = new AbortController();
  #waiting = new Set<() => void>();
  #task: Task | null = null;
  #start: Readonly<{ startAt: number; knownBy: number }> | null = null;
  #end: Extract<TaskAnswer, { kind: "end" }> | null = null;
  #isCalledOff = false;
  /** Shards that have heard of the end. */
  readonly #dismissed = new Set<number>();

  /** @param self index 0 */
  constructor(
    rules: CoordinatorRules,
    self: Readonly<{ machine: Machine; build: ShardBuild }>,
    around: Around,
  ) {
    this.#rules = rules;
    this.#build = self.build;
    this.#around = around;
    this.#bornAt = around.now();
    this.#lookedAt = this.#bornAt;
    this.members = Array.from({ length: rules.shards }, (_, index) => ({
      index,
      state: index === 0 ? "joined" : "new",
      instance: null,
      machine: index === 0 ? self.machine : null,
      said: "",
      heardAt: this.#bornAt,
      calledAt: this.#bornAt,
      clock: index === 0 ? { offset: 0, bound: 0 } : null,
      slowestMs: 0,
      outcome: null,
    }));
  }

  // Questions and reports of the other shards.

  /**
   * Refuses another build: it may bring another load for the same plan.
   * @throws Refused if it is one, and the run has lost that shard
   */
  assureAlike({ index }: Who, host: string, build: ShardBuild): void {
    const other = buildDifference(build, this.#build);
    if (other === null) return;
    const member = this.members[index];
    if (member !== undefined && index !== 0 && this.#end === null)
      this.#lose(member, "shard-unlike", `${other} (on ${host})`, ONE_BUILD);
    throw new Refused(`index ${index} ${other}; ${ONE_BUILD}`);
  }

  /** @throws Refused where there is no such index, it is another process's, or all is over */
  hello({ index, instance }: Who, machine: Machine): void {
    const member = this.members[index];
    const { shards } = this.#rules;
    if (member === undefined || index === 0)
      throw new Refused(
        `there is no index ${index} to join as: ${shards} shards have 0 (this one) to ${shards - 1}`,
      );
    if (this.#end !== null) throw new Refused("the run is over");
    if (member.instance !== null && member.instance !== instance) {
      this.#lose(
        member,
        "shard-restarted",
        "began again as another process, which takes no part",
        "start the whole run again, and do not let a scheduler restart shards (backoffLimitPerIndex: 0, restartPolicy: Never)",
      );
      throw new Refused(`index ${index} has joined already, as another process`);
    }
    member.instance = instance;
    member.machine = machine;
    if (member.state === "new") member.state = "joined";
    this.#heard(member);
    this.#changed();
  }

  task(who: Who, after: number): TaskAnswer {
    const member = this.#memberOf(who);
    if (this.#end !== null) {
      this.#dismissed.add(member.index);
      this.#changed();
      return this.#end;
    }
    const task = this.#task;
    return task === null || task.block <= after || this.#isLost() ? { kind: "wait" } : { kind: "task", task };
  }

  ready(who: Who, block: number, clock: ClockOffset, slowestMs: number): void {
    const member = this.#memberOf(who);
    if (block !== this.#task?.block || member.state !== "joined") return;
    member.state = "ready";
    member.clock = clock;
    member.slowestMs = Math.max(member.slowestMs, slowestMs);
    this.#changed();
  }

  start(who: Who, block: number): StartAnswer {
    this.#memberOf(who);
    if (!this.#isWanted(block)) return { kind: "abort" };
    return this.#start === null ? { kind: "wait" } : { kind: "start", startAt: this.#start.startAt };
  }

  /** @returns whether it is to go on */
  beat(who: Who, block: number, state: "armed" | "running" | "draining", said: string): boolean {
    const member = this.#memberOf(who);
    if (!this.#isWanted(block)) return false;
    member.state = state;
    member.said = said;
    this.#changed();
    return true;
  }

  result(who: Who, block: number, outcome: ShardOutcome): void {
    const member = this.#memberOf(who);
    if (block !== this.#task?.block) return;
    member.state = "done";
    member.outcome = outcome;
    this.#changed();
  }

  failed(who: Who, message: string): void {
    const member = this.#memberOf(who);
    if (member.state === "failed") return;
    this.#lose(member, "shard-failed", `failed: ${message}`, "fix what it names, and measure again");
    member.state = "failed";
  }

  // Acts of index 0.

  /** Aborted when a shard is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Waits until all have said hello. */
  async assembled(signal: AbortSignal): Promise<void> {
    await this.#until(() => this.members.every(({ state }) => state !== "new"), signal);
  }

  /** Gives the next block to all, waits until each has measured its clock, and announces the start. @returns that moment, in own clock */
  async open(task: Task, signal: AbortSignal): Promise<number> {
    this.#task = task;
    this.#start = null;
    const now = this.#around.now();
    for (const member of this.members)
      Object.assign(member, {
        state: member.index === 0 ? "ready" : "joined",
        outcome: null,
        said: "",
        calledAt: now,
      });
    this.#changed();
    await this.#until(() => this.members.every(({ state }) => state === "ready"), signal);
    const leadMs = Math.max(this.#rules.leadMs, ...this.members.map(({ slowestMs }) => 3 * slowestMs));
    const startAt = this.#around.wall.now() + leadMs * 1_000;
    const marginMs = Math.min(MARGIN_MS, leadMs / 5);
    this.#start = { startAt, knownBy: this.#around.now() + leadMs - marginMs };
    this.#own("armed", "");
    return startAt;
  }

  /** Notes how far index 0's own load is. */
  said(said: string): void {
    this.#own("running", said);
  }

  /** @param own what index 0 itself brought @returns of all, by index */
  async outcomes(own: ShardOutcome, signal: AbortSignal): Promise<readonly ShardOutcome[]> {
    Object.assign(this.members[0]!, { state: "done", outcome: own });
    this.#changed();
    await this.#until(() => this.members.every(({ outcome }) => outcome !== null), signal);
    return this.members.map(({ outcome }) => outcome!);
  }

  /** Ends the measuring: index 0 may take the tables away at once, and a shard that is under way hears of it at the next beat. */
  callOff(): void {
    this.#isCalledOff = true;
    this.#changed();
  }

  #isWanted(block: number): boolean {
    return block === this.#task?.block && !this.#isCalledOff && !this.#isLost();
  }

  /** Ends the run: a shard that asks what to do next is sent home with that exit code. */
  end(code: number, why: readonly string[]): void {
    this.#end = { kind: "end", code, why: [...why] };
    for (const member of this.members)
      if (member.state !== "done" && member.state !== "failed" && member.state !== "new")
        member.state = "aborted";
    this.#changed();
  }

  /** Waits until all that live have heard of the end, at most this long. */
  async dismissed(ms: number): Promise<void> {
    const until = this.#around.now() + ms;
    const isHome = ({ index, state, instance }: Member) =>
      index === 0 || instance === null || state === "failed" || this.#dismissed.has(index);
    while (!this.members.every(isHome) && this.#around.now() < until) await this.change(100);
  }

  /** Looks at what is due; called several times a second. After a gap, messages that came meanwhile are still waiting to be read. */
  tick(): void {
    const now = this.#around.now();
    const deafMs = now - this.#lookedAt;
    this.#lookedAt = now;
    if (this.#end !== null || this.#isLost()) return;
    if (deafMs > DEAF_MS) this.#excuse(deafMs, now);
    for (const member of this.members.slice(1)) {
      if (this.#isLost()) return;
      this.#look(member, now);
    }
  }

  /** Resolves at the next change, or after so many milliseconds. */
  async change(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
    });
  }

  /** Forgives silence while index 0 does not listen; and a start that could not be fetched then was missed by index 0. */
  #excuse(deafMs: number, now: number): void {
    this.#bornAt += deafMs;
    for (const member of this.members) {
      member.heardAt += deafMs;
      member.calledAt += deafMs;
    }
    const isUnfetched = this.members.some(({ state, index }) => state === "ready" && index !== 0);
    if (this.#start !== null && now > this.#start.knownBy && isUnfetched)
      this.#lose(
        this.members[0]!,
        "shard-late",
        `itself stood still for ${seconds(deafMs)}, in which the others could not fetch the start`,
        LATE,
      );
  }

  #look(member: Member, now: number): void {
    const silentMs = now - member.heardAt;
    switch (member.state) {
      case "new":
        if (now - this.#bornAt > this.#rules.joinMs)
          this.#lose(
            member,
            "shard-absent",
            `has not joined within ${seconds(this.#rules.joinMs)}`,
            `start it: plumbline shard --plan http://HOST:PORT --index ${member.index}; --join-timeout waits longer`,
          );
        return;
      case "joined":
        if (silentMs > IDLE_SILENCE_MS) this.#died(member, silentMs, "while it waited");
        else if (this.#task !== null && now - member.calledAt > READY_MS)
          this.#lose(member, "shard-late", `was not ready ${seconds(READY_MS)} after all were called`, LATE);
        return;
      case "ready":
        if (this.#start !== null && now > this.#start.knownBy)
          this.#lose(member, "shard-late", "had not fetched the start when it was due", LATE);
        else if (silentMs > IDLE_SILENCE_MS) this.#died(member, silentMs, "while it waited for the start");
        return;
      case "armed":
      case "running":
      case "draining":
        if (silentMs > Math.max(SILENCE_MS, 3 * member.slowestMs))
          this.#died(
            member,
            silentMs,
            member.said === "" ? `it was ${member.state}` : `last it said: ${member.said}`,
          );
        return;
      case "done":
      case "failed":
      case "aborted":
    }
  }

  #died(member: Member, silentMs: number, last: string): void {
    this.#lose(
      member,
      "shard-died",
      `was not heard for ${seconds(silentMs)}; ${last}`,
      "look at its own output, and whether its machine lives (memory, eviction, network); then measure again",
    );
  }

  #lose(member: Member, code: Loss["code"], what: string, remedy: string): void {
    member.state = code === "shard-absent" ? "new" : "failed";
    const name = shardName(member.index, this.#rules.shards);
    const host = member.machine === null ? "" : ` (${member.machine.host})`;
    this.losses.push({ code, message: `${name}${host} ${what}`, remedy });
    this.#lost.abort();
    this.#changed();
  }

  #memberOf({ index, instance }: Who): Member {
    const member = this.members[index];
    if (member === undefined || index === 0 || member.instance !== instance)
      throw new Refused(`index ${index} has not joined as this process`);
    this.#heard(member);
    return member;
  }

  /** A sign of life is no change that wakes a waiting question: two that wait would wake each other for ever. */
  #heard(member: Member): void {
    member.heardAt = this.#around.now();
  }

  #own(state: ShardState, said: string): void {
    Object.assign(this.members[0]!, { state, said });
    this.#changed();
  }

  #isLost(): boolean {
    return this.losses.length > 0;
  }

  /** @throws PlumblineError where a shard was lost before that */
  async #until(isTrue: () => boolean, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const [loss] = this.losses;
      if (loss !== undefined) throw new PlumblineError("generator", loss.message, { remedy: loss.remedy });
      if (isTrue()) return;
      await this.change(1_000);
    }
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const done of waiting) done();
  }
}

const ONE_BUILD = "install the same release of Plumbline, with its load generator, on all load machines";

const LATE =
  "give the machines CPUs of their own, and look at the network between them; --lead gives more time";

/** "index 1 of 3": from 0. */
export function shardName(index: number, shards: number): string {
  return `index ${index} of ${shards}`;
}

function seconds(ms: number): string {
  return plainSpaces(formatTime(1e6 * ms));
}
