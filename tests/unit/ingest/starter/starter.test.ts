import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_GATES, parseConfig } from "../../../../src/config/parse.ts";
import { starterOf } from "../../../../src/ingest/starter/starter.ts";

const TABLE = "CREATE TABLE item (id int PRIMARY KEY);\n";

const EN = { provider: "libc", name: "en_US.UTF-8", encoding: "UTF8" };

function started(files: Readonly<Record<string, string>>, locales?: readonly string[]) {
  const starter = starterOf({
    name: "orders",
    files: Object.keys(files).sort(),
    read: (file) => files[file] ?? null,
    ...(locales === undefined ? {} : { locales }),
  });
  const config = parseConfig(starter.files["plumbline.yml"]!, "plumbline.yml");
  return { ...starter, config, setup: config.database.setup };
}

const sql = (...globs: readonly string[]) =>
  globs.map((glob) => ({ kind: "sql", globs: [glob], when: "after" }));

it("names workloads by their scripts, with the folder where two have one name", () => {
  const script = "\\set id random(1, 10)\nSELECT :id;\n";
  const long = "x".repeat(90);
  const names = started({
    "bench/a/load.sql": script,
    "bench/b/load.sql": script,
    "bench/pay.sql": script,
    [`bench/${long}.sql`]: script,
    "bench/.sql": script,
  }).config.workloads.map(({ name }) => name);
  expect(names).toEqual(["bench/.sql", "bench/a/load.sql", "bench/b/load.sql", "pay", "script 5"]);
});

it("reads files that begin with a mark, as editors on Windows write them", () => {
  const { setup } = started({ "db/schema.sql": `\ufeff${TABLE}` });
  expect(setup).toEqual(sql("db/schema.sql"));
});

it("says that submodules were not read, where nothing else has a schema", () => {
  const modules = '[submodule "auth"]\n\tpath = services/auth\n\turl = https://example.com/auth.git\n';
  const said =
    "submodules were not read (services/auth): where the schema is in one, run init in its repository";
  expect(started({ ".gitmodules": modules, "README.md": "" }).unsure).toEqual([said]);
  expect(started({ ".gitmodules": modules, "migrations/1_a.up.sql": TABLE }).unsure).not.toContain(said);
});

describe("a first plumbline.yml", () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    [
      "Flyway",
      {
        "src/main/resources/db/migration/V1__a.sql": TABLE,
        "src/main/resources/db/migration/R__v.sql": "SELECT 1;",
      },
      ["src/main/resources/db/migration/V*.sql", "src/main/resources/db/migration/R__*.sql"],
    ],
    [
      "Prisma",
      { "prisma/schema.prisma": "", "prisma/migrations/20240101_a/migration.sql": TABLE },
      ["prisma/migrations/*/migration.sql"],
    ],
    [
      "golang-migrate",
      { "migrations/1_a.up.sql": TABLE, "migrations/1_a.down.sql": "DROP TABLE item;" },
      ["migrations/*.up.sql"],
    ],
    [
      "Rails with structure.sql",
      { "db/migrate/1_a.rb": "", "db/structure.sql": TABLE },
      ["db/structure.sql"],
    ],
    ["a schema of one file", { "db/schema.sql": TABLE, "db/other.sql": TABLE }, ["db/schema.sql"]],
    ["SQL files at the root", { "1.sql": TABLE, "2.sql": TABLE }, ["*.sql"]],
  ])("takes the SQL files of %s, and drives a table of them", (_, files, globs) => {
    const { setup, config, files: written } = started(files);
    expect(setup).toEqual(sql(...globs));
    expect(config.workloads.map(({ scripts }) => scripts[0]?.file)).toEqual(["bench/first.sql"]);
    expect(written["bench/first.sql"]).toContain("FROM item");
  });

  it.each([
    ["runtimeOnly 'org.postgresql:postgresql'\ntestRuntimeOnly 'com.h2database:h2'", []],
    [
      "implementation 'org.xerial:sqlite-jdbc:3.36'",
      ["build.gradle names sqlite, and no build file PostgreSQL: does the application use it?"],
    ],
  ])("says where an application names the driver of another database alone: %s", (build, unsure) => {
    const { unsure: said } = started({ "sql/V1__a.sql": TABLE, "build.gradle": build });
    expect(said).toEqual(unsure);
  });

  it("drives a table by the schema that the file's search path names", () => {
    const { files } = started({ "db/schema.sql": `CREATE SCHEMA shop;\nSET search_path TO shop;\n${TABLE}` });
    expect(files["bench/first.sql"]).toContain("FROM shop.item");
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "Rails",
      { "db/migrate/20240101_a.rb": "", "db/schema.rb": "", "config/application.rb": "", Gemfile: "" },
      "bundle install --quiet && bin/rails db:schema:load",
    ],
    [
      "Django",
      { "manage.py": "from django.core", "shop/migrations/0001_initial.py": "", "requirements.txt": "" },
      "pip install -q -r requirements.txt && python manage.py migrate",
    ],
    [
      "dbmate",
      { "db/migrations/1_a.sql": `-- migrate:up\n${TABLE}-- migrate:down\n` },
      "$(command -v dbmate || echo npx --yes dbmate) --migrations-dir db/migrations",
    ],
    ["goose", { "sql/1_a.sql": `-- +goose Up\n${TABLE}-- +goose Down\n` }, "goose -dir sql postgres"],
    ["goose", { "sql/1_a.up.sql": `-- +goose Up\n${TABLE}-- +goose Down\n` }, "goose -dir sql postgres"],
    [
      "goose in a module of Go",
      {
        "sql/1_a.sql": `-- +goose Up\n${TABLE}-- +goose Down\n`,
        "go.mod": "module x\nrequire (\n\tgithub.com/pressly/goose/v3 v3.20.0 // indirect\n)\n",
      },
      "go run github.com/pressly/goose/v3/cmd/goose@v3.20.0 -dir sql postgres",
    ],
    [
      "tern",
      {
        "m/001_a.sql": `${TABLE}---- create above / drop below ----\nDROP TABLE a;\n`,
        "go.mod": "module x\nrequire github.com/jackc/tern/v2 v2.3.3\n",
      },
      'CGO_ENABLED=0 go run github.com/jackc/tern/v2@v2.3.3 migrate --migrations m --conn-string "$DATABASE_URL"',
    ],
    ["sqitch", { "sqitch.plan": "", "deploy/a.sql": TABLE }, "sqitch deploy db:pg:"],
  ])("lets %s apply its own migrations", (_, files, command) => {
    const { setup } = started(files);
    expect(setup).toEqual([
      expect.objectContaining({ kind: "command", command: expect.stringContaining(command) }),
    ]);
  });

  it("drives pgbench scripts that are there, and takes none of them for a migration", () => {
    const { config, files, setup, found } = started({
      "db/schema.sql": TABLE,
      "bench/buy it.sql": "\\set id random(1, 9)\nSELECT :id;\n",
    });
    expect(config.workloads).toEqual([
      expect.objectContaining({ name: "buy it", scripts: [{ file: "bench/buy it.sql", weight: 1 }] }),
    ]);
    expect(setup).toEqual(sql("db/schema.sql"));
    expect(Object.keys(files)).toEqual(["plumbline.yml", ".github/workflows/plumbline.yml"]);
    expect(found).toContain("pgbench scripts: bench/buy it.sql");
  });

  it.each([
    ["postgres:16-alpine", { kind: "local", version: 16, locale: EN, settings: {} }],
    ["docker.io/library/postgres:17.2", { kind: "local", version: 17, locale: EN, settings: {} }],
    ["postgres:9.6", { kind: "local", locale: EN, settings: {} }],
    ["mysql:8", { kind: "local", settings: {} }],
  ])("takes version and locale of a compose file: %s", (image, deploy) => {
    const { config } = started({ "docker-compose.yml": `services:\n  db:\n    image: ${image}\n` });
    expect(config.database.deploy).toEqual(deploy);
  });

  it("orders text by ICU where this machine lacks the image's locale, and makes the locale in the workflow where it has it", () => {
    const compose = (image: string, variables = "") => ({
      "compose.yaml": `services:\n  db:\n    image: ${image}\n    environment:\n      POSTGRES_USER: x\n${variables}`,
    });
    const workflow = ".github/workflows/plumbline.yml";
    const there = started(compose("postgres:16"), ["C", "en_US.utf8"]);
    expect(there.config.database.deploy).toMatchObject({ locale: EN });
    expect(there.files[workflow]).toContain(
      "      - run: sudo locale-gen en_US.UTF-8\n      - uses: plumbline",
    );
    const lacking = started(compose("postgres:16"), ["C", "C.utf8", "POSIX"]);
    expect(lacking.config.database.deploy).toMatchObject({ locale: { provider: "icu", name: "en-US" } });
    expect(lacking.unsure).toEqual([expect.stringContaining("sudo locale-gen en_US.UTF-8")]);
    expect(lacking.files[workflow]).not.toContain("locale-gen");
    const old = started(compose("postgres:13"), ["C"]);
    expect(old.config.database.deploy).toEqual({ kind: "local", version: 13, settings: {} });
    expect(old.unsure).toEqual([expect.stringContaining("text is ordered as C until")]);
    const said = started(
      compose("postgres:16", '      - POSTGRES_INITDB_ARGS="--locale-provider=icu --icu-locale=de-DE"\n'),
      ["C"],
    );
    expect(said.config.database.deploy).toMatchObject({ locale: { provider: "icu", name: "de-DE" } });
    const plain = started(compose("postgres:16", '      POSTGRES_INITDB_ARGS: "--locale=C"\n'), []);
    expect(plain.config.database.deploy).toMatchObject({ locale: { provider: "libc", name: "C" } });
    expect(plain.files[workflow]).not.toContain("locale-gen");
  });

  it("names the role that Supabase's load has, and asks for that of any other schema with policies", () => {
    const policies = `${TABLE}ALTER TABLE item ENABLE ROW LEVEL SECURITY;\n`;
    const supabase = started({ "supabase/migrations/20240101000000_a.sql": policies });
    expect(supabase.config.database.role).toBe("authenticated");
    expect(supabase.unsure).toEqual([expect.stringContaining("request.jwt.claims")]);
    const other = started({ "db/schema.sql": policies });
    expect(other.config.database.role).toBeUndefined();
    expect(other.unsure).toEqual([expect.stringContaining("set database.role")]);
    expect(started({ "db/schema.sql": TABLE }).unsure).toEqual([]);
  });

  it("of an empty repository drives the load generator's own tables, and says what was not found", () => {
    const { config, found } = started({ "README.md": "" });
    expect(config.workloads.map(({ run }) => run)).toEqual(["oltp_point_select"]);
    expect(found).toEqual(["no schema or migrations of a known tool", "no pgbench scripts"]);
  });

  it("names what the tests run before them where nothing else is known of the schema", () => {
    const workflow =
      "jobs: { t: { services: { db: { image: 'postgres:16' } }, steps: [{ run: npm run db:restore }, { run: npm test }] } }";
    const { unsure } = started({ ".github/workflows/ci.yml": workflow });
    expect(unsure).toEqual([expect.stringContaining(".github/workflows/ci.yml runs `npm run db:restore`")]);
    const known = started({ ".github/workflows/ci.yml": workflow, "db/schema.sql": TABLE });
    expect(known.unsure).toEqual([]);
  });

  it("names a larger schema that cannot be applied as it is", () => {
    const { unsure } = started({
      "db/migrations/1_a/migration.sql": "CREATE TABLE {{ x }} (id int);",
      "db/migrations/2_b/migration.sql": TABLE,
      "bot/migrations/20200101000000_c.sql": TABLE,
    });
    expect(unsure).toEqual([
      expect.stringContaining("(bot/migrations) was taken, not Prisma (db/migrations, 2 files)"),
    ]);
  });

  it("names the default gates as they are", () => {
    const text = started({}).files["plumbline.yml"]!.replace(/^# gates:/m, "gates:");
    expect(Object.keys(parse(text).gates)).toEqual(DEFAULT_GATES.map(({ metric }) => metric));
    expect(parseConfig(text, "plumbline.yml").gates).toEqual(DEFAULT_GATES);
  });

  it("where only a program knows the tables, says that no statement of the repository is measured yet", () => {
    const rails = started({ "db/migrate/1_a.rb": "", "db/schema.rb": "", "config/application.rb": "" });
    expect(rails.next).toEqual([
      expect.stringMatching(/no SQL of yours is measured yet.*plumbline capture --run/),
    ]);
    expect(rails.files[".github/workflows/plumbline.yml"]).toContain("setup-ruby");
    const prisma = started({ "prisma/migrations/1_a/migration.sql": TABLE });
    expect(prisma.next).toEqual([expect.stringContaining("bench/first.sql")]);
    expect(prisma.files[".github/workflows/plumbline.yml"]).not.toContain("setup-ruby");
    expect(rails.files["plumbline.yml"]).toContain("# with inputs: [");
    expect(prisma.files["plumbline.yml"]).not.toContain("# with inputs: [");
    expect(started({ "db/schema.sql": TABLE, "bench/a.sql": "\\set id 1\nSELECT 1;\n" }).next).toEqual([]);
  });

  it("has the workflow install the system's packages that the tests install, and says so for this machine", () => {
    const tests = `jobs: { test: { steps: [{ run: sudo apt-get install -y libshop-dev }, { run: pytest }] } }`;
    const django = {
      "manage.py": "import django\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')",
      "shop/settings.py": "import os\nDATABASES = os.environ['DATABASE_URL']",
      "shop/migrations/0001_initial.py": "",
      "requirements.txt": "",
      ".github/workflows/ci.yml": tests,
    };
    const install = "sudo apt-get update && sudo apt-get install -y libshop-dev";
    const { files, unsure } = started(django);
    expect(parse(files[".github/workflows/plumbline.yml"]!).jobs.plumbline.steps).toContainEqual({
      run: install,
    });
    expect(unsure).toContain(
      `the tests install packages of the system, as the workflow does now: if the set-up lacks one here, run \`${install}\``,
    );
    // SQL files need nothing of the system.
    const sql = started({ "db/schema.sql": TABLE, ".github/workflows/ci.yml": tests });
    expect(sql.files[".github/workflows/plumbline.yml"]).not.toContain("libshop-dev");
    expect(sql.unsure.join()).not.toContain("libshop-dev");
  });

  it("keeps loaded data between the jobs of hosted runners, where it fills servers of the runner by files", () => {
    const stepsOf = (files: Readonly<Record<string, string>>): readonly { uses: string; with?: unknown }[] =>
      parse(started(files).files[".github/workflows/plumbline.yml"]!).jobs.plumbline.steps;
    const cached = (files: Readonly<Record<string, string>>) =>
      stepsOf(files).filter(({ uses }) => uses.startsWith("actions/cache@"));
    const steps = stepsOf({ "db/schema.sql": TABLE }).map(({ uses }) => uses.split("@")[0]);
    expect(steps.indexOf("actions/cache")).toBe(steps.indexOf("plumbline/plumbline") - 1);
    expect(cached({ "db/schema.sql": TABLE })).toMatchObject([
      {
        with: {
          path: "~/.cache/plumbline/data",
          key: expect.stringContaining("hashFiles('plumbline.yml', '**/*.sql')"),
        },
      },
    ]);
    expect(cached({ "db/schema.sql": `CREATE EXTENSION vector;\n${TABLE}` })).toEqual([]);
    expect(cached({ "readme.md": "" })).toEqual([]);
  });
});

it("names the suite by the repository, so that two of them do not write one check", () => {
  expect(starterOf({ name: "yes", files: [], read: () => null }).files["plumbline.yml"]).toMatch(
    /^suite: "yes" /m,
  );
});

it("has the workload of query files as a comment that can be taken", () => {
  const query = "-- name: A :many\nSELECT 1;\n";
  const written = (files: Readonly<Record<string, string>>) => {
    const { found, files: texts } = started({ "migrations/1_a.up.sql": TABLE, ...files });
    const taken = texts["plumbline.yml"]!.replace(/^ {2}# (?=- \{ name: queries)/m, "  ");
    const { workloads } = parseConfig(taken, "plumbline.yml");
    return { said: found.find((line) => line.includes("named")), queries: workloads.at(-1)!.queries };
  };
  expect(written({ "db/query/a.sql": query })).toEqual({
    said: "1 named queries in db/query: plumbline.yml has their workload as a comment, as most queries need rows",
    queries: ["db/query/*.sql"],
  });
  expect(written({ "queries.sql": query }).queries).toEqual(["*.sql"]);
  expect(written({ "db/a.sql": query, "db/b.sql": query, "db/tables.sql": TABLE }).queries).toEqual([
    "db/a.sql",
    "db/b.sql",
  ]);
});

it.each([
  ["goose's files", { "sql/1_a.sql": `-- +goose Up\n${TABLE}`, "go.mod": "module x" }, ["sql/*"]],
  ["dbmate's files", { "db/1_a.sql": `-- migrate:up\n${TABLE}` }, ["db/*"]],
  [
    "goose's files next to programs",
    { "sql/1_a.sql": `-- +goose Up\n${TABLE}`, "sql/2_b.go": "" },
    undefined,
  ],
])("names %s as inputs of the command, so that it runs once", (_, files, inputs) => {
  const { setup, files: written } = started(files);
  expect(setup).toEqual([
    expect.objectContaining({ kind: "command", ...(inputs === undefined ? {} : { inputs }) }),
  ]);
  const isCached = inputs !== undefined;
  expect(written[".github/workflows/plumbline.yml"]!.includes("actions/cache")).toBe(isCached);
  expect(written["plumbline.yml"]!.includes("# with inputs:")).toBe(!isCached);
});
