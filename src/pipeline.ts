/**
 * The order of the stages, and nothing else:
 * config -> plan -> targets -> measure -> runs -> compare <- baseline <- store -> report -> files, store.
 * `check` is the whole; the verbs `run`, `compare` and `render` cut it at its documents.
 */
import { randomInt, randomUUID } from "node:crypto";
import path from "node:path";
import { compareArms } from "./compare/arms.ts";
import { enoughSessions, expectedChanges } from "./compare/expected.ts";
import { fingerprintOf } from "./compare/fingerprint.ts";
import { judgeState } from "./compare/fitness.ts";
import { compareHistory } from "./compare/history.ts";
import { secondLook } from "./compare/looks.ts";
import { conditionsOfPlan, KnownNoise } from "./compare/noise.ts";
import { clockStep, preflight } from "./compare/preflight.ts";
import type { Rules } from "./compare/rules.ts";
import { type Looks, MOST_SESSIONS } from "./config/budget.ts";
import { type Config, parseConfig } from "./config/parse.ts";
import { type Overrides, type Plan, planOf } from "./config/plan.ts";
import type { Deploy } from "./config/schema.ts";
import { openSources, type Sources } from "./git/sources.ts";
import { assureTemporaryFolder, assureWritable, readTextFile, writeFileWhole } from "./host/files.ts";
import { acquireLock, type Holder } from "./host/lock.ts";
import { busyCpus, machineFacts, machineState } from "./host/machine.ts";
import { type Measured, Measurement, type Targets } from "./measure.ts";
import type { Warning } from "./model/document.ts";
import { PlumblineError } from "./model/errors.ts";
import type { LoadPlan } from "./model/load-plan.ts";
import type { Observer } from "./model/observer.ts";
import type { Report } from "./model/report.ts";
import type { ArmName, Environment, Origin, Pair, Run } from "./model/run.ts";
import { repeatableId } from "./model/run-identity.ts";
import { VERSION } from "./model/version.ts";
import { recall } from "./recall.ts";
import { renderComment } from "./render/comment.ts";
import { renderHtml } from "./render/html/html.ts";
import { plainLine } from "./render/outside.ts";
import { expectedText } from "./render/progress.ts";
import { findLoadGenerator } from "./runner/find.ts";
import { measureSessions, type Outcome } from "./schedule.ts";
import { folderOf, openStore } from "./store/open.ts";
import type { Store } from "./store/store.ts";
import { closeTargets } from "./target/close.ts";
import { sameDatabase } from "./target/connection-url.ts";
import { createTarget } from "./target/create.ts";
import { LoadedClusters } from "./target/loaded-clusters.ts";
import { named } from "./target/named.ts";
import { identify, stateOf } from "./target/process-identity.ts";
import type { TablesOf } from "./target/target.ts";

/** What one invocation was asked for. */
export type Invocation = Readonly<{
  /** Folder that relative paths of the invocation start from. */
  cwd: string;
  config: string;
  /** Commit to compare with; null: where HEAD left its target branch. */
  base: string | null;
  /** Branch of a HEAD that is on none, as a workflow knows it. */
  branch: string | null;
  /** Branch that HEAD is to be merged into; null: the repository's default branch. */
  targetBranch: string | null;
  overrides: Overrides;
  /** null: the config file's, else the default. */
  store: string | null;
  output: string;
  /** How long to wait for a machine that measures already, and the folder that says so; null: nobody is waited for. */
  lock: Readonly<{ folder: string; limitMs: number }> | null;
  origin: Origin;
  /** Label that accepts a regression; null where nothing listens to labels. */
  acceptLabel: string | null;
}>;

export const DEFAULT_STORE = "file:.plumbline";
export const DEFAULT_CONFIG = "plumbline.yml";

/** Where the documents of an invocation lie. */
export const FILES = {
  base: "run-base.json",
  head: "run.json",
  report: "report.json",
  comment: "comment.md",
  html: "report.html",
} as const;

/** Names of what a check with this report has written. */
export function writtenBy({ mode }: Pick<Report, "mode">): readonly string[] {
  return Object.values(FILES).filter((name) => mode === "side-by-side" || name !== FILES.base);
}

export type Runs = Readonly<{ base: Run | null; head: Run }>;

export async function loadConfig(invocation: Pick<Invocation, "cwd" | "config">): Promise<Config> {
  const file = path.resolve(invocation.cwd, invocation.config);
  const text = await readTextFile(
    file,
    "the config file",
    'write a plumbline.yml (README, "Use it"), or name another file with --config',
  );
  return parseConfig(text, path.relative(invocation.cwd, file) || file);
}

/** Where the runs of an invocation are kept. */
export function storeOf({ store }: Pick<Invocation, "store">, config: Config): string {
  return store ?? config.store ?? DEFAULT_STORE;
}

export type Checked = Readonly<{
  report: Report;
  /** Why the runs are in the output folder alone; null where the store has them. */
  notStored: PlumblineError | null;
}>;

/**
 * The whole way: measures, compares, writes, keeps. The store is opened first: what cannot be kept is not worth minutes. Where it
 * fails all the same in the end, what was measured still gets its report.
 */
export async function check(
  invocation: Invocation,
  observer: Observer,
  signal: AbortSignal,
): Promise<Checked> {
  const config = await loadConfig(invocation);
  await assureWritable(path.resolve(invocation.cwd, invocation.output));
  const store = await openStore(storeOf(invocation, config), invocation.cwd, signal);
  try {
    const earlier = await earlierMeasurements(config, invocation, store);
    const runs = await measureRuns(config, invocation, observer, signal, earlier);
    const report = await judge(config, invocation, runs, store, observer, earlier).catch((error: unknown) => {
      throw error instanceof PlumblineError ? keptIn(invocation.output, runs.base, error) : error;
    });
    await writeReport(invocation, report);
    return { report, notStored: await keepInStore(store, runs, report, invocation) };
  } finally {
    await store.close();
  }
}

/** More than is used of them, for some may be of other machines. */
const EARLIER_MEASUREMENTS = 40;

/** Measurements whose noise may be that of the next one. */
async function earlierMeasurements(
  { suite, measure }: Config,
  { overrides }: Invocation,
  store: Store,
): Promise<readonly Pair[]> {
  if ((overrides.mode ?? measure.mode) !== "side-by-side") return [];
  return await store.measurements({ suite, limit: EARLIER_MEASUREMENTS });
}

/** The whole report about runs that are kept in files by now. */
async function judge(
  config: Config,
  invocation: Invocation,
  runs: Runs,
  store: Store,
  observer: Observer,
  earlier: readonly Pair[],
): Promise<Report> {
  const compared = await compareRuns(config, runs, store, observer, earlier);
  return await recalled(guided(compared, config, invocation), runs.head, config, invocation, store, observer);
}

/** What a reader is told besides the numbers. */
function guided(report: Report, { dashboard, lines }: Config, { config, acceptLabel }: Invocation): Report {
  const configPath = config === DEFAULT_CONFIG ? null : config;
  return { ...report, guidance: { configPath, dashboardUrl: dashboard ?? null, acceptLabel, lines } };
}

/** What was measured is worth more than what the store knows beside it: a store that fails now is noted. */
async function recalled(
  report: Report,
  head: Run,
  { baseline }: Config,
  { targetBranch }: Invocation,
  store: Store,
  observer: Observer,
): Promise<Report> {
  try {
    return await recall(report, head, targetBranch ?? baseline.branch, store);
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    observer.note(`the report lacks the branch's history and acceptances: ${error.message}`);
    return report;
  }
}

/** @returns why the store may not have it, or null; an interrupted wait leaves the store with all or nothing */
async function keepInStore(
  store: Store,
  { base, head }: Runs,
  report: Report,
  { output }: Invocation,
): Promise<PlumblineError | null> {
  try {
    await store.save(base === null ? [head] : [base, head]);
    await store.saveReport(report);
    return null;
  } catch (error) {
    if (error instanceof PlumblineError) return keptIn(output, base, error);
    throw error;
  }
}

function keptIn(output: string, base: Run | null, { kind, message, remedy }: PlumblineError): PlumblineError {
  const files = [...(base === null ? [] : [FILES.base]), FILES.head].map((file) => path.join(output, file));
  const first = remedy === undefined ? "" : `${remedy}; then: `;
  return new PlumblineError(kind, `${message}; the runs are kept in ${output}`, {
    remedy: `${first}plumbline store import ${files.join(" ")}`,
  });
}

/** Long enough to see a busy neighbour. */
const LOOK_MS = 3_000;

/**
 * Doubts about the machine before the start. A load average tells of the last minutes too, of the build of what is to be measured:
 * where it is high, what counts is what runs now.
 * @throws PlumblineError of kind "usage" where the config file forbids to measure with them
 */
async function lookAtMachine(
  { measure }: Config,
  { cwd }: Pick<Invocation, "cwd">,
  observer: Observer,
): Promise<readonly Warning[]> {
  if (measure.preflight === "off") return [];
  const state = { cpuCount: machineFacts().cpuCount, ...machineState(cwd) };
  const isQuiet = judgeState(state).load.fit;
  const now = isQuiet ? {} : { busyNow: { cpus: await busyCpus(LOOK_MS), seconds: LOOK_MS / 1000 } };
  const doubts = preflight({ ...state, ...now });
  if (measure.preflight === "fail" && doubts.length > 0) {
    throw new PlumblineError("usage", doubts.map(({ message }) => message).join("\n"), {
      remedy: `${doubts.map(({ remedy }) => remedy).join("; ")}; or set measure.preflight to warn`,
    });
  }
  for (const { message, remedy } of doubts) observer.note(`${message} (${remedy})`);
  return doubts;
}

/**
 * The first half: measures and writes run.json (and run-base.json), whole sessions only, also when it was cut short.
 * @param earlier measurements whose noise tells what to expect
 */
export async function measureRuns(
  config: Config,
  invocation: Invocation,
  observer: Observer,
  signal: AbortSignal,
  earlier: readonly Pair[] = [],
): Promise<Runs> {
  await assureTemporaryFolder();
  const release = await takeMachine(config, invocation, observer, signal);
  try {
    // First of all: whatever is built or loaded raises the load itself.
    const doubts = await lookAtMachine(config, invocation, observer);
    return await measureAlone(config, invocation, doubts, observer, signal, earlier);
  } finally {
    await release();
  }
}

/** @returns gives the machine to who waits for it */
async function takeMachine(
  { suite }: Config,
  { lock, origin }: Invocation,
  observer: Observer,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  if (lock === null) return async () => undefined;
  let waits = false;
  const onWait = ({ what, since }: Holder, waitedMs: number) => {
    if (!waits) observer.stage("waiting for this machine, which measures something else");
    waits = true;
    const minutes = Math.floor(waitedMs / 60_000);
    const text = plainLine(`for ${minutes} min: ${what}, in line since ${since}`, 300);
    observer.progress({ what: text, share: null, secondsLeft: null });
  };
  const what = `process ${process.pid}, suite ${suite}${origin.runUrl === null ? "" : `, ${origin.runUrl}`}`;
  const processes = { self: identify(process.pid), stateOf };
  const { release } = await acquireLock({ ...lock, what, processes, onWait, signal });
  return release;
}

async function measureAlone(
  config: Config,
  invocation: Invocation,
  doubts: readonly Warning[],
  observer: Observer,
  signal: AbortSignal,
  earlier: readonly Pair[],
): Promise<Runs> {
  const plan = planOf(config, invocation.overrides, randomInt(2 ** 31));
  const known = new KnownNoise(earlier, conditionsOfPlan(plan, machineFacts()));
  const expected = expectedText(expectedChanges(known, plan, rulesOf(config)), known.measurements);
  if (expected !== "") observer.note(expected);
  if (plan.mode === "history" && invocation.base !== null) {
    observer.note(`base ${plainLine(invocation.base, 100)} is not measured: the mode is history, head alone`);
  }
  const started = { wall: new Date(), steady: performance.now() };
  const generator = await findLoadGenerator({ observer });
  for (const workload of plan.workloads) await generator.validate(workload);
  const { cwd, base, targetBranch, branch } = invocation;
  const sources = await openSources({
    cwd,
    base: plan.mode === "side-by-side" ? { ref: base, targetBranch } : null,
    baseStandsAlone: usesNoTree(config.database.base, config.database.setup),
    branch,
    ignored: writtenPlaces(invocation, config),
  });
  try {
    if (sources.baseUnknown !== null) observer.note(unknownBase(sources.baseUnknown));
    const tablesOf = (load: LoadPlan) => generator.tables(load);
    const targets = createTargets(config, plan, sources, tablesOf, signal);
    try {
      const measurement = new Measurement(plan, targets, generator, observer);
      const keeping = { config, plan, sources, invocation, started, doubts, earlier, known, observer };
      const { failure, ...looks } = await measureAll(measurement, keeping, signal);
      return await keepRuns(measurement.measured(), failure, withLooks(keeping, looks));
    } finally {
      await closeTargets(targets, observer);
    }
  } finally {
    await sources.close();
  }
}

async function measureAll(measurement: Measurement, keeping: Keeping, signal: AbortSignal): Promise<Outcome> {
  const { config, plan, observer, earlier, known } = keeping;
  const rules = rulesOf(config);
  const advice = {
    secondLook: (measured: Measured, sessions: number) => {
      const { base, head } = runsOf(measured, withLooks(keeping, { sessions, looks: plan.looks }));
      return secondLook(compareArms(base!, head, rules, stamp(), earlier));
    },
    enough: enoughSessions(known, plan.looks, rules, MOST_SESSIONS),
  };
  const failure = await measurement.prepare(signal);
  if (failure !== null) return { failure, sessions: plan.sessions, looks: plan.looks };
  return await measureSessions(measurement, plan, advice, observer, signal);
}

/** With a time budget the number of sessions, and of looks, is known when the first has been timed. */
function withLooks(keeping: Keeping, { sessions, looks }: Looks): Keeping {
  return { ...keeping, plan: { ...keeping.plan, sessions, looks } };
}

/** A database of its own for base, to which base's sources give nothing. */
function usesNoTree(base: Deploy | undefined, setup: readonly string[]): boolean {
  return base !== undefined && base.kind !== "command" && setup.length === 0;
}

/** That there is no earlier commit is as good a reason as that it could not be fetched, but who reads should know which. */
function unknownBase({ message }: PlumblineError): string {
  return `base is the database of database.base: no commit of it is known (${plainLine(message, 300)})`;
}

/** The documents one by one: a folder that was named may hold other things, too. */
function writtenPlaces({ cwd, output, store }: Invocation, config: Config): readonly string[] {
  const folder = folderOf(storeOf({ store }, config), cwd);
  const documents = Object.values(FILES).map((name) => path.join(output, name));
  return folder === null ? documents : [...documents, folder];
}

function createTargets(
  config: Config,
  plan: Plan,
  sources: Sources,
  tablesOf: TablesOf,
  signal: AbortSignal,
): Targets {
  const { deploy, base, setup } = config.database;
  const shared = { measurement: randomUUID(), loaded: new LoadedClusters(), tablesOf, signal };
  const request = { ...shared, setup, connections: plan.connections };
  const head = () => createTarget(deploy, { ...request, arm: "head", tree: sources.head.tree });
  if (plan.mode === "history") return { base: null, head: head() };
  if (deploy.kind === "url" && base === undefined) {
    throw new PlumblineError("usage", "side by side needs two databases, but database.deploy.url names one", {
      remedy: "add database.base.url, or set measure.mode to history",
    });
  }
  if (
    deploy.kind === "url" &&
    base?.kind === "url" &&
    setup.length === 0 &&
    sameDatabase(deploy.url, base.url)
  ) {
    throw new PlumblineError("usage", "database.deploy.url and database.base.url name the same database", {
      remedy:
        "name another one for base, of the same server or another; with database.setup each arm gets databases of its own beside it",
    });
  }
  const baseTarget = createTarget(base ?? deploy, { ...request, arm: "base", tree: sources.base!.tree });
  return { base: named("base", baseTarget), head: named("head", head()) };
}

type Keeping = Readonly<{
  config: Config;
  plan: Plan;
  sources: Sources;
  invocation: Invocation;
  /** By both clocks. */
  started: Readonly<{ wall: Date; steady: number }>;
  /** About the machine, before the start. */
  doubts: readonly Warning[];
  earlier: readonly Pair[];
  known: KnownNoise;
  observer: Observer;
}>;

/** Writes what was measured before saying that the rest failed. */
async function keepRuns(measured: Measured, failure: PlumblineError | null, keeping: Keeping): Promise<Runs> {
  const { invocation, observer } = keeping;
  const { sessions } = measured;
  if (failure !== null && sessions === 0) throw failure;
  const folder = path.resolve(invocation.cwd, invocation.output);
  const { base, head } = runsOf(measured, keeping);
  if (base !== null) await writeFileWhole(path.join(folder, FILES.base), json(base));
  await writeFileWhole(path.join(folder, FILES.head), json(head));
  if (failure === null) return { base, head };
  observer.note(
    `${sessions === 1 ? "1 whole session was" : `${sessions} whole sessions were`} measured before that, kept in ${invocation.output} and not stored`,
  );
  throw failure;
}

function runsOf(measured: Measured, keeping: Keeping): Runs {
  const head = factsOf("head", measured, keeping);
  const base = measured.arms.base === undefined ? null : factsOf("base", measured, keeping);
  const { mode } = keeping.plan;
  const measurement = { id: idOf(head, null), mode };
  const identified = (facts: RunFacts, arm: ArmName): Run => ({
    schema: "plumbline.run/1",
    id: idOf(facts, arm),
    measurement: { ...measurement, arm },
    ...facts,
  });
  return { base: base && identified(base, "base"), head: identified(head, "head") };
}

/** @param arm null for the measurement's */
function idOf({ origin, suite, commit, fingerprint }: RunFacts, arm: ArmName | null): string {
  return repeatableId({ origin, suite, commit: commit.sha, fingerprint }, arm) ?? randomUUID();
}

type RunFacts = Omit<Run, "schema" | "id" | "measurement">;

function factsOf(arm: ArmName, measured: Measured, keeping: Keeping): RunFacts {
  const { config, plan, sources, invocation, started, doubts } = keeping;
  const finishedAt = new Date();
  const seconds = (finishedAt.getTime() - started.wall.getTime()) / 1000;
  const { workloads, server } = measured.arms[arm]!;
  const machine = machineFacts();
  const environment: Environment = {
    ...machine,
    database: server.product,
    databaseVersion: server.version,
    dialect: config.database.dialect,
    settings: server.settings,
  };
  const { generator } = measured;
  return {
    suite: plan.suite,
    commit: sources[arm]!.commit,
    origin: invocation.origin,
    startedAt: started.wall.toISOString(),
    finishedAt: finishedAt.toISOString(),
    environment,
    fingerprint: fingerprintOf({ environment, generator, workloads, mode: plan.mode, seconds: plan.seconds }),
    generator,
    plan: {
      sessions: plan.sessions,
      looks: plan.looks,
      seconds: plan.seconds,
      warmupSeconds: plan.warmupSeconds,
      sliceMs: plan.sliceMs,
      seed: plan.seed,
    },
    workloads,
    warnings: [
      ...doubts,
      ...clockStep(seconds, (performance.now() - started.steady) / 1000),
      ...measured.warnings,
    ],
  };
}

/** The second half: head against its other arm, or against the stored history of its branch. */
export async function compareRuns(
  config: Config,
  { base, head }: Runs,
  store: Store,
  observer: Observer,
  earlier: readonly Pair[] = [],
): Promise<Report> {
  observer.stage("comparing");
  const rules = rulesOf(config);
  if (base !== null) return compareArms(base, head, rules, stamp(), earlier);
  const { branch, runs: limit } = config.baseline;
  const query = { suite: head.suite, branch, mode: head.measurement.mode, except: head.id, limit };
  const alike = await store.baseline({ ...query, fingerprint: head.fingerprint });
  // Where there are few, the report says what kept the others out.
  const all = alike.length < limit ? await store.baseline(query) : [];
  const others = all.filter(({ fingerprint }) => fingerprint !== head.fingerprint);
  const accepted = await store.acceptances({ suite: head.suite, branch });
  return compareHistory([...alike, ...others], head, rules, { ...stamp(), branch, accepted });
}

export function rulesOf(config: Config): Rules {
  return { alpha: config.alpha, gates: config.gates, errorLimit: config.errors, decide: config.decide };
}

/** What a report has of the moment it was made. */
export function stamp(): { id: string; createdAt: string; version: string } {
  return { id: randomUUID(), createdAt: new Date().toISOString(), version: VERSION };
}

/** report.json, comment.md and report.html. */
export async function writeReport(
  invocation: Pick<Invocation, "cwd" | "output">,
  report: Report,
): Promise<void> {
  const folder = path.resolve(invocation.cwd, invocation.output);
  await writeFileWhole(path.join(folder, FILES.report), json(report));
  await writeFileWhole(path.join(folder, FILES.comment), renderComment(report));
  await writeFileWhole(path.join(folder, FILES.html), renderHtml(report));
}

function json(document: Run | Report): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}
