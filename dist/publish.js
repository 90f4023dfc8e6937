import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  APART,
  checkWriterOf,
  explainFailure,
  hasStatus,
  hidden,
  isMissingPermission,
  isOutage,
  isUnreachable,
  mayStand,
  mergeChecks,
  originOf,
  ownChecks,
  parseHidden,
  putStatus,
  readExternalId,
  workflowRunIn,
  writeExternalId,
  writerOf
} from "./context.js";
import {
  COMMENT_BYTES_MOST,
  DEFAULT_CONFIG,
  FILES,
  NOWHERE,
  assemble,
  bytes,
  cardText,
  foldedText,
  footer,
  guidanceOf,
  parseDurationNs,
  renderComment,
  uuidV5,
  visibleSections
} from "./schema.js";
import {
  acceptanceOf,
  cardOf,
  cellTexts,
  changeRows,
  errorCounts,
  leadsOf,
  migrationCauses,
  migrationFault,
  migrationPlace,
  migrationRemedies,
  movedText,
  parsePlace,
  pathInRepository,
  sqlstateText,
  tradeText,
  withAcceptances
} from "./html.js";
import {
  causeText,
  mechanismText
} from "./reason.js";
import {
  askGit,
  lockFolder,
  readUntrustedFile
} from "./branch-folder.js";
import {
  USUAL,
  parseChoice
} from "./fields.js";
import {
  commentMarker,
  link,
  markdownText,
  noResultTitle,
  reasonText,
  renderNoResult,
  tableHead,
  tableRow
} from "./markdown.js";
import {
  formatCount,
  plainLine,
  plural,
  shortSha,
  webAddress
} from "./units.js";
import {
  sha256
} from "./files.js";
import {
  EXIT_CODE,
  PlumblineError,
  Report,
  external_exports,
  hasFaults,
  metricInfo,
  parseDocument
} from "./zod.js";

// src/pipeline/invocation/exit-code.ts
function exitCodeOf({ verdict, counts }, failOn) {
  if (failOn === "never") return EXIT_CODE.fine;
  if (verdict === "regressed") return EXIT_CODE.regression;
  const open = verdict === "inconclusive" || verdict === "accepted" && counts.inconclusive > (counts.notWorse ?? 0);
  return open && failOn === "inconclusive" ? EXIT_CODE.inconclusive : EXIT_CODE.fine;
}

// src/pipeline/invocation/interrupt.ts
function abortOnSignals(what = "servers and folders are removed") {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(`
stopping; ${what} (once more ends at once)
`);
    controller.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
    }
  };
}
async function untilInterrupted(work, what) {
  const { signal, release } = abortOnSignals(what);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted || error instanceof PlumblineError) throw error;
    throw new PlumblineError("interrupted", "interrupted", { cause: error });
  } finally {
    release();
  }
}

// src/pipeline/invocation/repository.ts
import path from "node:path";

// src/io/git/remote.ts
var REMOTES = ["upstream", "origin"];
async function repositoryOfRemote(folder) {
  for (const remote of REMOTES) {
    const url = await askGit(folder, "remote", "get-url", remote);
    if (url !== null) return repositoryIn(url);
  }
  return null;
}
function repositoryIn(url) {
  const path2 = /^(?:https?|ssh|git):\/\/[^/]+\/(.+)$/.exec(url)?.[1] ?? /^(?:[^@/]+@)?[\w.-]+:(?!\/\/)(.+)$/.exec(url)?.[1];
  const name = path2?.replace(/^\/+|(?<!\/)\/+$/g, "").replace(/\.git$/, "");
  return name !== void 0 && /^[\w.-]+(?:\/[\w.-]+)+$/.test(name) ? name : null;
}

// src/pipeline/invocation/repository.ts
async function inRepository(invocation) {
  const { cwd, origin } = invocation;
  const repository = origin.repository ?? await repositoryOfRemote(cwd);
  return { ...invocation, origin: { ...origin, repository, ...await configOf(invocation) } };
}
async function configOf({
  cwd,
  config
}) {
  const file = path.resolve(cwd, config);
  const folder = await askGit(path.dirname(file), "rev-parse", "--show-prefix");
  return folder === null ? {} : { config: folder + path.basename(file) };
}

// src/pipeline/invocation/words.ts
function invocationOf(words, env, cwd) {
  return {
    cwd,
    config: words.config ?? DEFAULT_CONFIG,
    base: words.base || null,
    branch: null,
    targetBranch: null,
    overrides: overridesOf(words),
    store: words.store || env["PLUMBLINE_STORE"] || null,
    output: words.output ?? "plumbline-out",
    lock: lockOf(words["lock-timeout"] ?? words.lockTimeout, env),
    origin: { ...NOWHERE, repository: words.repository || env["GITHUB_REPOSITORY"] || null },
    merging: [],
    acceptLabel: words["accept-label"] || null
  };
}
function failOnOf({ failOn = USUAL["fail-on"] }) {
  return parseChoice("fail-on", failOn);
}
function lockOf(text = "1h", env = process.env) {
  const ns = durationOf("lock-timeout", text, "0s does not wait");
  const folder = lockFolder(env);
  return folder === null ? null : { folder, limitMs: ns / 1e6 };
}
function overridesOf({ mode, sessions, seconds, seed, cause }) {
  return {
    ...mode ? { mode: parseChoice("mode", mode) } : {},
    ...sessions ? { sessions: numberInRange("sessions", sessions, 1, 200, true) } : {},
    ...seconds ? { seconds: numberInRange("seconds", seconds, 0.1, 3600, false) } : {},
    ...cause ? { cause: durationOf("cause", cause, "0s does not search") } : {},
    ...seed ? { seed: numberInRange("seed", seed, 0, 2 ** 31 - 1, true) } : {}
  };
}
function durationOf(name, text, none) {
  const ns = parseDurationNs(text);
  if (ns !== void 0) return ns;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `write a duration such as 90s, 30m or 2h; ${none}`
  });
}
function numberInRange(name, text, least, most, whole) {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return value;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `write a ${whole ? "whole number" : "number"} from ${least} to ${most}`
  });
}

// src/report/markdown/summary.ts
var SUMMARY_BYTES_MOST = 1e6;
var ELSEWHERE = "report.json";
function renderSummary(report, options = {}) {
  const rows = changeRows(report);
  const guidance = guidanceOf(report, options);
  const top = cardText(cardOf(report, guidance), "##");
  const openRows = Number.POSITIVE_INFINITY;
  const bottom = assemble([footer(report, guidance)], 8e3, ELSEWHERE);
  const visible = assemble(visibleSections(report, rows, openRows), SUMMARY_BYTES_MOST / 2, ELSEWHERE);
  const room = SUMMARY_BYTES_MOST - bytes(top + visible + bottom);
  return top + visible + foldedText({ report, rows, guidance, openRows }, room, ELSEWHERE) + bottom;
}

// src/report/markdown/gathered.ts
var COLUMNS = [
  { title: "measurement", align: "left" },
  { title: "result", align: "left" }
];
function renderGathered(jobs, sha, limit) {
  const sorted = jobs.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const rows = sorted.map(({ name, url, title }) => {
    const address = webAddress(url);
    const label = markdownText(name, 170);
    return tableRow([address === null ? label : link(label, address), markdownText(title, 200)]);
  });
  let text = `### Plumbline: ${gatheredHeadline(jobs)}

${tableHead(COLUMNS)}${rows.join("\n")}
`;
  for (const { name, summary } of sorted.filter(({ conclusion }) => conclusion === "failure")) {
    const more = `
<details><summary>${markdownText(name, 170)}</summary>

${summary}

</details>
`;
    if (bytes(text + more) < limit) text += more;
  }
  return `${text}
<sub>of ${plainLine(shortSha(sha))}</sub>
`;
}
function gatheredHeadline(jobs) {
  const count = (wanted) => jobs.filter(wanted).length;
  const open = count(({ conclusion }) => conclusion === null);
  const undecided = count(({ conclusion }) => conclusion === "neutral");
  const calm = open + undecided + count(({ conclusion }) => conclusion === "success");
  const all = plural(jobs.length, "measurement");
  const alarms = jobs.length - calm;
  const parts = [
    ...alarms > 0 ? [`${formatCount(alarms)} of ${all} to look at`] : [],
    ...undecided > 0 ? [`${formatCount(undecided)} without an answer`] : [],
    ...open > 0 ? [`${formatCount(open)} still measuring`] : []
  ];
  return alarms + undecided > 0 ? parts.join(", ") : [`nothing to look at in ${all}`, ...parts].join(", ");
}

// src/io/github/check-run.ts
var TRIES = 3;
async function putCheckRun(client, check) {
  try {
    return await createOrUpdate(client, check);
  } catch (error) {
    if (!isMissingPermission(error)) throw error;
  }
  return { kind: "status", url: await putStatus(client, check) };
}
async function createOrUpdate(client, check) {
  for (let tries = 1; ; tries++) {
    const found = await findOwnCheck(client, check);
    try {
      const whole = mergeChecks(check, found?.summary ?? "");
      return await (found === void 0 ? createCheck(client, whole) : updateCheck(client, whole, found));
    } catch (error) {
      if (tries === TRIES || !isOutage(error)) throw error;
    }
  }
}
async function findOwnCheck(client, check) {
  const { owner, repo, sha, name } = check;
  const { data } = await client.rest.checks.listForRef({
    owner,
    repo,
    ref: sha,
    check_name: name,
    filter: "latest",
    per_page: 100
  });
  const own = data.check_runs.filter((run) => readExternalId(run.external_id) !== null).toSorted((a, b) => b.id - a.id)[0];
  if (own === void 0) return void 0;
  const { annotations_count: annotations, summary } = own.output;
  return { id: own.id, annotated: annotations > 0, summary: summary ?? "" };
}
var ONCE = { request: { retries: 0 } };
async function createCheck(client, check) {
  const { data } = await client.rest.checks.create({ ...checkBody(check), head_sha: check.sha, ...ONCE });
  return { kind: "created", url: data.html_url ?? check.runUrl };
}
async function updateCheck(client, check, { id, annotated }) {
  const body = checkBody(annotated ? { ...check, annotations: [] } : check);
  const { data } = await client.rest.checks.update({ ...body, check_run_id: id, ...ONCE });
  return { kind: "updated", url: data.html_url ?? check.runUrl };
}
function checkBody(check) {
  const { owner, repo, name, marker, conclusion, claim = null, runUrl, title, text } = check;
  const origin = check.writer?.origin ?? null;
  const annotations = check.annotations.map(annotationOf);
  return {
    owner,
    repo,
    name,
    external_id: writeExternalId({ marker, run: workflowRunIn(runUrl), claim, origin }),
    ...conclusion === null ? { status: "in_progress" } : { status: "completed", conclusion, completed_at: (/* @__PURE__ */ new Date()).toISOString() },
    details_url: runUrl,
    output: { title, summary: checkSummary(check), text, ...annotations.length > 0 ? { annotations } : {} }
  };
}
function checkSummary({ summary, runUrl }) {
  const address = webAddress(runUrl);
  return address === null ? summary : `${summary}

${link("Workflow run", address)}`;
}
function annotationOf({ path: path2, line, level, title, message }) {
  return { path: path2, start_line: line, end_line: line, annotation_level: level, title, message };
}

// src/io/github/own-login.ts
var ACTIONS_LOGIN = "github-actions[bot]";
async function ownLogin(client) {
  try {
    return (await client.rest.users.getAuthenticated()).data.login;
  } catch (error) {
    if (!hasStatus(error, 403)) throw error;
  }
  try {
    const { viewer } = await client.graphql("{ viewer { login } }");
    return viewer.login;
  } catch {
    return ACTIONS_LOGIN;
  }
}

// src/io/github/stored-text.ts
function asStored(text) {
  return text.replace(/\r\n/g, "\n").trim();
}

// src/io/github/sticky-comment.ts
var FROM = /\n<!-- plumbline-from:(\S*) -->$/;
var FromWriter = external_exports.object({ origin: external_exports.string(), name: external_exports.string() });
var HEADING = /^(?:> \[!\w+\]\n> )?### (?:✅ )?Plumbline: /;
var TRIES2 = 3;
async function putStickyComment(client, asked) {
  for (let tries = 1; ; tries++) {
    const all = await findOwnComments(client, asked);
    const [found, ...duplicates] = all.filter((comment) => isFrom(comment, asked.writer));
    const wanted = { ...asked, body: withWriters(asked, all) };
    if (found === void 0 && wanted.mode === "on-change" && !wanted.changed) {
      return { kind: "skipped", why: "nothing changed, and `comment` is `on-change`" };
    }
    try {
      if (found === void 0) return await createComment(client, wanted);
      const outcome = await updateComment(client, wanted, found);
      for (const duplicate of duplicates) await remove(client, wanted, duplicate);
      return outcome;
    } catch (error) {
      const deleted = found !== void 0 && hasStatus(error, 404);
      const uncertain = found === void 0 && isOutage(error);
      if (tries === TRIES2 || !(deleted || uncertain)) throw error;
    }
  }
}
async function findOwnComments(client, wanted) {
  const comments = await client.paginate(client.rest.issues.listComments, {
    owner: wanted.owner,
    repo: wanted.repo,
    issue_number: wanted.pullRequest,
    per_page: 100
  });
  const top = `${wanted.marker}
`;
  const marked = comments.filter(({ body }) => {
    const stored = asStored(body ?? "");
    return stored.startsWith(top) && HEADING.test(stored.slice(top.length));
  });
  if (marked.length === 0) return [];
  const login = await ownLogin(client);
  return marked.filter((comment) => comment.user?.login === login).map(({ id, html_url: url, body = "" }) => ({ id, url, body }));
}
function isFrom(comment, writer) {
  const from = commentWriter(comment);
  return from === null || writer === null || from.origin === writer.origin;
}
function commentWriter({ body }) {
  return FromWriter.safeParse(parseHidden(FROM.exec(asStored(body))?.[1])).data ?? null;
}
function withWriters({ body, writer }, all) {
  if (writer === null) return body;
  const names = all.map(commentWriter).filter((from) => from !== null).filter(({ origin }) => origin !== writer.origin).map(({ name }) => name);
  const note = `Measured by ${markdownText(writer.name)}. Another comment with this suite's name is of ${namesText([...new Set(names)])}. ${APART}`;
  const noted = names.length === 0 ? body : body.replace("\n\n", () => `

${note}

`);
  return `${noted}
<!-- plumbline-from:${hidden(writer)} -->`;
}
var NAMES_MOST = 3e3;
function namesText(names) {
  const all = names.map((name) => markdownText(name));
  let room = NAMES_MOST;
  const shown = all.filter(({ length }) => {
    room -= length;
    return room >= 0;
  });
  const more = all.length - shown.length;
  return [...shown, ...more > 0 ? [`${more} more`] : []].join(" and ");
}
async function updateComment(client, wanted, found) {
  if (asStored(found.body) === asStored(wanted.body)) return { kind: "unchanged", url: found.url };
  const { owner, repo, body } = wanted;
  await client.rest.issues.updateComment({ owner, repo, comment_id: found.id, body });
  return { kind: "updated", url: found.url };
}
async function createComment(client, wanted) {
  const { owner, repo, pullRequest, body } = wanted;
  const { data } = await client.rest.issues.createComment({
    owner,
    repo,
    issue_number: pullRequest,
    body,
    request: { retries: 0 }
    // Not repeated blindly: the caller looks first.
  });
  return { kind: "created", url: data.html_url };
}
async function remove(client, { owner, repo }, { id }) {
  try {
    await client.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

// src/io/github/publish.ts
var NAME_MOST = 170;
async function publish(client, context, report, mode, scope = "job") {
  if (context.readOnlyToken) {
    const why = "pull requests from forks get a token that cannot write; the report is in the job summary";
    return { comment: { kind: "skipped", why }, check: { kind: "skipped", why } };
  }
  if (scope === "run") return await publishGathered(client, context, report, mode);
  const comment = await publishOwnComment(client, context, report, mode);
  if (comment.kind === "failed" && comment.unreachable) return { comment, check: comment };
  return { comment, check: await publishCheck(client, context, report) };
}
async function announce(client, context, subject) {
  if (context.readOnlyToken) return null;
  const check = checkRunOf(context, subject, {
    conclusion: null,
    title: "measuring",
    summary: `The measurement of ${shortSha(context.headSha)} has begun.`,
    text: "",
    annotations: []
  });
  return await putCheckRun(client, check).then(
    () => check,
    () => null
  );
}
async function concludeAnnounced(client, context, suite, { name, check }) {
  const { repository, headSha, runUrl } = context;
  try {
    const checks = await ownChecks(client, repository, headSha);
    const announced = checks.find(
      ({ marker, run }) => marker === suite.marker && run === workflowRunIn(runUrl)
    );
    if (announced === void 0) return { kind: "skipped", why: "it was not announced" };
    if (mayStand(announced.conclusion, check.conclusion))
      return { kind: "skipped", why: "what another job has said is no better" };
    const title = `${plainLine(name, NAME_MOST)}: ${check.title}`;
    const announcedCheck = {
      ...check,
      title,
      annotations: [],
      summary: "Each job that measured it has a check of its own.",
      text: ""
    };
    return await putCheckRun(client, checkRunOf(context, suite, announcedCheck));
  } catch (error) {
    return failed(error, "concluding the check that was announced", "checks: write");
  }
}
function checkRunOf(context, { name, marker }, check) {
  const { repository, headSha, runUrl, baseBranch } = context;
  const writer = checkWriterOf(context, marker, baseBranch);
  return {
    owner: repository.owner,
    repo: repository.name,
    sha: headSha,
    name: `Plumbline: ${shownName(name)}`,
    marker,
    runUrl,
    ...writer === null ? {} : { writer },
    ...check
  };
}
function shownName(name) {
  const whole = plainLine(name, Number.MAX_SAFE_INTEGER);
  if (Array.from(whole).length <= NAME_MOST) return whole;
  return `${plainLine(whole, NAME_MOST - 9)} ${sha256(whole).slice(0, 8)}`;
}
async function isOutdated(client, { repository, headSha }, number) {
  try {
    const { owner, name } = repository;
    const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
    return data.head.sha !== headSha;
  } catch (error) {
    if (hasStatus(error, 404) || isMissingPermission(error)) return false;
    throw error;
  }
}
async function publishGathered(client, context, report, mode) {
  const check = await publishCheck(client, context, report);
  if (check.kind === "failed" && check.unreachable) return { comment: check, check };
  const comment = check.kind === "created" || check.kind === "updated" ? await publishComment(
    client,
    context,
    mode,
    (place) => putGathered(client, context, { ...place, changed: report.changed })
  ) : await publishOwnComment(client, context, report, mode);
  return { comment, check };
}
function publishOwnComment(client, context, { marker, comment: body, changed }, mode) {
  const { owner, name: repo } = context.repository;
  return publishComment(
    client,
    context,
    mode,
    (place) => putStickyComment(client, { ...place, owner, repo, marker, body, changed, writer: writerOf(context) })
  );
}
async function publishComment(client, context, mode, put) {
  if (mode === "never") return { kind: "skipped", why: "`comment` is `never`" };
  const { pullRequest } = context;
  if (pullRequest === null) return { kind: "skipped", why: "this run belongs to no pull request" };
  try {
    if (await isOutdated(client, context, pullRequest.number)) {
      return { kind: "skipped", why: "the pull request has a newer head, whose own run will report" };
    }
    return await put({ pullRequest: pullRequest.number, mode });
  } catch (error) {
    return failed(error, "posting the comment", "pull-requests: write");
  }
}
async function publishCheck(client, context, report) {
  try {
    return await putCheckRun(client, checkRunOf(context, report, report.check));
  } catch (error) {
    if (isMissingPermission(error)) {
      return { kind: "skipped", why: "the token has neither `checks: write` nor `statuses: write`" };
    }
    return failed(error, "writing the check run", "checks: write");
  }
}
function failed(error, doing, permission) {
  const { message, remedy } = explainFailure(error, doing, permission);
  return { kind: "failed", why: message, remedy: remedy ?? "", unreachable: isUnreachable(error) };
}
var TRIES3 = 6;
var GATHERED_MARKER = "<!-- plumbline-jobs -->";
async function putGathered(client, { repository, headSha }, wanted) {
  const { owner, name: repo } = repository;
  const render = async () => {
    const jobs = (await ownChecks(client, repository, headSha)).map(gatheredJob);
    return `${GATHERED_MARKER}
${renderGathered(jobs, headSha, COMMENT_BYTES_MOST)}`;
  };
  let body = await render();
  for (let tries = 1; ; tries++) {
    const outcome = await putStickyComment(client, {
      ...wanted,
      owner,
      repo,
      marker: GATHERED_MARKER,
      body,
      writer: null
    });
    const now = await render();
    if (tries === TRIES3 || now === body && outcome.kind !== "created") return outcome;
    body = now;
  }
}
function gatheredJob({ name, conclusion, url, output: { title, summary } }) {
  return { name: name.replace(/^Plumbline: /, ""), conclusion, url, title, summary };
}

// src/report/markdown/annotations.ts
var ANNOTATIONS_MOST = 50;
var DEFAULT_PATH = "plumbline.yml";
var ERRORS_MOST = 5;
function annotationsOf(report, guidance) {
  const file = pathInRepository(guidance.configPath ?? DEFAULT_PATH);
  const { regressed, accepted, traded } = changeRows(report);
  const leads = leadsOf([...regressed, ...accepted]);
  const ofCauses = leads.map((lead) => causeAnnotations(report, lead, regressed.includes(lead)));
  const explained = leads.filter((_, at) => ofCauses[at].length > 0).map(({ workload }) => workload);
  const ofMetrics = [...regressed, ...accepted, ...traded].flatMap((change) => {
    const line = guidance.lines?.[change.workload];
    if (file === null || line === void 0 || explained.includes(change.workload)) return [];
    return [{ path: file, line, ...annotationText(report, change) }];
  });
  return [...ofCauses.flat(), ...ofMigration(report), ...ofMetrics].slice(0, ANNOTATIONS_MOST);
}
function causeAnnotations(report, lead, isOpen) {
  const { causes = [] } = report;
  const level = isOpen ? "failure" : "notice";
  const said = `${plainLine(lead.workload)} ${movedText(lead)}`;
  const search = causes.find((each) => each.workload === lead.workload && each.causes.length > 0);
  const proved = (search?.causes ?? []).map((cause) => ({
    ...cause.part,
    title: `${said}: this is the cause, proved by experiment`,
    message: causeText(search, cause)
  }));
  const shown = (report.reason?.causes ?? []).filter((cause) => cause.shown && cause.workload === lead.workload).slice(0, 1).map((cause) => ({ file: cause.file, line: cause.line, title: said, message: mechanismText(cause) }));
  return (search === void 0 ? shown : proved).flatMap(({ file, line, title, message }) => {
    const path2 = file === void 0 ? null : pathInRepository(file);
    return path2 === null || line === void 0 ? [] : [{ path: path2, line, level, title, message }];
  });
}
function ofMigration({ migration }) {
  return (migration?.workloads ?? []).flatMap((workload) => {
    const place = parsePlace(migrationPlace(workload));
    const path2 = place === null ? null : pathInRepository(place.file);
    if (workload.faults.length === 0 || path2 === null) return [];
    const title = `${plainLine(workload.workload)}: ${migrationFault({ ...migration, workloads: [workload] })}`;
    const remedies = migrationRemedies(workload).map((remedy) => `Remedy: ${remedy}`);
    const message = [...migrationCauses(workload), ...remedies].join("\n");
    return [{ path: path2, line: place.line, level: "failure", title, message }];
  });
}
function annotationText(report, change) {
  const { base, head, change: effect, interval, limit } = cellTexts(change);
  const acceptance = acceptanceOf(report, change);
  const { label } = metricInfo(change.metric);
  const isTrade = change.verdict.kind === "trade";
  const what = change.metric === "failed-share" ? "more events fail" : isTrade ? `a trade for ${label}` : `${label} regressed`;
  const moved = interval === "" ? effect : `${effect} ${interval}`;
  const lines = [
    `${base} → ${head}: ${moved}; limit ${limit}`,
    ...change.metric === "failed-share" ? errorLines(report, change) : [],
    ...isTrade ? [tradeText(change)] : [],
    ...acceptance === null ? [] : [`accepted by ${plainLine(acceptance.by)}: ${plainLine(acceptance.reason, 300)}`]
  ];
  return {
    level: acceptance === null && !isTrade ? "failure" : "notice",
    title: `${plainLine(change.workload)}: ${what}${acceptance === null ? "" : ", accepted"}`,
    message: lines.join("\n")
  };
}
function errorLines({ workloads }, { workload }) {
  const counts = workloads.filter(({ name }) => name === workload).flatMap(({ errors }) => errorCounts(errors));
  return counts.toSorted(([, , a], [, , b]) => b - a).slice(0, ERRORS_MOST).map(
    ([state, base, head]) => `SQLSTATE ${plainLine(sqlstateText(state), 40)}: ${formatCount(base)} → ${formatCount(head)}`
  );
}

// src/report/markdown/check-run.ts
var TEXT_BYTES_MOST = 6e4;
var ELSEWHERE2 = "the job summary";
function renderCheckRun(report, options = {}) {
  const rows = changeRows(report);
  const guidance = guidanceOf(report, options);
  const card = cardOf(report, guidance);
  const top = cardText(card, null);
  const openRows = Number.POSITIVE_INFINITY;
  const bottom = assemble([footer(report, guidance)], 8e3, ELSEWHERE2);
  const room = TEXT_BYTES_MOST - bytes(bottom);
  return {
    conclusion: checkConclusion(report),
    title: card.said,
    summary: top + assemble(visibleSections(report, rows, openRows), TEXT_BYTES_MOST - bytes(top), ELSEWHERE2),
    text: foldedText({ report, rows, guidance, openRows }, room, ELSEWHERE2) + bottom,
    annotations: annotationsOf(report, guidance)
  };
}
function checkConclusion({ verdict, workloads }) {
  if (verdict === "regressed") return "failure";
  const gated = workloads.some(({ changes }) => changes.some((change) => change.role === "gate"));
  return verdict === "inconclusive" || !gated ? "neutral" : "success";
}

// src/io/github/publishable.ts
function publishableOf(report, options) {
  const { conclusion, title, summary, text, annotations } = renderCheckRun(report, options);
  return {
    ...publishSubject(report.suite, report.origin.job ?? null),
    comment: renderComment(report, options),
    changed: report.counts.regressed + report.counts.improved > 0 || hasFaults(report.migration),
    check: { conclusion, title, summary, text, annotations }
  };
}
function publishSubject(suite, job) {
  return { name: job === null ? suite : `${suite} (${job})`, marker: commentMarker(suite, job) };
}
function noResultOf(failure, conclusion) {
  return {
    ...publishSubject(failure.suite, failure.job),
    comment: renderNoResult(failure),
    changed: false,
    check: {
      conclusion,
      title: noResultTitle(failure),
      summary: reasonText(failure),
      text: "",
      annotations: []
    }
  };
}
function claimed(report) {
  const { conclusion, title, ...rest } = report.check;
  if (conclusion === "failure") return report;
  return {
    ...report,
    check: {
      ...rest,
      conclusion: "action_required",
      claim: conclusion,
      title: `claimed by the fork, to be confirmed by a maintainer: ${title}`
    }
  };
}

// src/io/github/pull-request.ts
async function presentPullRequest(client, context, number) {
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
  const fork = data.head.repo?.full_name !== data.base.repo.full_name;
  const { ref } = data.head;
  const pushed = data.head.repo?.pushed_at ?? null;
  return {
    context: {
      ...context,
      headSha: data.head.sha,
      headBranch: fork ? `${data.head.repo?.full_name.split("/")[0] ?? "unknown"}:${ref}` : ref,
      baseBranch: data.base.ref,
      baseSha: data.base.sha,
      pullRequest: { number, fork }
    },
    labels: data.labels.map(({ name: name2 }) => name2),
    pushedAt: pushed === null ? null : Date.parse(pushed)
  };
}
async function contextOfPullRequest(client, context, number) {
  return (await presentPullRequest(client, context, number)).context;
}

// src/pipeline/documents/untrusted-report.ts
var REPORT_BYTES_MOST = 8 * 2 ** 20;
var BOUNDS = { depth: 16, entries: 2e3, containers: 3e4, text: 1e5 };
var UntrustedReport = Report.refine(({ suite }) => suite.length <= 200, {
  path: ["suite"],
  message: "longer than 200 characters"
});
async function readUntrustedReport(place) {
  const text = await readUntrustedFile(place, FILES.report, REPORT_BYTES_MOST);
  try {
    return parseDocument(UntrustedReport, text, "the report", BOUNDS);
  } catch (error) {
    const { message, remedy = "" } = error;
    throw new PlumblineError("usage", plainLine(message, 300), { remedy, cause: error });
  }
}
function claimReport(report, context, madeAt) {
  const origin = originOf(context);
  const differs = [
    claimDifference("commit", report.head.commit.sha, context.headSha),
    claimDifference("repository", report.origin.repository, origin.repository),
    claimDifference("pull request", report.origin.pullRequest, origin.pullRequest)
  ].find((each) => each !== null);
  if (differs != null) {
    throw new PlumblineError("usage", `the report is about ${differs}`, {
      remedy: "publish the report that was measured for this head: re-run the job that measures"
    });
  }
  const { guidance: _, ...plain } = withAcceptances(report, []);
  const { repository, pullRequest } = origin;
  const id = uuidV5(JSON.stringify([repository, pullRequest, plain.head.id]));
  return {
    ...plain,
    head: { ...plain.head, id },
    createdAt: madeAt,
    origin: { ...origin, ...ownPart(report.origin, context) },
    warnings: [...report.warnings, ...context.pullRequest?.fork ? [FROM_FORK] : []]
  };
}
function ownPart(claimed2, { workflow, config, onRequest }) {
  const job = claimed2.job === void 0 ? {} : { job: claimed2.job };
  if (onRequest === true || workflow === void 0 || config !== void 0) return job;
  const id = /#(.*)/.exec(claimed2.workflow ?? "")?.[1];
  return {
    ...job,
    ...id === void 0 || workflow.includes("#") ? {} : { workflow: `${workflow}#${id.slice(0, 100)}` },
    ...claimed2.config === void 0 ? {} : { config: claimed2.config.slice(0, 300) }
  };
}
var FROM_FORK = {
  code: "measured-by-fork",
  message: "measured by a run of the fork's own code, which could have written any number",
  remedy: "look at what the pull request changes in workflows, builds and benchmarks; then a maintainer can confirm it or measure it again"
};
function claimDifference(what, claimed2, known) {
  if (claimed2 === null || claimed2 === known) return null;
  return `${what} ${plainLine(String(claimed2), 80)}, not ${known ?? "none"}`;
}

export {
  exitCodeOf,
  abortOnSignals,
  untilInterrupted,
  repositoryOfRemote,
  inRepository,
  configOf,
  invocationOf,
  failOnOf,
  lockOf,
  renderSummary,
  ownLogin,
  asStored,
  publish,
  announce,
  concludeAnnounced,
  renderCheckRun,
  publishableOf,
  publishSubject,
  noResultOf,
  claimed,
  presentPullRequest,
  contextOfPullRequest,
  readUntrustedReport,
  claimReport
};
