/** Sentences on causes that were proved by experiment, and on what was tried in vain. Statements and reasons are text from outside. */
import type {
  CauseSearch,
  ChangedPart,
  MeasuredEffect,
  ProvedCause,
  WorkDifference,
} from "../../model/cause-search.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Reason } from "../../model/reason.ts";
import type { Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatChange, formatChangeInterval, formatMetrics, plural } from "../../text/units.ts";
import type { CodePlace } from "./code-host.ts";
import { causeSentences, mechanismText, type Sentence } from "./reason.ts";
import { left, right, type Table } from "./table.ts";

const PLACE_MOST = 120;
const SQL_MOST = 110;
const NAME_MOST = 80;
const WHY_MOST = 200;

/** What made it slower: causes that are proved, in front of what only goes with the regressions of other workloads. */
export function reasonSentences(report: Report): readonly Sentence[] {
  const { causes = [] } = report;
  const proved = causes.filter((search) => search.causes.length > 0);
  const reason = unprovedReason(report);
  return [
    ...proved.flatMap((search) => provedSentences(search, causes.length > 1)),
    ...(reason === undefined ? [] : causeSentences(reason)),
    ...causes.filter(({ outcome }) => outcome === "not-found").map(noCauseFound),
  ];
}

/** The reason without what goes with regressions whose cause is proved: that one says more. */
export function unprovedReason({ causes = [], reason }: Report): Reason | undefined {
  if (reason === undefined) return undefined;
  const proved = causes.filter((search) => search.causes.length > 0).map(({ workload }) => workload);
  return { ...reason, causes: reason.causes.filter(({ workload }) => !proved.includes(workload)) };
}

/** Searches that could not be made, which the folded parts tell. */
export function impossibleSearches({ causes = [] }: Report): readonly string[] {
  return causes
    .filter(({ outcome }) => outcome === "not-possible")
    .map(
      ({ workload, why = "" }) =>
        `The cause of ${plainLine(workload, NAME_MOST)} could not be looked for by experiment: ${plainLine(why, WHY_MOST)}.`,
    );
}

/** @param isNamed the workload's name is said */
function provedSentences(search: CauseSearch, isNamed: boolean): readonly Sentence[] {
  const [cause, ...more] = search.causes as [ProvedCause, ...ProvedCause[]];
  const of = isNamed ? ` of ${plainLine(search.workload, NAME_MOST)}` : "";
  if (more.length === 0) {
    const rest = search.outcome === "part" ? ` ${leftText(search)}` : "";
    return [{ code: partText(cause.part), text: `is the cause${of}: ${causeText(search, cause)}${rest}` }];
  }
  const whole = search.whole === null ? "" : `: ${effectText(search, search.whole)} together`;
  const without = search.rest === null ? "" : `, ${effect(search.rest)} without them`;
  const rest = search.outcome === "part" ? ` ${leftText(search)}` : "";
  const text = `${search.causes.length} parts of the change are the cause${of}${whole}${without}.${rest}`;
  return [{ code: null, text }, ...search.causes.flatMap(howOfOne)];
}

/** The cause that a verdict names: its first part, how that works or how it was proved, and where it stands. @param isNamed the workload's name is said */
export function provedCauseSentence(
  search: CauseSearch,
  isNamed: boolean,
): Sentence & Readonly<{ place: CodePlace | null }> {
  const [cause, ...more] = search.causes as [ProvedCause, ...ProvedCause[]];
  const { kind, file, line = null, text } = cause.part;
  const code = plainLine(text, SQL_MOST);
  const how = howText({ ...cause, work: [] }) || ` ${proofText(search, cause)}.`;
  const of = isNamed ? ` of ${plainLine(search.workload, NAME_MOST)}` : "";
  const others = more.length === 0 ? "" : `, with ${plural(more.length, "other part")} of the change`;
  return {
    code: kind === "server" ? null : code,
    text: `${kind === "server" ? `the server (${code}) ` : ""}is the cause${of}${others}, proved by experiment:${how}`,
    place: file === undefined ? null : { file, line },
  };
}

/** How one of several parts works; that there are several, and how much each makes, is in their table. */
function howOfOne(cause: ProvedCause): readonly Sentence[] {
  const text = howText(cause).trim();
  return text === "" ? [] : [{ code: partText(cause.part), text }];
}

/** "db/005.sql:12 CREATE INDEX person_hits ON person (hits)", "The server (PostgreSQL 18.0 instead of 17.6)" */
export function partText({ kind, file, line, text }: ChangedPart): string {
  if (kind === "server") return `The server (${plainLine(text, WHY_MOST)})`;
  const place =
    file === undefined ? "" : `${plainLine(file, PLACE_MOST)}${line === undefined ? "" : `:${line}`} `;
  return `${place}${plainLine(text, SQL_MOST)}`;
}

/** The proof of one cause, and how it works. */
export function causeText(search: CauseSearch, cause: ProvedCause): string {
  return `${proofText(search, cause)}.${howText(cause)}`;
}

/** "alone QPS −16.1 % (−18 .. −14), without it +0.1 % (−1.6 .. +1.9)" */
function proofText(search: CauseSearch, { part, alone, without }: ProvedCause): string {
  if (alone === null && without === null)
    return part.kind === "server" ? "set-up and scripts are the same on both arms" : "nothing else differs";
  const { label } = metricInfo(search.metric);
  const parts = [
    alone === null ? "it cannot be done alone" : `alone ${label} ${effect(alone)}`,
    without === null
      ? "head cannot do without it"
      : `without it ${alone === null ? `${label} ` : ""}${effect(without)}`,
  ];
  return parts.join(", ");
}

function effectText({ metric }: CauseSearch, value: MeasuredEffect): string {
  return `${metricInfo(metric).label} ${effect(value)}`;
}

function effect(value: MeasuredEffect): string {
  return `${formatChange(value.estimate, value)} ${formatChangeInterval(value, value.estimate)}`;
}

/** How it works: other plans, other work. Each differs between two servers of which one has the part and nothing else. */
function howText({ mechanism, work }: ProvedCause): string {
  const plans = mechanism
    .filter(({ shown, resampled }) => shown && resampled === undefined)
    .map(mechanismText);
  const hot = work.filter(({ metric }) => metric === "hot-updates").map(workText);
  const perEvent = work.filter(({ metric }) => metric !== "hot-updates").map(workText);
  const works = [...hot, ...(perEvent.length === 0 ? [] : [`Per event: ${perEvent.join(", ")}`])];
  return [...plans, ...works].map((text) => ` ${text}.`).join("");
}

function workText({ metric, base, head }: WorkDifference): string {
  const [from, to] = formatMetrics(metric, [base, head]);
  return `${metricInfo(metric).label} ${from} → ${to}`;
}

function leftText({ rest, why = "", causes }: CauseSearch): string {
  const left = rest === null ? "" : causes.length > 1 ? "What they leave" : "What it leaves";
  return `${left || "The rest"} was not found: ${plainLine(why, WHY_MOST)}.`;
}

export function noCauseFound(search: CauseSearch): Sentence {
  const { workload, parts, comparisons, why = "" } = search;
  const tried = `${plural(parts, "part")} of the change, ${plural(comparisons, "comparison")}`;
  return {
    code: null,
    text: `The cause of ${plainLine(workload, NAME_MOST)} was not found by experiment (${tried}): ${plainLine(why, WHY_MOST)}.`,
  };
}

/** The parts of a change that were proved, where several add up; null elsewhere. */
export function causesTable(search: CauseSearch): Table | null {
  if (search.causes.length < 2) return null;
  const shown = (value: MeasuredEffect | null) => (value === null ? "not possible" : effect(value));
  return {
    columns: [left("part of the change"), right("alone"), right("left without it and those above")],
    rows: search.causes.map(({ part, alone, without }) => [partText(part), shown(alone), shown(without)]),
  };
}
