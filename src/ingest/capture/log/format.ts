/** Recognizes the format of a log by its first lines. */
import { PlumblineError } from "../../../model/errors.ts";
import { CSV_START, CsvReader } from "./csv.ts";
import type { EntryReader } from "./entry.ts";
import { JsonReader, jsonEntry } from "./json.ts";
import { ANY_WITH_PID, KNOWN_PREFIXES, LABEL, type Prefix, prefixOf } from "./prefix.ts";
import { StderrReader } from "./stderr.ts";

export type LogFormat = Readonly<{
  /** Name for people: "csvlog", or "stderr with log_line_prefix '%m [%p] '". */
  name: string;
  reader: () => EntryReader;
}>;

/** The most lines that are looked at. */
export const LOOKED_AT = 2_000;
/** Smallest share of the lines with a label that a prefix must fit: a log may have been restarted with another one. */
const SHARE = 0.9;
const ANYWHERE = new RegExp(LABEL.source.replace("^", "(?:^|[^A-Z])"));

/**
 * @param lines the first of the file, without their ends
 * @param wanted the log_line_prefix that the user names; null: found out
 * @throws PlumblineError of kind "usage" for what is no log of PostgreSQL, and for a prefix that does not fit
 */
export function formatOf(file: string, lines: readonly string[], wanted: string | null): LogFormat {
  if (wanted === null) {
    if (lines.some((line) => jsonEntry(line) !== null))
      return { name: "jsonlog", reader: () => new JsonReader() };
    if (lines.some((line) => CSV_START.test(line))) return { name: "csvlog", reader: () => new CsvReader() };
  }
  const labelled = lines.filter((line) => !line.startsWith("\t") && ANYWHERE.test(line));
  const fits = (prefix: Prefix) =>
    labelled.length > 0 && labelled.filter((line) => prefix(line) !== null).length >= SHARE * labelled.length;
  if (wanted !== null) return named(file, wanted, labelled, fits);
  for (const text of KNOWN_PREFIXES) {
    const prefix = prefixOf(text);
    if (prefix !== null && fits(prefix)) return onStderr(text, prefix);
  }
  if (fits(ANY_WITH_PID)) {
    return { name: "stderr with a process id in brackets", reader: () => new StderrReader(ANY_WITH_PID) };
  }
  throw strange(file, lines, labelled);
}

function onStderr(text: string, prefix: Prefix): LogFormat {
  return { name: `stderr with log_line_prefix '${text}'`, reader: () => new StderrReader(prefix) };
}

function named(
  file: string,
  wanted: string,
  labelled: readonly string[],
  fits: (prefix: Prefix) => boolean,
): LogFormat {
  const prefix = prefixOf(wanted);
  if (prefix === null) {
    throw new PlumblineError("usage", `log-line-prefix: ${JSON.stringify(wanted)} names no connection`, {
      remedy:
        "add %p on the server: with neither %p nor %c the statements of different connections cannot be told apart",
    });
  }
  if (fits(prefix)) return onStderr(wanted, prefix);
  const example = labelled.find((line) => prefix(line) === null);
  throw new PlumblineError(
    "usage",
    `${file}: log_line_prefix ${JSON.stringify(wanted)} does not fit${example === undefined ? ": no line has LOG: in it" : ` the line ${shown(example)}`}`,
    {
      remedy:
        "write it as `SHOW log_line_prefix` prints it, with its trailing blanks; for csvlog and jsonlog leave it out",
    },
  );
}

function strange(file: string, lines: readonly string[], labelled: readonly string[]): PlumblineError {
  if (labelled.length > 0) {
    return new PlumblineError(
      "usage",
      `${file}: it looks like a log on stderr, but no known log_line_prefix fits the line ${shown(labelled[0]!)}`,
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
function shown(line: string): string {
  const end = ANYWHERE.exec(line);
  return JSON.stringify(line.slice(0, end === null ? 0 : end.index + end[0].length).slice(-200));
}
