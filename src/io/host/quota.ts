/**
 * The CPU time that control groups leave this process: containers and pods are given less than their machine has. Of both versions,
 * cgroups(7). plumbline-load reads the same files, with the counts of what ran out (runner-native/src/machine/quota.h).
 */
import path from "node:path";
import { readIfThere } from "./files.ts";

/**
 * @param root put before every path that is read
 * @returns the least quota of our group and those above it, in CPUs; null where none has one, or none can be seen
 */
export function cpuQuota(root = ""): number | null {
  const read = (file: string) => readIfThere(`${root}${file}`) ?? "";
  const hierarchy = hierarchyIn(read("/proc/self/mountinfo"));
  if (hierarchy === null) return null;
  const group = groupIn(read("/proc/self/cgroup"), hierarchy.version);
  if (group === null) return null;
  const { mountPoint, mounted } = hierarchy;
  const below = group.startsWith(mounted) ? group.slice(mounted.length) : group;
  const quotas: number[] = [];
  for (
    let folder = path.join(mountPoint, below);
    folder.startsWith(mountPoint);
    folder = path.dirname(folder)
  ) {
    const quota = quotaIn(hierarchy.version, (name) => read(path.join(folder, name)));
    if (quota !== null) quotas.push(quota);
    if (folder === "/") break;
  }
  return quotas.length === 0 ? null : Math.min(...quotas);
}

type Hierarchy = Readonly<{
  version: 1 | 2;
  mountPoint: string;
  /** The group that is seen at the mount point: "/", but in some containers. */
  mounted: string;
}>;

/** The controller belongs to version 1 if both are mounted. */
function hierarchyIn(mountinfo: string): Hierarchy | null {
  const found = mountinfo.split("\n").flatMap((line): Hierarchy[] => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , mounted, mountPoint] = before.split(" ");
    const [type, , options = ""] = after.split(" ");
    if (mounted === undefined || mountPoint === undefined) return [];
    if (type === "cgroup2") return [{ version: 2, mountPoint, mounted }];
    return type === "cgroup" && options.split(",").includes("cpu")
      ? [{ version: 1, mountPoint, mounted }]
      : [];
  });
  return found.find(({ version }) => version === 1) ?? found[0] ?? null;
}

/** Lines are number:controllers:group; of version 2, 0::group. */
function groupIn(cgroup: string, version: 1 | 2): string | null {
  for (const line of cgroup.split("\n")) {
    const [number, controllers = "", ...group] = line.split(":");
    if (version === 2 ? number === "0" && controllers === "" : controllers.split(",").includes("cpu"))
      return group.length === 0 ? null : group.join(":");
  }
  return null;
}

/** CPUs, or null without a quota: then it is "max 100000" in version 2, and -1 in version 1. */
function quotaIn(version: 1 | 2, read: (name: string) => string): number | null {
  const [quota, period] = (
    version === 2 ? read("cpu.max").split(" ") : [read("cpu.cfs_quota_us"), read("cpu.cfs_period_us")]
  ).map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0 ? quota / period : null;
}
