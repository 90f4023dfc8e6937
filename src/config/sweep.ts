/** A sweep: every workload at every combination of some options' values. Config and what was asked for -> points -> Config. */
import { z } from "zod";
import { PlumblineError } from "../model/errors.ts";
import type { GateRule } from "../model/rules.ts";
import { OptionValue } from "../model/run.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import { drawIndex, seededRng } from "../stats/random.ts";
import type { Config } from "./parse.ts";

/** More take days. */
export const POINTS_MOST = 500;
const VALUES_MOST = 200;

const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?::(x?)(\d+(?:\.\d+)?))?$/;

/**
 * Values as people write them on one line: "5,10,25", "5..175:5" (by steps of 5), "1..128:x2" (each twice the one before), or a mix.
 * Numbers are numbers; everything else is text.
 * @returns the values, or what is wrong with the text
 */
export function parseValues(text: string): readonly OptionValue[] | string {
  const values: OptionValue[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    const match = RANGE.exec(part);
    if (part === "") return `expected values such as 5,10,25 or 5..175:5, got ${JSON.stringify(text)}`;
    if (match === null) values.push(asValue(part));
    else {
      const [, from, to, times, step = "1"] = match;
      const range = { from: Number(from), to: Number(to), step: Number(step), times: times === "x" };
      const problem = rangeProblem(range);
      if (problem !== null) return `${problem}, got ${JSON.stringify(part)}`;
      values.push(...valuesIn(range));
    }
    if (values.length > VALUES_MOST) return `expected at most ${VALUES_MOST} values, got more`;
  }
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  return twice === undefined ? values : `expected each value once, got ${JSON.stringify(twice)} twice`;
}

function asValue(text: string): OptionValue {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

type Range = Readonly<{ from: number; to: number; step: number; times: boolean }>;

function rangeProblem({ from, to, step, times }: Range): string | null {
  if (to < from) return "expected a range that rises, such as 5..175:5";
  if (times && (step <= 1 || from <= 0))
    return "expected a factor above 1 and a start above 0, such as 1..128:x2";
  return step > 0 ? null : "expected a step above 0, such as 5..175:5";
}

/** Bounded, for the caller to say that they are too many. */
function valuesIn({ from, to, step, times }: Range): readonly number[] {
  const values: number[] = [];
  const at = (index: number) => Number((times ? from * step ** index : from + step * index).toPrecision(12));
  for (let index = 0; at(index) <= to && index <= VALUES_MOST; index++) values.push(at(index));
  return values;
}

const Values = z
  .union([z.string(), z.number(), z.array(OptionValue).min(1).max(VALUES_MOST)])
  .transform((given, context): readonly OptionValue[] => {
    const values = typeof given === "object" ? given.map((each) => String(each)).join(",") : String(given);
    const parsed = parseValues(values);
    if (typeof parsed !== "string") return typeof given === "object" ? given : parsed;
    context.addIssue({ code: "custom", message: parsed });
    return z.NEVER;
  });

/** @param deploy where a database comes from (schema.ts) */
export const sweepFields = <D extends z.ZodType>(deploy: D) =>
  z.strictObject({
    over: z
      .record(z.string(), Values)
      .default({})
      .describe(
        "options of the workloads, each with its values: { threads: [5, 10, 25] }, or as text: 5..175:5 by steps, 1..128:x2 by factors; every combination is a point",
      ),
    workloads: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe("names of the workloads that are swept; default: all of them"),
    targets: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(40).describe("how tables call it"),
          nodes: z
            .int()
            .min(1)
            .max(100_000)
            .optional()
            .describe(
              "machines that it runs on, where all targets say it: how throughput grows with them, and how much of a node each brings",
            ),
          deploy: deploy.describe("where it comes from: a version, settings, a pooler, another system"),
        }),
      )
      .min(2)
      .max(12)
      .optional()
      .describe(
        "databases that are compared at every point, the first of them with each of the others; default: the one of database.deploy, and no comparison",
      ),
    sessions: z.int().min(1).max(200).default(5).describe("fresh server sessions of each point"),
    seconds: z
      .number()
      .positive()
      .max(3600)
      .optional()
      .describe(
        "measured seconds of a point and session, of two targets both together; default: measure.seconds",
      ),
  });

/** What the command line says over the config file. */
export type SweepAsked = Readonly<{
  over: Readonly<Record<string, readonly OptionValue[]>>;
  workloads: readonly string[];
  targets: readonly string[];
}>;

/** A database that is compared, by its name. */
export type SweepTarget = NonNullable<NonNullable<Config["sweep"]>["targets"]>[number];

export type Axis = Readonly<{ option: string; values: readonly OptionValue[] }>;

export type Point = Readonly<{
  /** Its workload's position in the config file. */
  position: number;
  workload: string;
  /** By option. */
  values: Readonly<Record<string, OptionValue>>;
  /** "point-select threads=5" */
  name: string;
}>;

export type Grid = Readonly<{ axes: readonly Axis[]; points: readonly Point[] }>;

/** Every workload that is asked for, at every combination of values; the last axis turns fastest. */
export function gridOf(config: Pick<Config, "sweep" | "workloads">, asked: SweepAsked): Grid {
  const over = { ...config.sweep?.over, ...asked.over };
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

export function pointName(workload: string, values: Point["values"]): string {
  const words = Object.entries(values).map(([option, value]) => `${option}=${value}`);
  return [workload, ...words].join(" ");
}

/** The config file as if it named each point as a workload: what checks and plans workloads, checks and plans points. */
export function asWorkloads(config: Config, { points }: Pick<Grid, "points">, suite: string): Config {
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
          const at = config.places.sweep[option] ?? `--over ${option}`;
          return [option, { key: at, value: at }] as const;
        });
        return { ...place, options: { ...place.options, ...Object.fromEntries(swept) } };
      }),
    },
  };
}

/** table_size and table-size are one option. */
function withoutOthers(options: Config["workloads"][number]["options"], values: Point["values"]) {
  const spelled = (name: string) => name.replaceAll("_", "-");
  const swept = new Set(Object.keys(values).map(spelled));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !swept.has(spelled(name))));
}

/** One of n parts, that other machines or hours have the others of. */
export type Part = Readonly<{ index: number; of: number }>;

/** One session of one point on a pair of targets. */
export type Step = Readonly<{ round: number; pair: number; point: number }>;

/**
 * Every point of every pair once in each round, each round in an order of its own: no point owns a quiet hour.
 * @param part whose points alone are in it: every n-th, so that parts are alike
 */
export function scheduleOf(
  size: Readonly<{ points: number; pairs: number; rounds: number }>,
  seed: number,
  part: Part = { index: 1, of: 1 },
): readonly Step[] {
  const points = Array.from({ length: size.points }, (_, point) => point).filter(
    (point) => point % part.of === part.index - 1,
  );
  return Array.from({ length: size.rounds }, (_, round) => {
    const steps = points.flatMap((point) =>
      Array.from({ length: size.pairs }, (_, pair) => ({ round, pair, point })),
    );
    return shuffled(steps, mixSeed(seed, round, part.index));
  }).flat();
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const rng = seededRng(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = drawIndex(rng, last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
