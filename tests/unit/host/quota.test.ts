import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cpuQuota } from "../../../src/host/quota.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "plumbline-quota-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
};
const SECOND = "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
const FIRST = "33 23 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n";

test("the least quota of the groups above counts, in CPUs", () => {
  put({
    "/proc/self/mountinfo": SECOND,
    "/proc/self/cgroup": "0::/pods/one\n",
    "/sys/fs/cgroup/pods/cpu.max": "150000 100000\n",
    "/sys/fs/cgroup/pods/one/cpu.max": "max 100000\n",
  });
  expect(cpuQuota(root)).toBe(1.5);
  put({ "/sys/fs/cgroup/pods/one/cpu.max": "20000 100000\n" });
  expect(cpuQuota(root)).toBe(0.2);
});

test("in a container the mounted group is ours, whatever the host calls it", () => {
  put({
    "/proc/self/mountinfo": SECOND,
    "/proc/self/cgroup": "0::/kubepods/pod7/c1\n",
    "/sys/fs/cgroup/cpu.max": "200000 100000\n",
  });
  expect(cpuQuota(root)).toBe(2);
  put({
    "/proc/self/mountinfo": SECOND.replace(" / ", " /kubepods/pod7 "),
    "/sys/fs/cgroup/c1/cpu.max": "50000 100000",
  });
  expect(cpuQuota(root)).toBe(0.5);
});

test("the first version is in charge where both are mounted", () => {
  put({
    "/proc/self/mountinfo": `${SECOND}${FIRST}`,
    "/proc/self/cgroup": "4:cpu,cpuacct:/docker/abc\n0::/\n",
    "/sys/fs/cgroup/cpu.max": "10000 100000\n",
    "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us": "-1\n",
    "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us": "100000\n",
  });
  expect(cpuQuota(root)).toBeNull();
  put({ "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us": "250000\n" });
  expect(cpuQuota(root)).toBe(2.5);
});

test.each([
  ["no files", {}],
  ["no hierarchy", { "/proc/self/mountinfo": "24 18 0:22 / /proc rw - proc proc rw\n" }],
  ["no group", { "/proc/self/mountinfo": SECOND, "/proc/self/cgroup": "0\n\n:\n" }],
  [
    "files that are none",
    {
      "/proc/self/mountinfo": SECOND,
      "/proc/self/cgroup": "0::/x\n",
      "/sys/fs/cgroup/cpu.max": "",
      "/sys/fs/cgroup/x/cpu.max": "1 0",
    },
  ],
])("%s: no quota", (_, files) => {
  put(files);
  expect(cpuQuota(root)).toBeNull();
});
