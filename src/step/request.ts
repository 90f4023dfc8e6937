/**
 * What people with write access ask for in a comment, and how the jobs that do it get to know: the first job of the workflow asks
 * GitHub and answers in its output `request`, the second measures without any right, the third publishes. See docs/examples/on-request.yml.
 */
import { z } from "zod";
import { readComment } from "../github/accept-event.ts";
import { createClient, type GithubClient } from "../github/client.ts";
import { commitSha, type GithubContext } from "../github/context.ts";
import { explainFailure } from "../github/failure.ts";
import { confirm, knownSince, ownChecks, rerun, runsOf } from "../github/own-checks.ts";
import { announce } from "../github/publish.ts";
import { subjectOf } from "../github/publishable.ts";
import { presentPullRequest } from "../github/pull-request.ts";
import { type Reaction, react } from "../github/reaction.ts";
import { mayWrite } from "../github/write-access.ts";
import * as step from "../host/actions.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import { parseRequest, REQUEST_HELP, type RequestCommand } from "../model/request-command.ts";
import { shortSha } from "../render/words/outside.ts";

/** The input of the job that answers comments. */
export const COMMANDS = "commands";

const Request = z
  .strictObject({
    pullRequest: z.int().positive(),
    fork: z.boolean(),
    head: commitSha,
    headBranch: z.string().nullable(),
    baseBranch: z.string().nullable(),
    baseSha: commitSha.nullable(),
    /** Null: whatever is measured. */
    suite: z.string().nullable(),
  })
  .readonly();
export type Request = z.infer<typeof Request>;

type Answer = Readonly<{ answer: Reaction; said: string; request?: Request }>;

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
  const { answer, said, request } = await answerTo(client, context, comment, command).catch(
    (error: unknown) => {
      throw explainFailure(error, `answering /plumbline ${command.kind}`, permissionOf(command));
    },
  );
  step.sayOutcome("request", { kind: answer, why: said });
  await react(client, context.repository, comment.id, answer);
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
): Promise<Answer> {
  const { repository } = context;
  if (!(await mayWrite(client, repository, by)))
    return { answer: "-1", said: `${by} has no write access, which asking for something needs` };
  if (command.kind === "help") {
    await client.rest.issues.createComment({
      owner: repository.owner,
      repo: repository.name,
      issue_number: pullRequest,
      body: REQUEST_HELP,
    });
    return { answer: "+1", said: "told what there is" };
  }
  const { context: own } = await presentPullRequest(client, context, pullRequest);
  switch (command.kind) {
    case "run":
      return await answerRun(client, own, command, at);
    case "rerun":
      return await answerRerun(client, own);
    case "confirm":
      return await answerConfirm(client, own, by);
  }
}

/** Who asks has seen a head; one that was pushed since must not be measured in its place. */
async function answerRun(
  client: GithubClient,
  own: GithubContext,
  { suite, commit }: Extract<RequestCommand, { kind: "run" }>,
  at: string,
): Promise<Answer> {
  const { headSha: head } = own;
  const name = `name the commit: /plumbline run ${suite === null ? "" : `${suite} `}${shortSha(head)}`;
  if (commit !== null && !head.startsWith(commit))
    return { answer: "confused", said: `the pull request's head is ${shortSha(head)} by now; ${name}` };
  if (commit === null) {
    const since = await knownSince(client, own.repository, head);
    if (since === null || since > Date.parse(at)) {
      const why =
        since === null ? "GitHub does not tell when the head was pushed" : "the head was pushed later";
      return { answer: "confused", said: `${why}; ${name}` };
    }
  }
  if (suite !== null) await announce(client, own, subjectOf(suite, null));
  const { headBranch, baseBranch, baseSha, pullRequest } = own;
  const { number, fork } = pullRequest!;
  const request = { pullRequest: number, fork, head, headBranch, baseBranch, baseSha, suite };
  return { answer: "eyes", said: `measuring ${shortSha(head)}`, request };
}

async function answerRerun(client: GithubClient, own: GithubContext): Promise<Answer> {
  const runs = runsOf(await ownChecks(client, own.repository, own.headSha));
  for (const run of runs) await rerun(client, own.repository, run);
  return runs.length === 0
    ? {
        answer: "confused",
        said: `nothing was measured at ${shortSha(own.headSha)} yet; /plumbline run measures it`,
      }
    : { answer: "+1", said: `running again: ${runs.join(", ")}` };
}

async function answerConfirm(client: GithubClient, own: GithubContext, by: string): Promise<Answer> {
  const claims = (await ownChecks(client, own.repository, own.headSha)).filter(({ claim }) => claim !== null);
  for (const check of claims) await confirm(client, own.repository, check, by);
  return claims.length === 0
    ? { answer: "confused", said: `nothing about ${shortSha(own.headSha)} waits to be confirmed` }
    : { answer: "+1", said: `confirmed: ${claims.map(({ name }) => name).join(", ")}` };
}

/** @throws PlumblineError of kind "usage" where the text is no request */
export function readRequest(text: string): Request {
  try {
    return Request.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlumblineError("usage", "the input request is not what the first job answered", {
      remedy: `hand its output on as it is: request: ${"$"}{{ needs.ask.outputs.request }}`,
      cause,
    });
  }
}

/**
 * The context of the pull request that is meant, though a comment started the workflow on the default branch.
 * @param readOnlyToken of the job that measures
 */
export function contextOf(request: Request, context: GithubContext, readOnlyToken: boolean): GithubContext {
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
