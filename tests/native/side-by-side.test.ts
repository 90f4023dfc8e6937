/** --against: two servers, driven in turn in slices by one process. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { settled } from "../support/settled.ts";
import { type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { startWireServer, type WireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let urls: string[];

beforeAll(async () => {
  postgres = await startPostgres();
  urls = [await postgres.createDatabase("base"), await postgres.createDatabase("head")];
  for (const url of urls)
    await runLoad([`--pgsql-url=${url}`, "--table-size=1000", "oltp_read_write", "prepare"]);
});

afterAll(() => postgres?.stop());

const run = (...args: string[]) =>
  runLoad([
    `--pgsql-url=${urls[0]}`,
    `--against=${urls[1]}`,
    "--output=ndjson",
    "--table-size=1000",
    "--threads=4",
    "--rand-seed=1",
    ...args,
    "oltp_point_select",
    "run",
  ]);

/** Base's measured time over head's. */
function durationsOf(done: LoadResult): number {
  const [base, head] = done.linesOf("block").map((block) => block["duration_ns"] as number);
  return base! / head!;
}

let cached: LoadResult | undefined;
/** Where slices last longer than they should, there is more time for as many of them. */
const measured = async () => {
  cached ??= await settled(
    (attempt) =>
      run(`--time=${4 * attempt}`, "--warmup-time=0.4", "--slice=100ms", `--server-pid=${postgres.pid}`),
    (done) => Math.abs(Math.log(durationsOf(done))) < Math.log(1.25) && done.linesOf("slice").length > 20,
  );
  return cached;
};

it("drives both servers, in slices of both in turn", async () => {
  const done = await measured();
  expect(done.code).toBe(0);
  const slices = done.linesOf("slice");
  expect(slices.length).toBeGreaterThan(20);
  expect(slices.map((slice) => slice["index"])).toEqual(slices.map((_, i) => i));
  // Pairs: each two slices are one of each server.
  for (let i = 0; i + 1 < slices.length; i += 2) {
    expect(new Set([slices[i]!["target"], slices[i + 1]!["target"]])).toEqual(new Set([0, 1]));
  }
});

it("lets no slice begin before the one before it has ended", async () => {
  const slices = (await measured()).linesOf("slice");
  for (const [i, slice] of slices.entries()) {
    if (i === 0) continue;
    const before = slices[i - 1]!;
    expect(slice["start_ns"]).toBeGreaterThanOrEqual(before["start_ns"] + before["duration_ns"]);
  }
});

it("lets either server go first, as the seed has it", async () => {
  const slices = (await measured()).linesOf("slice");
  const order = slices.filter((_, i) => i % 2 === 0).map((slice) => slice["target"]);
  expect(new Set(order)).toEqual(new Set([0, 1]));
  const again = (await run("--time=3", "--warmup-time=0.4", "--slice=100ms")).linesOf("slice");
  const orderAgain = again.filter((_, i) => i % 2 === 0).map((slice) => slice["target"]);
  // Planned from the seed alone, the warm-up included.
  expect(orderAgain.slice(0, 3)).toEqual(order.slice(0, 3));
});

it("gives both servers about the same time, and adds the slices up in the blocks", async () => {
  const done = await measured();
  const blocks = done.linesOf("block");
  expect(blocks.map((block) => block["target"])).toEqual([0, 1]);
  expect(durationsOf(done)).toBeGreaterThan(0.8);
  expect(durationsOf(done)).toBeLessThan(1.25);
  for (const block of blocks) {
    const slices = done.linesOf("slice").filter((slice) => slice["target"] === block["target"]);
    const sum = (name: string) => slices.reduce((total, slice) => total + slice[name], 0);
    expect(block["slices"]).toBe(slices.length);
    expect(block["events"]).toBe(sum("events"));
    expect(block["duration_ns"]).toBe(sum("duration_ns"));
    expect(block["latency"].sum_ns).toBe(sum("latency_sum_ns"));
    expect(block["latency"].max_ns).toBe(Math.max(...slices.map((slice) => slice["latency_max_ns"])));
  }
});

it("counts every event of both servers once", async () => {
  const done = await run("--events=500", "--time=0");
  const events = done.linesOf("block").reduce((total, block) => total + block["events"], 0);
  expect(events).toBe(500);
  expect(done.line("summary")["accounting"]).toEqual({ started: 500, done: 500, failed: 0, abandoned: 0 });
});

it("has memory for the slices that were, whatever may come", async () => {
  const done = await run("--time=1000000", "--slice=1", "--events=500");
  expect(done.code, done.stderr).toBe(0);
  expect(done.line("summary")["accounting"]).toEqual({ started: 500, done: 500, failed: 0, abandoned: 0 });
});

it("is silent about slices when asked to be", async () => {
  const done = await run("--time=0.5", "--slice-lines=off");
  expect(done.linesOf("slice")).toEqual([]);
  expect(done.linesOf("block")).toHaveLength(2);
});

it("sees which of two servers is slower", async () => {
  const servers: WireServer[] = [
    await startWireServer(),
    await startWireServer({
      execute: (_, sql) => (sql.startsWith("SELECT c") ? { kind: "delay", ms: 20 } : { kind: "answer" }),
    }),
  ];
  try {
    const [base, head] = servers.map((server) => `postgres://user@127.0.0.1:${server.port}/db`);
    const done = await runLoad([
      `--pgsql-url=${base}`,
      `--against=${head}`,
      "--output=ndjson",
      "--threads=2",
      "--time=2",
      "oltp_point_select",
      "run",
    ]);
    const [fast, slow] = done.linesOf("block");
    expect(slow!["latency"].percentiles_ns["50"]).toBeGreaterThan(19e6);
    expect(fast!["latency"].percentiles_ns["50"]).toBeLessThan(slow!["latency"].percentiles_ns["50"]);
    expect(fast!["events"]).toBeGreaterThan(slow!["events"]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

it("names the server that failed", async () => {
  const done = await runLoad([
    `--pgsql-url=${urls[0]}`,
    "--against=postgres://nobody@127.0.0.1:1/none",
    "--output=ndjson",
    "--table-size=1000",
    "oltp_point_select",
    "run",
  ]);
  expect(done.code).toBe(3);
  expect(done.linesOf("error")).toMatchObject([
    { fatal: true, target: 1, message: expect.stringContaining("127.0.0.1:1") },
  ]);
});

it("says that the servers do not hold the same rows: finding none costs less", async () => {
  const half = await postgres.createDatabase("half");
  await runLoad([`--pgsql-url=${half}`, "--table-size=500", "oltp_read_write", "prepare"]);
  const codes = async (...args: string[]) =>
    (await run("--time=0", "--events=2000", "--slice=20ms", ...args))
      .line("summary")
      ["warnings"].map(({ code }: Readonly<{ code: string }>) => code);
  const about = ["rows-missing", "misses-differ"];
  expect(await codes(`--against=${half}`)).toEqual(expect.arrayContaining(about));
  const alike = await codes();
  for (const code of about) expect(alike).not.toContain(code);
});
