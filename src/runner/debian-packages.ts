/** What Debian and Ubuntu packages provide: found, installed where we may, or named in one exact command. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";

export type Need = Readonly<{
  /** For the error: "a C compiler". */
  what: string;
  packages: readonly string[];
  isThere: () => boolean;
}>;

/** A C program on libpq needs these. */
export const BUILD_NEEDS: readonly Need[] = [
  {
    what: "a C compiler",
    packages: ["gcc", "libc6-dev"],
    isThere: () => hasProgram("gcc") || hasProgram("cc"),
  },
  { what: "make", packages: ["make"], isThere: () => hasProgram("make") },
  { what: "libpq's headers", packages: ["libpq-dev"], isThere: () => hasProgram("pg_config") },
];

export function hasProgram(name: string, searchPath = process.env["PATH"] ?? ""): boolean {
  return searchPath
    .split(path.delimiter)
    .some((folder) => folder !== "" && isExecutable(path.join(folder, name)));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
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
  const packages = [...new Set(missing.flatMap((need) => need.packages))];
  const prefix = mayInstall ? await rootPrefix() : null;
  if (prefix !== null && hasProgram("apt-get")) {
    say(`installing ${packages.join(" ")}`);
    const failure = await aptInstall(prefix, packages);
    if (failure === null && missing.every((need) => need.isThere())) return;
    throw missingError(
      missing,
      packages,
      failure ?? "apt-get installed the packages, but they do not provide it",
    );
  }
  throw missingError(missing, packages, null);
}

function missingError(
  missing: readonly Need[],
  packages: readonly string[],
  why: string | null,
): PlumblineError {
  const command = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  const what = missing.map((need) => need.what).join(", ");
  return new PlumblineError("usage", `missing on this machine: ${what}${why === null ? "" : ` (${why})`}`, {
    remedy: hasProgram("apt-get")
      ? command
      : `install it with your package manager; on Debian and Ubuntu: ${command}`,
  });
}

/** How to run a command as root without a question: [] for root, ["sudo", "-n"] where sudo asks nothing, null where neither. */
async function rootPrefix(): Promise<readonly string[] | null> {
  if (process.getuid?.() === 0) return [];
  if (!hasProgram("sudo")) return null;
  return (await quietly(["sudo", "-n", "true"])).code === 0 ? ["sudo", "-n"] : null;
}

/** Null when all went well, else apt-get's last words. The package lists are fetched first: images come without them. */
async function aptInstall(prefix: readonly string[], packages: readonly string[]): Promise<string | null> {
  const apt = [
    ...prefix,
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    "-q",
    "-o",
    "DPkg::Lock::Timeout=120",
  ];
  const update = await quietly([...apt, "update"]);
  const install = await quietly([...apt, "install", "-y", "--no-install-recommends", ...packages]);
  if (install.code === 0) return null;
  const words = install.output.trim().split("\n").slice(-3).join(" ");
  return update.code === 0 ? words : `${words}; apt-get update failed too`;
}

function quietly(command: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-8_192);
      });
    }
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}
