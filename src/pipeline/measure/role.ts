/** The role of a workload's load: where its connections ask for it, and whether they get it. */
import type { Plan, PlannedWorkload } from "../../config/plan.ts";
import { roleFault } from "../../io/database/sql/role.ts";
import type { Server } from "../../io/database/target.ts";
import { withRole } from "../../io/host/connection-url.ts";
import { PlumblineError } from "../../model/errors.ts";

type OfRole = Pick<PlannedWorkload, "load" | "role">;

/** Where a workload's load connects. Whatever looks at the server connects as the server's own user instead. */
export function loadUrl(server: Pick<Server, "url">, { load, role }: OfRole): string {
  const url = server.url(load);
  return role === undefined ? url : withRole(url, role.name);
}

/**
 * @returns positions of workloads whose role the server lacks, with that reason
 * @throws PlumblineError of kind "usage" at the role's place in the config file where the server has it and connections do not get it
 */
export async function workloadsWithoutRole(
  { workloads }: Pick<Plan, "workloads">,
  server: Pick<Server, "url">,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, PlumblineError>> {
  const known = new Map<string, PlumblineError | null>();
  const without = new Map<number, PlumblineError>();
  for (const [position, { load, role }] of workloads.entries()) {
    if (role === undefined) continue;
    const key = JSON.stringify([load.database, role.name]);
    const missing = known.has(key) ? known.get(key)! : await missingRole(server.url(load), role, signal);
    known.set(key, missing);
    if (missing !== null) without.set(position, missing);
  }
  return without;
}

async function missingRole(
  url: string,
  { name, place }: NonNullable<OfRole["role"]>,
  signal: AbortSignal,
): Promise<PlumblineError | null> {
  const fault = await roleFault(url, name, signal);
  if (fault === null) return null;
  const error = new PlumblineError("usage", `${place}: ${fault.what}`, { remedy: fault.remedy });
  if (fault.isMissing) return error;
  throw error;
}
