/** The part of comment, summary and check run that reports on a migration under load. */
import { hasFaults, type MigrationReport } from "../../model/migration.ts";
import type { Report } from "../../model/report.ts";
import { formatMeasuredTime, plural } from "../../text/units.ts";
import {
  formatTimeLimit,
  migrationCauses,
  migrationCells,
  migrationLine,
  migrationName,
  migrationRemedies,
} from "../words/migration.ts";
import { left, right } from "../words/table.ts";
import { block, type Section } from "./cap.ts";
import { markdownText, tableHead, tableRow } from "./markdown.ts";

/** A line where it passed, else a table with the causes and what would work instead. */
export function migration({ migration }: Report): Section {
  if (migration === undefined) return block("");
  return hasFaults(migration) ? faulty(migration) : passed(migration);
}

function migrationTitle(migration: MigrationReport): string {
  const sessions = migration.workloads[0]?.sessions ?? 0;
  return `**Migration under load**: ${markdownText(migrationName(migration), 300)}, on base's schema, ${plural(sessions, "session")} for each workload`;
}

function passed(migration: MigrationReport): Section {
  const lines = migration.workloads.map(
    (workload) => `- ${markdownText(migrationLine(workload, migration), 300)}\n`,
  );
  return {
    open: `${migrationTitle(migration)}\n\n`,
    pieces: lines,
    close: "\n",
    noun: "workloads of the migration",
  };
}

function faulty(migration: MigrationReport): Section {
  const { rules, limitNs, workloads } = migration;
  const columns = [
    left("under"),
    right("took"),
    right("longest wait"),
    right("limit"),
    right("before"),
    right(`p99 over ${formatTimeLimit(limitNs)} for`),
    right("failed"),
  ];
  const rows = workloads.map((workload) => {
    const cells = migrationCells(workload);
    const isLong = workload.faults.includes("stall");
    const worst = workload.sessions > 1 ? `<br>worst ${formatMeasuredTime(workload.worstStallNs)}` : "";
    const stall = `${isLong ? `**${cells.stall}**` : cells.stall}${worst}`;
    const failed = workload.faults.includes("failed") ? `**${cells.failed}**` : cells.failed;
    const numbers = [cells.took, stall, formatTimeLimit(rules.stallNs), cells.before, cells.slow, failed];
    return `${tableRow([markdownText(cells.workload), ...numbers])}\n`;
  });
  const reasons = workloads.flatMap((workload) => {
    if (workload.faults.length === 0) return [];
    const causes = migrationCauses(workload).map((cause) => `- ${markdownText(cause, 900)}\n`);
    const remedies = migrationRemedies(workload).map(
      (remedy) => `- *Remedy:* ${markdownText(remedy, 400)}\n`,
    );
    return [...causes, ...remedies];
  });
  const table = `${tableHead(columns)}${rows.join("")}`;
  return {
    open: `${migrationTitle(migration)}\n\n${table}\n`,
    pieces: [...new Set(reasons)],
    close: "\n",
    noun: "causes of the migration's faults",
  };
}
