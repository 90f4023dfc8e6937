/**
 * What containers, services and the machine's own log put before each line of a server: taken off, so that the lines after the first of
 * a statement are known again. https://docs.docker.com/reference/cli/docker/compose/logs/, RFC 3164, RFC 5424
 */
import { LABEL_ANYWHERE, TAB_OF_SYSLOG } from "./prefix.ts";

/** A line as the server wrote it. */
export type CarriedLine = Readonly<{
  /** Who wrote it, of several that share a log. */
  source: string;
  text: string;
  /** It goes on where the line before it of the same source was cut. */
  goesOn: boolean;
}>;

export type Carrier = Readonly<{
  /** Name for people. */
  name: string;
  /** Null where the line has not its form. */
  read: (line: string) => readonly CarriedLine[] | null;
  /** A source is a connection. */
  tellsSessions: boolean;
}>;

const COLOUR = String.raw`(?:\u001b\[[\d;]*m)?`;
const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)`;
const COMPOSE = new RegExp(`^${COLOUR}([\\w.-]+) *\\| ?${COLOUR}(.*)$`);
const KUBECTL = /^\[(pod\/[^\]]+)\] ?(.*)$/;
/** docker logs -t, kubectl logs --timestamps, GitHub Actions, the files of a Kubernetes node. */
const DATED = new RegExp(`^\\ufeff?((?:[^\\t]*\\t){2})?${ISO} (?:std(?:out|err) [FP] )?(.*)$`);
const SYSLOG = new RegExp(
  String.raw`^(?:<\d+>)?(?:1 )?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? |${ISO} )?((?:[^\s\[\]]+ )?[\w.\/-]+\[[\w.]+\]): (?:\[[A-Z_]+\] )?(?:\[(\d+)-(\d+)\] ?)?(.*)$`,
);
/** Heroku's logplex by RFC 5424: the process is not in brackets. */
const LOGPLEX = new RegExp(
  String.raw`^(?:\d+ )?<\d+>1 ${ISO} (\S+ \S+ \S+) (?:\S+ - |- - )(?:\[[A-Z_]+\] )?(?:\[(\d+)-(\d+)\] ?)?(.*)$`,
);

export const CARRIERS: readonly Carrier[] = [
  { name: "docker compose", tellsSessions: false, read: plainly(COMPOSE) },
  { name: "kubectl --prefix", tellsSessions: false, read: plainly(KUBECTL) },
  { name: "syslog", tellsSessions: true, read: syslog(SYSLOG) },
  { name: "logplex", tellsSessions: true, read: syslog(LOGPLEX) },
  {
    name: "a time before each line",
    tellsSessions: false,
    read: (line) => {
      const [, job = "", text] = DATED.exec(line) ?? [];
      // docker logs --details puts a blank before each line.
      return text === undefined ? null : one(job, text.replace(/^ (?=[\d\t[])/, ""));
    },
  },
  { name: "JSON", tellsSessions: false, read: jsonLine },
];

function plainly(pattern: RegExp): Carrier["read"] {
  return (line) => {
    const [, source, text] = pattern.exec(line) ?? [];
    return source === undefined ? null : one(source, text!);
  };
}

function one(source: string, text: string, goesOn = false): readonly CarriedLine[] {
  return [{ source, text, goesOn }];
}

/** The server cuts long lines and numbers the pieces; a daemon may write a tab as #011 and the end of a line as #012. */
function syslog(pattern: RegExp): Carrier["read"] {
  return (line) => {
    const [, source, , piece, text] = pattern.exec(line) ?? [];
    if (source === undefined) return null;
    const [first, ...others] = text!
      .split(/#012(?=#011|\t)/)
      .map((part) => part.replace(TAB_OF_SYSLOG, "\t"));
    const goesOn = Number(piece ?? 1) > 1 && !first!.startsWith("\t") && !LABEL_ANYWHERE.test(first!);
    return [...one(source, first!, goesOn), ...others.flatMap((part) => one(source, part))];
  };
}

/** Fields that services put a line of a log into: Cloud Logging, Docker, journald, Loki. */
const TEXTS = ["textPayload", "log", "MESSAGE", "message", "line", "text", "msg"] as const;

function jsonLine(line: string): readonly CarriedLine[] | null {
  if (!/^\s*\{/.test(line)) return null;
  const object = parsed(line);
  const nested = typeof object["jsonPayload"] === "object" ? (object["jsonPayload"] as object) : {};
  const fields: Readonly<Record<string, unknown>> = { ...nested, ...object };
  const text = TEXTS.map((name) => fields[name]).find((value) => typeof value === "string");
  if (typeof text !== "string") return null;
  const source = JSON.stringify([fields["_PID"], fields["pod"], fields["container_name"]]);
  return text
    .replace(/\n$/, "")
    .split("\n")
    .flatMap((part) => one(source, part));
}

export function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.replace(/,\s*$/, ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
