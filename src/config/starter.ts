/** A first plumbline.yml out of what lies in a repository: how its schema is made, and which scripts it has. */

/** Files of a repository, by their paths with `/` from its root. */
export type Repository = Readonly<{
  /** Name of the repository, or of the folder in it. */
  name: string;
  files: readonly string[];
  /** Null for a file that is not there, or is no text of a common size. */
  read: (file: string) => string | null;
}>;

type Starter = Readonly<{
  /** One line each, for people. */
  found: readonly string[];
  /** Texts by path: plumbline.yml, the workflow, and a script if there was none. */
  files: Readonly<Record<string, string>>;
  /** Parts still to be written by hand before a check sees the repository's own SQL, one line each. */
  next: readonly string[];
}>;

/** Steps of database.setup that make a schema, as YAML. */
type Schema = Readonly<{ what: string; steps: readonly string[]; sql: readonly string[] }>;

type Finder = (repository: Repository) => Schema | null;

/** The first that finds something decides: a tool's own files before SQL that might be anything. */
const FINDERS: readonly Finder[] = [prisma, rails, django, sqitch, flyway, bothWays, golangMigrate, plainSql];

export function starterOf(repository: Repository): Starter {
  const schema = FINDERS.reduce<Schema | null>((found, finder) => found ?? finder(repository), null);
  const version = composeVersion(repository);
  const scripts = repository.files.filter((file) => isScript(repository, file));
  const table = schema === null ? null : firstTable(schema.sql.map((file) => repository.read(file) ?? ""));
  const own = scripts.length > 0 || table === null ? {} : { [FIRST_SCRIPT]: firstScript(table) };
  const driven = scripts.length > 0 ? scripts : Object.keys(own);
  return {
    found: [
      schema === null ? "no schema or migrations of a known tool" : `the schema: ${schema.what}`,
      ...(version === null ? [] : [`PostgreSQL ${version} in a compose file`]),
      scripts.length === 0 ? "no pgbench scripts" : `pgbench scripts: ${scripts.join(", ")}`,
    ],
    files: {
      "plumbline.yml": configText(repository.name, schema, version, driven),
      ".github/workflows/plumbline.yml": workflowText(schema),
      ...own,
    },
    next:
      driven.length === 0 ? [NO_SQL_YET] : Object.keys(own).map((file) => `put your own SQL into ${file}`),
  };
}

const NO_SQL_YET =
  'no SQL of yours is measured yet: let `plumbline capture --run "COMMAND OF YOUR TESTS"` write scripts, or write one';

function prisma({ files }: Repository): Schema | null {
  const migrations = files.filter((file) => /(?:^|\/)prisma\/migrations\/[^/]+\/migration\.sql$/.test(file));
  const [first] = migrations;
  if (first === undefined) return null;
  const folder = folderOf(folderOf(first));
  return {
    what: `Prisma's migrations in ${folder}`,
    steps: [quoted(`${folder}/*/migration.sql`)],
    sql: migrations,
  };
}

function rails({ files }: Repository): Schema | null {
  if (!files.some((file) => /^db\/migrate\/\d+_\w+\.rb$/.test(file))) return null;
  if (files.includes("db/structure.sql"))
    return { what: "Rails' db/structure.sql", steps: ["db/structure.sql"], sql: ["db/structure.sql"] };
  const step = command("bundle install --quiet && bin/rails db:schema:load", "env: { RAILS_ENV: test }");
  return { what: "Rails' migrations in db/migrate", steps: [step], sql: [] };
}

function django({ files }: Repository): Schema | null {
  const manage = files.find((file) => baseName(file) === "manage.py");
  if (manage === undefined || !files.some((file) => /\/migrations\/\d{4}_\w+\.py$/.test(`/${file}`)))
    return null;
  const install = files.includes("requirements.txt") ? "pip install -q -r requirements.txt && " : "";
  return { what: "Django's migrations", steps: [command(`${install}python3 ${manage} migrate`)], sql: [] };
}

function sqitch({ files }: Repository): Schema | null {
  if (!files.includes("sqitch.plan")) return null;
  return { what: "sqitch.plan", steps: [command("sqitch deploy db:pg:")], sql: [] };
}

function flyway({ files }: Repository): Schema | null {
  const versioned = files.filter((file) => /(?:^|\/)V\d+(?:[._]\d+)*__[^/]*\.sql$/.test(file));
  const folder = usualFolder(versioned);
  if (folder === null) return null;
  const hasRepeatable = files.some((file) => folderOf(file) === folder && /\/?R__[^/]*\.sql$/.test(file));
  const steps = [inFolder(folder, "V*.sql"), ...(hasRepeatable ? [inFolder(folder, "R__*.sql")] : [])].map(
    quoted,
  );
  return { what: `Flyway's migrations in ${folder}`, steps, sql: within(versioned, folder) };
}

/** Tools whose files also hold the way back: they must apply them themselves. */
function bothWays({ files, read }: Repository): Schema | null {
  const marked = (mark: RegExp) =>
    files.filter((file) => file.endsWith(".sql") && mark.test(read(file) ?? ""));
  const ofGoose = usualFolder(marked(/^--\s*\+goose\s+up\b/im));
  if (ofGoose !== null) {
    const step = command(`goose -dir ${ofGoose} postgres "$DATABASE_URL" up`);
    return { what: `goose's migrations in ${ofGoose}`, steps: [step], sql: [] };
  }
  const ofDbmate = usualFolder(marked(/^--\s*migrate:up\b/m));
  if (ofDbmate === null) return null;
  const step = command(`dbmate --migrations-dir ${ofDbmate} --no-dump-schema up`);
  return { what: `dbmate's migrations in ${ofDbmate}`, steps: [step], sql: [] };
}

function golangMigrate({ files }: Repository): Schema | null {
  const up = files.filter((file) => file.endsWith(".up.sql"));
  const folder = usualFolder(up);
  if (folder === null) return null;
  return {
    what: `migrations in ${folder}, *.up.sql`,
    steps: [quoted(inFolder(folder, "*.up.sql"))],
    sql: within(up, folder),
  };
}

function plainSql(repository: Repository): Schema | null {
  const sql = repository.files.filter(
    (file) =>
      file.endsWith(".sql") &&
      !isScript(repository, file) &&
      /\bCREATE\s+TABLE\b/i.test(repository.read(file) ?? ""),
  );
  const schema = sql.find((file) => /(?:^|\/)(?:schema|structure)\.sql$/.test(file));
  if (schema !== undefined) return { what: schema, steps: [quoted(schema)], sql: [schema] };
  const folder = usualFolder(sql);
  if (folder === null) return null;
  return {
    what: `SQL files in ${folder}`,
    steps: [quoted(inFolder(folder, "*.sql"))],
    sql: within(sql, folder),
  };
}

/** "." at the root. */
function folderOf(file: string): string {
  const end = file.lastIndexOf("/");
  return end < 0 ? "." : file.slice(0, end);
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** The folder with most of the files. */
function usualFolder(files: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}

function within(files: readonly string[], folder: string): readonly string[] {
  return files.filter((file) => folderOf(file) === folder);
}

function inFolder(folder: string, pattern: string): string {
  return folder === "." ? pattern : `${folder}/${pattern}`;
}

/** Recognizes a script by its backslash commands: SQL alone could be a migration. */
function isScript({ read }: Repository, file: string): boolean {
  return /\.(?:sql|pgbench)$/.test(file) && /^\\(?:set|sleep|startpipeline)\s/m.test(read(file) ?? "");
}

function firstTable(texts: readonly string[]): string | null {
  for (const text of texts) {
    const [, name] =
      /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)/i.exec(
        text,
      ) ?? [];
    if (name !== undefined) return name;
  }
  return null;
}

const COMPOSE = /(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/;

/** Major version of the PostgreSQL that a compose file runs, where Plumbline can have it. */
function composeVersion({ files, read }: Repository): number | null {
  for (const file of files.filter((name) => COMPOSE.test(name))) {
    const [, version] = /^\s*image:\s*["']?(?:[\w.-]+\/)*postgres:(\d+)/m.exec(read(file) ?? "") ?? [];
    if (version !== undefined && Number(version) >= 13 && Number(version) <= 18) return Number(version);
  }
  return null;
}

const FIRST_SCRIPT = "bench/first.sql";

function firstScript(table: string): string {
  return `-- What one visitor does. Write your own statements here. \\set draws a new value for each visitor, for example:
-- \\set id random(1, 1000)
SELECT * FROM ${table} LIMIT 10;
`;
}

/** A YAML scalar; a pattern that begins with * would be an alias. */
function quoted(text: string): string {
  return /^[\w./][\w./* -]*$/.test(text) ? text : JSON.stringify(text);
}

function command(line: string, more?: string): string {
  return `{ command: ${JSON.stringify(line)}${more === undefined ? "" : `, ${more}`} }`;
}

function configText(
  name: string,
  schema: Schema | null,
  version: number | null,
  scripts: readonly string[],
): string {
  const setup =
    schema === null
      ? [
          "  # setup: [db/migrations/*.sql]     # your schema and rows: SQL files, or { command: ... } of a migration tool",
        ]
      : [
          "  setup:                             # base gets base's, head gets head's",
          ...schema.steps.map((step) => `    - ${step}`),
          "    # - db/rows.sql                  # rows: so many that an index matters",
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
          `    script: ${quoted(file)}`,
          "    options: { threads: 4 }",
        ]);
  return [
    "# What Plumbline measures: https://github.com/plumbline/plumbline/blob/main/docs/how-to/own-sql.md",
    `suite: ${JSON.stringify(name)}                  # unlike those of other config files in the repository`,
    "database:",
    "  deploy:",
    `    local: ${version === null ? "{}" : `{ version: ${version} }`}                        # a fresh PostgreSQL for every session`,
    ...setup,
    "workloads:",
    ...workloads,
    "measure: { sessions: 8, seconds: 8 }",
    "# The smallest changes that matter to you. These are the defaults:",
    "# gates: { qps: 2%, server-cpu: 2%, p99: { change: 8%, floor: 10us } }",
    "",
  ].join("\n");
}

const INSTALL = `      # database.setup runs a command: install here what it needs (ruby/setup-ruby, actions/setup-python, ...).
`;

function workflowText(schema: Schema | null): string {
  const install = schema?.steps.some((step) => step.startsWith("{ command:")) ? INSTALL : "";
  return `# One comment on every pull request. Its head and the commit that it branched from are measured side by side.
name: Performance
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
${install}      - uses: plumbline/plumbline@main
      # The report with its pictures, which the comment links to.
      - uses: actions/upload-artifact@v6
        if: always()
        with: { name: plumbline, path: plumbline-out/ }
`;
}
