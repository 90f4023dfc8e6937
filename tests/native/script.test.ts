/**
 * Scripts of pgbench, held against pgbench itself: the same command lines, with only the program's name replaced, give the same
 * values, tables and mistakes. Facts: docs/workloads.md section 1.14.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Postgres, startPostgres } from "../support/postgres.ts";
import { findPgbench } from "./support/pgbench.ts";
import { type Line, runLoad } from "./support/plumbline-load.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-script-"));
let postgres: Postgres;
/** pgbench works on one of these databases, plumbline-load on the other. */
const peers = ["theirs", "ours"] as const;
const urls: Record<string, string> = {};
const pools: pg.Pool[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  for (const peer of peers) urls[peer] = await postgres.createDatabase(peer);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const pool of pools) await pool.end();
  await postgres?.stop();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** The same arguments to both. */
async function both(...args: string[]) {
  const env = { PATH: process.env["PATH"], LC_ALL: "C", HOME: "/nonexistent" };
  const theirs = spawnSync(findPgbench(postgres.binDir), ["-n", ...args, urls["theirs"]!], {
    encoding: "utf8",
    env,
  });
  const ours = await runLoad(["pgbench", "-n", "--output=ndjson", ...args, urls["ours"]!]);
  return { theirs: { code: theirs.status, stderr: theirs.stderr }, ours };
}

/** What debug() says, in no order. */
const debugged = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("debug("))
    .sort();

/** The rows of a statement on both, as text. */
function rows(sql: string) {
  return Promise.all(
    peers.map(async (peer) => {
      const pool = openPool(urls[peer]!);
      pools.push(pool);
      return (await pool.query({ text: sql, rowMode: "array" })).rows.map(String);
    }),
  );
}

async function expectEqualRows(sql: string): Promise<string[]> {
  const [theirs, ours] = await rows(sql);
  expect(ours).toEqual(theirs);
  return ours!;
}

const EXPRESSIONS = [
  "1 + 2 * 3",
  "(1 + 2) * 3",
  "-7 / 2",
  "-7 % 3",
  "7 / 2.0",
  "1.0 / 0",
  "- 5 - -3",
  "-9223372036854775808",
  "9223372036854775807",
  "5 % -1",
  ".5",
  "1e3",
  "1.e-1",
  "1 << 3 | 1",
  "~ 1 + 1",
  "~ 1 | 4",
  "6 & 3 # 1",
  "-8 >> 1",
  "1 << 64",
  "1 = 1.0",
  "1 <> 2 and not 2 > 3",
  "not 1 = 2",
  "not true or true",
  "true or 1 / 0 = 1",
  "false AND 1 / 0 = 1",
  "null and false",
  "false and null",
  "true and null",
  "null or true",
  "null + 1",
  "null is null",
  "1 isnull",
  "null notnull",
  "1 is true",
  "(1 = 1) is not false",
  "null is not true",
  "1 + 1 is null",
  "case when 1 > 2 then 3 when true then 4 else 5 end",
  "case when null then 1 end",
  "case when 0 then 1 when 2 then 3 end",
  "abs(-17)",
  "abs(-1.5)",
  "int(5.5)",
  "int(2.5)",
  "double(2)",
  "least(3, 1, 2)",
  "greatest(3, 1, 2.5)",
  "mod(54, 32)",
  "pow(2, 10)",
  "power(2, 0.5)",
  "pow(0, 0)",
  "sqrt(2)",
  "pi()",
  "exp(1)",
  "ln(10)",
  "hash(10, 5)",
  "hash_fnv1a(10, 5)",
  "hash_murmur2(-10, 5)",
  "hash(17)",
  "permute(0, 2, 1)",
  "permute(7, 1000, 42)",
  "permute(7, 1000000007)",
  "permute(-3, 20, 9223372036854775807)",
  "permute(5, 1)",
  ":n + 1",
  ":text_of_int * 2",
  ":half * 2",
  ":switch and true",
  ":nothing is null",
  "random(1, 1000000)",
  "random(-9, 9)",
  "random_exponential(1, 1000, 2.5)",
  "random_gaussian(1, 1000, 2.5)",
  "random_zipfian(1, 1000, 1.05)",
  "random_zipfian(1, 1000, 2.5)",
  "random(0, 9223372036854775806)",
  ":client_id",
  ":scale",
  ":random_seed",
  ":default_seed",
  "1 <> 1.5",
  "3 >= 2",
  "2 != 2",
  "1 < 2 and 2 <= 2",
  "-1 * -1",
  "+ 3",
  "- - 3",
  "NULL = 1",
  "'", // the last is none
].slice(0, -1);

describe("expressions", () => {
  it("come to the values of pgbench, whose random numbers too for the same seed", async () => {
    const script = file("values.sql", EXPRESSIONS.map((text) => `\\set x debug(${text})\n`).join(""));
    const variables = ["-Dn=41", "-Dtext_of_int=021", "-Dhalf=.5", "-Dswitch=on", "-Dnothing=null"];
    const { theirs, ours } = await both("-c3", "-t4", "--random-seed=421", ...variables, "-f", script);
    expect(theirs.code).toBe(0);
    expect(ours.code).toBe(0);
    expect(debugged(ours.stderr)).toEqual(debugged(theirs.stderr));
    expect(debugged(ours.stderr)).toHaveLength(EXPRESSIONS.length * 12);
  });

  it.each([
    "1 / 0",
    "1 % 0",
    "9223372036854775807 + 1",
    "-9223372036854775808 - 1",
    "9223372036854775807 * 2",
    "-9223372036854775808 / -1",
    "int(1e20)",
    "1 and true",
    "true + 1",
    "not false = false",
    "random(2, 1)",
    "random(-9223372036854775808, 9223372036854775807)",
    "random_gaussian(1, 9, 1.9)",
    "random_zipfian(1, 9, 1.0)",
    "random_exponential(1, 9, 0)",
    "permute(1, 0)",
    ":missing",
    ":word + 1",
    "1 +",
    "1 2",
    "(1",
    "x + 1",
    "foo(1)",
    "abs(1, 2)",
    "1 < 2 < 3",
    "9223372036854775808",
    "1e999",
    "case 1 when 1 then 2 end",
    "1 is 2",
  ])("%s is a mistake of both", async (text) => {
    const script = file("mistake.sql", `select 1;\n\\set x ${text}\nselect :x;\n`);
    const { theirs, ours } = await both("-t1", "-Dword=abc", "-f", script);
    expect(theirs.code).not.toBe(0);
    expect([2, 4]).toContain(ours.code);
    expect(ours.stderr).toContain("mistake.sql:2:");
    expect(ours.stderr).toContain(`\n\\set x ${text}`);
  });
});

const LANGUAGE = `-- what a script may hold; and a semicolon
\\set n :client_id + 1
\\set a random(1, 1000) \\
  + 0
insert into seen values (:client_id, 'a;b', :a); insert into seen values (:client_id, $$c;d$$, :n /* ; */);
\\if :a > 500
insert into seen values (:client_id, 'large', :a);
\\elif :a > 250
insert into seen values (:client_id, 'middle', :a);
\\else
insert into seen values (:client_id, 'small', :a);
\\endif
select :a * 2 as twice, null as nothing, 'x y' as text \\gset got_
\\set b :got_twice + 1
insert into seen values (:client_id, 'gset', :b);
\\sleep 1 ms
insert into seen values (:client_id, '12:30', :got_twice);
`;

describe.each(["simple", "extended", "prepared"])("the language, %s", (protocol) => {
  it("writes the same rows", async () => {
    const everywhere = async (sql: string) => {
      for (const peer of peers) {
        const pool = openPool(urls[peer]!);
        await pool.query(sql);
        await pool.end();
      }
    };
    await everywhere("drop table if exists seen; create table seen (client int, what text, n bigint)");
    const script = file("language.sql", LANGUAGE);
    const { theirs, ours } = await both("-c4", "-t25", "-M", protocol, "--random-seed=7", "-f", script);
    expect(theirs.code).toBe(0);
    expect(ours.stderr).toBe("");
    expect(ours.code).toBe(0);
    // Transactions of a client are counted by pgbench, those of all by us: what each client did in its first 15 is the same.
    const seen = await rows("select client, what, count(*), sum(n) from seen group by 1, 2 order by 1, 2");
    expect(seen[1]!.length).toBeGreaterThan(20);
    const totals = await rows("select count(*) from seen");
    expect(totals[1]).toEqual(totals[0]);
    // Several clients leave room in several pages; in an empty table the rows of one lie as they came.
    await everywhere("truncate seen");
    const one = await both("-t30", "-M", protocol, "--random-seed=8", "-f", script);
    expect(one.ours.code).toBe(0);
    await expectEqualRows("select what, n from seen where client = 0 order by ctid desc limit 150");
  });
});

it("joins statements by \\; and stores each by \\aset", async () => {
  const script = file(
    "aset.sql",
    "select 1 as a \\; select 2 as b where false \\; select 3 as c \\aset p_\n\\set x debug(:p_a * 10 + :p_c)\n",
  );
  const { theirs, ours } = await both("-t2", "-f", script);
  expect(theirs.code).toBe(0);
  expect(debugged(ours.stderr)).toEqual(debugged(theirs.stderr));
  expect(debugged(ours.stderr)[0]).toContain("int 13");
});

it.each(["extended", "prepared"])("sends pipelines, %s", async (protocol) => {
  const script = file(
    "pipeline.sql",
    "create temp table if not exists t (x int);\n\\startpipeline\nbegin;\ninsert into t values (:client_id + 1);\ninsert into t values (2);\nend;\n\\endpipeline\n" +
      "select count(*) as n, sum(x) as s from t \\gset\n\\set m debug(:n * 1000 + :s)\ndelete from t;\n",
  );
  const { theirs, ours } = await both("-c2", "-t3", "-M", protocol, "-f", script);
  expect(theirs.code).toBe(0);
  expect(ours.code).toBe(0);
  expect(new Set(debugged(ours.stderr))).toEqual(new Set(debugged(theirs.stderr)));
});

it.each([
  ["\\gset without a row", "select 1 where false \\gset\n", /expected one row, got 0/],
  ["\\gset with two", "select generate_series(1, 2) \\gset\n", /expected one row, got 2/],
  [
    "a column's name that is none of a variable",
    'select 1 as "a b" \\gset\n',
    /error storing into variable a b:/,
  ],
  ["an open transaction", "begin;\n", /ends inside a transaction/],
  ["an SQL error", "select 1 / 0;\n", /fault\.1\.select .* division by zero/],
  ["an open \\if", "\\if true\nselect 1;\n", /fault\.sql:1:1: \\if without matching \\endif/],
  ["an unknown command", "select 1;\n\\foo\n", /fault\.sql:2:1: invalid command name "foo"/],
])("%s ends both", async (_, text, message) => {
  const { theirs, ours } = await both("-t1", "-f", file("fault.sql", text));
  expect(theirs.code).not.toBe(0);
  expect([2, 4]).toContain(ours.code);
  expect(ours.stderr).toMatch(message);
});

it("runs programs where they are allowed, and nowhere else", async () => {
  const script = file("shell.sql", "\\setshell x echo 42\n\\set y debug(:x + 1)\n");
  const { theirs, ours } = await both("-t1", "-f", script);
  expect(theirs.code).toBe(0);
  expect(ours.code).toBe(2);
  expect(ours.stderr).toContain("--allow-shell");
  const allowed = await runLoad(["pgbench", "--allow-shell", "-t1", "-f", script, urls["ours"]!]);
  expect(debugged(allowed.stderr)).toEqual(debugged(theirs.stderr));
});

it("counts a mistake of the script's own as an error of the event, and of no statement", async () => {
  const script = file("own.sql", "select 1;\n\\set x 1 / 0\nselect :x;\n");
  for (const continued of ["--on-error=stop", "--on-error=continue"]) {
    const done = await runLoad(["pgbench", "--output=ndjson", "-t1", continued, "-f", script, urls["ours"]!]);
    const { failures, statements } = done.line("block");
    expect(failures.events).toBe(1);
    expect(statements.map((statement: Line) => statement["errors"])).toEqual([0, 0]);
  }
  const alone = file("alone.sql", "\\set x 1 / 0\n");
  const done = await runLoad(["pgbench", "-t1", "-f", alone, urls["ours"]!]);
  expect(done.stderr).toContain("alone.sql:1:");
  expect(done.code).toBe(2);
});

describe("a table that is not there", () => {
  it("is told with the statement's place in the script, and with who makes tables of scripts", async () => {
    const script = file("orders.sql", "\\set id 3\n\n  SELECT *\n  FROM orders WHERE id = :id;\n");
    for (const protocol of ["simple", "extended", "prepared"]) {
      const done = await runLoad(["pgbench", "-t1", "-M", protocol, "-f", script, urls["ours"]!]);
      expect(done.code).toBe(2);
      expect(done.stderr).toContain(`${script}:3:3: orders.1.select on connection 1`);
      expect(done.stderr).toContain('relation "orders" does not exist (SQLSTATE 42P01)');
      expect(done.stderr).toMatch(/^ *SELECT \*$/m);
      expect(done.stderr).toContain("in plumbline.yml database.setup makes it");
      expect(done.stderr).not.toContain("first");
    }
  });

  it("is made by prepare where it is pgbench's own", async () => {
    const empty = await postgres.createDatabase("without");
    const done = await runLoad(["pgbench", "-t1", "-s1", "-S", empty]);
    expect(done.code).toBe(1);
    expect(done.stderr).toContain("Perhaps you need to do initialization: run `prepare` first");
  });
});

it("rests for microseconds where a script says so, which the shortest of many events shows on a busy machine, too", async () => {
  const script = file("rest.sql", "\\sleep 100 us\nSELECT 1;\n");
  const done = await runLoad(["pgbench", "-n", "--output=ndjson", "-t300", "-f", script, urls["ours"]!]);
  expect(done.code).toBe(0);
  const { min_ns } = done.line("block")["latency"];
  expect(min_ns).toBeGreaterThan(100_000);
  expect(min_ns).toBeLessThan(1_000_000);
});

it("lets go of the notifications that a script listens to", async () => {
  const notify = `NOTIFY news, '${"x".repeat(7_000)}';\n`;
  const memoryOf = async (text: string) => {
    const script = file("notify.sql", text);
    const done = await runLoad(["pgbench", "-n", "--output=ndjson", "-t4000", "-f", script, urls["ours"]!]);
    expect(done.code).toBe(0);
    return done.line("summary")["client"]["max_rss_bytes"];
  };
  // 28 MB of them.
  expect((await memoryOf(`LISTEN news;\n${notify}`)) - (await memoryOf(notify))).toBeLessThan(10_000_000);
});

describe("scripts that conflict", () => {
  const CLIENTS = 4;
  const EVENTS = 200;
  beforeAll(() => rows("CREATE TABLE counter (n int)"));

  /** Each event reads what it writes, so that a lost update or a wrong replay of \gset shows in the sum. */
  async function count(maxTries: number) {
    const text =
      "BEGIN ISOLATION LEVEL SERIALIZABLE;\nSELECT n FROM counter \\gset\n\\sleep 1 ms\nUPDATE counter SET n = :n + 1;\nCOMMIT;\n";
    await rows("TRUNCATE counter");
    await rows("INSERT INTO counter VALUES (0)");
    const script = file("count.sql", text);
    const options = ["--output=ndjson", `--max-tries=${maxTries}`, "-c", CLIENTS, "-t", EVENTS / CLIENTS].map(
      String,
    );
    const done = await runLoad(["pgbench", ...options, "-f", script, urls["ours"]!]);
    expect(done.code).toBe(0);
    const [, ours] = await rows("SELECT n FROM counter");
    return { block: done.line("block"), counted: Number(ours![0]) };
  }

  it("are tried again until each has counted", async () => {
    const { block, counted } = await count(1000);
    expect(counted).toBe(EVENTS);
    expect(block["retries"]).toBeGreaterThan(0);
    expect(Object.keys(block["failures"]["by_sqlstate"])).toEqual(["40001"]);
  });

  it("fail where they may be tried but once, and leave nothing", async () => {
    const { block, counted } = await count(1);
    const failed: number = block["failures"]["events"];
    expect(failed).toBeGreaterThan(0);
    expect(counted).toBe(EVENTS - failed);
  });
});

const TABLES = [
  "select count(*), sum(aid::bigint), sum(bid), sum(abalance), sum(octet_length(filler)) from pgbench_accounts",
  "select count(*), sum(tid), sum(bid), sum(tbalance), count(filler) from pgbench_tellers",
  "select count(*), sum(bid), sum(bbalance), count(filler) from pgbench_branches",
  "select relname, relkind, relpersistence, array_remove(reloptions, 'fillfactor=100'), pg_get_expr(relpartbound, oid) from pg_class where relname like 'pgbench%' order by relname",
  "select conname, pg_get_constraintdef(oid) from pg_constraint where conname like 'pgbench%' order by conname, conrelid::regclass::text",
  "select attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute where attrelid::regclass::text like 'pgbench%' and attnum > 0 order by 1, 2",
];

describe.each([
  { options: ["-s2"] },
  { options: ["-F80", "--partitions=3", "-I", "dtgvpf"] },
  { options: ["--partitions=2", "--partition-method=hash", "--unlogged-tables", "-q"] },
])("-i $options", ({ options }) => {
  it("makes the tables of pgbench", async () => {
    const { theirs, ours } = await both("-i", ...options);
    expect(theirs.code).toBe(0);
    expect(ours.code).toBe(0);
    for (const [i, sql] of TABLES.entries()) {
      const [expected, made] = await rows(sql);
      // {} and NULL are the same storage.
      const plain = (list: string[]) => list.map((row) => (i === 3 ? row.replace("{}", "") : row));
      expect(plain(made!)).toEqual(plain(expected!));
    }
  });
});

it.each(["simple", "extended", "prepared"])("changes balances as pgbench does, %s", async (protocol) => {
  await both("-i", "-s2", "-q");
  const { theirs, ours } = await both("-t200", "-M", protocol, "--random-seed=3");
  expect(theirs.code).toBe(0);
  expect(ours.stderr).toBe("");
  expect(ours.line("hello")["options"]["scale"]).toBe(2); // Asked of the server.
  const [sum] = await expectEqualRows(
    "select sum(delta), count(*), sum(aid), sum(tid), sum(bid) from pgbench_history",
  );
  expect(sum).toMatch(/,200,/);
  for (const sql of TABLES.slice(0, 3)) await expectEqualRows(sql);
});

it("draws scripts by weight, each with a latency of its own", async () => {
  const mix = ["-S", "-b", "simple-update@3"];
  const done = await runLoad(["pgbench", "--output=ndjson", "-c4", "-t500", ...mix, urls["ours"]!]);
  expect(done.code).toBe(0);
  const kinds: { name: string; count: number }[] = done.line("block")["event_kinds"];
  expect(kinds.map(({ name }) => name)).toEqual(["select-only", "simple-update"]);
  expect(kinds[0]!.count + kinds[1]!.count).toBe(2000);
  expect(Math.abs(kinds[0]!.count - 500)).toBeLessThan(100); // 5 standard deviations.
});

it("drives two servers with the same scripts, side by side and open loop", async () => {
  const done = await runLoad([
    `--pgsql-url=${urls["ours"]}`,
    `--against=${urls["theirs"]}`,
    "--threads=2",
    "--time=1",
    "--rate=200",
    "--scale=2",
    "-b",
    "select-only",
    "--output=ndjson",
    "script",
    "run",
  ]);
  expect(done.stderr).toBe("");
  expect(done.code).toBe(0);
  const blocks = done.linesOf("block");
  expect(blocks).toHaveLength(2);
  for (const { events, failures, unstarted, offered } of blocks) {
    expect(events).toBeGreaterThan(0);
    expect(failures.events).toBe(0);
    // A busy machine may leave some of what was due undone, and says so.
    expect(events + unstarted).toBe(offered);
    expect(offered).toBeGreaterThan(20);
  }
});

it("drives each of two servers with scripts of its own, told apart in the report", async () => {
  const [one, other] = [
    file("head/pair.sql", "\\set x random(1, 9)\nselect :x;\n"),
    file("base/pair.sql", "select 1;\nselect 2;\n"),
  ];
  const args = (protocol: string) => [
    `--pgsql-url=${urls["ours"]}`,
    `--against=${urls["theirs"]}`,
    ..."--threads=2 --time=0.4 --slice=50 --prepare=eager --output=ndjson".split(" "),
    `--protocol=${protocol}`,
    `--file=${one}`,
    `--against-file=${other}`,
    "script",
    "run",
  ];
  for (const protocol of ["extended", "prepared"]) {
    const done = await runLoad(args(protocol));
    expect(done.code, done.stderr).toBe(0);
    const [head, base] = done.linesOf("block");
    const statements = (block: typeof head) =>
      block!["statements"].map(({ name, count }: { name: string; count: number }) => [
        name,
        count / block!["events"],
      ]);
    expect(statements(head)).toEqual([["pair.1.select", 1]]);
    expect(statements(base)).toEqual([
      ["pair.1.select", 1],
      ["pair.2.select", 1],
    ]);
    for (const block of [head!, base!]) expect(block["event_kinds"]).toBeUndefined();
  }
  const refused = await runLoad(args("simple").map((arg) => arg.replace(other!, `${other}@0`)));
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("the weights of all scripts are 0");
});

it.each([["--help"], ["-?"], ["-c8 --help"]])("tells of scripts when pgbench is given %s", async (args) => {
  const done = await runLoad(["pgbench", ...args.split(" ")]);
  expect(done.stderr).toBe("");
  expect(done.code).toBe(0);
  expect(done.stdout).toMatch(/^script: /);
  expect(done.stdout).toMatch(/tpcb-like, simple-update and select-only/);
});

it.each([[["pgbench", "-V"]], [["pgbench", "--version"]], [["-V"]]])(
  "tells the version when it is given %j",
  async (args) => {
    const done = await runLoad(args);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^plumbline-load \d/) });
  },
);

/** What is wrong is said with pgbench's own words, which people search for, and with its exit code. */
it.each([
  [["-W"], "PGPASSWORD"],
  [["--help=x"], "--help takes no value"],
  [["-v"], "does not vacuum"],
  [["-c", "x"], 'invalid value "x" for option -c/--clients'],
  [["-F", "1"], "-F/--fillfactor must be in range 10..100"],
  [["-i", "-I", "vp"], "the steps are"],
  [["-i", "-I", "dtx"], 'unrecognized initialization step "x"'],
  [["-t1", "-T1"], "specify either a number of transactions (-t) or a duration (-T)"],
  [["-S", "-F90"], "cannot be used in benchmarking mode"],
  [["-i", "-S"], "cannot be used in initialization (-i) mode"],
  [["-L", "0"], 'invalid latency limit: "0"'],
  [["-R", "x"], 'invalid rate limit: "x"'],
  [["--sampling-rate=0.5"], "is allowed only when logging transactions (-l)"],
  [["--aggregate-interval=1"], "is allowed only when logging transactions (-l)"],
  [["--log-prefix=x"], "is allowed only when logging transactions (-l)"],
  [["-l", "-T5", "--aggregate-interval=3"], "must be a multiple of --aggregate-interval"],
  [["-l", "--sampling-rate=1", "--aggregate-interval=3"], "cannot be used at the same time"],
  [["--progress-timestamp"], "allowed only under --progress"],
  [["--max-tries=0"], "an unlimited number of transaction tries"],
  [["--max-tries=-1"], 'invalid number of maximum tries: "-1"'],
  [["--random-seed=x"], 'unrecognized random seed option "x"'],
  [["-D", "x"], 'invalid variable definition: "x"'],
  [["-M", "x"], 'invalid query mode (-M): "x"'],
  [["-b", "nothing"], 'no builtin script has the name "nothing"'],
  [["-b", "s"], "ambiguous builtin name"],
  [["-b", "select-only@x"], "invalid weight specification: @x"],
  [["-f", "nowhere.sql"], 'could not open file "nowhere.sql"'],
])("refuses %s with the reason", async (args, reason) => {
  const done = await runLoad(["pgbench", ...args, urls["ours"]!]);
  expect(done.code).toBe(1);
  expect(done.stdout).toBe("");
  expect(done.stderr).toContain(reason);
  expect(done.stderr).toContain("hint: ");
});

describe("PGBENCH_RANDOM_SEED", () => {
  it.each([
    [[], "setting random seed to 7"],
    [["--random-seed=8"], "setting random seed to 8"],
  ])("is the seed where no option is: %j", async (args, said) => {
    const words = ["pgbench", "-t1", "-S", ...args, urls["ours"]!];
    const done = await runLoad(words, { env: { PGBENCH_RANDOM_SEED: "7" } });
    expect(done.stderr).toContain(said);
  });

  it("is refused by its name where it is none", async () => {
    const words = ["pgbench", "-t1", "-S", urls["ours"]!];
    const done = await runLoad(words, { env: { PGBENCH_RANDOM_SEED: "x" } });
    expect(done.code).toBe(1);
    expect(done.stderr).toContain(
      'from PGBENCH_RANDOM_SEED environment variable: unrecognized random seed option "x"',
    );
  });
});
