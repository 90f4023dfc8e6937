// Writes docs/schema/*.schema.json and docs/config.md from the zod schemas in src/ and from what plumbline-load says of itself, and
// keeps that for the unit tests, which run no program; with --check only says what is not fresh.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import * as deploy from "../src/config/deploy.ts";
import { ConfigFile } from "../src/config/schema.ts";
import { findProgram } from "../src/io/load/find.ts";
import * as build from "../src/model/build.ts";
import { groupBy } from "../src/model/by-key.ts";
import * as capacity from "../src/model/capacity.ts";
import { Catalog, type CatalogOption } from "../src/model/catalog.ts";
import * as document from "../src/model/document.ts";
import * as earlier from "../src/model/earlier.ts";
import * as hosts from "../src/model/hosts.ts";
import { KIND_MEASURES, METRICS, type MetricInfo } from "../src/model/metric.ts";
import * as migration from "../src/model/migration.ts";
import * as nodes from "../src/model/nodes.ts";
import * as observed from "../src/model/observed.ts";
import * as profile from "../src/model/profile.ts";
import * as reason from "../src/model/reason.ts";
import * as report from "../src/model/report.ts";
import * as rules from "../src/model/rules.ts";
import * as run from "../src/model/run.ts";
import * as shards from "../src/model/shards.ts";
import * as sweep from "../src/model/sweep.ts";
import * as timeline from "../src/model/timeline.ts";
import * as work from "../src/model/work.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const program = await findProgram({ progress: { stage: (text) => console.error(text) } });
const catalog = Catalog.parse(JSON.parse(execFileSync(program, ["describe"], { encoding: "utf8" })));
const counts = METRICS.filter(({ kind }) => kind === "work");
/** Fields that are described once, at database.deploy. */
const LIKE_DEPLOY = ["database.base", "sweep.targets[].deploy"];
/** Modules whose exports become definitions by their names, so that a thing that a document holds in ten places is described once. */
const MODULES = [
  deploy,
  build,
  capacity,
  document,
  earlier,
  hosts,
  migration,
  nodes,
  observed,
  profile,
  reason,
  report,
  rules,
  run,
  shards,
  sweep,
  timeline,
  work,
];
const WHOLE: ReadonlySet<unknown> = new Set([run.Run, report.Report, sweep.Sweep, shards.ShardsStatus]);
for (const [id, schema] of MODULES.flatMap((module) => Object.entries<unknown>(module)))
  if (schema instanceof z.ZodType && !WHOLE.has(schema))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
const config = withCatalog(schemaOf(ConfigFile, "plumbline.yml"));
const files = {
  "docs/schema/config.schema.json": json(config),
  "docs/schema/run.schema.json": json(schemaOf(run.Run, "run.json")),
  "docs/schema/report.schema.json": json(schemaOf(report.Report, "report.json")),
  "docs/schema/sweep.schema.json": json(schemaOf(sweep.Sweep, "sweep.json")),
  "docs/schema/shards.schema.json": json(schemaOf(shards.ShardsStatus, "GET /status of plumbline shard")),
  "docs/config.md": configPage(config),
  "tests/golden/describe/catalog.json": json(catalog),
};

const stale = Object.entries(files).filter(([file, text]) => read(file) !== text);
if (process.argv.includes("--check")) {
  for (const [file] of stale)
    console.error(`${file} does not match its sources: run \`node scripts/run.mjs scripts/schemas.ts\``);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    console.log(`wrote ${file}`);
  }
}

/** The parts of a JSON schema that are read or changed here. */
interface Schema {
  description?: string;
  type?: string | readonly string[];
  const?: string;
  enum?: readonly string[];
  default?: unknown;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
  definitions?: Record<string, Schema>;
}

function schemaOf(schema: z.ZodType, title: string) {
  const made = z.toJSONSchema(schema, { io: "input", target: "draft-7", unrepresentable: "any" });
  return { title, ...(made as Schema) };
}

/** The schema with the names and ranges that only the load generator knows. */
function withCatalog(schema: Schema): Schema {
  // The user's own, for what is marked & and merged elsewhere.
  schema.patternProperties = { "^x-": {} };
  inside(inside(schema, "database"), "dialect").enum = catalog.dialects.map(({ name }) => name);
  const workload = inside(schema, "workloads").items;
  const [run, options, gates] = ["run", "options", "gates"].map((name) => inside(workload, name)) as [
    Schema,
    Schema,
    Schema,
  ];
  // Of kinds of events.
  gates.patternProperties = { [kindMetric()]: inside(gates, "p99") };
  gates.additionalProperties = false;
  run.anyOf = catalog.workloads.map(({ name, summary }) => ({ const: name, description: summary }));
  options.properties = Object.fromEntries(ofTheUser().map((option) => [option.name, optionSchema(option)]));
  return schema;
}

function inside(schema: Schema | undefined, name: string): Schema {
  const field = schema?.properties?.[name];
  if (field === undefined) throw new Error(`the schema has no ${name}`);
  return field;
}

function kindMetric() {
  const measures = KIND_MEASURES.map((measure) => measure.replace(".", "\\."));
  return `^(${measures.join("|")}):[A-Za-z0-9][A-Za-z0-9_.-]*$`;
}

function ofTheUser() {
  return catalog.options.filter(({ owner }) => owner === null);
}

function optionSchema(option: CatalogOption): Schema {
  const { type, min, max, choices, default: standard, help, families } = option;
  const types: Partial<Record<CatalogOption["type"], readonly string[]>> = {
    integer: ["integer", "string"],
    number: ["number", "string"],
    duration: ["number", "string"],
  };
  const only = families === null ? "" : ` (${families.join(", ")})`;
  return {
    description: `${help}${only}`,
    ...(choices ? { enum: choices } : { type: types[type] ?? ["string", "number", "boolean"] }),
    ...(min === undefined || type === "percentiles" ? {} : { minimum: min, maximum: max }),
    ...(standard === null ? {} : { default: standard }),
  };
}

function json(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function read(file: string) {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return undefined;
  }
}

function configPage(schema: Schema): string {
  const rows = fieldsOf(schema, "").map(
    ({ name, type, standard, text }) =>
      `| \`${name}\` | ${type} | ${standard} | ${text.replaceAll("|", "\\|")} |`,
  );
  return `# plumbline.yml, field by field

Made from \`src/config/schema.ts\` by \`node scripts/run.mjs scripts/schemas.ts\`. Editors complete and check it with
\`docs/schema/config.schema.json\`.

A field without a type is text.

| field | type | default | meaning |
|:--|:--|:--|:--|
${rows.join("\n")}

\`gates\` takes the metrics \`qps\`, \`tps\`, \`server-cpu\`, \`mean\`, \`p50\`, \`p95\`, \`p99\` and \`p99.9\`, and the server's [counts](#counts). A gate is a share (\`2%\`), a share with
an absolute floor (\`{ change: 8%, floor: 10us }\`: both must be exceeded), or \`false\`. By default the gates are
\`qps: 2%\`, \`server-cpu: 2%\` and \`p99: { change: 8%, floor: 10us }\`; with \`options.rate\` (an open loop, whose throughput is planned) also
\`p50: { change: 5%, floor: 10us }\`. A share without a percent sign is a ratio, \`0.02\` for \`2%\`;
bare numbers of 1 and more are refused, since \`5\` would be 500 %. \`gates.suite\` has gates of the mean over all workloads, as shares:
\`suite: { qps: 1% }\` ([why](decisions/027-suite.md)).

The \`gates\` of a workload take further metrics:

- one kind of events, if the workload has several (TPC-C's transactions, the scripts of a list, kv's reads and writes): \`rate\`, \`mean\`,
  \`p50\`, \`p90\`, \`p95\`, \`p99\` and \`p99.9\`, such as \`p90:new_order: 10%\` or \`rate:checkout: 3%\`;
- \`capacity\`, the largest load that keeps its limits, for a workload with \`capacity\` ([how](how-to/capacity.md));
- \`recovery\`, \`dip-depth\`, \`dip-length\` and \`disruption-failures\`, for a workload with a \`timeline\` ([how](how-to/disruptions.md));
- \`tpmc\`, New-Order transactions per minute, for \`tpcc\` ([how](how-to/tpcc.md)).

More server CPU with more speed is a trade, which fails nothing ([when](method.md#a-trade)), unless \`server-cpu: { change: 2%, trade: fail }\`.

## Counts

PostgreSQL counts the work that a workload makes in the database and its tables. Plumbline reads these counts before the load connects and after
it has left. They depend far less on the machine than speed does. With \`gates: { wal-records: 1%, rows-read: 2% }\` they can fail a check; without
a gate they are information. They are divided by all events of the load, including failed ones and those of the warm-up. Nothing is counted if others are connected to
the database, and WAL only if Plumbline starts the server. For rows, pages and WAL records, a change of less than one in fifty events does not count ([why](decisions/033-work.md)).

| count | can be a gate | meaning |
|:--|:--|:--|
${counts.map(countRow).join("\n")}

## Options of workloads

Made from \`plumbline-load describe\`. \`-\` and \`_\` mean the same in a name. A range without a type is one of whole numbers. Two workloads share a
database if their options of the kind "data" are equal and neither changes its tables for good.
${[...groupBy(ofTheUser(), familiesOf)].map(optionTable).join("")}`;
}

function familiesOf({ families }: CatalogOption): string {
  return families?.join(", ") ?? "every workload";
}

function optionTable([families, options]: readonly [
  families: string,
  options: readonly CatalogOption[],
]): string {
  return `
### Options of ${families}

| option | kind | values | default | meaning |
|:--|:--|:--|:--|:--|
${options.map(optionRow).join("\n")}
`;
}

function countRow({ id, description, ungated }: MetricInfo): string {
  return `| \`${id}\` | ${ungated === undefined ? "yes" : "no"} | ${description}${ungated === undefined ? "" : `. Not a gate: ${ungated}`} |`;
}

function optionRow(option: CatalogOption): string {
  const { name, shapes, default: standard, help } = option;
  const kind = shapes === "neither" ? "" : shapes;
  const cells = [
    `\`${name}\``,
    kind,
    valuesOf(option),
    standard === null || standard === "" ? "" : `\`${standard}\``,
    help.replaceAll("|", "\\|").replaceAll("<", "&lt;"),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Values of an option: its choices, its range, or the name of its type. */
function valuesOf({ type, min, max, unit, choices }: CatalogOption): string {
  if (choices !== undefined) return choices.join(", ");
  if (min === undefined) return type;
  const range = `${min} to ${max}${unit === undefined ? "" : ` ${unit}`}`;
  return type === "number" ? `decimal, ${range}` : range;
}

/** Every leaf of the schema, depth first, with its dotted name. */
function fieldsOf(schema: Schema, prefix: string): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const field = expanded(given);
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (name.endsWith(".options")) return [row(name, { ...field, type: "map" })];
    if (key === "gates") return [row(name, { ...field, type: "map" })];
    const items = field.type === "array" && field.items ? withProperties(field.items) : undefined;
    if (items) return [row(name, field), ...fieldsOf(items, `${name}[]`)];
    if (LIKE_DEPLOY.includes(name)) return [row(name, { ...field, type: "like database.deploy" })];
    const inner = withProperties(field);
    if (inner === undefined) return [row(name, field)];
    // One that may be written as a value, too, has a meaning as a whole.
    const hasShort = field.anyOf?.some((one) => !one.properties && one.type !== "null") === true;
    return [...(hasShort ? [row(name, field)] : []), ...fieldsOf(inner, name)];
  });
}

/** A reference with the definition in its place; its own description stands before the definition's. */
function expanded(field: Schema): Schema {
  const { $ref, allOf, ...own } = field;
  const target = $ref ?? allOf?.find((one) => one.$ref !== undefined)?.$ref;
  const name = target?.split("/").at(-1);
  return name === undefined ? field : { ...config.definitions?.[name], ...own };
}

/** The schema of an object among what a field may be. */
function withProperties(field: Schema): Schema | undefined {
  return field.properties ? field : (field.anyOf ?? field.allOf ?? []).find((one) => one.properties);
}

type Row = Readonly<{ name: string; type: string; standard: string; text: string }>;

function row(name: string, field: Schema): Row {
  const type =
    field.const ??
    field.enum?.join(", ") ??
    field.type ??
    field.anyOf?.map((one) => one.type).join(" or ") ??
    "";
  const standard = field.default === undefined ? "" : `\`${JSON.stringify(field.default)}\``;
  const words = typeof type === "string" ? type : type.join(" or ");
  return {
    name,
    type: words === "string" ? "" : words,
    standard,
    text: field.description ?? "",
  };
}
