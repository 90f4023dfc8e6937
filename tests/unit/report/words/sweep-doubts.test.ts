import { expect, test } from "vitest";
import type { Sweep, SweepDoubt } from "../../../../src/model/sweep.ts";
import { armsLegend, doubtTexts } from "../../../../src/report/words/sweep-doubts.ts";

const PAIR = { reference: "1.6", target: "1.7" };

function doubting(doubt: Partial<SweepDoubt>, suites = ["oltp"], targets = ["1.6", "1.7"]): Sweep {
  const warnings = [{ code: "busy", message: "head was busy", remedy: "wait", suite: "oltp", ...doubt }];
  return { warnings, targets, suites: suites.map((suite) => ({ suite })) } as unknown as Sweep;
}

const whereOf = (sweep: Sweep) => doubtTexts(sweep)[0]!.where;

test("a doubt says its suite where there are several, its pair and its point", () => {
  expect(whereOf(doubting({}))).toBe("");
  expect(whereOf(doubting({ workload: "select threads=1" }))).toBe("select threads=1: ");
  expect(whereOf(doubting({ pair: PAIR }))).toBe("1.7 against 1.6: ");
  expect(whereOf(doubting({ pair: PAIR, workload: "select threads=1" }, ["oltp", "kv"]))).toBe(
    "oltp, 1.7 against 1.6, select threads=1: ",
  );
});

test("who base and head are is said where a doubt speaks of them", () => {
  expect(armsLegend(doubting({}))).toBe("Here base is 1.6, and head is 1.7.");
  expect(armsLegend(doubting({ message: "busy", remedy: "look at the base branch" }))).not.toBe("");
  expect(armsLegend(doubting({ message: "the overhead of a database", remedy: "none" }))).toBe("");
  expect(armsLegend(doubting({}, ["oltp"], []))).toBe("");
  expect(armsLegend(doubting({}, ["oltp"], ["1.6", "1.7", "1.8"]))).toBe(
    "Here base is 1.6, and head is the target beside it.",
  );
});
