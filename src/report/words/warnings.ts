/** Warnings as notes below a report: those of one kind are one note, however many workloads they are about. */
import type { Warning } from "../../model/document.ts";
import { asMetric, metricInfo } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { listed, plural } from "../../text/units.ts";
import { gatesOf } from "./standing.ts";
import { MESSAGE_MOST } from "./story.ts";

export type Note = Readonly<{
  text: string;
  remedy: string;
  warnings: readonly Warning[];
  /** A gate that it is about has no answer: then the warning may be why. */
  isOpen: boolean;
}>;

/** Workloads that a note names besides the first; the others are counted. */
const NAMES_MOST = 4;

/** In the order of their numbers: first those that a reader should not have to unfold. */
export function notesOf(report: Report): readonly Note[] {
  const groups = new Map<string, Warning[]>();
  for (const warning of report.warnings) {
    const kind = noteKind(warning);
    groups.set(kind, [...(groups.get(kind) ?? []), warning]);
  }
  const notes = [...groups.values()].map((warnings) => gatheredNote(report, warnings));
  return [...notes.filter(({ isOpen }) => isOpen), ...notes.filter(({ isOpen }) => !isOpen)];
}

/** The same but for its numbers and the workload that it is about. */
function noteKind({ code, message, remedy, workload }: Warning): string {
  const shapeOf = (text: string) => {
    const words = text.split(" ").map((word) => (word === workload ? "@" : word));
    return words.join(" ").replaceAll(/[\d.,]+/g, "#");
  };
  return JSON.stringify([code, shapeOf(message), shapeOf(remedy)]);
}

function gatheredNote(report: Report, warnings: readonly Warning[]): Note {
  const [first, ...rest] = warnings as [Warning, ...Warning[]];
  const others = [...new Set(rest.map(warningPlace))].filter(
    (place) => place !== "" && place !== warningPlace(first),
  );
  const left = others.length - NAMES_MOST;
  const names = left > 1 ? [...others.slice(0, NAMES_MOST), plural(left, "more", "more")] : others;
  return {
    text: names.length === 0 ? warningText(first) : `${warningText(first)}; likewise ${listed(names)}`,
    remedy: plainLine(first.remedy, MESSAGE_MOST),
    warnings,
    isOpen: warnings.some((warning) => isAboutAnOpenGate(report, warning)),
  };
}

/** The workload and the metric that a warning is about, as tables call them; "" for the whole run. */
function warningPlace({ workload, metric }: Warning): string {
  return [workload, metric === undefined ? undefined : metricLabel(metric)]
    .filter((name) => name !== undefined)
    .map((name) => plainLine(name))
    .join(", ");
}

function isAboutAnOpenGate({ workloads }: Report, { workload, metric }: Warning): boolean {
  if (workload === undefined || metric === undefined) return false;
  return workloads
    .filter(({ name }) => name === workload)
    .flatMap(gatesOf)
    .some((gate) => gate.metric === metric && ["inconclusive", "too-few"].includes(gate.verdict.kind));
}

/** A warning's message, with what it is about where the message does not say so itself. Text from outside. */
function warningText({ message, workload, metric }: Warning): string {
  const names = [workload, metric === undefined ? undefined : metricLabel(metric)]
    .filter((name) => name !== undefined)
    .filter((name) => !message.includes(name));
  const place = names.length === 0 ? "" : ` (${names.map((name) => plainLine(name)).join(", ")})`;
  return plainLine(message, MESSAGE_MOST) + place;
}

/** A metric as tables call it; what is none comes from outside, and stays as it is. */
function metricLabel(name: string): string {
  const metric = asMetric(name);
  return metric === null ? name : metricInfo(metric).label;
}
