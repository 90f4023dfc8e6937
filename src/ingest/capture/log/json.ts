/** jsonlog, of PostgreSQL 15 and later: an object a line; and what CloudNativePG makes of a csvlog. */
import { parsed } from "./carrier.ts";
import type { EntryReader, LogEntry, Take } from "./entry.ts";

export class JsonReader implements EntryReader {
  strange = 0;
  readonly #tell: Take;

  constructor(tell: Take) {
    this.#tell = tell;
  }

  line(text: string): void {
    if (text.trim() === "") return;
    const entry = jsonEntry(text);
    if (entry === null) this.strange += 1;
    else this.#tell(entry);
  }

  end(): void {}
}

/** Null where the line is no entry of a jsonlog. */
export function jsonEntry(line: string): LogEntry | null {
  const whole = parsed(line);
  const { record } = whole;
  const object =
    typeof record === "object" && record !== null ? (record as Readonly<Record<string, unknown>>) : whole;
  const text = (...names: readonly string[]) => {
    const value = names.map((name) => object[name]).find((each) => typeof each === "string");
    return typeof value === "string" ? value : "";
  };
  const severity = text("error_severity");
  if (severity === "") return null;
  return {
    session: text("session_id") || JSON.stringify(object["pid"] ?? ""),
    time: text("timestamp", "log_time"),
    database: text("dbname", "database_name") || null,
    severity,
    message: text("message"),
    detail: text("detail"),
    statement: text("statement", "query"),
  };
}
