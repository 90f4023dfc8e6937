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
      command: expect.stringContaining("cd api && ") as string,
      env: { DJANGO_SETTINGS_MODULE: "plumbline_settings", PYTHONPATH: "bench" },
    },
  ]);
  const text = found!.writes!["api/bench/plumbline_settings.py"];
  expect(text).toContain("from shop.settings import *\n");
  expect(text).toContain('NAME=os.environ["PGDATABASE"],');
  expect(found!.unsure).toEqual([
    "the settings name their server: api/bench/plumbline_settings.py replaces it",
  ]);
});

it.each([
  ["of another database", SETTINGS("sqlite3")],
  ["that read it", `os.environ["DATABASE_URL"]\n${SETTINGS("postgresql")}`],
])("leaves settings %s as they are", (_, settings) => {
  const [found] = programs(shop(settings));
  expect(found!.writes).toBeUndefined();
  expect(found!.steps).toEqual([expect.objectContaining({ env: {} })]);
});
