/** Parts of the schema at which plans turn from base's to head's: found without any load, so that they are tried first. */

import type { RedWorkload } from "../../../analysis/cause/red.ts";
import { planDifferences } from "../../../analysis/reason/plan-differences.ts";
import { planShape } from "../../../analysis/samples/plan.ts";
import type { Plan } from "../../../config/plan.ts";
import { EXPLAINING } from "../../../io/inspect/plans.ts";
import type { LoadGenerator } from "../../../io/load/load-generator.ts";
import type { Observed } from "../../../model/observed.ts";
import type { Runs } from "../../../model/run.ts";
import { lookAtWorkload } from "../snapshot.ts";
import type { BaseCopies } from "./copies.ts";
import type { TriedPart } from "./parts.ts";

/** Fewer parts are measured at once. */
const PARTS_LEAST = 3;
/** Part of the time that is left, for all of it. */
const SHARE = 0.3;
const GUESSES_MOST = 2;

/** Positions, the one that most statements turn at first; empty where plans tell nothing. */
export async function turningParts({
  runs,
  red,
  parts,
  copies,
  plan,
  generator,
  left,
  signal,
}: Readonly<{
  runs: Runs;
  red: RedWorkload;
  parts: readonly TriedPart[];
  copies: BaseCopies;
  plan: Plan;
  generator: LoadGenerator;
  left: () => number;
  signal: AbortSignal;
}>): Promise<readonly number[]> {
  const [base, head] = [runs.base?.observed, runs.head.observed];
  if (base === undefined || head === undefined || parts.length < PARTS_LEAST) return [];
  const waiting = new Map(differingPlans(base, head, red.name));
  if (waiting.size === 0) return [];
  const turns: number[] = [];
  const end = left() * (1 - SHARE);
  await copies.walk(
    () => left() - end,
    async (part, server) => {
      if (!EXPLAINING.includes(server.product)) return false;
      const { plans } = await lookAtWorkload("head", server, plan, red.name, generator, signal);
      for (const { sql, nodes } of plans.flatMap((each) => each.plans)) {
        if (waiting.get(sql) !== planShape(nodes)) continue;
        waiting.delete(sql);
        turns.push(part);
      }
      return waiting.size > 0;
    },
    signal,
  );
  const counts = [...new Set(turns)].map((part) => ({
    part,
    count: turns.filter((each) => each === part).length,
  }));
  return counts
    .toSorted((a, b) => b.count - a.count)
    .slice(0, GUESSES_MOST)
    .map(({ part }) => part);
}

/** Shape of head's generic plan of each statement that base runs otherwise, by its text. */
function differingPlans(
  base: Observed,
  head: Observed,
  workload: string,
): readonly (readonly [string, string])[] {
  return planDifferences(base, head, new Set())
    .filter((each) => each.workload === workload && each.values === undefined)
    .map(({ sql, head: nodes }) => [sql, planShape(nodes)] as const);
}
