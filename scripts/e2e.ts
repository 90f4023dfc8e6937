// npm run e2e: the action, bundled from these sources, as a step of real workflows under a local runner, against a GitHub API on
// loopback that holds both sides to the published description.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { prepareEndToEnd } from "./lib/end-to-end.ts";
import { setUp } from "./lib/set-up.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
await setUp();
const env = await prepareEndToEnd();
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "e2e", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  },
);
process.exitCode = status ?? 1;
