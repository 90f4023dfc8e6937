/** A plan of what to measure next, for the terminal. */
import Table from "cli-table3";
import type { BisectPlan } from "../model/bisect-plan.ts";
import { metricInfo } from "../model/metric.ts";
import { NO_LINES, oneLine, shortened } from "./plain-table.ts";
import { formatEffect, formatPercent, plural } from "./units.ts";

const SHA_LENGTH = 10;

/** @returns text without a line end after the last line, the command to go on with last */
export function renderBisect(plan: BisectPlan): string {
  const table = new Table({
    head: ["", "commit", "runs", "changed here", "subject"],
    colAligns: ["left", "left", "right", "right", "left"],
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: NO_LINES,
  });
  table.push(
    ...plan.candidates.map(({ sha, subject, runs, probability, isNext }) => [
      isNext ? "next" : sha === plan.found ? "found" : "",
      sha.slice(0, SHA_LENGTH),
      String(runs),
      formatPercent(probability),
      shortened(oneLine(subject)),
    ]),
  );
  const lines = [headlineOf(plan), "", ...table.toString().split("\n"), "", ...conclusionOf(plan)];
  return lines.map((line) => line.trimEnd()).join("\n");
}

function headlineOf({ event, shift, candidates }: BisectPlan): string {
  const size = shift.effect === null ? "" : ` ${formatEffect(shift.effect)}`;
  const where = event.branch === null ? "" : ` on ${oneLine(event.branch)}`;
  return `${metricInfo(shift.metric).label} of ${oneLine(shift.workload)}${size} (${shift.direction})${where}: ${plural(candidates.length, "commit")} may be the first`;
}

function conclusionOf({ found, candidates, distance, runsLeft, event }: BisectPlan): readonly string[] {
  if (found !== null) return [`${found} changed the level.`];
  const next = candidates.filter(({ isNext }) => isNext).map(({ sha }) => sha.slice(0, SHA_LENGTH));
  const branch = event.branch === null ? "" : ` --branch ${event.branch}`;
  return [
    `The levels lie ${distance.toFixed(1)} standard deviations of a run apart: about ${plural(runsLeft, "more run")}. Next:`,
    `  plumbline measure ${next.join(" ")}${branch}`,
  ];
}
