/** Tools whose migrations only they can read: they are run, as the project's own tests run them. */

import { parsedJson } from "../../../text/json.ts";
import { connectionOf, connectionPart, namesRead } from "../connection.ts";
import { importsOf } from "../imports.ts";
import {
  byFolder,
  type Candidate,
  folderOf,
  inFolder,
  isAside,
  nearestFile,
  type Repository,
} from "../repository.ts";
import { type Installed, type Runtime, relativePath, runtimeAt } from "../runtimes.ts";
import { testJobOf } from "../test-job.ts";

type ProgramTool = Readonly<{
  tool: string;
  /** Its migrations; the first group is the folder in which they lie. */
  migrations: RegExp;
  /** Its own config file, which says where it is run; without one it is run where the runtime's packages are named. */
  config?: RegExp;
  /** Words that the config file, or the file with the packages, must have. */
  needs: RegExp;
  runtime: Runtime;
  /** Seen from the folder in which it runs. */
  command: (
    at: Readonly<{ config: string; migrations: string; text: string; has: (file: string) => boolean }>,
  ) => string;
  /** Scripts of package.json that do it the project's own way, and what is added to them. */
  script?: RegExp;
  arguments?: string;
  /** Files that say which database is used. */
  settings: RegExp;
  /** The command is told its database by DATABASE_URL, or by what stands here, whatever the settings say. */
  told?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Name of PostgreSQL in a variable that chooses the kind of database. */
  kind?: string;
}>;

const NUMBERED = String.raw`\d+[\w.-]*`;
const numbered = (ends: string, folder = "") =>
  new RegExp(String.raw`^((?:.*\/)?${folder})${NUMBERED}\.(?:${ends})$`);
const CODE = "js|ts|cjs|mjs";

const PROGRAM_TOOLS: readonly ProgramTool[] = [
  {
    tool: "Rails",
    migrations: /^((?:.*\/)?db\/migrate\/)\d+_\w+\.rb$/,
    config: /(?:^|\/)config\/application\.rb$/,
    needs: /^/,
    runtime: "ruby",
    command: ({ has }) => (has("db/schema.rb") ? "bin/rails db:schema:load" : "bin/rails db:migrate"),
    settings: /(?:^|\/)config\/database\.ya?ml$/,
    told: [],
    env: { RAILS_ENV: "test" },
  },
  {
    tool: "Django",
    migrations: /^((?:.*\/)?migrations\/)\d{4}_\w+\.py$/,
    config: /(?:^|\/)manage\.py$/,
    needs: /django/i,
    runtime: "python",
    command: () => "python manage.py migrate --no-input",
    settings: /(?:^|\/)(?:settings(?:\/[\w/]+)?|[\w]*settings|configuration\w*|database)\.py$/,
    kind: "django.db.backends.postgresql",
  },
  {
    tool: "Flask-Migrate",
    migrations: /^((?:.*\/)?versions\/)[\w.-]+\.py$/,
    config: /(?:^|\/)migrations\/(?:alembic\.ini|script\.py\.mako)$/,
    needs: /flask|\[alembic\]|mako/i,
    runtime: "python",
    command: () => "flask db upgrade",
    settings: /(?:^|\/)(?:config|settings|env)(?:\/[\w/]+)?\.py$/,
  },
  {
    tool: "Alembic",
    migrations: /^((?:.*\/)?versions\/)(?:.*\/)?[\w.-]+\.py$/,
    config: /(?:^|\/)alembic\.ini$/,
    needs: /script_location/,
    runtime: "python",
    command: () => "alembic upgrade head",
    settings: /(?:^|\/)(?:config|settings|env|database|db)(?:\/[\w/]+)?\.py$/,
  },
  {
    tool: "Knex",
    migrations: numbered(CODE),
    config: /(?:^|\/)knexfile\.(?:js|ts|cjs|mjs)$/,
    needs: /^/,
    runtime: "node",
    command: ({ text }) => `npx knex migrate:latest${knexEnvironment(text)}`,
    script: /\bknex\b.*migrate:latest/,
    settings: /(?:^|\/)knexfile\.\w+$/,
    kind: "pg",
  },
  {
    tool: "Sequelize",
    migrations: numbered(CODE),
    config: /(?:^|\/)(?:\.sequelizerc|config\/config\.(?:js|json|cjs))$/,
    needs: /^$|\bpath\b|sequelize|migrations|"?dialect"?\s*:/i,
    runtime: "node",
    command: () => 'npx sequelize-cli db:migrate --url "$DATABASE_URL"',
    told: [],
    script: /\bsequelize(?:-cli)?\b.*\bdb:migrate(?!\S)/,
    arguments: '--url "$DATABASE_URL"',
    settings: /(?:^|\/)config\/(?:config|database)\.(?:js|json|ts)$/,
  },
  {
    tool: "TypeORM",
    migrations: numbered(CODE),
    config: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig|typeorm\.config)[\w.-]*\.(?:ts|js|json)$/i,
    needs: /typeorm|migrations/i,
    runtime: "node",
    command: ({ config }) => `npx typeorm-ts-node-commonjs migration:run -d ${config}`,
    script: /\btypeorm\b.*migration:run/,
    settings: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig|typeorm\.config)[\w.-]*\.(?:ts|js|json)$/i,
    kind: "postgres",
  },
  {
    tool: "MikroORM",
    migrations: /^((?:.*\/)?)Migration\d+[\w.-]*\.(?:js|ts|cjs|mjs)$/,
    config: /(?:^|\/)mikro-orm\.config\.(?:js|ts|cjs|mjs)$/,
    needs: /^/,
    runtime: "node",
    command: () => "npx mikro-orm migration:up",
    script: /\bmikro-orm\b.*\bmigration:up\b/,
    settings: /(?:^|\/)mikro-orm\.config\.\w+$/,
    kind: "postgresql",
  },
  {
    tool: "node-pg-migrate",
    migrations: numbered(`${CODE}|sql`, String.raw`migrations\/`),
    needs: /node-pg-migrate/,
    runtime: "node",
    command: ({ migrations }) => `npx node-pg-migrate up --migrations-dir ${migrations}`,
    told: [],
    script: /\bnode-pg-migrate\b(?!.*\b(?:down|redo|create)\b)/,
    settings: /(?!)/,
  },
  {
    tool: "db-migrate",
    migrations: numbered(CODE, String.raw`migrations\/`),
    needs: /db-migrate/,
    runtime: "node",
    command: () => "npx db-migrate up",
    told: [],
    script: /\bdb-migrate\b.*\bup\b/,
    settings: /(?:^|\/)database\.json$/,
  },
  {
    tool: "Kysely",
    migrations: numbered(CODE, String.raw`migrations\/`),
    config: /(?:^|\/)kysely\.config\.\w+$/,
    needs: /^/,
    runtime: "node",
    command: () => "npx kysely migrate:latest",
    settings: /(?:^|\/)kysely\.config\.\w+$/,
  },
  {
    tool: "Ecto",
    migrations: /^((?:.*\/)?priv\/[^/]+\/migrations\/)\d+_\w+\.exs$/,
    needs: /:ecto_sql|:postgrex/,
    runtime: "elixir",
    command: () => "mix ecto.migrate",
    settings: /(?:^|\/)config\/(?:config|test)\.exs$/,
    env: { MIX_ENV: "test" },
  },
  {
    tool: "Laravel",
    migrations: /^((?:.*\/)?database\/migrations\/)\d{4}_\d\d_\d\d_\w+\.php$/,
    config: /(?:^|\/)artisan$/,
    needs: /^/,
    runtime: "php",
    command: () => "php artisan migrate --force",
    settings: /(?:^|\/)config\/database\.php$/,
    env: { DB_CONNECTION: "pgsql", APP_ENV: "testing" },
    told: [
      'DB_URL="$DATABASE_URL"',
      'DB_HOST="$PGHOST"',
      'DB_PORT="$PGPORT"',
      'DB_DATABASE="$PGDATABASE"',
      'DB_USERNAME="$PGUSER"',
      'DB_PASSWORD="$PGPASSWORD"',
    ],
  },
  {
    tool: "Liquibase",
    migrations: /^((?:.*\/)?)[^/]*(?:changelog|changeset)[^/]*\.(?:xml|ya?ml|json|sql)$/i,
    config: /(?:^|\/)[^/]*(?:changelog[-_.]?(?:master|root|main)?|master)[^/]*\.(?:xml|ya?ml)$/i,
    needs: /databaseChangeLog/,
    runtime: "none",
    command: ({ config }) =>
      `liquibase --changelog-file=${config} --url="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE" --username="$PGUSER" --password="$PGPASSWORD" update`,
    told: [],
    settings: /(?!)/,
  },
  {
    tool: "sqitch",
    migrations: /^((?:.*\/)?)sqitch\.plan$/,
    config: /(?:^|\/)sqitch\.plan$/,
    needs: /^/,
    runtime: "none",
    command: () => "sqitch deploy db:pg:",
    told: [],
    settings: /(?!)/,
  },
  {
    tool: "pop",
    migrations: /^((?:.*\/)?)\d+_[\w.-]+\.(?:up\.fizz|postgres\.up\.sql)$/,
    needs: /gobuffalo\/pop|ory\/pop|popx/,
    runtime: "go",
    command: ({ migrations }) =>
      `config=$(mktemp) && printf 'test:\\n  url: %s\\n' "$DATABASE_URL" > $config && soda migrate up -e test -c $config -p ${migrations}`,
    told: [],
    settings: /(?!)/,
  },
];

/** How the program of a tool comes onto the PATH, for those that are no package of the repository. */
const INSTALLED: Readonly<Record<string, string>> = {
  Liquibase: "liquibase/setup-liquibase@v2",
  sqitch: "sudo apt-get install -y sqitch libdbd-pg-perl",
  pop: "go install github.com/gobuffalo/pop/v6/soda@latest; an application with a migrate command of its own needs that instead",
};

/** A tool in a folder: its config file, or the file that names its package. */
type Found = Readonly<{ tool: ProgramTool; config: string; folder: string; migrations: readonly string[] }>;

export function programs(repository: Repository): readonly Candidate[] {
  const tested = testJobOf(repository)?.env ?? {};
  return PROGRAM_TOOLS.flatMap((tool) => withoutTwins(foundOf(repository, tool))).map((found) =>
    programCandidate(repository, found, tested),
  );
}

/** Two config files for the same migrations are one way to apply them: the first. */
function withoutTwins(found: readonly Found[]): readonly Found[] {
  const first = new Map(found.toReversed().map((each) => [each.migrations.join("\n"), each]));
  return found.filter((each) => first.get(each.migrations.join("\n")) === each);
}

function foundOf(repository: Repository, tool: ProgramTool): readonly Found[] {
  const { files, read } = repository;
  if (tool.config !== undefined) {
    return files
      .filter((file) => tool.config!.test(file) && tool.needs.test(read(file) ?? ""))
      .flatMap((config) => {
        const folder = rootOf(folderOf(config));
        const migrations = filesWithin(files, folder).filter((file) => tool.migrations.test(file));
        return migrations.length === 0 ? [] : [{ tool, config, folder, migrations }];
      });
  }
  return [...byFolder(files, tool.migrations)].flatMap(([place, migrations]) => {
    const packages = runtimeAt(repository, place, tool.runtime);
    const manifest = packages === null ? null : inFolder(packages.folder, MANIFEST[tool.runtime] ?? "");
    if (manifest === null || !tool.needs.test(read(manifest) ?? "")) return [];
    return [{ tool, config: manifest, folder: packages!.folder, migrations }];
  });
}

/** The folder that the tool is run in: paths of Java's resources are those of the class path. */
function rootOf(folder: string): string {
  const [resources] = /^(?:.*\/)?src\/main\/resources(?=\/|$)/.exec(folder) ?? [];
  if (resources !== undefined) return resources;
  return /(?:^|\/)(?:config|migrations)$/.test(folder) ? folderOf(folder) : folder;
}

const MANIFEST: Partial<Record<Runtime, string>> = { node: "package.json", elixir: "mix.exs", go: "go.mod" };

function filesWithin(files: readonly string[], folder: string): readonly string[] {
  return folder === "." ? files : files.filter((file) => file.startsWith(`${folder}/`));
}

const SETTINGS_MOST = 12;

function programCandidate(
  repository: Repository,
  { tool, config, folder, migrations }: Found,
  tested: Readonly<Record<string, string>>,
): Candidate {
  const { files, read } = repository;
  const packages = runtimeAt(repository, folder, tool.runtime);
  const place = folderOf(migrations[0]!);
  const has = (file: string) => files.includes(inFolder(folder, file));
  const manifest = nearestFile(repository, folder, ["package.json"]);
  const own = manifest === null ? null : ownScript(read(manifest), tool);
  const at = own === null ? folder : folderOf(manifest!);
  const text = read(config) ?? "";
  const direct = tool.command({
    config: relativePath(folder, config),
    migrations: relativePath(folder, place),
    text,
    has,
  });
  const settings = settingsOf(repository, tool, tool.config === undefined ? (packages?.folder ?? ".") : at);
  const connection = connectionOf(repository, settings, tested, {
    isTold: tool.told !== undefined,
    kind: tool.kind,
  });
  const exports = [...(tool.told ?? []), ...(tool.told?.length ? [] : connection.exports)];
  const line = [
    ...(exports.length === 0 ? [] : [`export ${exports.join(" ")}`]),
    ...runLines(
      packages,
      at,
      `${buildsFirst(
        settings.map((file) => read(file) ?? ""),
        manifest === null ? "" : (read(manifest) ?? ""),
      )}${own ?? direct}`,
    ),
  ].join(" && ");
  const install = INSTALLED[tool.tool];
  const unsure = [
    ...(packages === null && tool.runtime !== "none"
      ? [`no file names the packages of ${tool.tool}: put their installation before the command`]
      : []),
    ...(install === undefined ? [] : [`${tool.tool} must be on the PATH, in the workflow, too: ${install}`]),
    ...connection.unsure,
  ];
  const steps = [{ command: line, env: { ...connection.env, ...tool.env } }];
  return {
    tool: tool.tool,
    place: tool.config === undefined ? place : config,
    count: migrations.length,
    steps,
    sql: [],
    unsure,
  };
}

/** Files of the tool's settings, and those of the repository that they get settings from. */
function settingsOf(repository: Repository, tool: ProgramTool, folder: string): readonly string[] {
  const { files, read } = repository;
  const own = filesWithin(files, folder).filter((file) => tool.settings.test(file) && !isAside(file));
  const first = own.flatMap((file) => importsOf(repository, file));
  const all = [...own, ...first, ...first.flatMap((file) => importsOf(repository, file))];
  return [...new Set(all)]
    .filter((file) => /DATABASE|POSTGRES|DB_|postgres|SQLALCHEMY|Repo\b/.test(read(file) ?? ""))
    .slice(0, SETTINGS_MOST);
}

/** Migrations that are read from dist only are there once the project is built. */
function buildsFirst(settings: readonly string[], manifest: string): string {
  const named = settings.flatMap(
    (text) => /\bmigrations\s*:\s*\[([^\]]*)\]/.exec(text)?.[1]?.match(/["'`][^"'`]+["'`]/g) ?? [],
  );
  const isBuilt = named.length > 0 && named.every((each) => /\bdist\//.test(each));
  return isBuilt && /"build"\s*:/.test(manifest) ? "npm run build && " : "";
}

/** Knex takes the environment "development" unless it is told: the one that reads the connection is another one, maybe. */
function knexEnvironment(knexfile: string): string {
  const blocks = knexfile.split(/^[ \t]+(?:["']?)(\w+)(?:["']?)\s*:\s*\{/m);
  const named = blocks.flatMap((name, i) => (i % 2 === 1 ? [{ name, text: blocks[i + 1]! }] : []));
  const reads = (text: string) =>
    /\bDATABASE_URL\b/.test(text) || namesRead(text).some((name) => connectionPart(name) !== null);
  const isEnvironment = (name: string) => /^(?:development|test|testing|staging|production|ci)$/.test(name);
  let at = "development";
  const known = new Map<string, boolean>();
  for (const { name, text } of named) {
    if (isEnvironment(name)) at = name;
    known.set(at, (known.get(at) ?? false) || reads(text));
  }
  if (known.get("development") !== false) return "";
  const other = [...known].find(([, isRead]) => isRead)?.[0];
  return other === undefined ? "" : ` --env ${other}`;
}

/** Installs the packages where they are named, and runs the command where the tool, or the project's script for it, is. */
function runLines(packages: Installed | null, folder: string, command: string): readonly string[] {
  const at = packages?.folder ?? folder;
  const enter = at === "." ? [] : [`cd ${at}`];
  const on = at === folder ? [] : [`cd ${relativePath(at, folder)}`];
  return [
    ...enter,
    ...(packages === null ? [] : [packages.install]),
    ...on,
    `${packages?.prefix ?? ""}${command}`,
  ];
}

/** The project's own script for it in package.json: it knows options that nothing else does. */
function ownScript(manifest: string | null, { script, tool, arguments: more }: ProgramTool): string | null {
  if (manifest === null || script === undefined) return null;
  const { scripts = {} } = (parsedJson(manifest) ?? {}) as { scripts?: Record<string, string> };
  const [name, line] = Object.entries(scripts).find(([, text]) => script.test(text)) ?? [];
  if (name === undefined) return null;
  if (tool === "node-pg-migrate" && !/\bup\b/.test(line!)) return `npm run ${name} -- up`;
  return `npm run ${name}${more === undefined ? "" : ` -- ${more}`}`;
}
