// npm run format: writes TypeScript and JSON as biome has them, and C as clang-format does.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pythonTool } from "./lib/tools.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const clangFormat = pythonTool("clang-format");

run(path.join(root, "node_modules/.bin/biome"), ["check", "--write", "."]);
if (clangFormat !== null) run("make", ["-s", "-C", "runner-native", "format", `CLANG_FORMAT=${clangFormat}`]);
else console.log("skipped C: it needs python3 with pip, or clang-format in PATH");

function run(program: string, args: readonly string[]) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
