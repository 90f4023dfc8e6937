import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  addSummary,
  forget,
  hidePasswords,
  readEvent,
  readInputs,
  remember,
  sayError,
  sayForeseen,
  sayOutcome,
  sayPublication,
  sayVerdict,
  setOutputs,
  setRequest,
  warn,
  withdrawSecrets,
  workflowProgress
} from "./core.js";
import {
  abortOnSignals,
  announce,
  asStored,
  claimReport,
  claimed,
  concludeAnnounced,
  configOf,
  exitCodeOf,
  invocationOf,
  noResultOf,
  ownLogin,
  presentPullRequest,
  publish,
  publishSubject,
  publishableOf,
  readUntrustedReport,
  renderSummary
} from "./publish.js";
import {
  FORKS_HAVE_NO_RIGHTS,
  commitSha,
  confirm,
  explainFailure,
  hasStatus,
  isGithubRefusal,
  isMissingPermission,
  isOfBranch,
  isOutage,
  knownSince,
  originOf,
  ownChecks,
  parsePayload,
  readContext,
  rerun,
  targetBranchOf,
  workflowRuns,
  writerOf
} from "./context.js";
import {
  FILES,
  KnownLevels,
  bytes,
  check,
  commitFacts,
  historyLocation,
  isNowhere,
  ledgerAlerts,
  ledgerOf,
  loadConfig,
  narrowed,
  nearest,
  ofRepository,
  openStore,
  storeAt,
  storeOf,
  suiteNamed,
  testMergeOf,
  urlsOf,
  uuidV5,
  withOneCause
} from "./schema.js";
import "./yaml.js";
import {
  isAbout,
  limitText,
  sizeText,
  sumText,
  widerLimits,
  withAcceptances
} from "./html.js";
import {
  pageAddress
} from "./reason.js";
import {
  askGit,
  keepToken,
  untrustedFiles
} from "./branch-folder.js";
import "./fields.js";
import {
  link,
  markdownText,
  tableHead,
  tableRow
} from "./markdown.js";
import {
  formatChange,
  formatChosenShare,
  formatMetrics,
  formatSpread,
  isSha,
  plainLine,
  plural,
  shortSha,
  webAddress
} from "./units.js";
import {
  PUBLISHING,
  createClient
} from "./plugin-rest-endpoint-methods.js";
import "./undici.js";
import "./pako.js";
import "./loopback.js";
import "./summary.js";
import "./files.js";
import {
  environment
} from "./environment.js";
import {
  EXIT_CODE,
  METRIC_IDS,
  OVERALL,
  PlumblineError,
  asMetric,
  external_exports,
  holdsFor,
  jobName,
  metricInfo,
  object,
  redact,
  worstOf
} from "./zod.js";
import "./runtime.js";

// src/apps/action/step.ts
import path3 from "node:path";

// src/model/named-commit.ts
var BEGINNING_LEAST = 12;
function commitWord(word) {
  return /^[0-9a-f]{7,64}$/i.test(word) ? word.toLowerCase() : null;
}
function commitsIn(text) {
  const words = text.split(/\s+/).map((word) => commitWord(word.replace(/^\(+|(?<![.,;:!?)])[.,;:!?)]+$/g, "")));
  return [...new Set(words.filter((word) => word !== null))];
}
function disguisedCommit(text) {
  const words = text.split(/\s+/).map((word) => word.replace(/[!-/:-@[-`{-~]/g, ""));
  if (!words.some((word) => commitWord(word) === null && DISGUISED.test(word))) return null;
  return "a word looks like a commit, and has other characters in it than its digits";
}
var DISGUISE = String.raw`[\p{Cf}\p{M}\u2800\u115f\u1160\u3164\uffa0[[\p{L}\p{N}]--[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]]`;
var DISGUISED = new RegExp(`^${DISGUISE}*(?:[0-9a-fA-F]${DISGUISE}*){7,64}$`, "v");
function nameMismatch(name, sha) {
  if (!sha.startsWith(name)) return `the pull request's head is not ${name}`;
  if (name === sha || name.length >= BEGINNING_LEAST) return null;
  return `${name} can be the beginning of another commit, too`;
}
function plainlySpaced(comment) {
  return comment.replaceAll(" ", " ");
}

// src/model/accept-command.ts
var REASON_MOST = 500;
var USAGE = "write `/plumbline accept [workload] [metric] [commit] reason`, or `/plumbline revoke`";
function isCommand(comment) {
  return /^\s*\/plumbline\b/.test(comment);
}
function parseCommand(comment, workloads) {
  const text = plainlySpaced(comment).trim().replace(/^\/plumbline\b\s*/, "");
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
  const [commit = null, ...others] = commitsIn(text);
  if (others.length > 0) return { kind: "unclear", why: "it names more than one commit" };
  const disguised = disguisedCommit(text);
  if (disguised !== null) return { kind: "unclear", why: disguised };
  let workload = null;
  let metric = null;
  let rest = text;
  for (; ; ) {
    const [word, after] = firstWord(rest);
    if (workload === null && metric === null && workloads.includes(word)) workload = word;
    else if (metric === null && metricNamed(word) !== null) metric = metricNamed(word);
    else if (commit === null || commitWord(word) !== commit) break;
    rest = after;
  }
  const reason = rest.replace(/\s+/g, " ").trim().slice(0, REASON_MOST);
  if (reason === "") return { kind: "unclear", why: `the reason is missing; ${USAGE}` };
  return { kind: "accept", workload, metric, commit, reason };
}
function metricNamed(word) {
  return asMetric(word) ?? asMetric(word.toLowerCase());
}
function firstWord(text) {
  const left = text.trimStart();
  const [written, quoted] = /^(?:"([^"\n]*)"|\S*)/.exec(left);
  return [quoted ?? written, left.slice(written.length)];
}

// src/model/request-command.ts
var REQUEST_HELP = `### Plumbline: commands

For people who may write to the repository, in a comment of their own:

| command | does |
|:--|:--|
| \`/plumbline run [suite] [commit]\` | measures the present head, without secrets |
| \`/plumbline why [suite] [commit]\` | measures it in the same way, and looks longer for the cause of a regression |
| \`/plumbline rerun [commit]\` | runs the workflow again that measured it |
| \`/plumbline confirm [commit]\` | takes over what a fork's own run claims, after a look at what it changes |
| \`/plumbline accept [workload] [metric] [commit] reason\` | accepts a regression as the price of the change |
| \`/plumbline revoke\` | takes that back |
| \`/plumbline help\` | this |

A suite with a space in its name stands in double quotes. A commit is the whole of its digits, or at least twelve.
`;
var OF_ACCEPTING = ["accept", "revoke"];
function parseRequest(comment) {
  const [first, verb, ...words] = requestWords(plainlySpaced(comment).trim().split("\n")[0] ?? "");
  const kind = verb?.text ?? "";
  if (first?.text !== "/plumbline" || OF_ACCEPTING.includes(kind)) return null;
  const plain = words.filter(({ quoted }) => !quoted).map(({ text }) => text);
  const disguised = disguisedCommit(plain.join(" "));
  if (disguised !== null) return unclear(disguised);
  const last = words.at(-1);
  const commit = last === void 0 || last.quoted ? null : commitWord(last.text);
  const rest = commit === null ? words : words.slice(0, -1);
  switch (kind) {
    case "run":
    case "why":
      return runOf(kind, rest, commit);
    case "rerun":
    case "confirm":
      return rest.length === 0 ? { kind, commit } : unclear(`${kind} takes a commit and nothing else`);
    case "help":
      return { kind: "help" };
    default:
      return unclear("there is no such command");
  }
}
function asksToMeasure(comment) {
  return /^\s*\/plumbline\s+(run|why|rerun|confirm|help)\b/.test(comment);
}
function runOf(kind, [suite, ...more], commit) {
  const isName = suite === void 0 || suite.quoted || /^[\p{L}\p{N}_][\p{L}\p{N}_./:+-]*$/u.test(suite.text);
  return more.length === 0 && isName ? { kind, suite: suite?.text ?? null, commit } : unclear(`${kind} takes a suite and a commit, and nothing else`);
}
function unclear(why) {
  return { kind: "unclear", why };
}
function requestWords(line) {
  return [...line.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => ({
    text: quoted ?? plain,
    quoted: quoted !== void 0
  }));
}

// src/io/github/accept-event.ts
var login = external_exports.object({ login: external_exports.string() });
var ChangedLabel = external_exports.object({
  action: external_exports.enum(["labeled", "unlabeled"]),
  label: external_exports.object({ name: external_exports.string() })
});
var LabelEvent = ChangedLabel.extend({
  sender: login,
  pull_request: external_exports.object({
    number: external_exports.int().positive(),
    updated_at: external_exports.iso.datetime({ offset: true }),
    head: external_exports.object({ sha: commitSha })
  })
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
  if (event.kind !== "comment" || !asksToMeasure(event.text)) return event;
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
  return {
    kind: "label",
    put: action === "labeled",
    label,
    pullRequest: pull.number,
    by: sender.login,
    at: pull.updated_at,
    head: pull.head.sha
  };
}

// src/io/github/access.ts
var LOOKING_AHEAD = { seconds: 10, politeSeconds: 0 };
async function foreseeTrouble(client, { pullRequest, readOnlyToken, repository }, token) {
  if (pullRequest === null) return null;
  if (readOnlyToken) {
    return {
      why: "this pull request comes from a fork, and its token cannot write",
      remedy: "publish the comment from a second workflow (docs/examples/fork-publish.yml); the report is in the job summary"
    };
  }
  if (token === "") {
    return {
      why: "the input github-token is empty",
      remedy: "leave it at its default, or set comment to never"
    };
  }
  try {
    const { headers } = await client.rest.issues.listComments({
      owner: repository.owner,
      repo: repository.name,
      issue_number: pullRequest.number,
      per_page: 1
    });
    return lackingScope(headers["x-oauth-scopes"]);
  } catch (error) {
    const { message, remedy = "" } = explainFailure(
      error,
      "reading the pull request's comments",
      "pull-requests: write"
    );
    return { why: message, remedy };
  }
}
function lackingScope(scopes) {
  if (scopes === void 0 || scopes === "" || /(^|[ ,])(public_)?repo($|,)/.test(scopes)) return null;
  return {
    why: `the personal token has the scopes ${scopes}, and none of them may comment`,
    remedy: "give it the scope repo (public_repo for a public repository), or leave github-token at its default"
  };
}

// src/io/github/merge-group.ts
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

// src/analysis/history/accept-request.ts
function acceptByLabel(label, standing, occasion, via = "label") {
  const acceptance = makeAcceptance(occasion, {
    via,
    suite: null,
    workload: null,
    metric: null,
    reason: label
  });
  if (standing.some((each) => each.via === via && holdsFor(each, occasion.commit)))
    return { nothing: `the label ${label} is recorded already` };
  return { record: [acceptance] };
}
var SHORTEST_NAME = 5;
function misspelledName({ workload, metric, reason }, reports) {
  if (metric !== null) return null;
  const [first = "", second = ""] = reason.split(" ");
  if (/^p\d{2,}(?:\.\d+)?$/i.test(first) && asMetric(first.toLowerCase()) === null)
    return `there is no metric ${first}; write p99 or another one of the report`;
  const metricMeant = workload === null ? void 0 : nearest(first, METRIC_IDS);
  if (metricMeant !== void 0) return `there is no metric ${first}; did you mean ${metricMeant}?`;
  if (workload !== null) return null;
  const names = [...new Set(reports.flatMap(({ workloads }) => workloads.map(({ name: name2 }) => name2)))];
  const quoted = /^"([^"]*)" \S/.exec(reason)?.[1];
  const isMeant = quoted !== void 0 || first.length >= SHORTEST_NAME || asMetric(second.toLowerCase()) !== null;
  const near = nearest(quoted ?? first, names);
  const isPlural = near !== void 0 && (quoted ?? first).toLowerCase() === `${near.toLowerCase()}s`;
  const name = isMeant && near !== void 0 && !isPlural ? quoted ?? first : null;
  return name === null ? null : `there is no workload "${name}"; measured were ${names.join(", ")}`;
}
function acceptByCommand({
  workload,
  metric,
  reason
}, reports, occasion) {
  if (reports.length === 0)
    return { nothing: `there is no report about ${occasion.commit} in the store yet` };
  const seen = reports.filter(({ createdAt }) => Date.parse(createdAt) <= Date.parse(occasion.at));
  if (seen.length === 0)
    return { nothing: "the present commit was measured after the comment; look at it and comment again" };
  const misspelled = misspelledName({ workload, metric, reason }, seen);
  if (misspelled !== null) return { nothing: misspelled };
  const scope = { via: "command", workload, metric, reason };
  const record = seen.map((report) => ({ report, acceptance: makeAcceptance(occasion, { ...scope, suite: report.suite }) })).filter(({ report, acceptance }) => isAbout(acceptance, report)).map(({ acceptance }) => acceptance);
  const what = [workload, metric].filter((part) => part !== null).join(" ");
  return record.length > 0 ? { record } : { nothing: `nothing regressed${what === "" ? "" : ` in ${what}`}, and no limit is wider than base's` };
}
function revoke(standing, { by, at }) {
  const open = standing.filter(({ landed }) => landed === null);
  if (open.length === 0) return { nothing: "nothing is accepted here that could be taken back" };
  return { record: open.map((acceptance) => ({ ...acceptance, revoked: { by, at } })) };
}
function makeAcceptance({ key, ...occasion }, scope) {
  return {
    id: uuidV5(JSON.stringify([key, scope.suite])),
    ...occasion,
    ...scope,
    revoked: null,
    landed: null
  };
}

// src/io/github/reaction.ts
async function react(client, { owner, name }, comment, reaction) {
  try {
    await client.rest.reactions.createForIssueComment({
      owner,
      repo: name,
      comment_id: comment,
      content: reaction
    });
  } catch (error) {
    if (!isGithubRefusal(error)) throw error;
  }
}
async function reply(client, { owner, name }, pullRequest, body) {
  await client.rest.issues.createComment({ owner, repo: name, issue_number: pullRequest, body });
}

// src/io/github/seen-head.ts
async function headMismatch(client, { context: { repository, headSha: head, pullRequest }, pushedAt }, { at, commit }) {
  const mismatch = commit === null ? null : nameMismatch(commit, head);
  if (mismatch !== null || commit === head) return mismatch;
  const known = await knownSince(client, repository, head).catch((error) => {
    if (isMissingPermission(error)) return null;
    throw error;
  });
  const since = pullRequest?.fork === true ? [known, pushedAt] : [known];
  if (since.some((time) => time === null)) return "GitHub does not tell when the head was pushed";
  const isBefore = since.every((time) => time < Date.parse(at));
  return isBefore ? null : "something may have been pushed after that was written";
}
function headRefusal(mismatch, head, command) {
  return `${mismatch}. The head is ${head} now. Look at it, and if you mean this one, name it whole: ${command}`;
}

// src/io/github/write-access.ts
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

// src/apps/action/accept.ts
var NOT_FOR_FORKS = "let the workflow listen to pull_request_target, as docs/examples/accept.yml does: pull_request gives a fork's job neither a secret nor a token that can write";
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
    if (decision.isUncertain) await reply(client, context.repository, event.pullRequest, decision.said);
    const { context: own } = decision;
    if (own === null) return EXIT_CODE.fine;
    const show2 = async (report) => {
      const shown = asWriter(report, { ...own, runUrl: report.origin.runUrl ?? context.runUrl });
      sayPublication(
        await publish(client, shown, publishableOf(report, {}), inputs.comment, inputs["comment-for"])
      );
    };
    const subject = { repository: repositoryName(context), pullRequest: event.pullRequest };
    return conclude(await showWhatStands(store, subject, decision.reports, show2), inputs);
  } finally {
    await store.close();
  }
}
function asWriter({ origin: { workflow, config } }, context) {
  const { workflow: _, config: __, ...rest } = context;
  return {
    ...rest,
    ...workflow === void 0 ? {} : { workflow },
    ...config === void 0 ? {} : { config }
  };
}
async function openSharedStore({ config = "plumbline.yml", store }, cwd) {
  const location = await historyLocation({ config, ...store ? { store } : {} }, environment(), cwd);
  if (!isNowhere(location)) return await openStore(location);
  throw new PlumblineError(
    "usage",
    `accepting needs a store that both workflows reach, and ${location.words} is not there`,
    {
      remedy: "give the input store the same postgres://... or folder in both workflows, and check that its secret is set"
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
  const repository = repositoryName(context);
  const reports = (await store.reports(own.headSha)).filter(
    ({ origin }) => origin.repository === repository && origin.pullRequest === pullRequest
  );
  if (request.kind === "label" && request.put && !labels.includes(request.label))
    return { answer: "confused", said: `the label ${request.label} is gone again`, context: own, reports };
  const command = request.kind === "comment" ? acceptCommandIn(request.text, reports) : request;
  const mismatch = await requestMismatch(client, present, request, command).catch((error) => {
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
    isFork(own)
  );
  if ("nothing" in asked) return { answer: "confused", said: asked.nothing, context: own, reports };
  await store.saveAcceptances(asked.record);
  const after = await standingAcceptances(store, { repository, pullRequest });
  const judged = reports.map((report) => withAcceptances(report, after));
  for (const report of judged) await store.saveReport(report);
  return { answer: "+1", said: describe(asked.record, judged), context: own, reports: judged };
}
async function requestMismatch(client, present, request, command) {
  const { headSha } = present.context;
  if (command.kind === "label") {
    if (!command.put || !isFork(present.context)) return null;
    const mismatch = nameMismatch(command.head, headSha);
    return mismatch ?? headMismatch(client, present, { at: command.at, commit: null });
  }
  if (command.kind !== "accept") return null;
  const { commit } = command;
  return isFork(present.context) ? headMismatch(client, present, { at: request.at, commit }) : commit && nameMismatch(commit, headSha);
}
function isFork({ pullRequest }) {
  return pullRequest?.fork === true;
}
async function showWhatStands(store, subject, reports, show2) {
  for (; ; ) {
    const standing = await standingAcceptances(store, subject);
    const judged = reports.map((report) => withAcceptances(report, standing));
    for (const report of judged) {
      await store.saveReport(report);
      await show2(report);
    }
    if (idsOf(await standingAcceptances(store, subject)) === idsOf(standing)) return judged;
  }
}
async function standingAcceptances(store, subject) {
  return (await store.acceptances(subject)).filter(({ revoked }) => revoked === null);
}
function idsOf(acceptances) {
  return acceptances.map(({ id }) => id).sort().join();
}
function repositoryName({ repository: { owner, name } }) {
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
function decideAcceptance(command, standing, reports, occasion, fork) {
  switch (command.kind) {
    case "label":
      return command.put ? acceptByLabel(command.label, standing, occasion, fork ? "label-at-head" : "label") : revoke(
        standing.filter(({ via }) => via !== "command"),
        occasion
      );
    case "accept":
      return acceptByCommand(command, reports, occasion);
    case "revoke":
      return revoke(standing, occasion);
    case "unclear":
      return { nothing: command.why };
  }
}
function acceptCommandIn(text, reports) {
  return parseCommand(
    text,
    reports.flatMap(({ workloads }) => workloads.map(({ name }) => name))
  );
}
function describe(record, reports) {
  const what = record.every(({ revoked }) => revoked === null) ? "accepted" : "taken back";
  const verdicts = reports.map((report) => {
    const limits = widerLimits(report).map((change) => limitText(change));
    return `${report.suite}: ${report.verdict}${limits.length === 0 ? "" : ` (limits ${limits.join("; ")})`}`;
  });
  return `${what}; ${verdicts.length === 0 ? "nothing is measured at this commit yet" : verdicts.join(", ")}`;
}
function conclude(reports, inputs) {
  const worst = worstOf(reports);
  if (worst === void 0) return EXIT_CODE.fine;
  const headline = publishableOf(worst, {}).check.title;
  setOutputs(worst, { headline, report: "", html: "", "comment-url": "" });
  const code = exitCodeOf(worst, inputs["fail-on"]);
  sayVerdict(headline, code !== 0);
  return code;
}

// src/apps/action/foreign-code.ts
import path from "node:path";

// src/io/github/measured-run.ts
var WorkflowRunEvent = external_exports.object({
  workflow_run: external_exports.object({
    event: external_exports.string(),
    html_url: external_exports.url(),
    path: external_exports.string().nullish(),
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
    headRepository: run.head_repository?.full_name ?? null,
    path: run.path?.replace(/@.*/, "") ?? null
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
  const open = data.filter(({ head }) => head.repo?.full_name === headRepository && head.ref === headBranch);
  const [pull, ...others] = open.filter(({ head }) => head.sha === headSha);
  if (pull === void 0) {
    return none(
      open.length === 0 ? "no open pull request has that head" : "the pull request has a newer head, whose own run will report"
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
      pullRequest: { number: pull.number, fork: headRepository !== `${owner}/${name}` },
      // A fork's workflow may have the name of one of ours.
      ...workflowIn(run, `${owner}/${name}`)
    }
  };
}
function workflowIn({ path: path4, headRepository }, own) {
  if (path4 === null) return {};
  return { workflow: headRepository === own ? path4 : `${headRepository}/${path4}` };
}

// src/apps/action/foreign-code.ts
var INSISTING = "dangerously-measure-forks-with-secrets";
var BY_WRITERS = [
  "push",
  "merge_group",
  "schedule",
  "workflow_dispatch",
  "repository_dispatch",
  "release",
  "create",
  "deployment"
];
async function foreignCode(context, payload, { cwd, config }, secrets) {
  const { event, pullRequest } = context;
  if (pullRequest?.fork === true) {
    if (!FORKS_HAVE_NO_RIGHTS.includes(event))
      return `${event} gives a fork's pull request the job's secrets`;
    if (context.onRequest === true && secrets.length > 0)
      return `the job that measures what was asked for has the input ${secrets.join(" and ")}`;
  }
  if (pullRequest !== null || BY_WRITERS.includes(event)) return null;
  for (const folder of [cwd, path.dirname(path.resolve(cwd, config))]) {
    const head = await askGit(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    if (head === context.headSha || await isOfOwnRun(context, payload, folder, head)) continue;
    const what = head === null ? "what is measured is in no checkout" : `${shortSha(head)} is checked out`;
    return `${what}, and ${event} does not say whose code that is`;
  }
  return null;
}
async function isOfOwnRun({ event, repository: { owner, name } }, payload, folder, head) {
  if (event !== "workflow_run") return false;
  const run = readMeasuredRun(payload);
  if (run.headRepository !== `${owner}/${name}`) return false;
  return head === null || head === run.headSha || (await testMergeOf(folder, head))?.head === run.headSha;
}
function foreignCodeRefusal(why) {
  return new PlumblineError(
    "usage",
    `refused to run code that may be another repository's where secrets are in reach: ${why}`,
    {
      remedy: `measure forks on pull_request, and publish from a second workflow (docs/how-to/forks.md), or on request (docs/how-to/on-request.md); ${INSISTING}: true gives the author of any pull request everything the job can reach`
    }
  );
}

// src/io/host/webhook.ts
var PATIENCE_MS = 1e4;
async function tellWebhook(address, text) {
  const refuse = (why, cause) => new PlumblineError("github", `the webhook was not notified: ${why}`, {
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

// src/io/github/alert-issues.ts
var NEAR = 2;
var BLIND = 3;
var BODY_BYTES_MOST = 6e4;
var TRIES = 3;
var WENT_AWAY = "<!-- plumbline-alert-went-away -->";
async function syncAlerts(client, place, alerts) {
  const issues = await findOwnIssues(client, place);
  const left = new Set(issues);
  const outcomes = [];
  for (const alert of alerts) {
    const own = issuesAbout(alert, alerts, left, place);
    for (const issue2 of own) left.delete(issue2);
    const [issue, ...duplicates] = own;
    outcomes.push(
      issue === void 0 ? await openIssue(client, place, alert) : await refresh(client, place, alert, issue)
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
async function findOwnIssues(client, { owner, repo, suite }) {
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
  const same = [...issues].filter(({ sha }) => sha === alert.sha || alert.also?.includes(sha) === true);
  if (same.length > 0) return same;
  const own = commits.indexOf(alert.sha);
  return [...issues].filter(({ sha, open, body }) => {
    const at = commits.indexOf(sha);
    const isFree = alerts.every((other) => other.sha !== sha);
    const isAlive = open || !body.includes(WENT_AWAY);
    return isFree && isAlive && own >= 0 && at >= 0 && Math.abs(at - own) <= NEAR;
  });
}
function isInSight({ sha }, { commits }) {
  return commits.indexOf(sha) >= BLIND;
}
async function openIssue(client, place, alert) {
  const { owner, repo, labels, assignees } = place;
  const { sha, title } = alert;
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await client.rest.issues.create({
        owner,
        repo,
        title,
        body: issueBody(place, alert),
        labels: [...labels],
        assignees: [...assignees],
        request: { retries: 0 }
        // Not repeated blindly: what follows looks first.
      });
      return { kind: "opened", url: data.html_url, sha, title };
    } catch (error) {
      if (tries === TRIES || !isOutage(error)) throw error;
    }
    const found = (await findOwnIssues(client, place)).find((each) => each.sha === sha);
    if (found !== void 0) return { kind: "opened", url: found.url, sha, title };
  }
}
async function refresh(client, place, alert, issue) {
  const { owner, repo } = place;
  const { number: issue_number, url } = issue;
  const { title, sha } = alert;
  const body = issueBody(place, alert);
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
function issueBody({ suite }, { sha, body }) {
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

// src/io/github/commit-comment.ts
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

// src/report/markdown/alert.ts
var ROWS_MOST = 30;
function renderAlert(event, repositoryUrl, siteUrl = null, sums = null) {
  const { suite, branch, state, cause, shifts } = event;
  const where = `${markdownText(branch ?? "the branch", 60)}, suite ${markdownText(suite)}`;
  const lasts = state === "recent" ? "Too few runs follow to know whether it lasts: this issue closes itself where it goes away." : "It has lasted for several runs.";
  return {
    title: alertTitle(event),
    body: [
      `On ${where}, ${rangeText(event, repositoryUrl)}`,
      tableHead(COLUMNS) + shifts.slice(0, ROWS_MOST).map(rowOf).join("\n"),
      ...shifts.length > ROWS_MOST ? [`*and ${plural(shifts.length - ROWS_MOST, "more metric")}*`] : [],
      ...sums === null ? [] : [
        `Measured side by side there: ${sums.sums.slice(0, SUMS_MOST).map((sum) => markdownText(sumText(sum), 200)).join("; ")}.`
      ],
      ...onThePages(event, siteUrl),
      `${lasts} ${TO_DO[cause]}`
    ].join("\n\n")
  };
}
var SUMS_MOST = 3;
function renderLedgerAlert({ suite, branch }, alert, repositoryUrl, siteUrl = null) {
  const { since, upTo, carrier, sums } = alert;
  const [first] = sums;
  const where = `${markdownText(branch, 60)}, suite ${markdownText(suite)}`;
  const title = `Plumbline: ${plainLine(first.workload, 40)} ${metricInfo(first.metric).label} ${formatChange(first.effect)} on ${plainLine(branch, 30)} in ${plural(first.changes, "change")} since ${shortSha(since.sha)} (${plainLine(suite, 30)})`;
  const series = pageAddress(
    siteUrl,
    { page: "workload", suite, workload: first.workload },
    `?metric=${first.metric}`
  );
  return {
    title: plainLine(title, 200),
    body: [
      `On ${where}, changes after ${commitLine(since)} up to ${commitLine(upTo)}${between(since, upTo, repositoryUrl)} add up to more than one change may lose. ${commitLine(carrier)} carried the sum beyond the limit. Each was measured next to the commit before it, so the sum does not depend on which machines took turns.`,
      tableHead(SUM_COLUMNS) + sums.slice(0, ROWS_MOST).map(sumRow).join("\n"),
      ...series === null ? [] : [`On the pages: ${link("the sum, change by change", series)}.`],
      `To see each change: <code>plumbline history --branch ${markdownText(branch, 60)} --since ${since.sha.slice(0, 12)}</code>; to find the commits that weigh most: <code>plumbline bisect --plan --at ${upTo.sha.slice(0, 12)}</code>. This issue closes itself when the sum is back within its limit, or when an accepted change ends it. If what was lost is wanted, close it: it will not be opened again.`
    ].join("\n\n")
  };
}
var SUM_COLUMNS = [
  { title: "workload", align: "left" },
  { title: "metric", align: "left" },
  { title: "sum", align: "right" },
  { title: "limit", align: "right" },
  { title: "changes", align: "right" },
  { title: "red", align: "right" }
];
function sumRow(sum) {
  const { workload, metric, limit, changes, red } = sum;
  return tableRow([
    markdownText(workload),
    markdownText(metricInfo(metric).label),
    `**${sizeText(sum)}**`,
    limit === null ? "" : formatChosenShare(limit),
    String(changes),
    red === 0 ? "none" : String(red)
  ]);
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
  const both = pair.base === pair.head ? null : pageAddress(site, { page: "compare", ...pair });
  const series = clearest === void 0 ? null : pageAddress(
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
function alertTitle({ suite, branch, shifts, firstAfter, cause }) {
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
  if (cause === "surroundings") return `the level changed between two runs of ${commitLine(firstAfter)}.`;
  return `the level changed after ${commitLine(lastBefore)} and with or before ${commitLine(firstAfter)}${between(lastBefore, firstAfter, repositoryUrl)}.`;
}
function between({ sha: before }, { sha: after }, repositoryUrl) {
  const isRange = isSha(before) && isSha(after);
  const address = isRange ? webAddress(`${repositoryUrl}/compare/${before}...${after}`) : null;
  return address === null ? "" : ` (${link("the commits between", address)})`;
}
function commitLine({ sha, subject }) {
  const said = subject === null ? "" : ` “${markdownText(subject, 60)}”`;
  return `${markdownText(shortSha(sha))}${said}`;
}

// src/apps/action/alert.ts
var RUNS_MOST = 1e3;
async function alertMain(client, store, { repository }, report, { branch, mode, repositoryUrl, siteUrl, labels, assignees }) {
  if (mode === "never") return [];
  const { suite, origin } = report;
  const { events } = await new KnownLevels().of(store, { repository: origin.repository, suite, branch });
  const open = events.flatMap((event) => narrowed(event, isGateOf(report)) ?? []).filter((event) => event.open);
  const runs = await store.list({ ...ofRepository(origin), suite, branch, limit: RUNS_MOST });
  const commits = [...new Set(runs.map(({ commit }) => commit))];
  const { chain, acceptances } = await ledgerOf(store, { repository: origin.repository, suite, branch });
  const beyond = ledgerAlerts(chain, acceptances).filter((alert) => alert.open);
  const alerts = withOneCause(open, beyond, commits).map(({ event, sums }) => {
    const known = [event?.firstAfter.sha ?? [], sums?.carrier.sha ?? []].flat();
    const text = event === null ? renderLedgerAlert({ suite, branch }, sums, repositoryUrl, siteUrl) : renderAlert(event, repositoryUrl, siteUrl, sums);
    return { ...text, sha: known[0], also: known.slice(1) };
  });
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const outcomes = await syncAlerts(client, { ...place, suite, labels, assignees, commits }, alerts);
    const opened = new Set(outcomes.filter(({ kind }) => kind === "opened").map(({ sha }) => sha));
    if (mode === "issue-and-commit") {
      const news = alerts.filter(({ sha }) => opened.has(sha));
      for (const alert of news) await commentOn(client, place, suite, alert);
    }
    return outcomes;
  } catch (error) {
    throw explainFailure(error, "reporting a change on the main branch", "issues: write");
  }
}
async function commentOn(client, place, suite, { sha, body }) {
  const marker = `<!-- plumbline-alert:${Buffer.from(suite, "utf8").toString("hex")} -->`;
  await putCommitComment(client, { ...place, sha, marker, body });
}
function isGateOf({ workloads }) {
  const gates = workloads.flatMap(({ changes }) => changes.filter(({ role }) => role === "gate"));
  return (shift) => gates.some(({ workload, metric }) => workload === shift.workload && metric === shift.metric);
}

// src/apps/action/main-branch.ts
var MainBranch = class {
  #client;
  #context;
  #config;
  #invocation;
  #say;
  #signal;
  constructor(client, context, config, invocation, say, signal) {
    this.#client = client;
    this.#context = context;
    this.#config = config;
    this.#invocation = invocation;
    this.#say = say;
    this.#signal = signal;
  }
  /** Runs before the measurement is judged: a change that was accepted and merged starts a new baseline. */
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
  /** Runs after the run was stored. */
  async alert(report, mode, webhook) {
    const { headBranch, repository } = this.#context;
    const { branch } = this.#config.baseline;
    if (!isOfBranch(this.#context) || headBranch !== branch || mode === "never") return;
    await this.#withStore("alert", async (store) => {
      const repositoryUrl = this.#context.runUrl.replace(/\/actions\/runs\/.*$/, "");
      const { labels, assignees } = this.#config.alerts;
      const siteUrl = this.#config.site ?? null;
      const main = { branch, mode, repositoryUrl, siteUrl, labels, assignees };
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
      const store = await openStore(storeOf(this.#invocation, this.#config), "write", this.#signal);
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
async function landAcceptances(client, store, context, cwd) {
  const {
    repository: { owner, name },
    headBranch
  } = context;
  if (!isOfBranch(context) || headBranch === null) return [];
  const open = (await store.acceptances({ repository: `${owner}/${name}` })).filter(
    ({ revoked, landed: landed2 }) => revoked === null && landed2 === null
  );
  const numbers = [...new Set(open.map(({ pullRequest }) => pullRequest))].sort((a, b) => b - a);
  const landed = [];
  const closed = [];
  for (const number of numbers) {
    const pull = await askFor(client, { owner, repo: name, pull_number: number });
    if (pull?.state === "closed" && pull.merged_at === null) {
      const revoked = { by: CLOSED, at: new Date(pull.closed_at ?? pull.updated_at).toISOString() };
      closed.push(
        ...open.filter((each) => each.pullRequest === number).map((each) => ({ ...each, revoked }))
      );
    }
    if (pull?.merged_at == null || pull.base.ref !== headBranch || pull.merge_commit_sha === null) continue;
    const { time } = await commitFacts(cwd, pull.merge_commit_sha, null);
    const place = { commit: pull.merge_commit_sha, branch: headBranch, at: time ?? pull.merged_at };
    const own = open.filter((each) => each.pullRequest === number && holdsFor(each, pull.head.sha));
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

// src/apps/action/publish-artifact.ts
import path2 from "node:path";

// src/apps/action/report-publisher.ts
var ReportPublisher = class {
  #connect;
  #measured;
  #mode;
  #scope;
  #hasEnded = false;
  /** @param connect makes a client whose patience begins then: a measurement takes longer than it lasts */
  constructor(connect, measured, { comment, "comment-for": scope }) {
    this.#connect = connect;
    this.#measured = measured;
    this.#mode = comment;
    this.#scope = scope;
  }
  async begin(context) {
    const { suite, job } = this.#measured;
    const check2 = await announce(this.#connect(LOOKING_AHEAD), context, publishSubject(suite, job));
    if (check2 === null) return;
    const { sha, name, marker } = check2;
    remember(JSON.stringify({ sha, name, marker }));
  }
  /** @returns the headline and the comment's address, "" where there is none */
  async end(context, report) {
    const full = publishableOf(report, {});
    const publishable = this.#measured.isClaim ? claimed(full) : full;
    const published = await publish(this.#connect(), context, publishable, this.#mode, this.#scope);
    this.#hasEnded = true;
    forget();
    sayPublication(published);
    const commentUrl = "url" in published.comment ? published.comment.url : "";
    return { headline: publishable.check.title, commentUrl };
  }
  /** Replaces an earlier head's result, which says nothing of this one. An interrupt leaves the comment; a report that is there stays. */
  async fail(context, error) {
    if (this.#hasEnded) return;
    const known = error instanceof PlumblineError ? error : null;
    const interrupted = known?.kind === "interrupted";
    const { suite, job } = this.#measured;
    const failure = {
      suite,
      job,
      sha: context.headSha,
      runUrl: context.runUrl,
      message: known?.message ?? redact(`a fault in Plumbline itself: ${String(error)}`),
      remedy: known?.remedy ?? ""
    };
    const publishable = noResultOf(failure, interrupted ? "cancelled" : "failure");
    const mode = interrupted ? "never" : this.#mode;
    const published = await publish(this.#connect(), context, publishable, mode, this.#scope);
    forget();
    sayPublication(mode === this.#mode ? published : { ...published, comment: LEFT_ALONE });
  }
};
var LEFT_ALONE = { kind: "skipped", why: "the job was cancelled; the comment stays as it is" };

// src/apps/action/publish-artifact.ts
var REPORTS_MOST = 32;
var SECONDS_EACH = 10;
var LOST = "the job that measures has left no report";
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
  const run = readMeasuredRun(payload);
  const found = await findPullRequest(connectTo(inputs, context), context, run).catch((error) => {
    throw explainFailure(error, "finding the pull request", "pull-requests: write");
  });
  if (found.kind === "none") {
    sayOutcome("comment", { kind: "skipped", why: found.why });
    return EXIT_CODE.fine;
  }
  const left = await readEach(inputs.publish, (report) => claimReport(report, found.context, run.doneAt));
  if (isNothing(left)) {
    sayOutcome("comment", { kind: "skipped", why: `${LOST}; the log of its run says why` });
    return EXIT_CODE.fine;
  }
  const isClaim = found.context.pullRequest?.fork === true && inputs.forks === "confirm";
  return await showEach(inputs, found.context, left, isClaim);
}
async function publishRequested(inputs, context, suite) {
  const connect = () => connectTo(inputs, context);
  try {
    const madeAt = (/* @__PURE__ */ new Date()).toISOString();
    const left = await readEach(
      inputs.publish,
      (untrusted) => ofSuite(suite, claimReport(untrusted, context, madeAt))
    );
    if (isNothing(left)) throw lost(suite);
    let code = EXIT_CODE.fine;
    const client = connectTo(inputs, context, left.claims.length);
    for (const { report } of left.claims) {
      if (suite !== null && report.origin.job !== void 0)
        code = Math.max(code, await closeAnnounced(client, context, suite, report));
    }
    code = Math.max(code, await showEach(inputs, context, left, false));
    if (left.claims.length === 0) throw left.refusals[0];
    return code;
  } catch (error) {
    if (suite !== null)
      await new ReportPublisher(connect, { suite, job: null, isClaim: false }, inputs).fail(context, error);
    throw error;
  }
}
function connectTo(inputs, context, reports = 1) {
  return createClient({
    token: inputs["github-token"] ?? "",
    apiUrl: context.apiUrl,
    say: (text) => sayOutcome("GitHub", { kind: "note", why: text }),
    limits: { ...PUBLISHING, seconds: PUBLISHING.seconds + (reports - 1) * SECONDS_EACH }
  });
}
function lost(suite) {
  const what = suite === null ? "" : `no job has measured the suite ${plainLine(suite)}: `;
  return new PlumblineError("usage", `${what}${LOST}`, {
    remedy: "see its log, in the same workflow run: it failed, or no config file has a `suite:` of that name"
  });
}
function isNothing({ claims, refusals }) {
  return claims.length + refusals.length === 0;
}
function ofSuite(suite, report) {
  if (suite === null || report.suite === suite) return report;
  throw new PlumblineError(
    "usage",
    `the suite ${plainLine(suite)} was asked for, and ${plainLine(report.suite)} was measured`,
    { remedy: "let the job that measures name the config file of that suite" }
  );
}
async function readEach(folder, claim) {
  const claims = [];
  const refusals = [];
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
function withoutDoubles(claims, refusals) {
  const kept = /* @__PURE__ */ new Map();
  const doubles = [];
  const rank = ({ report }) => OVERALL.indexOf(report.verdict);
  for (const each of claims.toSorted((a, b) => rank(a) - rank(b))) {
    const { suite, origin } = each.report;
    const whose = JSON.stringify([publishSubject(suite, origin.job ?? null).marker, writerOf(origin)]);
    const other = kept.get(whose);
    if (other === void 0) kept.set(whose, each);
    else doubles.push(artifactRefusal(each.place, doubleOf(other)));
  }
  return { claims: [...kept.values()], refusals: [...refusals, ...doubles] };
}
function doubleOf({ place }) {
  return new PlumblineError(
    "usage",
    `it has the same suite and job as ${path2.basename(place)}, which is no better`,
    {
      remedy: "let the jobs differ by the input `job`, or measure each suite in one job"
    }
  );
}
function artifactRefusal(place, error) {
  if (!(error instanceof PlumblineError)) return error;
  const message = plainLine(`${path2.basename(place)}: ${error.message}`, 400);
  return error.with({ message, cause: error });
}
async function closeAnnounced(client, context, suite, report) {
  const closed = await concludeAnnounced(
    client,
    context,
    publishSubject(suite, null),
    publishableOf(report, {})
  );
  sayOutcome(`check run of ${plainLine(suite)}`, closed);
  return closed.kind === "failed" ? EXIT_CODE.internal : EXIT_CODE.fine;
}
async function showEach(inputs, context, { claims, refusals }, isClaim) {
  const codes = [EXIT_CODE.fine];
  for (const refused of refusals) codes.push(await sayError(refused));
  const client = connectTo(inputs, context, claims.length);
  const shown = [];
  for (const claim of claims) {
    try {
      shown.push(await show(inputs, client, context, claim, isClaim));
    } catch (error) {
      if (claims.length === 1) throw error;
      codes.push(await sayError(error));
    }
  }
  const worst = worstOf(shown);
  if (worst !== void 0) setOutputs(worst.report, worst.outputs);
  return Math.max(...codes, ...shown.map(({ code }) => code));
}
async function show(inputs, client, context, claim, isClaim) {
  const report = await withHistory(claim.report, inputs);
  await addSummary(renderSummary(report));
  const full = publishableOf(report, {});
  const check2 = { ...full.check, ...context.pullRequest?.fork ? { annotations: [] } : {} };
  const publishable = isClaim ? claimed({ ...full, check: check2 }) : { ...full, check: check2 };
  const { workflow, config } = report.origin;
  const written = {
    ...context,
    ...workflow === void 0 ? {} : { workflow },
    ...config === void 0 ? {} : { config }
  };
  const published = await publish(client, written, publishable, inputs.comment, inputs["comment-for"]);
  sayPublication(published);
  const failed = published.comment.kind === "failed" || published.check.kind === "failed";
  const outputs = {
    headline: publishable.check.title,
    report: claim.place,
    html: "",
    "comment-url": "url" in published.comment ? published.comment.url : ""
  };
  return { verdict: report.verdict, report, outputs, code: failed ? EXIT_CODE.internal : EXIT_CODE.fine };
}
async function withHistory(report, inputs) {
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
    sayOutcome("report to the store", {
      kind: "failed",
      why: `${error.message}; it is shown, and cannot be accepted`,
      remedy: error.remedy ?? ""
    });
    return report;
  }
}
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

// src/apps/action/request.ts
var COMMANDS = "commands";
var LONG_SEARCH = "10m";
var Request = object({
  pullRequest: external_exports.int().positive(),
  fork: external_exports.boolean(),
  head: commitSha,
  headBranch: external_exports.string().nullable(),
  baseBranch: external_exports.string().nullable(),
  baseSha: commitSha.nullable(),
  /** Null: any suite. */
  suite: external_exports.string().nullable(),
  /** Time to look for causes, if the comment asks for them: "10m". */
  cause: external_exports.string().optional()
});
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
  const failed = (error) => {
    throw explainFailure(error, `answering /plumbline ${command.kind}`, permissionOf(command));
  };
  const {
    answer,
    said,
    request,
    reply: words
  } = await answerTo(client, context, comment, command).catch(failed);
  sayOutcome("request", { kind: answer, why: said });
  await react(client, context.repository, comment.id, answer);
  if (words !== void 0) await reply(client, context.repository, comment.pullRequest, words).catch(failed);
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
  if (command.kind === "help") return { answer: "+1", said: "listed the commands", reply: REQUEST_HELP };
  if (command.kind === "unclear") {
    const { why } = command;
    return { answer: "confused", said: why, reply: `Plumbline did nothing: ${why}.

${REQUEST_HELP}` };
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
async function answerRun(client, own, { kind, suite }) {
  if (suite !== null) await announce(client, own, publishSubject(suite, null));
  const { headSha: head, headBranch, baseBranch, baseSha, pullRequest } = own;
  const { number, fork } = pullRequest;
  const request = { pullRequest: number, fork, head, headBranch, baseBranch, baseSha, suite };
  const more = kind === "why" ? { cause: LONG_SEARCH } : {};
  return { answer: "eyes", said: `measuring ${head}`, request: { ...request, ...more } };
}
async function answerRerun(client, own) {
  const runs = workflowRuns(await ownChecks(client, own.repository, own.headSha));
  for (const run of runs) await rerun(client, own.repository, run);
  return runs.length === 0 ? {
    answer: "confused",
    said: `nothing was measured at ${own.headSha} yet; /plumbline run measures it`
  } : { answer: "+1", said: `running again: ${runs.join(", ")}` };
}
async function answerConfirm(client, own, by, at) {
  const claims = (await ownChecks(client, own.repository, own.headSha)).filter(
    ({ claim, doneAt }) => claim !== null && doneAt !== null && doneAt < Date.parse(at)
  );
  for (const check2 of claims) await confirm(client, own.repository, check2, by);
  return claims.length === 0 ? { answer: "confused", said: `nothing about ${own.headSha} waited to be confirmed when you wrote` } : { answer: "+1", said: `confirmed at ${own.headSha}: ${claims.map(({ name }) => name).join(", ")}` };
}
function readRequest(text) {
  try {
    return Request.parse(JSON.parse(text));
  } catch (cause) {
    throw new PlumblineError("usage", "the input request is not what the first job answered", {
      remedy: `pass its output on unchanged: request: ${"$"}{{ needs.ask.outputs.request }}`,
      cause
    });
  }
}
function requestContext(request, context, readOnlyToken) {
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
    onRequest: true
  };
}

// src/apps/action/step.ts
async function runStep() {
  const inputs = readInputs(process.env);
  withdrawSecrets();
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
    return publishRequested(
      { ...inputs, publish: place },
      requestContext(request, context, false),
      request.suite
    );
  const suite = await suiteNamed(invocationOf(inputs, process.env, process.cwd()));
  if (request.suite === null || request.suite === suite)
    return checkAndPublish(withCause(inputs, request), requestContext(request, context, true), payload);
  sayOutcome("measurement", {
    kind: "skipped",
    why: `the suite ${request.suite} was asked for, not ${suite}`
  });
  return EXIT_CODE.fine;
}
function withCause(inputs, { cause }) {
  return inputs.cause || cause === void 0 ? inputs : { ...inputs, cause };
}
async function checkAndPublish(inputs, event, payload) {
  const asked = invocationOf(inputs, environment(), process.cwd());
  const foreign = await foreignCode(event, payload, asked, stepSecrets(inputs, environment()));
  if (foreign !== null && inputs[INSISTING] === "false") throw foreignCodeRefusal(foreign);
  if (foreign !== null) warn({ why: foreign, remedy: `remove ${INSISTING}` });
  const progress = workflowProgress(process.stdout);
  const connect = (limits = PUBLISHING) => createClient({
    token: inputs["github-token"] ?? "",
    apiUrl: event.apiUrl,
    say: (text) => progress.note(text),
    limits
  });
  const suite = await suiteNamed(asked);
  const job = jobName(inputs.job ?? "", suite);
  const publisher = new ReportPublisher(
    connect,
    { suite, job, isClaim: foreign !== null && inputs.forks === "confirm" },
    inputs
  );
  const { signal, release } = abortOnSignals();
  const config = await configOf(asked);
  let context = { ...event, ...config };
  try {
    context = { ...await aboutMeasured(event, asked.cwd), ...config };
    const origin = { ...originOf(context), ...job === null ? {} : { job } };
    const group = await queued(context, payload, connect, asked);
    const about = { branch: context.headBranch, origin, testMerge: context.testMerge, ...group };
    const invocation = { ...asked, ...about };
    return await measureAndPublish(inputs, invocation, context, payload, publisher, {
      connect,
      progress,
      signal
    });
  } catch (error) {
    progress.end();
    await publisher.fail(context, error);
    throw error;
  } finally {
    release();
  }
}
function stepSecrets(inputs, env) {
  const store = inputs.store || env["PLUMBLINE_STORE"] || "file:";
  return [
    ...store.startsWith("file:") ? [] : ["store"],
    ...inputs["alert-webhook"] ? ["alert-webhook"] : []
  ];
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
  warn({
    why: `nothing counts as accepted in this group: ${group.why}`,
    remedy: "give the job `pull-requests: read` and `contents: read`"
  });
  return { base: base ?? context.baseSha };
}
async function measureAndPublish(inputs, asked, context, payload, publisher, { connect, progress, signal }) {
  const config = await loadConfig(asked);
  const targetBranch = targetBranchOf(context, payload, config.baseline.branch);
  const invocation = { ...asked, targetBranch, ...mergeOf(context, targetBranchOf(context, payload, null)) };
  hidePasswords([...urlsOf(config.database), config.store]);
  const warning = storeWarning(config, invocation);
  if (warning !== null) warn(warning);
  if (inputs.comment !== "never") await warnEarly(inputs["github-token"] ?? "", context);
  await publisher.begin(context);
  const main = () => new MainBranch(connect(), context, config, invocation, sayOutcome, signal);
  await main().land();
  const { report, notStored } = await check(invocation, progress, signal);
  progress.end();
  await addSummary(renderSummary(report));
  const { headline, commentUrl } = await publisher.end(context, report);
  setOutputs(report, {
    headline,
    report: path3.join(invocation.output, FILES.report),
    html: path3.join(invocation.output, FILES.html),
    "comment-url": commentUrl
  });
  if (notStored !== null) throw notStored;
  await main().alert(report, inputs.alerts, inputs["alert-webhook"] ?? null);
  const code = exitCodeOf(report, inputs["fail-on"]);
  sayVerdict(headline, code !== 0);
  return code;
}
function mergeOf(context, target) {
  const { event, pullRequest, headBranch, baseSha } = context;
  if (event === "merge_group") return { merge: { base: baseSha, target } };
  const isAside = isOfBranch(context) && target !== null && headBranch !== target;
  return pullRequest !== null || isAside ? { merge: { base: null, target } } : {};
}
async function warnEarly(token, context) {
  const client = createClient({ token, apiUrl: context.apiUrl, say: () => void 0, limits: LOOKING_AHEAD });
  const foreseen = await foreseeTrouble(client, context, token);
  if (foreseen !== null) sayForeseen(foreseen);
}
var REMEDY = "name the secret as Settings > Secrets has it (the input store is empty if its secret is not set), and give Dependabot one of its own under Settings > Secrets > Dependabot; forks get none, so let them measure side by side";
function storeWarning({ measure, store }, invocation) {
  if ((invocation.overrides.mode ?? measure.mode) !== "history") return null;
  if (invocation.store === null && store === void 0) {
    throw new PlumblineError("usage", "the mode is history, but no store is configured", {
      remedy: REMEDY
    });
  }
  const location = storeOf(invocation, { store });
  if (!isNowhere(location)) return null;
  return { why: `the store ${location.words} is not there yet, so nothing is compared`, remedy: REMEDY };
}
function isAboutCommit({ event, pullRequest }) {
  return pullRequest !== null || event === "merge_group" || event === "push";
}
async function aboutMeasured(context, cwd) {
  const sha = await askGit(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null || sha === context.headSha) return context;
  if (!isAboutCommit(context)) {
    const branch = await askGit(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
    return { ...context, headSha: sha, headBranch: branch };
  }
  const merge = await testMergeOf(cwd, sha, context.testMerge);
  if (merge?.head === context.headSha) return context;
  const { event, headSha } = context;
  throw new PlumblineError(
    "usage",
    `${shortSha(sha)} is checked out, but this ${event} is about ${shortSha(headSha)}: the verdict would be written about a commit that was not measured`,
    { remedy: eventRemedy(event) }
  );
}
function eventRemedy(event) {
  return event === "pull_request_target" ? "measure on pull_request, and publish for forks from a second workflow (docs/examples/fork-measure.yml): pull_request_target checks out the default branch, with secrets in reach" : "let actions/checkout check out what it does by default, without `ref`";
}
export {
  aboutMeasured,
  mergeOf,
  runStep,
  storeWarning
};
