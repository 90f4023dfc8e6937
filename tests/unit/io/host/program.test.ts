import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isAlive } from "../../../../src/io/host/processes.ts";
import { hasProgram, type ProgramOptions, runProgram } from "../../../../src/io/host/program.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const sh = (script: string, options: ProgramOptions = {}) => runProgram("sh", ["-c", script], options);

describe("what a program answers", () => {
  it("is what it prints, apart and as it came", async () => {
    const answer = await sh("echo out; sleep 0.1; echo aside >&2; sleep 0.1; cat", { input: "in" });
    expect(answer).toEqual({
      code: 0,
      stdout: "out\nin",
      stderr: "aside\n",
      words: "out\naside\nin",
      failure: null,
      isMissing: false,
      isLate: false,
      isCut: false,
    });
  });

  it("is waited for where the limit is longer than any timer", async () => {
    expect(await sh("sleep 0.1; echo out", { limitMs: 600 * 3_600_000 })).toMatchObject({
      failure: null,
      stdout: "out\n",
    });
  });

  it("is of the folder and the environment that it was given, without input", async () => {
    const { stdout } = await sh('cat; pwd -P; echo "$NAME-$HOME"', { cwd: "/", env: { NAME: "value" } });
    expect(stdout).toBe("/\nvalue-\n");
  });

  it("is an exit code, and the end of a program that does not read its input is an end", async () => {
    expect(await sh("exit 3")).toMatchObject({ code: 3, failure: "exit code 3" });
    expect(await sh("exit 0", { input: "x".repeat(1_000_000) })).toMatchObject({ code: 0, failure: null });
    expect(await sh("kill -9 $$")).toMatchObject({ code: null, failure: "exit code null" });
  });

  it("is the system's words where it cannot run", async () => {
    expect(await runProgram("/nowhere/x", [])).toMatchObject({
      code: null,
      failure: "spawn /nowhere/x ENOENT",
      isMissing: true,
    });
    expect(await runProgram(folder, [])).toMatchObject({
      code: null,
      failure: `spawn ${folder} EACCES`,
      isMissing: false,
    });
    // An error that spawn() throws.
    const tooLong = await runProgram("true", ["x".repeat(4_000_000)]);
    expect(tooLong).toMatchObject({ code: null, failure: "spawn E2BIG", isMissing: false });
  });
});

describe("a program that is to end", () => {
  it("is ended after its time, or at the signal", async () => {
    expect(await sh("echo begun; exec sleep 600", { limitMs: 200 })).toMatchObject({
      code: null,
      isLate: true,
    });
    const stop = new AbortController();
    const running = sh("exec sleep 600", { signal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ code: null, isLate: false });
  });

  it("may have a part of a millisecond, and none at all, for its time", async () => {
    expect(await sh("echo done", { limitMs: 600_000.5 })).toMatchObject({ code: 0, isLate: false });
    expect(await sh("exec sleep 600", { limitMs: -1.5 })).toMatchObject({ code: null, isLate: true });
  });

  it("is not begun where the signal was there before", async () => {
    const file = path.join(folder, "begun");
    expect(await sh(`touch ${file}`, { signal: AbortSignal.abort() })).toMatchObject({ code: null });
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ["is killed where it does not end by itself", { graceMs: 50 }],
    ["is killed with its group", { isGroup: true }],
  ])("%s, and what it started is not waited for", async (_, options) => {
    const file = path.join(folder, "pid");
    const stop = new AbortController();
    const deaf = `trap '' TERM; sleep 600 & echo $! > ${file}; while :; do sleep 1; done`;
    const running = sh(deaf, { signal: stop.signal, ...options });
    await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toMatch(/\d+\n/);
    const child = Number(readFileSync(file, "utf8"));
    stop.abort();
    try {
      expect(await running).toMatchObject({ code: null });
      if ("isGroup" in options) await expect.poll(() => isAlive(child)).toBe(false);
      else expect(isAlive(child)).toBe(true);
    } finally {
      if (isAlive(child)) process.kill(child, "SIGKILL");
    }
  });
});

it("finds a program on PATH where it can be run", () => {
  vi.stubEnv("PATH", `:${folder}`);
  writeFileSync(path.join(folder, "text"), "", { mode: 0o644 });
  writeFileSync(path.join(folder, "tool"), "", { mode: 0o755 });
  expect(["text", "tool", "none"].map(hasProgram)).toEqual([false, true, false]);
});
