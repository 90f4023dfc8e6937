/** Finds the repository of a forge that a clone is of. */
import { askGit } from "./git.ts";

/** A fork's clone knows where it is from by the first of them. */
const REMOTES = ["upstream", "origin"];

/** "owner/name" as the clone's remote says it, or null where it has none, or one that is a folder. */
export async function repositoryOfRemote(folder: string): Promise<string | null> {
  for (const remote of REMOTES) {
    const url = await askGit(folder, "remote", "get-url", remote);
    if (url !== null) return repositoryIn(url);
  }
  return null;
}

/** The path of an address: "https://host/owner/name.git", "git@host:owner/name", "ssh://git@host:22/group/owner/name". */
export function repositoryIn(url: string): string | null {
  const path =
    /^(?:https?|ssh|git):\/\/[^/]+\/(.+)$/.exec(url)?.[1] ??
    /^(?:[^@/]+@)?[\w.-]+:(?!\/\/)(.+)$/.exec(url)?.[1];
  const name = path?.replace(/^\/+|(?<!\/)\/+$/g, "").replace(/\.git$/, "");
  return name !== undefined && /^[\w.-]+(?:\/[\w.-]+)+$/.test(name) ? name : null;
}
