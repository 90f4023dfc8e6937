/** In history mode the store is what head is judged by: a workflow that lacks it must not pass without a word. */
import type { Config } from "../../config/parse.ts";
import { isNowhere } from "../../io/store/open.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { storeOf } from "../../pipeline/invocation/store-location.ts";

const REMEDY =
  "the input store is empty where its secret is not set: name the secret as Settings > Secrets has it, and give Dependabot one of its own under Settings > Secrets > Dependabot; forks get none, so let them measure side by side";

/**
 * @returns a doubt to say aloud, or null: a folder that is not there has no history, which is right in the very first run
 * @throws PlumblineError of kind "usage" where nobody names a store: a runner begins with an empty folder each time
 */
export function doubtOfStore(
  { measure, store }: Pick<Config, "measure" | "store">,
  invocation: Pick<Invocation, "overrides" | "store" | "cwd">,
): Readonly<{ why: string; remedy: string }> | null {
  if ((invocation.overrides.mode ?? measure.mode) !== "history") return null;
  if (invocation.store === null && store === undefined) {
    throw new PlumblineError("usage", "the mode is history, but no store is named that has one", {
      remedy: REMEDY,
    });
  }
  const location = storeOf(invocation, { store });
  if (!isNowhere(location, invocation.cwd)) return null;
  return { why: `the store ${location} is not there yet, so nothing is compared`, remedy: REMEDY };
}
