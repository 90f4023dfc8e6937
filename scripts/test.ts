// npm test: all set-up, then the tests that a change needs to be believed, in a few minutes; one line `N passed, N failed`.
// npm test -- FILE ...: these tests alone, and the set-up if there was none.
// npm test -- --all: all set-up, and every test that there is, as `npm run gate` runs them.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonTestResults } from "vitest/node";
import { fastTemporary } from "../tests/support/fast-folder.ts";
import { prepareEndToEnd } from "./lib/end-to-end.ts";
import { setUp } from "./lib/set-up.ts";
import { cockroachdbParser, kubernetesSchemas, nodeFolder } from "./lib/tools.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);
const tally = { passed: 0, failed: 0 };
/** What failed, a line each: said once more at the end, where a log that was cut still has it. */
const failures: string[] = [];

/**
 * What is left out takes most of the time, and seldom finds what the rest does not: sanitizers and fuzzers, simulations, measurements that
 * need the machine alone, the action in a workflow, other versions of Node.
 */
const QUICK = ["unit", "forge", "integration", "native"];

/** What may differ between versions of Node. Simulations are arithmetic, whose functions the unit tests hold to the values of others. */
const ON_OTHER_NODES = ["unit", "forge", "property", "proofs"];

if (args.length === 0) await testQuickly();
else if (args.length === 1 && args[0] === "--all") await testAll();
else await testNamed(args);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function testQuickly() {
  await setUp();
  testNative("test");
  const projects = QUICK.flatMap((name) => ["--project", name]);
  await testTypeScript(process.execPath, projects, fastTemporary(), {});
}

async function testAll() {
  await setUp();
  // As they are delivered; watching memory and undefined behaviour; watching threads; and with any input.
  for (const goal of ["test", "asan", "tsan", "fuzz"]) testNative(goal);
  await testTypeScript(process.execPath, [], fastTemporary(), {
    ...(await prepareEndToEnd()),
    PLUMBLINE_CRDB_PARSER: cockroachdbParser() ?? "",
    PLUMBLINE_KUBERNETES_VALIDATE: kubernetesSchemas() ?? "",
  });
  await testOtherNodes();
}

/** @param words files, or other words for vitest, such as `--project unit` */
async function testNamed(words: readonly string[]) {
  // The last thing that the set-up makes.
  if (!existsSync(path.join(root, "runner-native/build/plumbline-load"))) await setUp();
  const endToEnd = words.some((word) => word.includes("e2e")) ? await prepareEndToEnd() : {};
  await testTypeScript(process.execPath, words, fastTemporary(), endToEnd);
}

/** The programs under runner-native/test or runner-native/fuzz, which count by their exit codes. What they say is shown where one failed. */
function testNative(goal: string) {
  const startedAt = performance.now();
  const { status, stdout } = spawnSync("make", ["-s", "-j2", "-C", "runner-native", goal], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [count, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/m.exec(stdout) ?? ["without a count"];
  tally.passed += Number(passed);
  tally.failed += Number(failed);
  if (status !== 0) {
    process.stdout.write(stdout);
    failures.push(`make -C runner-native ${goal} (exit code ${status})`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${status === 0 ? "ok     " : "FAILED "} make -C runner-native ${goal}: ${count}, ${seconds} s`,
  );
}

/**
 * Runs the tests that need nothing but Node on the versions of it that Plumbline also runs on: what they leave to the event loop differs.
 * They mostly wait, so the versions run at the same time.
 */
async function testOtherNodes() {
  const majors = ([20, 22, 24] as const).filter((each) => !process.versions.node.startsWith(`${each}.`));
  await Promise.all(majors.map((major) => testOn(major)));
}

async function testOn(major: Parameters<typeof nodeFolder>[0]) {
  let node: string;
  try {
    node = path.join(nodeFolder(major), "node");
  } catch (error) {
    console.log(`skipped the unit tests on Node ${major}: ${(error as Error).message}`);
    return;
  }
  console.log(`unit tests on Node ${major}`);
  const projects = ON_OTHER_NODES.flatMap((name) => ["--project", name]);
  await testTypeScript(node, projects, fastTemporary(), {});
  console.log(`unit tests on Node ${major}: done`);
}

/**
 * Unit, integration and end-to-end tests, or those that `args` name, with all that they put down for a while in `temporary`.
 * @param node the program that runs them
 */
async function testTypeScript(
  node: string,
  args: readonly string[],
  temporary: string,
  env: NodeJS.ProcessEnv,
) {
  // Short: sockets have little room. Open: servers run as another user.
  const folder = mkdtempSync(path.join(temporary, "pl-"));
  chmodSync(folder, 0o1777);
  try {
    const file = path.join(folder, "result.json");
    const clusters = path.join(folder, "clusters");
    mkdirSync(clusters);
    const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
    const child = spawn(
      node,
      [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...args],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, ...env, TMPDIR: folder, PLUMBLINE_TEST_CLUSTERS: clusters },
      },
    );
    const [status] = await once(child, "close");
    const result = JSON.parse(readFileSync(file, "utf8")) as JsonTestResults;
    tally.passed += result.numPassedTests;
    // A file that cannot even be loaded has no tests to fail.
    const broken = result.testResults.filter(
      ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
    );
    const failed = result.numFailedTests + broken.length;
    // Nor has one whose process died, and no file of results tells of it.
    tally.failed += status !== 0 && failed === 0 ? 1 : failed;
    failures.push(...(status !== 0 && failed === 0 ? [`vitest ended with ${status}`] : failuresOf(result)));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Each failed test, or file that cannot be loaded, with the first line of what it says. */
function failuresOf({ testResults }: JsonTestResults): readonly string[] {
  const firstLine = (text: string | undefined) => text?.split("\n", 1)[0] ?? "";
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    if (status === "failed" && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`];
    return assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}
