// npm run demo: all set-up, then `plumbline demo` with the arguments that were given.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setUp } from "./lib/set-up.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
await setUp();
const child = spawn(process.execPath, [path.join(root, "dist/cli.js"), "demo", ...process.argv.slice(2)], {
  stdio: "inherit",
});
// The terminal sends Ctrl-C to the whole group; the child cleans up and its end is ours.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (signal !== "SIGINT") child.kill(signal);
  });
}
child.on("exit", (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
