/** Schemas as a whole: what a migration tool keeps of them, what sqlc reads, and SQL files that make tables. */
import { parse } from "yaml";
import {
  baseName,
  byFolder,
  type Candidate,
  folderOf,
  inFolder,
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
        const isApplied = named.every((file) => files.includes(file) && !isTwoWay(read(file) ?? ""));
        if (named.length === 0 || !isApplied) return [];
        return [{ ...wholeCandidate("sqlc", config, named.length, named), isWhole: false, isReadOnly: true }];
      });
    });
}

function entriesOf(text: string): readonly SqlcEntry[] {
  try {
    const { sql, packages } = (parse(text) ?? {}) as { sql?: SqlcEntry[]; packages?: SqlcEntry[] };
    return [...(Array.isArray(sql) ? sql : []), ...(Array.isArray(packages) ? packages : [])];
  } catch {
    return [];
  }
}

const MAKES_TABLES = /^\s*CREATE\s+(?:UNLOGGED\s+)?TABLE\b/im;
const SCHEMA_NAME =
  /(?:^|[/_.-])(?:schema|structure|ddl|init(?:db|ialize)?|tables|database|setup)[\w.-]*\.sql$/i;

/** SQL files that make tables and belong to no tool: one schema, or numbered files. The order of others is known to people alone. */
export function plainSql(repository: Repository): readonly Candidate[] {
  const { files, read } = repository;
  const isSchema = (file: string) => {
    const sql = read(file) ?? "";
    return (
      MAKES_TABLES.test(sql) &&
      !isTwoWay(sql) &&
      !isScript(sql) &&
      !/\.down\.sql$|(?:^|\/)(?:down|seed)[^/]*\.sql$/.test(file)
    );
  };
  return [...byFolder(files, /^((?:.*\/)?)[^/]+\.sql$/)].flatMap(([folder, inIt]) => {
    const sql = inIt.filter((file) => isSchema(file) && otherDialect(baseName(file)) === null);
    if (sql.length === 0) return [];
    const named = sql.filter((file) => SCHEMA_NAME.test(file));
    const common = { tool: "SQL", count: sql.length, isPlain: true };
    if (sql.length === 1 || named.length === 1) {
      const file = named[0] ?? sql[0]!;
      const { steps, unsure } = psqlSteps(file, read(file) ?? "");
      return [
        {
          ...common,
          steps,
          unsure: [...unsure, ...besides(repository, inIt, file)],
          place: file,
          sql: [file],
        },
      ];
    }
    if (sql.every((file) => /^V?\d/.test(file.slice(folder === "." ? 0 : folder.length + 1)))) {
      return [{ ...common, place: folder, steps: [inFolder(folder, "*.sql")], sql, unsure: [] }];
    }
    const list = sql
      .slice(0, 5)
      .map((file) => file.slice(file.lastIndexOf("/") + 1))
      .join(", ");
    const unsure = [
      `${sql.length} SQL files in ${folder} make tables (${list}${sql.length > 5 ? ", ..." : ""}), and nothing says in which order: list them under database.setup`,
    ];
    return [{ ...common, place: folder, steps: null, sql, unsure }];
  });
}

/** Files that make other things than tables, in the same folder: whether they belong to the schema is known to people alone. */
function besides({ read }: Repository, inIt: readonly string[], schema: string): readonly string[] {
  const more = inIt.filter(
    (file) =>
      file !== schema &&
      otherDialect(file) === null &&
      /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TYPE|FUNCTION|VIEW|MATERIALIZED|INDEX|UNIQUE|TRIGGER|EXTENSION|SCHEMA|PROCEDURE)\b/im.test(
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
  if (/^\s*CREATE\s+DATABASE\b|^\\c(?:onnect)?\s/im.test(sql)) {
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
