-- CreateTable
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
