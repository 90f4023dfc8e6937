/** The plan of a measurement, by what the load generator says of its workloads. */
import { randomInt } from "node:crypto";
import { checkCapacities } from "../../config/check-capacities.ts";
import { checkKinds } from "../../config/kinds.ts";
import type { Config } from "../../config/parse.ts";
import { type Described, type Overrides, type Plan, planOf, requestOf } from "../../config/plan.ts";
import { checkWorkloads } from "../../config/workloads.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { QueryReaders } from "./queries.ts";
import { readScripts, withRowFiles } from "./scripts.ts";

/**
 * @param tree folder that scripts are named from
 * @param queries default: query files are refused
 * @throws PlumblineError of kind "usage" that names the place of what there is not in the config file
 */
export async function planWith(
  config: Config,
  overrides: Overrides,
  generator: Pick<LoadGenerator, "catalog" | "describe">,
  tree: string,
  queries: Pick<QueryReaders, "values"> = refuseQueries(config),
): Promise<Plan> {
  const catalog = await generator.catalog();
  checkWorkloads(config, catalog);
  const described: Described[] = [];
  for (const [position, entry] of config.workloads.entries()) {
    const named = (await queries.values(entry.name, tree)) ?? (await readScripts(config, position, tree));
    const request = { ...requestOf(entry, config.database.dialect), script: named };
    const asked = await generator.describe(request);
    const script = named && (await withRowFiles(named, asked.files ?? [], tree));
    described.push({ asked, usual: await generator.describe({ ...request, options: {} }), script });
  }
  checkKinds(config, described);
  checkCapacities(config, described);
  return planOf(config, overrides, catalog, described, randomInt(2 ** 31));
}

/** Each machine, and each step of a sweep, would draw values of its own. */
function refuseQueries({ workloads, places }: Config): Pick<QueryReaders, "values"> {
  const values = async (name: string) => {
    const position = workloads.findIndex((workload) => workload.name === name);
    if (workloads[position]!.queries.length === 0) return undefined;
    const where = places.workloads[position]!.run;
    throw new PlumblineError("usage", `${where}: ${name}: only check, run and try measure query files`, {
      remedy: "write scripts for this: `plumbline capture` does",
    });
  };
  return { values };
}
