import { spawnSync } from "node:child_process";

/** True if this user may mount file systems, such as one that is small enough to fill: root can be too little for it in a container. */
export function mayMount(): boolean {
  const trial = ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"];
  return process.getuid?.() === 0 && spawnSync("unshare", trial).status === 0;
}
