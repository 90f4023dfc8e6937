/** Maker of what lies outside of this machine's files, where makers of several machines meet: on an engine, in a cluster. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { attempt, identify, processState } from "../../host/process-identity.ts";

/** Identity of this process, in letters that every label and annotation takes. */
export function makerText(): string {
  const maker = { ...identify(process.pid), host: hostname(), boot: boot() };
  return Buffer.from(JSON.stringify(maker)).toString("base64url");
}

/** True if the maker was a process of this machine that has ended. Nothing is known of other machines. */
export function isGone(text: string): boolean {
  const maker = ofThisMachine(text);
  return maker !== null && (maker.boot !== boot() || processState(maker) === "ended");
}

/** True if the maker is a process that runs here. */
export function isSeen(text: string): boolean {
  const maker = ofThisMachine(text);
  return maker !== null && maker.boot === boot() && processState(maker) === "running";
}

function ofThisMachine(text: string): Readonly<{ boot: string }> | null {
  const maker = attempt(() => JSON.parse(Buffer.from(text, "base64url").toString()));
  const { host, boot: booted } = (maker ?? {}) as { host?: unknown; boot?: unknown };
  return host === hostname() && typeof booted === "string" ? { ...(maker as object), boot: booted } : null;
}

/** Random id that the kernel draws at each start of the machine. */
export function boot(): string {
  return attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()) ?? "";
}
