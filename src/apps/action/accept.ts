/**
 * The step where a person accepts a regression, or takes that back, by a label or a comment: nothing is measured and nothing of the
 * pull request is run. What was measured is judged again and shown.
 */

import {
  type AcceptDecision,
  acceptByCommand,
  acceptByLabel,
  type Occasion,
  revoke,
} from "../../analysis/history/accept-request.ts";
import { widerLimits, withAcceptances } from "../../analysis/history/acceptances.ts";
import type { AcceptEvent } from "../../io/github/accept-event.ts";
import { createClient, type GithubClient } from "../../io/github/client.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import { publish } from "../../io/github/publish.ts";
import { publishableOf } from "../../io/github/publishable.ts";
import { type PresentPullRequest, presentPullRequest } from "../../io/github/pull-request.ts";
import { type Reaction, react, reply } from "../../io/github/reaction.ts";
import { headMismatch, headRefusal } from "../../io/github/seen-head.ts";
import { mayWrite } from "../../io/github/write-access.ts";
import * as step from "../../io/host/actions.ts";
import { environment } from "../../io/host/environment.ts";
import type { Store } from "../../io/store/store.ts";
import { type AcceptCommand, parseCommand } from "../../model/accept-command.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { nameMismatch } from "../../model/named-commit.ts";
import { type Report, worstOf } from "../../model/report.ts";
import { exitCodeOf } from "../../pipeline/invocation/exit-code.ts";
import { openStore } from "../../pipeline/invocation/open-store.ts";
import { historyLocation, isNowhere } from "../../pipeline/invocation/store-location.ts";
import { limitText } from "../../report/words/limits.ts";

/** A person's request to accept, or to take an acceptance back. */
export type AcceptRequest = Exclude<AcceptEvent, { kind: "nothing" }>;

export type Decision = Readonly<{
  /** `+1` where something was recorded. */
  answer: Reaction;
  said: string;
  /** Context of the pull request, for publishing; null if the author has no right to ask. */
  context: GithubContext | null;
  /** The reports about its head, judged again. */
  reports: readonly Report[];
  /** True if the head may not be the one that was meant: the pull request says which one it is. */
  isUncertain?: true;
}>;

const NOT_FOR_FORKS =
  "let the workflow listen to pull_request_target, as docs/examples/accept.yml does: pull_request gives a fork's job neither a secret nor a token that can write";

/** @returns the exit code: that of the worst verdict, as it stands now */
export async function acceptStep(
  inputs: step.Inputs,
  context: GithubContext,
  event: AcceptEvent,
): Promise<number> {
  if (event.kind === "nothing") {
    step.sayOutcome("accept", { kind: "nothing to do", why: event.why });
    return EXIT_CODE.fine;
  }
  if (context.readOnlyToken) {
    step.sayOutcome("accept", { kind: "skipped", why: NOT_FOR_FORKS });
    return EXIT_CODE.fine;
  }
  const say = (text: string) => step.sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const store = await openSharedStore(inputs, process.cwd()).catch(async (error: unknown) => {
    // The comment's author does not see this job.
    if (event.kind === "comment") await react(client, context.repository, event.id, "confused");
    throw error;
  });
  try {
    const decision = await decide(client, store, context, event, new Date());
    step.sayOutcome("accept", { kind: decision.answer, why: decision.said });
    if (event.kind === "comment") await react(client, context.repository, event.id, decision.answer);
    if (decision.isUncertain) await reply(client, context.repository, event.pullRequest, decision.said);
    const { context: own } = decision;
    if (own === null) return EXIT_CODE.fine;
    const show = async (report: Report) => {
      const shown = asWriter(report, { ...own, runUrl: report.origin.runUrl ?? context.runUrl });
      step.sayPublication(
        await publish(client, shown, publishableOf(report, {}), inputs.comment, inputs["comment-for"]),
      );
    };
    const subject = { repository: repositoryName(context), pullRequest: event.pullRequest };
    return conclude(await showWhatStands(store, subject, decision.reports, show), inputs);
  } finally {
    await store.close();
  }
}

/** The context of the report's own measurement: what is judged again replaces what that one wrote, and nothing of another's. */
function asWriter({ origin: { workflow, config } }: Report, context: GithubContext): GithubContext {
  const { workflow: _, config: __, ...rest } = context;
  return {
    ...rest,
    ...(workflow === undefined ? {} : { workflow }),
    ...(config === undefined ? {} : { config }),
  };
}

/** @throws PlumblineError of kind "usage" if the store would be a folder that no other job ever sees */
async function openSharedStore(
  { config = "plumbline.yml", store }: step.Inputs,
  cwd: string,
): Promise<Store> {
  const location = await historyLocation({ config, ...(store ? { store } : {}) }, environment(), cwd);
  if (!isNowhere(location)) return await openStore(location);
  throw new PlumblineError(
    "usage",
    `accepting needs a store that both workflows reach, and ${location.words} is not there`,
    {
      remedy:
        "give the input store the same postgres://... or folder in both workflows, and check that its secret is set",
    },
  );
}

/**
 * Records what was asked for, where its author may, and judges the pull request's reports again.
 * @throws PlumblineError of kind "github" or "store"
 */
export async function decide(
  client: GithubClient,
  store: Store,
  context: GithubContext,
  request: AcceptRequest,
  now: Date,
): Promise<Decision> {
  const { by, pullRequest } = request;
  const asking = async () => {
    const allowed = await mayWrite(client, context.repository, by);
    // Taking the label away needs no right: it is gone already.
    return allowed || takesAway(request) ? presentPullRequest(client, context, pullRequest) : null;
  };
  const present = await asking().catch((error: unknown) => {
    throw explainFailure(error, "asking who may accept", "pull-requests: write");
  });
  if (present === null) {
    return {
      answer: "-1",
      said: `${by} has no write access, which accepting needs`,
      context: null,
      reports: [],
    };
  }
  const { context: own, labels } = present;
  const repository = repositoryName(context);
  const reports = (await store.reports(own.headSha)).filter(
    ({ origin }) => origin.repository === repository && origin.pullRequest === pullRequest,
  );
  // The job for the label that was taken away may have run first.
  if (request.kind === "label" && request.put && !labels.includes(request.label))
    return { answer: "confused", said: `the label ${request.label} is gone again`, context: own, reports };
  const command = request.kind === "comment" ? acceptCommandIn(request.text, reports) : request;
  const mismatch = await requestMismatch(client, present, request, command).catch((error: unknown) => {
    throw explainFailure(error, "asking when the head was pushed", "pull-requests: write");
  });
  if (mismatch !== null) {
    const said = headRefusal(mismatch, own.headSha, `\`/plumbline accept ${own.headSha} reason\``);
    return { answer: "confused", said, context: own, reports, isUncertain: true };
  }
  const standing = await standingAcceptances(store, { repository, pullRequest });
  const asked = decideAcceptance(
    command,
    standing,
    reports,
    occasionOf(request, repository, own, now),
    isFork(own),
  );
  if ("nothing" in asked) return { answer: "confused", said: asked.nothing, context: own, reports };
  await store.saveAcceptances(asked.record);
  const after = await standingAcceptances(store, { repository, pullRequest });
  const judged = reports.map((report) => withAcceptances(report, after));
  for (const report of judged) await store.saveReport(report);
  return { answer: "+1", said: describe(asked.record, judged), context: own, reports: judged };
}

type LabelRequest = Extract<AcceptRequest, { kind: "label" }>;

/**
 * Explains why the present head may not be the one that was seen; null if nothing speaks against it, or nothing is accepted. In
 * the repository itself a label accepts whatever comes, and a command only what was measured, so known, before it.
 */
async function requestMismatch(
  client: GithubClient,
  present: PresentPullRequest,
  request: AcceptRequest,
  command: AcceptCommand | LabelRequest,
): Promise<string | null> {
  const { headSha } = present.context;
  if (command.kind === "label") {
    if (!command.put || !isFork(present.context)) return null;
    const mismatch = nameMismatch(command.head, headSha);
    return mismatch ?? headMismatch(client, present, { at: command.at, commit: null });
  }
  if (command.kind !== "accept") return null;
  const { commit } = command;
  return isFork(present.context)
    ? headMismatch(client, present, { at: request.at, commit })
    : commit && nameMismatch(commit, headSha);
}

function isFork({ pullRequest }: GithubContext): boolean {
  return pullRequest?.fork === true;
}

type PullRequestKey = Readonly<{ repository: string; pullRequest: number }>;

/**
 * Judges the reports by what stands, keeps and shows them, until nothing was decided meanwhile: each decision has a job of its own,
 * several may run at once, and what is shown in the end must know of all of them.
 */
export async function showWhatStands(
  store: Store,
  subject: PullRequestKey,
  reports: readonly Report[],
  show: (report: Report) => Promise<void>,
): Promise<readonly Report[]> {
  for (;;) {
    const standing = await standingAcceptances(store, subject);
    const judged = reports.map((report) => withAcceptances(report, standing));
    for (const report of judged) {
      await store.saveReport(report);
      await show(report);
    }
    if (idsOf(await standingAcceptances(store, subject)) === idsOf(standing)) return judged;
  }
}

async function standingAcceptances(store: Store, subject: PullRequestKey): Promise<readonly Acceptance[]> {
  return (await store.acceptances(subject)).filter(({ revoked }) => revoked === null);
}

function idsOf(acceptances: readonly Acceptance[]): string {
  return acceptances
    .map(({ id }) => id)
    .sort()
    .join();
}

function repositoryName({ repository: { owner, name } }: GithubContext): string {
  return `${owner}/${name}`;
}

function takesAway(request: AcceptRequest): boolean {
  return request.kind === "label" && !request.put;
}

function occasionOf(request: AcceptRequest, repository: string, own: GithubContext, now: Date): Occasion {
  const { by, pullRequest } = request;
  const at = request.kind === "comment" ? new Date(request.at).toISOString() : now.toISOString();
  const key = request.kind === "comment" ? `${repository}/comments/${request.id}` : own.runUrl;
  return { repository, pullRequest, commit: own.headSha, by, at, key };
}

function decideAcceptance(
  command: AcceptCommand | LabelRequest,
  standing: readonly Acceptance[],
  reports: readonly Report[],
  occasion: Occasion,
  fork: boolean,
): AcceptDecision {
  switch (command.kind) {
    case "label":
      return command.put
        ? acceptByLabel(command.label, standing, occasion, fork ? "label-at-head" : "label")
        : revoke(
            standing.filter(({ via }) => via !== "command"),
            occasion,
          );
    case "accept":
      return acceptByCommand(command, reports, occasion);
    case "revoke":
      return revoke(standing, occasion);
    case "unclear":
      return { nothing: command.why };
  }
}

function acceptCommandIn(text: string, reports: readonly Report[]): AcceptCommand {
  return parseCommand(
    text,
    reports.flatMap(({ workloads }) => workloads.map(({ name }) => name)),
  );
}

function describe(record: readonly Acceptance[], reports: readonly Report[]): string {
  const what = record.every(({ revoked }) => revoked === null) ? "accepted" : "taken back";
  const verdicts = reports.map((report) => {
    const limits = widerLimits(report).map((change) => limitText(change));
    return `${report.suite}: ${report.verdict}${limits.length === 0 ? "" : ` (limits ${limits.join("; ")})`}`;
  });
  return `${what}; ${verdicts.length === 0 ? "nothing is measured at this commit yet" : verdicts.join(", ")}`;
}

/** Sets the outputs to the worst report's. */
function conclude(reports: readonly Report[], inputs: step.Inputs): number {
  const worst = worstOf(reports);
  if (worst === undefined) return EXIT_CODE.fine;
  const headline = publishableOf(worst, {}).check.title;
  step.setOutputs(worst, { headline, report: "", html: "", "comment-url": "" });
  const code = exitCodeOf(worst, inputs["fail-on"]);
  step.sayVerdict(headline, code !== 0);
  return code;
}
