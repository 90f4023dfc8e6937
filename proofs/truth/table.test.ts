/** What bench:truth says of its measurements, and the table that it writes of them. */
import { expect, it } from "vitest";
import { linesOf, tallyOf, tallyText } from "./lines.ts";
import type { ArmResult, CaseResult, Shown } from "./measure.ts";
import { summaryOf, tableOf } from "./table.ts";

const TRUE: Shown = { qps: 1000, mean: 4, p50: 4, p99: 8 };

/** An arm of which everything but `off` is shown as it is. */
function arm(off: Partial<Record<"alone" | "together", Partial<Shown>>> = {}, times = 1): ArmResult {
  const truth = Object.fromEntries(
    Object.entries(TRUE).map(([measure, value]) => [measure, { value: value * times, source: "theory" }]),
  );
  const shown = (edit: Partial<Shown> = {}) =>
    Object.fromEntries(
      Object.entries(TRUE).map(([measure, value]) => [
        measure,
        value * times * (1 + (edit[measure as keyof Shown] ?? 0)),
      ]),
    );
  return { truth, alone: shown(off.alone), together: shown(off.together) } as unknown as ArmResult;
}

const linesWith = (head: ArmResult, warning: string | null = null, base = arm()) =>
  linesOf({ base, head } as unknown as CaseResult, (_, measure) => (measure === "qps" ? warning : null));

it("holds each measure to its promise, alone, side by side and as a ratio", () => {
  const holds = (head: ArmResult, base?: ArmResult) => linesWith(head, null, base).map((line) => line.holds);
  expect(holds(arm())).toEqual([true, true, true, true]);
  expect(holds(arm({ alone: { qps: -0.021, p99: 0.029 } }))).toEqual([false, true, true, true]);
  expect(holds(arm({ together: { mean: 0.021, p99: 0.031 } }))).toEqual([true, false, true, false]);
  // Each arm is within 2 %, their ratio is not.
  expect(holds(arm({ together: { qps: -0.015 } }), arm({ together: { qps: 0.015 } }))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

it("counts what holds, what is warned of, and what is broken silently", () => {
  const off = arm({ together: { qps: 0.1, mean: 0.1 } });
  const tally = tallyOf(linesWith(off, "connections rested"));
  expect(tally).toEqual({ lines: 4, held: 2, warned: 1, broken: 1 });
  expect(tallyText(tally)).toBe("4 lines: 2 hold, 1 are warned of, 1 broken");
});

it("writes a row for each measure, in per cent, with the name of the case in its first", () => {
  const head = arm({ alone: { qps: -0.001 }, together: { qps: 0.1 } }, 0.95);
  const rows = tableOf([
    { title: "a case", lines: linesWith(head, "connections rested") },
    { title: "another", lines: linesWith(head) },
  ]).split("\n");
  expect(rows).toHaveLength(2 + 2 * 4);
  expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([11]));
  expect(rows[2]).toBe(
    "| a case | qps | theory | +0.0, -0.1 | +0.0, +10.0 | -5.0 | +4.5 | +10.0 | 2 %: warned (connections rested) |",
  );
  expect(rows[3]).toMatch(/^\| {2}\| mean \| theory \|/);
  expect(rows[6]).toMatch(/^\| another \| qps .*2 %: BROKEN \|$/);
});

it("sums up each measure: how many lines hold, and the worst error of those", () => {
  const off = arm({ together: { qps: 0.1, mean: 0.1 }, alone: { p99: -0.029 } });
  const rows = summaryOf([
    { title: "a case", lines: linesWith(off, "connections rested") },
    { title: "another", lines: linesWith(arm({ alone: { p99: 0.01 } })) },
  ]).split("\n");
  expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([9]));
  expect(rows.slice(2)).toEqual([
    "| qps | 2 % | 2 | 1 | 1 | 0 | 0.0 |",
    "| mean | 2 % | 2 | 1 | 0 | 1 | 0.0 |",
    "| p50 | 2 % | 2 | 2 | 0 | 0 | 0.0 |",
    "| p99 | 3 % | 2 | 2 | 0 | 0 | 2.9 |",
  ]);
});
