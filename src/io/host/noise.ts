/** Measures how evenly this machine computes: the same small piece of work, again and again, timed. */
import { readFileSync } from "node:fs";

export type MachineNoise = Readonly<{
  /** Seconds that were sampled. */
  seconds: number;
  /** Middle time of the piece of work, nanoseconds. */
  medianNs: number;
  /** 95th percentile over the median, minus one: 0.1 is "one piece in twenty takes 10 % longer". */
  tail: number;
  /** Share of the CPU time that the hypervisor gave to other machines; null where /proc/stat does not say. */
  stealShare: number | null;
}>;

/** Rounds of arithmetic in one piece: about a millisecond. */
const ROUNDS = 400_000;

export function sampleNoise(seconds: number): MachineNoise {
  // The first pieces are slower until the engine has compiled them.
  for (let i = 0; i < 50; i++) work();
  const before = readJiffies();
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const startedAt = performance.now();
    work();
    times.push((performance.now() - startedAt) * 1e6);
  }
  times.sort((a, b) => a - b);
  const medianNs = times[Math.floor(times.length / 2)]!;
  return {
    seconds,
    medianNs,
    tail: times[Math.floor(times.length * 0.95)]! / medianNs - 1,
    stealShare: stealBetween(before, readJiffies()),
  };
}

function work(): number {
  let x = 1;
  for (let i = 0; i < ROUNDS; i++) x = (Math.imul(x, 1_103_515_245) + 12_345) | 0;
  return x;
}

type Jiffies = Readonly<{ all: number; steal: number }> | null;

/** The first line of /proc/stat: user nice system idle iowait irq softirq steal ... */
function readJiffies(): Jiffies {
  try {
    const [first] = readFileSync("/proc/stat", "utf8").split("\n");
    const fields = first!.split(/\s+/).slice(1, 9).map(Number);
    return { all: fields.reduce((sum, field) => sum + field, 0), steal: fields[7] ?? 0 };
  } catch {
    return null;
  }
}

function stealBetween(before: Jiffies, after: Jiffies): number | null {
  if (before === null || after === null || after.all <= before.all) return null;
  return (after.steal - before.steal) / (after.all - before.all);
}
