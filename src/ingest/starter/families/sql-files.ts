/** Tools whose migrations are SQL files that can be applied as they lie. */
import {
  byFolder,
  type Candidate,
  inFolder,
  isTemplate,
  nearestFile,
  otherDialect,
  type Repository,
  type StarterStep,
} from "../repository.ts";
import { type Bootstrap, HASURA, SUPABASE, toolTables } from "./bootstraps.ts";
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
  /** File in the folder that names the dialect, and where. */
  dialect?: readonly [file: string, name: RegExp];
  /** Steps where the tool itself would not apply all of the files; null where it would. */
  ordered?: (repository: Repository, folder: string, names: readonly string[]) => Ordered | null;
}>;

type Ordered = Readonly<{ steps: readonly StarterStep[]; names: readonly string[] }>;

const FOLDER = String.raw`^((?:.*\/)?)`;

const PROGRAMS =
  "migrations that are programs (COUNT files such as FILE) are not applied by these steps: if the schema needs them, replace the steps by { command: ... } of the tool";

/** Drizzle applies what its journal names, in that order: files of branches that were never merged may lie next to them. */
function journalled({ read }: Repository, folder: string, names: readonly string[]): Ordered | null {
  const journal = inFolder(folder, "meta/_journal.json");
  const tags = (read(journal) ?? "").match(/(?<="tag"\s*:\s*")[^"]+/g) ?? [];
  const named = tags.map((tag) => `${tag}.sql`);
  const isAll = named.length === names.length && named.toSorted().every((name, i) => name === names[i]);
  if (tags.length === 0 || isAll) return null;
  const list = `require("./${journal}").entries.map((each) => "\\\\i ${folder}/" + each.tag + ".sql").join("\\n")`;
  const command = `node -p '${list}' | psql -X -q -v ON_ERROR_STOP=1 "$DATABASE_URL"`;
  return { steps: [{ command, env: {} }], names: named };
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
    file: new RegExp(String.raw`${FOLDER}V\d+(?:[._]\d+)*__[^/]*\.sql$`),
    patterns: ["V*.sql", "R__*.sql", "afterMigrate*.sql"],
    also: [
      [/^V\d+.*\.(?:java|kt)$/, PROGRAMS],
      [
        /^(?:before|after(?!Migrate(?:Applied)?(?:__.*)?\.sql$))[A-Z]\w*(?:__.*)?\.sql$/,
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
    also: [[/^\d+.*(?<!\.down)\.(?:go|rs)$/, PROGRAMS]],
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
    [...byFolder(repository.files, tool.file)].flatMap(([folder, files]) => {
      const isOf = tool.beside === undefined || repository.files.includes(inFolder(folder, tool.beside));
      if (!isOf || taken.has(folder) || files.some((file) => isTwoWay(repository.read(file) ?? "")))
        return [];
      taken.add(folder);
      return [fileCandidate(repository, tool, folder, files)];
    }),
  );
}

function fileCandidate(
  repository: Repository,
  { tool, patterns, also = [], first, dialect, ordered }: SqlTool,
  folder: string,
  files: readonly string[],
): Candidate {
  const { files: all, read } = repository;
  const here = all.filter((file) => file.startsWith(folder === "." ? "" : `${folder}/`));
  const names = here.map((file) => file.slice(folder === "." ? 0 : folder.length + 1));
  const used = patterns.filter((pattern) => names.some((name) => matcher(pattern).test(name)));
  const applied = names.filter((name) => used.some((pattern) => matcher(pattern).test(name)));
  const other = ordered?.(repository, folder, applied) ?? null;
  const sql = (other?.names ?? applied).map((name) => inFolder(folder, name));
  const unsure = also.flatMap(([pattern, words]) => {
    const others = names.filter((name) => pattern.test(name) && !applied.includes(name));
    return others.length === 0
      ? []
      : [words.replace("COUNT", String(others.length)).replace("FILE", others[0]!)];
  });
  const said = dialect === undefined ? null : dialect[1].exec(read(inFolder(folder, dialect[0])) ?? "");
  const common = { tool, place: folder, count: files.length, sql, dialect: said?.[1] ?? null };
  const dialects = new Set(sql.flatMap((file) => otherDialect(file) ?? []));
  if (dialects.size > 0 && otherDialect(`${folder}/`) === null)
    return { ...common, steps: null, unsure: [ofSeveral(folder, dialects)] };
  if (sql.some((file) => isTemplate(read(file) ?? "")))
    return { ...common, steps: null, unsure: [TEMPLATES] };
  const modules = nearestFile(repository, folder, ["go.mod"]);
  const tables = toolTables(
    sql.map((file) => read(file) ?? ""),
    modules === null ? "" : (read(modules) ?? ""),
  );
  const before = [tables, first].filter((each) => each !== null && each !== undefined);
  const steps = [
    ...before.map(({ file }) => file),
    ...(other?.steps ?? used.map((pattern) => inFolder(folder, pattern))),
  ];
  const writes =
    before.length === 0 ? {} : { writes: Object.fromEntries(before.map(({ file, text }) => [file, text])) };
  const role = first?.role === undefined ? {} : { role: first.role };
  return {
    ...common,
    steps,
    unsure: [...unsure, ...before.flatMap((each) => each.unsure)],
    ...writes,
    ...role,
  };
}

function ofSeveral(folder: string, dialects: ReadonlySet<string>): string {
  return `${folder} has files for ${[...dialects].join(", ")}, too, which no pattern leaves out: write { command: ... } of the tool, or of the application's own migrate command`;
}

const TEMPLATES =
  "its files are templates ({{ ... }}), which only the tool's own program fills in: write { command: ... } that runs it";

/** A pattern of database.setup within a folder. */
function matcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/[.+]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
}
