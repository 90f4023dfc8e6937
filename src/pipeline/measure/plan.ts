/** The plan of a measurement, from the config file and the load generator's descriptions of its workloads. */
import { randomInt } from "node:crypto";
import { checkCapacities } from "../../config/check-capacities.ts";
import { checkKinds } from "../../config/kinds.ts";
import type { Config } from "../../config/parse.ts";
import { type Described, makePlan, type Overrides, type Plan, workloadRequest } from "../../config/plan.ts";
import { isExclusion } from "../../config/setup.ts";
import { checkWorkloads } from "../../config/workloads.ts";
import { globAll } from "../../io/database/place/glob.ts";
import { WHERE_PATTERNS_START } from "../../io/database/setup/steps.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { QueryReaders } from "./queries.ts";
import { readScripts, withRowFiles } from "./scripts.ts";

/**
 * @param tree folder of the scripts and of the commands' inputs
 * @param queries default: query files are refused
 * @throws PlumblineError of kind "usage" with the place in the config file that names something missing
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
  await assureInputs(config, tree);
  const described: Described[] = [];
  for (const [position, entry] of config.workloads.entries()) {
    const named = (await queries.values(entry.name, tree)) ?? (await readScripts(config, position, tree));
    const request = { ...workloadRequest(entry, config.database.dialect), script: named };
    const asked = await generator.describe(request);
    const script = named && (await withRowFiles(named, asked.files ?? [], tree));
    described.push({ asked, usual: await generator.describe({ ...request, options: {} }), script });
  }
  checkKinds(config, described);
  checkCapacities(config, described);
  return makePlan(config, overrides, catalog, described, randomInt(2 ** 31));
}

/** A pattern that names no file would leave out what decides. (In base's tree it may: what is not there is an answer, too.) */
async function assureInputs({ database: { setup }, places }: Config, tree: string): Promise<void> {
  const commands = setup.filter((step) => step.kind === "command");
  for (const [at, { inputs = [] }] of commands.entries()) {
    for (const [index, glob] of inputs.entries()) {
      if (isExclusion(glob) || (await globAll(tree, [glob])).length > 0) continue;
      const where = places.inputs[at]![index];
      throw new PlumblineError("usage", `${where}: no file in ${tree} matches ${JSON.stringify(glob)}`, {
        remedy: WHERE_PATTERNS_START,
      });
    }
  }
}

/** Refused here, because each machine and each step of a sweep would draw other values. */
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
