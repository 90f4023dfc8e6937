import { randomUUID } from "node:crypto";
import { VERSION } from "../../model/version.ts";

/** Fields of a report about the moment it was made. */
export function stamp(): Readonly<{ id: string; createdAt: string; version: string }> {
  return { id: randomUUID(), createdAt: new Date().toISOString(), version: VERSION };
}
