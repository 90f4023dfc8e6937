-- AlterTable
ALTER TABLE "run" ADD COLUMN     "repository" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "run_suite_idx" ON "run"("repository", "suite", "ordered_at");

-- CreateIndex
CREATE INDEX "run_commit_idx" ON "run"("commit");

-- Older programs neither ask for the column nor fill it in: "" says that nothing is known, and the document may.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (4, 3, 3);
