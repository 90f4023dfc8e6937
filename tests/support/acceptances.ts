import type { Acceptance } from "../../src/model/acceptance.ts";
import { uuidOf } from "./runs.ts";

/** A standing acceptance of everything in suite oltp by command; its reason tells it apart. */
export function makeAcceptance(reason: string, rest: Partial<Acceptance> = {}): Acceptance {
  return {
    id: uuidOf(reason),
    repository: "acme/db",
    pullRequest: 7,
    suite: "oltp",
    workload: null,
    metric: null,
    commit: "b".repeat(40),
    via: "command",
    by: "ada",
    reason,
    at: "2026-11-01T10:00:00.000Z",
    revoked: null,
    landed: null,
    ...rest,
  };
}
