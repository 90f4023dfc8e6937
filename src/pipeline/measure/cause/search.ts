/** Looks for the causes of regressions by experiment, when all is measured, on copies of base. */
import { relativeEffect } from "../../../analysis/cause/effect.ts";
import type { RedWorkload } from "../../../analysis/cause/red.ts";
import {
  type Experiment,
  type FoundPart,
  type SearchResult,
  searchCause,
  type TriedParts,
} from "../../../analysis/cause/search.ts";
import { serverDifference } from "../../../analysis/cause/servers.ts";
import type { Plan, PlannedWorkload } from "../../../config/plan.ts";
import type { Server, Target } from "../../../io/database/target.ts";
import { timeLeft } from "../../../io/host/until.ts";
import type { LoadGenerator } from "../../../io/load/load-generator.ts";
import type { CauseSearch, ChangedPart, ProvedCause } from "../../../model/cause-search.ts";
import type { LoadPlan } from "../../../model/load-plan.ts";
import type { Progress } from "../../../model/progress.ts";
import type { Runs } from "../../../model/run.ts";
import { redact } from "../../../model/secrets.ts";
import { partText } from "../../../report/words/cause.ts";
import { plainLine } from "../../../text/outside.ts";
import { plural } from "../../../text/units.ts";
import { BaseCopies } from "./copies.ts";
import type { CauseJob } from "./job.ts";
import { mechanismOf, unlikeHead } from "./mechanism.ts";
import { partsToTry, type SchemaChange, schemaChange, type TriedPart } from "./parts.ts";
import { turningParts } from "./plans.ts";
import { Trials } from "./trials.ts";

export type CauseGround = Readonly<{
  plan: Plan;
  targets: Readonly<{ base: Target; head: Target }>;
  generator: LoadGenerator;
  runs: Runs;
}>;

/** Seconds that a workload has at least, of what is left, before the others share the rest. */
const SECONDS_LEAST = 20;

/**
 * Notes what was found, and what could not be tried, which changes nothing else.
 * @param reds the worst first
 * @param keep gets each search as it ends
 */
export async function searchCauses(
  job: CauseJob,
  ground: CauseGround,
  reds: readonly RedWorkload[],
  keep: (search: CauseSearch) => void,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  progress.stage("looking for the cause");
  const left = timeLeft(job.seconds * 1000);
  const shared: SearchContext = { job, ground, schemas: new Map(), proved: [], progress, signal };
  for (const [at, red] of reds.entries()) {
    const part = Math.max(left() / (reds.length - at), SECONDS_LEAST * 1000);
    const search = await searchOne(red, timeLeft(Math.min(left(), part)), shared);
    keep(search);
    shared.proved.push(...search.causes.map((cause) => cause.part));
    progress.note(`the cause of ${red.name}: ${plainLine(searchOutcome(search), 300)}`);
  }
}

function searchOutcome({ causes, why, comparisons }: CauseSearch): string {
  const named = causes.map(({ part }) => partText(part));
  return [...named, ...(why === undefined ? [] : [why]), plural(comparisons, "comparison")].join("; ");
}

/** What the searches of one check have in common. */
type SearchContext = Readonly<{
  job: CauseJob;
  ground: CauseGround;
  /** Changes by database. */
  schemas: Map<string, SchemaChange>;
  /** Causes of other workloads: likely this one's, too. */
  proved: ChangedPart[];
  progress: Progress;
  signal: AbortSignal;
}>;

async function searchOne(red: RedWorkload, left: () => number, shared: SearchContext): Promise<CauseSearch> {
  const began = performance.now();
  const { ground, signal } = shared;
  const about = { workload: red.name, metric: red.metric, whole: null, causes: [], rest: null };
  const seconds = () => Math.round(performance.now() - began) / 1000;
  const impossible = (why: string): CauseSearch => {
    return { ...about, outcome: "not-possible", why, parts: 0, comparisons: 0, seconds: seconds() };
  };
  const workload = ground.plan.workloads.find(({ name }) => name === red.name)!;
  try {
    if (!ground.targets.base.fresh) return impossible(SHARED);
    const schema = await findSchemaChange(workload.load, left, shared);
    const parts = await partsToTry(schema, workload, serverPart(shared.job, ground.runs));
    if (parts.length === 0) return impossible(NO_PARTS);
    const { result, causes, comparisons } = await tryParts({ ...shared, red, workload, schema, parts, left });
    return { ...about, ...documented(result, causes), parts: parts.length, comparisons, seconds: seconds() };
  } catch (error) {
    signal.throwIfAborted();
    return impossible(redact((error as Error).message));
  }
}

async function findSchemaChange(
  load: LoadPlan,
  left: () => number,
  { job, ground, schemas, signal }: SearchContext,
): Promise<SchemaChange> {
  const known = schemas.get(load.database);
  if (known !== undefined) return known;
  const schema = await schemaChange(job.trees, { target: ground.targets.base, load, left }, signal);
  schemas.set(load.database, schema);
  return schema;
}

/** Text of the part that is the server; null where both arms have the same. */
function serverPart({ hasOwnServers }: CauseJob, { base, head }: Runs): string | null {
  const differs = base === null ? null : serverDifference({ base, head }, hasOwnServers);
  return hasOwnServers ? (differs ?? "the server of head's own tree") : differs;
}

const SHARED = "sessions share the database, so that no copy of it can be made";
const NO_PARTS = "set-up, scripts and server are the same on both arms";

type PartsContext = SearchContext &
  Readonly<{
    red: RedWorkload;
    workload: PlannedWorkload;
    schema: SchemaChange;
    parts: readonly TriedPart[];
    left: () => number;
  }>;

async function tryParts(
  trying: PartsContext,
): Promise<Readonly<{ result: SearchResult; causes: readonly ProvedCause[]; comparisons: number }>> {
  const { parts, ground, workload, schema, red } = trying;
  const around = { ...ground, ...trying };
  // What nothing else can have made needs no experiment.
  if (parts.length === 1 && parts[0]!.kind === "server") return onlyServer(parts[0]!.about);
  const copies = new BaseCopies(ground.targets, workload, schema, parts);
  const steps = 2 + Math.ceil(Math.log2(parts.length + 1));
  let step = 0;
  const begins = () => {
    step += 1;
    const what = `${red.name}: experiment ${step}${step <= steps ? ` of about ${steps}` : ""}`;
    trying.progress.update({ what, share: Math.min(0.95, step / (steps + 1)), secondsLeft: null });
  };
  const unlike = (copy: Server) => unlikeHead(copy, around, around.signal);
  const trials = new Trials({ ...around, parts: parts.length, copies, unlike, begins });
  const known = parts.flatMap(({ about }, at) =>
    trying.proved.some((each) => isSamePart(each, about)) ? [at] : [],
  );
  const guesses = known.length > 0 ? known : await turningParts({ ...around, copies });
  const inSchema = parts.filter(({ kind }) => kind === "schema").length;
  const experiment: Experiment = {
    parts: parts.length,
    guesses,
    border: inSchema > 0 && inSchema < parts.length ? inSchema : null,
    verdict: red.effect,
    least: red.limit,
    measure: (some, decided) => trials.measure(some, decided),
    // Units of the schema are the first parts, so that their positions are the same.
    needs: (part) => (part < inSchema ? schema.order.needs(part) : []),
    dependents: (part) => (part < inSchema ? schema.order.dependents(part) : []),
  };
  const result = await searchCause(experiment);
  const causes: ProvedCause[] = [];
  for (const found of result.found) {
    const mechanism = await mechanismOf(found, { ...around, copies, trials });
    causes.push(provedCause(found, parts, mechanism));
  }
  return { result, causes, comparisons: trials.count };
}

function isSamePart(one: ChangedPart, other: ChangedPart): boolean {
  return (
    one.kind === other.kind && one.file === other.file && one.line === other.line && one.text === other.text
  );
}

function provedCause(
  { part, alone, without }: FoundPart,
  parts: readonly TriedPart[],
  mechanism: Pick<ProvedCause, "mechanism" | "work">,
): ProvedCause {
  const shown = (tried: TriedParts | null) => (tried === null ? null : relativeEffect(tried.effect));
  return { part: parts[part]!.about, alone: shown(alone), without: shown(without), ...mechanism };
}

function onlyServer(part: ProvedCause["part"]) {
  const cause = { part, alone: null, without: null, mechanism: [], work: [] };
  return { result: { whole: null, found: [], rest: null, why: null }, causes: [cause], comparisons: 0 };
}

function documented(
  { whole, rest, why }: SearchResult,
  causes: readonly ProvedCause[],
): Pick<CauseSearch, "outcome" | "why" | "whole" | "causes" | "rest"> {
  const outcome = causes.length === 0 ? "not-found" : why === null ? "found" : "part";
  return {
    outcome,
    ...(why === null ? {} : { why: redact(why) }),
    whole: whole === null ? null : relativeEffect(whole),
    causes,
    rest: rest === null ? null : relativeEffect(rest),
  };
}
