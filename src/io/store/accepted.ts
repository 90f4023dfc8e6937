/** Acceptances that a question is about, and the start of a branch's history. */
import type { Acceptance } from "../../model/acceptance.ts";
import type { AcceptanceQuery } from "./store.ts";
import { compareText } from "./stored-run.ts";

export function matchesQuery(acceptance: Acceptance, query: AcceptanceQuery): boolean {
  const { repository, pullRequest, suite, branch } = query;
  return (
    (repository === undefined || acceptance.repository === repository) &&
    (pullRequest === undefined || acceptance.pullRequest === pullRequest) &&
    (suite === undefined || acceptance.suite === null || acceptance.suite === suite) &&
    (branch === undefined || acceptance.landed?.branch === branch)
  );
}

export function firstAcceptedFirst(a: Acceptance, b: Acceptance): number {
  return compareText(a.at, b.at) || compareText(a.id, b.id);
}

/** Instants in one form, so that they compare as text. */
export function normalized(acceptance: Acceptance): Acceptance {
  const { revoked, landed } = acceptance;
  return {
    ...acceptance,
    id: acceptance.id.toLowerCase(),
    at: utcTime(acceptance.at),
    revoked: revoked && { ...revoked, at: utcTime(revoked.at) },
    landed: landed && { ...landed, at: utcTime(landed.at) },
  };
}

/**
 * Start of the branch's present level as a whole: the committer date of its newest change that was accepted in every workload and
 * metric, and still stands; or null. If only some were accepted, the others keep their past: that is the comparison's business.
 * @param landed acceptances that landed on the branch and speak of the suite
 */
export function segmentStart(landed: readonly Acceptance[]): string | null {
  const starts = landed
    .filter(({ revoked, workload, metric }) => revoked === null && workload === null && metric === null)
    .map((each) => each.landed!.at);
  return starts.toSorted(compareText).at(-1) ?? null;
}

function utcTime(text: string): string {
  return new Date(text).toISOString();
}
