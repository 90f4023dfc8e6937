/** Packages of the system: found, installed where we may, or named in one exact command. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../../model/errors.ts";
import {
  findManager,
  installCommand,
  MANAGERS,
  type Manager,
  namesFor,
  PACKAGES,
  type PackageNames,
} from "../../model/packages.ts";
import { hasProgram, runProgram } from "../host/program.ts";

export type Need = Readonly<{
  /** Noun for the error: "a C compiler". */
  what: string;
  packages: PackageNames;
  isThere: () => boolean;
}>;

/** A C program on libpq needs these. */
export const BUILD_NEEDS: readonly Need[] = [
  {
    what: "a C compiler",
    packages: PACKAGES.compiler,
    isThere: () => hasProgram("gcc") || hasProgram("cc"),
  },
  { what: "make", packages: PACKAGES.make, isThere: () => hasProgram("make") },
  { what: "libpq's headers", packages: PACKAGES.libpq, isThere: hasLibpqHeaders },
];

/** Packages that a set-up installs together with these, so that nothing is fetched for each measurement. */
export const SERVER_PACKAGES = PACKAGES.postgresql;

/** Debian's server packages bring a pg_config, too, and no headers. */
function hasLibpqHeaders(): boolean {
  const { stdout } = spawnSync("pg_config", ["--includedir"], { encoding: "utf8" });
  return existsSync(path.join((stdout ?? "").trim(), "libpq-fe.h"));
}

/**
 * Makes sure that all needs are met.
 * @param mayInstall true where installing packages without asking is welcome: set-up, CI
 * @param say hears what is being done
 * @throws PlumblineError of kind "usage" whose remedy is the one command to type
 */
export async function assurePackages(
  needs: readonly Need[],
  mayInstall: boolean,
  say: (text: string) => void,
): Promise<void> {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  const manager = findManager(hasProgram);
  const prefix = mayInstall && manager !== null ? await commandPrefix(manager) : null;
  if (manager === null || prefix === null) throw missingError(missing, manager, null);
  const packages = namesFor(
    manager,
    missing.map((need) => need.packages),
  );
  say(`installing ${packages.join(" ")}`);
  const failure = await install(manager, prefix, packages);
  if (failure === null && missing.every((need) => need.isThere())) return;
  const why = failure ?? `${manager} installed the packages, but they do not provide it`;
  throw missingError(missing, manager, why);
}

function missingError(missing: readonly Need[], manager: Manager | null, why: string | null): PlumblineError {
  const what = missing.map((need) => need.what).join(", ");
  return new PlumblineError("usage", `missing on this machine: ${what}${why === null ? "" : ` (${why})`}`, {
    remedy: installCommand(
      manager,
      missing.map((need) => need.packages),
      process.getuid?.() === 0,
    ),
  });
}

/** Prefix of the manager's own command; null if we may not install. */
async function commandPrefix(manager: Manager): Promise<readonly string[] | null> {
  return MANAGERS[manager].asRoot ? await rootPrefix() : [];
}

/** Prefix that runs a command as root without a question: [] for root, ["sudo", "-n"] if sudo asks nothing, null if neither. */
async function rootPrefix(): Promise<readonly string[] | null> {
  if (process.getuid?.() === 0) return [];
  if (!hasProgram("sudo")) return null;
  return (await runProgram("sudo", ["-n", "true"])).failure === null ? ["sudo", "-n"] : null;
}

/** Settings of apt-get alone: it asks nothing, and waits for another that installs. */
const APT = ["env", "DEBIAN_FRONTEND=noninteractive"] as const;
const APT_WAITS = ["-o", "DPkg::Lock::Timeout=120"] as const;

/** Null when all went well, else the manager's last words. apt-get's package lists are fetched first: images come without them. */
async function install(
  manager: Manager,
  prefix: readonly string[],
  packages: readonly string[],
): Promise<string | null> {
  const { update, install } = MANAGERS[manager];
  const call = async (line: string, more: readonly string[] = []) => {
    const words = line.split(" ");
    const [program = "", ...args] =
      manager === "apt-get"
        ? [...prefix, ...APT, ...words, "-q", ...APT_WAITS, ...more]
        : [...prefix, ...words, ...more];
    return await runProgram(program, args);
  };
  const updated = update === null ? null : await call(update);
  const installed = await call(install, packages);
  if (installed.failure === null) return null;
  const said = installed.words.trim() || installed.failure;
  const words = said.split("\n").slice(-3).join(" ");
  return (updated?.failure ?? null) === null ? words : `${words}; ${update} failed too`;
}

/** Command that a person types here to have a package. */
export function commandFor(packages: PackageNames): string {
  return installCommand(findManager(hasProgram), [packages], process.getuid?.() === 0);
}
