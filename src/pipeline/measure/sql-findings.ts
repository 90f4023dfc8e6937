/** What statements, as they are sent, say about the schema: indexes that a type keeps from being used, and an order of text that matters. */
import type { Conversion } from "../../analysis/samples/plan.ts";
import type { SentStatement } from "../../analysis/samples/sent-statements.ts";
import { canBePlanned } from "../../analysis/samples/statement-text.ts";
import { type OrderedText, orderedText } from "../../analysis/warnings/text-order.ts";
import type { PlannedWorkload } from "../../config/plan.ts";
import { type Ask, withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import { textColumns, unusedIndex } from "../../io/inspect/columns.ts";
import { type Warning, warning } from "../../model/document.ts";
import { shortSql } from "../../text/sql.ts";
import { loadUrl } from "./role.ts";
import { sentPlan } from "./sent-plan.ts";

const STATEMENTS_MOST = 60;
const SQL_MOST = 120;
/** A plan that takes longer is not waited for. */
const STATEMENT_LIMIT_MS = 5_000;

export type SqlFindings = Readonly<{ warnings: readonly Warning[]; ordered: readonly OrderedText[] }>;

export async function sqlFindings(
  workload: PlannedWorkload,
  sent: readonly SentStatement[],
  server: Server,
  signal: AbortSignal,
): Promise<SqlFindings> {
  const statements = oneOfEach(sent);
  return await withClient(loadUrl(server, workload), { what: "for plans", signal }, async (ask) => {
    await ask(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
    const columns = await textColumns(ask);
    return {
      warnings: await conversions(ask, workload.name, statements),
      ordered: statements.flatMap(({ sql }) => orderedText(sql, columns)),
    };
  });
}

/** One for each text, whatever values are in it: 5 and 5.5 are of two types. */
function oneOfEach(sent: readonly SentStatement[]): readonly SentStatement[] {
  const keyOf = ({ sql }: SentStatement) =>
    sql.replace(/'(?:[^']|'')*'|\d+(\.\d+)?/g, (value, fraction?: string) =>
      value.startsWith("'") ? "''" : fraction === undefined ? "0" : "0.0",
    );
  const planned = sent.filter(({ sql }) => canBePlanned(sql));
  return [...new Map(planned.map((each) => [keyOf(each), each])).values()].slice(0, STATEMENTS_MOST);
}

async function conversions(
  ask: Ask,
  workload: string,
  statements: readonly SentStatement[],
): Promise<readonly Warning[]> {
  const found = new Map<string, Warning>();
  for (const statement of statements) {
    for (const conversion of (await sentPlan(ask, statement))?.conversions ?? []) {
      const unused = await unusedIndex(ask, conversion);
      if (unused === null) continue;
      const [said] = conversionWarning(workload, statement.sql, conversion, unused);
      found.set(JSON.stringify([conversion.column, conversion.type, unused.index]), said);
    }
  }
  return [...found.values()];
}

function conversionWarning(
  workload: string,
  sql: string,
  { relation, column, type }: Conversion,
  { index, type: own }: Readonly<{ index: string; type: string }>,
): readonly [Warning] {
  return warning("index-unusable", {
    workload,
    message: `${workload} reads all of ${relation}, whatever changes: ${shortSql(sql, SQL_MOST)} compares ${column}, which is ${own}, as ${type}, so ${index} is not used`,
    remedy: `give the value the column's type (CAST(... AS ${own})), if the application does`,
  });
}
