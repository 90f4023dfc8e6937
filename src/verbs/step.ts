/** What the action's step does: `plumbline check` in a workflow, published; or the publishing of what another workflow measured. */
import path from "node:path";
import type { Config } from "../config/parse.ts";
import { readAcceptEvent } from "../github/accept-event.ts";
import { foreseeTrouble, LOOKING_AHEAD } from "../github/access.ts";
import { createClient } from "../github/client.ts";
import { type GithubContext, originOf, readContext, targetBranchOf } from "../github/context.ts";
import { publish } from "../github/publish.ts";
import { publishableOf } from "../github/publishable.ts";
import type { CommentMode } from "../github/sticky-comment.ts";
import * as step from "../host/actions.ts";
import { check, FILES, loadConfig } from "../pipeline.ts";
import { renderSummary } from "../render/summary.ts";
import { acceptStep } from "./accept-step.ts";
import type { AlertMode } from "./alert-main.ts";
import { abortOnSignals } from "./interrupt.ts";
import { invocationOf } from "./invocation.ts";
import { MainBranch } from "./main-branch.ts";
import { publishArtifact } from "./publish-artifact.ts";
import { exitCodeOf, type FailOn } from "./verdict.ts";

export async function runStep(): Promise<number> {
  const inputs = step.readInputs(process.env);
  const payload = await step.readEvent(process.env);
  const context = readContext(process.env, payload);
  const accepting = readAcceptEvent(context.event, payload, inputs["accept-label"] ?? "");
  if (accepting !== null) return acceptStep(inputs, context, accepting);
  const { publish: place } = inputs;
  return place === undefined
    ? checkAndPublish(inputs, context, payload)
    : publishArtifact({ ...inputs, publish: place }, context, payload);
}

/** @returns the exit code: the verdict's, whatever GitHub says to what is published */
async function checkAndPublish(
  inputs: step.Inputs,
  context: GithubContext,
  payload: unknown,
): Promise<number> {
  const asked = invocationOf(inputs, process.env, process.cwd());
  step.forgetTokens(process.env);
  const config = await loadConfig(asked);
  const invocation = {
    ...asked,
    branch: context.headBranch,
    targetBranch: targetBranchOf(context, payload, config.baseline.branch),
    origin: originOf(context),
  };
  step.hidePasswords(urlsOf(config));
  if (inputs.comment !== "never") await warnEarly(inputs["github-token"] ?? "", context);
  const observer = step.workflowObserver(process.stdout);
  const connect = () =>
    createClient({
      token: inputs["github-token"] ?? "",
      apiUrl: context.apiUrl,
      say: (text) => observer.note(text),
    });
  await new MainBranch(connect(), context, config, invocation, step.sayOutcome).land();
  const { report, notStored } = await check(invocation, observer, abortOnSignals().signal);
  observer.end();

  await step.addSummary(renderSummary(report));
  // Its patience counts from here, not from before the measurement.
  const client = connect();
  const publishable = publishableOf(report, {});
  const published = await publish(client, context, publishable, inputs.comment as CommentMode);
  step.sayPublication(published);
  step.setOutputs(report, {
    headline: publishable.check.title,
    report: path.join(invocation.output, FILES.report),
    html: path.join(invocation.output, FILES.html),
    "comment-url": "url" in published.comment ? published.comment.url : "",
  });
  if (notStored !== null) throw notStored;
  await new MainBranch(client, context, config, invocation, step.sayOutcome).alert(
    report,
    inputs.alerts as AlertMode,
  );
  const code = exitCodeOf(report, inputs["fail-on"] as FailOn);
  step.sayVerdict(publishable.check.title, code !== 0);
  return code;
}

/** Says now what will be missing in the end, before minutes are spent. */
async function warnEarly(token: string, context: GithubContext): Promise<void> {
  const client = createClient({ token, apiUrl: context.apiUrl, say: () => undefined, limits: LOOKING_AHEAD });
  const foreseen = await foreseeTrouble(client, context, token);
  if (foreseen !== null) step.sayForeseen(foreseen);
}

/** Where a config file can hold a password. */
function urlsOf({ database, store }: Config): readonly (string | null | undefined)[] {
  const deployed = [database.deploy, database.base].map((deploy) =>
    deploy?.kind === "url" || deploy?.kind === "command" ? deploy.url : null,
  );
  return [...deployed, store];
}
