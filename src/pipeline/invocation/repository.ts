/** Of which repository is what is measured, and by which of its config files: a store may have runs of several. */
import path from "node:path";
import { ask } from "../../io/git/git.ts";
import { repositoryOfRemote } from "../../io/git/remote.ts";
import type { Invocation } from "./invocation.ts";

/** Where nobody has said it, the clone's remote does. */
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
  const folder = await ask(path.dirname(file), "rev-parse", "--show-prefix");
  return folder === null ? {} : { config: folder + path.basename(file) };
}
