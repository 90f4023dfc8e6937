/** A server's log -> counted units: the stages in their order. */
import type { EntryReader, LogEntry } from "./log/entry.ts";
import { formatFor, LOOKED_AT, type LogFormat, noLog } from "./log/format.ts";
import { LogSessions, type Lost } from "./sessions.ts";
import { Tally, type UnitTally } from "./tally.ts";

export type LogContents = Readonly<{
  units: readonly UnitTally[];
  /** Statements that were sent, whatever came of them. */
  statements: number;
  /** Entries of the log, whatever they report. */
  entries: number;
  /** Lines that belong to no entry, and entries that were cut off. */
  strange: number;
  /** Units whose shape was too rare to be kept. */
  rare: number;
  lost: ReadonlyMap<Lost, number>;
  /** Format of each file, for people. */
  formats: readonly string[];
}>;

/** Takes files one after the other, as they follow each other in a log that is rotated. */
export class Capture {
  readonly #tally = new Tally();
  readonly #sessions = new LogSessions((unit) => this.#tally.add(unit));
  readonly #formats = new Set<string>();
  #entries = 0;
  #strange = 0;

  /**
   * @param file its name, for errors
   * @param prefix log_line_prefix, where the user names it
   * @returns takes the lines of the file, and tells that it is over
   */
  file(file: string, prefix: string | null): { lines(lines: readonly string[]): void; end(): void } {
    let first: string[] = [];
    let passedOver: readonly string[] | null = null;
    let reader: EntryReader | null = null;
    const read = (lines: readonly string[]) => {
      for (const line of lines) reader!.line(line);
    };
    const begin = (format: LogFormat, at: number) => {
      this.#formats.add(format.name);
      this.#strange += at;
      reader = format.reader((entry) => this.#add(entry));
      read(first.slice(at));
      first = [];
    };
    // The log of a whole job begins with others' lines.
    const look = () => {
      for (let at = 0; at < first.length; at += LOOKED_AT) {
        const format = formatFor(first.slice(at, at + LOOKED_AT), prefix);
        if (format === null) continue;
        begin(format, at);
        return;
      }
      passedOver ??= first.slice(0, LOOKED_AT);
      this.#strange += first.length;
      first = [];
    };
    return {
      lines: (lines) => {
        if (reader !== null) {
          read(lines);
          return;
        }
        for (const line of lines) first.push(line);
        if (first.length >= LOOKED_AT) look();
      },
      end: () => {
        if (reader === null) look();
        if (reader === null) throw noLog(file, passedOver ?? [], prefix);
        reader.end();
        this.#strange += reader.strange;
      },
    };
  }

  /** The log is over: what is open stays so. */
  end(): LogContents {
    this.#sessions.end();
    return {
      units: this.#tally.units,
      statements: this.#sessions.statements,
      entries: this.#entries,
      strange: this.#strange,
      rare: this.#tally.rare,
      lost: this.#sessions.lost,
      formats: [...this.#formats],
    };
  }

  #add(entry: LogEntry): void {
    this.#entries += 1;
    this.#sessions.add(entry);
  }
}
