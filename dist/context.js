import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  link,
  markdownText,
  tableHead,
  tableRow
} from "./markdown.js";
import {
  plainLine,
  webAddress
} from "./units.js";
import {
  PlumblineError,
  external_exports
} from "./zod.js";

// src/io/github/context.ts
var commitSha = external_exports.string().regex(/^[0-9a-f]{40,64}$/);
var side = external_exports.object({
  ref: external_exports.string(),
  sha: commitSha,
  repo: external_exports.object({ full_name: external_exports.string() }).nullable()
});
var PullRequestEvent = external_exports.object({
  repository: external_exports.object({ private: external_exports.boolean() }),
  pull_request: external_exports.object({ number: external_exports.int().positive(), head: side, base: side })
});
var PushEvent = external_exports.object({ before: external_exports.string(), after: external_exports.string() });
var MergeGroupEvent = external_exports.object({
  merge_group: external_exports.object({ head_sha: commitSha, base_sha: commitSha, base_ref: external_exports.string() })
});
function readContext(env, payload) {
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
function workflowOf(env) {
  const file = /^[^/]+\/[^/]+\/(.+)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "")?.[1];
  if (file === void 0) return {};
  const job = env["GITHUB_EVENT_NAME"] === "issue_comment" ? "" : env["GITHUB_JOB"] ?? "";
  return { workflow: job === "" ? file : `${file}#${job}` };
}
function testMergeIn(env) {
  const isTested = /^refs\/pull\/\d+\/merge$/.test(env["GITHUB_REF"] ?? "");
  return isTested ? { testMerge: required(env, "GITHUB_SHA") } : {};
}
function isAboutPullRequest(event, payload) {
  return event.startsWith("pull_request") || WithPullRequest.safeParse(payload).success;
}
var FORKS_HAVE_NO_RIGHTS = [
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment"
];
var WithPullRequest = external_exports.object({ pull_request: external_exports.looseObject({}) });
function readWorkflowRun(env) {
  const [owner, name] = required(env, "GITHUB_REPOSITORY").split("/");
  if (!owner || !name) {
    throw outsideActions(`GITHUB_REPOSITORY is ${JSON.stringify(env["GITHUB_REPOSITORY"])}, not owner/name`);
  }
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  return {
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: `${server}/${owner}/${name}/actions/runs/${required(env, "GITHUB_RUN_ID")}`,
    attempt: Number(env["GITHUB_RUN_ATTEMPT"] || 1)
  };
}
var WithDefaultBranch = external_exports.object({ repository: external_exports.object({ default_branch: external_exports.string().min(1) }) });
function targetBranchOf(context, payload, baseline) {
  if (context.baseBranch !== null) return context.baseBranch;
  if (baseline !== null && context.headBranch === baseline) return baseline;
  return WithDefaultBranch.safeParse(payload).data?.repository.default_branch ?? null;
}
function originOf(context) {
  return {
    repository: `${context.repository.owner}/${context.repository.name}`,
    runUrl: context.runUrl,
    attempt: context.attempt,
    pullRequest: context.pullRequest?.number ?? null,
    ...context.workflow === void 0 ? {} : { workflow: context.workflow },
    ...context.config === void 0 ? {} : { config: context.config }
  };
}
var OF_A_BRANCH = ["push", "schedule", "workflow_dispatch", "repository_dispatch"];
function isOfBranch({ event, headBranch }) {
  return headBranch !== null && OF_A_BRANCH.includes(event);
}
function ofPullRequest(event, payload) {
  const { repository, pull_request: pull } = parsePayload(PullRequestEvent, event, payload);
  const fork = pull.head.repo?.full_name !== pull.base.repo?.full_name;
  return {
    headSha: pull.head.sha,
    // Named as GitHub names it: a fork's main must not pass for the main whose history is the baseline.
    headBranch: fork ? `${pull.head.repo?.full_name.split("/")[0] ?? "unknown"}:${pull.head.ref}` : pull.head.ref,
    baseBranch: pull.base.ref,
    baseSha: pull.base.sha,
    pullRequest: { number: pull.number, fork },
    // Private repositories may be set to give forks a token that writes; there only an attempt shows it.
    readOnlyToken: fork && FORKS_HAVE_NO_RIGHTS.includes(event) && !repository.private
  };
}
function ofMergeGroup(payload) {
  const { merge_group: group } = parsePayload(MergeGroupEvent, "merge_group", payload);
  return {
    headSha: group.head_sha,
    headBranch: null,
    baseBranch: branchOf(group.base_ref),
    baseSha: group.base_sha,
    pullRequest: null,
    readOnlyToken: false
  };
}
function ofRef(env) {
  return {
    headSha: required(env, "GITHUB_SHA"),
    headBranch: branchOf(env["GITHUB_REF"] ?? ""),
    baseBranch: null,
    baseSha: null,
    pullRequest: null,
    readOnlyToken: false
  };
}
function ofPush(payload) {
  const { before } = parsePayload(PushEvent, "push", payload);
  return { baseSha: /^0+$/.test(before) ? null : before };
}
function branchOf(ref) {
  return ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
}
function parsePayload(schema, event, payload) {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new PlumblineError(
    "github",
    `the payload of the event ${event} is not as GitHub describes it: ${issue?.path.join(".")}: ${issue?.message}`,
    { remedy: "if a local runner made the payload, add the field; on GitHub itself, report this as a bug" }
  );
}
function required(env, name) {
  const value = env[name];
  if (value) return value;
  throw outsideActions(`${name} is not set`);
}
function outsideActions(what) {
  return new PlumblineError("github", `this is not a step of a GitHub workflow: ${what}`, {
    remedy: "run `plumbline check` on your own machine; a local workflow runner must set GitHub's default variables"
  });
}

// src/io/github/failure.ts
function isGithubRefusal(error) {
  return error instanceof Error && "status" in error && typeof error.status === "number";
}
function hasStatus(error, status) {
  return isGithubRefusal(error) && error.status === status;
}
function isMissingPermission(error) {
  return hasStatus(error, 403) && NOT_PERMITTED.test(error.message);
}
var NOT_PERMITTED = /resource not accessible|must have (admin|write)|must authenticate via a github app/i;
var CLOSED = [
  {
    said: /issue is locked/i,
    why: "the conversation is locked",
    remedy: "unlock it, or set `comment: never`. "
  },
  {
    said: /was archived so is read-only/i,
    why: "the repository is archived",
    remedy: "unarchive it: nothing can be written to an archived repository. "
  }
];
function isUnreachable(error) {
  return isGithubRefusal(error) && error.response === void 0;
}
function isOutage(error) {
  return isGithubRefusal(error) && error.status >= 500;
}
function explainFailure(error, doing, permission) {
  if (error instanceof PlumblineError) return error;
  if (!isGithubRefusal(error)) {
    return new PlumblineError("internal", `${doing} failed: ${String(error)}`, { cause: error });
  }
  const fail = (why, remedy) => new PlumblineError("github", `${doing} failed: ${why}`, { remedy, cause: error });
  const said = firstLine(error.message);
  if (/must authenticate via a github app/i.test(said)) {
    const remedy = "leave github-token at its default: a personal token cannot write check runs";
    return fail("the token is no app's", remedy);
  }
  if (isMissingPermission(error)) {
    return fail(`the token lacks the permission \`${permission}\``, permissionRemedy(permission));
  }
  if (isUnreachable(error)) {
    return fail(
      `GitHub could not be reached: ${said}`,
      `check the network and proxy of this runner. ${NOTHING_LOST}`
    );
  }
  switch (error.status) {
    case 401:
      return fail(
        "GitHub does not accept the token",
        "pass a valid token as `github-token`, or leave it at its default"
      );
    case 404:
      return fail(
        "GitHub says not found, which it also says to a token that may not see the repository",
        permissionRemedy(permission)
      );
    case 403:
    case 429: {
      const closed = CLOSED.find((each) => each.said.test(said));
      if (closed !== void 0) return fail(closed.why, closed.remedy + NOTHING_LOST);
      return fail(`GitHub refused: ${said}`, `try again later. ${NOTHING_LOST}`);
    }
    case 422:
      return fail(`GitHub found the request not valid: ${said}`, "report this as a bug of Plumbline");
    default:
      return fail(`GitHub answered ${error.status}: ${said}`, `try again later. ${NOTHING_LOST}`);
  }
}
var NOTHING_LOST = "The report is in the job summary and the output folder; `plumbline publish` posts it later";
function permissionRemedy(permission) {
  return `add to the job in your workflow:
    permissions:
      contents: read
      ${permission}`;
}
function firstLine(message) {
  const line = message.split(" - https://")[0].split("\n")[0].trim();
  return line.startsWith("<") || line === "" ? "(an HTML page)" : line.slice(0, 300);
}

// src/io/github/external-id.ts
var CONCLUSIONS = ["success", "failure", "neutral"];
function writeExternalId({ marker, run, claim, origin }) {
  const fields = Object.entries({ run, claim, origin }).filter(([, value]) => value !== null);
  return [marker, ...fields.map(([key, value]) => `${key}=${value}`)].join(" ");
}
function readExternalId(text) {
  const [, marker, rest = ""] = /^(<!-- plumbline:[^>]* -->)(?: (.*))?$/.exec(text ?? "") ?? [];
  if (marker === void 0) return null;
  const fields = rest.split(" ");
  const fieldOf = (key) => fields.find((field) => field.startsWith(`${key}=`))?.slice(key.length + 1);
  const claim = fieldOf("claim");
  return {
    marker,
    run: runNumber(fieldOf("run")),
    claim: CONCLUSIONS.find((known) => known === claim) ?? null,
    origin: fieldOf("origin") ?? null
  };
}
function workflowRunIn(runUrl) {
  return runNumber(/\/actions\/runs\/(\d+)/.exec(runUrl)?.[1]);
}
function runNumber(digits) {
  return digits !== void 0 && /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}

// src/io/github/commit-status.ts
var STATES = ["failure", "error", "pending", "success"];
var DESCRIPTION_MOST = 140;
async function putStatus(client, status) {
  const { conclusion, writer, runUrl } = status;
  const own = commitState(conclusion);
  const there = writer === void 0 ? null : await statusAt(client, status).catch(ignoreMissingPermission);
  const words = statesIn(there?.target_url ?? "");
  const owedBy = conclusion === null ? workflowRunIn(runUrl) : null;
  if (writer !== void 0) words.set(writer.origin, { state: own, owedBy });
  if (writer?.replaces !== void 0) words.delete(writer.replaces);
  await putWords(client, status, own, words);
  return runUrl;
}
async function cancelStatus(client, status) {
  const there = await statusAt(client, status);
  const run = workflowRunIn(status.runUrl);
  const words = statesIn(there?.target_url ?? "");
  const owed = [...words].filter(([, { owedBy }]) => owedBy !== null && owedBy === run);
  const isAlone = words.size === 0 && there?.state === "pending" && there.target_url === status.runUrl;
  if (owed.length === 0 && !isAlone) return false;
  for (const [origin] of owed) words.set(origin, { state: "error", owedBy: null });
  await putWords(client, status, "error", words);
  return true;
}
async function putWords(client, { owner, repo, sha, name: context, title, runUrl }, own, words) {
  const all = [own, ...[...words.values()].map(({ state: state2 }) => state2)];
  const state = STATES.find((each) => all.includes(each));
  const description = state === own ? title : `another measurement of this name: ${state}; this one: ${title}`;
  await client.rest.repos.createCommitStatus({
    owner,
    repo,
    sha,
    context,
    state,
    description: description.length > DESCRIPTION_MOST ? `${description.slice(0, DESCRIPTION_MOST - 1)}…` : description,
    target_url: addressWith(runUrl, words)
  });
}
function ignoreMissingPermission(error) {
  if (isMissingPermission(error)) return null;
  throw error;
}
async function statusAt(client, { owner, repo, sha, name }) {
  const place = { owner, repo, ref: sha, per_page: 100 };
  const { data } = await client.rest.repos.getCombinedStatusForRef(place);
  return data.statuses.find(({ context }) => context === name) ?? null;
}
function addressWith(runUrl, words) {
  const kept = [...words].map(
    ([origin, { state, owedBy }]) => [origin, state, ...owedBy === null ? [] : [owedBy]].join("-")
  );
  return kept.length === 0 ? runUrl : `${runUrl}#${kept.join(",")}`;
}
function statesIn(targetUrl) {
  const kept = (targetUrl.split("#")[1] ?? "").split(",").map((word) => word.split("-"));
  const known = kept.flatMap(([origin = "", said, run]) => {
    const state = STATES.find((each) => each === said);
    return origin === "" || state === void 0 ? [] : [[origin, { state, owedBy: runNumber(run) }]];
  });
  return new Map(known);
}
function commitState(conclusion) {
  switch (conclusion) {
    case null:
    case "action_required":
      return "pending";
    case "cancelled":
      return "error";
    case "failure":
      return "failure";
    case "success":
    case "neutral":
      return "success";
  }
}

// src/io/github/writers.ts
import { createHash } from "node:crypto";
var WRITERS_MOST = 20;
var NAME_MOST = 120;
var TITLE_MOST = 200;
var RESULT_MOST = 2e3;
var SUMMARY_MOST = 63e3;
var conclusions = ["success", "failure", "neutral"];
var CheckWord = external_exports.object({
  origin: external_exports.string(),
  name: external_exports.string(),
  conclusion: external_exports.enum([...conclusions, "action_required", "cancelled"]).nullable(),
  claim: external_exports.enum(conclusions).nullable(),
  title: external_exports.string(),
  runUrl: external_exports.string()
});
function writerOf({ workflow, config }) {
  if (workflow === void 0 && config === void 0) return null;
  const name = [config, workflow].filter((part) => part !== void 0).join(", ");
  return { origin: writerDigest(workflow ?? null, config ?? null), name: plainLine(name, NAME_MOST) };
}
function checkWriterOf(origin, marker, target) {
  const writer = writerOf(origin);
  if (writer === null) return null;
  const ofPush2 = writerDigest(writer.origin, marker, null);
  if (target === null) return { ...writer, origin: ofPush2 };
  const name = plainLine(`${writer.name}, for ${target}`, NAME_MOST);
  return { origin: writerDigest(writer.origin, marker, target), replaces: ofPush2, name };
}
function writerDigest(...parts) {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 10);
}
var RANKS = [
  "failure",
  "cancelled",
  "action_required",
  null,
  "neutral",
  "success"
];
var rankOf = ({ conclusion }) => RANKS.indexOf(conclusion);
function mayStand(before, now) {
  return before !== null && RANKS.indexOf(before) <= RANKS.indexOf(now);
}
function mergeChecks(check, before) {
  const said = writersIn(before);
  if (check.writer === void 0 && said.length < 2) return check;
  const { origin, replaces, name } = check.writer ?? { origin: "", name: "an earlier version" };
  const { conclusion, claim = null, runUrl } = check;
  const own = shortened({ origin, name, conclusion, claim, title: check.title, runUrl });
  const others = said.filter((word) => word.origin !== origin && word.origin !== replaces);
  return wholeCheck([own, ...others], check);
}
function shortened(word) {
  for (let most = TITLE_MOST; ; most = Math.floor(most / 2)) {
    const { title, name } = word;
    const short = {
      ...word,
      title: plainLine(title, most),
      name: plainLine(name, Math.min(NAME_MOST, most))
    };
    if (most < 10 || hidden(short).length + resultRow(short).length <= RESULT_MOST) return short;
  }
}
function confirmed(summary) {
  const words = writersIn(summary).map(
    (word) => word.claim === null ? word : { ...word, conclusion: word.claim, claim: null }
  );
  const [worst] = words.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (worst === void 0) return null;
  const at = keptAt(summary);
  const kept = summary.slice(at).replace(KEPT, hiddenWriters(words));
  return { conclusion: worst.conclusion, summary: summary.slice(0, at) + kept };
}
function owesResult(summary, writtenBy, run) {
  const words = writersIn(summary);
  return words.length === 0 ? writtenBy === run : words.some((word) => isOwed(word, run));
}
var isOwed = ({ conclusion, runUrl }, run) => conclusion === null && workflowRunIn(runUrl) === run;
function keptCancelled(summary, run) {
  const words = writersIn(summary).map(
    (word) => isOwed(word, run) ? { ...word, conclusion: "cancelled", claim: null } : word
  );
  return words.length === 0 ? "" : `

${hiddenWriters(words)}`;
}
function wholeCheck(words, check) {
  const sorted = words.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, WRITERS_MOST);
  const worst = sorted[0];
  const alone = sorted.length === 1;
  const { claim: _, ...rest } = check;
  const claims = sorted.flatMap(({ claim: claim2 }) => claim2 === null ? [] : [claim2]);
  const [claim] = conclusions.toSorted((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).filter((each) => claims.includes(each));
  const others = alone ? "" : `${whoWrote(sorted)}

`;
  const kept = `

${hiddenWriters(sorted)}`;
  const hasRoom = others.length + check.summary.length + kept.length <= SUMMARY_MOST;
  return {
    ...rest,
    conclusion: worst.conclusion,
    ...claim === void 0 || worst.conclusion !== "action_required" ? {} : { claim },
    title: alone ? check.title : `${worst.name}: ${worst.title}`,
    summary: `${others}${hasRoom ? check.summary : NO_ROOM}${kept}`
  };
}
var NO_ROOM = "There is no room here for what was measured last: its workflow run has it.";
function whoWrote(words) {
  const rows = words.map(resultRow);
  const head = tableHead([
    { title: "from", align: "left" },
    { title: "says", align: "left" }
  ]);
  return `${words.length} measurements write this check: their suites have one name, or their commit is to be merged into several branches. It has the worst of what they say. ${APART}

${head}${rows.join("\n")}`;
}
function resultRow({ name, title, runUrl }) {
  const address = webAddress(runUrl);
  const says = markdownText(title);
  return tableRow([markdownText(name), address === null ? says : link(says, address)]);
}
var APART = "To keep them apart, give each suite a name of its own (`suite` in the config file), or each job one (the input `job`).";
var KEPT_BEGIN = "<!-- plumbline-writers:";
var KEPT = /<!-- plumbline-writers:([^>\s]*) -->/;
function keptAt(summary) {
  return Math.max(0, summary.lastIndexOf(KEPT_BEGIN));
}
function hiddenWriters(words) {
  return `${KEPT_BEGIN}${hidden(words)} -->`;
}
function writersIn(summary) {
  return external_exports.array(CheckWord).catch([]).parse(parseHidden(KEPT.exec(summary.slice(keptAt(summary)))?.[1]));
}
function hidden(value) {
  return encodeURIComponent(JSON.stringify(value)).replaceAll("-", "%2D");
}
function parseHidden(text = "") {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}

// src/io/github/own-checks.ts
async function ownChecks(client, { owner, name }, sha) {
  const runs = await client.paginate(client.rest.checks.listForRef, {
    owner,
    repo: name,
    ref: sha,
    filter: "latest",
    per_page: 100
  });
  return runs.flatMap((run) => {
    const own = readExternalId(run.external_id);
    if (own === null) return [];
    const { title, summary, text } = run.output;
    return [
      {
        ...own,
        id: run.id,
        name: run.name,
        conclusion: run.status === "completed" ? run.conclusion : null,
        doneAt: run.completed_at === null ? null : Date.parse(run.completed_at),
        url: run.html_url ?? "",
        output: { title: title ?? "", summary: summary ?? "", text: text ?? "" }
      }
    ];
  });
}
async function confirm(client, { owner, name }, check, by) {
  const { id, claim, output } = check;
  const { summary, conclusion } = confirmed(output.summary) ?? { ...output, conclusion: claim };
  await client.rest.checks.update({
    owner,
    repo: name,
    check_run_id: id,
    external_id: writeExternalId({ ...check, claim: null }),
    ...conclusion === null ? { status: "in_progress" } : { status: "completed", conclusion },
    output: {
      ...output,
      summary,
      title: `confirmed by ${by}: ${output.title.replace(/^claimed by the fork[^:]*: /, "")}`
    }
  });
}
async function rerun(client, { owner, name }, run) {
  await client.rest.actions.reRunWorkflow({ owner, repo: name, run_id: run });
}
function workflowRuns(checks) {
  return [...new Set(checks.flatMap(({ run }) => run === null ? [] : [run]))];
}
async function knownSince(client, { owner, name }, sha) {
  const suites = await client.paginate(client.rest.checks.listSuitesForRef, {
    owner,
    repo: name,
    ref: sha,
    per_page: 100
  });
  const times = suites.flatMap(({ created_at: at }) => at === null ? [] : [Date.parse(at)]);
  return times.length === 0 ? null : Math.min(...times);
}

export {
  commitSha,
  readContext,
  FORKS_HAVE_NO_RIGHTS,
  readWorkflowRun,
  targetBranchOf,
  originOf,
  isOfBranch,
  parsePayload,
  isGithubRefusal,
  hasStatus,
  isMissingPermission,
  isUnreachable,
  isOutage,
  explainFailure,
  writeExternalId,
  readExternalId,
  workflowRunIn,
  putStatus,
  cancelStatus,
  writerOf,
  checkWriterOf,
  mayStand,
  mergeChecks,
  owesResult,
  keptCancelled,
  APART,
  hidden,
  parseHidden,
  ownChecks,
  confirm,
  rerun,
  workflowRuns,
  knownSince
};
