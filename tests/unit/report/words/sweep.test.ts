/** Sentences and counts of a sweep that its golden files do not have. */
import { expect, test } from "vitest";
import type { Change } from "../../../../src/model/report.ts";
import type { ScalingCurve, Sweep, TargetComparison } from "../../../../src/model/sweep.ts";
import {
  comparisonSentences,
  comparisonTable,
  matrixTable,
  pointsTable,
  scalingSentences,
  sweepHeadline,
} from "../../../../src/report/words/sweep.ts";

const VERDICTS: Readonly<Record<string, Change["verdict"]>> = {
  regressed: { kind: "regressed" },
  unchanged: { kind: "unchanged" },
  "too-few": { kind: "too-few", what: "sessions", have: 2, need: 3 },
};

function change(kind: string): Change {
  const side = { estimate: 100, values: [] };
  return {
    metric: "qps",
    role: "gate",
    base: side,
    head: side,
    effect: 0,
    interval: null,
    confidence: 0.95,
    verdict: VERDICTS[kind],
  } as unknown as Change;
}

const FAMILY =
  "All points and gates are judged together as one family: the chance of a false regression is at most 2.5\u00a0% over all of them; intervals are of 95\u00a0%, each for one metric at one point alone.";

/** Points with one gate each; null is a point that has none. */
function comparison(...kinds: readonly (string | null)[]): TargetComparison {
  const points = kinds.map((kind, index) => ({
    name: `threads=${index}`,
    changes: kind === null ? [] : [change(kind)],
    documentImprovement: null,
  }));
  return {
    suite: "oltp",
    reference: "16",
    target: "17",
    alpha: 0.025,
    points,
    together: [],
    document: null,
  };
}

test("no target is said to be faster where something else than noise forbids a verdict", () => {
  const verdict = {
    kind: "inconclusive",
    why: "base and head are different builds (compiler): gcc 7, gcc 12",
    forbidden: true,
  } as const;
  const forbidden = { ...change("regressed"), effect: 0.36, interval: { low: 0.3, high: 0.4 }, verdict };
  const one = comparison(null);
  const points = [{ ...one.points[0]!, changes: [forbidden] }];
  const compared = { ...one, points, together: [forbidden] };
  const why = "base and head are different builds (compiler)";
  expect(sweepHeadline({ comparisons: [compared], scaling: [] } as unknown as Sweep)).toBe(
    `17 against 16: no verdict, because ${why}`,
  );
  expect(comparisonTable(compared, { suites: [] }).rows.flat()).toContain(`no verdict: ${why}`);
});

test("points that have too few sessions, or no gate, are counted as not judged", () => {
  expect(comparisonSentences(comparison("too-few", "too-few"))).toEqual([
    `Of 2 points: 0 worse, 0 better, 2 not judged, 0 undecided, 0 within limits. ${FAMILY}`,
  ]);
  expect(comparisonSentences(comparison("regressed", "unchanged", "too-few", null))).toEqual([
    `Of 4 points: 1 worse, 0 better, 2 not judged, 0 undecided, 1 within limits. ${FAMILY}`,
  ]);
  expect(comparisonSentences(comparison("regressed", "unchanged"))).toEqual([
    `Of 2 points: 1 worse, 0 better, 0 undecided, 1 within limits. ${FAMILY}`,
  ]);
  const { rows } = comparisonTable(comparison("unchanged", "too-few", null), { suites: [] });
  expect(rows.map((row) => row.at(-1))).toEqual(["within limits", "too few sessions", "no gate"]);
});

test("the matrix has a column for points that are not judged, where there are any", () => {
  const sweep = (...comparisons: readonly TargetComparison[]) =>
    ({ comparisons, suites: [] }) as unknown as Sweep;
  const judged = matrixTable(sweep(comparison("unchanged"), comparison("regressed")))!;
  expect(judged.columns).toEqual(["target", "worse", "better", "undecided", "within limits"]);
  const open = matrixTable(sweep(comparison("unchanged", "too-few"), comparison("regressed", "unchanged")))!;
  expect(open.columns).toEqual(["target", "worse", "better", "not judged", "undecided", "within limits"]);
  expect(open.rows).toEqual([
    ["17", "0", "0", "1", "0", "1"],
    ["17", "1", "0", "0", "0", "1"],
  ]);
});

test("what is not decided is no noise: it says how much worse it may be", () => {
  const open = {
    ...change("unchanged"),
    effect: -0.086,
    interval: { low: -0.161, high: -0.004 },
    verdict: { kind: "inconclusive", why: "" },
  } as Change;
  const point = { name: "threads=1", changes: [open], documentImprovement: null };
  const undecided = { ...comparison(), points: [point] };
  expect(comparisonTable(undecided, { suites: [] }).rows[0]!.at(-1)).toBe("undecided: QPS may be 17 % worse");
  expect(comparisonSentences(undecided)[0]).toContain("1 undecided, 0 within limits");
});

test("a gate without a column of its own is named with its change", () => {
  const cpu = {
    ...change("regressed"),
    metric: "server-cpu",
    effect: 0.44,
    interval: { low: 0.38, high: 0.5 },
  } as Change;
  const point = { name: "threads=1", changes: [change("unchanged"), cpu], documentImprovement: null };
  const { rows } = comparisonTable({ ...comparison(), points: [point] }, { suites: [] });
  expect(rows[0]!.at(-1)).toBe("worse: server CPU +44 % (+38 .. +50)".replaceAll(" .. ", " .. "));
});

/** A fit that does not tell where its peak is. */
function curve(over: ScalingCurve["over"], peak: object, knee = { value: 1, low: 1, high: 1 }): ScalingCurve {
  const one = { value: 1, low: 1, high: 1 };
  const scaling = {
    kind: "fit",
    rate: one,
    contention: one,
    coherence: one,
    hasCoherence: true,
    amdahl: { contention: one, ceiling: null },
    knee,
    peak,
  };
  return {
    suite: "oltp",
    over,
    target: "",
    workload: "select",
    values: {},
    scaling,
    leftOut: [],
  } as unknown as ScalingCurve;
}

test("one thread and one node are told in the singular", () => {
  const unknown = { kind: "unknown", low: 1, high: null };
  expect(scalingSentences(curve("threads", unknown)).slice(0, 2)).toEqual([
    "Where throughput peaks is not shown (by the law at 1 thread or more, no upper end): measure two loads past the peak.",
    "95\u00a0% of the highest throughput of the curve takes 1 thread (1 .. 1).",
  ]);
  expect(scalingSentences(curve("nodes", unknown, { value: 2.4, low: 1.8, high: 3.1 })).slice(0, 2)).toEqual([
    "Where throughput peaks is not shown (by the law at 1 node or more, no upper end): measure two clusters past the peak.",
    "95\u00a0% of the highest throughput of the curve takes 2.4 nodes (1.8 .. 3.1).",
  ]);
  expect(scalingSentences(curve("threads", { kind: "beyond", low: 1 }))[0]).toBe(
    "Throughput still rises at the largest load: the peak lies beyond 1 thread.",
  );
  const at = { value: 1, low: 0.5, high: 2 };
  const within = { kind: "within", at, throughput: { value: 1, low: 1, high: 1 } };
  expect(scalingSentences(curve("threads", within))[0]).toMatch(
    /^Throughput peaks at 1 thread \(0\.5 \.\. 2\)/,
  );
});

test("a rate that was not kept is told where it is, since its latency is that of a growing queue", () => {
  const at = (offeredPerSecond: number, tps: number) => ({
    suite: "oltp",
    target: "",
    workload: "w",
    values: {},
    offeredPerSecond,
    sessions: 2,
    metrics: [{ metric: "tps", value: tps, interval: null }],
    busy: null,
    clientBound: false,
  });
  const points = [at(500, 499), at(200_000, 52_216)];
  const { rows } = pointsTable({
    suite: "oltp",
    suites: [],
    targets: [],
    axes: [],
    points,
  } as unknown as Sweep);
  expect(rows.map((row) => row.at(-1))).toEqual(["", "rate not kept: 52,216/s of 200,000/s"]);
});

test("an interval that two noisy sessions leave open by orders of magnitude is not printed", () => {
  const at = (low: number, high: number) => ({
    suite: "oltp",
    target: "",
    workload: "w",
    values: { threads: 1 },
    sessions: 2,
    metrics: [{ metric: "qps", value: 26_614, interval: { low, high }, values: [] }],
    busy: null,
    clientBound: false,
  });
  const { rows } = pointsTable({
    suite: "oltp",
    suites: [],
    targets: [],
    axes: [{ option: "threads", values: [1] }],
    points: [at(111, 6_400_681), at(26_000, 27_000)],
  } as unknown as Sweep);
  expect(rows.map((row) => row.slice(1, 3))).toEqual([
    ["26,614/s", "too few sessions to say"],
    ["26,614/s", "26,000\u00a0..\u00a027,000"],
  ]);
});
