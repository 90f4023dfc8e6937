/** Variables by which programs are told their database, and what a set-up's command gives them for it. */
import { baseName, folderOf, isAside, type Repository } from "./repository.ts";

/** Last word of a name, and the variable of the set-up's connection that it means. */
const PARTS: readonly (readonly [word: RegExp, value: string])[] = [
  [/CREDENTIALS$/, "$PGUSER:$PGPASSWORD"],
  [/(?:URL|URI|DSN|CONNECTION_STRING)$/, "$DATABASE_URL"],
  [/(?:HOST|HOSTNAME|SERVER|ADDR|ADDRESS)$/, "$PGHOST"],
  [/PORT$/, "$PGPORT"],
  [/(?:USER|USERNAME)$/, "$PGUSER"],
  [/(?:PASSWORD|PASS|PWD)$/, "$PGPASSWORD"],
  [/(?:NAME|DB|DATABASE)$/, "$PGDATABASE"],
];
const OF_DATABASE = /(?:^|_)(?:DB|DATABASE|POSTGRES|POSTGRESQL|PG|PGSQL|SQL|SQLALCHEMY)(?:_|$)/;
const OF_OTHERS =
  /^TEST_|REDIS|MONGO|MYSQL|CLICKHOUSE|RABBIT|CELERY|READ|REPLICA|SLAVE|TEST_TEMPLATE|SHADOW|NEO4J|ELASTIC|KAFKA|GEO|LOG|STORAGE|SMTP|EMAIL|CACHE|PGDATA|FILENAME/;
/** A name, or the kind of the database: which of them, the name does not say. */
const BARE = /^(?:DB|DATABASE)$/;
/** The set-up's command has these as they are. */
const GIVEN = new Set([
  "DATABASE_URL",
  "PGHOST",
  "PGPORT",
  "PGUSER",
  "PGPASSWORD",
  "PGDATABASE",
  "PGSSLMODE",
]);

/** "$PGHOST" for DB_HOST; null for a name that is no part of a connection. */
export function connectionPart(name: string): string | null {
  if (GIVEN.has(name) || BARE.test(name) || !OF_DATABASE.test(name) || OF_OTHERS.test(name)) return null;
  return PARTS.find(([word]) => word.test(name))?.[1] ?? null;
}

/** Reads of the environment, in the languages of the tools: calls, properties, fields of schemas of the environment, shell's. */
const READ =
  /(?:environ(?:\.get)?\s*[[(]|getenv\(|\benv(?:\.\w+|ironment)?\(|\bconfig\(|\bget(?:OrThrow)?(?:<\w+>)?\(|process\.env\[|get_env!?\(|ENV(?:\.fetch\(|\[)|Getenv\(|LookupEnv\()\s*["']([A-Z][A-Z0-9_]*)["']|\benv\.([A-Z][A-Z0-9_]*)|^[ \t]+([A-Z][A-Z0-9_]*)[ \t]*:[ \t]*(?:str|int|SecretStr|PostgresDsn|num|bool|port|host|url|z\.|Joi\.)\b|\$\{([A-Z][A-Z0-9_]*)(?::[^}]*)?\}/gm;
/** `const { DB_HOST, DB_PORT = 5432 } = process.env` */
const TAKEN_APART = /\{([^{}]*)\}\s*=\s*process\.env\b/g;

/** Names of the environment that a text reads; pydantic's settings may have a prefix in common. */
export function namesRead(text: string): readonly string[] {
  const [, prefix = ""] = /\benv_prefix\s*=\s*["'](\w+)["']/.exec(text) ?? [];
  const apart = [...text.matchAll(TAKEN_APART)].flatMap(
    ([, names]) => names!.match(/(?<=^\s*|,\s*)[A-Z][A-Z0-9_]*/g) ?? [],
  );
  const read = [...text.matchAll(READ)].map(([, call, property, field, filled]) =>
    field === undefined ? (call ?? property ?? filled)! : `${prefix.toUpperCase()}${field}`,
  );
  return [...apart, ...read];
}

/** Names that choose the kind of database. */
const KIND =
  /^(?:[A-Z]+_)*(?:DB|DATABASE|SQL)_(?:TYPE|ENGINE|CONNECTION|DRIVER|CLIENT|BACKEND|ADAPTER|DIALECT|VENDOR)$|^(?:DB|DATABASE)$/;

export type ToldConnection = Readonly<{
  /** `NAME="$PGHOST"`, for the shell. */
  exports: readonly string[];
  /** Other variables with their values, as the project's own tests set them, or its example of an environment. */
  env: Readonly<Record<string, string>>;
  unsure: readonly string[];
}>;

/**
 * What a program of a folder must be told, so that it uses the set-up's database.
 * @param settings files of its settings, which read the environment or name a database
 * @param tested environment in which the project's own tests run
 * @param isTold true for a tool that takes the connection whatever the settings say; kind: its name of PostgreSQL
 */
export function connectionOf(
  { read, files }: Repository,
  settings: readonly string[],
  tested: Readonly<Record<string, string>>,
  { isTold, kind }: Readonly<{ isTold: boolean; kind: string | undefined }>,
): ToldConnection {
  const texts = settings.map((file) => read(file) ?? "");
  const names = new Set(texts.flatMap(namesRead));
  const examples = examplesOf(files, settings, read);
  const known = [...names].filter((name) => connectionPart(name) !== null);
  const kinds = [...names].filter((name) => KIND.test(name) && !OF_OTHERS.test(name));
  const env: Record<string, string> = {};
  const unsure: string[] = [];
  for (const name of names) {
    const value = tested[name] ?? examples.get(name);
    if (value !== undefined && connectionPart(name) === null && !GIVEN.has(name)) env[name] = value;
  }
  for (const name of isTold ? [] : kinds) {
    const value = [tested[name], examples.get(name), BARE.test(name) ? undefined : kind].find(
      (each) => each !== undefined && /pg|postgr/i.test(each),
    );
    if (value !== undefined) env[name] = value;
    else
      unsure.push(`${name} chooses the kind of database: set it to what means PostgreSQL, in the step's env`);
  }
  const exports = known.toSorted().map((name) => `${name}="${connectionPart(name)}"`);
  const parts = new Set(known.map(connectionPart));
  const reads =
    isTold ||
    parts.has("$DATABASE_URL") ||
    (parts.has("$PGHOST") && parts.has("$PGDATABASE")) ||
    texts.some((text) => /\bDATABASE_URL\b|\bPGHOST\b|dj_database_url\.config\(/.test(text));
  if (!reads) unsure.push(hardCoded(settings, texts));
  return { exports, env, unsure: [...unsure, ...sqliteDefault(settings, texts)] };
}

function hardCoded(settings: readonly string[], texts: readonly string[]): string {
  const at = texts.findIndex((text) => /localhost|127\.0\.0\.1|postgres/.test(text));
  const where =
    at < 0
      ? settings.length === 0
        ? "that was found"
        : `in ${settings.slice(0, 3).join(", ")}`
      : `in ${settings[at]}`;
  return `no file ${where} reads the whole connection from the environment (DATABASE_URL, or PGHOST, PGPORT and the others), so the command may use another database: let it read them`;
}

function sqliteDefault(settings: readonly string[], texts: readonly string[]): readonly string[] {
  const at = texts.findIndex((text) => /sqlite/i.test(text));
  if (at < 0 || texts.every((text) => !/postg|psycopg|pgsql|dj_database_url/i.test(text)))
    return at < 0
      ? []
      : [
          `the application uses SQLite (${settings[at]}): without settings for PostgreSQL there is nothing to measure here`,
        ];
  return [`the application can use SQLite, too (${settings[at]}): check that the set-up fills PostgreSQL`];
}

/** Values of `.env.example` and its like, from the folders of the settings upwards. */
function examplesOf(
  files: readonly string[],
  settings: readonly string[],
  read: Repository["read"],
): ReadonlyMap<string, string> {
  const folders = new Set(settings.flatMap(above));
  const examples = files.filter(
    (file) => /^\.?env[\w.-]*$/.test(baseName(file)) && folders.has(folderOf(file)) && !isAside(file),
  );
  const lines = examples.flatMap((file) => (read(file) ?? "").split("\n"));
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^(?:export )?([A-Z][A-Z0-9_]*)=["']?([^"'#$]*?)["']?\s*$/.exec(line) ?? [];
      return name === undefined || value === "" ? [] : [[name, value!] as const];
    }),
  );
}

function above(file: string): readonly string[] {
  const folder = folderOf(file);
  return folder === "." ? ["."] : [folder, ...above(folder)];
}
