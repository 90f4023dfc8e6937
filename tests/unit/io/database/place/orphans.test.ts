/** Processes that left the group that they were started in. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endOrphans, findOrphans } from "../../../../../src/io/database/place/orphans.ts";
import { sweepWorkFolders } from "../../../../../src/io/database/place/work-folder.ts";
import { identify } from "../../../../../src/io/host/process-identity.ts";
import { isAlive } from "../../../../../src/io/host/processes.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = temporaryFolder();
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  vi.unstubAllEnvs();
});

/** Sleeps in a group of its own. @returns its process id */
async function daemon(data: string, command = "exec sleep 600"): Promise<number> {
  const child = spawn("sh", ["-c", command], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, PLUMBLINE_DATA: data },
  });
  children.push(child);
  await once(child, "spawn");
  return child.pid!;
}

it("are known by the folder that they were given", async () => {
  const data = path.join(folder, "session-1");
  const own = await daemon(data);
  await daemon(path.join(folder, "session-10"));
  expect(findOrphans(data)).toEqual([own]);
  expect(findOrphans(folder)).toHaveLength(2);
  expect(findOrphans(data, own)).toEqual([]);
  expect(findOrphans(path.join(folder, "other"))).toEqual([]);
});

it("are ended, also those that ignore SIGTERM", async () => {
  const file = path.join(folder, "ready");
  const deaf = await daemon(folder, `trap '' TERM; echo > ${file}; while :; do sleep 1; done`);
  await expect.poll(() => existsSync(file)).toBe(true);
  await endOrphans(folder);
  await expect.poll(() => isAlive(deaf)).toBe(false);
});

it("end with what a killed invocation left", async () => {
  const left = path.join(folder, "plumbline-target-left");
  mkdirSync(left);
  const maker = spawn("true");
  const identity = identify(maker.pid!);
  await once(maker, "close");
  writeFileSync(path.join(left, "maker.json"), JSON.stringify(identity));
  const orphan = await daemon(path.join(left, "session-0"));
  vi.stubEnv("TMPDIR", folder);
  await sweepWorkFolders();
  await expect.poll(() => isAlive(orphan)).toBe(false);
  expect(existsSync(left)).toBe(false);
});
