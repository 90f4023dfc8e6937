/** Sentences on what goes with a regression, and what else differs between the arms. All of it holds text from outside. */

import { stepText } from "../../analysis/reason/causes.ts";
import type { Cause, Difference, ExecutionDifference, PlanDifference, Reason } from "../../model/reason.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatMean, formatPercent, formatTime, NBSP } from "../../text/units.ts";
import { grownLines } from "./profile.ts";

const SQL_MOST = 110;
const NAME_MOST = 80;
const VALUE_MOST = 60;

/** Causes that say what is slow, and not what made it so. */
const BARE: readonly Cause["kind"][] = ["plan", "execution", "cpu", "waits"];

/** A sentence in two parts: the statement, to be shown as code, and the text about it. */
export type Sentence = Readonly<{ code: string | null; text: string }>;

/** One for each workload that regressed and has a cause: its first, with what else differs where that may have made the plan another one. */
export function causeSentences({ causes }: Reason): readonly Sentence[] {
  const workloads = [...new Set(causes.map(({ workload }) => workload))];
  const said = workloads.map((workload) => {
    const [first, ...rest] = causes.filter((cause) => cause.workload === workload) as [Cause, ...Cause[]];
    const { code, text } = sentence(first);
    const part = partOf(first);
    const isBare = BARE.includes(first.kind);
    const companion = isBare ? rest.find(({ shown }) => !shown) : undefined;
    const more = companion === undefined ? "" : `; goes together with ${whatDiffers(companion)}`;
    const does = first.kind === "execution" ? "" : executionPart(first);
    const said = companion === undefined ? `${madeBy(first)}${does}` : `${does}${more}${madeBy(companion)}`;
    return { workload, code, text: `${text}${said}${part}.` };
  });
  // One sentence serves all workloads that it fits.
  const sentences = new Map<
    string,
    Readonly<{ code: string | null; text: string; names: readonly string[] }>
  >();
  for (const { workload, code, text } of said) {
    const names = sentences.get(`${code} ${text}`)?.names ?? [];
    sentences.set(`${code} ${text}`, { code, text, names: [...names, plainLine(workload, NAME_MOST)] });
  }
  return [...sentences.values()].map(({ code, text, names }) => {
    return { code, text: workloads.length > 1 ? `${text} (${names.join(", ")})` : text };
  });
}

/** All causes but the first of each workload, which causeSentences tells. */
export function otherCauses({ causes }: Reason): readonly Sentence[] {
  const others = causes.filter(
    (cause, at) => causes.findIndex(({ workload }) => workload === cause.workload) < at,
  );
  return others.map((cause) => {
    const { code, text } = sentence(cause);
    return { code, text: `${plainLine(cause.workload, NAME_MOST)}: ${text}${madeBy(cause)}${partOf(cause)}` };
  });
}

/** A cause that says how a part of the change works, as a clause. */
export function mechanismText(cause: Cause): string {
  const { code, text } = sentence(cause);
  return code === null ? text : `${code} ${text}`;
}

function sentence(cause: Cause): Sentence {
  const named = cause.kind === "cpu" ? cause.name : cause.sql;
  const code = named === undefined ? null : plainLine(named, SQL_MOST);
  const subject =
    code === null && cause.statement !== undefined ? `${plainLine(cause.statement, NAME_MOST)} ` : "";
  return { code, text: `${subject}${verbOf(cause)}` };
}

/** The share of the change that the statement explains. Not said where that is all of it. */
function partOf({ share }: Cause): string {
  return share === undefined || share > 0.995 ? "" : `; ${formatPercent(share)} of the change`;
}

function verbOf(cause: Cause): string {
  const { kind, head = "", base = "" } = cause;
  switch (kind) {
    case "index-gone": {
      const scan = /^(?:Parallel )?Seq Scan.* on (\S+)/.exec(head)?.[1];
      const now =
        scan === undefined ? `now uses ${step(head)}` : `now scans all of ${plainLine(scan, NAME_MOST)}`;
      return `${now}: index ${causeName(cause)} is gone`;
    }
    case "plan":
      return `has another plan${forValues(cause)}: ${step(head)} (was ${step(base)})${bySample(cause)}`;
    case "calls":
      return base === "0"
        ? `is new in an event${head === "1" ? "" : `, and runs ${plainLine(head, 20)} times`}`
        : `runs ${plainLine(head, 20)} times in an event (was ${plainLine(base, 20)})`;
    case "execution":
      return executionTexts(cause).join(" and ");
    case "cpu":
      return `takes ${formatTime(1e3 * Number(head))} of the server's CPU time in an event (was ${formatTime(1e3 * Number(base))}); ${formatPercent(cause.part ?? 0)} of what grew`;
    case "waits":
      return `waits ${share(head)} of the time for ${awaited(cause)} (was ${share(base)})`;
    case "trigger":
      if (cause.part !== undefined)
        return `spends ${formatPercent(cause.part)} of its time in ${whatDiffers(cause)}`;
      return `is slower; goes together with ${whatDiffers(cause)}`;
    case "row-security":
    case "no-statistics":
    case "size":
    case "index-new":
    case "constraint":
    case "function":
    case "setting":
    case "extension":
      return `${cause.statement === undefined ? "Goes" : "is slower; goes"} together with ${whatDiffers(cause)}`;
  }
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
  const table = plainLine(resampled, NAME_MOST);
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
            ? `returns or changes ${formatMean(rows.head)} rows a call (was 0)`
            : `returns or changes ${times} times the rows (${formatMean(rows.head)} a call, was ${formatMean(rows.base)})`,
        ]),
    ...(buffers === undefined
      ? []
      : [`reads ${formatMean(buffers.head)} buffers a call (was ${formatMean(buffers.base)})`]),
  ];
}

/** Difference between the arms, as the object of "goes together with". */
function whatDiffers(cause: Cause): string {
  const { kind, base, head, on } = cause;
  const name = causeName(cause);
  const place = on === undefined ? "" : ` on ${plainLine(on, NAME_MOST)}`;
  const newness = base === undefined ? "the new" : head === undefined ? "the missing" : "the changed";
  switch (kind) {
    case "setting":
      return `${name} = ${value(head)} (was ${value(base)})`;
    case "extension":
      return `extension ${name} ${value(head)} (was ${value(base)})`;
    case "size":
      return `the size of ${name}: ${formatMean(Number(head))} times base's`;
    case "no-statistics":
      return `${name} having no statistics (no ANALYZE)`;
    case "row-security":
      return name === plainLine(on ?? "", NAME_MOST)
        ? `row-level security on ${name}`
        : `${newness} policy ${name}${place}`;
    case "index-new":
      return `the new index ${name}${place}`;
    case "index-gone":
    case "plan":
    case "calls":
    case "execution":
    case "cpu":
    case "waits":
      return name;
    case "trigger":
    case "constraint":
    case "function":
      return `${newness} ${kind} ${kind === "constraint" ? name : `${name}${place}`}`;
  }
}

/** Thing that is waited for; the cause's name is the server's word for it, "Lock:transactionid". */
function awaited(cause: Cause): string {
  const [type = "", event = ""] = causeName(cause).split(":");
  const holder = cause.on === undefined ? "" : ` held by ${plainLine(cause.on, SQL_MOST)}`;
  if (type === "Lock") return `${LOCKED[event] ?? `a lock (${event})`}${holder}`;
  if (type === "IO") return `input or output (${event})`;
  if (type === "LWLock") return `the server's own lock ${event}`;
  return `${type} ${event}`;
}

/** Things that are locked, by the name of the wait event. */
const LOCKED: Readonly<Record<string, string>> = {
  transactionid: "rows",
  tuple: "rows",
  relation: "a table",
  advisory: "an advisory lock",
  virtualxid: "a transaction",
};

function share(text: string): string {
  return formatPercent(Number(text));
}

function causeName({ name = "" }: Cause): string {
  return plainLine(name, NAME_MOST);
}

function value(text: string | undefined): string {
  return text === undefined ? "not set" : plainLine(text, VALUE_MOST) || "empty";
}

function step(text: string): string {
  return plainLine(text, NAME_MOST * 2);
}

function madeBy({ file }: Cause): string {
  return file === undefined ? "" : ` (${plainLine(file, 120)})`;
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
  const bytes = (size: Readonly<{ bytes: number }>) => `${formatCount(Math.ceil(size.bytes / 8192))} pages`;
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

/** A plan as people read it: a line for each step, with what was expected and what came, where it was executed. */
export function planText(nodes: PlanDifference["base"]): string {
  return nodes
    .map((node) => {
      const { actual } = node;
      const expected = `${formatCount(Math.round(node.rows))} rows expected`;
      const came =
        actual === undefined
          ? ""
          : `, ${formatMean(actual.rows)} came${actual.loops === 1 ? "" : ` in each of ${formatCount(actual.loops)} loops`}; ${formatCount(actual.buffers)} buffers`;
      return `${"  ".repeat(node.depth)}${plainLine(stepText(node), NAME_MOST * 2)} (${expected}${came})`;
    })
    .join("\n");
}
