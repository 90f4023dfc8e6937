/** Schemas that an application makes in its own code, which no tool can apply without it. */
import { byFolder, type Candidate, isAside, otherDialect, type Repository } from "../repository.ts";

/** What makes tables, by the library. */
const LIBRARIES: readonly (readonly [tool: string, sign: RegExp])[] = [
  ["xorm", /\bxormigrate\.\w+|\.Sync2?\(\s*(?:new\(|&|beans)/],
  ["GORM", /\.AutoMigrate\(|\bgormigrate\.\w+/],
  ["bun", /\bmigrate\.NewMigrations\(|\.NewCreateTable\(/],
  ["ent", /\.Schema\.Create\(/],
  ["SeaORM", /\bTable::create\(/],
  ["Hibernate", /\bddl-auto\s*[:=]\s*["']?(?:create|update)/],
  ["SQL", /[`"]\s*(?:--[^\n]*\n\s*)*CREATE TABLE\b/],
];
const MAY_MAKE =
  /(?:migrat|model|schema|database|stor(?:e|age)|tables?|entit|(?:^|\/)db)[^/]*(?:\/[^/]+)*(?<!_test)\.(?:go|rs|java|kt)$|(?:^|\/)application[\w-]*\.(?:properties|ya?ml)$/i;
const FILES_MOST = 2_000;
/** A word of the command line, as Cobra and urfave/cli have it. */
const COMMAND = /\b(?:Use|Name):\s*"((?:auto-?|db-?)?migrat\w*)[" ]/;

/** The folder that has most of it. It goes after all that can be applied. */
export function inCode({ files, read }: Repository): readonly Candidate[] {
  const own = files.filter((file) => !isAside(file) && otherDialect(file) === null);
  const texts = own
    .filter((file) => MAY_MAKE.test(file))
    .slice(0, FILES_MOST)
    .map((file) => ({ file, text: read(file) ?? "" }));
  const [most] = LIBRARIES.flatMap(([tool, sign]) => {
    const making = texts.flatMap(({ file, text }) => (sign.test(text) ? [file] : []));
    const folders = [...byFolder(making, /^((?:.*\/)?)/)].toSorted(([, a], [, b]) => b.length - a.length);
    return folders.slice(0, 1).map(([place, { length: count }]) => ({ tool, place, count }));
  });
  if (most === undefined) return [];
  const { tool, place, count } = most;
  const said = own.find((file) => file.endsWith(".go") && COMMAND.test(read(file) ?? ""));
  const command =
    said === undefined
      ? "a command of the application that makes them, such as its start"
      : `the application's command ${COMMAND.exec(read(said) ?? "")![1]} (${said})`;
  const unsure = `the application makes its tables in code (${tool}, in ${place === "." ? "the top folder" : `${place}/`}), and no tool does: write { command: ... } under database.setup that runs ${command}, with settings that name the set-up's database ($DATABASE_URL, or $PGHOST, $PGPORT and the others)`;
  const by = `${tool}, by the application's own program`;
  return [{ tool: by, place, count, steps: null, sql: [], unsure: [unsure], isPlain: true }];
}
