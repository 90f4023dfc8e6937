/** Lines of a log as a server writes them, in each of its formats. */

export type Written = Readonly<{
  message: string;
  session?: string;
  database?: string;
  severity?: string;
  detail?: string;
  statement?: string;
}>;

const TIME = "2026-11-22 10:00:00.123 UTC";

export type LogFormat = "csv" | "json" | "stderr";

/** With log_line_prefix = '%m [%p] %q%u@%d '; the session is the process id. */
export function logLines(format: LogFormat, entries: readonly Written[]): readonly string[] {
  return entries.flatMap((entry) => LINES[format](entry).split("\n"));
}

const LINES: Readonly<Record<LogFormat, (entry: Written) => string>> = {
  csv: (entry) => {
    const { message, session, database, severity, detail, statement } = complete(entry);
    const text = (value: string) => (value === "" ? "" : `"${value.replaceAll('"', '""')}"`);
    const fields = [
      TIME,
      text("app"),
      text(database),
      session,
      text("127.0.0.1:1"),
      `abc.${session}`,
      "1",
      text("SELECT"),
      TIME,
      "3/4",
      "0",
      severity,
      "00000",
      text(message),
      text(detail),
      ",,,",
      text(statement),
      ",",
      text("node"),
      text("client backend"),
      "",
      "0",
    ];
    return fields.join(",");
  },
  json: (entry) => {
    const { message, session, database, severity, detail, statement } = complete(entry);
    return JSON.stringify({
      timestamp: TIME,
      user: "app",
      dbname: database,
      pid: Number(session),
      session_id: `abc.${session}`,
      error_severity: severity,
      message,
      ...(detail === "" ? {} : { detail }),
      ...(statement === "" ? {} : { statement }),
    });
  },
  stderr: (entry) => {
    const { message, session, database, severity, detail, statement } = complete(entry);
    const prefix = `${TIME} [${session}] app@${database} `;
    const part = (label: string, text: string) => `${prefix}${label}:  ${text.replaceAll("\n", "\n\t")}`;
    return [
      part(severity, message),
      ...(detail === "" ? [] : [part("DETAIL", detail)]),
      ...(statement === "" ? [] : [part("STATEMENT", statement)]),
    ].join("\n");
  },
};

function complete(entry: Written): Required<Written> {
  return { session: "7", database: "shop", severity: "LOG", detail: "", statement: "", ...entry };
}
