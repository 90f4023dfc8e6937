import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CommandOptions, createCommandTarget } from "../../../src/io/database/command.ts";
import type { Target } from "../../../src/io/database/target.ts";
import { isAlive, isGroupAlive } from "../../../src/io/host/processes.ts";
import type { PlumblineError } from "../../../src/model/errors.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { findPostgresBinaries } from "../../support/postgres.ts";

const PLAN: LoadPlan = {
  database: "plumbline_1",
  workload: "oltp_read_only",
  dialect: "postgres",
  options: {},
};

let tree: string;
let targets: Target[];
beforeEach(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "plumbline-tree-"));
  chmodSync(tree, 0o755);
  writeFileSync(path.join(tree, "start.sh"), START);
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  await rm(tree, { recursive: true, force: true });
});

const BIN = findPostgresBinaries();
const AS_USER = process.getuid?.() === 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups --" : "";
/** How somebody might start a PostgreSQL of their own build, in the background of a shell that stays. */
const START = `
set -e
if [ ! -e "$PLUMBLINE_DATA/PG_VERSION" ]; then
  [ -z "${AS_USER}" ] || chown postgres "$PLUMBLINE_DATA"
  ${AS_USER} ${BIN}/initdb -D "$PLUMBLINE_DATA" -U postgres -A trust --no-sync > /dev/null
fi
cd "$PLUMBLINE_DATA"
echo "flavour $FLAVOUR" >&2
${AS_USER} ${BIN}/postgres -D "$PLUMBLINE_DATA" -p "$PLUMBLINE_PORT" -c listen_addresses=127.0.0.1 \\
  -c unix_socket_directories= -c fsync=off &
wait
`;

function command(options: Partial<CommandOptions> = {}): Target {
  const target = createCommandTarget({
    start: "exec sh start.sh",
    url: "postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres",
    env: { FLAVOUR: "vanilla" },
    setup: [],
    tree,
    ...options,
  });
  targets.push(target);
  return target;
}

async function rows(at: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows.map((row: object) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

const load = async (plan: LoadPlan, at: string) => {
  await rows(at, `CREATE TABLE t AS SELECT '${plan.database}' AS plan`);
};

test("the tree's own commands build and start it; sessions run on copies of the loaded data", async () => {
  const target = command({ build: 'echo "$FLAVOUR" > built' });
  await target.prepare([PLAN], load, () => undefined);
  expect(readFileSync(path.join(tree, "built"), "utf8")).toBe("vanilla\n");
  const first = await target.openSession(0);
  expect(first.product).toBe("PostgreSQL");
  await rows(first.url(PLAN), "DROP TABLE t");
  await first.stop();
  expect(isGroupAlive(first.pid!)).toBe(false);
  const second = await target.openSession(1);
  expect(await rows(second.url(PLAN), "SELECT plan FROM t")).toEqual(["plumbline_1"]);
  expect(second.url(PLAN)).not.toBe(first.url(PLAN));
});

test("a build that does not end is ended with all that it started, and told by its last words", async () => {
  const build = "echo linking; sleep 600 & echo $! > child; wait";
  const target = command({ build, buildLimitMs: 1_000 });
  const error = await target.prepare([PLAN], load, () => undefined).catch((thrown: PlumblineError) => thrown);
  expect(error).toMatchObject({
    kind: "target",
    message: expect.stringMatching(/^the build command did not end within 1 s; .*(linking|said nothing)/s),
    remedy: expect.stringContaining("database.deploy.command.build-timeout"),
  });
  // A slow machine may not have come so far.
  if (existsSync(path.join(tree, "child")))
    expect(isAlive(Number(readFileSync(path.join(tree, "child"), "utf8")))).toBe(false);
});

test("each look, or each session, has a build of its own, which both arms number alike", async () => {
  const built = () => readFileSync(path.join(tree, "built"), "utf8").trim().split("\n");
  const build = 'echo "$PLUMBLINE_BUILD" >> built; [ "$(wc -l < built)" -lt 4 ]';
  const target = command({ build, rebuild: "each-look", seed: 7 });
  const said: string[] = [];
  await target.prepare([PLAN], load, () => undefined);
  for (const session of [
    { index: 0, look: 1 },
    { index: 1, look: 2 },
    { index: 2, look: 2 },
  ])
    await target.renew!(session, (what) => said.push(what));
  expect(said).toEqual(["building"]);
  expect(new Set(built()).size).toBe(2);
  // The loaded data are copied as ever.
  const server = await target.openSession(1);
  expect(await rows(server.url(PLAN), "SELECT plan FROM t")).toEqual(["plumbline_1"]);
  await server.stop();
  const numbers = built();
  const other = command({ build: "echo $PLUMBLINE_BUILD >> other", rebuild: "each-session", seed: 7 });
  await other.prepare([], load, () => undefined);
  for (const index of [0, 1, 2]) await other.renew!({ index, look: 1 }, () => undefined);
  const others = readFileSync(path.join(tree, "other"), "utf8").trim().split("\n");
  expect(others).toHaveLength(3);
  expect(others.slice(0, 2)).toEqual(numbers);
  await target.renew!({ index: 3, look: 3 }, () => undefined);
  await expect(target.renew!({ index: 4, look: 4 }, () => undefined)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringContaining("the build command ended with exit code 1"),
  });
});

test("a server that keeps its data elsewhere is loaded in each session", async () => {
  const loads: string[] = [];
  const elsewhere = `export PLUMBLINE_DATA="${tree}/data-$PLUMBLINE_PORT"; mkdir "$PLUMBLINE_DATA"; exec sh start.sh`;
  const target = command({ start: elsewhere });
  await target.prepare(
    [PLAN],
    async (plan, at) => {
      loads.push(plan.database);
      await load(plan, at);
    },
    () => undefined,
  );
  for (const index of [0, 1]) {
    const server = await target.openSession(index);
    expect(await rows(server.url(PLAN), "SELECT plan FROM t")).toEqual(["plumbline_1"]);
    await server.stop();
  }
  expect(loads).toHaveLength(3);
});

test("a server with a part of its files in the copied folder, and its data elsewhere, is refused", async () => {
  const start = `echo $$ > "$PLUMBLINE_DATA/pid"; export PLUMBLINE_DATA="${tree}/data-$PLUMBLINE_PORT"; mkdir "$PLUMBLINE_DATA"; exec sh start.sh`;
  const target = command({ start });
  await target.prepare([PLAN], load, () => undefined);
  await expect(target.openSession(0)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringMatching(/^the table \S+t\b\S* was loaded, and a copy of the data lacks it$/),
    remedy: expect.stringContaining("$PLUMBLINE_DATA"),
  });
});

test("another server at the place of its own is not taken for it", async () => {
  const other = command();
  await other.prepare([PLAN], load, () => undefined);
  const session = await other.openSession(0);
  await expect(
    command({ url: session.url(PLAN) }).prepare([PLAN], load, () => undefined),
  ).rejects.toMatchObject({
    kind: "target",
    message: expect.stringMatching(/^a server answers at 127\.0\.0\.1:\d+ before the start command was run$/),
    remedy: expect.stringContaining("$PLUMBLINE_PORT"),
  });
});

test("a start command that fails is quoted", async () => {
  const target = command({ start: "echo 'no such engine' >&2; exit 7" });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringMatching(/exit code 7[\s\S]*no such engine/),
  });
});

test("a server that dies leaves its ending, its log, and what was seen of it", async () => {
  const keep = path.join(tree, "kept/crash-head");
  const target = command({ keep });
  await target.prepare([PLAN], load, () => undefined);
  const server = await target.openSession(0);
  process.kill(server.pid!, "SIGKILL");
  const crashReport = await server.crashReport();
  expect(crashReport).toMatchObject({ how: "it ended with signal 9 (SIGKILL)" });
  expect(crashReport!.traces).toContain("flavour vanilla");
  expect(readFileSync(`${keep}.log`, "utf8")).toContain("database system is ready");
});

test("a kept log has no secret of the environment, whatever its variable is called", async () => {
  const keep = path.join(tree, "kept/crash-head");
  const env = { LICENSE: "abc123", DSN: "postgres://u:hunter2@h/db", FLAVOUR: "vanilla", LISTEN: "5432" };
  const start = `echo "license $LICENSE, password \${DSN#*u:}"; printenv FLAVOUR LISTEN; exit 1`;
  const failure = command({ env, keep, start }).prepare([PLAN], load, () => undefined);
  await expect(failure).rejects.toThrow(/license \*\*\*/);
  const log = readFileSync(`${keep}.log`, "utf8");
  expect(log).toContain("license ***, password ***@h/db");
  expect(log).toContain("\nvanilla\n5432\n");
  expect(log).not.toMatch(/abc123|hunter2/);
});

test("a server that never answers is given up with its last words, and ended", async () => {
  const file = path.join(tree, "pid");
  const start = `echo waiting; echo $$ > ${file}; sleep 600`;
  // A machine may be too slow to start anything in the time: then in four times the time.
  for (let startLimitMs = 500; !existsSync(file); startLimitMs *= 4) {
    const giving = command({ start, startLimitMs }).prepare([PLAN], load, () => undefined);
    const message = await giving.then(String, (error: PlumblineError) => {
      expect(error).toMatchObject({ kind: "target", remedy: expect.stringContaining("$PLUMBLINE_PORT") });
      return error.message;
    });
    expect(message).toMatch(existsSync(file) ? /no connections[\s\S]*waiting/ : /no connections/);
  }
  const pid = Number(readFileSync(file, "utf8"));
  expect(isGroupAlive(pid)).toBe(false);
});

test("a build that fails is quoted", async () => {
  const target = command({ build: "echo 'main.c:1: error' >&2; exit 2" });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toThrow(
    /the build command ended with exit code 2[\s\S]*main\.c:1: error/,
  );
});

test("the user's stop command is what stops it", async () => {
  const target = command({
    stop: `echo stopped >> ${tree}/stops; kill -INT "$(head -1 "$PLUMBLINE_DATA/postmaster.pid")"`,
  });
  await target.prepare([PLAN], load, () => undefined);
  expect(readFileSync(path.join(tree, "stops"), "utf8")).toBe("stopped\n");
});

test("a stop command that hangs is ended after its limit, quoted, and its log is kept", async () => {
  const keep = path.join(tree, "out/crash-head");
  const stop = "echo draining; sleep 600";
  // A machine may be too slow to start the server in the time: then in twice the time.
  const hanging = async (startLimitMs: number): Promise<PlumblineError> => {
    const preparing = command({ stop, startLimitMs, keep }).prepare([PLAN], load, () => undefined);
    const error = await preparing.then(
      () => expect.unreachable("the stop command never ends"),
      (failure: PlumblineError) => failure,
    );
    return error.message.startsWith("the stop command") ? error : await hanging(2 * startLimitMs);
  };
  const { kind, message } = await hanging(4_000);
  expect(kind).toBe("target");
  expect(message).toMatch(
    /^the stop command did not end within \d+ s; it last said \(its log: .*crash-head-stop\.log\):\ndraining$/,
  );
  expect(readFileSync(`${keep}-stop.log`, "utf8")).toBe("draining\n");
});

/** Leaves a server in a session, and so in a group, of its own. */
const DAEMON = `
set -e
if [ ! -e "$PLUMBLINE_DATA/PG_VERSION" ]; then
  [ -z "${AS_USER}" ] || chown postgres "$PLUMBLINE_DATA"
  ${AS_USER} ${BIN}/initdb -D "$PLUMBLINE_DATA" -U postgres -A trust --no-sync > /dev/null
fi
cd "$PLUMBLINE_DATA"
${AS_USER} ${BIN}/pg_ctl start -w -D "$PLUMBLINE_DATA" -l "$PLUMBLINE_DATA/log" \\
  -o "-p $PLUMBLINE_PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
`;

test("a server that its start command left behind is ended, and only then is its data copied", async () => {
  const target = command({ start: DAEMON });
  await target.prepare([PLAN], load, () => undefined);
  const first = await target.openSession(0);
  const at = first.url(PLAN);
  expect(await rows(at, "SELECT plan FROM t")).toEqual(["plumbline_1"]);
  await first.stop();
  await expect(rows(at, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
  const second = await target.openSession(1);
  expect(await rows(second.url(PLAN), "SELECT plan FROM t")).toEqual(["plumbline_1"]);
  await target.close();
  await expect(rows(second.url(PLAN), "SELECT 1")).rejects.toThrow("ECONNREFUSED");
});

test("data of a server that its stop command did not stop is not copied", async () => {
  const target = command({ start: DAEMON, stop: "true", stopLimitMs: 200 });
  await expect(target.prepare([PLAN], load, () => undefined)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringContaining("did not stop within 0.2 s after the stop command had ended"),
    remedy: expect.stringContaining("database.deploy.command.stop"),
  });
});

test.each([
  ["PostgreSQL", "QUIT", []],
  [
    "CockroachDB",
    "TERM",
    [
      "CREATE FUNCTION public.version() RETURNS text LANGUAGE sql AS $$SELECT 'CockroachDB CCL v24.1.0'$$",
      "ALTER DATABASE postgres SET search_path = public, pg_catalog",
    ],
  ],
])("without one, %s gets SIG%s after a session", async (product, signal, pretend) => {
  const signals = path.join(tree, "signals");
  const traps = ["TERM", "QUIT"].map((name) => `trap 'echo ${name} >> ${signals}' ${name}`);
  const target = command({ start: [...traps, ". ./start.sh"].join("\n") });
  const loadAndPretend = async (plan: LoadPlan, at: string) => {
    await load(plan, at);
    for (const sql of pretend) await rows(at, sql);
  };
  await target.prepare([PLAN], loadAndPretend, () => undefined);
  expect(readFileSync(signals, "utf8")).toBe("TERM\n");
  const server = await target.openSession(0);
  expect(server.product).toBe(product);
  await server.stop();
  expect(readFileSync(signals, "utf8")).toBe(`TERM\n${signal}\n`);
});

test("when Plumbline is killed, the whole group ends", async () => {
  const script = `
    import ${JSON.stringify(path.resolve("scripts/lib/typescript.mjs"))};
    const { createCommandTarget } = await import(${JSON.stringify(path.resolve("src/io/database/command.ts"))});
    const target = createCommandTarget({ start: ${JSON.stringify(`echo $$ > ${tree}/pid; sleep 600 & sleep 600`)},
      url: "postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres", env: {}, setup: [], tree: ${JSON.stringify(tree)} });
    await target.prepare([], async () => undefined, () => undefined);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: "inherit",
    env: { ...process.env, TMPDIR: tree },
  });
  const file = path.join(tree, "pid");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toMatch(/\d+\n/);
  const group = Number(readFileSync(file, "utf8"));
  // Give the watchdog the moment that it takes to start: it is the next thing that Plumbline does.
  await expect.poll(() => watchdogs(group)).toBe(1);
  expect(isGroupAlive(group)).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(() => isGroupAlive(group)).toBe(false);
  await expect.poll(() => watchdogs(group)).toBe(0);
});

/** Processes that watch over the group. */
function watchdogs(group: number): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return args.includes("plumbline-watchdog") && args.includes(String(group));
    } catch {
      return false;
    }
  }).length;
}
