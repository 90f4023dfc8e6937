/**
 * The step in a workflow that follows another one (`workflow_run`): what that one measured without any right to write is published
 * by this one, which runs nothing of the pull request. The artifact is a stranger's; see docs/threat-model.md.
 */

import { existsSync } from "node:fs";
import path from "node:path";
import { FILES } from "../documents/files.ts";
import { claimReport, readUntrustedReport } from "../documents/untrusted-report.ts";
import { createClient, type GithubClient } from "../github/client.ts";
import type { GithubContext } from "../github/context.ts";
import { explainFailure } from "../github/failure.ts";
import { findPullRequest, readMeasuredRun } from "../github/measured-run.ts";
import { concludeAnnounced, publish } from "../github/publish.ts";
import { claimed, publishableOf, subjectOf } from "../github/publishable.ts";
import * as step from "../host/actions.ts";
import { environment } from "../host/environment.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import type { Report } from "../model/report.ts";
import { renderSummary } from "../render/markdown/summary.ts";
import { plainLine } from "../render/words/outside.ts";
import { openStore } from "../store/open.ts";
import { keepClaimed } from "./keep-claimed.ts";
import { Telling } from "./telling.ts";

/** @returns the exit code: fine where all was published that can be, whatever the verdict */
export async function publishArtifact(
  inputs: step.Inputs & Readonly<{ publish: string }>,
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
  const untrusted = await readUntrustedReport(inputs.publish);
  const say = (text: string) => step.sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const run = readMeasuredRun(payload);
  const found = await findPullRequest(client, context, run).catch((error: unknown) => {
    throw explainFailure(error, "finding the pull request", "pull-requests: write");
  });
  if (found.kind === "none") {
    step.sayOutcome("comment", { kind: "skipped", why: found.why });
    return EXIT_CODE.fine;
  }
  const isClaim = found.context.pullRequest?.fork === true && inputs.forks === "confirm";
  return await show(
    inputs,
    client,
    found.context,
    claimReport(untrusted, found.context, run.doneAt),
    isClaim,
  );
}

/**
 * What somebody with write access asked for, measured by another job of the same workflow without any right. That somebody asked is
 * what confirms it.
 * @param context of the pull request, as the job that answered the comment knows it
 */
export async function publishRequested(
  inputs: step.Inputs & Readonly<{ publish: string }>,
  context: GithubContext,
  suite: string | null,
): Promise<number> {
  const say = (text: string) => step.sayOutcome("GitHub", { kind: "note", why: text });
  const connect = () => createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  try {
    if (!existsSync(path.join(inputs.publish, FILES.report))) {
      const what = suite === null ? "" : `no job has measured the suite ${plainLine(suite)}: `;
      throw new PlumblineError("usage", `${what}the job that measures has left no report`, {
        remedy:
          "its log, in the same workflow run, says why: it failed, or no config file has a `suite:` of that name",
      });
    }
    const untrusted = await readUntrustedReport(inputs.publish);
    const report = claimReport(untrusted, context, new Date().toISOString());
    if (suite !== null && report.suite !== suite) {
      throw new PlumblineError(
        "usage",
        `the suite ${plainLine(suite)} was asked for, and ${plainLine(report.suite)} was measured`,
        { remedy: "let the job that measures name the config file of that suite" },
      );
    }
    const announced = suite === null || report.origin.job === undefined ? null : suite;
    // Before the comment, which may gather all checks there are.
    const closed =
      announced === null ? EXIT_CODE.fine : await closeAnnounced(connect(), context, announced, report);
    return Math.max(closed, await show(inputs, connect(), context, report, false));
  } catch (error) {
    // The job that measured could not say so itself.
    if (suite !== null)
      await new Telling(connect, { suite, job: null, isClaim: false }, inputs).fail(context, error);
    throw error;
  }
}

/** @returns the exit code */
async function closeAnnounced(
  client: GithubClient,
  context: GithubContext,
  suite: string,
  report: Report,
): Promise<number> {
  const closed = await concludeAnnounced(client, context, subjectOf(suite, null), publishableOf(report, {}));
  step.sayOutcome(`check run of ${plainLine(suite)}`, closed);
  return closed.kind === "failed" ? EXIT_CODE.internal : EXIT_CODE.fine;
}

async function show(
  inputs: step.Inputs & Readonly<{ publish: string }>,
  client: GithubClient,
  context: GithubContext,
  claim: Report,
  isClaim: boolean,
): Promise<number> {
  const report = await kept(claim, inputs);
  await step.addSummary(renderSummary(report));
  const full = publishableOf(report, {});
  const publishable = isClaim ? claimed(full) : full;
  const { workflow, config } = report.origin;
  const written = {
    ...context,
    ...(workflow === undefined ? {} : { workflow }),
    ...(config === undefined ? {} : { config }),
  };
  const published = await publish(client, written, publishable, inputs.comment, inputs["comment-for"]);
  step.sayPublication(published);
  step.setOutputs(report, {
    headline: publishable.check.title,
    report: inputs.publish,
    html: "",
    "comment-url": "url" in published.comment ? published.comment.url : "",
  });
  return published.comment.kind === "failed" || published.check.kind === "failed"
    ? EXIT_CODE.internal
    : EXIT_CODE.fine;
}

/** With a store the report can be accepted (docs/examples/accept.yml); without one, or where it fails, it is shown as it is. */
async function kept(report: Report, inputs: step.Inputs): Promise<Report> {
  const location = inputs.store || environment()["PLUMBLINE_STORE"];
  if (!location) return report;
  try {
    const store = await openStore(location, process.cwd());
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
