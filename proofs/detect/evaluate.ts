/** How often each rule calls a regression in the same draws: where there is none, and where there is one of a known size. */
import { mixSeed } from "../../src/stats/mix-seed.ts";
import { seededRng } from "../../src/stats/random.ts";
import { drawCheck, type Injection } from "./draw.ts";
import { lengthOf, type Pool, type Rule, workloadsOf } from "./pool.ts";

export type Scenario = Readonly<{ name: string; kind: Injection["kind"] | null; size: number }>;

export type Score = Readonly<{
  rule: string;
  scenario: string;
  hits: number;
  /** Checks that end green; null where the rule knows no green. */
  green: number | null;
  draws: number;
  minutes: number;
}>;

/** Most that any rule of histories needs. */
export function neededHistory(rules: readonly Rule[]): number {
  return Math.max(...rules.map(({ needs }) => needs));
}

/** Of which rules a pool has enough. */
export function fitting(pool: Pool, rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ needs, judges }) => needs === 0 || needs + judges(pool.look) <= lengthOf(pool));
}

/** Workloads in which a slowdown of that kind shows: a longer tail only where p99 was measured. */
function touchedBy(pool: Pool, kind: Scenario["kind"]): readonly string[] {
  const columns = pool.columns.filter(({ metric }) => kind !== "tail" || metric === "p99");
  return workloadsOf({ columns });
}

/**
 * A hit is a called regression: any one where nothing was injected (a false run), else one in the workload that was slowed. Minutes are
 * the mean measured time of a check.
 * @param isSame false where head differs from base already: then any call counts
 */
export function evaluate(
  pools: readonly Pool[],
  rules: readonly Rule[],
  scenarios: readonly Scenario[],
  { draws, seed, isSame }: Readonly<{ draws: number; seed: number; isSame: boolean }>,
): readonly Score[] {
  return scenarios.flatMap((scenario, place) => {
    const tally = new Map(
      rules.map((rule) => [rule, { hits: 0, green: null as number | null, draws: 0, minutes: 0 }]),
    );
    for (let i = 0; i < draws; i++) {
      const rng = seededRng(mixSeed(seed, place, i));
      const pool = pools[i % pools.length]!;
      const workloads = touchedBy(pool, scenario.kind);
      const workload = workloads[Math.floor(rng() * workloads.length)]!;
      const injection =
        scenario.kind === null ? null : { kind: scenario.kind, size: scenario.size, workload };
      const fit = fitting(pool, rules);
      const draw = drawCheck(pool, neededHistory(fit), injection, isSame, rng);
      for (const rule of fit) {
        const { regressed, isGreen, armSessions } = rule.call(draw, pool.look);
        const count = tally.get(rule)!;
        count.draws += 1;
        if (isGreen !== undefined) count.green = (count.green ?? 0) + Number(isGreen);
        count.minutes += (armSessions / 2) * pool.minutes;
        if (injection === null ? regressed.length > 0 : regressed.includes(workload)) count.hits += 1;
      }
    }
    return [...tally].map(([rule, { hits, green, draws: count, minutes }]) => ({
      rule: rule.name,
      scenario: scenario.name,
      hits,
      green,
      draws: count,
      minutes: count === 0 ? 0 : minutes / count,
    }));
  });
}
