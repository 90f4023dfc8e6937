import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readlinkSync } from "node:fs";
import type { Writable } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { isAlive, isGroupAlive, statOf } from "../../../../src/io/host/processes.ts";

let parents: ChildProcess[] = [];
afterEach(() => {
  for (const parent of parents) parent.kill("SIGKILL");
  parents = [];
});

/** Starts a process that leads a group of its own, and that nobody takes note of when it ends. */
async function neglected(): Promise<Readonly<{ pid: number; end(): void }>> {
  // What the shell becomes knows nothing of the shell's child, and so never asks for its end.
  const parent = spawn("/bin/sh", ["-c", "setsid sh -c 'read -r _ <&3' & echo $!; exec sleep 600"], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
  parents.push(parent);
  const [line] = await once(parent.stdout!, "data");
  const pid = Number(line);
  await expect.poll(() => readlinkSync(`/proc/${parent.pid}/exe`)).toMatch(/sleep|busybox|coreutils/);
  await expect.poll(() => statOf(pid)?.[2]).toBe(String(pid));
  return { pid, end: () => void (parent.stdio[3] as Writable).end("\n") };
}

it("a process runs until it has ended, and so does its group", async () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore", detached: true });
  await once(child, "spawn");
  const pid = child.pid!;
  expect([isAlive(pid), isGroupAlive(pid)]).toEqual([true, true]);
  child.kill("SIGKILL");
  await once(child, "close");
  expect([isAlive(pid), isGroupAlive(pid), statOf(pid)]).toEqual([false, false, null]);
});

it("a process that has ended is not running, nor is its group, though nobody has taken note of its end", async () => {
  const { pid, end } = await neglected();
  expect([isAlive(pid), isGroupAlive(pid)]).toEqual([true, true]);
  end();
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(isGroupAlive(pid)).toBe(false);
  // It is still in the list.
  expect(() => process.kill(-pid, 0)).not.toThrow();
  expect(statOf(pid)![0]).toBe("Z");
});

it("a process of another user runs, too", () => {
  expect(isAlive(1)).toBe(true);
});
