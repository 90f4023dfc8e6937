/** A server's log -> counted units: the stages in their order. */
import type { EntryReader } from "./log/entry.ts";
import { formatOf, LOOKED_AT } from "./log/format.ts";
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
    let reader: EntryReader | null = null;
    const read = (lines: readonly string[]) => {
      for (const line of lines) this.#add(reader!.line(line));
    };
    const begin = () => {
      const format = formatOf(file, first.slice(0, LOOKED_AT), prefix);
      this.#formats.add(format.name);
      reader = format.reader();
      read(first);
      first = [];
    };
    return {
      lines: (lines) => {
        if (reader !== null) {
          read(lines);
          return;
        }
        for (const line of lines) first.push(line);
        if (first.length >= LOOKED_AT) begin();
      },
      end: () => {
        if (reader === null) begin();
        this.#add(reader!.end());
        this.#strange += reader!.strange;
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

  #add(entry: ReturnType<EntryReader["line"]>): void {
    if (entry === null) return;
    this.#entries += 1;
    this.#sessions.add(entry);
  }
}
