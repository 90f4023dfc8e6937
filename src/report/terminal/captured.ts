/** Output of `plumbline capture`: what was read, what is in the scripts, what is not. */
import type { LogContents } from "../../ingest/capture/capture.ts";
import type { Captured } from "../../ingest/capture/choice.ts";
import { LOST } from "../../ingest/capture/sessions.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatNumber, formatPercent, plainSpaces, plural } from "../../text/units.ts";

/** Result of trying a script. */
export type ScriptTrial = Readonly<{
  name: string;
  /** Refused: the load generator cannot read it. */
  outcome: "ran" | "not run" | "fails" | "refused";
  /** Null where nothing was wrong. */
  problem: string | null;
}>;

const PROBLEM_MOST = 400;

export function readWords({ statements, entries, strange, rare, lost, formats }: LogContents): string {
  const reasons = [...lost].toSorted(([, a], [, b]) => b - a);
  const width = Math.max(
    ...[...reasons.map(([, count]) => count), rare].map((count) => String(count).length),
  );
  const line = (count: number, why: string) => `  ${String(count).padStart(width)}  ${why}`;
  return [
    `read ${plural(entries, "entry", "entries")}, ${plural(statements, "statement")}: ${formats.join("; ")}`,
    ...(reasons.length === 0
      ? []
      : ["in no script:", ...reasons.map(([why, count]) => line(count, LOST[why]))]),
    ...(rare === 0 ? [] : [line(rare, "executions of shapes that are too rare to be counted")]),
    ...(strange === 0
      ? []
      : [`passed over: ${plural(strange, "line or entry", "lines or entries")}, cut off or of no entry`]),
    "",
  ].join("\n");
}

export function capturedWords(captured: Captured, trials: readonly ScriptTrial[]): string {
  const { scripts, leftOut, units, shapes, database, others } = captured;
  const rows = scripts.map(({ name, count, meanMs, weight }) => {
    const trial = trials.find((each) => each.name === name);
    const outcome = trial?.outcome ?? "not run";
    return [
      `${name}.sql`,
      String(count),
      meanMs === null ? "" : formatNumber(meanMs),
      String(weight),
      outcome,
    ];
  });
  const problems = trials.filter(({ problem }) => problem !== null);
  const cut = scripts.flatMap((script) => script.cut.map((line) => `${script.name}.sql: ${line}`));
  const kept = scripts.flatMap((script) =>
    script.kept.map(
      ({ column, words }) => `  ${script.name}: ${column}: ${words.map((word) => `'${word}'`).join(", ")}`,
    ),
  );
  return [
    ...alignedTable([["script", "times", "mean ms", "weight", "tried"], ...rows]),
    ...problems.map(({ name, problem }) => `${name}.sql: ${plainLine(problem!, PROBLEM_MOST)}`),
    ...cut,
    "",
    leftOutWords(leftOut, shapes, units),
    ...(others.length === 0
      ? []
      : [`of database ${database ?? "?"}; the log also has ${others.map(other).join(", ")} (--database)`]),
    kept.length === 0
      ? "no text of the log is in the scripts but the program's own words; numbers are drawn from the ranges that were seen"
      : "texts that stand in the scripts as they were in the log (--keep none replaces them, too):",
    ...new Set(kept),
    "",
  ].join("\n");
}

function leftOutWords(
  { shapes: left, ofCount, ofTime }: Captured["leftOut"],
  shapes: number,
  units: number,
): string {
  if (left === 0)
    return `the scripts have every shape (${formatCount(shapes)}) of transactions and single statements (${formatCount(units)})`;
  const time = ofTime === null ? "" : ` and ${formatPercent(ofTime)} of the time`;
  return plainSpaces(
    `left out: ${left} of ${shapes} shapes, ${formatPercent(ofCount)} of the executions${time} (--scripts takes more)`,
  );
}

function other({ database, units }: Captured["others"][number]): string {
  return `${database ?? "entries that name none"}: ${units}`;
}

/** The first column and the last to the left, numbers to the right. */
function alignedTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const cell = (text: string, column: number) =>
    column === 0 || column === widths.length - 1
      ? text.padEnd(widths[column]!)
      : text.padStart(widths[column]!);
  return rows.map((row) => row.map(cell).join("  ").trimEnd());
}
