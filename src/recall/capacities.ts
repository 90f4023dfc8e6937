/** Where a search for a workload's capacity may begin: near what was found last. */
import type { Config } from "../config/parse.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Run } from "../model/run.ts";
import { runValues } from "../samples/values.ts";
import type { Store } from "../store/store.ts";
import { ofRepository } from "./baseline.ts";

/** Runs that are looked through; one of the branch has it, or none has. */
const LOOKED_THROUGH = 5;

/** The invocation, with the newest stored capacity of each workload that searches one. It decides where a search begins, not its answer. */
export async function nearLastCapacities(
  { suite, workloads, baseline: { branch } }: Config,
  invocation: Invocation,
  store: Pick<Store, "baseline" | "measurements">,
): Promise<Invocation> {
  const searched = workloads.filter(({ capacity }) => capacity !== undefined);
  if (searched.length === 0) return invocation;
  const place = { ...ofRepository(invocation.origin), suite, limit: LOOKED_THROUGH };
  const alone = await store.baseline({ ...place, branch, mode: "history" });
  const pairs = await store.measurements(place);
  const runs = [...alone, ...pairs.map(({ head }) => head)].toSorted((a, b) =>
    a.startedAt < b.startedAt ? 1 : -1,
  );
  const capacities = searched.flatMap(({ name, capacity }) => {
    const last = lastOf(runs, name, capacity!.of);
    return last === null ? [] : [[name, last] as const];
  });
  return {
    ...invocation,
    overrides: { ...invocation.overrides, capacities: Object.fromEntries(capacities) },
  };
}

/** @param runs newest first */
function lastOf(runs: readonly Run[], name: string, of: string): number | null {
  for (const { workloads } of runs) {
    const sessions = workloads.find((workload) => workload.name === name)?.sessions ?? [];
    const alike = sessions.filter(({ capacity }) => capacity?.of === of);
    const found = alike.length === 0 ? null : runValues(alike).capacity;
    if (found !== null) return found.value;
  }
  return null;
}
