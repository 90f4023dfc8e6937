/** Whether a container runs where it was told to: without root some engines take the words and do nothing. */
import { readFileSync } from "node:fs";
import { attempt } from "../../host/process-identity.ts";
import { PlumblineError } from "../../model/errors.ts";

/** @throws PlumblineError of kind "target" where the process may run on other CPUs than "2-3,6" */
export function assureCpus(pid: number, asked: string): void {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "";
  const [, allowed] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? [];
  if (allowed === undefined || String(cpusOf(allowed)) === String(cpusOf(asked))) return;
  throw new PlumblineError("target", `the container may run on CPUs ${allowed}, and ${asked} was asked for`, {
    remedy:
      "let the engine control cpuset (for rootless ones systemd must delegate it), or take database.deploy.docker.cpus away",
  });
}

/** The numbers of "2-3,6". */
export function cpusOf(list: string): readonly number[] {
  return list
    .split(",")
    .flatMap((range) => {
      const [first = "", last = first] = range.split("-");
      const count = Number(last) - Number(first) + 1;
      return Array.from({ length: count }, (_, i) => Number(first) + i);
    })
    .toSorted((a, b) => a - b);
}
