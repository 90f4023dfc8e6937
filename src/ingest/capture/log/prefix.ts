/** log_line_prefix: what stands before each entry of a log on stderr. */

/** Facts about an entry that its prefix holds. */
type PrefixMatch = Readonly<{
  /** Position in the line at which the prefix ends. */
  end: number;
  session: string;
  time: string;
  database: string | null;
}>;

export type Prefix = (line: string) => PrefixMatch | null;

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})? [\w+:\-\/]+`;

/** Each escape as a pattern; a name where it tells something. https://www.postgresql.org/docs/current/runtime-config-logging.html */
const ESCAPES: Readonly<
  Record<string, readonly [pattern: string, name?: "session" | "pid" | "time" | "database"]>
> = {
  a: [".*?"],
  u: [".*?"],
  d: [".*?", "database"],
  r: [".*?"],
  h: [".*?"],
  L: [".*?"],
  b: [".*?"],
  p: [String.raw`\d+`, "pid"],
  P: [String.raw`\d*`],
  t: [TIME, "time"],
  m: [TIME, "time"],
  n: [String.raw`\d+\.\d+`, "time"],
  i: [".*?"],
  e: ["[0-9A-Z]{5}"],
  c: [String.raw`[0-9a-f]+\.[0-9a-f]+`, "session"],
  l: [String.raw`\d+`],
  s: [TIME],
  v: [String.raw`(?:\d+\/\d+)?`],
  x: [String.raw`\d+`],
  Q: [String.raw`-?\d+`],
};

/** Severities that begin an entry, and labels of lines that belong to one, as lc_messages = C has them. */
const BEGINS = "LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?";
const BELONGS = "DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION|BACKTRACE";
/** Two blanks; services that make one of them are read, too. */
const COLON = ": {1,2}(?=\\S|$)";
export const LABEL = new RegExp(`^(${BEGINS}|${BELONGS})${COLON}`);
export const LABEL_ANYWHERE = new RegExp(`(?:^|[^A-Z])(${BEGINS}|${BELONGS})${COLON}`);
/** The tab before a line that goes on, as daemons of syslog write it. */
export const TAB_OF_SYSLOG = /^#011/;

type PrefixField = Readonly<{ name: "session" | "pid" | "time" | "database"; group: number }>;

/**
 * A matcher of the lines that a prefix begins. What follows `%q` may be missing, as it is in entries of background processes.
 * @param text as `SHOW log_line_prefix` returns it
 * @returns null where it names no connection: without %p or %c entries of different connections cannot be told apart
 */
export function parsePrefix(text: string): Prefix | null {
  const [always = "", ofSessions] = cut(text);
  const fields: PrefixField[] = [];
  let groups = 0;
  const pattern = (part: string) =>
    part.replace(
      /%(-?\d*)([A-Za-z%])|[\s\S]/g,
      (piece, padding: string | undefined, letter: string | undefined) => {
        if (letter === undefined) return piece.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
        if (letter === "%") return "%";
        const [meaning, name] = ESCAPES[letter] ?? [""];
        groups += 1;
        if (name !== undefined) fields.push({ name, group: groups });
        return padding === "" ? `(${meaning})` : ` *(${meaning}) *`;
      },
    );
  const first = pattern(always);
  const second = ofSessions === undefined ? "" : `(?:${pattern(ofSessions)})?`;
  const line = new RegExp(`^${first}${second}(?=(?:${BEGINS}|${BELONGS})${COLON})`);
  const where = (name: PrefixField["name"]) => fields.find((field) => field.name === name)?.group;
  const session = where("session") ?? where("pid");
  if (session === undefined) return null;
  return (candidate) => {
    const match = line.exec(candidate);
    if (match === null) return null;
    const group = (name: PrefixField["name"]) => match[where(name) ?? match.length] ?? "";
    return {
      end: match[0].length,
      session: match[session] ?? "",
      time: group("time"),
      database: group("database") || null,
    };
  };
}

/** Splits a prefix at %q, which is not an escaped %%q. */
function cut(text: string): readonly string[] {
  const [, always = "", ofSessions] = /^((?:%[^q]|[^%])*%?)(?:%q([\s\S]*))?$/.exec(text) ?? [];
  return ofSessions === undefined ? [always] : [always, ofSessions.replaceAll("%q", "")];
}

/** Prefixes of PostgreSQL itself, of packages and services, and those that pgBadger asks for. */
export const KNOWN_PREFIXES: readonly string[] = [
  "%m [%p] ",
  "%t [%p] ",
  "%t [%p]: [%l-1] ",
  "%m [%c] ",
  "%m [%p] %q%u@%d ",
  "%m [%p] %q[user=%u,db=%d,app=%a] ",
  "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
  "%t [%p]: user=%u,db=%d,app=%a,client=%h ",
  "%m [%p]: [%l-1] db=%d,user=%u ",
  "%m [%p]: user=%u,db=%d,app=%a,client=%h ",
  "%t:%r:%u@%d:[%p]:",
  "%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:",
  "%t-%c-",
  "%m [%p] db=%d,user=%u,app=%a,client=%h ",
  "%t [%p-%l] %q%u@%d ",
  "%m [%p-%l] %q%u@%d ",
];

const BEFORE_LABEL = new RegExp(`^.{0,400}?(?=\\b(?:${BEGINS}|${BELONGS})${COLON})`);
/** db=shop, database="shop", user@shop. */
const DATABASE = /\b(?:db|database)=["']?([^"',\s\]]+)|@([\w-]+)/;

/** What stands before the label, whatever it is. @param pattern its group is the connection */
function anything(pattern: RegExp): Prefix {
  return (line) => {
    const [before] = BEFORE_LABEL.exec(line) ?? [];
    const [, session] = before === undefined ? [] : (pattern.exec(before) ?? []);
    if (before === undefined || session === undefined) return null;
    const [, named, at] = DATABASE.exec(before) ?? [];
    return {
      end: before.length,
      session,
      time: new RegExp(TIME).exec(before)?.[0] ?? "",
      database: named ?? at ?? null,
    };
  };
}

/** A process id in brackets somewhere before the label: enough to tell connections apart. */
export const ANY_WITH_PID: Prefix = anything(/\[(\d+)(?:-\d+)?\]/);
/** %c somewhere before the label: when the connection began, and its process, both in hexadecimal. */
export const ANY_WITH_SESSION: Prefix = anything(/\b([\da-f]{8}\.[\da-f]{1,8})\b/);
/** For logs whose carrier tells connections apart. */
export const ANY_PREFIX: Prefix = anything(/^()/);
