/** Finds what schema.prisma has beyond the migrations: nothing, if every change of it came with one. */
import { readFileSync } from "node:fs";
import {
  MIGRATIONS_DIR,
  memoryAdapter,
  NO_FILTERS,
  readMigrations,
  SCHEMA_PATH,
  startSchemaEngine,
} from "./schema-engine.mjs";

/**
 * Applies the migrations to an in-memory PostgreSQL and compares the outcome with the schema.
 * @returns {Promise<string | undefined>} the SQL that is missing, or undefined
 */
export async function schemaDrift(schemaPath = SCHEMA_PATH, migrationsDir = MIGRATIONS_DIR) {
  const files = [{ path: "schema.prisma", content: readFileSync(schemaPath, "utf8") }];
  const engine = await startSchemaEngine(
    await memoryAdapter(),
    files.map(({ path, content }) => [path, content]),
  );
  await engine.applyMigrations({ migrationsList: readMigrations(migrationsDir), filters: NO_FILTERS });
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files, configDir: process.cwd() },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: true,
    shadowDatabaseUrl: null,
    filters: NO_FILTERS,
  });
  const DIFFERENT = 2;
  return exitCode === DIFFERENT ? stdout : undefined;
}
