import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive } from "../../src/io/host/processes.ts";
import { openPool, type Postgres, startPostgres } from "../support/postgres.ts";

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres({ settings: { work_mem: "7MB" } });
});
afterAll(() => postgres.stop());

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return Object.values(rows[0] as object)[0];
  } finally {
    await client.end();
  }
}

test("the server takes the given settings, over TCP and its own socket", async () => {
  expect(await ask(postgres.url, "SHOW work_mem")).toBe("7MB");
  const viaSocket = `postgres://postgres@/postgres?host=${postgres.socketDir}&port=${postgres.port}`;
  expect(await ask(viaSocket, "SHOW work_mem")).toBe("7MB");
});

test("a created database is fresh, whatever its name", async () => {
  const url = await postgres.createDatabase('odd "name"');
  expect(await ask(url, "SELECT current_database()")).toBe('odd "name"');
});

test("what a server says to a pool when it ends is no error of the tests", async () => {
  const own = await startPostgres();
  const pool = openPool(own.url);
  await pool.query("SELECT 1");
  await own.stop();
  await expect(pool.query("SELECT 1")).rejects.toThrow(/ECONNREFUSED|terminat|closed/i);
  await pool.end();
});

test("stop ends the server and removes its folder", async () => {
  const other = await startPostgres();
  await other.stop();
  await other.stop();
  expect(isAlive(other.pid)).toBe(false);
  expect(existsSync(dirname(other.dataDir))).toBe(false);
});

test("a wrong setting fails with the server's own words and leaves nothing", async () => {
  await expect(startPostgres({ settings: { no_such_setting: "1" } })).rejects.toThrow(/no_such_setting/);
});

test("a password is asked for where one was given", async () => {
  const guarded = await startPostgres({ password: "it's a secret" });
  try {
    expect(await ask(guarded.url, "SELECT 1 AS one")).toBe(1);
    await expect(ask(guarded.url.replace("secret", "guess"), "SELECT 1")).rejects.toThrow(/password/);
  } finally {
    await guarded.stop();
  }
});

test.skipIf(!existsSync("/usr/bin/setpriv"))("killing the test process ends its server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-orphan-"));
  const script = join(folder, "start.mjs");
  await build({
    stdin: {
      contents: `import { startPostgres } from "./tests/support/postgres.ts";
        const { port } = await startPostgres();
        console.log(port);
        setInterval(() => {}, 1000);`,
      resolveDir: process.cwd(),
    },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: "silent",
  });
  // The killed process cannot remove its folder, so it makes it inside ours.
  await chmod(folder, 0o755);
  const child = spawn(process.execPath, [script], { env: { ...process.env, TMPDIR: folder } });
  const port = Number(await new Promise((resolve) => child.stdout.once("data", resolve)));
  expect(await accepts(port)).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(() => accepts(port)).toBe(false);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => resolve(false));
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
