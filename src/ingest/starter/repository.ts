/** A repository as the finders see it, and what they find in it. */

/** Files of a repository, by their paths with `/` from its root. */
export type Repository = Readonly<{
  /** Name of the repository, or of the folder in it. */
  name: string;
  files: readonly string[];
  /** Null for a file that is not there, or is no text of a common size. */
  read: (file: string) => string | null;
  /** Folder of the part that is measured, of a repository with several; absent: the whole. */
  part?: string;
  /** Locales of this machine, as `locale -a` lists them; absent: not known. */
  locales?: readonly string[];
}>;

/** Sets of files that were made already: each import is looked for in them. */
const fileSets = new WeakMap<Repository["files"], ReadonlySet<string>>();

export function fileSet(files: Repository["files"]): ReadonlySet<string> {
  const before = fileSets.get(files);
  if (before !== undefined) return before;
  const made = new Set(files);
  fileSets.set(files, made);
  return made;
}

/** StarterStep of database.setup: a pattern of SQL files, or a command that runs from the repository's root. */
export type StarterStep =
  | string
  | Readonly<{
      command: string;
      env: Readonly<Record<string, string>>;
      /** Patterns of all files that decide what it makes, where they are known. */
      inputs?: readonly string[];
      /** Files of the pull request that adds Plumbline, which base lacks. */
      needs?: readonly string[];
    }>;

/** Steps where a tool's own order is not that of names, and the names of the files that they apply. */
export type OrderedSql = Readonly<{ steps: readonly StarterStep[]; names: readonly string[] }>;

/** One way to make the schema. */
export type Candidate = Readonly<{
  tool: string;
  /** Folder or file in which it lies. */
  place: string;
  /** Files that it was known by: the more, the more likely it is the application's own schema. */
  count: number;
  /** Null: the finder knows the tool, and not how its files can be applied. */
  steps: readonly StarterStep[] | null;
  /** SQL files that the steps apply, for names of tables and the dialect. */
  sql: readonly string[];
  /** Language of the program that the steps run. */
  runtime?: string;
  /** Dialect that the tool's own files name; null where they name none. */
  dialect?: string | null;
  /** What the finder does not know, each with what to write. */
  unsure: readonly string[];
  /** True for the schema as a whole, which goes before the migrations that come to it. */
  isWhole?: boolean;
  /** True for a schema that a tool only reads, and does not apply. */
  isReadOnly?: boolean;
  /** True for SQL of no known tool, which comes last. */
  isPlain?: boolean;
  /** True for a schema that is made from models: it comes after migrations, which say how it came to be. */
  isPush?: boolean;
  /** True for the migrations of a platform, whose server is the application's. */
  isPlatform?: boolean;
  /** Role of the application, of a platform that makes it. */
  role?: string;
  /** Files that init writes for the steps, by path. */
  writes?: Readonly<Record<string, string>>;
}>;

/** True for what lies in the part of the repository that is measured. */
export function isInPart({ part }: Pick<Repository, "part">, file: string): boolean {
  return part === undefined || file === part || file.startsWith(`${part}/`);
}

/** A path or a name as one word of the shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** At most six names, and how many more there are. */
export function firstAndMore(names: readonly string[], most = 6): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** "." at the root. */
export function folderOf(file: string): string {
  const end = file.lastIndexOf("/");
  return end < 0 ? "." : file.slice(0, end);
}

export function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

export function inFolder(folder: string, name: string): string {
  return folder === "." ? name : `${folder}/${name}`;
}

/** `../b` from `x/a` is `x/b`. */
export function joined(folder: string, name: string): string {
  const parts = folder === "." ? [] : folder.split("/");
  for (const part of name.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/") || ".";
}

/** A folder and those above it, up to the root. */
export function foldersUpFrom(folder: string): readonly string[] {
  return folder === "." ? ["."] : [folder, ...foldersUpFrom(folderOf(folder))];
}

/** Files by the folder that the first group of a pattern names; "." for the root. */
export function byFolder(files: readonly string[], pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const match = pattern.exec(file);
    if (match === null) continue;
    const folder = match[1]!.replace(/\/$/, "") || ".";
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [file]);
    else known.push(file);
  }
  return folders;
}

/** The nearest file of one of these names, in the folder or above it; names that come first go first. */
export function nearestFile(
  { files }: Pick<Repository, "files">,
  folder: string,
  names: readonly string[],
): string | null {
  const there = fileSet(files);
  for (let at = folder; ; at = folderOf(at)) {
    const found = names.map((name) => inFolder(at, name)).find((file) => there.has(file));
    if (found !== undefined) return found;
    if (at === ".") return null;
  }
}

const OTHER_DIALECTS = new Set(
  "mysql mariadb sqlite sqlite3 h2 hsqldb hsql oracle mssql sqlserver db2 derby cockroach cockroachdb crdb clickhouse cassandra spanner bigquery mongo mongodb tidb snowflake redshift duckdb turso libsql".split(
    " ",
  ),
);
const POSTGRES = /^(?:postgres(?:ql)?|pg|pgsql|psql)$/;
const NOT_OWN =
  /^(?:e2e|tests?|spec|testing|testdata|testrig|fixtures?|examples?|samples?|demos?|templates?|stubs?|mocks?|vendor|updates?|upgrades?|patches|benchmarks?|playground)$/;
/** These only where they are the whole name of a folder: `docs_server` has no documentation in it. */
const NOT_OWN_FOLDER = /(?:^|\/)(?:docs?|documentation|node_modules)\//;

/** Words of a path: `db/tokenserver-mysql/Chinook_MySql.sql` has mysql. */
function pathWords(file: string): readonly string[] {
  return file.toLowerCase().split(/[/._-]/);
}

/** Dialect that a path names, if it is not PostgreSQL's. */
export function otherDialect(file: string): string | null {
  const words = pathWords(file);
  if (words.some((word) => POSTGRES.test(word))) return null;
  return words.find((word) => OTHER_DIALECTS.has(word)) ?? null;
}

export function namesPostgres(file: string): boolean {
  return pathWords(file).some((word) => POSTGRES.test(word));
}

/** Words that say nothing of what a folder is for. */
const OF_SCHEMAS =
  /^(?:migrations?|schemas?|sql|ddl|db|database|jdbc|store|storage|main|init|scripts?|common|default)$/;

/** True where a folder or a file is PostgreSQL's by its whole name: `pg_notifier_queue` is a queue. */
export function isForPostgres(file: string): boolean {
  const parts = file.split("/").map((part) => pathWords(part));
  return parts.some(
    (words) =>
      words.some((word) => POSTGRES.test(word)) &&
      words.every((word) => POSTGRES.test(word) || OF_SCHEMAS.test(word)),
  );
}

/** True in folders of tests, examples, templates, others' code, and steps from one release to the next. */
export function isAside(file: string): boolean {
  return NOT_OWN_FOLDER.test(file) || pathWords(folderOf(file)).some((word) => NOT_OWN.test(word));
}

const OTHER_SQL: readonly (readonly [dialect: string, sign: RegExp])[] = [
  [
    "MySQL",
    /^(?:(?!').)*`\w+`|\bAUTO_INCREMENT\b|\bUNIQUE\s+KEY\b|\b(?:BIG|SMALL)?INT(?:EGER)?(?:\s*\(\s*\d+\s*\))?\s+UNSIGNED\b|\b(?:VAR)?BINARY\s*\(|\bENGINE\s*=\s*\w+|\bALTER\s+TABLE\s+\S+\s+(?:MODIFY|CHANGE|ADD\s+(?:UNIQUE\s+)?(?:INDEX|KEY))\b|^[ \t]*DROP\s+INDEX\s+\S+\s+ON\b/im,
  ],
  ["SQLite", /\bAUTOINCREMENT\b|^[ \t]*PRAGMA\s|\bWITHOUT\s+ROWID\b|\bstrftime\s*\(/im],
  ["SQL Server", /^[ \t]*GO[ \t]*$|\bIDENTITY\s*\(\s*1\s*,|\bNVARCHAR\s*\(|\[dbo\]/im],
  [
    "MySQL's or SQLite",
    /^[ \t]*(?!(?:AS|BY|SELECT|COLUMN|DROP|AND|OR)\b)["[]?\w+["\]]?\s+(?:DATETIME|TINYINT|MEDIUMINT|LONGTEXT)(?=\s*(?:[,()]|$)|\s+(?:NOT|NULL|DEFAULT|PRIMARY|UNIQUE)\b)/im,
  ],
  ["Oracle", /\bVARCHAR2\b|\bNUMBER\s*\(/i],
];
const POSTGRES_SQL =
  /\b(?:jsonb|timestamptz|bigserial|plpgsql|bytea|tsvector|CREATE\s+EXTENSION|USING\s+gin)\b|\$\$|::\w/i;
/** Others have these words, too, and fewer of them. */
const MOSTLY_POSTGRES_SQL = /\b(?:uuid|NOW\(\)|GENERATED\s+(?:ALWAYS|BY\s+DEFAULT))/i;

/** Dialect of SQL by words that PostgreSQL does not have; null for what may be PostgreSQL's. */
export function foreignSql(sql: string): string | null {
  const text = sql.replace(/--.*|\/\*[\s\S]*?\*\//g, "");
  return OTHER_SQL.find(([, sign]) => sign.test(text))?.[0] ?? null;
}

export function isPostgresSql(sql: string): boolean {
  return POSTGRES_SQL.test(sql);
}

export function mayBePostgresSql(sql: string): boolean {
  return isPostgresSql(sql) || MOSTLY_POSTGRES_SQL.test(sql);
}

/** Templates of Go and its like: no SQL before their program has filled them in. */
export function isTemplate(sql: string): boolean {
  return /\{\{[^{}]*\}\}/.test(sql.replace(NOT_SQL, ""));
}

/** Comments and strings, of which the first to begin has the others in it. */
const NOT_SQL = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g;
