import type { Rules } from "../model/rules.ts";
import { uuidV5 } from "../model/uuid.ts";
import { hyphenated } from "./option-words.ts";
import { type Config, DEFAULT_GATES } from "./parse.ts";

/** Rules of a config file that says nothing about judging. */
export const USUAL_RULES: Rules = {
  alpha: 0.05,
  gates: DEFAULT_GATES,
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

/** Rules of a config file, and the workloads that they judge. */
export function rulesOf({
  alpha,
  gates,
  suiteGates,
  errors,
  decide,
  measure,
  workloads,
  database: { base },
}: Config): Rules {
  return {
    alpha,
    gates,
    ...(suiteGates.length === 0 ? {} : { suite: suiteGates }),
    errorLimit: errors,
    decide,
    ...(measure.builds === "compared" ? { builds: measure.builds } : {}),
    measured: {
      looks: measure.looks,
      ...(base === undefined ? {} : { base: uuidV5(JSON.stringify(base, inOrder)) }),
      workloads: workloads.map((workload) => ({ name: workload.name, load: loadFields(workload) })),
    },
  };
}

/** The order of a map's keys says nothing. */
function inOrder(_: string, value: unknown): unknown {
  const isMap = value !== null && typeof value === "object" && !Array.isArray(value);
  return isMap ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/** A workload's load, in words of the config file. */
function loadFields({
  run,
  scripts,
  queries,
  baseScript,
  variables,
  options,
  capacity,
  timeline,
}: ConfigWorkload): Record<string, string> {
  const files = scripts.map(({ file, weight }) => (weight === 1 ? file : `${file} (${weight})`));
  const said = Object.entries({ ...variables, ...options }).map(([name, value]) => [
    hyphenated(name),
    `${value}`,
  ]);
  return {
    ...Object.fromEntries(said),
    ...(queries.length > 0
      ? { queries: queries.join(", ") }
      : files.length === 0
        ? { run }
        : { script: files.join(", ") }),
    ...(baseScript === "own" ? {} : { "base-script": baseScript }),
    ...(capacity === undefined ? {} : { capacity: JSON.stringify(capacity) }),
    ...(timeline === undefined ? {} : { timeline: JSON.stringify(timeline) }),
  };
}

export type ConfigWorkload = Config["workloads"][number];
