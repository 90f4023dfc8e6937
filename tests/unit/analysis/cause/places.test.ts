import { describe, expect, it } from "vitest";
import { sqlPlace } from "../../../../src/analysis/cause/places.ts";

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

describe("sqlPlace", () => {
  it("finds a statement by its text, whatever blanks it has", () => {
    expect(sqlPlace('CREATE INDEX "person_hits" ON "person"("hits")', [alembic, prisma])).toEqual({
      file: prisma.file,
      line: 2,
    });
  });

  it("finds the line of a migration in a language that has most of the statement's names", () => {
    expect(sqlPlace("CREATE INDEX person_hits ON person (hits)", [alembic])).toEqual({
      file: alembic.file,
      line: 3,
    });
    expect(sqlPlace("ALTER TABLE person ADD COLUMN note TEXT", [alembic])).toEqual({
      file: alembic.file,
      line: 2,
    });
  });

  it("has no place for a statement that none of the files speaks of", () => {
    expect(sqlPlace("CREATE TABLE something_else (x int)", [alembic, prisma])).toBeNull();
  });
});
