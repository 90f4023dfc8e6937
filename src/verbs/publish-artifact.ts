/**
 * The step in a workflow that follows another one (`workflow_run`): what that one measured without any right to write is published
 * by this one, which runs nothing of the pull request. The artifact is a stranger's; see docs/threat-model.md.
 */
import { createClient } from "../github/client.ts";
import type { GithubContext } from "../github/context.ts";
import { explainFailure } from "../github/failure.ts";
import { findPullRequest, readMeasuredRun } from "../github/measured-run.ts";
import { publish } from "../github/publish.ts";
import { publishableOf } from "../github/publishable.ts";
import type { CommentMode } from "../github/sticky-comment.ts";
import * as step from "../host/actions.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import type { Report } from "../model/report.ts";
import { renderSummary } from "../render/summary.ts";
import { openStore } from "../store/open.ts";
import { keepClaimed } from "./keep-claimed.ts";
import { claimReport, readUntrustedReport } from "./untrusted-report.ts";

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
  const found = await findPullRequest(client, context, readMeasuredRun(payload)).catch((error: unknown) => {
    throw explainFailure(error, "finding the pull request", "pull-requests: write");
  });
  if (found.kind === "none") {
    step.sayOutcome("comment", { kind: "skipped", why: found.why });
    return EXIT_CODE.fine;
  }
  const report = await kept(claimReport(untrusted, found.context), inputs);
  await step.addSummary(renderSummary(report));
  const publishable = publishableOf(report, {});
  const published = await publish(client, found.context, publishable, inputs.comment as CommentMode);
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

/** With a store the report can be accepted (docs/examples/accept.yml); without one it is shown as it is. */
async function kept(report: Report, inputs: step.Inputs): Promise<Report> {
  const location = inputs.store || process.env["PLUMBLINE_STORE"];
  if (!location) return report;
  const store = await openStore(location, process.cwd());
  try {
    return await keepClaimed(report, inputs["accept-label"] || null, store);
  } finally {
    await store.close();
  }
}
