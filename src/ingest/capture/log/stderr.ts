/** A log on stderr: a prefix, a label, the text; lines after the first of a text begin with a tab. */
import { wordTable } from "../../../model/by-key.ts";
import { ENTRY_MOST, type EntryReader, type LogEntry, type Take } from "./entry.ts";
import { LABEL, type Prefix } from "./prefix.ts";

type EntryPart = "message" | "detail" | "statement" | "other";
const PART = wordTable<EntryPart>({ DETAIL: "detail", STATEMENT: "statement" });
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
  /** A line that went on had its tab: then one without is another program's. */
  #keepsTabs = false;
  readonly #tell: Take;

  constructor(prefix: Prefix, tell: Take) {
    this.#prefix = prefix;
    this.#tell = tell;
  }

  line(text: string): void {
    if (text.startsWith("\t")) {
      this.#continue(text.slice(1));
      return;
    }
    const prefix = this.#prefix(text);
    const [label, severity] = prefix === null ? [] : (LABEL.exec(text.slice(prefix.end)) ?? []);
    if (prefix === null || label === undefined || severity === undefined) {
      this.#stranger(text);
      return;
    }
    const words = text.slice(prefix.end + label.length);
    if (BELONGS.has(severity)) {
      this.#belong(prefix.session, PART[severity] ?? "other", words);
      return;
    }
    this.end();
    const { session, time, database } = prefix;
    this.#open = { session, time, database, severity, message: words, detail: "", statement: "", other: "" };
    this.#part = "message";
  }

  end(): void {
    if (this.#open === null) return;
    const { session, time, database, severity, message, detail, statement } = this.#open;
    this.#open = null;
    this.#tell({ session, time, database, severity, message, detail, statement });
  }

  /** It may be the rest of a statement whose tab was lost on the way: half a statement is none. */
  #stranger(text: string): void {
    if (text === "") return;
    this.strange += 1;
    if (!this.#keepsTabs) this.#open = null;
  }

  #continue(text: string): void {
    this.#keepsTabs = true;
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
