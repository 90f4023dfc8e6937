/**
 * A trial of a config file, in seconds and without the machine's lock: the set-up on both arms, and one event of each script. Head comes
 * first and whole: what is wrong with it is said before base is loaded.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config/parse.ts";
import type { Plan } from "../config/plan.ts";
import { urlsOf } from "../config/urls.ts";
import { readSetup } from "../io/database/setup/steps.ts";
import type { Sources } from "../io/git/sources.ts";
import { assureTemporaryFolder, writeFileWhole } from "../io/host/files.ts";
import { findLoadGenerator } from "../io/load/find.ts";
import { PlumblineError } from "../model/errors.ts";
import type { Progress } from "../model/progress.ts";
import type { Tried, TriedArm } from "../model/tried.ts";
import { loadConfig } from "./invocation/config-file.ts";
import type { Invocation } from "./invocation/invocation.ts";
import { withBaseScripts } from "./measure/base-scripts.ts";
import { measuringTime } from "./measure/countdown.ts";
import { planWith } from "./measure/plan.ts";
import { queryReaders } from "./measure/queries.ts";
import { sourcesOf, whatBaseLacks } from "./measure/sources.ts";
import { closeTargets, createTargets } from "./measure/targets.ts";
import { tryArm } from "./measure/try-arm.ts";

/** @throws PlumblineError with file, line and column for what can be read, and for the set-up of head; what a server refuses of a script is in the answer */
export async function tryOut(
  invocation: Invocation,
  progress: Progress,
  signal: AbortSignal,
): Promise<Tried> {
  const config = await loadConfig(invocation);
  await assureTemporaryFolder();
  const generator = await findLoadGenerator({ progress, urls: urlsOf(config.database), signal });
  const queries = queryReaders(config, progress, signal);
  const whole = await planWith(config, invocation.overrides, generator, invocation.cwd, queries);
  for (const { message } of queries.leftOut()) progress.note(message);
  await readSetup(invocation.cwd, config.database.setup);
  const planned = ofScripts(whole);
  const { sources, withoutBase } = await sourcesAtHand(config, invocation, whole, progress, signal);
  try {
    const base = sources.base;
    const { plan } = await withBaseScripts(
      planned,
      { workloads: scriptedOnly(config, whole) },
      base?.tree ?? null,
      generator,
      queries,
    );
    const around = {
      tablesOf: (load: Plan["loads"][number]) => generator.tables(load),
      generator: await generator.identity(),
      output: path.resolve(invocation.cwd, invocation.output),
      note: (text: string) => progress.note(text),
      signal,
    };
    const targets = await createTargets(config.database, plan, sources, around);
    try {
      const arms: TriedArm[] = [await tryArm("head", targets.head, plan, generator, progress, signal)];
      if (targets.base !== null)
        arms.push(await tryArm("base", targets.base, plan, generator, progress, signal));
      const notTried = whole.workloads.filter(({ script }) => script === undefined).map(({ name }) => name);
      const measured = { workloads: whole.workloads.length, ...measuringTime(whole, base !== null) };
      const rowsFile = await writeRowsDraft(arms[0]!, invocation);
      return { suite: config.suite, arms, withoutBase, notTried, rowsFile, measured };
    } finally {
      await closeTargets(targets, progress);
    }
  } finally {
    await sources.close();
  }
}

async function writeRowsDraft({ rowsDraft }: TriedArm, { cwd, output }: Invocation): Promise<string | null> {
  if (rowsDraft === null) return null;
  const file = path.join(output, "rows.sql");
  await mkdir(path.resolve(cwd, output), { recursive: true });
  await writeFileWhole(path.resolve(cwd, file), rowsDraft.sql);
  return file;
}

/** The workloads of scripts: a trial of the load generator's own would say nothing new. */
function ofScripts(plan: Plan): Plan {
  const workloads = plan.workloads.filter(({ script }) => script !== undefined);
  const used = new Set(workloads.map(({ load }) => load.database));
  // Without scripts the set-up has a database all the same.
  const loads =
    workloads.length === 0
      ? plan.loads.slice(0, 1).map(emptied)
      : plan.loads.filter(({ database }) => used.has(database));
  return { ...plan, workloads, loads };
}

function emptied(load: Plan["loads"][number]): Plan["loads"][number] {
  return { ...load, isEmpty: true };
}

function scriptedOnly({ workloads }: Config, { workloads: planned }: Plan): Config["workloads"] {
  return workloads.filter((_, at) => planned[at]!.script !== undefined);
}

/** Head, and base if there is one that can be tried: a folder without commits can be tried, too. */
async function sourcesAtHand(
  config: Config,
  invocation: Invocation,
  plan: Plan,
  progress: Progress,
  signal: AbortSignal,
): Promise<Readonly<{ sources: Sources; withoutBase: string | null }>> {
  const alone = async (withoutBase: string | null) => ({
    sources: await sourcesOf(config, { ...invocation, base: null }, { mode: "history" }, progress, signal),
    withoutBase,
  });
  if (plan.mode === "history") return await alone(null);
  try {
    const sources = await sourcesOf(config, invocation, plan, progress, signal);
    const lacks = await whatBaseLacks(config.database, sources, progress);
    if (lacks === null) return { sources, withoutBase: null };
    return { sources: { ...sources, base: null }, withoutBase: lacks };
  } catch (error) {
    if (!(error instanceof PlumblineError) || invocation.base !== null || error.kind === "interrupted")
      throw error;
    return await alone(error.message);
  }
}
