/** Tools whose SQL files also hold the way back, told apart by comments that only they read: they apply them themselves. */
import {
  baseName,
  byFolder,
  type Candidate,
  folderOf,
  inFolder,
  nearestFile,
  type Repository,
  shellWord,
} from "../repository.ts";
import { behindMigrations } from "./dumps.ts";

type MarkedTool = Readonly<{
  tool: string;
  up: RegExp;
  /** @param program how the tool is called */
  command: (folder: string, program: string) => string;
  program: string;
  /** Package of the tool: one of Go, which a module of Go can run in the version that it names; or one of npm, which brings the program. */
  module?: string;
  package?: string;
}>;

const MARKED: readonly MarkedTool[] = [
  {
    tool: "goose",
    up: /^[ \t]*--[ \t]*\+goose[ \t]+up\b/im,
    command: (folder, program) => `${program} -dir ${folder} postgres "$DATABASE_URL" up`,
    program: "goose",
    module: "github.com/pressly/goose/v3/cmd/goose",
  },
  {
    tool: "dbmate",
    up: /^[ \t]*--[ \t]*migrate:up\b/m,
    command: (folder, program) => `${program} --migrations-dir ${folder} --no-dump-schema up`,
    program: "dbmate",
    package: "dbmate",
  },
  {
    tool: "sql-migrate",
    up: /^[ \t]*--[ \t]*\+migrate[ \t]+up\b/im,
    command: (folder, program) =>
      `config=$(mktemp) && printf 'it:\\n  dialect: postgres\\n  datasource: %s\\n  dir: %s\\n' "$DATABASE_URL" ${folder} > $config && ${program} up -config $config -env it`,
    program: "sql-migrate",
    module: "github.com/rubenv/sql-migrate/sql-migrate",
  },
  {
    tool: "tern",
    up: /^---- create above \/ drop below ----/m,
    command: (folder, program) => `${program} migrate --migrations ${folder} --conn-string "$DATABASE_URL"`,
    program: "tern",
    module: "github.com/jackc/tern/v2",
  },
  {
    tool: "node-pg-migrate",
    up: /^[ \t]*--[ \t-]*up[ \t]+migration\b/im,
    command: (folder, program) => `npm ci && ${program} up --migrations-dir ${folder}`,
    program: "npx node-pg-migrate",
  },
];

const ONE_WAY = /(?:^|[./])(?:up|down)\.sql$/;
const BACK = /^[ \t]*--[ \t]*(?:\+goose|\+migrate|migrate:)[ \t]*down\b/im;

/** True for a file that such a tool reads. In one that is for one way by its name and its text, the comment is of a tool before. */
export function isTwoWay(file: string, read: Repository["read"]): boolean {
  const sql = read(file) ?? "";
  return MARKED.some(({ up }) => up.test(sql)) && (!ONE_WAY.test(file) || BACK.test(sql));
}

export function markedSql({ files, read }: Repository): readonly Candidate[] {
  const marked = files.filter((file) => !ONE_WAY.test(file) || isTwoWay(file, read));
  return [...byFolder(marked, /^((?:.*\/)?)[^/]+\.sql$/)].flatMap(([place, sql]) => {
    const tool = MARKED.find(({ up }) => sql.some((file) => up.test(read(file) ?? "")));
    if (tool === undefined) return [];
    const own = sql.filter((file) => tool.up.test(read(file) ?? ""));
    return [dumpBeside(tool.tool, place, sql, { files, read }) ?? byTool(tool, place, own, { files, read })];
  });
}

/** The schema as a tool such as dbmate keeps it: it needs no program to be applied. */
function dumpBeside(
  tool: string,
  place: string,
  migrations: readonly string[],
  { files, read }: Pick<Repository, "files" | "read">,
): Candidate | null {
  const dump = [place, folderOf(place)]
    .flatMap((folder) => ["schema.sql", "structure.sql"].map((name) => inFolder(folder, name)))
    .find((file) => files.includes(file));
  if (dump === undefined) return null;
  const unsure = [
    ...behindMigrations(dump, read(dump) ?? "", migrations),
    `${dump} must be what ${tool}'s migrations in ${place} come to: is it written by the tool, and committed?`,
  ];
  return {
    tool: `${tool}, by its dump`,
    place: dump,
    count: migrations.length,
    steps: [dump],
    sql: [dump],
    unsure,
    isWhole: true,
  };
}

function byTool(
  tool: MarkedTool,
  place: string,
  sql: readonly string[],
  { files, read }: Pick<Repository, "files" | "read">,
): Candidate {
  const modules = nearestFile({ files }, place, ["go.mod"]);
  const { program, install } = programOf(tool, modules === null ? null : (read(modules) ?? ""));
  const programs = files.filter((file) => folderOf(file) === place && /^\d.*\.go$/.test(baseName(file)));
  const unsure = [
    ...(install === "" ? [] : [`${tool.tool} must be on the PATH, in the workflow, too: ${install}`]),
    ...(programs.length === 0
      ? []
      : [
          `${programs.length} migrations are programs such as ${programs[0]}: only the application's own command applies them`,
        ]),
  ];
  const command = tool.command(shellWord(place), program);
  // Inputs are globs. node-pg-migrate has packages of the project, for which its files do not answer.
  const inputs =
    programs.length > 0 ||
    (tool.package === undefined && tool.module === undefined) ||
    /[[\]{}*?!()]/.test(place)
      ? {}
      : { inputs: [inFolder(place, place === "." ? "*.sql" : "*")] };
  const steps = [{ command, env: {}, ...inputs }];
  return { tool: tool.tool, place, count: sql.length, steps, sql, unsure };
}

/**
 * How a tool is called, and how a workflow installs it; "" where nothing is to be installed.
 * @param modules text of the module of Go around the migrations: a repository that has one has Go, too
 */
function programOf(
  { program, module, package: npm }: MarkedTool,
  modules: string | null,
): Readonly<{ program: string; install: string }> {
  if (npm !== undefined) return { program: `$(command -v ${program} || echo npx --yes ${npm})`, install: "" };
  if (module === undefined) return { program, install: "" };
  if (modules === null) return { program, install: `go install ${module}@latest` };
  const versions = modules.split("\n").flatMap((line) => {
    const [, path, version] = /^\s*(?:require\s+)?(\S+)\s+(v\S+)/.exec(line) ?? [];
    return path !== undefined && `${module}/`.startsWith(`${path}/`) ? [version!] : [];
  });
  // Of all drivers SQLite's alone needs a C compiler, for minutes.
  return { program: `CGO_ENABLED=0 go run ${module}@${versions[0] ?? "latest"}`, install: "" };
}
