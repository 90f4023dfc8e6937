/** The facts of a workflow run, from its environment and event payload. Nothing here asks GitHub. */
import { z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import type { Origin } from "../../model/run.ts";
import type { EnvironmentVariables } from "../host/environment.ts";

export type PullRequest = Readonly<{
  number: number;
  /** True where head lies in another repository than base, or in one that is gone. */
  fork: boolean;
}>;

export type GithubContext = Readonly<{
  event: string;
  repository: Readonly<{ owner: string; name: string }>;
  /** Root of the REST API, for example https://api.github.com. */
  apiUrl: string;
  runUrl: string;
  /** Counts from 1; a re-run counts on. */
  attempt: number;
  /** The commit that people see: a pull request's own head, not the merge commit that the workflow checks out. */
  headSha: string;
  headBranch: string | null;
  /** Branch that head is to be merged into; null where the event knows none (push, schedule, dispatch). */
  baseBranch: string | null;
  /** Base commit that the event names: the target's tip when the event was sent, or what a push replaced. A hint, it may be stale. */
  baseSha: string | null;
  pullRequest: PullRequest | null;
  /** Merge commit that GitHub made to test the pull request, where the event is about it; absent: none is known. */
  testMerge?: string;
  /** GitHub gives such a run a token that cannot write, whatever `permissions` says. */
  readOnlyToken: boolean;
  /** Workflow, as Origin has it. */
  workflow?: string;
  /** Config file, as Origin has it. */
  config?: string;
  /** True if a user with write access asked for the measurement in a comment. */
  onRequest?: boolean;
}>;

/** Hash of a commit, SHA-1 or SHA-256. */
export const commitSha = z.string().regex(/^[0-9a-f]{40,64}$/);
const side = z.object({
  ref: z.string(),
  sha: commitSha,
  repo: z.object({ full_name: z.string() }).nullable(),
});
const PullRequestEvent = z.object({
  repository: z.object({ private: z.boolean() }),
  pull_request: z.object({ number: z.int().positive(), head: side, base: side }),
});
const PushEvent = z.object({ before: z.string(), after: z.string() });
const MergeGroupEvent = z.object({
  merge_group: z.object({ head_sha: commitSha, base_sha: commitSha, base_ref: z.string() }),
});

/**
 * Reads the context of a workflow run.
 * @param env the step's environment variables.
 * @param payload the parsed file of GITHUB_EVENT_PATH.
 * @throws PlumblineError of kind "github" that names the variable or field that is missing.
 */
export function readContext(env: EnvironmentVariables, payload: unknown): GithubContext {
  const event = required(env, "GITHUB_EVENT_NAME");
  const common = { event, ...readWorkflowRun(env), ...workflowOf(env) };
  if (isAboutPullRequest(event, payload))
    return { ...common, ...ofPullRequest(event, payload), ...testMergeIn(env) };
  switch (event) {
    case "merge_group":
      return { ...common, ...ofMergeGroup(payload) };
    case "push":
      return { ...common, ...ofRef(env), ...ofPush(payload) };
    default:
      return { ...common, ...ofRef(env) };
  }
}

/**
 * "owner/name/.github/workflows/x.yml@refs/heads/main" without repository and ref. The jobs that answer a comment, measure and publish are
 * one: together they write one check.
 */
function workflowOf(env: EnvironmentVariables): Pick<GithubContext, "workflow"> {
  const file = /^[^/]+\/[^/]+\/(.+)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "")?.[1];
  if (file === undefined) return {};
  const job = env["GITHUB_EVENT_NAME"] === "issue_comment" ? "" : (env["GITHUB_JOB"] ?? "");
  return { workflow: job === "" ? file : `${file}#${job}` };
}

/** GITHUB_SHA is the test merge where GITHUB_REF says so; pull_request_target, and a pull request that was merged, have another ref. */
function testMergeIn(env: EnvironmentVariables): Pick<GithubContext, "testMerge"> {
  const isTested = /^refs\/pull\/\d+\/merge$/.test(env["GITHUB_REF"] ?? "");
  return isTested ? { testMerge: required(env, "GITHUB_SHA") } : {};
}

/** A review and a comment on a line carry the pull request as `pull_request` does, and GITHUB_SHA is its test merge as well. */
function isAboutPullRequest(event: string, payload: unknown): boolean {
  return event.startsWith("pull_request") || WithPullRequest.safeParse(payload).success;
}

/** Events that give a fork's pull request neither a secret nor a token that can write, unless a private repository's settings do. */
export const FORKS_HAVE_NO_RIGHTS: readonly string[] = [
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
];

const WithPullRequest = z.object({ pull_request: z.looseObject({}) });

/**
 * Reads what the runner itself says of a workflow run, whatever its event.
 * @throws PlumblineError of kind "github" that names the variable that is missing
 */
export function readWorkflowRun(
  env: EnvironmentVariables,
): Pick<GithubContext, "repository" | "apiUrl" | "runUrl" | "attempt"> {
  const [owner, name] = required(env, "GITHUB_REPOSITORY").split("/");
  if (!owner || !name) {
    throw outsideActions(`GITHUB_REPOSITORY is ${JSON.stringify(env["GITHUB_REPOSITORY"])}, not owner/name`);
  }
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  return {
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: `${server}/${owner}/${name}/actions/runs/${required(env, "GITHUB_RUN_ID")}`,
    attempt: Number(env["GITHUB_RUN_ATTEMPT"] || 1),
  };
}

const WithDefaultBranch = z.object({ repository: z.object({ default_branch: z.string().min(1) }) });

/**
 * The branch that decides which commit head is compared with. A checkout does not know which one is the repository's default, so if the
 * event names no target, its payload does; and on the branch whose history counts (push, schedule, dispatch) it is that branch itself,
 * where base is the commit before.
 * @param baseline the config file's baseline.branch; null: what the event says alone
 * @returns null if it is not known
 */
export function targetBranchOf(
  context: GithubContext,
  payload: unknown,
  baseline: string | null,
): string | null {
  if (context.baseBranch !== null) return context.baseBranch;
  if (baseline !== null && context.headBranch === baseline) return baseline;
  return WithDefaultBranch.safeParse(payload).data?.repository.default_branch ?? null;
}

/** Returns what a stored run remembers of the invocation. */
export function originOf(context: GithubContext): Origin {
  return {
    repository: `${context.repository.owner}/${context.repository.name}`,
    runUrl: context.runUrl,
    attempt: context.attempt,
    pullRequest: context.pullRequest?.number ?? null,
    ...(context.workflow === undefined ? {} : { workflow: context.workflow }),
    ...(context.config === undefined ? {} : { config: context.config }),
  };
}

const OF_A_BRANCH = ["push", "schedule", "workflow_dispatch", "repository_dispatch"];

/** True where the run is about a branch as it is, and not about what is to be merged into it. */
export function isOfBranch({ event, headBranch }: GithubContext): boolean {
  return headBranch !== null && OF_A_BRANCH.includes(event);
}

type EventFacts = Pick<
  GithubContext,
  "headSha" | "headBranch" | "baseBranch" | "baseSha" | "pullRequest" | "readOnlyToken"
>;

function ofPullRequest(event: string, payload: unknown): EventFacts {
  const { repository, pull_request: pull } = parsePayload(PullRequestEvent, event, payload);
  const fork = pull.head.repo?.full_name !== pull.base.repo?.full_name;
  return {
    headSha: pull.head.sha,
    // Named as GitHub names it: a fork's main must not pass for the main whose history is the baseline.
    headBranch: fork
      ? `${pull.head.repo?.full_name.split("/")[0] ?? "unknown"}:${pull.head.ref}`
      : pull.head.ref,
    baseBranch: pull.base.ref,
    baseSha: pull.base.sha,
    pullRequest: { number: pull.number, fork },
    // Private repositories may be set to give forks a token that writes; there only an attempt shows it.
    readOnlyToken: fork && FORKS_HAVE_NO_RIGHTS.includes(event) && !repository.private,
  };
}

function ofMergeGroup(payload: unknown): EventFacts {
  const { merge_group: group } = parsePayload(MergeGroupEvent, "merge_group", payload);
  return {
    headSha: group.head_sha,
    headBranch: null,
    baseBranch: branchOf(group.base_ref),
    baseSha: group.base_sha,
    pullRequest: null,
    readOnlyToken: false,
  };
}

function ofRef(env: EnvironmentVariables): EventFacts {
  return {
    headSha: required(env, "GITHUB_SHA"),
    headBranch: branchOf(env["GITHUB_REF"] ?? ""),
    baseBranch: null,
    baseSha: null,
    pullRequest: null,
    readOnlyToken: false,
  };
}

function ofPush(payload: unknown): Pick<EventFacts, "baseSha"> {
  const { before } = parsePayload(PushEvent, "push", payload);
  return { baseSha: /^0+$/.test(before) ? null : before }; // All zeros: the push created the branch.
}

function branchOf(ref: string): string | null {
  return ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
}

/** @throws PlumblineError of kind "github" that names the field that is not as it should be */
export function parsePayload<S extends z.ZodType>(schema: S, event: string, payload: unknown): z.infer<S> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new PlumblineError(
    "github",
    `the payload of the event ${event} is not as GitHub describes it: ${issue?.path.join(".")}: ${issue?.message}`,
    { remedy: "if a local runner made the payload, add the field; on GitHub itself, report this as a bug" },
  );
}

function required(env: EnvironmentVariables, name: string): string {
  const value = env[name];
  if (value) return value;
  throw outsideActions(`${name} is not set`);
}

function outsideActions(what: string): PlumblineError {
  return new PlumblineError("github", `this is not a step of a GitHub workflow: ${what}`, {
    remedy:
      "run `plumbline check` on your own machine; a local workflow runner must set GitHub's default variables",
  });
}
