/** What several load machines measured together: each one's part, what should be known of it, and what forbids to judge by it. */
import type { Warning } from "../model/document.ts";
import type { ShardPart } from "../model/shards.ts";
import { type ClockOffset, clockStepBetween } from "../stats/clock-offset.ts";
import { sum } from "../stats/summary.ts";

/** One machine in one block. Times are microseconds. */
export type ShardInBlock = Readonly<{
  /** Index 0's clock minus its own, before and after the load; and the time between. */
  before: ClockOffset;
  after: ClockOffset;
  elapsed: number;
  /** When its first event could begin, by its own clock; null: none could. */
  firstAt: number | null;
  events: number;
  failed: number;
  cpuShare: number | null;
}>;

/** One workload in one session. */
export type SharedBlock = Readonly<{
  workload: string;
  /** The announced start, in index 0's clock. */
  startAt: number;
  /** Two arms in slices, which must be the same ones on all machines; null: one arm. */
  sliceMs: number | null;
  seconds: number;
  /** Events planned for each second; 0: closed loop. */
  rate: number;
  /** The slices of all could be added. */
  inStep: boolean;
  /** By index. */
  shards: readonly ShardInBlock[];
}>;

export type Machine = Readonly<{ host: string; cpuModel: string; cpuCount: number }>;

/** Stands for a machine that never said hello; nothing is known of it. */
export const ABSENT: Machine = { host: "absent", cpuModel: "unknown", cpuCount: 0 };

/** A clock that is so far off is worth a word, though it is corrected. */
const OFF_US = 10_000;
/** Of a slice, or of what is measured where there is one arm. */
const IN_STEP = 0.01;
const LOAD_LEAST = 0.99;
const BUSY = 0.8;

/** Within what machines must begin together, and their clocks be known, in microseconds. */
export function stepTolerance({ sliceMs, seconds }: Pick<SharedBlock, "sliceMs" | "seconds">): number {
  return IN_STEP * (sliceMs === null ? seconds * 1e6 : sliceMs * 1e3);
}

/** Whether the clocks are known well enough to say which slices were at the same time. */
export function isFine(
  block: Pick<SharedBlock, "sliceMs" | "seconds"> & { shards: readonly ClocksOf[] },
): boolean {
  return block.shards.every((shard) => boundOf(shard) <= stepTolerance(block));
}

type ClocksOf = Pick<ShardInBlock, "before" | "after">;

/** @param machines by index */
export function shardParts(
  machines: readonly Machine[],
  blocks: readonly SharedBlock[],
): readonly ShardPart[] {
  const all = sum(blocks.flatMap(({ shards }) => shards.map(({ events }) => events)));
  return machines.map(({ host, cpuModel, cpuCount }, index) => {
    const own = blocks.map(({ shards }) => shards[index]!);
    const events = sum(own.map((shard) => shard.events));
    const skews = blocks.flatMap((block) => skewOf(block, index) ?? []);
    return {
      index,
      host,
      cpuModel,
      cpuCount,
      share: all === 0 ? 0 : events / all,
      events,
      failedEvents: sum(own.map(({ failed }) => failed)),
      clockOffsetNs: Math.round(1e3 * (farthest(own.map(({ after }) => after.offset)) ?? 0)),
      clockBoundNs: Math.round(1e3 * Math.max(0, ...own.map(boundOf))),
      startSkewNs: nanos(farthest(skews)),
      clientCpuShare: greatest(own.flatMap(({ cpuShare }) => cpuShare ?? [])),
    };
  });
}

/** What a reader should know, though nothing is wrong by it. */
export function shardDoubts(
  machines: readonly Machine[],
  blocks: readonly SharedBlock[],
): readonly Warning[] {
  return [...unlike(machines), ...wrongClocks(machines, blocks), ...coarse(machines, blocks)];
}

/** Why the run is no measurement of the load that was planned. */
export function shardObjections(
  machines: readonly Machine[],
  blocks: readonly SharedBlock[],
): readonly Warning[] {
  return once(
    blocks.flatMap((block) =>
      block.shards.flatMap((shard, index) => {
        const name = called(machines, index);
        return [...stepped(name, block, shard), ...late(name, block, index), ...limited(name, block, shard)];
      }),
    ),
  );
}

function unlike(machines: readonly Machine[]): readonly Warning[] {
  const known = machines.flatMap((machine, index) =>
    machine.cpuCount === ABSENT.cpuCount
      ? []
      : [{ who: called(machines, index), kind: `${machine.cpuCount} x ${machine.cpuModel}` }],
  );
  if (new Set(known.map(({ kind }) => kind)).size < 2) return [];
  const named = known.map(({ who, kind }) => `${who}: ${kind}`);
  return [
    {
      code: "unlike-machines",
      message: `the load machines are not alike: ${named.join("; ")}`,
      remedy: "run all shards on machines of one kind; `shards` of the run document has each one's figures",
    },
  ];
}

function wrongClocks(machines: readonly Machine[], blocks: readonly SharedBlock[]): readonly Warning[] {
  return machines.flatMap((_, index) => {
    const offset = farthest(blocks.map(({ shards }) => shards[index]!.after.offset)) ?? 0;
    if (Math.abs(offset) <= OFF_US) return [];
    return [
      {
        code: "clock-offset",
        message: `the clock of ${called(machines, index)} is ${ms(offset)} ${offset < 0 ? "ahead of" : "behind"} index 0's; its start was corrected by that`,
        remedy: "let NTP set the clocks of all machines",
      },
    ];
  });
}

function coarse(machines: readonly Machine[], blocks: readonly SharedBlock[]): readonly Warning[] {
  const block = blocks.find((each) => each.sliceMs !== null && !isFine(each));
  if (block === undefined) {
    const torn = blocks.find((each) => !each.inStep && each.sliceMs !== null);
    return torn === undefined ? [] : [totalsOnly("the machines had not the same slices")];
  }
  const index = block.shards.findIndex((shard) => boundOf(shard) > stepTolerance(block));
  const bound = boundOf(block.shards[index]!);
  return [
    totalsOnly(
      `the clock of ${called(machines, index)} is known to ${ms(bound)} only, which is over 1 % of a slice`,
    ),
  ];
}

function totalsOnly(why: string): Warning {
  return {
    code: "slices-apart",
    message: `${why}: totals are added, slices are not`,
    remedy: "a network with less delay between the load machines, or a longer measure.slice",
  };
}

/** A step that leaves the machines in step bends nothing: NTP slews a clock that is a millisecond off, too. */
function stepped(name: string, block: SharedBlock, shard: ShardInBlock): readonly Warning[] {
  const step = clockStepBetween(shard.before, shard.after, shard.elapsed);
  if (Math.abs(step) <= stepTolerance(block)) return [];
  return [
    {
      code: "clock-stepped",
      message: `${block.workload}: the clock of ${name} or of index 0 was set by ${ms(step)} while it was measured`,
      remedy: "let NTP slew the clocks (chrony without makestep, or long before), and measure again",
    },
  ];
}

function late(name: string, block: SharedBlock, index: number): readonly Warning[] {
  const skew = skewOf(block, index);
  const tolerance = stepTolerance(block);
  if (skew !== null && Math.abs(skew) <= tolerance) return [];
  const when = skew === null ? "never began" : `began ${ms(skew)} ${skew < 0 ? "before" : "after"} the start`;
  const of = block.sliceMs === null ? "of what was measured" : "of a slice";
  return [
    {
      code: "shard-late",
      message: `${block.workload}: ${name} ${when}, more than 1 % ${of} (${ms(tolerance)})`,
      remedy: "give the load machines CPUs of their own, or more time to connect by --lead",
    },
  ];
}

function limited(
  name: string,
  { workload, rate, seconds, shards }: SharedBlock,
  shard: ShardInBlock,
): readonly Warning[] {
  // A closed loop plans nothing, of which nothing is missing.
  const planned = (rate * seconds) / shards.length;
  const short = shard.events + shard.failed < LOAD_LEAST * planned;
  if (!short || (shard.cpuShare ?? 0) <= BUSY) return [];
  return [
    {
      code: "client-limited",
      message: `${workload}: ${name} brought ${shard.events + shard.failed} of ${Math.round(planned)} events, with ${Math.round(100 * shard.cpuShare!)} % of its CPU time used: it was the client that was limited`,
      remedy: "use more load machines, or less load for each",
    },
  ];
}

/** From the announced start to the first event, in index 0's clock. */
function skewOf({ startAt, shards }: SharedBlock, index: number): number | null {
  const { firstAt, after } = shards[index]!;
  return firstAt === null ? null : firstAt + after.offset - startAt;
}

function boundOf({ before, after }: ClocksOf): number {
  return Math.max(before.bound, after.bound);
}

function called(machines: readonly Machine[], index: number): string {
  return `index ${index} of ${machines.length} (${machines[index]!.host})`;
}

function once(warnings: readonly Warning[]): readonly Warning[] {
  const seen = new Map<string, Warning>();
  for (const warning of warnings) {
    const key = `${warning.code} ${/index \d+/.exec(warning.message)?.[0]}`;
    if (!seen.has(key)) seen.set(key, warning);
  }
  return [...seen.values()];
}

function farthest(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : values.reduce((far, each) => (Math.abs(each) > Math.abs(far) ? each : far));
}

function greatest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function nanos(us: number | null): number | null {
  return us === null ? null : Math.round(1e3 * us);
}

function ms(us: number): string {
  return `${Number((Math.abs(us) / 1e3).toPrecision(3))} ms`;
}
