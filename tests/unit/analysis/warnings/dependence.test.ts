import { describe, expect, it } from "vitest";
import type { MeasuredSession } from "../../../../src/analysis/verdict/arm-values.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { conditionsOfRun, summarizeEarlier } from "../../../../src/analysis/verdict/earlier.ts";
import { judge } from "../../../../src/analysis/verdict/judge.ts";
import { KnownNoise } from "../../../../src/analysis/verdict/noise.ts";
import { speedFinding } from "../../../../src/analysis/verdict/speed.ts";
import { dependenceOf } from "../../../../src/analysis/warnings/dependence.ts";
import type { Pair, Run } from "../../../../src/model/run.ts";
import { errorFactor } from "../../../../src/stats/dependence.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { changeOf, codes, quietPair, RULES, STAMP, withSessions } from "../verdict/story.ts";

const GATES = [{ metric: "qps", margin: 0.02, floor: null }] as const;
const ONE = { ...RULES, gates: GATES };

/** Head's sessions take longer by what the story says of each. */
function paired(slower: (index: number) => number, seed = 1, sessions = 16): Pair {
  const [base, head] = quietPair(0, { seed, sessions });
  const slowed = (run: Run) =>
    withSessions(run, (session) => ({ ...session, durationNs: session.durationNs * slower(session.index) }));
  return { base, head: slowed(head) };
}
const judged = ({ base, head }: Pair) => compareArms(base, head, ONE, STAMP);

describe("sessions that depend on each other", () => {
  /** Some of them in a row are slower on head: .05 for six of sixteen. */
  const spell = paired((index) => (index >= 6 && index < 12 ? 1.06 : 1.01));

  it("get a warning, and a verdict must be clear in spite of it", () => {
    const report = judged(spell);
    expect(codes(report)).toContain("sessions-alike");
    expect(changeOf(report, "qps").verdict.kind).toBe("inconclusive");
    const mixed = judged(paired((index) => ([1, 2, 6, 9, 12, 15].includes(index) ? 1.06 : 1.01)));
    expect(codes(mixed)).not.toContain("sessions-alike");
    expect(changeOf(mixed, "qps").verdict.kind).toBe("regressed");
    const plain = judged(paired((index) => (index >= 6 && index < 12 ? 1.55 : 1.5)));
    expect(codes(plain)).toContain("sessions-alike");
    expect(changeOf(plain, "qps").verdict.kind, "a third is beyond chance").toBe("regressed");
  });

  it("widen every interval as much as earlier measurements tell", () => {
    const follows = (seed: number) => {
      const rng = seededRng(seed);
      let last = 0;
      return paired(
        () => {
          last = 0.8 * last + 0.02 * drawNormal(rng);
          return Math.exp(last);
        },
        seed,
        16,
      );
    };
    const earlier = Array.from({ length: 12 }, (_, i) => follows(50 + i));
    const { base, head } = follows(1);
    const summary = summarizeEarlier(earlier, conditionsOfRun(base), ONE, head.measurement.id);
    const gates = [{ workload: "point-select", metric: "qps" }] as const;
    const correlation = new KnownNoise(summary, ["point-select"]).correlation(gates)!;
    expect(correlation).toBeGreaterThan(0.4);
    const report = compareArms(base, { ...head, earlier: summary }, ONE, STAMP);
    expect(report.warnings.find(({ code }) => code === "sessions-alike")?.message).toContain(
      `correlation ${correlation.toFixed(2)} in earlier measurements`,
    );
    const few = summarizeEarlier(earlier.slice(0, 4), conditionsOfRun(base), ONE);
    expect(new KnownNoise(few, ["point-select"]).correlation(gates), "four tell nothing").toBeNull();
  });

  it("are not looked for where the store knows how alike they are", () => {
    expect(dependenceOf([], 0.3, 1).inflation(8)).toBeCloseTo(1.9, 1);
    expect(dependenceOf([], null, 1)).toMatchObject({ warnings: [] });
    expect(dependenceOf([], null, 1).inflation(8)).toBe(1);
  });
});

describe("the sessions of one run", () => {
  /** The second half of them lies above the first, by which neighbours are alike. */
  const values = [1, 1.01, 1.02, 1.01, 1, 1.02, 2, 2.01, 2.02, 2.01, 2, 2.02];
  const halves = [
    { values, sessions: [...values.keys()], signs: values.map((_, at) => (at % 2 === 0 ? 1 : -1)) },
  ];

  it("that are alike have three times the standard error, whatever their number", () => {
    const { inflation, warnings } = dependenceOf(halves, null, 1);
    expect([inflation(6), inflation(40)]).toEqual([9, 9]);
    expect(warnings).toEqual([
      {
        code: "sessions-alike",
        message: expect.stringMatching(
          /^something slow disturbed this machine: .* \(p = 0\.0\d\d\), so intervals were made three times wider; regressions that are still reported are reliable$/,
        ),
        remedy: "stop other work on this machine, or repeat the check",
      },
    ]);
  });

  it("are as alike as earlier ones where those agree", () => {
    const { inflation, warnings } = dependenceOf(halves, 0.25, 1);
    expect([inflation(6), inflation(40)]).toEqual([errorFactor(0.25, 6), errorFactor(0.25, 40)]);
    expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "sessions-alike: consecutive sessions are alike on this machine (correlation 0.25 in earlier measurements), so intervals were widened accordingly",
    ]);
    expect(warnings[0]!.remedy).toBe("stop other work on this machine, or take more sessions");
  });
});

describe("a change that moves while it is measured", () => {
  const sessions = (values: readonly number[]) =>
    values.map(
      (qps, index) =>
        ({
          session: { index, latency: { count: 1e9 }, failedEvents: 0, slices: { durationNs: [] } },
          values: { qps },
        }) as unknown as MeasuredSession,
    );
  const verdict = (change: (place: number) => number, lowest = 12) => {
    const rng = seededRng(4);
    const base = Array.from({ length: lowest }, () => 1000 * Math.exp(0.01 * drawNormal(rng)));
    const head = base.map((value, i) => value * Math.exp(change(i) + 0.004 * drawNormal(rng)));
    const arms = { base: sessions(base), head: sessions(head) };
    const assumption = { form: "paired", prior: null, order: null } as const;
    return judge([speedFinding("w", "qps", assumption, arms, null, ONE)!], ONE)[0]!.verdict;
  };

  it("is called where it is there from the first session to the last", () => {
    expect(verdict(() => -0.05)).toEqual({ kind: "regressed" });
    expect(verdict((i) => -0.05 - 0.004 * i)).toEqual({ kind: "regressed" });
    expect(verdict((i) => 0.05 + 0.004 * i)).toEqual({ kind: "improved" });
  });

  it("is inconclusive where one server became slower, or faster, from session to session", () => {
    expect(verdict((i) => -0.006 * i)).toMatchObject({
      kind: "inconclusive",
      why: expect.stringMatching(
        /^the change went from [−+]?0\.\d % to −6\.\d % while it was measured, so it cannot be said how large it is$/,
      ),
    });
    expect(verdict((i) => 0.006 * i).kind).toBe("inconclusive");
    expect(verdict((i) => -0.066 + 0.006 * i).kind).toBe("inconclusive");
  });

  it("is a warning that says of which gate", () => {
    const [base, head] = quietPair(0, { seed: 3, sessions: 12 });
    const drifting = withSessions(head, (session) => ({
      ...session,
      durationNs: session.durationNs * Math.exp(0.012 * (session.index - 1)),
    }));
    const gates = (["qps", "server-cpu", "p99"] as const).map((metric) => ({
      metric,
      margin: 0.02,
      floor: null,
    }));
    const report = compareArms(base, drifting, { ...RULES, gates }, STAMP);
    expect(changeOf(report, "qps").verdict.kind).toBe("inconclusive");
    expect(codes(report).filter((code) => code === "drift" || code === "sessions-alike")).not.toEqual([]);
  });
});
