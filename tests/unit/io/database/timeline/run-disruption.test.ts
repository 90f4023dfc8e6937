/** What a timeline does to a server that is none. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DisruptionFailed, runDisruption } from "../../../../../src/io/database/timeline/run-disruption.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const LONG = 600;
const restarted = (restart: (() => Promise<void>) | undefined, limitSeconds = LONG, signal?: AbortSignal) =>
  runDisruption(
    { name: "failover", act: { kind: "restart" }, atSeconds: 1, limitSeconds },
    {
      server: restart === undefined ? {} : { restart },
      url: "postgres://127.0.0.1:1/none",
      tree: folder,
      logFile: path.join(folder, "logs", "failover.log"),
    },
    signal ?? new AbortController().signal,
  );
const logFile = () => path.join(folder, "logs", "failover.log");
const commanded = (command: string, limitSeconds = LONG, signal?: AbortSignal) =>
  runDisruption(
    { name: "failover", act: { kind: "command", command }, atSeconds: 1, limitSeconds },
    { server: {}, url: "postgres://me@127.0.0.1:1/shop", tree: folder, logFile: logFile() },
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
    await expect(hanging).rejects.toThrow(DisruptionFailed);
    await expect(hanging).rejects.toMatchObject({
      message: 'disruption "failover" failed: the restart did not end within 0.05 s',
      remedy: expect.stringContaining("timeout"),
    });
  });

  it("that fails says why; one of a server that is not ours, what to do", async () => {
    const failing = async () => Promise.reject(new Error("no space left"));
    await expect(restarted(failing)).rejects.toThrow('disruption "failover" failed: no space left');
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
  expect(await runDisruption(event, ground, new AbortController().signal)).toBe(said);
  expect(readFileSync(logFile, "utf8")).toBe(`${said}\n`);
});

describe("a command", () => {
  it("runs in the tree, for the database that is driven", async () => {
    expect(await commanded('echo "$PWD $PGDATABASE"')).toBe(`${folder} shop`);
  });

  it("has said what its log ends with, without the white space around it; the log has all", async () => {
    expect(await commanded("echo; echo first; echo last >&2; echo")).toBe("first\nlast");
    expect(readFileSync(logFile(), "utf8")).toBe("\nfirst\nlast\n\n");
  });

  it("that says much has said the last thousand characters", async () => {
    const said = await commanded("seq 100000 | tr '\\n' ' '");
    expect(said).toHaveLength(1_000);
    expect(said.endsWith(" 99999 100000")).toBe(true);
    expect(readFileSync(logFile(), "utf8")).toHaveLength(588_895);
  });

  it("that says nothing has said nothing", async () => {
    expect(await commanded("true")).toBe("");
    expect(readFileSync(logFile(), "utf8")).toBe("");
  });

  it("that prints a secret has not said it, though what it is known by is too long ago to be shown", async () => {
    const said = await commanded(`printf 'postgres://me:%s@127.0.0.1/shop is new' "$(seq -s x 600)"`);
    expect(said).not.toContain("599x600");
    expect(said.endsWith("@127.0.0.1/shop is new")).toBe(true);
  });

  it("that fails is named with its exit status and last words, and with where all is that it said", async () => {
    const failing = commanded("echo standby is gone; exit 3");
    await expect(failing).rejects.toThrow(DisruptionFailed);
    await expect(failing).rejects.toMatchObject({
      kind: "target",
      message:
        'disruption "failover" failed: its command "echo standby is gone; exit 3" ended with exit code 3; it last said:\nstandby is gone',
      remedy: expect.stringContaining(logFile()),
    });
    expect(readFileSync(logFile(), "utf8")).toBe("standby is gone\n");
  });

  it("leaves its log to no other event of the same name, though that says nothing", async () => {
    await commanded("echo once");
    await expect(restarted(undefined)).rejects.toThrow(DisruptionFailed);
    expect(readFileSync(logFile(), "utf8")).toBe("");
  });

  it("that does not end is ended at its limit", async () => {
    await expect(commanded("sleep 600", 1)).rejects.toMatchObject({
      message: expect.stringContaining("did not end within 1 s"),
      remedy: expect.stringContaining("timeout"),
    });
  });

  it("ends with the signal, which is no failure of the event", async () => {
    const stopping = new AbortController();
    const ended = commanded("sleep 600", LONG, stopping.signal);
    setTimeout(() => stopping.abort(), 20);
    const error = await ended.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "AbortError" });
    expect(error).not.toBeInstanceOf(DisruptionFailed);
  });
});
