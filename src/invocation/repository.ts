/** Of which repository is what is measured: a store may have runs of several. */
import { repositoryOfRemote } from "../git/remote.ts";
import type { Invocation } from "./invocation.ts";

/** Where nobody has said it, the clone's remote does. */
export async function inRepository<I extends Pick<Invocation, "cwd" | "origin">>(invocation: I): Promise<I> {
  const { cwd, origin } = invocation;
  if (origin.repository !== null) return invocation;
  return { ...invocation, origin: { ...origin, repository: await repositoryOfRemote(cwd) } };
}
