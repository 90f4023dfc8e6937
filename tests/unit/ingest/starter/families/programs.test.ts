import { describe, expect, it } from "vitest";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

const DJANGO = { "api/manage.py": "import django", "api/shop/migrations/0001_initial.py": "" };

describe("tools whose migrations only they can read", () => {
  it.each<[string, Record<string, string>, string, readonly string[]]>([
    [
      "Django",
      {
        ...DJANGO,
        "api/poetry.lock": "",
        "api/shop/settings.py":
          'DATABASES = {"HOST": os.environ["DB_HOST"], "NAME": env("DB_NAME"), "ENGINE": env.str("DB_ENGINE")}',
      },
      'export DB_HOST="$PGHOST" DB_NAME="$PGDATABASE" && cd api && PATH=~/.cache/plumbline/poetry/bin:$PATH && { poetry env list 2>&1 || { python3 -m venv ~/.cache/plumbline/poetry && ~/.cache/plumbline/poetry/bin/pip install -q poetry && hash -r; }; } > /dev/null && poetry install --no-interaction && poetry run python manage.py migrate --no-input',
      [],
    ],
    [
      "Alembic",
      {
        "server/alembic.ini": "[alembic]\nscript_location = m",
        "server/m/versions/2024-01-01-a.py": "",
        "server/m/env.py": 'os.getenv("DATABASE_URL")',
        "uv.lock": "",
      },
      "PATH=~/.cache/plumbline/uv/bin:$PATH && { uv cache dir 2>&1 || { python3 -m venv ~/.cache/plumbline/uv && ~/.cache/plumbline/uv/bin/pip install -q uv && hash -r; }; } > /dev/null && uv sync --frozen && cd server && uv run env PYTHONPATH=. alembic upgrade heads",
      [],
    ],
    [
      "Knex",
      {
        "knexfile.js": "process.env.DATABASE_URL",
        "migrations/20200101_a.js": "",
        "package-lock.json": "",
        "package.json": '{"scripts":{"db:migrate":"knex migrate:latest --env test"}}',
      },
      "npm ci --ignore-scripts && npm run db:migrate",
      [],
    ],
    [
      "TypeORM",
      {
        "src/data-source.ts": "import 'typeorm'; process.env.DATABASE_URL",
        "src/migrations/1700000000000-a.ts": "",
        "yarn.lock": "",
        "package.json": "{}",
      },
      "npx --yes yarn install --frozen-lockfile && npx typeorm-ts-node-commonjs migration:run -d src/data-source.ts",
      [],
    ],
    [
      "Sequelize",
      { ".sequelizerc": "", "migrations/20200101000000-a.js": "", "package.json": "{}" },
      'npm install --ignore-scripts && npx sequelize-cli db:migrate --url "$DATABASE_URL"',
      [],
    ],
    [
      "Sequelize",
      {
        ".sequelizerc": "",
        "migrations/20200101000000-a.js": "",
        "package.json": '{"scripts":{"migrate":"sequelize-cli db:migrate"}}',
        "config/database.js": "process.env.DB_USER",
      },
      'export DB_USER="$PGUSER" && npm install --ignore-scripts && npm run migrate -- --url "$DATABASE_URL"',
      [],
    ],
    [
      "Knex",
      {
        "pnpm-workspace.yaml": "",
        "pnpm-lock.yaml": "lockfileVersion: '6.0'\n",
        "packages/api/package.json": "{}",
        "packages/api/migrations/20200101_a.js": "",
        "packages/api/knexfile.js":
          "module.exports = {\n  development: {\n    connection: { user: 'postgres' },\n  },\n  production: {\n    connection: process.env.DATABASE_URL,\n  },\n}",
      },
      "npx --yes pnpm@8 install --ignore-scripts --frozen-lockfile && cd packages/api && npx knex migrate:latest --env production",
      [],
    ],
    [
      "the project's own program",
      {
        "server/src/database/migrate.ts": "process.env.DATABASE_URL",
        "server/src/database/migrations/20240324T085400-a.ts": "",
        "server/package.json":
          '{"scripts":{"migration:up":"tsx src/database/migrate.ts up","migration:latest":"tsx src/database/migrate.ts latest"},"dependencies":{"kysely":"1"}}',
      },
      "cd server && npm install && npm run migration:latest",
      [],
    ],
    [
      "Kysely",
      {
        ".config/kysely.config.ts": 'import db from "../server/db";',
        "server/db.ts": 'import pool from "./pool";',
        "server/pool.ts": 'import options from "./options.js";',
        "server/options.ts": "const x = { host: process.env.POSTGRES_HOST, db: process.env.POSTGRES_DB };",
        "server/migrations/2025-01-08T00:27:52.203Z_a.ts": "",
        "package.json": "{}",
      },
      'export POSTGRES_DB="$PGDATABASE" POSTGRES_HOST="$PGHOST" && npm install && npx kysely migrate:latest',
      [],
    ],
    [
      "Knex",
      {
        "api/knexfile.js": "process.env.DATABASE_URL",
        "api/migrations/20200101_a.js": "",
        "api/pnpm-lock.yaml": "lockfileVersion: '9.0'",
        "api/package.json":
          '{"packageManager":"pnpm@10.1.0","scripts":{"knex":"knex","migrate":"pnpm run knex migrate:latest"}}',
      },
      "cd api && npx --yes pnpm@10.1.0 install --ignore-scripts --frozen-lockfile && npx --yes pnpm@10.1.0 run migrate",
      [],
    ],
    [
      "Knex",
      {
        "packages/db/lib/knexfile.cjs": "module.exports = require('../dist/config.js');",
        "packages/db/lib/config.ts": 'import { read } from "./read.js";',
        "packages/db/lib/read.ts": "process.env['SHOP_DATABASE_URL']",
        "packages/db/lib/migrations/20200101_a.cjs": "",
        "packages/db/package.json": '{"name":"@s/db","scripts":{"build":"tsc"},"dependencies":{"@s/u":"*"}}',
        "packages/u/package.json": '{"name":"@s/u","main":"dist/u.js","scripts":{"build":"tsc"}}',
        "package.json": '{"workspaces":["packages/*"]}',
        "package-lock.json": "",
      },
      'export SHOP_DATABASE_URL="$DATABASE_URL" && npm ci && (cd packages/u && npm run build) && cd packages/db/lib && npm run build && npx knex migrate:latest',
      [],
    ],
    [
      "Liquibase",
      {
        "schema/changelog-1.0.xml": "<databaseChangeLog><changeSet/></databaseChangeLog>",
        "schema/changelog-2.0.xml": "<databaseChangeLog><changeSet/></databaseChangeLog>",
        "schema/changelog-old.xml": "<databaseChangeLog><changeSet/></databaseChangeLog>",
        "schema/changelog-whole.xml":
          '<databaseChangeLog><include file="changelog-1.0.xml"/><include file="changelog-2.0.xml"/></databaseChangeLog>',
      },
      'cd schema && $(command -v liquibase || echo npx --yes --package=liquibase@4 node-liquibase) --changelog-file=changelog-whole.xml --url="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE" --username="$PGUSER" --password="$PGPASSWORD" update',
      [],
    ],
    [
      "TypeORM",
      {
        "typeorm.config.ts": "import 'typeorm'; process.env.DATABASE_URL",
        "migration/postgres/1700000000000-a.ts": "",
        "package-lock.json": "",
        "package.json":
          '{"scripts":{"build":"tsc","build:api":"tsc","run:mysql":"typeorm migration:run -d dist/mysql.js","run:postgres":"typeorm migration:run -d ./dist/typeorm.js"}}',
        ".github/workflows/test.yml":
          "jobs: { a: { services: { db: { image: postgres } }, steps: [{ run: yarn build:api }, { run: npm test }] } }",
      },
      "npm ci && npm run build:api && npm run run:postgres",
      [],
    ],
    [
      "TypeORM",
      {
        "npm/typeorm.ts": "import 'typeorm'; process.env.DATABASE_URL",
        "npm/migration/1700000000000-a.ts": "",
        "package-lock.json": "",
        "npm/package-lock.json": "",
        "npm/package.json":
          '{"scripts":{"build":"tsc","migrate":"ts-node ../node_modules/typeorm/cli.js migration:run -d typeorm.ts"}}',
      },
      "(npm ci) && cd npm && npm ci && npm run migrate",
      [],
    ],
    [
      "Knex",
      {
        "knexfile.js": 'const env = require("./server/env");',
        "server/env.js":
          'const spec = {\n  DB_CLIENT: str({ default: "pg" }),\n  DB_HOST: str({}),\n  DB_NAME: str(),\n  DB_FILENAME: str(),\n};',
        "migrations/20200101_a.js": "",
        "package.json": "{}",
      },
      'export DB_HOST="$PGHOST" DB_NAME="$PGDATABASE" && npm install --ignore-scripts && npx knex migrate:latest',
      [],
    ],
    [
      "MikroORM",
      {
        "mikro-orm.config.ts": 'const { DB_HOST, DB_NAME = "app" } = process.env;',
        "src/migrations/Migration20230101000000.ts": "",
        "yarn.lock": "__metadata:\n  version: 8\n",
        "package.json": '{"packageManager":"yarn@4.1.0"}',
      },
      'export DB_HOST="$PGHOST" DB_NAME="$PGDATABASE" && npx --yes @yarnpkg/cli-dist@4.1.0 install --immutable && npx mikro-orm migration:up',
      [],
    ],
    [
      "TypeORM",
      {
        "typeorm.config.ts":
          "import 'typeorm'; config.get<string>('DB_HOST'); config.getOrThrow('DB_DATABASE'); migrations: ['dist/src/migrations/*.js'],",
        "ormconfig.ts": "migrations: []",
        "src/migrations/1700000000000-a.ts": "",
        "package.json":
          '{"scripts":{"build":"nest build","migrate":"typeorm migration:run -d typeorm.config.ts"}}',
      },
      'export DB_DATABASE="$PGDATABASE" DB_HOST="$PGHOST" && npm install && npm run build && npm run migrate',
      [],
    ],
    [
      "TypeORM",
      {
        "npm/typeorm.ts": "import 'typeorm'; process.env.DB_URL; migrations: []",
        "npm/migration/postgres/1700000000000-a.ts": "",
        "npm/package.json": "{}",
      },
      'export DB_URL="$DATABASE_URL" && cd npm && npm install && npx typeorm-ts-node-commonjs migration:run -d typeorm.ts',
      [],
    ],
    [
      "Sequelize",
      {
        ".sequelizerc": "",
        "migrations/20200101000000-a.js": 'require("../dist/rows")',
        "package.json": '{"scripts":{"build":"tsc"}}',
      },
      'npm install && npm run build && npx sequelize-cli db:migrate --url "$DATABASE_URL"',
      [],
    ],
    [
      "node-pg-migrate",
      {
        "migrations/1600000000000_a.ts": "",
        "package-lock.json": "",
        "package.json": '{"scripts":{"migrate":"node-pg-migrate -j ts"}}',
      },
      "npm ci --ignore-scripts && npm run migrate -- up",
      [],
    ],
    [
      "node-pg-migrate",
      {
        "pnpm-workspace.yaml": "",
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
        "package.json": "{}",
        "apps/api/package.json": '{"devDependencies":{"node-pg-migrate":"8"}}',
        "apps/api/migrations/1600000000000_a.ts": "",
      },
      "npx --yes pnpm@10 install --ignore-scripts --frozen-lockfile && cd apps/api && npx node-pg-migrate up --migrations-dir migrations",
      [],
    ],
    [
      "Knex",
      {
        "pnpm-workspace.yaml": "",
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
        "package.json": "{}",
        "packages/db/package.json": '{"name":"@shop/db"}',
        "packages/db/migrations/20200101_a.ts": 'import { kinds } from "../src/kinds";',
        "packages/db/src/kinds.ts": 'import { all } from "@shop/kinds/all";',
        "packages/db/knexfile.ts": 'import { env } from "@shop/env"; env.SHOP_DB_URL',
        "packages/env/package.json":
          '{"name":"@shop/env","main":"dist/index.js","scripts":{"build":"tsc"},"dependencies":{"@shop/log":"workspace:*"}}',
        "packages/env/src/index.ts": "process.env.SHOP_DB_HOST; process.env.SHOP_DB_NAME",
        "packages/kinds/package.json":
          '{"name":"@shop/kinds","exports":{"./*":"./src/*.ts"},"scripts":{"build":"tsc"}}',
        "packages/kinds/src/all.ts": "",
        "packages/log/package.json": '{"name":"@shop/log","main":"dist/index.js","scripts":{"build":"tsc"}}',
      },
      'export SHOP_DB_HOST="$PGHOST" SHOP_DB_NAME="$PGDATABASE" SHOP_DB_URL="$DATABASE_URL" && npx --yes pnpm@10 install --frozen-lockfile && (cd packages/log && npm run build) && (cd packages/env && npm run build) && cd packages/db && npx knex migrate:latest',
      [],
    ],
    [
      "TypeORM",
      {
        "package.json": '{"workspaces":["packages/*"]}',
        "package-lock.json": "",
        "packages/api/package.json":
          '{"scripts":{"build":"tsc","migrate":"typeorm migration:run -d dist/data-source.js"},"dependencies":{"@shop/kinds":"*"}}',
        "packages/api/data-source.ts": "import 'typeorm'; process.env.DATABASE_URL",
        "packages/api/migrations/1700000000000-a.ts": "",
        "packages/kinds/package.json":
          '{"name":"@shop/kinds","main":"dist/index.js","scripts":{"build":"tsc"}}',
      },
      "npm ci && (cd packages/kinds && npm run build) && cd packages/api && npm run build && npm run migrate",
      [],
    ],
    [
      "Knex",
      {
        "pnpm-lock.yaml": "lockfileVersion: 5.3\n",
        "package.json": '{"packageManager":"pnpm@10.12.4"}',
        "knexfile.js": "process.env.DATABASE_URL",
        "migrations/001_a.js": "",
      },
      "npx --yes pnpm@7 install --ignore-scripts --frozen-lockfile && npx knex migrate:latest",
      [],
    ],
    [
      "TypeORM",
      {
        "apps/migrations/data-source.ts":
          "import type { DataSourceOptions } from 'typeorm'; process.env.DATABASE_URL",
        "apps/migrations/migrations/1700000000000-a.ts": "",
        "package-lock.json": "",
        "package.json":
          '{"scripts":{"migration":"ts-node apps/migrations/main.ts","prod:migrate":"dotenv -e .env.production ts-node apps/migrations/main.ts","migrate":"npm run it","it":"dotenv -e .env.production ts-node apps/migrations/main.ts","migration:revert":"npm run migration revert","migration:run":"npm run migration run"}}',
      },
      "npm ci && npm run migration:run",
      [],
    ],
    [
      "Knex",
      {
        "app/package.json": "{}",
        "app/knexfile.js": 'const config = require("config"); config.get("db.host");',
        "app/config/custom-environment-variables.json":
          '{ "db": { "host": "DB_HOST", "database": "DB_NAME" } }',
        "app/config/default.json": '{ "db": { "host": "localhost" } }',
        "app/src/migrations/001_a.js": "",
      },
      'export DB_HOST="$PGHOST" DB_NAME="$PGDATABASE" && cd app && npm install --ignore-scripts && npx knex migrate:latest',
      [],
    ],
    [
      "Knex",
      {
        "package.json": "{}",
        "knexfile.js": 'import config from "config";',
        "config/custom-environment-variables.yml": "db:\n  client: DB_CLIENT\n  connection: DB_CONNECTION\n",
        "src/migrations/001_a.js": "",
      },
      'export DB_CONNECTION="$DATABASE_URL" && npm install --ignore-scripts && npx knex migrate:latest',
      [],
    ],
    [
      "TypeORM",
      {
        "apps/migrations/src/data-source.ts":
          "import 'typeorm'; process.env.DATABASE_URL; migrations: ['apps/migrations/src/migrations/*.ts']",
        "apps/migrations/src/migrations/1700000000000-a.ts": "",
        "libs/db/data-source.ts": "import 'typeorm'; process.env.DATABASE_URL",
        "package-lock.json": "",
        "package.json": "{}",
      },
      "npm ci && npx typeorm-ts-node-commonjs migration:run -d apps/migrations/src/data-source.ts",
      [],
    ],
    [
      "TypeORM",
      {
        "src/database/data-source.ts": "import 'typeorm'; process.env.DATABASE_URL",
        "src/migrations/1700000000000-a.ts": "",
        "package-lock.json": "",
        "package.json": "{}",
      },
      "npm ci && npx typeorm-ts-node-commonjs migration:run -d src/database/data-source.ts",
      [],
    ],
    [
      "db-migrate",
      {
        "src/migrations/20200101000000-a.js": "",
        "package-lock.json": "",
        "package.json": '{"devDependencies":{"db-migrate":"1"}}',
      },
      "npm ci --ignore-scripts && npx db-migrate up --migrations-dir src/migrations",
      [],
    ],
    [
      "Ecto",
      {
        "mix.exs": ":ecto_sql",
        "priv/repo/migrations/20200101000000_a.exs": "",
        "config/test.exs": 'config :a, A.Repo, hostname: "localhost"',
      },
      "mix deps.get && mix ecto.migrate",
      [expect.stringContaining("no file in config/test.exs reads the whole connection")],
    ],
    [
      "Laravel",
      { artisan: "php", "database/migrations/2020_01_01_000000_a.php": "", "composer.json": "" },
      expect.stringMatching(
        /^export DB_URL="\$DATABASE_URL" .* && composer install .* && php artisan migrate --force$/,
      ),
      [],
    ],
    [
      "sqitch",
      { "schema/sqitch.plan": "", "schema/deploy/a.sql": "" },
      "cd schema && sqitch deploy db:pg:",
      [expect.stringContaining("must be on the PATH")],
    ],
    [
      "Liquibase",
      { "app/src/main/resources/db/changelog/db.changelog-master.yaml": "databaseChangeLog: []" },
      expect.stringContaining(
        "cd app/src/main/resources && $(command -v liquibase || echo npx --yes --package=liquibase@4 node-liquibase) --changelog-file=db/changelog/db.changelog-master.yaml",
      ),
      [],
    ],
    [
      "Alembic",
      {
        "backend/alembic.ini": "[alembic]\nscript_location = m",
        "backend/m/versions/a.py": "",
        "backend/m/env.py": "from backend.core.config import settings",
        "backend/core/config.py": 'os.getenv("DATABASE_URL"), os.environ["DATABASE_CREDENTIALS"]',
        "backend/pyproject.toml": "",
        "pyproject.toml": "[tool.uv.workspace]",
        "uv.lock": "",
      },
      'export DATABASE_CREDENTIALS="$PGUSER:$PGPASSWORD" && PATH=~/.cache/plumbline/uv/bin:$PATH && { uv cache dir 2>&1 || { python3 -m venv ~/.cache/plumbline/uv && ~/.cache/plumbline/uv/bin/pip install -q uv && hash -r; }; } > /dev/null && uv sync --frozen && cd backend && uv run env PYTHONPATH=. alembic upgrade heads',
      [],
    ],
    [
      "Liquibase",
      { "db/db.changelog-master.yaml": "databaseChangeLog: []" },
      expect.stringContaining(
        "cd db && $(command -v liquibase || echo npx --yes --package=liquibase@4 node-liquibase) --changelog-file=db.changelog-master.yaml",
      ),
      [],
    ],
    [
      "Liquibase",
      {
        "src/main/resources/config/liquibase/master.xml": "<databaseChangeLog/>",
        "src/main/resources/config/liquibase/changelog/20240101000000_added_item.xml": "<databaseChangeLog/>",
      },
      expect.stringContaining("node-liquibase) --changelog-file=config/liquibase/master.xml"),
      [],
    ],
    [
      "SeaORM",
      {
        "crates/migration/src/main.rs": "cli::run_cli(migration::Migrator).await;",
        "crates/migration/src/m20240101_000001_item.rs": "",
      },
      "cd crates/migration/src && cargo run --quiet -- up",
      [],
    ],
  ])("%s is run as its project runs it", (tool, files, command, unsure) => {
    expect(programs(repositoryOf(files))).toEqual([
      expect.objectContaining({ tool, steps: [expect.objectContaining({ command })], unsure }),
    ]);
  });

  it("says where a tool's own program cannot use the config file, and no script runs another", () => {
    const [found] = programs(
      repositoryOf({
        "data-source.ts": "import type { DataSourceOptions } from 'typeorm'; process.env.DATABASE_URL",
        "migrations/1700000000000-a.ts": "",
        "package.json": '{"scripts":{"migration":"ts-node main.ts"}}',
      }),
    );
    expect(found!.steps).toBeNull();
    expect(found!.unsure).toEqual([
      expect.stringContaining("data-source.ts has nothing that TypeORM's own program"),
    ]);
  });

  it("takes no program of another command line for SeaORM's", () => {
    const files = { "src/main.rs": "fn main() { shop::run_cli() }", "src/lib.rs": "pub fn run_cli() {}" };
    expect(programs(repositoryOf(files))).toEqual([]);
  });

  it("takes no file for TypeORM's config that only has its name", () => {
    const files = {
      "src/TypeORMPatches.ts": "import { Driver } from 'typeorm'; export class Patched extends Driver {}",
      "src/migrations/1700000000000-a.ts": "",
      "package.json": "{}",
    };
    expect(programs(repositoryOf(files))).toEqual([]);
  });

  it("gives Django's choice of a database the name of PostgreSQL's", () => {
    const settings = { "api/shop/settings.py": 'DATABASES = env("DATABASE_URL"); env.str("DB_ENGINE")' };
    const [found] = programs(repositoryOf({ ...DJANGO, ...settings }));
    expect(found!.steps).toEqual([
      expect.objectContaining({ env: { DB_ENGINE: "django.db.backends.postgresql" } }),
    ]);
  });

  it("says that an application may use SQLite, and that a variable without a known value chooses it", () => {
    const settings =
      'if is_postgres(os.getenv("DB")): DATABASES = {"HOST": os.getenv("DB_HOST"), "NAME": os.getenv("DB_NAME")}\nelse: sqlite3';
    const [found] = programs(repositoryOf({ ...DJANGO, "api/shop/settings.py": settings }));
    expect(found!.unsure).toEqual([
      expect.stringContaining("no file names the packages of Django"),
      expect.stringContaining("DB chooses the kind of database"),
      expect.stringContaining("can use SQLite, too (api/shop/settings.py)"),
    ]);
  });

  it("takes what the tests do not set from the example of an environment, without what is filled in elsewhere", () => {
    const settings =
      'os.getenv("DATABASE_URL"); os.getenv("REDIS_URL"); os.getenv("SITE"); os.getenv("POSTGRES_HOST")';
    const example = 'REDIS_URL="redis://redis:6379/"\nSITE=$OTHER\nUNUSED=1\nPOSTGRES_HOST=db\n';
    const files = { ...DJANGO, "api/shop/settings.py": settings, "api/.env.example": example };
    const [found] = programs(repositoryOf(files));
    expect(found!.steps).toEqual([
      expect.objectContaining({
        command: expect.stringContaining('export POSTGRES_HOST="$PGHOST"'),
        env: { REDIS_URL: "redis://redis:6379/" },
      }),
    ]);
  });

  it("takes from the project's own tests what its settings read", () => {
    const workflow =
      "jobs: { test: { services: { db: { image: 'postgres:16' } }, env: { DB: postgres, SECRET: s, OTHER: o }, steps: [{ run: pytest }] } }";
    const settings = 'os.getenv("DB"); os.getenv("SECRET"); os.getenv("DATABASE_URL")';
    const [found] = programs(
      repositoryOf({ ...DJANGO, "api/shop/settings.py": settings, ".github/workflows/t.yml": workflow }),
    );
    expect(found!.steps).toEqual([expect.objectContaining({ env: { DB: "postgres", SECRET: "s" } })]);
  });

  it("takes from the tests what a file reads that the settings import, whatever else is in it", () => {
    const workflow =
      "jobs: { test: { services: { db: { image: 'postgres:16' } }, env: { SHOP_CONFIGURATION: shop.testing }, steps: [{ run: pytest }] } }";
    const [found] = programs(
      repositoryOf({
        ...DJANGO,
        "api/shop/settings.py": 'from shop.reading import load\nos.getenv("DATABASE_URL")',
        "api/shop/reading.py": 'def load(environ): return environ.get("SHOP_CONFIGURATION")',
        ".github/workflows/t.yml": workflow,
      }),
    );
    expect(found!.steps).toEqual([expect.objectContaining({ env: { SHOP_CONFIGURATION: "shop.testing" } })]);
  });

  it("copies to files of the repository alone, whatever its folders are called", () => {
    const workflow = `jobs:
  test:
    defaults: { run: { working-directory: "my api; x" } }
    services: { db: { image: "postgres:16" } }
    steps: [{ run: "cp a.example /etc/a\\ncp a.example build/\\ncp a.example .env\\npytest" }]
`;
    const files = {
      ".github/workflows/t.yml": workflow,
      "my api; x/a.example": "",
      "my api; x/knexfile.js": "process.env.DATABASE_URL",
      "my api; x/migrations/20200101_a.js": "",
    };
    const [found] = programs(repositoryOf(files));
    expect(found!.steps).toEqual([
      expect.objectContaining({
        command: expect.stringMatching(
          /^\{ \[ -e 'my api; x\/\.env' \] \|\| cp 'my api; x\/a\.example' 'my api; x\/\.env'; \} && cd 'my api; x' && /,
        ),
      }),
    ]);
  });

  it("copies examples to the places at which the tests have them, where nothing is there", () => {
    const workflow = `jobs:
  test:
    services: { db: { image: "postgres:16" } }
    steps:
      - run: |
          cd api
          cp shop/settings.py.example shop/settings.py
          cp none.example .env
          pytest
`;
    const [found] = programs(
      repositoryOf({
        ...DJANGO,
        "api/shop/settings.py.example": 'os.getenv("DB_HOST"); os.getenv("DB_NAME")',
        ".github/workflows/t.yml": workflow,
      }),
    );
    const copied =
      "{ [ -e api/shop/settings.py ] || cp api/shop/settings.py.example api/shop/settings.py; } && ";
    expect(found!.steps).toEqual([
      expect.objectContaining({
        command: expect.stringContaining(
          `export DB_HOST="$PGHOST" DB_NAME="$PGDATABASE" && ${copied}cd api && `,
        ),
      }),
    ]);
    expect(found!.unsure.at(-1)).toBe(
      "the command makes api/shop/settings.py from api/shop/settings.py.example if need be, as the tests do",
    );
  });
});
