#!/usr/bin/env node
/**
 * npm run bench:migrations [-- --runs N --safe-runs N --only TEXT]
 * What Plumbline says of migrations of known behaviour under load, beside an independent probe: a client of its own that updates one row
 * again and again. Each that stalls: the reported stall, the probe's longest wait, their ratio (within 20 %), the table's lock and the
 * statement that held it. The safe ones are applied one after the other in each of --safe-runs sessions, and no stall may be reported.
 * The exit code is 1 where a line does not hold. Where the probe itself shows a machine that halted, a run is in doubt, and said to be.
 */
import path from "node:path";
import { commandLine } from "../scripts/lib/command-line.ts";
import { type Beside, migrationGround, reader, triedMigration } from "../tests/support/migration-trial.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    runs: { type: "string", default: "3" },
    "safe-runs": { type: "string", default: "20" },
    only: { type: "string" },
  },
});

const TOLERANCE = 0.2;
const STALL_NS = 500e6;

type Stalling = Readonly<{
  name: string;
  sql: string;
  mode: string;
  rewrites?: boolean;
  beside?: Beside;
  before?: number;
}>;

const stalling: readonly Stalling[] = [
  { name: "CREATE INDEX", sql: "CREATE INDEX pad_1 ON sbtest1 (pad, c);", mode: "ShareLock" },
  {
    name: "integer to bigint",
    sql: "ALTER TABLE sbtest1 ALTER COLUMN k TYPE bigint;",
    mode: "AccessExclusiveLock",
    rewrites: true,
  },
  {
    name: "ADD COLUMN with a volatile default",
    sql: "ALTER TABLE sbtest1 ADD COLUMN r float DEFAULT random();",
    mode: "AccessExclusiveLock",
    rewrites: true,
  },
  {
    name: "ADD UNIQUE, built at once",
    sql: "ALTER TABLE sbtest1 ADD CONSTRAINT u_1 UNIQUE (pad, id);",
    mode: "AccessExclusiveLock",
  },
  {
    name: "ADD FOREIGN KEY, checked at once",
    sql: "CREATE TABLE parent (id int PRIMARY KEY);\nINSERT INTO parent SELECT generate_series(1, 300000);\nALTER TABLE sbtest1 ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES parent;",
    mode: "ShareRowExclusiveLock",
  },
  { name: "REINDEX TABLE", sql: "REINDEX TABLE sbtest1;", mode: "ShareLock" },
  { name: "VACUUM FULL", sql: "VACUUM FULL sbtest1;", mode: "AccessExclusiveLock", rewrites: true },
  {
    name: "SET NOT NULL, scanned under the lock of a transaction",
    sql: "ALTER TABLE sbtest1 ALTER COLUMN k DROP NOT NULL;\nBEGIN;\nALTER TABLE sbtest1 ALTER COLUMN k SET NOT NULL;\nSELECT pg_sleep(0.5);\nCOMMIT;",
    mode: "AccessExclusiveLock",
  },
  {
    name: "ADD COLUMN that waits for a reader",
    sql: "ALTER TABLE sbtest1 ADD COLUMN note text;",
    mode: "AccessShareLock",
    beside: reader,
    before: 1.2,
  },
];

const safe = [
  "ALTER TABLE sbtest1 ADD COLUMN a int DEFAULT 7;",
  "ALTER TABLE sbtest1 ADD COLUMN b timestamptz DEFAULT now();",
  "ALTER TABLE sbtest1 ADD COLUMN v varchar(10);\nALTER TABLE sbtest1 ALTER COLUMN v TYPE varchar(20);",
  "CREATE INDEX CONCURRENTLY pad_1 ON sbtest1 (pad);",
  "CREATE UNIQUE INDEX CONCURRENTLY u_1 ON sbtest1 (id, k);\nALTER TABLE sbtest1 ADD CONSTRAINT u_1 UNIQUE USING INDEX u_1;",
  "ALTER TABLE sbtest1 ADD CONSTRAINT c CHECK (k >= 0) NOT VALID;\nALTER TABLE sbtest1 VALIDATE CONSTRAINT c;",
  "CREATE TABLE parent (id int PRIMARY KEY);\nINSERT INTO parent SELECT generate_series(1, 300000);\nALTER TABLE sbtest1 ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES parent NOT VALID;\nALTER TABLE sbtest1 VALIDATE CONSTRAINT f;",
  "DROP INDEX CONCURRENTLY k_1;",
];

const ms = (ns: number) => `${Math.round(ns / 1e6)} ms`;
const wanted = (name: string) => !values.only || name.toLowerCase().includes(values.only.toLowerCase());
const broken: string[] = [];
const load = path.join(import.meta.dirname, "../runner-native/build/plumbline-load");
// Servers end with this process, which a signal alone would not tell them.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
const ground = await migrationGround(load);
try {
  console.log(`${"a migration that stalls".padEnd(54)} said      probe     ratio  lock, rewrite`);
  for (const each of stalling.filter(({ name }) => wanted(name))) {
    for (let run = 0; run < Number(values.runs); run++) await tryStalling(each);
  }
  if (wanted("safe")) await trySafe();
} finally {
  await ground.target.close();
}
console.log(broken.length === 0 ? "every line holds" : `does not hold: ${broken.join("; ")}`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function tryStalling({ name, sql, mode, rewrites = false, beside, before = 1 }: Stalling) {
  const { said, probeNs } = await triedMigration(ground, sql, beside, { before });
  const ratio = said.stallNs / probeNs;
  const wait = said.waits.find(({ waiter, on }) => waiter.who === "load" && on === "sbtest1");
  const wrong = [
    Math.abs(ratio - 1) > TOLERANCE && "length",
    wait?.holder.mode !== mode && `lock: ${wait?.holder.mode ?? "none was seen"}`,
    said.rewritten.includes("sbtest1") !== rewrites && "rewrite",
    said.notApplied > 0 && "not applied",
  ].filter(Boolean);
  const verdict = wrong.length === 0 ? "holds" : `DOES NOT HOLD: ${wrong.join(", ")}`;
  const lock = `${wait?.holder.mode ?? "-"}${rewrites ? ", written anew" : ""}`;
  console.log(
    `${name.padEnd(54)} ${ms(said.stallNs).padEnd(9)} ${ms(probeNs).padEnd(9)} ${ratio.toFixed(2).padEnd(6)} ${lock.padEnd(36)} ${verdict}`,
  );
  if (wrong.length > 0) broken.push(name);
}

async function trySafe() {
  const runs = Number(values["safe-runs"]);
  const longest: number[] = [];
  const tally = { stalls: 0, halts: 0 };
  for (let run = 0; run < runs; run++) {
    const { said, probeNs } = await triedMigration(ground, safe.join("\n"));
    longest.push(said.stallNs);
    if (said.faults.length === 0) continue;
    const halted = said.faults.every((fault) => fault === "stall") && probeNs > STALL_NS;
    tally[halted ? "halts" : "stalls"]++;
    console.log(`  run ${run + 1}: ${said.faults.join(", ")}; ${ms(said.stallNs)}, probe ${ms(probeNs)}`);
  }
  longest.sort((a, b) => a - b);
  const middle = ms(longest[Math.floor(longest.length / 2)] ?? Number.NaN);
  console.log(
    `${safe.length} safe migrations in each of ${runs} sessions: ${tally.stalls} with a stall or a failure, ${tally.halts} in doubt (the probe waited, too); longest wait ${middle} (median), ${ms(longest.at(-1) ?? Number.NaN)} (most)`,
  );
  if (tally.stalls > 0) broken.push("safe");
}
