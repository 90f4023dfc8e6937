/** All that a measurement loads, on a server that is thrown away with it. */
import type { LoadPlan } from "../../../model/load-plan.ts";
import { PlanDatabases } from "../sql/plan-databases.ts";
import { analyze } from "../sql/tables.ts";
import type { Loader } from "../target.ts";
import { applySteps, assureTables, type Surroundings } from "./apply.ts";
import type { Setup } from "./steps.ts";

/** Loads all plans into a fresh server, with the steps of the set-up before and after that. */
export async function fillServer(
  url: string,
  plans: readonly LoadPlan[],
  load: Loader,
  { before, after }: Setup,
  surroundings: Surroundings,
): Promise<PlanDatabases> {
  // The server's data are thrown away with all that is in them.
  const databases = new PlanDatabases(url, { owner: null, apart: "no", signal: surroundings.signal });
  await databases.create(plans);
  for (const plan of plans) {
    const database = { url: databases.url(plan) };
    await applySteps(before, database, surroundings);
    await load(plan, database.url);
    await applySteps(after, database, surroundings);
    await assureTables(after, database.url, surroundings.signal);
    if (before.length + after.length > 0) await analyze(database.url, surroundings.signal);
  }
  return databases;
}
