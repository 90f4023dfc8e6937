/**
 * Several load machines, as processes on loopback against one PostgreSQL. A clock that is off is a library that is loaded before libc
 * (tests/support/wrong-clock.c); who is late or begins again is a shard that the test itself plays, over HTTP.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../../src/io/database/place/free-port.ts";
import { buildOf } from "../../../src/io/shards/build.ts";
import { Conversation } from "../../../src/io/shards/client.ts";
import { wallClock } from "../../../src/io/shards/wall-clock.ts";
import type { Run } from "../../../src/model/run.ts";
import type { ShardsStatus } from "../../../src/model/shards.ts";
import { CATALOG } from "../../support/describe.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { type Invocation, Sandbox } from "./support/sandbox.ts";
import { expectValid } from "./support/schemas.ts";
import { running } from "./support/suites.ts";

const LOAD = path.resolve("runner-native/build/plumbline-load");
const AHEAD_MS = 300;
const ROWS = 200;
const MACHINE = { host: "played", cpuModel: "none", cpuCount: 1 };
/** Says that it is another build, and is this one in all else. */
const UNLIKE = `#!/bin/sh
case " $* " in *" describe "*) "$REAL" "$@" | sed 's/"version":"[^"]*"/"version":"0.0.9"/' ;; *) exec "$REAL" "$@" ;; esac
`;

let server: Postgres;
let databases: Readonly<{ base: string; head: string }>;
let sandbox: Sandbox;
let wrongClock: string;

beforeAll(async () => {
  server = await startPostgres();
  databases = { base: await server.createDatabase("base"), head: await server.createDatabase("head") };
});
afterAll(() => server.stop());
beforeEach(() => {
  sandbox = new Sandbox();
  wrongClock = path.join(sandbox.folder, "wrong-clock.so");
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

function plan(options: string, seconds: number, base?: string): void {
  sandbox.write(
    "plan.yml",
    `suite: shared
database:
${running(databases.head, base)}
workloads:
  - name: look-up
    run: oltp_point_select
    options: { tables: 1, table-size: ${ROWS}, threads: 6${options} }
measure: { sessions: 1, seconds: ${seconds}, warmup: 0, preflight: "off", mode: ${base === undefined ? "history" : "side-by-side"} }
`,
  );
}

/** Index 0, as soon as it listens. */
async function lead(
  shards: number,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<{ leader: Invocation; url: string }> {
  const listen = ["--listen", "127.0.0.1:0", "--lead", "1", "--keep-for", "0"];
  const args = ["--plan", "plan.yml", "--index", "0", "--shards", String(shards), ...listen, ...more];
  const leader = sandbox.start(["shard", ...args], { env });
  const url = await leader.until(() => /listens at (http:\S+)/.exec(leader.output)?.[1]);
  return { leader, url };
}

function follow(url: string, index: number, env: Readonly<Record<string, string>> = {}): Invocation {
  return sandbox.start(["shard", "--plan", url], { env: { JOB_COMPLETION_INDEX: String(index), ...env } });
}

async function statusOf(url: string): Promise<ShardsStatus> {
  const status = (await (await fetch(`${url}/status`)).json()) as ShardsStatus;
  expectValid("shards", status);
  return status;
}

function run(arm: "run" | "run-base" = "run"): Run {
  const document = sandbox.json<Run>(`plumbline-out/${arm}.json`);
  expectValid("run", document);
  return document;
}

const reasons = ({ inconclusive = [] }: Run) =>
  inconclusive.map(({ code, message }) => `${code}: ${message}`);
/** On a busy machine a shard may be late, or not be let run for a while, for real. That is said then. */
const BUSY = /^shard-(?:late|still):/;
const otherReasons = (document: Run) => reasons(document).filter((reason) => !BUSY.test(reason));

/** A shard that is ready for the first block, and then does nothing. */
async function played(url: string, index: number): Promise<Conversation> {
  const conversation = new Conversation(
    { url, token: null, index },
    () => undefined,
    new AbortController().signal,
  );
  await conversation.hello(MACHINE, buildOf(CATALOG), 10_000);
  void conversation.task(-1).then(async (answer) => {
    if (answer.kind === "task") await conversation.ready(0, await conversation.clock(wallClock()));
  });
  return conversation;
}

describe("plumbline shard", () => {
  it("brings the planned load from three machines, one of them with a clock that is 300 ms ahead", async () => {
    execFileSync("cc", ["-shared", "-fPIC", "-o", wrongClock, "tests/support/wrong-clock.c", "-ldl"]);
    plan(", events: 900", 30);
    const { leader, url } = await lead(3, ["--keep-for", "600"]);
    const others = [
      follow(url, 1),
      follow(url, 2, { LD_PRELOAD: wrongClock, WRONG_CLOCK_MS: String(AHEAD_MS) }),
    ];
    const ends = await Promise.all(others.map(({ ended }) => ended));
    const answer = await fetch(`${url}/result`);
    const document = (await answer.json()) as Run;
    expect(answer.status).toBe(200);
    expect((await fetch(`${url}/fetched`, { method: "POST" })).status).toBe(200);
    const { code, stderr } = await leader.ended;
    expect(document).toEqual(run());
    expect(otherReasons(document), stderr).toEqual([]);
    for (const each of [...ends, { code }])
      expect(each.code, stderr).toBe(document.inconclusive === undefined ? 0 : 6);

    const [session] = document.workloads[0]!.sessions;
    expect(session).toMatchObject({ events: 900, failedEvents: 0, connections: 6 });
    expect(document.workloads[0]!.options).toMatchObject({ threads: 6, events: 900, shards: 3 });
    expect(document.shards!.map(({ events }) => events)).toEqual([300, 300, 300]);
    for (const { clockOffsetNs, clockBoundNs, index } of document.shards!) {
      const truth = index === 2 ? -AHEAD_MS * 1e6 : 0;
      // The three read their own clocks to within a fraction of a millisecond.
      expect(Math.abs(clockOffsetNs - truth)).toBeLessThanOrEqual(clockBoundNs + 1e6);
    }
    const named = document.warnings.filter(({ code: kind }) => kind === "clock-offset");
    expect(named.map(({ message }) => message)).toEqual([expect.stringMatching(/index 2 of 3.*ahead/)]);
  });

  it("names the machine whose clock is set while it is measured, and none where that was before", async () => {
    execFileSync("cc", ["-shared", "-fPIC", "-o", wrongClock, "tests/support/wrong-clock.c", "-ldl"]);
    const setTo = path.join(sandbox.folder, "ahead-ms");
    const env = { LD_PRELOAD: wrongClock, WRONG_CLOCK_FILE: setTo };
    const measured = async (seconds: number, change: (url: string) => Promise<void>) => {
      plan("", seconds);
      writeFileSync(setTo, "0");
      const { leader, url } = await lead(2, [], env);
      const other = follow(url, 1);
      await change(url);
      const { stderr } = await leader.ended;
      await other.ended;
      return { stderr, reasons: otherReasons(run()) };
    };
    const setDuring = await measured(10, async (url) => {
      while ((await statusOf(url)).shards[0]!.state !== "running") await sleep(50);
      writeFileSync(setTo, "-400");
    });
    expect(setDuring.reasons, setDuring.stderr).toEqual([
      expect.stringMatching(/^clock-stepped: look-up: the clock of index 0 of 2 .* was set by 400 ms/),
    ]);
    // Index 0 has listened for a while when its clock is set; all have to begin together all the same.
    const setBefore = await measured(2, async () => writeFileSync(setTo, "700"));
    expect(setBefore.reasons, setBefore.stderr).toEqual([]);
  });

  it("one that is there before index 0 says what it waits for, and when it is reached", async () => {
    plan("", 1);
    const port = await freePort();
    const other = follow(`http://127.0.0.1:${port}`, 1);
    await other.says(/waiting for index 0 at/);
    const { leader } = await lead(2, ["--listen", `127.0.0.1:${port}`]);
    const { stderr } = await other.ended;
    await leader.ended;
    const place = `index 0 at http://127.0.0.1:${port}`;
    const said = stderr.split("\n").filter((line) => line.includes(place));
    const why = `it cannot be reached yet (connect ECONNREFUSED 127.0.0.1:${port})`;
    expect(said[0]).toBe(`waiting for ${place}: ${why}`);
    // A busy index 0 may need longer than 3 s to answer, then and later: that is said, too.
    const others = said
      .slice(1)
      .filter((line) => !/ no answer for | does not answer, | answers again$/.test(line));
    expect(others).toEqual([`${place} is reached`]);
  });

  it("keeps the slices of two arms in step", async () => {
    plan("", 2, databases.base);
    const { leader, url } = await lead(2);
    const other = follow(url, 1);
    const { stderr } = await leader.ended;
    await other.ended;
    const [head, base] = [run(), run("run-base")];
    expect(otherReasons(head), stderr).toEqual([]);
    const apart = head.warnings.filter(({ code }) => code === "slices-apart");
    for (const document of [head, base]) {
      const { slices, events } = document.workloads[0]!.sessions[0]!;
      expect(document.shards!.every((shard) => shard.events > 0)).toBe(true);
      // A network that is slower than this one's loopback would leave none.
      if (apart.length === 0) expect(slices.events.reduce((sum, each) => sum + each, 0)).toBe(events);
    }
    const arms = [head, base].map((document) => document.workloads[0]!.sessions[0]!.events);
    expect(head.shards!.reduce((sum, { events }) => sum + events, 0)).toBe(arms[0]! + arms[1]!);
  });

  it("names a shard that was killed, and is no measurement then", async () => {
    plan("", 600);
    const { leader, url } = await lead(3);
    const others = [follow(url, 1), follow(url, 2)];
    for (;;) {
      if ((await statusOf(url)).shards[1]!.state === "running") break;
      await sleep(50);
    }
    others[0]!.kill("SIGKILL");
    const { code, stderr } = await leader.ended;
    expect(code, stderr).toBe(6);
    expect((await others[1]!.ended).code).toBe(6);
    expect(reasons(run())).toEqual([expect.stringMatching(/^shard-died: index 1 of 3 .*not heard.*measure/)]);
    expect(run().workloads).toEqual([]);
    // The load generator of a process that is killed sees that nobody reads it.
    expect(stderr).toContain("inconclusive: index 1 of 3");
  });

  it("names one that is never there, in a document of nothing", async () => {
    plan("", 1);
    const { leader } = await lead(2, ["--join-timeout", "1"]);
    expect((await leader.ended).code).toBe(6);
    expect(reasons(run())).toEqual([
      expect.stringMatching(/^shard-absent: index 1 of 2 has not joined within/),
    ]);
  });

  it("names one that does not fetch the start, and one that begins again as another process", async () => {
    plan("", 1);
    const late = await lead(2);
    await played(late.url, 1);
    expect((await late.leader.ended).code).toBe(6);
    expect(reasons(run())).toEqual([expect.stringMatching(/^shard-late: index 1 of 2 \(played\)/)]);

    const restarted = await lead(3);
    await played(restarted.url, 1);
    await expect(played(restarted.url, 1)).rejects.toThrow("has joined already");
    expect((await restarted.leader.ended).code).toBe(6);
    expect(reasons(run())).toEqual([expect.stringMatching(/^shard-restarted: index 1 of 3/)]);
  });

  it("says what cannot be shared before it waits for anybody", async () => {
    plan("", 1);
    const args = ["--plan", "plan.yml", "--index", "0", "--shards", "4", "--listen", "127.0.0.1:0"];
    const { code, stderr } = await sandbox.run(["shard", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain("6 connections (threads) cannot be split evenly among 4 shards");
    expect(stderr).not.toContain("waiting for the other");
  });

  it("an interrupted index 0 calls the others off, who do not blame the database", async () => {
    plan("", 600);
    const { leader, url } = await lead(2);
    const other = follow(url, 1);
    for (;;) {
      if ((await statusOf(url)).shards[1]!.state === "running") break;
      await sleep(50);
    }
    leader.kill("SIGINT");
    expect((await leader.ended).code).toBe(130);
    const { code, stderr } = await other.ended;
    expect(stderr).toContain("index 0 ended: ");
    expect(stderr).not.toContain("does not exist");
    expect(code).toBe(130);
  });

  it("who is left when index 0 is killed says so, and has measured nothing either", async () => {
    plan("", 600);
    const { leader, url } = await lead(2);
    const other = follow(url, 1);
    for (;;) {
      if ((await statusOf(url)).shards[1]!.state === "running") break;
      await sleep(50);
    }
    leader.kill("SIGKILL");
    await leader.ended;
    const { code, stderr } = await other.ended;
    expect(stderr).toContain("inconclusive: index 0 at ");
    expect(stderr).toContain("has ended, or cannot be reached any more");
    expect(stderr).not.toContain("Possible EventTarget memory leak");
    expect(code).toBe(6);
  });

  it("tells the others why index 0 ended", async () => {
    plan("", 1);
    sandbox.write("plan.yml", sandbox.read("plan.yml").replaceAll("/head", "/absent"));
    const { leader, url } = await lead(2);
    const other = follow(url, 1);
    const [led, followed] = [await leader.ended, await other.ended];
    expect(led.code).toBe(3);
    expect(followed.code).toBe(3);
    expect(followed.stderr).toContain("index 0 ended: ");
    expect(followed.stderr).toContain('database "absent" does not exist');
  });

  it("refuses one with another load generator, and says so at once", async () => {
    plan("", 1);
    const { leader, url } = await lead(2);
    const program = path.join(sandbox.folder, "plumbline-load");
    writeFileSync(program, UNLIKE, { mode: 0o755 });
    const other = await follow(url, 1, { PLUMBLINE_LOAD: program, REAL: LOAD }).ended;
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/refuses: index 1 has plumbline-load 0\.0\.9, index 0 has /);
    expect((await leader.ended).code).toBe(6);
    expect(reasons(run())).toEqual([
      expect.stringMatching(/^shard-unlike: index 1 of 2 has plumbline-load 0/),
    ]);
  });

  it("asks for a token", async () => {
    plan("", 1);
    const args = ["shard", "--plan", "plan.yml", "--index", "0", "--shards", "2"];
    const open = await sandbox.run([...args, "--listen", "0.0.0.0:0"]);
    expect(open.code).toBe(2);
    expect(open.stderr).toMatch(/PLUMBLINE_SHARD_TOKEN is not set[\s\S]*remedy: export/);
    const short = await sandbox.run([...args, "--listen", "0.0.0.0:0"], {
      env: { PLUMBLINE_SHARD_TOKEN: "short" },
    });
    expect(short).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/PLUMBLINE_SHARD_TOKEN has 5 characters[\s\S]*remedy: export/),
    });
    const leader = sandbox.start([...args, "--listen", "127.0.0.1:0"], {
      env: { PLUMBLINE_SHARD_TOKEN: "the right one of both" },
    });
    const url = await leader.until(() => /listens at (http:\S+)/.exec(leader.output)?.[1]);
    expect((await fetch(`${url}/status`)).status).toBe(401);
    const other = await follow(url, 1, { PLUMBLINE_SHARD_TOKEN: "the wrong one of both" }).ended;
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/a token is needed[\s\S]*the same PLUMBLINE_SHARD_TOKEN/);
    leader.kill("SIGINT");
    expect((await leader.ended).code).toBe(130);
  });
});
