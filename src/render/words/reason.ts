/** What goes with a regression, as sentences, and what else differs between the arms. All of it holds text from outside. */

import { stepText } from "../../compare/causes.ts";
import type { Cause, Difference, PlanDifference, Reason } from "../../model/reason.ts";
import { plainLine } from "./outside.ts";
import { formatCount, formatPercent, NBSP } from "./units.ts";

const SQL_MOST = 110;
const NAME_MOST = 80;
const VALUE_MOST = 60;

/** A sentence in two parts: the statement, to be shown as code, and what is said of it. */
export type Sentence = Readonly<{ code: string | null; text: string }>;

/** One for each workload that regressed and has a cause: its first, with what else differs where that may have made the plan another one. */
export function causeSentences({ causes }: Reason): readonly Sentence[] {
  const workloads = [...new Set(causes.map(({ workload }) => workload))];
  const said = workloads.map((workload) => {
    const [first, ...rest] = causes.filter((cause) => cause.workload === workload) as [Cause, ...Cause[]];
    const { code, text } = sentence(first);
    const part = partOf(first);
    const companion = first.kind === "plan" ? rest.find(({ shown }) => !shown) : undefined;
    const more = companion === undefined ? "" : `; goes together with ${whatDiffers(companion)}`;
    return { workload, code, text: `${text}${more}${madeBy(companion ?? first)}${part}.` };
  });
  // The same of several workloads is said once.
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

/** Those that are no workload's first. */
export function otherCauses({ causes }: Reason): readonly Sentence[] {
  const others = causes.filter(
    (cause, at) => causes.findIndex(({ workload }) => workload === cause.workload) < at,
  );
  return others.map((cause) => {
    const { code, text } = sentence(cause);
    return { code, text: `${plainLine(cause.workload, NAME_MOST)}: ${text}${madeBy(cause)}${partOf(cause)}` };
  });
}

function sentence(cause: Cause): Sentence {
  const code = cause.sql === undefined ? null : plainLine(cause.sql, SQL_MOST);
  const subject =
    code === null && cause.statement !== undefined ? `${plainLine(cause.statement, NAME_MOST)} ` : "";
  return { code, text: `${subject}${verbOf(cause)}` };
}

/** Of one statement alone it goes without saying. */
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
      return `${now}: index ${nameOf(cause)} is gone`;
    }
    case "plan":
      return `has another plan: ${step(head)} (was ${step(base)})`;
    case "calls":
      return `runs ${plainLine(head, 20)} times in an event (was ${plainLine(base, 20)})`;
    case "trigger":
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

/** What differs, as the object of "goes together with". */
function whatDiffers(cause: Cause): string {
  const { kind, base, head, on } = cause;
  const name = nameOf(cause);
  const place = on === undefined ? "" : ` on ${plainLine(on, NAME_MOST)}`;
  const newness = base === undefined ? "the new" : head === undefined ? "the missing" : "the changed";
  switch (kind) {
    case "setting":
      return `${name} = ${value(head)} (was ${value(base)})`;
    case "extension":
      return `extension ${name} ${value(head)} (was ${value(base)})`;
    case "size":
      return `the size of ${name}: ${plainLine(head ?? "", 20)} times base's`;
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
      return name;
    case "trigger":
    case "constraint":
    case "function":
      return `${newness} ${kind} ${kind === "constraint" ? name : `${name}${place}`}`;
  }
}

function nameOf({ name = "" }: Cause): string {
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
export function differenceLines({ differences, sizes, plans, files, more }: Reason): readonly string[] {
  const bytes = (size: Readonly<{ bytes: number }>) => `${formatCount(Math.ceil(size.bytes / 8192))} pages`;
  return [
    ...differences.map(differenceLine),
    ...sizes.map(
      ({ name, base, head }) => `size of ${plainLine(name, NAME_MOST)}: ${bytes(base)} -> ${bytes(head)}`,
    ),
    ...plans.map(planLine),
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

function planLine({ workload, sql, base, head }: PlanDifference): string {
  const text = (nodes: PlanDifference["base"]) => plainLine(nodes.map(stepText).join(" / "), 200);
  return `plan of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}): ${text(base)} -> ${text(head)}`;
}
