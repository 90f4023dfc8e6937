/** What is said of the capacities of a run's sessions. */
import { expect, it } from "vitest";
import { capacitiesOf, summarizeCapacity } from "../../../../src/analysis/sweep/capacity.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { USUAL_RULES } from "../../../../src/config/rules.ts";
import type { Capacity } from "../../../../src/model/capacity.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Run, WorkloadRun } from "../../../../src/model/run.ts";
import { renderHtml } from "../../../../src/report/html/html.ts";
import { renderComment } from "../../../../src/report/markdown/comment.ts";
import { capacityText } from "../../../../src/report/terminal/capacity.ts";
import { renderConsole } from "../../../../src/report/terminal/console.ts";
import { plainSpaces } from "../../../../src/text/units.ts";
import { makePair, makeRun } from "../../../support/runs.ts";

const found = (size: number | null, low: number | null, high: number | null): Capacity => ({
  of: "rate",
  size,
  low,
  high,
  trials: [
    { size: 100, outcome: "holds" },
    { size: 200, outcome: "fails", because: "p99 31.0 ms, limit 20 ms" },
  ],
});

/** A run whose sessions found these. */
function runThat(...searches: readonly Capacity[]): WorkloadRun {
  const workload = makeRun({ sessions: searches.length, workloads: [{ name: "checkout" }] }).workloads[0]!;
  const sessions = workload.sessions.map((session, index) => ({ ...session, capacity: searches[index]! }));
  return { ...workload, sessions };
}

it("is the geometric mean of the sessions, with Student's interval over their logarithms", () => {
  const summary = summarizeCapacity(runThat(found(100, 90, 110), found(121, 115, 130)))!;
  expect(summary.size).toBeCloseTo(110, 9);
  // qt(.975, 1) = 12.7062; the logarithms' sd over the root of 2 is ln(1.21) / 2.
  expect(Math.log(summary.high! / 110)).toBeCloseTo((12.7062 * Math.log(1.21)) / 2, 3);
  expect(capacityText(summary).split("\n")).toEqual([
    expect.stringMatching(/^checkout: 110\/s \(95 %: .* \.\. .*; 2 sessions\)$/),
    "  session 1: 100/s (90.0 .. 110) after 2 trials; 200/s failed: p99 31.0 ms, limit 20 ms",
    "  session 2: 121/s (115 .. 130) after 2 trials; 200/s failed: p99 31.0 ms, limit 20 ms",
  ]);
});

it("has a single session's own interval", () => {
  expect(summarizeCapacity(runThat(found(100, 90, 110)))).toMatchObject({ size: 100, low: 90, high: 110 });
});

it("counts the sessions that found one, and is open to the side of those that know only that it lies beyond", () => {
  const held = summarizeCapacity(runThat(found(100, 90, 110), found(null, 2000, null)))!;
  expect(held).toMatchObject({ size: 100, low: 90, high: null });
  expect(capacityText(held)).toMatch(/^checkout: 100\/s \(95 %: 90\.0 \.\. \?; 1 of 2 sessions\)$/m);
  const failed = summarizeCapacity(runThat(found(100, 90, 110), found(null, null, 1)))!;
  expect(failed).toMatchObject({ size: 100, low: null, high: 110 });
  // What lies within the interval says nothing against it.
  const silent = summarizeCapacity(runThat(found(100, 90, 110), found(null, 95, null)))!;
  expect(silent).toMatchObject({ size: 100, low: 90, high: 110 });
});

it("of searches that ended early is no surer than they are, however well they agree", () => {
  const early = {
    ...found(300, 200, 450),
    endedBecause: "no trial more fits into its budget of 6 s a session",
  };
  const summary = summarizeCapacity(runThat(early, early, early))!;
  expect(summary.size).toBeCloseTo(300, 9);
  expect(summary.low).toBeCloseTo(200, 9);
  expect(summary.high).toBeCloseTo(450, 9);
  expect(capacityText(summary)).toContain("ended early: no trial more fits into its budget");
});

it("says what is known where none was found, and why trials said nothing", () => {
  const invalid = { size: 400, outcome: "invalid", because: "client-bound: busy" } as const;
  const search = {
    ...found(null, 200, null),
    trials: [{ size: 200, outcome: "holds" } as const, invalid, invalid, invalid],
    endedBecause: "client-bound: busy",
  };
  const text = capacityText(summarizeCapacity(runThat(search))!);
  expect(text.split("\n")).toEqual([
    "checkout: not found: 200/s held, and the search ended early (4 trials)",
    "  ended early by 3 invalid trials: client-bound: busy",
  ]);
});

it("says of each of several sessions what it knows, with why it ended", () => {
  const invalid = { size: 400, outcome: "invalid", because: "cpu-shared: busy" } as const;
  const held = {
    ...found(null, 200, null),
    trials: [{ size: 200, outcome: "holds" } as const, invalid],
    endedBecause: "no trial more fits into its budget of 1 s a session",
  };
  const blind = { ...found(null, null, null), trials: [invalid, invalid], endedBecause: invalid.because };
  const text = capacityText(summarizeCapacity(runThat(held, blind, found(100, 90, 110)))!);
  expect(text.split("\n").slice(1)).toEqual([
    "  session 1: not found (200 .. ?) after 2 trials; 1 invalid trial: cpu-shared: busy; ended early: no trial more fits into its budget of 1 s a session",
    "  session 2: not found after 2 trials; ended early by 2 invalid trials: cpu-shared: busy",
    "  session 3: 100/s (90.0 .. 110) after 2 trials; 200/s failed: p99 31.0 ms, limit 20 ms",
  ]);
});

it("says why a budget is too small for an answer, and that nothing failed where the search went to its end", () => {
  const held = { ...found(null, 1000, null), trials: [{ size: 1000, outcome: "holds" } as const] };
  const cut = { ...held, endedBecause: "no trial more fits into its budget of 1 s a session" };
  expect(capacityText(summarizeCapacity(runThat(cut, cut))!).split("\n")[0]).toBe(
    "checkout: not found: 1,000/s held, and the search ended early: no trial more fits into its budget of 1 s a session",
  );
  expect(capacityText(summarizeCapacity(runThat(held))!)).toContain(
    "not found: 1,000/s held, the largest load that may be tried (1 trial)",
  );
  const failed = {
    ...found(null, null, 50),
    trials: [{ size: 50, outcome: "fails", because: "slow" } as const],
  };
  expect(capacityText(summarizeCapacity(runThat(failed))!)).toBe(
    "checkout: not found: 50.0/s failed, the smallest load that can be tried (1 trial)\n  50.0/s failed: slow",
  );
});

it("of connections, and of other options that are whole numbers, is one, and its interval no narrower", () => {
  const of = (option: string, ...searches: readonly Capacity[]) =>
    capacityText(summarizeCapacity(runThat(...searches.map((search) => ({ ...search, of: option }))))!);
  expect(of("threads", found(48.6, 45.2, 51.1)).split("\n")).toEqual([
    "checkout: 48 threads (95 %: 45 .. 52; 1 session, 2 trials)",
    "  200 threads failed: p99 31.0 ms, limit 20 ms",
  ]);
  expect(of("active-warehouses", found(40.9, 39, null))).toContain(
    "checkout: active-warehouses 40 (95 %: 39 .. ?; 1 session, 2 trials)",
  );
  expect(of("rate", found(300, 290, 310), found(9000, 8900, 9100))).toContain(
    "checkout: 1,643/s (95 %: too few sessions to say; 2 sessions)",
  );
  // The mean of logarithms is beside the whole number by a digit.
  expect(of("threads", found(5, 5, 5), found(5, 5, 5), found(5, 5, 5))).toContain(
    "checkout: 5 threads (95 %: 5 .. 5; 3 sessions)",
  );
});

it("of searches that found none is between the largest size that held and the least that failed", () => {
  const none = (low: number | null, high: number | null) =>
    summarizeCapacity(runThat(found(null, low, high), found(null, null, 900)))!;
  expect(none(200, 800)).toMatchObject({ size: null, low: 200, high: 800, sessions: 2, found: 0 });
  expect(none(null, 950)).toMatchObject({ low: null, high: 900 });
  const [low, high] = [found(null, 100, null), found(null, 300, null)];
  expect(summarizeCapacity(runThat(low, high))).toMatchObject({
    size: null,
    low: 300,
    high: null,
    endedBecause: null,
  });
});

it("says the least that failed in any session, and why the last one ended that did", () => {
  const trials = (size: number, because?: string): Capacity["trials"] => [
    { size, outcome: "fails", ...(because === undefined ? {} : { because }) },
    { size: 1, outcome: "holds" },
  ];
  const summary = summarizeCapacity(
    runThat(
      { ...found(100, 90, 110), trials: trials(300, "slow"), endedBecause: "first" },
      { ...found(100, 90, 110), trials: trials(150), endedBecause: "second" },
      { ...found(100, 90, 110), trials: [{ size: 1, outcome: "holds" }] },
    ),
  )!;
  expect(summary).toMatchObject({ failed: { size: 150, because: "" }, endedBecause: "second", found: 3 });
  const holds = { ...found(100, 90, 110), trials: [{ size: 1, outcome: "holds" }] } as const;
  expect(summarizeCapacity(runThat(holds))!.failed).toBeNull();
});

it("of searches that ended early with one end open has that end open, and is never narrower than by their spread", () => {
  const early = (size: number, low: number | null, high: number | null) => ({
    ...found(size, low, high),
    endedBecause: "budget",
  });
  const open = summarizeCapacity(runThat(early(300, 200, null), early(300, 200, 450)))!;
  expect(open.low).toBeCloseTo(200, 9);
  expect(open.high).toBeNull();
  expect(summarizeCapacity(runThat(early(300, null, 450), found(300, 200, 450)))).toMatchObject({
    low: null,
  });
  const apart = [found(100, 99, 101), found(200, 199, 201)];
  const spread = summarizeCapacity(runThat(...apart))!;
  const widened = summarizeCapacity(runThat({ ...apart[0]!, endedBecause: "budget" }, apart[1]!))!;
  expect([widened.low, widened.high]).toEqual([spread.low, spread.high]);
});

it("is no surer than its searches are in the middle, where one of them alone ended early", () => {
  const early = { ...found(300, 200, 450), endedBecause: "budget" };
  const summary = summarizeCapacity(runThat(early, found(300, 288, 312.5)))!;
  expect(summary).toMatchObject({ endedBecause: "budget" });
  expect(summary.low).toBeCloseTo(240, 9);
  expect(summary.high).toBeCloseTo(375, 9);
});

it("is of the sessions that found one, and says how many did not", () => {
  const summary = summarizeCapacity(runThat(found(null, 50, null), found(100, 90, 110)))!;
  expect(summary).toMatchObject({
    size: 100,
    low: 90,
    high: 110,
    sessions: 2,
    found: 1,
    workload: "checkout",
    of: "rate",
  });
  expect(summary.searches).toHaveLength(2);
});

it("is said of each workload that has one, beside base's where base was searched, too", () => {
  const [head, base] = [runThat(found(100, 90, 110)), runThat(found(200, 190, 210))];
  const none = makeRun().workloads[0]!;
  expect(capacitiesOf([{ head: none, base: [] }])).toBeUndefined();
  expect(capacitiesOf([{ head: none, base: base.sessions }]), "what head has not").toBeUndefined();
  expect(
    capacitiesOf([
      { head: none, base: none.sessions },
      { head, base: base.sessions },
      { head: { ...head, name: "alone" }, base: none.sessions },
    ]),
  ).toEqual([
    {
      workload: "checkout",
      of: "rate",
      base: expect.objectContaining({ size: 200 }),
      head: expect.objectContaining({ size: 100 }),
    },
    { workload: "alone", of: "rate", base: null, head: expect.objectContaining({ size: 100 }) },
  ]);
});

it("is nothing for a workload that searches none", () => {
  expect(summarizeCapacity(makeRun().workloads[0]!)).toBeNull();
});

it("stands with its interval in comment, page and terminal, and is a gate where one is asked for", () => {
  const [before, after] = makePair({ sessions: 4, workloads: [{ name: "checkout" }] }, 0);
  const searched = (run: Run, sizes: readonly number[]): Run => ({
    ...run,
    workloads: run.workloads.map((workload) => ({
      ...workload,
      sessions: workload.sessions.map((session, i) => ({
        ...session,
        capacity: found(sizes[i]!, sizes[i]! * 0.97, sizes[i]! * 1.03),
      })),
    })),
  });
  const gate = { metric: "capacity", margin: 0.05, floor: null } as const;
  const rules = { ...USUAL_RULES, gates: [...USUAL_RULES.gates, gate] };
  const stamp = {
    id: "00000000-0000-4000-8000-000000000017",
    createdAt: "2026-01-02T03:04:05.000Z",
    version: "1",
  };
  const base = searched(before, [1000, 1010, 990, 1005]);
  const head = searched(after, [700, 710, 690, 705]);
  const report = Report.parse(compareArms(base, head, rules, stamp));
  const change = report.workloads[0]!.changes.find(({ metric }) => metric === "capacity");
  expect(change).toMatchObject({ role: "gate", verdict: { kind: "regressed" } });

  const [{ base: old, head: now }] = report.capacities as [NonNullable<Report["capacities"]>[number]];
  expect(old).toMatchObject({ sessions: 4, found: 4, failed: { size: 200 } });
  expect(now.size! / old!.size!).toBeCloseTo(0.7, 2);
  expect(renderComment(report)).toContain("checkout holds 701/s, base 1,001/s");
  expect(plainSpaces(renderComment(report))).toMatch(
    /\| checkout \| head \| 701\/s \| 68\d \.\. 71\d \| 4 \| 200\/s: p99 31\.0 ms, limit 20 ms \|/,
  );
  expect(renderHtml(report)).toMatch(/<td[^>]*>head<\/td><td class="number"[^>]*>701\/s<\/td>/);
  const text = renderConsole(report, { colour: false, width: 200 });
  expect(text).toMatch(/capacity of checkout, base: 1,001\/s \(95 %: 98\d \.\. 1,01\d; sessions: 4\)/);
});
