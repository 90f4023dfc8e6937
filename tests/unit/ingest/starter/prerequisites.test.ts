import { describe, expect, it } from "vitest";
import { withPrerequisites } from "../../../../src/ingest/starter/prerequisites.ts";
import type { Candidate } from "../../../../src/ingest/starter/repository.ts";
import { repositoryOf } from "./support.ts";

function prepared(sql: string): Candidate {
  const candidate: Candidate = {
    tool: "SQL",
    place: "a.sql",
    count: 1,
    steps: ["a.sql"],
    sql: ["a.sql"],
    unsure: [],
  };
  return withPrerequisites(repositoryOf({ "a.sql": sql }), candidate);
}

describe("what SQL takes for granted", () => {
  it("is written into a file before it, and said", () => {
    const { steps, writes, unsure } = prepared(
      'CREATE TABLE a (id uuid DEFAULT uuid_generate_v4());\nGRANT SELECT ON a TO reader, postgres, Writer;\nALTER TABLE a OWNER TO "app-owner";\nCREATE POLICY p ON a FOR SELECT TO viewer USING (true);\n',
    );
    expect(steps).toEqual(["bench/before-migrations.sql", "a.sql"]);
    const text = writes!["bench/before-migrations.sql"]!;
    expect(text).toContain('CREATE EXTENSION IF NOT EXISTS "uuid-ossp";\n');
    expect(text.match(/(?<=CREATE ROLE ")[^"]+/g)).toEqual(["app-owner", "reader", "viewer", "writer"]);
    expect(unsure).toEqual([
      "the SQL needs the extension uuid-ossp, the role app-owner, the role reader, the role viewer, the role writer, and does not make them: bench/before-migrations.sql does",
    ]);
  });

  it("has the schemas in which tables and types are made", () => {
    const { writes, unsure } = prepared(
      'CREATE TYPE Audit.kind AS ENUM (\'a\');\nCREATE TABLE IF NOT EXISTS "shop"."item" (id int);\nCREATE TABLE public.a (id int);\n',
    );
    expect(writes!["bench/before-migrations.sql"]).toContain(
      'CREATE SCHEMA IF NOT EXISTS "audit";\nCREATE SCHEMA IF NOT EXISTS "shop";\n',
    );
    expect(unsure[0]).toContain("the schema audit, the schema shop, and does not make them");
  });

  it.each([
    ["makes the schema", 'CREATE SCHEMA IF NOT EXISTS "shop"; CREATE TABLE shop.item (id int);'],
    [
      "makes the schema by a text",
      "DO $$ BEGIN EXECUTE 'CREATE SCHEMA shop'; END $$; CREATE TABLE shop.a (id int);",
    ],
    [
      "makes it itself",
      'CREATE EXTENSION IF NOT EXISTS "uuid-ossp"; CREATE ROLE r; GRANT ALL ON a TO r; SELECT uuid_generate_v4();',
    ],
    ["names roles that are always there", "GRANT ALL ON a TO PUBLIC; ALTER TABLE a OWNER TO postgres;"],
    ["only speaks of it", "-- GRANT ALL ON a TO r\nCREATE TABLE a (note text);"],
  ])("is nothing where it %s", (_, sql) => {
    expect(prepared(sql).steps).toEqual(["a.sql"]);
  });
});
