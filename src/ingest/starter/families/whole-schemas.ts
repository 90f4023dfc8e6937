/** Schemas as a whole: what a migration tool keeps of them, what sqlc reads, and SQL files that make tables. */
import { parse } from "yaml";
import {
  baseName,
  byFolder,
  type Candidate,
  firstAndMore,
  folderOf,
  inFolder,
  isAside,
  joined,
  otherDialect,
  type Repository,
  shellWord,
} from "../repository.ts";
import { isScript } from "../scripts.ts";
import { behindMigrations } from "./dumps.ts";
import { isTwoWay } from "./marked-sql.ts";

/** Dumps by the migrations next to them. */
const DUMPS: readonly Readonly<{ tool: string; dump: RegExp; migrations: (folder: string) => string }>[] = [
  { tool: "Rails", dump: /^((?:.*\/)?db\/)structure\.sql$/, migrations: (folder) => `${folder}/migrate/` },
  {
    tool: "Ecto",
    dump: /^((?:.*\/)?priv\/[^/]+\/)structure\.sql$/,
    migrations: (folder) => `${folder}/migrations/`,
  },
  {
    tool: "Laravel",
    dump: /^((?:.*\/)?database\/schema\/)pgsql-schema\.(?:sql|dump)$/,
    migrations: (folder) => `${folderOf(folder)}/migrations/`,
  },
];

export function dumps({ files, read }: Repository): readonly Candidate[] {
  return DUMPS.flatMap(({ tool, dump, migrations }) =>
    [...byFolder(files, dump)].flatMap(([folder, [file]]) => {
      const own = files.filter((each) => each.startsWith(migrations(folder)));
      if (own.length === 0) return [];
      const unsure = behindMigrations(file!, read(file!) ?? "", own);
      return [{ ...wholeCandidate(`${tool}, by its dump`, file!, own.length, [file!]), unsure }];
    }),
  );
}

function wholeCandidate(tool: string, place: string, count: number, sql: readonly string[]): Candidate {
  return { tool, place, count, steps: sql, sql, unsure: [], isWhole: true };
}

type SqlcEntry = Readonly<{ engine?: string; schema?: string | readonly string[] }>;

/** What sqlc reads as the schema: its config file names it, in its order. Stand-ins may be among it, so migrations go before. */
export function sqlc({ files, read }: Repository): readonly Candidate[] {
  return files
    .filter((file) => /(?:^|\/)sqlc\.(?:ya?ml|json)$/.test(file))
    .flatMap((config) => {
      const entries = entriesOf(read(config) ?? "").filter(
        ({ engine }) => engine === undefined || engine.startsWith("postgres"),
      );
      return entries.flatMap(({ schema = [] }) => {
        const named = [schema].flat().map((each) => joined(folderOf(config), each));
        const isApplied = named.every((file) => files.includes(file) && !isTwoWay(file, read));
        if (named.length === 0 || !isApplied) return [];
        return [{ ...wholeCandidate("sqlc", config, named.length, named), isWhole: false, isReadOnly: true }];
      });
    });
}

function entriesOf(text: string): readonly SqlcEntry[] {
  try {
    const { sql, packages } = (parse(text, { logLevel: "error" }) ?? {}) as {
      sql?: SqlcEntry[];
      packages?: SqlcEntry[];
    };
    return [...(Array.isArray(sql) ? sql : []), ...(Array.isArray(packages) ? packages : [])];
  } catch {
    return [];
  }
}

const MAKES_TABLES = /^[ \t]*CREATE\s+(?:UNLOGGED\s+)?TABLE\b/im;
const SCHEMA_NAME =
  /(?:^|[/_.-])(?:schema|structure|ddl|init(?:db|ialize)?|tables|database|setup)[\w.-]*\.sql$/i;

/** SQL files that make tables and belong to no tool: one schema, or numbered files. The order of others is known to people alone. */
export function plainSql(repository: Repository): readonly Candidate[] {
  const { files, read } = repository;
  const isSchema = (file: string) => {
    const sql = read(file) ?? "";
    return (
      MAKES_TABLES.test(sql) &&
      !isTwoWay(file, read) &&
      !isScript(sql) &&
      !/\.down\.sql$|(?:^|\/)(?:down|seed)[^/]*\.sql$/.test(file)
    );
  };
  const all = [...byFolder(files, /^((?:.*\/)?)[^/]+\.sql$/)].flatMap(([folder, inIt]) => {
    const sql = inIt.filter((file) => isSchema(file) && otherDialect(baseName(file)) === null);
    return sql.length === 0 ? [] : [plainCandidate(repository, folder, inIt, sql)];
  });
  return asModules(all);
}

/** @param inIt all SQL files of the folder; sql: those that make tables */
function plainCandidate(
  repository: Repository,
  folder: string,
  inIt: readonly string[],
  sql: readonly string[],
): Candidate {
  const common = { tool: "SQL", count: sql.length, isPlain: true };
  const own = inIt.filter((file) => otherDialect(baseName(file)) === null);
  if (own.length > 1 && own.length === inIt.length && own.every((file) => /^V?\d/.test(baseName(file))))
    return { ...common, place: folder, steps: [inFolder(folder, "*.sql")], sql: own, unsure: [] };
  const named = sql.filter((file) => SCHEMA_NAME.test(file));
  const last = lastVersion(sql, repository.read);
  const file = sql.length === 1 ? sql[0]! : named.length === 1 ? named[0]! : last;
  if (file !== null) {
    const { steps, unsure } = psqlSteps(file, repository.read(file) ?? "");
    const versions =
      file === last ? [`${file} was taken, as the last of ${sql.length} versions of one schema`] : [];
    const more = file === last ? [] : besides(repository, inIt, file);
    return { ...common, steps, unsure: [...unsure, ...versions, ...more], place: file, sql: [file] };
  }
  if (sql.every((each) => /^V?\d/.test(baseName(each))))
    return { ...common, place: folder, steps: [inFolder(folder, "*.sql")], sql, unsure: [] };
  const list = firstAndMore(sql.map(baseName), 5);
  const unsure = [
    `${sql.length} SQL files in ${folder} make tables (${list}), and nothing says in which order: list them under database.setup`,
  ];
  return { ...common, place: folder, steps: null, sql, unsure };
}

/** The last of files such as schema-v1.sql to schema-v5.sql, if it makes most tables of the one before; else null. */
function lastVersion(sql: readonly string[], read: Repository["read"]): string | null {
  const versions = sql.flatMap((file) => {
    const [, stem, version] = /^(.*?)[-_.]?v?(?<!\d)(\d+)\.sql$/i.exec(baseName(file)) ?? [];
    return stem === undefined || stem === "" ? [] : [{ file, stem, version: Number(version) }];
  });
  const [first, ...others] = versions.toSorted((a, b) => b.version - a.version);
  const isOne = versions.length === sql.length && others.every(({ stem }) => stem === first!.stem);
  if (first === undefined || others.length === 0 || !isOne) return null;
  const tables = (file: string) =>
    new Set([...(read(file) ?? "").matchAll(TABLE_MADE)].map(([, name]) => name));
  const [now, before] = [tables(first.file), tables(others[0]!.file)];
  return [...before].filter((name) => now.has(name)).length * 2 > before.size ? first.file : null;
}

const TABLE_MADE = /^[ \t]*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w."]+)/gim;

/** Modules of one application have a file each: one of them is not the schema. */
const MODULES_LEAST = 3;
/** Where modules of Java keep it. */
const RESOURCES = "src/main/resources";

function asModules(all: readonly Candidate[]): readonly Candidate[] {
  const alike = new Map<string, Candidate[]>();
  for (const each of all) {
    const { place, sql } = each;
    if (!place.endsWith(".sql") || sql.length !== 1 || isAside(place) || otherDialect(place) !== null)
      continue;
    const kind = place.includes(`/${RESOURCES}/`) ? RESOURCES : baseName(place);
    alike.set(kind, [...(alike.get(kind) ?? []), each]);
  }
  const modules = [...alike].filter(([kind, same]) => {
    const ofModule = ({ place }: Candidate) => place.split(kind === RESOURCES ? `/${RESOURCES}/` : "/")[0];
    return same.length >= MODULES_LEAST && new Set(same.map(ofModule)).size === same.length;
  });
  const joint = modules.map(([kind, same]): Candidate => {
    const unsure = [
      `${same.length} modules have SQL of their own (${firstAndMore(
        same.map(({ place }) => place),
        4,
      )}), and nothing says which of them belong together, and in which order: list them under database.setup`,
    ];
    return {
      tool: "SQL",
      place: `*/${kind}`,
      count: same.length,
      isPlain: true,
      steps: null,
      sql: same.flatMap(({ sql }) => sql),
      unsure,
    };
  });
  const inModules = new Set(modules.flatMap(([, same]) => same));
  return [...all.filter((each) => !inModules.has(each)), ...joint];
}

/** Files that make other things than tables, in the same folder: whether they belong to the schema is known to people alone. */
function besides({ read }: Repository, inIt: readonly string[], schema: string): readonly string[] {
  const more = inIt.filter(
    (file) =>
      file !== schema &&
      otherDialect(file) === null &&
      /^[ \t]*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TYPE|FUNCTION|VIEW|MATERIALIZED|INDEX|UNIQUE|TRIGGER|EXTENSION|SCHEMA|PROCEDURE)\b/im.test(
        read(file) ?? "",
      ),
  );
  return more.length === 0
    ? []
    : [
        `${more.slice(0, 4).join(", ")} next to ${schema} make more of the schema: list those that belong to it, in their order`,
      ];
}

/** psql runs what has its commands in it; a database that the file makes itself is another one than the set-up's. */
function psqlSteps(file: string, sql: string): Pick<Candidate, "steps" | "unsure"> {
  if (/^[ \t]*CREATE\s+DATABASE\b|^\\c(?:onnect)?\s/im.test(sql)) {
    return {
      steps: null,
      unsure: [
        `${file} makes a database of its own: take CREATE DATABASE and \\connect out, and name it under database.setup`,
      ],
    };
  }
  const isOfPsql = /^\\[a-z!]/im.test(sql.replace(/^COPY[\s\S]*?^\\\.$|^\\(?:un)?restrict\b.*$/gim, ""));
  return {
    steps: [isOfPsql ? { command: `psql -X -q -v ON_ERROR_STOP=1 -f ${shellWord(file)}`, env: {} } : file],
    unsure: [],
  };
}
