/** --rate: events start when they are planned; what a user waited counts from there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { backendsOf, stall } from "./support/backends.ts";
import { type Line, type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("open_loop");
  await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "oltp_point_select", "prepare"]);
});

afterAll(() => postgres?.stop());

const arguments_ = (...args: string[]) => [
  `--pgsql-url=${url}`,
  "--output=ndjson",
  "--table-size=1000",
  "--threads=4",
  "--rand-seed=5",
  ...args,
  "oltp_point_select",
  "run",
];
const run = (...args: string[]) => runLoad(arguments_(...args));

/** started = done + failed + abandoned, and in an open loop: planned = started + never begun (without warm-up). */
function expectTotals(done: LoadResult): void {
  const { started, done: ended, failed, abandoned } = done.line("summary")["accounting"];
  expect(started).toBe(ended + failed + abandoned);
}

describe("a plan that the server keeps up with", () => {
  it.each(["poisson", "fixed"])("offers what --rate says with --arrivals=%s", async (arrivals) => {
    const done = await run("--rate=500", `--arrivals=${arrivals}`, "--time=2");
    expect(done.code).toBe(0);
    const block = done.line("block");
    // 1,000 starts; five standard errors of a Poisson count.
    expect(Math.abs(block["offered"] - 1000)).toBeLessThan(arrivals === "fixed" ? 2 : 160);
    expect(block["events"] + block["unstarted"]).toBe(block["offered"]);
    expect(block["offered_per_s"]).toBeCloseTo(block["offered"] / 2, 0);
    expect(block["service"].count).toBe(block["events"]);
    expect(block["lateness"].count).toBe(block["events"]);
    expect(block["punctual"].sum_ns).toBe(block["latency"].sum_ns - block["lateness"].sum_ns);
    expectTotals(done);
  });

  it("plans the same starts for the same seed", async () => {
    const offered = async () => (await run("--rate=300", "--time=1")).line("block")["offered"];
    expect(await offered()).toBe(await offered());
  });

  it("counts latency from the planned start, so that it is never below the service time", async () => {
    const block = (await run("--rate=1000", "--time=1")).line("block");
    expect(block["latency"].sum_ns).toBeGreaterThanOrEqual(block["service"].sum_ns);
    expect(block["latency"].max_ns).toBeGreaterThanOrEqual(block["service"].max_ns);
  });

  it("ends with --events too", async () => {
    const done = await run("--rate=2000", "--events=300", "--time=0");
    expect(done.line("block")).toMatchObject({ events: 300, offered: 300, unstarted: 0 });
  });

  it("gives both servers of --against their own arrivals in each slice", async () => {
    const done = await run("--rate=400", "--arrivals=fixed", `--against=${url}`, "--time=2", "--slice=50ms");
    const blocks = done.linesOf("block");
    // A second each, in slices that begin at any phase of the plan.
    for (const block of blocks) expect(Math.abs(block["offered"] - 400)).toBeLessThan(60);
    for (const block of blocks) expect(block["events"] + block["unstarted"]).toBe(block["offered"]);
  });
});

describe("a plan that no server could keep up with", () => {
  it("counts the backlog and says so, and begins nothing of it twice", async () => {
    const server = await startWireServer({
      execute: (_, sql) => (sql.startsWith("SELECT c") ? { kind: "delay", ms: 20 } : { kind: "answer" }),
    });
    try {
      const done = await runLoad([
        `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db`,
        "--output=ndjson",
        "--threads=2",
        "--rate=1000",
        "--time=1",
        "--warmup-time=0.5",
        "oltp_point_select",
        "run",
      ]);
      expect(done.code).toBe(0);
      const block = done.line("block");
      expect(block["not_sustained"]).toBe(true);
      expect(block["unstarted"]).toBeGreaterThan(500);
      expect(block["backlog_max"]).toBeGreaterThanOrEqual(block["backlog_end"]);
      expect(block["achieved_per_s"]).toBeLessThan(block["offered_per_s"] / 4);
      expect(block["events"] + block["unstarted"]).toBe(block["offered"]);
      // The queue is in the latency, not in the service time.
      expect(block["latency"].percentiles_ns["50"]).toBeGreaterThan(
        5 * block["service"].percentiles_ns["50"],
      );
      // The warm-up's backlog is not the measurement's: the first measured event does not wait for it.
      expect(block["latency"].min_ns).toBeLessThan(300e6);
      expect(codes(done)).toContain("not-sustained");
      expectTotals(done);
    } finally {
      await server.stop();
    }
  });

  const codes = (done: LoadResult) =>
    done.line("summary")["warnings"].map((warning: Line) => warning["code"]);
});

describe("a server that stalls twice for 200 ms", () => {
  const SECONDS = 6;

  /** Runs the load and stalls all its backends after a third and two thirds of the time. */
  async function measure(...args: string[]): Promise<Line> {
    const stalls: Promise<unknown>[] = [];
    const stallTwice = async () => {
      const pids = await backendsOf(url, 4);
      for (const at of [SECONDS / 3, SECONDS / 3]) {
        await new Promise((resolve) => setTimeout(resolve, at * 1000));
        await stall(pids, 200);
      }
    };
    const done = await runLoad(arguments_(`--time=${SECONDS}`, ...args), {
      on: { measure: () => stalls.push(stallTwice()) },
    });
    await Promise.all(stalls);
    expect(done.code).toBe(0);
    expectTotals(done);
    return done.line("block");
  }

  it("is seen by the open loop at half the capacity, and hidden by a closed loop", async () => {
    const closed = await measure();
    const capacity = closed["events"] / (closed["duration_ns"] / 1e9);
    const open = await measure(`--rate=${Math.round(capacity / 2)}`);
    // Of six seconds of planned starts 3.3 % lie in the first half of a stall: they waited 100 ms and more.
    expect(open["latency"].percentiles_ns["99"]).toBeGreaterThan(100e6);
    // Eight events of ten thousands met a stall: what coordinated omission leaves of it.
    expect(closed["latency"].percentiles_ns["99"]).toBeLessThan(100e6);
    expect(closed["latency"].max_ns).toBeGreaterThan(190e6);
    // The service time alone would hide it as well.
    expect(open["service"].percentiles_ns["99"]).toBeLessThan(open["latency"].percentiles_ns["99"]);
    expect(open["backlog_max"]).toBeGreaterThan(0);
    expect(open["unstarted"]).toBe(0);
  });
});
