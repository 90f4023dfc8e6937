// Writes the migration that takes the database from prisma/migrations to prisma/schema.prisma, and embeds it. Needs neither network
// nor server. The SQL is a proposal: read it, and edit it before it is committed (afterwards its checksum is in people's databases).
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaDrift } from "./drift.mjs";
import { EMBEDDED_PATH, renderMigrations } from "./embed-migrations.mjs";
import { MIGRATIONS_DIR } from "./schema-engine.mjs";

const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    "usage: node scripts/prisma/new-migration.mjs NAME   (lower case letters, digits, underscores)",
  );
  process.exit(2);
}

const sql = await schemaDrift();
if (sql === undefined) {
  console.log("nothing to do: the migrations already make what prisma/schema.prisma says");
  process.exit(0);
}
const stamp = new Date().toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
const folder = join(MIGRATIONS_DIR, `${stamp}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "migration.sql"), sql);
const lock = join(MIGRATIONS_DIR, "migration_lock.toml");
if (!existsSync(lock)) writeFileSync(lock, 'provider = "postgresql"\n');
writeFileSync(EMBEDDED_PATH, renderMigrations());
console.log(`${join(folder, "migration.sql")}:\n\n${sql}`);
process.exit(0);
