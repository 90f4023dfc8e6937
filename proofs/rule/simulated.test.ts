import { expect, it } from "vitest";
import type { LookPlan } from "../../src/config/looks.ts";
import type { Report } from "../../src/model/report.ts";
import { seededRng } from "../../src/stats/random.ts";
import { mean } from "../../src/stats/summary.ts";
import {
  type Check,
  checkOf,
  drawRatios,
  MACHINES,
  MOST_LOOKS,
  RULES,
  SESSIONS,
  stored,
} from "./simulated.ts";

const QUIET = MACHINES["1 / 1 / 4"]!;
const codes = ({ warnings }: Report) => warnings.map(({ code }) => code);
const looks = MOST_LOOKS;

it("judges equal builds, and what is slower in one workload, by the product's own verdicts", () => {
  const equal = checkOf(drawRatios(seededRng(1), QUIET), { looks, seed: 1 });
  expect(equal).toMatchObject({ isGreen: true, isRed: false, cost: 1 });
  expect(codes(equal.report)).not.toContain("identical-sessions");
  const effectOf = (workload: number, metric: number) => (workload + metric === 0 ? Math.log(0.95) : 0);
  const slower = checkOf(drawRatios(seededRng(1), QUIET, { effectOf }), { looks, seed: 1 });
  expect(slower).toMatchObject({ isGreen: false, isRed: true });
  const [first, ...others] = slower.report.workloads.map(({ changes }) =>
    changes.filter(({ verdict }) => verdict.kind === "regressed").map(({ metric }) => metric),
  );
  expect([first, others.flat()]).toEqual([["qps"], []]);
});

it("takes another look at what is undecided, and pays for it", () => {
  const noisy = drawRatios(seededRng(2), MACHINES["3.5 / 3 / 12"]!);
  const check = checkOf(noisy, { looks, seed: 1 });
  const sessions = check.report.workloads.map((workload) => workload.sessions!);
  expect(Math.max(...sessions)).toBeGreaterThan(SESSIONS);
  expect(check.cost).toBeCloseTo(sessions.reduce((sum, each) => sum + each, 0) / (3 * SESSIONS), 12);
  expect(checkOf(noisy, { looks: 1, seed: 1 }).cost).toBe(1);
});

it("has the warning that sessions depend on each other, which a judgement by p values alone has not", () => {
  const alike = drawRatios(seededRng(3), QUIET, {
    effectOf: (_, __, session) => 0.2 * Math.floor(session / 2),
  });
  expect(codes(checkOf(alike, { looks: 1, seed: 1 }).report)).toContain("sessions-alike");
});

it("takes out what the order of starts does", () => {
  const effectOf = (_: number, __: number, session: number) => (session % 2 === 0 ? -0.05 : 0.05);
  const { report } = checkOf(drawRatios(seededRng(4), QUIET, { effectOf }), { looks: 1, seed: 1 });
  const qps = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
  expect(qps.noise).toBeLessThan(0.02);
});

it("knows what is stored", () => {
  const rng = seededRng(5);
  const earlier = stored(rng, QUIET, 20);
  expect(checkOf(drawRatios(rng, QUIET), { looks: 1, seed: 1, earlier }).report.rule.earlier).toBe(20);
});

it("has the workloads of a session share as much of their noise as is asked for", () => {
  const [one, other] = drawRatios(seededRng(6), [0.01], { workloads: 2, sessions: 4000, shared: 0.5 });
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0) / a.length;
  expect(product(one![0]!, other![0]!) / product(one![0]!, one![0]!)).toBeCloseTo(0.5, 1);
  expect(Math.sqrt(product(one![0]!, one![0]!))).toBeCloseTo(0.01, 3);
});

it("judges by other gates where it is told to", () => {
  const gates = RULES.gates.map((gate) => ({ ...gate, margin: 1e-9 }));
  const effectOf = () => Math.log(0.99);
  const ratios = drawRatios(seededRng(7), QUIET, { effectOf });
  expect(checkOf(ratios, { looks: 1, seed: 1, rules: { ...RULES, gates } }).isRed).toBe(true);
  expect(checkOf(ratios, { looks: 1, seed: 1 }).isRed).toBe(false);
});

it("ends checks early where the answer is clear, and stays red and green as often as with equal looks", () => {
  const sum = (looks: LookPlan, change: number) => {
    const rng = seededRng(8);
    const effectOf = (workload: number, metric: number) =>
      workload + metric === 0 ? Math.log1p(-change) : 0;
    const checks = Array.from({ length: 8 }, (_, i) =>
      checkOf(drawRatios(rng, QUIET, { effectOf }), { looks, seed: i + 1 }),
    );
    const count = (of: (check: Check) => boolean) => checks.filter(of).length;
    return {
      red: count(({ isRed }) => isRed),
      green: count(({ isGreen }) => isGreen),
      cost: mean(checks.map(({ cost }) => cost)),
    };
  };
  const [equal, slower] = [sum("early", 0), sum("early", 0.3)];
  expect(equal).toMatchObject({ red: 0, green: 8 });
  expect(slower).toMatchObject({ red: 8, green: 0 });
  expect(equal.cost).toBeLessThan(0.75);
  expect(slower.cost).toBeLessThan(0.5);
  expect(sum(3, 0).cost).toBeGreaterThanOrEqual(1);
});

it("says of a workload that stopped for another one's regression that it has no answer", () => {
  const effectOf = (workload: number, metric: number) => (workload + metric === 0 ? Math.log(0.7) : 0);
  const { report } = checkOf(drawRatios(seededRng(9), MACHINES["2.4 / 2 / 8"]!, { effectOf }), {
    looks: "early",
    seed: 1,
  });
  expect(report.workloads.map(({ sessions }) => sessions)).toEqual([3, 3, 3]);
  const why = report.workloads[1]!.changes.flatMap(({ verdict }) =>
    verdict.kind === "inconclusive" ? verdict.why : [],
  );
  expect(why).toContain(
    "stopped after 3 sessions, because another workload regressed: no answer for this one",
  );
});
