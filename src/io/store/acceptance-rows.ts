/** Acceptances as rows of PostgreSQL. */
import { Acceptance } from "../../model/acceptance.ts";
import { normalized } from "./accepted.ts";
import type { Prisma } from "./generated/client.ts";

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

export function acceptanceOf(row: Prisma.StoredAcceptanceModel): Acceptance {
  const { acceptedBy, acceptedAt, revokedBy, revokedAt, landedCommit, landedBranch, landedAt, ...same } = row;
  return Acceptance.parse({
    ...same,
    by: acceptedBy,
    at: acceptedAt.toISOString(),
    revoked: revokedAt && { by: revokedBy, at: revokedAt.toISOString() },
    landed: landedAt && { commit: landedCommit, branch: landedBranch, at: landedAt.toISOString() },
  });
}
