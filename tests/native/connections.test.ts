/** Several hosts, staggered connects, reconnects, losses, lazy prepares, pipelines. */
import { spawnSync } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { settled } from "../support/settled.ts";
import { backendsOf, replaceBackends, terminate } from "./support/backends.ts";
import { later } from "./support/later.ts";
import { startNullServer } from "./support/null-server.ts";
import { type Line, type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { startWireServer, type WireScript } from "./support/wire-server.ts";

let clusters: Postgres[];
let urls: string[];

beforeAll(async () => {
  clusters = await Promise.all([startPostgres(), startPostgres()]);
  urls = await Promise.all(clusters.map((cluster) => cluster.createDatabase("shared")));
  for (const url of urls)
    await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "--tables=2", "oltp_read_write", "prepare"]);
});

afterAll(() => Promise.all((clusters ?? []).map((cluster) => cluster.stop())));

const run = (url: string, workload: string, ...args: string[]) =>
  runLoad([
    `--pgsql-url=${url}`,
    "--output=ndjson",
    "--table-size=1000",
    "--tables=2",
    ...args,
    workload,
    "run",
  ]);

const bothHosts = () => {
  const [a, b] = clusters.map((cluster) => `127.0.0.1:${cluster.port}`);
  return `postgres://postgres@${a},${b}/shared`;
};

function expectTotals(done: LoadResult): void {
  const { started, done: ended, failed, abandoned } = done.line("summary")["accounting"];
  expect(started).toBe(ended + failed + abandoned);
}

describe("several hosts", () => {
  it("get connections in turn, each with its share, latency and errors", async () => {
    const done = await run(bothHosts(), "oltp_point_select", "--threads=5", "--events=1000", "--time=0");
    expect(done.code).toBe(0);
    const { hosts, events } = done.line("block");
    expect(hosts.map((host: Line) => host["host"])).toEqual(clusters.map((c) => `127.0.0.1:${c.port}`));
    expect(hosts.map((host: Line) => host["connections"])).toEqual([3, 2]);
    expect(hosts[0].events + hosts[1].events).toBe(events);
    expect(hosts[0].share + hosts[1].share).toBeCloseTo(1, 4);
    for (const host of hosts) expect(host.latency.count).toBe(host.events);
    for (const cluster of clusters) expect(await callsOn(cluster)).toBeGreaterThan(0);
  });

  it("are left to libpq with --balance=libpq: all on the first that answers", async () => {
    const url = bothHosts().replace("@127.0.0.1", "@127.0.0.1:1,127.0.0.1");
    const done = await run(
      url,
      "oltp_point_select",
      "--threads=3",
      "--events=30",
      "--time=0",
      "--balance=libpq",
    );
    expect(done.code).toBe(0);
    expect(done.line("block")["hosts"].map((host: Line) => host["connections"])).toEqual([0, 3, 0]);
  });

  it("come from --pgsql-host and --pgsql-port too, which has one port for all or one for each", async () => {
    const [a, b] = clusters.map((cluster) => cluster.port);
    const given = (...args: string[]) =>
      runLoad([
        ...args,
        "--pgsql-user=postgres",
        "--pgsql-db=shared",
        "--output=ndjson",
        "--threads=4",
        "--events=100",
        "--time=0",
        "--table-size=1000",
        "oltp_point_select",
        "run",
      ]);
    const each = await given("--pgsql-host=127.0.0.1,localhost", `--pgsql-port=${a},${b}`);
    expect(each.stderr).toBe("");
    expect(each.line("block")["hosts"].map((host: Line) => [host["host"], host["connections"]])).toEqual([
      [`127.0.0.1:${a}`, 2],
      [`localhost:${b}`, 2],
    ]);
    const all = await given("--pgsql-host=127.0.0.1,localhost", `--pgsql-port=${a}`);
    expect(all.line("block")["hosts"].map((host: Line) => host["host"])).toEqual([
      `127.0.0.1:${a}`,
      `localhost:${a}`,
    ]);
    expect(each.line("hello")["options"]["pgsql-port"]).toBe(`${a},${b}`);
    expect(all.line("hello")["options"]["pgsql-port"]).toBe(a);
    const wrong = await given("--pgsql-host=127.0.0.1,localhost,h3", `--pgsql-port=${a},${b}`);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(
      /2 ports are given for 3 hosts[\s\S]*one port for all hosts, or one for each/,
    );
  });

  it("must all be there with round robin: the error names the one that is not", async () => {
    const url = bothHosts().replace("@127.0.0.1", "@127.0.0.1:1,127.0.0.1");
    const done = await run(url, "oltp_point_select", "--threads=3", "--events=30", "--time=0");
    expect(done.code).toBe(3);
    expect(done.line("error")["message"]).toMatch(/connection \d+ to 127\.0\.0\.1:1: .*port 1 failed/);
    expect(done.line("error")["hint"]).toMatch(/listen on 127\.0\.0\.1 port 1\?/);
  });

  it("are named all together where none of them lets a connection in", async () => {
    const url = "postgres://postgres@127.0.0.1:1,127.0.0.1:2/shared";
    const done = await run(url, "oltp_point_select", "--balance=libpq");
    expect(done.line("error")["message"]).toMatch(
      /to 127\.0\.0\.1,127\.0\.0\.1:1,2: .*port 1 failed.*port 2 failed/,
    );
    expect(done.line("error")["hint"]).toMatch(/listen on 127\.0\.0\.1,127\.0\.0\.1 port 1,2\?/);
  });

  describe("with target_session_attrs", () => {
    const script = (isStandby: boolean) => ({
      parameters: { in_hot_standby: isStandby ? "on" : "off", default_transaction_read_only: "off" },
    });
    let servers: Awaited<ReturnType<typeof startWireServer>>[];
    let hosts: string;
    beforeAll(async () => {
      servers = await Promise.all([startWireServer(script(true)), startWireServer(script(false))]);
      hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(",");
    });
    afterAll(() => Promise.all((servers ?? []).map((server) => server.stop())));
    const few = ["oltp_point_select", "--threads=4", "--events=8", "--time=0"] as const;
    const to = (list: string, attrs: string) =>
      run(`postgres://me@${list}/db?sslmode=disable&target_session_attrs=${attrs}`, ...few);
    it.each([
      ["any", [2, 2]],
      ["read-write", [0, 4]],
      ["primary", [0, 4]],
      ["standby", [4, 0]],
      ["read-only", [4, 0]],
      ["prefer-standby", [4, 0]],
    ])("%s are chosen by libpq if it is to choose", async (attrs, connections) => {
      const done = await to(hosts, attrs);
      expect(done.stderr).toBe("");
      expect(done.line("block")["hosts"].map((host: Line) => host["connections"])).toEqual(connections);
    });
    it("are chosen by libpq where PGTARGETSESSIONATTRS says so", async () => {
      const list = servers.map(({ port }) => port).join(",");
      const given = [`--pgsql-port=${list}`, "--pgsql-host=127.0.0.1,127.0.0.1", "--pgsql-sslmode=disable"];
      const env = { PGTARGETSESSIONATTRS: "read-write" };
      const done = await runLoad(["--output=ndjson", ...given, ...few, "run"], { env });
      expect(done.line("block")["hosts"].map((host: Line) => host["connections"])).toEqual([0, 4]);
    });

    it.each([
      ["read-write", 0, /is a standby or read-only.*name the primary/],
      ["primary", 0, /is a standby or read-only.*name the primary/],
      ["standby", 1, /is a primary.*name a standby/],
      ["read-only", 1, /is a primary.*name a standby/],
    ])("%s that none of them fits is no server that is down", async (attrs, which, hint) => {
      const done = await to(`127.0.0.1:${servers[which]!.port}`, attrs);
      expect(done.code).toBe(3);
      expect(done.line("error")["hint"]).toMatch(hint);
    });

    it("of no such name are an error of usage", async () => {
      const done = await to(hosts, "bogus");
      expect(done.code).toBe(2);
      expect(done.stderr).toMatch(
        /--pgsql-url=.*: target_session_attrs must be any, read-write, .* or prefer-standby/,
      );
      const env = { PGTARGETSESSIONATTRS: "bogus" };
      const other = await runLoad([...few, "run"], { env });
      expect(other.code).toBe(2);
      expect(other.stderr).toMatch(/PGTARGETSESSIONATTRS=bogus: must be any, read-write/);
    });
  });

  it("must be one database: where one lacks the tables, it is that which is named", async () => {
    const prepare = () => ({ kind: "error", sqlstate: "42P01", message: "no such table" }) as const;
    const servers = await Promise.all([startWireServer(), startWireServer({ prepare })]);
    const hosts = servers.map((server) => `127.0.0.1:${server.port}`).join(",");
    for (const balance of ["round-robin", "libpq"]) {
      const list = balance === "libpq" ? hosts.split(",").reverse().join(",") : hosts;
      const to = `postgres://me@${list}/db?sslmode=disable`;
      const done = await run(to, "oltp_point_select", "--threads=2", `--balance=${balance}`);
      expect(done.code).toBe(3);
      const { message, hint } = done.line("error");
      expect(message).toContain(` to 127.0.0.1:${servers[1]!.port}: no such table`);
      expect(hint).toMatch(/^all hosts must be one database: this one lacks the tables.*`prepare`/);
    }
    await Promise.all(servers.map((server) => server.stop()));
  });

  it("name the one that refuses a connection", async () => {
    const servers = await Promise.all([
      startWireServer(),
      startWireServer({ login: () => ({ kind: "fatal", sqlstate: "53300", message: "too many clients" }) }),
    ]);
    const hosts = servers.map((server) => `127.0.0.1:${server.port}`).join(",");
    const to = `postgres://me@${hosts}/db?sslmode=disable`;
    const done = await run(to, "oltp_point_select", "--threads=2");
    expect(done.line("error")["message"]).toContain(` to 127.0.0.1:${servers[1]!.port}: `);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it("share the connections of prepare too, in turn", async () => {
    const servers = await Promise.all([startWireServer(), startWireServer()]);
    const hosts = servers.map((server) => `127.0.0.1:${server.port}`).join(",");
    const done = await runLoad([
      `--pgsql-url=postgres://me@${hosts}/db?sslmode=disable`,
      "--threads=5",
      "--tables=5",
      "--table-size=10",
      "--load-method=insert",
      "oltp_read_write",
      "prepare",
    ]);
    expect(done.stderr).toBe("");
    expect(servers.map((server) => server.connections)).toEqual([3, 2]);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it("need not all be there for cleanup: one connection to any of them does", async () => {
    const url = bothHosts().replace("@127.0.0.1", "@127.0.0.1:1,127.0.0.1");
    const done = await runLoad([
      `--pgsql-url=${url}`,
      "--table-size=1000",
      "--tables=2",
      "oltp_read_write",
      "check",
    ]);
    expect(done.stderr).toBe("");
    expect(done.code).toBe(0);
  });

  async function callsOn(cluster: Postgres): Promise<number> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT xact_commit::int AS n FROM pg_stat_database WHERE datname = 'shared'",
    );
    await client.end();
    return rows[0].n;
  }
});

/**
 * A run against a scripted server that lets so many connections in, and to all later ones does as the script says, with a short
 * --thread-init-timeout. A machine may be too slow to be let in at all in the time: then in four times the time.
 * @returns the run that was let in, and its limit in seconds
 */
async function letIn(
  threads: number,
  script: WireScript,
  args: readonly string[],
  limit = 0.5,
): Promise<{ done: LoadResult; limit: number }> {
  const server = await startWireServer({
    ...script,
    login: (connection) => (connection > threads ? script.login!(connection) : { kind: "answer" }),
  });
  const done = await runLoad([
    `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
    "--output=ndjson",
    `--threads=${threads}`,
    ...args,
    `--thread-init-timeout=${limit}`,
    "--time=600",
    "oltp_point_select",
    "run",
  ]);
  await server.stop();
  const isLate = done.stderr.includes(`not ready after ${limit} s`);
  return isLate ? await letIn(threads, script, args, 4 * limit) : { done, limit };
}

describe("connecting", () => {
  it("is staggered by --connect-rate, over all workers", async () => {
    const openedAt: number[] = [];
    const server = await startWireServer({
      login: () => {
        openedAt.push(performance.now());
        return { kind: "answer" };
      },
    });
    const done = await runLoad([
      `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
      "--threads=10",
      "--workers=3",
      "--connect-rate=20",
      "--events=10",
      "--time=0",
      "oltp_point_select",
      "run",
    ]);
    await server.stop();
    expect(done.code).toBe(0);
    openedAt.sort((a, b) => a - b);
    // Ten connections, 50 ms apart. Later is always possible on a busy machine, earlier is not.
    expect(openedAt.at(-1)! - openedAt[0]!).toBeGreaterThan(400);
  });
});

describe("--reconnect", () => {
  it("opens each connection anew after so many events", async () => {
    const done = await run(
      urls[0]!,
      "oltp_point_select",
      "--threads=2",
      "--events=100",
      "--time=0",
      "--reconnect=10",
    );
    expect(done.code).toBe(0);
    const block = done.line("block");
    expect(block["events"]).toBe(100);
    expect(block["reconnects"]).toBeGreaterThanOrEqual(8);
    expect(block["reconnects"]).toBeLessThanOrEqual(10);
    expect(block["failures"].events).toBe(0);
    expectTotals(done);
  });

  it("is in the latency of the event, and in that of no statement", async () => {
    const server = await startWireServer({
      login: (connection) => (connection > 1 ? { kind: "delay", ms: 50 } : { kind: "answer" }),
    });
    const done = await runLoad([
      `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
      "--output=ndjson",
      "--threads=1",
      "--reconnect=1",
      "--events=12",
      "--time=0",
      "oltp_point_select",
      "run",
    ]);
    await server.stop();
    expect(done.code).toBe(0);
    const { latency, statements } = done.line("block");
    expect(statements[0]).toMatchObject({ name: "point_select", count: 12 });
    expect(statements[0].latency.percentiles_ns["50"]).toBeLessThan(latency.percentiles_ns["50"] / 4);
  });

  it.each(["--reconnect-on-loss=off", "--reconnect-on-loss=on"])(
    "waits no longer than --thread-init-timeout for a server that accepts and stays silent, with %s",
    async (onLoss) => {
      const silent = { kind: "silence" } as const;
      const { done, limit } = await letIn(2, { login: () => silent }, [
        "--workers=1",
        "--reconnect=5",
        onLoss,
      ]);
      expect(done.code).toBe(3);
      expect(done.linesOf("error").at(-1)).toMatchObject({
        code: "target",
        sqlstate: "08001",
        message: expect.stringContaining(
          `closed for --reconnect and could not be opened again in ${limit} s`,
        ),
        hint: expect.stringContaining("--thread-init-timeout"),
      });
      const block = done.line("block");
      expect(block["downtime_ns"]).toBeGreaterThanOrEqual(limit * 1e9);
      expect(block["failures"].by_sqlstate).toMatchObject({ "08001": expect.any(Number) });
      expectTotals(done);
    },
  );
});

describe("a connection that is lost", () => {
  it.each([1, 4, 32])("is opened again with --reconnect-on-loss: %d connections", async (threads) => {
    const lose = () => later(0, async () => terminate(urls[0]!, await backendsOf(urls[0]!, threads)));
    const done = await settled(
      (attempt) =>
        runLoad(
          [
            `--pgsql-url=${urls[0]}`,
            "--output=ndjson",
            "--table-size=1000",
            "--tables=2",
            `--threads=${threads}`,
            "--reconnect-on-loss=on",
            `--time=${1.5 * 4 ** (attempt - 1)}`,
            "oltp_read_write",
            "run",
          ],
          { on: { measure: lose } },
        ),
      (found) => found.line("block")["reconnects"] === threads,
    );
    expect(done.code).toBe(0);
    const block = done.line("block");
    expect(block["reconnects"]).toBe(threads);
    expect(block["downtime_ns"]).toBeGreaterThan(0);
    expect(block["failures"].by_sqlstate["57P01"]).toBeGreaterThan(0);
    expect(block["failures"].events).toBe(done.line("summary")["accounting"].failed);
    expect(done.line("summary")["warnings"].map((warning: Line) => warning["code"])).toContain(
      "connections-lost",
    );
    expectTotals(done);
  });

  it("is waited for no longer than --thread-init-timeout", async () => {
    const script: WireScript = {
      login: () => ({ kind: "close" }),
      execute: (count, sql) =>
        sql.startsWith("SELECT c") && count > 20 ? { kind: "close" } : { kind: "answer" },
    };
    const { done } = await letIn(2, script, ["--reconnect-on-loss=on"]);
    expect(done.code).toBe(3);
    expect(done.linesOf("error").at(-1)).toMatchObject({ code: "target" });
    expectTotals(done);
  });

  it("and not back when the time is over fails the run, whose throughput has the time without it", async () => {
    const script: WireScript = {
      login: (connection) => (connection > 2 ? { kind: "close" } : { kind: "answer" }),
      execute: (count, sql) =>
        sql.startsWith("SELECT c") && count > 2 ? { kind: "close" } : { kind: "answer" },
    };
    const server = await startWireServer(script);
    const done = await runLoad([
      `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
      "--output=ndjson",
      "--threads=2",
      "--reconnect-on-loss=on",
      "--time=1",
      "oltp_point_select",
      "run",
    ]);
    await server.stop();
    expect(done.code).toBe(3);
    expect(done.linesOf("error").at(-1)).toMatchObject({
      code: "target",
      sqlstate: "08001",
      target: 0,
      message: expect.stringContaining("was down when the run ended: all of its 2 connections were lost"),
    });
    const block = done.line("block");
    expect(block["duration_ns"]).toBeGreaterThanOrEqual(1e9);
    expect(block["rest_ns"]).toBeLessThan(block["duration_ns"] / 10);
    expect(block["in_flight_mean"]).toBeLessThan(2);
    expectTotals(done);
  });

  it("works in an open loop too: the planned starts wait for it", async () => {
    const done = await runLoad(
      [
        `--pgsql-url=${urls[0]}`,
        "--output=ndjson",
        "--table-size=1000",
        "--threads=4",
        "--rate=200",
        "--reconnect-on-loss=on",
        "--time=600",
        "oltp_point_select",
        "run",
      ],
      {
        on: {
          measure: (child) => later(0, () => replaceBackends(urls[0]!, 4).then(() => child.kill("SIGINT"))),
        },
      },
    );
    expect(done.code).toBe(130);
    const block = done.line("block");
    expect(block["reconnects"]).toBe(4);
    expect(block["events"] + block["failures"].events + block["unstarted"]).toBe(block["offered"]);
    expectTotals(done);
  });
});

describe("statements", () => {
  it("are prepared when first used with --prepare=lazy", async () => {
    const server = await startWireServer();
    const args = ["--events=40", "--time=0", "--tables=50", "oltp_read_write", "run"];
    const target = `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`;
    const lazy = await runLoad([target, "--output=ndjson", "--prepare=lazy", ...args]);
    await server.stop();
    expect(lazy.code).toBe(0);
    expect(lazy.line("block")["events"]).toBe(40);
    expect(lazy.line("block")["queries"]).toEqual({ read: 560, write: 160, other: 80 });
  });

  it("are prepared again with --prepare=lazy after a PREPARE that failed and may pass", async () => {
    const client = new pg.Client({ connectionString: urls[0] });
    await client.connect();
    await client.query("BEGIN; LOCK TABLE sbtest1");
    const done = await runLoad(
      [
        `--pgsql-url=${urls[0]}`,
        "--output=ndjson",
        "--table-size=1000",
        "--threads=2",
        "--prepare=lazy",
        "--retry=55P03",
        "--max-tries=1000",
        "--events=40",
        "--time=0",
        "oltp_read_only",
        "run",
      ],
      {
        env: { PGOPTIONS: "-c lock_timeout=20ms" },
        on: { measure: () => later(500, () => client.query("COMMIT")) },
      },
    );
    await client.end();
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
    const block = done.line("block");
    expect(block).toMatchObject({
      events: 40,
      queries_committed: { read: 560, write: 0, other: 80 },
      failures: { events: 0 },
    });
    expect(block["failures"].by_sqlstate["55P03"]).toBeGreaterThan(0);
  });

  it("go in one pipeline with --pipeline, with the same counts", async () => {
    const done = await run(
      urls[0]!,
      "oltp_read_write",
      "--threads=3",
      "--events=100",
      "--time=0",
      "--pipeline",
    );
    expect(done.code).toBe(0);
    const block = done.line("block");
    expect(block["events"]).toBe(100);
    const { read, write, other } = block["queries_committed"];
    expect(read + write + other).toBe(2000);
    expect(block["statements"].every((statement: Line) => statement["latency"] === undefined)).toBe(true);
    const byName = new Map(
      block["statements"].map((statement: Line) => [statement["name"], statement["count"]]),
    );
    expect([byName.get("begin"), byName.get("commit")]).toEqual([100 + block["retries"], 100]);
  });

  it("are tried again from a pipeline that failed in the middle", async () => {
    let updates = 0;
    const server = await startWireServer({
      execute: (_, sql) =>
        sql.startsWith("UPDATE") && ++updates === 7
          ? { kind: "error", sqlstate: "40001", message: "could not serialize access" }
          : { kind: "answer" },
    });
    const target = `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`;
    const args = ["--output=ndjson", "--pipeline", "--events=10", "--time=0", "oltp_write_only", "run"];
    const done = await runLoad([target, ...args]);
    await server.stop();
    expect(done.code).toBe(0);
    expect(done.line("block")).toMatchObject({
      events: 10,
      retries: 1,
      failures: { by_sqlstate: { "40001": 1 } },
    });
  });

  it.each([["--prepare=lazy"], ["--db-ps-mode=disable"]])("cannot be pipelined with %s", async (option) => {
    const done = await run(urls[0]!, "oltp_read_write", "--pipeline", option);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(option);
  });
});

describe("ten thousand connections", () => {
  const LIMIT = 10_000;
  const files = Number(
    spawnSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).stdout.replace("unlimited", "1e9"),
  );

  it.skipIf(files < LIMIT + 1_000)(
    `are opened and used (skipped where a process may have fewer than ${LIMIT + 1_000} files)`,
    async () => {
      const server = await startNullServer();
      const done = await runLoad([
        `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable&gssencmode=disable`,
        "--output=ndjson",
        `--threads=${LIMIT}`,
        "--thread-init-timeout=100",
        `--events=${2 * LIMIT}`,
        "--time=0",
        "oltp_point_select",
        "run",
      ]);
      server.stop();
      expect(done.stderr).toBe("");
      const block = done.line("block");
      expect(block).toMatchObject({ connections: LIMIT, events: 2 * LIMIT, failures: { events: 0 } });
      expect(block["hosts"]).toMatchObject([{ connections: LIMIT }]);
      expectTotals(done);
    },
  );
});
