/** Another version or build of the server: it may run every statement otherwise, so it is said before all that differs in a database. */
import type { Build } from "../../model/build.ts";
import type { Run } from "../../model/run.ts";
import { speedOptions } from "../warnings/builds.ts";
import type { CauseDraft } from "./reached-causes.ts";

/** One at most: two versions are two builds, too. */
export function serverCauses(
  base: Run["environment"] | undefined,
  head: Run["environment"] | undefined,
): readonly CauseDraft[] {
  if (base === undefined || head === undefined) return [];
  const about = { shown: false, name: head.database } as const;
  if (base.databaseVersion !== head.databaseVersion)
    return [{ ...about, kind: "version", base: base.databaseVersion, head: head.databaseVersion }];
  if (base.build === undefined || head.build === undefined || !isOtherBuild(base.build, head.build))
    return [];
  return [{ ...about, kind: "build", base: buildSummary(base.build), head: buildSummary(head.build) }];
}

/** What only one of them says is no difference. */
function isOtherBuild(base: Build, head: Build): boolean {
  const differs = (of: (build: Build) => string | undefined) => {
    const [before, now] = [of(base), of(head)];
    return before !== undefined && now !== undefined && before !== now;
  };
  return [
    ({ programs }: Build) => programs,
    ({ compiler }: Build) => compiler,
    ({ packager }: Build) => packager,
    ({ configure }: Build) => speedOptions(configure),
  ].some(differs);
}

/** "Debian 15.20-0+deb12u1, gcc 12.2.0, --enable-cassert". */
function buildSummary({ packager, compiler, configure }: Build): string {
  const parts = [packager, compiler, speedOptions(configure)];
  return parts.filter((part) => part !== undefined && part !== "").join(", ");
}
