import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  remembered,
  sayOutcome
} from "./core.js";
import {
  cancelStatus,
  commitSha,
  isMissingPermission,
  keptCancelled,
  owesResult,
  ownChecks,
  readWorkflowRun,
  workflowRunIn
} from "./context.js";
import "./fields.js";
import {
  link
} from "./markdown.js";
import "./units.js";
import {
  createClient
} from "./plugin-rest-endpoint-methods.js";
import "./undici.js";
import "./environment.js";
import {
  external_exports,
  object
} from "./zod.js";
import "./runtime.js";

// src/io/github/unfinished.ts
var Unfinished = object({
  sha: commitSha,
  name: external_exports.string().startsWith("Plumbline: "),
  marker: external_exports.string()
});
var TITLE = "no result: the step was ended before it could say why";
var SUMMARY = "The step was cancelled, ran out of time, or was killed.";
async function cancelUnfinished(client, { repository, runUrl }, { sha, name, marker }) {
  const checks = await ownChecks(client, repository, sha).catch((error) => {
    if (isMissingPermission(error)) return [];
    throw error;
  });
  const run = workflowRunIn(runUrl);
  const check = checks.find(
    (own) => own.marker === marker && own.conclusion === null && owesResult(own.output.summary, own.run, run)
  );
  const place = { owner: repository.owner, repo: repository.name };
  if (check !== void 0) {
    const more = `The ${link("workflow run", runUrl)} has the details.`;
    const kept = keptCancelled(check.output.summary, run);
    const output = { title: TITLE, summary: `${SUMMARY} ${more}${kept}` };
    await client.rest.checks.update({
      ...place,
      check_run_id: check.id,
      status: "completed",
      conclusion: "cancelled",
      output
    });
    return true;
  }
  return await cancelStatus(client, { ...place, sha, name, conclusion: "cancelled", title: TITLE, runUrl });
}

// src/apps/action/finish-unfinished.ts
var LIMITS = { seconds: 20, politeSeconds: 0 };
async function finishUnfinished(token) {
  const left = remembered();
  if (left === "") return;
  try {
    const { apiUrl, ...run } = readWorkflowRun(process.env);
    const say = (why2) => sayOutcome("GitHub", { kind: "note", why: why2 });
    const client = createClient({ token, apiUrl, say, limits: LIMITS });
    if (await cancelUnfinished(client, run, readUnfinished(left)))
      return sayOutcome("check run", { kind: "cancelled" });
    const why = "the state of the step names no check that this workflow run has in progress";
    sayOutcome("check run", { kind: "ignored", why });
  } catch (error) {
    sayOutcome("check run", { kind: "left in progress", why: String(error) });
  }
}
function readUnfinished(text) {
  try {
    return Unfinished.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error("the state of the step is not what Plumbline left in it", { cause });
  }
}
export {
  finishUnfinished
};
