/** An answer as rows: for spreadsheets (CSV, RFC 4180) and for people at a terminal. */
import { type Cell, type CellRows, cellTable, csvOf } from "../../report/terminal/rows.ts";
import type { AnswerFormat } from "./parameters.ts";
import { RequestRefusal } from "./problems.ts";

export type { Cell, CellRows };

const TYPES: Readonly<Record<AnswerFormat, string>> = {
  json: "application/json",
  csv: "text/csv",
  table: "text/plain",
};

export function contentType(format: AnswerFormat): string {
  return `${TYPES[format]}; charset=utf-8`;
}

/**
 * The form that was asked for, by `format`, else by the header Accept (RFC 9110, 12.5.1).
 * @param available the usual one first
 * @throws Refusal (406) where none of them was
 */
export function negotiate(
  asked: AnswerFormat | undefined,
  accept: string | undefined,
  available: readonly AnswerFormat[],
): AnswerFormat {
  if (asked !== undefined) {
    if (available.includes(asked)) return asked;
    throw new RequestRefusal(406, `this is there as ${available.join(", ")}`);
  }
  const ranges = (accept ?? "*/*").split(",").map(rangeOf);
  const [best] = available
    .map((format) => ({ format, quality: qualityOf(TYPES[format], ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  if (best !== undefined) return best.format;
  throw new RequestRefusal(406, `this is there as ${available.map((format) => TYPES[format]).join(", ")}`);
}

type MediaRange = Readonly<{ type: string; quality: number }>;

function rangeOf(text: string): MediaRange {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.map((each) => /^q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined);
  return { type, quality: quality === undefined ? 1 : Number(quality) };
}

/** Quality of the most specific range that fits the type. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [group] = type.split("/");
  const fitting = [type, `${group}/*`, "*/*"].map((wanted) => ranges.find((range) => range.type === wanted));
  return fitting.find((range) => range !== undefined)?.quality ?? 0;
}

export function formatCells(rows: CellRows, format: Exclude<AnswerFormat, "json">): string {
  return format === "csv" ? csvOf(rows) : cellTable(rows);
}
