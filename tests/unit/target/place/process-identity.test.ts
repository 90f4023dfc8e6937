import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import type { Writable } from "node:stream";
import { expect, it } from "vitest";
import { attempt, identify, isAlive, stateOf } from "../../../../src/target/place/process-identity.ts";

it("a process is running until it has ended, though its number may be used again", async () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  await once(child, "spawn");
  const identity = identify(child.pid!);
  try {
    expect(identity.startedAt).toMatch(/^\d+$/);
    expect(stateOf(identity)).toBe("running");
    expect(stateOf({ ...identity, startedAt: "1" })).toBe("ended");
    expect(isAlive(child.pid!)).toBe(true);
  } finally {
    child.kill("SIGKILL");
  }
  await once(child, "close");
  expect(stateOf(identity)).toBe("ended");
  expect(isAlive(child.pid!)).toBe(false);
});

it("a process that has ended is not running, though nobody has taken note of its end", async () => {
  // What the shell becomes knows nothing of the shell's child, and so never asks for its end.
  const parent = spawn("/bin/sh", ["-c", "read -r _ <&3 & echo $!; exec sleep 600"], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
  try {
    const [line] = await once(parent.stdout!, "data");
    const child = Number(line);
    const identity = identify(child);
    await expect.poll(() => readlinkSync(`/proc/${parent.pid}/exe`)).toMatch(/sleep|busybox|coreutils/);
    expect(stateOf(identity)).toBe("running");
    (parent.stdio[3] as Writable).end("\n");
    await expect.poll(() => isAlive(child)).toBe(false);
    expect(readFileSync(`/proc/${child}/stat`, "utf8")).toContain(") Z ");
    expect(stateOf(identity)).toBe("ended");
  } finally {
    parent.kill("SIGKILL");
  }
});

it("a process of another container cannot be seen from here, nor what is none", () => {
  expect(stateOf({ ...identify(process.pid), namespace: "pid:[1]" })).toBe("out-of-sight");
  for (const told of [null, 5, {}, { pid: -1, namespace: null, startedAt: null }, { pid: "1" }])
    expect(stateOf(told)).toBe("out-of-sight");
});

it("what cannot be read is null", () => {
  expect(attempt(() => 1)).toBe(1);
  expect(
    attempt(() => {
      throw new Error("gone");
    }),
  ).toBeNull();
});
