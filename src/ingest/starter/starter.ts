/** A first plumbline.yml out of what lies in a repository: how its schema is made, and which scripts it has. */
import { stringify } from "yaml";
import { icuLocaleName } from "../../text/locale-names.ts";
import { chooseSchema, type SchemaChoice } from "./choice.ts";
import { missingTables } from "./declared-tables.ts";
import { type ImageVariables, imageLocale, listsLocale, type StarterLocale } from "./image-locale.ts";
import {
  baseName,
  type Candidate,
  folderOf,
  foldersUpFrom,
  inFolder,
  isAside,
  isInPart,
  type Repository,
  type StarterStep,
} from "./repository.ts";
import { pgbenchScripts, type QueryFiles, queriesText, queryFiles, seeds } from "./scripts.ts";
import { isPostgresImage, type TestJob, testJobOf, versionOfImage } from "./test-job.ts";

type Starter = Readonly<{
  /** One line each, for people. */
  found: readonly string[];
  /** What init does not know of what it wrote, each with what to do. */
  unsure: readonly string[];
  /** What the set-up lacks, once it has been tried: tables that the application's models name. */
  lacks: readonly string[];
  /** Path of plumbline.yml. */
  config: string;
  /** Texts by path: plumbline.yml, the workflow, and SQL that was not there. */
  files: Readonly<Record<string, string>>;
  /** True if a statement on one of the repository's own tables is driven. */
  isDriven: boolean;
  /** Parts still to be written by hand before a check sees the repository's own SQL, one line each. */
  next: readonly string[];
}>;

/** What was found, as the texts need it. */
type Facts = Readonly<{
  name: string;
  part: string | null;
  schema: Candidate | null;
  server: StarterServer;
  job: TestJob | null;
  rows: readonly string[];
  /** Query files of the folder that has most. */
  queries: QueryFiles | null;
}>;

/** @param tables names of those that the set-up makes, as SQL has them, once it has been tried */
export function starterOf(repository: Repository, tables: readonly string[] = []): Starter {
  const { part = null } = repository;
  const own = { ...repository, files: repository.files.filter((file) => isInPart(repository, file)) };
  const choice = chooseSchema(repository);
  const { chosen } = choice;
  const schema = chosen?.steps == null ? null : chosen;
  const job = testJobOf(repository, chosen?.place ?? part ?? ".");
  const facts = {
    name: repository.name,
    part,
    schema,
    server: findServer(repository, chosen, job),
    job,
    rows: seeds(own),
    queries: queryFiles(own)[0] ?? null,
  };
  const scripts = pgbenchScripts(own);
  const table =
    schema === null
      ? null
      : (tables.find((name) => !OF_TOOLS.test(name)) ??
        firstTable(schema.sql.map((file) => repository.read(file) ?? "")));
  const first = inFolder(part ?? ".", FIRST_SCRIPT);
  const written = scripts.length > 0 || table === null ? {} : { [first]: firstScript(table) };
  const driven = scripts.length > 0 ? scripts : Object.keys(written);
  return {
    found: foundWords(own, choice, facts, scripts),
    unsure: [
      ...(chosen?.unsure ?? []),
      ...severalSchemas(choice),
      ...unnamedRole(repository, schema),
      ...withoutDriver(own, schema),
      ...facts.server.unsure,
    ],
    lacks:
      schema === null || schema.isPush === true || tables.length === 0
        ? []
        : missingTables(repository, schema.place, tables),
    config: configOfPart(part),
    files: {
      [configOfPart(part)]: configText(facts, driven),
      [`.github/workflows/plumbline${part === null ? "" : `-${part.replaceAll(/[^\w.-]/g, "-")}`}.yml`]:
        workflowText(facts),
      ...schema?.writes,
      ...written,
    },
    isDriven: driven.length > 0,
    next:
      driven.length === 0
        ? [noSqlYet(job)]
        : Object.keys(written).map((file) => `put your own SQL into ${file}`),
  };
}

function configOfPart(part: string | null): string {
  return inFolder(part ?? ".", "plumbline.yml");
}

const OTHERS_MOST = 8;

function foundWords(
  repository: Repository,
  { chosen, others }: SchemaChoice,
  { server, job, rows }: Facts,
  scripts: readonly string[],
): readonly string[] {
  const queries = queryFiles(repository);
  const count = queries.reduce((sum, each) => sum + each.count, 0);
  return [
    chosen === null
      ? "no schema or migrations of a known tool"
      : `${chosen.steps === null ? "no way to apply" : "the schema:"} ${candidateText(chosen)}`,
    ...others
      .slice(0, OTHERS_MOST)
      .map(({ candidate, why }) => `and passed over: ${candidateText(candidate)}: ${why}`),
    ...(others.length > OTHERS_MOST ? [`and passed over: ${others.length - OTHERS_MOST} more`] : []),
    ...(server.said === null ? [] : [server.said]),
    ...(job === null
      ? []
      : [`the job of the tests in ${job.file}${job.test === null ? "" : `: ${job.test}`}`]),
    ...(rows.length === 0 ? [] : [`what may fill tables, and is not run yet: ${rows.join(", ")}`]),
    ...(queries.length === 0
      ? []
      : [
          `${count} named queries in ${queries
            .slice(0, 3)
            .map(({ folder }) => folder)
            .join(", ")}: plumbline.yml has their workload as a comment, as most queries need rows`,
        ]),
    scripts.length === 0 ? "no pgbench scripts" : `pgbench scripts: ${scripts.join(", ")}`,
  ];
}

function candidateText({ tool, place, count }: Candidate): string {
  return `${tool} (${place}${count > 1 ? `, ${count} files` : ""})`;
}

/** Schemas of the same kind side by side are most often databases of their own. */
function severalSchemas({ chosen, others }: SchemaChoice): readonly string[] {
  const alike = others.filter(({ why }) => /fewer files|several alike|not say PostgreSQL/.test(why));
  if (chosen === null || alike.length === 0) return [];
  return [
    `${candidateText(chosen)} was taken, not ${alike
      .slice(0, 3)
      .map(({ candidate }) => candidateText(candidate))
      .join(", ")}: if the application uses another one, name it under database.setup`,
  ];
}

function noSqlYet(job: TestJob | null): string {
  const command = job?.test ?? "COMMAND OF YOUR TESTS";
  return `no SQL of yours is measured yet: let \`plumbline capture --run ${JSON.stringify(command)}\` write scripts, or write one`;
}

type StarterServer = Readonly<{
  deploy: readonly string[];
  said: string | null;
  unsure: readonly string[];
  /** Locale of libc that the workflow has to make; null: none. */
  generates: string | null;
}>;

/** Extensions that no PostgreSQL brings along, and an image that does. */
const EXTENSIONS: readonly (readonly [extension: RegExp, image: string, of: RegExp])[] = [
  [/vector/, "pgvector/pgvector:pg17", /pgvector/],
  [/postgis\w*/, "postgis/postgis:17-3.5", /postgis/],
  [/timescaledb/, "timescale/timescaledb:latest-pg17", /timescaledb/],
];

/** The server by the images of the tests and of compose files: an extension that PostgreSQL does not bring along needs its image. */
function findServer(
  { files, read, locales }: Repository,
  chosen: Candidate | null,
  job: TestJob | null,
): StarterServer {
  const around = foldersUpFrom(chosen?.place ?? ".");
  const distance = (file: string) => {
    const at = around.indexOf(folderOf(file));
    return at < 0 ? around.length : at;
  };
  const composed = files
    .filter((file) => COMPOSE.test(file) && !isAside(file))
    .toSorted((a, b) => distance(a) - distance(b))
    .flatMap((file) => {
      const text = read(file) ?? "";
      return imagesIn(text).map((image) => ({ file, image, variables: variablesIn(text) }));
    });
  const images = [
    ...(job?.image == null ? [] : [{ file: job.file, image: job.image, variables: job.imageVariables }]),
    ...composed,
  ];
  const sql = (chosen?.sql ?? []).map((file) => read(file) ?? "").join("\n");
  for (const [extension, usual, of] of EXTENSIONS) {
    const isMade = new RegExp(
      String.raw`^\s*CREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?"?${extension.source}\b`,
      "im",
    ).test(sql);
    const named = images.find(({ image }) => of.test(image));
    if (!isMade && (named === undefined || sql !== "")) continue;
    const image = named?.image ?? usual;
    return {
      deploy: container(image),
      said: `the image ${image}${named === undefined ? "" : ` in ${named.file}`}, for an extension that PostgreSQL does not bring along`,
      unsure: [],
      generates: null,
    };
  }
  const known = images.find(({ image }) => versionOfImage(image) !== null) ?? images[0];
  if (known === undefined) return { deploy: [localLine({})], said: null, unsure: [], generates: null };
  const version = versionOfImage(known.image);
  const locale = localeHere(imageLocale(known.variables), version, locales);
  const fields = { ...(version === null ? {} : { version: String(version) }), ...locale.fields };
  return {
    deploy: [localLine(fields)],
    said: `PostgreSQL ${version === null ? "" : `${version} `}in ${known.file}${locale.said}`,
    unsure: locale.unsure,
    generates: locale.generates,
  };
}

function localLine(fields: Readonly<Record<string, string>>): string {
  const said = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const text = said.length === 0 ? "{}" : `{ ${said.join(", ")} }`;
  return `    local: ${text}                        # a fresh PostgreSQL for every session`;
}

/** First version whose databases ICU can order. */
const ICU_SINCE = 15;

/** The image's locale as this machine can have it: where libc lacks it, ICU orders text as it does. */
function localeHere(
  { provider, name, encoding }: StarterLocale,
  version: number | null,
  locales: readonly string[] | undefined,
): Readonly<
  { fields: Readonly<Record<string, string>>; said: string } & Pick<StarterServer, "unsure" | "generates">
> {
  const coded = encoding === null || /^utf-?8$/i.test(encoding) ? "" : `, encoding: ${encoding}`;
  if (provider !== "libc")
    return {
      fields: { locale: `{ provider: ${provider}, name: ${name}${coded} }` },
      said: `, which orders text by ${provider} as ${name}`,
      unsure: [],
      generates: null,
    };
  const own = { locale: coded === "" ? name : `{ name: ${name}${coded} }` };
  const said = `, which orders text as ${name}`;
  const isC = listsLocale([], name);
  if (locales === undefined || listsLocale(locales, name))
    return { fields: own, said, unsure: [], generates: isC ? null : name };
  const lacking = `this machine lacks the locale ${name} of the image (sudo locale-gen ${name} makes it)`;
  if (version !== null && version < ICU_SINCE)
    return {
      fields: {},
      said,
      unsure: [`${lacking}: text is ordered as C until you set database.deploy.local.locale`],
      generates: null,
    };
  const icu = icuLocaleName(name);
  return {
    fields: { locale: `{ provider: icu, name: ${icu} }` },
    said,
    unsure: [`${lacking}: ICU orders text as ${icu} instead, which is nearly the same`],
    generates: null,
  };
}

/** What a compose file says of a server's locale, in either of YAML's two forms for an environment. */
function variablesIn(text: string): ImageVariables {
  const saidOf = (name: string) =>
    new RegExp(String.raw`\b${name}["']?\s*[:=]\s*["']?([^"'\n]+)`).exec(text)?.[1]?.trim();
  const [args, lang] = [saidOf("POSTGRES_INITDB_ARGS"), saidOf("LANG")];
  return {
    ...(args === undefined ? {} : { POSTGRES_INITDB_ARGS: args }),
    ...(lang === undefined ? {} : { LANG: lang }),
  };
}

const POLICY = /^\s*(?:CREATE\s+POLICY|ALTER\s+TABLE\s[^;]*\bENABLE\s+ROW\s+LEVEL\s+SECURITY)\b/im;

/** A schema with policies asks as whom the load runs; a platform's own role is known. */
function unnamedRole({ read }: Repository, schema: Candidate | null): readonly string[] {
  if (schema === null || schema.role !== undefined) return [];
  if (!schema.sql.some((file) => POLICY.test(read(file) ?? ""))) return [];
  return [
    "the schema has row-level security, and the load connects as a superuser, whom no policy binds: set database.role to the role of the application",
  ];
}

const OTHER_DRIVERS = /\b(?:sqlite|h2|hsqldb|mysql|mariadb|mssql|sqlserver|oracle)\w*/i;

/** An application on the JVM names its driver where it names its packages, and its database among its resources. */
function withoutDriver({ files, read }: Repository, schema: Candidate | null): readonly string[] {
  if (schema === null) return [];
  const named = files.filter(
    (file) =>
      !isAside(file) &&
      /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|application[\w-]*\.(?:properties|ya?ml))$/.test(
        file,
      ),
  );
  const texts = named.map((file) => read(file) ?? "");
  const at = texts.findIndex((text) => OTHER_DRIVERS.test(text));
  if (at < 0 || texts.some((text) => /postgres/i.test(text))) return [];
  return [
    `${named[at]} names ${OTHER_DRIVERS.exec(texts[at]!)![0]}, and no build file PostgreSQL: does the application use it?`,
  ];
}

function container(image: string): readonly string[] {
  return [
    "    docker:",
    `      image: ${image}`,
    "      env: { POSTGRES_PASSWORD: plumbline, PGDATA: /data/pg }",
    "      args: [-c, fsync=off, -c, autovacuum=off]",
    "      data: /data",
    "      url: postgres://postgres:plumbline@$PLUMBLINE_HOST:$PLUMBLINE_PORT/postgres",
  ];
}

const COMPOSE = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;

/** Images of PostgreSQL in a compose file; a variable stands for its default. */
function imagesIn(text: string): readonly string[] {
  return [...text.matchAll(/^\s*image:\s*["']?(\S+?)["']?\s*$/gm)]
    .map(([, image]) => image!.replace(/\$\{\w+:?-([^}]*)\}/g, "$1"))
    .filter(isPostgresImage);
}

const TABLE_NAME = String.raw`((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)`;
const CREATED = new RegExp(
  String.raw`^\s*CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${TABLE_NAME}`,
  "gim",
);
const GONE = new RegExp(
  String.raw`\bDROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE_NAME}|\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${TABLE_NAME}\s+(?:RENAME\s+TO|SET\s+SCHEMA)\b`,
  "gim",
);

/** Schema in which a file makes its tables. */
const SEARCH_PATH = /^\s*SET\s+search_path\s*(?:TO|=)\s*("[^"]+"|[\w$]+)/im;

/** A table that no later statement takes away or renames. */
function firstTable(texts: readonly string[]): string | null {
  const gone = new Set(
    texts.flatMap((text) => [...text.matchAll(GONE)].map(([, dropped, renamed]) => dropped ?? renamed)),
  );
  const made = texts.flatMap((text) => {
    const [, path] = SEARCH_PATH.exec(text) ?? [];
    const inPath = (name: string) => (path === undefined || name.includes(".") ? name : `${path}.${name}`);
    return [...text.matchAll(CREATED)].map(([, name]) => inPath(name!));
  });
  return made.find((name) => !gone.has(name)) ?? made[0] ?? null;
}

/** Tables in which tools keep what they have applied. */
const OF_TOOLS =
  /migration|schema_history|schema_info|alembic_version|changelog|goose_db_version|ar_internal_metadata|spatial_ref_sys|sqitch\./i;

const FIRST_SCRIPT = "bench/first.sql";

function firstScript(table: string): string {
  return `-- What one visitor does. Write your own statements here. \\set draws a new value for each visitor, for example:
-- \\set id random(1, 1000)
SELECT * FROM ${table} LIMIT 10;
`;
}

/** A YAML scalar; a pattern that begins with * would be an alias. */
function yamlScalar(text: string): string {
  return /^[\w./][\w./* -]*$/.test(text) ? text : JSON.stringify(text);
}

function starterStepText(step: StarterStep): string {
  if (typeof step === "string") return yamlScalar(step);
  const env = Object.entries(step.env).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const inputs = (step.inputs ?? []).map((each) => JSON.stringify(each));
  return `{ command: ${JSON.stringify(step.command)}${env.length === 0 ? "" : `, env: { ${env.join(", ")} }`}${inputs.length === 0 ? "" : `, inputs: [${inputs.join(", ")}]`} }`;
}

const INPUTS =
  "    # with inputs: [the files that it reads], a command runs once while they stay the same, and not in each check for each arm";

function configText({ name, schema, server, rows, queries }: Facts, scripts: readonly string[]): string {
  const setup =
    schema === null
      ? [
          "  # setup: [db/migrations/*.sql]     # your schema and rows: SQL files, or { command: ... } of a migration tool",
        ]
      : [
          "  setup:                             # base gets base's, head gets head's",
          ...schema.steps!.map((step) => `    - ${starterStepText(step)}`),
          ...(schema.steps!.some((step) => typeof step !== "string" && step.inputs === undefined)
            ? [INPUTS]
            : []),
          "    # - db/rows.sql                  # rows: so many that an index matters",
          ...rows.map((each) => `    # found, and not run: ${each}`),
        ];
  const workloads =
    scripts.length === 0
      ? [
          "  # This drives the load generator's own tables. Replace it by SQL of yours: - { name: checkout, script: bench/checkout.sql }",
          "  - name: point-select",
          "    run: oltp_point_select",
          "    options: { tables: 1, table-size: 100000, threads: 4 }",
        ]
      : scripts.flatMap((file) => [
          `  - name: ${JSON.stringify(baseName(file).replace(/\.\w+$/, ""))}`,
          `    script: ${yamlScalar(file)}`,
          "    options: { threads: 4 }",
        ]);
  return [
    "# What Plumbline measures: https://github.com/plumbline/plumbline/blob/main/docs/how-to/own-sql.md",
    `suite: ${JSON.stringify(name)}                  # unlike those of other config files in the repository`,
    "database:",
    "  deploy:",
    ...server.deploy,
    ...(schema?.role === undefined
      ? []
      : [`  role: ${schema.role}              # as the load runs: its policies bind it`]),
    ...setup,
    "workloads:",
    ...workloads,
    ...queriesText(queries),
    "measure: { sessions: 8, seconds: 8 }",
    "# The smallest changes that matter to you. These are the defaults:",
    "# gates: { qps: 2%, server-cpu: 2%, p99: { change: 8%, floor: 10us } }",
    "",
  ].join("\n");
}

const INSTALL = `      # database.setup runs a command: install here what it needs (ruby/setup-ruby, actions/setup-python, ...).
`;

/** Languages of the set-up's commands, as the project's own tests install them. */
function installText({ schema, job }: Facts): string {
  if (!schema?.steps?.some((step) => typeof step !== "string")) return "";
  if (job === null || job.tools.length === 0) return INSTALL;
  const steps = stringify(job.tools)
    .trimEnd()
    .split("\n")
    .map((line) => `      ${line}\n`);
  return `      # As in ${job.file}:\n${steps.join("")}`;
}

/** What is loaded stays for the next push: with a server of this machine, and where the set-up has files that say what is in it. */
function cacheText({ schema, server, part }: Facts): string {
  const files = (schema?.steps ?? []).filter((step) => typeof step === "string" || step.inputs !== undefined);
  if (files.length === 0 || !server.deploy.some((line) => /^ *local:/.test(line))) return "";
  return `      # Databases that were filled already: a push that changes no file of database.setup fills none.
      - uses: actions/cache@v5
        with:
          path: ~/.cache/plumbline/data
          key: plumbline-\${{ runner.os }}-\${{ hashFiles('${configOfPart(part).replaceAll("'", "''")}', '**/*.sql') }}
          restore-keys: plumbline-\${{ runner.os }}-
`;
}

function workflowText(facts: Facts): string {
  const install = installText(facts);
  const { part } = facts;
  const { generates } = facts.server;
  const locale = generates === null ? "" : `      - run: sudo locale-gen ${generates}\n`;
  return `# One comment on every pull request. Its head and the commit that it branched from are measured side by side.
name: ${part === null ? "Performance" : JSON.stringify(`Performance of ${part}`)}
on: pull_request
permissions:
  contents: read
  pull-requests: write
  # For a check run next to the comment. You can leave it out: then only the job itself fails.
  checks: write
concurrency:
  group: \${{ github.workflow }}-\${{ github.event.pull_request.number }}
  cancel-in-progress: true
jobs:
  plumbline:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v6
        with: { fetch-depth: 0, persist-credentials: false }
${install}${locale}${cacheText(facts)}      - uses: plumbline/plumbline@main
${part === null ? "" : `        with: { config: ${JSON.stringify(configOfPart(part))} }\n`}      # The report with its pictures, which the comment links to.
      - uses: actions/upload-artifact@v6
        if: always()
        with: { name: plumbline, path: plumbline-out/ }
`;
}
