/** Tools whose SQL files also hold the way back, told apart by comments that only they read: they apply them themselves. */
import { baseName, byFolder, type Candidate, folderOf, inFolder, type Repository } from "../repository.ts";

type MarkedTool = Readonly<{
  tool: string;
  up: RegExp;
  command: (folder: string) => string;
  /** How a workflow installs it. */
  install: string;
}>;

const MARKED: readonly MarkedTool[] = [
  {
    tool: "goose",
    up: /^[ \t]*--[ \t]*\+goose[ \t]+up\b/im,
    command: (folder) => `goose -dir ${folder} postgres "$DATABASE_URL" up`,
    install: "go install github.com/pressly/goose/v3/cmd/goose@latest",
  },
  {
    tool: "dbmate",
    up: /^[ \t]*--[ \t]*migrate:up\b/m,
    command: (folder) => `dbmate --migrations-dir ${folder} --no-dump-schema up`,
    install: "npm install --global dbmate",
  },
  {
    tool: "sql-migrate",
    up: /^[ \t]*--[ \t]*\+migrate[ \t]+up\b/im,
    command: (folder) =>
      `config=$(mktemp) && printf 'it:\\n  dialect: postgres\\n  datasource: %s\\n  dir: ${folder}\\n' "$DATABASE_URL" > $config && sql-migrate up -config $config -env it`,
    install: "go install github.com/rubenv/sql-migrate/sql-migrate@latest",
  },
  {
    tool: "node-pg-migrate",
    up: /^[ \t]*--[\s-]*up[ \t]+migration\b/im,
    command: (folder) => `npm ci && npx node-pg-migrate up --migrations-dir ${folder}`,
    install: "",
  },
];

/** True for a file with the way back in it. */
export function isTwoWay(sql: string): boolean {
  return MARKED.some(({ up }) => up.test(sql));
}

export function markedSql({ files, read }: Repository): readonly Candidate[] {
  return [...byFolder(files, /^((?:.*\/)?)[^/]+\.sql$/)].flatMap(([place, sql]) => {
    const tool = MARKED.find(({ up }) => sql.some((file) => up.test(read(file) ?? "")));
    if (tool === undefined) return [];
    const count = sql.filter((file) => tool.up.test(read(file) ?? "")).length;
    return [dumpBeside(tool.tool, place, count, files) ?? byTool(tool, place, count, files)];
  });
}

/** The schema as a tool such as dbmate keeps it: it needs no program to be applied. */
function dumpBeside(tool: string, place: string, count: number, files: readonly string[]): Candidate | null {
  const dump = [place, folderOf(place)]
    .flatMap((folder) => ["schema.sql", "structure.sql"].map((name) => inFolder(folder, name)))
    .find((file) => files.includes(file));
  if (dump === undefined) return null;
  const unsure = [
    `${dump} must be what ${tool}'s migrations in ${place} come to: is it written by the tool, and committed?`,
  ];
  return {
    tool: `${tool}, by its dump`,
    place: dump,
    count,
    steps: [dump],
    sql: [dump],
    unsure,
    isWhole: true,
  };
}

function byTool(
  { tool, command, install }: MarkedTool,
  place: string,
  count: number,
  files: readonly string[],
): Candidate {
  const programs = files.filter((file) => folderOf(file) === place && /^\d+.*\.go$/.test(baseName(file)));
  const unsure = [
    ...(install === "" ? [] : [`${tool} must be on the PATH, in the workflow, too: ${install}`]),
    ...(programs.length === 0
      ? []
      : [
          `${programs.length} migrations are programs such as ${programs[0]}: only the application's own command applies them`,
        ]),
  ];
  return { tool, place, count, steps: [{ command: command(place), env: {} }], sql: [], unsure };
}
