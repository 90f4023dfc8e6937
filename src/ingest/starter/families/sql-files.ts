/** Tools whose migrations are SQL files that can be applied as they lie. */
import {
  baseName,
  byFolder,
  type Candidate,
  folderOf,
  inFolder,
  isTemplate,
  namesPostgres,
  nearestFile,
  type OrderedSql,
  otherDialect,
  type Repository,
  shellWord,
} from "../repository.ts";
import { type Bootstrap, HASURA, SUPABASE, toolTables } from "./bootstraps.ts";
import { baselined } from "./flyway.ts";
import { isTwoWay } from "./marked-sql.ts";

type SqlTool = Readonly<{
  tool: string;
  /** One of its files; the first group is the folder. */
  file: RegExp;
  /** Patterns within the folder; one that no file answers to is left out. */
  patterns: readonly string[];
  /** File that must lie in the folder, for names that several tools use. */
  beside?: string;
  /** Other files of the tool in the same folder, with what they mean for a set-up of SQL files. */
  also?: readonly (readonly [file: RegExp, unsure: string])[];
  /** File written by init and applied before. */
  first?: Bootstrap;
  /** A folder whose folders the tool looks through, too. */
  root?: RegExp;
  /** True for a platform that runs the application's server. */
  isPlatform?: boolean;
  /** File in the folder that names the dialect, and where. */
  dialect?: readonly [file: string, name: RegExp];
  /** Steps where the tool itself would not apply all of the files; null where it would. */
  ordered?: (
    repository: Repository,
    folder: string,
    names: readonly string[],
    patterns: readonly string[],
  ) => OrderedSql | null;
}>;

const FOLDER = String.raw`^((?:.*\/)?)`;

const PROGRAMS =
  "migrations that are programs (COUNT files such as FILE) are not applied by these steps: if the schema needs them, replace the steps by { command: ... } of the tool";

/** Drizzle ends a statement by this comment, with or without a semicolon before it. */
const BREAK = "--> statement-breakpoint";
const ONLY_BREAK = /[^;\s]\s*--> statement-breakpoint/;

/** Drizzle applies what its journal names, in that order: files of branches that were never merged may lie next to them. */
function journalled({ read }: Repository, folder: string, names: readonly string[]): OrderedSql | null {
  const journal = inFolder(folder, "meta/_journal.json");
  const tags = (read(journal) ?? "").match(/(?<="tag"\s*:\s*")[^"]+/g) ?? [];
  const named = tags.map((tag) => `${tag}.sql`);
  const isAll = named.length === names.length && named.toSorted().every((name, i) => name === names[i]);
  const isSql = names.every((name) => !ONLY_BREAK.test(read(inFolder(folder, name)) ?? ""));
  // The folder stands in JavaScript within quotes of the shell.
  if (tags.length === 0 || (isAll && isSql) || /['"\\$`[\]{}*?!()]/.test(folder)) return null;
  const text = isSql
    ? `"\\\\i ${folder}/" + each.tag + ".sql"`
    : `require("fs").readFileSync("${folder}/" + each.tag + ".sql", "utf8").replaceAll("${BREAK}", ";") + ";"`;
  const list = `require("./${journal}").entries.map((each) => ${text}).join("\\n")`;
  const command = `export PGOPTIONS="-c client_min_messages=warning" && sql=$(node -p '${list}') && printf '%s\\n' "$sql" | psql -X -q -v ON_ERROR_STOP=1 "$DATABASE_URL"`;
  const inputs = [inFolder(folder, "*.sql"), journal];
  return { steps: [{ command, env: {}, inputs }], names: named };
}

/** Where two fit one folder, the first of them has it. */
const SQL_TOOLS: readonly SqlTool[] = [
  {
    tool: "Prisma",
    file: /^(.+)\/[^/]+\/migration\.sql$/,
    patterns: ["*/migration.sql"],
    dialect: ["migration_lock.toml", /^provider\s*=\s*"(\w+)"/m],
  },
  {
    tool: "Flyway",
    file: new RegExp(String.raw`${FOLDER}[BV]\d+(?:[._]\d+)*__[^/]*\.sql$`),
    ordered: baselined,
    root: /^(?:.*\/)?migrations?(?=\/)/,
    patterns: ["V*.sql", "R__*.sql", "afterMigrate*.sql"],
    also: [
      [/^V\d.*\.(?:java|kt)$/, PROGRAMS],
      [
        /^(?:before|after(?!Migrate(?:Applied)?(?:__.*)?\.sql$))[A-Z](?:(?!__)\w)*(?:__.*)?\.sql$/,
        "Flyway's callbacks (COUNT files such as FILE) are not applied: add those that make tables or views",
      ],
    ],
  },
  {
    tool: "Hasura",
    file: /^((?:.*\/)?migrations(?:\/[^/]+)?)\/\d{13}_[^/]+\/up\.sql$/,
    patterns: ["*/up.sql"],
    first: HASURA,
  },
  { tool: "Diesel", file: new RegExp(String.raw`${FOLDER}[^/]+\/up\.sql$`), patterns: ["*/up.sql"] },
  {
    tool: "golang-migrate or sqlx",
    file: new RegExp(String.raw`${FOLDER}[^/]+\.up\.sql$`),
    patterns: ["*.up.sql"],
    also: [[/^\d.*(?<!\.down)\.(?:go|rs)$/, PROGRAMS]],
  },
  { tool: "Postgrator", file: new RegExp(String.raw`${FOLDER}\d+\.do\.[^/]*\.?sql$`), patterns: ["*.do.*"] },
  {
    tool: "db-migrate",
    file: new RegExp(String.raw`${FOLDER}\d{8,}-[^/]+-up\.sql$`),
    patterns: ["*-up.sql"],
  },
  {
    tool: "Supabase",
    file: /^((?:.*\/)?supabase\/migrations\/)\d+_[^/]*\.sql$/,
    patterns: ["*.sql"],
    first: SUPABASE,
    isPlatform: true,
  },
  {
    tool: "Drizzle",
    file: new RegExp(String.raw`${FOLDER}\d{4}_[^/]+\.sql$`),
    patterns: ["*.sql"],
    beside: "meta/_journal.json",
    dialect: ["meta/_journal.json", /"dialect"\s*:\s*"(\w+)"/],
    ordered: journalled,
  },
  {
    tool: "sqlx or numbered migrations",
    file: new RegExp(String.raw`${FOLDER}\d{8,}[_-][^/]+(?<!\.(?:up|down))\.sql$`),
    patterns: ["*.sql"],
  },
];

export function sqlFiles(repository: Repository): readonly Candidate[] {
  const taken = new Set<string>();
  return SQL_TOOLS.flatMap((tool) =>
    [...byRoot(byFolder(repository.files, tool.file), tool.root)].flatMap(([folder, files]) => {
      const isOf = tool.beside === undefined || repository.files.includes(inFolder(folder, tool.beside));
      if (!isOf || taken.has(folder) || files.some((file) => isTwoWay(file, repository.read))) return [];
      taken.add(folder);
      return [fileCandidate(repository, tool, folder, files)];
    }),
  );
}

/** Folders of one root as one, if there are several: what the tool applies is in all of them. */
function byRoot(
  folders: ReadonlyMap<string, readonly string[]>,
  root: RegExp | undefined,
): ReadonlyMap<string, readonly string[]> {
  const rootOf = (folder: string) => root?.exec(`${folder}/`)?.[0] ?? folder;
  const together = new Map<string, readonly string[]>();
  for (const [folder, files] of folders) {
    const at = rootOf(folder);
    const isAlone = [...folders.keys()].every((other) => other === folder || rootOf(other) !== at);
    const key = isAlone ? folder : at;
    together.set(key, [...(together.get(key) ?? []), ...files]);
  }
  return together;
}

function fileCandidate(
  repository: Repository,
  { tool, patterns: own, also = [], first, dialect, ordered, isPlatform, root }: SqlTool,
  folder: string,
  files: readonly string[],
): Candidate {
  const { files: all, read } = repository;
  const here = all.filter((file) => file.startsWith(folder === "." ? "" : `${folder}/`));
  const names = here.map((file) => file.slice(folder === "." ? 0 : folder.length + 1));
  const isDeep = root !== undefined && files.some((file) => folderOf(file) !== folder);
  const patterns = isDeep ? own.map((pattern) => `**/${pattern}`) : own;
  const used = patterns.filter((pattern) => names.some((name) => matcher(pattern).test(name)));
  const matched = names.filter((name) => used.some((pattern) => matcher(pattern).test(name)));
  // In a folder of PostgreSQL's a file may well speak of another one.
  const isOwn = namesPostgres(`${folder}/`) || otherDialect(`${folder}/`) !== null;
  const excluded = isOwn ? [] : exclusionsOf(matched);
  const applied =
    isOwn || excluded === null ? matched : matched.filter((name) => otherDialect(name) === null);
  const other = ordered?.(repository, folder, applied, used) ?? null;
  const sql = (other?.names ?? applied).map((name) => inFolder(folder, name));
  const unsure = also.flatMap(([pattern, words]) => {
    const others = names.filter((name) => pattern.test(name) && !applied.includes(name));
    return others.length === 0
      ? []
      : [words.replace("COUNT", String(others.length)).replace("FILE", others[0]!)];
  });
  const said = dialect === undefined ? null : dialect[1].exec(read(inFolder(folder, dialect[0])) ?? "");
  const common = { tool, place: folder, count: files.length, sql, dialect: said?.[1] ?? null };
  const modules = nearestFile(repository, folder, ["go.mod"]);
  const moduleText = modules === null ? "" : (read(modules) ?? "");
  if (excluded === null) {
    const own = /\/pop(?:\/v\d+)?\s/.test(moduleText) ? popFiles(folder, matched) : null;
    if (own !== null) return { ...common, ...own, tool: "pop", unsure };
    const dialects = new Set(matched.flatMap((name) => otherDialect(name) ?? []));
    return { ...common, steps: null, unsure: [ofSeveral(folder, dialects)] };
  }
  if (sql.some((file) => isTemplate(read(file) ?? "")))
    return { ...common, steps: null, unsure: [TEMPLATES] };
  const tables = toolTables(
    sql.map((file) => read(file) ?? ""),
    moduleText,
  );
  const before = [tables, first].filter((each) => each !== null && each !== undefined);
  const steps = [
    ...before.map(({ file }) => file),
    ...(other?.steps ?? used.map((pattern) => inFolder(folder, pattern))),
    ...excluded.map((pattern) => `!${inFolder(folder, pattern)}`),
  ];
  const writes =
    before.length === 0 ? {} : { writes: Object.fromEntries(before.map(({ file, text }) => [file, text])) };
  const role = first?.role === undefined ? {} : { role: first.role };
  const platform = isPlatform === undefined ? {} : { isPlatform };
  return {
    ...common,
    steps,
    unsure: [...unsure, ...before.flatMap((each) => each.unsure)],
    ...writes,
    ...role,
    ...platform,
  };
}

/** Patterns for what is of other dialects; null where files of PostgreSQL's own stand for others, as no pattern can say. */
function exclusionsOf(names: readonly string[]): readonly string[] | null {
  const foreign = names.filter((name) => otherDialect(name) !== null);
  const patterns = foreign.map((name) => {
    const [file, folder] = [baseName(name), folderOf(name)];
    if (folder !== "." && otherDialect(`${folder}/`) !== null) return `${folder}/**`;
    const word = otherDialect(file);
    return word !== null && file.includes(`.${word}.`) ? inFolder(folder, `*.${word}.*`) : null;
  });
  const isReplaced = names.some((name) => namesPostgres(baseName(name)));
  if (patterns.includes(null) || (isReplaced && patterns.some((each) => !each!.endsWith("/**")))) return null;
  return [...new Set(patterns.map((each) => each!))];
}

/** `1_a.up.sql` is for each dialect that has no `1_a.postgres.up.sql` of its own; `.autocommit` goes without a transaction. */
const OF_POP = /^(\d+_[\w-]+)((?:\.\w+)?)(?:\.autocommit)?\.up\.sql$/;

/** As pop applies the files of one folder: those of PostgreSQL, and of the others those that none of them replaces. */
function popFiles(folder: string, names: readonly string[]): Pick<Candidate, "steps" | "sql"> | null {
  const chosen = new Map<string, string>();
  const others = new Set<string>();
  for (const name of names.toSorted()) {
    const [, stem, dot] = OF_POP.exec(name) ?? [];
    if (stem === undefined || dot === undefined) return null;
    if (otherDialect(dot) !== null) others.add(dot.slice(1));
    else if (dot === ".postgres" || !chosen.has(stem)) chosen.set(stem, name);
  }
  const files = shellWord(folder);
  const best = String.raw`{ stem = $0; sub(/(\.postgres)?(\.autocommit)?\.up\.sql$/, "", stem); if (!(stem in best)) stems[++n] = stem; if (!(stem in best) || /\.postgres\./) best[stem] = $0 } END { for (i = 1; i <= n; i++) print "\\i " best[stems[i]] }`;
  const command = String.raw`cd ${files} && LC_ALL=C ls *.up.sql | grep -Ev '\.(${[...others].join("|")})\.' | awk '${best}' | psql -X -q -v ON_ERROR_STOP=1 "$DATABASE_URL"`;
  return {
    steps: [{ command, env: {}, inputs: [inFolder(folder, "*.up.sql")] }],
    sql: [...chosen.values()].map((name) => inFolder(folder, name)),
  };
}

function ofSeveral(folder: string, dialects: ReadonlySet<string>): string {
  return `${folder} has files for ${[...dialects].join(", ")}, too, and files of PostgreSQL that stand for others: write { command: ... } of the tool, or of the application's own migrate command`;
}

const TEMPLATES =
  "its files are templates ({{ ... }}), which only the tool's own program fills in: write { command: ... } that runs it";

/** A pattern of database.setup within a folder. */
function matcher(pattern: string): RegExp {
  const body = pattern
    .replace(/[.+]/g, "\\$&")
    .split("**/")
    .map((part) => part.replaceAll("*", "[^/]*"))
    .join("(?:.*/)?");
  return new RegExp(`^${body}$`);
}
