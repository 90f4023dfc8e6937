/** Runs, their points and acceptances as rows of PostgreSQL. */
import { Acceptance } from "../../model/acceptance.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { asMetric } from "../../model/metric.ts";
import { ARMS, MEASURE_MODES } from "../../model/run.ts";
import { normalized } from "./accepted.ts";
import type { Prisma } from "./generated/client.ts";
import { pointOf, withinRun } from "./points.ts";
import type { FactsRow, PointsRow } from "./statements.ts";
import { knownWord, type StoredRun } from "./stored-run.ts";

export function storedRun(row: FactsRow): StoredRun {
  return {
    ...row,
    mode: knownWord(MEASURE_MODES, row.mode, "mode"),
    arm: knownWord(ARMS, row.arm, "arm"),
    commitTime: row.commitTime?.toISOString() ?? null,
    measuredAt: row.measuredAt.toISOString(),
    orderedAt: row.orderedAt.toISOString(),
  };
}

/** A run's points, by workload and metric. */
export function pointsFromRow(run: StoredRun, values: PointsRow["points"]): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  for (const [workload, word, value, sessions, logSd] of values) {
    const metric = asMetric(word);
    // One that a newer version added is left out (docs/decisions/017-versions-on-one-store.md).
    if (metric !== null) points.push(pointOf(run, { workload, metric, value, sessions, logSd }));
  }
  return points.sort(withinRun);
}

export function acceptanceRow(acceptance: Acceptance): Prisma.StoredAcceptanceModel {
  const { by, at, revoked, landed, ...same } = normalized(acceptance);
  return {
    ...same,
    acceptedBy: by,
    acceptedAt: new Date(at),
    revokedBy: revoked?.by ?? null,
    revokedAt: revoked && new Date(revoked.at),
    landedCommit: landed?.commit ?? null,
    landedBranch: landed?.branch ?? null,
    landedAt: landed && new Date(landed.at),
  };
}

export function acceptanceFromRow(row: Prisma.StoredAcceptanceModel): Acceptance {
  const { acceptedBy, acceptedAt, revokedBy, revokedAt, landedCommit, landedBranch, landedAt, ...same } = row;
  return Acceptance.parse({
    ...same,
    by: acceptedBy,
    at: acceptedAt.toISOString(),
    revoked: revokedAt && { by: revokedBy, at: revokedAt.toISOString() },
    landed: landedAt && { commit: landedCommit, branch: landedBranch, at: landedAt.toISOString() },
  });
}
