/** Identity of an installation of PostgreSQL, whatever its folder is called: only the same programs can read the same data. */
import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "../../host/program.ts";
import { sha256Of } from "../place/contents.ts";
import { embeddedPackage } from "./embedded-binaries.ts";
import { asOwner, type ServerOwner } from "./server-owner.ts";

export type Identity = Readonly<{
  /** Hash of the server, of initdb, and of the files that initdb makes a cluster of. */
  hash: string;
  /** SHA-256 of the server's program alone: the same wherever the same package is installed. */
  program: string;
  /** "postgres (PostgreSQL) 15.18". */
  version: string;
}>;

/**
 * Extensions are listed and not read, since they may be many: a file that an installer writes again gets another time. npm gives its files
 * the time of the installation, which says nothing, and its package has a version.
 */
const LISTED = ["extension"];

/** @returns null where that cannot be known, as of programs that are scripts around others */
export async function installationIdentity(bin: string, owner: ServerOwner | null): Promise<Identity | null> {
  try {
    const share = await installationFolder(bin, owner);
    const programs = ["postgres", "initdb"].map((program) => path.join(bin, program));
    const sources = (await readdir(share, { withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => path.join(share, name))
      .sort();
    const read = await Promise.all([...programs, ...sources].map(sha256Of));
    const folders = [...LISTED.map((name) => path.join(share, name)), path.join(path.dirname(bin), "lib")];
    const isOfNpm = embeddedPackage(bin) !== null;
    const listed = await Promise.all(folders.map((folder) => listingOf(folder, !isOfNpm)));
    const { stdout, failure } = await runProgram(path.join(bin, "postgres"), ["--version"]);
    if (failure !== null) return null;
    const hash = createHash("sha256")
      .update(JSON.stringify([read, listed]))
      .digest("hex");
    return { hash, program: read[0]!, version: stdout.trim() };
  } catch {
    return null;
  }
}

/** initdb alone knows where its files are, and says so on standard error. */
async function installationFolder(bin: string, owner: ServerOwner | null): Promise<string> {
  const args = ["--show", "--pgdata=/nowhere"];
  const answer = await runProgram(path.join(bin, "initdb"), args, { ...asOwner(owner), cwd: "/" });
  const [, share] = (answer.failure === null && /^share_path=(.+)$/m.exec(answer.words)) || [];
  if (share === undefined) throw new Error("initdb does not say where its files are");
  return share;
}

async function listingOf(
  folder: string,
  withTimes: boolean,
): Promise<readonly (readonly [string, number, number])[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return await Promise.all(
    files.sort().map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name));
      return [name, size, withTimes ? mtimeMs : 0] as const;
    }),
  );
}
