/** --stages: a load that changes while it runs, whose starts are planned beforehand, with the latency of each stage. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Line, runLoad } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

/** Answers after 10 ms: one connection does at most 100 events a second. */
const DELAY_MS = 10;
let server: Awaited<ReturnType<typeof startWireServer>>;
beforeAll(async () => {
  server = await startWireServer({
    execute: (_, sql) => (sql.startsWith("SELECT c") ? { kind: "delay", ms: DELAY_MS } : { kind: "answer" }),
  });
});
afterAll(() => server.stop());

const url = () => `postgres://me@127.0.0.1:${server.port}/db`;
const run = (...args: string[]) =>
  runLoad([
    `--pgsql-url=${url()}`,
    "--output=ndjson",
    "--rand-seed=3",
    "--arrivals=fixed",
    ...args,
    "oltp_point_select",
    "run",
  ]);

const stagesOf = (block: Line): readonly Line[] => block["stages"];
const sum = (block: Line) => stagesOf(block).reduce((total, stage) => total + stage["count"], 0);

describe("stages", () => {
  it("count their events where those were to start, and tell what each stage's users waited", async () => {
    const done = await run("--threads=1", "--stages=20 for 1s, 400 for 1s");
    const block = done.line("block");
    const [level, rush] = stagesOf(block);
    expect(level).toMatchObject({ name: "1: 20/s for 1 s", errors: 0 });
    expect(Math.abs(level!["count"] - 20)).toBeLessThanOrEqual(1);
    expect(level!["latency"].min_ns).toBeGreaterThanOrEqual(DELAY_MS * 1e6);
    // Four times what the server can do: the queue is in the latency of its own stage.
    expect(rush!["latency"].percentiles_ns["50"]).toBeGreaterThan(20 * DELAY_MS * 1e6);
    expect(sum(block)).toBe(block["events"]);
    expect(Math.abs(block["offered"] - 420)).toBeLessThanOrEqual(2);
    expect(block["events"] + block["unstarted"]).toBe(block["offered"]);
    expect(block["not_sustained"]).toBe(true);
    expect(done.line("summary")["warnings"]).toContainEqual(
      expect.objectContaining({ code: "not-sustained", message: expect.stringContaining("--stages") }),
    );
    expect(done.line("hello")["options"]).toMatchObject({
      stages: "20 for 1s, 400 for 1s",
      rate: 210,
      time: 2,
    });
  });

  it("rise and fall, on two servers alike", async () => {
    const done = await run(
      "--threads=20",
      `--against=${url()}`,
      "--slice=50ms",
      "--stages=200 in 2s, 0 in 1s, 50 for 1s",
    );
    const blocks = done.linesOf("block");
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      // Half of 200, 100 and 50; ten slices of a phase of their own in each second.
      const counts = stagesOf(block).map((stage) => stage["count"]);
      for (const [i, due] of [100, 50, 25].entries())
        expect(Math.abs(counts[i] - due)).toBeLessThanOrEqual(25);
      expect(sum(block)).toBe(block["events"]);
    }
  });

  it("are a table of the report", async () => {
    const done = await runLoad([
      `--pgsql-url=${url()}`,
      "--threads=4",
      "--stages=50 for 500ms, 100 in 1s",
      "oltp_point_select",
      "run",
    ]);
    expect(done.stdout).toMatch(/^Target transaction rate: 66\.6667\/sec, on average$/m);
    expect(done.stdout).toMatch(
      /^Stages: +count +errors +misses +mean +p95 \(ms\)\n +1: 50\/s for 0\.5 s +\d+ +0 +0 .*\n +2: 50 to 100\/s in 1 s +\d+ +0 +0 /m,
    );
  });

  it("and a rate are refused together, with the way out", async () => {
    const done = await run("--stages=20 for 1s", "--rate=5");
    expect(done.code).toBe(2);
    expect(done.stderr).toContain("--stages and --rate both plan the starts of events");
    expect(done.stderr).toContain("leave one of them out");
  });
});
