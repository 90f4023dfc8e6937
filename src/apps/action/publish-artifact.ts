/**
 * The step in a workflow that follows another one (`workflow_run`): what that one measured without any right to write is published
 * by this one, which runs nothing of the pull request. The artifact is a stranger's; see docs/threat-model.md.
 */

import path from "node:path";
import { withAcceptances } from "../../analysis/history/acceptances.ts";
import { createClient, type GithubClient, PUBLISHING } from "../../io/github/client.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import { findPullRequest, readMeasuredRun } from "../../io/github/measured-run.ts";
import { concludeAnnounced, publish } from "../../io/github/publish.ts";
import { claimed, publishableOf, publishSubject } from "../../io/github/publishable.ts";
import { writerOf } from "../../io/github/writers.ts";
import * as step from "../../io/host/actions.ts";
import { environment } from "../../io/host/environment.ts";
import { untrustedFiles } from "../../io/host/untrusted-file.ts";
import type { Store } from "../../io/store/store.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { OVERALL, type Report, worstOf } from "../../model/report.ts";
import { FILES } from "../../pipeline/documents/files.ts";
import { claimReport, readUntrustedReport } from "../../pipeline/documents/untrusted-report.ts";
import { openStore } from "../../pipeline/invocation/open-store.ts";
import { storeAt } from "../../pipeline/invocation/store-location.ts";
import { renderSummary } from "../../report/markdown/summary.ts";
import { plainLine } from "../../text/outside.ts";
import { ReportPublisher } from "./report-publisher.ts";

/** A run of more jobs than this is not published: each of them costs some calls of GitHub's API. */
const REPORTS_MOST = 32;
/** More than a comment and a check take at the pace that GitHub asks for; all of them fit into the job's ten minutes. */
const SECONDS_EACH = 10;

const LOST = "the job that measures has left no report";

type PublishInputs = step.Inputs & Readonly<{ publish: string }>;
type Claim = Readonly<{ place: string; report: Report }>;
/** Reports that a run has left, the worst first, and the reasons why others were refused. */
type Left = Readonly<{ claims: readonly Claim[]; refusals: readonly unknown[] }>;

/** @returns the exit code: fine where all was published that there is, whatever the verdict */
export async function publishArtifact(
  inputs: PublishInputs,
  context: GithubContext,
  payload: unknown,
): Promise<number> {
  if (context.event !== "workflow_run") {
    throw new PlumblineError(
      "usage",
      `the input publish is set in a workflow that ${context.event} triggered`,
      {
        remedy: "publish from a workflow that workflow_run triggers: docs/examples/fork-publish.yml",
      },
    );
  }
  const run = readMeasuredRun(payload);
  const found = await findPullRequest(connectTo(inputs, context), context, run).catch((error: unknown) => {
    throw explainFailure(error, "finding the pull request", "pull-requests: write");
  });
  if (found.kind === "none") {
    step.sayOutcome("comment", { kind: "skipped", why: found.why });
    return EXIT_CODE.fine;
  }
  const left = await readEach(inputs.publish, (report) => claimReport(report, found.context, run.doneAt));
  if (isNothing(left)) {
    step.sayOutcome("comment", { kind: "skipped", why: `${LOST}; the log of its run says why` });
    return EXIT_CODE.fine;
  }
  const isClaim = found.context.pullRequest?.fork === true && inputs.forks === "confirm";
  return await showEach(inputs, found.context, left, isClaim);
}

/**
 * Publishes what a person with write access asked for, and other jobs of the same workflow measured without any right. The
 * request itself confirms the numbers.
 * @param context of the pull request, as the job that answered the comment knows it
 */
export async function publishRequested(
  inputs: PublishInputs,
  context: GithubContext,
  suite: string | null,
): Promise<number> {
  const connect = () => connectTo(inputs, context);
  try {
    const madeAt = new Date().toISOString();
    const left = await readEach(inputs.publish, (untrusted) =>
      ofSuite(suite, claimReport(untrusted, context, madeAt)),
    );
    if (isNothing(left)) throw lost(suite);
    let code: number = EXIT_CODE.fine;
    const client = connectTo(inputs, context, left.claims.length);
    for (const { report } of left.claims) {
      // Before the comment, which may gather all checks there are.
      if (suite !== null && report.origin.job !== undefined)
        code = Math.max(code, await closeAnnounced(client, context, suite, report));
    }
    code = Math.max(code, await showEach(inputs, context, left, false));
    if (left.claims.length === 0) throw left.refusals[0];
    return code;
  } catch (error) {
    // The job that measured could not say so itself.
    if (suite !== null)
      await new ReportPublisher(connect, { suite, job: null, isClaim: false }, inputs).fail(context, error);
    throw error;
  }
}

function connectTo(inputs: PublishInputs, context: GithubContext, reports = 1): GithubClient {
  return createClient({
    token: inputs["github-token"] ?? "",
    apiUrl: context.apiUrl,
    say: (text) => step.sayOutcome("GitHub", { kind: "note", why: text }),
    limits: { ...PUBLISHING, seconds: PUBLISHING.seconds + (reports - 1) * SECONDS_EACH },
  });
}

function lost(suite: string | null): PlumblineError {
  const what = suite === null ? "" : `no job has measured the suite ${plainLine(suite)}: `;
  return new PlumblineError("usage", `${what}${LOST}`, {
    remedy: "see its log, in the same workflow run: it failed, or no config file has a `suite:` of that name",
  });
}

function isNothing({ claims, refusals }: Left): boolean {
  return claims.length + refusals.length === 0;
}

/** @throws PlumblineError of kind "usage" if it is another suite's than the one that was asked for */
function ofSuite(suite: string | null, report: Report): Report {
  if (suite === null || report.suite === suite) return report;
  throw new PlumblineError(
    "usage",
    `the suite ${plainLine(suite)} was asked for, and ${plainLine(report.suite)} was measured`,
    { remedy: "let the job that measures name the config file of that suite" },
  );
}

/**
 * Reads every report that lies in the folder or, where several artifacts were downloaded, in folders of it.
 * @param claim makes of each what can be published, or throws why it cannot be
 * @throws what is wrong with the only one there is; of several none keeps the others from being published
 */
async function readEach(folder: string, claim: (untrusted: Report) => Report): Promise<Left> {
  const claims: Claim[] = [];
  const refusals: unknown[] = [];
  for (const place of await untrustedFiles(folder, FILES.report, REPORTS_MOST)) {
    try {
      claims.push({ place, report: claim(await readUntrustedReport(place)) });
    } catch (error) {
      if (place === folder) throw error;
      refusals.push(artifactRefusal(place, error));
    }
  }
  return withoutDoubles(claims, refusals);
}

/** Keeps one report for each comment and check: two must not take turns there, and the worse one must not be the one that is lost. */
function withoutDoubles(claims: readonly Claim[], refusals: readonly unknown[]): Left {
  const kept = new Map<string, Claim>();
  const doubles: unknown[] = [];
  const rank = ({ report }: Claim) => OVERALL.indexOf(report.verdict);
  for (const each of claims.toSorted((a, b) => rank(a) - rank(b))) {
    const { suite, origin } = each.report;
    const whose = JSON.stringify([publishSubject(suite, origin.job ?? null).marker, writerOf(origin)]);
    const other = kept.get(whose);
    if (other === undefined) kept.set(whose, each);
    else doubles.push(artifactRefusal(each.place, doubleOf(other)));
  }
  return { claims: [...kept.values()], refusals: [...refusals, ...doubles] };
}

function doubleOf({ place }: Claim): PlumblineError {
  return new PlumblineError(
    "usage",
    `it has the same suite and job as ${path.basename(place)}, which is no better`,
    {
      remedy: "let the jobs differ by the input `job`, or measure each suite in one job",
    },
  );
}

/** @returns the error in one line that says which of the reports it is about */
function artifactRefusal(place: string, error: unknown): unknown {
  if (!(error instanceof PlumblineError)) return error;
  const message = plainLine(`${path.basename(place)}: ${error.message}`, 400);
  return error.with({ message, cause: error });
}

/** @returns the exit code */
async function closeAnnounced(
  client: GithubClient,
  context: GithubContext,
  suite: string,
  report: Report,
): Promise<number> {
  const closed = await concludeAnnounced(
    client,
    context,
    publishSubject(suite, null),
    publishableOf(report, {}),
  );
  step.sayOutcome(`check run of ${plainLine(suite)}`, closed);
  return closed.kind === "failed" ? EXIT_CODE.internal : EXIT_CODE.fine;
}

/**
 * Publishes the reports, says why others are refused, and sets the outputs to the worst report's.
 * @returns the exit code
 */
async function showEach(
  inputs: PublishInputs,
  context: GithubContext,
  { claims, refusals }: Left,
  isClaim: boolean,
): Promise<number> {
  const codes: number[] = [EXIT_CODE.fine];
  for (const refused of refusals) codes.push(await step.sayError(refused));
  const client = connectTo(inputs, context, claims.length);
  const shown: PublishedReport[] = [];
  for (const claim of claims) {
    try {
      shown.push(await show(inputs, client, context, claim, isClaim));
    } catch (error) {
      if (claims.length === 1) throw error;
      codes.push(await step.sayError(error));
    }
  }
  const worst = worstOf(shown);
  if (worst !== undefined) step.setOutputs(worst.report, worst.outputs);
  return Math.max(...codes, ...shown.map(({ code }) => code));
}

type PublishedReport = Readonly<{
  verdict: Report["verdict"];
  report: Report;
  outputs: Parameters<typeof step.setOutputs>[1];
  /** The exit code. */
  code: number;
}>;

async function show(
  inputs: PublishInputs,
  client: GithubClient,
  context: GithubContext,
  claim: Claim,
  isClaim: boolean,
): Promise<PublishedReport> {
  const report = await withHistory(claim.report, inputs);
  await step.addSummary(renderSummary(report));
  const full = publishableOf(report, {});
  // Where an annotation stands is in the report, and so a stranger's to say.
  const check = { ...full.check, ...(context.pullRequest?.fork ? { annotations: [] } : {}) };
  const publishable = isClaim ? claimed({ ...full, check }) : { ...full, check };
  const { workflow, config } = report.origin;
  const written = {
    ...context,
    ...(workflow === undefined ? {} : { workflow }),
    ...(config === undefined ? {} : { config }),
  };
  const published = await publish(client, written, publishable, inputs.comment, inputs["comment-for"]);
  step.sayPublication(published);
  const failed = published.comment.kind === "failed" || published.check.kind === "failed";
  const outputs = {
    headline: publishable.check.title,
    report: claim.place,
    html: "",
    "comment-url": "url" in published.comment ? published.comment.url : "",
  };
  return { verdict: report.verdict, report, outputs, code: failed ? EXIT_CODE.internal : EXIT_CODE.fine };
}

/** Keeps the report in the store, to be accepted there (docs/examples/accept.yml); without one, or if it fails, it is shown as it is. */
async function withHistory(report: Report, inputs: step.Inputs): Promise<Report> {
  const location = inputs.store || environment()["PLUMBLINE_STORE"];
  if (!location) return report;
  try {
    const store = await openStore(storeAt(location, process.cwd()));
    try {
      return await keepClaimed(report, inputs["accept-label"] || null, store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    step.sayOutcome("report to the store", {
      kind: "failed",
      why: `${error.message}; it is shown, and cannot be accepted`,
      remedy: error.remedy ?? "",
    });
    return report;
  }
}

/**
 * Judges the report by what stands on its pull request, and keeps it for a later acceptance. Its runs are not kept: numbers that
 * strangers wrote are no baseline. Reports about the same commit in other pull requests stay what they are.
 * @param report as `claimReport` gives it: about a pull request that GitHub named
 * @throws PlumblineError of kind "store"
 */
export async function keepClaimed(report: Report, acceptLabel: string | null, store: Store): Promise<Report> {
  const { repository, pullRequest } = report.origin;
  if (repository === null || pullRequest === null) return report;
  const guidance = { configPath: null, dashboardUrl: null, acceptLabel };
  const judged = {
    ...withAcceptances(report, await store.acceptances({ repository, pullRequest })),
    guidance,
  };
  await store.saveReport(judged);
  return judged;
}
