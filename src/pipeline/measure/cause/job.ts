/** What a check looks for causes with, as far as it is known before anything is measured. */
import type { Config } from "../../../config/parse.ts";
import { traitsOf } from "../../../io/database/traits.ts";
import type { ArmSource } from "../../../io/git/sources.ts";
import type { ChangeTrees } from "./parts.ts";

export type CauseJob = Readonly<{
  /** Seconds for all workloads. */
  seconds: number;
  trees: ChangeTrees;
  /** The arms may have other servers: they are configured apart, or come out of their trees. */
  hasOwnServers: boolean;
}>;

/**
 * Null where no cause is to be looked for, or there is no base.
 * @param asked nanoseconds, in place of the config file's
 */
export function causeJobOf(
  { measure, database }: Pick<Config, "measure" | "database">,
  asked: number | undefined,
  { base, head }: Readonly<{ base: ArmSource | null; head: ArmSource }>,
): CauseJob | null {
  const { deploy, setup } = database;
  const budget = asked ?? measure.cause;
  if (budget === 0 || base === null) return null;
  return {
    seconds: budget / 1e9,
    trees: { setup, base: { tree: base.tree, sha: base.commit.sha }, head: { tree: head.tree } },
    hasOwnServers: database.base !== undefined || traitsOf(deploy).buildsTree,
  };
}
