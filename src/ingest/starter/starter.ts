/** A first plumbline.yml out of what lies in a repository: how its schema is made, and which scripts it has. */
import { chooseSchema, NOT_APPLIED, type SchemaChoice } from "./choice.ts";
import { missingTables } from "./declared-tables.ts";
import { type Candidate, firstAndMore, inFolder, isAside, isInPart, type Repository } from "./repository.ts";
import { pgbenchScripts, queryFiles, seeds } from "./scripts.ts";
import { findServer } from "./server.ts";
import { schemaOfTests, type TestJob, testJobOf } from "./test-job.ts";
import { aptLine, configOfPart, configText, type Facts, workflowOfPart, workflowText } from "./texts.ts";

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

/** @param tables names of those that the set-up makes, as SQL has them, once it has been tried */
export function starterOf(all: Repository, tables: readonly string[] = []): Starter {
  // As a pattern, a name that begins with ! would take files away. Editors on Windows put a mark before a text.
  const files = all.files.filter((file) => !file.startsWith("!"));
  const read = (file: string) => all.read(file)?.replace(/^\ufeff/, "") ?? null;
  const repository = { ...all, files, read };
  const { part = null } = repository;
  const own = { ...repository, files: repository.files.filter((file) => isInPart(repository, file)) };
  const choice = chooseSchema(repository);
  const { chosen } = choice;
  const schema = chosen?.steps == null ? null : chosen;
  const job = testJobOf(repository, chosen?.place ?? part ?? ".", chosen?.runtime);
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
      ...(schema === null ? [...schemaOfTests(job), ...submodules(repository)] : []),
      ...severalSchemas(choice),
      ...unnamedRole(repository, schema),
      ...withoutDriver(own, schema),
      ...packagesOfTests(schema, job),
      ...facts.server.unsure,
    ],
    lacks:
      schema === null || schema.isPush === true || tables.length === 0
        ? []
        : missingTables(repository, schema.place, tables),
    config: configOfPart(part),
    files: {
      [configOfPart(part)]: configText(facts, driven),
      [workflowOfPart(part)]: workflowText(facts),
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

/** Schemas of the same kind side by side are most often databases of their own, and the largest is the application's. */
function severalSchemas({ chosen, others }: SchemaChoice): readonly string[] {
  if (chosen === null) return [];
  const alike = others.filter(
    ({ candidate: { steps, count }, why }) =>
      /fewer files|several alike|not say PostgreSQL/.test(why) ||
      (why === NOT_APPLIED && steps === null && count > chosen.count),
  );
  if (alike.length === 0) return [];
  return [
    `${candidateText(chosen)} was taken, not ${alike
      .slice(0, 3)
      .map(({ candidate }) => candidateText(candidate))
      .join(", ")}: if the application uses another one, name it under database.setup`,
  ];
}

/** What lies in a submodule is another repository's. */
function submodules({ read }: Repository): readonly string[] {
  const paths = [...(read(".gitmodules") ?? "").matchAll(/^[ \t]*path\s*=\s*(\S.*)/gm)].map(([, at]) =>
    at!.trimEnd(),
  );
  return paths.length === 0
    ? []
    : [
        `submodules were not read (${firstAndMore(paths)}): where the schema is in one, run init in its repository`,
      ];
}

function noSqlYet(job: TestJob | null): string {
  const command = job?.test ?? "COMMAND OF YOUR TESTS";
  return `no SQL of yours is measured yet: let \`plumbline capture --run ${JSON.stringify(command)}\` write scripts, or write one`;
}

const POLICY = /^[ \t]*(?:CREATE\s+POLICY|ALTER\s+TABLE\s[^;]*\bENABLE\s+ROW\s+LEVEL\s+SECURITY)\b/im;

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

/** A runner of the workflow is new each time; this machine may have them or not. */
function packagesOfTests(schema: Candidate | null, job: TestJob | null): readonly string[] {
  if (!job?.apt.length || !schema?.steps?.some((step) => typeof step !== "string")) return [];
  return [
    `the tests install packages of the system, as the workflow does now: if the set-up lacks one here, run \`${aptLine(job.apt)}\``,
  ];
}

const TABLE_NAME = String.raw`((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)`;
const CREATED = new RegExp(
  String.raw`^[ \t]*CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${TABLE_NAME}`,
  "gim",
);
const GONE = new RegExp(
  String.raw`\bDROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE_NAME}|\bALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${TABLE_NAME}\s+(?:RENAME\s+TO|SET\s+SCHEMA)\b`,
  "gim",
);

/** Schema in which a file makes its tables. */
const SEARCH_PATH = /^[ \t]*SET\s+search_path\s*(?:TO|=)\s*("[^"]+"|[\w$]+)/im;

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
  /migration|schema_(?:history|version|info)|alembic_version|changelog|goose_db_version|ar_internal_metadata|spatial_ref_sys|sqitch\./i;

const FIRST_SCRIPT = "bench/first.sql";

function firstScript(table: string): string {
  return `-- What one visitor does. Write your own statements here. \\set draws a new value for each visitor, for example:
-- \\set id random(1, 1000)
SELECT * FROM ${table} LIMIT 10;
`;
}
