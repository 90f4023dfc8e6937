-- AlterTable
ALTER TABLE "report" ADD COLUMN     "proposed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "run" ADD COLUMN     "proposed" BOOLEAN NOT NULL DEFAULT false;

-- A report has a row for each run that it is about: nobody has to replace another's. A newer program may have named some so already.
DELETE FROM "report" WHERE EXISTS (
  SELECT FROM "report" AS "named" WHERE "named"."commit" = "report"."commit" AND "named"."suite" = "report"."suite" || ' ' || "report"."run_id");
UPDATE "report" SET "suite" = "suite" || ' ' || "run_id" WHERE "suite" NOT LIKE '% ' || "run_id";

-- Older programs neither ask for the columns nor fill them in: the default says who wrote the row.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (6, 3, 3);
