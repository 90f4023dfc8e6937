import { expect, it } from "vitest";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

const SETTINGS = (engine: string) =>
  `DATABASES = {"default": {"ENGINE": "django.db.backends.${engine}", "NAME": "shop", "HOST": "localhost"}}  # postgres`;

const shop = (settings: string) =>
  repositoryOf({
    "api/manage.py": 'import django\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")',
    "api/shop/migrations/0001_initial.py": "",
    "api/shop/settings.py": settings,
    "api/requirements.txt": "",
  });

it("replaces the server that Django's settings name themselves, and leaves the rest", () => {
  const [found] = programs(shop(SETTINGS("postgresql")));
  expect(found!.steps).toEqual([
    {
      command: expect.stringMatching(/^cd api && /) as string,
      env: { DJANGO_SETTINGS_MODULE: "plumbline_settings", PYTHONPATH: "bench" },
      // Base's commit does not have it in the pull request that adds it.
      needs: ["api/bench/plumbline_settings.py"],
    },
  ]);
  const text = found!.writes!["api/bench/plumbline_settings.py"];
  expect(text).toContain("from shop.settings import *\n");
  expect(text).toContain('NAME=os.environ["PGDATABASE"],');
  expect(found!.unsure).toEqual([
    "the settings name their server: api/bench/plumbline_settings.py replaces it",
  ]);
});

it("replaces them again where it has before", () => {
  const { files, read } = shop(SETTINGS("postgresql"));
  const written = "api/bench/plumbline_settings.py";
  const [found] = programs({
    name: "orders",
    files: [written, ...files],
    read: (file) => (file === written ? 'HOST=os.environ["PGHOST"]  # postgres' : read(file)),
  });
  expect(Object.keys(found!.writes!)).toEqual([written]);
});

it.each([
  ["of another database", SETTINGS("sqlite3")],
  ["that read it", `os.environ["DATABASE_URL"]\n${SETTINGS("postgresql")}`],
])("leaves settings %s as they are", (_, settings) => {
  const [found] = programs(shop(settings));
  expect(found!.writes).toBeUndefined();
  expect(found!.steps).toEqual([expect.objectContaining({ env: {} })]);
});

const DATABASES = 'DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql"}}\nDATABASE_URL';
const MIGRATION = "from django.db import migrations";
const commandAndEnv = (files: Record<string, string>) =>
  programs(repositoryOf({ "setup.py": "install_requires=['django', 'psycopg']", ...files })).map(
    ({ place, steps }) => {
      const { command, env } = steps![0] as { command: string; env: Record<string, string> };
      return [place, command.split(" && ").at(-1), env] as const;
    },
  );

it("reads the settings that manage.py names, wherever they lie", () => {
  const files = {
    "manage.py": 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.django.base")  # django',
    "tests/django/base.py": 'DATABASES = {"default": env.db("DATABASE_URL")}',
    "shop/migrations/0001_initial.py": MIGRATION,
  };
  const [found] = programs(repositoryOf(files));
  expect(found!.unsure).toEqual([expect.stringMatching(/^no file names the packages/)]);
});

it("names the settings of the tests where manage.py names none", () => {
  expect(
    commandAndEnv({
      "manage.py": "execute_from_command_line(sys.argv)",
      "pytest.ini": "[pytest]\nDJANGO_SETTINGS_MODULE = shop.config",
      "shop/config.py": DATABASES,
      "shop/migrations/0001_initial.py": MIGRATION,
    }),
  ).toEqual([
    ["manage.py", "python manage.py migrate --no-input", { DJANGO_SETTINGS_MODULE: "shop.config" }],
  ]);
});

it.each<[string, Record<string, string>, Record<string, string>]>([
  [
    "by the name in tox.ini, and PostgreSQL's of several",
    {
      "tox.ini": "DJANGO_SETTINGS_MODULE = tests.settings\nDJANGO_SETTINGS_MODULE = tests.pg_settings\n",
      "tests/settings.py": 'DATABASES = "sqlite3"',
      "tests/pg_settings.py": DATABASES,
    },
    { DJANGO_SETTINGS_MODULE: "tests.pg_settings" },
  ],
  [
    "by the manage.py of the tests",
    {
      "audit_tests/manage.py": 'setdefault("DJANGO_SETTINGS_MODULE", "test_settings")',
      "audit_tests/test_settings.py": DATABASES,
    },
    { DJANGO_SETTINGS_MODULE: "test_settings", PYTHONPATH: "audit_tests" },
  ],
  [
    "by the name of the file, and its packages",
    {
      "examples/shop/settings.py": DATABASES,
      "testproject/testproject/__init__.py": "",
      "testproject/testproject/settings.py": DATABASES,
    },
    { DJANGO_SETTINGS_MODULE: "testproject.settings", PYTHONPATH: "testproject" },
  ],
])(
  "applies the migrations of an application without manage.py in its tests' project: %s",
  (_, files, env) => {
    expect(commandAndEnv({ "audit/migrations/0001_initial.py": MIGRATION, ...files })).toEqual([
      ["audit/migrations", "python -m django migrate --no-input", env],
    ]);
  },
);

it("leaves an application alone whose tests have no settings in a file", () => {
  expect(
    commandAndEnv({ "audit/migrations/0001_initial.py": MIGRATION, "runtests.py": "settings.configure()" }),
  ).toEqual([]);
});

it("finds migrations in the folder that MIGRATION_MODULES names", () => {
  const files = {
    "manage.py": 'import django\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")',
    "shop/settings.py": `${DATABASES}\nMIGRATION_MODULES = {"shop": "shop.db_migrations"}`,
    "shop/db_migrations/0001_initial.py": MIGRATION,
  };
  expect(programs(repositoryOf(files)).map(({ tool, count }) => [tool, count])).toEqual([["Django", 1]]);
});
