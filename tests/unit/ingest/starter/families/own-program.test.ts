import { expect, it } from "vitest";
import { chooseSchema } from "../../../../../src/ingest/starter/choice.ts";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

const OWN = {
  "server/migrations/0001-a.ts": "",
  "server/src/migrate.ts": 'import { url } from "./url.js";',
  "server/src/url.ts": "process.env.SHOP_DB_URL",
};
const manifestOf = (driver: string, scripts: object) =>
  JSON.stringify({ scripts, dependencies: { [driver]: "1" } });

it("runs the project's own program for migrations of no tool", () => {
  const manifest = manifestOf("pg", { "migration:run": "tsx src/migrate.ts" });
  const [found, ...others] = programs(repositoryOf({ ...OWN, "server/package.json": manifest }));
  expect(others).toEqual([]);
  expect(found!.steps).toEqual([
    {
      command: 'export SHOP_DB_URL="$DATABASE_URL" && cd server && npm install && npm run migration:run',
      env: {},
    },
  ]);
});

it("says where nothing is known to apply migrations of no tool", () => {
  const manifest = manifestOf("pg", { start: "tsx src/main.ts", "migrate:prod": "tsx src/migrate.ts" });
  const [found] = programs(repositoryOf({ ...OWN, "server/package.json": manifest }));
  expect(found).toMatchObject({
    tool: "the project's own program",
    place: "server/migrations",
    steps: null,
  });
  expect(found!.unsure).toEqual([
    expect.stringContaining("nothing in server/package.json is known to apply server/migrations"),
  ]);
});

it.each([
  ["migration:create", "node scripts/create-migration.js"],
  ["db:rollback", "node rollback-migrations.js"],
  ["migrate:down", "node migrate.js"],
  ["recreate", "dropdb shop && node drop.js && node migrate.js"],
  ["release", "ssh shop.example node migrate.js"],
  ["apply", "docker compose run api node migrate.js"],
  ["migrate", "DATABASE_URL=postgres://shop.example/shop node migrate.js"],
  ["dev", "nodemon migrate.js"],
])("does not try %s: %s", (name, text) => {
  const manifest = manifestOf("pg", { [name]: text });
  expect(programs(repositoryOf({ ...OWN, "server/package.json": manifest }))).toEqual([
    expect.objectContaining({ steps: null }),
  ]);
});

it("takes no migrations of another database or of a tool for those of the project's own program", () => {
  const mongo = manifestOf("mongodb", { migrate: "tsx src/migrate.ts" });
  expect(programs(repositoryOf({ ...OWN, "server/package.json": mongo }))).toEqual([]);
  const knex = { "server/knexfile.js": "process.env.DATABASE_URL" };
  const manifest = manifestOf("pg", { migrate: "tsx src/migrate.ts" });
  const found = programs(repositoryOf({ ...OWN, ...knex, "server/package.json": manifest }));
  expect(found.map(({ tool }) => tool)).toEqual(["Knex"]);
});

it("goes before SQL of no tool only where a program is known to apply it", () => {
  const choice = (scripts: object) =>
    chooseSchema(
      repositoryOf({
        ...OWN,
        "server/package.json": manifestOf("pg", scripts),
        "db/schema.sql": "CREATE TABLE shop (id uuid);",
      }),
    ).chosen?.place;
  expect(choice({})).toBe("db/schema.sql");
  expect(choice({ migrate: "tsx src/migrate.ts" })).toBe("server/migrations");
});
