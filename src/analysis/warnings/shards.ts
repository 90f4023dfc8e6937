/** Measurements that several load machines made together: each one's part, what should be known of it, and what forbids judging by it. */
import { type Warning, warning } from "../../model/document.ts";
import type { Machine, ShardPart } from "../../model/shards.ts";
import { type ClockOffset, clockDrift } from "../../stats/clock-offset.ts";
import { sum } from "../../stats/summary.ts";
import { formatPercent, formatTime, plainSpaces } from "../../text/units.ts";

/** One machine in one block. Times are microseconds. */
export type ShardInBlock = Readonly<{
  /** Index 0's clock minus its own, before and after the load; neither follows where its machine's clock is set meanwhile. */
  before: ClockOffset;
  after: ClockOffset;
  /** Time by which its machine's clock was set in between. */
  setBy: number;
  /** Time at which its first event could begin, by its own clock; null: none could. */
  firstAt: number | null;
  events: number;
  failed: number;
  cpuShare: number | null;
  /** Time for which its load generator stood still while it measured. */
  still: number;
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
  /** Shards by index. */
  shards: readonly ShardInBlock[];
}>;

/** Stands for a machine that never said hello; nothing is known of it. */
export const ABSENT: Machine = { host: "absent", cpuModel: "unknown", cpuCount: 0 };

/** A clock that is so far off is worth a warning, though it is corrected. */
const OFF_US = 10_000;
/** A load generator reports its state each second: what is less may be a busy machine's doing. */
const STILL_US = 1e6;
/** Tolerated share of a slice, or of what is measured where there is one arm. */
const IN_STEP = 0.01;
const LOAD_LEAST = 0.99;
const BUSY = 0.8;

/** Tolerance within which clocks must be known, and go together, in microseconds. */
export function stepTolerance({ sliceMs, seconds }: Pick<SharedBlock, "sliceMs" | "seconds">): number {
  return IN_STEP * (sliceMs === null ? seconds * 1e6 : sliceMs * 1e3);
}

/** True if the clocks are known well enough, and went together well enough, to say which slices were at the same time. */
export function isFine(
  block: Pick<SharedBlock, "sliceMs" | "seconds"> & { shards: readonly ClocksOf[] },
): boolean {
  const tolerance = stepTolerance(block);
  return block.shards.every(
    (shard) => boundOf(shard) <= tolerance && Math.abs(shardDrift(shard)) <= tolerance,
  );
}

/** Beginning late takes from what is measured; slices end as planned, whenever the first one began. */
function latenessMost({ seconds }: Pick<SharedBlock, "seconds">): number {
  return IN_STEP * seconds * 1e6;
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
    const skews = blocks.flatMap((block) => startSkew(block, index) ?? []);
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

/** Warnings that a reader should know of, though nothing is wrong by them. */
export function shardWarnings(
  machines: readonly Machine[],
  blocks: readonly SharedBlock[],
): readonly Warning[] {
  return [...unlikeLoadMachines(machines), ...wrongClocks(machines, blocks), ...coarse(machines, blocks)];
}

/** Reasons why the run is no measurement of the load that was planned. */
export function shardObjections(
  machines: readonly Machine[],
  blocks: readonly SharedBlock[],
): readonly Warning[] {
  return once(
    blocks.flatMap((block) =>
      block.shards.flatMap((shard, index) => {
        const name = called(machines, index);
        return [
          ...stepped(name, block, shard),
          ...drifted(name, block, shard),
          ...late(name, block, index),
          ...stoodStill(name, block, shard),
          ...limited(name, block, shard),
        ];
      }),
    ),
  );
}

function unlikeLoadMachines(machines: readonly Machine[]): readonly Warning[] {
  const known = machines.flatMap((machine, index) =>
    machine.cpuCount === ABSENT.cpuCount
      ? []
      : [{ who: called(machines, index), kind: `${machine.cpuCount} x ${machine.cpuModel}` }],
  );
  if (new Set(known.map(({ kind }) => kind)).size < 2) return [];
  const named = known.map(({ who, kind }) => `${who}: ${kind}`);
  return warning("unlike-machines", {
    message: `the load machines are not alike: ${named.join("; ")}`,
    remedy: "run all shards on machines of one kind; `shards` of the run document has each one's figures",
  });
}

function wrongClocks(machines: readonly Machine[], blocks: readonly SharedBlock[]): readonly Warning[] {
  return machines.flatMap((_, index) => {
    const offset = farthest(blocks.map(({ shards }) => shards[index]!.after.offset)) ?? 0;
    if (Math.abs(offset) <= OFF_US) return [];
    return warning("clock-offset", {
      message: `the clock of ${called(machines, index)} is ${timeText(offset)} ${offset < 0 ? "ahead of" : "behind"} index 0's; its start was corrected by that`,
      remedy: "let NTP set the clocks of all machines",
    });
  });
}

function coarse(machines: readonly Machine[], blocks: readonly SharedBlock[]): readonly Warning[] {
  const block = blocks.find((each) => each.sliceMs !== null && !isFine(each));
  if (block === undefined) {
    const torn = blocks.find((each) => !each.inStep && each.sliceMs !== null);
    return torn === undefined ? [] : [totalsOnly("the machines did not have the same slices")];
  }
  const tolerance = stepTolerance(block);
  const uncertain = block.shards.findIndex((shard) => boundOf(shard) > tolerance);
  if (uncertain >= 0) {
    const known = timeText(boundOf(block.shards[uncertain]!));
    return [
      totalsOnly(
        `the clock of ${called(machines, uncertain)} is known to ${known} only, which is over 1 % of a slice`,
      ),
    ];
  }
  const index = block.shards.findIndex((shard) => Math.abs(shardDrift(shard)) > tolerance);
  const apart = `${went(shardDrift(block.shards[index]!))} while it was measured, which is over 1 % of a slice`;
  return [totalsOnly(`the clock of ${called(machines, index)} ${apart}`, CLOCKS_ALIKE)];
}

function totalsOnly(why: string, remedy = CLOCKS_KNOWN): Warning {
  return { code: "slices-apart", message: `${why}: totals are added, slices are not`, remedy };
}

const CLOCKS_KNOWN = "use a network with less delay between the load machines, or a longer measure.slice";
const CLOCKS_ALIKE =
  "let NTP set the clocks of all machines long before, shorten measure.seconds, or lengthen measure.slice";

/** A step that leaves the machines in step bends nothing: a clock may be set by a millisecond. */
function stepped(name: string, block: SharedBlock, shard: ShardInBlock): readonly Warning[] {
  if (Math.abs(shard.setBy) <= stepTolerance(block)) return [];
  return warning("clock-stepped", {
    message: `${block.workload}: the clock of ${name} was set by ${timeText(shard.setBy)} during the measurement`,
    remedy: "let NTP slew the clocks (chrony without makestep, or well before the run), and measure again",
  });
}

/** Warns if a clock goes so fast or slow that a second of that machine is none: its rates are wrong. */
function drifted(name: string, block: SharedBlock, shard: ShardInBlock): readonly Warning[] {
  const drift = shardDrift(shard);
  const most = latenessMost(block);
  if (Math.abs(drift) <= most) return [];
  return warning("clock-drifted", {
    message: `${block.workload}: the clock of ${name} ${went(drift)} while it was measured, more than 1 % of what was measured (${timeText(most)})`,
    remedy: "let NTP set the clocks of all machines before the run, and measure again",
  });
}

function late(name: string, block: SharedBlock, index: number): readonly Warning[] {
  const skew = startSkew(block, index);
  const [earliest, latest] = [-stepTolerance(block), latenessMost(block)];
  if (skew !== null && skew >= earliest && skew <= latest) return [];
  const isEarly = skew !== null && skew < 0;
  const when =
    skew === null ? "never began" : `began ${timeText(skew)} ${isEarly ? "before" : "after"} the start`;
  const of = isEarly && block.sliceMs !== null ? "of a slice" : "of what was measured";
  return warning("shard-late", {
    message: `${block.workload}: ${name} ${when}, more than 1 % ${of} (${timeText(isEarly ? earliest : latest)})`,
    remedy: "give the load machines CPUs of their own, or more time to connect by --lead",
  });
}

/** A machine that was paused, moved or had no memory: its part of the load is missing for so long, and the server is not to blame. */
function stoodStill(name: string, block: SharedBlock, { still }: ShardInBlock): readonly Warning[] {
  const most = Math.max(STILL_US, latenessMost(block));
  if (still <= most) return [];
  return warning("shard-still", {
    message: `${block.workload}: the load generator of ${name} was paused for at least ${timeText(still)} during the measurement, more than ${timeText(most)}: a part of the load is missing`,
    remedy:
      "find out what paused it (a suspended, migrated or swapping machine, or too little CPU), and measure again",
  });
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
  return warning("client-limited", {
    message: `${workload}: ${name} brought ${shard.events + shard.failed} of ${Math.round(planned)} events, with ${plainSpaces(formatPercent(shard.cpuShare!))} of its CPU time used: the client was the bottleneck`,
    remedy: "use more load machines, or less load for each",
  });
}

/** Time from the announced start to the first event, in index 0's clock: as it was known just before, not as it drifted by the end. */
function startSkew({ startAt, shards }: SharedBlock, index: number): number | null {
  const { firstAt, before } = shards[index]!;
  return firstAt === null ? null : firstAt + before.offset - startAt;
}

/** Time that index 0's clock gained on the machine's own. */
function shardDrift({ before, after }: ClocksOf): number {
  return clockDrift(before, after);
}

function went(drift: number): string {
  return `went ${timeText(drift)} ${drift < 0 ? "ahead of" : "behind"} index 0's`;
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

function timeText(us: number): string {
  return plainSpaces(formatTime(Math.abs(us) * 1e3));
}
