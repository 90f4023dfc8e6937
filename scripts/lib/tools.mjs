// Programs that tests and checks need and npm's dependencies do not bring: used from PATH where the version fits, else built or
// fetched once into the project's cache.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/plumbline-tools", import.meta.url));

const GO_TOOLS = {
  act: { module: "github.com/nektos/act", version: "0.2.89", ask: ["--version"] },
  actionlint: { module: "github.com/rhysd/actionlint/cmd/actionlint", version: "1.7.12", ask: ["-version"] },
};

/**
 * @param {"act" | "actionlint"} name
 * @returns {string} the program's path
 */
export function goTool(name) {
  const { module, version, ask } = GO_TOOLS[name];
  const says = spawnSync(name, ask, { encoding: "utf8" }).stdout ?? "";
  if (says.includes(version)) return name;
  const folder = path.join(CACHE, `${name}-${version}`);
  const program = path.join(folder, name);
  if (existsSync(program)) return program;
  console.error(`building ${name} ${version}, once (a minute or two)`);
  mkdirSync(folder, { recursive: true });
  run(
    "go",
    ["install", `${module}@v${version}`],
    { GOBIN: folder },
    `Go 1.24 or newer, or ${name} ${version} in PATH`,
  );
  return program;
}

const ZIZMOR = "1.32.0";

/**
 * zizmor looks for what makes workflows dangerous. It comes as a Python package, and what it finds is not worth a Python: without
 * one it is skipped.
 * @returns {string | null} the program's path
 */
export function zizmor() {
  if (spawnSync("zizmor", ["--version"], { encoding: "utf8" }).stdout?.includes(ZIZMOR)) return "zizmor";
  const folder = path.join(CACHE, `zizmor-${ZIZMOR}`);
  const program = path.join(folder, "bin/zizmor");
  if (existsSync(program)) return program;
  const args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
  const { status } = spawnSync("python3", [...args, "--target", folder, `zizmor==${ZIZMOR}`], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  return status === 0 && existsSync(program) ? program : null;
}

const NODE_VERSIONS = { 20: "20.20.2", 24: "24.21.0" };

/**
 * @param {20 | 24} major
 * @returns {string} folder with a `node` of that major version
 */
export function nodeFolder(major) {
  if (process.versions.node.startsWith(`${major}.`)) return path.dirname(process.execPath);
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = path.join(CACHE, `node-${major}`);
  const folder = path.join(prefix, "node_modules", name, "bin");
  if (existsSync(path.join(folder, "node"))) return folder;
  const wanted = `${name}@${NODE_VERSIONS[major]}`;
  console.error(`fetching ${wanted}, once`);
  mkdirSync(prefix, { recursive: true });
  const args = [
    "install",
    "--prefix",
    prefix,
    "--no-save",
    "--no-package-lock",
    "--ignore-scripts",
    "--silent",
    wanted,
  ];
  run("npm", args, {}, "npm and its registry");
  return folder;
}

function run(command, args, env, need) {
  const { status, error } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  throw new Error(
    `\`${command} ${args.join(" ")}\` failed${error ? ` (${error.message})` : ""}; this needs ${need}`,
  );
}
