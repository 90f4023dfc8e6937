/**
 * Containers over tests/support/fake-docker.mjs, whose servers are real. PLUMBLINE_TEST_DOCKER names an engine (docker, podman) and
 * PLUMBLINE_TEST_IMAGE an image of PostgreSQL for the same tests over real ones.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDockerTarget, type DockerOptions } from "../../../src/io/database/docker.ts";
import { makerText } from "../../../src/io/database/place/maker.ts";
import type { Target } from "../../../src/io/database/target.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { findPostgresBinaries } from "../../support/postgres.ts";

const ENGINE = process.env["PLUMBLINE_TEST_DOCKER"];
const PROGRAM = ENGINE ?? path.resolve(import.meta.dirname, "../../support/fake-docker.mjs");
const IMAGE = process.env["PLUMBLINE_TEST_IMAGE"] ?? "postgres:17";
const PLAN: LoadPlan = {
  database: "plumbline_1",
  workload: "oltp_read_only",
  dialect: "postgres",
  options: {},
};

let scratch: string;
let targets: Target[];
beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), "plumbline-docker-"));
  chmodSync(scratch, 0o755);
  process.env["FAKE_DOCKER"] = scratch;
  process.env["FAKE_DOCKER_BIN"] = findPostgresBinaries();
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  expect(belongings()).toEqual([]);
  await rm(scratch, { recursive: true, force: true });
});

function engine(...words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(PROGRAM, words, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

function belongings(): readonly string[] {
  const filter = "--filter=label=plumbline.maker";
  const lists = [
    engine("ps", "--all", "--quiet", "--no-trunc", filter),
    engine("volume", "ls", "--quiet", filter),
  ];
  return lists.flatMap((list) => list.split("\n")).filter((line) => line !== "");
}

function docker(options: Partial<DockerOptions> = {}): Target {
  const target = createDockerTarget({
    program: PROGRAM,
    image: IMAGE,
    args: ["-c", "fsync=off"],
    env: { POSTGRES_PASSWORD: "p w" },
    port: 5432,
    url: "postgres://postgres:p%20w@$PLUMBLINE_HOST:$PLUMBLINE_PORT/postgres",
    startLimitMs: 120_000,
    setup: [],
    tree: scratch,
    ...options,
  });
  targets.push(target);
  return target;
}

async function ask(at: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: at });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const [row] = (await client.query(sql)).rows;
    return row === undefined ? undefined : Object.values(row)[0];
  } finally {
    await client.end();
  }
}

let loads = 0;
const load = async (_: LoadPlan, at: string) => {
  loads += 1;
  await ask(at, "CREATE TABLE t AS SELECT generate_series(1, 100) AS id");
};

test.each([
  ["a copy of the data that was loaded once", "/var/lib/postgresql/data", 1],
  ["data of its own, where nothing says which folder has it", undefined, 2],
])("each session is a new container with %s", async (_, data, loadsAfter) => {
  loads = 0;
  const target = docker({ data });
  await target.prepare([PLAN], load, () => undefined);
  const first = await target.openSession(0);
  expect(first.product).toBe("PostgreSQL");
  expect(first.build).toMatchObject({
    origin: "image",
    programs: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    configure: expect.any(String),
    compiler: expect.stringMatching(/\d/),
  });
  expect(await ask(first.url(PLAN), "SHOW fsync")).toBe("off");
  await ask(first.url(PLAN), "DELETE FROM t");
  if (ENGINE !== undefined) expect(readFileSync(`/proc/${first.pid}/cmdline`, "utf8")).toContain("postgres");
  await first.stop();
  await expect(ask(first.url(PLAN), "SELECT 1")).rejects.toThrow(/connect|refused|reset|terminat/i);
  expect(loads).toBe(loadsAfter);
  if (data === undefined) return;
  const second = await target.openSession(1);
  expect(await ask(second.url(PLAN), "SELECT count(*)::int FROM t")).toBe(100);
  expect(loads).toBe(loadsAfter);
});

test("a folder that does not have the image's data is told, before its empty copies are measured", async () => {
  const target = docker({ data: "/srv/nothing" });
  await target.prepare([PLAN], load, () => undefined);
  await expect(target.openSession(0)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringMatching(/^the table \S+ was loaded, and a copy of the data lacks it$/),
    remedy: expect.stringContaining("database.deploy.docker.data"),
  });
});

test("a container that ends is named with its last words, and its log is kept", async () => {
  const keep = path.join(scratch, "crash-head");
  const target = docker({ env: {}, keep });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toThrow(
    /^the container of .* has ended with exit code 1; it last said \(its log: .*\):\nError: .*password/s,
  );
  expect(readdirSync(scratch)).toContain("crash-head.log");
});

test("a server that nobody reaches is given up after its time", async () => {
  const target = docker({ port: 5433, startLimitMs: 500 });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toThrow(
    /accepts no connections 0.5 s after/,
  );
});

/** A phase in which the stand-in does not answer; over a real engine nothing hangs. */
test.skipIf(ENGINE !== undefined).each(["volume create", "create", "start", "inspect", "stop"])(
  "an interruption while it prepares, in the midst of %s, leaves no container and no volume",
  async (phase) => {
    const interruption = new AbortController();
    const target = docker({ data: "/data", signal: interruption.signal });
    process.env["FAKE_HANGS"] = phase;
    const preparing = target.prepare([PLAN], load, () => undefined).catch((error: Error) => error.name);
    await expect.poll(() => existsSync(path.join(scratch, "hangs"))).toBe(true);
    delete process.env["FAKE_HANGS"];
    interruption.abort();
    expect(await preparing).toBe("AbortError");
    await target.close();
    expect(belongings()).toEqual([]);
  },
);

test.skipIf(ENGINE !== undefined).each(["volume create", "run", "create", "start"])(
  "an interruption while a session starts, in the midst of %s, leaves no container and no volume",
  async (phase) => {
    const interruption = new AbortController();
    const target = docker({ data: "/data", signal: interruption.signal });
    await target.prepare([PLAN], load, () => undefined);
    process.env["FAKE_HANGS"] = phase;
    const opening = target.openSession(0).catch((error: Error) => error.name);
    await expect.poll(() => existsSync(path.join(scratch, "hangs"))).toBe(true);
    delete process.env["FAKE_HANGS"];
    interruption.abort();
    expect(await opening).toBe("AbortError");
    await target.close();
    expect(belongings()).toEqual([]);
  },
);

test("closing one target leaves the containers of another alone", async () => {
  const [one, other] = [docker(), docker()];
  for (const target of [one, other]) await target.prepare([PLAN], load, () => undefined);
  await one.openSession(0);
  const kept = await other.openSession(0);
  await one.close();
  expect(belongings()).toHaveLength(1);
  expect(await ask(kept.url(PLAN), "SELECT count(*)::int FROM t")).toBe(100);
});

test("what a killed Plumbline left is taken away by the next one", async () => {
  const self = JSON.parse(Buffer.from(makerText(), "base64url").toString());
  const ended = { ...self, pid: 2 ** 22 + 1 };
  const maker = Buffer.from(JSON.stringify(ended)).toString("base64url");
  engine("volume", "create", `--label=plumbline.maker=${maker}`);
  engine("create", `--label=plumbline.maker=${maker}`, IMAGE);
  await expect(docker({ env: {} }).prepare([PLAN], load, () => undefined)).rejects.toThrow(/password/);
  expect(belongings()).toHaveLength(1);
});

test("an image that is not there, and a program that is not, are said", async () => {
  await expect(docker({ image: "none/none:1" }).prepare([PLAN], load, () => undefined)).rejects.toThrow(
    /create: .*none/s,
  );
  const none = docker({ program: "/nowhere/docker" });
  await expect(none.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    message: "/nowhere/docker ps: is not there",
    remedy: "install /nowhere/docker, or put it on PATH",
  });
});
