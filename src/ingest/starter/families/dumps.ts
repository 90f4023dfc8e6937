/** Dumps of a schema next to the migrations that come to it. */
import { baseName } from "../repository.ts";

/** How tools list the migrations that a dump comes to, also those that are no longer there. */
const LISTED = /\b\d{4}_\d\d_\d\d_\d{6}_|'\d{14}'/;

/** Warns of migrations that a dump lacks, if it lists any. */
export function behindMigrations(
  dump: string,
  text: string,
  migrations: readonly string[],
): readonly string[] {
  const versions = migrations.flatMap(
    (file) => /^(?:\d{4}_\d\d_\d\d_\d{6}|0*([1-9]\d*))/.exec(baseName(file))?.findLast(Boolean) ?? [],
  );
  // A short number stands in any text: only quoted it is a version.
  const listed = (version: string) => new RegExp(version.length < 8 ? `'0*${version}'` : version);
  const missing = versions.filter((version) => !listed(version).test(text));
  const listsAny = missing.length < versions.length || LISTED.test(text);
  return missing.length === 0 || !listsAny
    ? []
    : [
        `${dump} lacks ${missing.length} of ${versions.length} migrations, such as ${missing[0]}: write it again, or let the tool apply them`,
      ];
}
