/** The source trees of a measurement. */
import path from "node:path";
import { undrivenSetup } from "../../config/driven.ts";
import type { Config } from "../../config/parse.ts";
import type { Plan } from "../../config/plan.ts";
import type { ConfigFile } from "../../config/schema.ts";
import { isSql, missingFiles, readSetup } from "../../io/database/setup/steps.ts";
import { traitsOf } from "../../io/database/traits.ts";
import { openSources, type Sources, type SourcesRequest } from "../../io/git/sources.ts";
import type { Warning } from "../../model/document.ts";
import type { Progress } from "../../model/progress.ts";
import { plainLine } from "../../text/outside.ts";
import { FILES } from "../documents/files.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { storeOf } from "../invocation/store-location.ts";

/** The part of an invocation that decides where base's commit is looked for. */
export type BaseSearch = Pick<Invocation, "cwd" | "base" | "targetBranch" | "measured" | "testMerge">;

/** The part of an invocation that says where its own documents go. */
type WrittenFiles = Pick<Invocation, "cwd" | "output" | "store">;

/** @throws PlumblineError of kind "usage" if base cannot be found or checked out */
export async function sourcesOf(
  config: Config,
  invocation: BaseSearch & WrittenFiles & Pick<Invocation, "branch">,
  { mode }: Pick<Plan, "mode">,
  progress: Pick<Progress, "note">,
  signal: AbortSignal,
): Promise<Sources> {
  const { base, branch } = invocation;
  if (mode === "history" && base !== null) {
    progress.note(`base ${plainLine(base, 100)} is not measured: the mode is history, head alone`);
  }
  const sources = await openSources({
    ...wantedSources(config, invocation, mode),
    branch,
    ignored: writtenPlaces(invocation, config),
    signal,
  });
  if (sources.baseUnknown !== null) {
    // That there is no earlier commit is as good a reason as that it could not be fetched, but the reader should know which.
    const why = plainLine(sources.baseUnknown.message, 300);
    progress.note(`base is the database of database.base: no commit of it is known (${why})`);
  }
  return sources;
}

export function wantedSources(
  { database }: Pick<Config, "database">,
  { cwd, base, targetBranch, measured = [], testMerge }: BaseSearch,
  mode: Plan["mode"],
): Pick<SourcesRequest, "cwd" | "base" | "baseStandsAlone" | "testMerge"> {
  const request = mode === "side-by-side" ? { ref: base, targetBranch, measured } : null;
  return { cwd, base: request, baseStandsAlone: usesNoTree(database), testMerge };
}

/** The reason why base has nothing to measure head against, as in the pull request that adds the set-up's files; or null. */
export async function whatBaseLacks(
  { setup }: Config["database"],
  { base, head }: Pick<Sources, "base" | "head">,
  progress: Pick<Progress, "note">,
): Promise<string | null> {
  if (base === null) return null;
  const missing = await missingFiles(base.tree, setup);
  // What head lacks, too, is a slip in the config file.
  if (missing.length === 0 || (await missingFiles(head.tree, setup)).length > 0) return null;
  const why = `base has no ${missing.join(", no ")} yet`;
  progress.note(`${plainLine(why, 300)}: head is measured alone, and compared from the next pull request on`);
  return why;
}

/** Warns of a set-up of head that has nothing to do with the workloads, and of what a build alone does to speed. */
export async function setupWarnings(
  database: Config["database"],
  { workloads }: Pick<Plan, "workloads">,
  { base, head }: Sources,
): Promise<readonly Warning[]> {
  const { before, after } = await readSetup(head.tree, database.setup);
  const steps = [...before, ...after];
  const text = {
    sql: steps.filter(isSql).map(({ sql }) => sql),
    commands: steps.flatMap((step) => (isSql(step) ? [] : [step.command])),
  };
  const driven = workloads.map(({ tables, statements }) => ({ tables, sql: Object.values(statements) }));
  const warning = undrivenSetup(text, driven);
  const built = buildWarnings(database, { base: base?.commit ?? null, head: head.commit });
  return warning === null ? built : [warning, ...built];
}

/** A database of its own for base, to which base's sources give nothing. */
function usesNoTree({ base, setup, migration }: Config["database"]): boolean {
  const isBare = setup.length === 0 && migration === undefined;
  return base !== undefined && !traitsOf(base).buildsTree && isBare;
}

/** The documents one by one: a folder that was named may hold other things, too. */
function writtenPlaces({ cwd, output, store }: WrittenFiles, config: Config): readonly string[] {
  const kept = storeOf({ store, cwd }, config);
  const documents = Object.values(FILES).map((name) => path.join(output, name));
  return kept.kind === "folder" ? [...documents, kept.folder] : documents;
}

/**
 * Warns of what a build alone does to speed, if the database is built from each commit. The place of the code in memory is the same in all
 * sessions of a build: tests over sessions cannot tell it from the change, unless each has its own (docs/decisions/029-rebuild.md).
 * @param commits of both arms; base is null if there is none
 */
export function buildWarnings(
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
    "check whether all looks show a change that small, or set database.deploy.command.rebuild to each-session",
};
