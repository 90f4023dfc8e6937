/** Looks for the causes of regressions by experiment, when all is measured, on copies of base. */
import { relative } from "../../../analysis/cause/effect.ts";
import type { RedWorkload } from "../../../analysis/cause/red.ts";
import {
  type Experiment,
  type FoundPart,
  type SearchResult,
  searchCause,
  type TriedParts,
} from "../../../analysis/cause/search.ts";
import { serverDifference } from "../../../analysis/cause/servers.ts";
import { dependentsOf, needsOf } from "../../../analysis/cause/units.ts";
import type { Plan, PlannedWorkload } from "../../../config/plan.ts";
import type { Server, Target } from "../../../io/database/target.ts";
import { timeLeft } from "../../../io/host/until.ts";
import type { LoadGenerator } from "../../../io/load/load-generator.ts";
import type { CauseSearch, ProvedCause } from "../../../model/cause-search.ts";
import type { Progress } from "../../../model/progress.ts";
import type { Runs } from "../../../model/run.ts";
import { plainLine } from "../../../text/outside.ts";
import { BaseCopies } from "./copies.ts";
import type { CauseJob } from "./job.ts";
import { mechanismOf, unlikeHead } from "./mechanism.ts";
import { partsOf, type SchemaChange, schemaChange, type TriedPart } from "./parts.ts";
import { turningParts } from "./plans.ts";
import { Trials } from "./trials.ts";

export type CauseGround = Readonly<{
  plan: Plan;
  targets: Readonly<{ base: Target; head: Target }>;
  generator: LoadGenerator;
  runs: Runs;
}>;

/** Notes what could not be tried, which changes nothing else. @param reds the worst first */
export async function searchCauses(
  job: CauseJob,
  ground: CauseGround,
  reds: readonly RedWorkload[],
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly CauseSearch[]> {
  if (reds.length === 0) return [];
  progress.stage("looking for the cause");
  const left = timeLeft(job.seconds * 1000);
  const searches: CauseSearch[] = [];
  const schemas = new Map<string, SchemaChange>();
  for (const [at, red] of reds.entries()) {
    const share = timeLeft(left() / (reds.length - at));
    const search = await searchOne(job, ground, red, { left: share, schemas }, progress, signal);
    searches.push(search);
    if (search.why !== undefined) progress.note(`the cause of ${red.name}: ${plainLine(search.why, 300)}`);
  }
  return searches;
}

type Budget = Readonly<{ left: () => number; schemas: Map<string, SchemaChange> }>;

async function searchOne(
  job: CauseJob,
  ground: CauseGround,
  red: RedWorkload,
  { left, schemas }: Budget,
  progress: Progress,
  signal: AbortSignal,
): Promise<CauseSearch> {
  const began = performance.now();
  const empty = { workload: red.name, metric: red.metric, whole: null, causes: [], rest: null };
  const ended = (counts: Readonly<{ parts: number; comparisons: number }>) => {
    return { ...counts, seconds: Math.round(performance.now() - began) / 1000 };
  };
  const none = ended({ parts: 0, comparisons: 0 });
  const workload = ground.plan.workloads.find(({ name }) => name === red.name)!;
  try {
    if (!ground.targets.base.fresh) return { ...empty, ...none, outcome: "not-possible", why: SHARED };
    const schema =
      schemas.get(workload.load.database) ??
      (await schemaChange(job.trees, { target: ground.targets.base, load: workload.load }, signal));
    schemas.set(workload.load.database, schema);
    const parts = await partsOf(schema, workload, serverPart(job, ground.runs));
    if (parts.length === 0) return { ...empty, ...none, outcome: "not-possible", why: NO_PARTS };
    const trying = { ...ground, red, workload, schema, parts, left, progress, signal };
    const { result, causes, comparisons } = await tryParts(trying);
    return { ...empty, ...documented(result, causes), ...ended({ parts: parts.length, comparisons }) };
  } catch (error) {
    signal.throwIfAborted();
    return { ...empty, ...none, outcome: "not-possible", why: (error as Error).message };
  }
}

/** Text of the part that is the server; null where both arms have the same. */
function serverPart({ hasOwnServers }: CauseJob, { base, head }: Runs): string | null {
  const differs = base === null ? null : serverDifference({ base, head }, hasOwnServers);
  return hasOwnServers ? (differs ?? "the server of head's own tree") : differs;
}

const SHARED = "sessions share the database, so that no copy of it can be made";
const NO_PARTS = "set-up, scripts and server are the same on both arms";

type Trying = CauseGround &
  Readonly<{
    red: RedWorkload;
    workload: PlannedWorkload;
    schema: SchemaChange;
    parts: readonly TriedPart[];
    left: () => number;
    progress: Progress;
    signal: AbortSignal;
  }>;

async function tryParts(
  trying: Trying,
): Promise<Readonly<{ result: SearchResult; causes: readonly ProvedCause[]; comparisons: number }>> {
  const { parts, targets, workload, schema, red } = trying;
  // What nothing else can have made needs no experiment.
  if (parts.length === 1 && parts[0]!.kind === "server") return onlyServer(parts[0]!.about);
  const copies = new BaseCopies(targets, workload, schema, parts);
  const steps = 2 + Math.ceil(Math.log2(parts.length + 1));
  let step = 0;
  const begins = () => {
    step += 1;
    const what = `${red.name}: experiment ${step}${step <= steps ? ` of about ${steps}` : ""}`;
    trying.progress.update({ what, share: Math.min(0.95, step / (steps + 1)), secondsLeft: null });
  };
  const unlike = (copy: Server) => unlikeHead(copy, trying);
  const trials = new Trials({ ...trying, parts: parts.length, copies, unlike, begins });
  const guesses = await turningParts({ ...trying, copies });
  const inSchema = parts.filter(({ kind }) => kind === "schema").length;
  const experiment: Experiment = {
    parts: parts.length,
    guesses,
    border: inSchema > 0 && inSchema < parts.length ? inSchema : null,
    verdict: red.effect,
    least: red.limit,
    measure: (some, decided) => trials.measure(some, decided),
    needs: (part) => unitsAround(trying, part, needsOf),
    dependents: (part) => unitsAround(trying, part, dependentsOf),
  };
  const result = await searchCause(experiment);
  const causes: ProvedCause[] = [];
  for (const found of result.found) {
    const mechanism = await mechanismOf(found, { ...trying, copies, trials });
    causes.push(provedCause(found, parts, mechanism));
  }
  return { result, causes, comparisons: trials.count };
}

/** Units of the schema are the first parts, so that their positions are the same. */
function unitsAround({ parts, schema }: Trying, part: number, around: typeof needsOf): readonly number[] {
  return parts[part]!.kind === "schema" ? around(part, schema.units, schema.statements) : [];
}

function provedCause(
  { part, alone, without }: FoundPart,
  parts: readonly TriedPart[],
  mechanism: Pick<ProvedCause, "mechanism" | "work">,
): ProvedCause {
  const shown = (tried: TriedParts | null) => (tried === null ? null : relative(tried.effect));
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
    ...(why === null ? {} : { why }),
    whole: whole === null ? null : relative(whole),
    causes,
    rest: rest === null ? null : relative(rest),
  };
}
