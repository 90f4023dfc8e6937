/** Trouble in the middle of a run, at several numbers of connections: no crash, no hang, and totals that add up. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { settled } from "../support/settled.ts";
import { backendsOf, stall, stop, terminate } from "./support/backends.ts";
import { type Line, type LoadResult, plumblineLoad, runLoad } from "./support/plumbline-load.ts";
import { type Reaction, startWireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("trouble");
  await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "oltp_read_write", "prepare"]);
});

afterAll(() => postgres?.stop());

function expectWhole(done: LoadResult): Line {
  // A number, not a signal: it has not crashed.
  expect(typeof done.code).toBe("number");
  const summary = done.line("summary");
  const { started, done: ended, failed, abandoned } = summary["accounting"];
  expect(started).toBe(ended + failed + abandoned);
  expect(done.line("block")["events"]).toBe(done.line("block")["latency"].count);
  return summary;
}

/** Begins with what is to happen once it is measured; a run that is ended by it has a minute, however slow the machine is. */
const run = (to: string, threads: number, react: (child: ChildProcess) => unknown, ...args: string[]) =>
  runLoad(
    [
      `--pgsql-url=${to}`,
      "--output=ndjson",
      "--table-size=1000",
      `--threads=${threads}`,
      "--time=60",
      ...args,
      "oltp_read_write",
      "run",
    ],
    { on: { measure: (child) => void setTimeout(react, 300, child) } },
  );

/** None of its threads runs, or would if it had a processor. */
function isAsleep(pid: number): boolean {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.every((task) => /\) S /.test(readFileSync(`/proc/${pid}/task/${task}/stat`, "latin1")));
}

describe.each([1, 8, 64])("%d connections", (threads) => {
  it("whose backends are ended: the run ends and says why", async () => {
    const done = await run(url, threads, async () => terminate(url, await backendsOf(url, threads)));
    expect(done.code).toBe(3);
    // There may be conflicts too, which are not fatal.
    expect(done.linesOf("error").filter((error) => error["fatal"])).toMatchObject([{ sqlstate: "57P01" }]);
    expectWhole(done);
  });

  it("whose backends are killed without a word: all of them are lost, and opened again", async () => {
    const kill = async (child: ChildProcess) => {
      // PostgreSQL answers the kill of one backend with a restart of all.
      const old = await backendsOf(url, threads);
      process.kill(old[0]!, "SIGKILL");
      await backendsOf(url, threads, old);
      child.kill("SIGINT");
    };
    const done = await run(url, threads, kill, "--reconnect-on-loss=on", "--time=600");
    expect(done.code).toBe(130);
    expectWhole(done);
    expect(done.line("block")["reconnects"]).toBeGreaterThanOrEqual(threads);
  });

  it("whose backends stall: the events in flight take that long", async () => {
    const stallThenEnd = async (child: ChildProcess) => {
      await stall(await backendsOf(url, threads), 300);
      child.kill("SIGINT");
    };
    const done = await run(url, threads, stallThenEnd);
    expect(done.code).toBe(130);
    expectWhole(done);
    expect(done.line("block")["latency"].max_ns).toBeGreaterThan(290e6);
  });

  it("that are interrupted while the server is stalled: abandoned, and counted", async () => {
    let release = () => {};
    let asking: NodeJS.Timeout | undefined;
    const stopAndInterrupt = async (child: ChildProcess) => {
      release = stop(await backendsOf(url, threads));
      // What was answered before is taken note of: from here on each connection waits.
      while (!isAsleep(child.pid!)) await sleep(20);
      // From the second signal on nothing is waited for.
      asking = setInterval(() => child.kill("SIGINT"), 200);
    };
    const done = await run(url, threads, stopAndInterrupt);
    clearInterval(asking);
    release();
    expect(done.code).toBe(130);
    expectWhole(done);
    expect(done.line("summary")["accounting"].abandoned).toBe(threads);
  });

  it("to a server that refuses new ones: a lost connection is not got back", async () => {
    const attempt = async (limitSeconds: number) => {
      let open = 0;
      let closed = 0;
      const server = await startWireServer({
        login: () =>
          ++open > threads
            ? { kind: "fatal", sqlstate: "57P03", message: "shutting down" }
            : { kind: "answer" },
        execute: (count, sql) =>
          sql.startsWith("SELECT c") && count > 50 * threads && closed++ === 0
            ? { kind: "close" }
            : { kind: "answer" },
      });
      const to = `postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`;
      const limit = ["--reconnect-on-loss=on", `--thread-init-timeout=${limitSeconds}`];
      const found = await run(to, threads, () => undefined, ...limit);
      await server.stop();
      return found;
    };
    // A busy machine may not even have let all of them in at the beginning.
    const done = await settled(
      (number) => attempt(0.7 * 4 ** (number - 1)),
      (found) => found.linesOf("block").length === 1,
    );
    expect(done.code).toBe(3);
    expectWhole(done);
  });
});

describe("a server that breaks the protocol", () => {
  const nth = (n: number, reaction: Reaction) => {
    let selects = 0;
    return (_: number, sql: string): Reaction =>
      sql.startsWith("SELECT c") && ++selects === n ? reaction : { kind: "answer" };
  };
  const packet = (type: string, length: number, body: Buffer) => {
    const head = Buffer.from(`${type}\0\0\0\0`);
    head.writeUInt32BE(length, 1);
    return Buffer.concat([head, body]);
  };
  const against = async (reaction: Reaction, ...args: string[]) => {
    const server = await startWireServer({ execute: nth(20, reaction) });
    const done = await runLoad([
      `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
      "--output=ndjson",
      "--threads=3",
      "--time=0",
      "--events=60",
      ...args,
      "oltp_point_select",
      "run",
    ]);
    await server.stop();
    return done;
  };

  it.each([
    ["an unknown type of message", packet("?", 4, Buffer.alloc(0))],
    ["a length that is no length", packet("D", 0, Buffer.alloc(0))],
    ["a row of more columns than were described", packet("D", 6, Buffer.from([0, 9]))],
    ["noise", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ])("with %s is an error of the server", async (_, bytes) => {
    const done = await against({ kind: "bytes", bytes });
    expect(done.code).toBe(3);
    const error = done.line("error");
    expect(error["fatal"]).toBe(true);
    // What libpq does not understand has no SQLSTATE, a connection that it gives up has 08006.
    expect(error["sqlstate"] ?? "08006").toMatch(/^08/);
    expectWhole(done);
  });

  it("may stop in the middle of a message and go on", async () => {
    const done = await against({ kind: "hesitate", ms: 150 });
    expect(done.code).toBe(0);
    expect(done.line("block")["events"]).toBe(60);
    expect(done.line("block")["latency"].max_ns).toBeGreaterThan(140e6);
  });

  it("may close in the middle, where connections are opened again", async () => {
    const done = await against({ kind: "truncate" }, "--threads=1", "--reconnect-on-loss=on");
    expect(done.code).toBe(0);
    expect(done.line("block")).toMatchObject({ events: 59, reconnects: 1, failures: { events: 1 } });
    expectWhole(done);
  });
});

describe("a machine that is out of", () => {
  const limited = (limit: string, ...args: string[]) =>
    spawnSync("sh", ["-c", `${limit}; exec "$@"`, "sh", plumblineLoad, `--pgsql-url=${url}`, ...args], {
      encoding: "utf8",
    });

  it("file descriptors: says how many it needs", () => {
    const done = limited("ulimit -n 40", "--threads=200", "--time=1", "oltp_point_select", "run");
    expect(done.status).toBe(5);
    expect(done.stderr).toMatch(/200 connections need \d+ open files, the limit is 40/);
    expect(done.stderr).toContain("ulimit -n");
  });

  it("file descriptors, as far as the soft limit goes: raises it for the workers' own too", async () => {
    const server = await startWireServer();
    const target = `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`;
    const load = ["--threads=1000", "--workers=64", "--events=1000", "--time=0", "oltp_point_select", "run"];
    const child = spawn("prlimit", ["--nofile=1024:4096", plumblineLoad, target, ...load], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
    await server.stop();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  // A sanitizer's build needs more than that for itself.
  it.skipIf(process.env["PLUMBLINE_LOAD"])("memory: says so, and does not crash", () => {
    const done = limited(
      "ulimit -v 60000",
      "--threads=2000",
      "--workers=200",
      "--time=1",
      "oltp_read_write",
      "run",
    );
    expect(done.status).toBe(5);
    expect(done.stderr).toMatch(/out of memory|cannot be started|no file descriptor/);
  });
});
