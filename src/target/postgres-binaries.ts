/** Where initdb and postgres are on this machine. */
import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";
import { embeddedBinaries } from "./embedded-binaries.ts";

/** Folders of versions, as packagers lay them out: `*` is the version. */
const PACKAGED = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
  "/usr/local/pgsql/bin",
] as const;

/**
 * Folder with initdb and postgres: `named` if given, else $PG_BIN, PATH, the newest of the packagers' folders, and where there is
 * none, embedded binaries, fetched now.
 * @param say hears of a fetch, which takes seconds
 * @throws PlumblineError where the named folder has no server, or none can be had
 */
export async function postgresBinaries(named: string | null, say: (what: string) => void): Promise<string> {
  if (named !== null) {
    if (hasServer(named)) return named;
    throw new PlumblineError("target", `${named} has no initdb and postgres that can be run`, {
      remedy: "let database.deploy.local.bin name the bin folder of a built and installed PostgreSQL",
    });
  }
  return installedBinaries() ?? (await embeddedBinaries(say));
}

/** The machine's own, or null. */
export function installedBinaries(env: NodeJS.ProcessEnv = process.env): string | null {
  const fromPath = (env["PATH"] ?? "").split(path.delimiter);
  const candidates = [env["PG_BIN"] ?? "", ...fromPath, ...PACKAGED.flatMap(newestFirst)];
  const found = candidates.find((folder) => folder !== "" && hasServer(folder));
  return found === undefined ? null : behindLinks(found);
}

/** A folder of links holds some of the programs; the folder that they lead to holds all. */
function behindLinks(folder: string): string {
  const real = path.dirname(realpathSync(path.join(folder, "postgres")));
  return hasServer(real) ? real : folder;
}

function hasServer(folder: string): boolean {
  return ["initdb", "postgres"].every((program) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The folders that a pattern with one `*` stands for, the highest version first. */
function newestFirst(pattern: string): readonly string[] {
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
