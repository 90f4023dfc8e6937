// Written by scripts/prisma/embed-migrations.mjs from prisma/migrations; a test compares the two.
export type StoreMigration = Readonly<{ name: string; sql: string }>;

export const MIGRATIONS: readonly StoreMigration[] = [
  {
    name: "20261121093055_runs_and_estimates",
    sql: `-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "measurement_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "arm" TEXT NOT NULL,
    "suite" TEXT NOT NULL,
    "commit" TEXT NOT NULL,
    "branch" TEXT,
    "subject" TEXT,
    "commit_time" TIMESTAMPTZ(3),
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "document" BYTEA NOT NULL,

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "estimate" (
    "run_id" UUID NOT NULL,
    "workload" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "ordered_at" TIMESTAMPTZ(3) NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "sessions" INTEGER NOT NULL,
    "log_sd" DOUBLE PRECISION,

    CONSTRAINT "estimate_pkey" PRIMARY KEY ("run_id","workload","metric")
);

-- CreateIndex
CREATE INDEX "run_baseline_idx" ON "run"("suite", "branch", "fingerprint", "mode", "ordered_at");

-- CreateIndex
CREATE INDEX "run_branch_idx" ON "run"("branch", "ordered_at");

-- CreateIndex
CREATE INDEX "run_fingerprint_idx" ON "run"("fingerprint", "ordered_at");

-- CreateIndex
CREATE INDEX "run_order_idx" ON "run"("ordered_at");

-- CreateIndex
CREATE INDEX "estimate_workload_idx" ON "estimate"("workload", "ordered_at");

-- AddForeignKey
ALTER TABLE "estimate" ADD CONSTRAINT "estimate_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Documents are deflated already: PostgreSQL need not try to compress them again.
ALTER TABLE "run" ALTER COLUMN "document" SET STORAGE EXTERNAL;
`,
  },
  {
    name: "20261121100510_reports_and_acceptances",
    sql: `-- CreateTable
CREATE TABLE "report" (
    "suite" TEXT NOT NULL,
    "commit" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "document" BYTEA NOT NULL,

    CONSTRAINT "report_pkey" PRIMARY KEY ("suite","commit")
);

-- CreateTable
CREATE TABLE "acceptance" (
    "id" UUID NOT NULL,
    "repository" TEXT NOT NULL,
    "pull_request" INTEGER NOT NULL,
    "suite" TEXT,
    "workload" TEXT,
    "metric" TEXT,
    "commit" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "accepted_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_by" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "landed_commit" TEXT,
    "landed_branch" TEXT,
    "landed_at" TIMESTAMPTZ(3),

    CONSTRAINT "acceptance_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "report_commit_idx" ON "report"("commit");

-- CreateIndex
CREATE INDEX "report_run_idx" ON "report"("run_id");

-- CreateIndex
CREATE INDEX "acceptance_pull_request_idx" ON "acceptance"("repository", "pull_request");

-- CreateIndex
CREATE INDEX "acceptance_landed_idx" ON "acceptance"("landed_branch", "landed_at");
-- Documents are deflated already: PostgreSQL need not try to compress them again.
ALTER TABLE "report" ALTER COLUMN "document" SET STORAGE EXTERNAL;
`,
  },
  {
    name: "20261122044700_schema_version",
    sql: `-- CreateTable
CREATE TABLE "schema_version" (
    "version" INTEGER NOT NULL,
    "readable_from" INTEGER NOT NULL,
    "writable_from" INTEGER NOT NULL,

    CONSTRAINT "schema_version_pkey" PRIMARY KEY ("version")
);

-- Every later migration adds its own row. Nothing in the other tables changes, but older programs know nothing of versions.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (3, 3, 3);
`,
  },
  {
    name: "20261122191500_repositories",
    sql: `-- AlterTable
ALTER TABLE "run" ADD COLUMN     "repository" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "run_suite_idx" ON "run"("repository", "suite", "ordered_at");

-- CreateIndex
CREATE INDEX "run_commit_idx" ON "run"("commit");

-- Older programs neither ask for the column nor fill it in: "" says that nothing is known, and the document may.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (4, 3, 3);
`,
  },
  {
    name: "20261123054500_authors",
    sql: `-- AlterTable
ALTER TABLE "run" ADD COLUMN     "author" TEXT;

-- Older programs neither ask for the column nor fill it in: null says that nobody is known.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (5, 3, 3);
`,
  },
  {
    name: "20261127231523_proposals",
    sql: `-- AlterTable
ALTER TABLE "report" ADD COLUMN     "proposed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "run" ADD COLUMN     "proposed" BOOLEAN NOT NULL DEFAULT false;

-- A report has a row for each run that it is about: nobody has to replace another's. A newer program may have named some so already.
DELETE FROM "report" WHERE EXISTS (
  SELECT FROM "report" AS "named" WHERE "named"."commit" = "report"."commit" AND "named"."suite" = "report"."suite" || ' ' || "report"."run_id");
UPDATE "report" SET "suite" = "suite" || ' ' || "run_id" WHERE "suite" NOT LIKE '% ' || "run_id";

-- Older programs neither ask for the columns nor fill them in: the default says who wrote the row.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (6, 3, 3);
`,
  },
];
