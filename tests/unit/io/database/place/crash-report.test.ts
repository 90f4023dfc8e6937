/** How a death is told from logs and endings; core files are found where kernel.core_pattern says. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  coreName,
  crashIn,
  endingOf,
  findCrash,
  orCrashError,
  tailOf,
} from "../../../../../src/io/database/place/crash-report.ts";
import { PlumblineError } from "../../../../../src/model/errors.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const CRASHED = `2026-01-01 12:00:00 UTC [70] LOG:  server process (PID 71) was terminated by signal 11: Segmentation fault
2026-01-01 12:00:00 UTC [70] DETAIL:  Failed process was running: SELECT boom()
2026-01-01 12:00:00 UTC [70] LOG:  terminating any other active server processes
`;

describe("a log of PostgreSQL's", () => {
  it.each([
    [
      CRASHED,
      "server process (PID 71) was terminated by signal 11: Segmentation fault; it ran: SELECT boom()",
    ],
    [
      "LOG:  startup process (PID 9) exited with exit code 1\n",
      "startup process (PID 9) exited with exit code 1",
    ],
    [
      "PANIC:  could not write to file: No space left on device\n",
      "PANIC:  could not write to file: No space left on device",
    ],
    [
      'LOG:  background worker "parallel worker" (PID 8) was terminated by signal 9: Killed\n',
      'background worker "parallel worker" (PID 8) was terminated by signal 9: Killed',
    ],
  ])("tells of a crash", (log, said) => {
    expect(crashIn(log)).toBe(said);
  });

  it.each([
    'LOG:  background worker "logical replication launcher" (PID 77) exited with exit code 1\n',
    "FATAL:  terminating connection due to administrator command\n",
    "ERROR:  division by zero\n",
  ])("tells of an orderly end: %s", (log) => {
    expect(crashIn(log)).toBeNull();
  });

  it("may have lines as long as the statements in them", () => {
    const long = "INSERT INTO item VALUES more and more ".repeat(50_000);
    expect(crashIn(long)).toBeNull();
    expect(crashIn(`${long}\n${CRASHED}`)).toContain("server process (PID 71) was terminated by signal 11");
  });
});

it.each([
  [null, null, null],
  [3, null, "exit code 3"],
  [139, null, "exit code 139, SIGSEGV by a shell's count"],
  [null, "SIGKILL" as const, "signal 9 (SIGKILL)"],
])("exit code %j and signal %j are %j", (code, signal, said) => {
  expect(endingOf(code, signal)).toBe(said);
});

it("shows the last twenty lines, each as long as a screen takes", () => {
  const log = Array.from({ length: 30 }, (_, line) => `${line} ${"x".repeat(400)}`).join("\n");
  const lines = tailOf(`${log}\n`).split("\n");
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatch(/^10 x{297}$/);
});

it.each([
  ["core", ["core", "core.12"], ["score", "core.c"]],
  ["core.%p", ["core.12", "core.12.12"], ["core"]],
  ["%e-%%-%p", ["postgres-%-12"], ["postgres-12"]],
])("core_pattern %s names files", (pattern, good, bad) => {
  for (const name of good) expect(name).toMatch(coreName(pattern));
  for (const name of bad) expect(name).not.toMatch(coreName(pattern));
});

describe("a server", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const dead = (log: string, ending: string | null) => {
    const logFile = path.join(folder, "server.log");
    writeFileSync(logFile, log);
    return { logFile, folder, ending: () => ending, keep: path.join(folder, "kept/crash-head") };
  };

  it("that lost a process leaves its log, without passwords", async () => {
    const crashReport = await findCrash(dead(`postgres://u:secret@h/d\n${CRASHED}`, null));
    expect(crashReport).toMatchObject({
      how: expect.stringContaining("signal 11"),
      remedy: expect.stringContaining("core"),
    });
    expect(crashReport!.traces).toMatch(/kept\/crash-head\.log\):\npostgres:\/\/u:\*\*\*@h\/d\n/);
    expect(readFileSync(path.join(folder, "kept/crash-head.log"), "utf8")).not.toContain("secret");
  });

  it("that was given secrets leaves its log without them", async () => {
    const log = "licensed to abc123\nlistening on 5432\n";
    const crashReport = await findCrash({ ...dead(log, "exit code 3"), secrets: ["abc123"] });
    expect(crashReport!.traces).toMatch(/licensed to \*\*\*\nlistening on 5432$/);
    expect(readFileSync(path.join(folder, "kept/crash-head.log"), "utf8")).not.toContain("abc123");
  });

  it("that ended by itself is said to have", async () => {
    const crashReport = await findCrash(dead("", "exit code 3"));
    expect(crashReport).toMatchObject({ how: "it ended with exit code 3", traces: "it said nothing" });
  });

  it("that lives shows no sign of it", async () => {
    expect(await findCrash(dead("LOG:  database system is ready\n", null))).toBeNull();
  });
});

describe("an error", () => {
  const error = new PlumblineError("target", "server closed the connection");
  const dead = {
    crashReport: async () => ({ how: "it ended", traces: "it last said:\nbye", remedy: "look" }),
  };

  it("names the dead server that is its cause", async () => {
    expect(await orCrashError(error, dead, "head: ")).toMatchObject({
      kind: "target",
      message:
        "head: the server died: it ended\nwhat was seen of it: server closed the connection\nit last said:\nbye",
      remedy: "look",
      cause: error,
    });
  });

  it("stays what it is where the server lives, or the fault is the user's", async () => {
    expect(await orCrashError(error, { crashReport: async () => null })).toBe(error);
    const usage = new PlumblineError("usage", "no such file");
    expect(await orCrashError(usage, dead)).toBe(usage);
  });
});
