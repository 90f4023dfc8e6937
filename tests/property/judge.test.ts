/** Whatever a session may have measured, the verdict is one of the four answers or says what is missing. */
import fc from "fast-check";
import { describe, it } from "vitest";
import type { MeasuredSession } from "../../src/analysis/verdict/arm-values.ts";
import { judge } from "../../src/analysis/verdict/judge.ts";
import { speedFinding } from "../../src/analysis/verdict/speed.ts";
import type { MetricId } from "../../src/model/metric.ts";
import { Change } from "../../src/model/report.ts";
import type { Rules } from "../../src/model/rules.ts";

fc.configureGlobal({ seed: 20_260_101, numRuns: 300 });

const RULES: Rules = {
  alpha: 0.05,
  gates: [
    { metric: "qps", margin: 0.02, floor: null },
    { metric: "mean", margin: 0.02, floor: 1_000 },
  ],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

function sessionsOf(values: readonly (number | null)[], metric: MetricId): readonly MeasuredSession[] {
  return values.map(
    (value, index) =>
      ({
        session: { index, latency: { count: 1e9 }, failedEvents: 0 },
        values: { [metric]: value },
      }) as unknown as MeasuredSession,
  );
}

function changeOf(
  base: readonly (number | null)[],
  head: readonly (number | null)[],
  form: "paired" | "unpaired",
  metric: MetricId = "qps",
  decide: Rules["decide"] = "significant-and-relevant",
): Change | null {
  const arms = { base: sessionsOf(base, metric), head: sessionsOf(head, metric) };
  const rules = { ...RULES, decide };
  const finding = speedFinding("w", metric, { form, prior: null, order: null }, arms, null, rules);
  return finding === null ? null : judge([finding], rules)[0]!;
}

/** What no measurement should be, beside what it is. */
const odd = fc.oneof(
  fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
  fc.constantFrom(0, -0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null),
  fc.integer({ min: 1, max: 3 }),
);
const form = fc.constantFrom("paired" as const, "unpaired" as const);
const metric = fc.constantFrom<MetricId>("qps", "mean");
const decide = fc.constantFrom<Rules["decide"]>("significant-and-relevant", "margin-proven");
const pairs = fc.array(fc.tuple(odd, odd), { maxLength: 9 });

describe("a verdict of whatever was measured", () => {
  it("is a document that can be written and read again", () => {
    fc.assert(
      fc.property(pairs, form, metric, decide, (values, how, which, rule) => {
        const change = changeOf(
          values.map(([base]) => base),
          values.map(([, head]) => head),
          how,
          which,
          rule,
        );
        return change === null || Change.safeParse(JSON.parse(JSON.stringify(change))).success;
      }),
    );
  });

  it("is never a call where a value is no number above zero, but that head stood still throughout", () => {
    fc.assert(
      fc.property(pairs, form, metric, (values, how, which) => {
        const [base, head] = [values.map(([value]) => value), values.map(([, value]) => value)];
        const isOdd = (value: number | null) => value !== null && !(value > 0 && Number.isFinite(value));
        if (![...base, ...head].some(isOdd)) return true;
        const stood = head.every((value) => value === 0 || value === null);
        const change = changeOf(base, head, how, which);
        return change === null || stood || ["inconclusive", "too-few"].includes(change.verdict.kind);
      }),
    );
  });

  it("of one session is too few, whatever it was", () => {
    fc.assert(
      fc.property(odd, odd, form, (base, head, how) => {
        const change = changeOf([base], [head], how);
        return change === null || change.verdict.kind === "too-few";
      }),
    );
  });
});
