import { describe, expect, it } from "vitest";
import type { Change } from "../../../../src/model/report.ts";
import { changeRemedy, sessionsToDecide } from "../../../../src/report/words/remedy.ts";
import { makeChange, makeReport } from "../../../support/reports.ts";

const inconclusive = {
  kind: "inconclusive",
  why: "may be up to 4 % worse (limit 2 %)",
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
  const EIGHT = { taken: 8, planned: 8 };

  it("narrows the interval until it lies within the limit", () => {
    // Half of the half width takes four times the sessions.
    expect(sessionsToDecide(change(0, 0.02, 0.04), EIGHT)).toBe(32);
    expect(sessionsToDecide(change(0.01, 0.02, 0.02), EIGHT)).toBe(32);
  });

  it("beyond the limit, sharpens the eye until it sees the change", () => {
    expect(sessionsToDecide(change(0.04, 0.02, 0.04), EIGHT)).toBe(32);
  });

  it("takes what can be seen for what all planned looks would see, and the interval for that of the sessions taken", () => {
    // 24 sessions would see 8 %: to see 4 % takes four times as many. Eight of them narrow the interval to 4 %.
    expect(sessionsToDecide(change(0.04, 0.02, 0.04), { taken: 8, planned: 24 })).toBe(96);
    const sharp = { ...change(0.06, 0.02, 0.06), smallestVisible: Math.expm1(0.03) };
    expect(sessionsToDecide(sharp, { taken: 8, planned: 24 })).toBe(9);
    // Within the limit what counts is the interval alone.
    expect(sessionsToDecide(change(0, 0.02, 0.04), { taken: 8, planned: 24 })).toBe(32);
  });

  it("always asks for at least one more", () => {
    expect(sessionsToDecide(change(0, 0.02, 0.001), EIGHT)).toBe(9);
  });

  it("knows no number for a change that lies on its limit or has no interval", () => {
    expect(sessionsToDecide({ ...change(0.02, 0.02, 0.04), margin: 0, effect: 0 }, EIGHT)).toBeNull();
    expect(sessionsToDecide({ ...change(0, 0.02, 0.04), interval: null }, EIGHT)).toBeNull();
  });
});

describe("remedyOf", () => {
  const report = makeReport({ workloads: [] });
  const say = (of: Change, in_ = report) => changeRemedy(of, in_).replaceAll("\u00a0", " ");

  it("counts sessions and the time of their load, warm-up and the other workloads included", () => {
    expect(say(change(0, 0.02, 0.022))).toBe("about 2 more sessions (20 s of load)");
    expect(say(change(0, 0.02, 0.04))).toBe("about 24 more sessions (4 min of load)");
    const three = makeReport({ workloads: ["a", "b", "c"].map((name) => ({ name, changes: [] })) });
    expect(say(change(0, 0.02, 0.04), three)).toBe("about 24 more sessions (12 min of load)");
  });

  it("does not send anyone to measure for hours", () => {
    expect(say(change(0.019, 0.02, 0.02))).toBe(
      "a quieter machine or a limit of 5 % (it would take over 64 sessions)",
    );
  });

  it("promises nothing of more sessions where no number of them would decide", () => {
    expect(say({ ...change(0, 0.02, 0.04), interval: { low: -1, high: 3e19 } })).toBe(
      "a quieter machine or longer sessions (it would take over 64 sessions)",
    );
  });

  it("proposes a limit by how much worse it may be, not how much better", () => {
    // Throughput between half of what it was and twice as much, latency the other way round.
    const wide = { ...change(0, 0.02, 0.45), smallestVisible: 0.2 };
    expect(say(wide)).toBe("a quieter machine or a limit of 37 % (it would take over 64 sessions)");
    expect(say({ ...wide, metric: "server-cpu", interval: { low: -0.8, high: 0.3 } })).toBe(
      "a quieter machine or a limit of 30 % (it would take over 64 sessions)",
    );
  });

  it("proposes no limit that would let half of the throughput go", () => {
    const history = { ...report, rule: { ...report.rule, form: "prediction" as const } };
    const blind = { ...change(0, 0.02, 0.78), smallestVisible: 0.7 };
    expect(say(blind)).toBe("a quieter machine or longer sessions (it would take over 64 sessions)");
    expect(say(blind, history)).toBe("measuring side by side (runs differ too much)");
  });

  it("says what is missing where no test was made", () => {
    const few = makeChange("a", {
      metric: "p99",
      verdict: { kind: "too-few", what: "requests per session", have: 412, need: 1000 },
    });
    expect(say(few)).toBe("at least 1,000 requests per session; there are 412");
    const one = { kind: "too-few", what: "sessions", have: 1, need: 3 } as const;
    expect(say({ ...few, verdict: one })).toBe("at least 3 sessions; there is 1");
  });

  it("says which arm could not be read, where that is known", () => {
    const unread = (base: number, head: number, what = "sessions") => {
      const lack = { kind: "too-few", what, have: 0, need: 3 } as const;
      const few = makeChange("a", { metric: "server-cpu", verdict: lack });
      const values = (count: number) => few.base.values.slice(0, count);
      return say({
        ...few,
        base: { ...few.base, values: values(base) },
        head: { ...few.head, values: values(head) },
      });
    };
    expect(unread(8, 0)).toBe("server CPU could not be read on head");
    expect(unread(0, 8)).toBe("server CPU could not be read on base");
    expect(unread(0, 0)).toBe("server CPU could not be read in every session");
    expect(unread(0, 0, "sessions of all workloads")).toBe("server CPU could not be read in every session");
    expect(unread(8, 0, "requests per session")).toBe("at least 3 requests per session; there are 0");
  });

  it("knows which sessions the smallest visible change is about: those of all planned looks", () => {
    const looks = (count: 1 | 3, sessions: number) => {
      const found = makeReport({ workloads: [{ name: "a", changes: [] }] });
      const workloads = found.workloads.map((workload) => ({ ...workload, sessions }));
      return { ...found, workloads, plan: { ...found.plan, sessions: 8, looks: count } };
    };
    const beyond = change(0.04, 0.02, 0.03);
    expect(say(beyond, looks(1, 8))).toMatch(/^about 10 more sessions/);
    expect(say(beyond, looks(3, 8))).toMatch(/^about 46 more sessions/);
    expect(say(beyond, looks(3, 24))).toMatch(/^about 30 more sessions/);
    const apart = [{ code: "unpaired", message: "-", remedy: "-" }];
    expect(say(beyond, { ...looks(3, 8), warnings: apart })).toMatch(/^about 10 more sessions/);
  });

  it("advises nobody to measure on what has regressed already, and gets no further look", () => {
    const workloads = [
      { name: "a", changes: [{ metric: "p99", effect: 0.5 } as const] },
      { name: "b", changes: [] },
    ];
    const regressed = makeReport({ workloads });
    expect(say(change(0, 0.02, 0.04), regressed)).toBe(
      "not measured further: this workload has already regressed",
    );
    expect(say({ ...change(0, 0.02, 0.04), workload: "b" }, regressed)).toMatch(/^about 24 more sessions/);
  });

  it("reckons with no number of sessions where they are not independent", () => {
    const warnings = [{ code: "sessions-alike", message: "-", remedy: "repeat the check" }];
    expect(say(change(0, 0.02, 0.022), { ...report, warnings })).toBe("repeat the check");
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
