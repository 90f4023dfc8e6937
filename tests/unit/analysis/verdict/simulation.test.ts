import { describe, expect, it } from "vitest";
import { armValues } from "../../../../src/analysis/verdict/arm-values.ts";
import type { Finding } from "../../../../src/analysis/verdict/finding.ts";
import { judge } from "../../../../src/analysis/verdict/judge.ts";
import { plannedLooks, suspects } from "../../../../src/analysis/verdict/looks.ts";
import { metricLimit } from "../../../../src/analysis/verdict/rules.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import type { VerdictKind } from "../../../../src/model/report.ts";
import { incompleteBeta } from "../../../../src/stats/beta.ts";
import { drawNormal, type Rng, seededRng } from "../../../../src/stats/random.ts";
import { rankShift } from "../../../../src/stats/ranks.ts";
import { pairedShift, type Shift } from "../../../../src/stats/shift.ts";
import { makeReport, makeWorkload } from "../../../support/reports.ts";
import { RULES } from "./story.ts";

/** Noise of a session that both arms share, and noise of each arm alone; standard deviations on the log scale. */
type Noise = Readonly<{ shared: number; own: number }>;
type Form = (base: readonly number[], head: readonly number[]) => Shift;

const SESSIONS = 8;
const WORKLOADS = ["a", "b", "c", "d"];
const GATES: readonly MetricId[] = ["qps", "server-cpu"];
const VM: Noise = { shared: 0.1, own: 0.02 };

/** One run of eight gates; `effect` is the log change of qps in the first workload. */
function simulate(rng: Rng, noise: Noise, effect: number, form: Form = pairedShift): readonly VerdictKind[] {
  const findings = WORKLOADS.flatMap((workload) =>
    GATES.map((metric): Finding => {
      const shared = Array.from({ length: SESSIONS }, () => noise.shared * drawNormal(rng));
      const base = shared.map((each) => each + noise.own * drawNormal(rng));
      const change = workload === "a" && metric === "qps" ? effect : 0;
      const head = shared.map((each) => change + each + noise.own * drawNormal(rng));
      return {
        workload,
        metric,
        limit: metricLimit(RULES, workload, metric),
        base: armValues(base.map(Math.exp)),
        head: armValues(head.map(Math.exp)),
        evidence: { kind: "shift", shift: form(base, head), objection: null },
      };
    }),
  );
  return judge(findings, RULES).map(({ verdict }) => verdict.kind);
}

/** One run of two looks: workloads that look worse get as many sessions again. The rule is the product's own. */
function simulateLooks(rng: Rng, own: number, effect: number) {
  const arms = WORKLOADS.flatMap((workload) =>
    GATES.map((metric) => {
      const draw = (change: number) =>
        Array.from({ length: 2 * SESSIONS }, () => change + own * drawNormal(rng));
      return {
        workload,
        metric,
        base: draw(0),
        head: draw(workload === "a" && metric === "qps" ? effect : 0),
      };
    }),
  );
  const judged = (again: ReadonlySet<string>) =>
    judge(
      arms.map(({ workload, metric, base, head }): Finding => {
        const look = { at: again.has(workload) ? 2 : 1, of: plannedLooks({ sessions: SESSIONS, looks: 2 }) };
        const [before, after] = [base, head].map((all) => (look.at === 2 ? all : all.slice(0, SESSIONS)));
        return {
          workload,
          metric,
          look,
          limit: metricLimit(RULES, workload, metric),
          base: armValues(before!.map(Math.exp)),
          head: armValues(after!.map(Math.exp)),
          evidence: { kind: "shift", shift: pairedShift(before!, after!), objection: null },
        };
      }),
      RULES,
    );
  const first = judged(new Set());
  const report = {
    ...makeReport({ workloads: [] }),
    workloads: WORKLOADS.map((name) => ({
      ...makeWorkload({ name, changes: [] }),
      changes: first.filter(({ workload }) => workload === name),
    })),
  };
  const again = new Set(suspects(report).map(({ workload }) => workload));
  return { kinds: judged(again).map(({ verdict }) => verdict.kind), again };
}

function repeat(
  runs: number,
  seed: number,
  noise: Noise,
  effect: number,
  form?: Form,
): readonly (readonly VerdictKind[])[] {
  const rng = seededRng(seed);
  return Array.from({ length: runs }, () => simulate(rng, noise, effect, form));
}

const count = (runs: readonly (readonly VerdictKind[])[], test: (kinds: readonly VerdictKind[]) => boolean) =>
  runs.filter(test).length;

/** P(at least k of n), were the true share `p`: small where k speaks against it (Clopper & Pearson 1934). */
const chanceOfAtLeast = (k: number, n: number, p: number) => (k === 0 ? 1 : incompleteBeta(p, k, n - k + 1));

describe("on simulated sessions", () => {
  const RUNS = 250;

  it("a run of one build has a false regression in at most alpha of all runs, and so has its mirror", () => {
    // Noise with a small margin inside it: relevance protects nothing here, the test alone must hold the rate.
    const runs = repeat(RUNS, 11, { shared: 0.1, own: 0.08 }, 0);
    for (const kind of ["regressed", "improved"] as const) {
      const wrong = count(runs, (kinds) => kinds.includes(kind));
      expect(chanceOfAtLeast(wrong, RUNS, RULES.alpha), `${wrong} of ${RUNS} runs`).toBeGreaterThan(0.001);
      expect(wrong, "a rate of 0 would be a rule that finds nothing").toBeGreaterThan(0);
    }
  });

  it("a workload that is 10 % slower is found nearly always, and only that one named", () => {
    const runs = repeat(100, 12, VM, Math.log(0.9));
    expect(count(runs, ([first]) => first === "regressed")).toBeGreaterThanOrEqual(97);
    expect(count(runs, (kinds) => kinds.slice(1).includes("regressed"))).toBeLessThanOrEqual(5);
  });

  it("the smallest visible change is found in about 80 % of runs", () => {
    // Noise of the pair's difference is .02 * sqrt(2), known here; each run estimates it anew.
    const known = pairedShift(...pairWithSd(VM.own * Math.SQRT2));
    const visible = known.visible(RULES.alpha / (WORKLOADS.length * GATES.length), 0.8)!;
    const found = count(repeat(RUNS, 13, VM, -visible), ([first]) => first === "regressed");
    expect(found / RUNS).toBeGreaterThan(0.72);
    expect(found / RUNS).toBeLessThan(0.88);
  });

  it("two looks keep the same rate, and look twice at few workloads", () => {
    const rng = seededRng(16);
    const runs = Array.from({ length: RUNS }, () => simulateLooks(rng, 0.08, 0));
    for (const kind of ["regressed", "improved"] as const) {
      const wrong = runs.filter(({ kinds }) => kinds.includes(kind)).length;
      expect(chanceOfAtLeast(wrong, RUNS, RULES.alpha), `${wrong} of ${RUNS} runs`).toBeGreaterThan(0.001);
      expect(wrong).toBeGreaterThan(0);
    }
    const again = runs.reduce((sum, run) => sum + run.again.size, 0) / RUNS / WORKLOADS.length;
    expect(again).toBeGreaterThan(0.1);
    expect(again).toBeLessThan(0.3);
  });

  it("two looks find what one look of as many sessions misses", () => {
    const rng = seededRng(17);
    const effect = Math.log(0.95);
    const twice = Array.from({ length: 100 }, () => simulateLooks(rng, 0.02, effect));
    const once = count(repeat(100, 18, VM, effect), ([first]) => first === "regressed");
    const found = twice.filter(({ kinds }) => kinds[0] === "regressed").length;
    expect(found).toBeGreaterThan(95);
    expect(found).toBeGreaterThan(once);
  });

  it("pairs see what independent groups cannot where the arms share their noise", () => {
    const effect = Math.log(0.93);
    const paired = count(repeat(60, 14, VM, effect, pairedShift), ([first]) => first === "regressed");
    const unpaired = count(repeat(60, 14, VM, effect, rankShift), ([first]) => first === "regressed");
    expect(paired).toBeGreaterThan(45);
    expect(unpaired).toBeLessThan(10);
  });

  it("a change called unchanged is in truth no larger than the margin, but for alpha", () => {
    // The true change is just beyond the margin: every "unchanged" of it is wrong.
    const runs = repeat(RUNS, 15, { shared: 0.1, own: 0.006 }, Math.log(0.979));
    const wrong = count(runs, ([first]) => first === "unchanged");
    expect(chanceOfAtLeast(wrong, RUNS, RULES.alpha), `${wrong} of ${RUNS} runs`).toBeGreaterThan(0.001);
  });
});

function pairWithSd(sd: number): readonly [readonly number[], readonly number[]] {
  const half = Math.sqrt((SESSIONS - 1) / SESSIONS) * sd;
  return [
    new Array<number>(SESSIONS).fill(0),
    Array.from({ length: SESSIONS }, (_, i) => (i % 2 === 0 ? half : -half)),
  ];
}
