import { describe, expect, it } from "vitest";
import type { Change } from "../../../../src/model/report.ts";
import { remedyOf, sessionsToDecide } from "../../../../src/render/words/remedy.ts";
import { makeChange, makeReport } from "../../../support/reports.ts";

const inconclusive = {
  kind: "inconclusive",
  why: "the limit is 2 %, this run could see changes from 4 %",
} as const;

/** Logs, so that the arithmetic can be followed: e, m and h as in the derivation. */
function change(e: number, m: number, h: number): Change {
  return {
    ...makeChange("a", { metric: "qps", verdict: inconclusive }),
    effect: Math.expm1(e),
    interval: { low: Math.expm1(e - h), high: Math.expm1(e + h) },
    margin: Math.expm1(m),
    smallestVisible: Math.expm1(2 * h),
  };
}

describe("sessionsToDecide", () => {
  it("narrows the interval until it lies within the limit", () => {
    // Half of the half width takes four times the sessions.
    expect(sessionsToDecide(change(0, 0.02, 0.04), 8)).toBe(32);
    expect(sessionsToDecide(change(0.01, 0.02, 0.02), 8)).toBe(32);
  });

  it("beyond the limit, sharpens the eye until it sees the change", () => {
    expect(sessionsToDecide(change(0.04, 0.02, 0.04), 8)).toBe(32);
  });

  it("always asks for at least one more", () => {
    expect(sessionsToDecide(change(0, 0.02, 0.001), 8)).toBe(9);
  });

  it("knows no number for a change that lies on its limit or has no interval", () => {
    expect(sessionsToDecide({ ...change(0.02, 0.02, 0.04), margin: 0, effect: 0 }, 8)).toBeNull();
    expect(sessionsToDecide({ ...change(0, 0.02, 0.04), interval: null }, 8)).toBeNull();
  });
});

describe("remedyOf", () => {
  const report = makeReport({ workloads: [] });
  const say = (of: Change, in_ = report) => remedyOf(of, in_).replaceAll("\u00a0", " ");

  it("counts sessions and the time of their load, warm-up and the other workloads included", () => {
    expect(say(change(0, 0.02, 0.022))).toBe("about 2 more sessions (20 s of load)");
    expect(say(change(0, 0.02, 0.04))).toBe("about 24 more sessions (4 min of load)");
    const three = makeReport({ workloads: ["a", "b", "c"].map((name) => ({ name, changes: [] })) });
    expect(say(change(0, 0.02, 0.04), three)).toBe("about 24 more sessions (12 min of load)");
  });

  it("does not send anyone to measure for hours", () => {
    expect(say(change(0.019, 0.02, 0.02))).toBe(
      "a quieter machine or a limit of 5 % (more sessions alone take too long)",
    );
  });

  it("proposes a limit by how much worse it may be, not how much better", () => {
    // Throughput between half of what it was and twice as much, latency the other way round.
    const wide = { ...change(0, 0.02, 0.45), smallestVisible: 0.2 };
    expect(say(wide)).toBe("a quieter machine or a limit of 37 % (more sessions alone take too long)");
    expect(say({ ...wide, metric: "server-cpu", interval: { low: -0.8, high: 0.3 } })).toBe(
      "a quieter machine or a limit of 30 % (more sessions alone take too long)",
    );
  });

  it("proposes no limit that would let half of the throughput go", () => {
    const history = { ...report, rule: { ...report.rule, form: "prediction" as const } };
    const blind = { ...change(0, 0.02, 0.78), smallestVisible: 0.7 };
    expect(say(blind)).toBe("a quieter machine or longer sessions (more sessions alone take too long)");
    expect(say(blind, history)).toBe("measuring side by side (runs differ too much)");
  });

  it("says what is missing where no test was made", () => {
    const few = makeChange("a", {
      metric: "p99",
      verdict: { kind: "too-few", what: "requests per session", have: 412, need: 1000 },
    });
    expect(say(few)).toBe("1,000 requests per session, there are 412");
  });

  it("repeats the warning's remedy where the arms cannot be compared", () => {
    const warnings = [
      {
        code: "options-differ",
        message: "other load",
        remedy: "measure both with the same options",
        workload: "a",
      },
    ];
    expect(say(change(0, 0.02, 0.022), { ...report, warnings })).toBe("measure both with the same options");
    expect(say({ ...change(0, 0.02, 0.022), workload: "b" }, { ...report, warnings })).toMatch(
      /^about 2 more/,
    );
  });

  it("knows that sessions do not help against the spread between runs", () => {
    const history = { ...report, rule: { ...report.rule, form: "prediction" as const } };
    expect(say(change(0, 0.02, 0.05), history)).toBe(
      "measuring side by side, or a limit of 11 % (runs differ too much)",
    );
  });
});
