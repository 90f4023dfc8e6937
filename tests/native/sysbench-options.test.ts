/**
 * A sysbench command line for pgsql works with only the program's name replaced: every option of sysbench's own, one by one, on
 * a real server; the same line is given to sysbench 1.0.20 where that is installed (Debian: apt-get install sysbench).
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { backendsAtWork } from "./support/backends.ts";
import { later } from "./support/later.ts";
import { type Line, plumblineLoad, runLoad } from "./support/plumbline-load.ts";

const hasSysbench = /sysbench 1\.0\.20/.test(
  spawnSync("sysbench", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

const folder = mkdtempSync(join(tmpdir(), "plumbline-options-"));
const configFile = join(folder, "sysbench.cfg");
writeFileSync(configFile, "# as sysbench reads it\nthreads=3\n\npoint_selects=2\n");

let postgres: Postgres;
let connection: readonly string[];

beforeAll(async () => {
  postgres = await startPostgres();
  const { hostname, port, username, pathname } = new URL(await postgres.createDatabase("options"));
  connection = [
    `--pgsql-host=${hostname}`,
    `--pgsql-port=${port}`,
    `--pgsql-user=${username}`,
    `--pgsql-db=${pathname.slice(1)}`,
  ];
  const done = await runLoad([...connection, "--tables=2", "--table-size=500", "oltp_read_write", "prepare"]);
  expect(done.stderr).toBe("");
});

afterAll(() => {
  rmSync(folder, { recursive: true });
  return postgres?.stop();
});

const EVENTS = ["--events=4", "--time=0", "--table-size=500"];

type Known = Readonly<{
  option: string;
  /** The effective options that it makes; null: none, it changes nothing. */
  makes: Line | null;
  /** Sysbench 1.1's alone. */
  isNew?: true;
  /** Sysbench 1.0.20 refuses it with EVENTS. */
  isOurs?: true;
  /** An old name: what standard error says to write. */
  now?: string;
  workload?: string;
}>;

/** Section 1.1 of docs/workloads.md: general options, then those of the OLTP scripts. */
const KNOWN: readonly Known[] = [
  { option: "--threads=2", makes: { threads: 2 } },
  { option: "--events=3", makes: { events: 3 } },
  { option: "--time=1", makes: { time: 1 } },
  { option: "--warmup-time=1", makes: { "warmup-time": 1 }, isNew: true },
  { option: "--forced-shutdown=off", makes: { "forced-shutdown": "off" } },
  { option: "--forced-shutdown=5", makes: { "forced-shutdown": "5" } },
  { option: "--forced-shutdown=10%", makes: { "forced-shutdown": "10%" } },
  { option: "--thread-init-timeout=20", makes: { "thread-init-timeout": 20 }, isNew: true },
  { option: "--rate=1000", makes: { rate: 1000 } },
  { option: "--report-interval=1", makes: { "report-interval": 1 } },
  { option: "--percentile=99", makes: { percentile: 99 } },
  { option: "--percentile=0", makes: { percentile: 0 } },
  { option: "--histogram", makes: { histogram: true } },
  { option: "--histogram=on", makes: { histogram: true } },
  { option: "--debug=on", makes: null },
  { option: "--debug", makes: null },
  { option: "--db-debug=on", makes: null },
  { option: "--db-debug", makes: null },
  { option: "--thread-stack-size=128K", makes: null },
  { option: "--validate=on", makes: null },
  { option: "--verbosity=3", makes: { verbosity: 3 } },
  { option: `--config-file=${configFile}`, makes: { threads: 3, "point-selects": 2 } },
  { option: "--luajit-cmd=off", makes: null, isOurs: true },
  { option: "--db-driver=pgsql", makes: { "db-driver": "pgsql" } },
  { option: "--db-ps-mode=auto", makes: { "db-ps-mode": "auto" } },
  { option: "--db-ps-mode=disable", makes: { "db-ps-mode": "disable" } },
  { option: "--pgsql-password=secret", makes: {} },
  { option: "--pgsql-sslmode=disable", makes: { "pgsql-sslmode": "disable" }, isNew: true },
  { option: "--rand-type=uniform", makes: { "rand-type": "uniform" } },
  { option: "--rand-type=gaussian", makes: { "rand-type": "gaussian" } },
  { option: "--rand-type=special", makes: { "rand-type": "special" } },
  { option: "--rand-type=pareto", makes: { "rand-type": "pareto" } },
  { option: "--rand-type=zipfian", makes: { "rand-type": "zipfian" }, isNew: true },
  { option: "--rand-seed=7", makes: { "rand-seed": 7 } },
  { option: "--rand-spec-iter=6", makes: { "rand-spec-iter": 6 } },
  { option: "--rand-spec-pct=2", makes: { "rand-spec-pct": 2 } },
  { option: "--rand-spec-res=50", makes: { "rand-spec-res": 50 } },
  { option: "--rand-pareto-h=0.3", makes: { "rand-pareto-h": 0.3 } },
  { option: "--rand-zipfian-exp=0.9", makes: { "rand-zipfian-exp": 0.9 }, isNew: true },
  { option: "--table_size=400", makes: { "table-size": 400 } },
  { option: "--range_size=10", makes: { "range-size": 10 } },
  { option: "--tables=2", makes: { tables: 2 } },
  { option: "--point_selects=3", makes: { "point-selects": 3 } },
  { option: "--simple_ranges=2", makes: { "simple-ranges": 2 } },
  { option: "--sum_ranges=2", makes: { "sum-ranges": 2 } },
  { option: "--order_ranges=2", makes: { "order-ranges": 2 } },
  { option: "--distinct_ranges=2", makes: { "distinct-ranges": 2 } },
  { option: "--index_updates=2", makes: { "index-updates": 2 } },
  { option: "--non_index_updates=2", makes: { "non-index-updates": 2 } },
  { option: "--delete_inserts=2", makes: { "delete-inserts": 2 } },
  { option: "--range_selects=off", makes: { "range-selects": false } },
  { option: "--auto_inc=off", makes: { "auto-inc": false } },
  { option: "--skip_trx=on", makes: { "skip-trx": true } },
  { option: "--skip-trx", makes: { "skip-trx": true } },
  { option: "--secondary=off", makes: { secondary: false } },
  { option: "--create_secondary=off", makes: { "create-secondary": false } },
  { option: "--create_table_options=", makes: { "create-table-options": "" }, isNew: true },
  { option: "--reconnect=2", makes: { reconnect: 2 }, isNew: true },
  { option: "--random_points=4", makes: { "random-points": 4 }, workload: "select_random_points" },
  { option: "--random_points=1000", makes: { "random-points": 1000 }, workload: "select_random_points" },
  { option: "--number_of_ranges=500", makes: { "number-of-ranges": 500 }, workload: "select_random_ranges" },
  { option: "--number_of_ranges=4", makes: { "number-of-ranges": 4 }, workload: "select_random_ranges" },
  { option: "--delta=3", makes: { delta: 3 }, workload: "select_random_ranges" },
  { option: "--num-threads=2", makes: { threads: 2 }, now: "--threads" },
  { option: "--max-requests=3", makes: { events: 3 }, now: "--events" },
  { option: "--max-time=1", makes: { time: 1 }, now: "--time" },
  { option: "--tx-rate=1000", makes: { rate: 1000 }, now: "--rate" },
];

describe("an option of sysbench", () => {
  it.each(KNOWN)("$option works", async ({ option, makes, now, workload = "oltp_read_write" }) => {
    const line = [...connection, ...EVENTS, option, workload, "run"];
    const plain = await runLoad(line);
    const remark = `plumbline-load: --${nameOf(option)} is an old name: write ${now}\n`;
    expect(plain.stderr).toBe(now === undefined ? "" : remark);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain("SQL statistics:");
    const done = await runLoad(["--output=ndjson", ...line]);
    expect(done.line("hello")["options"]).toMatchObject(makes ?? {});
    if (makes === null) expect(Object.keys(done.line("hello")["options"])).not.toContain(nameOf(option));
  });

  it.skipIf(!hasSysbench)(
    "is one that sysbench 1.0.20 itself takes (skipped where it is not installed)",
    () => {
      for (const { option, isNew, isOurs, workload = "oltp_read_write" } of KNOWN) {
        if (isNew || isOurs) continue;
        const line = ["--db-driver=pgsql", ...connection, ...EVENTS, option, workload, "run"];
        const { status, stdout, stderr } = spawnSync("sysbench", line, { encoding: "utf8" });
        expect({ option, status, stdout, stderr }).toMatchObject({ status: 0 });
      }
    },
  );

  it.each([
    ["--report-checkpoints=5", /joined once, at the end/, /--report-interval/],
    ["--pgsql-variant=redshift", /Redshift/, /--dialect/],
    ["--mysql-storage-engine=innodb", /MySQL/, /leave it out/],
    ["--mysql-ignore-errors=all", /--mysql-ignore-errors: it is for MySQL/, /--on-error=continue/],
    ["--mysql-host=db", /--mysql-host: it is for MySQL/, /--pgsql-host/],
    ["--mysql_ssl=on", /--mysql-ssl: it is for MySQL/, /leave it out/],
  ])("%s is refused with the reason and the way out", async (option, reason, remedy) => {
    const done = await runLoad([...connection, option, "oltp_read_write", "run"]);
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(reason);
    expect(done.stderr).toMatch(remedy);
  });
});

describe("a run without a limit", () => {
  it("goes on until it is interrupted, says so, and reports what it measured", async () => {
    const line = [...connection, "--time=0", "--events=0", "--table-size=500", "oltp_read_only", "run"];
    // BEGIN, fourteen SELECTs and COMMIT: so many statements more have at least one whole event in them.
    const atWork = () => backendsAtWork(postgres.url, 1, 32);
    const done = await runLoad(["--output=ndjson", ...line], {
      on: { measure: (child) => later(0, () => atWork().then(() => child.kill("SIGINT"))) },
    });
    expect(done.code).toBe(130);
    expect(done.stderr).toContain("--time=0 and --events=0: it runs until Ctrl-C");
    expect(done.line("block")["events"]).toBeGreaterThan(0);
    expect(done.line("summary")).toMatchObject({ interrupted: true });
  });
});

describe("a workload of sysbench", () => {
  it("may be named by --test, sysbench's old way", async () => {
    const line = ["--test=oltp_read_only", ...connection, ...EVENTS, "run"];
    const done = await runLoad(line);
    expect(done.code).toBe(0);
    expect(done.stderr).toContain("--test is an old name: name the workload by itself");
    if (!hasSysbench) return;
    const { status } = spawnSync("sysbench", ["--db-driver=pgsql", ...line]);
    expect(status).toBe(0);
  });

  const run = (cwd: string, word: string) =>
    spawnSync(plumblineLoad, [...connection, ...EVENTS, word, "run"], { cwd, encoding: "utf8" });

  it.skipIf(!hasSysbench)("may be named by the path of its script, wherever that lies", () => {
    const place = "/usr/share/sysbench";
    expect(run("/", `${place}/oltp_read_only.lua`)).toMatchObject({ status: 0, stderr: "" });
    for (const name of ["oltp_read_only.lua", "oltp_common.lua"]) {
      const text = readFileSync(join(place, name), "utf8");
      writeFileSync(join(folder, name), `${text.replaceAll(/^ +(?=\w+\(|end)/gm, "\t")}\n-- copied`);
    }
    expect(run(folder, "oltp_read_only.lua")).toMatchObject({ status: 0, stderr: "" });
    expect(run(folder, "./oltp_read_only.lua")).toMatchObject({ status: 0, stderr: "" });
  });

  it.skipIf(!hasSysbench)(
    "is not what somebody has changed, nor what stands on a common part that is changed",
    () => {
      const changed = mkdtempSync(join(folder, "changed-"));
      const write = (name: string, from: string, to: string) => {
        const text = readFileSync(join("/usr/share/sysbench", name), "utf8");
        expect(text).toContain(from);
        writeFileSync(join(changed, name), text.replace(from, to));
      };
      write(
        "oltp_read_only.lua",
        "execute_point_selects()",
        "execute_point_selects() execute_point_selects()",
      );
      expect(run(changed, "oltp_read_only.lua").stderr).toContain("is not the script of sysbench 1.0.20");
      write("oltp_read_only.lua", "execute_point_selects()", "execute_point_selects()");
      write("oltp_common.lua", "SELECT c FROM sbtest%u WHERE id=?", "SELECT c FROM sbtest%u WHERE id<?");
      const { status, stderr } = run(changed, "./oltp_read_only.lua");
      expect(status).toBe(2);
      expect(stderr).toContain(
        "./oltp_common.lua is not the script of sysbench 1.0.20, and Lua is not run here",
      );
      expect(stderr).toContain("plumbline-load script -f FILE run");
    },
  );

  it("may be named by the path of its script where sysbench is not installed, which is remarked on", () => {
    const word = "/nowhere/sysbench/oltp_read_only.lua";
    const done = run("/", word);
    expect(done.status).toBe(0);
    expect(done.stderr).toBe(
      `plumbline-load: there is no ${word}: oltp_read_only is run as sysbench 1.0.20 has it\n`,
    );
  });

  it("is not a script of one's own that has its name, nor another's that is not there", () => {
    const own = mkdtempSync(join(folder, "own-"));
    writeFileSync(join(own, "oltp_read_only.lua"), "function event() end\n");
    writeFileSync(join(own, "mine.lua"), "function event() end\n");
    expect(run(own, "oltp_read_only.lua")).toMatchObject({ status: 2 });
    expect(run(own, "./nowhere/tpcc.lua")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/cannot be read: No such file.*\n.*name the workload by itself.*: tpcc/),
    });
    expect(run(own, `${own}/mine.lua/oltp_read_only.lua`).status).toBe(0);
    expect(run(own, "mine.lua").stderr).toMatch(/unknown workload mine\n.*Lua is not run here/);
    // sysbench takes NAME.lua for its own where there is no such file.
    expect(run("/", "oltp_read_only.lua")).toMatchObject({ status: 0 });
  });
});

const nameOf = (option: string): string => /^--([a-z-]+)/.exec(option)![1]!;

describe("an option that the workload has not", () => {
  it.each([
    ["oltp_read_write", "--warehouses=5"],
    ["tpcc", "--tables=2"],
    ["kv", "--table-size=100"],
  ])("is refused, not passed over: %s %s", async (workload, option) => {
    for (const command of ["run", "prepare", "describe"]) {
      const done = await runLoad([...connection, option, workload, command]);
      expect(done.code).toBe(2);
      expect(done.stderr).toContain(`${workload} has no option ${option.split("=")[0]}\n`);
      expect(done.stderr).toContain(`plumbline-load ${workload} --help`);
    }
  });
});
