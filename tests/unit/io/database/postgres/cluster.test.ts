/** A server and the death of the Plumbline that started it. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { attempt } from "../../../../../src/io/host/process-identity.ts";
import { isAlive } from "../../../../../src/io/host/processes.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const fileUrl = (file: string) =>
  pathToFileURL(path.resolve(import.meta.dirname, "../../../../..", file)).href;

let folder: string;
let pid: number;
const at = (name: string) => path.join(folder, name);
beforeEach(() => {
  folder = temporaryFolder();
  pid = 0;
});
afterEach(() => {
  if (pid > 1) attempt(() => process.kill(pid, "SIGKILL"));
});

/** A process that starts a server, which says when it runs, and is killed when there is a file; the server begins with `first`. */
function startedAndKilled(first: string, killedAt: string): void {
  const script = `
    import { spawn } from "node:child_process";
    import { existsSync, writeFileSync } from "node:fs";
    import "${fileUrl("scripts/lib/typescript.mjs")}";
    const { deathWrap } = await import("${fileUrl("src/io/database/postgres/cluster.ts")}");
    const server = ["sh", "-c", "echo > ran; exec sleep 600"];
    const child = spawn("sh", ["-c", '${first}; exec "$@"', "sh", ...deathWrap(), ...server]);
    writeFileSync("pid", String(child.pid));
    setInterval(() => existsSync("${killedAt}") && process.kill(process.pid, "SIGKILL"), 5);`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(ended.signal, ended.stderr).toBe("SIGKILL");
  pid = Number(readFileSync(at("pid"), "utf8"));
}

it("ends with it", async () => {
  startedAndKilled("true", "ran");
  await expect.poll(() => isAlive(pid)).toBe(false);
});

it("does not begin where it is dead before the kernel was asked to tell", async () => {
  startedAndKilled("until test -e killed; do sleep 0.05; done", "pid");
  expect(isAlive(pid)).toBe(true);
  writeFileSync(at("killed"), "");
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(existsSync(at("ran"))).toBe(false);
});
