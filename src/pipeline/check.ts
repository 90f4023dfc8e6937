/**
 * The order of the stages, and nothing else:
 * config -> plan -> targets -> measure -> runs -> compare <- baseline <- store -> report -> files, store.
 * `check` is the whole; the verbs `run`, `compare` and `render` cut it at its documents.
 */
import path from "node:path";
import { compareArms } from "../analysis/verdict/arms.ts";
import { compareHistory } from "../analysis/verdict/history.ts";
import { reportNew } from "../analysis/verdict/new-workloads.ts";
import type { Config } from "../config/parse.ts";
import { rulesOf } from "../config/rules.ts";
import { urlsOf } from "../config/urls.ts";
import { assureTemporaryFolder, assureWritable } from "../io/host/files.ts";
import { findLoadGenerator } from "../io/load/find.ts";
import type { Store } from "../io/store/store.ts";
import type { Warning } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import type { LoadPlan } from "../model/load-plan.ts";
import type { Progress } from "../model/progress.ts";
import type { Report } from "../model/report.ts";
import type { Pair, Runs } from "../model/run.ts";
import { plural } from "../text/units.ts";
import { withFinding, writeReport, writeRuns } from "./documents/files.ts";
import { stamp } from "./documents/stamp.ts";
import { DEFAULT_CONFIG, loadConfig } from "./invocation/config-file.ts";
import { type Invocation, overridesOfCheck } from "./invocation/invocation.ts";
import { openStore } from "./invocation/open-store.ts";
import { storeOf } from "./invocation/store-location.ts";
import { runAdvice } from "./measure/advice.ts";
import { heldAgainst } from "./measure/base-rules.ts";
import { withBaseScripts } from "./measure/base-scripts.ts";
import { causeJobOf } from "./measure/cause/job.ts";
import { holdingMachine, lookAtMachine } from "./measure/machine.ts";
import { type MeasureResult, measure } from "./measure/measure.ts";
import { migrationJob } from "./measure/migration.ts";
import { planWith } from "./measure/plan.ts";
import { queryReaders } from "./measure/queries.ts";
import { changedSetup } from "./measure/snapshot.ts";
import { setupWarnings, sourcesOf, whatBaseLacks } from "./measure/sources.ts";
import { closeTargets, createTargets } from "./measure/targets.ts";
import { assurePlannable } from "./measure/validate-early.ts";
import { baselineOf, earlierMeasurements, knownAttempts, withMeasured } from "./queries/baseline.ts";
import { nearLastCapacities } from "./queries/capacities.ts";
import { keepInStore, keptIn } from "./queries/keep.ts";
import { withStoredFacts } from "./queries/stored-facts.ts";

type Checked = Readonly<{
  report: Report;
  /** The reason why the runs are in the output folder alone; null if the store has them. */
  notStored: PlumblineError | null;
}>;

/**
 * Measures, compares, writes and stores. The store is opened first, so that one that cannot be opened costs no minutes of measuring. If
 * storing fails in the end, the report is there all the same.
 */
export async function check(
  invocation: Invocation,
  progress: Progress,
  signal: AbortSignal,
): Promise<Checked> {
  const config = await loadConfig(invocation);
  await assureWritable(path.resolve(invocation.cwd, invocation.output));
  const store = await openStore(storeOf(invocation, config), "write", signal);
  try {
    const earlier = await earlierMeasurements(config, invocation, store);
    const near = await nearLastCapacities(config, await withMeasured(config, invocation, store), store);
    const runs = await measureRuns(config, near, progress, signal, earlier);
    const report = await reportRuns(config, invocation, runs, store, progress).catch((error: unknown) => {
      throw error instanceof PlumblineError ? keptIn(invocation, runs, error) : error;
    });
    await writeReport(invocation, report);
    return { report, notStored: await keepInStore(store, runs, report, invocation) };
  } finally {
    await store.close();
  }
}

/**
 * The first half: measures and writes run.json (and run-base.json), whole sessions only, also when it was cut short.
 * @param earlier measurements whose noise tells what to expect
 */
export async function measureRuns(
  config: Config,
  invocation: Invocation,
  progress: Progress,
  signal: AbortSignal,
  earlier: readonly Pair[] = [],
): Promise<Runs> {
  await assureTemporaryFolder();
  await assurePlannable(config, invocation, progress, signal);
  const what = [`suite ${config.suite}`, invocation.origin.runUrl ?? []].flat().join(", ");
  const work = async () => {
    // First of all: builds and loads raise the machine's load themselves.
    const warnings = await lookAtMachine(config.measure.preflight, invocation.cwd, progress);
    const measured = await measureAlone(config, invocation, warnings, progress, signal, earlier);
    return await keepWhole(measured, invocation, progress);
  };
  return await holdingMachine(invocation.lock, what, work, progress, signal);
}

/** Measures on a machine that is ours: finds the load generator, makes source trees and databases, and closes them in the end. */
export async function measureAlone(
  config: Config,
  invocation: Invocation,
  warnings: readonly Warning[],
  progress: Progress,
  signal: AbortSignal,
  earlier: readonly Pair[],
  measuring: typeof measure = measure,
): Promise<MeasureResult> {
  const generator = await findLoadGenerator({ progress, urls: urlsOf(config.database), signal });
  const queries = queryReaders(config, progress, signal);
  const planned = await planWith(config, overridesOfCheck(invocation), generator, invocation.cwd, queries);
  const rules = rulesOf(config);
  const advice = runAdvice(planned, rules, earlier, progress);
  const sources = await sourcesOf(config, invocation, planned, progress, signal);
  try {
    const tablesOf = (load: LoadPlan) => generator.tables(load);
    const baseLacks = await whatBaseLacks(config.database, sources, progress);
    const base = baseLacks === null ? sources.base : null;
    const trees = { head: sources.head, base };
    const { plan, ...own } = await withBaseScripts(planned, config, base?.tree ?? null, generator, queries);
    const migration = await migrationJob(config.database.migration, plan, trees, progress);
    const output = path.resolve(invocation.cwd, invocation.output);
    const note = (text: string) => progress.note(text);
    const around = { tablesOf, generator: await generator.identity(), output, note, signal };
    const targets = await createTargets(config.database, plan, trees, around);
    try {
      const commits = { base: base?.commit ?? null, head: sources.head.commit };
      const { rules: baseRules, warnings: unread } = await heldAgainst(invocation, config, base, signal);
      const setup = await setupWarnings(config.database, plan, sources);
      const all = [...warnings, ...queries.leftOut(), ...own.warnings, ...unread, ...setup];
      const known = await knownAttempts(config, invocation, trees, earlier);
      const subject = { ...known, commits, origin: invocation.origin, warnings: all, rules, baseRules };
      const changedFiles = await changedSetup(config.database.setup, trees);
      const place = { tree: sources.head.tree, logs: path.join(output, "disruptions") };
      const cause = causeJobOf(config, invocation.overrides.cause, trees);
      const job = { plan, targets, generator, subject, advice, baseLacks, changedFiles, cause, migration };
      return await withFinding(measuring({ ...job, place }, progress, signal), job, invocation);
    } finally {
      await closeTargets(targets, progress);
    }
  } finally {
    await sources.close();
  }
}

/** Writes what was measured before saying that the rest failed. */
async function keepWhole(
  { runs, sessions, failure }: MeasureResult,
  invocation: Invocation,
  progress: Progress,
): Promise<Runs> {
  if (runs !== null) await writeRuns(invocation, runs);
  if (runs !== null && failure === null) return runs;
  if (runs !== null) {
    progress.note(
      `${plural(sessions, "whole session")} ${sessions === 1 ? "was" : "were"} measured before that, kept in ${invocation.output} and not stored`,
    );
  }
  throw failure;
}

/** The comparison of the runs, with what the store knows of it: what was accepted, and where. */
async function reportRuns(
  config: Config,
  invocation: Invocation,
  runs: Runs,
  store: Store,
  progress: Progress,
): Promise<Report> {
  const compared = await compareRuns(config, runs, store, progress);
  const about = { branch: invocation.targetBranch ?? config.baseline.branch, merging: invocation.merging };
  return await withStoredFacts(guided(compared, config, invocation), runs.head, about, store, progress);
}

/** The second half: head against its other arm, or against the stored history of its branch. */
export async function compareRuns(
  config: Config,
  { base, head }: Runs,
  store: Store,
  progress: Progress,
): Promise<Report> {
  progress.stage("comparing");
  const rules = rulesOf(config);
  if (base !== null) return compareArms(base, head, rules, stamp());
  if (head.measurement.mode === "side-by-side") return reportNew(head, rules, stamp());
  const { runs, ...branch } = await baselineOf(head, config.baseline, store);
  return compareHistory(runs, head, rules, { ...stamp(), ...branch });
}

/** Adds what a reader needs besides the numbers: the config file, links, and how to accept. */
function guided(report: Report, config: Config, { config: path, acceptLabel }: Invocation): Report {
  const { dashboard = null, site, lines } = config;
  const configPath = path === DEFAULT_CONFIG ? null : path;
  const pages = site === undefined ? {} : { siteUrl: site };
  return { ...report, guidance: { configPath, dashboardUrl: dashboard, ...pages, acceptLabel, lines } };
}
