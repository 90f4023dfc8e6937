/** Units of equal shape, counted: how often, how long, and which values they had. Memory does not grow with the log. */

import type { Protocol } from "./log/said.ts";
import type { Execution } from "./savepoints.ts";
import type { CapturedUnit } from "./sessions.ts";
import type { StatementShape } from "./sql/shape.ts";
import { onlyValue, ValueTally } from "./values.ts";

/** Counts of one statement of the unit. */
export type StepTally = Readonly<{
  shape: StatementShape;
  /** One for each slot of the shape. */
  values: readonly ValueTally[];
  /** Means of how long its lists, and how many its rows, were. */
  lengths: Mean[];
  /** Times that it ran in a row. */
  repeats: Mean;
  durations: Mean;
}>;

export type UnitTally = {
  readonly database: string | null;
  readonly frame: CapturedUnit["frame"];
  readonly steps: readonly StepTally[];
  count: number;
  /** Milliseconds of those units whose duration is known. */
  totalMs: number;
  /** Number of units whose duration is known. */
  timed: number;
  /**
   * Position, for each slot of all steps in their order, of the first slot that always had the same value: the two are one variable. It
   * is the slot's own position if there is none before it.
   */
  links: readonly number[];
  readonly protocols: Map<Protocol, number>;
};

export class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
  }

  /** NaN where there was nothing. */
  get value(): number {
    return this.#sum / this.#count;
  }
}

/** Shapes that are counted at once. Beyond, the half that was seen least is given up. */
const SHAPES_MOST = 5_000;

export class Tally {
  readonly #units = new Map<string, UnitTally>();
  readonly #most: number;
  /** Units whose shape was given up. */
  rare = 0;

  constructor(most = SHAPES_MOST) {
    this.#most = most;
  }

  add(unit: CapturedUnit): void {
    const runs = equalRuns(unit.executions);
    const key = JSON.stringify([unit.database, unit.frame, runs.map(([{ reading }]) => reading.shape.key)]);
    let tally = this.#units.get(key);
    if (tally === undefined) {
      if (this.#units.size >= this.#most) this.#giveUpHalf();
      tally = emptyTally(unit, runs);
      this.#units.set(key, tally);
    }
    count(tally, runs);
  }

  get units(): readonly UnitTally[] {
    return [...this.#units.values()];
  }

  #giveUpHalf(): void {
    const rarest = [...this.#units].toSorted(([, a], [, b]) => a.count - b.count);
    for (const [key, { count: times }] of rarest.slice(0, Math.ceil(this.#most / 2))) {
      this.rare += times;
      this.#units.delete(key);
    }
  }
}

type EqualExecutions = readonly [Execution, ...Execution[]];

/** Equal statements one after the other: an N+1 has another number of them each time. */
function equalRuns(executions: readonly Execution[]): readonly EqualExecutions[] {
  const runs: [Execution, ...Execution[]][] = [];
  for (const execution of executions) {
    const last = runs.at(-1);
    if (last?.[0].reading.shape.key === execution.reading.shape.key) last.push(execution);
    else runs.push([execution]);
  }
  return runs;
}

function emptyTally({ database, frame }: CapturedUnit, runs: readonly EqualExecutions[]): UnitTally {
  const steps = runs.map(([{ reading }]) => ({
    shape: reading.shape,
    values: reading.shape.slots.map(() => new ValueTally()),
    lengths: reading.lengths.map(() => new Mean()),
    repeats: new Mean(),
    durations: new Mean(),
  }));
  return { database, frame, steps, count: 0, totalMs: 0, timed: 0, links: [], protocols: new Map() };
}

function count(tally: UnitTally, runs: readonly EqualExecutions[]): void {
  tally.count += 1;
  const only: string[] = [];
  let totalMs = 0;
  let isTimed = false;
  for (const [position, step] of tally.steps.entries()) {
    const run = runs[position]!;
    step.repeats.add(run.length);
    for (const { reading, durationMs, protocol } of run) {
      for (const [slot, given] of reading.given.entries())
        for (const each of given) step.values[slot]!.add(each);
      for (const [list, length] of reading.lengths.entries()) step.lengths[list]!.add(length);
      if (durationMs !== null) {
        step.durations.add(durationMs);
        totalMs += durationMs;
        isTimed = true;
      }
      if (reading.shape.slots.length > 0)
        tally.protocols.set(protocol, (tally.protocols.get(protocol) ?? 0) + 1);
    }
    for (const slot of step.values.keys()) {
      const value = onlyValue(run.flatMap(({ reading }) => reading.given[slot]!));
      only.push(value === undefined || value === null ? `${position}.${slot}` : `=${value}`);
    }
  }
  if (isTimed) {
    tally.totalMs += totalMs;
    tally.timed += 1;
  }
  tally.links = refined(tally.count === 1 ? only.map(() => 0) : tally.links, only);
}

/** Splits slots that were equal so far: each gets the first of them that has its value now, too. */
function refined(links: readonly number[], values: readonly string[]): readonly number[] {
  const firsts = new Map<string, number>();
  return links.map((link, position) => {
    const key = `${link} ${values[position]}`;
    const first = firsts.get(key) ?? position;
    firsts.set(key, first);
    return first;
  });
}
