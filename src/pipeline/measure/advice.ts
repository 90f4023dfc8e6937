/** Advice before and while runs are measured, by the rule that will judge them. */

import { redWorkloads } from "../../analysis/cause/red.ts";
import { unexplainedWorkloads } from "../../analysis/reason/reason.ts";
import { judgeArms } from "../../analysis/verdict/arms.ts";
import { conditionsOfPlan, summarizeEarlier } from "../../analysis/verdict/earlier.ts";
import { enoughSessions, expectedChanges, sessionsNeeded } from "../../analysis/verdict/expected.ts";
import { type NextLook, nextLook } from "../../analysis/verdict/looks.ts";
import { KnownNoise } from "../../analysis/verdict/noise.ts";
import { MOST_SESSIONS } from "../../config/budget.ts";
import { looksOf } from "../../config/looks.ts";
import type { Plan } from "../../config/plan.ts";
import { machineFacts } from "../../io/host/machine.ts";
import type { Progress } from "../../model/progress.ts";
import type { Rules } from "../../model/rules.ts";
import type { Pair } from "../../model/run.ts";
import { expectedText, tooFewText } from "../../report/terminal/progress.ts";
import { stamp } from "../documents/stamp.ts";
import type { RunAdvice } from "./measure.ts";

/** Workloads get no second look if base has nothing to compare with. */
const NOTHING: NextLook = { suspects: [], undecided: [] };

/** Notes the changes that can be seen, and returns the advice that decides on further looks. */
export function runAdvice(
  plan: Plan,
  rules: Rules,
  earlier: readonly Pair[],
  progress: Pick<Progress, "note">,
): RunAdvice {
  const need = sessionsNeeded(plan, rules);
  if (need !== null) progress.note(tooFewText(plan.sessions, need));
  const known = new KnownNoise(
    summarizeEarlier(earlier, conditionsOfPlan(plan, machineFacts()), rules),
    plan.workloads.map(({ name }) => name),
  );
  const looks = looksOf(plan.looks, plan.sessions);
  const expected = expectedText(expectedChanges(known, { ...plan, looks }, rules), known.measurements);
  if (expected !== "") progress.note(expected);
  return {
    nextLook: ({ base, head }) => (base === null ? NOTHING : nextLook(judgeArms(base, head, rules, stamp()))),
    red: ({ base, head }) => (base === null ? [] : redWorkloads(judgeArms(base, head, rules, stamp()))),
    unexplained: ({ base, head }) =>
      base === null ? [] : unexplainedWorkloads(judgeArms(base, head, rules, stamp())),
    enough: enoughSessions(known, plan.looks, rules, MOST_SESSIONS),
  };
}
