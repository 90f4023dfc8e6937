import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ignoringWritten } from "../../config/gitignore.ts";
import { parseConfig } from "../../config/parse.ts";
import { type Repository, shellWord } from "../../ingest/starter/repository.ts";
import { starterOf } from "../../ingest/starter/starter.ts";
import { checkoutFiles } from "../../io/git/checkout-files.ts";
import { askGit } from "../../io/git/git.ts";
import { repositoryOfRemote } from "../../io/git/remote.ts";
import { writeFileWhole } from "../../io/host/files.ts";
import { runProgram } from "../../io/host/program.ts";
import { PlumblineError } from "../../model/errors.ts";
import { tryOut } from "../../pipeline/try.ts";
import { triedWords } from "../../report/terminal/tried.ts";
import { plainLine } from "../../text/outside.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";

export function initVerb(): AnyCommand {
  const command = new Command("init")
    .summary("Write a first plumbline.yml and a workflow.")
    .description(
      "Write a first plumbline.yml and a workflow from what is in this folder: migrations of known tools, the workflow job that runs its tests, a compose file, pgbench scripts. Add Plumbline's output to .gitignore, and try the new files as `plumbline try` does.",
    )
    .option("--force", "Overwrite existing files.")
    .option("--no-try", "Only write the files: install, set up and run nothing.");
  addHelp(command, {
    examples: [
      ["init", "write both files, say what was found, and try them"],
      ["init --force", "replace existing files"],
      ["init --no-try", "write both files, and run nothing"],
    ],
    outcomes: ["fine", ["usage", "a file is there already, or cannot be written"]],
  });
  return command.action(async ({ force = false, try: isTried }) => {
    const name = await suiteName(process.cwd());
    const part = await partAt(process.cwd());
    // The workflow lies at the root of the repository, and so its job begins there.
    if (part !== null) process.chdir(part.root);
    const cwd = process.cwd();
    const repository = {
      name,
      ...(await repositoryAt(cwd)),
      ...(part === null ? {} : { part: part.folder }),
    };
    const { found, unsure, config, files, next, isDriven } = starterOf(repository);
    parseConfig(files[config]!, config);
    if (!force) refuseExisting(cwd, Object.keys(files));
    for (const [file, text] of Object.entries(files)) await writeFileWhole(path.join(cwd, file), text);
    const ignored = await ignoreWritten(cwd);
    const said = [
      ...found.map((line) => `found ${plainLine(line, 300)}`),
      ...unsure.map((line) => `not sure: ${plainLine(line, 400)}`),
      ...Object.keys(files).map((file) => `wrote ${file}`),
      ...(ignored.length === 0 ? [] : [`added to .gitignore: ${ignored.join(", ")}`]),
    ];
    process.stdout.write(`${said.join("\n")}\n`);
    const { said: trial, tables } = isTried ? await trialOf(config) : { said: "", tables: [] };
    process.stdout.write(trial);
    const made = tables.length === 0 ? null : starterOf(repository, tables);
    const lacks = made?.lacks ?? [];
    process.stdout.write(lacks.map((line) => `not sure: ${plainLine(line, 400)}\n`).join(""));
    const known = isDriven ? null : made;
    if (known !== null) process.stdout.write(await writeStarterScripts(cwd, known, Object.keys(files)));
    const named = part === null ? "" : ` --config ${shellWord(config)}`;
    const after = [
      ...(known?.next ?? next),
      `read ${config}, commit, and check${part === null ? "" : " from the root of the repository"}: plumbline check --base HEAD${named}`,
    ];
    process.stdout.write(after.map((line) => `next: ${line}\n`).join(""));
  });
}

function refuseExisting(cwd: string, files: readonly string[]): void {
  const there = files.filter((file) => existsSync(path.join(cwd, file)));
  if (there.length === 0) return;
  throw new PlumblineError(
    "usage",
    `${there.join(", ")} already ${there.length === 1 ? "exists" : "exist"}`,
    { remedy: "edit what is there, or overwrite it with --force" },
  );
}

/** The folder as a part of its repository, from whose root all paths begin; null at the root, and outside of a repository. */
async function partAt(cwd: string): Promise<Readonly<{ root: string; folder: string }> | null> {
  const [root, prefix] = [await askGit(cwd, "rev-parse", "--show-toplevel"), await prefixIn(cwd)];
  return root === null || prefix === null || prefix === ""
    ? null
    : { root, folder: prefix.replace(/\/$/, "") };
}

/** Path of the folder from the repository's root, with a slash at its end; "" at the root, null outside of a repository. */
const prefixIn = (cwd: string) => askGit(cwd, "rev-parse", "--show-prefix");

/** The tables are known once a program has made them: writes a script on one of them. @returns what was written */
async function writeStarterScripts(
  cwd: string,
  { config, files }: Pick<ReturnType<typeof starterOf>, "config" | "files">,
  before: readonly string[],
): Promise<string> {
  const added = Object.keys(files).filter((file) => !before.includes(file));
  const free = added.every((file) => !existsSync(path.join(cwd, file)));
  if (added.length === 0 || !free) return "";
  for (const file of [config, ...added]) await writeFileWhole(path.join(cwd, file), files[file]!);
  return `wrote ${added.join(", ")}, on a table that the set-up has made\n`;
}

/** What a trial of the written files comes to, and the tables of head. One that fails is an answer, too. */
async function trialOf(config: string): Promise<Readonly<{ said: string; tables: readonly string[] }>> {
  const invocation = await invocationHere({ config });
  try {
    const tried = await measuring({}, (progress, signal) => tryOut(invocation, progress, signal));
    return { said: `tried at once:\n${triedWords(tried)}`, tables: tried.arms[0]?.tableNames ?? [] };
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    const said = [error.message, ...(error.remedy === undefined ? [] : [error.remedy])];
    const lines = said.map((line) => `  ${line}\n`).join("");
    return { said: `tried at once, and it does not work yet:\n${lines}`, tables: [] };
  }
}

/** Results are not committed with the files that were written. @returns what .gitignore has now and had not before */
async function ignoreWritten(cwd: string): Promise<readonly string[]> {
  const file = path.join(cwd, ".gitignore");
  const { text, added } = ignoringWritten(existsSync(file) ? readFileSync(file, "utf8") : "");
  if (added.length > 0) await writeFileWhole(file, text);
  return added;
}

async function repositoryAt(cwd: string): Promise<Omit<Repository, "name">> {
  return { ...(await checkoutFiles(cwd)), ...(await localesHere()) };
}

/** Nothing where the machine cannot list them. */
async function localesHere(): Promise<Pick<Repository, "locales">> {
  const { stdout, failure } = await runProgram("locale", ["-a"], { limitMs: LISTING_LIMIT_MS });
  return failure === null ? { locales: stdout.split("\n").filter((line) => line !== "") } : {};
}

const LISTING_LIMIT_MS = 5_000;

/** The repository's name at its top, the folder's further down: each part of a monorepo has a suite of its own. */
async function suiteName(cwd: string): Promise<string> {
  const isTop = (await prefixIn(cwd)) === "";
  const repository = isTop ? await repositoryOfRemote(cwd) : null;
  return repository?.split("/")[1] || path.basename(cwd) || "database";
}
