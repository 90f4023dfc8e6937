import { existsSync, mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isLeft, makeTemporary, sweepTemporary, withTemporary } from "../../../../src/io/host/temporary.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const PREFIX = "plumbline-test-";
/** No Linux has so many processes (proc_sys_kernel(5), pid_max). */
const ENDED = 4194305;
const NAMESPACE = readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a temporary folder", () => {
  it("bears the process that made it, which lives", async () => {
    const { folder: made, remove } = await makeTemporary(PREFIX);
    expect(path.basename(made)).toMatch(new RegExp(`^${PREFIX}${process.pid}-${NAMESPACE}-`));
    await sweepTemporary(PREFIX);
    expect(existsSync(made)).toBe(true);
    await remove();
    expect(existsSync(made)).toBe(false);
  });

  it("goes with the process, whatever is in it, and takes along what killed ones left", async () => {
    const left = path.join(folder, `${PREFIX}${ENDED}-${NAMESPACE}-x`);
    mkdirSync(left);
    const before = process.listeners("exit");
    const atExit = vi.fn<() => void>();
    const { folder: made, remove } = await makeTemporary(PREFIX, atExit);
    expect(existsSync(left)).toBe(false);
    writeFileSync(path.join(made, "file"), "");
    const [onExit, ...others] = process.listeners("exit").filter((each) => !before.includes(each));
    onExit!(0);
    expect([existsSync(made), atExit.mock.calls.length, others.length]).toEqual([false, 1, 0]);
    await remove();
    expect(process.listeners("exit")).toEqual(before);
  });

  it("is there for as long as it is used, also where that fails", async () => {
    let used = "";
    const failing = withTemporary(PREFIX, async (made) => {
      used = made;
      expect(existsSync(made)).toBe(true);
      throw new Error("full");
    });
    await expect(failing).rejects.toThrow("full");
    expect(existsSync(used)).toBe(false);
  });

  it.each([
    ["of a process that has ended", `${PREFIX}${ENDED}-${NAMESPACE}-x`, true],
    ["of a process of another container, which may live", `${PREFIX}${ENDED}-1-x`, false],
    ["of this process", `${PREFIX}${process.pid}-${NAMESPACE}-x`, false],
    ["of another kind", `plumbline-other-${ENDED}-${NAMESPACE}-x`, false],
    ["that names no process", `${PREFIX}x`, false],
  ])("%s is left behind, and removed: %s: %j", async (_, name, left) => {
    mkdirSync(path.join(folder, name));
    expect(isLeft(PREFIX, name)).toBe(left);
    await sweepTemporary(PREFIX);
    expect(existsSync(path.join(folder, name))).toBe(!left);
  });
});
