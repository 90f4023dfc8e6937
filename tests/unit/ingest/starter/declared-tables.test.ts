import { expect, it } from "vitest";
import { missingTables } from "../../../../src/ingest/starter/declared-tables.ts";
import { repositoryOf } from "./support.ts";

const PRISMA = `datasource db {
  provider = "postgresql"
  url = env("DATABASE_URL")
}
model User {
  id Int @id
  @@map("users")
}
model Post {
  id Int @id
}
`;
const WITH_BRACES = `model User {
  meta Json @default("{}")
  @@map("users")
}
`;

it("names the tables of models that a set-up does not make", () => {
  const files = {
    "package.json": "{}",
    "prisma/schema.prisma": PRISMA,
    "prisma/migrations/1/migration.sql": "",
  };
  const missing = (tables: readonly string[]) =>
    missingTables(repositoryOf(files), "prisma/migrations", tables);
  expect(missing(["users", '"Post"'])).toEqual([]);
  const more = {
    ...files,
    "prisma/more.prisma": WITH_BRACES,
    "examples/a/schema.prisma": "model Aside {\n}\n",
  };
  expect(missingTables(repositoryOf(more), "prisma/migrations", ["users", "Post"])).toEqual([]);
  expect(missing(["public.users"])).toEqual([
    expect.stringContaining(
      "prisma/schema.prisma declares 1 of 2 tables that the set-up does not make: Post.",
    ),
  ]);
});

it.each<[string, Record<string, string>, string, readonly string[]]>([
  [
    "Diesel's",
    {
      "src/schema.rs":
        "// @generated\ndiesel::table! {\n    use diesel::sql_types::*;\n\n    posts (id) {\n        id -> Int4,\n    }\n}\n",
      "Cargo.toml": "",
      "migrations/1_a/up.sql": "",
    },
    "migrations",
    [expect.stringContaining("src/schema.rs declares 1 of 1 tables")],
  ],
  [
    "none of another package",
    {
      "a/package.json": "{}",
      "a/prisma/migrations/1/migration.sql": "",
      "b/package.json": "{}",
      "b/prisma/schema.prisma": PRISMA,
    },
    "a/prisma/migrations",
    [],
  ],
  [
    "none of another kind of database",
    {
      "prisma/schema.prisma": PRISMA.replace("postgresql", "mysql"),
      "prisma/migrations/1/migration.sql": "",
    },
    "prisma/migrations",
    [],
  ],
])("looks at models near the schema: %s", (_, files, place, words) => {
  expect(missingTables(repositoryOf(files), place, ["other"])).toEqual(words);
});
