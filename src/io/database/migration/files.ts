/** The files of a migration: those of head's commit that base's schema does not have in it yet. */
import { existsSync } from "node:fs";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import { isSql, missingFiles, readSetup, type SqlFile, WHERE_PATTERNS_START } from "../setup/steps.ts";

/** Folders of both commits; the same one where base's is not known. */
export type Trees = Readonly<{ base: string; head: string }>;

/**
 * Files that the globs name in head's tree, in the order of migration tools, without those that base's tree has under the same path.
 * @throws PlumblineError of kind "usage" for a glob that names no file, and for a file that must not be run as it is
 */
export async function newFiles(globs: readonly string[], { base, head }: Trees): Promise<readonly SqlFile[]> {
  const step = { kind: "sql", globs, when: "after" } as const;
  const [missing] = await missingFiles(head, [step]);
  if (missing !== undefined) {
    throw new PlumblineError(
      "usage",
      `database.migration: no file in ${head} matches ${JSON.stringify(missing)}`,
      { remedy: WHERE_PATTERNS_START },
    );
  }
  const { after } = await readSetup(head, [step]);
  const isOld = ({ file }: SqlFile) =>
    base !== head && !path.isAbsolute(file) && existsSync(path.join(base, file));
  return after.filter(isSql).filter((file) => !isOld(file));
}
