/** Dumps of a schema next to the migrations that come to it. */
import { baseName } from "../repository.ts";

/** A dump lists the migrations that it comes to. @returns what it lacks of them; nothing where it lists none */
export function behindMigrations(
  dump: string,
  text: string,
  migrations: readonly string[],
): readonly string[] {
  const versions = migrations.flatMap(
    (file) => /^\d{4}_\d\d_\d\d_\d{6}|^\d+/.exec(baseName(file))?.[0] ?? [],
  );
  const missing = versions.filter((version) => !text.includes(version));
  return missing.length === 0 || missing.length === versions.length
    ? []
    : [
        `${dump} lacks ${missing.length} of ${versions.length} migrations, such as ${missing[0]}: write it again, or let the tool apply them`,
      ];
}
