/** Sentences on what goes with a regression, and what else differs between the arms. All of it holds text from outside. */

import { stepText } from "../../analysis/reason/causes.ts";
import { wordTable } from "../../model/by-key.ts";
import type { Cause, Difference, ExecutionDifference, PlanDifference, Reason } from "../../model/reason.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatMean, formatPercent, formatTime, NBSP, plural } from "../../text/units.ts";
import { grownLines } from "./profile.ts";

const SQL_MOST = 110;
const NAME_MOST = 80;
const VALUE_MOST = 60;

/** Causes that say what is slow, and not what made it so. */
const BARE: readonly Cause["kind"][] = ["plan", "execution", "cpu", "waits"];

/** Kinds of causes that have a sentence of their own, before all others: another server runs everything otherwise. */
const LEADS: readonly Cause["kind"][] = ["version", "build", "collation"];

/** A sentence in two parts: the statement, to be shown as code, and the text about it. */
export type Sentence = Readonly<{
  code: string | null;
  text: string;
  /** Steps by which the statement reaches what the sentence names. */
  path?: readonly string[];
}>;

/** One for each workload that regressed and has a cause: its first, with what else differs where that may have made the plan another one. Another server is named before it. */
export function causeSentences({ causes }: Reason): readonly Sentence[] {
  const workloads = [...new Set(causes.map(({ workload }) => workload))];
  const said = workloads.flatMap((workload) => {
    const own = causes.filter((cause) => cause.workload === workload);
    const leads = own
      .filter(isLead)
      .slice(0, 1)
      .map((cause) => firstSentence(cause, []));
    const [first, ...rest] = own.filter((cause) => !isLead(cause));
    const main = first === undefined ? [] : [firstSentence(first, rest)];
    return [...leads, ...main].map((each) => ({ ...each, workload }));
  });
  // One sentence serves all workloads that it fits.
  const sentences = new Map<string, Readonly<{ sentence: Sentence; names: readonly string[] }>>();
  for (const { workload, ...sentence } of said) {
    const key = `${sentence.code} ${sentence.text}`;
    const { names = [] } = sentences.get(key) ?? {};
    sentences.set(key, { sentence, names: [...names, plainLine(workload, NAME_MOST)] });
  }
  return [...sentences.values()].map(({ sentence, names }) =>
    workloads.length > 1 ? { ...sentence, text: `${sentence.text} (${names.join(", ")})` } : sentence,
  );
}

function isLead({ kind }: Cause): boolean {
  return LEADS.includes(kind);
}

/** @param rest what else goes with the workload's regression */
function firstSentence(first: Cause, rest: readonly Cause[]): Sentence {
  const { code, text } = sentence(first);
  const isBare = BARE.includes(first.kind);
  const companion = isBare ? rest.find(({ shown }) => !shown) : undefined;
  const more = companion === undefined ? "" : `; goes together with ${differenceText(companion)}`;
  const does = first.kind === "execution" ? "" : executionPart(first);
  const said =
    companion === undefined ? `${madeByFile(first)}${does}` : `${does}${more}${madeByFile(companion)}`;
  const { path } = companion ?? first;
  return { code, text: `${text}${said}${shareOfChangeText(first)}.`, ...reasonPath(path) };
}

function reasonPath(path: Cause["path"]): Pick<Sentence, "path"> {
  return path === undefined ? {} : { path: path.map(step) };
}

/** All causes but those of each workload that causeSentences() names. */
export function otherCauses({ causes }: Reason): readonly Sentence[] {
  const isSaid = (cause: Cause, at: number) => {
    const isBefore = (each: Cause) => each.workload === cause.workload && isLead(each) === isLead(cause);
    return causes.findIndex(isBefore) === at;
  };
  const others = causes.filter((cause, at) => !isSaid(cause, at));
  return others.map((cause) => {
    const { code, text } = sentence(cause);
    const whole = `${plainLine(cause.workload, NAME_MOST)}: ${text}${madeByFile(cause)}${shareOfChangeText(cause)}`;
    return { code, text: whole, ...reasonPath(cause.path) };
  });
}

/** A cause that says how a part of the change works, as a clause. */
export function mechanismText(cause: Cause): string {
  const { code, text } = sentence(cause);
  return code === null ? text : `${code} ${text}`;
}

function sentence(cause: Cause): Sentence {
  const named = cause.kind === "cpu" ? cause.name : cause.sql;
  const code = plainLine(named ?? "", SQL_MOST) || null;
  const subject =
    code === null && cause.statement !== undefined
      ? `${plainLine(cause.statement, NAME_MOST) || "a statement"} `
      : "";
  return { code, text: `${subject}${verbOf(cause)}` };
}

/** The share of the change that the statement explains. Not said where that is all of it. */
function shareOfChangeText({ share }: Cause): string {
  return share === undefined || share > 0.995 ? "" : `; ${formatPercent(share)} of the change`;
}

function verbOf(cause: Cause): string {
  const { kind, head = "", base = "" } = cause;
  switch (kind) {
    case "index-gone":
      if (!cause.shown) return goesWith(cause);
      return plainLine(head) === ""
        ? `no longer uses index ${causeName(cause)}, which is gone`
        : `${nowUses(head)}: index ${causeName(cause)} is gone`;
    case "index-changed":
      if (!cause.shown) return goesWith(cause);
      return `${plainLine(head) === "" ? `no longer uses ${step(base)}` : nowUses(head)}: index ${causeName(cause)} ${isNow(cause)}`;
    case "statement":
      return base === ""
        ? "is slower: the statement itself changed"
        : `is slower: the statement itself changed (was ${plainLine(base, SQL_MOST) || "another one"})`;
    case "plan":
      return `has another plan${forValues(cause)}: ${step(head)} (was ${step(base)})${bySample(cause)}`;
    case "calls":
      return base === "0"
        ? `is new in an event${head === "1" ? "" : `, and runs ${plainLine(head, 20)} times`}`
        : `runs ${head === "1" ? "once" : `${plainLine(head, 20)} times`} in an event (was ${plainLine(base, 20)})`;
    case "execution":
      return executionTexts(cause).join(" and ") || "does more in a call";
    case "cpu":
      return `takes ${formatTime(1e3 * Number(head))} of the server's CPU time in an event (was ${formatTime(1e3 * Number(base))}); ${formatPercent(cause.part ?? 0)} of what grew`;
    case "waits":
      return `waits ${percentText(head)} of the time for ${awaited(cause)} (was ${percentText(base)})`;
    case "version":
    case "build":
    case "collation":
    case "view":
    case "table":
    case "trigger":
    case "rule":
    case "row-security":
    case "default":
    case "domain":
    case "constraint":
    case "index-new":
    case "column":
    case "sequence":
    case "operator-class":
    case "no-statistics":
    case "function":
    case "statistics":
    case "setting":
    case "extension":
    case "rows":
    case "size":
      if (cause.part !== undefined)
        return `spends ${formatPercent(cause.part)} of its time in ${differenceText(cause)}`;
      return goesWith(cause);
  }
}

function goesWith(cause: Cause): string {
  return `${cause.statement === undefined ? "Goes" : "is slower; goes"} together with ${differenceText(cause)}`;
}

function isNow({ definitions }: Cause): string {
  return definitions === undefined
    ? "is another one"
    : `is ${value(definitions.head)} (was ${value(definitions.base)})`;
}

function nowUses(now: string): string {
  const scan = /^(?:Parallel )?Seq Scan.* on (\S+)/.exec(now)?.[1];
  return scan === undefined || scan.trim() === ""
    ? `now uses ${step(now)}`
    : `now scans all of ${plainLine(scan, NAME_MOST)}`;
}

/** Drawn values for which the plan is another one; "" for a generic plan, which is for all values. */
function forValues({ values }: Cause): string {
  if (values === undefined) return "";
  return values.differ === values.of
    ? " for the values that are drawn"
    : ` for ${formatCount(values.differ)} of ${formatCount(values.of)} drawn values`;
}

function bySample({ resampled }: Cause): string {
  if (resampled === undefined) return "";
  const table = plainLine(resampled, NAME_MOST) || "a table";
  return `; the statistics of ${table} alone differ, and ANALYZE draws a sample, so it may be chance`;
}

function executionPart(cause: Cause): string {
  return executionTexts(cause)
    .map((text) => `; ${text}`)
    .join("");
}

/** Additional work of the statement in an execution. */
function executionTexts({ rows, buffers }: Cause): readonly string[] {
  const times = rows === undefined || rows.base === 0 ? "" : formatMean(rows.head / rows.base);
  return [
    ...(rows === undefined
      ? []
      : [
          times === ""
            ? `returns or changes ${meanCount(rows.head, "row")} a call (was 0)`
            : `returns or changes ${times} times the rows (${formatMean(rows.head)} a call, was ${formatMean(rows.base)})`,
        ]),
    ...(buffers === undefined
      ? []
      : [`reads ${meanCount(buffers.head, "buffer")} a call (was ${formatMean(buffers.base)})`]),
  ];
}

/** "1 row", "8.5 rows"; the noun goes by what is printed. */
function meanCount(mean: number, noun: string): string {
  const text = formatMean(mean);
  return `${text} ${noun}${text === "1" ? "" : "s"}`;
}

/** The difference between the arms, as the object of "goes together with". */
function differenceText(cause: Cause): string {
  const { kind, base, head, on } = cause;
  const name = causeName(cause);
  const table = plainLine(on ?? "", NAME_MOST);
  const place = table === "" ? "" : ` on ${table}`;
  const newness = base === undefined ? "the new" : head === undefined ? "the missing" : "the changed";
  const printed = `${kind.replace("-", " ")} ${name}`;
  const both = base === undefined || head === undefined ? null : `: ${value(head)} (was ${value(base)})`;
  switch (kind) {
    case "version":
      return `another version of the server: ${name} ${value(head)} (was ${value(base)})`;
    case "build":
      return `another build of the server${base === head ? "" : (both ?? "")}`;
    case "collation":
      return `another sort order, or another version of its library, of collation ${name}${both ?? ""}`;
    case "setting":
      return `${name} = ${value(head)} (was ${value(base)})`;
    case "extension":
      return `extension ${name} ${value(head)} (was ${value(base)})`;
    case "size":
      return `the size of ${name}: ${formatMean(Number(head))} times base's`;
    case "rows":
      return `the rows of ${name}: ${formatMean(Number(head))} times base's`;
    case "no-statistics":
      return `${name} having no statistics (no ANALYZE)`;
    case "row-security":
      return name === table ? `row-level security on ${name}` : `${newness} policy ${name}${place}`;
    case "index-new":
    case "index-gone":
      return `${newness} index ${name}${place}`;
    case "index-changed":
      return `the changed index ${name}${place}${both ?? ""}`;
    case "table":
    case "column":
    case "sequence":
      return both === null ? `${newness} ${printed}` : `${printed}${both}`;
    case "default":
      return `${newness} ${head?.startsWith("GENERATED") ? "generated column" : "default of"} ${name}`;
    case "domain":
    case "view":
    case "operator-class":
      return `${newness} ${printed}`;
    case "constraint":
      return `${newness} constraint ${name}`;
    case "plan":
    case "calls":
    case "execution":
    case "cpu":
    case "waits":
    case "statement":
      return name;
    case "trigger":
    case "rule":
    case "statistics":
    case "function":
      return `${newness} ${kind} ${name}${place}`;
  }
}

/** Thing that is waited for; the cause's name is the server's word for it, "Lock:transactionid". */
function awaited(cause: Cause): string {
  const [type = "", event = "something"] = causeName(cause).split(":");
  const by = plainLine(cause.on ?? "", SQL_MOST);
  const holder = by === "" ? "" : ` held by ${by}`;
  if (type === "Lock") return `${LOCKED[event] ?? `a lock (${event})`}${holder}`;
  if (type === "IO") return `input or output (${event})`;
  if (type === "LWLock") return `the server's own lock ${event}`;
  return `${type} ${event}`;
}

/** Things that are locked, by the name of the wait event. */
const LOCKED = wordTable<string>({
  transactionid: "rows",
  tuple: "rows",
  relation: "a table",
  advisory: "an advisory lock",
  virtualxid: "a transaction",
});

function percentText(text: string): string {
  return formatPercent(Number(text));
}

function causeName({ name = "" }: Cause): string {
  return plainLine(name, NAME_MOST) || "without a name";
}

function value(text: string | undefined): string {
  return text === undefined ? "not set" : plainLine(text, VALUE_MOST) || "empty";
}

/** A document of another program may have a step without a text. */
function step(text: string): string {
  return plainLine(text, NAME_MOST * 2) || "another step";
}

function madeByFile({ file = "" }: Cause): string {
  const name = plainLine(file, 120);
  return name === "" ? "" : ` (${name})`;
}

/** A line for each thing that differs: settings and objects, sizes, plans, files. */
export function differenceLines({
  differences,
  sizes,
  plans,
  executions = [],
  profiles = [],
  files,
  more,
}: Reason): readonly string[] {
  const bytes = (size: Readonly<{ bytes: number }>) => plural(Math.ceil(size.bytes / 8192), "page");
  return [
    ...differences.map(differenceLine),
    ...sizes.map(
      ({ name, base, head }) => `size of ${plainLine(name, NAME_MOST)}: ${bytes(base)} -> ${bytes(head)}`,
    ),
    ...plans.map(planLine),
    ...executions.map(executionLine),
    ...profiles.flatMap((profile) =>
      grownLines(profile).map((line) => `CPU time in ${plainLine(profile.workload, NAME_MOST)}: ${line}`),
    ),
    ...files.map(({ file, change }) => `set-up file ${plainLine(file, 120)}: ${change}`),
    ...(more > 0 ? [`${formatCount(more)} more in run.json and run-base.json`] : []),
  ];
}

function differenceLine({ kind, name, on, base, head }: Difference): string {
  const place =
    on === undefined || name.startsWith(on) || name.endsWith(on) ? "" : ` on ${plainLine(on, NAME_MOST)}`;
  const what = `${kind.replace("-", NBSP)} ${plainLine(name, NAME_MOST)}${place}`;
  if (kind === "setting") return `${what}: ${value(base ?? undefined)} -> ${value(head ?? undefined)}`;
  const definition = (text: string) => plainLine(text, 160);
  if (base === null) return `${what}: only in head: ${definition(head ?? "")}`;
  if (head === null) return `${what}: only in base: ${definition(base)}`;
  return `${what}: ${definition(base)} -> ${definition(head)}`;
}

function planLine({ workload, sql, base, head, values }: PlanDifference): string {
  const text = (nodes: PlanDifference["base"]) => plainLine(nodes.map(stepText).join(" / "), 200);
  const which =
    values === undefined
      ? ""
      : `, for ${formatCount(values.differ)} of ${formatCount(values.of)} drawn values`;
  return `plan of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}${which}): ${text(base)} -> ${text(head)}`;
}

function executionLine({ workload, sql, base, head }: ExecutionDifference): string {
  const parts = (["rows", "buffers", "temporary"] as const)
    .filter((what) => base[what] !== head[what])
    .map(
      (what) =>
        `${what === "temporary" ? "temporary pages" : what} ${formatMean(base[what])} -> ${formatMean(head[what])}`,
    );
  return `a call of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}): ${parts.join(", ")}`;
}
