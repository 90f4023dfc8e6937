/** A CPU quota in a real control group, where this user may make one. Trees of both versions are made up in test_quota.c. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type NullServer, startNullServer } from "./support/null-server.ts";
import { plumblineLoad } from "./support/plumbline-load.ts";

/** Folders of the groups that limit CPU time: of the first version, and of the second where processes may be in a new group. */
const PARENTS = [
  { folder: "/sys/fs/cgroup/cpu", file: "cpu.cfs_quota_us", quota: "2000" },
  { folder: "/sys/fs/cgroup", file: "cpu.max", quota: "2000 100000" },
];

/** Makes a group with a fiftieth of a CPU, less than it gets beside many others; null where that, or to enter it, is not allowed. */
function makeGroup(): string | null {
  for (const { folder, file, quota } of PARENTS) {
    const group = path.join(folder, `plumbline-test-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    if (existsSync(path.join(group, file)) && enters(group, path.join(group, file), quota)) return group;
    rmdirSync(group);
  }
  return null;
}

function enters(group: string, file: string, quota: string): boolean {
  try {
    writeFileSync(file, quota);
  } catch {
    return false;
  }
  return spawnSync("sh", ["-c", `echo $$ > ${group}/cgroup.procs`]).status === 0;
}

const group = makeGroup();
let server: NullServer;

beforeAll(async () => {
  server = await startNullServer();
});
afterAll(() => {
  server?.stop();
  if (group !== null) rmdirSync(group);
});

it.skipIf(group === null)("is reported, decides the number of workers, and running out of it is said", () => {
  const enter = `echo $$ > ${group}/cgroup.procs && exec "$@"`;
  const args = [
    `--pgsql-url=postgres://u@127.0.0.1:${server.port}/d?sslmode=disable`,
    "--threads=16",
    "--time=2",
    "--output=ndjson",
    "oltp_point_select",
    "run",
  ];
  const output = execFileSync("sh", ["-c", enter, "sh", plumblineLoad, ...args], { encoding: "utf8" });
  const summary = JSON.parse(output.trim().split("\n").at(-1)!);
  expect(summary.client.workers).toBe(1);
  const { cpus, periods, throttled } = summary.host.quota;
  expect(cpus).toBeCloseTo(0.02, 6);
  expect(throttled).toBeGreaterThan(0);
  expect(periods).toBeGreaterThanOrEqual(throttled);
  const found = summary.warnings.find(({ code }: { code: string }) => code === "throttled");
  expect(found.message).toContain(`in ${throttled} of ${periods} periods`);
});

it.runIf(availableParallelism() > 1)("CPUs that it may not run on have no worker", () => {
  const args = [
    `--pgsql-url=postgres://u@127.0.0.1:${server.port}/d?sslmode=disable`,
    "--threads=16",
    "--events=16",
    "--output=ndjson",
    "oltp_point_select",
    "run",
  ];
  const [first] = execFileSync("taskset", ["-cp", `${process.pid}`], { encoding: "utf8" })
    .match(/(\d+)[-,\d]*$/m)!
    .slice(1) as [string];
  const output = execFileSync("taskset", ["-c", first, plumblineLoad, ...args], { encoding: "utf8" });
  expect(JSON.parse(output.trim().split("\n").at(-1)!).client.workers).toBe(1);
});
