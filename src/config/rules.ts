import type { Rules } from "../model/rules.ts";
import { type Config, DEFAULT_GATES } from "./parse.ts";

/** Those of a config file without a word about judging. */
export const USUAL_RULES: Rules = {
  alpha: 0.05,
  gates: DEFAULT_GATES,
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

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
