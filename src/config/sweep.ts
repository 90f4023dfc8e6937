/** A sweep: every workload at every combination of some options' values. Config and what was asked for -> points -> Config. */
import { PlumblineError } from "../model/errors.ts";
import type { GateRule } from "../model/rules.ts";
import type { OptionValue } from "../model/run.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import { drawIndex, seededRng } from "../stats/random.ts";
import { hyphenated } from "./option-words.ts";
import type { Config } from "./parse.ts";

/** More take days. */
export const POINTS_MOST = 500;

/** Command-line options that override the config file. */
export type SweepAsked = Readonly<{
  over: Readonly<Record<string, readonly OptionValue[]>>;
  workloads: readonly string[];
  targets: readonly string[];
}>;

/** A database that is compared, by its name. */
export type SweepTarget = NonNullable<NonNullable<Config["sweep"]>["targets"]>[number];

export type SweepAxis = Readonly<{ option: string; values: readonly OptionValue[] }>;

export type SweepPoint = Readonly<{
  /** Its workload's position in the config file. */
  position: number;
  workload: string;
  /** The value of each swept option, by its name. */
  values: Readonly<Record<string, OptionValue>>;
  /** "point-select threads=5" */
  name: string;
}>;

export type Grid = Readonly<{ axes: readonly SweepAxis[]; points: readonly SweepPoint[] }>;

/** Every workload that is asked for, at every combination of values; the last axis turns fastest. */
export function gridOf(config: Pick<Config, "sweep" | "workloads">, asked: SweepAsked): Grid {
  const over = { ...bySpelling(config.sweep?.over ?? {}), ...bySpelling(asked.over) };
  const axes = Object.entries(over).map(([option, values]) => ({ option, values }));
  const names = asked.workloads.length > 0 ? asked.workloads : config.sweep?.workloads;
  let combinations: Readonly<Record<string, OptionValue>>[] = [{}];
  for (const { option, values } of axes)
    combinations = combinations.flatMap((each) => values.map((value) => ({ ...each, [option]: value })));
  const points = config.workloads.flatMap(({ name: workload }, position) =>
    names?.includes(workload) === false
      ? []
      : combinations.map((values) => ({ position, workload, values, name: pointName(workload, values) })),
  );
  return { axes, points };
}

/** table_size and table-size are one option. */
function bySpelling(over: SweepAsked["over"]): SweepAsked["over"] {
  return Object.fromEntries(Object.entries(over).map(([option, values]) => [hyphenated(option), values]));
}

/**
 * A sweep's tables have no word for a recovery that was not seen, so that its mean would pass for one.
 * @throws PlumblineError of kind "usage" with the places of the timelines of what is swept
 */
export function assureNoTimelines(
  { workloads, places }: Pick<Config, "workloads" | "places">,
  { points }: Pick<Grid, "points">,
): void {
  const swept = [...new Set(points.map(({ position }) => position))];
  const problems = swept.flatMap((position) => {
    const { name, timeline } = workloads[position]!;
    if (timeline === undefined) return [];
    return [`${places.workloads[position]!.timeline}: ${name}: a sweep plays no timeline`];
  });
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy: "sweep other workloads (--workload), or measure these by `plumbline check`, setting by setting",
  });
}

export function pointName(workload: string, values: SweepPoint["values"]): string {
  const words = Object.entries(values).map(([option, value]) => `${option}=${value}`);
  return [workload, ...words].join(" ");
}

/**
 * The config file as if it named each point as a workload: what checks and plans workloads, checks and plans points.
 * @param asked what the command line says over the file, which is then where a mistake is
 */
export function asWorkloads(
  config: Config,
  { points }: Pick<Grid, "points">,
  suite: string,
  asked: SweepAsked["over"] = {},
): Config {
  const said = bySpelling(asked);
  const rules = (of: (gate: GateRule) => readonly GateRule[]) => config.gates.flatMap(of);
  return {
    ...config,
    suite,
    workloads: points.map(({ position, name, values }) => {
      const entry = config.workloads[position]!;
      return { ...entry, name, options: { ...withoutOthers(entry.options, values), ...values } };
    }),
    gates: rules((gate) =>
      gate.workload === undefined
        ? [gate]
        : points
            .filter(({ workload }) => workload === gate.workload)
            .map(({ name }) => ({ ...gate, workload: name })),
    ),
    lines: Object.fromEntries(points.map(({ name, workload }) => [name, config.lines[workload] ?? 1])),
    places: {
      ...config.places,
      workloads: points.map(({ position, values }) => {
        const place = config.places.workloads[position]!;
        const swept = Object.keys(values).map((option) => {
          const file = said[option] === undefined ? config.places.sweep[option] : undefined;
          const at = file ?? `--over ${option}`;
          return [option, { key: at, value: at }] as const;
        });
        return { ...place, options: { ...place.options, ...Object.fromEntries(swept) } };
      }),
    },
  };
}

function withoutOthers(options: Config["workloads"][number]["options"], values: SweepPoint["values"]) {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => values[hyphenated(name)] === undefined),
  );
}

/** One session of one point on a pair of targets. */
export type SweepStep = Readonly<{ round: number; pair: number; point: number }>;

/** Every point of every pair once in each round, each round in an order of its own: no point owns a quiet hour. */
export function scheduleOf(
  { points, pairs, rounds }: Readonly<{ points: number; pairs: number; rounds: number }>,
  seed: number,
): readonly SweepStep[] {
  return Array.from({ length: rounds }, (_, round) => {
    const steps = Array.from({ length: points * pairs }, (_, at) => ({
      round,
      pair: at % pairs,
      point: Math.floor(at / pairs),
    }));
    return shuffledPoints(steps, mixSeed(seed, round));
  }).flat();
}

/** Fisher and Yates. */
function shuffledPoints<T>(items: readonly T[], seed: number): readonly T[] {
  const rng = seededRng(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = drawIndex(rng, last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
