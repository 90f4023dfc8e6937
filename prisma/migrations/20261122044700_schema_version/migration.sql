-- CreateTable
CREATE TABLE "schema_version" (
    "version" INTEGER NOT NULL,
    "readable_from" INTEGER NOT NULL,
    "writable_from" INTEGER NOT NULL,

    CONSTRAINT "schema_version_pkey" PRIMARY KEY ("version")
);

-- Every later migration adds its own row. Nothing in the other tables changes, but older programs know nothing of versions.
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (3, 3, 3);
