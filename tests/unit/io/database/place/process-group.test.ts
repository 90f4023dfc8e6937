/** A command and its watchdog, where Plumbline is killed in the moment of their start. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProcessGroup } from "../../../../../src/io/database/place/process-group.ts";
import { attempt } from "../../../../../src/io/host/process-identity.ts";
import { isAlive } from "../../../../../src/io/host/processes.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const fileUrl = (file: string) =>
  pathToFileURL(path.resolve(import.meta.dirname, "../../../../..", file)).href;

let folder: string;
let pid: number;
beforeEach(() => {
  folder = temporaryFolder();
  pid = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  if (pid > 1) attempt(() => process.kill(-pid, "SIGKILL"));
});

/** A process that is killed when it has started so many children of a group. */
function killedAfter(children: number): void {
  const script = `
    import { channel } from "node:diagnostics_channel";
    import { writeFileSync } from "node:fs";
    import "${fileUrl("scripts/lib/typescript.mjs")}";
    const { ProcessGroup } = await import("${fileUrl("src/io/database/place/process-group.ts")}");
    let started = 0;
    channel("child_process").subscribe(({ process: child }) => {
      child.once("spawn", () => {
        if (started++ === 0) writeFileSync("pid", String(child.pid));
        if (started === ${children}) process.kill(process.pid, "SIGKILL");
      });
    });
    await ProcessGroup.start({ command: "echo > ran; sleep 600", cwd: ".", env: process.env, logFile: "log" });
    setInterval(() => undefined, 1000);`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(ended.signal, ended.stderr).toBe("SIGKILL");
  pid = Number(readFileSync(path.join(folder, "pid"), "utf8"));
}

it("begins nothing that nobody would end", async () => {
  killedAfter(1);
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(existsSync(path.join(folder, "ran"))).toBe(false);
});

it("ends what it began, or had not begun", async () => {
  killedAfter(2);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

const group = async (command: string) =>
  await ProcessGroup.start({ command, cwd: folder, env: process.env, logFile: path.join(folder, "log") });

it("waits for a command's end, and no longer than its limit", async () => {
  const quick = await group("exit 3");
  expect(await quick.finish(600_000)).toBe(3);
  await quick.end();

  const slow = await group("sleep 600 & wait");
  pid = slow.pid;
  expect(await slow.finish(200)).toBeNull();
  await slow.end();
  expect(isAlive(pid)).toBe(false);
});

it("ends a command when it is told to, with the reason", async () => {
  const stop = new AbortController();
  const slow = await group("sleep 600");
  pid = slow.pid;
  const finished = slow.finish(600_000, stop.signal);
  stop.abort(new Error("interrupted"));
  await expect(finished).rejects.toThrow("interrupted");
  await slow.end();
  expect(isAlive(pid)).toBe(false);
});

it("tells the last words of a command that printed more than a text can hold, without secrets", async () => {
  // A file with a hole takes no room, and cannot be read whole.
  const talkative = await group("truncate -s 600M log; exit 3");
  pid = talkative.pid;
  await talkative.finish(600_000);
  await talkative.end();
  appendFileSync(path.join(folder, "log"), "the end of postgres://me:hunter2@db/x\n");
  const tail = await talkative.logTail();
  expect(tail).toMatch(/the end of postgres:\/\/me:\*\*\*@db\/x$/);
});

it.each([
  [
    "echo 'npm warn deprecated a@1: old'; echo 'npm error code 1'; echo 'npm notice new version'",
    "npm error code 1",
  ],
  ["echo 'npm warn ERESOLVE overriding peer dependency'", "npm warn ERESOLVE overriding peer dependency"],
])("tells of npm's words those that a failure comes from, if there are any: %s", async (command, said) => {
  const installing = await group(command);
  pid = installing.pid;
  await installing.finish(600_000);
  await installing.end();
  expect(await installing.logTail()).toBe(said);
});

it.each([
  ["forth", 3_600_000],
  ["back", -3_600_000],
])("waits as long when the clock of the machine is set %s", async (_, step) => {
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => (now += step));
  const command = "sleep 0.2; exec sleep 600";
  const logFile = path.join(folder, "log");
  const group = await ProcessGroup.start({ command, cwd: folder, env: process.env, logFile });
  pid = group.pid;
  expect(await group.gone(100)).toBe(false);
  setTimeout(() => group.signal("SIGKILL"), 100);
  expect(await group.gone(60_000)).toBe(true);
  await group.end();
});
