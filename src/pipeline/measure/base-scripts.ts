/** The scripts of base, if its commit has others than head: its own, as it has its own schema, or head's. */
import type { Config } from "../../config/parse.ts";
import { type Plan, type PlannedWorkload, sqlByName } from "../../config/plan.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { ScriptSet } from "../../model/script.ts";
import { plural } from "../../text/units.ts";
import type { QueryReaders } from "./queries.ts";
import { changedRowFiles, scriptsIn, withRowFiles } from "./scripts.ts";

/** A plan with what base runs, and warnings about it. */
type WithBase = Readonly<{ plan: Plan; warnings: readonly Warning[] }>;

/** @param baseTree null: there is no base */
export async function withBaseScripts(
  plan: Plan,
  { workloads: asked }: Pick<Config, "workloads">,
  baseTree: string | null,
  generator: Pick<LoadGenerator, "describe">,
  queries: Pick<QueryReaders, "texts" | "values">,
): Promise<WithBase> {
  if (baseTree === null) return { plan, warnings: [] };
  const warnings: Warning[] = [];
  const workloads: PlannedWorkload[] = [];
  for (const [position, workload] of plan.workloads.entries()) {
    const isQueries = asked[position]!.queries.length > 0;
    const change = isQueries
      ? await changedQueries(workload, baseTree, queries)
      : await scriptChangeOf(workload, baseTree);
    const isOwn = asked[position]!.baseScript === "own";
    const ofBase =
      change === null || !isOwn ? null : await describedBy(generator, workload, change.script, baseTree);
    workloads.push(ofBase === null || typeof ofBase === "string" ? workload : { ...workload, ofBase });
    if (change !== null) warnings.push(changedScript(workload, change.files, ofBase));
  }
  return { plan: { ...plan, workloads }, warnings };
}

/** Base's scripts, if one of them, or a file that they read, is not the same as head's. */
async function scriptChangeOf({ script }: PlannedWorkload, baseTree: string) {
  if (script === undefined) return null;
  const base = await scriptsIn(baseTree, script);
  const changed = script.files.filter(({ hash }, i) => hash !== base.files[i]!.hash);
  const files = [...changed.map(({ file }) => file), ...(await changedRowFiles(script, baseTree))];
  return files.length === 0 ? null : { script: base, files };
}

/** As scriptChangeOf, for query files: base's get values only if their text is another. */
async function changedQueries(
  { name, script }: PlannedWorkload,
  baseTree: string,
  { texts: readTexts, values: readValues }: Pick<QueryReaders, "texts" | "values">,
) {
  if (script === undefined) return null;
  const of = (set: ScriptSet | undefined) => new Map(set?.files.map((each) => [each.file, each]));
  // Where base has no such files there is nothing of its own to run.
  const texts = of(await readTexts(name, baseTree).catch(() => undefined));
  const changed = script.files.filter(({ file, hash }) => hash !== (texts.get(file)?.hash ?? hash));
  if (changed.length === 0) return null;
  const valued = of(await readValues(name, baseTree));
  const names = new Set(changed.map(({ file }) => file));
  const files = script.files.map((each) => (names.has(each.file) ? (valued.get(each.file) ?? each) : each));
  return { script: { ...script, files }, files: [...names] };
}

type OfBase = NonNullable<PlannedWorkload["ofBase"]>;

/** @returns the load generator's reason if it cannot read the script */
async function describedBy(
  generator: Pick<LoadGenerator, "describe">,
  { name, workload, dialect, options }: PlannedWorkload,
  script: OfBase["script"],
  tree: string,
): Promise<OfBase | string> {
  try {
    const described = await generator.describe({ name, workload, dialect, options, script });
    const whole = await withRowFiles(script, described.files ?? [], tree);
    return { script: whole, statements: sqlByName(described) };
  } catch (error) {
    if (error instanceof PlumblineError && error.kind === "usage") return error.message;
    throw error;
  }
}

function changedScript(
  { name, statements }: PlannedWorkload,
  files: readonly string[],
  ofBase: OfBase | string | null,
): Warning {
  const which = files.join(", ");
  const about = { code: "scripts-differ", workload: name };
  if (ofBase === null)
    return {
      ...about,
      message: `both arms ran head's ${which}, which base's commit has in another form: no figure of ${name} shows what that change costs`,
      remedy: "set base-script: own to compare what each commit does",
    };
  if (typeof ofBase === "string")
    return {
      ...about,
      message: `both arms ran head's ${which}: base's own cannot be read (${ofBase})`,
      remedy: "ignore this if head fixes it",
    };
  const [before, now] = [ofBase.statements, statements].map((each) => Object.keys(each).length);
  const counts =
    before === now ? "" : ` (${plural(before!, "statement")} on base, ${plural(now!, "statement")} on head)`;
  return {
    ...about,
    message: `each arm ran its own commit's ${which}, and they are not the same${counts}: what is compared of ${name} is the event, and QPS and server CPU count it as head's statements on both`,
    remedy: "if the script itself should not be compared, set base-script: head",
  };
}
