-- CreateTable
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
