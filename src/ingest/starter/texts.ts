/** The texts that `init` writes out of what was found: plumbline.yml, and the workflow that runs it. */
import { stringify } from "yaml";
import { baseName, type Candidate, inFolder, type StarterStep } from "./repository.ts";
import { type QueryFiles, queriesText } from "./scripts.ts";
import type { StarterServer } from "./server.ts";
import type { TestJob } from "./test-job.ts";

/** What was found, as the texts need it. */
export type Facts = Readonly<{
  name: string;
  part: string | null;
  schema: Candidate | null;
  server: StarterServer;
  job: TestJob | null;
  rows: readonly string[];
  /** Query files of the folder that has most. */
  queries: QueryFiles | null;
}>;

/** @param part folder of the repository that is measured; null: the whole */
export function configOfPart(part: string | null): string {
  return inFolder(part ?? ".", "plumbline.yml");
}

/** A scalar of one line; a pattern that begins with * would be an alias, one of digits a number. */
function yamlScalar(text: string): string {
  return stringify(text, { lineWidth: 0, blockQuote: false }).trimEnd();
}

function starterStepText(step: StarterStep): string {
  if (typeof step === "string") return yamlScalar(step);
  const env = Object.entries(step.env).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const list = (name: "inputs" | "needs") =>
    step[name] === undefined
      ? ""
      : `, ${name}: [${step[name].map((each) => JSON.stringify(each)).join(", ")}]`;
  return `{ command: ${JSON.stringify(step.command)}${env.length === 0 ? "" : `, env: { ${env.join(", ")} }`}${list("inputs")}${list("needs")} }`;
}

/** Longest name of a workload (config/schema.ts). */
const NAME_MOST = 80;

/** The script's name; its path where several have that name; its number where either is longer than a name may be. */
function nameOfScript(scripts: readonly string[], index: number): string {
  const own = (file: string) => baseName(file).replace(/\.\w+$/, "");
  const file = scripts[index]!;
  const isAlone = own(file) !== "" && scripts.every((other) => other === file || own(other) !== own(file));
  const name = isAlone ? own(file) : file;
  return name.length > NAME_MOST ? `script ${index + 1}` : name;
}

const INPUTS =
  "    # with inputs: [the files that it reads], a command runs once while they stay the same, and not in each check for each arm";

export function configText(
  { name, schema, server, rows, queries }: Facts,
  scripts: readonly string[],
): string {
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
      : scripts.flatMap((file, index) => [
          `  - name: ${JSON.stringify(nameOfScript(scripts, index))}`,
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

export function aptLine(packages: readonly string[]): string {
  return `sudo apt-get update && sudo apt-get install -y ${[...new Set(packages)].join(" ")}`;
}

/** Languages and packages that the set-up's commands need, as the project's own tests install them. */
function installText({ schema, job }: Facts): string {
  if (!schema?.steps?.some((step) => typeof step !== "string")) return "";
  const byApt = job === null || job.apt.length === 0 ? [] : [{ run: aptLine(job.apt) }];
  if (job === null || job.tools.length + byApt.length === 0) return INSTALL;
  const steps = stringify([...byApt, ...job.tools], { lineWidth: 0 })
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

/** Where GitHub looks for the workflow: one of its own for each part of a repository. */
export function workflowOfPart(part: string | null): string {
  return `.github/workflows/plumbline${part === null ? "" : `-${part.replaceAll(/[^\w.-]/g, "-")}`}.yml`;
}

export function workflowText(facts: Facts): string {
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
