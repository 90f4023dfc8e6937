/**
 * Makes a store usable, without Prisma's command line: brings its tables up to date where they are to be written to, and looks whether
 * this program may use tables of another version. Versions of Plumbline that share a store need not be the same. It keeps the books of `prisma migrate`
 * (same table, checksums and advisory lock), so `prisma migrate deploy` and `status` agree with it.
 *
 * All pending migrations are one transaction: a failing one leaves the database as it was, nothing needs to be resolved by hand, and
 * the lock goes with the transaction, which also works behind a pooler. (So no migration may use CREATE INDEX CONCURRENTLY.)
 */
import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { PlumblineError } from "../../model/errors.ts";
import { BoundedClient } from "../host/bounded-client.ts";
import { MIGRATIONS, type StoreMigration } from "./migrations.ts";
import { sqlFor } from "./product.ts";
import { READS_FROM, type Use, WRITES_FROM } from "./schema-version.ts";
import { explain, storeError } from "./store-error.ts";

/** Prisma's: `migrate deploy` takes the same. */
const ADVISORY_LOCK = 72707369;
const LOCK_TIMEOUT = "60s";
/** Milliseconds that a statement may take that goes through all rows. */
const STATEMENT_MS = 3_600_000;

/** Table as Prisma creates it. */
const BOOKS = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

type AppliedMigration = Readonly<{ migration_name: string; checksum: string; finished_at: Date | null }>;
type Connection = pg.Pool | pg.PoolClient;

/**
 * Readies the tables for a use, and answers which version of them this program then finds: never more than it knows. Reading migrates nothing. Writing does, but where this user may not, and the tables are recent
 * enough to be written to as they are, they stay.
 * @throws PlumblineError of kind "store" where the tables are too old or too new for that use
 */
export async function ready(
  pool: pg.Pool,
  schema: string,
  where: string,
  use: Use,
  migrations: readonly StoreMigration[] = MIGRATIONS,
): Promise<number> {
  const version = await explain("open it", where, async () => {
    const entries = await usableBooks(pool, schema, use, migrations);
    return migrations.length - pendingOf(entries, migrations).length;
  });
  if (version === migrations.length) return version;
  if (use === "read") {
    if (version >= READS_FROM) return version;
    throw tooOld(where, version);
  }
  try {
    await migrate(pool, schema, where, migrations);
    return migrations.length;
  } catch (error) {
    if (!isPermissionDenied(error) || version < WRITES_FROM) throw error;
    return version;
  }
}

function tooOld(where: string, version: number): PlumblineError {
  return new PlumblineError(
    "store",
    version === 0
      ? `store ${where}: there are no runs yet, nor tables for them`
      : `store ${where}: its tables have schema version ${version}, and this Plumbline reads from version ${READS_FROM} on`,
    { remedy: "run `plumbline store migrate` once; reading changes nothing by itself" },
  );
}

function isPermissionDenied(error: unknown): boolean {
  const codes = [error, (error as Error).cause, ((error as Error).cause as Error | undefined)?.cause];
  return codes.some((each) => (each as pg.DatabaseError | undefined)?.code === "42501");
}

/** Times that a store may be migrated between two questions. */
const MOVES_MOST = 3;

/** The migrations of a store that this program may use so, whatever newer programs made of its tables. */
async function usableBooks(
  pool: pg.Pool,
  schema: string,
  use: Use,
  migrations: readonly StoreMigration[],
): Promise<readonly AppliedMigration[]> {
  for (let moves = 0; ; moves++) {
    const entries = await readBooks(pool, schema);
    const newer = newerThan(entries, migrations);
    if (newer.length === 0) return entries;
    const row = await newestRow(pool, schema);
    // A newer program may have migrated once more since the first question.
    const hasMoved = row !== null && row.version > migrations.length + newer.length;
    if (hasMoved && moves < MOVES_MOST) continue;
    refuseTooNew(row, newer, use, migrations.length);
    return entries;
  }
}

type VersionRow = Readonly<{ version: number; readable_from: number; writable_from: number }>;

/** Row in which a store that is newer than this program describes itself, or null if there is none. */
async function newestRow(connection: Connection, schema: string): Promise<VersionRow | null> {
  const table = `${pg.escapeIdentifier(schema)}."schema_version"`;
  const { rows } = await connection.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [
    table,
  ]);
  if (!rows[0]?.found) return null;
  const newest = await connection.query<VersionRow>(`SELECT * FROM ${table} ORDER BY version DESC LIMIT 1`);
  return newest.rows[0] ?? null;
}

function refuseTooNew(row: VersionRow | null, newer: readonly string[], use: Use, own: number): void {
  // Without a row for each, another program made them.
  if (row === null || row.version !== own + newer.length) {
    throw new PlumblineError(
      "store",
      `the store has a migration that this version does not know: ${newer[0]}`,
      {
        remedy:
          "update this Plumbline, for a newer one uses the store; if another program uses the schema, give the store its own: ?schema=NAME in its URL",
      },
    );
  }
  const from = use === "read" ? row.readable_from : row.writable_from;
  if (own >= from) return;
  throw new PlumblineError(
    "store",
    `the store has schema version ${row.version}; to ${use} it takes a Plumbline that supports version ${from}, and this one supports ${own}`,
    { remedy: "update this Plumbline: a newer one uses the store" },
  );
}

/**
 * Applies what is missing and answers the names. Needs only SELECT when nothing is missing. Several processes may start at once: one
 * applies, the others wait and find nothing to do.
 * @param where the store's location, for errors.
 * @throws PlumblineError of kind "store"; the database is then as it was.
 */
export async function migrate(
  pool: pg.Pool,
  schema: string,
  where: string,
  migrations: readonly StoreMigration[] = MIGRATIONS,
): Promise<readonly string[]> {
  try {
    const entries = await usableBooks(pool, schema, "write", migrations);
    if (pendingOf(entries, migrations).length === 0) return [];
    const connection = await pool.connect();
    try {
      return await applyPending(connection, schema, migrations);
    } catch (error) {
      // The connection may be what failed; then the server has rolled back by itself.
      await connection.query("ROLLBACK").catch(() => undefined);
      throw error;
    } finally {
      connection.release();
    }
  } catch (error) {
    throw storeError(error, "open it", where);
  }
}

async function applyPending(
  connection: pg.PoolClient,
  schema: string,
  migrations: readonly StoreMigration[],
): Promise<readonly string[]> {
  if (connection instanceof BoundedClient) connection.question.limitMs = STATEMENT_MS;
  await connection.query("BEGIN");
  await connection.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  await connection.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
  await createSchema(connection, schema);
  await connection.query(`SET LOCAL search_path TO ${pg.escapeIdentifier(schema)}`);
  await connection.query(BOOKS);
  const pending = pendingOf(await readBooks(connection, schema), migrations);
  const { rows } = await connection.query<{ version: string }>("SELECT version() AS version");
  for (const migration of pending) {
    await apply(connection, { ...migration, sql: sqlFor(rows[0]!.version, migration.sql) });
    await connection.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksumOf(migration), migration.name],
    );
  }
  await connection.query("COMMIT");
  return pending.map(({ name }) => name);
}

/** Asks first: IF NOT EXISTS needs the permission to create even if there is nothing to do. */
async function createSchema(connection: pg.PoolClient, schema: string): Promise<void> {
  const { rowCount } = await connection.query("SELECT FROM pg_namespace WHERE nspname = $1", [schema]);
  if (rowCount === 0) await connection.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
}

async function apply(connection: pg.PoolClient, { name, sql }: StoreMigration): Promise<void> {
  try {
    await connection.query(sql);
  } catch (cause) {
    const { code, message } = cause as pg.DatabaseError;
    throw new PlumblineError(
      "store",
      `migration ${name} failed: ${message} (${code}); the store is as it was before`,
      {
        remedy:
          code === "42501"
            ? "run `plumbline store migrate` once as the owner of the store's schema"
            : "remove what stands in its way (the message names it), or keep the store in a schema of its own: ?schema=NAME in its URL",
        cause,
      },
    );
  }
}

async function readBooks(connection: Connection, schema: string): Promise<readonly AppliedMigration[]> {
  const books = `${pg.escapeIdentifier(schema)}."_prisma_migrations"`;
  const { rows } = await connection.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [
    books,
  ]);
  if (!rows[0]?.found) return [];
  const entries = await connection.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at FROM ${books} WHERE rolled_back_at IS NULL`,
  );
  return entries.rows;
}

function pendingOf(
  entries: readonly AppliedMigration[],
  migrations: readonly StoreMigration[],
): readonly StoreMigration[] {
  refuseBroken(entries, migrations);
  const applied = new Set(entries.map((entry) => entry.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** Migrations that this program does not know, oldest first. They follow all of its own, or are another program's. */
function newerThan(
  entries: readonly AppliedMigration[],
  migrations: readonly StoreMigration[],
): readonly string[] {
  const ours = new Set(migrations.map(({ name }) => name));
  return entries
    .map((entry) => entry.migration_name)
    .filter((name) => !ours.has(name))
    .sort();
}

/** Books that contradict ours: guessing would endanger the data. */
function refuseBroken(entries: readonly AppliedMigration[], migrations: readonly StoreMigration[]): void {
  const ours = new Map(migrations.map((migration) => [migration.name, checksumOf(migration)]));
  for (const { migration_name: name, checksum, finished_at } of entries) {
    if (!ours.has(name)) continue;
    if (finished_at === null) {
      throw new PlumblineError(
        "store",
        `migration ${name} was started by \`prisma migrate\` and not finished`,
        {
          remedy: `repair what it left, then: npx prisma migrate resolve --rolled-back ${name}`,
        },
      );
    }
    if (ours.get(name) !== checksum) {
      throw new PlumblineError("store", `migration ${name} was applied to the store in another form`, {
        remedy: "export its runs and import them into a new store: a development version made this one",
      });
    }
  }
}

function checksumOf({ sql }: StoreMigration): string {
  return createHash("sha256").update(sql).digest("hex");
}
