/** Workloads whose statements find nothing: whatever changes, their figures stay the same. */
import { rowsOfTag } from "../../analysis/samples/command-tags.ts";
import type { Plan, PlannedWorkload } from "../../config/plan.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import { EXPLAINING } from "../../io/inspect/plans.ts";
import { tableFacts } from "../../io/inspect/tables.ts";
import { tapWire } from "../../io/inspect/wire-tap.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Warning } from "../../model/document.ts";
import { listed, plural } from "../../text/units.ts";

/** Enough to meet a row that one in ten events meets. */
const EVENTS_MOST = 50;
const SECONDS_MOST = 2;
const SEED = 1;

/** @returns a warning for each workload of scripts of which no event returned or wrote a row; none where that is not known */
export async function withoutRows(
  { workloads }: Pick<Plan, "workloads">,
  server: Server,
  generator: Pick<LoadGenerator, "run">,
  signal: AbortSignal,
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const workload of workloads) {
    if (workload.script === undefined || !EXPLAINING.includes(server.product)) continue;
    const { sql, tags } = await eventsOf(workload, server, generator, signal);
    const rows = tags.map(rowsOfTag).filter((each) => each !== null);
    if (rows.length === 0 || rows.some((each) => each > 0)) continue;
    const empty = await emptyTables(workload, server, sql, signal);
    const why = empty.length === 0 ? "" : `: ${listed(empty)} ${empty.length === 1 ? "has" : "have"} no rows`;
    warnings.push({
      code: "no-rows",
      workload: workload.name,
      message: `none of ${plural(rows.length, "statement")} of ${workload.name} returned or wrote a row${why}, so no index and no plan could matter`,
      remedy: "let database.setup fill the tables, and let the scripts draw keys that are in them",
    });
  }
  return warnings;
}

async function eventsOf(
  { workload, dialect, options, script, load }: PlannedWorkload,
  server: Server,
  generator: Pick<LoadGenerator, "run">,
  signal: AbortSignal,
): Promise<Readonly<{ sql: ReadonlySet<string>; tags: readonly string[] }>> {
  const sql = new Set<string>();
  const tags: string[] = [];
  const tap = await tapWire(
    server.url(load),
    (statement) => sql.add(statement.sql),
    true,
    (tag) => tags.push(tag),
  );
  const { rate: _, ...lasting } = options;
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting, threads: 1, events: EVENTS_MOST },
      targets: [{ url: tap.url, pid: null, script }],
      seconds: SECONDS_MOST,
      warmupSeconds: 0,
      sliceMs: 50,
      seed: SEED,
      onProgress: () => undefined,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    // Each script has run once by now: what fails in a later event is the measurement's to say.
    if (!(error instanceof Error)) throw error;
  } finally {
    await tap.stop();
  }
  return { sql, tags };
}

/** Empty tables that the statements name. */
async function emptyTables(
  { load }: PlannedWorkload,
  server: Server,
  sql: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const words = new Set([...sql].flatMap((text) => text.toLowerCase().match(/[\w$]+/g) ?? []));
  const tables = await withClient(
    server.url(load),
    { what: "for its tables", signal },
    async (ask) => await tableFacts(ask),
  );
  return tables
    .filter(({ name, isEmpty }) => isEmpty && words.has(name.replace(/^.*\./, "").toLowerCase()))
    .map(({ name }) => name);
}
