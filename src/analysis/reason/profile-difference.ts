/** Functions that take more CPU time of an event than they did. */
import type { Observed } from "../../model/observed.ts";
import type { ProfileDifference } from "../../model/profile.ts";

/** Most stacks of a report, both arms' together: those with most samples. */
const STACKS_MOST = 300;
/**
 * A function counts as grown when its samples differ by more than this many standard errors. Chance alone does that once in millions of
 * cases; the bound is that wide because samples of a busy machine scatter more than chance alone would make them.
 */
const STANDARD_ERRORS = 5;
/** A function must have this share of the CPU time that events cost more. */
const SHARE_LEAST = 0.1;

/** The differences of workloads under which both arms were sampled by the same clock. */
export function profileDifferences(base: Observed, head: Observed): readonly ProfileDifference[] {
  return (head.profiles ?? []).flatMap((now): readonly ProfileDifference[] => {
    const before = base.profiles?.find(({ workload }) => workload === now.workload);
    if (before === undefined || before.event !== now.event || before.hertz !== now.hertz) return [];
    if (before.events === 0 || now.events === 0) return [];
    const stacks = new Map<string, { frames: readonly string[]; base: number; head: number }>();
    for (const [arm, profile] of [
      ["base", before],
      ["head", now],
    ] as const) {
      for (const { frames, samples } of profile.stacks) {
        const key = frames.join("\n");
        stacks.set(key, { ...(stacks.get(key) ?? { frames, base: 0, head: 0 }), [arm]: samples });
      }
    }
    const most = [...stacks.values()].toSorted((a, b) => b.base + b.head - a.base - a.head);
    const { workload, event, hertz } = now;
    const side = ({ events, samples }: typeof now) => ({ events, samples });
    return [
      { workload, event, hertz, base: side(before), head: side(now), stacks: most.slice(0, STACKS_MOST) },
    ];
  });
}

/** CPU time of an event in a function itself, without what it calls; microseconds. */
type Grown = Readonly<{ name: string; base: number; head: number; share: number }>;

/**
 * Functions whose own time grew beyond chance, each with its part of all that grew; what grew most first. None where events did not
 * become dearer.
 */
export function grownFunctions(profile: ProfileDifference): readonly Grown[] {
  const { base, head, hertz } = profile;
  const micros = (samples: number, events: number) => (samples / events / hertz) * 1e6;
  const total = micros(head.samples, head.events) - micros(base.samples, base.events);
  if (total <= 0) return [];
  const byName = new Map<string, { base: number; head: number }>();
  for (const { frames, ...samples } of profile.stacks) {
    const old = byName.get(frames.at(-1)!) ?? { base: 0, head: 0 };
    byName.set(frames.at(-1)!, { base: old.base + samples.base, head: old.head + samples.head });
  }
  return [...byName]
    .filter(([, samples]) => isBeyondChance(samples, profile))
    .map(([name, samples]) => {
      const [before, now] = [micros(samples.base, base.events), micros(samples.head, head.events)];
      return { name, base: before, head: now, share: Math.min(1, (now - before) / total) };
    })
    .filter(({ share }) => share >= SHARE_LEAST)
    .toSorted((a, b) => b.share - a.share);
}

/** Poisson's counts divided by events. */
function isBeyondChance(
  samples: Readonly<{ base: number; head: number }>,
  { base, head }: Pick<ProfileDifference, "base" | "head">,
): boolean {
  const change = samples.head / head.events - samples.base / base.events;
  const error = Math.sqrt(samples.head / head.events ** 2 + samples.base / base.events ** 2);
  return change > STANDARD_ERRORS * error;
}
