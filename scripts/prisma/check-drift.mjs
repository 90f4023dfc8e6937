// Fails when prisma/schema.prisma was changed without a migration. Needs neither network nor server.
import { schemaDrift } from "./drift.mjs";

const missing = await schemaDrift();
if (missing !== undefined) {
  console.error("prisma/schema.prisma has changes that no migration makes:\n");
  console.error(missing);
  console.error("write one: node scripts/prisma/new-migration.mjs NAME");
  process.exit(1);
}
console.log("prisma: schema and migrations agree");
// PGlite keeps the process alive.
process.exit(0);
