/** Text of plumbline.yml -> Config, with the line and column of everything that is wrong. */
import { type Alias, type Document, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { PlumblineError } from "../model/errors.ts";
import { asMetric, isOwnMetric, metricInfo } from "../model/metric.ts";
import type { GateRule, Rules } from "../model/rules.ts";
import { formatDecimals } from "../text/units.ts";
import { issueProblems } from "./issues.ts";
import { SPEED_GATES, WORK_GATES } from "./metrics.ts";
import { nearest } from "./nearest.ts";
import { hyphenated } from "./option-words.ts";
import { ConfigFile, type Gate } from "./schema.ts";
import { beyondBounds } from "./yaml-bounds.ts";
import { keyOffset, offsetAt } from "./yaml-places.ts";

/** The config file as the rest of the program sees it: defaults filled in, gates as a list. */
export type Config = Readonly<
  Omit<ConfigFile, "gates"> & {
    gates: readonly GateRule[];
    suiteGates: NonNullable<Rules["suite"]>;
    /** Line on which each workload begins in the file, by name. */
    lines: Readonly<Record<string, number>>;
    places: Places;
  }
>;

/** Places in the file, as `file:line:column`, of values that only the load generator can check: for its errors. */
export type Places = Readonly<{
  dialect: string;
  role: string;
  suite: string;
  budget: string;
  /** Place of `sweep.targets`. */
  targets: string;
  /** Places of the options that are swept, by name. */
  sweep: Readonly<Record<string, string>>;
  /** Places of the inputs of each command of the set-up, in their order. */
  inputs: readonly (readonly string[])[];
  /** One for each workload, in the file's order. */
  workloads: readonly Readonly<{
    run: string;
    /** Places of the scripts, in their order. */
    scripts: readonly string[];
    /** Places by the option's name as it is written. */
    options: Readonly<Record<string, Readonly<{ key: string; value: string }>>>;
    role: string;
    capacity: string;
    timeline: string;
    /** Places by the metric as it is written. */
    gates: Readonly<Record<string, string>>;
  }>[];
}>;

/** Gates of a config file that has none: limits that a small shared machine can tell apart (docs/decisions/021-tail.md). */
export const DEFAULT_GATES: readonly GateRule[] = [
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "server-cpu", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.08, floor: 10_000 },
];

/** Gate on the median of an open loop, whose throughput is planned and shows nothing. */
const OPEN_LOOP_GATE: GateRule = { metric: "p50", margin: 0.05, floor: 10_000 };

/** Most characters of a config file: more than people write, and fewer than take seconds to read. */
const LENGTH_MAX = 1_000_000;

/** Merge keys are read; warnings, and a picture of the text for each error, are not made: the first error is said in our words. */
const YAML_AS_READ = { merge: true, logLevel: "error", prettyErrors: false } as const;

/** The suite that the text of a config file names, however wrong the rest of it is; the usual one where it names none. */
export function suiteIn(text: string): string {
  const { suite } = ConfigFile.shape;
  const named = suite.safeParse(text.length > LENGTH_MAX ? undefined : suiteValue(text));
  return named.data ?? suite.parse(undefined);
}

function suiteValue(text: string): unknown {
  if (beyondBounds(text) !== null) return undefined;
  const document = parseDocument(text, YAML_AS_READ);
  try {
    if (document.errors.length === 0) return (document.toJS() as { suite?: unknown } | null)?.suite;
  } catch {} // More aliases than anybody writes.
  return document.get("suite");
}

/**
 * @param text of the YAML file
 * @param file its name, for errors
 * @throws PlumblineError of kind "usage": one line for each thing that is wrong, `file:line:column: cause`
 */
export function parseConfig(text: string, file: string): Config {
  if (text.length > LENGTH_MAX) {
    const megabytes = formatDecimals(text.length / 1e6, 1);
    throw new PlumblineError("usage", `${file} has ${megabytes} MB, and a config file at most 1 MB`, {
      remedy: "name the config file with --config, or spread its workloads over several files",
    });
  }
  const beyond = beyondBounds(text);
  if (beyond !== null) throw beyondWriting(text, file, beyond);
  const lines = new LineCounter();
  const document = parseDocument(text, { ...YAML_AS_READ, lineCounter: lines });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const isSecond = syntax.code === "MULTIPLE_DOCS";
    const what = isSecond ? "a second YAML document begins here" : syntaxText(syntax.message);
    throw new PlumblineError("usage", `${place(syntax.pos[0])}: ${what}`, {
      remedy: isSecond ? "write one document into a config file: take the line --- out" : "fix the YAML here",
      cause: syntax,
    });
  }
  const unknownTag = document.warnings.find(({ code }) => code === "TAG_RESOLVE_FAILED");
  if (unknownTag !== undefined) {
    const [start, end] = unknownTag.pos;
    const tag = text.slice(start, end);
    throw new PlumblineError("usage", `${place(start)}: ${tag} is a YAML tag, which nothing here has`, {
      remedy: `put quotes around a pattern that begins with !: "${tag}"`,
    });
  }
  const value = withoutOwnFields(plainValue(document, place));
  const parsed = ConfigFile.safeParse(value);
  if (!parsed.success) {
    const problems = issueProblems(parsed.error.issues, value, document).map(
      ({ offset, text: what }) => `${place(offset)}: ${what}`,
    );
    throw new PlumblineError("usage", problems.join("\n"), {
      remedy: "see docs/config.md for every field; editors read docs/schema/config.schema.json",
    });
  }
  checkNames(document, parsed.data, place);
  const names = parsed.data.workloads.map(({ name }, position) => {
    const offset = offsetAt(document, ["workloads", position]) ?? 0;
    return [name, lines.linePos(offset).line] as const;
  });
  const places = filePlaces(document, parsed.data, place);
  return {
    ...parsed.data,
    gates: gateRules(parsed.data),
    suiteGates: suiteGatesOf(parsed.data),
    lines: Object.fromEntries(names),
    places,
  };
}

function beyondWriting(
  text: string,
  file: string,
  { offset, what }: NonNullable<ReturnType<typeof beyondBounds>>,
): PlumblineError {
  const before = text.slice(0, offset).split("\n");
  const place = `${file}:${before.length}:${before.at(-1)!.length + 1}`;
  return new PlumblineError("usage", `${place}: ${what}`, {
    remedy: "see docs/config.md: no field needs as much",
  });
}

function filePlaces(
  document: Document,
  { workloads, sweep, database: { setup } }: ConfigFile,
  place: (offset: number) => string,
): Places {
  const at = (...path: readonly PropertyKey[]) => place(offsetAt(document, path) ?? 0);
  const keyPlace = (within: readonly PropertyKey[], name: string) => {
    const offset = keyOffset(document, within, name);
    return offset === undefined ? at(...within, name) : place(offset);
  };
  const swept = Object.keys(sweep?.over ?? {});
  return {
    dialect: at("database", "dialect"),
    role: at("database", "role"),
    suite: at("suite"),
    budget: at("measure", "budget"),
    targets: at("sweep", "targets"),
    sweep: Object.fromEntries(
      swept.map((option) => [hyphenated(option), keyPlace(["sweep", "over"], option)]),
    ),
    inputs: inputPlaces(setup, at, document),
    workloads: workloads.map(({ options, scripts, queries, gates = {} }, position) => {
      const workload = ["workloads", position];
      const within = [...workload, "options"];
      const all = Object.keys(options).map((name) => {
        return [name, { key: keyPlace(within, name), value: at(...within, name) }] as const;
      });
      const script = at(...workload, "script");
      return {
        run: scripts.length > 0 ? script : at(...workload, queries.length === 0 ? "run" : "queries"),
        scripts: scripts.map((_, index) => {
          const file = offsetAt(document, [...workload, "script", index, "file"]);
          return file === undefined ? script : place(file);
        }),
        options: Object.fromEntries(all),
        role: at(...workload, "role"),
        capacity: at(...workload, "capacity"),
        timeline: at(...workload, "timeline"),
        gates: Object.fromEntries(
          Object.keys(gates).map((metric) => [metric, keyPlace([...workload, "gates"], metric)]),
        ),
      };
    }),
  };
}

/** Commands are matched by their order: a parsed set-up has no steps for exclusions, so positions in the file differ. */
function inputPlaces(
  setup: ConfigFile["database"]["setup"],
  at: (...path: readonly PropertyKey[]) => string,
  document: Document,
): Places["inputs"] {
  const list = document.getIn(["database", "setup"], true);
  const positions = (isSeq(list) ? [...list.items.keys()] : []).filter(
    (position) => offsetAt(document, ["database", "setup", position, "command"]) !== undefined,
  );
  const commands = setup.filter((step) => step.kind === "command");
  return commands.map(({ inputs = [] }, command) =>
    inputs.map((_, index) => at("database", "setup", positions[command]!, "inputs", index)),
  );
}

/**
 * Gates for all workloads, then those of single workloads, including the usual gate of an open loop. If one workload has no gate on a
 * metric, the general gate is repeated for each of the others. Gates on metrics that only some workloads have come last.
 */
function gateRules({ gates, workloads }: ConfigFile): readonly GateRule[] {
  const shared = [...SPEED_GATES, ...WORK_GATES].flatMap((metric) => {
    const asked = gateOf(metric, gates[metric]);
    const general =
      asked === undefined ? (DEFAULT_GATES.find((rule) => rule.metric === metric) ?? NO_GATE) : asked;
    const isForAll =
      general !== NO_GATE && workloads.every((workload) => workload.gates?.[metric]?.change !== null);
    const own = workloads.flatMap(({ name, gates: its, options }): readonly GateRule[] => {
      const said = gateOf(metric, its?.[metric]);
      const isUsual = asked === undefined && metric === OPEN_LOOP_GATE.metric && isOpenLoop(options);
      const usual = isUsual ? OPEN_LOOP_GATE : isForAll ? NO_GATE : general;
      const gate = said === undefined ? usual : said;
      return gate === NO_GATE ? [] : [{ ...gate, workload: name }];
    });
    return isForAll ? [general, ...own] : own;
  });
  return [...shared, ...workloads.flatMap(ownGatesOf)];
}

/** True if events start by a plan, and not when the one before is done. */
function isOpenLoop({ rate = 0 }: ConfigFile["workloads"][number]["options"]): boolean {
  return Number(rate) > 0;
}

/** Gates of one workload alone: those on metrics that not every workload has. */
function ownGatesOf({ name, gates = {} }: ConfigFile["workloads"][number]): readonly GateRule[] {
  return Object.entries(gates).flatMap(([word, gate]) => {
    const metric = asMetric(word);
    if (metric === null || !isOwnMetric(metric)) return [];
    const rule = gateOf(metric, gate) ?? NO_GATE;
    return rule === NO_GATE ? [] : [{ ...rule, workload: name }];
  });
}

function suiteGatesOf({ gates: { suite = {} } }: ConfigFile): Config["suiteGates"] {
  return SPEED_GATES.flatMap((metric) => {
    const margin = suite[metric];
    return margin === undefined ? [] : [{ metric, margin }];
  });
}

const NO_GATE = null;

/** The gate on a metric as the file has it; undefined where the file does not mention the metric. */
function gateOf(metric: GateRule["metric"], gate: Gate | undefined): GateRule | typeof NO_GATE | undefined {
  if (gate === undefined) return undefined;
  return gate.change === null
    ? NO_GATE
    : {
        metric,
        margin: gate.change,
        floor: gate.floor ?? metricInfo(metric).least ?? null,
        ...strictnessOf(gate),
      };
}

function strictnessOf(gate: Gate): Pick<GateRule, "trade"> {
  return "trade" in gate && gate.trade === "fail" ? { trade: "fail" } : {};
}

/** The first line of the parser's words. */
function syntaxText(message: string): string {
  return message.split("\n")[0] || "not YAML";
}

/** Fields that begin with x- are the user's own: a place for what is marked & and merged below. */
function withoutOwnFields(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("x-")));
}

/**
 * Returns the document's value, aliases resolved and merged.
 * @throws PlumblineError of kind "usage" at an alias of nothing: most who write one mean a pattern such as *.sql
 */
function plainValue(document: Document, place: (offset: number) => string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (cause) {
    if (!(cause instanceof ReferenceError)) throw noMerge(document, place, cause as Error);
    const aliases: Alias[] = [];
    visit(document, { Alias: (_, alias) => void aliases.push(alias) });
    const unknown = aliases.find((alias) => alias.resolve(document) === undefined);
    const at = place((unknown ?? aliases[0])?.range?.[0] ?? 0);
    const what =
      unknown === undefined
        ? "the aliases from here on stand for too much"
        : `*${unknown.source} is a YAML alias, and nothing before it is marked &${unknown.source}`;
    throw new PlumblineError("usage", `${at}: ${what}`, {
      remedy:
        unknown === undefined
          ? "write out what the aliases stand for"
          : `put quotes around a pattern that begins with *: "*${unknown.source}"`,
      cause,
    });
  }
}

/** Error for the other possible fault, a merge key without a map behind it; of several keys the first is named. */
function noMerge(document: Document, place: (offset: number) => string, cause: Error): PlumblineError {
  let offset = 0;
  visit(document, {
    Scalar: (at, { source, range }) => {
      if (at !== "key" || source !== "<<") return undefined;
      offset = range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return new PlumblineError("usage", `${place(offset)}: <<: ${cause.message}`, {
    remedy: "write <<: *name, where &name marks a map above it",
    cause,
  });
}

function checkNames(document: Document, config: ConfigFile, place: (offset: number) => string): void {
  const seen = new Set<string>();
  for (const [position, { name }] of config.workloads.entries()) {
    if (seen.has(name)) {
      const at = place(offsetAt(document, ["workloads", position, "name"]) ?? 0);
      throw new PlumblineError("usage", `${at}: two workloads are called ${JSON.stringify(name)}`, {
        remedy: "give each workload a name of its own: results are stored and compared by it",
      });
    }
    seen.add(name);
  }
  checkSweep(document, config, place);
}

function checkSweep(
  document: Document,
  { sweep, workloads }: ConfigFile,
  place: (offset: number) => string,
): void {
  const names = workloads.map(({ name }) => name);
  for (const [position, name] of (sweep?.workloads ?? []).entries()) {
    if (names.includes(name)) continue;
    const at = place(offsetAt(document, ["sweep", "workloads", position]) ?? 0);
    const guess = nearest(name, names);
    throw new PlumblineError(
      "usage",
      `${at}: sweep.workloads: there is no workload ${JSON.stringify(name)}`,
      {
        remedy:
          guess === undefined ? `name one of ${names.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`,
      },
    );
  }
  const silent = (sweep?.targets ?? []).findIndex(({ nodes }) => nodes === undefined);
  if (silent >= 0 && sweep?.targets?.some(({ nodes }) => nodes !== undefined)) {
    const at = place(offsetAt(document, ["sweep", "targets", silent]) ?? 0);
    const name = JSON.stringify(sweep.targets[silent]!.name);
    throw new PlumblineError("usage", `${at}: target ${name} has no number of nodes, but others have`, {
      remedy: "give each target its number of nodes, or none",
    });
  }
  const targets = (sweep?.targets ?? []).map(({ name }) => name);
  for (const [position, name] of targets.entries()) {
    if (targets.indexOf(name) === position) continue;
    const at = place(offsetAt(document, ["sweep", "targets", position, "name"]) ?? 0);
    throw new PlumblineError("usage", `${at}: two targets are called ${JSON.stringify(name)}`, {
      remedy: "give each target a name of its own: tables tell them apart by it",
    });
  }
}
