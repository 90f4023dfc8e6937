/** A log on stderr: a prefix, a label, the text; lines after the first of a text begin with a tab. */
import { ENTRY_MOST, type EntryReader, type LogEntry } from "./entry.ts";
import { LABEL, type Prefix } from "./prefix.ts";

type EntryPart = "message" | "detail" | "statement" | "other";
const PART: Readonly<Record<string, EntryPart>> = { DETAIL: "detail", STATEMENT: "statement" };
const BELONGS: ReadonlySet<string> = new Set([
  "DETAIL",
  "HINT",
  "STATEMENT",
  "CONTEXT",
  "QUERY",
  "LOCATION",
  "BACKTRACE",
]);

type OpenEntry = Omit<LogEntry, "message" | "detail" | "statement"> & Record<EntryPart, string>;

export class StderrReader implements EntryReader {
  strange = 0;
  readonly #prefix: Prefix;
  #open: OpenEntry | null = null;
  #part: EntryPart = "message";

  constructor(prefix: Prefix) {
    this.#prefix = prefix;
  }

  line(text: string): LogEntry | null {
    if (text.startsWith("\t")) {
      this.#continue(text.slice(1));
      return null;
    }
    const prefix = this.#prefix(text);
    const [label, severity] = prefix === null ? [] : (LABEL.exec(text.slice(prefix.end)) ?? []);
    if (prefix === null || label === undefined || severity === undefined) {
      if (text !== "") this.strange += 1;
      return null;
    }
    const words = text.slice(prefix.end + label.length);
    if (BELONGS.has(severity)) {
      this.#belong(prefix.session, PART[severity] ?? "other", words);
      return null;
    }
    const whole = this.end();
    const { session, time, database } = prefix;
    this.#open = { session, time, database, severity, message: words, detail: "", statement: "", other: "" };
    this.#part = "message";
    return whole;
  }

  end(): LogEntry | null {
    if (this.#open === null) return null;
    const { session, time, database, severity, message, detail, statement } = this.#open;
    this.#open = null;
    return { session, time, database, severity, message, detail, statement };
  }

  #continue(text: string): void {
    if (this.#open === null) {
      this.strange += 1;
    } else if (this.#open[this.#part].length + text.length > ENTRY_MOST) {
      this.strange += 1;
      this.#open = null;
    } else {
      this.#open[this.#part] += `\n${text}`;
    }
  }

  #belong(session: string, part: EntryPart, words: string): void {
    this.#part = part;
    if (this.#open === null || this.#open.session !== session) this.strange += 1;
    else this.#open[part] = words;
  }
}
