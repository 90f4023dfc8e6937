/** Identity of a process: a process id alone is only unique within its namespace and until it is used again. */
import { readlinkSync } from "node:fs";
import { z } from "zod";
import { isAlive, statOf } from "./processes.ts";

const ProcessIdentity = z
  .object({ pid: z.int().positive(), namespace: z.string().nullable(), startedAt: z.string().nullable() })
  .readonly();
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

export function identify(pid: number): ProcessIdentity {
  return { pid, namespace: attempt(() => readlinkSync("/proc/self/ns/pid")), startedAt: startTicks(pid) };
}

/**
 * Out of sight: a process of another container, which cannot be looked up from here.
 * @param recorded identity as it was written down, by any user; what identifies no process is out of sight, too
 */
export function processState(recorded: unknown): "running" | "ended" | "out-of-sight" {
  const { data: identity } = ProcessIdentity.safeParse(recorded);
  if (identity === undefined) return "out-of-sight";
  const now = identify(identity.pid);
  if (identity.namespace !== now.namespace) return "out-of-sight";
  return isAlive(identity.pid) && identity.startedAt === now.startedAt ? "running" : "ended";
}

/** Null where it cannot be read: a process that has ended, a system without /proc. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Field 22 of /proc/PID/stat, ticks since boot. */
function startTicks(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}
