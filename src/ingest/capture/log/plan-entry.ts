/** auto_explain: the statement that a plan in a log is of, in each of its four formats. */
import { parametersIn, type Value } from "./parameters.ts";

export type Explained = Readonly<{ text: string; values: readonly Value[] }>;

/** The first line of a plan as text: `Seq Scan on item  (cost=0.00..155.00 rows=10000 width=4)`. */
const PLAN_LINE = /^\S.* {2}\((?:cost=|actual )/m;

/** @param plan what follows `plan:` in the entry. @returns null where it has no query text */
export function explained(plan: string): Explained | null {
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
    return of(plan["Query Text"], plan["Query Parameters"]);
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
    return of(field("Query Text"), field("Query Parameters"));
  } catch {
    return null;
  }
}

function ofXml(text: string): Explained | null {
  const field = (name: string) => {
    const [, xml] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text) ?? [];
    return xml?.replace(/&(lt|gt|quot|amp|#x0d);/g, (_, name: string) => ENTITIES[name]!);
  };
  return of(field("Query-Text"), field("Query-Parameters"));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#x0d": "\r" };

function of(text: unknown, parameters: unknown): Explained | null {
  if (typeof text !== "string") return null;
  return { text, values: typeof parameters === "string" ? parametersIn(parameters) : [] };
}
