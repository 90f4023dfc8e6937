/** Texts on where a run was measured. Names are text from outside; a server that never answered has none. */
import type { Environment } from "../../model/run.ts";
import { plainLine } from "../../text/outside.ts";

/** Name in imported figures that do not state where they come from. */
const UNKNOWN = "unknown";

/** "PostgreSQL 17.4"; null where nothing is known of it. */
export function databaseText({ database, databaseVersion }: Environment): string | null {
  const known = [database, databaseVersion].filter((part) => part !== "" && part !== UNKNOWN);
  return known.length === 0 ? null : known.map((part) => plainLine(part)).join(" ");
}

/** "4 × AMD EPYC 7763"; null where nothing is known of it. */
export function machineText({ cpuCount, cpuModel }: Environment): string | null {
  return cpuCount === 0 ? null : `${cpuCount} × ${plainLine(cpuModel)}`;
}
