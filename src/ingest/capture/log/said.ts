/** Meaning of an entry: a statement that was sent, how long one took, that one failed. */

import type { ParameterValue } from "../../../analysis/samples/sent-statements.ts";
import { wordTable } from "../../../model/by-key.ts";
import type { LogEntry } from "./entry.ts";
import { parametersIn } from "./parameters.ts";

/** Way in which a statement came to the server: as text, with parameters, or by the name under which it was prepared. */
export type Protocol = "simple" | "extended" | "prepared";

export type Sent = Readonly<{
  text: string;
  protocol: Protocol;
  /** Values of $1, $2 ... */
  values: readonly ParameterValue[];
  /** Null if the log has the duration in another entry, or not at all. */
  durationMs: number | null;
}>;

export type EntryMeaning =
  | (Readonly<{ kind: "sent" }> & Sent)
  /** Statement with a plan of auto_explain: another entry may report the same statement. */
  | (Readonly<{ kind: "explained" }> & Sent)
  | Readonly<{ kind: "took"; durationMs: number }>
  /** A statement was parsed, or got its parameters: a part of the execution that follows. */
  | Readonly<{ kind: "readied"; durationMs: number }>
  | Readonly<{ kind: "failed"; text: string }>
  | Readonly<{ kind: "gone" }>
  | Readonly<{ kind: "nothing" }>;

const NOTHING = { kind: "nothing" } as const;
const TOOK = /^duration: (\d+(?:\.\d+)?) ms(?: {1,2}|$)/;
/** The named portal after `/` is a cursor of a driver. */
const STEP = /^(statement|parse|bind|execute(?: fetch from)?)(?: ([^:]*?))?: /;
/** Start of a detail that quotes the PREPARE that an SQL EXECUTE used. */
const PREPARED = /^prepare: /;
const FAILURES: ReadonlySet<string> = new Set(["ERROR", "FATAL", "PANIC"]);

export function entryMeaning({ severity, message, detail, statement }: LogEntry): EntryMeaning {
  if (FAILURES.has(severity)) return { kind: "failed", text: statement };
  if (severity !== "LOG") return NOTHING;
  if (message.startsWith("disconnection: ")) return { kind: "gone" };
  const took = TOOK.exec(message);
  const durationMs = took === null ? null : Number(took[1]);
  const rest = took === null ? message : message.slice(took[0].length);
  if (durationMs !== null && rest === "") return { kind: "took", durationMs };
  if (durationMs !== null && rest.startsWith("plan:")) {
    const plan = parseExplained(rest.slice("plan:".length));
    if (plan === null) return NOTHING;
    const protocol = /\$\d/.test(plan.text) ? "extended" : "simple";
    return { kind: "explained", ...plan, protocol, durationMs };
  }
  const step = STEP.exec(rest);
  if (step === null) return NOTHING;
  const [heading, how = "", name = ""] = step;
  const text = rest.slice(heading.length);
  if (how === "statement") return { kind: "sent", ...ofText(text, detail), durationMs };
  // Fetching more rows of an execution is no new one.
  if (how !== "execute")
    return how.startsWith("execute") || durationMs === null ? NOTHING : { kind: "readied", durationMs };
  const protocol = name.startsWith("<unnamed>") || name === "" ? "extended" : "prepared";
  return { kind: "sent", text, protocol, values: parametersIn(detail), durationMs };
}

/** EXECUTE name (1, 'a') in SQL is the statement that was prepared, with these values. */
function ofText(text: string, detail: string): Pick<Sent, "text" | "protocol" | "values"> {
  if (!PREPARED.test(detail)) return { text, protocol: "simple", values: [] };
  const prepare = detail.replace(PREPARED, "");
  const [head] = /^PREPARE\s+(?:"(?:[^"]|"")+"|[\w$]+)\s*(?:\([^)]*\)\s*)?AS\s/i.exec(prepare) ?? [];
  if (head === undefined) return { text, protocol: "simple", values: [] };
  const body = prepare.slice(head.length).trim().replace(/;$/, "");
  const [, list] = /^EXECUTE\s+(?:"(?:[^"]|"")+"|[\w$]+)\s*\(([\s\S]*)\)/i.exec(text) ?? [];
  return { text: body, protocol: "prepared", values: argumentsIn(list ?? "") };
}

const ARGUMENT = /\s*(?:'((?:[^']|'')*)'|(NULL)|(-?\d+(?:\.\d+)?|TRUE|FALSE))\s*(?:,|$)/giy;

/** Values of what is plainly one; with an expression among them, none are known. */
function argumentsIn(list: string): readonly ParameterValue[] {
  const values: ParameterValue[] = [];
  ARGUMENT.lastIndex = 0;
  for (let end = 0; end < list.length; end = ARGUMENT.lastIndex) {
    const match = ARGUMENT.exec(list);
    if (match === null) return [];
    values.push(match[2] === undefined ? (match[1]?.replaceAll("''", "'") ?? match[3]!) : null);
  }
  return values;
}

/** Statement that a plan of auto_explain is of. */
export type Explained = Readonly<{ text: string; values: readonly ParameterValue[] }>;

/** The first line of a plan as text: `Seq Scan on item  (cost=0.00..155.00 rows=10000 width=4)`. */
const PLAN_LINE = /^\S.* {2}\((?:cost=|actual )/m;

/** @param plan what follows `plan:` in the entry. @returns null where it has no query text */
export function parseExplained(plan: string): Explained | null {
  const text = plan.trim();
  if (text.startsWith("{")) return ofJson(text);
  if (text.startsWith("<")) return ofXml(text);
  if (text.startsWith('Query Text: "')) return ofYaml(text);
  if (!text.startsWith("Query Text: ")) return null;
  const rest = text.slice("Query Text: ".length);
  const end = PLAN_LINE.exec(rest)?.index ?? rest.length;
  const said = rest.slice(0, end).trimEnd();
  const at = said.lastIndexOf("\nQuery Parameters: ");
  return at < 0
    ? { text: said, values: [] }
    : { text: said.slice(0, at), values: parametersIn(said.slice(at + 1).replaceAll("\n", " ")) };
}

function ofJson(text: string): Explained | null {
  try {
    const plan = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return explainedText(plan["Query Text"], plan["Query Parameters"]);
  } catch {
    return null;
  }
}

function ofYaml(text: string): Explained | null {
  const field = (name: string) => {
    const [, json] = new RegExp(`^${name}: ("(?:[^"\\\\]|\\\\.)*")`, "m").exec(text) ?? [];
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  };
  try {
    return explainedText(field("Query Text"), field("Query Parameters"));
  } catch {
    return null;
  }
}

function ofXml(text: string): Explained | null {
  const field = (name: string) => {
    const [, xml] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text) ?? [];
    return xml?.replace(/&(lt|gt|quot|amp|#x0d);/g, (_, name: string) => ENTITIES[name]!);
  };
  return explainedText(field("Query-Text"), field("Query-Parameters"));
}

const ENTITIES = wordTable<string>({ lt: "<", gt: ">", quot: '"', amp: "&", "#x0d": "\r" });

function explainedText(text: unknown, parameters: unknown): Explained | null {
  if (typeof text !== "string") return null;
  return { text, values: typeof parameters === "string" ? parametersIn(parameters) : [] };
}
