/**
 * Writes src/io/store/migrations.ts, the copy of prisma/migrations that the bundled program carries: a bundle has no files next to it,
 * and a plain module means the same to the bundler, the tests and the compiler.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MIGRATIONS_DIR, migrationNames } from "./schema-engine.mjs";

export const EMBEDDED_PATH = fileURLToPath(new URL("../../src/io/store/migrations.ts", import.meta.url));

export function renderMigrations(folder = MIGRATIONS_DIR) {
  const entries = migrationNames(folder).map((name) => {
    const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
    const literal = sql.replaceAll(/[`\\]|\$\{/g, "\\$&");
    return `  {\n    name: ${JSON.stringify(name)},\n    sql: \`${literal}\`,\n  },\n`;
  });
  return `// Written by scripts/prisma/embed-migrations.mjs from prisma/migrations; a test compares the two.
export type Migration = Readonly<{ name: string; sql: string }>;

export const MIGRATIONS: readonly Migration[] = [
${entries.join("")}];
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(EMBEDDED_PATH, renderMigrations());
}
