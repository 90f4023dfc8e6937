import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

// Prisma's own schema engine is a native program that its installer downloads; this one is the same engine from npm, as WebAssembly.
// Any other engine can still be named from outside.
process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= fileURLToPath(
  new URL("./scripts/prisma/engine-shim.mjs", import.meta.url),
);

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: storeUrl(process.env["DATABASE_URL"] ?? "postgres://nobody@127.0.0.1:1/none") },
});

/** The commands of Prisma look where Plumbline keeps its tables: in the schema `plumbline`, unless the URL names another. */
function storeUrl(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has("schema")) url.searchParams.set("schema", "plumbline");
  return url.href;
}
