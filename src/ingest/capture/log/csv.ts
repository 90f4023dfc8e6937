/** csvlog: https://www.postgresql.org/docs/current/runtime-config-logging.html, "Using CSV-Format Log Output". */
import { ENTRY_MOST, type EntryReader, type LogEntry, type Take } from "./entry.ts";

/** Columns by position, from 0. Later versions have more at the end. */
const COLUMN = { time: 0, database: 2, session: 5, severity: 11, message: 13, detail: 14, statement: 19 };
const COLUMNS_LEAST = 23;

/** Start of a record: time stamp with its zone, user, database, process, client, session and the number of the line. */
export const CSV_START =
  /^"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [^,"]{1,40}"?,(?:"(?:[^"]|"")*"|[^,"]*),(?:"(?:[^"]|"")*"|[^,"]*),\d+,(?:"[^"]*"|[^,"]*),[\da-f]+\.[\da-f]+,\d+,/;

export class CsvReader implements EntryReader {
  strange = 0;
  #record = "";
  #isOpen = false;
  readonly #tell: Take;

  constructor(tell: Take) {
    this.#tell = tell;
  }

  line(text: string): void {
    // A record that was cut off leaves a quote open. Text of a statement that looks like the beginning of a record is rare.
    if (this.#isOpen && CSV_START.test(text) && csvFields(text).length >= COLUMNS_LEAST) this.#giveUp();
    this.#record = this.#isOpen ? `${this.#record}\n${text}` : text;
    if (quotesIn(text) % 2 === 1) this.#isOpen = !this.#isOpen;
    if (this.#isOpen) {
      if (this.#record.length > ENTRY_MOST) this.#giveUp();
      return;
    }
    this.#take();
  }

  end(): void {
    if (this.#isOpen) this.#giveUp();
  }

  #giveUp(): void {
    this.strange += 1;
    this.#record = "";
    this.#isOpen = false;
  }

  #take(): void {
    const fields = csvFields(this.#record);
    const isBlank = this.#record === "";
    this.#record = "";
    if (fields.length >= COLUMNS_LEAST) this.#tell(entryOf(fields));
    else if (!isBlank) this.strange += 1;
  }
}

function entryOf(fields: readonly string[]): LogEntry {
  const { time, database, session, severity, message, detail, statement } = COLUMN;
  return {
    session: fields[session]!,
    time: fields[time]!,
    database: fields[database] || null,
    severity: fields[severity]!,
    message: fields[message]!,
    detail: fields[detail]!,
    statement: fields[statement]!,
  };
}

function quotesIn(line: string): number {
  let count = 0;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) count += 1;
  return count;
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^,"]*))(,|$)/gy;

function csvFields(record: string): readonly string[] {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (let match = FIELD.exec(record); match !== null; match = FIELD.exec(record)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === "") return fields;
  }
  return [];
}
