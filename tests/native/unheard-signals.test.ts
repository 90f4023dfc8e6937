/** Ctrl-C where something other than a server keeps a thread of the program waiting, without an end. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { plumblineLoad, runLoad } from "./support/plumbline-load.ts";

const SIZE = ["--tables=1", "--table-size=100", "--threads=2"];
const FOREVER = "--time=3600";

let folder: string;
let postgres: Postgres;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "unheard-"));
  postgres = await startPostgres();
  url = await postgres.createDatabase("unheard");
  expect((await runLoad([`--pgsql-url=${url}`, ...SIZE, "oltp_point_select", "prepare"])).code).toBe(0);
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["SIGINT", "one worker", []],
  ["SIGTERM", "two, of which one is free to end", ["--workers=2"]],
] as const)("%s ends a run of %s whose name server falls silent", async (signal, _, more) => {
  const silentNames = join(folder, "silent-names.so");
  execFileSync("cc", ["-shared", "-fPIC", "-o", silentNames, "tests/support/silent-names.c", "-ldl"]);
  const byName = new URL(url);
  byName.hostname = "localhost";
  const args = [`--pgsql-url=${byName.href}`, ...SIZE, FOREVER, "--reconnect=50", ...more, "--output=ndjson"];
  const done = await runLoad([...args, "oltp_point_select", "run"], {
    env: { LD_PRELOAD: silentNames, SILENT_NAMES_AFTER: "8" },
    onStart: (child) =>
      child.stderr!.on("data", (said) => {
        if (String(said).includes("the name server is silent")) child.kill(signal);
      }),
  });
  expect(done.stderr).toMatch(/interrupted; a worker did not end/);
  expect(done.line("summary")).toMatchObject({ exit_code: 130, interrupted: true });
  expect(done.code).toBe(130);
});

/** Number of the system call that a process is in, once it is one that writes. */
async function untilItWrites(pid: number): Promise<void> {
  const write = process.arch === "arm64" ? "64 " : "1 ";
  await expect.poll(() => readFileSync(`/proc/${pid}/syscall`, "utf8").startsWith(write)).toBe(true);
}

it.each(["SIGINT", "SIGTERM"] as const)("%s ends a run whose output nothing reads", async (signal) => {
  const pipe = join(folder, `full-${signal}`);
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    expect(() => {
      for (;;) writeSync(reader, Buffer.alloc(4096));
    }).toThrow(/EAGAIN/);
    const writer = openSync(pipe, constants.O_WRONLY);
    const args = [`--pgsql-url=${url}`, ...SIZE, FOREVER, "--output=ndjson", "oltp_point_select", "run"];
    const child = spawn(plumblineLoad, args, { stdio: ["ignore", writer, "inherit"] });
    closeSync(writer);
    const ended = once(child, "close");
    try {
      await untilItWrites(child.pid!);
      child.kill(signal);
      expect(await ended).toEqual([null, signal]);
    } finally {
      child.kill("SIGKILL");
    }
  } finally {
    closeSync(reader);
  }
});
