/** Cases of bench:truth that are measured more than once. */
import { expect, it } from "vitest";
import { type Line, promiseKept } from "./lines.ts";
import { isUnsettled, resultOf } from "./takes.ts";

/** Of base side by side alone. */
function off(error: number, warning: string | null = null): readonly Line[] {
  const errors = {
    alone: { base: 0, head: 0 },
    together: { base: error, head: 0 },
    ratio: { truth: 0, shown: -error, error: -error },
  };
  return [{ measure: "qps", ...errors, source: "theory", ...promiseKept("qps", errors), warning }];
}

it("measures a case once where it keeps its promise or says that it does not, and thrice where it breaks it", () => {
  const unsettled = (...takes: (readonly Line[])[]) => isUnsettled({ title: "a case", takes });
  expect(unsettled()).toBe(true);
  expect(unsettled(off(0.019))).toBe(false);
  expect(unsettled(off(0.021, "connections rested"))).toBe(false);
  expect(unsettled(off(0.021))).toBe(true);
  // A second one that holds is no end: the better of two would flatter.
  expect(unsettled(off(0.021), off(0))).toBe(true);
  expect(unsettled(off(0.021), off(0), off(0.021))).toBe(false);
});

it("shows the median of each error, in the table as in the promise", () => {
  const bad = resultOf({ title: "a case", takes: [off(0.1), off(0.001), off(0.03)] });
  expect(bad.title).toBe("a case (median of 3)");
  expect(bad.lines).toEqual([
    expect.objectContaining({ together: { base: 0.03, head: 0 }, worst: 0.03, holds: false, warning: null }),
  ]);
  expect(resultOf({ title: "a case", takes: [off(0.1), off(0.001), off(-0.01)] }).lines).toEqual([
    expect.objectContaining({ worst: 0.001, holds: true }),
  ]);
  expect(resultOf({ title: "a case", takes: [off(0.01)] }).title).toBe("a case");
});

it("is warned of where more than half of the measurements are", () => {
  const warningAbout = (...warnings: (string | null)[]) =>
    resultOf({ title: "a case", takes: warnings.map((warning) => off(0.1, warning)) }).lines[0]!.warning;
  expect(warningAbout(null, "rested", null)).toBeNull();
  expect(warningAbout(null, "rested", "rested 3 %")).toBe("rested");
});
