import { describe, expect, it } from "vitest";
import { type KnownChange, type Link, subjectOf } from "../../../../src/analysis/ledger/chain.ts";
import {
  carriedByLast,
  ledgerAlerts,
  standingSums,
  stepsSince,
  sumsSince,
} from "../../../../src/analysis/ledger/sums.ts";
import type { Acceptance } from "../../../../src/model/acceptance.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";

const timeOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
const commit = (day: number) => ({
  sha: `c${day}`,
  time: timeOf(day),
  subject: `change ${day}`,
  author: null,
});
const ERROR = 0.004;

type Told = Partial<Pick<KnownChange, "workload" | "metric" | "limit" | "isRed">> &
  Readonly<{ harm: number }>;

/** A chain with one change of QPS a day, or several changes; null: none was measured that day. */
function chainWith(days: readonly (number | readonly Told[] | null)[]): readonly Link[] {
  return days.map((told, i) => {
    const all = told === null ? [] : typeof told === "number" ? [{ harm: told }] : told;
    const changes = all.map(({ harm, ...facts }: Told): KnownChange => {
      const change = { workload: "a", metric: "qps" as const, limit: 0.02, isRed: false, ...facts };
      const estimate = change.metric === "qps" ? -harm : harm;
      return { ...change, estimate, variance: ERROR ** 2, df: 20 };
    });
    return {
      base: commit(i),
      head: commit(i + 1),
      at: timeOf(i + 1),
      measurements: 1,
      isAfterGap: false,
      changes: new Map(changes.map((change) => [subjectOf(change), change])),
    };
  });
}

const quiet = (days: number) => new Array<number>(days).fill(0);
const landedOn = (day: number): Acceptance =>
  makeAcceptance("wanted", { landed: { commit: `c${day}`, branch: "main", at: timeOf(day) } });

describe("a sum", () => {
  it("has the interval of all its changes, and says how many were red", () => {
    const chain = chainWith([0.01, [{ harm: 0.02, isRed: true }], 0.01, -0.005]);
    const [sum] = sumsSince(chain, []);
    expect(sum).toMatchObject({ workload: "a", metric: "qps", changes: 4, red: 1, gaps: 0, limit: 0.02 });
    expect(sum!.effect).toBeCloseTo(Math.expm1(-0.035), 12);
    // Four errors of .004 are .008; with 80 degrees of freedom, t is 1.990.
    expect(Math.log1p(sum!.high) + 0.035).toBeCloseTo(1.99 * 0.008, 4);
    expect(sum!.since.sha).toBe("c0");
    expect(sum!.upTo.sha).toBe("c4");
    expect(sumsSince(chain, [], 2)[0]!.effect).toBeCloseTo(Math.expm1(-0.005), 12);
    expect(sumsSince(chain, [], 4)).toEqual([]);
    expect(sumsSince([], [])).toEqual([]);
  });

  it("comes back with a revert", () => {
    const [sum] = sumsSince(chainWith([0.05, -0.05]), []);
    expect(sum!.effect).toBeCloseTo(0, 12);
  });

  it("begins after an accepted change, and says whose it was", () => {
    const chain = chainWith([0.01, 0.3, 0.01]);
    const acceptance = landedOn(2);
    const [sum] = sumsSince(chain, [acceptance]);
    expect(sum).toMatchObject({ changes: 1, accepted: acceptance.pullRequest });
    expect(sum!.since.sha).toBe("c2");
    expect(sumsSince(chain, [acceptance], 2)[0]).not.toHaveProperty("accepted");
    expect(sumsSince(chain, [{ ...acceptance, metric: "p99" }])[0]!.changes).toBe(3);
    expect(sumsSince(chain, [{ ...acceptance, revoked: { by: "eve", at: timeOf(3) } }])[0]!.changes).toBe(3);
  });

  it("is not cut by what landed before the first change, or after the last", () => {
    const chain = chainWith([0.01, 0.01]);
    expect(sumsSince(chain, [landedOn(0)])[0]!.changes).toBe(2);
    expect(sumsSince(chain, [landedOn(9)])[0]!.changes).toBe(2);
  });

  it("leaves out days on which it was not measured, and says so", () => {
    const [sum] = sumsSince(chainWith([0.01, null, 0.01]), []);
    expect(sum).toMatchObject({ changes: 2, gaps: 1 });
    expect(sumsSince(chainWith([0.01, null]), [])).toEqual([]);
  });

  it("is shown step by step", () => {
    const steps = stepsSince(chainWith([0.01, null, 0.02]), [], { workload: "a", metric: "qps" });
    expect(steps.map(({ sum }) => Math.round(1e4 * sum))).toEqual([-100, -296]);
    expect(steps.map(({ gap }) => gap)).toEqual([false, true]);
    expect(stepsSince(chainWith([0]), [], { workload: "b", metric: "qps" })).toEqual([]);
  });
});

describe("a sum up to now that is worse than one change may be", () => {
  const CREEPING = [...quiet(10), ...new Array<number>(6).fill(0.01)];
  const told = (days: Parameters<typeof chainWith>[0], acceptances: readonly Acceptance[] = []) =>
    standingSums(chainWith(days), acceptances).map(({ sum, clear }) => [sum.since.sha, sum.changes, clear]);

  it("is clear as long as an alert is open, and goes on to the newest change", () => {
    expect(told(CREEPING)).toEqual([["c10", 6, true]]);
    expect(told([...CREEPING, 0, 0])).toEqual([["c10", 8, true]]);
    expect(told([...CREEPING, -0.03, -0.03])).toEqual([]);
    expect(told([...quiet(5), 0.06, ...quiet(25)])).toEqual([["c4", 27, true]]);
  });

  it("is not clear yet where the loss is beyond chance, and what it exceeds the limit by is not", () => {
    // .03 after three changes: more than three errors of .0069 from 0, and 1.4 from the limit.
    expect(told(CREEPING.slice(0, 13))).toEqual([["c10", 3, false]]);
    expect(told(CREEPING.slice(0, 12))).toEqual([]);
    expect(told(quiet(30))).toEqual([]);
    expect(told(CREEPING.slice(0, 13), [landedOn(12)])).toEqual([]);
  });

  it("is one for each gate, those of open alerts first", () => {
    const day = (qps: number, cpu: number) => [{ harm: qps }, { harm: cpu, metric: "server-cpu" as const }];
    const all = standingSums(chainWith([day(0, 0), day(0, 0), day(0.015, 0.04), day(0.015, 0.04)]), []);
    expect(all.map(({ sum, clear }) => [sum.metric, clear])).toEqual([
      ["server-cpu", true],
      ["qps", false],
    ]);
  });
});

describe("an alert", () => {
  it("comes with the change that carries the sum three errors beyond its limit, none of them red", () => {
    const creeping = chainWith([...quiet(10), ...new Array<number>(6).fill(0.01)]);
    // Sum of k: .01 k - .0202 > 3 * .004 sqrt(k), from k = 5 on.
    const before = ledgerAlerts(creeping.slice(0, 14), []);
    expect(before).toEqual([]);
    expect(carriedByLast(creeping.slice(0, 14), [])).toEqual([]);
    const [carried] = carriedByLast(creeping.slice(0, 15), []);
    expect(carried).toMatchObject({ changes: 5, red: 0 });
    expect(carried!.since.sha).toBe("c10");
    const [alert, ...more] = ledgerAlerts(creeping, []);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ open: true });
    expect(alert!.carrier.sha).toBe("c15");
    expect(carriedByLast(creeping, [])).toEqual([]);
  });

  it("needs two changes: one alone has its own verdict", () => {
    expect(ledgerAlerts(chainWith([0.1]), [])).toEqual([]);
    expect(ledgerAlerts(chainWith([0, 0.1]), [])).toHaveLength(1);
  });

  it("is over when a revert brings the sum back, and stays one while pushes follow", () => {
    const fallen = [...quiet(5), 0.06, ...quiet(3)];
    const [alert] = ledgerAlerts(chainWith(fallen), []);
    expect(alert!.open).toBe(true);
    expect(alert!.carrier.sha).toBe("c6");
    const [over, ...more] = ledgerAlerts(chainWith([...fallen, -0.06, ...quiet(3)]), []);
    expect(over!.open).toBe(false);
    expect(more).toEqual([]);
  });

  it("ends where an accepted change cuts the sum", () => {
    const chain = chainWith([...quiet(5), 0.06, ...quiet(3)]);
    expect(ledgerAlerts(chain, [landedOn(6)])).toEqual([]);
  });

  it("forgets no open sum after twenty pushes, and sees the next one apart", () => {
    const chain = chainWith([...quiet(5), 0.06, ...quiet(25), 0.06, ...quiet(2)]);
    const alerts = ledgerAlerts(chain, []);
    expect(alerts.map(({ carrier }) => carrier.sha)).toEqual(["c6", "c32"]);
    expect(alerts.every(({ open }) => open)).toBe(true);
  });

  it("is one for all gates that one cause moves, the clearest first", () => {
    const both = [{ harm: 0.06 }, { harm: 0.04, metric: "server-cpu" as const }, { harm: 0, workload: "b" }];
    const still = [{ harm: 0 }, { harm: 0, metric: "server-cpu" as const }, { harm: 0, workload: "b" }];
    const [alert, ...more] = ledgerAlerts(chainWith([still, both, still]), []);
    expect(more).toEqual([]);
    expect(alert!.sums.map(({ metric }) => metric)).toEqual(["qps", "server-cpu"]);
  });

  it("minds the direction of a metric, and what gates nothing", () => {
    const better = chainWith([[{ harm: -0.1, metric: "p99" }], [{ harm: -0.1, metric: "p99" }]]);
    expect(ledgerAlerts(better, [])).toEqual([]);
    const information = chainWith([[{ harm: 0.1, limit: null }], [{ harm: 0.1, limit: null }]]);
    expect(ledgerAlerts(information, [])).toEqual([]);
    const wide = chainWith([[{ harm: 0.5, limit: 1.5 }], [{ harm: 0.5, limit: 1.5 }]]);
    expect(ledgerAlerts(wide, [])).toEqual([]);
  });
});
