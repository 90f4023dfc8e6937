/** A shard's side of the conversation with index 0. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ZodError, z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import type { Machine } from "../../model/shards.ts";
import { type ClockOffset, clockOffset, type Exchange } from "../../stats/clock-offset.ts";
import { timeLeft } from "../host/until.ts";
import type { WallClock } from "./wall-clock.ts";
import {
  BeatAnswer,
  type ShardBuild,
  type ShardOutcome,
  StartAnswer,
  TaskAnswer,
  Times,
  Welcome,
} from "./wire.ts";

export type CoordinatorAddress = Readonly<{
  /** http://HOST:PORT */
  url: string;
  token: string | null;
  index: number;
}>;

/** More than index 0 holds a question for. */
const ANSWER_MS = 30_000;
const AGAIN_MS = 200;
/** Index 0 answers a hello at once. */
const SILENCE_MS = 3_000;
/** Time for which a question that fails is asked again: a connection may break. */
const PATIENCE_MS = 10_000;
/** Exchanges of times: the shortest one counts; those before it find connections and code that are cold. */
const EXCHANGES = 24;

/** Index 0 has answered, and will not answer otherwise. */
class Answered extends PlumblineError {}

/** Index 0 was there and is no more: the run has ended without this shard, and says so in its own document. */
export class IndexZeroGone extends PlumblineError {}

export class Conversation {
  readonly #address: CoordinatorAddress;
  readonly #who: Readonly<{ index: number; instance: string }>;
  readonly #signal: AbortSignal;
  /** Milliseconds of the slowest exchange of times: what the way to index 0 may take. */
  #slowestMs = 0;
  readonly #reach: ServerReach;

  /** @param note hears what keeps index 0 from being reached, and when it is reached */
  constructor(address: CoordinatorAddress, note: (text: string) => void, signal: AbortSignal) {
    this.#address = address;
    this.#who = { index: address.index, instance: randomUUID() };
    this.#reach = new ServerReach(address.url, note);
    this.#signal = signal;
  }

  /** @param patienceMs index 0 may not yet listen @returns number of shards */
  async hello(machine: Machine, build: ShardBuild, patienceMs: number): Promise<number> {
    const { shards } = await this.#ask("hello", Welcome, { build, machine }, patienceMs);
    this.#reach.joined();
    return shards;
  }

  /** Waits for the block after that one, or for the end. */
  async task(after: number): Promise<Exclude<TaskAnswer, { kind: "wait" }>> {
    for (;;) {
      const answer = await this.#ask("task", TaskAnswer, { after });
      if (answer.kind !== "wait") return answer;
    }
  }

  /**
   * Index 0's clock minus ours.
   * @param wall ours: what is not known of it, and of index 0's, is in the bound too
   */
  async clock(wall: WallClock): Promise<ClockOffset> {
    const exchanges: Exchange[] = [];
    for (let i = 0; i < EXCHANGES; i++) {
      const t1 = wall.now();
      const { t2, t3, bound } = await this.#ask("time", Times);
      exchanges.push({ t1, t2, t3, t4: wall.now(), bound: wall.bound + bound });
    }
    this.#slowestMs = Math.max(...exchanges.slice(EXCHANGES / 2).map(({ t1, t4 }) => (t4 - t1) / 1_000));
    return clockOffset(exchanges);
  }

  async ready(block: number, clock: ClockOffset): Promise<void> {
    await this.#ask("ready", Nothing, { block, clock, slowestMs: this.#slowestMs });
  }

  /** Waits for the announced start. @returns microseconds of index 0's clock, or null where there will be none */
  async start(block: number): Promise<number | null> {
    for (;;) {
      const answer = await this.#ask("start", StartAnswer, { block });
      if (answer.kind === "start") return answer.startAt;
      if (answer.kind === "abort") return null;
    }
  }

  /** @returns whether to go on */
  async beat(block: number, state: "armed" | "running" | "draining", said: string): Promise<boolean> {
    return (await this.#ask("beat", BeatAnswer, { block, state, said })).goesOn;
  }

  async outcome(block: number, outcome: ShardOutcome): Promise<void> {
    await this.#ask("outcome", Nothing, { block, outcome });
  }

  async failed(message: string): Promise<void> {
    await this.#ask("failed", Nothing, { message });
  }

  /** @param body undefined: a question without one @throws PlumblineError that says what index 0 said, or that it cannot be reached */
  async #ask<S extends z.ZodType>(
    what: string,
    answer: S,
    body?: Readonly<Record<string, unknown>>,
    patienceMs = PATIENCE_MS,
  ): Promise<z.infer<S>> {
    const left = timeLeft(patienceMs);
    for (let failures = 1; ; failures++) {
      const silence = setTimeout(() => this.#reach.silent(SILENCE_MS), SILENCE_MS);
      try {
        const said = answer.parse(await this.#send(what, body));
        this.#reach.answered();
        return said;
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof Answered || left() === 0) throw this.#trouble(what, error);
        // A connection that broke is opened again; if that fails, too, index 0 is away.
        if (failures > 1 || !this.#reach.hasJoined) this.#reach.failed(error, patienceMs);
      } finally {
        clearTimeout(silence);
      }
      await sleep(AGAIN_MS, undefined, { signal: this.#signal });
    }
  }

  async #send(what: string, body: Readonly<Record<string, unknown>> | undefined): Promise<unknown> {
    const { url, token } = this.#address;
    const response = await fetch(`${url}/${what}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify({ ...this.#who, ...body }) }),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const said = await response.json();
    if (response.ok) return said;
    const { message = "" } = said as { message?: string };
    throw new Answered("usage", `index 0 at ${url} refuses: ${message}`, {
      remedy:
        response.status === 401
          ? "give every shard the same PLUMBLINE_SHARD_TOKEN"
          : "look at what index 0 says, and start the whole run again",
    });
  }

  #trouble(what: string, error: unknown): PlumblineError {
    if (error instanceof PlumblineError) return error;
    const why = fetchFailure(error);
    if (this.#reach.hasJoined)
      return new IndexZeroGone(
        "generator",
        `index 0 at ${this.#address.url} has ended, or cannot be reached any more (${what}): ${why}`,
        { remedy: "see its output: it names the shards that it lost", cause: error },
      );
    return new PlumblineError(
      "generator",
      `index 0 at ${this.#address.url} does not answer (${what}): ${why}`,
      {
        remedy: "start it first, with --listen at an address that this machine reaches",
        cause: error,
      },
    );
  }
}

const Nothing = z.object({});

/** Reports a shard's way to index 0: that there is none yet, or none any more, why, and that there is one again. */
export class ServerReach {
  readonly #url: string;
  readonly #note: (text: string) => void;
  /** Messages since index 0 was last reached. Reasons may alternate several times a second: each is reported once. */
  readonly #said = new Set<string>();
  #hasJoined = false;

  constructor(url: string, note: (text: string) => void) {
    this.#url = url;
    this.#note = note;
  }

  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** Index 0 has taken this shard in: whatever fails from now on did work before. */
  joined(): void {
    this.#hasJoined = true;
  }

  /** @param patienceMs how long index 0 is asked again */
  failed(error: unknown, patienceMs: number): void {
    const why = fetchFailure(error);
    if (this.#hasJoined)
      this.#say(
        `index 0 at ${this.#url} does not answer, and is asked again for ${patienceMs / 1_000} s: ${why}`,
      );
    else if (error instanceof ZodError || error instanceof SyntaxError)
      this.#wait(`what answers there is not index 0 (${why})`);
    else this.#wait(`it cannot be reached yet (${why})`);
  }

  /** Reports that no answer has come for that long, and no error either: packets are lost, or index 0 is busy. */
  silent(ms: number): void {
    if (!this.#hasJoined) this.#wait(`no answer for ${ms / 1_000} s`);
  }

  answered(): void {
    if (this.#said.size === 0) return;
    this.#said.clear();
    this.#note(`index 0 at ${this.#url} ${this.#hasJoined ? "answers again" : "is reached"}`);
  }

  #wait(why: string): void {
    this.#say(`waiting for index 0 at ${this.#url}: ${why}`);
  }

  #say(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#note(text);
  }
}

/** Returns what the system said of a failed fetch; of several addresses, what it said of each. */
export function fetchFailure(error: unknown): string {
  const { message, cause } = error as Error & { cause?: unknown };
  if (cause instanceof AggregateError) return cause.errors.map(fetchFailure).join(", ");
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
