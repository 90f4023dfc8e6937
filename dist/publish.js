import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  COMMENT_BYTES_MOST,
  DEFAULT_CONFIG,
  FILES,
  NOWHERE,
  SEARCH,
  USUAL_RULES,
  assemble,
  bytes,
  cardText,
  changeEvents,
  foldedText,
  footer,
  guidanceOf,
  metricLimit,
  parseDurationNs,
  renderComment,
  visibleSections
} from "./schema.js";
import {
  acceptanceOf,
  cardOf,
  cellsOf,
  errorCounts,
  leadsOf,
  migrationCauses,
  migrationFault,
  migrationPlace,
  migrationRemedies,
  movedText,
  parsePlace,
  pathInRepository,
  rowsOf,
  sqlstateText,
  tradeText,
  withAcceptances
} from "./html.js";
import {
  causeText,
  mechanismText
} from "./reason.js";
import {
  ask,
  lockFolder,
  readUntrustedFile
} from "./branch-folder.js";
import {
  compareText,
  isOfRepository
} from "./pako.js";
import {
  groupBy
} from "./summary.js";
import {
  APART,
  explainFailure,
  hasStatus,
  hidden,
  isMissingPermission,
  isOutage,
  isUnreachable,
  mayStand,
  originOf,
  ownChecks,
  putStatus,
  readExternalId,
  runIn,
  shown,
  together,
  writeExternalId,
  writerOf
} from "./plugin-rest-endpoint-methods.js";
import {
  USUAL,
  choiceOf,
  noResultTitle,
  reasonText,
  renderNoResult
} from "./undici.js";
import {
  commentMarker,
  link,
  markdownText,
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
  EXIT_CODE,
  PlumblineError,
  Report,
  external_exports,
  hasFaults,
  metricInfo,
  parseDocument,
  usualOrder
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
    const url = await ask(folder, "remote", "get-url", remote);
    if (url !== null) return repositoryIn(url);
  }
  return null;
}
function repositoryIn(url) {
  const path2 = /^(?:https?|ssh|git):\/\/[^/]+\/(.+)$/.exec(url)?.[1] ?? /^(?:[^@/]+@)?[\w.-]+:(?!\/\/)(.+)$/.exec(url)?.[1];
  const name = path2?.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
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
  const folder = await ask(path.dirname(file), "rev-parse", "--show-prefix");
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
  return choiceOf("fail-on", failOn);
}
function lockOf(text = "1h", env = process.env) {
  const ns = durationOf("lock-timeout", text, "0s does not wait");
  const folder = lockFolder(env);
  return folder === null ? null : { folder, limitMs: ns / 1e6 };
}
function overridesOf({ mode, sessions, seconds, seed, cause }) {
  return {
    ...mode ? { mode: choiceOf("mode", mode) } : {},
    ...sessions ? { sessions: numberOf("sessions", sessions, 1, 200, true) } : {},
    ...seconds ? { seconds: numberOf("seconds", seconds, 0.1, 3600, false) } : {},
    ...cause ? { cause: durationOf("cause", cause, "0s does not search") } : {},
    ...seed ? { seed: numberOf("seed", seed, 0, 2 ** 31 - 1, true) } : {}
  };
}
function durationOf(name, text, none) {
  const ns = parseDurationNs(text);
  if (ns !== void 0) return ns;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `write a duration such as 90s, 30m or 2h; ${none}`
  });
}
function numberOf(name, text, least, most, whole) {
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
  const rows = rowsOf(report);
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
  let text = `### Plumbline: ${headlineOf(jobs)}

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
function headlineOf(jobs) {
  const count = (wanted) => jobs.filter(wanted).length;
  const failed2 = count(({ conclusion }) => conclusion === "failure");
  const open = count(({ conclusion }) => conclusion === null);
  const what = failed2 === 0 ? `nothing to look at in ${plural(jobs.length, "measurement")}` : `${formatCount(failed2)} of ${plural(jobs.length, "measurement")} to look at`;
  return open === 0 ? what : `${what}, ${formatCount(open)} still measuring`;
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
    const found = await findOwn(client, check);
    try {
      const whole = together(check, found?.summary ?? "");
      return await (found === void 0 ? create(client, whole) : update(client, whole, found));
    } catch (error) {
      if (tries === TRIES || !isOutage(error)) throw error;
    }
  }
}
async function findOwn(client, check) {
  const { owner, repo, sha, name, marker } = check;
  const { data } = await client.rest.checks.listForRef({
    owner,
    repo,
    ref: sha,
    check_name: name,
    filter: "latest",
    per_page: 100
  });
  const own = data.check_runs.filter((run) => readExternalId(run.external_id)?.marker === marker).toSorted((a, b) => b.id - a.id)[0];
  if (own === void 0) return void 0;
  const { annotations_count: annotations, summary } = own.output;
  return { id: own.id, annotated: annotations > 0, summary: summary ?? "" };
}
var ONCE = { request: { retries: 0 } };
async function create(client, check) {
  const { data } = await client.rest.checks.create({ ...bodyOf(check), head_sha: check.sha, ...ONCE });
  return { kind: "created", url: data.html_url ?? check.runUrl };
}
async function update(client, check, { id, annotated }) {
  const body = bodyOf(annotated ? { ...check, annotations: [] } : check);
  const { data } = await client.rest.checks.update({ ...body, check_run_id: id, ...ONCE });
  return { kind: "updated", url: data.html_url ?? check.runUrl };
}
function bodyOf(check) {
  const { owner, repo, name, marker, conclusion, claim = null, runUrl, title, text } = check;
  const origin = check.writer?.origin ?? null;
  const annotations = check.annotations.map(annotationOf);
  return {
    owner,
    repo,
    name,
    external_id: writeExternalId({ marker, run: runIn(runUrl), claim, origin }),
    ...conclusion === null ? { status: "in_progress" } : { status: "completed", conclusion },
    details_url: runUrl,
    output: { title, summary: summaryOf(check), text, ...annotations.length > 0 ? { annotations } : {} }
  };
}
function summaryOf({ summary, runUrl }) {
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
    const all = await findOwn2(client, asked);
    const [found, ...duplicates] = all.filter((comment) => isFrom(comment, asked.writer));
    const wanted = { ...asked, body: withWriters(asked, all) };
    if (found === void 0 && wanted.mode === "on-change" && !wanted.changed) {
      return { kind: "skipped", why: "nothing changed, and `comment` is `on-change`" };
    }
    try {
      if (found === void 0) return await create2(client, wanted);
      const outcome = await update2(client, wanted, found);
      for (const duplicate of duplicates) await remove(client, wanted, duplicate);
      return outcome;
    } catch (error) {
      const deleted = found !== void 0 && hasStatus(error, 404);
      const uncertain = found === void 0 && isOutage(error);
      if (tries === TRIES2 || !(deleted || uncertain)) throw error;
    }
  }
}
async function findOwn2(client, wanted) {
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
  const from = writerIn(comment);
  return from === null || writer === null || from.origin === writer.origin;
}
function writerIn({ body }) {
  return FromWriter.safeParse(shown(FROM.exec(asStored(body))?.[1])).data ?? null;
}
function withWriters({ body, writer }, all) {
  if (writer === null) return body;
  const names = all.map(writerIn).filter((from) => from !== null).filter(({ origin }) => origin !== writer.origin).map(({ name }) => name);
  const note = `Measured by ${markdownText(writer.name)}. Another comment with this suite's name is of ${[...new Set(names)].map((name) => markdownText(name)).join(" and ")}. ${APART}`;
  const noted = names.length === 0 ? body : body.replace("\n\n", () => `

${note}

`);
  return `${noted}
<!-- plumbline-from:${hidden(writer)} -->`;
}
async function update2(client, wanted, found) {
  if (asStored(found.body) === asStored(wanted.body)) return { kind: "unchanged", url: found.url };
  const { owner, repo, body } = wanted;
  await client.rest.issues.updateComment({ owner, repo, comment_id: found.id, body });
  return { kind: "updated", url: found.url };
}
async function create2(client, wanted) {
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
  const check = checkOf(context, subject, {
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
    const announced = checks.find(({ marker, run }) => marker === suite.marker && run === runIn(runUrl));
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
    return await putCheckRun(client, checkOf(context, suite, announcedCheck));
  } catch (error) {
    return failed(error, "concluding the check that was announced", "checks: write");
  }
}
function checkOf(context, { name, marker }, check) {
  const { repository, headSha, runUrl } = context;
  const writer = writerOf(context);
  return {
    owner: repository.owner,
    repo: repository.name,
    sha: headSha,
    name: `Plumbline: ${plainLine(name, NAME_MOST)}`,
    marker,
    runUrl,
    ...writer === null ? {} : { writer },
    ...check
  };
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
    return await putCheckRun(client, checkOf(context, report, report.check));
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
    const jobs = (await ownChecks(client, repository, headSha)).map(jobOf);
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
function jobOf({ name, conclusion, url, output: { title, summary } }) {
  return { name: name.replace(/^Plumbline: /, ""), conclusion, url, title, summary };
}

// src/report/markdown/annotations.ts
var ANNOTATIONS_MOST = 50;
var DEFAULT_PATH = "plumbline.yml";
var ERRORS_MOST = 5;
function annotationsOf(report, guidance) {
  const file = pathInRepository(guidance.configPath ?? DEFAULT_PATH);
  const { regressed, accepted, traded } = rowsOf(report);
  const leads = leadsOf([...regressed, ...accepted]);
  const ofCauses = leads.map((lead) => causesOf(report, lead, regressed.includes(lead)));
  const explained = leads.filter((_, at) => ofCauses[at].length > 0).map(({ workload }) => workload);
  const ofMetrics = [...regressed, ...accepted, ...traded].flatMap((change) => {
    const line = guidance.lines?.[change.workload];
    if (file === null || line === void 0 || explained.includes(change.workload)) return [];
    return [{ path: file, line, ...textOf(report, change) }];
  });
  return [...ofCauses.flat(), ...ofMigration(report), ...ofMetrics].slice(0, ANNOTATIONS_MOST);
}
function causesOf(report, lead, isOpen) {
  const { causes = [] } = report;
  const level = isOpen ? "failure" : "notice";
  const said = `${plainLine(lead.workload)} ${movedText(lead)}`;
  const search = causes.find((each) => each.workload === lead.workload && each.causes.length > 0);
  const proved = (search?.causes ?? []).map((cause) => ({
    ...cause.part,
    title: `${said}: this is the cause, proved by experiment`,
    message: causeText(search, cause)
  }));
  const shown2 = (report.reason?.causes ?? []).filter((cause) => cause.shown && cause.workload === lead.workload).slice(0, 1).map((cause) => ({ file: cause.file, line: cause.line, title: said, message: mechanismText(cause) }));
  return (search === void 0 ? shown2 : proved).flatMap(({ file, line, title, message }) => {
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
function textOf(report, change) {
  const { base, head, change: effect, interval, limit } = cellsOf(change);
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
  const rows = rowsOf(report);
  const guidance = guidanceOf(report, options);
  const card = cardOf(report, guidance);
  const top = cardText(card, null);
  const openRows = Number.POSITIVE_INFINITY;
  const bottom = assemble([footer(report, guidance)], 8e3, ELSEWHERE2);
  const room = TEXT_BYTES_MOST - bytes(bottom);
  return {
    conclusion: conclusionOf(report),
    title: card.said,
    summary: top + assemble(visibleSections(report, rows, openRows), TEXT_BYTES_MOST - bytes(top), ELSEWHERE2),
    text: foldedText({ report, rows, guidance, openRows }, room, ELSEWHERE2) + bottom,
    annotations: annotationsOf(report, guidance)
  };
}
function conclusionOf({ verdict, workloads }) {
  if (verdict === "regressed") return "failure";
  const gated = workloads.some(({ changes }) => changes.some((change) => change.role === "gate"));
  return verdict === "inconclusive" || !gated ? "neutral" : "success";
}

// src/io/github/publishable.ts
function publishableOf(report, options) {
  const { conclusion, title, summary, text, annotations } = renderCheckRun(report, options);
  return {
    ...subjectOf(report.suite, report.origin.job ?? null),
    comment: renderComment(report, options),
    changed: report.counts.regressed + report.counts.improved > 0 || hasFaults(report.migration),
    check: { conclusion, title, summary, text, annotations }
  };
}
function subjectOf(suite, job) {
  return { name: job === null ? suite : `${suite} (${job})`, marker: commentMarker(suite, job) };
}
function noResultOf(failure, conclusion) {
  return {
    ...subjectOf(failure.suite, failure.job),
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
    difference("commit", report.head.commit.sha, context.headSha),
    difference("repository", report.origin.repository, origin.repository),
    difference("pull request", report.origin.pullRequest, origin.pullRequest)
  ].find((each) => each !== null);
  if (differs != null) {
    throw new PlumblineError("usage", `the report is about ${differs}`, {
      remedy: "publish the report that was measured for this head: re-run the job that measures"
    });
  }
  const { guidance: _, ...plain } = withAcceptances(report, []);
  return {
    ...plain,
    createdAt: madeAt,
    origin: { ...origin, ...ownPart(report.origin, context) },
    warnings: [...report.warnings, ...context.pullRequest?.fork ? [FROM_FORK] : []]
  };
}
function ownPart(claimed2, { workflow, config, onRequest }) {
  const job = claimed2.job === void 0 ? {} : { job: claimed2.job };
  if (onRequest === true || workflow === void 0 || config !== void 0) return job;
  const id = /#(.*)$/.exec(claimed2.workflow ?? "")?.[1];
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
function difference(what, claimed2, known2) {
  if (claimed2 === null || claimed2 === known2) return null;
  return `${what} ${plainLine(String(claimed2), 80)}, not ${known2 ?? "none"}`;
}

// src/analysis/history/alerts.ts
function withOpen(events2, rules) {
  const now = /* @__PURE__ */ new Map();
  for (const shift of events2.flatMap(({ shifts }) => shifts)) now.set(seriesOf(shift), shift.after);
  const isOpen = (shift) => {
    const limit = limitFor(shift, rules);
    return isWorse(shift, shift.after, limit) && isWorse(shift, now.get(seriesOf(shift)), limit);
  };
  return events2.map(({ shifts, ...event }) => {
    const answered = shifts.map((shift) => ({ ...shift, open: isOpen(shift) }));
    return answeredOf(event, answered);
  });
}
function narrowed({ shifts, ...event }, isWanted) {
  const wanted = shifts.filter(isWanted);
  return wanted.length === 0 ? null : answeredOf(event, wanted);
}
function answeredOf(event, shifts) {
  const openFirst = shifts.toSorted((a, b) => Number(b.open) - Number(a.open));
  return { ...event, open: openFirst[0]?.open ?? false, shifts: openFirst };
}
function seriesOf({ workload, metric, arm, fingerprint }) {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}
function limitFor({ workload, metric }, rules) {
  if (metric === "failed-share") return { role: "gate", margin: 0, floor: rules.errorLimit };
  return metricLimit(rules, workload, metric);
}
function isWorse({ metric, before }, level, { role, margin, floor }) {
  const harm = metricInfo(metric).direction === "lower-is-better" ? level - before : before - level;
  return role === "gate" && harm > Math.max(margin * before, floor ?? 0);
}

// src/pipeline/queries/changes.ts
import { createHash } from "node:crypto";

// src/pipeline/queries/readable.ts
async function firstReadable(ids, load) {
  for (const id of ids) {
    const found = await load(id).catch(unlessUnreadable);
    if (found !== void 0) return found;
  }
  return void 0;
}
async function allReadable(ids, load) {
  const together2 = await load(ids).catch(unlessUnreadable);
  if (together2 !== void 0) return together2;
  const found = [];
  for (const id of ids) found.push(...await load([id]).catch(unlessUnreadable) ?? []);
  return found;
}
function unlessUnreadable(error) {
  if (error instanceof PlumblineError && error.unreadable !== void 0) return void 0;
  throw error;
}

// src/pipeline/queries/scope.ts
var RUNS_MOST = 1e3;
async function filterOf(store, scope) {
  const { from, to, fromCommit, toCommit, ...same } = scope;
  const { repository, suite, branch, arm, fingerprint } = same;
  const first = fromCommit === void 0 ? void 0 : await placesOf(store, fromCommit, scope);
  const last = toCommit === void 0 ? void 0 : await placesOf(store, toCommit, scope);
  return {
    ...repository === void 0 ? {} : { repository },
    ...suite === void 0 ? {} : { suite },
    ...branch === void 0 ? {} : { branch },
    ...arm === void 0 ? {} : { arm },
    ...fingerprint === void 0 ? {} : { fingerprint },
    ...from === void 0 ? {} : { since: from },
    ...to === void 0 ? {} : { until: to },
    ...first === void 0 ? {} : { orderedFrom: first[0] },
    ...last === void 0 ? {} : { orderedTo: last.at(-1) }
  };
}
async function placesOf(store, commit, { repository, suite }) {
  const place = {
    ...repository === void 0 ? {} : { repository },
    ...suite === void 0 ? {} : { suite }
  };
  const runs = await store.list({ ...place, commit, limit: RUNS_MOST });
  if (runs.length > 0) return runs.map(({ orderedAt }) => orderedAt);
  throw new PlumblineError("usage", `no run of commit ${commit} is stored`, {
    remedy: "see `runs` for the commits that are stored"
  });
}

// src/pipeline/queries/suites.ts
var NEWEST = 200;
var POINTS_MOST = 2e3;
async function suites(store, narrowed2) {
  const found = [];
  for (const each of await knownSuites(store, narrowed2)) {
    const runs = await store.list({ ...suiteQuery(each), limit: NEWEST });
    const newest = await store.history({ ...suiteQuery(each), limit: POINTS_MOST });
    found.push({
      ...each,
      branches: branchesOf(runs),
      workloads: [...new Set(newest.map(({ workload }) => workload))].sort(compareText),
      metrics: [...usualOrder(newest.map(({ metric }) => metric))],
      fingerprints: [...new Set(runs.toReversed().map(({ fingerprint }) => fingerprint))]
    });
  }
  return { suites: found };
}
async function knownSuites(store, { repository, suite }) {
  return (await store.suites()).filter(
    (each) => isOfRepository(each, repository) && (suite === void 0 || each.suite === suite)
  );
}
function suiteQuery({
  repository,
  suite
}) {
  return repository === null ? { suite } : { repository, suite };
}
function isSweepPoint(suite, workload) {
  return suite.endsWith(" sweep") && /\S [\w-]+=/.test(workload);
}
function branchesOf(runs) {
  const counts = /* @__PURE__ */ new Map();
  for (const { branch } of runs) if (branch !== null) counts.set(branch, (counts.get(branch) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([branch]) => branch);
}

// src/pipeline/queries/changes.ts
var POINTS_MOST2 = 1e5;
var RUNS_MOST2 = 2e3;
var RUNS_FEWEST = 2 * SEARCH.minimum;
var SPARK = 40;
var KnownLevels = class {
  #searched = new Recent(REMEMBERED);
  #answers = new Recent(REMEMBERED);
  /** Levels of a branch as they are now. */
  async of(store, place) {
    return await this.once(store, ["levels", place], () => this.#read(store, place));
  }
  /** What is made of a store, once for each of its revisions. @param what names it, and all that it depends on */
  async once(store, what, make) {
    const revision = await store.revision();
    if (revision === null) return await make();
    const key = JSON.stringify([revision, ...what]);
    const answer = this.#answers.get(key, make);
    answer.catch(() => this.#answers.forget(key));
    return await answer;
  }
  async #read(store, place) {
    const { repository, suite, branch } = place;
    const query = { suite, ...known({ repository, branch }) };
    const found = await store.history({ ...query, limit: POINTS_MOST2 });
    const points = found.filter((point) => point.repository === repository && point.branch === branch);
    const rules = await judgedBy(store, place);
    const events2 = this.events(points, await store.acceptances(query));
    return { rules, events: withOpen(events2, rules), newest: newestOf(points) };
  }
  /** Changes as changeEvents finds them, oldest first. */
  events(points, acceptances) {
    return this.#searched.get(keyOf(points, acceptances), () => changeEvents(points, acceptances));
  }
};
var REMEMBERED = 200;
var Recent = class {
  #most;
  #known = /* @__PURE__ */ new Map();
  constructor(most) {
    this.#most = most;
  }
  get(key, make) {
    const value = this.#known.get(key) ?? make();
    this.#known.delete(key);
    this.#known.set(key, value);
    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value);
    return value;
  }
  forget(key) {
    this.#known.delete(key);
  }
};
function keyOf(points, acceptances) {
  const digest = createHash("sha256").update(JSON.stringify(acceptances));
  digest.update(
    points.map(({ runId, workload, metric, value }) => `${runId} ${workload} ${metric} ${value}`).join("\n")
  );
  return digest.digest("base64");
}
function known(place) {
  return Object.fromEntries(Object.entries(place).filter(([, name]) => name !== null));
}
function newestOf(points) {
  const series = groupBy(points, ({ metric, workload }) => `${metric} ${workload}`);
  return [...series.values()].map((own) => {
    const point = own.findLast(({ arm }) => arm === "head") ?? own.at(-1);
    const alike = own.filter(
      ({ fingerprint, arm }) => fingerprint === point.fingerprint && arm === point.arm
    );
    return { point, spark: alike.slice(-SPARK).map(({ value }) => value) };
  });
}
var TRIED = 5;
async function judgedBy(store, { suite, ...place }) {
  const newest = await store.list({ suite, ...known(place), arm: "head", limit: TRIED });
  const ids = newest.toReversed().map(({ id }) => id);
  const run = await firstReadable(ids, (id) => store.load(id));
  return run?.rules ?? USUAL_RULES;
}
async function events(store, levels, { limit, ...question }) {
  const { workload, metric, arm, fingerprint, main, from = "", to = "~", ...scope } = question;
  const { orderedFrom = "", orderedTo = "~" } = await filterOf(store, scope);
  const all = await eventsOf(
    store,
    levels,
    main ? await mainPlaces(store, scope) : await placesOf2(store, scope)
  );
  const isFollowed = ({ suite, shifts }) => !main || shifts.some((shift) => !isSweepPoint(suite, shift.workload));
  const wanted = all.filter(isFollowed).filter(({ firstAfter: { time } }) => time === null || from <= time && time < to).filter(({ firstAfter: { time } }) => time === null || orderedFrom <= time && time <= orderedTo).flatMap((event) => narrowed(event, isAbout({ workload, metric, arm, fingerprint })) ?? []);
  return { events: wanted.toReversed().slice(0, limit) };
}
async function changesAround(store, query) {
  const all = await eventsOf(store, new KnownLevels(), await placesOf2(store, query));
  return all.flatMap((event) => narrowed(event, isAbout(query)) ?? []);
}
var ASKED = ["workload", "metric", "arm", "fingerprint"];
function isAbout(asked) {
  return (shift) => ASKED.every((field) => asked[field] === void 0 || asked[field] === shift[field]);
}
async function eventsOf(store, levels, places) {
  const all = [];
  for (const place of places) all.push(...(await levels.of(store, place)).events);
  return all.toSorted((a, b) => timeOf(a) - timeOf(b));
}
function timeOf({ firstAfter: { time } }) {
  return time === null ? 0 : Date.parse(time);
}
async function mainPlaces(store, { branch, ...narrowed2 }) {
  const places = [];
  for (const each of await knownSuites(store, narrowed2)) {
    const { repository, suite } = each;
    const runs = await store.list({ ...suiteQuery(each), limit: NEWEST });
    places.push({ repository, suite, branch: branch ?? branchesOf(runs)[0] ?? null });
  }
  return places;
}
async function placesOf2(store, { repository, suite, branch }) {
  const place = { ...suite === void 0 ? {} : { suite }, ...branch === void 0 ? {} : { branch } };
  const found = await store.list({ ...place, limit: RUNS_MOST2 });
  const runs = found.filter((run) => isOfRepository(run, repository));
  const groups = groupBy(runs, (run) => JSON.stringify([run.repository, run.suite, run.branch]));
  return [...groups.values()].filter((own) => own.length >= RUNS_FEWEST).map(([first]) => ({ repository: first.repository, suite: first.suite, branch: first.branch }));
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
  subjectOf,
  noResultOf,
  claimed,
  presentPullRequest,
  contextOfPullRequest,
  narrowed,
  allReadable,
  filterOf,
  suites,
  knownSuites,
  suiteQuery,
  isSweepPoint,
  KnownLevels,
  events,
  changesAround,
  mainPlaces,
  readUntrustedReport,
  claimReport
};
