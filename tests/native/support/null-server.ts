/** The null server of the benches (runner-native/bench/nullserver.c): answers at once, so that it is the client that is looked at. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const native = join(import.meta.dirname, "../../../runner-native");

export type NullServer = Readonly<{
  /** Of 127.0.0.1, and of the socket. */
  port: string;
  /** Holds the program and its Unix socket. */
  folder: string;
  stop: () => void;
}>;

/** Compiles and starts it. */
export async function startNullServer(): Promise<NullServer> {
  // A socket's path may have 107 bytes, which the temporary folders of some systems leave no room for.
  const folder = mkdtempSync(join(tmpdir().length > 60 ? "/tmp" : tmpdir(), "plumbline-null-"));
  const program = join(folder, "nullserver");
  const sources = ["nullserver.c", "wire.c"].map((name) => join(native, "bench", name));
  execFileSync("gcc", ["-D_GNU_SOURCE", "-std=gnu11", "-O2", "-o", program, ...sources]);
  const server = spawn(program, [`--socket-dir=${folder}`], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (data) => resolve(String(data).trim()));
    server.once("exit", (code) => reject(new Error(`the null server ended with ${code}`)));
  });
  return {
    port,
    folder,
    stop: () => {
      server.kill("SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}
