/**
 * The order of the stages of a sweep, and nothing else: config -> grid -> plan -> targets -> sessions, each kept as it comes -> runs -> points,
 * scaling, comparisons -> files, store. Every session that a folder has counts, whichever invocation measured it.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { type MeasuredPair, sweepOf } from "./compare/sweep.ts";
import { nearest } from "./config/nearest.ts";
import type { Config } from "./config/parse.ts";
import type { Plan } from "./config/plan.ts";
import { rulesOf } from "./config/rules.ts";
import {
  assureNoTimelines,
  asWorkloads,
  type Grid,
  gridOf,
  type Part,
  POINTS_MOST,
  type SweepAsked,
  scheduleOf,
} from "./config/sweep.ts";
import { urlsOf } from "./config/urls.ts";
import { stamp } from "./documents/stamp.ts";
import { keepSession, type SweepState, writeSweep } from "./documents/sweep-files.ts";
import { stateOf } from "./documents/sweep-state.ts";
import type { Source } from "./git/sources.ts";
import { assureTemporaryFolder, assureWritable } from "./host/files.ts";
import { machineFacts } from "./host/machine.ts";
import { loadConfig } from "./invocation/config-file.ts";
import type { Invocation } from "./invocation/invocation.ts";
import { storeOf } from "./invocation/store-location.ts";
import { holdingMachine, lookAtMachine } from "./measure/machine.ts";
import { planWith } from "./measure/plan.ts";
import { type Moment, now, runsOf, type Subject } from "./measure/runs.ts";
import { setupDoubts, sourcesOf } from "./measure/sources.ts";
import { failedKey, measureSweep, type SweepMeasured } from "./measure/sweep.ts";
import { closeAll, createSweepTargets, type SweepTarget } from "./measure/targets.ts";
import type { Warning } from "./model/document.ts";
import { PlumblineError } from "./model/errors.ts";
import type { Observer } from "./model/observer.ts";
import type { Run, Runs } from "./model/run.ts";
import type { Sweep } from "./model/sweep.ts";
import { findLoadGenerator } from "./runner/find.ts";
import { openStore } from "./store/open.ts";

export type SweepRequest = SweepAsked &
  Readonly<{
    sessions: number | null;
    seconds: number | null;
    part: Part;
    /** Goes on with what the folder has. */
    resume: boolean;
    /** Folders of parts, whose sessions are put together; nothing is measured. */
    join: readonly string[];
    /** Folder; null: by the suite's name. */
    output: string | null;
  }>;

export type Swept = Readonly<{
  sweep: Sweep;
  /** Of what was written. */
  places: readonly string[];
  /** Why a point was given up; null: none was. */
  failure: PlumblineError | null;
}>;

/** @throws PlumblineError where nothing was measured, or not all: what was is in the folder, as the remedy says */
export async function sweep(
  invocation: Invocation,
  asked: SweepRequest,
  observer: Observer,
  signal: AbortSignal,
): Promise<Swept> {
  const config = await loadConfig(invocation);
  const ground = groundOf(config, invocation, asked);
  await assureWritable(ground.folder);
  await assureTemporaryFolder();
  if (asked.join.length > 0) return await measured(ground, [], observer, signal);
  const store = await openStore(storeOf(invocation, config), invocation.cwd, "write", signal);
  try {
    const work = async () => {
      const doubts = await lookAtMachine(config.measure.preflight, invocation.cwd, observer);
      return await measured(ground, doubts, observer, signal);
    };
    const what = `sweep of suite ${config.suite}`;
    const { runs, ...swept } = await holdingMachine(invocation.lock, what, work, observer, signal);
    if (runs.length > 0) await store.save(runs);
    return swept;
  } finally {
    await store.close();
  }
}

/** What all stages know. */
type Ground = Readonly<{
  config: Config;
  invocation: Invocation;
  asked: SweepRequest;
  grid: Grid;
  /** The reference first; one without a name where nothing is compared. */
  targets: readonly SweepTarget[];
  sessions: number;
  folder: string;
}>;

function groundOf(config: Config, invocation: Invocation, asked: SweepRequest): Ground {
  assureKnown("workload", asked.workloads, config.workloads);
  assureKnown("target", asked.targets, config.sweep?.targets ?? []);
  const grid = gridOf(config, asked);
  assureNoTimelines(config, grid);
  if (grid.axes.length === 0 && config.sweep?.targets === undefined) {
    throw new PlumblineError("usage", "nothing to sweep: no option has values, and no targets are named", {
      remedy:
        "name values, for example --over threads=1,2,4,8, or write a `sweep:` block into the config file",
    });
  }
  if (grid.points.length > POINTS_MOST) {
    throw new PlumblineError("usage", `${grid.points.length} points are more than ${POINTS_MOST}`, {
      remedy: "sweep fewer values, or name workloads with --workload",
    });
  }
  const named = (config.sweep?.targets ?? []).filter(
    ({ name }) => asked.targets.length === 0 || asked.targets.includes(name),
  );
  const slug = config.suite.replaceAll(/[^\w.-]+/g, "-");
  const { index, of } = asked.part;
  const usual = path.join("plumbline-out", `sweep-${slug}${of > 1 ? `-${index}-of-${of}` : ""}`);
  return {
    config,
    invocation,
    asked,
    grid,
    targets: named.length > 0 ? named : [{ name: "", deploy: config.database.deploy }],
    sessions: asked.sessions ?? config.sweep?.sessions ?? SESSIONS,
    folder: path.resolve(invocation.cwd, asked.output ?? usual),
  };
}

/** Where no `sweep:` block says how many. */
const SESSIONS = 5;

function assureKnown(
  what: string,
  names: readonly string[],
  known: readonly Readonly<{ name: string }>[],
): void {
  const all = known.map(({ name }) => name);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return;
  const guess = nearest(unknown, all);
  const list =
    all.length === 0 ? `the config file names none under sweep.${what}s` : `one of ${all.join(", ")}`;
  throw new PlumblineError("usage", `there is no ${what} ${JSON.stringify(unknown)}`, {
    remedy: guess === undefined ? list : `did you mean ${JSON.stringify(guess)}?`,
  });
}

/** Measures what the folder has not, and makes the documents of all that it has then. */
async function measured(
  ground: Ground,
  doubts: readonly Warning[],
  observer: Observer,
  signal: AbortSignal,
): Promise<Swept & Readonly<{ runs: readonly Run[] }>> {
  const { config, invocation, asked, grid, targets, folder, sessions } = ground;
  const generator = await findLoadGenerator({ observer, urls: urlsOf(config.database) });
  const pointed = asWorkloads(config, grid, `${config.suite} sweep`);
  const seconds = asked.seconds ?? config.sweep?.seconds ?? config.measure.seconds;
  const mode = targets.length > 1 ? "side-by-side" : "history";
  const { seed } = invocation.overrides;
  const overrides = { mode, sessions, seconds, ...(seed === undefined ? {} : { seed }) } as const;
  const drawn = { ...(await planWith(pointed, overrides, generator, invocation.cwd)), looks: 1 };
  const sources = await sourcesOf(pointed, invocation, { mode: "history" }, observer);
  const size = { points: grid.points.length, pairs: Math.max(1, targets.length - 1), rounds: sessions };
  const stepsFrom = (first: number) => scheduleOf(size, first, asked.part);
  const { state, lines } = await stateOf(folder, identityOf(ground, drawn, sources.head), {
    ...asked,
    planned: stepsFrom(drawn.seed).length,
  });
  const plan = { ...drawn, seed: state.seed };
  const all = stepsFrom(plan.seed);
  const made = await createSweepTargets(targets, config.database.setup, plan, {
    tree: sources.head.tree,
    tablesOf: (load) => generator.tables(load),
    generator: await generator.identity(),
    output: folder,
    note: (text) => observer.note(text),
    signal,
  });
  try {
    const started = now();
    const result = await measureSweep(
      {
        plan,
        generator,
        pairs: pairsOf(made).map(([base, head]) => ({ base, head })),
        schedule: asked.join.length > 0 ? lines.map(({ step }) => step) : all,
        done: lines,
        keep: (line) => keepSession(folder, line),
      },
      observer,
      signal,
    );
    const setup = await setupDoubts(config.database, plan, sources);
    const subject = {
      commits: { base: sources.head.commit, head: sources.head.commit },
      origin: invocation.origin,
      doubts: [...doubts, ...setup, ...state.doubts],
      rules: rulesOf(pointed),
      earlier: [],
    };
    return await written(ground, runsOfPairs(ground, result, plan, subject, started), result, all.length);
  } finally {
    await closeAll(made, observer);
  }
}

function runsOfPairs(
  { targets }: Ground,
  { measurements }: SweepMeasured,
  plan: Plan,
  subject: Subject,
  started: Moment,
): readonly MeasuredPair[] {
  return measurements.map((measurement, i) => {
    const [reference, target] = pairsOf(targets)[i]!;
    const recorded = measurement.recorded();
    const beside = reference === null ? "" : `: ${target.name} against ${reference.name}`;
    const named = { ...plan, suite: `${plan.suite}${beside}` };
    const runs = recorded.sessions === 0 ? null : withoutEmpty(runsOf(recorded, named, subject, started));
    return { reference: reference?.name ?? null, target: target.name, runs };
  });
}

/** Head alone, or the first with each of the others. */
function pairsOf<T>(all: readonly T[]): readonly (readonly [T | null, T])[] {
  const [first, ...rest] = all;
  return rest.length === 0 ? [[null, first!]] : rest.map((other) => [first!, other]);
}

/** A point without a session yet is none of a run's workloads. */
function withoutEmpty({ base, head }: Runs): Runs {
  const measuredOf = (run: Run) => ({
    ...run,
    workloads: run.workloads.filter(({ sessions }) => sessions.length > 0),
  });
  return { base: base && measuredOf(base), head: measuredOf(head) };
}

/** The documents of whatever there is; then what ended it early. */
async function written(
  { config, asked, grid, folder, sessions, invocation }: Ground,
  pairs: readonly MeasuredPair[],
  { done, failed, failure }: SweepMeasured,
  planned: number,
): Promise<Swept & Readonly<{ runs: readonly Run[] }>> {
  const missing = (target: string, name: string) => {
    const point = grid.points.findIndex((each) => each.name === name);
    return pairs.flatMap((pair, i) =>
      pair.target === target || pair.reference === target
        ? (failed.get(failedKey({ pair: i, point }))?.message ?? [])
        : [],
    )[0];
  };
  const rules = rulesOf(asWorkloads(config, grid, config.suite));
  const steps = { done, planned };
  const { part } = asked;
  const made = sweepOf({ suite: config.suite, grid, pairs, rules, sessions, part, steps, missing }, stamp());
  const places = made === null ? [] : await writeSweep(folder, made, pairs);
  const fromHere = (place: string) => path.relative(invocation.cwd, place) || ".";
  const [first = null] = failed.values();
  if (failure !== null || made === null) throw keptIn(fromHere(folder), done, planned, failure ?? first);
  const runs = pairs.flatMap(({ runs }) =>
    runs === null ? [] : runs.base === null ? [runs.head] : [runs.base, runs.head],
  );
  // Parts have stored their own.
  return {
    sweep: made,
    places: places.map(fromHere),
    failure: first,
    runs: asked.join.length === 0 ? runs : [],
  };
}

function keptIn(
  folder: string,
  done: number,
  planned: number,
  failure: PlumblineError | null,
): PlumblineError {
  const { kind = "internal", message = "nothing was measured", remedy } = failure ?? {};
  if (done === 0) return failure ?? new PlumblineError(kind, message);
  const first = remedy === undefined ? "" : `${remedy}; then `;
  return new PlumblineError(kind, `${message}; ${done} of ${planned} sessions are kept in ${folder}`, {
    remedy: `${first}the same command with --resume goes on`,
    cause: failure,
  });
}

/** What its sessions are to be of one kind by; where to begin is the seed's, which a sweep that goes on keeps. */
function identityOf({ asked, sessions, targets, config }: Ground, plan: Plan, head: Source): SweepState {
  const { seed, ...lasting } = plan;
  const digest = createHash("sha256")
    .update(JSON.stringify([lasting, targets, config.database.setup]))
    .digest("hex");
  return {
    schema: "plumbline.sweep-plan/1",
    digest,
    seed,
    sessions,
    part: asked.part,
    commit: head.commit,
    machine: machineFacts(),
  };
}
