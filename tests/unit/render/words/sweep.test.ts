/** Sentences and counts of a sweep that its golden files do not have. */
import { expect, test } from "vitest";
import type { Change } from "../../../../src/model/report.ts";
import type { ScalingCurve, Sweep, TargetComparison } from "../../../../src/model/sweep.ts";
import {
  comparisonSentences,
  comparisonTable,
  matrixTable,
  scalingSentences,
} from "../../../../src/render/words/sweep.ts";

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
    verdict: VERDICTS[kind],
  } as unknown as Change;
}

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
    alpha: 0.05,
    points,
    together: [],
    document: null,
  };
}

test("points that have too few sessions, or no gate, are counted as not judged", () => {
  expect(comparisonSentences(comparison("too-few", "too-few"))).toEqual([
    "Of 2 points, 0 worse, 0 better, 0 noise or unchanged, 2 not judged, as one family.",
  ]);
  expect(comparisonSentences(comparison("regressed", "unchanged", "too-few", null))).toEqual([
    "Of 4 points, 1 worse, 0 better, 1 noise or unchanged, 2 not judged, as one family.",
  ]);
  expect(comparisonSentences(comparison("regressed", "unchanged"))).toEqual([
    "Of 2 points, 1 worse, 0 better, 1 noise or unchanged, as one family.",
  ]);
  const { rows } = comparisonTable(comparison("unchanged", "too-few", null), { suites: [] });
  expect(rows.map((row) => row.at(-1))).toEqual(["unchanged", "too few sessions", "no gate"]);
});

test("the matrix has a column for points that are not judged, where there are any", () => {
  const sweep = (...comparisons: readonly TargetComparison[]) =>
    ({ comparisons, suites: [] }) as unknown as Sweep;
  const judged = matrixTable(sweep(comparison("unchanged"), comparison("regressed")))!;
  expect(judged.columns).toEqual(["target", "worse", "better", "noise"]);
  const open = matrixTable(sweep(comparison("unchanged", "too-few"), comparison("regressed", "unchanged")))!;
  expect(open.columns).toEqual(["target", "worse", "better", "noise", "not judged"]);
  expect(open.rows).toEqual([
    ["17", "0", "0", "1", "1"],
    ["17", "1", "0", "1", "0"],
  ]);
});

/** A fit that does not tell where its peak is. */
function curve(over: ScalingCurve["over"], peak: object, knee = 1): ScalingCurve {
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
    "1 thread has 95\u00a0% of the highest throughput of the curve.",
  ]);
  expect(scalingSentences(curve("nodes", unknown, 3)).slice(0, 2)).toEqual([
    "Where throughput peaks is not shown (by the law at 1 node or more, no upper end): measure two clusters past the peak.",
    "3 nodes have 95\u00a0% of the highest throughput of the curve.",
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
