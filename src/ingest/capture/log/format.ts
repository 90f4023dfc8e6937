/** Recognizes the format of a log by its first lines. */
import { PlumblineError } from "../../../model/errors.ts";
import { CarriedReader } from "./carried.ts";
import { CARRIERS, type Carrier } from "./carrier.ts";
import { CSV_START, CsvReader } from "./csv.ts";
import type { EntryReader, Take } from "./entry.ts";
import { JsonReader, jsonEntry } from "./json.ts";
import {
  ANY_PREFIX,
  ANY_WITH_PID,
  ANY_WITH_SESSION,
  KNOWN_PREFIXES,
  LABEL_ANYWHERE,
  type Prefix,
  parsePrefix,
} from "./prefix.ts";
import { StderrReader } from "./stderr.ts";

export type LogFormat = Readonly<{
  /** Name for people: "csvlog", or "stderr with log_line_prefix '%m [%p] '". */
  name: string;
  reader: (take: Take) => EntryReader;
}>;

/** The most lines that are looked at, and passed over where none of them is a server's. */
export const LOOKED_AT = 2_000;
/** Smallest share of the lines with a label that a prefix must fit: a log may have been restarted with another one. */
const SHARE = 0.9;
/** Carriers inside each other: the time of a container's line before the container's own. */
const CARRIERS_MOST = 3;

function isJsonEntry(line: string): boolean {
  return line.includes('"error_severity"') && jsonEntry(line) !== null;
}

type NamedPrefix = Readonly<{ text: string; prefix: Prefix }>;

/**
 * @param lines of the file, without their ends
 * @param wanted the log_line_prefix that the user names; null: found out
 * @returns null where the lines have no known format
 * @throws PlumblineError of kind "usage" for a prefix that names no connection
 */
export function formatFor(lines: readonly string[], wanted: string | null): LogFormat | null {
  const prefix = wanted === null ? null : parsePrefix(wanted);
  if (wanted !== null && prefix === null) throw namesNoConnection(wanted);
  return formatIn(lines, prefix === null ? null : { text: wanted!, prefix }, false, CARRIERS_MOST);
}

/** The error about a file with no lines that formatFor knows: what is no log of PostgreSQL, or a prefix that does not fit. */
export function noLog(file: string, lines: readonly string[], wanted: string | null): PlumblineError {
  const labelled = labelledOf(lines);
  const prefix = wanted === null ? null : parsePrefix(wanted);
  return prefix === null
    ? strange(file, lines, labelled)
    : doesNotFit(
        file,
        wanted!,
        labelled.find((line) => prefix(line) === null),
      );
}

/** @param isTold the carrier tells connections apart. @param depth carriers that may still be taken off */
function formatIn(
  lines: readonly string[],
  named: NamedPrefix | null,
  isTold: boolean,
  depth: number,
): LogFormat | null {
  if (named === null && lines.some(isJsonEntry))
    return { name: "jsonlog", reader: (take) => new JsonReader(take) };
  if (named === null && lines.some((line) => CSV_START.test(line)))
    return { name: "csvlog", reader: (take) => new CsvReader(take) };
  const labelled = labelledOf(lines);
  const fits = (test: (line: string) => unknown) =>
    labelled.length > 0 && labelled.filter((line) => test(line) !== null).length >= SHARE * labelled.length;
  const prefixes =
    named === null ? KNOWN_PREFIXES.map((text) => ({ text, prefix: parsePrefix(text)! })) : [named];
  const known = prefixes.find(({ prefix }) => fits(prefix));
  if (known !== undefined) return onStderr(`stderr with log_line_prefix '${known.text}'`, known.prefix);
  const carrier = depth === 0 ? undefined : CARRIERS.find(({ read }) => fits(read));
  const carried = carrier === undefined ? null : formatOfCarried(carrier, lines, named, isTold, depth);
  if (carried !== null || named !== null) return carried;
  if (isTold && fits(ANY_PREFIX)) return onStderr("stderr", ANY_PREFIX);
  if (fits(ANY_WITH_PID)) return onStderr("stderr with a process id in brackets", ANY_WITH_PID);
  // Dates can look like session ids, and a session of a second tells nothing.
  return fits(ANY_WITH_SESSION) ? onStderr("stderr with a session id", ANY_WITH_SESSION) : null;
}

function formatOfCarried(
  carrier: Carrier,
  lines: readonly string[],
  named: NamedPrefix | null,
  isTold: boolean,
  depth: number,
): LogFormat | null {
  const inside = lines.flatMap((line) => (carrier.read(line) ?? []).map(({ text }) => text));
  const inner = formatIn(inside, named, isTold || carrier.tellsSessions, depth - 1);
  if (inner === null) return null;
  return {
    name: `${inner.name}, in lines of ${carrier.name}`,
    reader: (take) => new CarriedReader(carrier, inner.reader, take),
  };
}

/** Lines that have a label of a server's entry somewhere. */
function labelledOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !line.startsWith("\t") && LABEL_ANYWHERE.test(line));
}

function onStderr(name: string, prefix: Prefix): LogFormat {
  return { name, reader: (take) => new StderrReader(prefix, take) };
}

function namesNoConnection(wanted: string): PlumblineError {
  return new PlumblineError("usage", `log-line-prefix: ${JSON.stringify(wanted)} names no connection`, {
    remedy:
      "add %p on the server: with neither %p nor %c the statements of different connections cannot be told apart",
  });
}

function doesNotFit(file: string, wanted: string, example: string | undefined): PlumblineError {
  const where = example === undefined ? ": no line has LOG: in it" : ` the line ${shownLabel(example)}`;
  return new PlumblineError(
    "usage",
    `${file}: log_line_prefix ${JSON.stringify(wanted)} does not fit${where}`,
    {
      remedy:
        "write it as `SHOW log_line_prefix` prints it, with its trailing blanks; for csvlog and jsonlog leave it out",
    },
  );
}

/** `... LOG C-0x5581: db/user@host:port login attempt`, `... 3392 LOG stats: 5 xacts/s`. */
const PGBOUNCER =
  /^\d{4}-\d\d-\d\d .{0,60}(?:LOG|WARNING|NOISE|DEBUG|ERROR) (?:[CS]-0x[\da-f]+: |[a-z]+[: ])/;

function strange(file: string, lines: readonly string[], labelled: readonly string[]): PlumblineError {
  if (lines.some((line) => PGBOUNCER.test(line))) {
    return new PlumblineError("usage", `${file}: it is a log of PgBouncer, which has no statements`, {
      remedy: "take the log of the PostgreSQL server behind it",
    });
  }
  if (labelled.length > 0) {
    // Entries of background processes fit, where what follows %q is missing in them.
    const known = KNOWN_PREFIXES.map((text) => parsePrefix(text)!);
    const example = labelled.find((line) => known.every((prefix) => prefix(line) === null));
    return new PlumblineError(
      "usage",
      `${file}: it looks like a log on stderr, but no known log_line_prefix fits the line ${shownLabel(example ?? labelled[0]!)}`,
      {
        remedy:
          "give it with --log-line-prefix '...', as `SHOW log_line_prefix` prints it, with its trailing blanks",
      },
    );
  }
  const what = lines.every((line) => line.trim() === "")
    ? "it is empty"
    : "it is not a log of a PostgreSQL server";
  return new PlumblineError("usage", `${file}: ${what}`, {
    remedy:
      "name a csvlog, a jsonlog or what the server writes to stderr, in English (lc_messages = C); `SELECT pg_current_logfile()` says where it is",
  });
}

/** The part of a line that shows the prefix: what follows the label may be personal data. */
function shownLabel(line: string): string {
  const end = LABEL_ANYWHERE.exec(line);
  return JSON.stringify(line.slice(0, end === null ? 0 : end.index + end[0].length).slice(-200));
}
