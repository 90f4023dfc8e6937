/** The set-up of an arm: what the config file asks for, as it lies in the arm's own source tree. */
import { isUtf8 } from "node:buffer";
import { readFile, readlink, stat } from "node:fs/promises";
import path from "node:path";
import { isExclusion, type SetupStep } from "../../../config/setup.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { atOnce, sha256Of } from "../place/contents.ts";
import { globAll } from "../place/glob.ts";
import { assureDataOfCommand, assureDataOfSql } from "./large-files.ts";
import { inMigrationOrder } from "./order.ts";
import { fileRefusal, otherEncoding } from "./refusals.ts";
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
  /** Files that it reads, as the config file says; absent: what it reads is not known. */
  inputs?: readonly InputFile[];
  /** True for one that applies only what the database lacks. */
  incremental?: boolean;
}>;
export type InputFile = Readonly<{ file: string; sha256: string }>;
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
 * Reads the files that the globs name: glob by glob, each in the order of migration tools. A file that several of them name is applied
 * once, at its first place.
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
  const named = new Set<string>();
  const read = async (when: SetupStep["when"]) => {
    const found: PreparedStep[] = [];
    for (const step of steps.filter((each) => each.when === when)) {
      for (const each of await readStep(tree, step, named)) found.push(each);
    }
    return found;
  };
  return { before: await read("before"), after: await read("after") };
}

/** Globs of the steps that no file of the tree answers to: of SQL files, and of what commands need. */
export async function missingFiles(tree: string, steps: readonly SetupStep[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const glob of steps.flatMap((step) => (step.kind === "sql" ? step.globs : (step.needs ?? [])))) {
    if (!isExclusion(glob) && (await globAll(tree, [glob])).length === 0) missing.push(glob);
  }
  return missing;
}

/** @param named files of the steps before it, which are not applied again; gets those of this one */
async function readStep(tree: string, step: SetupStep, named: Set<string>): Promise<readonly PreparedStep[]> {
  if (step.kind === "command") {
    const { when: _, inputs, needs: _needs, ...command } = step;
    await assureDataOfCommand(tree, step.command);
    return [{ ...command, tree, ...(inputs && { inputs: await readStepInputs(tree, inputs) }) }];
  }
  const files: SqlFile[] = [];
  for (const file of await globAll(tree, step.globs, inMigrationOrder)) {
    if (named.has(file)) continue;
    named.add(file);
    files.push(await readSqlFile(tree, file, step.globs.includes(file)));
  }
  return files;
}

/** A link to a folder is known by where it leads. */
async function readStepInputs(tree: string, globs: readonly string[]): Promise<readonly InputFile[]> {
  const files = (await globAll(tree, globs)).toSorted();
  return await atOnce(files, async (file) => {
    const place = path.resolve(tree, file);
    const isFile = await stat(place).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isFile) return { file, sha256: await sha256Of(place) };
    return { file, sha256: `-> ${await readlink(place).catch(() => "")}` };
  });
}

async function readSqlFile(tree: string, file: string, isNamed: boolean): Promise<SqlFile> {
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
  const bytes = await readFile(place);
  const sql = bytes.toString("utf8");
  const refusal = fileRefusal(file, sql, isNamed) ?? (isUtf8(bytes) ? null : otherEncoding(file, sql));
  if (refusal === null) {
    await assureDataOfSql(file, sql);
    return { kind: "sql", file, sql };
  }
  const said = `${file}:${refusal.line}: ${refusal.what}`;
  throw new PlumblineError("usage", said, { remedy: refusal.remedy, cause: new UnfitSetup(new Error(said)) });
}
