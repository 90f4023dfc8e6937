/** A PostgreSQL of the benchmark's own. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "./scenario.ts";

const SETTINGS = "-c max_connections=200 -c shared_buffers=256MB -c max_wal_size=4GB";

/**
 * PostgreSQL refuses root, so under root the cluster, and the folder around it, belong to the user postgres.
 * @param bin folder of its programs
 * @param scratch folder for the cluster
 */
export function startCluster(bin: string, scratch: string): { server: Server; stop: () => void } {
  const folder = join(scratch, "postgres");
  mkdirSync(folder);
  const owner =
    process.getuid?.() === 0
      ? {
          uid: Number(execFileSync("id", ["-u", "postgres"])),
          gid: Number(execFileSync("id", ["-g", "postgres"])),
        }
      : {};
  if (owner.uid !== undefined) for (const path of [scratch, folder]) chownSync(path, owner.uid, owner.gid);
  const port = freePort();
  const places = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`;
  const data = join(folder, "data");
  const run = (program: string, words: readonly string[]) =>
    execFileSync(join(bin, program), words, { ...owner, stdio: "ignore", cwd: folder });
  run("initdb", ["-D", data, "-A", "trust", "-U", "postgres", "-N"]);
  run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", `${places} ${SETTINGS}`, "start"]);
  return {
    server: { host: folder, port, user: "postgres", database: "postgres" },
    stop: () => run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]),
  };
}

/** For the peers that know no unix socket. */
function freePort() {
  const code =
    "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })";
  return execFileSync(process.execPath, ["-e", code], { encoding: "utf8" }).trim();
}
