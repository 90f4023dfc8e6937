/** Scripts of packages are run where something of what they build is needed, and nowhere else: they take minutes, and compilers. */
import { expect, it } from "vitest";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

const KNEX = {
  "knexfile.js": "module.exports = { client: 'pg', connection: process.env.DATABASE_URL }",
  "migrations/20200101_a.js": "exports.up = (knex) => knex.schema.createTable('item', () => {});",
  "package.json": '{"scripts":{"prepare":"husky install"}}',
};

it.each<[string, Record<string, string>, string]>([
  ["none that a migration in plain code needs", KNEX, "npm install --ignore-scripts"],
  ["those of npm's lock, too", { ...KNEX, "package-lock.json": "{}" }, "npm ci --ignore-scripts"],
  [
    "all where a migration needs a package that is built",
    { ...KNEX, "migrations/20200102_b.js": "const bcrypt = require('bcrypt');" },
    "npm install",
  ],
  [
    "all where the project itself makes something when it is installed",
    { ...KNEX, "package.json": '{"scripts":{"postinstall":"npm run build"}}' },
    "npm install",
  ],
])("%s", (_, files, install) => {
  const [first] = programs(repositoryOf(files));
  const [step] = first?.steps ?? [];
  expect(step).toMatchObject({ command: `${install} && npx knex migrate:latest` });
});

it("takes a driver that connects on the Node.js of today, and says so", () => {
  const found = (version: string, lock = "package-lock.json") =>
    programs(
      repositoryOf({ ...KNEX, "package.json": `{"dependencies":{"pg":"${version}"}}`, [lock]: "" }),
    )[0]!;
  const driver =
    "&& npm install --ignore-scripts --prefix node_modules/.pg pg@8 && cp -r node_modules/.pg/node_modules/. node_modules/ &&";
  const said = "pg 7.18.2, the driver in package.json, connects to nothing on Node.js 14 and later:";
  expect(found("^7.18.2").steps).toEqual([
    expect.objectContaining({ command: expect.stringContaining(driver) }),
  ]);
  expect(found("^7.18.2").unsure).toEqual([`${said} the set-up takes pg 8`]);
  expect(found("^7.18.2", "yarn.lock").unsure).toEqual([`${said} the set-up takes pg 8`]);
  expect(found("^7.18.2", "pnpm-lock.yaml").unsure).toEqual([`${said} pg 8 does`]);
  expect(found("^8.0.3").unsure).toEqual([]);
});
