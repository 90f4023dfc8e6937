/** SQL that is driven, and rows: pgbench scripts, query files of other tools, seed programs. */
import { plural } from "../../text/units.ts";
import { baseName, folderOf, inFolder, isAside, type Repository } from "./repository.ts";

const PGBENCH =
  /^\\(?:set|setshell|shell|sleep|gset|aset|if|elif|else|endif|startpipeline|syncpipeline|endpipeline)\b/;
/** Settings of psql's own, as in `\set ON_ERROR_STOP on`. */
const OF_PSQL = /^\\set\s+(?:[A-Z][A-Z_]*|:?'|\w+\s+(?:'|"|`|on\b|off\b|:'))/;
const PGTAP = /\bSELECT\s+(?:\*\s+FROM\s+)?(?:(?:no_)?plan|finish)\s*\(/i;

/** Recognizes a script by its backslash commands, which must all be pgbench's: psql has `\set`, too. */
export function isScript(sql: string): boolean {
  const commands = sql.match(/^\\\S.*$/gm) ?? [];
  return (
    commands.some((line) => /^\\(?:set|sleep|startpipeline)\b/.test(line)) &&
    commands.every((line) => PGBENCH.test(line) && !OF_PSQL.test(line)) &&
    !PGTAP.test(sql)
  );
}

export function pgbenchScripts({ files, read }: Repository): readonly string[] {
  return files.filter((file) => /\.(?:sql|pgbench)$/.test(file) && isScript(read(file) ?? ""));
}

/** Query files of one folder. */
export type QueryFiles = Readonly<{
  folder: string;
  count: number;
  /** Patterns that name them, and no other SQL next to them. */
  patterns: readonly string[];
}>;

/** Files with named queries, sqlc's and yesql's `-- name: X`; the folder of most queries goes first. */
export function queryFiles({ files, read }: Repository): readonly QueryFiles[] {
  const sql = files.filter((each) => each.endsWith(".sql") && !isAside(each));
  const counts = new Map<string, Map<string, number>>();
  for (const file of sql) {
    const count = (read(file) ?? "").match(/^--\s*(?:name:\s*[\w-]+[?!*<$^]*|:name\s+\S+)/gm)?.length ?? 0;
    const folder = folderOf(file);
    if (count > 0) counts.set(folder, (counts.get(folder) ?? new Map<string, number>()).set(file, count));
  }
  const found = [...counts].map(([folder, own]) => ({
    folder,
    count: [...own.values()].reduce((sum, count) => sum + count, 0),
    patterns: sql.some((file) => folderOf(file) === folder && !own.has(file))
      ? [...own.keys()]
      : [inFolder(folder, "*.sql")],
  }));
  return found.toSorted((a, b) => b.count - a.count);
}

const SEEDS: readonly RegExp[] = [
  /(?:^|\/)supabase\/seed\.sql$/,
  /(?:^|\/)prisma\/seed\.[cm]?[jt]s$/,
  /(?:^|\/)db\/seeds\.rb$/,
  /(?:^|\/)priv\/[^/]+\/seeds\.exs$/,
  /(?:^|\/)database\/seeders\/DatabaseSeeder\.php$/,
  /(?:^|\/)(?:seed|seeds|seeders?)\/[^/]+\.(?:sql|[cm]?[jt]s|py)$/,
  /(?:^|\/)seeds?[-_.][^/]*\.sql$|(?:^|\/)seeds?\.sql$/,
  /(?:^|\/)(?:data|test|demo|sample)_?data[^/]*\.sql$/,
];
const SEEDS_MOST = 5;

/** Programs and files that fill tables, one for each kind. */
export function seeds({ files, read }: Repository): readonly string[] {
  const own = files.filter((file) => !isAside(file));
  const kinds = SEEDS.flatMap((kind) => own.find((file) => kind.test(file)) ?? []);
  const fixture = files.find(
    (file) => /(?:^|\/)fixtures\/[^/]+\.json$/.test(file) && /"model"\s*:/.test(read(file) ?? ""),
  );
  const scripts = own
    .filter((file) => baseName(file) === "package.json")
    .flatMap((file) => {
      const [, name] = /"((?:db:)?seed[\w:-]*)"\s*:/.exec(read(file) ?? "") ?? [];
      return name === undefined ? [] : [`npm run ${name} (${file})`];
    });
  const loaded = fixture === undefined ? [] : [`manage.py loaddata ${fixture}`];
  return [...new Set([...scripts, ...kinds, ...loaded])].slice(0, SEEDS_MOST);
}

/** A workload takes no more queries. */
const QUERIES_MOST = 128;

/** The workload of the query files, to be taken once there are rows. */
export function queriesText(queries: QueryFiles | null): readonly string[] {
  if (queries === null) return [];
  const { count, patterns } = queries;
  const named = `[${patterns.map((each) => JSON.stringify(each)).join(", ")}]`;
  return [
    `  # Your ${plural(count, "named query", "named queries")} as they lie. Take them once database.setup fills their tables${count > QUERIES_MOST ? `, at most ${QUERIES_MOST} for a workload` : ""}:`,
    `  # - { name: queries, queries: ${named}, options: { threads: 4 } }`,
  ];
}
