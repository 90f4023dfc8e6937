/** The suites of a sweep: a config file each, with its own database, workloads and options, and one order for the points of all. */
import { PlumblineError } from "../model/errors.ts";
import { nearest } from "./nearest.ts";
import type { Config } from "./parse.ts";
import type { Plan } from "./plan.ts";
import {
  assureNoTimelines,
  type Grid,
  gridOf,
  POINTS_MOST,
  type SweepAsked,
  type SweepStep,
  type SweepTarget,
  scheduleOf,
} from "./sweep.ts";

export type SweptSuite = Readonly<{
  config: Config;
  grid: Grid;
  /** The reference first; one without a name where nothing is compared. */
  targets: readonly SweepTarget[];
  /** Sessions of each point. */
  sessions: number;
}>;

/** The config files that have a workload that is asked for. */
export function sweptConfigs(configs: readonly Config[], asked: SweepAsked): readonly Config[] {
  return configs.filter((config) => gridOf(config, asked).points.length > 0);
}

/** Sessions of a sweep without a `sweep:` block that gives their number. */
const SESSIONS = 5;

/**
 * @param configs in the order of the command line; those without a workload that is asked for are left out
 * @throws PlumblineError of kind "usage" with the place of what cannot be swept, or not together
 */
export function sweptSuites(
  configs: readonly Config[],
  asked: SweepAsked & Readonly<{ sessions: number | null }>,
): readonly SweptSuite[] {
  const namedTargets = configs.flatMap(({ sweep }) => sweep?.targets ?? []);
  assureKnown(
    "workload",
    asked.workloads,
    configs.flatMap(({ workloads }) => workloads),
  );
  assureKnown("target", asked.targets, namedTargets);
  assureNames(configs);
  const suites = sweptConfigs(configs, asked).map((config) => suiteOf(config, asked));
  assureTargets(suites);
  for (const { config, grid } of suites) assureNoTimelines(config, grid);
  if (configs.length === 1 && suites[0]!.grid.axes.length === 0 && namedTargets.length === 0) {
    throw new PlumblineError("usage", "nothing to sweep: no option has values, and no targets are named", {
      remedy:
        "name values, for example --over threads=1,2,4,8, or several config files, or write a `sweep:` block into the config file",
    });
  }
  const points = suites.reduce((sum, { grid }) => sum + grid.points.length, 0);
  if (points > POINTS_MOST) {
    throw new PlumblineError("usage", `${points} points are more than ${POINTS_MOST}`, {
      remedy: "sweep fewer values, or name workloads with --workload",
    });
  }
  return suites;
}

function suiteOf(config: Config, asked: Parameters<typeof sweptSuites>[1]): SweptSuite {
  const named = (config.sweep?.targets ?? []).filter(
    ({ name }) => asked.targets.length === 0 || asked.targets.includes(name),
  );
  return {
    config,
    grid: gridOf(config, asked),
    targets: named.length > 0 ? named : [{ name: "", deploy: config.database.deploy }],
    sessions: asked.sessions ?? config.sweep?.sessions ?? SESSIONS,
  };
}

function assureKnown(
  what: string,
  names: readonly string[],
  known: readonly Readonly<{ name: string }>[],
): void {
  const all = [...new Set(known.map(({ name }) => name))];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return;
  const guess = nearest(unknown, all);
  const list =
    all.length === 0
      ? `name the ${what}s under sweep.${what}s in the config file`
      : `name one of ${all.join(", ")}`;
  throw new PlumblineError("usage", `there is no ${what} ${JSON.stringify(unknown)}`, {
    remedy: guess === undefined ? list : `did you mean ${JSON.stringify(guess)}?`,
  });
}

/** Tables and the store tell suites apart by their names. */
function assureNames(configs: readonly Config[]): void {
  const names = configs.map(({ suite }) => suite);
  const again = configs.find(({ suite }, position) => names.indexOf(suite) !== position);
  if (again === undefined) return;
  throw new PlumblineError(
    "usage",
    `${again.places.suite}: two suites are called ${JSON.stringify(again.suite)}`,
    { remedy: "give each config file of the sweep a `suite` of its own, and name no file twice" },
  );
}

/** A target stands for the same in all suites, or a column of it would say nothing. */
function assureTargets([first, ...others]: readonly SweptSuite[]): void {
  const namesOf = ({ targets }: SweptSuite) => targets.map(({ name }) => name).join(", ");
  const unlike = others.find((suite) => namesOf(suite) !== namesOf(first!));
  if (unlike === undefined) return;
  const said = (suite: SweptSuite) => namesOf(suite) || "none";
  throw new PlumblineError(
    "usage",
    `${unlike.config.places.targets}: the targets of ${unlike.config.suite} (${said(unlike)}) are not those of ${first!.config.suite} (${said(first!)})`,
    { remedy: "name the same targets in the same order in each config file of the sweep" },
  );
}

/** Position of a point in the whole sweep: its suite, and its number in that. */
export type SweepPosition = Readonly<{ suite: number; point: number }>;

/** Positions of the points of a sweep, those of the first suite first. @param sizes points of each suite */
export function sweepPositions(sizes: readonly number[]): readonly SweepPosition[] {
  return sizes.flatMap((size, suite) => Array.from({ length: size }, (_, point) => ({ suite, point })));
}

/** The points of all suites in one order; a suite with fewer sessions has no part in the last rounds. */
export function scheduleOver(suites: readonly SweptSuite[], seed: number): readonly SweepStep[] {
  const places = sweepPositions(suites.map(({ grid }) => grid.points.length));
  const size = {
    points: places.length,
    pairs: Math.max(1, suites[0]!.targets.length - 1),
    rounds: Math.max(...suites.map(({ sessions }) => sessions)),
  };
  return scheduleOf(size, seed).filter(({ round, point }) => round < suites[places[point]!.suite]!.sessions);
}

/** Plans whose data may stand side by side on one server: each set of tables has a database of a name of its own. */
export function withOwnDatabases(plans: readonly Plan[]): readonly Plan[] {
  let count = 0;
  return plans.map((plan) => {
    const loads = plan.loads.map((load) => ({ ...load, database: `plumbline_${++count}` }));
    const loadOf = (database: string) => loads[plan.loads.findIndex((load) => load.database === database)]!;
    const workloads = plan.workloads.map((each) => ({ ...each, load: loadOf(each.load.database) }));
    return { ...plan, loads, workloads };
  });
}
