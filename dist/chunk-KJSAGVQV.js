import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  DEFAULT_CONFIG,
  FILES,
  limitOf,
  lockFolder,
  parseDurationNs,
  readUntrustedFile
} from "./chunk-RZR2T45X.js";
import {
  USUAL,
  choiceOf
} from "./chunk-AOPRD35I.js";
import {
  assemble,
  bytes,
  foldedText,
  footer,
  guidanceOf,
  visibleSections
} from "./chunk-JV4AA4AT.js";
import {
  headline,
  rowsOf,
  withAcceptances
} from "./chunk-6XYYR62P.js";
import {
  plainLine
} from "./chunk-CSBNKS2U.js";
import {
  EXIT_CODE,
  PlumblineError,
  Report,
  external_exports,
  metricInfo,
  parseDocument
} from "./chunk-2MUZJRPZ.js";

// src/github/context.ts
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
  const [owner, name] = required(env, "GITHUB_REPOSITORY").split("/");
  if (!owner || !name) {
    throw outsideActions(`GITHUB_REPOSITORY is ${JSON.stringify(env["GITHUB_REPOSITORY"])}, not owner/name`);
  }
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  const common = {
    event,
    repository: { owner, name },
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    runUrl: `${server}/${owner}/${name}/actions/runs/${required(env, "GITHUB_RUN_ID")}`,
    attempt: Number(env["GITHUB_RUN_ATTEMPT"] || 1)
  };
  switch (event) {
    case "pull_request":
    case "pull_request_target":
      return { ...common, ...ofPullRequest(event, payload) };
    case "merge_group":
      return { ...common, ...ofMergeGroup(payload) };
    case "push":
      return { ...common, ...ofRef(env), ...ofPush(payload) };
    default:
      return { ...common, ...ofRef(env) };
  }
}
var WithDefaultBranch = external_exports.object({ repository: external_exports.object({ default_branch: external_exports.string().min(1) }) });
function targetBranchOf(context, payload, baseline) {
  if (context.baseBranch !== null) return context.baseBranch;
  if (context.headBranch === baseline) return baseline;
  return WithDefaultBranch.safeParse(payload).data?.repository.default_branch ?? null;
}
function originOf(context) {
  return {
    repository: `${context.repository.owner}/${context.repository.name}`,
    runUrl: context.runUrl,
    attempt: context.attempt,
    pullRequest: context.pullRequest?.number ?? null
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
    // Private repositories may be set to give forks a token that writes; there the attempt tells.
    readOnlyToken: fork && event === "pull_request" && !repository.private
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
    remedy: "on your own machine run `plumbline check`; a local workflow runner must set GitHub's default variables"
  });
}

// src/invocation/exit-code.ts
function exitCodeOf({ verdict, counts }, failOn) {
  if (failOn === "never") return EXIT_CODE.fine;
  if (verdict === "regressed") return EXIT_CODE.regression;
  const open = verdict === "inconclusive" || verdict === "accepted" && counts.inconclusive > (counts.notWorse ?? 0);
  return open && failOn === "inconclusive" ? EXIT_CODE.inconclusive : EXIT_CODE.fine;
}

// src/invocation/interrupt.ts
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

// src/invocation/invocation.ts
var NOWHERE = { repository: null, runUrl: null, attempt: null, pullRequest: null };

// src/invocation/words.ts
function invocationOf(words, env, cwd) {
  return {
    cwd,
    config: words["config"] ?? DEFAULT_CONFIG,
    base: words["base"] || null,
    branch: null,
    targetBranch: null,
    overrides: overridesOf(words),
    store: words["store"] || env["PLUMBLINE_STORE"] || null,
    output: words["output"] ?? "plumbline-out",
    lock: lockOf(words["lock-timeout"] ?? words["lockTimeout"], env),
    origin: { ...NOWHERE, repository: words["repository"] || env["GITHUB_REPOSITORY"] || null },
    merging: [],
    acceptLabel: words["accept-label"] || null
  };
}
function failOnOf({ failOn = USUAL["fail-on"] }) {
  return choiceOf("fail-on", failOn);
}
function lockOf(text = "1h", env = process.env) {
  const ns = parseDurationNs(text);
  if (ns === void 0) {
    throw new PlumblineError("usage", `lock-timeout: got ${JSON.stringify(text)}`, {
      remedy: "a duration such as 90s, 30m or 2h; 0s does not wait"
    });
  }
  const folder = lockFolder(env);
  return folder === null ? null : { folder, limitMs: ns / 1e6 };
}
function overridesOf({ mode, sessions, seconds, seed }) {
  return {
    ...mode ? { mode: choiceOf("mode", mode) } : {},
    ...sessions ? { sessions: numberOf("sessions", sessions, 1, 200, true) } : {},
    ...seconds ? { seconds: numberOf("seconds", seconds, 0.1, 3600, false) } : {},
    ...seed ? { seed: numberOf("seed", seed, 0, 2 ** 31 - 1, true) } : {}
  };
}
function numberOf(name, text, least, most, whole) {
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
    return value;
  throw new PlumblineError("usage", `${name}: got ${JSON.stringify(text)}`, {
    remedy: `a ${whole ? "whole number" : "number"} from ${least} to ${most}`
  });
}

// src/render/markdown/summary.ts
var SUMMARY_BYTES_MOST = 1e6;
var ELSEWHERE = "report.json";
function renderSummary(report, options = {}) {
  const rows = rowsOf(report);
  const guidance = guidanceOf(report, options);
  const top = `## Plumbline: ${headline(report)}

`;
  const bottom = assemble([footer(report, guidance)], 8e3, ELSEWHERE);
  const visible = assemble(visibleSections(report, rows), SUMMARY_BYTES_MOST / 2, ELSEWHERE);
  const room = SUMMARY_BYTES_MOST - bytes(top + visible + bottom);
  return top + visible + foldedText(report, rows, guidance, room, ELSEWHERE) + bottom;
}

// src/github/pull-request.ts
async function presentPullRequest(client, context, number) {
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
  const fork = data.head.repo?.full_name !== data.base.repo.full_name;
  const { ref } = data.head;
  return {
    context: {
      ...context,
      headSha: data.head.sha,
      headBranch: fork ? `${data.head.repo?.full_name.split("/")[0] ?? "unknown"}:${ref}` : ref,
      baseBranch: data.base.ref,
      baseSha: data.base.sha,
      pullRequest: { number, fork }
    },
    labels: data.labels.map(({ name: name2 }) => name2)
  };
}
async function contextOfPullRequest(client, context, number) {
  return (await presentPullRequest(client, context, number)).context;
}

// src/documents/untrusted-report.ts
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
    origin: { ...origin, ...report.origin.job === void 0 ? {} : { job: report.origin.job } },
    warnings: [...report.warnings, ...context.pullRequest?.fork ? [FROM_FORK] : []]
  };
}
var FROM_FORK = {
  code: "measured-by-fork",
  message: "measured by a run of the fork's own code, which could have written any number",
  remedy: "look at what the pull request changes in workflows, builds and benchmarks; then somebody with write access can confirm it or measure it again"
};
function difference(what, claimed, known) {
  if (claimed === null || claimed === known) return null;
  return `${what} ${plainLine(String(claimed), 80)}, not ${known ?? "none"}`;
}

// src/history/alerts.ts
function alertsOf(events, rules) {
  const now = /* @__PURE__ */ new Map();
  for (const shift of events.flatMap(({ shifts }) => shifts)) now.set(seriesOf(shift), shift.after);
  return events.filter(
    ({ shifts }) => shifts.some((shift) => {
      const limit = limitFor(shift, rules);
      return isWorse(shift, shift.after, limit) && isWorse(shift, now.get(seriesOf(shift)), limit);
    })
  );
}
function seriesOf({ workload, metric, arm, fingerprint }) {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}
function limitFor({ workload, metric }, rules) {
  if (metric === "failed-share") return { role: "gate", margin: 0, floor: rules.errorLimit };
  return limitOf(rules, workload, metric);
}
function isWorse({ metric, before }, level, { role, margin, floor }) {
  const harm = metricInfo(metric).direction === "lower-is-better" ? level - before : before - level;
  return role === "gate" && harm > Math.max(margin * before, floor ?? 0);
}

export {
  commitSha,
  readContext,
  targetBranchOf,
  originOf,
  isOfBranch,
  parsePayload,
  exitCodeOf,
  abortOnSignals,
  untilInterrupted,
  NOWHERE,
  invocationOf,
  failOnOf,
  lockOf,
  renderSummary,
  presentPullRequest,
  contextOfPullRequest,
  alertsOf,
  readUntrustedReport,
  claimReport
};
