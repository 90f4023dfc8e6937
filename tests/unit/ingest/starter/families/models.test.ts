import { describe, expect, it } from "vitest";
import { chooseSchema } from "../../../../../src/ingest/starter/choice.ts";
import { repositoryOf } from "../support.ts";

const PRISMA =
  'generator c { provider = "x" }\ndatasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n}\n';
const MODEL = "model A {\n  id Int @id\n}\n";
const DRIZZLE =
  'export default { schema: "./src/db/schema.ts", dialect: "postgresql", url: process.env.POSTGRES_URL }';

describe("schemas that are made from models", () => {
  it.each<[string, Record<string, string>, string]>([
    [
      "Prisma's, without making a client",
      { "package.json": '{"devDependencies":{"prisma":"^6.3.0"}}', "prisma/schema.prisma": PRISMA + MODEL },
      "npm install && npx prisma db push --schema prisma/schema.prisma --skip-generate",
    ],
    [
      "Prisma's of several files, in a package of a workspace",
      {
        "package.json": '{"workspaces":["packages/*"]}',
        "package-lock.json": "",
        "packages/db/package.json": '{"devDependencies":{"prisma":"7.1.0"}}',
        "packages/db/prisma/schema/main.prisma": PRISMA,
        "packages/db/prisma/schema/user.prisma": MODEL,
      },
      "npm ci && cd packages/db && npx prisma db push --schema prisma/schema",
    ],
    [
      "Drizzle's",
      {
        "package.json": '{"devDependencies":{"drizzle-kit":"^0.31.0"}}',
        "drizzle.config.ts": DRIZZLE,
        "src/db/schema.ts": "",
      },
      'export POSTGRES_URL="$DATABASE_URL" && npm install && npx drizzle-kit push',
    ],
    [
      "Drizzle's of an older version",
      {
        "package.json": '{"devDependencies":{"drizzle-kit":"~0.20.14"}}',
        "drizzle.config.ts": DRIZZLE.replace('dialect: "postgresql"', 'driver: "pg"'),
      },
      'export POSTGRES_URL="$DATABASE_URL" && npm install && npx drizzle-kit push:pg',
    ],
    [
      "Drizzle's, which would be confirmed",
      { "package.json": "{}", "config/drizzle.config.mts": DRIZZLE.replace("{", "{ strict: true,") },
      'export POSTGRES_URL="$DATABASE_URL" && npm install && npx drizzle-kit push --config=config/drizzle.config.mts --force',
    ],
  ])("%s", (_, files, command) => {
    const { chosen } = chooseSchema(repositoryOf(files));
    expect(chosen).toMatchObject({ steps: [{ command }], isPush: true, unsure: [] });
  });

  it("come after migrations, also those that are fewer", () => {
    const { chosen, others } = chooseSchema(
      repositoryOf({
        "package.json": "{}",
        "prisma/schema.prisma": PRISMA,
        "prisma/a.prisma": MODEL,
        "prisma/migrations/1/migration.sql": "CREATE TABLE a (id int);",
      }),
    );
    expect(chosen).toMatchObject({ tool: "Prisma" });
    expect(others).toEqual([
      expect.objectContaining({ why: "migrations go before models, and Prisma has them" }),
    ]);
  });

  it.each([
    ["Prisma's", { "prisma/schema.prisma": PRISMA.replace("postgresql", "mysql") }, "mysql"],
    ["Drizzle's", { "drizzle.config.ts": DRIZZLE.replace("postgresql", "turso") }, "turso"],
  ])("are passed over for another database: %s", (_, files, dialect) => {
    const { chosen, others } = chooseSchema(repositoryOf({ "package.json": "{}", ...files }));
    expect(chosen).toBeNull();
    expect(others).toEqual([expect.objectContaining({ why: `its tool says ${dialect}` })]);
  });
});
