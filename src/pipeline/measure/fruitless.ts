/** Workloads whose statements find nothing: whatever changes, their figures stay the same. */
import { rowsOfTag } from "../../analysis/samples/command-tags.ts";
import type { PlannedWorkload } from "../../config/plan.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import { tableFacts } from "../../io/inspect/tables.ts";
import { type Warning, warning } from "../../model/document.ts";
import { listed, plural } from "../../text/units.ts";
import type { SentEvents } from "./sent-events.ts";

const FILL = "let database.setup fill the tables, and let the scripts draw keys that are in them";

/** @returns a warning if no event returned or wrote a row; none where that is not known */
export async function withoutRows(
  { name, load, role }: PlannedWorkload,
  { statements, tags }: SentEvents,
  server: Server,
  signal: AbortSignal,
): Promise<readonly Warning[]> {
  const rows = tags.map(rowsOfTag).filter((each) => each !== null);
  if (rows.length === 0 || rows.some((each) => each > 0)) return [];
  const empty = await emptyTables(server.url(load), new Set(statements.map(({ sql }) => sql)), signal);
  const why = empty.length === 0 ? "" : `: ${listed(empty)} ${empty.length === 1 ? "has" : "have"} no rows`;
  const seen = role === undefined || empty.length > 0 ? "" : ` as ${role.name}`;
  return warning("no-rows", {
    workload: name,
    message: `none of ${plural(rows.length, "statement")} of ${name} returned or wrote a row${seen}${why}, so no index and no plan could matter`,
    remedy:
      seen === ""
        ? FILL
        : `${FILL}; where policies ask who is there, let them say so (SELECT set_config('request.jwt.claims', ..., true))`,
  });
}

/** Empty tables that the statements name. */
async function emptyTables(
  url: string,
  sql: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const words = new Set([...sql].flatMap((text) => text.toLowerCase().match(/[\w$]+/g) ?? []));
  const tables = await withClient(
    url,
    { what: "for its tables", signal },
    async (ask) => await tableFacts(ask),
  );
  return tables
    .filter(({ name, isEmpty }) => isEmpty && words.has(name.replace(/^.*\./, "").toLowerCase()))
    .map(({ name }) => name);
}
