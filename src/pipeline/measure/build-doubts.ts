/** What a build alone does to speed, where Plumbline's user builds the database from each commit. */
import type { ConfigFile } from "../../config/schema.ts";
import { traitsOf } from "../../io/database/traits.ts";
import type { Warning } from "../../model/document.ts";

/**
 * Where a build puts the code in memory is the same in all of its sessions: no test over sessions can tell it from the change, unless
 * each session has a build of its own (docs/decisions/029-rebuild.md).
 * @param commits of both arms; base is null where there is none
 */
export function buildDoubts(
  { deploy, base = deploy }: ConfigFile["database"],
  commits: Readonly<{
    base: Readonly<{ sha: string }> | null;
    head: Readonly<{ sha: string; dirty: boolean }>;
  }>,
): readonly Warning[] {
  const rebuilds = [deploy, base]
    .map(traitsOf)
    .flatMap(({ build, rebuild }) => (build === null ? [] : [rebuild]));
  const isOneBuild = commits.base?.sha === commits.head.sha && !commits.head.dirty;
  if (isOneBuild) return [];
  if (rebuilds.includes("never")) return [ONE_BUILD];
  return rebuilds.includes("each-look") ? [FEW_BUILDS] : [];
}

const ONE_BUILD: Warning = {
  code: "code-layout",
  message:
    "each commit was built once: where its code lies in memory can move speed by a per cent or two, alike in all sessions, whatever the commit changed",
  remedy:
    "set database.deploy.command.rebuild to each-session, or each-look, with a build that orders what it links by $PLUMBLINE_BUILD; more sessions alone do not help",
};

const FEW_BUILDS: Warning = {
  code: "code-layout",
  message:
    "each commit was built once for each look: where its code lies in memory can move speed by a per cent or two, alike in all sessions of a look, whatever the commit changed",
  remedy:
    "of a change that small, see whether all looks show it, or set database.deploy.command.rebuild to each-session",
};
