/** What a writer of proofs/writers.ts writes, and the versions of the tables that it knows. */
import { MIGRATIONS } from "../../src/io/store/migrations.ts";
import { PrismaStore } from "../../src/io/store/prisma-store.ts";
import type { Run } from "../../src/model/run.ts";
import { makeRun } from "../../tests/support/runs.ts";

/** A version that is yet to come. */
const COMING = {
  name: "29990101000000_coming",
  sql:
    'ALTER TABLE "run" ADD COLUMN "colour" TEXT; ' +
    `INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (${MIGRATIONS.length + 1}, 3, 3);`,
};

/** The run of a seed, the same in each process. */
export function runOf(seed: number): Run {
  return makeRun({ seed, suite: "writers", sessions: 2, secondsPerSession: 0.2 });
}

/** The store as a program opens it that knows so many migrations. */
export async function openVersion(url: string, version: number): Promise<PrismaStore> {
  return await PrismaStore.open(url, "write", {}, { migrations: [...MIGRATIONS, COMING].slice(0, version) });
}
