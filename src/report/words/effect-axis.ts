/** The axis of pictures of changes: it fits all that is shown, and is logarithmic where that is more than a factor of three. */
import { niceTicks } from "../../text/ticks.ts";
import { formatCount, formatEffectTick } from "../../text/units.ts";

type EffectTick = Readonly<{ at: number; label: string }>;

export type EffectAxis = Readonly<{
  /** Relative changes at its ends, 0.1 for +10 %. */
  low: number;
  high: number;
  /** Place of a change: 0 at the low end, 1 at the high one. A change beyond an end lies at it. */
  share: (change: number) => number;
  /** Ticks, about so many, the zero among them. */
  ticks: (count: number) => readonly EffectTick[];
}>;

/** Beyond this factor of change a linear axis shows nothing of the small ones. */
const LINEAR_MOST = 3;
/** No change is shown as more than this factor: a rate that fell to nothing has none. */
const FACTOR_MOST = 10_000;
/** Room at both ends, as a share of the axis. */
const ROOM = 0.04;
/** Least reach of the axis to either side of no change. */
const LEAST = 0.01;

/** @param changes all that is to be shown, as relative changes; what is no number is left out */
export function effectAxis(changes: readonly number[]): EffectAxis {
  const known = changes.filter((change) => change >= -1 && Number.isFinite(change));
  const logs = known.map((change) =>
    Math.max(-Math.log(FACTOR_MOST), Math.min(Math.log(FACTOR_MOST), Math.log1p(change))),
  );
  const isLinear = logs.every((log) => Math.abs(log) <= Math.log(LINEAR_MOST));
  return isLinear ? linearAxis(known) : logarithmicAxis(logs);
}

function linearAxis(changes: readonly number[]): EffectAxis {
  const { low, high, share } = axisScale(changes, LEAST);
  return {
    low,
    high,
    share,
    ticks: (count) => niceTicks(low, high, count).map((at) => ({ at, label: formatEffectTick(at) })),
  };
}

function logarithmicAxis(logs: readonly number[]): EffectAxis {
  const { low, high, share } = axisScale(logs, Math.log1p(LEAST));
  return {
    low: Math.expm1(low),
    high: Math.expm1(high),
    share: (change) => share(Math.log1p(Math.max(-1, change))),
    ticks: (count) => factorTicks(low, high, count),
  };
}

function axisScale(values: readonly number[], least: number) {
  const [lowest, highest] = [Math.min(-least, ...values), Math.max(least, ...values)];
  const room = (highest - lowest) * ROOM;
  const [low, high] = [lowest - room, highest + room];
  const share = (value: number) => Math.min(1, Math.max(0, (value - low) / (high - low)));
  return { low, high, share };
}

/** No change, and factors of 2, 5 and 10 on both sides, or of 10 and 100 alone where those would be many. */
function factorTicks(low: number, high: number, count: number): readonly EffectTick[] {
  const within = (factors: readonly number[]) =>
    [...factors.toReversed().map((factor) => -factor), 0, ...factors].filter((factor) => {
      const log = factor === 0 ? 0 : Math.sign(factor) * Math.log(Math.abs(factor));
      return log >= low && log <= high;
    });
  const all = [0, 1, 2, 3].flatMap((power) => [2, 5, 10].map((factor) => factor * 10 ** power));
  const fine = within(all);
  const factors =
    fine.length <= count ? fine : within(all.filter((factor) => Number.isInteger(Math.log10(factor))));
  return factors.map((factor) => {
    if (factor === 0) return { at: 0, label: "0" };
    const size = formatCount(Math.abs(factor));
    return factor > 0 ? { at: factor - 1, label: `×${size}` } : { at: -1 - 1 / factor, label: `÷${size}` };
  });
}
