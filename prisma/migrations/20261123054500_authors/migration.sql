-- AlterTable
ALTER TABLE "run" ADD COLUMN     "author" TEXT;

-- Older programs neither ask for the column nor fill it in: null says that nobody is known.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (5, 3, 3);
