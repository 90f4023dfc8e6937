/** Output of `plumbline try`: what ran, what it met, what a check would measure. */
import type { Tried, TriedArm, TriedScript, TriedStatement } from "../../model/tried.ts";
import { plainLine } from "../../text/outside.ts";
import { shortSql } from "../../text/sql.ts";
import { formatDuration, listed, plainSpaces, plural } from "../../text/units.ts";

const SQL_MOST = 100;

export function triedWords(tried: Tried): string {
  const [head, base] = tried.arms as readonly [TriedArm, TriedArm?];
  const lines = [
    armLine(head),
    ...head.scripts.flatMap((script) => scriptLines(script)),
    ...(base === undefined ? [] : [armLine(base), ...baseLines(base, head)]),
    ...(tried.withoutBase === null ? [] : [`head alone: ${plainLine(tried.withoutBase, 300)}`]),
    ...(tried.notTried.length === 0
      ? []
      : [`not tried, because the load generator makes their tables: ${tried.notTried.join(", ")}`]),
    ...triedWarnings(head).map((warning) => `warning: ${warning}`),
    ...rowsLines(tried),
    measuredLine(tried),
    "",
  ];
  return plainSpaces(lines.join("\n"));
}

function rowsLines({ rowsFile, arms: [head] }: Tried): readonly string[] {
  const draft = head?.rowsDraft ?? null;
  if (draft === null || rowsFile === null) return [];
  const open =
    draft.refused.length === 0
      ? ""
      : `; ${listed(draft.refused)} ${draft.refused.length === 1 ? "needs" : "need"} a hand: it says why`;
  return [
    `wrote ${rowsFile}: made-up rows for ${listed(draft.tables) || "no table"}${open}. Read it, copy it to db/rows.sql, and name that in database.setup after the schema`,
  ];
}

/** True if head's own schema runs all scripts. */
export function isRunnable({ arms }: Tried): boolean {
  return arms[0]!.scripts.every(({ refusal }) => refusal === null);
}

function armLine({ arm, server, setupSeconds, tables }: TriedArm): string {
  return `${arm}: ${server}, set up in ${formatDuration(setupSeconds)}: ${plural(tables, "table")}`;
}

function scriptLines({ workload, file, refusal, statements }: TriedScript): readonly string[] {
  return [
    `  ${workload}: ${file}`,
    ...statements.filter(({ rows }) => rows !== null).map((statement) => `    ${statementLine(statement)}`),
    ...(refusal === null ? [] : [`    fails: ${plainLine(refusal, 400)}`]),
  ];
}

function statementLine({ sql, rows, steps }: TriedStatement): string {
  const how = steps.length === 0 ? "" : `; ${steps.join(", ")}`;
  return `${plainLine(shortSql(sql, SQL_MOST), SQL_MOST + 10)}: ${plural(rows!, "row")}${how}`;
}

/** What base does otherwise than head. */
function baseLines(base: TriedArm, head: TriedArm): readonly string[] {
  const lines = base.scripts.flatMap((script, at) => {
    const own = head.scripts[at];
    if (script.refusal !== null)
      return [`  ${script.workload}: new, because base cannot run it: ${plainLine(script.refusal, 300)}`];
    return script.statements.flatMap((statement, i) => {
      const other = own?.statements[i];
      const isSame = other === undefined || String(other.steps) === String(statement.steps);
      return isSame ? [] : [`  ${script.workload}: otherwise than head: ${statementLine(statement)}`];
    });
  });
  return lines.length === 0 ? ["  the same plans as head"] : lines;
}

/** What would make a check look at nothing. */
export function triedWarnings({ scripts, emptyTables, warnings }: TriedArm): readonly string[] {
  const empty = new Set(emptyTables.map(tableName));
  const met = (statement: TriedStatement) => statement.tables.filter((table) => empty.has(table));
  const nameOf = ({ workload, file }: TriedScript) =>
    scripts.filter((each) => each.workload === workload).length > 1 ? `${workload}, ${file}` : workload;
  return [
    ...scripts.flatMap((script) => rowlessStatements(script, nameOf(script), met)),
    ...warnings.map(({ message, remedy }) => `${message} (${remedy})`),
  ];
}

/** Plans name tables without their schema. */
function tableName(table: string): string {
  return table.slice(table.indexOf(".") + 1);
}

function rowlessStatements(
  { statements, refusal }: TriedScript,
  name: string,
  met: (statement: TriedStatement) => readonly string[],
): readonly string[] {
  const counting = statements.filter(({ rows }) => rows !== null);
  const tables = [...new Set(counting.flatMap(met))];
  const isEmpty =
    tables.length === 0
      ? ""
      : `: ${listed(tables)} ${tables.length === 1 ? "has" : "have"} no rows, so no index of ${tables.length === 1 ? "it" : "them"} matters`;
  if (refusal === null && counting.length > 0 && counting.every(({ rows }) => rows === 0))
    return [`${name}: no statement returned or wrote a row${isEmpty}`];
  return isEmpty === "" ? [] : [`${name}: it meets empty tables${isEmpty}`];
}

function measuredLine({ measured: { workloads, seconds, least, most }, arms }: Tried): string {
  const setup = arms.reduce((sum, arm) => sum + arm.setupSeconds, 0);
  const sessions =
    least.sessions === most.sessions
      ? `${plural(least.sessions, "session")}: about ${formatDuration(least.seconds)}`
      : `${least.sessions} to ${most.sessions} sessions: ${formatDuration(least.seconds)} to ${formatDuration(most.seconds)}`;
  return `a check measures ${plural(workloads, "workload")} for ${seconds} s in each of ${sessions}, after ${formatDuration(setup)} of set-up`;
}
