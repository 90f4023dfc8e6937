import { describe, expect, it } from "vitest";
import { connectionOf } from "../../../../src/ingest/starter/connection.ts";
import { repositoryOf } from "./support.ts";

const NO_KIND = { isTold: false, kind: undefined };

function told(files: Readonly<Record<string, string>>, tested: Readonly<Record<string, string>> = {}) {
  const settings = Object.keys(files).filter((file) => !file.includes("env"));
  return connectionOf(repositoryOf(files), settings, tested, NO_KIND);
}

describe("what a program is told of its database", () => {
  it.each<[string, Record<string, string>, Record<string, string>, readonly string[]]>([
    [
      "as a default in the settings has it",
      {
        "app/config.py":
          'DATABASE_URL: str = "postgresql+asyncpg://a:b@localhost/db"\nos.getenv("DATABASE_URL")',
      },
      {},
      ['DATABASE_URL="postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
    [
      "with the driver that an asynchronous engine asks for, where nothing names one",
      {
        "app/config.py": "class Config(BaseSettings):\n    DATABASE_URL: PostgresDsn\n",
        "app/database.py": "engine = create_async_engine(url=str(settings.DATABASE_URL))",
      },
      {},
      ['DATABASE_URL="postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
    [
      "PostgreSQL's own, where the settings name the driver of an asynchronous engine",
      {
        "app/database.py":
          'rest = os.environ["DATABASE_URL"].removeprefix("postgresql:")\ncreate_async_engine("postgresql+asyncpg:" + rest)',
      },
      {},
      [],
    ],
    [
      "as the example of an environment has it, put together from other variables",
      {
        "app/config.py": 'os.getenv("DB_URL")',
        ".env.example": "DB_URL=postgresql+psycopg://$" + "{DB_USER}:x@localhost/db # async\n",
      },
      {},
      ['DB_URL="postgresql+psycopg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
    [
      "as the example has it with a remark and the ends of lines of Windows",
      {
        "app/config.py": 'os.getenv("DB_URL")',
        ".env.example": "DB_URL='postgresql+psycopg://a:b@localhost/db' # async\r\n",
      },
      {},
      ['DB_URL="postgresql+psycopg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
    [
      "as a host, where the example of an environment has no more",
      {
        "knexfile.js": "`postgres://$" + "{process.env.DB_USER}@$" + "{process.env.DB_URL}/x`",
        ".env.example": "DB_URL=127.0.0.1\n",
      },
      {},
      ['DB_URL="$PGHOST:$PGPORT"', 'DB_USER="$PGUSER"'],
    ],
    [
      "as a host next to its port",
      {
        "knexfile.js": "process.env.DB_URL; process.env.DB_PORT",
        ".env.example": "DB_URL=localhost\n",
      },
      {},
      ['DB_PORT="$PGPORT"', 'DB_URL="$PGHOST"'],
    ],
    [
      "without the name that the application has for itself",
      {
        "knexfile.js":
          "process.env.APPLICATION_DB_URL; process.env.DB_APPLICATION_NAME; process.env.DB_ADMIN",
      },
      {},
      ['APPLICATION_DB_URL="$DATABASE_URL"', 'DB_ADMIN="$PGUSER"'],
    ],
    [
      "in parts whose words stand apart",
      {
        "ormconfig.js":
          "process.env.DB_HOST_NAME; process.env.DB_USER_NAME; process.env.DB_PASSWD; process.env.DB_NAME",
      },
      {},
      [
        'DB_HOST_NAME="$PGHOST"',
        'DB_NAME="$PGDATABASE"',
        'DB_PASSWD="$PGPASSWORD"',
        'DB_USER_NAME="$PGUSER"',
      ],
    ],
    [
      "as the tests have it",
      { "settings.py": 'env.db("DATABASE_URL")' },
      { DATABASE_URL: "postgis://a:b@localhost/db" },
      ['DATABASE_URL="postgis://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
    [
      "PostgreSQL's own, which is given already",
      { "settings.py": 'os.getenv("DATABASE_URL")', ".env.example": "DATABASE_URL=postgres://a@b/c\n" },
      {},
      [],
    ],
    [
      "the one that the settings ask for",
      { "settings.py": 'if os.environ["DATABASE_URL"].startswith("postgres://"): APPS.append("x")' },
      {},
      ['DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
    [
      "by what reads it, whatever its name says",
      { "settings.py": 'env.db(\n    "OLD_DATABASE")' },
      {},
      ['OLD_DATABASE="$DATABASE_URL"'],
    ],
    [
      "by a name with the prefix that django-environ puts before all",
      { "settings.py": 'import environ\nenv.prefix = "SHOP_"\nenv.db(\n  "DATABASE_URL", default="x")' },
      {},
      ['SHOP_DATABASE_URL="$DATABASE_URL"'],
    ],
    [
      "JDBC's, which has no login in it",
      { "application.yml": "url: $" + "{DB_URL:jdbc:postgresql://localhost/db}" },
      { DB_URL: "jdbc:postgresql://localhost/db" },
      ['DB_URL="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE"'],
    ],
  ])("by a URL in the scheme that it needs: %s", (_, files, tested, exports) => {
    expect(told(files, tested)).toMatchObject({ exports, unsure: [] });
  });

  it("by names without a line between their words", () => {
    const text =
      'os.getenv("APP_DBHOST")\nos.getenv("APP_DBNAME")\nget_int_from_env("APP_DBPORT")\nget_choice_from_env(\n  "APP_DBENGINE")\nos.getenv("APP_DBSSLMODE")';
    const { exports, env } = connectionOf(
      repositoryOf({ "settings.py": text }),
      ["settings.py"],
      {},
      {
        isTold: false,
        kind: "postgresql",
      },
    );
    expect(exports).toEqual(['APP_DBHOST="$PGHOST"', 'APP_DBNAME="$PGDATABASE"', 'APP_DBPORT="$PGPORT"']);
    expect(env).toEqual({ APP_DBENGINE: "postgresql" });
  });

  it("gives values to what the settings require, and says which are made up", () => {
    const text =
      "from x import y\nclass Settings(BaseSettings):\n    db_host: str\n    db_name: str\n    key: str\n    known: str\n";
    const { exports, env, unsure } = told({ "config.py": text, ".env.example": "KNOWN=a\n" });
    expect(exports).toEqual(['DB_HOST="$PGHOST"', 'DB_NAME="$PGDATABASE"']);
    expect(env).toEqual({ KNOWN: "a", KEY: expect.stringContaining("made-up") as string });
    expect(unsure).toEqual([expect.stringContaining("the settings require KEY: made-up values")]);
  });

  it("says that an application uses another database", () => {
    const { unsure } = told({
      "config.py": 'WRITER_DB_URL: str = "mysql+aiomysql://a@b/c"\nos.getenv("DB_URL")',
    });
    expect(unsure).toEqual([expect.stringContaining("the application uses MySQL (config.py): without")]);
  });

  it("skips the validation of an environment that can be skipped", () => {
    const text = "skipValidation: !!process.env.SKIP_ENV_VALIDATION, url: process.env.DATABASE_URL";
    expect(told({ "drizzle.config.ts": text }).env).toEqual({ SKIP_ENV_VALIDATION: "1" });
  });
});

it("takes examples of an environment, whole, and none of production's", () => {
  const { env } = told({
    "app/config.py":
      'os.environ["SECRET_KEY"]\nos.environ["SITE_URL"]\nos.environ["REDIS_URL"]\nos.getenv("DATABASE_URL")',
    ".env.example": 'SECRET_KEY="abc#def"\nSITE_URL=http://localhost/#/a # where it is\n',
    ".env.production": "REDIS_URL=redis://elsewhere\nSECRET_KEY=real\n",
  });
  expect(env).toMatchObject({ SECRET_KEY: "abc#def", SITE_URL: "http://localhost/#/a" });
  expect(JSON.stringify(env)).not.toContain("elsewhere");
});

it.each<[string, string, string]>([
  ["as the settings compare it", 'if os.getenv("DB") == "postgres": x', "postgres"],
  ["as one of several", 'os.getenv("DB") in ("pgsql", "psql")', "pgsql"],
  ["as a key", 'ALL = {"postgres": {"HOST": 1}}[os.getenv("DB")]', "postgres"],
  ["behind Django's package", '"django.db.backends." + os.getenv("DB")', "postgresql"],
  [
    "as the tool has it",
    'os.getenv("DB_ENGINE", "django.db.backends.sqlite3"); x == "postgres"',
    "django.pg",
  ],
])("chooses PostgreSQL %s", (_, text, value) => {
  const { env, unsure } = connectionOf(
    repositoryOf({ "settings.py": text }),
    ["settings.py"],
    {},
    {
      isTold: false,
      kind: "django.pg",
    },
  );
  expect(Object.values(env)).toEqual([value]);
  expect(unsure.join()).not.toContain("chooses the kind");
});

it("takes the tests' own names of the connection, where the settings have no others", () => {
  const tests =
    'os.getenv("TEST_DB_HOST"); os.getenv("TEST_DB_NAME"); os.getenv("TEST_DB_BACKEND") == "pgsql"';
  expect(told({ "tests/settings.py": tests })).toMatchObject({
    exports: ['TEST_DB_HOST="$PGHOST"', 'TEST_DB_NAME="$PGDATABASE"'],
    env: { TEST_DB_BACKEND: "pgsql" },
    fixed: null,
  });
  expect(told({ "settings.py": `os.getenv("DB_HOST"); ${tests}` }).exports).toEqual(['DB_HOST="$PGHOST"']);
});

it("takes the connection of the tests where the settings read none, and says so", () => {
  const { exports, fixed, unsure } = told(
    { "env.py": "from shop import settings\nurl = settings.connection_url" },
    { SHOP_DB_URL: "postgresql+asyncpg://a:b@localhost/db", SHOP_DB_USER: "a" },
  );
  expect(exports).toEqual([
    'SHOP_DB_URL="postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"',
    'SHOP_DB_USER="$PGUSER"',
  ]);
  expect(fixed).toBeNull();
  expect(unsure).toEqual([
    expect.stringContaining("the command sets SHOP_DB_URL, SHOP_DB_USER, as the tests"),
  ]);
});

it("takes a word that a dictionary is asked for in Python for no kind of database", () => {
  const text = 'import os\nREDIS_DB = CACHE.get("DATABASE", 0)\nos.getenv("DATABASE_URL")';
  expect(told({ "settings.py": text }).unsure).toEqual([]);
});

it("says that settings with a port of their own may use another database", () => {
  const settings = (port: string) => ({
    "shop/settings.py": `DATABASES = {"NAME": os.getenv("DB_NAME"), "HOST": os.getenv("DB_HOST"), "PORT": ${port}}`,
  });
  expect(told(settings('"5432"'), {}).fixed).toContain(
    "no file in shop/settings.py reads the whole connection",
  );
  expect(told(settings('os.getenv("DB_PORT", "5432")'), {}).fixed).toBeNull();
});
