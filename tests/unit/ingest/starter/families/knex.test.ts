/** Knexfiles that name their server, or its port, themselves. */
import { expect, it } from "vitest";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

const FIXED =
  "module.exports = { client: 'pg', connection: { host: process.env.DB_HOST, database: process.env.DB_NAME, port: 5432 } }";
const WORDS = '--client pg --connection "$DATABASE_URL"';

function found(version: string, script?: string, knexfile = FIXED) {
  const scripts = script === undefined ? {} : { migrate: script };
  const [first] = programs(
    repositoryOf({
      "knexfile.js": knexfile,
      "migrations/20200101_a.js": "",
      "package.json": JSON.stringify({ scripts, dependencies: { knex: version } }),
    }),
  );
  const [step] = first!.steps!;
  return { command: (step as { command: string }).command.replace(/^.* && /, ""), unsure: first!.unsure };
}

it("are overruled by words, since Knex has them", () => {
  expect(found("^3.1.0")).toEqual({ command: `npx knex migrate:latest ${WORDS}`, unsure: [] });
  expect(found("0.95.15").command).toBe(`npx knex migrate:latest ${WORDS}`);
  expect(found("^0.21.0")).toEqual({
    command: "npx knex migrate:latest",
    unsure: [expect.stringContaining("no file in knexfile.js reads the whole connection")],
  });
});

it("are overruled behind a script whose last program is Knex", () => {
  expect(found("^3.1.0", "knex migrate:latest").command).toBe(`npm run migrate -- ${WORDS}`);
  expect(found("^3.1.0", "knex migrate:latest && node done.js").unsure).toHaveLength(1);
});

it("are left alone where they read the whole connection", () => {
  const knexfile = "module.exports = { client: 'pg', connection: process.env.DATABASE_URL }";
  expect(found("^3.1.0", undefined, knexfile)).toEqual({ command: "npx knex migrate:latest", unsure: [] });
});

it("are no schema where only seeds are numbered", () => {
  const files = { "knexfile.js": FIXED, "db/seeds/01_users.js": "", "package.json": "{}" };
  expect(programs(repositoryOf(files))).toEqual([]);
  const inSeed = { "seed/knexfile.js": FIXED, "seed/migrations/01_users.js": "", "seed/package.json": "{}" };
  expect(programs(repositoryOf(inSeed))).toHaveLength(1);
});
