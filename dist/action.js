import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  LOOKING_AHEAD,
  Telling,
  addSummary,
  foreseeTrouble,
  forgetTokens,
  hidePasswords,
  readEvent,
  readInputs,
  sayDoubt,
  sayError,
  sayForeseen,
  sayOutcome,
  sayPublication,
  sayVerdict,
  setOutputs,
  setRequest,
  workflowObserver
} from "./chunk-7MBICEZB.js";
import {
  abortOnSignals,
  alertsOf,
  claimReport,
  commitSha,
  exitCodeOf,
  invocationOf,
  isOfBranch,
  originOf,
  parsePayload,
  presentPullRequest,
  readContext,
  readUntrustedReport,
  renderSummary,
  targetBranchOf
} from "./chunk-KJSAGVQV.js";
import {
  FILES,
  changeEvents,
  check,
  commitFacts,
  historyLocation,
  isNowhere,
  keepToken,
  loadConfig,
  ofRepository,
  openStore,
  rulesOf,
  storeOf,
  suiteNamed,
  testMergeOf,
  urlsOf,
  uuidV5
} from "./chunk-RZR2T45X.js";
import {
  PUBLISHING,
  announce,
  asStored,
  claimed,
  concludeAnnounced,
  confirm,
  createClient,
  explainFailure,
  hasStatus,
  isOutage,
  isRefusal,
  knownSince,
  ownChecks,
  ownLogin,
  publish,
  publishableOf,
  rerun,
  runsOf,
  subjectOf
} from "./chunk-AOPRD35I.js";
import {
  ask,
  bytes,
  link,
  markdownText,
  tableHead,
  tableRow
} from "./chunk-JV4AA4AT.js";
import "./chunk-GZGUOJ4D.js";
import "./chunk-44Z37UYN.js";
import "./chunk-52ELVPRP.js";
import {
  addressOf,
  formatChange,
  formatMetrics,
  formatSpread,
  plural,
  regressions,
  withAcceptances
} from "./chunk-6XYYR62P.js";
import "./chunk-CJ6B4J2J.js";
import "./chunk-DK7OZ6T7.js";
import {
  isSha,
  plainLine,
  shortSha,
  webAddress
} from "./chunk-CSBNKS2U.js";
import {
  EXIT_CODE,
  OVERALL,
  PlumblineError,
  asMetric,
  external_exports,
  holdsFor,
  jobName,
  metricInfo,
  speaksOf
} from "./chunk-2MUZJRPZ.js";
import "./chunk-IBOYXWKM.js";

// src/step/step.ts
import path2 from "node:path";

// src/model/accept-command.ts
var REASON_MOST = 500;
var USAGE = "write `/plumbline accept [workload] [metric] reason`, or `/plumbline revoke`";
function isCommand(comment) {
  return /^\s*\/plumbline\b/.test(comment);
}
function parseCommand(comment, workloads) {
  const text = comment.trim().replace(/^\/plumbline\b\s*/, "");
  const [verb, rest] = firstWord(text);
  switch (verb) {
    case "revoke":
      return { kind: "revoke" };
    case "accept":
      return parseAccept(rest, workloads);
    default:
      return {
        kind: "unclear",
        why: verb === "" ? USAGE : `there is no command ${JSON.stringify(verb)}; ${USAGE}`
      };
  }
}
function parseAccept(text, workloads) {
  const [first, afterFirst] = firstWord(text);
  const workload = workloads.includes(first) ? first : null;
  const [second, afterSecond] = workload === null ? [first, afterFirst] : firstWord(afterFirst);
  const metric = asMetric(second) ?? asMetric(second.toLowerCase());
  const rest = metric !== null ? afterSecond : workload !== null ? afterFirst : text;
  const reason = rest.replace(/\s+/g, " ").trim().slice(0, REASON_MOST);
  if (reason === "") return { kind: "unclear", why: `the reason is missing; ${USAGE}` };
  return { kind: "accept", workload, metric, reason };
}
function firstWord(text) {
  const [, quoted, plain, rest = ""] = /^\s*(?:"([^"\n]*)"|(\S*))([\s\S]*)$/.exec(text) ?? [];
  return [quoted ?? plain ?? "", rest];
}

// src/model/request-command.ts
var REQUEST_HELP = `### Plumbline: commands

For people who may write to the repository, in a comment of their own:

| command | does |
|:--|:--|
| \`/plumbline run [suite] [commit]\` | measures the present head, without secrets |
| \`/plumbline rerun\` | runs the workflow again that measured it |
| \`/plumbline confirm\` | takes over what a fork's own run claims, after a look at what it changes |
| \`/plumbline accept [workload] [metric] reason\` | accepts a regression as the price of the change |
| \`/plumbline revoke\` | takes that back |
| \`/plumbline help\` | this |
`;
function parseRequest(comment) {
  const [first = "", verb = "", ...words] = (comment.trim().split("\n")[0] ?? "").trim().split(/\s+/);
  if (first !== "/plumbline") return null;
  switch (verb) {
    case "run":
      return runOf(words);
    case "rerun":
    case "confirm":
    case "help":
      return { kind: verb };
    default:
      return null;
  }
}
function runOf(words) {
  const last = words.at(-1) ?? "";
  const commit = /^[0-9a-f]{7,64}$/.test(last) ? last : null;
  const suite = (commit === null ? words : words.slice(0, -1)).join(" ").replace(/^"(.*)"$/, "$1");
  return { kind: "run", suite: suite === "" ? null : suite, commit };
}

// src/github/accept-event.ts
var login = external_exports.object({ login: external_exports.string() });
var ChangedLabel = external_exports.object({
  action: external_exports.enum(["labeled", "unlabeled"]),
  label: external_exports.object({ name: external_exports.string() })
});
var LabelEvent = ChangedLabel.extend({
  sender: login,
  pull_request: external_exports.object({ number: external_exports.int().positive() })
});
var CommentEvent = external_exports.object({
  action: external_exports.string(),
  issue: external_exports.object({ number: external_exports.int().positive(), pull_request: external_exports.unknown().optional() }),
  comment: external_exports.object({
    id: external_exports.number(),
    body: external_exports.string(),
    created_at: external_exports.iso.datetime({ offset: true }),
    user: login
  })
});
function readAcceptEvent(event, payload, label) {
  switch (event) {
    case "issue_comment":
      return toAccept(readComment(payload));
    case "pull_request":
    case "pull_request_target":
      return ofLabel(event, payload, label);
    default:
      return null;
  }
}
function toAccept(event) {
  if (event.kind !== "comment" || parseRequest(event.text) === null) return event;
  return {
    kind: "nothing",
    why: "the comment asks to measure, which the workflow with `request: commands` answers"
  };
}
function readComment(payload) {
  const { action, issue, comment } = parsePayload(CommentEvent, "issue_comment", payload);
  const nothing = (why) => ({ kind: "nothing", why });
  if (action !== "created") return nothing(`the comment was ${action}; only new ones count`);
  if (issue.pull_request === void 0) return nothing("the comment is on an issue, not on a pull request");
  if (!isCommand(comment.body)) return nothing("the comment is no command of Plumbline's");
  const { id, body: text, created_at: at, user } = comment;
  return { kind: "comment", id, text, at, pullRequest: issue.number, by: user.login };
}
function ofLabel(event, payload, label) {
  const changed = ChangedLabel.safeParse(payload);
  if (!changed.success || changed.data.label.name !== label) return null;
  const { action, sender, pull_request: pull } = parsePayload(LabelEvent, event, payload);
  return { kind: "label", put: action === "labeled", label, pullRequest: pull.number, by: sender.login };
}

// src/github/merge-group.ts
var MergeGroupEvent = external_exports.object({
  merge_group: external_exports.object({
    head_ref: external_exports.string(),
    head_sha: commitSha,
    base_sha: commitSha,
    base_ref: external_exports.string()
  })
});
var QUEUE_REF = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]{40,64}$/;
async function pullRequestsOf(client, { repository: { owner, name } }, payload) {
  const { merge_group: group } = parsePayload(MergeGroupEvent, "merge_group", payload);
  const named = QUEUE_REF.exec(group.head_ref)?.[1];
  const { data: commit } = await client.rest.repos.getCommit({ owner, repo: name, ref: group.head_sha });
  const isAlone = commit.parents[0]?.sha === group.base_sha;
  const numbers = named !== void 0 && isAlone ? [Number(named)] : await numbersInQueue(
    client,
    { owner, name, branch: group.base_ref.replace(/^refs\/heads\//, "") },
    group
  );
  if (numbers === null)
    return { kind: "unknown", why: "the merge queue does not tell which pull requests it has" };
  const merging = [];
  for (const number of numbers) {
    const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
    merging.push({ number, head: data.head.sha });
  }
  return { kind: "known", merging };
}
var QUEUE = `query ($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100) { nodes { headCommit { oid } baseCommit { oid } pullRequest { number } } }
    }
  }
}`;
var commitOf = external_exports.object({ oid: external_exports.string() }).nullable();
var Queue = external_exports.object({
  repository: external_exports.object({
    mergeQueue: external_exports.object({
      entries: external_exports.object({
        nodes: external_exports.array(
          external_exports.object({
            headCommit: commitOf,
            baseCommit: commitOf,
            pullRequest: external_exports.object({ number: external_exports.int().positive() }).nullable()
          })
        )
      })
    })
  })
});
async function numbersInQueue(client, queue, { head_sha: head, base_sha: base }) {
  const answer = Queue.safeParse(await client.graphql(QUEUE, queue).catch(() => null));
  if (!answer.success) return null;
  const entries = new Map(
    answer.data.repository.mergeQueue.entries.nodes.map((entry) => [entry.headCommit?.oid, entry])
  );
  const numbers = [];
  for (let at = head; at !== base; ) {
    const entry = entries.get(at);
    if (entry?.pullRequest == null || entry.baseCommit === null) return null;
    entries.delete(at);
    numbers.push(entry.pullRequest.number);
    at = entry.baseCommit.oid;
  }
  return numbers;
}

// src/github/reaction.ts
async function react(client, { owner, name }, comment, reaction) {
  try {
    await client.rest.reactions.createForIssueComment({
      owner,
      repo: name,
      comment_id: comment,
      content: reaction
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

// src/github/write-access.ts
async function mayWrite(client, { owner, name }, login2) {
  try {
    const { data } = await client.rest.repos.getCollaboratorPermissionLevel({
      owner,
      repo: name,
      username: login2
    });
    return data.permission === "admin" || data.permission === "write";
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
}

// src/history/accept-request.ts
function acceptByLabel(label, standing, occasion) {
  if (standing.some(({ via }) => via === "label"))
    return { nothing: `the label ${label} is recorded already` };
  return {
    record: [
      acceptanceOf(occasion, { via: "label", suite: null, workload: null, metric: null, reason: label })
    ]
  };
}
function acceptByCommand({ workload, metric, reason }, reports, occasion) {
  if (reports.length === 0)
    return { nothing: `there is no report about ${occasion.commit} in the store yet` };
  const seen = reports.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(occasion.at));
  if (seen.length === 0)
    return { nothing: "the present commit was measured after the comment; look at it and comment again" };
  const scope = { via: "command", workload, metric, reason };
  const record = seen.map((report) => ({ report, acceptance: acceptanceOf(occasion, { ...scope, suite: report.suite }) })).filter(
    ({ report, acceptance }) => regressions(report).some((change) => speaksOf(acceptance, { ...change, suite: report.suite }))
  ).map(({ acceptance }) => acceptance);
  const what = [workload, metric].filter((part) => part !== null).join(" ");
  return record.length > 0 ? { record } : { nothing: `nothing regressed${what === "" ? "" : ` in ${what}`}` };
}
function revoke(standing, { by, at }) {
  const open2 = standing.filter(({ landed }) => landed === null);
  if (open2.length === 0) return { nothing: "nothing is accepted here that could be taken back" };
  return { record: open2.map((acceptance) => ({ ...acceptance, revoked: { by, at } })) };
}
function acceptanceOf({ key, ...occasion }, scope) {
  return {
    id: uuidV5(JSON.stringify([key, scope.suite])),
    ...occasion,
    ...scope,
    revoked: null,
    landed: null
  };
}

// src/step/accept.ts
var NOT_FOR_FORKS = "pull_request gives a fork's job neither a secret nor a token that can write: let the workflow listen to pull_request_target, as docs/examples/accept.yml does";
async function acceptStep(inputs, context, event) {
  if (event.kind === "nothing") {
    sayOutcome("accept", { kind: "nothing to do", why: event.why });
    return EXIT_CODE.fine;
  }
  if (context.readOnlyToken) {
    sayOutcome("accept", { kind: "skipped", why: NOT_FOR_FORKS });
    return EXIT_CODE.fine;
  }
  const say = (text) => sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const store = await openSharedStore(inputs, process.cwd()).catch(async (error) => {
    if (event.kind === "comment") await react(client, context.repository, event.id, "confused");
    throw error;
  });
  try {
    const decision = await decide(client, store, context, event, /* @__PURE__ */ new Date());
    sayOutcome("accept", { kind: decision.answer, why: decision.said });
    if (event.kind === "comment") await react(client, context.repository, event.id, decision.answer);
    const { context: own } = decision;
    if (own === null) return EXIT_CODE.fine;
    const show2 = async (report) => {
      const shown = { ...own, runUrl: report.origin.runUrl ?? context.runUrl };
      sayPublication(
        await publish(client, shown, publishableOf(report, {}), inputs.comment, inputs["comment-for"])
      );
    };
    const subject = { repository: nameOf(context), pullRequest: event.pullRequest };
    return conclude(await showWhatStands(store, subject, decision.reports, show2), inputs);
  } finally {
    await store.close();
  }
}
async function openSharedStore({ config = "plumbline.yml", store }, cwd) {
  const location = await historyLocation({ config, ...store ? { store } : {} }, process.env, cwd);
  if (!isNowhere(location, cwd)) return await openStore(location, cwd);
  throw new PlumblineError(
    "usage",
    `accepting needs a store that both workflows reach, and ${location} is not there`,
    {
      remedy: "let the input store name the same postgres://... or folder in both; is the secret that holds it set?"
    }
  );
}
async function decide(client, store, context, request, now) {
  const { by, pullRequest } = request;
  const asking = async () => {
    const allowed = await mayWrite(client, context.repository, by);
    return allowed || takesAway(request) ? presentPullRequest(client, context, pullRequest) : null;
  };
  const present = await asking().catch((error) => {
    throw explainFailure(error, "asking who may accept", "pull-requests: write");
  });
  if (present === null) {
    return {
      answer: "-1",
      said: `${by} has no write access, which accepting needs`,
      context: null,
      reports: []
    };
  }
  const { context: own, labels } = present;
  const repository = nameOf(context);
  const reports = (await store.reports(own.headSha)).filter(
    ({ origin }) => origin.repository === repository && origin.pullRequest === pullRequest
  );
  if (request.kind === "label" && request.put && !labels.includes(request.label))
    return { answer: "confused", said: `the label ${request.label} is gone again`, context: own, reports };
  const standing = await standingOf(store, { repository, pullRequest });
  const asked = ask2(request, standing, reports, occasionOf(request, repository, own, now));
  if ("nothing" in asked) return { answer: "confused", said: asked.nothing, context: own, reports };
  await store.saveAcceptances(asked.record);
  const after = await standingOf(store, { repository, pullRequest });
  const judged = reports.map((report) => withAcceptances(report, after));
  for (const report of judged) await store.saveReport(report);
  return { answer: "+1", said: describe(asked.record, judged), context: own, reports: judged };
}
async function showWhatStands(store, subject, reports, show2) {
  for (; ; ) {
    const standing = await standingOf(store, subject);
    const judged = reports.map((report) => withAcceptances(report, standing));
    for (const report of judged) {
      await store.saveReport(report);
      await show2(report);
    }
    if (idsOf(await standingOf(store, subject)) === idsOf(standing)) return judged;
  }
}
async function standingOf(store, subject) {
  return (await store.acceptances(subject)).filter(({ revoked }) => revoked === null);
}
function idsOf(acceptances) {
  return acceptances.map(({ id }) => id).sort().join();
}
function nameOf({ repository: { owner, name } }) {
  return `${owner}/${name}`;
}
function takesAway(request) {
  return request.kind === "label" && !request.put;
}
function occasionOf(request, repository, own, now) {
  const { by, pullRequest } = request;
  const at = request.kind === "comment" ? new Date(request.at).toISOString() : now.toISOString();
  const key = request.kind === "comment" ? `${repository}/comments/${request.id}` : own.runUrl;
  return { repository, pullRequest, commit: own.headSha, by, at, key };
}
function ask2(request, standing, reports, occasion) {
  if (request.kind === "label") {
    return request.put ? acceptByLabel(request.label, standing, occasion) : revoke(
      standing.filter(({ via }) => via === "label"),
      occasion
    );
  }
  const command = commandOf(request.text, reports);
  switch (command.kind) {
    case "accept":
      return acceptByCommand(command, reports, occasion);
    case "revoke":
      return revoke(standing, occasion);
    case "unclear":
      return { nothing: command.why };
  }
}
function commandOf(text, reports) {
  return parseCommand(
    text,
    reports.flatMap(({ workloads }) => workloads.map(({ name }) => name))
  );
}
function describe(record, reports) {
  const what = record.every(({ revoked }) => revoked === null) ? "accepted" : "taken back";
  const verdicts = reports.map(({ suite, verdict }) => `${suite}: ${verdict}`);
  return `${what}; ${verdicts.length === 0 ? "nothing is measured at this commit yet" : verdicts.join(", ")}`;
}
function conclude(reports, inputs) {
  const worst = reports.toSorted((a, b) => OVERALL.indexOf(a.verdict) - OVERALL.indexOf(b.verdict))[0];
  if (worst === void 0) return EXIT_CODE.fine;
  const headline = publishableOf(worst, {}).check.title;
  setOutputs(worst, { headline, report: "", html: "", "comment-url": "" });
  const code = exitCodeOf(worst, inputs["fail-on"]);
  sayVerdict(headline, code !== 0);
  return code;
}

// src/step/history-store.ts
var REMEDY = "the input store is empty where its secret is not set: name the secret as Settings > Secrets has it, and give Dependabot one of its own under Settings > Secrets > Dependabot; forks get none, so let them measure side by side";
function doubtOfStore({ measure, store }, invocation) {
  if ((invocation.overrides.mode ?? measure.mode) !== "history") return null;
  if (invocation.store === null && store === void 0) {
    throw new PlumblineError("usage", "the mode is history, but no store is named that has one", {
      remedy: REMEDY
    });
  }
  const location = storeOf(invocation, { store });
  if (!isNowhere(location, invocation.cwd)) return null;
  return { why: `the store ${location} is not there yet, so nothing is compared`, remedy: REMEDY };
}

// src/host/webhook.ts
var PATIENCE_MS = 1e4;
async function tellWebhook(address, text) {
  const refuse = (why, cause) => new PlumblineError("github", `the webhook was not told: ${why}`, {
    remedy: "check the secret behind the input alert-webhook, and that this runner reaches its host",
    cause
  });
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw refuse("its address is no http or https URL");
  }
  const body = JSON.stringify({
    text: text.replace(/[&<>]/g, (c) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[c]};`)
  });
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS)
  };
  const answer = await fetch(address, request).catch((error) => {
    const { cause } = error;
    throw refuse(cause?.code ?? cause?.message ?? error.name, error);
  });
  if (answer.ok) return;
  throw refuse(`it answered ${answer.status} ${plainLine(await answer.text(), 100)}`);
}

// src/github/alert-issues.ts
var NEAR = 2;
var BLIND = 3;
var BODY_BYTES_MOST = 6e4;
var TRIES = 3;
var WENT_AWAY = "<!-- plumbline-alert-went-away -->";
async function syncAlerts(client, place, alerts) {
  const issues = await findOwn(client, place);
  const left = new Set(issues);
  const outcomes = [];
  for (const alert of alerts) {
    const own = issuesAbout(alert, alerts, left, place);
    for (const issue2 of own) left.delete(issue2);
    const [issue, ...duplicates] = own;
    outcomes.push(
      issue === void 0 ? await open(client, place, alert) : await refresh(client, place, alert, issue)
    );
    for (const duplicate of duplicates.filter((each) => each.open)) {
      outcomes.push(await close(client, place, duplicate, "The same change has an older issue."));
    }
  }
  for (const issue of left) {
    if (issue.open && isInSight(issue, place)) {
      outcomes.push(await close(client, place, issue, "The change went away, or was accepted since."));
    }
  }
  return outcomes;
}
async function findOwn(client, { owner, repo, suite }) {
  const creator = await ownLogin(client);
  const found = await client.paginate(client.rest.issues.listForRepo, {
    owner,
    repo,
    creator,
    state: "all",
    sort: "created",
    direction: "asc",
    per_page: 100
  });
  return found.flatMap(({ number, html_url: url, state, title, body, user, pull_request: pull }) => {
    const sha = shaIn(body ?? "", suite);
    if (sha === null || pull !== void 0 || user?.login !== creator) return [];
    return [{ number, url, open: state === "open", title, body: body ?? "", sha }];
  });
}
function issuesAbout(alert, alerts, issues, { commits }) {
  const same = [...issues].filter(({ sha }) => sha === alert.sha);
  if (same.length > 0) return same;
  const own = commits.indexOf(alert.sha);
  return [...issues].filter(({ sha, open: open2, body }) => {
    const at = commits.indexOf(sha);
    const isFree = alerts.every((other) => other.sha !== sha);
    const isAlive = open2 || !body.includes(WENT_AWAY);
    return isFree && isAlive && own >= 0 && at >= 0 && Math.abs(at - own) <= NEAR;
  });
}
function isInSight({ sha }, { commits }) {
  return commits.indexOf(sha) >= BLIND;
}
async function open(client, place, alert) {
  const { owner, repo, labels, assignees } = place;
  const { sha, title } = alert;
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await client.rest.issues.create({
        owner,
        repo,
        title,
        body: bodyOf(place, alert),
        labels: [...labels],
        assignees: [...assignees],
        request: { retries: 0 }
        // Not repeated blindly: what follows looks first.
      });
      return { kind: "opened", url: data.html_url, sha, title };
    } catch (error) {
      if (tries === TRIES || !isOutage(error)) throw error;
    }
    const found = (await findOwn(client, place)).find((each) => each.sha === sha);
    if (found !== void 0) return { kind: "opened", url: found.url, sha, title };
  }
}
async function refresh(client, place, alert, issue) {
  const { owner, repo } = place;
  const { number: issue_number, url } = issue;
  const { title, sha } = alert;
  const body = bodyOf(place, alert);
  const wentAway = issue.body.includes(WENT_AWAY);
  if (!issue.open && !wentAway) return { kind: "left closed", url, sha, title };
  if (!issue.open) {
    await client.rest.issues.update({
      owner,
      repo,
      issue_number,
      title,
      body,
      state: "open",
      state_reason: "reopened"
    });
    return { kind: "reopened", url, sha, title };
  }
  if (asStored(issue.body) === asStored(body) && issue.title === title)
    return { kind: "unchanged", url, sha, title };
  await client.rest.issues.update({ owner, repo, issue_number, title, body });
  return { kind: "updated", url, sha, title };
}
async function close(client, { owner, repo }, issue, why) {
  await client.rest.issues.update({
    owner,
    repo,
    issue_number: issue.number,
    body: `${issue.body}

${WENT_AWAY}
**Closed by Plumbline.** ${why}`,
    state: "closed",
    state_reason: "completed"
  });
  return { kind: "closed", url: issue.url, sha: issue.sha, title: issue.title };
}
function bodyOf({ suite }, { sha, body }) {
  const marker = markerOf(suite, sha);
  return bytes(body) > BODY_BYTES_MOST ? `${marker}
${body.slice(0, BODY_BYTES_MOST / 4)}…` : `${marker}
${body}`;
}
function markerOf(suite, sha) {
  return `${markerStart(suite)}${sha} -->`;
}
function markerStart(suite) {
  return `<!-- plumbline-alert:${Buffer.from(suite, "utf8").toString("hex")}:`;
}
function shaIn(body, suite) {
  const start = markerStart(suite);
  if (!body.startsWith(start)) return null;
  return /^([0-9a-z]{1,64}) -->/.exec(body.slice(start.length))?.[1] ?? null;
}

// src/github/commit-comment.ts
async function putCommitComment(client, {
  owner,
  repo,
  sha,
  marker,
  body
}) {
  const comments = await client.paginate(client.rest.repos.listCommentsForCommit, {
    owner,
    repo,
    commit_sha: sha,
    per_page: 100
  });
  const marked = comments.filter((comment) => comment.body.startsWith(marker));
  const login2 = marked.length === 0 ? null : await ownLogin(client);
  if (marked.some(({ user }) => user?.login === login2)) return;
  await client.rest.repos.createCommitComment({ owner, repo, commit_sha: sha, body: `${marker}
${body}` });
}

// src/render/markdown/alert.ts
var ROWS_MOST = 30;
function renderAlert(event, repositoryUrl, siteUrl = null) {
  const { suite, branch, state, cause, shifts } = event;
  const where = `${markdownText(branch ?? "the branch", 60)}, suite ${markdownText(suite)}`;
  const lasts = state === "recent" ? "Too few runs follow to know whether it lasts: this issue closes itself where it goes away." : "It has lasted for several runs.";
  return {
    title: titleOf(event),
    body: [
      `On ${where}, ${rangeText(event, repositoryUrl)}`,
      tableHead(COLUMNS) + shifts.slice(0, ROWS_MOST).map(rowOf).join("\n"),
      ...shifts.length > ROWS_MOST ? [`*and ${plural(shifts.length - ROWS_MOST, "more metric")}*`] : [],
      ...onThePages(event, siteUrl),
      `${lasts} ${TO_DO[cause]}`
    ].join("\n\n")
  };
}
var TO_DO = {
  commit: "If the change is wanted, close this issue: it will not be opened again.",
  surroundings: "Both sides are runs of one commit, so look at the machine and what runs on it, not at the code. If it is to stay so, close this issue."
};
var COLUMNS = [
  { title: "workload", align: "left" },
  { title: "metric", align: "left" },
  { title: "before", align: "right" },
  { title: "after", align: "right" },
  { title: "change", align: "right" },
  { title: "noise of a run", align: "right" }
];
function rowOf({ workload, metric, before, after, effect, direction, noise }) {
  const [low = "", high = ""] = formatMetrics(metric, [before, after]);
  const change = effect === null ? "new" : formatChange(effect);
  const marked = direction === "worse" ? `**${change}**` : `${change} (better)`;
  return tableRow([
    markdownText(workload),
    markdownText(metricInfo(metric).label),
    low,
    high,
    marked,
    formatSpread(noise)
  ]);
}
function onThePages({ suite, lastBefore, firstAfter, shifts }, site) {
  const [clearest] = shifts;
  const pair = { base: lastBefore.sha, head: firstAfter.sha };
  const both = pair.base === pair.head ? null : addressOf(site, { page: "compare", ...pair });
  const series = clearest === void 0 ? null : addressOf(
    site,
    { page: "workload", suite, workload: clearest.workload },
    `?metric=${clearest.metric}`
  );
  const links = [
    ...both === null ? [] : [link("both sides compared", both)],
    ...series === null ? [] : [link("the series, run by run", series)]
  ];
  return links.length === 0 ? [] : [`On the pages: ${links.join(" · ")}.`];
}
function titleOf({ suite, branch, shifts, firstAfter, cause }) {
  const worse = shifts.filter(({ direction }) => direction === "worse");
  const [first] = worse;
  const more = worse.length > 1 ? ` and ${worse.length - 1} more` : "";
  const what = first === void 0 ? "a change" : `${plainLine(first.workload, 40)} ${metricInfo(first.metric).label}${first.effect === null ? "" : ` ${formatChange(first.effect)}`}${more}`;
  const since = cause === "commit" ? `since ${shortSha(firstAfter.sha)}` : "without a change of the code";
  return plainLine(
    `Plumbline: ${what} on ${plainLine(branch ?? "the branch", 30)} ${since} (${plainLine(suite, 30)})`,
    200
  );
}
function rangeText({ lastBefore, firstAfter, cause }, repositoryUrl) {
  if (cause === "surroundings") return `the level changed between two runs of ${commitText(firstAfter)}.`;
  const address = isSha(lastBefore.sha) && isSha(firstAfter.sha) ? webAddress(`${repositoryUrl}/compare/${lastBefore.sha}...${firstAfter.sha}`) : null;
  const commits = address === null ? "" : ` (${link("the commits between", address)})`;
  return `the level changed after ${commitText(lastBefore)} and with or before ${commitText(firstAfter)}${commits}.`;
}
function commitText({ sha, subject }) {
  const said = subject === null ? "" : ` “${markdownText(subject, 60)}”`;
  return `${markdownText(shortSha(sha))}${said}`;
}

// src/step/alert.ts
var POINTS_MOST = 300;
async function alertMain(client, store, { repository }, report, { branch, rules, mode, repositoryUrl, siteUrl, labels, assignees }) {
  if (mode === "never") return [];
  const { suite } = report;
  const points = await gatePoints(store, report, branch);
  const events = alertsOf(
    changeEvents(points, await store.acceptances({ ...ofRepository(report.origin), suite, branch })),
    rules
  );
  const alerts = events.map((event) => ({
    event,
    ...renderAlert(event, repositoryUrl, siteUrl),
    sha: event.firstAfter.sha
  }));
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const outcomes = await syncAlerts(
      client,
      { ...place, suite, labels, assignees, commits: commitsOf(points) },
      alerts
    );
    const opened = new Set(outcomes.filter(({ kind }) => kind === "opened").map(({ sha }) => sha));
    if (mode === "issue-and-commit") {
      for (const alert of alerts.filter(({ sha }) => opened.has(sha))) await commentOn(client, place, alert);
    }
    return outcomes;
  } catch (error) {
    throw explainFailure(error, "telling of a change on the main branch", "issues: write");
  }
}
async function commentOn(client, place, { event, sha, body }) {
  const marker = `<!-- plumbline-alert:${Buffer.from(event.suite, "utf8").toString("hex")} -->`;
  await putCommitComment(client, { ...place, sha, marker, body });
}
async function gatePoints(store, report, branch) {
  const of = ofRepository(report.origin);
  const points = [];
  for (const { workload, metric, role } of report.workloads.flatMap(({ changes }) => changes)) {
    if (role !== "gate") continue;
    points.push(
      ...await store.history({ ...of, suite: report.suite, workload, metric, branch, limit: POINTS_MOST })
    );
  }
  return points.sort((a, b) => orderOf(a) - orderOf(b));
}
function commitsOf(points) {
  return [...new Set(points.map(({ commit }) => commit))];
}
function orderOf({ commitTime, measuredAt }) {
  return Date.parse(commitTime ?? measuredAt);
}

// src/step/land.ts
async function landAcceptances(client, store, context, cwd) {
  const {
    repository: { owner, name },
    headBranch
  } = context;
  if (!isOfBranch(context) || headBranch === null) return [];
  const open2 = (await store.acceptances({ repository: `${owner}/${name}` })).filter(
    ({ revoked, landed: landed2 }) => revoked === null && landed2 === null
  );
  const numbers = [...new Set(open2.map(({ pullRequest }) => pullRequest))].sort((a, b) => b - a);
  const landed = [];
  const closed = [];
  for (const number of numbers) {
    const pull = await askFor(client, { owner, repo: name, pull_number: number });
    if (pull?.state === "closed" && pull.merged_at === null) {
      const revoked = { by: CLOSED, at: new Date(pull.closed_at ?? pull.updated_at).toISOString() };
      closed.push(
        ...open2.filter((each) => each.pullRequest === number).map((each) => ({ ...each, revoked }))
      );
    }
    if (pull?.merged_at == null || pull.base.ref !== headBranch || pull.merge_commit_sha === null) continue;
    const { time } = await commitFacts(cwd, pull.merge_commit_sha, null);
    const place = { commit: pull.merge_commit_sha, branch: headBranch, at: time ?? pull.merged_at };
    const own = open2.filter((each) => each.pullRequest === number && holdsFor(each, pull.head.sha));
    landed.push(...own.map((each) => ({ ...each, landed: place })));
  }
  await store.saveAcceptances([...landed, ...closed]);
  return landed;
}
var CLOSED = "(closed without a merge)";
async function askFor(client, which) {
  try {
    return (await client.rest.pulls.get(which)).data;
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

// src/step/main-branch.ts
var MainBranch = class {
  #client;
  #context;
  #config;
  #invocation;
  #say;
  constructor(client, context, config, invocation, say) {
    this.#client = client;
    this.#context = context;
    this.#config = config;
    this.#invocation = invocation;
    this.#say = say;
  }
  /** Before the measurement is judged: a change that was accepted and merged begins the baseline anew. */
  async land() {
    if (!isOfBranch(this.#context)) return;
    await this.#withStore("acceptances", async (store) => {
      const landed = await landAcceptances(this.#client, store, this.#context, this.#invocation.cwd).catch(
        (error) => {
          throw explainFailure(error, "asking which accepted changes were merged", "pull-requests: read");
        }
      );
      for (const { pullRequest, by, landed: place } of landed) {
        this.#say("acceptance", { kind: "landed", why: `#${pullRequest}, by ${by}, at ${place.commit}` });
      }
    });
  }
  /** After the run was stored. */
  async alert(report, mode, webhook) {
    const { headBranch, repository } = this.#context;
    const { branch } = this.#config.baseline;
    if (!isOfBranch(this.#context) || headBranch !== branch || mode === "never") return;
    await this.#withStore("alert", async (store) => {
      const repositoryUrl = this.#context.runUrl.replace(/\/actions\/runs\/.*$/, "");
      const { labels, assignees } = this.#config.alerts;
      const siteUrl = this.#config.site ?? null;
      const rules = rulesOf(this.#config);
      const main = { branch, rules, mode, repositoryUrl, siteUrl, labels, assignees };
      const outcomes = await alertMain(this.#client, store, this.#context, report, main);
      for (const { kind, url } of outcomes) this.#say("alert", { kind, url });
      if (webhook !== null) await tellOf(outcomes, webhook);
      if (outcomes.length === 0) {
        const where = `${repository.owner}/${repository.name} ${branch}`;
        this.#say("alert", { kind: "none", why: `no change of level on ${where}` });
      }
    });
  }
  /** The measurement stands whatever fails here. */
  async #withStore(what, work) {
    try {
      const store = await openStore(storeOf(this.#invocation, this.#config), this.#invocation.cwd);
      try {
        await work(store);
      } finally {
        await store.close();
      }
    } catch (error) {
      if (!(error instanceof PlumblineError)) throw error;
      this.#say(what, { kind: "failed", why: error.message, remedy: error.remedy ?? "" });
    }
  }
};
var NEWS = ["opened", "reopened", "closed"];
async function tellOf(outcomes, webhook) {
  for (const { kind, title, url } of outcomes.filter((each) => NEWS.includes(each.kind))) {
    await tellWebhook(webhook, `${kind}: ${plainLine(title, 200)} ${url}`);
  }
}

// src/step/measured-commit.ts
var ABOUT_A_COMMIT = ["pull_request", "pull_request_target", "merge_group", "push"];
async function aboutMeasured(context, cwd) {
  const sha = await ask(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null || sha === context.headSha) return context;
  if (!ABOUT_A_COMMIT.includes(context.event)) {
    const branch = await ask(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
    return { ...context, headSha: sha, headBranch: branch };
  }
  const merge = await testMergeOf(cwd, sha);
  if (merge?.head === context.headSha) return context;
  const { event, headSha } = context;
  throw new PlumblineError(
    "usage",
    `${shortSha(sha)} is checked out, but this ${event} is about ${shortSha(headSha)}: the verdict would be written about a commit that was not measured`,
    { remedy: remedyFor(event) }
  );
}
function remedyFor(event) {
  return event === "pull_request_target" ? "pull_request_target checks out the default branch, with secrets in reach: measure on pull_request, and publish for forks from a second workflow (docs/examples/fork-measure.yml)" : "let actions/checkout check out what it does by default, without `ref`";
}

// src/step/publish-artifact.ts
import { existsSync } from "node:fs";
import path from "node:path";

// src/github/measured-run.ts
var WorkflowRunEvent = external_exports.object({
  workflow_run: external_exports.object({
    event: external_exports.string(),
    html_url: external_exports.url(),
    run_attempt: external_exports.int().positive(),
    updated_at: external_exports.iso.datetime({ offset: true }),
    head_sha: commitSha,
    head_branch: external_exports.string().nullable(),
    head_repository: external_exports.object({ full_name: external_exports.string() }).nullable()
  })
});
function readMeasuredRun(payload) {
  const { workflow_run: run } = parsePayload(WorkflowRunEvent, "workflow_run", payload);
  return {
    event: run.event,
    runUrl: run.html_url,
    attempt: run.run_attempt,
    doneAt: new Date(run.updated_at).toISOString(),
    headSha: run.head_sha,
    headBranch: run.head_branch,
    headRepository: run.head_repository?.full_name ?? null
  };
}
async function findPullRequest(client, context, run) {
  const { headRepository, headBranch, headSha } = run;
  const none = (why) => ({ kind: "none", why });
  if (run.event !== "pull_request") return none(`the run was triggered by ${run.event}, not by pull_request`);
  if (headRepository === null || headBranch === null) return none("the pull request's repository is gone");
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.list({
    owner,
    repo: name,
    state: "open",
    head: `${headRepository.split("/")[0]}:${headBranch}`,
    per_page: 100
  });
  const open2 = data.filter(({ head }) => head.repo?.full_name === headRepository && head.ref === headBranch);
  const [pull, ...others] = open2.filter(({ head }) => head.sha === headSha);
  if (pull === void 0) {
    return none(
      open2.length === 0 ? "no open pull request has that head" : "the pull request has a newer head, whose own run will report"
    );
  }
  if (others.length > 0) {
    const numbers = [pull, ...others].map(({ number }) => `#${number}`).join(" and ");
    return none(
      `the pull requests ${numbers} have the same head, and GitHub does not tell which one was measured`
    );
  }
  return {
    kind: "found",
    context: {
      ...context,
      runUrl: run.runUrl,
      attempt: run.attempt,
      headSha,
      headBranch,
      baseBranch: pull.base.ref,
      baseSha: pull.base.sha,
      pullRequest: { number: pull.number, fork: headRepository !== `${owner}/${name}` }
    }
  };
}

// src/step/keep-claimed.ts
async function keepClaimed(report, acceptLabel, store) {
  const { repository, pullRequest } = report.origin;
  if (repository === null || pullRequest === null) return report;
  const guidance = { configPath: null, dashboardUrl: null, acceptLabel };
  const judged = {
    ...withAcceptances(report, await store.acceptances({ repository, pullRequest })),
    guidance
  };
  await store.saveReport(judged);
  return judged;
}

// src/step/publish-artifact.ts
async function publishArtifact(inputs, context, payload) {
  if (context.event !== "workflow_run") {
    throw new PlumblineError(
      "usage",
      `the input publish is set in a workflow that ${context.event} triggered`,
      {
        remedy: "publish from a workflow that workflow_run triggers: docs/examples/fork-publish.yml"
      }
    );
  }
  const untrusted = await readUntrustedReport(inputs.publish);
  const say = (text) => sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const run = readMeasuredRun(payload);
  const found = await findPullRequest(client, context, run).catch((error) => {
    throw explainFailure(error, "finding the pull request", "pull-requests: write");
  });
  if (found.kind === "none") {
    sayOutcome("comment", { kind: "skipped", why: found.why });
    return EXIT_CODE.fine;
  }
  const isClaim = found.context.pullRequest?.fork === true && inputs.forks === "confirm";
  return await show(
    inputs,
    client,
    found.context,
    claimReport(untrusted, found.context, run.doneAt),
    isClaim
  );
}
async function publishRequested(inputs, context, suite) {
  const say = (text) => sayOutcome("GitHub", { kind: "note", why: text });
  const connect = () => createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  try {
    if (!existsSync(path.join(inputs.publish, FILES.report))) {
      throw new PlumblineError("usage", "the job that measured has left no report", {
        remedy: "its log, in the same workflow run, says why"
      });
    }
    const untrusted = await readUntrustedReport(inputs.publish);
    const report = claimReport(untrusted, context, (/* @__PURE__ */ new Date()).toISOString());
    if (suite !== null && report.suite !== suite) {
      throw new PlumblineError(
        "usage",
        `the suite ${plainLine(suite)} was asked for, and ${plainLine(report.suite)} was measured`,
        { remedy: "let the job that measures name the config file of that suite" }
      );
    }
    const announced = suite === null || report.origin.job === void 0 ? null : suite;
    const closed = announced === null ? EXIT_CODE.fine : await closeAnnounced(connect(), context, announced, report);
    return Math.max(closed, await show(inputs, connect(), context, report, false));
  } catch (error) {
    if (suite !== null) await new Telling(connect, { suite, job: null }, inputs).fail(context, error);
    throw error;
  }
}
async function closeAnnounced(client, context, suite, report) {
  const closed = await concludeAnnounced(client, context, subjectOf(suite, null), publishableOf(report, {}));
  sayOutcome(`check run of ${plainLine(suite)}`, closed);
  return closed.kind === "failed" ? EXIT_CODE.internal : EXIT_CODE.fine;
}
async function show(inputs, client, context, claim, isClaim) {
  const report = await kept(claim, inputs);
  await addSummary(renderSummary(report));
  const full = publishableOf(report, {});
  const publishable = isClaim ? claimed(full) : full;
  const published = await publish(client, context, publishable, inputs.comment, inputs["comment-for"]);
  sayPublication(published);
  setOutputs(report, {
    headline: publishable.check.title,
    report: inputs.publish,
    html: "",
    "comment-url": "url" in published.comment ? published.comment.url : ""
  });
  return published.comment.kind === "failed" || published.check.kind === "failed" ? EXIT_CODE.internal : EXIT_CODE.fine;
}
async function kept(report, inputs) {
  const location = inputs.store || process.env["PLUMBLINE_STORE"];
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
    sayOutcome("report to the store", {
      kind: "failed",
      why: `${error.message}; it is shown, and cannot be accepted`,
      remedy: error.remedy ?? ""
    });
    return report;
  }
}

// src/step/request.ts
var COMMANDS = "commands";
var Request = external_exports.strictObject({
  pullRequest: external_exports.int().positive(),
  fork: external_exports.boolean(),
  head: commitSha,
  headBranch: external_exports.string().nullable(),
  baseBranch: external_exports.string().nullable(),
  baseSha: commitSha.nullable(),
  /** Null: whatever is measured. */
  suite: external_exports.string().nullable()
}).readonly();
async function requestStep(inputs, context, payload) {
  setRequest("", "");
  const comment = context.event === "issue_comment" ? readComment(payload) : null;
  const command = comment?.kind === "comment" ? parseRequest(comment.text) : null;
  if (comment?.kind !== "comment" || command === null) {
    const why = comment?.kind === "nothing" ? comment.why : "the comment asks for nothing of this workflow";
    sayOutcome("request", { kind: "nothing to do", why });
    return EXIT_CODE.fine;
  }
  const say = (text) => sayOutcome("GitHub", { kind: "note", why: text });
  const client = createClient({ token: inputs["github-token"] ?? "", apiUrl: context.apiUrl, say });
  const { answer, said, request } = await answerTo(client, context, comment, command).catch(
    (error) => {
      throw explainFailure(error, `answering /plumbline ${command.kind}`, permissionOf(command));
    }
  );
  sayOutcome("request", { kind: answer, why: said });
  await react(client, context.repository, comment.id, answer);
  if (request !== void 0) setRequest(JSON.stringify(request), request.head);
  return EXIT_CODE.fine;
}
function permissionOf({ kind }) {
  if (kind === "rerun") return "actions: write";
  return kind === "confirm" ? "checks: write" : "pull-requests: write";
}
async function answerTo(client, context, { pullRequest, by, at }, command) {
  const { repository } = context;
  if (!await mayWrite(client, repository, by))
    return { answer: "-1", said: `${by} has no write access, which asking for something needs` };
  if (command.kind === "help") {
    await client.rest.issues.createComment({
      owner: repository.owner,
      repo: repository.name,
      issue_number: pullRequest,
      body: REQUEST_HELP
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
async function answerRun(client, own, { suite, commit }, at) {
  const { headSha: head } = own;
  const name = `name the commit: /plumbline run ${suite === null ? "" : `${suite} `}${shortSha(head)}`;
  if (commit !== null && !head.startsWith(commit))
    return { answer: "confused", said: `the pull request's head is ${shortSha(head)} by now; ${name}` };
  if (commit === null) {
    const since = await knownSince(client, own.repository, head);
    if (since === null || since > Date.parse(at)) {
      const why = since === null ? "GitHub does not tell when the head was pushed" : "the head was pushed later";
      return { answer: "confused", said: `${why}; ${name}` };
    }
  }
  if (suite !== null) await announce(client, own, subjectOf(suite, null));
  const { headBranch, baseBranch, baseSha, pullRequest } = own;
  const { number, fork } = pullRequest;
  const request = { pullRequest: number, fork, head, headBranch, baseBranch, baseSha, suite };
  return { answer: "eyes", said: `measuring ${shortSha(head)}`, request };
}
async function answerRerun(client, own) {
  const runs = runsOf(await ownChecks(client, own.repository, own.headSha));
  for (const run of runs) await rerun(client, own.repository, run);
  return runs.length === 0 ? {
    answer: "confused",
    said: `nothing was measured at ${shortSha(own.headSha)} yet; /plumbline run measures it`
  } : { answer: "+1", said: `running again: ${runs.join(", ")}` };
}
async function answerConfirm(client, own, by) {
  const claims = (await ownChecks(client, own.repository, own.headSha)).filter(({ claim }) => claim !== null);
  for (const check2 of claims) await confirm(client, own.repository, check2, by);
  return claims.length === 0 ? { answer: "confused", said: `nothing about ${shortSha(own.headSha)} waits to be confirmed` } : { answer: "+1", said: `confirmed: ${claims.map(({ name }) => name).join(", ")}` };
}
function readRequest(text) {
  try {
    return Request.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlumblineError("usage", "the input request is not what the first job answered", {
      remedy: `hand its output on as it is: request: ${"$"}{{ needs.ask.outputs.request }}`,
      cause
    });
  }
}
function contextOf(request, context, readOnlyToken) {
  const { pullRequest: number, fork, head: headSha, headBranch, baseBranch, baseSha } = request;
  return {
    ...context,
    event: "pull_request",
    headSha,
    headBranch,
    baseBranch,
    baseSha,
    pullRequest: { number, fork },
    readOnlyToken
  };
}

// src/step/step.ts
async function runStep() {
  const inputs = readInputs(process.env);
  const payload = await readEvent(process.env);
  const context = readContext(process.env, payload);
  keepToken(process.env["GITHUB_SERVER_URL"] || "https://github.com", inputs["github-token"] ?? "");
  if (inputs.request === COMMANDS) return requestStep(inputs, context, payload);
  const request = inputs.request === void 0 ? null : readRequest(inputs.request);
  if (request !== null) return measureOrPublish(inputs, request, context, payload);
  const accepting = readAcceptEvent(context.event, payload, inputs["accept-label"] ?? "");
  if (accepting !== null) return acceptStep(inputs, context, accepting);
  const { publish: place } = inputs;
  return place === void 0 ? checkAndPublish(inputs, context, payload) : publishArtifact({ ...inputs, publish: place }, context, payload);
}
async function measureOrPublish(inputs, request, context, payload) {
  const { publish: place } = inputs;
  if (place !== void 0)
    return publishRequested({ ...inputs, publish: place }, contextOf(request, context, false), request.suite);
  const suite = await suiteNamed(invocationOf(inputs, process.env, process.cwd()));
  if (request.suite === null || request.suite === suite)
    return checkAndPublish(inputs, contextOf(request, context, true), payload);
  sayOutcome("measurement", {
    kind: "skipped",
    why: `the suite ${request.suite} was asked for, not ${suite}`
  });
  return EXIT_CODE.fine;
}
async function checkAndPublish(inputs, event, payload) {
  const asked = invocationOf(inputs, process.env, process.cwd());
  forgetTokens(process.env);
  const observer = workflowObserver(process.stdout);
  const connect = (limits = PUBLISHING) => createClient({
    token: inputs["github-token"] ?? "",
    apiUrl: event.apiUrl,
    say: (text) => observer.note(text),
    limits
  });
  const suite = await suiteNamed(asked);
  const job = jobName(inputs.job ?? "", suite);
  const telling = new Telling(connect, { suite, job }, inputs);
  const { signal, release } = abortOnSignals();
  let context = event;
  try {
    context = await aboutMeasured(event, asked.cwd);
    const origin = { ...originOf(context), ...job === null ? {} : { job } };
    const about = { branch: context.headBranch, origin, ...await queued(context, payload, connect, asked) };
    const invocation = { ...asked, ...about };
    return await measureAndTell(inputs, invocation, context, payload, telling, {
      connect,
      observer,
      signal
    });
  } catch (error) {
    observer.end();
    await telling.fail(context, error);
    throw error;
  } finally {
    release();
  }
}
async function queued(context, payload, connect, { base }) {
  if (context.event !== "merge_group") return {};
  const group = await pullRequestsOf(connect(LOOKING_AHEAD), context, payload).catch((error) => {
    const { message: why } = explainFailure(
      error,
      "asking for the group's pull requests",
      "pull-requests: read"
    );
    return { kind: "unknown", why };
  });
  if (group.kind === "known") return { base: base ?? context.baseSha, merging: group.merging };
  sayDoubt({
    why: `nothing counts as accepted in this group: ${group.why}`,
    remedy: "give the job `pull-requests: read` and `contents: read`"
  });
  return { base: base ?? context.baseSha };
}
async function measureAndTell(inputs, asked, context, payload, telling, { connect, observer, signal }) {
  const config = await loadConfig(asked);
  const invocation = { ...asked, targetBranch: targetBranchOf(context, payload, config.baseline.branch) };
  hidePasswords([...urlsOf(config.database), config.store]);
  const doubt = doubtOfStore(config, invocation);
  if (doubt !== null) sayDoubt(doubt);
  if (inputs.comment !== "never") await warnEarly(inputs["github-token"] ?? "", context);
  await telling.begin(context);
  const main = () => new MainBranch(connect(), context, config, invocation, sayOutcome);
  await main().land();
  const { report, notStored } = await check(invocation, observer, signal);
  observer.end();
  await addSummary(renderSummary(report));
  const { headline, commentUrl } = await telling.end(context, report);
  setOutputs(report, {
    headline,
    report: path2.join(invocation.output, FILES.report),
    html: path2.join(invocation.output, FILES.html),
    "comment-url": commentUrl
  });
  if (notStored !== null) throw notStored;
  await main().alert(report, inputs.alerts, inputs["alert-webhook"] ?? null);
  const code = exitCodeOf(report, inputs["fail-on"]);
  sayVerdict(headline, code !== 0);
  return code;
}
async function warnEarly(token, context) {
  const client = createClient({ token, apiUrl: context.apiUrl, say: () => void 0, limits: LOOKING_AHEAD });
  const foreseen = await foreseeTrouble(client, context, token);
  if (foreseen !== null) sayForeseen(foreseen);
}

// src/action.ts
process.exitCode = await runStep().catch(sayError);
