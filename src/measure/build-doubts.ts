/** What a build alone does to speed, where Plumbline's user builds the database from each commit. */
import type { ConfigFile } from "../config/schema.ts";
import type { Warning } from "../model/document.ts";
import { traitsOf } from "../target/traits.ts";

/**
 * Each commit is built once, and where that puts the code in memory is the same in all sessions: no test over sessions can tell it from
 * the change (docs/method.md).
 * @param commits of both arms; base is null where there is none
 */
export function buildDoubts(
  { deploy, base = deploy }: ConfigFile["database"],
  commits: Readonly<{
    base: Readonly<{ sha: string }> | null;
    head: Readonly<{ sha: string; dirty: boolean }>;
  }>,
): readonly Warning[] {
  const isBuilt = [deploy, base].some((each) => traitsOf(each).build !== null);
  const isOneBuild = commits.base?.sha === commits.head.sha && !commits.head.dirty;
  if (!isBuilt || isOneBuild) return [];
  return [
    {
      code: "code-layout",
      message:
        "each commit was built once: where its code lies in memory can move speed by a per cent or two, alike in all sessions, whatever the commit changed",
      remedy:
        "of a change that small, build again with another order of linking and see whether it stays; more sessions do not help",
    },
  ];
}
