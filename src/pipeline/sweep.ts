/**
 * The stages of a sweep in their order: config files -> grids -> plans -> targets -> sessions, each kept as it comes -> runs -> points,
 * scaling, comparisons -> files, store. Every session that a folder has counts, whichever invocation measured it.
 */
import path from "node:path";
import { type SuiteParts, sweepOf } from "../analysis/sweep/sweep.ts";
import type { Config } from "../config/parse.ts";
import { asWorkloads, type SweepAsked } from "../config/sweep.ts";
import {
  type SweptSuite,
  scheduleOver,
  sweptConfigs,
  sweptSuites,
  withOwnDatabases,
} from "../config/sweep-suites.ts";
import { urlsOf } from "../config/urls.ts";
import type { Target } from "../io/database/target.ts";
import { assureTemporaryFolder, assureWritable } from "../io/host/files.ts";
import { findLoadGenerator, loadGeneratorAtHand } from "../io/load/find.ts";
import type { LoadGenerator } from "../io/load/load-generator.ts";
import type { Warning } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import type { Progress } from "../model/progress.ts";
import type { Run } from "../model/run.ts";
import type { Sweep } from "../model/sweep.ts";
import { stamp } from "./documents/stamp.ts";
import { foldersOf, keepSession, slugOf, writeSweep } from "./documents/sweep-files.ts";
import { keepGivenUp, openSweepState, sweepIdentity, withEarlierWords } from "./documents/sweep-state.ts";
import { loadConfig } from "./invocation/config-file.ts";
import type { Invocation } from "./invocation/invocation.ts";
import { openStore } from "./invocation/open-store.ts";
import { type StoreLocation, storeOf } from "./invocation/store-location.ts";
import { holdingMachine, lookAtMachine } from "./measure/machine.ts";
import { planWith } from "./measure/plan.ts";
import { now } from "./measure/runs.ts";
import { sourcesOf } from "./measure/sources.ts";
import { measureSweep, type SweepMeasured } from "./measure/sweep.ts";
import { type PlannedSuite, pairWithFirst, partsOfSuite } from "./measure/sweep-parts.ts";
import { closeAll, createSweepTargets } from "./measure/targets.ts";

type SweepRequest = SweepAsked &
  Readonly<{
    /** Config files, a suite each. */
    configs: readonly string[];
    sessions: number | null;
    seconds: number | null;
    /** Goes on with what the folder has. */
    resume: boolean;
    /** Folder; null: by the suites' names. */
    output: string | null;
  }>;

type Swept = Readonly<{
  sweep: Sweep;
  /** Paths of what was written. */
  places: readonly string[];
  /** The reason why a point was given up; null: none was. */
  failure: PlumblineError | null;
}>;

/** @throws PlumblineError where nothing was measured, or not all: what was is in the folder, as the remedy says */
export async function sweep(
  invocation: Invocation,
  words: SweepRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<Swept> {
  const ground = await groundOf(invocation, words);
  await assureWritable(ground.folder);
  await assureTemporaryFolder();
  await assureSweepPlannable(ground, progress);
  const store = await openStore(oneStoreOf(ground), "write", signal);
  try {
    const work = async () => {
      const { preflight } = ground.suites[0]!.config.measure;
      const warnings = await lookAtMachine(preflight, invocation.cwd, progress);
      return await measureGrid(ground, warnings, progress, signal);
    };
    const what = `sweep of suite ${suiteNames(ground)}`;
    const { runs, ...swept } = await holdingMachine(invocation.lock, what, work, progress, signal);
    if (runs.length > 0) await store.save(runs);
    return swept;
  } finally {
    await store.close();
  }
}

/** Facts that all stages know. */
type SweepContext = Readonly<{
  invocation: Invocation;
  asked: SweepRequest;
  suites: readonly SweptSuite[];
  folder: string;
}>;

async function groundOf(invocation: Invocation, words: SweepRequest): Promise<SweepContext> {
  const configs = await Promise.all(words.configs.map((config) => loadConfig({ ...invocation, config })));
  const swept = sweptConfigs(configs, words);
  const folder = sweepFolder(invocation, swept.length === 0 ? configs : swept, words);
  const asked = await withEarlierWords(words, folder);
  return { invocation, asked, suites: sweptSuites(configs, asked), folder };
}

function sweepFolder({ cwd }: Invocation, configs: readonly Config[], { output }: SweepRequest): string {
  const usual = `sweep-${configs.map(({ suite }) => slugOf(suite)).join("-")}`;
  return path.resolve(cwd, output ?? path.join("plumbline-out", usual));
}

/** Finds mistakes in the workloads before the wait for the machine; a load generator that is yet to be built waits its turn. */
async function assureSweepPlannable(ground: SweepContext, progress: Progress): Promise<void> {
  const generator = await loadGeneratorAtHand({ progress, urls: urlsOfAll(ground) });
  if (generator !== null) await plannedOf(ground, generator);
}

function urlsOfAll({ suites }: SweepContext): readonly string[] {
  return suites.flatMap(({ config }) => urlsOf(config.database));
}

function suiteNames({ suites }: SweepContext): string {
  return suites.map(({ config }) => config.suite).join(" + ");
}

/** @throws PlumblineError of kind "usage" if the config files name several */
function oneStoreOf({ invocation, suites }: SweepContext): StoreLocation {
  const stores = suites.map(({ config }) => storeOf(invocation, config));
  const words = [...new Set(stores.map((store) => store.words))];
  if (words.length === 1) return stores[0]!;
  throw new PlumblineError("usage", `the suites have stores of their own: ${words.join(", ")}`, {
    remedy: "name the store of this sweep with --store",
  });
}

/** Measures what the folder has not, and makes the documents of all that it has then. */
async function measureGrid(
  ground: SweepContext,
  warnings: readonly Warning[],
  progress: Progress,
  signal: AbortSignal,
): Promise<Swept & Readonly<{ runs: readonly Run[] }>> {
  const { asked, folder, suites, invocation } = ground;
  const generator = await findLoadGenerator({ progress, urls: urlsOfAll(ground), signal });
  const drawn = await plannedOf(ground, generator);
  const sources = await sourcesOf(drawn[0]!.pointed, invocation, { mode: "history" }, progress, signal);
  const { state, lines } = await openSweepState(
    folder,
    sweepIdentity(asked, drawn, sources.head.commit, warnings),
    {
      resume: asked.resume,
      planned: scheduleOver(suites, drawn[0]!.plan.seed).length,
    },
  );
  const planned = drawn.map((each) => ({ ...each, plan: { ...each.plan, seed: state.seed } }));
  const schedule = scheduleOver(suites, state.seed);
  const made: Target[][] = [];
  try {
    await makeTargets(made, ground, planned, { generator, tree: sources.head.tree, progress, signal });
    const started = now();
    const result = await measureSweep(
      {
        suites: planned.map(({ plan }, i) => ({
          plan,
          pairs: pairWithFirst(made[i]!).map(([base, head]) => ({ base, head })),
        })),
        generator,
        schedule,
        done: lines,
        keep: (line) => keepSession(folder, line),
      },
      progress,
      signal,
    );
    const failed = result.failed.map(({ failure: { message }, ...at }) => ({ ...at, why: message }));
    if (result.failure === null) await keepGivenUp(folder, failed);
    const { origin } = invocation;
    const known = { origin, sources, warnings: state.warnings, started, givenUp: failed };
    const parts: SuiteParts[] = [];
    for (const [suite, measured] of result.measurements.entries())
      parts.push(await partsOfSuite(planned, suite, measured, known));
    return await writeOutcome(ground, parts, result, schedule.length);
  } finally {
    await closeAll(made.flat(), progress);
  }
}

/** Adds those of each suite to `made`, so that the caller knows which there are if it is interrupted. */
async function makeTargets(
  made: Target[][],
  { folder }: SweepContext,
  planned: readonly PlannedSuite[],
  {
    generator,
    tree,
    progress,
    signal,
  }: Readonly<{ generator: LoadGenerator; tree: string; progress: Progress; signal: AbortSignal }>,
): Promise<void> {
  const folders = foldersOf(planned.map(({ config }) => config.suite));
  for (const [position, { config, targets, plan }] of planned.entries()) {
    const before = planned.slice(0, position).flatMap((each) => each.targets);
    const own = await createSweepTargets(targets, config.database.setup, plan, {
      tree,
      tablesOf: (load) => generator.tables(load),
      generator: await generator.identity(),
      output: planned.length === 1 ? folder : path.join(folder, folders[position]!),
      taken: before.map(({ deploy }) => deploy),
      note: (text) => progress.note(text),
      signal,
    });
    made.push([...own]);
  }
}

/** Plans of all suites, with one seed: that of the first that names one. */
async function plannedOf(
  { invocation, asked, suites }: SweepContext,
  generator: LoadGenerator,
): Promise<readonly PlannedSuite[]> {
  const fixed = invocation.overrides.seed ?? suites.flatMap(({ config }) => config.measure.seed ?? [])[0];
  const planned: PlannedSuite[] = [];
  for (const suite of suites) {
    const { config, grid, sessions } = suite;
    const pointed = asWorkloads(config, grid, `${config.suite} sweep`, asked.over);
    const seconds = asked.seconds ?? config.sweep?.seconds ?? config.measure.seconds;
    const mode = suite.targets.length > 1 ? "side-by-side" : "history";
    const seed = fixed ?? planned[0]?.plan.seed;
    const overrides = { mode, sessions, seconds, ...(seed === undefined ? {} : { seed }) } as const;
    const plan = { ...(await planWith(pointed, overrides, generator, invocation.cwd)), looks: 1 };
    planned.push({ ...suite, pointed, plan });
  }
  const plans = withOwnDatabases(planned.map(({ plan }) => plan));
  return planned.map((each, i) => ({ ...each, plan: plans[i]! }));
}

/** Writes the documents of all that was measured; then throws what ended it early. */
async function writeOutcome(
  { folder, invocation }: SweepContext,
  suites: readonly SuiteParts[],
  { done, failed, failure }: SweepMeasured,
  planned: number,
): Promise<Swept & Readonly<{ runs: readonly Run[] }>> {
  const made = sweepOf({ suites, steps: { done, planned } }, stamp());
  const places = made === null ? [] : await writeSweep(folder, made, suites);
  const fromHere = (place: string) => path.relative(invocation.cwd, place) || ".";
  const first = failed[0]?.failure ?? null;
  if (failure !== null || made === null) throw sweepKeptIn(fromHere(folder), done, planned, failure ?? first);
  const runs = suites
    .flatMap(({ pairs }) => pairs)
    .flatMap((pair) =>
      pair.runs === null ? [] : pair.runs.base === null ? [pair.runs.head] : [pair.runs.base, pair.runs.head],
    );
  return { sweep: made, places: places.map(fromHere), failure: first, runs };
}

function sweepKeptIn(
  folder: string,
  done: number,
  planned: number,
  failure: PlumblineError | null,
): PlumblineError {
  const { kind = "internal", message = "nothing was measured", remedy } = failure ?? {};
  if (done === 0) return failure ?? new PlumblineError(kind, message);
  const first = remedy === undefined ? "" : `${remedy}; then `;
  return new PlumblineError(kind, `${message}; ${done} of ${planned} sessions are kept in ${folder}`, {
    remedy: `${first}run the same command with --resume to continue`,
    cause: failure,
  });
}
