/** Checks the workloads of plumbline.yml and their options against those that the load generator offers. */
import type { Catalog, CatalogOption } from "../model/catalog.ts";
import { PlumblineError } from "../model/errors.ts";
import type { OptionValue } from "../model/run.ts";
import { nearest } from "./nearest.ts";
import { CONNECTION, hyphenated, SAID_ELSEWHERE } from "./option-words.ts";
import type { Config } from "./parse.ts";
import { parseDurationNs } from "./quantity.ts";

type WorkloadOptions = Readonly<Record<string, OptionValue>>;

/** @throws PlumblineError of kind "usage": one line for each thing that is wrong, `file:line:column: cause` */
export function checkWorkloads({ database, workloads, places }: Config, catalog: Catalog): void {
  const problems = workloads.flatMap(({ name, run, options }, position): readonly PlacedProblem[] => {
    const place = places.workloads[position]!;
    const workload = catalog.workloads.find((each) => each.name === run);
    if (workload === undefined)
      return unknownName("workload", run, catalog.workloads).map((cause) => ({ at: place.run, name, cause }));
    return optionProblems(options, workload, catalog).map(({ option, of, cause }) => {
      return { at: place.options[option]![of], name, cause };
    });
  });
  const lines = [
    ...unknownName("dialect", database.dialect, catalog.dialects).map(
      (cause) => `${places.dialect}: ${cause}`,
    ),
    ...problems.filter(isFirst).map(({ at, name, cause }) => `${at}: ${name}: ${cause}`),
  ];
  if (lines.length === 0) return;
  throw new PlumblineError("usage", lines.join("\n"), {
    remedy:
      "see `plumbline-load --help` for workloads and options, or docs/schema/config.schema.json, which editors read",
  });
}

type PlacedProblem = Readonly<{ at: string; name: string; cause: string }>;

/** An option of a sweep stands in one place and is that of many points: the first speaks for all. */
function isFirst({ at, cause }: PlacedProblem, index: number, all: readonly PlacedProblem[]): boolean {
  return all.findIndex((each) => each.at === at && each.cause === cause) === index;
}

/** One cause, or none. */
function unknownName(
  what: string,
  name: string,
  known: readonly Readonly<{ name: string }>[],
): readonly string[] {
  const names = known.map((each) => each.name);
  if (names.includes(name)) return [];
  const guess = nearest(name, names);
  const hint =
    guess === undefined ? `there are ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
  return [`unknown ${what} ${JSON.stringify(name)}; ${hint}`];
}

type OptionProblem = Readonly<{ option: string; of: "key" | "value"; cause: string }>;

function optionProblems(
  options: WorkloadOptions,
  workload: Catalog["workloads"][number],
  catalog: Catalog,
): readonly OptionProblem[] {
  const own = catalog.options.filter(({ families }) => families?.includes(workload.family) ?? true);
  return Object.entries(options).flatMap(([name, value]): readonly OptionProblem[] => {
    const option = own.find((each) => each.name === hyphenated(name));
    if (option === undefined) {
      return [{ option: name, of: "key", cause: unknownOption(hyphenated(name), workload, own, catalog) }];
    }
    if (option.owner !== null) return [{ option: name, of: "key", cause: notYours(option.name) }];
    const expected = expectation(option, value);
    const cause = `${option.name}: expected ${expected}, got ${JSON.stringify(value)}`;
    return expected === null ? [] : [{ option: name, of: "value", cause }];
  });
}

function unknownOption(
  name: string,
  { name: workload, family }: Catalog["workloads"][number],
  own: readonly CatalogOption[],
  { options, old_names, ignored_options }: Catalog,
): string {
  const said = JSON.stringify(name);
  const old = old_names.find((each) => each.name === name);
  if (old !== undefined) {
    return old.option === null
      ? `${said} names a workload: that is what \`run\` says`
      : `${said} is an old name: it is ${JSON.stringify(old.option)} now`;
  }
  if (ignored_options.includes(name)) return `${said} changes nothing: take it out`;
  const foreign = options.find((each) => each.name === name);
  if (foreign !== undefined) {
    return `${workload} has no option ${said}: it is one of ${foreign.families!.filter((each) => each !== family).join(", ")}`;
  }
  return unknownName(
    "option",
    name,
    own.filter(({ owner }) => owner === null),
  )[0]!;
}

function notYours(name: string): string {
  const elsewhere = SAID_ELSEWHERE[name] ?? (name.startsWith("pgsql-") ? CONNECTION : undefined);
  const way = elsewhere === undefined ? "take it out" : `set ${elsewhere} instead`;
  return `${JSON.stringify(name)} is Plumbline's own to give: ${way}`;
}

const YES_OR_NO: readonly string[] = ["on", "true", "yes", "1", "off", "false", "no", "0"];

/** The value that was expected, or null if this is one. Rules that only the load generator knows are left to it. */
function expectation(option: CatalogOption, value: OptionValue): string | null {
  const text = typeof value === "boolean" ? (value ? "on" : "off") : String(value).trim();
  const { type, choices, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = option;
  const within = (number: number) => number >= min && number <= max;
  switch (type) {
    case "integer":
      return /^-?\d+$/.test(text) && within(Number(text)) ? null : `a whole number from ${min} to ${max}`;
    case "number":
      return text !== "" && within(Number(text)) ? null : `a number from ${min} to ${max}`;
    case "duration":
      return within(durationIn(option.unit ?? "s", text))
        ? null
        : `a duration from ${min} to ${max} ${option.unit}, such as 10 or 500ms`;
    case "boolean":
      return YES_OR_NO.includes(text) ? null : "on or off";
    case "choice":
      return choices!.includes(text) ? null : `one of ${choices!.join(", ")}`;
    case "text":
      return choices === undefined || choices.includes(text) ? null : `one of ${choices.join(", ")}`;
    case "percentiles":
    case "shard":
    case "ports":
      return null;
  }
}

/** NaN where it is none. */
function durationIn(unit: "s" | "ms", text: string): number {
  const perUnit = unit === "s" ? 1e9 : 1e6;
  return /^[\d.]+$/.test(text) ? Number(text) : (parseDurationNs(text) ?? Number.NaN) / perUnit;
}
