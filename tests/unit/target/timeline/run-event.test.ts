/** What a timeline does to a server that is none. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventFailed, runEvent } from "../../../../src/target/timeline/run-event.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-event-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const LONG = 600;
const restarted = (restart: (() => Promise<void>) | undefined, limitSeconds = LONG, signal?: AbortSignal) =>
  runEvent(
    { name: "failover", act: { kind: "restart" }, atSeconds: 1, limitSeconds },
    {
      server: restart === undefined ? {} : { restart },
      url: "postgres://127.0.0.1:1/none",
      tree: folder,
      logFile: path.join(folder, "logs", "failover.log"),
    },
    signal ?? new AbortController().signal,
  );
const never = () => new Promise<void>(() => undefined);

describe("a restart", () => {
  it("says how long it took", async () => {
    expect(await restarted(async () => undefined)).toMatch(/^the server was down and up again in \d+ ms$/);
    expect(readFileSync(path.join(folder, "logs", "failover.log"), "utf8")).toContain("up again");
  });

  it("that does not end is given up at its limit, and named", async () => {
    const hanging = restarted(never, 0.05);
    await expect(hanging).rejects.toThrow(EventFailed);
    await expect(hanging).rejects.toMatchObject({
      message: 'event "failover" failed: the restart did not end within 0.05 s',
      remedy: expect.stringContaining("timeout"),
    });
  });

  it("that fails says why; one of a server that is not ours, what to do", async () => {
    const failing = async () => Promise.reject(new Error("no space left"));
    await expect(restarted(failing)).rejects.toThrow('event "failover" failed: no space left');
    await expect(restarted(undefined)).rejects.toMatchObject({ remedy: expect.stringContaining("command") });
  });

  it("ends with the signal, however long it would take", async () => {
    const stopping = new AbortController();
    const ended = restarted(never, LONG, stopping.signal);
    setTimeout(() => stopping.abort(), 20);
    await expect(ended).rejects.toThrow("aborted");
  });
});

it("a command's log is kept without secrets, also those that only their variables tell of", async () => {
  vi.stubEnv("BENCH_LICENSE", "abc123");
  const logFile = path.join(folder, "failover.log");
  const act = { kind: "command", command: 'echo "$BENCH_LICENSE"; echo "$DATABASE_URL"' } as const;
  const event = { name: "failover", act, atSeconds: 1, limitSeconds: LONG };
  const ground = { server: {}, url: "postgres://u:hunter2@127.0.0.1:1/none", tree: folder, logFile };
  const said = "***\npostgresql://u:***@127.0.0.1:1/none";
  expect(await runEvent(event, ground, new AbortController().signal)).toBe(said);
  expect(readFileSync(logFile, "utf8")).toBe(`${said}\n`);
});
