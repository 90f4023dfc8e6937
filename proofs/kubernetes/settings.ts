/** The kernel's settings that a kubelet changes and that are the whole machine's. Those of networks are the network namespace's. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const FILES = [
  "vm/overcommit_memory",
  "vm/panic_on_oom",
  "kernel/panic",
  "kernel/panic_on_oops",
  "kernel/keys/root_maxkeys",
  "kernel/keys/root_maxbytes",
].map((name) => `/proc/sys/${name}`);

/** @returns puts them back */
export function settings() {
  const before = FILES.filter((file) => existsSync(file)).map(
    (file) => [file, readFileSync(file, "utf8")] as const,
  );
  return () => {
    for (const [file, value] of before) if (readFileSync(file, "utf8") !== value) writeFileSync(file, value);
  };
}
