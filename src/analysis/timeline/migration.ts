/** A migration that was tried under load -> its report. */

import { addByKey } from "../../model/by-key.ts";
import type {
  Migration,
  MigrationFault,
  MigrationReport,
  MigrationRules,
  MigrationSession,
  MigrationStatement,
  MigrationWorkload,
} from "../../model/migration.ts";

/** Most waits that are reported; the rest are shorter. */
const WAITS_MOST = 5;

/**
 * Judged by the median session: what a shared machine does once is no migration's fault, and what a lock does it does in most. A
 * statement that fails, and a migration that does, are no noise: there the worst session counts.
 */
export function judgeMigration({ workloads, ...what }: Migration): MigrationReport {
  return {
    ...what,
    workloads: workloads
      .filter(({ sessions }) => sessions.length > 0)
      .map(({ workload, sessions }) => judgeWorkload(workload, sessions, what.rules)),
  };
}

function judgeWorkload(
  workload: string,
  sessions: readonly MigrationSession[],
  rules: MigrationRules,
): MigrationWorkload {
  const typical = medianBy(sessions, ({ stallNs }) => stallNs);
  const notApplied = sessions.filter(({ failure }) => failure !== null);
  const middle = (value: (session: MigrationSession) => number) => value(medianBy(sessions, value));
  const facts = {
    workload,
    sessions: sessions.length,
    tookNs: middle(({ tookNs }) => tookNs),
    stallNs: typical.stallNs,
    worstStallNs: Math.max(...sessions.map(({ stallNs }) => stallNs)),
    longestBeforeNs: middle(({ before }) => before.longestNs),
    slowNs: middle(({ slowNs }) => slowNs),
    failedEvents: Math.max(...sessions.map(({ failedEvents }) => failedEvents)),
    failuresBySqlstate: addByKey(sessions.map(({ failuresBySqlstate }) => failuresBySqlstate)),
    notApplied: notApplied.length,
    failure: notApplied[0]?.failure ?? null,
    rewritten: [...new Set(sessions.flatMap(({ rewritten }) => rewritten))],
    stalled: typical.stalled,
    waits: typical.waits.slice(0, WAITS_MOST),
    course: typical.course,
    statements: migrationStatements(sessions),
  };
  return { ...facts, faults: faultsOf(facts, rules) };
}

function faultsOf(
  { notApplied, stallNs, failedEvents }: Omit<MigrationWorkload, "faults">,
  rules: MigrationRules,
): readonly MigrationFault[] {
  return [
    ...(notApplied > 0 ? (["not-applied"] as const) : []),
    ...(rules.stallNs !== null && stallNs > rules.stallNs ? (["stall"] as const) : []),
    ...(rules.failed !== null && failedEvents > rules.failed ? (["failed"] as const) : []),
  ];
}

/** A real one of them: of an even number the upper of the two in the middle. */
function medianBy<T>(all: readonly T[], value: (each: T) => number): T {
  return all.toSorted((a, b) => value(a) - value(b))[Math.floor(all.length / 2)]!;
}

/** Those that any session ran, each with its median. */
function migrationStatements(sessions: readonly MigrationSession[]): readonly MigrationStatement[] {
  const longest = sessions.toSorted((a, b) => b.statements.length - a.statements.length)[0]!;
  return longest.statements.map((statement, position) => {
    const same = sessions.flatMap(({ statements }) => statements[position] ?? []);
    return { ...statement, tookNs: medianBy(same, ({ tookNs }) => tookNs).tookNs };
  });
}
