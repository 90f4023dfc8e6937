/** Alerts of the ledger and changes of level that may have one cause: people get one issue about it. */
import type { EventAnswer } from "../../model/answers.ts";
import type { LedgerAlert } from "../../model/ledger.ts";

/** A change of level, a sum of changes, or both. */
export type CommonCause = Readonly<
  { event: EventAnswer; sums: LedgerAlert | null } | { event: null; sums: LedgerAlert }
>;

/**
 * Each event with the alert of the ledger that may have its cause: it covers commits that the event's cause is among, and a workload
 * of both became worse. Then the alerts that no event shows.
 * @param commits of the branch in their order, oldest first
 */
export function withOneCause(
  events: readonly EventAnswer[],
  alerts: readonly LedgerAlert[],
  commits: readonly string[],
): readonly CommonCause[] {
  const places = new Map(commits.map((sha, place) => [sha, place]));
  const placeOf = (sha: string, otherwise: number) => places.get(sha) ?? otherwise;
  const left = new Set(alerts);
  const joined = events.map((event) => {
    const from = placeOf(event.lastBefore.sha, -1);
    const to = placeOf(event.firstAfter.sha, commits.length);
    const sums = [...left].find(
      (alert) =>
        placeOf(alert.since.sha, -1) < to &&
        from < placeOf(alert.upTo.sha, commits.length) &&
        alert.sums.some(({ workload }) =>
          event.shifts.some((shift) => shift.open && shift.workload === workload),
        ),
    );
    if (sums !== undefined) left.delete(sums);
    return { event, sums: sums ?? null };
  });
  return [...joined, ...[...left].map((sums) => ({ event: null, sums }))];
}
