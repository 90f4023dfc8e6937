import { expect, it } from "vitest";
import { callTool } from "../../../../src/target/place/tool.ts";

const sh = (script: string, more: Partial<Parameters<typeof callTool>[0]> = {}) =>
  callTool({ program: "sh", args: ["-c", script], limitMs: 60_000, ...more });

it("answers what a program says, given words and an environment", async () => {
  const call = { input: "in", env: { NAME: "value" } };
  expect(await sh('cat; echo "$NAME"; echo aside >&2', call)).toEqual({
    stdout: "invalue\n",
    stderr: "aside\n",
  });
});

it("names the program with its last words", async () => {
  await expect(sh("echo no such thing >&2; exit 3")).rejects.toThrow("sh -c: no such thing");
  await expect(sh("exit 3")).rejects.toThrow("sh -c: exit code 3");
  await expect(callTool({ program: "/nowhere/x", args: [], limitMs: 1 })).rejects.toThrow(
    "/nowhere/x: is not there",
  );
});

it("ends it after its time, and when it is told to", async () => {
  await expect(sh("exec sleep 600", { limitMs: 50 })).rejects.toThrow("sh -c: did not end within 0.05 s");
  const stop = new AbortController();
  const running = sh("exec sleep 600", { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
});
