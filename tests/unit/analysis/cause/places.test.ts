import { describe, expect, it } from "vitest";
import { placesIn } from "../../../../src/analysis/cause/places.ts";

const prisma = {
  file: "prisma/migrations/2_hits/migration.sql",
  text: '-- CreateIndex\nCREATE INDEX "person_hits"\n  ON "person"("hits");\n',
};
const alembic = {
  file: "alembic/versions/2_hits.py",
  text: [
    "def upgrade() -> None:",
    '    op.add_column("person", sa.Column("note", sa.Text()))',
    '    op.create_index("person_hits", "person", ["hits"])',
    "def downgrade() -> None:",
    '    op.drop_index("person_hits")',
  ].join("\n"),
};

describe("placesIn", () => {
  it("finds a statement by its text, whatever blanks it has", () => {
    expect(placesIn([alembic, prisma])('CREATE INDEX "person_hits" ON "person"("hits")')).toEqual({
      file: prisma.file,
      line: 2,
    });
  });

  it("finds the line of a migration in a language that has most of the statement's names", () => {
    expect(placesIn([alembic])("CREATE INDEX person_hits ON person (hits)")).toEqual({
      file: alembic.file,
      line: 3,
    });
    expect(placesIn([alembic])("ALTER TABLE person ADD COLUMN note TEXT")).toEqual({
      file: alembic.file,
      line: 2,
    });
  });

  it("finds the beginning of a statement of many rows", () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => `(${row}, 'x')`).join(", ");
    const file = { file: "seed.sql", text: `-- rows\n\nINSERT INTO person VALUES ${rows};` };
    expect(placesIn([file])(`INSERT INTO person VALUES ${rows}`)).toEqual({ file: "seed.sql", line: 3 });
  });

  it("has no place for a statement that none of the files speaks of", () => {
    expect(placesIn([alembic, prisma])("CREATE TABLE something_else (x int)")).toBeNull();
  });
});
