/** The checks of a series on live servers in a folder, so that one that was stopped goes on where it was. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { KeptOtherwise } from "../kept-otherwise.ts";
import type { LiveCheck } from "./live-row.ts";
import type { Variant } from "./variants.ts";

export { KeptOtherwise };

export type Series = Readonly<{
  variant: Variant;
  neighbours: number;
  /** As in plumbline.yml; what is absent is the product's default. */
  measure: Readonly<Record<string, number>>;
}>;

const SERIES = "series.json";
const CHECK = "check.json";
const REPORT = "report.json";

/** The folder of a series below the one that --keep names. */
export function seriesFolder(keep: string, variant: string, neighbours: number): string {
  return path.join(keep, neighbours === 0 ? variant : `${variant}-beside-${neighbours}`);
}

/** The series that a folder holds, or null. What was asked for must be what it holds: checks of one row are of one kind. */
export function keptSeries(
  folder: string,
  asked: Pick<Series, "neighbours" | "measure"> & Readonly<{ name: string }>,
): Series | null {
  const file = path.join(folder, SERIES);
  if (!existsSync(file)) return null;
  const series = JSON.parse(readFileSync(file, "utf8")) as Series;
  const [held, wanted] = [
    { name: series.variant.name, neighbours: series.neighbours, measure: series.measure },
    { name: asked.name, neighbours: asked.neighbours, measure: asked.measure },
  ].map(sortedText);
  if (held !== wanted) throw new KeptOtherwise(folder, held!, wanted!);
  return series;
}

function sortedText({ measure, ...rest }: { measure: Readonly<Record<string, number>> }): string {
  const sorted = Object.fromEntries(Object.entries(measure).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify({ ...rest, measure: sorted });
}

export function keepSeries(folder: string, series: Series): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, SERIES), `${JSON.stringify(series, null, 2)}\n`);
}

/** The checks that are there, from the first on; one that was not finished is none. */
export function keptChecks(folder: string): readonly LiveCheck[] {
  const checks: LiveCheck[] = [];
  for (let number = 1; existsSync(path.join(folder, `${number}`, CHECK)); number++) {
    const read = (name: string) =>
      JSON.parse(readFileSync(path.join(folder, `${number}`, name), "utf8")) as unknown;
    checks.push({
      ...(read(CHECK) as Omit<LiveCheck, "report">),
      report: read(REPORT) as LiveCheck["report"],
    });
  }
  return checks;
}

/**
 * Keeps a check and its documents as the folder's next, whole or not at all.
 * @param output the folder that the check wrote, with its report.json
 */
export function keepCheck(
  folder: string,
  number: number,
  { busy, seconds }: LiveCheck,
  output: string,
): void {
  const whole = path.join(folder, `${number}`);
  const part = `${whole}.part`;
  rmSync(part, { recursive: true, force: true });
  cpSync(output, part, { recursive: true });
  writeFileSync(path.join(part, CHECK), `${JSON.stringify({ busy, seconds })}\n`);
  rmSync(whole, { recursive: true, force: true });
  renameSync(part, whole);
}
