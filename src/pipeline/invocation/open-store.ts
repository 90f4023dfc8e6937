/** Opens the store that a location names. Here the store and git meet: a store may be a branch. */
import { BranchFolder } from "../../io/git/branch-folder.ts";
import { FolderStore } from "../../io/store/folder-store.ts";
import { openGitStore } from "../../io/store/git-store.ts";
import { interruptible, unlessInterrupted } from "../../io/store/interruptible.ts";
import type { PoolOptions } from "../../io/store/pool.ts";
import type { Use } from "../../io/store/schema-version.ts";
import type { Store } from "../../io/store/store.ts";
import { PlumblineError } from "../../model/errors.ts";
import { isNowhere, type StoreLocation } from "./store-location.ts";

/**
 * Opens the store. For writing it makes what the store is kept in, the tables or the folder, or brings it up to date; for reading it
 * changes no table.
 * @param use what the store is opened for
 * @param signal ends the opening, and every call of the store
 * @throws PlumblineError of kind "store" if it cannot be opened
 */
export async function openStore(
  location: StoreLocation,
  use: Use = "write",
  signal?: AbortSignal,
): Promise<Store> {
  return await openAt(location, use, use === "read", { signal });
}

/**
 * Opens a store that was made before: a misspelt name does not make one.
 * @throws PlumblineError of kind "usage" if there is none; see openStore for the rest
 */
export async function openExisting(location: StoreLocation, use: Use, signal?: AbortSignal): Promise<Store> {
  if (isNowhere(location)) throw nowhere(location);
  return await openAt(location, use, true, { signal });
}

/**
 * Opens a store that many will ask: no statement of theirs takes longer than so many milliseconds, unless the URL says otherwise.
 * @throws PlumblineError as openExisting
 */
export async function openToAnswer(location: StoreLocation, statementMs: number): Promise<Store> {
  if (isNowhere(location)) throw nowhere(location);
  return await openAt(location, "read", true, { statementMs });
}

/** Brings the store up to date as `openStore` does, and answers the names of the migrations that were missing. */
export async function migrateStore(location: StoreLocation): Promise<readonly string[]> {
  if (location.kind === "postgres") {
    const { migratePrismaStore } = await import("../../io/store/prisma-store.ts");
    return await migratePrismaStore(location.url);
  }
  await (await openExisting(location, "read")).close();
  return [];
}

/** @param isThere whether a branch that is not there is an error; an empty one otherwise */
async function openAt(
  location: StoreLocation,
  use: Use,
  isThere: boolean,
  options: PoolOptions,
): Promise<Store> {
  const { signal } = options;
  const opening = openLocation(location, use, isThere, options);
  if (signal === undefined) return await opening;
  return interruptible(await unlessInterrupted(opening, signal), signal, location.kind !== "postgres");
}

async function openLocation(
  location: StoreLocation,
  use: Use,
  isThere: boolean,
  options: PoolOptions,
): Promise<Store> {
  switch (location.kind) {
    case "postgres": {
      // Prisma is megabytes of WebAssembly that a folder does without.
      const { PrismaStore } = await import("../../io/store/prisma-store.ts");
      return await PrismaStore.open(location.url, use, options);
    }
    case "folder":
      return await FolderStore.open(location.folder);
    case "git": {
      const branch = await BranchFolder.open(location.repository, location, undefined, options.signal);
      if (!branch.isMissing || !isThere) return await openGitStore(branch);
      await branch.close();
      throw nowhere(location);
    }
  }
}

function nowhere({ words }: StoreLocation): PlumblineError {
  return new PlumblineError("usage", `there is no store at ${words}`, {
    remedy: "run `plumbline check`, which makes one, or name another with --store or PLUMBLINE_STORE",
  });
}
