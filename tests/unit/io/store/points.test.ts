import { describe, expect, it } from "vitest";
import { byPosition, fits, historyPoints } from "../../../../src/io/store/points.ts";
import { describeRun } from "../../../../src/io/store/stored-run.ts";
import { METRIC_IDS, type WholeMetric } from "../../../../src/model/metric.ts";
import { makeKind, makeRun } from "../../../support/runs.ts";

const run = makeRun({ startedAt: "2026-03-01T08:00:00.000Z", commit: { branch: null } });
const stored = describeRun(run);

describe("the points of a run", () => {
  it("are one for each workload and metric that it has a value of, with the run's own facts", () => {
    const points = historyPoints(run);
    expect(new Set(points.map(({ workload }) => workload))).toEqual(new Set(["point-select", "read-write"]));
    expect(
      points.every(
        ({ value, metric }) => Number.isFinite(value) && METRIC_IDS.includes(metric as WholeMetric),
      ),
    ).toBe(true);
    expect(new Set(points.map(({ workload, metric }) => `${workload} ${metric}`)).size).toBe(points.length);
    for (const point of points) {
      expect(point).toMatchObject({ runId: run.id, commit: run.commit.sha, branch: null, sessions: 4 });
    }
  });

  it("of one workload and metric are one", () => {
    const all = historyPoints(run);
    const [point, ...more] = historyPoints(run, { workload: "read-write", metric: "qps" });
    expect(more).toEqual([]);
    expect(all).toContainEqual(point);
    expect(historyPoints(run, { workload: "gone" })).toEqual([]);
  });

  it("lack the metric that no session has", () => {
    const [{ sessions, ...workload }] = run.workloads as [(typeof run.workloads)[0]];
    const silent = sessions.map((session) => ({ ...session, serverCpuNs: null }));
    const without = historyPoints({ ...run, workloads: [{ ...workload, sessions: silent }] });
    expect(without.map(({ metric }) => metric)).not.toContain("server-cpu");
    expect(without.map(({ metric }) => metric)).toContain("qps");
  });

  it("are also those of kinds of events", () => {
    const [{ sessions, ...workload }] = run.workloads as [(typeof run.workloads)[0]];
    const kinds = [makeKind("browse", 50, 1e6, 1), makeKind("checkout", 5, 3e6, 2)];
    const both = {
      ...run,
      workloads: [{ ...workload, sessions: sessions.map((each) => ({ ...each, kinds })) }],
    };
    const [point, ...more] = historyPoints(both, { metric: "p99:checkout" });
    expect([point!.metric, point!.sessions, more.length]).toEqual(["p99:checkout", sessions.length, 0]);
  });

  it("are in order by commit, then workload, then metric", () => {
    const later = makeRun({ seed: 5, startedAt: "2026-03-02T08:00:00.000Z" });
    const placed = [run, later].flatMap((each) =>
      historyPoints(each).map((point) => ({ run: describeRun(each), point })),
    );
    const sorted = placed
      .toReversed()
      .sort(byPosition)
      .map(({ point }) => point);
    const keys = sorted.map(({ workload, metric }) => `${workload} ${metric}`);
    const half = keys.length / 2;
    expect(sorted.map(({ runId }) => runId)).toEqual(keys.map((_, i) => (i < half ? run.id : later.id)));
    expect(keys.slice(0, half)).toEqual(keys.slice(0, half).toSorted());
  });
});

describe("a query fits a run", () => {
  it.each([
    [{}, true],
    [{ suite: "oltp", arm: "head", fingerprint: stored.fingerprint } as const, true],
    [{ suite: "kv" }, false],
    [{ branch: "main" }, false],
    [{ arm: "base" } as const, false],
    [{ fingerprint: "another" }, false],
    // From `since` on, and before `until`, whatever zone they are written in.
    [{ since: "2026-03-01T09:00:00+01:00" }, true],
    [{ since: "2026-03-01T08:00:00.001Z" }, false],
    [{ until: "2026-03-01T09:00:00+01:00" }, false],
    [{ until: "2026-03-01T08:00:00.001Z" }, true],
  ])("%j: %j", (query, isFitting) => expect(fits(stored, query)).toBe(isFitting));
});
