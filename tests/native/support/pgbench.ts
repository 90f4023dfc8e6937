/** pgbench itself, which scripts are held against. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The one beside a server, or of Debian's newest. */
export function findPgbench(binDir: string): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [binDir, ...versions.map((version) => join(debian, version, "bin"))];
  const found = folders.map((dir) => join(dir, "pgbench")).find((program) => existsSync(program));
  if (found === undefined) throw new Error("no pgbench found: apt-get install postgresql");
  return found;
}
