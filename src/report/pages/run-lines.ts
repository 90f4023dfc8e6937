/** Lines of a picture: the runs of one branch on one machine each. */
import { groupBy } from "../../model/by-key.ts";
import { type Choice, takeTurns } from "./choice.ts";
import type { WorkloadData } from "./data.ts";

export type RunLine = Readonly<{
  /** False: laid over what was asked for. */
  isOwn: boolean;
  branch: number;
  machine: number;
  /**
   * Values by place. null ends a line: a run without a value, or one of another machine, with which it is never joined. undefined is a place
   * of another line: this one goes on.
   */
  value: readonly (number | null | undefined)[];
  low: readonly (number | null)[];
  high: readonly (number | null)[];
}>;

export function chartLines(
  data: WorkloadData,
  { metric }: Choice,
  runs: readonly number[],
  isOf: (run: number) => boolean,
  isOwn: boolean,
): readonly RunLine[] {
  const column = data.metrics[metric];
  const { branch, machine } = data.runs;
  const all = runs.filter(isOf);
  const isInTurn = takeTurns(all.map((run) => machine[run]!));
  const sets = groupBy(all, (run) => JSON.stringify([branch[run], machine[run]]));
  return [...sets.values()].map(([first]) => {
    const valueAt = (run: number) => {
      if (!isOf(run) || branch[run] !== branch[first!]) return undefined;
      if (machine[run] === machine[first!]) return column?.value[run] ?? null;
      return isInTurn ? undefined : null;
    };
    const value = runs.map(valueAt);
    // How far the interval reaches, as a factor: one power for both of its ends.
    const reach = runs.map((run, place) => {
      const spread = column?.spread[run] ?? null;
      return value[place] == null || spread === null ? null : Math.exp(spread);
    });
    const low = reach.map((factor, place) => (factor === null ? null : value[place]! / factor));
    const high = reach.map((factor, place) => (factor === null ? null : value[place]! * factor));
    return { isOwn, branch: branch[first!]!, machine: machine[first!]!, value, low, high };
  });
}
