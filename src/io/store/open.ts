/** Which store a location names. */
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PlumblineError } from "../../model/errors.ts";
import { FolderStore } from "./folder-store.ts";
import { openGitStore } from "./git-store.ts";
import { interruptible, unlessInterrupted } from "./interruptible.ts";
import type { Use } from "./schema-version.ts";
import type { Store } from "./store.ts";

type Location = Readonly<
  | { kind: "postgres"; url: string }
  | { kind: "folder"; folder: string }
  /** `remote`: a name or a URL, as git takes them. */
  | { kind: "git"; repository: string; remote: string; branch: string }
>;

/**
 * Opens the store at `location`. For writing it makes what the store is kept in, the tables or the folder, or brings it up to date;
 * for reading it changes no table.
 * @param location `postgres://...`, `postgresql://...`, `file:DIR`, `git:BRANCH` or `git:URL#BRANCH`.
 * @param cwd folder that a relative DIR starts from, and whose repository has the remote of BRANCH.
 * @param use what the store is opened for
 * @param signal ends the opening, and every call of the store.
 * @throws PlumblineError of kind "usage" for another location, of kind "store" where it cannot be opened.
 */
export async function openStore(
  location: string,
  cwd: string,
  use: Use = "write",
  signal?: AbortSignal,
): Promise<Store> {
  return await openAt(location, cwd, use, use === "read", signal);
}

/** @param isThere whether a branch that is not there is an error; an empty one otherwise */
async function openAt(
  location: string,
  cwd: string,
  use: Use,
  isThere: boolean,
  signal?: AbortSignal,
): Promise<Store> {
  const place = parseLocation(location, cwd);
  const opening = open(place, use, isThere ? () => nowhere(location) : null);
  return signal === undefined
    ? await opening
    : interruptible(await unlessInterrupted(opening, signal), signal, place.kind !== "postgres");
}

async function open(place: Location, use: Use, missing: (() => PlumblineError) | null): Promise<Store> {
  switch (place.kind) {
    case "postgres": {
      // Prisma is megabytes of WebAssembly that a folder does without.
      const { PrismaStore } = await import("./prisma-store.ts");
      return await PrismaStore.open(place.url, use);
    }
    case "folder":
      return await FolderStore.open(place.folder);
    case "git": {
      const { store, isMissing } = await openGitStore(place.repository, place);
      if (!isMissing || missing === null) return store;
      await store.close();
      throw missing();
    }
  }
}

/**
 * Opens a store that somebody else has made: who only reads does not make one where a name was misspelt.
 * @throws PlumblineError of kind "usage" where there is none; see openStore for the rest
 */
export async function openExisting(
  location: string,
  cwd: string,
  use: Use,
  signal?: AbortSignal,
): Promise<Store> {
  assureSomewhere(location, cwd);
  return await openAt(location, cwd, use, true, signal);
}

/**
 * Opens a store that many will ask: no statement of theirs takes longer than so many milliseconds, unless the URL says otherwise.
 * @throws PlumblineError as openExisting
 */
export async function openToAnswer(location: string, cwd: string, statementMs: number): Promise<Store> {
  const place = parseLocation(location, cwd);
  if (place.kind === "folder" || /[?&]statement_timeout=/.test(location)) {
    return await openExisting(location, cwd, "read");
  }
  const limited = `${location}${location.includes("?") ? "&" : "?"}statement_timeout=${statementMs}`;
  return await openExisting(limited, cwd, "read");
}

function assureSomewhere(location: string, cwd: string): void {
  if (isNowhere(location, cwd)) throw nowhere(location);
}

function nowhere(location: string): PlumblineError {
  return new PlumblineError("usage", `there is no store at ${location}`, {
    remedy: "`plumbline check` makes one; name another with --store or PLUMBLINE_STORE",
  });
}

/** The folder that a store is kept in, or null for another kind. */
export function folderOf(location: string, cwd: string): string | null {
  const place = parseLocation(location, cwd);
  return place.kind === "folder" ? place.folder : null;
}

/** True for a folder that is not there: opening it would make it, so who only reads had better not. */
export function isNowhere(location: string, cwd: string): boolean {
  const folder = folderOf(location, cwd);
  return folder !== null && !existsSync(folder);
}

/** Brings the store up to date as `openStore` does, and answers the names of the migrations that were missing. */
export async function migrateStore(location: string, cwd: string): Promise<readonly string[]> {
  const place = parseLocation(location, cwd);
  switch (place.kind) {
    case "postgres": {
      const { migratePrismaStore } = await import("./prisma-store.ts");
      return await migratePrismaStore(place.url);
    }
    case "folder":
      assureSomewhere(location, cwd);
      await FolderStore.open(place.folder);
      return [];
    case "git":
      await (await openExisting(location, cwd, "read")).close();
      return [];
  }
}

function parseLocation(location: string, cwd: string): Location {
  if (/^postgres(ql)?:\/\//.test(location)) return { kind: "postgres", url: location };
  if (location.startsWith("file:///")) return { kind: "folder", folder: fileURLToPath(location) };
  const git = /^git:(?:(?<remote>[^#]+)#)?(?<branch>[^#]+)$/s.exec(location)?.groups;
  if (git !== undefined) return branchOf(git, location, cwd);
  const path = /^file:(?!\/\/)(.+)$/s.exec(location)?.[1];
  if (path === undefined) {
    throw new PlumblineError("usage", `not a store: ${location || "(nothing)"}`, {
      remedy:
        "write postgres://USER@HOST/DATABASE (a password goes behind USER and a colon), file:DIR for a folder of JSON files, or git:BRANCH for a branch of the repository",
    });
  }
  return { kind: "folder", folder: isAbsolute(path) ? path : resolve(cwd, path) };
}

/** What git takes for the name of a branch, without its rarer liberties (git-check-ref-format). */
const BRANCH = /^(?![-./])(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock$|[./]$))[^\s~^:?*[\\\p{Cc}]+$/u;

function branchOf(
  { remote = "origin", branch = "" }: Readonly<Record<string, string | undefined>>,
  location: string,
  cwd: string,
): Location {
  if (BRANCH.test(branch)) return { kind: "git", repository: cwd, remote, branch };
  throw new PlumblineError("usage", `not the name of a branch: ${branch} (in ${location})`, {
    remedy: "write git:BRANCH, or git:URL#BRANCH for a branch of another repository",
  });
}
