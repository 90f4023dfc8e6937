import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

const INI = "[alembic]\nscript_location = migrations\nprepend_sys_path = .\n";
const UV =
  "PATH=~/.cache/plumbline/uv/bin:$PATH && { uv cache dir 2>&1 || { python3 -m venv ~/.cache/plumbline/uv && ~/.cache/plumbline/uv/bin/pip install -q uv && hash -r; }; } > /dev/null";
const ENV = 'os.getenv("DATABASE_URL")';

describe("Alembic's config file", () => {
  it.each<[string, Record<string, string>, string]>([
    [
      "with versions in folders of their own",
      { "alembic.ini": INI, "migrations/env.py": ENV, "migrations/versions/2024/a.py": "" },
      "alembic upgrade heads",
    ],
    [
      "with a place for versions that it names",
      {
        "alembic.ini": `${INI}version_locations = %(here)s/db/one %(here)s/db/two\n`,
        "migrations/env.py": ENV,
        "db/two/a.py": "",
      },
      "alembic upgrade heads",
    ],
    [
      "below the folder in which it is used",
      {
        "app/alembic.ini": "[alembic]\nscript_location = app/migrations\n",
        "app/migrations/env.py": ENV,
        "app/migrations/versions/a.py": "",
      },
      "env PYTHONPATH=. alembic -c app/alembic.ini upgrade heads",
    ],
    [
      "with a package for a place",
      {
        "alembic.ini": "[alembic]\nscript_location = shop.db:migrations\n",
        "src/shop/db/migrations/env.py": ENV,
        "src/shop/db/migrations/versions/a.py": "",
      },
      "env PYTHONPATH=. alembic upgrade heads",
    ],
    [
      "with a package and folders below it for a place",
      {
        "alembic.ini": "[alembic]\nscript_location = shop:db:migrations\n",
        "src/shop/db/migrations/env.py": ENV,
        "src/shop/db/migrations/versions/a.py": "",
      },
      "env PYTHONPATH=. alembic upgrade heads",
    ],
    [
      "in pyproject.toml",
      {
        "pyproject.toml": '[tool.alembic]\nscript_location = "%(here)s/alembic"\n',
        "alembic/env.py": ENV,
        "alembic/__init__.py": "",
        "alembic/versions/a.py": "",
      },
      "alembic upgrade heads",
    ],
    [
      "with sections, of which none is the usual one",
      {
        "alembic.ini": `[DEFAULT]\nscript_location = m\nprepend_sys_path = .\n[one]\nversion_locations = m/one\n[two]\nversion_locations = m/two\n`,
        "m/env.py": ENV,
        "m/one/a.py": "",
        "m/two/a.py": "",
        "m/two/b.py": "",
      },
      "alembic --name two upgrade heads",
    ],
  ])("%s", (_, files, command) => {
    const all = programs(repositoryOf({ "uv.lock": "", ...files }));
    expect(all).toHaveLength(1);
    expect(all[0]!.steps).toEqual([
      { command: `${UV} && uv sync --frozen && uv run ${command}`, env: expect.anything() },
    ]);
  });

  it("is in a folder and a section that are words of the shell, whatever they are called", () => {
    const [found] = programs(
      repositoryOf({
        "uv.lock": "",
        "my app/alembic.ini": "[x; touch y]\nscript_location = migrations\nprepend_sys_path = .\n",
        "my app/migrations/env.py": ENV,
        "my app/migrations/versions/a.py": "",
      }),
    );
    const [step] = found!.steps!;
    expect(step).toMatchObject({
      command: expect.stringContaining("cd 'my app' && uv run alembic --name 'x; touch y' upgrade heads"),
    });
  });

  it("is in a section that is a word of Python, too, where a URL is put in the place of the config file's", () => {
    const [found] = programs(
      repositoryOf({
        "it's/alembic.ini": "[my 'db']\nscript_location = m\nsqlalchemy.url = postgresql://a:b@db:5432/foo\n",
        "m/env.py": 'config.get_main_option("sqlalchemy.url")',
        "m/versions/a.py": "",
      }),
    );
    const { command } = found!.steps![0] as { command: string };
    const program = command.slice(command.indexOf("python -c "));
    const { stdout } = spawnSync("sh", ["-c", program.replace("python -c", "printf %s")], {
      encoding: "utf8",
    });
    expect(stdout).toContain(`Config("it's/alembic.ini", ini_section="my 'db'"); config.set_main_option(`);
    expect(stdout).toMatch(/command\.upgrade\(config, "heads"\)$/);
  });

  it("takes the usual of several sections, and names the others", () => {
    const tenants = "[tenants]\nscript_location = tenants\n";
    const [found] = programs(
      repositoryOf({
        "uv.lock": "",
        "alembic.ini": `${INI}${tenants}[loggers]\nkeys = root\n`,
        "migrations/env.py": ENV,
        "migrations/versions/a.py": "",
        "tenants/env.py": ENV,
        "tenants/versions/a.py": "",
        "tenants/versions/b.py": "",
      }),
    );
    expect(found).toMatchObject({
      count: 1,
      unsure: [expect.stringContaining("(tenants), which are not applied")],
    });
  });

  it("finds the settings that its env.py imports, in the names of pydantic", () => {
    const [found] = programs(
      repositoryOf({
        "uv.lock": "",
        "alembic.ini": INI,
        "migrations/env.py": "from app.core import config\n",
        "migrations/versions/a.py": "",
        "src/app/core/config.py":
          'class Postgres(BaseSettings):\n    host: str\n    db: str\n    model_config = SettingsConfigDict(env_prefix="postgres_")\n',
      }),
    );
    expect(found!.steps).toEqual([
      expect.objectContaining({
        command: expect.stringMatching(
          /^export POSTGRES_DB="\$PGDATABASE" POSTGRES_HOST="\$PGHOST" && .*uv sync/,
        ),
      }),
    ]);
    expect(found!.unsure).toEqual([]);
  });
});

it.each([
  ["where env.py leaves it", 'config.get_main_option("sqlalchemy.url")', true],
  [
    "not where env.py replaces it",
    'config.set_main_option("sqlalchemy.url", os.environ["DATABASE_URL"])',
    false,
  ],
])(
  "puts the set-up's database in the place of a URL in the config file: %s",
  (_, environment, isReplaced) => {
    const [found] = programs(
      repositoryOf({
        "alembic.ini":
          "[alembic]\nscript_location = m\nsqlalchemy.url = postgresql+asyncpg://a:b@db:5432/foo\n",
        "m/env.py": environment,
        "m/versions/a.py": "",
      }),
    );
    const { command } = found!.steps![0] as { command: string };
    const own =
      'python -c \'import os; from alembic import command; from alembic.config import Config; config = Config("alembic.ini"); config.set_main_option("sqlalchemy.url", os.path.expandvars("postgresql+asyncpg://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE").replace("%", "%%")); command.upgrade(config, "heads")\'';
    expect(command.endsWith(isReplaced ? own : "alembic upgrade heads"), command).toBe(true);
    expect(found!.unsure.filter((line) => /whole connection/.test(line))).toEqual([]);
  },
);

it.each<[string, string, boolean]>([
  ["changes tables", 'down_revision = None\nop.add_column("user", x)', true],
  ["makes tables", 'down_revision: str | None = None\nop.create_table("user")\nop.create_index("a")', false],
  ["does nothing", "down_revision = None\ndef upgrade(): pass", false],
])("says that the tables come from elsewhere, if the first version %s", (_, first, isSaid) => {
  const files = { "alembic.ini": INI, "migrations/env.py": ENV, "uv.lock": "" };
  const later = 'down_revision = "a"\nop.drop_column("x", "y")';
  const [found] = programs(
    repositoryOf({ ...files, "migrations/versions/a.py": first, "migrations/versions/b.py": later }),
  );
  expect(found!.unsure.join().includes("changes tables that no migration makes")).toBe(isSaid);
});

it("says that an env.py of Advanced Alchemy needs its own command", () => {
  const env = 'from advanced_alchemy.alembic.commands import AlembicCommandConfig\nos.getenv("DATABASE_URL")';
  const files = {
    "alembic.ini": INI,
    "migrations/env.py": env,
    "migrations/versions/a.py": "",
    "uv.lock": "",
  };
  expect(programs(repositoryOf(files))[0]!.unsure).toEqual([
    expect.stringMatching(/^migrations\/env\.py is made for Advanced Alchemy/),
  ]);
});

it("says that migrations without a config file need the application's own command", () => {
  const files = {
    "shop/db.py": 'config.set_main_option("script_location", "shop:migrations")',
    "shop/migrations/env.py": "from alembic import context",
    "shop/migrations/versions/a.py": "",
    "web/migrations/env.py": "from alembic import context\nfrom flask import current_app",
    "web/migrations/versions/a.py": "",
  };
  const [found, ...others] = programs(repositoryOf(files)).filter(({ tool }) => tool === "Alembic");
  expect(others).toEqual([]);
  expect(found).toMatchObject({ place: "shop/migrations/env.py", steps: null });
  expect(found!.unsure.join()).toContain("write { command: ... } of the application's own migrate command");
});
