import type { Rules } from "../model/rules.ts";
import type { Config } from "./parse.ts";

/** What the config file says about judging. */
export function rulesOf({ alpha, gates, errors, decide }: Config): Rules {
  return { alpha, gates, errorLimit: errors, decide };
}
