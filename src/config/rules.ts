import type { Rules } from "../model/rules.ts";
import type { Config } from "./parse.ts";

/** What the config file says about judging. */
export function rulesOf({ alpha, gates, suiteGates, errors, decide }: Config): Rules {
  return {
    alpha,
    gates,
    ...(suiteGates.length === 0 ? {} : { suite: suiteGates }),
    errorLimit: errors,
    decide,
  };
}
