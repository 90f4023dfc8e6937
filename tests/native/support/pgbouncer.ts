/** PgBouncer in front of a server, on a free port of 127.0.0.1, gone when the test is. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

export interface PgBouncer {
  /** A URL of a database of the server, by way of PgBouncer. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** @param poolSize connections to each database of the server */
export async function startPgBouncer(
  server: string,
  mode: "transaction" | "session",
  poolSize: number,
): Promise<PgBouncer> {
  const { hostname, port } = new URL(server);
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-pgbouncer-"));
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  const config = path.join(folder, "pgbouncer.ini");
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: listenPort,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: mode,
    default_pool_size: poolSize,
    ignore_startup_parameters: "extra_float_digits",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    config,
    ["[databases]", `* = host=${hostname} port=${port} user=postgres`, "[pgbouncer]", ...lines, ""].join(
      "\n",
    ),
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", [...user, config], { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = (database: string) => `postgres://postgres@127.0.0.1:${listenPort}/${database}?sslmode=disable`;
  await untilOpen(url("postgres"), () => child.exitCode === null);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function untilOpen(url: string, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    const client = new pg.Client(url);
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("pgbouncer has ended");
}
