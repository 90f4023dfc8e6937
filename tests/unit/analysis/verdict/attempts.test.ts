import { describe, expect, it } from "vitest";
import {
  attemptsAfter,
  type Check,
  checkOf,
  drawRatios,
  MACHINES,
  RULES,
} from "../../../../proofs/rule/simulated.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { shareOfAttempt } from "../../../../src/analysis/verdict/attempts.ts";
import { earlierAttempts, questionOf } from "../../../../src/analysis/verdict/earlier-attempts.ts";
import { parseDocument } from "../../../../src/model/document.ts";
import { Run } from "../../../../src/model/run.ts";
import { attemptsText } from "../../../../src/report/words/attempts.ts";
import { seededRng } from "../../../../src/stats/random.ts";
import { codes, STAMP } from "./story.ts";

const MACHINE = MACHINES["1 / 1 / 4"]!;
const lower = (size: number) => (workload: number, metric: number) =>
  workload + metric === 0 ? Math.log1p(-size) : 0;

/** Attempts at one question, each with a true fall of QPS of its own. */
function attemptsOf(falls: readonly number[], looks: "early" | 1 = "early"): readonly Check[] {
  const rng = seededRng(36);
  const checks: Check[] = [];
  for (const [i, fall] of falls.entries()) {
    const ratios = drawRatios(rng, MACHINE, { effectOf: lower(fall), sessions: 24 });
    const last = checks.at(-1);
    checks.push(
      checkOf(ratios, { looks, seed: i + 1, attempts: last === undefined ? [] : attemptsAfter(last) }),
    );
  }
  return checks;
}

const qpsOf = ({ report }: Check) => report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;

describe("the shares of alpha of attempts", () => {
  it("add up to one, however many there are, and the first has most of it", () => {
    const shares = Array.from({ length: 40 }, (_, i) => shareOfAttempt(i + 1));
    expect(shares[0]).toBe(0.8);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(shares.every((share, i) => i === 0 || share < shares[i - 1]!)).toBe(true);
  });
});

describe("attempts at one question", () => {
  it("add their sessions up: the estimate is surer, and each attempt asks for more", () => {
    const [first, second, third] = attemptsOf([0, 0, 0], 1);
    const width = (check: Check) => qpsOf(check).interval!.high - qpsOf(check).interval!.low;
    expect(width(third!)).toBeLessThan(width(first!));
    const confidences = [first, second, third].map((check) => qpsOf(check!).confidence);
    expect(confidences).toEqual([0.92, 0.99, 0.995].map((each) => expect.closeTo(each, 9)));
    expect(third!.report.attempts).toMatchObject({ sessions: 24, machines: 1 });
    expect(third!.report.attempts!.earlier).toHaveLength(2);
  });

  it("do not make a head green by luck that was red", () => {
    const [red, lucky] = attemptsOf([0.06, 0], 1);
    expect(red!.isRed).toBe(true);
    expect(lucky!.isGreen).toBe(false);
    // The same sessions alone are green.
    const { base, head } = lucky!.pair;
    const { attempts: _, ...alone } = head;
    expect(compareArms(base, alone, RULES, STAMP).verdict).toBe("unchanged");
  });

  it("widen and say it where they differ by more than chance", () => {
    const [, second] = attemptsOf([0.2, 0], 1);
    expect(codes(second!.report)).toContain("attempts-disagree");
    const agreeing = attemptsOf([0, 0], 1)[1]!;
    expect(codes(agreeing.report)).not.toContain("attempts-disagree");
    const width = (check: Check) => qpsOf(check).interval!.high - qpsOf(check).interval!.low;
    expect(width(second!)).toBeGreaterThan(3 * width(agreeing));
  });

  it("are said: how many, their sessions, and what they were", () => {
    const [, , third] = attemptsOf([0, 0.2, 0.2], 1);
    expect(attemptsText(third!.report)).toBe(
      "third attempt, 24 sessions; the first was green and the second grey",
    );
  });

  it("judge all sessions by today's limits, and say that others had other ones", () => {
    const [first] = attemptsOf([0], 1);
    const wide = {
      ...first!.pair.head,
      rules: { ...RULES, gates: RULES.gates.map((gate) => ({ ...gate, margin: 0.5 })) },
    };
    const next = { ...wide, startedAt: "2027-01-01T00:00:00.000Z", rules: RULES };
    const attempts = earlierAttempts(
      [{ base: first!.pair.base, head: wide }],
      next,
      RULES,
      () => "unchanged",
    );
    const report = compareArms(first!.pair.base, { ...next, attempts }, RULES, STAMP);
    expect(attemptsText(report)).toContain("the first had other limits, today's judge all sessions");
  });

  it("stand in the document, which is read as it was written", () => {
    const [, second] = attemptsOf([0, 0], 1);
    const { head } = second!.pair;
    expect(head.attempts).toHaveLength(1);
    expect(parseDocument(Run, JSON.stringify(head), "run.json").attempts).toEqual(head.attempts);
  });
});

describe("what is taken for an attempt", () => {
  const [first] = attemptsOf([0], 1);
  const { base, head } = first!.pair;
  const next = { ...head, startedAt: "2027-01-01T00:00:00.000Z" };
  const taken = (pairs: Parameters<typeof earlierAttempts>[0], of = next) =>
    earlierAttempts(pairs, of, RULES, () => "unchanged");

  it("asks the same question, is not itself, and counts once", () => {
    expect(
      taken([
        { base, head },
        { base, head },
      ]),
    ).toHaveLength(1);
    expect(taken([{ base, head }], head)).toEqual([]);
    expect(taken([{ base, head: { ...head, question: "1".repeat(64) } }])).toEqual([]);
    const { question: _, ...unknown } = head;
    expect(taken([{ base, head: unknown }], { ...unknown, startedAt: next.startedAt })).toEqual([]);
  });

  it("has its first look: of what was cut short before, nothing was seen", () => {
    const short = (sessions: number) => ({
      ...head,
      plan: { ...head.plan, looks: 1 as const, sessions: 8 },
      workloads: head.workloads.map((workload) => ({
        ...workload,
        sessions: workload.sessions.slice(0, sessions),
      })),
    });
    expect(taken([{ base, head: short(7) }])).toEqual([]);
    expect(taken([{ base, head: short(8) }])).toHaveLength(1);
  });

  it("has the files, the database, the options and the load generator, but neither machine nor commit nor limits", () => {
    const asked = { base: "a", head: "b", database: "{}" };
    const question = questionOf(base, head, asked);
    const elsewhere = { ...head.environment, cpuModel: "another", cpuCount: 64 };
    const other = (run: Partial<Run>) => questionOf(base, { ...head, ...run }, asked);
    expect(
      other({ commit: { ...head.commit, sha: "f".repeat(40) }, environment: elsewhere, rules: RULES }),
    ).toBe(question);
    expect(other({ suite: "another" })).not.toBe(question);
    expect(other({ generator: { ...head.generator, version: "9" } })).not.toBe(question);
    expect(
      other({ workloads: head.workloads.map((each) => ({ ...each, options: { threads: 99 } })) }),
    ).not.toBe(question);
    for (const field of ["base", "head", "database"] as const)
      expect(questionOf(base, head, { ...asked, [field]: "c" })).not.toBe(question);
  });
});
