/** Reports as they lie in files: several of them, quoted in a document, or in the log of a workflow. */

/** What stands before a line where it was quoted or logged: a workflow's time, marks of a quotation or of a list, indentation. */
const BEFORE = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z )?(?:\s|>)*(?:[-*] )?/;

/** The lines as the tool printed them, without indentation. */
export function reportLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.replace(BEFORE, "").trimEnd());
}

/**
 * Texts of one report each: after a line that only the end of a report has, the next one that only its beginning has begins
 * another. A text without an end of a report is one.
 */
export function splitReports(
  text: string,
  { begins, ends }: Readonly<{ begins: RegExp; ends: RegExp }>,
): readonly string[] {
  const reports: string[][] = [[]];
  let isComplete = false;
  for (const line of reportLines(text)) {
    if (isComplete && begins.test(line)) {
      reports.push([]);
      isComplete = false;
    }
    reports.at(-1)!.push(line);
    isComplete ||= ends.test(line);
  }
  return reports.map((lines) => lines.join("\n"));
}

/** The number behind a label, with or without spaces between them; null if there is none. */
export function numberAfter(text: string, label: RegExp): number | null {
  const found = new RegExp(`${label.source}\\s*([\\d.]+)`, label.flags).exec(text)?.[1];
  return found === undefined || Number.isNaN(Number(found)) ? null : Number(found);
}

/** Rows in reports of one measurement each: a name that comes again belongs to the next. */
export function untilRepeated<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[][] {
  const reports: Row[][] = [];
  const names = new Set<string>();
  for (const row of rows) {
    if (reports.length === 0 || names.has(nameOf(row))) {
      reports.push([]);
      names.clear();
    }
    names.add(nameOf(row));
    reports.at(-1)!.push(row);
  }
  return reports;
}

/** Seconds since the epoch as ISO 8601; null for what is no such time. */
export function isoOfEpoch(seconds: number): string | null {
  const at = new Date(seconds * 1000);
  return Number.isNaN(at.getTime()) || seconds <= 0 ? null : at.toISOString();
}
