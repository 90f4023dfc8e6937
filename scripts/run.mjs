// node scripts/run.mjs [--set-up] FILE.ts [ARGUMENTS]: runs a script of this repository. Scripts are TypeScript, and one of the npm packages
// reads it; with --set-up those packages are installed first, if they are missing or older than package-lock.json.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const OLDEST_NODE = 20;
/** npm writes it last: where it is missing, the packages are not (wholly) installed. */
const INSTALLED = "node_modules/.package-lock.json";

const [option, ...others] = process.argv.slice(2);
const words = option === "--set-up" ? others : process.argv.slice(2);
if (words[0] === undefined) fail("no script is named", "node scripts/run.mjs FILE.ts [ARGUMENTS]");
const major = Number(process.versions.node.split(".")[0]);
if (major < OLDEST_NODE)
  fail(`Node.js ${process.versions.node} is too old`, `install Node.js ${OLDEST_NODE} or newer`);
if (option === "--set-up" && timeOf(INSTALLED) < timeOf("package-lock.json")) installPackages();
if (timeOf(INSTALLED) === 0) fail("the npm packages are missing", "npm run setup");

const script = path.resolve(words[0]);
process.argv.splice(1, process.argv.length, script, ...words.slice(1));
await import("./lib/typescript.mjs");
await import(pathToFileURL(script).href);

/** Time of the last change of a file of this repository; 0 if it is missing. @param {string} file */
function timeOf(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function installPackages() {
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const startedAt = performance.now();
  console.error("set-up: npm packages (npm ci, about a minute) ...");
  const { status, error } = spawnSync("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) {
    const why = error === undefined ? "" : `: ${error.message}`;
    console.error(`set-up: npm packages: \`npm ${args.join(" ")}\` failed${why}`);
    process.exit(1);
  }
  console.error(`set-up: npm packages: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Ends the process with what is wrong and what to do. @param {string} message @param {string} remedy @returns {never} */
function fail(message, remedy) {
  console.error(`set-up: ${message}\n  -> ${remedy}`);
  process.exit(2);
}
