// What bench:reason plants: what head has that base has not, and what the first sentence must then speak of.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installedBinaries } from "../../src/io/database/postgres/binaries.ts";

export type Cause = Readonly<{
  /** What every first sentence speaks of; null: there must be none. */
  says: RegExp | null;
  /** Of head's set-up, beside `both`. */
  head?: string;
  /** Of the set-up of both arms. */
  both?: string;
  /** The workload, where it is SQL of one's own. */
  script?: Readonly<{ base: string; head: string }>;
  /** Seen while the load runs alone, which a short check has no time for: as long as the defaults make it. */
  isLong?: boolean;
  /** Where the servers come from, as plumbline.yml says it. */
  deploy?: (scratch: string) => string;
}>;

const SHOP = `CREATE TABLE item (id int PRIMARY KEY, kind int NOT NULL, name text, is_hot boolean);
  INSERT INTO item SELECT i, i % 2000, 'item ' || i, i <= 20 FROM generate_series(1, 40000) i;
  CREATE INDEX item_kind ON item (kind);
  CREATE FUNCTION price(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN item; END $$;`;
const same = (script: string) => ({ base: script, head: script });
const DRAW = "\\set kind random(0, 1999)\n\\set id random(1, 40000)\n";
const ROW = "SELECT name FROM item WHERE id = :id;\n";
/** Twenty rows that others are looked up for, which without statistics are half of the table. */
const HOT = same("SELECT count(*) FROM item a JOIN item b USING (kind) WHERE a.is_hot;\n");
/** Of long rows: short ones are sorted faster where little memory keeps them in the processor's caches. */
const SORT = same(
  "SELECT count(*) FROM (SELECT repeat(name, 40) AS long FROM item ORDER BY long OFFSET 0) sorted;\n",
);

export const CAUSES: Readonly<Record<string, Cause>> = {
  "dropped index": { head: "DROP INDEX k_1;", says: /index k_1 is gone/ },
  "setting of a plan": {
    head: setting("enable_bitmapscan = off", "enable_indexscan = off"),
    says: /enable_(?:index|bitmap)scan/,
  },
  plan_cache_mode: { head: setting("plan_cache_mode = force_custom_plan"), says: /plan_cache_mode/ },
  work_mem: {
    both: `${SHOP}\n${setting("work_mem = ''64MB''")}`,
    head: setting("work_mem = ''64kB''"),
    script: SORT,
    says: /work_mem/,
  },
  jit: { both: SHOP, head: setting("jit_above_cost = 0"), script: SORT, says: /jit/ },
  trigger: {
    head: `CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM count(*) FROM generate_series(1, 2000); RETURN NEW; END $$;
      CREATE TRIGGER audit BEFORE UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION audit();`,
    says: /trigger audit/,
  },
  "row-level security": {
    both: SHOP,
    // Owners and superusers see all rows: so a user of its own asks.
    head: `CREATE FUNCTION mine(id int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM count(*) FROM generate_series(1, 300); RETURN true; END $$;
      CREATE POLICY own ON item USING (mine(id));
      ALTER TABLE item ENABLE ROW LEVEL SECURITY;`,
    script: same(
      `${DRAW}SET ROLE pg_read_all_data;\nSELECT name FROM item WHERE kind = :kind;\nRESET ROLE;\n`,
    ),
    says: /row-level security on item/,
  },
  locks: {
    head: `CREATE TABLE tally (id int PRIMARY KEY, n int); INSERT INTO tally VALUES (1, 0);
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE tally SET n = n + 1 WHERE id = 1; PERFORM pg_sleep(0.002); RETURN NEW; END $$;
      CREATE TRIGGER tell AFTER UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION tell();`,
    // The trigger's own time, most of which it waits, is shown as well.
    says: /rows held by UPDATE|trigger tell/,
  },
  "ten times the rows": {
    head: "INSERT INTO sbtest1 (k, c, pad) SELECT k, c, pad FROM sbtest1, generate_series(1, 9);",
    says: /size of sbtest1/,
  },
  "more indexes": {
    head: "CREATE INDEX a ON sbtest1 (c); CREATE INDEX b ON sbtest1 (c, pad); CREATE INDEX d ON sbtest1 (pad, c);",
    says: /new index [abd]/,
  },
  "no statistics": {
    both: SHOP,
    // The set-up ends with an ANALYZE of all tables, which these lines let find nothing.
    head: ["id", "kind", "name", "is_hot"]
      .map((column) => `ALTER TABLE item ALTER ${column} SET STATISTICS 0;`)
      .join(" "),
    script: HOT,
    says: /statistics/,
  },
  "slower function": {
    both: SHOP,
    head: "CREATE OR REPLACE FUNCTION price(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM count(*) FROM generate_series(1, 2000); RETURN item; END $$;",
    script: same(`${DRAW}SELECT price(:id);\n`),
    says: /changed function price/,
  },
  "n+1": {
    both: SHOP,
    script: { base: `${DRAW}${ROW}`, head: `${DRAW}${ROW.repeat(21)}` },
    says: /runs 21 times in an event \(was 1\)/,
  },
  // Of two servers, one is slower in a function that is in no catalogue; found where perf may be used.
  "slower build": {
    both: SHOP,
    script: same(`${DRAW}${ROW}`),
    says: /^send takes/,
    deploy: slowerBuild,
    isLong: true,
  },
};

function setting(...all: readonly string[]) {
  const each = all.map((one) => `EXECUTE format('ALTER DATABASE %I SET ${one}', current_database());`);
  return `DO $$ BEGIN ${each.join(" ")} END $$;`;
}

/** Folders of this machine's server as it is, and with a send() that takes 30 us more, as a build may. */
function slowerBuild(scratch: string) {
  chmodSync(scratch, 0o755);
  const bin = installedBinaries();
  const library = path.join(scratch, "slower.so");
  const source = `#define _GNU_SOURCE
#include <sys/socket.h>
ssize_t send(int fd, const void *bytes, size_t size, int flags) {
  for (volatile int i = 0; i < 60000; i++) continue;
  return sendto(fd, bytes, size, flags, 0, 0);
}`;
  execFileSync("cc", ["-x", "c", "-O1", "-g", "-shared", "-fPIC", "-o", library, "-"], { input: source });
  const folderOf = (name: string, preload: string) => {
    const folder = path.join(scratch, name);
    mkdirSync(folder);
    for (const program of ["postgres", "initdb"]) {
      const place = path.join(folder, program);
      writeFileSync(
        place,
        `#!/bin/sh\n${program === "postgres" ? preload : ""}exec ${bin}/${program} "$@"\n`,
      );
      chmodSync(place, 0o755);
    }
    return folder;
  };
  const usual = folderOf("usual", "");
  const slower = folderOf("slower", `LD_PRELOAD=${library} `);
  return `deploy: { local: { bin: ${slower} } }, base: { local: { bin: ${usual} } }`;
}
