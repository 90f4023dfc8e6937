/** Texts on a migration that was tried under load. Statements, tables and files are text from outside. */
import type {
  LockParty,
  LockWait,
  MigrationFault,
  MigrationReport,
  MigrationWorkload,
} from "../../model/migration.ts";
import { plainLine } from "../../text/outside.ts";
import { formatChosen, formatCount, formatMeasuredTime, plural } from "../../text/units.ts";
import { sqlstateText } from "./sqlstate.ts";

/** A wait is named if it is at least this share of the stall. */
const SHARE_OF_STALL = 0.1;
const WAITS_MOST = 3;
const STATEMENT_MOST = 120;
const FILES_MOST = 3;

/** A limit with the digits that the user chose; "none" if there is none. */
export function formatTimeLimit(ns: number | null): string {
  return ns === null ? "none" : formatChosen("p99", ns);
}

/** Plain words, without anything from outside; null where there are no faults. */
export function migrationFault(migration: MigrationReport | undefined): string | null {
  const faulty = (migration?.workloads ?? []).filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return null;
  const all = new Set(faulty.flatMap(({ faults }) => faults));
  const stall = Math.max(...faulty.map(({ stallNs }) => stallNs));
  const words: Readonly<Record<MigrationFault, string>> = {
    "not-applied": "cannot be applied",
    stall: `stalls statements for ${formatMeasuredTime(stall)}`,
    failed: "makes statements fail",
  };
  const said = (["not-applied", "stall", "failed"] as const).filter((fault) => all.has(fault));
  return `the migration ${said.map((fault) => words[fault]).join(" and ")}`;
}

/** Files of the migration, or its command. */
export function migrationName({ files, command }: MigrationReport): string {
  if (command !== null) return plainLine(command, STATEMENT_MOST);
  const shown = files.slice(0, FILES_MOST).map((file) => plainLine(file));
  const more = files.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${formatCount(more)} more` : shown.join(", ");
}

/** Cells of a table: under which workload, and what it came to. */
type MigrationCells = Readonly<{
  workload: string;
  took: string;
  stall: string;
  worst: string;
  before: string;
  slow: string;
  failed: string;
}>;

export function migrationCells(workload: MigrationWorkload): MigrationCells {
  return {
    workload: plainLine(workload.workload),
    took: formatMeasuredTime(workload.tookNs),
    stall: formatMeasuredTime(workload.stallNs),
    worst: formatMeasuredTime(workload.worstStallNs),
    before: formatMeasuredTime(workload.longestBeforeNs),
    slow: formatMeasuredTime(workload.slowNs),
    failed: formatCount(workload.failedEvents),
  };
}

/** One sentence on a workload under which all went well, or did not. */
export function migrationLine(workload: MigrationWorkload, { rules }: MigrationReport): string {
  const { took, stall, failed } = migrationCells(workload);
  const limit = rules.stallNs === null ? "" : ` (limit ${formatTimeLimit(rules.stallNs)})`;
  const events = workload.failedEvents === 0 ? "none failed" : `${failed} failed`;
  return `under ${plainLine(workload.workload)}: took ${took}, longest wait of a statement ${stall}${limit}, ${events}`;
}

/** Causes, sentence by sentence, the most telling first. */
export function migrationCauses(workload: MigrationWorkload): readonly string[] {
  const { failure, notApplied, sessions, rewritten, failuresBySqlstate, faults } = workload;
  const waits = tellingWaits(workload).map((wait) => waitText(wait, workload));
  const states = Object.entries(failuresBySqlstate).map(
    ([state, count]) => `${formatCount(count)} × ${plainLine(sqlstateText(state), 40)}`,
  );
  return [
    ...(failure === null
      ? []
      : [
          `Not applied in ${formatCount(notApplied)} of ${plural(sessions, "session")}: ${plainLine(failure.place, STATEMENT_MOST)}: ${plainLine(failure.message, 300)}${failure.sqlstate === null ? "" : ` (SQLSTATE ${plainLine(failure.sqlstate, 40)})`}${failure.statement === null ? "" : `: ${quotedStatement(failure.statement)}`}`,
        ]),
    ...waits,
    ...(rewritten.length === 0
      ? []
      : [
          `It rewrote ${rewritten
            .slice(0, 5)
            .map((table) => plainLine(table))
            .join(", ")}`,
        ]),
    ...(states.length === 0 ? [] : [`Failed attempts of all sessions, by SQLSTATE: ${states.join(", ")}`]),
    ...(faults.includes("stall") && waits.length === 0
      ? ["No wait for a lock was seen that would explain it: look at the CPUs and the disk"]
      : []),
  ];
}

/** Waits that are a part of the stall. If others stand behind the migration, its own wait is reported with theirs. */
function tellingWaits({ waits, stallNs }: MigrationWorkload): readonly LockWait[] {
  const isListedBelow = ({ waiter }: LockWait) =>
    waiter.who === "migration" && waits.some(({ behind }) => behind?.statement === waiter.statement);
  return waits
    .filter((wait) => wait.longestNs >= SHARE_OF_STALL * stallNs && !isListedBelow(wait))
    .slice(0, WAITS_MOST);
}

function waitText(
  { on, waiter, holder, behind, longestNs, waiters }: LockWait,
  workload: MigrationWorkload,
): string {
  const table = plainLine(on);
  const long = formatMeasuredTime(longestNs);
  if (waiter.who === "migration")
    return `${quotedStatement(waiter.statement)}${statementPlace(waiter, workload)} itself waited ${long} for ${modeText(waiter)} on ${table}: ${partyText(holder)}`;
  const crowd = `${plural(waiters, "connection")} of the load waited, up to ${long}, for ${modeText(waiter)}: ${quotedStatement(waiter.statement)}`;
  if (behind !== null)
    return `${quotedStatement(behind.statement)}${statementPlace(behind, workload)} waits for ${modeText(behind)} on ${table}: ${partyText(holder)}. Behind it ${crowd}`;
  return `${quotedStatement(holder.statement)}${statementPlace(holder, workload)} has ${modeText(holder)} on ${table}: ${crowd}`;
}

/** Another connection, and what it does with the lock. */
function partyText({ who, mode, state, statement }: LockParty): string {
  const name = who === "load" ? "the load" : who === "migration" ? "the migration" : "another connection";
  const idle = state === "" || state === "active" ? "" : `, ${plainLine(state, 40)},`;
  return `${name}${idle} has ${modeText({ mode })} since ${quotedStatement(statement)}`;
}

/** The lock that a connection has. "" stands for one on something else than the table, which is waited for all the same. */
function modeText({ mode }: Pick<LockParty, "mode">): string {
  return mode === "" ? "a lock" : plainLine(mode, 40);
}

function quotedStatement(statement: string): string {
  return `“${plainLine(statement, STATEMENT_MOST)}”`;
}

/** Place of the statement in the migration's files. */
function statementPlace({ statement }: LockParty, { statements }: MigrationWorkload): string {
  const place = placeOfStatement(statement, statements);
  return place === null ? "" : ` (${plainLine(place, STATEMENT_MOST)})`;
}

function placeOfStatement(text: string, statements: MigrationWorkload["statements"]): string | null {
  const start = text.slice(0, STATEMENT_MOST);
  return start === "" ? null : (statements.find((each) => each.text.startsWith(start))?.place ?? null);
}

/** `file:line` of what is to be looked at first; null where it is not known. */
export function migrationPlace(workload: MigrationWorkload): string | null {
  if (workload.failure !== null) return workload.failure.place;
  const own = tellingWaits(workload).flatMap(({ waiter, holder, behind }) =>
    [behind, holder, waiter].filter((party) => party?.who === "migration"),
  );
  return (
    own
      .map((party) => placeOfStatement(party!.statement, workload.statements))
      .find((place) => place !== null) ?? null
  );
}

type Way = Readonly<{ when: (statement: string) => boolean; remedy: string }>;

const isOf = (pattern: RegExp) => (statement: string) => pattern.test(statement);

/** Ways that are known to work instead. */
const WAYS: readonly Way[] = [
  {
    when: (statement) =>
      /^CREATE (?:UNIQUE )?INDEX\b/i.test(statement) && !/\bCONCURRENTLY\b/i.test(statement),
    remedy: "use CREATE INDEX CONCURRENTLY, outside of a transaction: writes go on meanwhile",
  },
  {
    when: (statement) => /^REINDEX\b/i.test(statement) && !/\bCONCURRENTLY\b/i.test(statement),
    remedy: "use REINDEX ... CONCURRENTLY: reads and writes go on meanwhile",
  },
  {
    when: isOf(/\bADD (?:CONSTRAINT \S+ )?(?:UNIQUE|PRIMARY KEY)\b/i),
    remedy: "run CREATE UNIQUE INDEX CONCURRENTLY first, then ADD CONSTRAINT ... USING INDEX",
  },
  {
    when: (statement) =>
      /\b(?:FOREIGN KEY|REFERENCES|CHECK)\b/i.test(statement) && !/\bNOT VALID\b/i.test(statement),
    remedy: "use ADD CONSTRAINT ... NOT VALID, then VALIDATE CONSTRAINT in a transaction of its own",
  },
  {
    when: isOf(/\bSET NOT NULL\b/i),
    remedy:
      "run first ADD CONSTRAINT ... CHECK (column IS NOT NULL) NOT VALID and VALIDATE it: SET NOT NULL then reads no row",
  },
];

/** Remedies that would work instead, the most specific first; empty if it passed. */
export function migrationRemedies(workload: MigrationWorkload): readonly string[] {
  const { faults, rewritten, failure } = workload;
  if (faults.length === 0) return [];
  const waits = tellingWaits(workload);
  const statements = waits.flatMap(({ holder, behind }) =>
    [holder, behind].flatMap((party) => (party?.who === "migration" ? [party.statement] : [])),
  );
  const known = WAYS.filter(({ when }) => statements.some(when)).map(({ remedy }) => remedy);
  const isQueue = waits.some(({ waiter, behind }) => behind !== null || waiter.who === "migration");
  const isStall = faults.includes("stall");
  return [
    ...(failure === null
      ? []
      : ["fix it: it is applied to base's schema, each statement by itself, as psql does"]),
    ...(isStall ? known : []),
    ...(isStall && rewritten.length > 0 && known.length === 0
      ? [
          "add a column next to the old one, fill it in parts, and switch over: a rewrite locks all clients out until it is done",
        ]
      : []),
    ...(isStall && isQueue
      ? [
          "run SET lock_timeout = '200ms' before it, and try again after a timeout: nothing queues behind it for longer",
        ]
      : []),
    ...(isStall && known.length === 0 && rewritten.length === 0 && !isQueue && waits.length > 0
      ? ["let the transaction that has the lock end sooner: a lock is kept to the end of its transaction"]
      : []),
    ...(faults.includes("failed")
      ? [
          "let the schema serve the old program and the new one: add what is new first, take away what is old in a later release",
        ]
      : []),
  ];
}
