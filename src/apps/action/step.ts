/** The action's step: `plumbline check` in a workflow, with its report published; or the report of another workflow's measurement. */
import path from "node:path";
import type { Config } from "../../config/parse.ts";
import { urlsOf } from "../../config/urls.ts";
import { testMergeOf } from "../../io/git/commit.ts";
import { keepToken } from "../../io/git/credentials.ts";
import { askGit } from "../../io/git/git.ts";
import { readAcceptEvent } from "../../io/github/accept-event.ts";
import { foreseeTrouble, LOOKING_AHEAD } from "../../io/github/access.ts";
import { createClient, type GithubClient, PUBLISHING, type RequestLimits } from "../../io/github/client.ts";
import {
  type GithubContext,
  isOfBranch,
  originOf,
  readContext,
  targetBranchOf,
} from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import { pullRequestsOf } from "../../io/github/merge-group.ts";
import * as step from "../../io/host/actions.ts";
import { environment } from "../../io/host/environment.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { jobName } from "../../model/job.ts";
import { check } from "../../pipeline/check.ts";
import { FILES } from "../../pipeline/documents/files.ts";
import { loadConfig, suiteNamed } from "../../pipeline/invocation/config-file.ts";
import { exitCodeOf } from "../../pipeline/invocation/exit-code.ts";
import { abortOnSignals } from "../../pipeline/invocation/interrupt.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { configOf } from "../../pipeline/invocation/repository.ts";
import { isNowhere, storeOf } from "../../pipeline/invocation/store-location.ts";
import { invocationOf } from "../../pipeline/invocation/words.ts";
import { renderSummary } from "../../report/markdown/summary.ts";
import { shortSha } from "../../text/outside.ts";
import { acceptStep } from "./accept.ts";
import { foreignCode, foreignCodeRefusal, INSISTING } from "./foreign-code.ts";
import { MainBranch } from "./main-branch.ts";
import { publishArtifact, publishRequested } from "./publish-artifact.ts";
import { ReportPublisher } from "./report-publisher.ts";
import { COMMANDS, type Request, readRequest, requestContext, requestStep } from "./request.ts";

export async function runStep(): Promise<number> {
  const inputs = step.readInputs(process.env);
  step.withdrawSecrets();
  const payload = await step.readEvent(process.env);
  const context = readContext(process.env, payload);
  // The store may be a branch of the repository.
  keepToken(process.env["GITHUB_SERVER_URL"] || "https://github.com", inputs["github-token"] ?? "");
  if (inputs.request === COMMANDS) return requestStep(inputs, context, payload);
  const request = inputs.request === undefined ? null : readRequest(inputs.request);
  if (request !== null) return measureOrPublish(inputs, request, context, payload);
  const accepting = readAcceptEvent(context.event, payload, inputs["accept-label"] ?? "");
  if (accepting !== null) return acceptStep(inputs, context, accepting);
  const { publish: place } = inputs;
  return place === undefined
    ? checkAndPublish(inputs, context, payload)
    : publishArtifact({ ...inputs, publish: place }, context, payload);
}

/** Serves a request from a comment, which names the pull request; the event itself does not count. */
async function measureOrPublish(
  inputs: step.Inputs,
  request: Request,
  context: GithubContext,
  payload: unknown,
): Promise<number> {
  const { publish: place } = inputs;
  if (place !== undefined)
    return publishRequested(
      { ...inputs, publish: place },
      requestContext(request, context, false),
      request.suite,
    );
  const suite = await suiteNamed(invocationOf(inputs, process.env, process.cwd()));
  if (request.suite === null || request.suite === suite)
    return checkAndPublish(withCause(inputs, request), requestContext(request, context, true), payload);
  step.sayOutcome("measurement", {
    kind: "skipped",
    why: `the suite ${request.suite} was asked for, not ${suite}`,
  });
  return EXIT_CODE.fine;
}

/** The inputs, with a comment's time for the search for causes if the workflow names none. */
function withCause(inputs: step.Inputs, { cause }: Request): step.Inputs {
  return inputs.cause || cause === undefined ? inputs : { ...inputs, cause };
}

type Connect = (limits?: RequestLimits) => GithubClient;

/** Objects that the parts of a step share. */
type Means = Readonly<{
  connect: Connect;
  progress: ReturnType<typeof step.workflowProgress>;
  /** Fires if the job is cancelled. */
  signal: AbortSignal;
}>;

/** @returns the verdict's exit code, even if GitHub refuses the report */
async function checkAndPublish(inputs: step.Inputs, event: GithubContext, payload: unknown): Promise<number> {
  const asked = invocationOf(inputs, environment(), process.cwd());
  const foreign = await foreignCode(event, payload, asked, stepSecrets(inputs, environment()));
  if (foreign !== null && inputs[INSISTING] === "false") throw foreignCodeRefusal(foreign);
  if (foreign !== null) step.warn({ why: foreign, remedy: `remove ${INSISTING}` });
  const progress = step.workflowProgress(process.stdout);
  const connect: Connect = (limits = PUBLISHING) =>
    createClient({
      token: inputs["github-token"] ?? "",
      apiUrl: event.apiUrl,
      say: (text) => progress.note(text),
      limits,
    });
  const suite = await suiteNamed(asked);
  const job = jobName(inputs.job ?? "", suite);
  const publisher = new ReportPublisher(
    connect,
    { suite, job, isClaim: foreign !== null && inputs.forks === "confirm" },
    inputs,
  );
  // Listens until the end, so that a cancelled job is reported as cancelled.
  const { signal, release } = abortOnSignals();
  const config = await configOf(asked);
  let context: GithubContext = { ...event, ...config };
  try {
    context = { ...(await aboutMeasured(event, asked.cwd)), ...config };
    const origin = { ...originOf(context), ...(job === null ? {} : { job }) };
    const group = await queued(context, payload, connect, asked);
    const about = { branch: context.headBranch, origin, testMerge: context.testMerge, ...group };
    const invocation = { ...asked, ...about };
    return await measureAndPublish(inputs, invocation, context, payload, publisher, {
      connect,
      progress,
      signal,
    });
  } catch (error) {
    progress.end();
    await publisher.fail(context, error);
    throw error;
  } finally {
    release();
  }
}

/** Names of the inputs that are secret: a measured program must not see them. */
function stepSecrets(inputs: step.Inputs, env: NodeJS.ProcessEnv): readonly string[] {
  const store = inputs.store || env["PLUMBLINE_STORE"] || "file:";
  return [
    ...(store.startsWith("file:") ? [] : ["store"]),
    ...(inputs["alert-webhook"] ? ["alert-webhook"] : []),
  ];
}

/** A merge queue's group is compared with the commit that it is merged onto. Acceptances of its pull requests hold for it. */
async function queued(
  context: GithubContext,
  payload: unknown,
  connect: Connect,
  { base }: Invocation,
): Promise<Partial<Invocation>> {
  if (context.event !== "merge_group") return {};
  const group = await pullRequestsOf(connect(LOOKING_AHEAD), context, payload).catch((error: unknown) => {
    const { message: why } = explainFailure(
      error,
      "asking for the group's pull requests",
      "pull-requests: read",
    );
    return { kind: "unknown", why } as const;
  });
  if (group.kind === "known") return { base: base ?? context.baseSha, merging: group.merging };
  step.warn({
    why: `nothing counts as accepted in this group: ${group.why}`,
    remedy: "give the job `pull-requests: read` and `contents: read`",
  });
  return { base: base ?? context.baseSha };
}

async function measureAndPublish(
  inputs: step.Inputs,
  asked: Invocation,
  context: GithubContext,
  payload: unknown,
  publisher: ReportPublisher,
  { connect, progress, signal }: Means,
): Promise<number> {
  const config = await loadConfig(asked);
  const targetBranch = targetBranchOf(context, payload, config.baseline.branch);
  const invocation = { ...asked, targetBranch, ...mergeOf(context, targetBranchOf(context, payload, null)) };
  step.hidePasswords([...urlsOf(config.database), config.store]);
  const warning = storeWarning(config, invocation);
  if (warning !== null) step.warn(warning);
  if (inputs.comment !== "never") await warnEarly(inputs["github-token"] ?? "", context);
  await publisher.begin(context);
  const main = () => new MainBranch(connect(), context, config, invocation, step.sayOutcome, signal);
  await main().land();
  const { report, notStored } = await check(invocation, progress, signal);
  progress.end();

  await step.addSummary(renderSummary(report));
  const { headline, commentUrl } = await publisher.end(context, report);
  step.setOutputs(report, {
    headline,
    report: path.join(invocation.output, FILES.report),
    html: path.join(invocation.output, FILES.html),
    "comment-url": commentUrl,
  });
  if (notStored !== null) throw notStored;
  await main().alert(report, inputs.alerts, inputs["alert-webhook"] ?? null);
  const code = exitCodeOf(report, inputs["fail-on"]);
  step.sayVerdict(headline, code !== 0);
  return code;
}

/**
 * Also a branch may be pushed, or measured by hand, to be merged: its check stands at the same commit as that of its pull request.
 * @param target where the event says that it goes; head's config file may not say that it is there
 */
export function mergeOf(context: GithubContext, target: string | null): Pick<Invocation, "merge"> {
  const { event, pullRequest, headBranch, baseSha } = context;
  if (event === "merge_group") return { merge: { base: baseSha, target } };
  const isAside = isOfBranch(context) && target !== null && headBranch !== target;
  return pullRequest !== null || isAside ? { merge: { base: null, target } } : {};
}

/** Warns of missing permissions before minutes are spent. */
async function warnEarly(token: string, context: GithubContext): Promise<void> {
  const client = createClient({ token, apiUrl: context.apiUrl, say: () => undefined, limits: LOOKING_AHEAD });
  const foreseen = await foreseeTrouble(client, context, token);
  if (foreseen !== null) step.sayForeseen(foreseen);
}

const REMEDY =
  "name the secret as Settings > Secrets has it (the input store is empty if its secret is not set), and give Dependabot one of its own under Settings > Secrets > Dependabot; forks get none, so let them measure side by side";

/**
 * Checks that history mode has a store: head is judged by it, so a workflow without one must not pass silently.
 * @returns a warning to print if the store does not exist yet, as in the very first run; else null
 * @throws PlumblineError of kind "usage" if no store is named: a runner begins with an empty folder each time
 */
export function storeWarning(
  { measure, store }: Pick<Config, "measure" | "store">,
  invocation: Pick<Invocation, "overrides" | "store" | "cwd">,
): Readonly<{ why: string; remedy: string }> | null {
  if ((invocation.overrides.mode ?? measure.mode) !== "history") return null;
  if (invocation.store === null && store === undefined) {
    throw new PlumblineError("usage", "the mode is history, but no store is configured", {
      remedy: REMEDY,
    });
  }
  const location = storeOf(invocation, { store });
  if (!isNowhere(location)) return null;
  return { why: `the store ${location.words} is not there yet, so nothing is compared`, remedy: REMEDY };
}

/** True if the event is about a commit, whatever is checked out. */
function isAboutCommit({ event, pullRequest }: GithubContext): boolean {
  return pullRequest !== null || event === "merge_group" || event === "push";
}

/**
 * The context with the measured commit, which must be the event's commit. A workflow that runs on a schedule or by hand may check out any
 * commit, and the verdict is about that one.
 * @param cwd the checkout; if there is none, nothing is checked
 * @throws PlumblineError of kind "usage" if the event's commit would get a verdict about another one
 */
export async function aboutMeasured(context: GithubContext, cwd: string): Promise<GithubContext> {
  const sha = await askGit(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null || sha === context.headSha) return context;
  if (!isAboutCommit(context)) {
    const branch = await askGit(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
    return { ...context, headSha: sha, headBranch: branch };
  }
  const merge = await testMergeOf(cwd, sha, context.testMerge);
  if (merge?.head === context.headSha) return context;
  const { event, headSha } = context;
  throw new PlumblineError(
    "usage",
    `${shortSha(sha)} is checked out, but this ${event} is about ${shortSha(headSha)}: the verdict would be written about a commit that was not measured`,
    { remedy: eventRemedy(event) },
  );
}

function eventRemedy(event: string): string {
  return event === "pull_request_target"
    ? "measure on pull_request, and publish for forks from a second workflow (docs/examples/fork-measure.yml): pull_request_target checks out the default branch, with secrets in reach"
    : "let actions/checkout check out what it does by default, without `ref`";
}
