/** Checks that a container runs on the CPUs it was given: without root some engines accept the option and ignore it. */
import { readFileSync } from "node:fs";
import { parseCpuList } from "../../../config/cpu-list.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { attempt } from "../../host/process-identity.ts";

/** Words with which docker refuses, and low-level runtimes that write the list. */
const REFUSED = /cpuset|requested cpus/i;

/** @throws PlumblineError of kind "target" where the process may run on other CPUs than "2-3,6" */
export function assureCpus(pid: number, asked: string): void {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "";
  const [, allowed] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status) ?? [];
  if (allowed === undefined || String(parseCpuList(allowed)) === String(parseCpuList(asked))) return;
  throw new PlumblineError("target", `the container may run on CPUs ${allowed}, but ${asked} was asked for`, {
    remedy:
      "let the engine control cpuset (for rootless ones systemd must delegate it), or remove database.deploy.docker.cpus",
  });
}

/** The engine's refusal, with what to do where it is about the CPUs that were asked for: only it knows which ones there are. */
export function ofCpus(error: unknown, asked: string | null): unknown {
  if (asked === null || !(error instanceof PlumblineError) || !REFUSED.test(error.message)) return error;
  return error.with({
    remedy: `name CPUs in database.deploy.docker.cpus that the engine's machine has and may give (nproc says how many), not ${asked}`,
    cause: error,
  });
}
