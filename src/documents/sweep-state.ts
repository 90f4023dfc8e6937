/** Whether a folder of a sweep can be gone on with, put together with others, or begun anew. */
import type { Warning } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import {
  readSessions,
  readState,
  SWEEP_FILES,
  type SweepLine,
  type SweepState,
  writeState,
} from "./sweep-files.ts";

export type Known = Readonly<{
  state: Readonly<{ seed: number; doubts: readonly Warning[] }>;
  lines: readonly SweepLine[];
}>;

/**
 * What was measured before, of this sweep or, to be joined, of its parts; else a folder that begins one.
 * @param planned sessions of the whole sweep, or of its part
 * @throws PlumblineError of kind "usage" where sessions of different sweeps would meet
 */
export async function stateOf(
  folder: string,
  own: SweepState,
  { resume, join, planned }: Readonly<{ resume: boolean; join: readonly string[]; planned: number }>,
): Promise<Known> {
  if (join.length > 0) return await joined(join, own);
  const known = await readState(folder);
  const lines = known === null ? [] : await readSessions(folder);
  if (resume) {
    if (known === null) {
      throw new PlumblineError("usage", `${folder} has no sweep to go on with`, {
        remedy: "leave out --resume, or name its folder with --output",
      });
    }
    assureSame(folder, own, known);
    return { state: { seed: known.seed, doubts: unlikeMachines([own, known]) }, lines };
  }
  const isOpen = lines.length > 0 && lines.length < planned;
  if (known?.digest === own.digest && isOpen) {
    throw new PlumblineError(
      "usage",
      `${folder} has ${lines.length} sessions of this sweep, which was not finished`,
      {
        remedy: "go on with --resume, or name another folder with --output",
      },
    );
  }
  await writeState(folder, own);
  return { state: { seed: own.seed, doubts: [] }, lines: [] };
}

async function joined(folders: readonly string[], own: SweepState): Promise<Known> {
  const states: SweepState[] = [];
  const lines: SweepLine[] = [];
  for (const folder of folders) {
    const state = await readState(folder);
    if (state === null) {
      throw new PlumblineError("usage", `${folder} has no ${SWEEP_FILES.plan}`, {
        remedy: "name the folders that `plumbline sweep --points I/N` wrote",
      });
    }
    assureSame(folder, { ...own, part: state.part }, state);
    states.push(state);
    lines.push(...(await readSessions(folder)));
  }
  return { state: { seed: states[0]!.seed, doubts: unlikeMachines(states) }, lines };
}

function assureSame(folder: string, own: SweepState, known: SweepState): void {
  const part = ({ part: { index, of } }: SweepState) => `part ${index} of ${of}`;
  const cause =
    own.digest !== known.digest
      ? "is of another grid (--over, --workload), other --sessions or --seconds, other targets or another config file"
      : part(own) !== part(known)
        ? `has ${part(known)}, not ${part(own)}`
        : own.commit.sha === known.commit.sha
          ? null
          : `is of commit ${known.commit.sha.slice(0, 12)}, not ${own.commit.sha.slice(0, 12)}`;
  if (cause === null) return;
  throw new PlumblineError(
    "usage",
    `the sweep in ${folder} ${cause}: its sessions and new ones are not one sweep`,
    {
      remedy:
        "repeat the words of the sweep's first call, all of them; or begin a new sweep in another folder (--output)",
    },
  );
}

function unlikeMachines(states: readonly SweepState[]): readonly Warning[] {
  const kinds = [...new Set(states.map(({ machine }) => `${machine.cpuCount} × ${machine.cpuModel}`))];
  if (kinds.length < 2) return [];
  return [
    {
      code: "unlike-machines",
      message: `parts of the sweep were measured on unlike machines: ${kinds.join(", ")}`,
      remedy: "compare points of one machine, or measure all parts on machines that are alike",
    },
  ];
}
