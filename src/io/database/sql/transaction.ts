/** Files that mean something only within a transaction: migration tools open one for each file, where psql does not. */
import { type Statement, splitStatements } from "./statements.ts";

const NEEDS_ONE =
  /^(?:LOCK\b|SET\s+LOCAL\b|SET\s+CONSTRAINTS\b|DECLARE\b|CREATE\s+(?:(?:GLOBAL|LOCAL)\s+)?TEMP(?:ORARY)?\s[\s\S]*\bON\s+COMMIT\s+(?:DROP|DELETE)\b)/i;
/** Statements that open or end one themselves, and those that PostgreSQL refuses within one. */
const FORBIDS_ONE =
  /^(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT|VACUUM|ALTER\s+SYSTEM|(?:CREATE|DROP)\s+(?:DATABASE|TABLESPACE)|(?:CREATE|DROP)\s[\s\S]*?\bCONCURRENTLY|REINDEX\b[\s\S]*\bCONCURRENTLY)\b/i;

/** Statements of a file, between BEGIN and COMMIT where they need a transaction and open none. */
export function statementsToApply(sql: string): readonly Statement[] {
  const all = splitStatements(sql);
  const needsOne =
    all.some(({ text }) => NEEDS_ONE.test(text)) && !all.some(({ text }) => FORBIDS_ONE.test(text));
  if (!needsOne) return all;
  return [{ text: "BEGIN", line: all[0]!.line }, ...all, { text: "COMMIT", line: all.at(-1)!.line }];
}
