/** The set-up of an arm: what the config file asks for, as it lies in the arm's own source tree. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SetupStep } from "../../../config/schema.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { globFiles } from "../place/glob.ts";
import { assureDataOfCommand, assureDataOfSql } from "./large-files.ts";
import { inMigrationOrder } from "./order.ts";
import { refusalOf } from "./refusals.ts";
import { UnfitSetup } from "./unfit.ts";

export type SqlFile = Readonly<{ kind: "sql"; file: string; sql: string }>;
export type SetupCommand = Readonly<{
  kind: "command";
  command: string;
  /** Variables in addition to Plumbline's own environment and the connection. */
  env: Readonly<Record<string, string>>;
  limitMs: number;
  /** Folder in which it runs. */
  tree: string;
}>;
/** Step that fills a database, as far as it can be known beforehand. */
export type PreparedStep = SqlFile | SetupCommand;

/** Steps in their order, before and after the load generator's tables are loaded. */
export type Setup = Readonly<{ before: readonly PreparedStep[]; after: readonly PreparedStep[] }>;

export function isSql(step: PreparedStep): step is SqlFile {
  return step.kind === "sql";
}

/** The message before it names the folder: head's, or that of a checkout of base's commit. */
export const WHERE_PATTERNS_START =
  "write patterns from the folder that plumbline runs in, wherever the config file is (for base from the same folder of its own commit)";

/** A text of JavaScript has at most half of this. */
const FILE_MOST = 256 * 2 ** 20;

/**
 * Reads the files that the globs name: glob by glob, each in the order of migration tools.
 * @param tree folder that globs start from and commands run in
 * @throws PlumblineError of kind "usage" for a glob that names no file, and for a file that must not be run as it is
 */
export async function readSetup(tree: string, steps: readonly SetupStep[]): Promise<Setup> {
  const [missing] = await missingFiles(tree, steps);
  if (missing !== undefined) {
    throw new PlumblineError(
      "usage",
      `database.setup: no file in ${tree} matches ${JSON.stringify(missing)}`,
      { remedy: `${WHERE_PATTERNS_START}; git must have the files, too, not the folder alone` },
    );
  }
  const read = async (when: SetupStep["when"]) => {
    const found: PreparedStep[] = [];
    for (const step of steps.filter((each) => each.when === when))
      found.push(...(await readStep(tree, step)));
    return found;
  };
  return { before: await read("before"), after: await read("after") };
}

/** Globs of the steps that no file of the tree answers to. */
export async function missingFiles(tree: string, steps: readonly SetupStep[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const glob of steps.flatMap((step) => (step.kind === "sql" ? step.globs : []))) {
    if ((await filesOf(tree, glob)).length === 0) missing.push(glob);
  }
  return missing;
}

async function filesOf(tree: string, glob: string): Promise<readonly string[]> {
  const files = path.isAbsolute(glob)
    ? (await globFiles("/", glob)).map((file) => `/${file}`)
    : await globFiles(tree, glob);
  return inMigrationOrder(files);
}

async function readStep(tree: string, step: SetupStep): Promise<readonly PreparedStep[]> {
  if (step.kind === "command") {
    const { command, env, limitMs } = step;
    await assureDataOfCommand(tree, command);
    return [{ kind: "command", command, env, limitMs, tree }];
  }
  const files: SqlFile[] = [];
  for (const glob of step.globs) {
    for (const file of await filesOf(tree, glob)) files.push(await readSqlFile(tree, file));
  }
  return files;
}

async function readSqlFile(tree: string, file: string): Promise<SqlFile> {
  const place = path.resolve(tree, file);
  const { size } = await stat(place);
  if (size > FILE_MOST) {
    throw new PlumblineError(
      "usage",
      `${file} has ${Math.round(size / 2 ** 20)} MB, and set-up files are read as a whole`,
      {
        remedy: `let psql run it, by a step of its own: { command: "psql -X -q -v ON_ERROR_STOP=1 -f ${file}" }`,
      },
    );
  }
  const sql = await readFile(place, "utf8");
  const refusal = refusalOf(file, sql);
  if (refusal === null) {
    await assureDataOfSql(file, sql);
    return { kind: "sql", file, sql };
  }
  const said = `${file}:${refusal.line}: ${refusal.what}`;
  throw new PlumblineError("usage", said, { remedy: refusal.remedy, cause: new UnfitSetup(new Error(said)) });
}
