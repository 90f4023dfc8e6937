/** What goes wrong: the error names the cause, the place and the remedy, and the exit code is that of PROTOCOL.md. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { backendsAtWork, terminate } from "./support/backends.ts";
import { later } from "./support/later.ts";
import { type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { startWireServer, type WireScript, type WireServer } from "./support/wire-server.ts";

describe("the command line", () => {
  it.each([
    [["--thread=4", "oltp_read_only", "run"], /thread\b.*|--thread/, /--threads/],
    [["oltp_read_onli", "run"], /oltp_read_onli/, /oltp_read_only/],
    [["oltp_point", "run"], /oltp_point/, /did you mean oltp_point_select\?/],
    [["oltp_read_o", "run"], /oltp_read_o/, /did you mean oltp_read_only\?/],
    [["--point-s=4", "oltp_read_only", "run"], /--point-s/, /did you mean --point-selects\?/],
    [["oltp_read_only", "cl"], /cl/, /did you mean cleanup\?/],
    [["oltp_read_only", "rum"], /rum/, /run/],
    [["--threads=0", "oltp_read_only", "run"], /threads/, /1/],
    [["--rand-type=gauss", "oltp_read_only", "run"], /rand-type/, /gaussian/],
    [["--rand-pareto-h=1", "oltp_read_only", "run"], /rand-pareto-h/, /1/],
    [["--dialect=oracle", "oltp_read_only", "run"], /dialect/, /postgres/],
    [["run"], /workload/, /./],
  ])("refuses %j with the place and the remedy", async (args, place, remedy) => {
    const done = await runLoad(args);
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(place);
    expect(done.stderr).toMatch(remedy);
    expect(done.stdout).not.toContain("SQL statistics");
  });

  it.each([
    [["--pgsql-url=postgres://user:topsecret@127.0.0.1:1/db"], 3],
    [["--pgsql-url=host=127.0.0.1 port=1 password=topsecret"], 3],
    [["--pgsql-url=postgres://user:topsecret@127.0.0.1:none/db"], 2],
    [["--pgsql-url=postgres://user:top/secret@127.0.0.1:1/db"], 2],
    [["--pgsql-password=topsecret", "--pgsql-host=127.0.0.1", "--pgsql-port=1"], 3],
    [["--pgsql-host=127.0.0.1", "--pgsql-port=1", "--against=postgres://user:topsecret@127.0.0.1:1/db"], 3],
    [["--pgsql-passwort=topsecret"], 2],
    [["--pgsql-url=postgres://user:50%topsecret@127.0.0.1:1/db"], 2],
    [["--pgsql-url=postgres://user:a@topsecret@127.0.0.1:1/db"], 2],
    [["--against=postgres://user:topsecret@b@127.0.0.1:1/db", "--time=1"], 2],
    [["--pgsql-url=host=127.0.0.1 port=1 password=my topsecret"], 2],
    [["--pgsql-url=host=127.0.0.1 port=1 password='my' topsecret' dbname=d"], 2],
    [["--pgsql-url=postgres://127.0.0.1:1/db?password=a&topsecret"], 2],
  ])("never prints the password of %j", async (args, code) => {
    const done = await runLoad([...args, "--output=ndjson", "oltp_read_only", "run"]);
    expect(done.code).toBe(code);
    expect(done.stdout + done.stderr).not.toMatch(/top\/?secret|\btop\b/);
  });

  it.each([
    ["--pgsql-sslmode=foo", {}, /--pgsql-sslmode=foo: must be disable, allow, prefer, /],
    ["--pgsql-sslmode=requir", {}, /did you mean --pgsql-sslmode=require\?/],
    ["--pgsql-url=postgres://127.0.0.1/db", { PGSSLMODE: "foo" }, /PGSSLMODE=foo: must be disable, allow, /],
    [
      "--pgsql-url=postgres://127.0.0.1/db",
      { PGPORT: "6101:6" },
      /PGPORT=6101:6: must be .* from 1 to 65535/,
    ],
  ])("refuses %s with %j before it connects", async (option, env, message) => {
    const done = await runLoad([option, "oltp_read_only", "run"], { env });
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(message);
  });

  it.each([
    ["postgres://user:50%topsecret@h/db", "postgres://user:***@h/db: invalid percent-encoded token: ..."],
    ["postgres://user:a@topsecret@h/db", "postgres://user:***@h/db: the name of a host cannot hold an @"],
    ["postgres://h:6101:6/db", "postgres://h:6101:6/db: a port must be a number from 1 to 65535"],
    ["host=a,b port=1,none", "host=a,b port=1,none: a port must be a number from 1 to 65535"],
    ["postgres://h/db?sslmode=foo", "postgres://h/db?sslmode=foo: sslmode must be disable, allow, prefer, "],
    ["host=h password=my topsecret", "host=h password=***: missing ... in connection info string"],
  ])("says what is wrong with %s, and how a password is written", async (given, told) => {
    const done = await runLoad([`--pgsql-url=${given}`, "oltp_read_only", "run"]);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(`--pgsql-url=${told}`);
    expect(done.stderr).toMatch(/%25 and %40.*key='a value'/);
  });
});

/** The fatal error of a run, which must be told in the stream, to people, and by the summary. */
function fatal(done: LoadResult) {
  const error = done.linesOf("error").find((line) => line["fatal"]);
  if (!error) throw new Error(`no fatal error in:\n${done.stdout}\n${done.stderr}`);
  expect(done.lines.at(-1)).toMatchObject({ type: "summary", exit_code: done.code });
  return error;
}

describe("a real server", () => {
  let postgres: Postgres;
  let url: string;

  beforeAll(async () => {
    postgres = await startPostgres({ password: "right" });
    url = await postgres.createDatabase("failures");
    await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "oltp_read_write", "prepare"]);
  });

  afterAll(() => postgres?.stop());

  const run = (to: string, ...args: string[]) =>
    runLoad([
      `--pgsql-url=${to}`,
      "--output=ndjson",
      "--table-size=1000",
      "--time=10",
      ...args,
      "oltp_point_select",
      "run",
    ]);

  it("refuses a wrong password", async () => {
    const wrong = new URL(url);
    wrong.password = "wrong";
    const done = await run(wrong.href);
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({
      code: "target",
      target: 0,
      hint: expect.stringMatching(/PGPASSWORD/),
    });
  });

  it("is not there", async () => {
    const done = await run("postgres://postgres@127.0.0.1:1/db");
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({ code: "target", message: expect.stringContaining("127.0.0.1:1") });
  });

  it("has no such database", async () => {
    const none = new URL(url);
    none.pathname = "/nowhere";
    const done = await run(none.href);
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({
      message: expect.stringContaining("nowhere"),
      hint: expect.stringContaining("createdb"),
    });
  });

  it("has no tables", async () => {
    const done = await run(await postgres.createDatabase("empty"));
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({ sqlstate: "42P01", hint: expect.stringContaining("prepare") });
  });

  it("has fewer connections than were asked for", async () => {
    const done = await run(url, "--threads=200");
    expect(done.code).toBe(3);
    expect(fatal(done)["hint"]).toMatch(/max_connections/);
  });

  it("has rows that are not those of prepare", async () => {
    const broken = await postgres.createDatabase("broken");
    await runLoad([`--pgsql-url=${broken}`, "--table-size=100", "oltp_read_write", "prepare"]);
    const client = new pg.Client({ connectionString: broken });
    await client.connect();
    await client.query("ALTER TABLE sbtest1 ADD CHECK (id < 0) NOT VALID");
    await client.end();
    const done = await runLoad([
      `--pgsql-url=${broken}`,
      "--output=ndjson",
      "--table-size=100",
      "--time=10",
      "oltp_update_index",
      "run",
    ]);
    expect(done.code).toBe(4);
    expect(fatal(done)).toMatchObject({ code: "workload", sqlstate: "23514" });
  });

  it("ends a backend in mid-run", async () => {
    const done = await runLoad(
      [
        `--pgsql-url=${url}`,
        "--output=ndjson",
        "--table-size=1000",
        "--threads=4",
        "--time=600",
        "--report-interval=0.2",
        "oltp_point_select",
        "run",
      ],
      {
        on: { measure: () => later(0, async () => terminate(url, await backendsAtWork(url, 4))) },
      },
    );
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({ code: "target", sqlstate: "57P01", target: 0 });
    const { started, done: ended, failed, abandoned } = done.line("summary")["accounting"];
    expect(started).toBe(ended + failed + abandoned);
    expect(ended).toBeGreaterThan(0);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("is left on %s with what was measured", async (signal) => {
    const done = await runLoad(
      [
        `--pgsql-url=${url}`,
        "--output=ndjson",
        "--table-size=1000",
        "--threads=4",
        "--time=600",
        "oltp_point_select",
        "run",
      ],
      {
        on: {
          measure: (child) => later(0, () => backendsAtWork(url, 4).then(() => child.kill(signal))),
        },
      },
    );
    expect(done.code).toBe(130);
    expect(done.line("summary")).toMatchObject({ exit_code: 130, interrupted: true });
    expect(done.line("block")["events"]).toBeGreaterThan(0);
    const { started, done: ended, failed, abandoned } = done.line("summary")["accounting"];
    expect(started).toBe(ended + failed + abandoned);
  });
});

describe("a server that misbehaves", () => {
  let server: WireServer | undefined;

  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  const run = async (script: WireScript, ...args: string[]) => {
    server = await startWireServer(script);
    return runLoad([
      `--pgsql-url=postgres://user@127.0.0.1:${server.port}/db`,
      "--output=ndjson",
      "--time=0",
      "--events=50",
      ...args,
      "oltp_point_select",
      "run",
    ]);
  };

  /** Only what the workload sends, not what is asked before. */
  const nthSelect = (n: number, reaction: ReturnType<NonNullable<WireScript["execute"]>>) => {
    let selects = 0;
    return (_: number, sql: string) =>
      sql.startsWith("SELECT c") && ++selects === n ? reaction : ({ kind: "answer" } as const);
  };

  it("works when it behaves", async () => {
    const done = await run({});
    expect(done.stderr).toBe("");
    expect(done.code).toBe(0);
    expect(done.line("block")["queries"]).toEqual({ read: 50, write: 0, other: 0 });
  });

  it("may send its answers in pieces", async () => {
    const done = await run({ pieceBytes: 7 }, "--threads=3");
    expect(done.code).toBe(0);
    expect(done.line("block")["events"]).toBe(50);
  });

  it("may send notices in the middle", async () => {
    const done = await run({ execute: () => ({ kind: "notice", message: "have a nice day" }) });
    expect(done.code).toBe(0);
    expect(done.line("block")["events"]).toBe(50);
  });

  it("may be slow to log in", async () => {
    const done = await run({ login: () => ({ kind: "delay", ms: 400 }) });
    expect(done.code).toBe(0);
    // Waiting for the login is not measured.
    expect(done.line("block")["latency"].max_ns).toBeLessThan(done.line("summary")["elapsed_ns"]);
  });

  it("never lets anybody in", async () => {
    const done = await run({ login: () => ({ kind: "delay", ms: 60_000 }) }, "--thread-init-timeout=0.5");
    expect(done.code).toBe(3);
    expect(fatal(done)["message"]).toMatch(/after 0.5 s/);
  });

  it("closes at the login", async () => {
    const done = await run({ login: () => ({ kind: "close" }) });
    expect(done.code).toBe(3);
    expect(fatal(done)["code"]).toBe("target");
  });

  it("has too many connections from the third on", async () => {
    const full = { kind: "fatal", sqlstate: "53300", message: "sorry, too many clients already" } as const;
    const done = await run(
      { login: (connection) => (connection > 2 ? full : { kind: "answer" }) },
      "--threads=4",
    );
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({
      message: expect.stringContaining("too many clients"),
      hint: expect.stringContaining("--threads"),
    });
  });

  it.each([
    ["closes without a word", { kind: "close" }],
    ["ends in the middle of an answer", { kind: "truncate" }],
  ] as const)("%s", async (_, reaction) => {
    const done = await run({ execute: nthSelect(20, reaction) });
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({ code: "target", sqlstate: expect.stringMatching(/^08/) });
    expect(done.line("summary")["accounting"]).toMatchObject({ done: 19 });
  });

  it("says goodbye with a reason", async () => {
    const goodbye = {
      kind: "fatal",
      sqlstate: "57P01",
      message: "terminating connection due to administrator command",
    } as const;
    const done = await run({ execute: nthSelect(20, goodbye) });
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({
      sqlstate: "57P01",
      message: expect.stringContaining("administrator command"),
    });
  });

  it("answers with an error that is not to be retried", async () => {
    const done = await run({
      execute: nthSelect(20, { kind: "error", sqlstate: "22012", message: "division by zero" }),
    });
    expect(done.code).toBe(4);
    expect(fatal(done)).toMatchObject({
      code: "workload",
      sqlstate: "22012",
      message: expect.stringContaining("division by zero"),
    });
  });

  it("never answers: --forced-shutdown leaves the event and tells what was measured", async () => {
    const silent = { kind: "silence" } as const;
    const server = await startWireServer({ execute: nthSelect(20, silent) });
    const done = await runLoad([
      `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
      "--output=ndjson",
      "--time=0.5",
      "--forced-shutdown=20%",
      "oltp_point_select",
      "run",
    ]);
    await server.stop();
    expect(done.code).toBe(3);
    expect(fatal(done)).toMatchObject({
      code: "target",
      message: expect.stringContaining("still in flight 0.1 s after --time"),
      hint: expect.stringContaining("--forced-shutdown=20%"),
    });
    expect(done.line("block")["events"]).toBe(19);
    expect(done.line("summary")["accounting"]).toMatchObject({ started: 20, done: 19, abandoned: 1 });
  });

  it.each([
    ["--forced-shutdown=off", "waiting for them (--forced-shutdown limits that)"],
    ["--forced-shutdown=600", "waiting for them until --forced-shutdown=600 ends the run, in 59"],
  ])("never answers: with %s it is said what is waited for", async (option, words) => {
    const server = await startWireServer({ execute: nthSelect(20, { kind: "silence" }) });
    const done = await runLoad(
      [
        `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
        "--time=0.5",
        option,
        "oltp_point_select",
        "run",
      ],
      {
        onStart: (child) =>
          child.stderr!.on("data", (told) => {
            if (String(told).includes("waiting for")) child.kill("SIGINT");
          }),
      },
    );
    await server.stop();
    expect(done.code).toBe(130);
    expect(done.stderr).toMatch(/^plumbline-load: events are still in flight [\d.]+ s after --time; /);
    expect(done.stderr).toContain(words);
  });

  it("answers with a retryable error: the event is tried again", async () => {
    const conflict = { kind: "error", sqlstate: "40001", message: "could not serialize access" } as const;
    const done = await run({ execute: nthSelect(20, conflict) });
    expect(done.code).toBe(0);
    const block = done.line("block");
    expect(block).toMatchObject({
      events: 50,
      retries: 1,
      failures: { events: 0, by_sqlstate: { "40001": 1 } },
    });
    // The failed attempt was sent too, but only the successful one committed.
    expect(block["queries_committed"].read).toBe(50);
    expect(done.linesOf("error")).toMatchObject([{ fatal: false, sqlstate: "40001" }]);
  });

  it.each([
    ["an error without one", "SERROR\0VERROR\0Mno state\0\0", 4, /: no state$/],
    ["an answer that is none", null, 3, /connection 1 to .*: no answer to the statement$/],
  ])("is given no SQLSTATE that it has not sent: %s", async (_, fields, code, message) => {
    const body = Buffer.from(fields ?? "");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(4 + body.length);
    const bytes = fields === null ? Buffer.alloc(0) : Buffer.concat([Buffer.from("E"), length, body]);
    const done = await run({ execute: nthSelect(3, { kind: "bytes", bytes }) });
    expect(done.code).toBe(code);
    expect(done.line("error")["message"]).toMatch(message);
    expect(done.line("error")).not.toHaveProperty("sqlstate");
    expect(done.stderr).not.toContain("SQLSTATE");
    expect(done.line("block")["failures"].by_sqlstate).toEqual({ none: 1 });
  });

  it.each([
    ["23514", "a constraint", 0],
    ["22012", "a division by zero", 0],
    ["P0001", "RAISE", 0],
    ["57014", "a timeout", 0],
    ["42P01", "a table that is not there", 3],
    ["42501", "a right that it has not", 4],
  ])("ends with %s (%s) by code %d under --on-error=values", async (sqlstate, _, code) => {
    const done = await run(
      { execute: nthSelect(3, { kind: "error", sqlstate, message: "no" }) },
      "--on-error=values",
    );
    expect(done.code).toBe(code);
    expect(done.line("block")["failures"].by_sqlstate).toEqual({ [sqlstate]: 1 });
  });

  it("may send SQLSTATEs that are none: lines stay JSON", async () => {
    const sqlstate = '4"\\1';
    const done = await run(
      { execute: nthSelect(3, { kind: "error", sqlstate, message: "what?" }) },
      "--on-error=continue",
    );
    expect(done.code).toBe(0);
    expect(done.line("block")["failures"].by_sqlstate).toEqual({ [sqlstate]: 1 });
  });

  it("ends in time though every attempt fails and --compat tries for ever", async () => {
    const conflict = { kind: "error", sqlstate: "40001", message: "could not serialize access" } as const;
    const execute = (_: number, sql: string) =>
      sql.startsWith("SELECT c") ? conflict : ({ kind: "answer" } as const);
    const done = await run({ execute }, "--compat=sysbench-1.1", "--threads=2", "--events=0", "--time=0.3");
    expect(done.code).toBe(4);
    const block = done.line("block");
    expect(block).toMatchObject({ events: 0, failures: { events: 2 } });
    expect(block["retries"]).toBeGreaterThan(0);
    expect(block["failures"].by_sqlstate).toEqual({ "40001": block["retries"] + 2 });
    expect(done.line("summary")["accounting"]).toEqual({ started: 2, done: 0, failed: 2, abandoned: 0 });
  });

  it.each([
    [
      "says that it has lost what is behind it",
      { kind: "error", sqlstate: "08000", message: "lost" },
      "08000",
    ],
    ["closes without a word", { kind: "close" }, "08006"],
  ] as const)("%s: --compat=risingwave opens it again and prepares again", async (_, reaction, sqlstate) => {
    const preparedOn: number[] = [];
    const done = await run(
      {
        prepare: (_sql, connection) => {
          preparedOn.push(connection);
          return { kind: "answer" };
        },
        execute: nthSelect(20, reaction),
      },
      "--compat=risingwave",
    );
    expect(done.code).toBe(0);
    expect(done.line("block")).toMatchObject({
      events: 49,
      reconnects: 1,
      failures: { events: 1, by_sqlstate: { [sqlstate]: 1 } },
    });
    expect(preparedOn).toEqual([1, 2]);
  });

  it("refuses to prepare what cannot go as text: the remedy is named", async () => {
    const sqlstate = "0A000";
    const prepare = () => ({ kind: "error", sqlstate, message: "unsupported" }) as const;
    const refused = await run({ prepare }, "--pipeline=on");
    expect(refused.code).toBe(4);
    expect(fatal(refused)).toMatchObject({ sqlstate, hint: expect.stringContaining("--db-ps-mode=disable") });
  });

  it("refuses to prepare once, with --prepare=lazy: the next attempt prepares", async () => {
    const prepared: string[] = [];
    const conflict = { kind: "error", sqlstate: "40001", message: "restart transaction" } as const;
    const prepare = (sql: string) => (prepared.push(sql) === 1 ? conflict : ({ kind: "answer" } as const));
    const done = await run({ prepare }, "--prepare=lazy");
    expect(done.code).toBe(0);
    expect(done.line("block")).toMatchObject({
      events: 50,
      retries: 1,
      queries: { read: 50, write: 0, other: 0 },
      failures: { by_sqlstate: { "40001": 1 } },
    });
    expect(prepared).toHaveLength(2);
  });

  it("is out of tries when it always answers with a retryable error", async () => {
    const conflict = { kind: "error", sqlstate: "40001", message: "could not serialize access" } as const;
    const execute = (_: number, sql: string) =>
      sql.startsWith("SELECT c") ? conflict : ({ kind: "answer" } as const);
    const done = await run({ execute }, "--max-tries=3", "--events=5");
    const block = done.line("block");
    expect(block["failures"]).toEqual({ events: 5, by_sqlstate: { "40001": 15 } });
    expect(block["events"]).toBe(0);
    const { started, done: ended, failed, abandoned } = done.line("summary")["accounting"];
    expect({ started, ended, failed, abandoned }).toEqual({ started: 5, ended: 0, failed: 5, abandoned: 0 });
  });
});
