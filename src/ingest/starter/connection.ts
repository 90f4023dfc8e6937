/** Variables by which programs are told their database, and what a set-up's command gives them for it. */
import { CONFIG_VARIABLES } from "./imports.ts";
import { settingsFields } from "./pydantic.ts";
import { baseName, firstAndMore, folderOf, foldersUpFrom, isAside, type Repository } from "./repository.ts";
import { inventedValue, isPython, prefixOf, requiredNames } from "./required.ts";

/** Last word of a name, and the variable of the set-up's connection that it means. */
const PARTS: readonly (readonly [word: RegExp, value: string])[] = [
  [/CREDENTIALS$/, "$PGUSER:$PGPASSWORD"],
  [/(?:URL|URI|DSN|CONNECTION_STRING)$/, "$DATABASE_URL"],
  [/(?:HOST|HOST_?NAME|SERVER|ADDR|ADDRESS)$/, "$PGHOST"],
  [/PORT$/, "$PGPORT"],
  [/(?:USER|USER_?NAME|LOGIN|ADMIN)$/, "$PGUSER"],
  [/(?:PASSWORD|PASSWD|PASS|PWD)$/, "$PGPASSWORD"],
  [/(?:NAME|DB|DATABASE)$/, "$PGDATABASE"],
];
const OF_DATABASE =
  /(?:^|_)(?:DB|DATABASE|POSTGRES|POSTGRESQL|PG|PGSQL|SQL|SQLALCHEMY)(?:_|$)|(?:^|_)(?:DB|PG)(?:HOST|HOSTNAME|PORT|USER|USERNAME|PASS|PASSWORD|NAME|URL)$|^(?:DIRECT|PRISMA|DRIZZLE|MIGRATIONS?|ALEMBIC)_(?:URL|DSN)$/;
const OF_OTHERS =
  /^TEST_|REDIS|MONGO|MYSQL|CLICKHOUSE|RABBIT|CELERY|READ|REPLICA|SLAVE|TEST_TEMPLATE|SHADOW|NEO4J|ELASTIC|KAFKA|GEO|LOG|STORAGE|SMTP|EMAIL|CACHE|PGDATA|FILENAME|APPLICATION_NAME/;
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
  /(?:environ(?:\.get)?\s*[[(]|getenv\(|\bget_(?:\w+_)?from_env\(|\benv(?:\.\w+|ironment)?\(|\bconfig\(|\bget(?:OrThrow)?(?:<\w+>)?\(|process\.env\[|get_env!?\(|ENV(?:\.fetch\(|\[)|Getenv\(|LookupEnv\()\s*["']([A-Z][A-Z0-9_]*)["']|\benv\.([A-Z][A-Z0-9_]*)|^[ \t]+([A-Z][A-Z0-9_]*)[ \t]*:[ \t]*(?:str|int|SecretStr|PostgresDsn|num|bool|port|host|url|z\.|Joi\.)\b|\$\{([A-Z][A-Z0-9_]*)(?::[^}]*)?\}/gm;
/** Values of a file that has no other values than names. */
const namesAsValues = (text: string) =>
  [...text.matchAll(/:\s*["']?([A-Z][A-Z0-9_]*)\b/g)].map(([, name]) => name!);
/** `const { DB_HOST, DB_PORT = 5432 } = process.env` */
const TAKEN_APART = /\{([^{}]*)\}\s*=\s*process\.env\b/g;

/** Names of the environment that a text reads. Fields of pydantic's settings have names and prefixes of their own. */
export function namesRead(text: string): readonly string[] {
  const fields = settingsFields(text).map(({ name }) => name);
  const apart = [...text.matchAll(TAKEN_APART)].flatMap(([, names]) =>
    names!.split(",").flatMap((each) => /^[A-Z][A-Z0-9_]*/.exec(each.trim()) ?? []),
  );
  // A dictionary of Python's is asked for any word.
  const isWord = (whole: string, name = "") => whole.startsWith("get") && BARE.test(name) && isPython(text);
  const all = [...text.matchAll(READ)].filter(([whole, call]) => !isWord(whole, call));
  const read = all.flatMap(([whole, call, property, field, filled]) => {
    if (field !== undefined) return fields.length > 0 ? [] : [field];
    return [`${/^env[.(]/.test(whole) ? prefixOf(text) : ""}${call ?? property ?? filled}`];
  });
  return [...apart, ...read, ...fields];
}

/** Names that choose the kind of database. */
const KIND =
  /^(?:[A-Z]+_)*(?:DB|DATABASE|SQL)_?(?:TYPE|ENGINE|CONNECTION|DRIVER|CLIENT|BACKEND|ADAPTER|DIALECT|VENDOR)$|^(?:DB|DATABASE)$/;

export type ToldConnection = Readonly<{
  /** `NAME="$PGHOST"`, for the shell. */
  exports: readonly string[];
  /** Other variables with their values, as the project's own tests set them, or its example of an environment. */
  env: Readonly<Record<string, string>>;
  unsure: readonly string[];
  /** What to say of settings that name their server themselves; null: they read it. */
  fixed: string | null;
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
  const names = new Set(
    texts.flatMap((text, at) => (CONFIG_VARIABLES.test(settings[at]!) ? namesAsValues : namesRead)(text)),
  );
  const lent = isTold ? [] : connectionOfTests([...names], texts, tested);
  for (const name of lent) names.add(name);
  const examples = examplesOf(files, settings, read);
  const { partOf, known, kinds, urls } = sortedNames([...names]);
  const env: Record<string, string> = {};
  const unsure = lent.length === 0 ? [] : [setAsTests(lent)];
  const shown = (name: string) => tested[name] ?? examples.get(name);
  const usable = (name: string) => {
    const value = shown(name);
    // What is put together from other variables is known to the file's reader alone.
    return value?.includes("$") === true ? undefined : value;
  };
  const isOther = (name: string) => partOf(name) === null && !GIVEN.has(name);
  for (const name of [...names].filter(isOther)) {
    const value = name === SKIPS_VALIDATION ? "1" : usable(name);
    if (value !== undefined) env[name] = value;
  }
  const used = settings.flatMap((file, at) => (OF_PRODUCTION.test(file) ? [] : [texts[at]!]));
  const madeUp = requiredNames(used).filter(
    ({ name }) => isOther(name) && env[name] === undefined && !KIND.test(name),
  );
  for (const { name, type } of madeUp) env[name] = inventedValue(name, type);
  if (madeUp.length > 0)
    unsure.push(
      `the settings require ${firstAndMore(madeUp.map(({ name }) => name))}: made-up values are in the step's env, as no example of an environment has any`,
    );
  for (const name of isTold ? [] : kinds) {
    const ofTool = BARE.test(name) ? undefined : kind;
    const value = [usable(name), examples.get(name), kindInTexts(texts, name), ofTool].find(
      (each) => each !== undefined && !each.includes("$") && /pg|postgr/i.test(each),
    );
    if (value !== undefined) env[name] = value;
    else
      unsure.push(`${name} chooses the kind of database: set it to what means PostgreSQL, in the step's env`);
  }
  const parts = new Set([...known.map(partOf), ...(urls.length > 0 ? ["$DATABASE_URL"] : [])]);
  const host = parts.has("$PGPORT") ? "$PGHOST" : "$PGHOST:$PGPORT";
  const exports = [...known, ...(names.has(URL_GIVEN) ? [URL_GIVEN] : [])]
    .toSorted()
    .flatMap((name) => exportOf(name, partOf(name), { shown: shown(name), texts, host }));
  const hasFixedPort = !parts.has("$PGPORT") && texts.some((text) => FIXED_PORT.test(text));
  const reads =
    isTold ||
    parts.has("$DATABASE_URL") ||
    (parts.has("$PGHOST") && parts.has("$PGDATABASE") && !hasFixedPort) ||
    texts.some((text) => /\bDATABASE_URL\b|\bPGHOST\b|dj_database_url\.config\(/.test(text));
  const fixed = reads ? null : hardCoded(settings, texts);
  return { exports, env, unsure: [...unsure, ...otherDefault(settings, texts)], fixed };
}

const OF_URL = /\benv\.db(?:_url)?\(\s*["'](\w+)["']/g;

/** `NAME="$PGHOST"`; nothing for a variable that the command has as it is. */
function exportOf(
  name: string,
  said: string | null,
  { shown, texts, host }: Readonly<{ shown: string | undefined; texts: readonly string[]; host: string }>,
): readonly string[] {
  const isUrl = (text: string) =>
    [...text.matchAll(OF_URL)].some(([, read]) => `${prefixOf(text)}${read}` === name);
  const part = (texts.some(isUrl) ? null : said) ?? "$DATABASE_URL";
  if (part === "$DATABASE_URL" && BARE_HOST.test(shown ?? "")) return [`${name}="${host}"`];
  const url = part === "$DATABASE_URL" ? urlInScheme(schemeOf(name, shown, texts)) : null;
  if (url !== null) return [`${name}="${url}"`];
  return name === URL_GIVEN ? [] : [`${name}="${part}"`];
}

/** PostgreSQL's port as the settings name it themselves. */
const FIXED_PORT = /\bport["']?\s*[:=]\s*["']?543\d\b/i;

const setAsTests = (names: readonly string[]) =>
  `no file of the settings was seen to read the connection: the command sets ${firstAndMore(names)}, as the tests do`;

/** Names by which the tests are told a whole connection, where no text was seen to read or to name one. */
function connectionOfTests(
  names: readonly string[],
  texts: readonly string[],
  tested: Readonly<Record<string, string>>,
): readonly string[] {
  if (names.some((name) => connectionPart(name) !== null || GIVEN.has(name))) return [];
  if (texts.some((text) => OF_SERVER.test(text))) return [];
  const own = Object.entries(tested).filter(
    ([name, value]) =>
      connectionPart(name) !== null && (!value.includes("://") || /^(?:jdbc:)?postg/.test(value)),
  );
  const parts = new Set(own.map(([name]) => connectionPart(name)));
  const isWhole = parts.has("$DATABASE_URL") || (parts.has("$PGHOST") && parts.has("$PGDATABASE"));
  return isWhole ? own.map(([name]) => name) : [];
}

/** A server that Django's settings name themselves, and what takes the set-up's connection as it is. */
const OF_SERVER = /["']ENGINE["']\s*:|\bDATABASE_URL\b|\bPGHOST\b|dj_database_url/;

/** Names by what they are for: parts of a connection, URLs of one, and the kind of database. */
function sortedNames(names: readonly string[]) {
  // Only where no other database is named, TEST_DB_HOST and its like are the one that is meant.
  const isOfTests = !names.some((name) => connectionPart(name) !== null || GIVEN.has(name));
  const plain = (name: string) => (isOfTests ? name.replace(/^TEST_/, "") : name);
  const partOf = (name: string) => connectionPart(plain(name));
  const parts = names.filter((name) => partOf(name) !== null);
  const choices = names.filter((name) => KIND.test(plain(name)) && !OF_OTHERS.test(plain(name)));
  // Next to a name that chooses the kind, the other one is where the database is.
  const urls =
    parts.length > 0 || choices.length < 2 ? [] : choices.filter((name) => name.endsWith("_CONNECTION"));
  return { partOf, known: [...parts, ...urls], kinds: choices.filter((name) => !urls.includes(name)), urls };
}

const NAME_OF_KIND = String.raw`["'](postgres\w*|pg|pgsql|psql)["']`;
const COMPARES = String.raw`==|\b(?:in|case)\b`;
const COMPARED = new RegExp(
  String.raw`(?:${COMPARES})(?:\s*\n)?(?:(?!${COMPARES}).)*?${NAME_OF_KIND}|${NAME_OF_KIND}\s*:\s*\{`,
);

/** PostgreSQL as the settings compare it, or put it behind Django's name of a package. */
function kindInTexts(texts: readonly string[], name: string): string | undefined {
  const isWhole = new RegExp(String.raw`\b${name}["']\s*,\s*(?:default\s*=\s*)?["']django\.`);
  if (texts.some((text) => isWhole.test(text))) return undefined;
  if (texts.some((text) => /["']django\.db\.backends\.(?:["']\s*\+|\{|%s)/.test(text))) return "postgresql";
  const [, compared, key] = texts.map((text) => COMPARED.exec(text)).find((match) => match !== null) ?? [];
  return compared ?? key;
}

/** Settings that are left alone where others are there: nothing is required of them. */
const OF_PRODUCTION = /(?:^|\/)(?:prod|production|staging|live)\w*\.py$/;

const URL_GIVEN = "DATABASE_URL";
/** Switch of env-nextjs and env-core that leaves the other variables unasked for. */
const SKIPS_VALIDATION = "SKIP_ENV_VALIDATION";

/** Schemes that programs need for PostgreSQL besides its own: drivers of SQLAlchemy, PostGIS in Django, JDBC, Ecto. */
const SCHEME = String.raw`(postgres(?:ql)?\+\w+|postgis|ecto|jdbc:postgresql):\/\/`;

/** Scheme of a URL as its example has it, or a default in the settings; null for PostgreSQL's own. */
function schemeOf(name: string, value: string | undefined, texts: readonly string[]): string | null {
  const [, own] = new RegExp(`^${SCHEME}`).exec(value ?? "") ?? [];
  if (own !== undefined) return own;
  if (texts.some((text) => ASKS_SHORT.test(text) && !/postgresql:\/\//.test(text))) return "postgres";
  if (value !== undefined && /^[\w:+]+:\/\//.test(value)) return null;
  const field = /(?<![^_])[^_]+_+[^_]+$/.exec(name)?.[0] ?? name;
  const near = new RegExp(String.raw`\b(?:${name}|${field})\b[\s\S]{0,60}?["']${SCHEME}`, "i");
  const found = texts.map((text) => near.exec(text)?.[1]).find((scheme) => scheme !== undefined);
  const asksDriver =
    texts.some((text) => ASYNC_ENGINE.test(text)) &&
    !texts.some((text) => /\+(?:asyncpg|psycopg)/.test(text));
  return found ?? (asksDriver ? "postgresql+asyncpg" : null);
}

/** SQLAlchemy's engines that refuse the usual driver; some settings name another one themselves. */
const ASYNC_ENGINE = /\b(?:create_async_engine|async_engine_from_config)\(/;

/** A host is all that some call a URL: the settings put the rest around it. */
const BARE_HOST = /^(?:localhost|\d+(?:\.\d+){3}|[\w.-]+:\d+)$/;

/** Settings that know PostgreSQL by the shorter of its own two schemes. */
const ASKS_SHORT = /\bstartswith\(\s*["']postgres:\/\//;

function urlInScheme(scheme: string | null): string | null {
  if (scheme === null) return null;
  const login = scheme.startsWith("jdbc:") ? "" : "$PGUSER:$PGPASSWORD@";
  return `${scheme}://${login}$PGHOST:$PGPORT/$PGDATABASE`;
}

function hardCoded(settings: readonly string[], texts: readonly string[]): string {
  const at = texts.findIndex((text) => /localhost|127\.0\.0\.1|postgres/.test(text));
  const places = at < 0 ? settings.slice(0, 3) : [settings[at]!];
  const where = places.length === 0 ? "that was found" : `in ${places.join(", ")}`;
  return `no file ${where} reads the whole connection from the environment (DATABASE_URL, or PGHOST, PGPORT and the others), so the command may use another database: let it read them`;
}

/** Other databases by what settings call them. */
const OTHERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["SQLite", /sqlite/i],
  ["MySQL", /\b(?:mysql|mariadb)(?:\+\w+)?:\/\/|\bbackends\.mysql\b/i],
];

function otherDefault(settings: readonly string[], texts: readonly string[]): readonly string[] {
  const usesPostgres = texts.some((text) => /postg|psycopg|asyncpg|pgsql|dj_database_url/i.test(text));
  return OTHERS.flatMap(([name, sign]) => {
    const at = texts.findIndex((text) => sign.test(text));
    if (at < 0) return [];
    return usesPostgres
      ? [`the application can use ${name}, too (${settings[at]}): check that the set-up fills PostgreSQL`]
      : [
          `the application uses ${name} (${settings[at]}): without settings for PostgreSQL there is nothing to measure here`,
        ];
  });
}

const ENVIRONMENT_FILE = /^(?:\.?env[\w.-]*|[\w.-]+\.env(?:\.[\w-]+)?)$/;
/** Values of production must not get into a step that is tried at once, nor into the file that is written. */
const NO_EXAMPLE = /(?:^|[._-])(?:prod|production|staging|live)(?=[._-]|$)/;

/** Values of `.env.example` and its like, from the folders of the settings upwards. */
function examplesOf(
  files: readonly string[],
  settings: readonly string[],
  read: Repository["read"],
): ReadonlyMap<string, string> {
  const folders = new Set(settings.flatMap((file) => foldersUpFrom(folderOf(file))));
  const examples = files.filter(
    (file) =>
      ENVIRONMENT_FILE.test(baseName(file)) &&
      !NO_EXAMPLE.test(baseName(file)) &&
      folders.has(folderOf(file)) &&
      !isAside(file),
  );
  const lines = examples.flatMap((file) => (read(file) ?? "").split("\n"));
  return new Map(
    lines.flatMap((line) => {
      const said = line.replace(/\s#.*/, "").trimEnd();
      const [, name, value] = /^(?:export )?([A-Z][A-Z0-9_]*)=["']?([^"']*)["']?$/.exec(said) ?? [];
      return name === undefined || value === "" ? [] : [[name, value!] as const];
    }),
  );
}
