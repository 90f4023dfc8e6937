/**
 * Requests that people with write access make in a comment, and how jobs learn of them: the first job of the workflow asks GitHub and
 * answers in its output `request`, the second measures without any right, the third publishes. See docs/examples/on-request.yml.
 */
import { z } from "zod";
import { readComment } from "../../io/github/accept-event.ts";
import { createClient, type GithubClient } from "../../io/github/client.ts";
import { commitSha, type GithubContext } from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import { confirm, ownChecks, rerun, workflowRuns } from "../../io/github/own-checks.ts";
import { announce } from "../../io/github/publish.ts";
import { publishSubject } from "../../io/github/publishable.ts";
import { presentPullRequest } from "../../io/github/pull-request.ts";
import { type Reaction, react, reply } from "../../io/github/reaction.ts";
import { headMismatch, headRefusal } from "../../io/github/seen-head.ts";
import { mayWrite } from "../../io/github/write-access.ts";
import * as step from "../../io/host/actions.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { parseRequest, REQUEST_HELP, type RequestCommand } from "../../model/request-command.ts";
import { object } from "../../model/shape.ts";

/** The input of the job that answers comments. */
export const COMMANDS = "commands";

/** Time that `/plumbline why` has, unless the input `cause` gives it another. */
const LONG_SEARCH = "10m";

const Request = object({
  pullRequest: z.int().positive(),
  fork: z.boolean(),
  head: commitSha,
  headBranch: z.string().nullable(),
  baseBranch: z.string().nullable(),
  baseSha: commitSha.nullable(),
  /** Null: any suite. */
  suite: z.string().nullable(),
  /** Time to look for causes, if the comment asks for them: "10m". */
  cause: z.string().optional(),
});
export type Request = z.infer<typeof Request>;

type RequestAnswer = Readonly<{
  answer: Reaction;
  said: string;
  request?: Request;
  /** Text of a comment that says it too: people do not see the job's log. */
  reply?: string;
}>;

/** @returns the exit code */
export async function requestStep(
  inputs: step.Inputs,
  context: GithubContext,
  payload: unknown,
): Promise<number> {
  step.setRequest("", "");
  const comment = context.event === "issue_comment" ? readComment(payload) : null;
  const command = comment?.kind === "comment" ? parseRequest(comment.text) : null;
  if (comment?.kind !== "comment" || command === null) {
    const why = comment?.kind === "nothing" ? comment.why : "the comment asks for nothing of this workflow";
    step.sayOutcome("request", { kind: "nothing to do", why });
    return EXIT_CODE.fine;
  }
  const say = (text: string) => step.sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const failed = (error: unknown) => {
    throw explainFailure(error, `answering /plumbline ${command.kind}`, permissionOf(command));
  };
  const {
    answer,
    said,
    request,
    reply: words,
  } = await answerTo(client, context, comment, command).catch(failed);
  step.sayOutcome("request", { kind: answer, why: said });
  await react(client, context.repository, comment.id, answer);
  if (words !== undefined) await reply(client, context.repository, comment.pullRequest, words).catch(failed);
  if (request !== undefined) step.setRequest(JSON.stringify(request), request.head);
  return EXIT_CODE.fine;
}

function permissionOf({ kind }: RequestCommand) {
  if (kind === "rerun") return "actions: write";
  return kind === "confirm" ? "checks: write" : "pull-requests: write";
}

type Asking = Readonly<{ pullRequest: number; by: string; at: string }>;

/** @throws what Octokit throws; see failure.ts */
export async function answerTo(
  client: GithubClient,
  context: GithubContext,
  { pullRequest, by, at }: Asking,
  command: RequestCommand,
): Promise<RequestAnswer> {
  const { repository } = context;
  if (!(await mayWrite(client, repository, by)))
    return { answer: "-1", said: `${by} has no write access, which asking for something needs` };
  if (command.kind === "help") return { answer: "+1", said: "listed the commands", reply: REQUEST_HELP };
  if (command.kind === "unclear") {
    const { why } = command;
    return { answer: "confused", said: why, reply: `Plumbline did nothing: ${why}.\n\n${REQUEST_HELP}` };
  }
  const present = await presentPullRequest(client, context, pullRequest);
  const { context: own } = present;
  const mismatch = await headMismatch(client, present, { at, commit: command.commit });
  if (mismatch !== null) {
    const suite = "suite" in command && command.suite !== null ? "SUITE " : "";
    const again = `\`/plumbline ${command.kind} ${suite}${own.headSha}\``;
    const said = headRefusal(mismatch, own.headSha, again);
    return { answer: "confused", said, reply: said };
  }
  switch (command.kind) {
    case "run":
    case "why":
      return await answerRun(client, own, command);
    case "rerun":
      return await answerRerun(client, own);
    case "confirm":
      return await answerConfirm(client, own, by, at);
  }
}

async function answerRun(
  client: GithubClient,
  own: GithubContext,
  { kind, suite }: Extract<RequestCommand, { kind: "run" | "why" }>,
): Promise<RequestAnswer> {
  if (suite !== null) await announce(client, own, publishSubject(suite, null));
  const { headSha: head, headBranch, baseBranch, baseSha, pullRequest } = own;
  const { number, fork } = pullRequest!;
  const request = { pullRequest: number, fork, head, headBranch, baseBranch, baseSha, suite };
  const more = kind === "why" ? { cause: LONG_SEARCH } : {};
  return { answer: "eyes", said: `measuring ${head}`, request: { ...request, ...more } };
}

async function answerRerun(client: GithubClient, own: GithubContext): Promise<RequestAnswer> {
  const runs = workflowRuns(await ownChecks(client, own.repository, own.headSha));
  for (const run of runs) await rerun(client, own.repository, run);
  return runs.length === 0
    ? {
        answer: "confused",
        said: `nothing was measured at ${own.headSha} yet; /plumbline run measures it`,
      }
    : { answer: "+1", said: `running again: ${runs.join(", ")}` };
}

/** Confirms the claims that are older than the comment: its author cannot have seen later ones. */
async function answerConfirm(
  client: GithubClient,
  own: GithubContext,
  by: string,
  at: string,
): Promise<RequestAnswer> {
  const claims = (await ownChecks(client, own.repository, own.headSha)).filter(
    ({ claim, doneAt }) => claim !== null && doneAt !== null && doneAt < Date.parse(at),
  );
  for (const check of claims) await confirm(client, own.repository, check, by);
  return claims.length === 0
    ? { answer: "confused", said: `nothing about ${own.headSha} waited to be confirmed when you wrote` }
    : { answer: "+1", said: `confirmed at ${own.headSha}: ${claims.map(({ name }) => name).join(", ")}` };
}

/** @throws PlumblineError of kind "usage" if the text is no request */
export function readRequest(text: string): Request {
  try {
    return Request.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlumblineError("usage", "the input request is not what the first job answered", {
      remedy: `pass its output on unchanged: request: ${"$"}{{ needs.ask.outputs.request }}`,
      cause,
    });
  }
}

/**
 * The context of the pull request that is meant, though a comment started the workflow on the default branch.
 * @param readOnlyToken of the job that measures
 */
export function requestContext(
  request: Request,
  context: GithubContext,
  readOnlyToken: boolean,
): GithubContext {
  const { pullRequest: number, fork, head: headSha, headBranch, baseBranch, baseSha } = request;
  return {
    ...context,
    event: "pull_request",
    headSha,
    headBranch,
    baseBranch,
    baseSha,
    pullRequest: { number, fork },
    readOnlyToken,
    onRequest: true,
  };
}
