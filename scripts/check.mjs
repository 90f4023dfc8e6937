// npm run check: everything that can be said about the sources without running them. One line for each check; a failed one
// shows its output and what to run.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setUp } from "./lib/set-up.mjs";
import { goTool, zizmor } from "./lib/tools.mjs";

await setUp();
// Only now: it needs the npm packages.
const { bundle } = await import("./build.mjs");

const root = fileURLToPath(new URL("..", import.meta.url));
const NOTHING = Buffer.alloc(0);
const bin = (name) => path.join(root, "node_modules/.bin", name);
const node = process.execPath;

const CHECKS = [
  {
    name: "format and lint (biome)",
    fix: "npm run format",
    command: [bin("biome"), "ci", "--colors=off", "--reporter=summary", "--error-on-warnings", "."],
  },
  { name: "lint with types (oxlint)", command: [bin("oxlint"), "--type-aware", "--deny-warnings", "."] },
  { name: "types (tsc)", command: [bin("tsc"), "--noEmit"] },
  { name: "action.yml is fresh", fix: "npm run build", command: [node, "scripts/action-yml.mjs", "--check"] },
  {
    name: "the README's tables are fresh",
    fix: "node scripts/readme.mjs",
    command: [node, "scripts/readme.mjs", "--check"],
  },
  {
    name: "schemas and docs/config.md are fresh",
    fix: "node scripts/schemas.mjs",
    command: [node, "scripts/schemas.mjs", "--check"],
  },
  {
    name: "migrations make the schema (prisma)",
    fix: "node scripts/prisma/new-migration.mjs NAME",
    command: [node, "scripts/prisma/check-drift.mjs"],
  },
  { name: "dist is fresh", fix: "npm run build, and commit dist", check: distIsFresh },
  { name: "workflows (actionlint)", check: lintWorkflows },
  { name: "workflows are safe (zizmor)", check: auditWorkflows },
  { name: "C (make analyze)", command: ["make", "-s", "-C", "runner-native", "analyze", "WERROR=1"] },
];

const only = process.argv[2];
let failed = 0;
for (const each of CHECKS.filter(({ name }) => only === undefined || name.includes(only))) {
  const startedAt = performance.now();
  const problem = await (each.check ?? (() => run(each.command)))();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (problem === undefined) {
    console.log(`ok      ${each.name}, ${seconds} s`);
    continue;
  }
  failed += 1;
  console.log(`FAILED  ${each.name}${each.fix === undefined ? "" : `; to fix: ${each.fix}`}`);
  console.log(problem.trimEnd().replace(/^/gm, "        "));
}
process.exitCode = failed === 0 ? 0 : 1;

/** @returns {string | undefined} the output of a command that failed */
function run([command, ...args]) {
  const env = { ...process.env, NO_COLOR: "1" };
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8", env });
  return status === 0 ? undefined : `${error?.message ?? ""}${stdout ?? ""}${stderr ?? ""}`;
}

/** Bundles again, elsewhere, and compares the bytes: the work tree stays as it is. */
async function distIsFresh() {
  const again = path.join(root, "node_modules/.cache/plumbline-dist");
  mkdirSync(again, { recursive: true });
  try {
    await bundle(again);
    const committed = contents(path.join(root, "dist"));
    const built = contents(again);
    const files = [...new Set([...committed.keys(), ...built.keys()])];
    const stale = files.filter((file) => committed.get(file)?.equals(built.get(file) ?? NOTHING) !== true);
    return stale.length === 0 ? undefined : stale.map((file) => `dist/${file}`).join("\n");
  } catch (error) {
    return String(error.message);
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
}

function contents(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}

function workflows() {
  return [".github/workflows", "docs/examples"].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".yml"))
      .map((name) => path.join(folder, name)),
  );
}

function auditWorkflows() {
  const program = zizmor();
  if (program === null) {
    console.log("skipped workflows are safe (zizmor): it needs python3 with pip, or zizmor in PATH");
    return undefined;
  }
  return run([
    program,
    "--offline",
    "--no-progress",
    "--quiet",
    "--config",
    ".github/zizmor.yml",
    ...workflows(),
  ]);
}

function lintWorkflows() {
  try {
    return run([goTool("actionlint"), ...workflows()]);
  } catch (error) {
    return error.message;
  }
}
