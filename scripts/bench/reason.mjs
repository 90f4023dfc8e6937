/**
 * npm run bench:reason [-- --equal N --only NAME --sessions N --seconds S]
 * Planted causes, each measured by a whole check on fresh PostgreSQL servers of this machine: the verdict, and the sentence that stands first
 * under the table. Beside them N checks of equal commits (5 by default), which must name nothing. The last line counts who was named, and
 * what the look at the databases took of the time of a check. Exit code 1 where a cause that regressed was not named first, or an equal
 * commit was given one.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { commandLine } from "../lib/command-line.mjs";
import { importTypeScript } from "../lib/import-ts.mjs";
import { makeRepository } from "./detect/repository.mjs";

const { values } = commandLine(import.meta.filename, {
  options: {
    equal: { type: "string", default: "5" },
    only: { type: "string" },
    sessions: { type: "string", default: "4" },
    seconds: { type: "string", default: "1" },
  },
});
const { check } = await importTypeScript("src/pipeline.ts");
const { abortOnSignals } = await importTypeScript("src/invocation/interrupt.ts");
const { invocationOf } = await importTypeScript("src/invocation/words.ts");
const { installedBinaries } = await importTypeScript("src/target/postgres/binaries.ts");
const { causeSentences } = await importTypeScript("src/render/words/reason.ts");

/** What head's set-up does beside base's, and what the first sentence must speak of. */
const CAUSES = {
  "dropped index": ["DROP INDEX k_1", /index k_1 is gone/],
  "setting of a plan": [
    setting("enable_bitmapscan = off", "enable_indexscan = off"),
    /enable_(?:index|bitmap)scan/,
  ],
  plan_cache_mode: [setting("plan_cache_mode = force_custom_plan"), /plan_cache_mode/],
  trigger: [
    `CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM count(*) FROM generate_series(1, 2000); RETURN NEW; END $$;
     CREATE TRIGGER audit BEFORE UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION audit()`,
    /trigger audit/,
  ],
  locks: [
    `CREATE TABLE tally (id int PRIMARY KEY, n int); INSERT INTO tally VALUES (1, 0);
     CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE tally SET n = n + 1 WHERE id = 1; PERFORM pg_sleep(0.002); RETURN NEW; END $$;
     CREATE TRIGGER tell AFTER UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION tell()`,
    // The trigger's own time, most of which it waits, is shown as well.
    /rows held by UPDATE|trigger tell/,
  ],
  "more rows": [
    "INSERT INTO sbtest1 (k, c, pad) SELECT k, c, pad FROM sbtest1, generate_series(1, 9)",
    /size of sbtest1/,
  ],
  "more indexes": [
    "CREATE INDEX a ON sbtest1 (c); CREATE INDEX b ON sbtest1 (c, pad); CREATE INDEX d ON sbtest1 (pad, c)",
    /new index [abd]/,
  ],
  // Of two servers, one is slower in a function that is in no catalogue; found where perf may be used.
  "slower build": ["SELECT 1", /^send takes/, slowerBuild],
};

function setting(...all) {
  const each = all.map((one) => `EXECUTE format('ALTER DATABASE %I SET ${one}', current_database());`);
  return `DO $$ BEGIN ${each.join(" ")} END $$`;
}

const suite = (deploy) => `suite: reason
database: { ${deploy}, setup: [setup.sql] }
workloads:
  - { name: points, run: select_random_points, options: { tables: 1, table-size: 20000, threads: 4 } }
  - { name: writes, run: oltp_update_non_index, options: { tables: 1, table-size: 20000, threads: 4 } }
measure: { sessions: ${values.sessions}, seconds: ${values.seconds}, warmup: 0.3, looks: 1, preflight: "off" }
gates: { p99: false }
`;

const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-reason-"));
const interrupt = abortOnSignals();
const looks = [];
let [right, regressed, wrong] = [0, 0, 0];
try {
  const planted = Object.entries(CAUSES).filter(
    ([name]) => values.only === undefined || name === values.only,
  );
  for (const [name, [sql, expected, deploy]] of planted) {
    const { verdict, sentences } = await checked(name, sql, deploy?.());
    if (verdict === "regressed") regressed += 1;
    const isNamed = sentences.length > 0 && sentences.every((sentence) => expected.test(sentence));
    if (isNamed) right += 1;
    tell(name, verdict, sentences);
  }
  for (let i = 0; i < Number(values.equal); i++) {
    const { verdict, sentences } = await checked(`equal ${i}`, "SELECT 1");
    if (sentences.length > 0) wrong += 1;
    tell("equal commits", verdict, sentences);
  }
  const share = looks.reduce((sum, { look, all }) => sum + look / all, 0) / looks.length;
  console.log(
    `${right} of ${regressed} regressions named as planted, ${planted.length} causes; ${wrong} of ${values.equal} equal commits given a cause; looking took ${(share * 100).toFixed(1)} % of a check`,
  );
  process.exitCode = right === regressed && wrong === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function checked(name, sql, deploy = "deploy: { local: {} }") {
  const folder = makeRepository(path.join(scratch, name.replaceAll(" ", "-")), suite(deploy), {
    base: "SELECT 1;",
    head: `${sql};`,
  });
  const invocation = { ...invocationOf({ base: "HEAD~1" }, process.env, folder), lock: null };
  const begun = performance.now();
  let [lookBegun, look] = [null, 0];
  const stage = (text) => {
    if (lookBegun !== null) look += performance.now() - lookBegun;
    lookBegun = text.startsWith("looking at") ? performance.now() : null;
  };
  const observer = { stage, progress: () => undefined, note: () => undefined };
  const { report } = await check(invocation, observer, interrupt.signal);
  looks.push({ look, all: performance.now() - begun });
  const sentences = causeSentences(report.reason).map(({ code, text }) =>
    code === null ? text : `${code} ${text}`,
  );
  return { verdict: report.verdict, sentences };
}

/** Folders of this machine's server as it is, and with a send() that takes 30 us more, as a build may. */
function slowerBuild() {
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
  const folderOf = (name, preload) => {
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

function tell(name, verdict, sentences) {
  console.log(`${name.padEnd(18)} ${verdict.padEnd(13)} ${sentences.join("\n".padEnd(34)) || "-"}`);
}
