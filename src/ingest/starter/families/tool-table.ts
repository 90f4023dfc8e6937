/** Tools whose migrations only they can read, and those that make the schema from models: one row each. */
import { wordTable } from "../../../model/by-key.ts";
import { alembicCommand, alembicPlaces, withoutBase } from "./alembic.ts";
import { djangoPlaces, djangoSettings } from "./django.ts";
import { flaskApplication } from "./flask.ts";
import { knexConnection, knexEnvironment } from "./knex.ts";
import { drizzlePlaces, drizzlePush, prismaPlaces, prismaPush } from "./models.ts";
import type { ProgramTool } from "./program-tool.ts";

const NUMBERED = String.raw`\d[\w.-]*`;
const numbered = (ends: string, folder = "") =>
  // Seeds are numbered, too, and make no schema.
  new RegExp(String.raw`^(?!(?:.*\/)?seed(?:er)?s?\/[^/]*$)((?:.*\/)?${folder})${NUMBERED}\.(?:${ends})$`);
const CODE = "js|ts|cjs|mjs";

export const PROGRAM_TOOLS: readonly ProgramTool[] = [
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
    migrations: /(?!)/,
    needs: /(?!)/,
    places: djangoPlaces,
    runtime: "python",
    package: "django",
    command: ({ config }) => `python ${config === "manage.py" ? config : "-m django"} migrate --no-input`,
    settings:
      /(?:^|\/)(?:settings(?:\/[\w./]+|\.\w+)?|(?!plumbline_)\w*settings|configuration\w*|database)\.py$/,
    kind: "django.db.backends.postgresql",
    replace: djangoSettings,
  },
  {
    tool: "Flask-Migrate",
    migrations: /^((?:.*\/)?versions\/)[\w.-]+\.py$/,
    config: /(?:^|\/)migrations\/env\.py$/,
    needs: /\bcurrent_app\b|flask/i,
    runtime: "python",
    package: "flask",
    command: () => "flask db upgrade",
    environment: flaskApplication,
    unsure: withoutBase,
    settings: /(?:^|\/)(?:config|settings|env)(?:\/[\w/]+)?\.py$/,
  },
  {
    tool: "Alembic",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: alembicPlaces,
    unsure: withoutBase,
    usable: /^[ \t]*script_location\s*=/m,
    runtime: "python",
    package: "alembic",
    command: alembicCommand,
    settings: /(?:^|\/)(?:config|settings|env|database|db)(?:\/[\w/]+)?\.py$/,
  },
  {
    tool: "Knex",
    migrations: numbered(CODE),
    config: /(?:^|\/)knexfile\.(?:js|ts|cjs|mjs)$/,
    needs: /^/,
    runtime: "node",
    isPlainCode: true,
    command: ({ text }) => `npx knex migrate:latest${knexEnvironment(text)}`,
    script: /\bknex\b.*migrate:latest/,
    overrides: knexConnection,
    settings: /(?:^|\/)knexfile\.\w+$/,
    // The first client, where none is PostgreSQL's.
    dialect: /^(?![\s\S]*["'](?:pg|postgres\w*)["'])[\s\S]*?\bclient["']?\s*:\s*["']([\w-]+)["']/,
    kind: "pg",
  },
  {
    tool: "Sequelize",
    migrations: numbered(CODE),
    config: /(?:^|\/)(?:\.sequelizerc|config\/config\.(?:js|json|cjs))$/,
    needs: /^$|\bpath\b|sequelize|migrations|"?dialect"?\s*:/i,
    runtime: "node",
    isPlainCode: true,
    command: () => 'npx sequelize-cli db:migrate --url "$DATABASE_URL"',
    told: [],
    script: /\bsequelize(?:-cli)?\b.*\bdb:migrate(?!\S)/,
    arguments: '--url "$DATABASE_URL"',
    settings: /(?:^|\/)config\/(?:config|database)\.(?:js|json|ts)$/,
  },
  {
    tool: "TypeORM",
    migrations: numbered(CODE),
    config: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig|typeorm)[\w.-]*\.(?:ts|js|json)$/i,
    // A class or a function in a file of that name is code of the application, unless a data source is there, too.
    needs:
      /^(?=[\s\S]*\b(?:DataSource|migrations)\b|(?![\s\S]*\bexport\s+(?:class|function)\b))[\s\S]*(?:typeorm|migrations)/i,
    runtime: "node",
    isAtPackage: true,
    // Options alone are no data source, which its program asks for.
    usable: /^(?![\s\S]*DataSourceOptions)|DataSource(?!Options)\b/,
    command: ({ config }) => `npx typeorm-ts-node-commonjs migration:run -d ${config}`,
    script: /\btypeorm\b.*migration:run/,
    settings: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig|typeorm)[\w.-]*\.(?:ts|js|json)$/i,
    // A type that is named, and is not chosen among others.
    dialect:
      /^(?![\s\S]*["'](?:postgres|cockroachdb)["'])[\s\S]*?\btype["']?\s*:\s*["'](mysql|mariadb|(?:better-)?sqlite3?|sqljs|mssql|oracle|mongodb)["']/,
    kind: "postgres",
  },
  {
    tool: "MikroORM",
    migrations: /^((?:.*\/)?)Migration\d[\w.-]*\.(?:js|ts|cjs|mjs)$/,
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
    isPlainCode: true,
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
    isPlainCode: true,
    command: ({ migrations }) =>
      `npx db-migrate up${migrations === "migrations" ? "" : ` --migrations-dir ${migrations}`}`,
    told: [],
    script: /\bdb-migrate\b.*\bup\b/,
    settings: /(?:^|\/)database\.json$/,
  },
  {
    tool: "Kysely",
    migrations: /^((?:.*\/)?migrations\/)\d[\w.:-]*\.(?:js|ts|cjs|mjs)$/,
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
    settings: /(?:^|\/)config\/(?:config|runtime|test)\.exs$/,
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
    migrations: /^(?=.*(?:changelog|changeset|liquibase))((?:.*\/)?)[^/]+\.(?:xml|ya?ml|json|sql)$/i,
    config: /(?:^|\/)[^/]*(?:changelog[-_.]?(?:master|root|main)?|master)[^/]*\.(?:xml|ya?ml)$/i,
    needs: /databaseChangeLog/,
    isTree: true,
    runtime: "none",
    command: ({ config }) =>
      `$(command -v liquibase || echo npx --yes --package=liquibase@4 node-liquibase) --changelog-file=${config} --url="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE" --username="$PGUSER" --password="$PGPASSWORD" update`,
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
    migrations: /^((?:.*\/)?)\d+_[\w.-]+\.up\.fizz$/,
    needs: /gobuffalo\/pop|ory\/pop|popx/,
    runtime: "go",
    command: ({ migrations }) =>
      `config=$(mktemp) && printf 'test:\\n  url: %s\\n' "$DATABASE_URL" > $config && soda migrate up -e test -c $config -p ${migrations}`,
    told: [],
    settings: /(?!)/,
  },
  {
    tool: "the project's own program",
    migrations: /^((?:.*\/)?migrations?\/)\d[\w.:-]*\.(?:js|ts|cjs|mjs)$/,
    needs: /"(?:pg|pg-promise|postgres|slonik|kysely|@databases\/pg)"\s*:/,
    isOwn: true,
    runtime: "node",
    command: () => "",
    // With another word it does one step, or goes back.
    script: /\bmigrat\w*\.[cm]?[jt]s(?:\s+latest)?$/,
    settings: /(?:^|\/)(?:database|db|config)\.(?:js|ts)$/,
  },
  {
    tool: "SeaORM",
    migrations: /^((?:.*\/)?)(?:m\d{8}_\w+|lib)\.rs$/,
    config: /(?:^|\/)src\/main\.rs$/,
    needs: /\bcli::run_cli\b/,
    runtime: "none",
    command: () => "cargo run --quiet -- up",
    told: [],
    settings: /(?!)/,
  },
  {
    tool: "Prisma, by its models",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: prismaPlaces,
    runtime: "node",
    command: prismaPush,
    settings: /(?:^|\/)(?:[\w.-]+\.prisma|prisma\.config\.\w+)$/,
    dialect: /\bdatasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"(\w+)"/,
    isPush: true,
  },
  {
    tool: "Drizzle, by its models",
    migrations: /(?!)/,
    needs: /(?!)/,
    places: drizzlePlaces,
    runtime: "node",
    command: drizzlePush,
    settings: /(?:^|\/)drizzle[\w.-]*\.config(?:\.[\w-]+)?\.\w+$/,
    dialect: /\b(?:dialect|driver)["']?\s*:\s*["'](\w+)/,
    isPush: true,
  },
];

/** How the program of a tool comes onto the PATH, for those that are no package of the repository. */
export const INSTALLED = wordTable<string>({
  sqitch: "sudo apt-get install -y sqitch libdbd-pg-perl",
  pop: "go install github.com/gobuffalo/pop/v6/soda@latest; an application with a migrate command of its own needs that instead",
});
