// Programs that tests and checks need and npm's dependencies do not bring: used from PATH where the version fits, else built or
// fetched once for this user, whichever clone asks.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = path.join(process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "plumbline-tools");

type GoTool = "act" | "actionlint" | "go-tpc";

const GO_TOOLS: Readonly<
  Record<GoTool, { module: string; main: string; version: string; ask: readonly string[] }>
> = {
  act: { module: "github.com/nektos/act", main: ".", version: "0.2.89", ask: ["--version"] },
  actionlint: {
    module: "github.com/rhysd/actionlint",
    main: "cmd/actionlint",
    version: "1.7.12",
    ask: ["-version"],
  },
  "go-tpc": { module: "github.com/pingcap/go-tpc", main: "cmd/go-tpc", version: "1.0.12", ask: ["version"] },
};

/** @returns the program's path */
export function goTool(name: GoTool): string {
  const { module, main, version, ask } = GO_TOOLS[name];
  const says = spawnSync(name, ask, { encoding: "utf8" }).stdout ?? "";
  if (says.includes(version)) return name;
  const program = path.join(CACHE, `${name}-${version}`, name);
  if (existsSync(program)) return program;
  console.error(`building ${name} ${version}, once (a minute or two)`);
  const need = `Go 1.24 or newer, or ${name} ${version} in PATH`;
  inPlace(path.dirname(program), (folder: string) => {
    // As what a module of ours needs: `go install` asks for the list of all versions, too, which not every proxy has.
    writeFileSync(path.join(folder, "go.mod"), `module tools\n\ngo 1.24\n\nrequire ${module} v${version}\n`);
    // Without C: nothing of it is needed, and the build is shorter.
    const env = { CGO_ENABLED: "0", GOFLAGS: "-mod=mod -buildvcs=false" };
    const args = ["build", "-C", folder, "-trimpath", "-o", name, path.posix.join(module, main)];
    run("go", args, env, need);
  });
  return program;
}

/** Fills a folder aside and then puts it in its place: who looks meanwhile, or after an interruption, sees none. */
function inPlace(folder: string, fill: (aside: string) => void): void {
  mkdirSync(CACHE, { recursive: true });
  const aside = mkdtempSync(path.join(CACHE, ".new-"));
  try {
    fill(aside);
    if (!existsSync(folder)) renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

const CRDB_PARSE = fileURLToPath(new URL("../../tests/native/crdb-parse", import.meta.url));

/**
 * CockroachDB's own parser, as a program that reads statements. It is a lot to build and serves one test, which is skipped where it
 * cannot be had.
 * @returns the program's path
 */
export function cockroachdbParser(): string | null {
  const hash = createHash("sha256");
  for (const name of ["main.go", "go.mod", "go.sum"]) hash.update(readFileSync(path.join(CRDB_PARSE, name)));
  const program = path.join(CACHE, `crdb-parse-${hash.digest("hex").slice(0, 12)}`, "crdb-parse");
  if (existsSync(program)) return program;
  console.error("building CockroachDB's parser, once (a minute or two)");
  try {
    inPlace(path.dirname(program), (folder: string) => {
      const env = { CGO_ENABLED: "0", GOFLAGS: "-mod=readonly -buildvcs=false" };
      const args = ["build", "-C", CRDB_PARSE, "-trimpath", "-o", folder, "."];
      run("go", args, env, "Go 1.23 or newer and its modules");
    });
    return program;
  } catch (error) {
    console.error(`skipped statements in CockroachDB's parser: ${(error as Error).message}`);
    return null;
  }
}

/** Programs that come as Python packages. What they find is not worth a Python: without one they are skipped. */
const PYTHON_TOOLS = {
  zizmor: { version: "1.32.0", path: "bin/zizmor" },
  "clang-format": { version: "22.1.8", path: "clang_format/data/bin/clang-format" },
  "clang-tidy": { version: "22.1.7", path: "clang_tidy/data/bin/clang-tidy" },
};

/** Zizmor looks for what makes workflows dangerous, the others read C. */
export type PythonTool = keyof typeof PYTHON_TOOLS;

/** @returns the program's path */
export function pythonTool(name: PythonTool): string | null {
  const { version, path: inside } = PYTHON_TOOLS[name];
  if (spawnSync(name, ["--version"], { encoding: "utf8" }).stdout?.includes(version)) return name;
  const folder = path.join(CACHE, `${name}-${version}`);
  const program = path.join(folder, inside);
  if (existsSync(program)) return program;
  const args = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
  try {
    inPlace(folder, (aside) => {
      const command = [...args, "--target", aside, `${name}==${version}`];
      const { status } = spawnSync("python3", command, { stdio: ["ignore", "ignore", "ignore"] });
      if (status !== 0) throw new Error(`no ${name}`);
    });
  } catch {
    return null;
  }
  return existsSync(program) ? program : null;
}

/** Python programs that need further packages. */
const PYTHON_PROGRAMS = {
  schemathesis: { version: "4.32.5", program: "bin/schemathesis" },
  // The schemas of Kubernetes 1.25 to 1.37 are inside.
  "kubernetes-validate": { version: "1.37.0", program: "bin/kubernetes-validate" },
};

/**
 * @returns the program's path
 * @throws Error where there is no Python with venv, or no registry
 */
export function pythonProgram(name: keyof typeof PYTHON_PROGRAMS): string {
  const { version, program } = PYTHON_PROGRAMS[name];
  const folder = path.join(CACHE, `${name}-${version}`);
  if (existsSync(path.join(folder, program))) return path.join(folder, program);
  console.error(`fetching ${name} ${version}, once`);
  // A virtual environment knows its own place: it cannot be made aside and moved.
  try {
    run("python3", ["-m", "venv", "--clear", folder], {}, "Python 3.10 or newer with venv");
    const pip = path.join(folder, "bin/pip");
    run(
      pip,
      ["install", "--quiet", "--disable-pip-version-check", `${name}==${version}`],
      {},
      "pip's registry",
    );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return path.join(folder, program);
}

/**
 * Kubernetes' own schemas, as a program that holds manifests to them. It serves one test, which is skipped where it cannot be had.
 * @returns the program's path
 */
export function kubernetesSchemas(): string | null {
  try {
    return pythonProgram("kubernetes-validate");
  } catch (error) {
    console.error(`skipped manifests in Kubernetes' schemas: ${(error as Error).message}`);
    return null;
  }
}

const NODE_VERSIONS = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };

/** @returns folder with a `node` of that major version */
export function nodeFolder(major: keyof typeof NODE_VERSIONS): string {
  if (process.versions.node.startsWith(`${major}.`)) return path.dirname(process.execPath);
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = path.join(CACHE, `node-${major}`);
  const folder = path.join(prefix, "node_modules", name, "bin");
  if (existsSync(path.join(folder, "node"))) return folder;
  const wanted = `${name}@${NODE_VERSIONS[major]}`;
  console.error(`fetching ${wanted}, once`);
  inPlace(prefix, (aside) => {
    const args = ["install", "--prefix", aside, "--no-save", "--no-package-lock", "--ignore-scripts"];
    run("npm", [...args, "--silent", wanted], {}, "npm and its registry");
  });
  return folder;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv, need: string): void {
  const { status, error } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  throw new Error(
    `\`${command} ${args.join(" ")}\` failed${error ? ` (${error.message})` : ""}; this needs ${need}`,
  );
}
