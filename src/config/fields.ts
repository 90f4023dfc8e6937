import { PlumblineError } from "../model/errors.ts";
import type { MeasureMode } from "../model/run.ts";

/** The values of the fields that have few. */
export type Choices = Readonly<{
  mode: MeasureMode;
  /** Verdict that fails the step. */
  "fail-on": "regression" | "inconclusive" | "never";
  /** Occasions on which the pull-request comment is written. */
  comment: "always" | "on-change" | "never";
  /** One comment for each job, or one for the whole run. */
  "comment-for": "job" | "run";
  /** Treatment of a fork's report about itself. */
  forks: "confirm" | "trust";
  /** Measures a fork's code even in a job whose secrets it could take. */
  "dangerously-measure-forks-with-secrets": "true" | "false";
  /** Alerts about a change of the base branch's level. */
  alerts: "issue" | "issue-and-commit" | "never";
}>;

export const CHOICES: { readonly [N in keyof Choices]: readonly Choices[N][] } = {
  mode: ["side-by-side", "history"],
  "fail-on": ["regression", "inconclusive", "never"],
  comment: ["always", "on-change", "never"],
  "comment-for": ["job", "run"],
  forks: ["confirm", "trust"],
  "dangerously-measure-forks-with-secrets": ["true", "false"],
  alerts: ["issue", "issue-and-commit", "never"],
};

/** Choices that hold by default; the config file has the mode's. */
export const USUAL: Omit<Choices, "mode"> = {
  "fail-on": "regression",
  comment: "always",
  "comment-for": "job",
  forks: "confirm",
  "dangerously-measure-forks-with-secrets": "false",
  alerts: "never",
};

/** @throws PlumblineError of kind "usage" that names the field, what came and what is allowed */
export function parseChoice<N extends keyof Choices>(name: N, text: string): Choices[N] {
  const choice = CHOICES[name].find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `use one of ${CHOICES[name].join(", ")}`,
  });
}

/**
 * An option of one invocation, apart from the config file. One row each; action.yml, the options of the command line, `--help`, the
 * table in the README and their checks are made from these rows and so cannot disagree.
 */
export type Field = Readonly<{
  /** Name as the action's input and as the long option. */
  name: string;
  /** Placeholder of the value on the command line; flags have none. */
  value?: string;
  default: string;
  /** The allowed values, where they are few. */
  choices?: readonly string[];
  help: string;
  /** Commands, or the action, that have the field. */
  in: readonly ("action" | "check" | "run" | "measure" | "compare" | "history" | "sweep" | "try")[];
}>;

export const FIELDS = [
  {
    name: "config",
    value: "file",
    default: "plumbline.yml",
    help: "Config file: database, workloads, measuring, gates.",
    in: ["action", "check", "run", "history", "measure", "sweep", "try"],
  },
  {
    name: "base",
    value: "ref",
    default: "",
    help: "Commit to compare with (default: where the pull request or branch left its target branch). HEAD compares a commit with itself.",
    in: ["action", "check", "run", "try"],
  },
  {
    name: "mode",
    value: "mode",
    default: "",
    choices: CHOICES.mode,
    help: "Measure base and head together, or head alone against the stored history (default: measure.mode in the config file).",
    in: ["action", "check", "run"],
  },
  {
    name: "sessions",
    value: "n",
    default: "",
    help: "Number of fresh server sessions to measure (default: measure.sessions in the config file).",
    in: ["action", "check", "run", "measure"],
  },
  {
    name: "seconds",
    value: "s",
    default: "",
    help: "Measured seconds per workload and session (default: measure.seconds in the config file).",
    in: ["action", "check", "run", "measure"],
  },
  {
    name: "seed",
    value: "n",
    default: "",
    help: "Seed of all random choices; give the seed of an earlier run to repeat them (default: drawn and recorded).",
    in: ["action", "check", "run", "measure", "sweep"],
  },
  {
    name: "cause",
    value: "duration",
    default: "",
    help: "How long to search for the cause of a regression by experiments, for example 5m; 0s does not search (default: measure.cause in the config file).",
    in: ["action", "check", "run"],
  },
  {
    name: "store",
    value: "location",
    default: "",
    help: "Location of the store: postgres://..., file:DIR or git:BRANCH (default: $PLUMBLINE_STORE, else store in the config file, else file:.plumbline).",
    in: ["action", "check", "history", "measure", "sweep"],
  },
  {
    name: "repository",
    value: "owner/name",
    default: "",
    help: "Repository that the runs belong to, if several share a store (default: $GITHUB_REPOSITORY, else the clone's remote).",
    in: ["check", "run", "measure", "sweep"],
  },
  {
    name: "output",
    value: "dir",
    default: "plumbline-out",
    help: "Folder for run.json, report.json, comment.md and report.html.",
    in: ["action", "check", "run", "compare", "measure"],
  },
  {
    name: "lock-timeout",
    value: "duration",
    default: "1h",
    help: "How long to wait for another measurement on this machine, for example 30m; 0s does not wait.",
    in: ["action", "check", "run", "measure", "sweep"],
  },
  {
    name: "metrics",
    value: "address",
    default: "",
    help: "Publish live numbers of the load as OpenMetrics at http://ADDRESS/metrics. ADDRESS is a port such as 9464, or HOST:PORT.",
    in: ["check", "run", "measure", "sweep"],
  },
  {
    name: "otlp",
    value: "url",
    default: "",
    help: "Send live numbers of the load to an OpenTelemetry collector (OTLP over HTTP), for example http://127.0.0.1:4318. Headers come from $OTEL_EXPORTER_OTLP_HEADERS.",
    in: ["check", "run", "measure", "sweep"],
  },
  {
    name: "fail-on",
    value: "what",
    default: USUAL["fail-on"],
    choices: CHOICES["fail-on"],
    help: "Verdict that fails the step: regression; inconclusive, which includes regression; or never.",
    in: ["action", "check", "compare"],
  },
  {
    name: "comment",
    value: "when",
    default: USUAL.comment,
    choices: CHOICES.comment,
    help: "When to post the pull-request comment: always; on-change, which waits for the first change and then keeps the comment current; or never.",
    in: ["action"],
  },
  {
    name: "comment-for",
    value: "what",
    default: USUAL["comment-for"],
    choices: CHOICES["comment-for"],
    help: "Scope of a comment: job posts one for each suite and each job of a matrix; run posts one for all jobs that measure the head (needs checks: write).",
    in: ["action"],
  },
  {
    name: "accept-label",
    value: "label",
    default: "plumbline: accept",
    help: "Label that accepts all regressions of a pull request. Only people with write access can set it; comments mention it.",
    in: ["action"],
  },
  {
    name: "alerts",
    value: "what",
    default: USUAL.alerts,
    choices: CHOICES.alerts,
    help: "After a run of the base branch, report changes of a metric's level: issue opens an issue for each cause and closes it on recovery (needs issues: write); issue-and-commit also comments on the commit (needs contents: write); or never.",
    in: ["action"],
  },
  {
    name: "alert-webhook",
    value: "url",
    default: "",
    help: "Secret address that receives opened and closed alerts, in Slack's JSON.",
    in: ["action"],
  },
  {
    name: "job",
    value: "name",
    // Null where there is no matrix; see model/job.ts.
    default: "$" + "{{ toJSON(matrix) }}",
    help: "Name of this job, when several jobs measure the same suite. Each name gets its own comment, check, report and history (default: the values of the job's matrix).",
    in: ["action"],
  },
  {
    name: "github-token",
    value: "token",
    // The action's own default is the job's token; action.yml needs the expression in its text.
    default: "$" + "{{ github.token }}",
    help: "Token for the comment. It needs the permission pull-requests: write, and checks: write for a check run.",
    in: ["action"],
  },
  {
    name: "forks",
    value: "what",
    default: USUAL.forks,
    choices: CHOICES.forks,
    help: "How to treat reports from forks: confirm waits for a maintainer, trust accepts them.",
    in: ["action"],
  },
  {
    name: "dangerously-measure-forks-with-secrets",
    value: "what",
    default: USUAL["dangerously-measure-forks-with-secrets"],
    choices: CHOICES["dangerously-measure-forks-with-secrets"],
    help: "Permission to measure another repository's code on pull_request_target, workflow_run and the like. That code can then take the token and every secret of the job.",
    in: ["action"],
  },
  {
    name: "request",
    value: "text",
    default: "",
    help: "Request of a comment. commands answers the comment that started the workflow (/plumbline run, rerun, confirm, help) and measures nothing; the output `request` of that job measures or publishes what was asked for.",
    in: ["action"],
  },
  {
    name: "publish",
    value: "folder",
    default: "",
    help: "Measure nothing, and publish the report in this folder, or one in each of its subfolders: artifacts of the run that triggered this workflow (workflow_run).",
    in: ["action"],
  },
] as const satisfies readonly Field[];

export type FieldName = (typeof FIELDS)[number]["name"];

/** The fields of one place, in the table's order. */
export function fieldsIn(place: Field["in"][number]): readonly Field[] {
  const fields: readonly Field[] = FIELDS;
  return fields.filter((field) => field.in.includes(place));
}
