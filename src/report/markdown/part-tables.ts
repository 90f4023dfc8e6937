/** Tables of the parts of a load: its kinds of statements and events, its stages, its hosts. */
import type { Report, StatementReport } from "../../model/report.ts";
import { formatCount } from "../../text/units.ts";
import { HOST_MOST, hostTable } from "../words/hosts.ts";
import { EVIDENCE_OF_PARTS } from "../words/rows.ts";
import { partRows, stageRows } from "../words/statements.ts";
import { left, right } from "../words/table.ts";
import type { Section } from "./cap.ts";
import { markdownEvidence, markdownText, tableHead, tableRow, tableText } from "./markdown.ts";

const STATEMENTS_MOST = 12;
const PART_COLUMNS = [
  right("calls, head"),
  right("mean, base"),
  right("head"),
  right("change"),
  right("p99, base"),
  right("head"),
];
const PART_EVIDENCE = markdownEvidence(EVIDENCE_OF_PARTS);

/** Latency by statement of each workload; without verdicts, for a change of this size may be noise. */
export function statementLatencies({ workloads }: Report): Section {
  return {
    open: `**Latency by statement** (no gates; ${PART_EVIDENCE})\n\n`,
    pieces: workloads.flatMap(({ name, statements }) => partTable(name, "statement", statements)),
    close: "",
    noun: "workloads with their statements",
  };
}

/** The same of kinds of events; what of them gates stands with the metrics. */
export function kindLatencies({ workloads }: Report): Section {
  return {
    open: `**Latency by kind of event** (${PART_EVIDENCE})\n\n`,
    pieces: workloads.flatMap(({ name, kinds }) => partTable(name, "event", kinds)),
    close: "",
    noun: "workloads with their kinds of events",
  };
}

/** The same of the stages of a load that changes. */
export function stageLatencies({ workloads }: Report): Section {
  return {
    open: `**Latency by stage** (no gates; ${PART_EVIDENCE})\n\n`,
    pieces: workloads.flatMap(({ name, stages }) => tableOf(name, "stage", stageRows(stages))),
    close: "",
    noun: "workloads with their stages",
  };
}

/** Load that each of several hosts carried. */
export function loadByHost({ workloads }: Report): Section {
  return {
    open: "**Load by host**\n\n",
    pieces: workloads.flatMap(({ name, hosts }) => {
      const table = hostTable(hosts);
      if (table === null) return [];
      return [`${markdownText(name)}\n\n${tableText(table, HOST_MOST)}\n`];
    }),
    close: "",
    noun: "workloads with their hosts",
  };
}

function partTable(
  workload: string,
  noun: string,
  parts: readonly StatementReport[] = [],
): readonly string[] {
  return tableOf(workload, noun, partRows(parts));
}

/** Empty where there are no parts. */
function tableOf(workload: string, noun: string, rows: ReturnType<typeof partRows>): readonly string[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, STATEMENTS_MOST)
    .map(({ name, calls, mean, p99 }) => `${tableRow([markdownText(name), calls, ...mean, ...p99])}\n`);
  const more = rows.length - shown.length;
  const rest = more > 0 ? `\n*${formatCount(more)} that changed less: see report.json.*\n` : "";
  return [
    `${markdownText(workload)}\n\n${tableHead([left(noun), ...PART_COLUMNS])}${shown.join("")}${rest}\n`,
  ];
}
