/** Measurements of a sweep's suite -> the parts of its document: the runs of each pair of targets, and why a point has none. */
import type { MeasuredPair, SuiteParts } from "../../analysis/sweep/sweep.ts";
import type { Plan } from "../../config/plan.ts";
import { rulesOf } from "../../config/rules.ts";
import { type SweptSuite, sweepPositions } from "../../config/sweep-suites.ts";
import type { Sources } from "../../io/git/sources.ts";
import type { Warning } from "../../model/document.ts";
import type { Origin, Run, Runs } from "../../model/run.ts";
import type { GivenUp } from "../documents/sweep-files.ts";
import type { Measurement } from "./measurement.ts";
import { type Moment, makeRuns } from "./runs.ts";
import { setupWarnings } from "./sources.ts";

/** A suite, ready to be measured: its points as workloads, and how. */
export type PlannedSuite = SweptSuite & Readonly<{ pointed: SweptSuite["config"]; plan: Plan }>;

/** Facts about all suites of a sweep. */
type SweepFacts = Readonly<{
  origin: Origin;
  sources: Sources;
  warnings: readonly Warning[];
  started: Moment;
  givenUp: readonly GivenUp[];
}>;

/**
 * @param planned all suites, whose points are numbered on from one to the next
 * @param position the suite's, among them
 * @param measurements one for each pair of its targets, with the sessions that there are now
 */
export async function partsOfSuite(
  planned: readonly PlannedSuite[],
  position: number,
  measurements: readonly Pick<Measurement, "recorded">[],
  { origin, sources, warnings, started, givenUp }: SweepFacts,
): Promise<SuiteParts> {
  const { config, grid, targets, sessions, pointed, plan } = planned[position]!;
  const { head } = sources;
  const setup = await setupWarnings(config.database, plan, sources);
  const subject = {
    commits: { base: head.commit, head: head.commit },
    origin,
    warnings: [...warnings, ...setup],
    rules: rulesOf(pointed),
    earlier: [],
  };
  const pairs = measurements.map((measurement, i): MeasuredPair => {
    const [reference, target] = pairWithFirst(targets)[i]!;
    const recorded = measurement.recorded();
    const against = reference === null ? "" : `: ${target.name} against ${reference.name}`;
    const named = { ...plan, looks: 1, suite: `${plan.suite}${against}` };
    const runs = recorded.sessions === 0 ? null : withoutEmpty(makeRuns(recorded, named, subject, started));
    return {
      reference: reference?.name ?? null,
      target: target.name,
      runs: runs === null || reference === null ? runs : withTargets(runs, reference.name, target.name),
    };
  });
  const places = sweepPositions(planned.map((suite) => suite.grid.points.length));
  const missing = (target: string, name: string) => {
    const point = places.findIndex(
      (place) => place.suite === position && grid.points[place.point]!.name === name,
    );
    const isOf = ({ pair }: GivenUp) => [pairs[pair]!.target, pairs[pair]!.reference].includes(target);
    return givenUp.find((given) => given.point === point && isOf(given))?.why;
  };
  const nodes = Object.fromEntries(
    targets.flatMap(({ name, nodes: own }) => (own === undefined ? [] : [[name, own] as const])),
  );
  return { suite: config.suite, grid, pairs, nodes, rules: subject.rules, sessions, missing };
}

/** Head alone, or the first with each of the others. */
export function pairWithFirst<T>(all: readonly T[]): readonly (readonly [T | null, T])[] {
  const [first, ...rest] = all;
  return rest.length === 0 ? [[null, first!]] : rest.map((other) => [first!, other]);
}

/** Adds the targets' names to the runs, for tables of these runs alone. */
function withTargets({ base, head }: Runs, reference: string, target: string): Runs {
  return { base: base && { ...base, target: reference }, head: { ...head, target } };
}

/** A point without a session yet is none of a run's workloads. */
function withoutEmpty({ base, head }: Runs): Runs {
  const measuredOf = (run: Run) => ({
    ...run,
    workloads: run.workloads.filter(({ sessions }) => sessions.length > 0),
  });
  return { base: base && measuredOf(base), head: measuredOf(head) };
}
