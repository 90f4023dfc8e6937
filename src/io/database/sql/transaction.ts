/** Files that mean something only within a transaction: migration tools open one for each file, where psql does not. */
import { type Statement, splitStatements } from "./statements.ts";

/** Statements that fail without one, or come to nothing. */
const NEEDS_ONE =
  /^(?:LOCK\b|DECLARE\b|CREATE\s+(?:(?:GLOBAL|LOCAL)\s+)?TEMP(?:ORARY)?\s[\s\S]*\bON\s+COMMIT\s+(?:DROP|DELETE)\b)/i;
/** Statements that PostgreSQL only warns of without one. */
const GAINS_BY_ONE = /^SET\s+(?:LOCAL|CONSTRAINTS)\b/i;
/** Statements that open or end one themselves, and those that PostgreSQL refuses within one. */
const FORBIDS_ONE = anyOf(
  /BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT|PREPARE\s+TRANSACTION/,
  /VACUUM|ALTER\s+SYSTEM|DISCARD\s+ALL|CLUSTER\s*$/,
  /(?:CREATE|DROP)\s+(?:DATABASE|TABLESPACE)|ALTER\s+DATABASE\s[\s\S]*\bSET\s+TABLESPACE/,
  /(?:CREATE|DROP|ALTER|REINDEX)\b[\s\S]*\bCONCURRENTLY/,
  /REINDEX\s+(?:\([^)]*\)\s*)?(?:SCHEMA|DATABASE|SYSTEM)/,
);
/** Statements that may fail within one, by what they call or what the file does next. */
const MAY_FORBID_ONE = anyOf(
  /CALL|DO\b[\s\S]*(?<!\bON\s{1,99})\b(?:COMMIT|ROLLBACK)/,
  /ALTER\s+TYPE\s[\s\S]*\bADD\s+VALUE/,
  /(?:CREATE|ALTER|DROP)\s+SUBSCRIPTION/,
);

function anyOf(...beginnings: readonly RegExp[]): RegExp {
  return new RegExp(String.raw`^(?:${beginnings.map(({ source }) => source).join("|")})(?!\w)`, "i");
}

/**
 * Statements of a file, between BEGIN and COMMIT where they need a transaction and open none. Where one may fail by it, a file that
 * would only be warned of is left as it is.
 */
export function statementsToApply(sql: string): readonly Statement[] {
  const all = splitStatements(sql);
  const has = (pattern: RegExp) => all.some(({ text }) => pattern.test(text));
  const isBetter = has(NEEDS_ONE) || (has(GAINS_BY_ONE) && !has(MAY_FORBID_ONE));
  if (!isBetter || has(FORBIDS_ONE)) return all;
  return [{ text: "BEGIN", line: all[0]!.line }, ...all, { text: "COMMIT", line: all.at(-1)!.line }];
}
