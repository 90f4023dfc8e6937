import { describe, expect, it } from "vitest";
import { chooseSchema } from "../../../../src/ingest/starter/choice.ts";
import { repositoryOf } from "./support.ts";

const TABLE = "CREATE TABLE item (id uuid PRIMARY KEY);\n";
const MYSQL = "CREATE TABLE `item` (id int) ENGINE=InnoDB;\n";
const SQLITE = "CREATE TABLE item (id integer PRIMARY KEY AUTOINCREMENT);\n";

describe("the schema of a repository", () => {
  it.each<[string, Record<string, string>, string, readonly (string | object)[]]>([
    [
      "siblings with one file name are a pattern, whatever their folder is called",
      {
        "packages/db/migration/1_init/migration.sql": TABLE,
        "packages/db/migration/2_more/migration.sql": TABLE,
      },
      "Prisma",
      ["packages/db/migration/*/migration.sql"],
    ],
    [
      "so are those of Diesel, without the way back",
      {
        "migrations/2020-01-01-000000_a/up.sql": TABLE,
        "migrations/2020-01-01-000000_a/down.sql": "DROP TABLE item;",
      },
      "Diesel",
      ["migrations/*/up.sql"],
    ],
    [
      "a folder that names PostgreSQL goes before one that has more files",
      {
        "db/postgres/20200101000000_a.sql": TABLE,
        "db/x/20200101000000_a.sql": TABLE,
        "db/x/20200102000000_b.sql": TABLE,
      },
      "sqlx or numbered migrations",
      ["db/postgres/*.sql"],
    ],
    [
      "a name that begins with pg is no dialect",
      { "sql/pg_queue/1_a.up.sql": TABLE, "sql/node/1_a.up.sql": TABLE, "sql/node/2_b.up.sql": TABLE },
      "golang-migrate or sqlx",
      ["sql/node/*.up.sql"],
    ],
    [
      "Flyway's callbacks come after its migrations",
      { "sql/V1__a.sql": TABLE, "sql/afterMigrateApplied__views.sql": "CREATE VIEW v AS SELECT 1;" },
      "Flyway",
      ["sql/V*.sql", "sql/afterMigrate*.sql"],
    ],
    [
      "Flyway's last baseline, and what comes after it",
      {
        "sql/B1__old.sql": TABLE,
        "sql/B2_1__all.sql": TABLE,
        "sql/V1__a.sql": TABLE,
        "sql/V2.1.0__b.sql": TABLE,
        "sql/V2_2__c.sql": TABLE,
        "sql/V10__d.sql": TABLE,
      },
      "Flyway",
      ["sql/B2_1__all.sql", "sql/V*.sql", "!sql/V1__a.sql", "!sql/V2.1.0__b.sql"],
    ],
    [
      "Flyway's baseline of the dialect, where old migrations have a folder of their own",
      {
        "db/migration/h2/B2__all.sql": TABLE,
        "db/migration/main/B2__all.sql": TABLE,
        "db/migration/main/V3__c.sql": TABLE,
        "db/migration/old/V1__a.sql": TABLE,
        "db/migration/old/V2__b.sql": TABLE,
      },
      "Flyway",
      ["db/migration/main/B2__all.sql", "db/migration/**/V*.sql", "!db/migration/old/*"],
    ],
    ["a baseline of Flyway alone", { "sql/B1__all.sql": TABLE }, "Flyway", ["sql/B1__all.sql"]],
    [
      "Flyway's in folders, without those of other dialects",
      {
        "db/migration/common/V1__a.sql": TABLE,
        "db/migration/mysql/V2__b.sql": MYSQL,
        "db/migration/postgresql/V2__b.sql": TABLE,
      },
      "Flyway",
      ["db/migration/**/V*.sql", "!db/migration/mysql/**"],
    ],
    [
      "files next to those of another dialect",
      { "m/1_a.up.sql": TABLE, "m/1_a.mysql.up.sql": MYSQL },
      "golang-migrate or sqlx",
      ["m/*.up.sql", "!m/*.mysql.*"],
    ],
    [
      "all in a folder of PostgreSQL's, also what speaks of another dialect",
      { "m/postgres/1_a.up.sql": TABLE, "m/postgres/2_from_sqlite.up.sql": TABLE },
      "golang-migrate or sqlx",
      ["m/postgres/*.up.sql"],
    ],
    [
      "a platform's go before more files of a tool",
      {
        "supabase/migrations/20200101000000_a.sql": TABLE,
        "migrations/20200101000000_a.js": "",
        "migrations/20200102000000_b.js": "",
        "package.json": "node-pg-migrate",
      },
      "Supabase",
      ["bench/supabase.sql", "supabase/migrations/*.sql"],
    ],
    [
      "Postgrator's",
      { "m/0001.do.a.sql": TABLE, "m/0001.undo.a.sql": "DROP TABLE item;" },
      "Postgrator",
      ["m/*.do.*"],
    ],
    [
      "db-migrate's",
      { "migrations/sqls/20200101000000-a-up.sql": TABLE },
      "db-migrate",
      ["migrations/sqls/*-up.sql"],
    ],
    [
      "Drizzle's",
      { "drizzle/0000_a.sql": TABLE, "drizzle/meta/_journal.json": "{}" },
      "Drizzle",
      ["drizzle/*.sql"],
    ],
    [
      "Drizzle's by its journal, where other files lie next to those that it names",
      {
        "drizzle/0000_a.sql": TABLE,
        "drizzle/0001_left.sql": TABLE,
        "drizzle/meta/_journal.json": '{"dialect":"postgresql","entries":[{"tag":"0000_a"}]}',
      },
      "Drizzle",
      [
        {
          command: expect.stringMatching(
            /node -p 'require\("\.\/drizzle\/meta\/_journal\.json"\).* \| psql -X -q -v ON_ERROR_STOP=1/,
          ) as string,
          env: {},
        },
      ],
    ],
    [
      "Drizzle's whose statements end without semicolons",
      {
        "drizzle/0000_a.sql": "CREATE TABLE a (id int)\n--> statement-breakpoint\nCREATE TABLE b (id int);",
        "drizzle/meta/_journal.json": '{"dialect":"postgresql","entries":[{"tag":"0000_a"}]}',
      },
      "Drizzle",
      [
        {
          command: expect.stringContaining('.replaceAll("--> statement-breakpoint", ";")') as string,
          env: {},
        },
      ],
    ],
    [
      "sqlx's, after its own table, which a migration changes",
      {
        "migrations/20200101000000_a.sql": `${TABLE}DELETE FROM public._sqlx_migrations WHERE version = 1;`,
      },
      "sqlx or numbered migrations",
      ["bench/migrations-table.sql", "migrations/*.sql"],
    ],
    [
      "those of a folder that is called by more than docs",
      { "docs_server/migrations/20200101000000_a.sql": TABLE },
      "sqlx or numbered migrations",
      ["docs_server/migrations/*.sql"],
    ],
    [
      "migrations that a tool applies go before what sqlc reads",
      {
        "sqlc.yaml": "version: '2'\nsql: [{ engine: postgresql, schema: [sql/all.sql, sql/stubs.sql] }]",
        "sql/all.sql": TABLE,
        "sql/stubs.sql": TABLE,
        "migrations/1_a.up.sql": TABLE,
      },
      "golang-migrate or sqlx",
      ["migrations/*.up.sql"],
    ],
    [
      "Supabase's, after what its server makes",
      { "supabase/migrations/20200101000000_a.sql": TABLE },
      "Supabase",
      ["bench/supabase.sql", "supabase/migrations/*.sql"],
    ],
    [
      "Hasura's, after what its server makes",
      { "hasura/migrations/default/1600000000000_a/up.sql": TABLE },
      "Hasura",
      ["bench/hasura.sql", "hasura/migrations/default/*/up.sql"],
    ],
    [
      "a dump goes before the migrations that come to it",
      {
        "priv/repo/structure.sql": TABLE,
        "priv/repo/migrations/20200101000000_a.exs": "",
        "mix.exs": ":ecto_sql",
      },
      "Ecto, by its dump",
      ["priv/repo/structure.sql"],
    ],
    [
      "dbmate's dump needs no dbmate",
      { "db/migrations/1_a.sql": `-- migrate:up\n${TABLE}-- migrate:down\n`, "db/schema.sql": TABLE },
      "dbmate, by its dump",
      ["db/schema.sql"],
    ],
    [
      "sqlc's config file names it",
      {
        "internal/db/sqlc.yaml":
          "version: '2'\nsql: [{ engine: postgresql, schema: [../../sql/b.sql, ../../sql/a.sql] }]",
        "sql/a.sql": TABLE,
        "sql/b.sql": TABLE,
      },
      "sqlc",
      ["sql/b.sql", "sql/a.sql"],
    ],
    [
      "migrations after the file that makes the tables which they change",
      {
        "db/init.sql": TABLE,
        "db/migrations/20240101000000_a.sql": "ALTER TABLE item ADD COLUMN note text;",
        "db/migrations/20240102000000_b.sql": "CREATE INDEX item_note ON public.item (note);",
      },
      "sqlx or numbered migrations",
      ["db/init.sql", "db/migrations/*.sql"],
    ],
    [
      "the whole schema, and not migrations that come to it",
      {
        "db/init.sql": "CREATE TABLE item (id uuid PRIMARY KEY, note text);\n",
        "db/migrations/20240101000000_a.sql": "ALTER TABLE item ADD COLUMN note text;",
      },
      "SQL",
      ["db/init.sql"],
    ],
    [
      "all of numbered files, also where one makes tables alone",
      { "db/000.Init.sql": TABLE, "db/001.Functions.sql": "CREATE FUNCTION f() RETURNS int AS 'SELECT 1';" },
      "SQL",
      ["db/*.sql"],
    ],
    [
      "the last of several versions of one schema",
      {
        "db/schema-v1.sql": TABLE,
        "db/schema-v2.sql": TABLE,
        "db/schema-v10.sql": `${TABLE}CREATE TABLE more (id int);\n`,
      },
      "SQL",
      ["db/schema-v10.sql"],
    ],
    [
      "one of several files by its name",
      { "db/schema.sql": TABLE, "db/more.sql": TABLE },
      "SQL",
      ["db/schema.sql"],
    ],
  ])("%s", (_, files, tool, steps) => {
    expect(chooseSchema(repositoryOf(files)).chosen).toMatchObject({ tool, steps });
  });

  it.each<[string, Record<string, string>, string, string]>([
    ["a folder of MySQL's", { "db/mysql/schema.sql": MYSQL }, "db/mysql/schema.sql", "its path says mysql"],
    [
      "a crate for SQLite",
      { "store-sqlite/migrations/20200101000000_a.sql": TABLE },
      "store-sqlite/migrations",
      "its path says sqlite",
    ],
    [
      "SQL of SQLite in a folder of any name",
      { "m/20200101000000_a.sql": SQLITE },
      "m",
      "its SQL is SQLite's",
    ],
    [
      "Prisma's for another database, as its lock file says",
      { "p/migrations/1/migration.sql": TABLE, "p/migrations/migration_lock.toml": 'provider = "sqlite"\n' },
      "p/migrations",
      "its tool says sqlite",
    ],
    [
      "tests",
      { "__tests__/schema.sql": TABLE },
      "__tests__/schema.sql",
      "it lies with tests, examples, templates or upgrades",
    ],
    [
      "migrations of tables that are made elsewhere",
      {
        "m/20240101000000_a.sql":
          "ALTER TABLE uuid_item ADD COLUMN a int;\nALTER TABLE other ADD COLUMN a int;",
      },
      "m",
      "it changes tables that it does not make (other, uuid_item)",
    ],
    [
      "migrations whose rows have the words select and, far from it, into",
      {
        "m/20240101000000_a.sql": `ALTER TABLE item ADD COLUMN a int;\nCOPY word FROM stdin;\nselect\n${"a word\n".repeat(500)}into item\n\\.\n`,
      },
      "m",
      "it changes tables that it does not make (item)",
    ],
    [
      "migrations of MySQL",
      { "m/20240101000000_a.sql": `CREATE TABLE item (id int);\nalter table item modify id bigint;` },
      "m",
      "its SQL is MySQL's",
    ],
    [
      "migrations of MySQL, which has uuid and now(), too",
      {
        "m/V1__a.sql": "CREATE TABLE item (id int auto_increment, uuid char(36), at datetime DEFAULT NOW());",
      },
      "m",
      "its SQL is MySQL's",
    ],
    [
      "types that PostgreSQL does not have",
      {
        "db/schema.sql":
          "CREATE TABLE item (\n  id INTEGER PRIMARY KEY,\n  made DATETIME DEFAULT CURRENT_TIMESTAMP\n);",
      },
      "db/schema.sql",
      "its SQL is MySQL's or SQLite's",
    ],
    [
      "migrations of MySQL that a tool reads",
      { "m/1_a.sql": "-- +migrate Up\nCREATE TABLE `item` (id int);\n-- +migrate Down\nDROP TABLE `item`;" },
      "m",
      "its SQL is MySQL's",
    ],
    [
      "keys as MySQL has them",
      { "schema.sql": "CREATE TABLE item (\n  id BINARY(16) PRIMARY KEY,\n  UNIQUE KEY by_name (name)\n);" },
      "schema.sql",
      "its SQL is MySQL's",
    ],
    [
      "TypeORM on MySQL",
      {
        "ormconfig.js":
          'module.exports = { "type" : "mysql", host: process.env.MYSQL_HOST, migrations: ["migrations/*.ts"] }',
        "migrations/1_a.ts": "",
        "package.json": "{}",
      },
      "ormconfig.js",
      "its tool says mysql",
    ],
    [
      "upgrades",
      { "sql/updates/1.sql": TABLE },
      "sql/updates/1.sql",
      "it lies with tests, examples, templates or upgrades",
    ],
    [
      "Knex on SQLite",
      {
        "knexfile.js": "module.exports = { development: { client: 'better-sqlite3' } }",
        "migrations/1_a.js": "",
      },
      "knexfile.js",
      "its tool says better-sqlite3",
    ],
    [
      "templates",
      { "templates/app/prisma/migrations/1/migration.sql": TABLE },
      "templates/app/prisma/migrations",
      "it lies with tests, examples, templates or upgrades",
    ],
  ])("passes over %s, and says why", (_, files, place, why) => {
    const { chosen, others } = chooseSchema(repositoryOf(files));
    expect(chosen).toBeNull();
    expect(others).toEqual([{ candidate: expect.objectContaining({ place }), why }]);
  });

  it("takes braces in comments and strings for no template", () => {
    const text = `-- fills {{ name }}\n/* {{ x }} */ ${TABLE} SELECT 'it''s {{ a }}', $t$ {{ b }} $t$;`;
    const { chosen } = chooseSchema(repositoryOf({ "migrations/1_a.up.sql": text }));
    expect(chosen!.steps).toEqual(["migrations/*.up.sql"]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["templates", { "migrations/1_a.up.sql": "CREATE TABLE {{ .Schema }}.item (id uuid);" }, "templates"],
    [
      "files of several dialects in one folder",
      { "m/1_a.up.sql": TABLE, "m/2_a.mysql.up.sql": MYSQL, "m/2_a.postgres.up.sql": TABLE },
      "files for mysql, too",
    ],
    [
      "SQL files without an order",
      { "db/orders.sql": TABLE, "db/items.sql": TABLE },
      "nothing says in which order",
    ],
    [
      "the larger of two schemas, whose order is not known",
      { "sql/a.sql": TABLE + TABLE, "sql/b.sql": TABLE, "sql/cover/CreateTables.sql": TABLE },
      "nothing says in which order",
    ],
    [
      "modules of one application",
      { "a/res/ddl.sql": TABLE, "b/res/ddl.sql": TABLE, "c/res/ddl.sql": TABLE },
      "3 modules have SQL of their own",
    ],
    [
      "modules of Java, whatever their files are called",
      {
        "x/a/src/main/resources/a-schema.sql": TABLE,
        "x/b/src/main/resources/b-schema.sql": TABLE,
        "y/src/main/resources/c.sql": TABLE,
      },
      "3 modules have SQL of their own",
    ],
    [
      "migrations of Entity Framework Core",
      {
        "src/Data/Migrations/20240101000000_a.cs": "",
        "src/Data/Migrations/ShopModelSnapshot.cs": "NpgsqlModelBuilderExtensions",
        "src/Data/Data.csproj": "",
        "src/Data/sql/000.Init.sql": TABLE,
      },
      "dotnet ef database update --project src/Data --connection",
    ],
    [
      "a database of its own",
      { "db/schema.sql": `CREATE DATABASE shop;\n\\c shop\n${TABLE}` },
      "makes a database of its own",
    ],
  ])("knows that it does not know how to apply %s", (_, files, words) => {
    const { chosen } = chooseSchema(repositoryOf(files));
    expect(chosen).toMatchObject({ steps: null, unsure: [expect.stringContaining(words)] });
  });

  it("applies pop's files of PostgreSQL, and of the others those that they do not replace", () => {
    const other = Object.fromEntries(
      ["2_b.mysql.up.sql", "3_c.cockroach.autocommit.up.sql", "4_d.sqlite3.up.sql"].map((name) => [
        `m/${name}`,
        MYSQL,
      ]),
    );
    const own = ["1_a.up.sql", "2_b.postgres.up.sql", "3_c.postgres.autocommit.up.sql"];
    const { chosen } = chooseSchema(
      repositoryOf({
        ...other,
        ...Object.fromEntries(own.map((name) => [`m/${name}`, TABLE])),
        // What a tool before this one read in it is a comment now.
        "m/2_b.up.sql": `-- +migrate Up\n${TABLE}`,
        "m/3_c.autocommit.up.sql": TABLE,
        "m/1_a.down.sql": "-- +migrate Down\n",
        "go.mod": "module x\nrequire github.com/gobuffalo/pop/v6 v6.1.1\n",
      }),
    );
    expect(chosen).toMatchObject({ tool: "pop", place: "m", sql: own.map((name) => `m/${name}`) });
    expect(chosen!.steps).toEqual([
      {
        command: expect.stringContaining("cd m && LC_ALL=C ls *.up.sql | grep -Ev"),
        env: {},
        inputs: ["m/*.up.sql"],
      },
    ]);
    expect(chosen!.steps![0]).toMatchObject({
      command: expect.stringContaining(String.raw`'\.(mysql|cockroach|sqlite3)\.'`),
    });
  });

  it.each([
    [
      "xorm",
      {
        "pkg/migration/1.go": "xormigrate.Migration{}",
        "pkg/cmd/migrate.go": 'var c = &cobra.Command{ Use: "migrate" }',
      },
      "pkg/migration/), and no tool does: write { command: ... } under database.setup that runs the application's command migrate (pkg/cmd/migrate.go)",
    ],
    ["GORM", { "models/db.go": "db.AutoMigrate(&User{})" }, "that runs a command of the application"],
    [
      "SQL",
      {
        "store/postgres/a.go": "const a = `\nCREATE TABLE a (id int)`",
        "store/sqlite/a.go": "`CREATE TABLE a`",
        "store/sqlite/b.go": "`CREATE TABLE b`",
      },
      "store/postgres/)",
    ],
    ["bun", { "models.go": "db.NewCreateTable()" }, "(bun, in the top folder)"],
    ["Hibernate", { "src/main/resources/application.yml": "ddl-auto: update" }, "src/main/resources/)"],
  ])("knows that %s makes the tables in the application's code", (tool, files, words) => {
    expect(chooseSchema(repositoryOf(files)).chosen).toMatchObject({
      tool: `${tool}, by the application's own program`,
      steps: null,
      unsure: [expect.stringContaining(words)],
    });
  });

  it("takes SQL that can be applied before tables that are made in code", () => {
    const files = { "models/db.go": "db.AutoMigrate(&User{})", "db/schema.sql": TABLE };
    expect(chooseSchema(repositoryOf(files)).chosen).toMatchObject({ place: "db/schema.sql" });
  });

  it("reads comments in code as they are, however many there are", () => {
    const files = { "models/db.go": `const banner = "${"-- -- a \n".repeat(1_000)}no table"` };
    expect(chooseSchema(repositoryOf(files)).chosen).toBeNull();
  });

  it("names migrations that are not in the dump that lists the others", () => {
    const files = {
      "priv/repo/structure.sql": `${TABLE}INSERT INTO schema_migrations (version) VALUES (20200101000000);`,
      "priv/repo/migrations/20200101000000_a.exs": "",
      "priv/repo/migrations/20210101000000_b.exs": "",
    };
    expect(chooseSchema(repositoryOf(files)).chosen).toMatchObject({
      tool: "Ecto, by its dump",
      unsure: [expect.stringContaining("lacks 1 of 2 migrations, such as 20210101000000")],
    });
  });

  it("knows an early migration in a dump by its number", () => {
    const files = {
      "db/structure.sql": `${TABLE}INSERT INTO schema_migrations (version) VALUES ('20200101000000'), ('36');`,
      "db/migrate/036_a.rb": "",
      "db/migrate/20200101000000_b.rb": "",
    };
    expect(chooseSchema(repositoryOf(files)).chosen).toMatchObject({ place: "db/structure.sql", unsure: [] });
  });

  it("takes no number in a dump for a migration's", () => {
    const unsureOf = (more: string) =>
      chooseSchema(
        repositoryOf({
          "db/schema.sql": `CREATE TABLE a (id uuid, b varchar(1));\n${more}`,
          "db/migrations/001_a.sql": "-- migrate:up\n",
          "db/migrations/002_b.sql": "-- migrate:up\n",
        }),
      ).chosen!.unsure[0];
    expect(unsureOf("")).toContain("is it written by the tool");
    expect(unsureOf("INSERT INTO schema_migrations (version) VALUES\n('001'); -- 2")).toContain(
      "lacks 1 of 2",
    );
  });

  it("names migrations that are programs, between those that are SQL", () => {
    const { chosen } = chooseSchema(
      repositoryOf({ "m/1_a.up.sql": TABLE, "m/2_b.up.go": "", "m/2_b.down.go": "" }),
    );
    expect(chosen).toMatchObject({
      steps: ["m/*.up.sql"],
      unsure: [expect.stringContaining("1 files such as 2_b.up.go")],
    });
  });
});

it.each([
  "CREATE TABLE tx (id int, unsigned boolean, signed text);",
  "CREATE TABLE tx (id int);\nALTER TABLE tx\n  ADD datetime timestamp,\n  DROP datetime;",
  "CREATE TABLE tx (id int);\nCREATE VIEW v AS SELECT id\n  AS datetime\nFROM tx;",
])("takes names that are types elsewhere for names: %j", (sql) => {
  expect(chooseSchema(repositoryOf({ "db/schema.sql": sql })).chosen).toMatchObject({
    place: "db/schema.sql",
  });
});
