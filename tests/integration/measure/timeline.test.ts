/** Events in the midst of a load, on real servers: what is known of them beforehand is what must be reported. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlannedWorkload } from "../../../src/config/plan.ts";
import { createLocalTarget } from "../../../src/io/database/local.ts";
import type { Target } from "../../../src/io/database/target.ts";
import { isAlive } from "../../../src/io/host/processes.ts";
import { nativeLoadGenerator } from "../../../src/io/load/native.ts";
import type { Act, TimelinePlan } from "../../../src/model/timeline.ts";
import { playTimeline } from "../../../src/pipeline/measure/timeline.ts";
import { plumblineLoad } from "../../native/support/plumbline-load.ts";
import { settled } from "../../support/settled.ts";

const load = {
  database: "plumbline_1",
  workload: "oltp_point_select",
  dialect: "postgres",
  options: { tables: 1, "table-size": 1000, "rand-seed": 1 },
};
const generator = nativeLoadGenerator(plumblineLoad);
const never = new AbortController().signal;
const heard: string[] = [];
let target: Target;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-test-timeline-"));
  target = createLocalTarget({ settings: {}, setup: [], tree: "/", connections: 8 });
  await target.prepare(
    [load],
    (plan, url) => generator.prepare({ plan, url, signal: never, onProgress: () => undefined }),
    () => undefined,
  );
});
afterAll(async () => {
  await target?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A limit that a busy machine keeps: a second of load is hardly ever ten times as slow without a cause. */
const played = (act: Act, plan: Partial<TimelinePlan> = {}, signal = never) =>
  playTimeline(
    {
      plan: {
        disruptions: [{ name: "it", act, atSeconds: 1.2, limitSeconds: 30 }],
        afterSeconds: 1.5,
        share: 0.1,
        p99Ns: null,
        holdNs: 1e9,
        ...plan,
      },
      arm: "head",
      index: 0,
      workload: {
        name: "reads",
        workload: "oltp_point_select",
        dialect: "postgres",
        options: { tables: 1, "table-size": 1000, threads: 4 },
        load,
      } as unknown as PlannedWorkload,
      place: { tree: folder, logs: path.join(folder, "events") },
      target,
      generator,
      warmupSeconds: 0.3,
      seed: 7,
      say: () => undefined,
      hear: ({ phase, intervals = [] }) =>
        heard.push(...intervals.map(({ events }) => `${phase} ${events > 0}`)),
    },
    signal,
  );

const log = () => readFileSync(path.join(folder, "events", "reads-1-it-head-0.log"), "utf8");

describe("events in the midst of a load", () => {
  it("an exclusive lock that is held for a second: a dip to nothing, as long as the lock", async () => {
    const sql = "BEGIN; LOCK TABLE sbtest1; SELECT pg_sleep(1); COMMIT;";
    const [event] = await settled(
      async () => (await played({ kind: "sql", sql }, { afterSeconds: 3 })).disruptions,
      ([found]) => found!.isRecovered && found!.depth === 1,
    );
    expect(event).toMatchObject({ isRecovered: true, depth: 1, failedEvents: 0 });
    expect(event!.tookNs).toBeGreaterThan(1e9);
    // The second that the lock is held, to the steps of 100 ms. What the client takes to begin and to end its session is the machine's.
    expect(event!.recoveryNs).toBeGreaterThan(0.8e9);
    expect(event!.log).toContain("LOCK TABLE sbtest1");
  });

  it("a restart: connections are lost and opened again, and the load goes on", async () => {
    // A busy machine may take its time until the server is back.
    const { disruptions, course } = await settled(
      (attempt) => played({ kind: "restart" }, { afterSeconds: 4 ** attempt }),
      (found) => found.disruptions[0]!.isRecovered,
    );
    const [event] = disruptions;
    expect(event).toMatchObject({ isRecovered: true });
    expect(event!.failedEvents).toBeGreaterThan(0);
    expect(Object.keys(event!.failuresBySqlstate).join(" ")).toMatch(/57P0|08/);
    expect(course.events.at(-3)).toBeGreaterThan(0);
  });

  it("an event that costs nothing makes no dip", async () => {
    const { disruptions, usualPerSecond } = await settled(
      () => played({ kind: "sql", sql: "SELECT 1" }),
      (found) => found.disruptions[0]!.depth === 0,
    );
    expect(usualPerSecond).toBeGreaterThan(0);
    expect(heard).toContain("measure true");
    expect(disruptions[0]).toMatchObject({ isRecovered: true, depth: 0, dipNs: 0, failedEvents: 0 });
  });

  it("a server that does not come back is not recovered, and no error", async () => {
    const command = 'kill -QUIT "$(head -1 "$(psql -XAtc \'SHOW data_directory\')/postmaster.pid")"';
    const [event] = (await played({ kind: "command", command })).disruptions;
    expect(event).toMatchObject({ isRecovered: false, depth: 1 });
    expect(event!.recoveryNs).toBeGreaterThan(1e9);
  });

  it("a command that fails is named with arm, exit status and last words, and its log is kept", async () => {
    const command = "echo to the standby; echo no such node >&2; exit 3";
    await expect(played({ kind: "command", command })).rejects.toThrow(
      /^head: reads: disruption "it" failed: its command .* ended with exit code 3; it last said:\nto the standby\nno such node/,
    );
    expect(log()).toBe("to the standby\nno such node\n");
  });

  it("an interruption ends the command with its children", async () => {
    const stopping = new AbortController();
    const mark = path.join(folder, "child.pid");
    const command = `sh -c 'echo $$ > ${mark}; sleep 600' & wait`;
    const running = played({ kind: "command", command }, {}, stopping.signal);
    const ended = running.then(
      () => "played",
      () => "ended",
    );
    await expect.poll(() => existsSync(mark) && readFileSync(mark, "utf8").trim()).toMatch(/^\d+$/);
    const child = Number(readFileSync(mark, "utf8"));
    stopping.abort();
    expect(await ended).toBe("ended");
    expect(isAlive(child)).toBe(false);
    expect(readdirSync(folder)).toContain("events");
  });
});
