/** GitHub's published OpenAPI description (github-subset.json) as a judge of requests and answers. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

type Schema = Readonly<{ $ref?: string; type?: string; properties?: Record<string, Schema> }>;
type Media = Readonly<{ content?: Record<string, { schema: Schema }> }>;
type Parameter = Readonly<{ name: string; in: string; required?: boolean; schema: Schema }>;
type Operation = Readonly<{
  operationId: string;
  parameters?: readonly Parameter[];
  requestBody?: Media & { required?: boolean };
  responses: Readonly<Record<string, Media>>;
}>;

export type Call = Readonly<{
  operation: string;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
}>;

/**
 * Answers that every operation can give though the description of few names them: GitHub documents them once for the whole
 * API (authentication, permissions, validation, rate limits, outages). 404 also stands for "not visible to this token".
 */
const EVERYWHERE = new Set([401, 403, 404, 422, 429, 500, 502, 503, 504]);

/** Read, and what it says compiled, once for all that are held to it: that takes longer than what they ask. */
const DOCUMENT: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(new URL("github-subset.json", import.meta.url), "utf8"),
  withNulls,
);
// What several descriptions refer to is compiled once, and runs too seldom to be worth optimizing.
const AJV = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
formats.default(AJV);
AJV.addSchema({ $id: "github", ...DOCUMENT });
const COMPILED = new Map<string, ValidateFunction>();
const ROUTES = Object.entries(DOCUMENT.paths)
  .sort(([a], [b]) => a.split("{").length - b.split("{").length) // A literal segment wins over a parameter.
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
      operation,
    })),
  );

export class Contract {
  readonly violations: string[] = [];

  /** Finds the operation of a request and checks its parameters and body. Undefined where GitHub has no such operation. */
  readRequest(method: string, url: URL, text: string): Call | undefined {
    const route = ROUTES.find((each) => each.method === method && each.pattern.test(url.pathname));
    if (route === undefined) {
      this.violations.push(`no operation ${method} ${url.pathname}`);
      return undefined;
    }
    const { operation } = route;
    const path = { ...route.pattern.exec(url.pathname)?.groups };
    const query = Object.fromEntries(url.searchParams);
    this.#checkParameters(operation, path, query);
    return { operation: operation.operationId, path, query, body: this.#readBody(operation, text) };
  }

  checkAnswer(operationId: string, status: number, body: unknown): void {
    const operation = ROUTES.find((route) => route.operation.operationId === operationId)?.operation;
    const documented = operation?.responses[String(status)];
    if (documented === undefined) {
      if (!EVERYWHERE.has(status)) this.violations.push(`${operationId}: undocumented status ${status}`);
      return;
    }
    const schema = resolve(documented).content?.["application/json"]?.schema;
    if (schema !== undefined) this.#check(`${operationId} answer ${status}`, schema, body);
  }

  #checkParameters(operation: Operation, path: Record<string, string>, query: Record<string, string>): void {
    const known = new Set<string>();
    for (const parameter of (operation.parameters ?? []).map((each) => resolve(each))) {
      if (parameter.in !== "path" && parameter.in !== "query") continue;
      known.add(parameter.name);
      const text = parameter.in === "path" ? path[parameter.name] : query[parameter.name];
      const where = `${operation.operationId} ${parameter.in} ${parameter.name}`;
      if (text !== undefined) {
        this.#check(where, parameter.schema, typed(text, resolve(parameter.schema)));
      } else if (parameter.required === true) {
        this.violations.push(`${where}: missing`);
      }
    }
    for (const name of Object.keys(query).filter((each) => !known.has(each))) {
      this.violations.push(`${operation.operationId}: unknown query parameter ${name}`);
    }
  }

  #readBody(operation: Operation, text: string): unknown {
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    if (schema === undefined) {
      if (text !== "") this.violations.push(`${operation.operationId}: a body where none belongs`);
      return undefined;
    }
    if (text === "" && operation.requestBody?.required !== true) return undefined;
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    this.#check(`${operation.operationId} request`, schema, body);
    // GitHub ignores what it does not know, which hides misspelt fields: here they count.
    for (const name of Object.keys(body ?? {}).filter((each) => !(each in (schema.properties ?? {})))) {
      this.violations.push(`${operation.operationId} request: unknown field ${name}`);
    }
    return body;
  }

  #check(where: string, schema: Schema, value: unknown): void {
    let validate = COMPILED.get(where);
    if (validate === undefined) {
      const absolute = JSON.stringify(schema, (key, each) => (key === "$ref" ? `github${each}` : each));
      validate = AJV.compile(JSON.parse(absolute));
      COMPILED.set(where, validate);
    }
    if (validate(value)) return;
    const errors = validate.errors?.filter((error) => !isGoneFork(error)) ?? [];
    if (errors.length > 0) this.violations.push(`${where}: ${AJV.errorsText(errors)}`);
  }
}

function resolve<T extends object>(node: T): T {
  if (!("$ref" in node) || typeof node.$ref !== "string") return node;
  const keys = node.$ref.slice("#/".length).split("/");
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], DOCUMENT) as T;
}

/** The description has forgotten, and the payloads of webhooks have not, that a pull request outlives the repository of its head. */
function isGoneFork({ instancePath, keyword }: Readonly<{ instancePath: string; keyword: string }>): boolean {
  return instancePath === "/head/repo" && keyword === "type";
}

/** OpenAPI 3.0 allows `nullable` next to oneOf and enum, where JSON Schema does not know it: it becomes the alternative that it means. */
function withNulls(_key: string, node: unknown): unknown {
  if (node === null || typeof node !== "object" || !("nullable" in node)) return node;
  if ("type" in node && !("enum" in node)) return node;
  const { nullable: _, ...rest } = node;
  return { anyOf: [rest, { type: "null" }] };
}

function typed(text: string, schema: Schema): unknown {
  if (schema.type === "integer") return Number(text);
  if (schema.type === "boolean") return text === "true";
  return text;
}
