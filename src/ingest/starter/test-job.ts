/** The job of a workflow that runs the project's own tests: what it knows of PostgreSQL, of the environment, and of tools. */

import { parse } from "yaml";
import { wordTable } from "../../model/by-key.ts";
import { connectionPart } from "./connection.ts";
import type { ImageVariables } from "./image-locale.ts";
import { fileSet, joined, type Repository } from "./repository.ts";

export type TestJob = Readonly<{
  file: string;
  /** Image of its PostgreSQL, or null. */
  image: string | null;
  /** Variables of that service. */
  imageVariables: ImageVariables;
  /** Its variables with literal values, without those of the connection. */
  env: Readonly<Record<string, string>>;
  /** Those of the connection, for the form that they have. */
  connection: Readonly<Record<string, string>>;
  /** Commands that install packages, each with the folder in which it runs. */
  installs: readonly InstallLine[];
  /** Scripts of package.json that build, alike. */
  builds: readonly InstallLine[];
  /** Commands that seem to make the schema, alike. */
  migrates: readonly InstallLine[];
  /** Files that its steps copy to other places. */
  copies: readonly FileCopy[];
  /** Folders in which its steps run, but for the root. */
  folders: readonly string[];
  /** Steps that set up a language, as YAML's values. */
  tools: readonly ToolStep[];
  /** Packages that they install by apt. */
  apt: readonly string[];
  /** Command of its tests, or null. */
  test: string | null;
}>;

export type InstallLine = Readonly<{ folder: string; command: string }>;

/** An example of settings, or of an environment, and where the program looks for it. */
export type FileCopy = Readonly<{ from: string; to: string }>;

export type ToolStep = Readonly<{ uses: string; with?: Readonly<Record<string, unknown>> }>;

type WorkflowJob = Readonly<{
  services?: Record<string, { image?: unknown; env?: unknown } | null>;
  env?: Record<string, unknown>;
  strategy?: { matrix?: Record<string, unknown> };
  defaults?: { run?: { "working-directory"?: unknown } };
  steps?: readonly (Readonly<{
    uses?: unknown;
    with?: unknown;
    run?: unknown;
    env?: Record<string, unknown>;
    "working-directory"?: unknown;
  }> | null)[];
}>;

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const OF_OTHERS = /deploy|release|publish|docs|lint|nightly|codeql|docker|e2e|schemaspy|backup/i;
const TOOLS =
  /^(?:actions\/setup-(?!buildx)[\w-]+|ruby\/setup-ruby|astral-sh\/setup-uv|pnpm\/action-setup|oven-sh\/setup-bun|erlef\/setup-beam|erlef\/setup-elixir|shivammathur\/setup-php|snok\/install-poetry|abatilo\/actions-poetry|liquibase\/setup-liquibase|awalsh128\/cache-apt-pkgs-action)@/;
const TEST =
  /^(?:.*&& *(?! ))?((?:npm|pnpm|yarn|bun)(?: run)? test\S*|npx (?:jest|vitest)\b.*|coverage run\b.*|(?:poetry run |uv run |python -m )?(?:pytest|tox|nox)(?!-)\b.*|(?:(?!&&).)*manage\.py test\b.*|bundle exec (?:rspec|rake)\b.*|bin\/rails test\b.*|mix (?:test|coveralls)\b.*|go test\b.*|cargo (?:test|nextest)\b.*|make \S*test\S*|(?:php )?(?:artisan test|vendor\/bin\/(?:phpunit|pest))\b.*|\.\/(?:gradlew|mvnw)\b.*)$/;
/** Tests of one language alone: those of a front end say nothing about the database of what serves it. */
const OF_NODE = /^(?:npm|npx|pnpm|yarn|bun)\b/;
const OF_PYTHON = /\b(?:pytest|tox|nox|manage\.py)\b|^coverage\b/;
const INSTALLS =
  /^(?:(?:python3? -m )?pip3? install|uv sync|uv pip install|poetry install|npm (?:ci|i|install)|bundle install)(?!\S)/;
/** Those of PostgreSQL are on GitHub's runners, or Plumbline brings them; an option may have its value behind it. */
const NOT_BY_APT = /(?<!\S)(?:-[cot]\s+\S+|postgresql(?:-client)?(?:-\d+)?(?!\S))/g;
/** Packages of such jobs need not be the system's own. */
const OTHER_SOURCES = /sources\.list|add-apt-repository|\/etc\/apt\//;
const OF_APT = /(?:^|&& *)(?:sudo )?apt(?:-get)?(?: +-\S+)* install +([^&|;<>]*)/;
const BUILDS = /^(?:npm run|(?:pnpm|yarn|bun)(?: run)?) (build[\w:-]*)$/;
const MAKES_SCHEMA =
  /^(?:npm|npx|pnpm|yarn|bun|node|make|python3?|poetry|uv|bundle|rake|mix|php|go|cargo|\.?\/?[\w-]+\/[\w./-]+)\s[^$`&;|<>]*\b(?:migrat(?:e|ions?)|db[: ](?:migrate|setup|push|seed|restore|reset|load|schema))(?![\w-])[^$`&;|<>]*$/;
const COPIES = /^cp(?:\s+-\w+)?(?:\s+(?![/-])[\w./-]*[\w-]){2}$/;
/** Commands next to the tests that know the application's environment, too. */
const MIGRATES = /\b(?:migrate|migration|alembic|prisma|drizzle-kit|db:\w+)\b/;
/** Variables of the workflow's machinery, or secrets of others. */
const NOT_TAKEN =
  /^(?:GITHUB_|CI$|CODECOV|COVERAGE|AWS_|NPM_|DOCKER_|CARGO_|RUST|PYTHON(?:UNBUFFERED|DONTWRITE)|SCCACHE|REGISTRY|TZ$|HEX_)/;

/**
 * The job with a PostgreSQL service, in the workflow that is most like one of tests; null if there is none.
 * @param near folder of a part of the repository: of several such jobs that part's own goes first
 * @param runtime language of what makes the schema
 */
export function testJobOf(
  { files, read }: Pick<Repository, "files" | "read">,
  near: string,
  runtime = "none",
): TestJob | null {
  const jobs = files
    .filter((file) => WORKFLOW.test(file))
    .flatMap((file) =>
      jobsIn(read(file) ?? "").map(({ env, job }) => readJob(file, env, withActions(read, job))),
    );
  const isNear = ({ folders }: TestJob) => folders.some((folder) => `${near}/`.startsWith(`${folder}/`));
  const foreign = runtime === "node" ? OF_PYTHON : OF_NODE;
  const isKnown = ({ image, test, file }: TestJob) => {
    const isOwn = test !== null && (image !== null || runtime === "none" || !foreign.test(test));
    return Number(image !== null) * 4 + Number(isOwn) * 2 + Number(!OF_OTHERS.test(file));
  };
  const rank = (job: TestJob) => isKnown(job) + Number(isNear(job)) * 3;
  const [best] = jobs.toSorted((a, b) => rank(b) - rank(a));
  return best === undefined || isKnown(best) < 2 ? null : best;
}

function jobsIn(text: string): readonly Readonly<{ env: unknown; job: WorkflowJob }>[] {
  try {
    const workflow = parse(text, { logLevel: "error" }) as {
      jobs?: Record<string, WorkflowJob | null>;
      env?: unknown;
    } | null;
    return Object.values(workflow?.jobs ?? {}).flatMap((job) =>
      job === null || typeof job !== "object" ? [] : [{ env: workflow!.env, job }],
    );
  } catch {
    // What GitHub cannot read is no source.
    return [];
  }
}

/** The job, with the steps of the repository's own actions in their places. */
function withActions(read: Repository["read"], job: WorkflowJob): WorkflowJob {
  if (!Array.isArray(job.steps)) return job;
  const steps = (job.steps as NonNullable<WorkflowJob["steps"]>).flatMap((step) => {
    const [, folder] = /^\.\/(.*?)\/?$/.exec(typeof step?.uses === "string" ? step.uses : "") ?? [];
    const texts = ["yml", "yaml"].map((end) =>
      folder === undefined ? null : read(`${folder}/action.${end}`),
    );
    const text = texts.find((each) => each !== null);
    return text == null
      ? [step]
      : stepsOfAction(text, (step!.with ?? {}) as Readonly<Record<string, unknown>>).map((each) =>
          // The job's defaults are not for them.
          each === null ? each : { "working-directory": ".", ...each },
        );
  });
  return { ...job, steps };
}

type CompositeAction = Readonly<{
  inputs?: Record<string, { default?: unknown } | null>;
  runs?: { steps?: unknown };
}>;

function stepsOfAction(
  text: string,
  given: Readonly<Record<string, unknown>>,
): NonNullable<WorkflowJob["steps"]> {
  try {
    const { inputs, runs } = (parse(text, { logLevel: "error" }) ?? {}) as CompositeAction;
    const steps = JSON.stringify(Array.isArray(runs?.steps) ? runs.steps : []).replace(
      /\$\{\{\s*inputs\.([\w-]+)\s*\}\}/g,
      (_, name: string) => {
        const value = wordTable(given)[name] ?? wordTable(inputs ?? {})[name]?.default ?? "";
        return JSON.stringify(String(value as string)).slice(1, -1);
      },
    );
    return JSON.parse(steps) as NonNullable<WorkflowJob["steps"]>;
  } catch {
    return [];
  }
}

function readJob(file: string, shared: unknown, job: WorkflowJob): TestJob {
  const steps = (Array.isArray(job.steps) ? (job.steps as NonNullable<WorkflowJob["steps"]>) : []).filter(
    (step) => step !== null,
  );
  const lines = steps.flatMap(({ run }) =>
    typeof run === "string" ? run.split("\n").map((line) => line.trim()) : [],
  );
  const services = Object.values(job.services ?? {}).map((service) => ({
    image: filledIn(service?.image, job),
    env: service?.env,
  }));
  const server = services.find(({ image }) => image !== null && isPostgresImage(image));
  const testing = steps.filter(
    ({ run }) =>
      typeof run === "string" &&
      (MIGRATES.test(run) || run.split("\n").some((line) => TEST.test(line.trim()))),
  );
  const own = [shared, job.env, ...testing.map(({ env }) => env)];
  return {
    file,
    image: server?.image ?? null,
    imageVariables: literalsOf([server?.env], (name) => connectionPart(name) === null, job),
    env: literalsOf(own, (name) => connectionPart(name) === null, job),
    connection: literalsOf(
      [...steps.map(({ env }) => env), ...own],
      (name) => connectionPart(name) !== null,
      job,
    ),
    installs: commandsIn(job, steps, (line) =>
      INSTALLS.test(line) && !/\$[\w{(]|[`&;|]/.test(line) ? line : null,
    ),
    builds: commandsIn(job, steps, (line) => BUILDS.exec(line)?.[1] ?? null),
    migrates: commandsIn(job, steps, (line) => (MAKES_SCHEMA.test(line) ? line : null)),
    copies: commandsIn(job, steps, (line) => (COPIES.test(line) ? line : null)).map(({ folder, command }) => {
      const [from, to] = command.split(/\s+/).slice(-2) as [string, string];
      return { from: joined(folder, from), to: joined(folder, to) };
    }),
    folders: [...new Set(steps.map((step) => folderOfStep(job, step)))].filter((folder) => folder !== "."),
    tools: steps.flatMap(({ uses, with: inputs }) =>
      typeof uses === "string" && TOOLS.test(uses) ? [toolStep(uses, inputs, job)] : [],
    ),
    apt: lines.some((line) => OTHER_SOURCES.test(line)) ? [] : packagesByApt(job, steps),
    test:
      lines
        .map((line) => TEST.exec(filledIn(line, job) ?? "")?.[1])
        .find((line) => line !== undefined && !line.endsWith("\\")) ?? null,
  };
}

function packagesByApt(job: WorkflowJob, steps: readonly WorkflowStep[]): readonly string[] {
  const installs = commandsIn(job, steps, (line) => OF_APT.exec(line)?.[1]?.replace(NOT_BY_APT, " ") ?? null);
  return installs.flatMap(({ command }) =>
    command.split(/\s+/).filter((word) => /^[a-z0-9][\w.+-]*$/.test(word)),
  );
}

function toolStep(uses: string, inputs: unknown, job: WorkflowJob): ToolStep {
  const kept = Object.entries((inputs ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const filled = typeof value === "string" ? filledIn(value, job) : value;
    return filled === null ? [] : [[name, filled] as const];
  });
  return kept.length === 0 ? { uses } : { uses, with: Object.fromEntries(kept) };
}

/** Text with PostgreSQL's value of the matrix in it, or else the last one; null if anything else is left open. */
function filledIn(text: unknown, { strategy }: WorkflowJob): string | null {
  if (typeof text !== "string") return null;
  const filled = text.replace(/\$\{\{\s*matrix\.([\w-]+)\s*\}\}/g, (open, name: string) => {
    const values = strategy?.matrix?.[name];
    const all = Array.isArray(values) ? (values as unknown[]) : [];
    const taken = all.findLast((value) => /^(?:pg|postgres)/.test(String(value))) ?? all.at(-1);
    return typeof taken === "string" || typeof taken === "number" ? String(taken) : open;
  });
  return filled.includes("${{") ? null : filled;
}

/** Literal values of several environments; a later one goes before those before it. */
function literalsOf(
  all: readonly unknown[],
  isWanted: (name: string) => boolean,
  job: WorkflowJob,
): Readonly<Record<string, string>> {
  const entries = all.flatMap((env) => (typeof env === "object" && env !== null ? Object.entries(env) : []));
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const isText = ["string", "number", "boolean"].includes(typeof value);
      const filled = isText && !NOT_TAKEN.test(name) && isWanted(name) ? filledIn(String(value), job) : null;
      return filled === null ? [] : [[name, filled] as const];
    }),
  );
}

type WorkflowStep = NonNullable<NonNullable<WorkflowJob["steps"]>[number]>;

/** The repository as its tests find it, with the files that they copy to where git has none. */
export function withCopies(
  repository: Repository,
): Readonly<{ repository: Repository; copies: readonly FileCopy[] }> {
  const { files, read, part = "." } = repository;
  const there = fileSet(files);
  const copies = (testJobOf(repository, part)?.copies ?? []).filter(
    ({ from, to }) => there.has(from) && !there.has(to) && !files.some((file) => file.startsWith(`${to}/`)),
  );
  const sources = new Map(copies.map(({ from, to }) => [to, from]));
  const all = [...files, ...sources.keys()].toSorted();
  return {
    repository: { ...repository, files: all, read: (file) => read(sources.get(file) ?? file) },
    copies,
  };
}

/** Lines of all steps that mean a command, each in its folder. Nothing is taken from the workflow's machinery. */
function commandsIn(
  job: WorkflowJob,
  steps: readonly WorkflowStep[],
  commandOf: (line: string) => string | null,
): readonly InstallLine[] {
  return steps.flatMap((step) => {
    if (typeof step.run !== "string") return [];
    let folder = folderOfStep(job, step);
    const whole = step.run.replace(/\\\n\s*/g, " ").split("\n");
    return whole.flatMap((line) => {
      const [, into] = /^\s*cd ([\w./-]+)\s*$/.exec(line) ?? [];
      if (into !== undefined) folder = joined(folder, into);
      const command = commandOf(line.trim().replace(/\s#.*/, "").trimEnd());
      return command === null ? [] : [{ folder, command }];
    });
  });
}

/** "." at the root. */
function folderOfStep({ defaults }: WorkflowJob, step: WorkflowStep): string {
  const at = step["working-directory"] ?? defaults?.run?.["working-directory"];
  return typeof at === "string" ? at.replace(/^\.\/|\/$/g, "") || "." : ".";
}

/** What runs before the tests, where it may be all that is known of a schema. */
export function schemaOfTests(job: TestJob | null): readonly string[] {
  const [first] = job?.migrates ?? [];
  if (first === undefined) return [];
  const folder = first.folder === "." ? "" : ` in ${first.folder}`;
  return [
    `${job!.file} runs \`${first.command}\`${folder}: if that makes the schema, write it as { command: ... } under database.setup, behind the installation of what it needs`,
  ];
}

const IMAGE =
  /(?:^|\/)(?:postgres|postgresql|postgis|pgvector|timescaledb(?:-ha)?|pgautoupgrade|citus|paradedb)(?=[:@]|$)/;

export function isPostgresImage(image: string): boolean {
  return IMAGE.test(image);
}

/** Major version that an image's tag names, if Plumbline can have it. */
export function versionOfImage(image: string): number | null {
  const [, version] = /:(?:[a-z]*-?pg)?(\d+)(?:\D|$)/.exec(image) ?? [];
  const major = Number(version);
  return major >= 13 && major <= 18 ? major : null;
}
