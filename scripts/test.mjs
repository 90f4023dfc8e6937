// npm test: all set-up, then every test, then one line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setUp } from "./lib/set-up.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
await setUp();

const tally = { passed: 0, failed: 0 };
testNative();
// Only now: it needs the npm packages.
const { prepareEndToEnd } = await import("./lib/end-to-end.mjs");
testTypeScript(process.argv.slice(2), await prepareEndToEnd());
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

/** The C programs under runner-native/test: each prints `ok NAME` or `not ok NAME` lines of its own and counts by its exit code. */
function testNative() {
  const { status, stdout } = spawnSync("make", ["-j2", "-C", "runner-native", "test"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(stdout);
  const counts = /^(\d+) passed, (\d+) failed$/m.exec(stdout);
  if (counts === null) {
    tally.failed += 1;
    console.error(`make -C runner-native test ended with ${status} and without a count`);
    return;
  }
  tally.passed += Number(counts[1]);
  tally.failed += Number(counts[2]);
}

/** Unit, integration and end-to-end tests, or those that `args` name. */
function testTypeScript(args, env) {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-test-"));
  try {
    const file = path.join(folder, "result.json");
    const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
    spawnSync(
      process.execPath,
      [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...args],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, ...env },
      },
    );
    const result = JSON.parse(readFileSync(file, "utf8"));
    tally.passed += result.numPassedTests;
    // A file that cannot even be loaded has no tests to fail.
    const broken = result.testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    );
    tally.failed += result.numFailedTests + broken.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
