/** What to do about a statement of the set-up that the server refused. */

import { wordTable } from "../../../model/by-key.ts";

/**
 * Database that set-up SQL runs in. A server of ours ("fresh") has what was asked for; the user's own database ("shared") may have what
 * an earlier run made other than tables; a database of its own on the user's server has nothing of the user's.
 */
export type ServerUse = "fresh" | "separate" | "shared";

/** "15.18 (Debian 15.18-0+deb12u1)", and the folder of its programs. */
export type SetupServer = Readonly<{ version: string; folder: string | null }>;

/** What extensions are called in Debian's and PGDG's packages, postgresql-MAJOR-NAME, where that is not the extension's own name. */
const PACKAGES = wordTable<string>({
  vector: "pgvector",
  postgis: "postgis-3",
  postgis_topology: "postgis-3",
  postgis_raster: "postgis-3",
  pg_cron: "cron",
  pg_partman: "partman",
  pg_repack: "repack",
});

/** Images that have an extension, by PostgreSQL's major version. */
const IMAGES = wordTable<(major: string) => string>({
  vector: (major) => `pgvector/pgvector:pg${major}`,
  postgis: (major) => `postgis/postgis:${major}-3.5`,
  postgis_topology: (major) => `postgis/postgis:${major}-3.5`,
  timescaledb: (major) => `timescale/timescaledb:latest-pg${major}`,
});

/** Object, function, table, schema or database "already exists". */
const DUPLICATES: ReadonlySet<string> = new Set(["42710", "42723", "42P07", "42P06", "42P04"]);
/** Object (a type, an extension's operator class), function, schema or table "does not exist". */
const UNDEFINED: ReadonlySet<string> = new Set(["42704", "42883", "3F000", "42P01"]);
/** A function, a setting or syntax that another version may have. */
const OF_VERSION: ReadonlySet<string | undefined> = new Set(["42883", "42704", "42601"]);

/**
 * @param message the server's words
 * @param server where it runs; null: not known
 */
export function setupRemedy(
  code: string | undefined,
  message: string,
  use: ServerUse,
  server: SetupServer | null,
): string {
  const [, named, ofFile] =
    /extension "([^"]+)" is not available|control file ".*\/([^/"]+)\.control"/.exec(message) ?? [];
  const extension = named ?? ofFile;
  if (extension !== undefined) return extensionRemedy(extension, server);
  const [, role] = /^role "([^"]+)" does not exist/.exec(message) ?? [];
  if (role !== undefined)
    return `create it in a first file of database.setup (CREATE ROLE ${JSON.stringify(role)}), or dump with pg_dump --no-owner --no-acl`;
  if (use === "shared" && code !== undefined && DUPLICATES.has(code)) {
    return "let the user create databases (ALTER ROLE ... CREATEDB), or make the set-up SQL repeatable (CREATE OR REPLACE, DROP ... IF EXISTS): an earlier run may have left it in the URL's own database";
  }
  if (use === "separate" && code !== undefined && UNDEFINED.has(code)) {
    return "fix the set-up SQL, or let it make what it needs: it runs in a database of its own, which has the loaded tables but no extension, schema, table, function or ALTER DATABASE ... SET of the URL's own (what every database is to have can be put into template1)";
  }
  if (code === "42P01") return MISSING_TABLE;
  if (code?.startsWith("23")) return REFUSED_BY_ROWS;
  return `fix the set-up SQL${orVersion(code, server)}; it runs in each workload's database, as the user of the connection${onServer(server)}`;
}

/** A function, a setting or syntax may be that of another version. */
function orVersion(code: string | undefined, server: SetupServer | null): string {
  return server !== null && OF_VERSION.has(code)
    ? ", or name the version that it is for (deploy.local.version, or deploy.docker.image)"
    : "";
}

function onServer(server: SetupServer | null): string {
  return server === null ? "" : `, on ${setupServerName(server)}`;
}

const MISSING_TABLE =
  "fix the set-up SQL, or the order of its steps; it runs in each workload's database, and only those of workloads that say `run` have the load generator's tables";

/** Class 23 is "integrity constraint violation". */
const REFUSED_BY_ROWS =
  "let the migration take the rows that are there (fill the column first, give a default, add the constraint as NOT VALID), or fix the rows of database.setup";

function setupServerName(server: SetupServer | null): string {
  if (server === null) return "the server";
  return `PostgreSQL ${server.version.replace(/ \(.*/, "")}${server.folder === null ? "" : ` of ${server.folder}`}`;
}

function extensionRemedy(extension: string, server: SetupServer | null): string {
  const { name, image } = shipped(extension, server);
  return `install the extension for ${setupServerName(server)} (Debian's package: ${name}), or use an image that has it in deploy.docker${image}`;
}

/** Names of what brings an extension; the image's as it ends a sentence. */
function shipped(extension: string, server: SetupServer | null): Readonly<{ name: string; image: string }> {
  const major = /^\d+/.exec(server?.version ?? "")?.[0] ?? "MAJOR";
  const image = IMAGES[extension]?.(major);
  return {
    name: `postgresql-${major}-${PACKAGES[extension] ?? extension.replaceAll("_", "-")}`,
    image: image === undefined ? "" : ` (image: ${image})`,
  };
}
