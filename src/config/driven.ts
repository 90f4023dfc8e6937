/** Compares the tables of the set-up with those of the workloads: a check that drives other tables passes whatever changes. */

import type { Warning } from "../model/document.ts";
import { hasWord } from "../text/outside.ts";
import { keptName, SQL_NAME } from "../text/sql.ts";

/** Text of the set-up's steps. */
type SetupText = Readonly<{
  sql: readonly string[];
  /** Shell commands: what they do is not known. */
  commands: readonly string[];
}>;

/** Names of the tables that a workload drives, and the text of its own SQL. */
export type DrivenTables = Readonly<{ tables: readonly string[]; sql: readonly string[] }>;

const NAME = String.raw`(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?${SQL_NAME}`;
const TOUCHES = new RegExp(
  [
    String.raw`\b(?:CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNLOGGED\s+|MATERIALIZED\s+)?(?:TABLE|VIEW|FUNCTION|PROCEDURE)|ALTER\s+TABLE|INSERT\s+INTO|COPY)\s+${NAME}`,
    String.raw`\bCREATE\s+(?:UNIQUE\s+)?(?:INDEX|(?:CONSTRAINT\s+)?TRIGGER)\b[^;]*?\bON\s+${NAME}`,
  ].join("|"),
  "gi",
);
const NAMED_MOST = 3;

/** A warning where no workload touches what the set-up makes; null where one does, or where that cannot be known. */
export function undrivenSetup(setup: SetupText, workloads: readonly DrivenTables[]): Warning | null {
  const touched = new Set(setup.sql.flatMap(touchedBy));
  const hasOwn = workloads.some(({ sql }) => sql.length > 0);
  if (touched.size === 0 && (setup.commands.length === 0 || hasOwn)) return null;
  // What a shell command makes is not known, and may well be what the scripts of a workload use.
  if (setup.commands.length > 0 && hasOwn) return null;
  const text = [...setup.commands, ...setup.sql].join("\n");
  const isDriven = ({ tables, sql }: DrivenTables) =>
    tables.some((table) => hasWord(text, table)) ||
    sql.some((statement) => [...touched].some((name) => hasWord(statement, name)));
  if (workloads.some(isDriven)) return null;
  const names = [...touched];
  const more = names.length > NAMED_MOST ? ` and ${names.length - NAMED_MOST} more` : "";
  const what =
    names.length === 0 ? "runs commands" : `is about ${names.slice(0, NAMED_MOST).join(", ")}${more}`;
  return {
    code: "setup-not-driven",
    message: `database.setup ${what}, and no workload touches that: this check does not see what changes there`,
    remedy: "measure your own SQL: workloads[].script (docs/how-to/own-sql.md)",
  };
}

function touchedBy(sql: string): readonly string[] {
  return [...sql.matchAll(TOUCHES)].map(([, first, second]) => keptName(first ?? second ?? ""));
}
