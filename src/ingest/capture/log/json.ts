/** jsonlog, of PostgreSQL 15 and later: an object a line. */
import type { EntryReader, LogEntry } from "./entry.ts";

export class JsonReader implements EntryReader {
  strange = 0;

  line(text: string): LogEntry | null {
    if (text.trim() === "") return null;
    const entry = jsonEntry(text);
    if (entry === null) this.strange += 1;
    return entry;
  }

  end(): null {
    return null;
  }
}

/** Null where the line is no entry of a jsonlog. */
export function jsonEntry(line: string): LogEntry | null {
  const object = parsed(line);
  const text = (name: string) => {
    const value = object[name];
    return typeof value === "string" ? value : "";
  };
  const severity = text("error_severity");
  if (severity === "") return null;
  return {
    session: text("session_id") || JSON.stringify(object["pid"] ?? ""),
    time: text("timestamp"),
    database: text("dbname") || null,
    severity,
    message: text("message"),
    detail: text("detail"),
    statement: text("statement"),
  };
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
