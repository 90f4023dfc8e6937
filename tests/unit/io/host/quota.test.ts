import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { cpuQuota } from "../../../../src/io/host/quota.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

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

test("the first version's CPU controller is found among the others, by its whole name", () => {
  put({
    "/proc/self/mountinfo": [
      "30 23 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset",
      "31 23 0:28 / /sys/fs/cpu rw - tmpfs tmpfs rw,cpu",
      "",
      FIRST,
    ].join("\n"),
    "/proc/self/cgroup": "9:cpuset:/not-this\n1:name=systemd:/nor-this\n4:cpu,cpuacct:/a:b\n",
    "/sys/fs/cgroup/cpuset/cpu.cfs_quota_us": "1000",
    "/sys/fs/cgroup/cpuset/cpu.cfs_period_us": "100000",
    "/sys/fs/cgroup/cpu,cpuacct/not-this/cpu.cfs_quota_us": "2000",
    "/sys/fs/cgroup/cpu,cpuacct/not-this/cpu.cfs_period_us": "100000",
    "/sys/fs/cgroup/cpu,cpuacct/a:b/cpu.cfs_quota_us": "70000",
    "/sys/fs/cgroup/cpu,cpuacct/a:b/cpu.cfs_period_us": "100000",
    // The second version's file of that name means nothing here.
    "/sys/fs/cgroup/cpu,cpuacct/a:b/cpu.max": "1000 100000",
  });
  expect(cpuQuota(root)).toBe(0.7);
});

test("of the second version it is the line without controllers", () => {
  put({
    "/proc/self/mountinfo": SECOND,
    "/proc/self/cgroup": "0:named:/wrong\n1:name=systemd:/wrong\n2::/wrong\n0::/right\n",
    "/sys/fs/cgroup/wrong/cpu.max": "1000 100000",
    "/sys/fs/cgroup/right/cpu.max": "30000 100000",
    "/sys/fs/cgroup/right/cpu.cfs_quota_us": "1000",
    "/sys/fs/cgroup/right/cpu.cfs_period_us": "100000",
  });
  expect(cpuQuota(root)).toBe(0.3);
});

test("what lies above the mount point is none of ours", () => {
  put({
    "/proc/self/mountinfo": SECOND,
    "/proc/self/cgroup": "0::/\n",
    "/sys/fs/cpu.max": "1000 100000",
    "/sys/fs/cgroup/cpu.max": "40000 100000",
  });
  expect(cpuQuota(root)).toBe(0.4);
});

test("a group that the mounted one does not contain is looked for below the mount point as it is called", () => {
  put({
    "/proc/self/mountinfo": SECOND.replace(" / ", " /pods/7 "),
    "/proc/self/cgroup": "0::/else/where\n",
    "/sys/fs/cgroup/else/where/cpu.max": "60000 100000",
  });
  expect(cpuQuota(root)).toBe(0.6);
});

test("the hierarchy may be mounted at the root itself", () => {
  put({
    "/proc/self/mountinfo": SECOND.replace("/sys/fs/cgroup", "/"),
    "/proc/self/cgroup": "0::/\n",
    "/cpu.max": "80000 100000",
  });
  expect(cpuQuota(root)).toBe(0.8);
});

test.each([
  ["no files", {}],
  [
    "a line that is cut short",
    { "/proc/self/mountinfo": "31 23 0:28 / - cgroup2 cgroup2 rw\n31 23 0:28\n", "/cpu.max": "1000 100000" },
  ],
  [
    "nothing to divide",
    {
      "/proc/self/mountinfo": SECOND,
      "/proc/self/cgroup": "0::/x\n",
      "/sys/fs/cgroup/cpu.max": "0 100000",
      "/sys/fs/cgroup/x/cpu.max": "100000",
    },
  ],
  ["no hierarchy", { "/proc/self/mountinfo": "24 18 0:22 / /proc rw - proc proc rw\n" }],
  [
    "no group",
    {
      "/proc/self/mountinfo": SECOND,
      "/proc/self/cgroup": "0\n\n:\n",
      "/sys/fs/cgroup/cpu.max": "1000 100000",
    },
  ],
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
