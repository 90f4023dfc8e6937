import { expect, it } from "vitest";
import { callTool } from "../../../../../src/io/database/place/tool.ts";

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

it("says that no cluster is reachable, without kubectl's log of its tries", async () => {
  const tries = 'E1124 08:33:48.593814   12677 memcache.go:265] "Unhandled Error" err="dial tcp"';
  const words =
    "The connection to the server localhost:8080 was refused - did you specify the right host or port?";
  const error = await sh(`echo '${tries}' >&2; echo '${tries}' >&2; echo '${words}' >&2; exit 1`).catch(
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({
    message: `sh -c: ${words}`,
    remedy: expect.stringContaining("no cluster is reachable"),
  });
  await expect(sh(`echo '${tries}' >&2; exit 1`)).rejects.toThrow("memcache.go");
});

it("ends it after its time, and when it is told to", async () => {
  await expect(sh("exec sleep 600", { limitMs: 50 })).rejects.toThrow("sh -c: did not end within 0.05 s");
  const stop = new AbortController();
  const running = sh("exec sleep 600", { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
});
