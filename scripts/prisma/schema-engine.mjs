/**
 * Prisma's schema engine without its download: the WebAssembly build from npm, over a driver adapter. Two databases come with it:
 * any PostgreSQL by URL, and an in-memory one (PGlite) that stands in for the shadow database.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const SCHEMA_PATH = join(root, "prisma/schema.prisma");
export const MIGRATIONS_DIR = join(root, "prisma/migrations");

/** The engine wants this in every request since Prisma 6; all tables are our own. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] };

// The engine hands over the words of a panic here before it traps.
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: {
    /** @param {string} message */
    set_message(message) {
      process.stderr.write(`the schema engine panicked: ${message}\n`);
    },
  },
});

/**
 * @param {import("@prisma/driver-adapter-utils").SqlMigrationAwareDriverAdapterFactory} adapterFactory a driver adapter of Prisma, able to migrate
 * @param {[path: string, text: string][]} [datamodels]
 */
export async function startSchemaEngine(adapterFactory, datamodels) {
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const bindings = await import(pathToFileURL(join(folder, "schema_engine_bg.js")).href);
  const wasm = readFileSync(join(folder, "schema_engine_bg.wasm"));
  // The types of Node have its name, and nothing in it.
  const { WebAssembly } = /** @type {any} */ (globalThis);
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const ignoreLog = () => {};
  return bindings.SchemaEngine.new(
    { datamodels },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(adapterFactory),
  );
}

/** @param {string} url */
export async function postgresAdapter(url) {
  const { PrismaPg } = await import("@prisma/adapter-pg");
  const schema = new URL(url).searchParams.get("schema") ?? "public";
  // The engine finds its tables by search_path, as it does over its native driver.
  const options = `-c search_path=${schema.replaceAll(/[\\ ]/g, "\\$&")}`;
  const factory = new PrismaPg({ connectionString: url, options }, { schema });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => sendingWhole(await connect());
  return factory;
}

/**
 * A migration goes to the server as one query, as from the native engine: the adapter would cut it at every semicolon, also at those
 * within a function's body.
 * @template {object} Connection
 * @param {Connection} connection
 */
function sendingWhole(connection) {
  const { client, onError } = /** @type {any} */ (connection);
  const executeScript = async (/** @type {string} */ script) => {
    try {
      await client.query(script);
    } catch (error) {
      onError.call(connection, error);
    }
  };
  return Object.assign(connection, { executeScript });
}

export async function memoryAdapter() {
  const { PGlite } = await import("@electric-sql/pglite");
  const { PrismaPGlite } = await import("pglite-prisma-adapter");
  return new PrismaPGlite(new PGlite());
}

/** The migrations of a folder, in the form in which the engine asks for them. */
export function readMigrations(folder = MIGRATIONS_DIR) {
  const lockPath = join(folder, "migration_lock.toml");
  return {
    baseDir: folder,
    shadowDbInitScript: "",
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockPath) ? readFileSync(lockPath, "utf8") : null,
    },
    migrationDirectories: migrationNames(folder).map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** Names begin with a time stamp, so their order is the order in which they are applied. */
export function migrationNames(folder = MIGRATIONS_DIR) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
