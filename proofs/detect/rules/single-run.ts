import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/** One run of each, side by side, and a change of more than 5 % believed. */
export function singleRun(threshold = 0.05): Rule {
  const options = { armSessions: () => 2, sessions: () => 1 };
  return columnRule(`single run > ${threshold * 100} %`, options, ({ base, head, worse }) => {
    return worse * Math.log(head[0]! / base[0]!) > Math.log1p(threshold);
  });
}
