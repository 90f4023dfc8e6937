/**
 * npm run fuzz:api [-- --examples N] [-- --seed N]
 * Asks the API what its own OpenAPI description allows, and what it does not, by Schemathesis, a Python package: no answer may be a fault,
 * and each must be what the description says. On a PostgreSQL of its own with a store that has something to find; Schemathesis is fetched
 * once for this user.
 */
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./build.mjs";
import { commandLine } from "./lib/command-line.mjs";
import { importTypeScript } from "./lib/import-ts.mjs";
import { pythonProgram } from "./lib/tools.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = commandLine(import.meta.filename, {
  options: { examples: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
/** What may refuse a wrong question: also its length, which an encoded address can have of a text that is none too long. */
const SETTINGS = `[checks]
negative_data_rejection.expected-statuses = [400, 404, 406, 414]
`;
const folder = path.join(root, "node_modules/.cache/plumbline-fuzz", String(process.pid));
const schemathesis = pythonProgram("schemathesis");
const { startPostgres } = await importTypeScript("tests/support/postgres.ts");
const { makePair, makeRun } = await importTypeScript("tests/support/runs.ts");
const { openStore } = await importTypeScript("src/store/open.ts");

const postgres = await startPostgres();
let service;
try {
  await bundle(folder);
  const location = await postgres.createDatabase("fuzz");
  await fill(location);
  service = spawn(
    process.execPath,
    [path.join(folder, "cli.js"), "serve", "--store", location, "--port", "0", "--rate-limit", "1000000"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const address = await new Promise((resolve, reject) => {
    service.stdout.on("data", (text) => resolve(/http:\S+/.exec(`${text}`)[0]));
    service.once("exit", () => reject(new Error("plumbline serve has ended")));
  });
  // A cursor is what an earlier answer had, a commit what was measured: others are refused, however well they are formed.
  const words = [
    "--exclude-checks",
    "positive_data_acceptance",
    "--max-examples",
    values.examples,
    "--seed",
    values.seed,
    "--generation-database",
    "none",
  ];
  const settings = path.join(folder, "schemathesis.toml");
  writeFileSync(settings, SETTINGS);
  const asked = spawn(
    schemathesis,
    ["--config-file", settings, "run", `${address}/api/v1/openapi.json`, ...words],
    // It keeps notes of its own where it runs.
    { stdio: "inherit", cwd: folder },
  );
  // Whoever ends this ends what it started: the rest is cleaned up below.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => asked.kill());
  process.exitCode = await new Promise((resolve) => asked.once("exit", (code) => resolve(code ?? 130)));
} finally {
  if (service !== undefined && service.exitCode === null) {
    service.kill("SIGTERM");
    await new Promise((resolve) => service.once("exit", resolve));
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A branch with a step, and a measurement side by side. */
async function fill(location) {
  const store = await openStore(location, root);
  const recipe = { sessions: 2, secondsPerSession: 0.2 };
  await store.save([
    ...Array.from({ length: 20 }, (_, i) =>
      makeRun({ ...recipe, seed: i + 1, workloads: [{ name: "read-write", rate: i < 10 ? 1_000 : 800 }] }),
    ),
    ...makePair({ ...recipe, seed: 50 }),
  ]);
  await store.close();
}
