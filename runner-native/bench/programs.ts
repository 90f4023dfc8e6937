/** The programs that `native.ts` needs: peers, which are installed where that is permitted, and its own, which are built. */
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { goTool } from "../../scripts/lib/tools.ts";
import { say } from "./table.ts";

const native = join(dirname(fileURLToPath(import.meta.url)), "..");

function findProgram(name: string, folders: readonly string[] = []) {
  for (const folder of [...folders, ...(process.env["PATH"] ?? "").split(delimiter)]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** Debian's newest server binaries, where initdb and the real pgbench are. */
function postgresFolders() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(debian, version, "bin"));
}

const programs = {
  sysbench: { package: "sysbench", find: () => findProgram("sysbench") },
  pgbench: { package: "postgresql", find: () => findProgram("pgbench", postgresFolders()) },
  initdb: { package: "postgresql", find: () => findProgram("initdb", postgresFolders()) },
  valgrind: { package: "valgrind", find: () => findProgram("valgrind") },
  strace: { package: "strace", find: () => findProgram("strace") },
};

/**
 * Finds every program, installing what may be installed, and says what is missing and how to get it.
 * @returns path by name
 */
export function findPrograms(): Record<string, string | undefined> {
  const packages = new Set(
    Object.values(programs)
      .filter((program) => !program.find())
      .map((program) => program.package),
  );
  if (packages.size > 0 && process.getuid?.() === 0 && findProgram("apt-get")) {
    say(`installing ${[...packages].join(", ")}`);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const found: Record<string, string | undefined> = {};
  for (const [name, program] of Object.entries(programs)) {
    found[name] = program.find();
    if (!found[name])
      say(`not found: ${name}; its lines are left out (sudo apt-get install -y ${program.package})`);
  }
  return found;
}

/** @returns go-tpc, built once, or nothing where there is no Go */
export function findGoTpc(): string | undefined {
  try {
    return goTool("go-tpc");
  } catch (error) {
    say(`not found: go-tpc; its lines are left out (${(error as Error).message})`);
    return undefined;
  }
}

/**
 * Builds plumbline-load and what is only there to be measured.
 * @returns folder of the latter
 */
export function buildAll(): string {
  execFileSync("make", ["-s", "-C", native], { stdio: ["ignore", "inherit", "inherit"] });
  const folder = join(native, "build/bench");
  mkdirSync(folder, { recursive: true });
  const pgConfig = (what: string) => execFileSync("pg_config", [what], { encoding: "utf8" }).trim();
  const compile = (name: string, sources: readonly string[], libraries: readonly string[]) =>
    execFileSync(
      process.env["CC"] ?? "cc",
      [
        "-D_GNU_SOURCE",
        "-std=gnu11",
        "-O2",
        `-I${join(native, "src")}`,
        `-I${pgConfig("--includedir")}`,
        "-o",
        join(folder, name),
        ...sources.map((source) => join(native, source)),
        `-L${pgConfig("--libdir")}`,
        ...libraries,
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
  compile("nullserver", ["bench/nullserver.c", "bench/wire.c"], []);
  compile("probe", ["bench/probe.c"], ["-lpq"]);
  compile("cpu_of", ["bench/cpu_of.c"], []);
  compile("record", ["bench/record.c", "src/math/hist.c", "src/math/rng.c"], ["-lm"]);
  return folder;
}
