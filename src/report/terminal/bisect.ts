/** A plan of what to measure next, for the terminal. */
import type { BisectPlan } from "../../model/bisect-plan.ts";
import { metricInfo } from "../../model/metric.ts";
import {
  formatChange,
  formatChangeInterval,
  formatDecimals,
  formatPercent,
  plural,
} from "../../text/units.ts";
import { sumText } from "../words/ledger.ts";
import { left, right } from "../words/table.ts";
import { oneLine, shortenedSubject, tableLines } from "./plain-table.ts";

const SHA_LENGTH = 10;

const COLUMNS = [left(""), left("commit"), right("runs"), right("changed here"), left("subject")];

/** @returns text without a line end after the last line, the command to go on with last */
export function renderBisect(plan: BisectPlan): string {
  const candidates = plan.candidates.map(({ sha, subject, runs, probability, isNext }) => [
    isNext ? "next" : sha === plan.found ? "found" : "",
    sha.slice(0, SHA_LENGTH),
    String(runs),
    formatPercent(probability),
    shortenedSubject(oneLine(subject)),
  ]);
  const lines = [
    ...sumLines(plan),
    headlineOf(plan),
    "",
    ...tableLines({ columns: COLUMNS, rows: candidates }),
    "",
    ...bisectConclusion(plan),
  ];
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Heaviest changes of a sum that are listed. */
const WEIGHED_MOST = 5;

/** The sum that the search begins from, and its heaviest changes: several small ones may make it. */
function sumLines({ sum, event }: BisectPlan): readonly string[] {
  if (sum === undefined) return [];
  const { total, steps } = sum;
  const shown = steps.slice(0, WEIGHED_MOST).map(({ effect, low, high, head }) => {
    const interval = { low, high };
    return [
      formatChange(effect, interval),
      formatChangeInterval(interval, effect),
      head.sha.slice(0, SHA_LENGTH),
      shortenedSubject(oneLine(head.subject ?? "")),
    ];
  });
  const columns = [right("change"), left(""), left("commit"), left("subject")];
  return [
    `${oneLine(event.branch ?? "the branch")} since ${total.since.sha.slice(0, SHA_LENGTH)}: ${sumText(total)}. Its heaviest changes:`,
    "",
    ...tableLines({ columns, rows: shown }),
    "",
    "The heaviest first:",
    "",
  ];
}

function headlineOf({ event, shift, candidates }: BisectPlan): string {
  const size = shift.effect === null ? "" : ` ${formatChange(shift.effect)}`;
  const where = event.branch === null ? "" : ` on ${oneLine(event.branch)}`;
  return `${metricInfo(shift.metric).label} of ${oneLine(shift.workload)}${size} (${shift.direction})${where}: ${plural(candidates.length, "commit")} may be the first`;
}

function bisectConclusion(plan: BisectPlan): readonly string[] {
  const { found, next, event } = plan;
  if (found !== null) return [`${found} changed the level.`];
  const commits = next.map((sha) => sha.slice(0, SHA_LENGTH));
  const branch = event.branch === null ? "" : ` --branch ${event.branch}`;
  return [...reasonsOf(plan), `  plumbline backfill ${commits.join(" ")}${branch}`];
}

function reasonsOf({ distance, runsLeft, ends }: BisectPlan): readonly string[] {
  const far = `${formatDecimals(distance, 1)} standard deviations of a run apart: about ${plural(runsLeft, "more run")}. Next:`;
  if (ends?.state === "short") {
    const { from, to, runs, need } = ends;
    const have = `${from.slice(0, SHA_LENGTH)} has ${runs.from}, ${to.slice(0, SHA_LENGTH)} has ${runs.to}`;
    return [
      "The newest run was made under other conditions than those that showed the change (mode, machine, versions or options).",
      `The levels of such runs are known from ${need} or more at both ends of the range (${have}). Next:`,
    ];
  }
  const alike =
    ends?.state === "alike"
      ? [
          "The newest runs were made under other conditions, in which the change does not show: they do not count.",
        ]
      : [];
  return [...alike, `The levels lie ${far}`];
}
