/** Facts that two arms must have in common, and those that a change may change. */
import { type Warning, warning } from "../../model/document.ts";
import type { Rules } from "../../model/rules.ts";
import type { OptionValue, Run, WorkloadRun } from "../../model/run.ts";
import { SCRIPTS } from "../../model/script.ts";
import { comparableOf, lastingSettings, roundMemory } from "../verdict/fingerprint.ts";
import { buildFacts, generatorFacts, judgeBuilds, knownToBoth, shortly } from "./builds.ts";

/** A field that differs, with both values. */
type FieldDifference = Readonly<{ field: string; base: string; head: string }>;

type Comparability = Readonly<{
  /** Reason why no difference between the arms can be put down to the database; null where one can. */
  objection: string | null;
  warnings: readonly Warning[];
}>;

/**
 * Machine, load generator and way of measuring must be equal; database version and settings may be what is tested.
 * @param builds whether the config file says that these are, too
 */
export function comparability(base: Run, head: Run, builds?: Rules["builds"]): Comparability {
  const generators = knownToBoth(generatorFacts(base.generator), generatorFacts(head.generator));
  const forbidden = [
    ...differences(conditionsOf(base), conditionsOf(head), "unknown"),
    ...differences(...generators),
  ];
  const servers = judgeBuilds(base, head, builds);
  const warnings: Warning[] = [];
  if (forbidden.length > 0) {
    warnings.push({
      code: "conditions-differ",
      message: `base and head were measured under different conditions: ${differenceList(forbidden)}`,
      remedy: "measure both on the same machine, by the same version of Plumbline, in the same way",
    });
  }
  warnings.push(...versionWarnings(base, head));
  // Of a server that never answered, no setting is known either.
  const isKnown = [base, head].every(({ environment }) => environment.databaseVersion !== "");
  const settings = differences(
    lastingSettings(base.environment.settings),
    lastingSettings(head.environment.settings),
  );
  if (isKnown && settings.length > 0) {
    warnings.push({
      code: "settings-differ",
      message: `base and head ran with different settings: ${differenceList(settings)}`,
      remedy: "ignore this if the settings are what changed",
    });
  }
  return {
    objection: objectionOf("conditions", forbidden) ?? servers.objection,
    warnings: [...warnings, ...servers.warnings],
  };
}

function versionWarnings({ environment: base }: Run, { environment: head }: Run): readonly Warning[] {
  const [before, after] = [base.databaseVersion, head.databaseVersion];
  if (before === after) return [];
  const message =
    before === ""
      ? `base's database version is unknown; head ran ${after}`
      : after === ""
        ? `base ran database version ${before}; head's is unknown`
        : `base ran database version ${before}, head ${after}`;
  return [{ code: "version-differs", message, remedy: "ignore this if the version is what changed" }];
}

/**
 * Comparability of one workload: the load must have been the same.
 * @param together measured side by side, where each arm may have been asked to run the scripts of its own commit
 */
export function workloadComparability(
  base: WorkloadRun,
  head: WorkloadRun,
  together: boolean,
): Comparability {
  const forbidden = differences(
    { workload: base.workload, ...base.options },
    { workload: head.workload, ...head.options },
  ).filter(({ field }) => !(together && field === SCRIPTS));
  if (forbidden.length === 0) return { objection: null, warnings: [] };
  return {
    objection: objectionOf("load", forbidden),
    warnings: warning("options-differ", {
      message: `base and head ran different loads: ${differenceList(forbidden)}`,
      remedy: "measure both with the same options",
      workload: head.name,
    }),
  };
}

/** Everything that a fingerprint is made of and that differs, by name: "kernel", "settings: fsync", "options of checkout: threads". */
export function differingConditions(base: Run, head: Run): readonly string[] {
  const names = (
    before: Readonly<Record<string, OptionValue>>,
    after: Readonly<Record<string, OptionValue>>,
  ) => differences(before, after).map(({ field }) => field);
  const settings = names(
    lastingSettings(base.environment.settings),
    lastingSettings(head.environment.settings),
  );
  const workloads = head.workloads.flatMap(({ name, workload, options }) => {
    const other = base.workloads.find((each) => each.name === name);
    if (other === undefined) return [`workload ${name}`];
    const loads = { workload: other.workload, ...other.options };
    return names(loads, { workload, ...options }).map((field) => `options of ${name}: ${field}`);
  });
  const gone = base.workloads.filter(({ name }) => head.workloads.every((each) => each.name !== name));
  return [
    ...names(
      { ...conditionsOf(base), "database version": base.environment.databaseVersion },
      { ...conditionsOf(head), "database version": head.environment.databaseVersion },
    ),
    ...differences(...knownToBoth(buildFacts(base), buildFacts(head))).map(({ field }) => field),
    ...settings.map((name) => `settings: ${name}`),
    ...workloads,
    ...gone.map(({ name }) => `workload ${name}`),
    ...otherConfig(base, head),
  ];
}

/** It says where the other runs are: of another part of the repository, or of the same before its file was renamed. */
function otherConfig(
  { origin: { config: before } }: Run,
  { origin: { config: now } }: Run,
): readonly string[] {
  return before === undefined || before === now ? [] : [`config file ${before}`];
}

function conditionsOf(run: Run): Readonly<Record<string, OptionValue>> {
  const { environment, generator, mode, seconds, job } = comparableOf(run);
  const { databaseVersion: _version, settings: _settings, build: _build, ...machine } = environment;
  return {
    ...roundMemory(machine),
    runner: machine.runner === "" ? "none" : machine.runner,
    "load generator": `${generator.version} ${generator.profile}`.trim(),
    mode,
    seconds,
    ...(job === undefined ? {} : { job }),
  };
}

/** @param empty what an empty value is called */
function differences(
  base: Readonly<Record<string, OptionValue>>,
  head: Readonly<Record<string, OptionValue>>,
  empty = "empty",
): readonly FieldDifference[] {
  const text = (value: OptionValue | undefined) => (value === "" ? empty : String(value ?? "none"));
  const fields = [...new Set([...Object.keys(base), ...Object.keys(head)])];
  return fields
    .filter((field) => base[field] !== head[field])
    .map((field) => ({ field, base: text(base[field]), head: text(head[field]) }));
}

function differenceList(all: readonly FieldDifference[]): string {
  return all
    .map(({ field, base, head }) => `${field} (${shortly(field, base)}, then ${shortly(field, head)})`)
    .join(", ");
}

function objectionOf(what: string, forbidden: readonly FieldDifference[]): string | null {
  return forbidden.length === 0
    ? null
    : `base and head differ in their ${what} (${forbidden.map(({ field }) => field).join(", ")})`;
}
