/** Checks before the wait for the machine: mistakes in the config file and a base that is not there. */
import type { Config } from "../../config/parse.ts";
import { urlsOf } from "../../config/urls.ts";
import { readSetup } from "../../io/database/setup/steps.ts";
import { assureBase } from "../../io/git/sources.ts";
import { loadGeneratorAtHand } from "../../io/load/find.ts";
import type { Progress } from "../../model/progress.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { planWith } from "./plan.ts";
import { queryReaders } from "./queries.ts";
import { type BaseSearch, wantedSources } from "./sources.ts";

/**
 * Looks for base, reads head's set-up, and makes a plan to throw it away: the measurement makes its own of what lies there when its turn comes. A load
 * generator that has yet to be fetched or built is not waited for: that is work, and work comes after the look at the machine.
 * @throws PlumblineError of kind "usage" for what the measurement would fail with later
 */
export async function assurePlannable(
  config: Config,
  invocation: BaseSearch & Pick<Invocation, "overrides">,
  progress: Pick<Progress, "stage" | "update">,
  signal: AbortSignal,
  atHand: typeof loadGeneratorAtHand = loadGeneratorAtHand,
): Promise<void> {
  const { overrides, cwd } = invocation;
  const mode = overrides.mode ?? config.measure.mode;
  await assureBase({ ...wantedSources(config, invocation, mode), signal });
  // What a file of head's says of itself, and a pattern that names none, need no server.
  await readSetup(cwd, config.database.setup);
  const generator = await atHand({ progress, urls: urlsOf(config.database) });
  if (generator !== null)
    await planWith(config, overrides, generator, cwd, {
      values: queryReaders(config, progress, signal).texts,
    });
}
