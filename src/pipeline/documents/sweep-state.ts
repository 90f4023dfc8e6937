/** The identity of a sweep, which decides whether the one in a folder can be resumed, or a new one begun there. */
import type { Plan } from "../../config/plan.ts";
import type { SweptSuite } from "../../config/sweep-suites.ts";
import { sha256 } from "../../io/host/files.ts";
import { machineFacts } from "../../io/host/machine.ts";
import { type Commit, type Warning, warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import {
  type GivenUp,
  readSessions,
  readState,
  type SweepLine,
  type SweepState,
  writePlan,
  writeState,
} from "./sweep-files.ts";

export type KnownSweep = Readonly<{
  /** Seed, and the warnings of all calls that measured, this one's among them. */
  state: Readonly<{ seed: number; warnings: readonly Warning[] }>;
  lines: readonly SweepLine[];
}>;

/** The identity of a sweep: sessions measured under another are refused. It leaves out the seed: a sweep that goes on keeps its own. */
export function sweepIdentity(
  { over, workloads, targets, sessions, seconds }: SweepState["asked"],
  planned: readonly (SweptSuite & Readonly<{ plan: Plan }>)[],
  commit: Commit,
  warnings: readonly Warning[],
): SweepState {
  const lasting = planned.flatMap(({ plan, targets: measured, config }) => [
    { ...plan, seed: null },
    measured,
    config.database.setup,
  ]);
  return {
    schema: "plumbline.sweep-plan/1",
    digest: sha256(JSON.stringify(lasting)),
    seed: planned[0]!.plan.seed,
    sessions: Math.max(...planned.map((suite) => suite.sessions)),
    asked: { over, workloads, targets, sessions, seconds },
    commit,
    machine: machineFacts(),
    warnings,
  };
}

/**
 * Reads what was measured of this sweep before; or begins one in its folder.
 * @param own with the warnings of this call alone
 * @param planned sessions of the whole sweep
 * @throws PlumblineError of kind "usage" if sessions of different sweeps would meet
 */
export async function openSweepState(
  folder: string,
  own: SweepState,
  { resume, planned }: Readonly<{ resume: boolean; planned: number }>,
): Promise<KnownSweep> {
  const known = await readState(folder);
  const lines = known === null ? [] : await readSessions(folder);
  if (resume) {
    if (known === null) throw nothingToGoOnWith(folder);
    assureSame(folder, own, known);
    const all = lines.length < planned ? begunAgain(known, own) : known;
    await writePlan(folder, all);
    return { state: { seed: known.seed, warnings: distinctWarnings(all) }, lines };
  }
  if (known !== null) assureFinished(folder, own, known, { done: lines.length, planned });
  await writeState(folder, { ...own, planned });
  return { state: { seed: own.seed, warnings: distinctWarnings(own) }, lines: [] };
}

/** Writes down that the folder's sweep came to its end, and without which points. */
export async function keepGivenUp(folder: string, givenUp: readonly GivenUp[]): Promise<void> {
  const known = await readState(folder);
  if (known !== null && givenUp.length > 0) await writePlan(folder, { ...known, givenUp });
}

/**
 * A new sweep may replace a finished one, whose runs the store has; the sessions of an unfinished one are nowhere else.
 * @throws PlumblineError of kind "usage"
 */
function assureFinished(
  folder: string,
  own: SweepState,
  known: SweepState,
  { done, planned }: Readonly<{ done: number; planned: number }>,
): void {
  const isSame = known.digest === own.digest;
  const all = known.planned ?? (isSame ? planned : null);
  const isEnded = (known.givenUp ?? []).length > 0;
  if (done === 0 || isEnded || (all !== null && done >= all)) return;
  const count = all === null ? `${done}` : `${done} of ${all}`;
  const which = isSame ? "this" : "another";
  throw new PlumblineError(
    "usage",
    `${folder} has ${count} sessions of ${which} sweep, which was not finished`,
    {
      remedy: `${isSame ? "continue with --resume, name" : "name"} another folder with --output, or remove this one`,
    },
  );
}

/** Adds the machine that goes on, if it is unlike all that measured before, and its warnings; and forgets which points were given up. */
function begunAgain(known: SweepState, { machine, warnings = [] }: SweepState): SweepState {
  const isOther = !allMachines(known).map(machineKind).includes(machineKind(machine));
  return {
    ...known,
    givenUp: [],
    warnings: [...(known.warnings ?? []), ...warnings],
    ...(isOther ? { others: [...(known.others ?? []), machine] } : {}),
  };
}

function allMachines({ machine, others = [] }: SweepState): readonly SweepState["machine"][] {
  return [machine, ...others];
}

function machineKind({ cpuCount, cpuModel }: SweepState["machine"]): string {
  return `${cpuCount} × ${cpuModel}`;
}

function nothingToGoOnWith(folder: string): PlumblineError {
  return new PlumblineError("usage", `${folder} has no sweep to go on with`, {
    remedy: "leave out --resume, or name its folder with --output",
  });
}

/**
 * Adds the words of the call that began a sweep, where the one that goes on with it leaves them out.
 * @throws PlumblineError of kind "usage" if the folder has no sweep
 */
export async function withEarlierWords<W extends SweepState["asked"] & Readonly<{ resume: boolean }>>(
  asked: W,
  folder: string,
): Promise<W> {
  if (!asked.resume) return asked;
  const known = await readState(folder);
  if (known === null) throw nothingToGoOnWith(folder);
  const { over, workloads, targets, sessions, seconds } = known.asked;
  return {
    ...asked,
    over: Object.keys(asked.over).length > 0 ? asked.over : over,
    workloads: asked.workloads.length > 0 ? asked.workloads : workloads,
    targets: asked.targets.length > 0 ? asked.targets : targets,
    sessions: asked.sessions ?? sessions,
    seconds: asked.seconds ?? seconds,
  };
}

function assureSame(folder: string, own: SweepState, known: SweepState): void {
  const cause =
    own.digest !== known.digest
      ? "is of another grid (--over, --workload), other --sessions or --seconds, other targets or another config file"
      : own.commit.sha === known.commit.sha
        ? null
        : `is of commit ${known.commit.sha.slice(0, 12)}, not ${own.commit.sha.slice(0, 12)}`;
  if (cause === null) return;
  throw new PlumblineError(
    "usage",
    `the sweep in ${folder} ${cause}: its sessions and new ones are not one sweep`,
    {
      remedy:
        "leave --over, --workload, --target, --sessions and --seconds out, for the folder has those of its first call; or start a new sweep in another folder (--output)",
    },
  );
}

/** Warnings of all calls, each once. */
function distinctWarnings(state: SweepState): readonly Warning[] {
  const each = new Map((state.warnings ?? []).map((warning) => [JSON.stringify(warning), warning]));
  return [...each.values(), ...unlikeMachines(state)];
}

function unlikeMachines(state: SweepState): readonly Warning[] {
  const kinds = [...new Set(allMachines(state).map(machineKind))];
  if (kinds.length < 2) return [];
  return warning("unlike-machines", {
    message: `parts of the sweep were measured on unlike machines: ${kinds.join(", ")}`,
    remedy: "compare points of one machine, or measure all parts on machines that are alike",
  });
}
