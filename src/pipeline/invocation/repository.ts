/** The repository that is measured, and which of its config files: a store may have runs of several. */
import path from "node:path";
import { askGit } from "../../io/git/git.ts";
import { repositoryOfRemote } from "../../io/git/remote.ts";
import type { Invocation } from "./invocation.ts";

/** Adds the repository, by the clone's remote if it was not named, and the config file's path in it. */
export async function inRepository<I extends Pick<Invocation, "cwd" | "origin" | "config">>(
  invocation: I,
): Promise<I> {
  const { cwd, origin } = invocation;
  const repository = origin.repository ?? (await repositoryOfRemote(cwd));
  return { ...invocation, origin: { ...origin, repository, ...(await configOf(invocation)) } };
}

/** The config file's path in the repository, from wherever it is named. */
export async function configOf({
  cwd,
  config,
}: Pick<Invocation, "cwd" | "config">): Promise<Readonly<{ config?: string }>> {
  const file = path.resolve(cwd, config);
  const folder = await askGit(path.dirname(file), "rev-parse", "--show-prefix");
  return folder === null ? {} : { config: folder + path.basename(file) };
}
