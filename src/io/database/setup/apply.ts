/** Steps of the set-up on one database, in their order. */
import { PlumblineError } from "../../../model/errors.ts";
import type { WorkFolder } from "../place/work-folder.ts";
import { queryRows } from "../sql/connect.ts";
import { runCommand } from "./command.ts";
import type { ServerUse } from "./remedies.ts";
import { applyFile } from "./sql-file.ts";
import type { PreparedStep, SetupCommand } from "./steps.ts";

export type Database = Readonly<{ url: string; place?: ServerUse }>;

export type Surroundings = Readonly<{
  folder: WorkFolder;
  report: (what: string) => void;
  /** Hears how many seconds each command took. */
  timed?: (step: SetupCommand, seconds: number) => void;
  signal: AbortSignal;
}>;

/** @throws PlumblineError that names the step's file and line, or the command with its last words */
export async function applySteps(
  steps: readonly PreparedStep[],
  { url, place = "fresh" }: Database,
  { folder, report, timed, signal }: Surroundings,
): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted();
    if (step.kind === "sql") {
      report(`set-up: ${step.file}`);
      await applyFile(url, step, signal, place);
    } else {
      report(`set-up: ${step.command}`);
      const began = performance.now();
      await runCommand(step, url, folder, (line) => report(`set-up: ${step.command}: ${line}`), signal);
      timed?.(step, (performance.now() - began) / 1000);
    }
  }
}

const TABLES =
  "SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' LIMIT 20";

/** Tables in which migration tools keep what they have applied. */
const OF_TOOLS =
  /^(?:(?:typeorm_|knex_|schema_|goose_|_sqlx_|_prisma_|__diesel_schema_|mikro_orm_|kysely_|django_|pg)?migrations?(?:_lock)?|goose_db_version|alembic_version|flyway_schema_history|databasechangelog(?:lock)?|sequelizemeta|ar_internal_metadata)$/i;

/**
 * A command may end well and have filled another database, or found no migration: then there would be nothing to measure, and
 * nothing would say so.
 * @param steps all that were done after the load
 * @throws PlumblineError of kind "usage" if commands left a PostgreSQL's database without a table of the application
 */
export async function assureTables(
  steps: readonly PreparedStep[],
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const command = steps.findLast((step) => step.kind === "command");
  if (command === undefined) return;
  const purpose = { what: "whether the set-up made tables", signal };
  // Another product may have no such catalogue.
  const tables = await queryRows<{ name: string }>(url, purpose, TABLES).catch(() => [{ name: "" }]);
  const names = tables.map(({ name }) => name);
  if (names.some((name) => !OF_TOOLS.test(name))) return;
  if (names.length > 0)
    throw new PlumblineError(
      "usage",
      `database.setup made no table but ${names.join(", ")}, in which a migration tool keeps what it has applied, though the command ${JSON.stringify(command.command)} ended well`,
      {
        remedy:
          "let the tool find its migrations: it may read them from a folder that only a build makes (npm run build)",
      },
    );
  throw new PlumblineError(
    "usage",
    `database.setup left no table in the database of DATABASE_URL, though the command ${JSON.stringify(command.command)} ended well`,
    {
      remedy:
        "let the command connect by DATABASE_URL, or by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE: it seems to use another database",
    },
  );
}
