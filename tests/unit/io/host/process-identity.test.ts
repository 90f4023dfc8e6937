import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { attempt, identify, processState } from "../../../../src/io/host/process-identity.ts";

it("a process is running until it has ended, though its number may be used again", async () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  await once(child, "spawn");
  const identity = identify(child.pid!);
  try {
    expect(identity.startedAt).toMatch(/^\d+$/);
    expect(processState(identity)).toBe("running");
    expect(processState({ ...identity, startedAt: "1" })).toBe("ended");
  } finally {
    child.kill("SIGKILL");
  }
  await once(child, "close");
  expect(processState(identity)).toBe("ended");
});

it("a process of another container cannot be seen from here, nor what is none", () => {
  expect(processState({ ...identify(process.pid), namespace: "pid:[1]" })).toBe("out-of-sight");
  for (const told of [null, 5, {}, { pid: -1, namespace: null, startedAt: null }, { pid: "1" }])
    expect(processState(told)).toBe("out-of-sight");
});

it("what cannot be read is null", () => {
  expect(attempt(() => 1)).toBe(1);
  expect(
    attempt(() => {
      throw new Error("gone");
    }),
  ).toBeNull();
});
