import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  causesTable,
  databaseText,
  differenceLines,
  html,
  impossibleSearches,
  left,
  machineText,
  otherCauses,
  planText,
  reasonSentences,
  right,
  trusted,
  unprovedReason
} from "./reason.js";
import {
  median,
  sorted
} from "./summary.js";
import {
  NBSP,
  TOO_WIDE,
  decimal,
  formatBound,
  formatBytes,
  formatChange,
  formatChangeInterval,
  formatChosen,
  formatChosenShare,
  formatCount,
  formatDecimals,
  formatDuration,
  formatEffectTick,
  formatLevel,
  formatMetric,
  formatMetrics,
  formatNumber,
  formatPercent,
  formatPoints,
  formatSpread,
  formatTime,
  formatVisible,
  isSha,
  isTooWide,
  listed,
  plainLine,
  plural,
  shortSha,
  significant,
  tickLabels,
  webAddress
} from "./units.js";
import {
  ALL_WORKLOADS,
  asMetric,
  hasFaults,
  holdsFor,
  metricInfo,
  relevantChange,
  speaksOf
} from "./zod.js";

// src/report/pages/links.ts
function segmentOf(name) {
  const encoded = encodeURIComponent(name).replace(/[!'()*~]/g, (c) => `%${hexOf(c)}`);
  return encoded.replace(/^\.|\.(?=\.)|\.$/g, "%2E").replaceAll("%", "~");
}
function decodeSegment(segment) {
  try {
    const name = decodeURIComponent(segment.replaceAll("~", "%"));
    return segmentOf(name) === segment ? name : null;
  } catch {
    return null;
  }
}
function hexOf(character) {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
function pathOf(place2) {
  switch (place2.page) {
    case "overview":
      return "";
    case "workload":
      return `w/${segmentOf(place2.suite)}/${segmentOf(place2.workload)}/`;
    case "commit":
      return `c/${segmentOf(place2.sha)}/`;
    case "compare":
      return `compare/${segmentOf(place2.base)}..${segmentOf(place2.head)}/`;
    case "events":
    case "acceptances":
      return `${place2.page}/`;
  }
}
function parsePath(path) {
  const [first = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  const names = rest.map((part) => first === "compare" ? part : decodeSegment(part));
  if (names.includes(null)) return null;
  const [one, two] = names;
  if (names.length === 0) {
    if (first === "") return { page: "overview" };
    return first === "events" || first === "acceptances" ? { page: first } : null;
  }
  if (first === "w" && names.length === 2) return { page: "workload", suite: one, workload: two };
  if (names.length !== 1) return null;
  if (first === "c") return { page: "commit", sha: one };
  return first === "compare" ? compared(one) : null;
}
function compared(range) {
  const [base, head, ...rest] = range.split("..").map(decodeSegment);
  return base && head && rest.length === 0 ? { page: "compare", base, head } : null;
}
function addressOf(site, place2, words = "") {
  const commits = place2.page === "commit" ? [place2.sha] : place2.page === "compare" ? [place2.base, place2.head] : [];
  if (site === null || !commits.every(isSha)) return null;
  return webAddress(`${site.replace(/\/+$/, "")}/${pathOf(place2)}${words}`);
}
var WORKLOAD_ROOT = "../../../";
function rootOf(path) {
  return "../".repeat(path.split("/").length - 1);
}
function dataPathOf(suite, workload) {
  return `data/${segmentOf(suite)}/${segmentOf(workload)}.json`;
}
function badgePathOf(suite) {
  return `badges/${segmentOf(suite)}.svg`;
}
function repositoryPathOf(repository) {
  const [owner = "", ...name] = repository.split("/");
  return `r/${segmentOf(owner)}/${segmentOf(name.join("/"))}/`;
}
function repositoryOf(path) {
  const [, owner, name, rest] = /^r\/([^/]+)\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const [one, two] = [owner, name].map((each) => each === void 0 ? null : decodeSegment(each));
  return one && two ? { repository: `${one}/${two}`, rest } : null;
}

// src/analysis/history/acceptances.ts
function withAcceptances(report, acceptances2, headOf = () => report.head.commit.sha) {
  const { acceptances: _, ...plain } = report;
  const holding = acceptances2.filter(
    (acceptance) => holdsFor(acceptance, headOf(acceptance)) && isAbout(acceptance, report)
  );
  const judged = holding.length === 0 ? plain : { ...plain, acceptances: holding };
  return { ...judged, verdict: standingVerdict(judged) };
}
function standingVerdict(report) {
  const regressed = regressions(report);
  const isOpen3 = regressed.some((change) => acceptanceOf(report, change) === null);
  if (isOpen3 || regressed.length > 0 && hasFaults(report.migration)) return "regressed";
  if (report.limits === void 0) return regressed.length > 0 ? "accepted" : report.verdict;
  const { verdict } = report.limits;
  const wider = widerLimits(report);
  const isPassed = regressed.length > 0 || !["regressed", "inconclusive"].includes(verdict);
  if (!isPassed) return verdict;
  if (wider.some((change) => limitAcceptance(report, change) === null)) return "inconclusive";
  return regressed.length > 0 || wider.length > 0 ? "accepted" : verdict;
}
function isAbout(acceptance, report) {
  const { suite } = report;
  return regressions(report).some((change) => speaksOf(acceptance, { ...change, suite })) || widerLimits(report).some((change) => speaksOfLimit(acceptance, change, suite));
}
function widerLimits({ limits: limits2 }) {
  return (limits2?.changes ?? []).filter(({ wider }) => wider);
}
function limitAcceptance({ suite, acceptances: acceptances2 = [] }, change) {
  return acceptances2.findLast((acceptance) => speaksOfLimit(acceptance, change, suite)) ?? null;
}
function speaksOfLimit(acceptance, { workload, metric }, suite) {
  return (acceptance.suite === null || acceptance.suite === suite) && (acceptance.workload === null || acceptance.workload === workload) && (acceptance.metric === null || acceptance.metric === metric);
}
function regressions({ workloads, together: together2 = [] }) {
  return [...workloads.flatMap(({ changes }) => changes), ...together2].filter(
    ({ role, verdict }) => role === "gate" && verdict.kind === "regressed"
  );
}
function acceptanceOf({ suite, acceptances: acceptances2 = [] }, change) {
  return acceptances2.findLast((acceptance) => speaksOf(acceptance, { ...change, suite })) ?? null;
}

// src/report/words/limits.ts
var CHANGES_MOST = 12;
var NAME_MOST = 120;
function limitSentences(report, safe = plainLine) {
  const { limits: limits2 } = report;
  if (limits2 === void 0) return [];
  const named = listed2(limits2.changes, (change) => limitText(change, safe));
  return [`This change's limits differ from base's: ${named}.`, ...standing(report, safe)];
}
function limitText({ workload, what, base, head }, safe = plainLine) {
  const of = workload === void 0 ? "" : `${safe(workload, NAME_MOST)}: `;
  return `${of}${safe(what, NAME_MOST)} ${safe(base, NAME_MOST)} -> ${safe(head, NAME_MOST)}`;
}
function standing(report, safe) {
  const wider = widerLimits(report);
  if (wider.length === 0) return ["None is wider, so nothing passes by them that base's would fail."];
  const found = report.limits.regressed.map(({ workload, metric, effect }) => {
    const moved2 = effect === null ? "" : ` ${formatChange(effect)}`;
    return `${safe(workload, NAME_MOST)} ${metricInfo(metric).label}${moved2}`;
  });
  return [
    found.length === 0 ? "By base's limits nothing more is a regression." : `By base's limits ${found.length === 1 ? "this is a regression" : "these are regressions"}: ${listed2(found, String)}.`,
    areAccepted(report) ? "The wider limits are accepted." : "Wider limits can hide a slowdown, so the check is not green until a maintainer accepts them."
  ];
}
function areAccepted(report) {
  return widerLimits(report).every((change) => limitAcceptance(report, change) !== null);
}
function listed2(all, text) {
  const shown = all.slice(0, CHANGES_MOST).map(text);
  const more = all.length - shown.length;
  return [...shown, ...more > 0 ? [`${more} more in report.json`] : []].join("; ");
}
function limitsHeadline(report) {
  const { limits: limits2, verdict } = report;
  if (limits2 === void 0 || verdict === limits2.verdict || verdict !== "inconclusive") return null;
  const { length: found } = limits2.regressed;
  const by = found === 0 ? "" : `, by which there ${found === 1 ? "is" : "are"} ${plural(found, "regression")}`;
  return `limits wider than base's${by}, please look`;
}

// src/report/words/sqlstate.ts
var CONDITIONS = {
  "02000": "no data",
  "08001": "unable to connect",
  "08003": "connection does not exist",
  "08006": "connection failure",
  "23503": "foreign key violation",
  "23505": "unique violation",
  "25P02": "in failed transaction",
  "40001": "serialization failure",
  "40P01": "deadlock detected",
  "42501": "insufficient privilege",
  "42601": "syntax error",
  "42703": "undefined column",
  "42P01": "undefined table",
  "53100": "disk full",
  "53200": "out of memory",
  "53300": "too many connections",
  "55P03": "lock not available",
  "57014": "query canceled",
  "57P01": "admin shutdown",
  "57P03": "cannot connect now",
  XX000: "internal error",
  XX001: "data corrupted"
};
function sqlstateText(state) {
  return Object.hasOwn(CONDITIONS, state) ? `${state} ${CONDITIONS[state]}` : state;
}

// src/report/words/migration.ts
var SHARE_OF_STALL = 0.1;
var WAITS_MOST = 3;
var STATEMENT_MOST = 120;
var FILES_MOST = 3;
function formatTime2(ns) {
  return ns === 0 ? `0${NBSP}s` : formatMetric("p99", ns);
}
function formatLimit(ns) {
  return ns === null ? "none" : formatChosen("p99", ns);
}
function migrationFault(migration2) {
  const faulty = (migration2?.workloads ?? []).filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return null;
  const all = new Set(faulty.flatMap(({ faults }) => faults));
  const stall = Math.max(...faulty.map(({ stallNs }) => stallNs));
  const words = {
    "not-applied": "cannot be applied",
    stall: `stalls statements for ${formatTime2(stall)}`,
    failed: "makes statements fail"
  };
  const said = ["not-applied", "stall", "failed"].filter((fault) => all.has(fault));
  return `the migration ${said.map((fault) => words[fault]).join(" and ")}`;
}
function migrationName({ files, command }) {
  if (command !== null) return plainLine(command, STATEMENT_MOST);
  const shown = files.slice(0, FILES_MOST).map((file) => plainLine(file));
  const more = files.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${formatCount(more)} more` : shown.join(", ");
}
function migrationCells(workload) {
  return {
    workload: plainLine(workload.workload),
    took: formatTime2(workload.tookNs),
    stall: formatTime2(workload.stallNs),
    worst: formatTime2(workload.worstStallNs),
    before: formatTime2(workload.longestBeforeNs),
    slow: formatTime2(workload.slowNs),
    failed: formatCount(workload.failedEvents)
  };
}
function migrationLine(workload, { rules }) {
  const { took, stall, failed } = migrationCells(workload);
  const limit = rules.stallNs === null ? "" : ` (limit ${formatLimit(rules.stallNs)})`;
  const events = workload.failedEvents === 0 ? "none failed" : `${failed} failed`;
  return `under ${plainLine(workload.workload)}: took ${took}, longest wait of a statement ${stall}${limit}, ${events}`;
}
function migrationCauses(workload) {
  const { failure, notApplied, sessions, rewritten, failuresBySqlstate, faults } = workload;
  const waits = tellingWaits(workload).map((wait) => waitText(wait, workload));
  const states = Object.entries(failuresBySqlstate).map(
    ([state, count]) => `${formatCount(count)} × ${plainLine(sqlstateText(state), 40)}`
  );
  return [
    ...failure === null ? [] : [
      `Not applied in ${formatCount(notApplied)} of ${plural(sessions, "session")}: ${plainLine(failure.place, STATEMENT_MOST)}: ${plainLine(failure.message, 300)}${failure.sqlstate === null ? "" : ` (SQLSTATE ${plainLine(failure.sqlstate, 40)})`}${failure.statement === null ? "" : `: ${quoted(failure.statement)}`}`
    ],
    ...waits,
    ...rewritten.length === 0 ? [] : [
      `It rewrote ${rewritten.slice(0, 5).map((table) => plainLine(table)).join(", ")}`
    ],
    ...states.length === 0 ? [] : [`Failed attempts of all sessions, by SQLSTATE: ${states.join(", ")}`],
    ...faults.includes("stall") && waits.length === 0 ? ["No wait for a lock was seen that would explain it: look at the CPUs and the disk"] : []
  ];
}
function tellingWaits({ waits, stallNs }) {
  const isListedBelow = ({ waiter }) => waiter.who === "migration" && waits.some(({ behind }) => behind?.statement === waiter.statement);
  return waits.filter((wait) => wait.longestNs >= SHARE_OF_STALL * stallNs && !isListedBelow(wait)).slice(0, WAITS_MOST);
}
function waitText({ on, waiter, holder, behind, longestNs, waiters }, workload) {
  const table = plainLine(on);
  const long = formatTime2(longestNs);
  if (waiter.who === "migration")
    return `${quoted(waiter.statement)}${placed(waiter, workload)} itself waited ${long} for ${modeText(waiter)} on ${table}: ${partyText(holder)}`;
  const crowd = `${plural(waiters, "connection")} of the load waited, up to ${long}, for ${modeText(waiter)}: ${quoted(waiter.statement)}`;
  if (behind !== null)
    return `${quoted(behind.statement)}${placed(behind, workload)} waits for ${modeText(behind)} on ${table}: ${partyText(holder)}. Behind it ${crowd}`;
  return `${quoted(holder.statement)}${placed(holder, workload)} has ${modeText(holder)} on ${table}: ${crowd}`;
}
function partyText({ who, mode, state, statement }) {
  const name = who === "load" ? "the load" : who === "migration" ? "the migration" : "another connection";
  const idle = state === "" || state === "active" ? "" : `, ${plainLine(state, 40)},`;
  return `${name}${idle} has ${modeText({ mode })} since ${quoted(statement)}`;
}
function modeText({ mode }) {
  return mode === "" ? "a lock" : plainLine(mode, 40);
}
function quoted(statement) {
  return `“${plainLine(statement, STATEMENT_MOST)}”`;
}
function placed({ statement }, { statements }) {
  const place2 = placeOfStatement(statement, statements);
  return place2 === null ? "" : ` (${plainLine(place2, STATEMENT_MOST)})`;
}
function placeOfStatement(text, statements) {
  const start = text.slice(0, STATEMENT_MOST);
  return start === "" ? null : statements.find((each) => each.text.startsWith(start))?.place ?? null;
}
function migrationPlace(workload) {
  if (workload.failure !== null) return workload.failure.place;
  const own = tellingWaits(workload).flatMap(
    ({ waiter, holder, behind }) => [behind, holder, waiter].filter((party) => party?.who === "migration")
  );
  return own.map((party) => placeOfStatement(party.statement, workload.statements)).find((place2) => place2 !== null) ?? null;
}
var isOf = (pattern) => (statement) => pattern.test(statement);
var WAYS = [
  {
    when: (statement) => /^CREATE (?:UNIQUE )?INDEX\b/i.test(statement) && !/\bCONCURRENTLY\b/i.test(statement),
    remedy: "use CREATE INDEX CONCURRENTLY, outside of a transaction: writes go on meanwhile"
  },
  {
    when: (statement) => /^REINDEX\b/i.test(statement) && !/\bCONCURRENTLY\b/i.test(statement),
    remedy: "use REINDEX ... CONCURRENTLY: reads and writes go on meanwhile"
  },
  {
    when: isOf(/\bADD (?:CONSTRAINT \S+ )?(?:UNIQUE|PRIMARY KEY)\b/i),
    remedy: "run CREATE UNIQUE INDEX CONCURRENTLY first, then ADD CONSTRAINT ... USING INDEX"
  },
  {
    when: (statement) => /\b(?:FOREIGN KEY|REFERENCES|CHECK)\b/i.test(statement) && !/\bNOT VALID\b/i.test(statement),
    remedy: "use ADD CONSTRAINT ... NOT VALID, then VALIDATE CONSTRAINT in a transaction of its own"
  },
  {
    when: isOf(/\bSET NOT NULL\b/i),
    remedy: "run first ADD CONSTRAINT ... CHECK (column IS NOT NULL) NOT VALID and VALIDATE it: SET NOT NULL then reads no row"
  }
];
function migrationRemedies(workload) {
  const { faults, rewritten, failure } = workload;
  if (faults.length === 0) return [];
  const waits = tellingWaits(workload);
  const statements = waits.flatMap(
    ({ holder, behind }) => [holder, behind].flatMap((party) => party?.who === "migration" ? [party.statement] : [])
  );
  const known = WAYS.filter(({ when }) => statements.some(when)).map(({ remedy }) => remedy);
  const isQueue = waits.some(({ waiter, behind }) => behind !== null || waiter.who === "migration");
  const isStall = faults.includes("stall");
  return [
    ...failure === null ? [] : ["fix it: it is applied to base's schema, each statement by itself, as psql does"],
    ...isStall ? known : [],
    ...isStall && rewritten.length > 0 && known.length === 0 ? [
      "add a column next to the old one, fill it in parts, and switch over: a rewrite locks all clients out until it is done"
    ] : [],
    ...isStall && isQueue ? [
      "run SET lock_timeout = '200ms' before it, and try again after a timeout: nothing queues behind it for longer"
    ] : [],
    ...isStall && known.length === 0 && rewritten.length === 0 && !isQueue && waits.length > 0 ? ["let the transaction that has the lock end sooner: a lock is kept to the end of its transaction"] : [],
    ...faults.includes("failed") ? [
      "let the schema serve the old program and the new one: add what is new first, take away what is old in a later release"
    ] : []
  ];
}

// src/report/words/headline.ts
var WORST_FIRST = [
  "regressed",
  "inconclusive",
  "too-few",
  "trade",
  "improved",
  "not-worse",
  "unchanged"
];
function standingOf(workload) {
  const standings = new Set(gatesOf(workload).map(({ verdict }) => standingOfGate(verdict)));
  return WORST_FIRST.find((standing2) => standings.has(standing2)) ?? "none";
}
function standingOfGate(verdict) {
  return verdict.kind === "inconclusive" && verdict.notWorse === true ? "not-worse" : verdict.kind;
}
function gatesOf(workload) {
  return workload.changes.filter((change) => change.role === "gate");
}
function headline(report) {
  const fault = migrationFault(report.migration);
  return fault === null ? headlineOfMetrics(report) : headlineOfMigration(report, fault);
}
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
function headlineOfMigration(report, fault) {
  const regressed = report.workloads.filter((workload) => hasRegression(report, workload, false)).length;
  const also = regressed > 0 ? `, and there ${regressed === 1 ? "is" : "are"} ${plural(regressed, "regression")} in ${plural(report.workloads.length, "workload")}` : "";
  return `${fault}${also}, please look`;
}
function headlineOfMetrics(report) {
  const { limits: limits2 } = report;
  const byLimits = limitsHeadline(report);
  if (byLimits !== null) return byLimits;
  if (limits2 === void 0 || report.verdict !== "accepted" || limits2.verdict === "regressed")
    return headlineByVerdict(report);
  return `${headlineByVerdict({ ...report, verdict: limits2.verdict })} (limits wider than base's were accepted)`;
}
function headlineByVerdict(report) {
  const compared2 = report.workloads.filter(({ newBecause }) => newBecause === void 0);
  const fresh = report.workloads.length - compared2.length;
  const standings = compared2.map(standingOf);
  const count = (standing2) => standings.filter((found) => found === standing2).length;
  if (standings.every((standing2) => standing2 === "none")) return fresh > 0 ? allNew(fresh) : nothing(report);
  const all = `${plural(standings.length, "workload")}${fresh > 0 ? ` (and ${fresh} new)` : ""}`;
  const regressed = report.workloads.filter((workload) => hasRegression(report, workload, false)).length;
  const accepted = report.workloads.filter((workload) => hasRegression(report, workload, true)).length;
  const having = (kind) => report.workloads.filter((workload) => gatesOf(workload).some(({ verdict }) => verdict.kind === kind));
  const traded = having("trade").length;
  const improved = having("improved").filter((workload) => !having("trade").includes(workload)).length;
  if (regressed > 0) {
    const found = [
      plural(regressed, "regression"),
      ...traded > 0 ? [plural(traded, "trade")] : [],
      ...improved > 0 ? [plural(improved, "improvement")] : []
    ];
    return `${listed(found)} in ${all}, please look${accepted > 0 ? " (others were accepted)" : ""}`;
  }
  const together2 = togetherHeadline(report);
  if (together2 !== null && report.verdict === "regressed") return `${together2} regressed, please look`;
  if (accepted > 0) return `${plural(accepted, "regression")} in ${all}, accepted`;
  const isOpen3 = report.workloads.some((workload) => gatesOf(workload).some(holdsUp));
  if (together2 !== null && report.verdict === "inconclusive" && !isOpen3)
    return `inconclusive for ${together2}: ${OPEN}`;
  if (report.verdict === "inconclusive" && count("inconclusive") + count("too-few") > 0)
    return undecided(report, standings, all);
  if (report.verdict === "trade") {
    const also = improved > 0 ? ` and ${plural(improved, "improvement")}` : "";
    return `${plural(traded, "trade")}${also} in ${all}: faster, for more server CPU`;
  }
  if (together2 !== null) {
    if (report.verdict === "accepted") return `${together2} regressed, accepted`;
    if (improved === 0 && report.verdict === "improved") return `${together2} improved, no regression`;
  }
  if (improved > 0) return `${plural(improved, "improvement")} in ${all}, no regression`;
  if (report.verdict === "inconclusive") return `no gate could judge ${all}, please look at the warnings`;
  const apart2 = notCompared(report);
  const named = resolution(report);
  const what = named !== null ? `no regression of more than ${named}` : report.counts.inconclusive > 0 ? "no regression" : "no change beyond the limits";
  return `${what} in ${all}, ${apart2 > 0 ? `${apart2} more not compared` : "nothing to do"}`;
}
function resolution({ workloads, excluded: multiple }) {
  const gates = workloads.flatMap(gatesOf).filter(({ metric }) => metricInfo(metric).unit !== "share");
  if (multiple === void 0) return null;
  const metrics = [...new Set(gates.map(({ metric }) => metric))];
  const bounds = metrics.map((metric) => {
    const own = gates.filter((gate) => gate.metric === metric);
    const most = multiple * Math.max(...own.map((gate) => relevantChange(gate, gate.base.estimate)));
    const isFall = metricInfo(metric).direction === "higher-is-better";
    return { metric, most: isFall ? Math.min(MOST_LOST, most) : most };
  });
  const least = formatBound(Math.min(...bounds.map(({ most }) => most)));
  const others = bounds.map(({ metric, most }) => ({ label: metricInfo(metric).label, bound: formatBound(most) })).filter(({ bound }) => bound !== least);
  const rest = others.map(({ label, bound }) => `${label}: ${bound}`);
  return `${least}${rest.length > 0 ? ` (${rest.join(", ")})` : ""}`;
}
var MOST_LOST = 0.99;
function togetherHeadline({ workloads, together: together2 = [], verdict }) {
  const kinds = verdict === "accepted" ? ["regressed"] : verdict === "inconclusive" ? [verdict, "too-few"] : [verdict];
  const speaks = together2.some((change) => change.role === "gate" && kinds.includes(change.verdict.kind));
  return speaks ? `all ${plural(workloads.length, "workload")} together` : null;
}
function holdsUp({ verdict }) {
  return ["inconclusive", "too-few"].includes(standingOfGate(verdict));
}
function hasRegression(report, workload, isAccepted) {
  return gatesOf(workload).some(
    (change) => change.verdict.kind === "regressed" && acceptanceOf(report, change) !== null === isAccepted
  );
}
function notCompared({ warnings }) {
  return warnings.filter(({ code }) => code === "only-in-head" || code === "only-in-base").length;
}
function shortHistory({
  baseline
}) {
  if (baseline.kind !== "history" || baseline.runs.length >= baseline.need) return null;
  return { have: baseline.runs.length, need: baseline.need, branch: baseline.branch };
}
function allNew(count) {
  return count === 1 ? "1 new workload, no base to compare it with yet" : `${count} new workloads, no base to compare them with yet`;
}
function nothing(report) {
  return notCompared(report) > 0 ? "nothing to compare, base and head share no workload" : "nothing measured, please look at the run";
}
function undecided(report, standings, all) {
  const history = shortHistory(report);
  if (history?.have === 0) return "first run, nothing to compare with yet";
  if (history !== null)
    return `${history.have} of ${plural(history.need, "baseline run")} so far, too few to judge`;
  const open2 = report.workloads.filter((workload) => gatesOf(workload).some(holdsUp));
  const share = `${open2.length} of ${all}`;
  if (standings.includes("inconclusive")) return `inconclusive in ${share}: ${OPEN}`;
  return `too little data in ${share}: ${OPEN}`;
}
var OPEN = "a regression is neither shown nor excluded";

// src/report/words/rows.ts
function rowsOf(report) {
  const changes = report.workloads.flatMap((workload) => workload.changes);
  const gates = [...changes, ...report.together ?? []].filter((change) => change.role === "gate");
  const having = (...standings) => gates.filter(({ verdict }) => standings.includes(standingOfGate(verdict)));
  const regressed = having("regressed").toSorted(bySeverity);
  const isAccepted = (change) => acceptanceOf(report, change) !== null;
  return {
    regressed: regressed.filter((change) => !isAccepted(change)),
    accepted: regressed.filter(isAccepted),
    traded: having("trade").toSorted(bySeverity),
    improved: having("improved").toSorted(bySeverity),
    undecided: having("inconclusive", "too-few").toSorted(bySeverity),
    notWorse: having("not-worse"),
    unchanged: having("unchanged"),
    moved: changes.filter(
      (change) => change.role === "information" && (change.verdict.kind === "regressed" || change.verdict.kind === "improved")
    )
  };
}
function bySeverity(a, b) {
  const difference = severity(b) - severity(a);
  return Number.isNaN(difference) ? 0 : difference;
}
function severity(change) {
  const { effect } = change;
  if (effect === null) return Number.POSITIVE_INFINITY;
  return Math.abs(Math.log1p(effect)) / Math.max(Math.log1p(relevantOf(change)), 1e-6);
}
var NOTHING = "–";
function cellsOf(change) {
  const [base, head] = armCells(change);
  return {
    base,
    head,
    ...changeCells(change),
    noise: change.noise === null ? NOTHING : formatSpread(change.noise),
    smallestVisible: change.smallestVisible === null ? NOTHING : formatVisible(change.smallestVisible),
    limit: change.role === "gate" ? formatLimit2(change) : NOTHING,
    verdict: change.role === "gate" ? verdictOf(change) : informationOf(change)
  };
}
function armCells({ metric, base, head }) {
  const estimates = [base.estimate, head.estimate];
  const formatted = formatMetrics(
    metric,
    estimates.map((estimate) => estimate ?? 0)
  );
  const [first, second] = estimates.map(
    (estimate, index) => estimate === null ? NOTHING : formatted[index] ?? NOTHING
  );
  return [first ?? NOTHING, second ?? NOTHING];
}
function changeCells(change) {
  const { metric, base, head, effect, interval: interval2, verdict } = change;
  if (base.estimate === null || head.estimate === null) return { change: NOTHING, interval: "" };
  if (metricInfo(metric).unit === "share") {
    const moved2 = head.estimate !== base.estimate;
    return { change: moved2 ? formatPoints(head.estimate - base.estimate) : "~", interval: "" };
  }
  if (effect === null) return { change: NOTHING, interval: "" };
  const decided = ["regressed", "trade", "improved"].includes(verdict.kind);
  if (interval2 === null) return { change: decided ? formatChange(effect) : NOTHING, interval: "" };
  const evidence = decided || interval2.low > 0 || interval2.high < 0;
  return { change: evidence ? formatChange(effect) : "~", interval: formatChangeInterval(interval2, effect) };
}
function formatLimit2({ metric, margin, floor }) {
  if (metricInfo(metric).unit === "share") return formatChosen(metric, floor ?? margin);
  const relative = formatChosenShare(margin);
  return floor === null || floor === 0 ? relative : `${relative} and ${formatChosen(metric, floor)}`;
}
function relevantOf(change) {
  return relevantChange(change, change.base.estimate);
}
function harmOf({ metric, effect, interval: interval2 }) {
  const ends = [effect, interval2?.low, interval2?.high].map((end) => end ?? 0);
  return metricInfo(metric).direction === "lower-is-better" ? Math.max(0, ...ends) : -Math.min(0, ...ends);
}
function verdictOf(change) {
  const { verdict } = change;
  switch (verdict.kind) {
    case "regressed":
    case "improved":
      return verdict.kind;
    case "unchanged":
      return WITHIN;
    case "trade":
      return `trade: ${boughtBy(verdict.for)} improved by it`;
    case "inconclusive":
      return verdict.notWorse === true ? verdict.why : `inconclusive: ${verdict.why}`;
    case "too-few":
      return unreadText(change) ?? `${verdict.have} of ${verdict.need} ${verdict.what}`;
  }
}
var WITHIN = "within limit";
function unreadText({ metric, base, head, verdict }) {
  if (verdict.kind !== "too-few" || verdict.have > 0) return null;
  if (verdict.what !== "sessions" && verdict.what !== "sessions of all workloads") return null;
  const lacks = [base, head].map(({ values }) => values.length === 0);
  const where = lacks[0] === lacks[1] ? "in every session" : lacks[0] ? "on base" : "on head";
  return `${metricInfo(metric).label} could not be read ${where}`;
}
function boughtBy(metrics) {
  return listed(metrics.map((metric) => metricInfo(metric).label));
}
var EVIDENCE = "~: the interval includes 0";
var EVIDENCE_OF_PARTS = "~: its 99 % interval includes 0";
function informationOf(change) {
  const { verdict } = change;
  switch (verdict.kind) {
    case "regressed":
    case "trade":
      return "worse, no gate";
    case "improved":
      return "better, no gate";
    case "unchanged":
      return `within ${formatLimit2(change)}, no gate`;
    case "inconclusive":
      return NOTHING;
    case "too-few":
      return verdict.what === "requests per session" ? verdictOf(change) : NOTHING;
  }
}
function sessionEffects(report, { base, head }) {
  if (report.rule.form !== "paired" || base.values.length !== head.values.length) return [];
  const ratios = base.values.map((value, index) => (head.values[index] ?? Number.NaN) / value - 1);
  return ratios.filter(Number.isFinite);
}
function errorCounts({
  base,
  head
}) {
  const [before, after] = [new Map(Object.entries(base)), new Map(Object.entries(head))];
  const states = [.../* @__PURE__ */ new Set([...before.keys(), ...after.keys()])].toSorted();
  return states.map((state) => [state, before.get(state) ?? 0, after.get(state) ?? 0]);
}
function isQuiet({ metric, base, head, verdict }) {
  return metric === "failed-share" && verdict.kind === "unchanged" && base.estimate === 0 && head.estimate === 0;
}

// src/report/words/capacity.ts
function capacityTable(all) {
  return {
    columns: [
      ...["workload", "arm"].map(left),
      ...["capacity", `95${NBSP}% interval`, "sessions"].map(right),
      left("what a larger load failed by")
    ],
    rows: all.flatMap(({ workload, of, base, head }) => {
      const cells = (arm, own) => [
        plainLine(workload),
        arm,
        own.size === null ? notFound(of, own) : capacityLoad(of, own.size),
        own.size === null ? "" : capacityRange(of, own),
        foundOf(own),
        limitText2(of, own)
      ];
      return [...base === null ? [] : [cells("base", base)], cells("head", head)];
    })
  };
}
function foundOf({ found, sessions }) {
  return found === sessions ? `${sessions}` : `${found} of ${sessions}`;
}
function capacityLoad(of, size) {
  if (of === "rate") return `${formatNumber(size)}/s`;
  return of === "threads" ? plural(whole(size, "down"), "thread") : `${plainLine(of)} ${capacitySize(of, size)}`;
}
function capacitySize(of, size) {
  return of === "rate" ? formatNumber(size) : formatCount(whole(size, "down"));
}
function capacityRange(of, { low, high }) {
  if (isTooWide(low, high)) return TOO_WIDE;
  const up = (size) => of === "rate" ? formatNumber(size) : formatCount(whole(size, "up"));
  return `${low === null ? "?" : capacitySize(of, low)} .. ${high === null ? "?" : up(high)}`;
}
var ROUNDING = 1e-6;
function whole(size, direction) {
  return direction === "up" ? Math.ceil(size - ROUNDING) : Math.floor(size + ROUNDING);
}
function capacityNote(whose, { of, size, low, high, endedBecause }) {
  const found = size === null ? notFound(of, { low, high, endedBecause: endedBecause ?? null }) : `${capacityLoad(of, size)} (${capacityRange(of, { low, high })})`;
  return `${plainLine(whose)}: capacity ${found}`;
}
function notFound(of, { low, high, endedBecause }) {
  const wasCut = endedBecause !== null;
  if (low !== null && high === null)
    return wasCut ? `not found: ${capacityLoad(of, low)} held, and the search ended early` : `not found: ${capacityLoad(of, low)} held, the largest load that may be tried`;
  if (low === null && high !== null)
    return wasCut ? `not found: ${capacityLoad(of, high)} failed, and the search ended early` : `not found: ${capacityLoad(of, high)} failed, the smallest load that can be tried`;
  if (low !== null && high !== null)
    return `not found: ${capacityLoad(of, low)} held in one session, and ${capacityLoad(of, high)} failed in another`;
  return "not found: no trial said anything";
}
function limitText2(of, { failed, endedBecause }) {
  return [
    ...failed === null ? [] : [`${capacityLoad(of, failed.size)}: ${plainLine(failed.because)}`],
    ...endedBecause === null ? [] : [`ended early: ${plainLine(endedBecause)}`]
  ].join("; ");
}
function capacityLine(cells) {
  const [workload, arm, capacity, interval2, sessions, limit] = cells;
  const known = interval2 === "" ? "" : ` (95${NBSP}%: ${interval2}; sessions: ${sessions})`;
  return `capacity of ${workload}, ${arm}: ${capacity}${known}${limit === "" ? "" : `; ${limit}`}`;
}

// src/text/time.ts
var MINUTE = 6e4;
var STEPS = [
  { most: 60, unit: "min", ms: MINUTE },
  { most: 48, unit: "h", ms: 60 * MINUTE },
  { most: 60, unit: "d", ms: 1440 * MINUTE }
];
var MONTH_MS = 30.44 * 1440 * MINUTE;
function ageOf(at, now) {
  const ms = Date.parse(now) - Date.parse(at);
  if (ms < MINUTE) return "just now";
  const step = STEPS.find((each) => ms < each.most * each.ms);
  if (step !== void 0) return `${Math.floor(ms / step.ms)} ${step.unit} ago`;
  const months = Math.floor(ms / MONTH_MS);
  return months < 24 ? `${months} months ago` : `${Math.floor(months / 12)} years ago`;
}
function dayOf(at) {
  return at.slice(0, 10);
}
function minuteOf(at) {
  return at.slice(0, 16).replace("T", " ");
}
function isStale(at, now) {
  return Date.parse(now) - Date.parse(at) > 26 * 60 * MINUTE;
}

// src/report/markdown/reproduce.ts
function reproduceCommands(report, configPath = null) {
  const { head, baseline, plan, mode } = report;
  const config = configPath !== null && /^[\w./-]+$/.test(configPath) ? ` --config ${configPath}` : "";
  const measure = `--sessions ${plan.sessions} --seconds ${plan.seconds} --seed ${plan.seed}`;
  const checkout = isSha(head.commit.sha) ? [`git checkout ${head.commit.sha}`] : [];
  if (mode === "history" || baseline.kind === "history") {
    return [...checkout, `plumbline check${config} --mode history ${measure}`];
  }
  const base = baseline.kind === "arm" && isSha(baseline.run.commit.sha) ? ` --base ${baseline.run.commit.sha}` : "";
  return [...checkout, `plumbline check${config} --mode side-by-side${base} ${measure}`];
}
function acceptCommand(change) {
  if (change === null) return "/plumbline accept REASON";
  const { workload, metric } = change;
  return ["/plumbline accept", ...spelled(workload), metric, "REASON"].join(" ");
}
function spelled(workload) {
  if (/^[\w.-]+$/.test(workload)) return [workload];
  return /^[\p{L}\p{M}\p{N} .,:;/()+=_-]+$/u.test(workload) ? [`"${workload}"`] : [];
}
var LIMIT_MOST = 0.5;
function acceptingConfig(regressed) {
  const limits2 = /* @__PURE__ */ new Map();
  for (const change of regressed.filter(isOffered)) {
    const own = limits2.get(change.workload) ?? /* @__PURE__ */ new Map();
    const before = own.get(change.metric);
    own.set(change.metric, {
      limit: Math.max(before?.limit ?? 0, harmOf(change)),
      // What else a gate says must not be lost by its new limit.
      isStrict: before?.isStrict === true || change.trade === "fail"
    });
    limits2.set(change.workload, own);
  }
  const together2 = limits2.get(ALL_WORKLOADS);
  limits2.delete(ALL_WORKLOADS);
  return [
    ...together2 === void 0 ? [] : ["gates:", "  suite:", ...gateLines(together2, "    ")],
    ...limits2.size === 0 ? [] : ["workloads:"],
    ...[...limits2].flatMap(([name, own]) => [
      `  - name: ${JSON.stringify(plainLine(name))}`,
      "    gates:",
      ...gateLines(own, "      ")
    ])
  ];
}
function gateLines(limits2, indent) {
  return [...limits2].map(([metric, { limit, isStrict }]) => {
    const text = yamlPercent(limit);
    return `${indent}${metric}: ${isStrict ? `{ change: ${text}, trade: fail }` : text}`;
  });
}
function isOffered(change) {
  const harm = harmOf(change);
  return change.metric !== "failed-share" && harm > 0 && harm <= LIMIT_MOST;
}
function noLimit(regressed) {
  const offered = regressed.filter(isOffered).length;
  if (offered === regressed.length) return "";
  const rest = offered > 0 ? " for the rest" : "";
  return `A limit of more than ${formatChosenShare(LIMIT_MOST)}, or one for failures, would guard nothing, so none is proposed${rest}.`;
}
function yamlPercent(share) {
  const step = share >= 0.01 ? 0.01 : 1e-4;
  return formatChosenShare(Math.ceil(share / step - 1e-9) * step).replaceAll(/[\u00a0,]/g, "");
}

// src/report/markdown/statements.ts
var NOTHING2 = "–";
function partRows(parts = []) {
  return parts.toSorted((a, b) => moved(b) - moved(a)).map(cellsOf2);
}
var MOVED_MOST = 3;
var MOVED_LEAST = Math.log(1.1);
function movedStatements({
  statements = []
}) {
  const isMeasured = {
    base: statements.some(({ base }) => base !== null),
    head: statements.some(({ head }) => head !== null)
  };
  return statements.filter(({ base, head, interval: interval2 }) => {
    if (base === null || head === null) return isMeasured.base && isMeasured.head;
    return isEvidence(interval2);
  }).filter((statement) => moved(statement) > MOVED_LEAST).toSorted((a, b) => moved(b) - moved(a)).slice(0, MOVED_MOST).map((statement) => {
    const [base, head, change] = cellsOf2(statement).mean;
    if (statement.base === null) return { name: statement.name, means: `${head} (only in head)` };
    if (statement.head === null) return { name: statement.name, means: `${base} (only in base)` };
    return { name: statement.name, means: `${base} → ${head} (${change})` };
  });
}
function moved({ base, head }) {
  const ratio = Math.abs(Math.log((head?.meanNs ?? 0) / (base?.meanNs ?? 0)));
  return Number.isNaN(ratio) ? 0 : Math.min(ratio, Number.MAX_VALUE);
}
function cellsOf2({ name, base, head, interval: interval2 }) {
  const tail = pair("p99", base?.p99Ns ?? null, head?.p99Ns ?? null);
  return {
    name,
    calls: formatCount(head?.calls ?? 0),
    mean: withEvidence(pair("mean", base?.meanNs ?? null, head?.meanNs ?? null), interval2),
    p99: [tail[0], tail[1]]
  };
}
function withEvidence([base, head, change], interval2) {
  return [base, head, change === NOTHING2 || isEvidence(interval2) ? change : "~"];
}
function isEvidence(interval2) {
  return interval2 !== null && (interval2.low > 0 || interval2.high < 0);
}
function pair(metric, base, head) {
  const [first = NOTHING2, second = NOTHING2] = formatMetrics(metric, [base ?? 0, head ?? 0]);
  const change = base === null || head === null || base <= 0 ? NOTHING2 : formatChange(head / base - 1);
  return [base === null ? NOTHING2 : first, head === null ? NOTHING2 : second, change];
}

// src/report/words/hosts.ts
var NOTHING3 = "–";
var HOST_MOST = 120;
function hostTable(hosts) {
  if (hosts === void 0) return null;
  const both = hosts.base.length > 0 && hosts.head.length > 0;
  const listed3 = [
    ...hosts.base.map((own) => ({ arm: "base", own })),
    ...hosts.head.map((own) => ({ arm: "head", own }))
  ];
  const of = listed3.map(({ own }) => own);
  const [means, tails] = [
    latencies(
      "mean",
      of.map(({ load }) => load?.meanNs ?? null)
    ),
    latencies(
      "p99",
      of.map(({ load }) => load?.p99Ns ?? null)
    )
  ];
  const hasCpu = of.some(({ cpu }) => cpu !== void 0);
  return {
    columns: [
      left("host"),
      ...["connections", "share of events", "mean", "p99", "failed attempts"].map(right),
      ...hasCpu ? [right("CPU of the node")] : []
    ],
    rows: listed3.map(({ arm, own }, i) => [
      plainLine(both ? `${arm}: ${hostText(own)}` : hostText(own), HOST_MOST),
      connectionsText(own),
      own.load?.share == null ? NOTHING3 : formatPercent(own.load.share),
      means[i],
      tails[i],
      failedText(own),
      ...hasCpu ? [cpuText(own)] : []
    ])
  };
}
function hostText({ host, node }) {
  return node === void 0 ? host : `${host} (node ${node}, by order)`;
}
function latencies(metric, values) {
  const texts = formatMetrics(
    metric,
    values.map((value) => value ?? 0)
  );
  return values.map((value, i) => value === null ? NOTHING3 : texts[i]);
}
function connectionsText({ load }) {
  if (load === void 0) return NOTHING3;
  return Number.isInteger(load.connections) ? formatCount(load.connections) : formatNumber(load.connections);
}
function failedText({ load }) {
  if (load === void 0 || load.events + load.errors === 0) return NOTHING3;
  return formatPercent(load.errors / (load.events + load.errors));
}
function cpuText({ cpu }) {
  if (cpu === void 0) return NOTHING3;
  const [cpus2, share] = [
    cpu.cpus === null ? null : `${formatNumber(cpu.cpus)}${NBSP}CPUs`,
    cpu.share === null ? null : formatPercent(cpu.share)
  ];
  return cpus2 !== null && share !== null ? `${cpus2} (${share})` : cpus2 ?? share ?? NOTHING3;
}

// src/analysis/verdict/looks.ts
var ONLY = { at: 1, of: 1 };
var SPENDING = {
  worse: [[1], [0.02, 0.98], [0.02, 0.28, 0.7]],
  better: [[1], [0.8, 0.2], [0.6, 0.2, 0.2]]
};
function shareOf(family, { at, of }) {
  const share = SPENDING[family][of - 1]?.[at - 1];
  if (share === void 0) throw new RangeError(`no look ${at} of ${of}`);
  return share;
}
function spent(p, family, look) {
  return Math.min(1, p / shareOf(family, look));
}
function lookOf(plan, workload) {
  return lookAfter(plan, workload.sessions.length);
}
function lookAfter({ looks, sessions }, taken) {
  const at = Math.ceil(taken / Math.max(1, sessions));
  return { at: Math.min(looks, Math.max(1, at)), of: looks };
}
function sessionsOfAllLooks(plan, taken) {
  const { at, of } = lookAfter(plan, taken);
  return taken * of / at;
}
var SUSPICIOUS = 0.1;
function nextLook(report, at = 1) {
  const { sessions } = report.plan;
  const there = report.workloads.filter((workload) => (workload.sessions ?? sessions) > (at - 1) * sessions);
  const reached = { ...report, workloads: there };
  const found = suspects(reached);
  if ([...report.workloads.map(({ changes }) => changes), report.together ?? []].some(hasRegressed))
    return { suspects: found, undecided: [] };
  const names = new Set(found.map(({ workload }) => workload));
  const isSuiteOpen = (report.together ?? []).some(isOpen);
  const undecided2 = (isSuiteOpen ? there : open(reached)).filter(({ name }) => !names.has(name)).map(({ name, changes }) => ({
    name,
    worse: Math.min(1, ...changes.filter(isOpen).map(({ p }) => p.worse))
  })).toSorted((a, b) => a.worse - b.worse);
  return { suspects: found, undecided: undecided2.map(({ name }) => name) };
}
function open({ workloads }) {
  return workloads.filter(({ changes }) => !hasRegressed(changes) && changes.some(isOpen));
}
function isOpen({ role, verdict, interval: interval2, p }) {
  if (role !== "gate" || interval2 === null || p === null) return false;
  return verdict.kind === "inconclusive" && verdict.notWorse !== true;
}
function hasRegressed(changes) {
  return changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
}
function suspects({ workloads }) {
  return workloads.filter(({ changes }) => !hasRegressed(changes)).flatMap(({ name, changes }) => {
    const [worst] = changes.filter(isSuspicious).toSorted((a, b) => a.p.worse - b.p.worse);
    return worst === void 0 ? [] : [{ workload: name, change: worst }];
  }).toSorted((a, b) => a.change.p.worse - b.change.p.worse);
}
function isSuspicious({ role, metric, effect, p, margin, floor, base, verdict }) {
  if (role !== "gate" || p === null || effect === null || verdict.kind === "trade") return false;
  const harm = metricInfo(metric).direction === "lower-is-better" ? effect : -effect;
  return p.worse < SUSPICIOUS && harm > relevantChange({ margin, floor }, base.estimate) / 2;
}

// src/report/words/build.ts
var ORIGINS = {
  installed: "this machine's packages",
  npm: "npm's builds",
  named: "named in the config file",
  tree: "built from its commit",
  image: "an image that was pulled",
  running: "a server that ran already"
};
function builtText({ compiler, packager }) {
  const words = [
    ...compiler === void 0 ? [] : [`compiled by ${compiler}`],
    ...packager ?? "" ? [packager] : []
  ];
  return words.length === 0 ? null : words.map((word) => plainLine(word)).join(", ");
}
function wholeText({ said, origin: origin2, packager, programs, configure }) {
  const signed = packager === void 0 || said.includes(packager) ? "" : `, ${plainLine(packager)}`;
  return [
    plainLine(said, 300),
    `from ${ORIGINS[origin2]}${signed}`,
    ...programs === void 0 ? [] : [`programs ${plainLine(programs, 200)}`],
    ...configure === void 0 ? [] : [`configured with ${plainLine(configure, 1e3)}`]
  ].join("; ");
}
function serverLines({ environment, baseBuild }) {
  const { build } = environment;
  const [base, head] = [baseBuild, build].map((each) => each === void 0 ? null : wholeText(each));
  if (head === null || head === void 0) return [];
  if (base === null || base === void 0 || base === head) return [["server", head]];
  return [
    ["base's server", base],
    ["head's server", head]
  ];
}
function serversText({ environment, baseBuild }) {
  const { database, databaseVersion, build } = environment;
  if (build === void 0) return "";
  const text = (each) => builtText(each) ?? plainLine(each.said, 100);
  const [head, base] = [text(build), baseBuild === void 0 ? null : text(baseBuild)];
  const apart2 = base === null || base === head ? head : `base ${base}; head ${head}`;
  return `Server: ${plainLine(database)} ${plainLine(databaseVersion)}, ${apart2}.`;
}
var PROGRAM_SHOWN = 19;
function generatorText(generator) {
  if (generator === void 0 || generator.version === "") return null;
  const { version, profile, libpq, libc, static: isStatic, program } = generator;
  const linked = isStatic === void 0 ? [] : [isStatic ? "linked statically" : "linked dynamically"];
  const below = [
    ...libpq > 0 ? [`libpq ${libpqText(libpq)}`] : [],
    ...libc === void 0 ? [] : [plainLine(libc)],
    ...linked,
    ...program === void 0 ? [] : [plainLine(program.slice(0, PROGRAM_SHOWN))]
  ];
  return [`${plainLine(version)} (${plainLine(profile)})`, ...below].join(", ");
}
function libpqText(libpq) {
  const [first, second, third] = [Math.floor(libpq / 1e4), Math.floor(libpq / 100) % 100, libpq % 100];
  return first >= 10 ? `${first}.${libpq % 1e4}` : `${first}.${second}.${third}`;
}
function serversTable({ servers = [], suites }) {
  if (servers.every(({ build }) => build === void 0)) return null;
  const many = suites.length > 1;
  const isNamed = servers.some(({ target }) => target !== "");
  const rows = servers.map(({ suite, target, database, build }) => [
    ...many ? [plainLine(suite, 40)] : [],
    ...isNamed ? [plainLine(target, 40)] : [],
    plainLine(database, 60),
    build === void 0 ? "not known" : plainLine(build.compiler ?? "not known"),
    build === void 0 ? "not known" : plainLine(build.packager ?? "none that signs"),
    build === void 0 ? "not known" : ORIGINS[build.origin]
  ]);
  const names = [...many ? ["suite"] : [], ...isNamed ? ["target"] : [], "database"];
  const columns = [...names, "compiler", "packager", "taken from"];
  return { title: "Servers", columns, names: columns.length, rows };
}
function serverSentences({ servers = [] }) {
  return servers.flatMap(
    ({ target, build }) => build === void 0 ? [] : [`${target === "" ? "" : `${plainLine(target, 40)}: `}${wholeText(build)}`]
  );
}

// src/report/words/story.ts
function commitText({ commit }) {
  if (!isKnown(commit)) return "(commit unknown)";
  const subject = commit.subject === null ? "" : ` “${plainLine(commit.subject, 60)}”`;
  const branch = commit.branch === null ? "" : ` on ${plainLine(commit.branch, 40)}`;
  return `${shortSha(commit.sha)}${subject}${branch}${commit.dirty ? " with uncommitted changes" : ""}`;
}
function isKnown({ sha }) {
  return sha !== "unknown";
}
var OTHER_DATABASE = /* @__PURE__ */ new Set(["version-differs", "settings-differ"]);
function baselineText({ baseline, head, warnings }) {
  if (baseline.kind === "arm") {
    const { commit } = baseline.run;
    const same = isKnown(commit) && commit.sha === head.commit.sha && !head.commit.dirty && !commit.dirty;
    if (!same) return `base ${commitText(baseline.run)}`;
    const isOther = warnings.some(({ code }) => OTHER_DATABASE.has(code));
    return isOther ? "another database (the same commit)" : "itself (the same commit twice)";
  }
  if (baseline.kind === "none") return "no base: it has none of this yet";
  const branch = plainLine(baseline.branch, 40);
  const newest = baseline.runs[0];
  if (newest === void 0) return `the history of ${branch}, which has no comparable run yet`;
  return `${plural(baseline.runs.length, "earlier run")} of ${branch}, newest ${shortSha(newest.commit.sha)}`;
}
function isApart({ warnings }) {
  return warnings.some(({ code }) => code === "unpaired");
}
function sessionsOfLooks(report, taken) {
  const hasLooks = report.rule.form !== "prediction" && !isApart(report);
  return hasLooks ? sessionsOfAllLooks(report.plan, taken) : taken;
}
function measuredText(report) {
  const { rule, head, plan } = report;
  const longer = lookedAtAgain(report);
  const sessions = longer.length === 0 ? head.sessions : plan.sessions;
  const most = Math.max(...longer.map((workload) => workload.sessions ?? 0)) - plan.sessions;
  const more = most > plan.sessions ? `up to ${most} more` : "as many again";
  const undecided2 = longer.length === 1 ? "was undecided" : "were undecided";
  const reason = plan.looks > 2 ? `looked worse or ${undecided2}` : "looked worse";
  const again = longer.length === 0 ? "" : `, ${more} of ${plural(longer.length, "workload")} that ${reason}`;
  const isAlone = rule.form === "prediction" || report.baseline.kind === "none";
  const how = isApart(report) ? "measured apart" : isAlone ? "head alone" : "side by side";
  return `${how}, ${plural(sessions, "session")} of ${formatDuration(plan.seconds)} per workload${again}`;
}
function lookedAtAgain({ plan, workloads }) {
  return plan.looks < 2 ? [] : workloads.filter(({ sessions }) => (sessions ?? 0) > plan.sessions);
}
var NOT_KNOWN = "not known";
function conditionLines(report) {
  const { environment: machine, plan } = report;
  const runner = machine.runner === "" ? "" : `, runner ${plainLine(machine.runner)}`;
  const [hardware, database] = [machineText(machine), databaseText(machine)];
  const unsaid = database === null ? NOT_KNOWN : "the server's own";
  const settings = Object.entries(machine.settings).map(([name, value]) => `${name}=${value}`);
  return [
    [
      "machine",
      `${hardware === null ? NOT_KNOWN : `${hardware}, ${formatBytes(machine.memoryBytes)}, ${plainLine(machine.kernel)}`}${runner}`
    ],
    [
      "database",
      `${database ?? NOT_KNOWN}${machine.dialect === "unknown" ? "" : `, dialect ${plainLine(machine.dialect)}`}`
    ],
    ...serverLines(report),
    ["settings", settings.length > 0 ? plainLine(settings.join(", "), 1e3) : unsaid],
    [
      "measured",
      `${measuredText(report)}, warm-up ${formatDuration(plan.warmupSeconds)}${sliceText(report)}, seed ${plan.seed}`
    ],
    ...generatorLine(report),
    ...moreLooks(report),
    ...cpuByProcess(report),
    ...idleServers(report),
    ...orderText(report) === "" ? [] : [["order of starts", orderText(report)]],
    ["decided", ruleText(report)]
  ];
}
function generatorLine({ generator }) {
  const text = generatorText(generator);
  return text === null ? [] : [["load generator", text]];
}
function idleServers({ workloads }) {
  const seen = workloads.flatMap(
    ({ name, idleCpus }) => idleCpus === void 0 ? [] : [`${plainLine(name)} ${cpus(idleCpus.base)} and ${cpus(idleCpus.head)}`]
  );
  return seen.length === 0 ? [] : [["idle servers", `CPUs used by base and head while the other was driven: ${seen.join(", ")}`]];
}
var REMOVED = {
  "by-earlier-runs": "this is known from earlier measurements, and removed from the results",
  "by-this-run": "this is removed from the results",
  not: "both orders count alike, so that it favours neither arm"
};
function orderText({ order = [] }) {
  if (order.length === 0) return "";
  const text = Object.entries(REMOVED).flatMap(([how, what]) => {
    const seen = order.filter(({ removed }) => removed === how);
    const shown = seen.map(
      ({ metric, difference }) => `${metricInfo(metric).label} ${formatChange(difference)}`
    );
    return seen.length === 0 ? [] : [`${shown.join(", ")}; ${what}`];
  });
  return `the server started first had ${text.join(". Also ")}`;
}
function cpuByProcess({ workloads }) {
  const seen = workloads.flatMap(({ name, cpuByProcess: by }) => {
    if (by === void 0) return [];
    const both = (kind) => formatMetrics("server-cpu", [by.base[kind], by.head[kind]]).join(" and ");
    return [`${plainLine(name)} ${both("connections")}, background ${both("background")}`];
  });
  return seen.length === 0 ? [] : [
    [
      "server CPU",
      `per statement of base and head, by connections with their parallel workers, and by background processes: ${seen.join("; ")}`
    ]
  ];
}
function cpus(used) {
  return used === null ? "?" : formatDecimals(used, 2);
}
function moreLooks(report) {
  const again = lookedAtAgain(report).map(
    ({ name, sessions }) => `${plainLine(name)} (${sessions} sessions)`
  );
  return again.length === 0 ? [] : [["looked at again", again.join(", ")]];
}
function sliceText({ mode, plan }) {
  return mode === "side-by-side" ? `, slices ${plan.sliceMs === "auto" ? "as long as the events need" : `of ${plan.sliceMs} ms`}` : "";
}
var FORMS = {
  paired: "paired t test on the sessions' log ratios",
  unpaired: "Mann-Whitney test on the sessions' values",
  prediction: "prediction interval from earlier runs"
};
function ruleText({ rule: { alpha, adjustment, form, earlier }, baseline, workloads }) {
  if (baseline.kind === "none") return "nothing: there is no base to compare with yet";
  const level = levelText(workloads);
  const intervals = level === null ? "" : `; intervals of ${level}, each for one metric alone; verdicts are stricter, because all gates are tested together`;
  const family = adjustment === "holm" ? " over all gates (Holm)" : "";
  const known = earlier === void 0 ? "" : `, with the noise of ${plural(earlier, "earlier measurement")}`;
  return `${FORMS[form]}${known}; chance of a false regression at most ${formatChosenShare(alpha)}${family}${intervals}`;
}
function levelText(workloads) {
  const compared2 = workloads.find(({ newBecause }) => newBecause === void 0);
  const confidence = compared2?.changes[0]?.confidence;
  return confidence === void 0 ? null : formatLevel(confidence);
}
function cellsText({ workloads }) {
  const level = levelText(workloads);
  const hasInterval = workloads.some(({ changes }) => changes.some(({ interval: interval2 }) => interval2 !== null));
  return level !== null && hasInterval ? `In brackets: the ${level} interval of the change; ${EVIDENCE}.` : "";
}
function tradeText({ workload, metric, verdict }) {
  if (verdict.kind !== "trade") return "";
  return `${plainLine(workload)}: ${boughtBy(verdict.for)} improved for more ${metricInfo(metric).label}. The check passes. To fail on this, set gates.${metric}.trade to fail.`;
}
function visibleText(report) {
  const { workloads } = report;
  const gates = workloads.flatMap((workload) => workload.changes).filter((change) => change.role === "gate");
  const metrics = [...new Set(gates.map((gate) => gate.metric))];
  const known = metrics.flatMap((metric) => visibleOf(metric, gates));
  if (known.length === 0) return "";
  const medians = workloads.length > 1 ? [`medians over ${workloads.length} workloads`] : [];
  const facts = [...medians, ...sessionsText(report)];
  return `${FOUND}: ${known.join(", ")} (${[`80${NBSP}% power`, ...facts].join("; ")}).`;
}
var FOUND = "This check detects a regression of at least";
var DETECTABLE = `Detectable: the smallest regression that four of five such checks find (80${NBSP}% power).`;
function sessionsText(report) {
  const { rule, head, workloads } = report;
  if (rule.form === "prediction") return [];
  const taken = workloads.map(({ sessions = head.sessions }) => sessions);
  const most = Math.max(...taken.map((sessions) => sessionsOfLooks(report, sessions)));
  return [`${most > Math.min(...taken) ? "up to " : ""}${plural(most, "session")}`];
}
function medianOfKnown(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(sorted(known));
}
function visibleOf(metric, gates) {
  const own = gates.filter((gate) => gate.metric === metric);
  const visible = medianOfKnown(own.map((gate) => gate.smallestVisible));
  if (visible === null) return [];
  const expected = medianOfKnown(own.map(({ expectedVisible }) => expectedVisible ?? null));
  const before = expected === null ? "" : ` (expected: ${formatVisible(expected)})`;
  return [`${metricInfo(metric).label} ${formatVisible(visible)}${before}`];
}
function movedTogether({ together: together2 = [] }) {
  return together2.some(({ interval: interval2 }) => interval2 !== null && (interval2.low > 0 || interval2.high < 0));
}
function togetherText(report) {
  const { workloads, together: together2 = [] } = report;
  const shown = together2.flatMap(
    ({ metric, effect, interval: interval2 }) => effect === null || interval2 === null ? [] : [`${metricInfo(metric).label} ${formatChange(effect)} ${formatChangeInterval(interval2, effect)}`]
  );
  if (shown.length === 0) return "";
  const why = isWorseUngated(report) ? " Each is within its limit; gates.suite sets one for all together." : "";
  return `All ${plural(workloads.length, "workload")} together: ${shown.join(", ")}.${why}`;
}
function isWorseUngated({ verdict, together: together2 = [] }) {
  return verdict === "unchanged" && together2.some(({ role, metric, interval: interval2 }) => {
    const isLower = metricInfo(metric).direction === "lower-is-better";
    return role !== "gate" && interval2 !== null && (isLower ? interval2.low > 0 : interval2.high < 0);
  });
}
function optionsOf({ workloads }) {
  const spelled2 = workloads.map(
    ({ options }) => Object.entries(options).map(([name, value]) => `${name}=${value}`)
  );
  const sets = spelled2.map((options) => new Set(options));
  const first = spelled2[0] ?? [];
  const shared = workloads.length > 1 ? first.filter((option) => sets.every((set) => set.has(option))) : [];
  const common = new Set(shared);
  const own = workloads.map(({ name, workload }, index) => {
    const rest = (spelled2[index] ?? []).filter((option) => !common.has(option));
    return [name, name === workload ? rest : [workload, ...rest]];
  });
  return { shared, own: own.filter(([, options]) => options.length > 0) };
}
var MESSAGE_MOST = 400;

// src/report/words/remedy.ts
var MOST_FACTOR = 8;
function sessionsToDecide(change, { taken, planned }) {
  const { effect, interval: interval2, smallestVisible } = change;
  if (effect === null || interval2 === null || taken < 1) return null;
  const estimate = Math.abs(Math.log1p(effect));
  const limit = Math.log1p(relevantOf(change));
  const half = (Math.log1p(interval2.high) - Math.log1p(interval2.low)) / 2;
  const within = estimate < limit;
  const goal = within ? limit - estimate : estimate;
  const forInterval = taken * (half / goal) ** 2;
  const forSight = within ? 0 : planned * (Math.log1p(smallestVisible ?? 0) / goal) ** 2;
  const needed = Math.ceil(Math.max(forInterval, forSight));
  return Number.isFinite(needed) ? Math.max(needed, taken + 1) : null;
}
function remedyOf(change, report) {
  const { verdict, interval: interval2 } = change;
  if (verdict.kind === "too-few") {
    const few = `at least ${formatCount(verdict.need)} ${verdict.what}; there are ${formatCount(verdict.have)}`;
    return unreadText(change) ?? few;
  }
  const incomparable = report.warnings.find(
    ({ code, workload: workload2 = change.workload, metric = change.metric }) => INCOMPARABLE.includes(code) && workload2 === change.workload && metric === change.metric
  );
  if (incomparable !== void 0) return incomparable.remedy;
  if (verdict.kind === "inconclusive" && interval2 === null) return verdict.why;
  if (report.rule.form === "prediction")
    return `measuring side by side${orWiderLimit(change, ", or")} (runs differ too much)`;
  const workload = report.workloads.find(({ name }) => name === change.workload);
  if (workload !== void 0 && gatesOf(workload).some((gate) => gate.verdict.kind === "regressed"))
    return "not measured further: this workload has already regressed";
  return moreSessions(change, workload, report);
}
var INCOMPARABLE = ["conditions-differ", "options-differ", "drift", "sessions-alike"];
function moreSessions(change, workload, report) {
  const { workloads, head, plan } = report;
  const taken = workload?.sessions ?? head.sessions;
  const needed = sessionsToDecide(change, { taken, planned: sessionsOfLooks(report, taken) });
  if (needed === null || needed > taken * MOST_FACTOR)
    return `a quieter machine${orWiderLimit(change, " or", " or longer sessions")} (it would take more than ${MOST_FACTOR} times the sessions)`;
  const more = needed - taken;
  const seconds = more * Math.max(1, workloads.length) * (plan.seconds + plan.warmupSeconds);
  return `about ${plural(more, "more session", "more sessions")} (${formatDuration(seconds)} of load)`;
}
var WIDEST_LIMIT = 0.5;
function orWiderLimit(change, or, instead = "") {
  const least = Math.max(harmOf(change), change.smallestVisible ?? 0);
  if (least > WIDEST_LIMIT) return instead;
  return `${or} ${least > 0 ? `a limit of ${formatPercent(Math.ceil(least * 100) / 100)}` : "a wider limit"}`;
}
function historyRemedy({ have, need, branch }) {
  const runs = `${plural(need, "run")} of ${plainLine(branch, 40)}`;
  return `A verdict needs ${runs} under these conditions, there ${have === 1 ? "is" : "are"} ${have}: let each push to the branch run Plumbline.`;
}

// src/report/words/warnings.ts
var NAMES_MOST = 4;
function notesOf(report) {
  const groups = /* @__PURE__ */ new Map();
  for (const warning of report.warnings) {
    const kind = kindOf(warning);
    groups.set(kind, [...groups.get(kind) ?? [], warning]);
  }
  const notes = [...groups.values()].map((warnings) => noteOf(report, warnings));
  return [...notes.filter(({ isOpen: isOpen3 }) => isOpen3), ...notes.filter(({ isOpen: isOpen3 }) => !isOpen3)];
}
function kindOf({ code, message, remedy, workload }) {
  const shapeOf = (text) => {
    const words = text.split(" ").map((word) => word === workload ? "@" : word);
    return words.join(" ").replaceAll(/[\d.,]+/g, "#");
  };
  return JSON.stringify([code, shapeOf(message), shapeOf(remedy)]);
}
function noteOf(report, warnings) {
  const [first, ...rest] = warnings;
  const others = [...new Set(rest.map(placeOf))].filter((place2) => place2 !== "" && place2 !== placeOf(first));
  const left2 = others.length - NAMES_MOST;
  const names = left2 > 1 ? [...others.slice(0, NAMES_MOST), plural(left2, "more", "more")] : others;
  return {
    text: names.length === 0 ? warningText(first) : `${warningText(first)}; likewise ${listed(names)}`,
    remedy: plainLine(first.remedy, MESSAGE_MOST),
    warnings,
    isOpen: warnings.some((warning) => isAboutAnOpenGate(report, warning))
  };
}
function placeOf({ workload, metric }) {
  return [workload, metric === void 0 ? void 0 : labelOf(metric)].filter((name) => name !== void 0).map((name) => plainLine(name)).join(", ");
}
function isAboutAnOpenGate({ workloads }, { workload, metric }) {
  if (workload === void 0 || metric === void 0) return false;
  return workloads.filter(({ name }) => name === workload).flatMap(gatesOf).some((gate) => gate.metric === metric && ["inconclusive", "too-few"].includes(gate.verdict.kind));
}
function warningText({ message, workload, metric }) {
  const names = [workload, metric === void 0 ? void 0 : labelOf(metric)].filter((name) => name !== void 0).filter((name) => !message.includes(name));
  const place2 = names.length === 0 ? "" : ` (${names.map((name) => plainLine(name)).join(", ")})`;
  return plainLine(message, MESSAGE_MOST) + place2;
}
function labelOf(name) {
  const metric = asMetric(name);
  return metric === null ? name : metricInfo(metric).label;
}

// src/report/html/scale.ts
function linear(low, high, from, to) {
  if (!(high > low)) return () => (from + to) / 2;
  return (value) => place(from + (value - low) / (high - low) * (to - from));
}
function logarithmic(low, high, from, to) {
  const inner = linear(Math.log(low), Math.log(high), from, to);
  return (value) => inner(Math.log(value));
}
function place(value) {
  return Math.round(value * 10) / 10;
}

// src/report/html/flame-figure.ts
var WIDTH = 960;
var ROW = 17;
var WIDTH_LEAST = 1.5;
var LETTER = 6.4;
var DEPTH_MOST = 40;
var FULL_COLOUR = 0.1;
function flameFigures(profile) {
  const root = treeOf(profile);
  return ["head", "base"].flatMap((arm) => root[arm] === 0 ? [] : [figure(profile, root, arm)]);
}
function treeOf({ stacks, base, head, hertz }) {
  const root = { name: "all", base: 0, head: 0, children: /* @__PURE__ */ new Map() };
  for (const stack of stacks) {
    const micros = {
      base: stack.base / base.events / hertz * 1e6,
      head: stack.head / head.events / hertz * 1e6
    };
    let at = root;
    for (const name of [null, ...stack.frames.slice(0, DEPTH_MOST)]) {
      if (name !== null) {
        const child = at.children.get(name) ?? { name, base: 0, head: 0, children: /* @__PURE__ */ new Map() };
        at.children.set(name, child);
        at = child;
      }
      at.base += micros.base;
      at.head += micros.head;
    }
  }
  return root;
}
function boxesOf(root, arm) {
  const boxes = [];
  const open2 = [{ node: root, depth: 0, x: 0, width: WIDTH }];
  for (let box = open2.pop(); box !== void 0; box = open2.pop()) {
    boxes.push(box);
    let x = box.x;
    const { depth, node } = box;
    for (const child of [...node.children.values()].toSorted((a, b) => a.name < b.name ? -1 : 1)) {
      const width = child[arm] / root[arm] * WIDTH;
      if (width >= WIDTH_LEAST) open2.push({ node: child, depth: depth + 1, x, width });
      x += width;
    }
  }
  return boxes;
}
function figure(profile, root, arm) {
  const boxes = boxesOf(root, arm);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const other = arm === "head" ? "what grew is red" : "what shrank or is gone is blue";
  return html`<figure class="flame">
<figcaption>${plainLine(profile.workload)} <span class="muted">as wide as in ${arm}; ${other}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${rows * ROW}" role="img"><title>CPU time of an event of ${plainLine(profile.workload)} by function, ${arm}</title>
${boxes.map((box) => rectangle(box, root, rows))}
</svg></figure>`;
}
function rectangle({ node, depth, x, width }, root, rows) {
  const y = (rows - 1 - depth) * ROW;
  const letters = Math.floor((width - 6) / LETTER);
  const name = plainLine(node.name, 100);
  const said = name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;
  const text = letters < 3 ? html`` : html`<text x="${place(x + 3)}" y="${y + 12}">${said}</text>`;
  return html`<g><title>${name}: ${formatTime(1e3 * node.base)} -> ${formatTime(1e3 * node.head)} an event</title><rect x="${place(x)}" y="${y}" width="${place(width - 0.5)}" height="${ROW - 1}" fill="${colourOf(node, root)}"/>${text}</g>
`;
}
function colourOf({ base, head }, root) {
  const change = (head - base) / Math.max(root.base, root.head);
  const strength = Math.min(1, Math.abs(change) / FULL_COLOUR);
  const pale = Math.round(232 - 122 * strength);
  return change > 0 ? `rgb(238,${pale},${pale})` : `rgb(${pale},${pale},238)`;
}

// src/text/ticks.ts
function valueTicks(metric, low, high, count) {
  const factor = factorOf(metric, high);
  return labelled(
    metric,
    niceTicks(low / factor, high / factor, count).map((tick) => tick * factor)
  );
}
function labelled(metric, ticks) {
  const labels = tickLabels(metric, ticks);
  return ticks.map((at, i) => ({ at, label: labels[i] ?? "" }));
}
function factorOf(metric, high) {
  if (metricInfo(metric).unit !== "nanoseconds") return 1;
  return [1e9, 1e6, 1e3].find((factor) => high >= factor) ?? 1;
}
function niceTicks(low, high, count) {
  if (!(high - low > Math.max(Math.abs(low), Math.abs(high)) * 1e-9 && high - low > 1e-15)) return [];
  const step = niceStep((high - low) / Math.max(1, count));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => round((first + index) * step) + 0
  );
}
function niceStep(raw) {
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= raw * 0.999) ?? 10;
  return factor * power;
}
function round(value) {
  return significant(value, 12);
}
function logTicks(low, high) {
  const factors = Math.log10(high / low) > 2.5 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const factor of factors) ticks.push(round(factor * 10 ** power));
  }
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

// src/report/words/effect-axis.ts
var LINEAR_MOST = 3;
var FACTOR_MOST = 1e4;
var ROOM = 0.04;
var LEAST = 0.01;
function effectAxis(changes) {
  const known = changes.filter((change) => change >= -1 && Number.isFinite(change));
  const logs2 = known.map(
    (change) => Math.max(-Math.log(FACTOR_MOST), Math.min(Math.log(FACTOR_MOST), Math.log1p(change)))
  );
  const isLinear = logs2.every((log) => Math.abs(log) <= Math.log(LINEAR_MOST));
  return isLinear ? linearAxis(known) : logarithmicAxis(logs2);
}
function linearAxis(changes) {
  const { low, high, share } = scaleOf(changes, LEAST);
  return {
    low,
    high,
    share,
    ticks: (count) => niceTicks(low, high, count).map((at) => ({ at, label: formatEffectTick(at) }))
  };
}
function logarithmicAxis(logs2) {
  const { low, high, share } = scaleOf(logs2, Math.log1p(LEAST));
  return {
    low: Math.expm1(low),
    high: Math.expm1(high),
    share: (change) => share(Math.log1p(Math.max(-1, change))),
    ticks: (count) => factorTicks(low, high, count)
  };
}
function scaleOf(values, least) {
  const [lowest, highest] = [Math.min(-least, ...values), Math.max(least, ...values)];
  const room = (highest - lowest) * ROOM;
  const [low, high] = [lowest - room, highest + room];
  const share = (value) => Math.min(1, Math.max(0, (value - low) / (high - low)));
  return { low, high, share };
}
function factorTicks(low, high, count) {
  const within = (factors2) => [...factors2.toReversed().map((factor) => -factor), 0, ...factors2].filter((factor) => {
    const log = factor === 0 ? 0 : Math.sign(factor) * Math.log(Math.abs(factor));
    return log >= low && log <= high;
  });
  const all = [0, 1, 2, 3].flatMap((power) => [2, 5, 10].map((factor) => factor * 10 ** power));
  const fine = within(all);
  const factors = fine.length <= count ? fine : within(all.filter((factor) => Number.isInteger(Math.log10(factor))));
  return factors.map((factor) => {
    if (factor === 0) return { at: 0, label: "0" };
    const size = formatCount(Math.abs(factor));
    return factor > 0 ? { at: factor - 1, label: `×${size}` } : { at: -1 - 1 / factor, label: `÷${size}` };
  });
}

// src/report/html/interval-picture.ts
var WIDTH2 = 220;
var HEIGHT = 24;
var LABEL = 34;
var MIDDLE = HEIGHT / 2;
function effectScale(report, changes) {
  const axis = effectAxis(
    changes.flatMap(
      (change) => change.interval === null || change.effect === null ? [] : [
        change.interval.low,
        change.interval.high,
        relevantOf(change),
        -relevantOf(change),
        ...sessionEffects(report, change)
      ]
    )
  );
  const x = linear(0, 1, 4, WIDTH2 - 4);
  return { axis, x: (change) => x(axis.share(change)) };
}
function intervalAxis({ axis, x }) {
  const ticks = axis.ticks(5).filter(({ at }) => x(at) >= LABEL / 2 && x(at) <= WIDTH2 - LABEL / 2);
  const labels = ticks.map(
    ({ at, label }) => html`<text class="tick" x="${x(at)}" y="12" text-anchor="middle">${label}</text>`
  );
  return html`<svg class="interval" viewBox="0 0 ${WIDTH2} 16" width="${WIDTH2}" height="16" role="img"><title>Scale of the changes</title>${labels}</svg>`;
}
function intervalPicture(report, change, scale) {
  const { effect, interval: interval2 } = change;
  const standing2 = standingOfGate(change.verdict);
  const limit = relevantOf(change);
  if (effect === null || interval2 === null) return html``;
  const { axis, x } = scale;
  const [from, to] = [x(interval2.low), x(interval2.high)];
  const sessions = sessionEffects(report, change).map(
    (value) => html`<path class="session" d="M${x(value)} ${MIDDLE - 7}v14"/>`
  );
  const text = `${formatChange(effect)}, between ${formatChange(interval2.low)} and ${formatChange(interval2.high)}; limit ${formatPercent(limit)}`;
  return html`<svg class="interval" viewBox="0 0 ${WIDTH2} ${HEIGHT}" width="${WIDTH2}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${x(-limit)}" y="2" width="${place(x(limit) - x(-limit))}" height="${HEIGHT - 4}"/><path class="zero" d="M${x(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${standing2}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval2.high > axis.high, to, 1, standing2)}${arrow(interval2.low < axis.low, from, -1, standing2)}<circle class="estimate ${standing2}" cx="${x(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}
function arrow(shown, at, direction, kind) {
  return shown ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>` : html``;
}

// src/report/html/axes.ts
function apart(ends) {
  let free = Number.NEGATIVE_INFINITY;
  return ends.toSorted((a, b) => a.y - b.y).map((end) => {
    const top = Math.max(end.y, free);
    free = top + 14;
    return { ...end, nameY: place(top + 4) };
  });
}
function valueAxis(ticks, y, { left: left2, right: right2 }) {
  return ticks.map(
    ({ at, label }) => html`<path class="grid" d="M${left2} ${y(at)}H${right2}"/><text class="tick" x="${left2 - 6}" y="${place(y(at) + 4)}" text-anchor="end">${label}</text>
`
  );
}
function timeAxis(first, last, x, y) {
  return niceTicks(first, last, 6).map(
    (tick) => html`<text class="tick" x="${x(tick)}" y="${y}" text-anchor="middle">${String(significant(tick, 6))} s</text>
`
  );
}

// src/report/html/latency-figure.ts
var WIDTH3 = 300;
var HEIGHT2 = 200;
var PLOT = { left: 50, right: 264, top: 10, bottom: 172 };
var PERCENTILES = [
  { q: 0.5, label: "50" },
  { q: 0.9, label: "90" },
  { q: 0.99, label: "99" },
  { q: 0.999, label: "99.9" },
  { q: 0.9999, label: "99.99" },
  { q: 0.99999, label: "99.999" }
];
var MARKED = [0.5, 0.95, 0.99, 0.999];
function latencyFigure({ name, curves }) {
  const lines = [];
  for (const arm of ["base", "head"]) {
    const points = pointsOf(curves[arm]);
    if (points.length > 1) lines.push({ arm, points });
  }
  if (lines.length === 0) return null;
  const all = lines.flatMap((line) => line.points);
  const low = Math.min(...all.map((point) => point.ns));
  const high = Math.max(...all.map((point) => point.ns));
  const x = linear(0, rarity(Math.max(...all.map((point) => point.q))), PLOT.left, PLOT.right);
  const y = logarithmic(low * 0.93, high * 1.07, PLOT.bottom, PLOT.top);
  const ticks = logTicks(low * 0.93, high * 1.07).map((at) => ({ at, label: formatChosen("p50", at) }));
  return html`<figure>
<figcaption>Latency <span class="muted">by percentile</span></figcaption>
<svg viewBox="0 0 ${WIDTH3} ${HEIGHT2}" role="img"><title>Latency curves of ${plainLine(name)}</title><desc>${description(lines)}</desc>
${valueAxis(ticks, y, PLOT)}
${percentileAxis(Math.max(...all.map((point) => point.q)), x)}
${lines.map((line) => curve(line, x, y))}
${endLabels(lines, x, y)}
</svg></figure>`;
}
function pointsOf(curve2) {
  if (curve2 === null) return [];
  const points = curve2.quantiles.map((q, index) => ({ q, ns: curve2.ns[index] ?? 0 }));
  return points.filter(({ q, ns }) => q >= 0 && q < 1 && ns > 0).toSorted((a, b) => a.q - b.q);
}
function rarity(q) {
  return -Math.log10(1 - q);
}
function description(lines) {
  const texts = lines.map(({ arm, points }) => {
    const marks = marked(points).map(({ q, ns }) => `${percentileName(q)} ${formatMetric("p50", ns)}`);
    return `${arm}: ${marks.join(", ")}`;
  });
  return `${texts.join("; ")}.`;
}
function marked(points) {
  const found = MARKED.map((q) => ({ q, ns: points.find((point) => point.q >= q - 1e-9)?.ns }));
  return found.flatMap(({ q, ns }) => ns === void 0 ? [] : [{ q, ns }]);
}
function percentileName(q) {
  return `p${decimal(q * 100, 4)}`;
}
var GLYPH = 7.5;
var GAP = 4;
function percentileAxis(most, x) {
  const shown = PERCENTILES.filter(({ q }) => q <= most + 1e-12);
  let end = Number.NEGATIVE_INFINITY;
  return shown.map(({ q, label }) => {
    const at = x(rarity(q));
    const half = GLYPH * `${label}%`.length / 2;
    const hasRoom = at - half >= end + GAP;
    if (hasRoom) end = at + half;
    const text = html`<text class="tick" x="${at}" y="${PLOT.bottom + 16}" text-anchor="middle">${label}%</text>`;
    return html`<path class="grid" d="M${at} ${PLOT.top}V${PLOT.bottom}"/>${hasRoom ? text : html``}
`;
  });
}
function curve({ arm, points }, x, y) {
  const path = points.map(({ q, ns }) => `${x(rarity(q))} ${y(ns)}`).join("L");
  const marks = marked(points).map(
    ({ q, ns }) => html`<circle class="${arm} dot" cx="${x(rarity(q))}" cy="${y(ns)}" r="3.2"><title>${arm} ${percentileName(q)}: ${formatMetric("p50", ns)}</title></circle>`
  );
  return html`<path class="${arm} line" d="${trusted(`M${path}`)}"/>${marks}
`;
}
function endLabels(lines, x, y) {
  const ends = lines.map(({ arm, points }) => {
    const { q, ns } = points.at(-1);
    return { arm, x: x(rarity(q)), y: y(ns) };
  });
  return apart(ends).map(
    ({ arm, x: right2, nameY }) => html`<text class="${arm} name" x="${place(right2 + 7)}" y="${nameY}">${arm}</text>`
  );
}

// src/report/html/migration-figure.ts
var WIDTH4 = 640;
var HEIGHT3 = 200;
var PLOT2 = { left: 64, right: 628, top: 10, bottom: 164 };
function migrationFigure({ workload, course, stallNs, tookNs }) {
  const { longestNs, stepNs, began } = course;
  if (longestNs.length === 0) return null;
  const seconds = (step) => (step - began) * stepNs / 1e9;
  const [first, last] = [seconds(0), seconds(longestNs.length)];
  const highest = Math.max(1e6, ...longestNs);
  const x = linear(first, last, PLOT2.left, PLOT2.right);
  const y = linear(0, highest * 1.05, PLOT2.bottom, PLOT2.top);
  const points = longestNs.map((ns, step) => `${place(x(seconds(step + 0.5)))} ${place(y(ns))}`);
  return html`<figure>
<figcaption>longest wait of a statement <span class="muted">the migration in the shaded time</span></figcaption>
<svg viewBox="0 0 ${WIDTH4} ${HEIGHT3}" role="img"><title>Waits under ${plainLine(workload)} while the migration was applied</title><desc>The migration took ${formatTime2(tookNs)}; the longest wait of a statement was ${formatTime2(stallNs)}</desc>
${shade(course, x, seconds)}
${valueAxis(valueTicks("p99", 0, highest, 4), y, PLOT2)}
${timeAxis(first, last, x, PLOT2.bottom + 18)}
<path class="head line" d="M${points.join("L")}"/>
</svg></figure>`;
}
function shade({ began, ended }, x, seconds) {
  const from = x(seconds(began));
  const width = x(seconds(ended + 1)) - from;
  return html`<rect class="applied" x="${place(from)}" y="${PLOT2.top}" width="${place(width)}" height="${PLOT2.bottom - PLOT2.top}"/>`;
}

// src/report/html/session-figure.ts
var WIDTH5 = 300;
var HEIGHT4 = 200;
var PLOT3 = { left: 56, right: 264, top: 10, bottom: 172 };
var AXIS = {
  paired: "sessions, base and head at the same time",
  unpaired: "base’s sessions, then head’s",
  prediction: "earlier runs, newest last, then head’s sessions"
};
function sessionFigure(report, change) {
  const dots = dotsOf(report, change);
  if (dots.length === 0) return null;
  const { metric, base, head } = change;
  const info = metricInfo(metric);
  const values = [
    ...dots.map((dot) => dot.value),
    ...[base.estimate, head.estimate].filter((value) => value !== null)
  ];
  const [low, high] = domain(values);
  const columns = Math.max(...dots.map((dot) => dot.column));
  const x = linear(-0.6, columns + 0.6, PLOT3.left, PLOT3.right);
  const y = linear(low, high, PLOT3.bottom, PLOT3.top);
  const cells = cellsOf(change);
  const paired = report.rule.form === "paired";
  return html`<figure>
<figcaption>${info.label} <span class="muted">${cells.change} ${cells.interval}</span></figcaption>
<svg viewBox="0 0 ${WIDTH5} ${HEIGHT4}" role="img"><title>${info.label} of ${plainLine(change.workload)} by session</title><desc>${info.description}; base ${cells.base}, head ${cells.head}, change ${cells.change} ${cells.interval}</desc>
${valueAxis(valueTicks(metric, low, high, 5), y, PLOT3)}
${paired ? pairs(dots, x, y) : []}
${estimateLines(change, y)}
${dots.map((dot) => circle(dot, x, y))}
<text class="tick" x="${place((PLOT3.left + PLOT3.right) / 2)}" y="${PLOT3.bottom + 18}" text-anchor="middle">${AXIS[report.rule.form]}</text>
</svg></figure>`;
}
function dotsOf(report, { metric, base, head }) {
  const paired = report.rule.form === "paired";
  const past = report.rule.form === "prediction";
  const runs = past ? base.values.toReversed() : base.values;
  const offset = paired || runs.length === 0 ? 0 : runs.length + 1;
  const title = (what, value) => `${what}: ${formatMetric(metric, value)}`;
  return [
    ...runs.map((value, index) => {
      const what = past ? `run ${index + 1} of ${runs.length}` : `base, session ${index + 1}`;
      return { arm: "base", column: index, value, title: title(what, value) };
    }),
    ...head.values.map((value, index) => {
      return {
        arm: "head",
        column: index + offset,
        value,
        title: title(`head, session ${index + 1}`, value)
      };
    })
  ];
}
function domain(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max((high - low) * 0.1, Math.abs(high) * 5e-4, 1e-9);
  return [low - room, high + room];
}
function pairs(dots, x, y) {
  const heads = new Map(dots.filter((dot) => dot.arm === "head").map((dot) => [dot.column, dot.value]));
  return dots.filter((dot) => dot.arm === "base" && heads.has(dot.column)).map(
    ({ column, value }) => html`<path class="pair" d="M${x(column)} ${y(value)}V${y(heads.get(column) ?? value)}"/>`
  );
}
function estimateLines({ base, head }, y) {
  const known = [
    { arm: "base", value: base.estimate },
    { arm: "head", value: head.estimate }
  ].flatMap(({ arm, value }) => value === null ? [] : [{ arm, y: y(value) }]);
  return apart(known).map(
    ({ arm, y: at, nameY }) => html`<path class="${arm} estimate" d="M${PLOT3.left} ${at}H${PLOT3.right}"/><text class="${arm} name" x="${PLOT3.right + 7}" y="${nameY}">${arm}</text>
`
  );
}
function circle({ arm, column, value, title }, x, y) {
  return html`<circle class="${arm} dot" cx="${x(column)}" cy="${y(value)}" r="4"><title>${title}</title></circle>`;
}

// src/report/html/standalone.ts
import { createHash } from "node:crypto";

// src/report/html/page-head.ts
function pageHead({ title, policy }) {
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>`;
}

// src/report/html/standalone.ts
function standalonePage({
  title,
  style,
  kind,
  body
}) {
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
${pageHead({ title, policy })}
<style>${trusted(style)}</style>
</head>
<body class="${kind}">
${body}
</body>
</html>
`;
  return page.html;
}

// src/report/html/style.ts
var LIGHT = `--paper: #fcfcfa; --card: #ffffff; --ink: #1c2127; --muted: #5d6670; --rule: #e3e5e1; --grid: #eceeea;
  --base: #0072b2; --head: #d55e00; --bad: #b3261e; --good: #00694f; --open: #7a5c00; --band: #e9ece6; --code: #f3f4f0;`;
var STYLE = `
:root {
  color-scheme: light dark;
  ${LIGHT}
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --card: #1a1e23; --ink: #e7e9eb; --muted: #9aa4ae; --rule: #2c3239; --grid: #262b31;
    --base: #56b4e9; --head: #f2a05e; --bad: #ff8a80; --good: #5fd0ab; --open: #e3c465; --band: #2a3037; --code: #1f242a;
  }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --muted: #444; }
  details::details-content { content-visibility: visible; block-size: auto; }
  figure, tr, pre { break-inside: avoid; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
header, main, footer { max-width: 74rem; margin: 0 auto; padding: 0 1.5rem; }
header { display: flex; gap: 1.25rem; padding-top: 2.5rem; padding-bottom: .5rem; }
header p { margin: .25rem 0; overflow-wrap: anywhere; }
.mark { flex: none; margin-top: .2rem; fill: none; stroke: var(--muted); stroke-width: 1.5; }
.mark .bob { fill: var(--ink); stroke: none; }
.overall-regressed .mark .bob { fill: var(--bad); }
.overall-improved .mark .bob { fill: var(--good); }
.suite, .muted, .legend { color: var(--muted); }
.suite { font-size: .875rem; letter-spacing: .01em; }
h1 { margin: .1rem 0 .5rem; font-size: clamp(1.4rem, 1rem + 2vw, 2rem); line-height: 1.2; font-weight: 650; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0; font-size: 1.15rem; line-height: 1.3; font-weight: 620; }
section { margin: 2rem 0; }
section > h2 { margin-bottom: .5rem; }
p { max-width: 80ch; }
footer p { max-width: none; }
.legend { margin: .6rem 0 0; font-size: .8125rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9375rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: middle; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; }
thead th { font-weight: 450; font-size: .8125rem; color: var(--muted); vertical-align: bottom; }
.number { text-align: right; white-space: nowrap; }
tbody th { overflow-wrap: break-word; }
.answers tbody th { min-width: 8rem; max-width: 18rem; }
.answers .metric { white-space: nowrap; }
abbr { text-decoration: none; }
.answers { width: 100%; }
.answers .muted { font-size: .8125rem; }
.answers .unchanged strong { font-weight: 450; }
.answers .picture { padding-right: 1.5rem; }
.verdict { padding-right: 0; }
.badge { white-space: nowrap; font-size: .8125rem; font-weight: 600; color: var(--muted); }
.badge.regressed { color: var(--bad); }
.badge.improved { color: var(--good); }
.badge.inconclusive, .badge.too-few, .badge.trade { color: var(--open); }
.regressed .change strong { color: var(--bad); }
.trade .change strong { color: var(--open); }
.interval circle.trade { fill: var(--open); }
.improved .change strong { color: var(--good); }
details > summary { cursor: pointer; padding: .5rem 0; }
details.workload { margin: 1.25rem 0; padding: .5rem 1.25rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; }
details.workload > summary h2 { display: inline; overflow-wrap: anywhere; }
details.workload > summary .badge { margin-left: .5rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1rem 1.25rem; margin: .5rem 0 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { font-size: .875rem; font-weight: 600; }
figcaption .muted { font-weight: 450; }
figure svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--muted); }
svg .grid { stroke: var(--grid); stroke-width: 1; fill: none; }
svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .base.line, svg .base.estimate { stroke: var(--base); }
svg .head.line, svg .head.estimate { stroke: var(--head); }
svg .base.line, svg .base.estimate { stroke-dasharray: 5 3; }
svg .band { opacity: .2; stroke: none; }
svg .base.band { fill: var(--base); }
svg .head.band { fill: var(--head); }
svg .applied { fill: var(--muted); opacity: .14; }
svg .estimate { fill: none; stroke-width: 1.25; opacity: .75; }
svg .pair { stroke: var(--muted); stroke-width: 1; opacity: .55; fill: none; }
svg .base.dot { fill: var(--card); stroke: var(--base); stroke-width: 1.75; }
svg .head.dot { fill: var(--head); stroke: var(--card); stroke-width: 1; }
svg text.name { font-weight: 600; font-size: 12px; }
svg text.base { fill: var(--base); }
svg text.head { fill: var(--head); }
svg.interval { display: block; }
.interval .limit { fill: var(--band); }
.interval .zero { stroke: var(--ink); stroke-width: 1; }
.interval .session { stroke: var(--muted); stroke-width: 1; opacity: .6; }
.interval .bar { fill: none; stroke: var(--muted); stroke-width: 2.5; }
.interval circle.estimate { fill: var(--muted); stroke: var(--paper); stroke-width: 1.5; opacity: 1; }
.interval .bar.regressed { stroke: var(--bad); }
.interval circle.regressed { fill: var(--bad); }
.interval .bar.improved { stroke: var(--good); }
.interval circle.improved { fill: var(--good); }
.interval .bar.inconclusive, .interval .bar.trade { stroke: var(--open); }
.interval circle.inconclusive { fill: var(--paper); stroke: var(--open); stroke-width: 2; }
.wide, .scroll { overflow-x: auto; }
.wide table { min-width: 64rem; width: 100%; table-layout: fixed; font-size: .875rem; }
.wide th:first-child { width: 7rem; white-space: nowrap; }
.wide .interval { width: 8.5rem; }
.wide .limit { width: 8.5rem; }
.wide .detectable { width: 6.5rem; }
.wide th:last-child { width: 20%; }
.timeline .wide table { table-layout: auto; }
.timeline .wide th { width: auto; }
.timeline .course { margin-top: 1.25rem; }
.timeline .course table { min-width: 0; }
.counts { margin: 1rem 0 .5rem; font-size: .875rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
.warnings ol { margin: 0; padding-left: 1.4rem; max-width: 72ch; }
.warnings li { margin: .35rem 0; overflow-wrap: anywhere; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--code); border-radius: .4rem; font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.flame { margin: .75rem 0; }
.flame svg text { fill: #16181d; }
.plans { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .75rem; }
.plans > div { min-width: 0; }
.plans p { margin: 0 0 .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 0; font-size: .9375rem; }
dt { color: var(--muted); max-width: 16rem; overflow-wrap: anywhere; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
footer { padding-top: 1rem; padding-bottom: 3rem; font-size: .8125rem; color: var(--muted); overflow-wrap: anywhere; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--base); outline-offset: 2px; }
@media (max-width: 60rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  .answers thead { display: none; }
  .answers, .answers tbody { display: block; }
  .answers tr { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; padding: .7rem 0; border-bottom: 1px solid var(--rule); }
  .answers th, .answers td { border: 0; padding: 0; text-align: left; }
  .answers tbody th { min-width: 0; max-width: none; overflow-wrap: anywhere; }
  .answers .metric, .answers .change { text-align: right; }
  .answers .base::before { content: "base "; color: var(--muted); }
  .answers .head::before { content: "head "; color: var(--muted); }
  .answers .limit::before { content: "limit "; color: var(--muted); }
  .answers .base { grid-column: 1; grid-row: 2; }
  .answers .head { grid-column: 1; grid-row: 3; }
  .answers .change { grid-column: 2; grid-row: 2; }
  .answers .limit { grid-column: 2; grid-row: 3; text-align: right; }
  .answers .picture { grid-column: 1 / -1; padding: .35rem 0 .1rem; }
  .answers .picture svg { width: 100%; height: 1.75rem; }
  .answers .verdict { grid-column: 1 / -1; }
  details.workload { padding: .5rem .9rem; }
  header { gap: .8rem; padding-top: 1.5rem; }
  .mark { width: 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; }
}
`;

// src/report/html/table.ts
function tableBody({ columns, rows }) {
  const isNumber = (at) => columns[at].align === "right";
  const heads = columns.map(
    ({ title }, at) => isNumber(at) ? html`<th class="number">${title}</th>` : html`<th>${title}</th>`
  );
  const cellOf = (cell, at) => {
    if (at === 0) return html`<th scope="row">${cell}</th>`;
    return isNumber(at) ? html`<td class="number">${cell}</td>` : html`<td>${cell}</td>`;
  };
  const body = rows.map(
    (row) => html`<tr>${row.map(cellOf)}</tr>
`
  );
  return html`<thead><tr>${heads}</tr></thead><tbody>${body}</tbody>`;
}

// src/report/words/timeline.ts
function eventTable({ events }) {
  return {
    columns: [
      left("event"),
      left("arm"),
      ...["took", "recovery", "dip depth", "dip length", "failed events"].map(right)
    ],
    rows: events.flatMap(({ name, base, head }) => [
      ...base === null ? [] : [cellsOf3(name, "base", base)],
      cellsOf3(name, "head", head)
    ])
  };
}
function cellsOf3(name, arm, of) {
  const { unrecovered, dips } = of;
  return [
    plainLine(name),
    arm,
    formatTime2(of.tookNs.mean),
    dips === 0 ? "no dip" : recoveryText(of),
    dips === 0 ? "none" : measured(of.depth, formatPercent, 1),
    dips === 0 ? "none" : `${unrecovered > 0 ? "over " : ""}${measured(of.dipNs, formatTime2)}`,
    measured(of.failedEvents, formatAmount)
  ];
}
function recoveryText({ sessions, unrecovered, dippedAgain = 0, recoveryNs }) {
  const all = plural(sessions, "session");
  const recovery = unrecovered === 0 ? measured(recoveryNs, formatTime2) : `over ${formatTime2(recoveryNs.mean)}: not recovered in ${unrecovered} of ${all}`;
  return dippedAgain === 0 ? recovery : `${recovery}; dipped again later in ${dippedAgain} of ${all}`;
}
function stretchTable({ stretches }) {
  return {
    columns: [left("load"), left("arm"), right("events a second"), right("longest wait")],
    rows: stretches.flatMap(
      ({ title, base, head }) => Object.entries({ base, head }).flatMap(([arm, of]) => {
        if (of === null) return [];
        const wait = of.longestNs === null ? "unknown" : measured(of.longestNs, formatTime2);
        return [[plainLine(title, 90), arm, measured(of.perSecond, formatNumber), wait]];
      })
    )
  };
}
function measured({ mean, low, high }, format, most = Number.POSITIVE_INFINITY) {
  if (isTooWide(low, high)) return `${format(mean)} (${TOO_WIDE})`;
  const bounds = low === null || high === null ? "" : ` (${format(Math.max(0, low))}${NBSP}..${NBSP}${format(Math.min(most, high))})`;
  return low === high ? format(mean) : `${format(mean)}${bounds}`;
}
function formatAmount(value) {
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}
function timelineTerms({ limit, events }) {
  const sessions = events[0]?.head.sessions ?? 0;
  const means = `means over ${plural(sessions, "session")} with 95${NBSP}% intervals`;
  return limit === void 0 ? means : `${limitText3(limit)}; ${means}`;
}
function limitText3({ askedShare, base, head }) {
  const arms = Object.entries({ base, head }).flatMap(([arm, of]) => of === null ? [] : [{ arm, ...of }]);
  const usual = arms.map(({ arm, usualPerSecond }) => `${arm} ${formatNumber(usualPerSecond.mean)}`);
  const shares = arms.flatMap((arm) => arm.shares);
  const before = `of the throughput before the first event (${usual.join(", ")} events a second)`;
  if (askedShare === null) return `within the limit from ${shareRange(shares)} ${before}`;
  const lowered = shares.filter((share) => share < askedShare);
  const said = `within the limit from ${formatChosenShare(askedShare)} ${before}`;
  if (lowered.length === 0) return said;
  const loads = lowered.length === shares.length ? "each load" : `${lowered.length} of ${shares.length} loads`;
  return `${said}, lowered to ${shareRange(lowered)} in ${loads}, because it dipped that far before the first event`;
}
function shareRange(shares) {
  const ends = [Math.min(...shares), Math.max(...shares)].map(formatPercent);
  return ends[0] === ends[1] ? ends[0] : ends.join(`${NBSP}..${NBSP}`);
}
function timelineFailures({ events }) {
  const said = events.flatMap(({ name, head }) => {
    const states = Object.entries(head.failuresBySqlstate).map(
      ([state, count]) => `${formatCount(count)} × ${plainLine(sqlstateText(state), 40)}`
    );
    return states.length === 0 ? [] : [`${plainLine(name)}: ${states.join(", ")}`];
  });
  return said.length === 0 ? "" : `Failed attempts of head, by SQLSTATE: ${said.join("; ")}`;
}

// src/report/html/timeline.ts
var WIDTH6 = 640;
var PANEL = 150;
var PLOT4 = { left: 64, right: 628, top: 26, bottom: 120 };
var READINGS = [
  {
    title: "events a second",
    metric: "tps",
    of: ({ course }, step) => course.events[step] / course.stepNs * 1e9,
    band: ({ perSecond }) => perSecond
  },
  {
    title: "longest wait for an answer",
    metric: "p99",
    of: ({ course }, step) => course.longestNs[step],
    band: ({ longestNs }) => longestNs
  }
];
function timelineFigure(timeline) {
  const arms = [timeline.head, ...timeline.base === null ? [] : [timeline.base]];
  const first = Math.min(...arms.map((drawn) => secondsOf(drawn, 0)));
  const last = Math.max(...arms.map((drawn) => secondsOf(drawn, drawn.course.events.length)));
  const x = linear(first, last, PLOT4.left, PLOT4.right);
  const hasBands = timeline.bands.head !== null;
  const panels = READINGS.map(
    (reading, at) => html`<g transform="translate(0 ${at * PANEL})">${panel(reading, timeline, x)}</g>
`
  );
  return html`<figure>
<figcaption>throughput and longest wait <span class="muted">lines: the session with the middle recovery, head drawn, base dashed; ${hasBands ? "areas: 95 % interval of the mean over the sessions, of each step by itself; " : ""}events in the shaded time of head, seconds from the first event’s begin</span></figcaption>
<svg viewBox="0 0 ${WIDTH6} ${PANEL * READINGS.length + 20}" role="img"><title>Load of ${plainLine(timeline.workload)} over time, with its events</title><desc>${timeline.events.map(({ name }) => plainLine(name)).join(", ")}</desc>
${panels}${timeAxis(first, last, x, PANEL * (READINGS.length - 1) + PLOT4.bottom + 18)}</svg></figure>`;
}
function secondsOf({ firstNs, course }, step) {
  return (step * course.stepNs - firstNs) / 1e9;
}
function panel(reading, { head, base, bands, events }, x) {
  const { title, metric, of } = reading;
  const values = (drawn) => drawn.course.events.map((_, step) => of(drawn, step));
  const highest = Math.max(
    metric === "tps" ? 1 : 1e6,
    ...values(head),
    ...base === null ? [] : values(base)
  );
  const y = linear(0, highest * 1.05, PLOT4.bottom, PLOT4.top);
  const line = (drawn, arm) => html`<path class="${arm} line" d="M${values(drawn).map((value, step) => `${place(x(secondsOf(drawn, step + 0.5)))} ${place(y(value))}`).join("L")}"/>
`;
  return html`<text class="tick" x="${PLOT4.left}" y="${PLOT4.top - 12}">${title}</text>
${events.map((event) => shade2(event, head, x))}
${valueAxis(valueTicks(metric, 0, highest, 3), y, PLOT4)}
${interval(reading, bands.base, "base", { x, y })}${interval(reading, bands.head, "head", { x, y })}${base === null ? html`` : line(base, "base")}${line(head, "head")}`;
}
function interval({ band }, of, arm, { x, y }) {
  if (of === null) return html``;
  const { low, high } = band(of);
  const point = (value, step) => `${place(x((of.fromNs + (step + 0.5) * of.stepNs) / 1e9))} ${place(Math.max(PLOT4.top, y(value)))}`;
  const there = high.map(point);
  const back = low.map(point).reverse();
  return html`<path class="${arm} band" d="M${[...there, ...back].join("L")}Z"/>
`;
}
var SHADE_LEAST = 1.5;
function shade2({ name, beganNs, tookNs }, { firstNs }, x) {
  const from = x((beganNs - firstNs) / 1e9);
  const width = Math.max(SHADE_LEAST, x((beganNs + tookNs - firstNs) / 1e9) - from);
  return html`<rect class="applied" x="${place(from)}" y="${PLOT4.top}" width="${place(width)}" height="${PLOT4.bottom - PLOT4.top}"><title>${plainLine(name)}</title></rect><text class="tick" x="${place(from + 3)}" y="${PLOT4.top - 2}">${plainLine(name)}</text>
`;
}
function timelines({ timelines: all = [] }) {
  return html`${all.map(section)}`;
}
function section(timeline) {
  const title = `Events under ${plainLine(timeline.workload)}`;
  const stretches = stretchTable(timeline);
  const course = `Load before, in and after the events of ${plainLine(timeline.workload)}`;
  const failures = timelineFailures(timeline);
  return html`<section class="timeline"><h2>${title}</h2><p>${timelineTerms(timeline)}.</p>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>${tableBody(eventTable(timeline))}</table></div>
${stretches.rows.length === 0 ? html`` : html`<div class="wide course" tabindex="0" role="region" aria-label="${course}"><table>${tableBody(stretches)}</table></div>
`}${failures === "" ? html`` : html`<p class="muted">${failures}</p>`}${timelineFigure(timeline)}${logs(timeline)}</section>
`;
}
function logs({ events, logs: said }) {
  return events.flatMap(({ name }, at) => {
    const log = said[at] ?? "";
    if (log === "") return [];
    const lines = log.split("\n").map((line) => plainLine(line, 300));
    return [
      html`<details><summary>what ${plainLine(name)} said last, in that session</summary><pre>${lines.join("\n")}</pre></details>
`
    ];
  });
}

// src/report/html/html.ts
var OPEN_WORKLOADS_MOST = 4;
function renderHtml(report) {
  const title = `Plumbline: ${headline(report)}`;
  const { suite, guidance } = report;
  const parts = reportParts(
    report,
    (workload, metric) => addressOf(guidance?.siteUrl ?? null, { page: "workload", suite, workload }, `?metric=${metric}`)
  );
  const body = html`<header>
${mark()}
<div>
<p class="suite">Plumbline · suite ${plainLine(report.suite)}</p>
<h1>${capital(headline(report))}</h1>
${parts.lead}
</div>
</header>
<main>
${parts.answers}
${parts.warnings}
${parts.workloads}
${parts.rest}
</main>
<footer><p>${origin(report)}Plumbline ${plainLine(report.version)} · report ${report.id} · <time datetime="${report.createdAt}">${minuteOf(report.createdAt)} UTC</time></p></footer>
<script type="application/json" id="plumbline-report">${trusted(embeddedJson(report))}</script>`;
  return standalonePage({ title, style: STYLE, kind: `overall-${report.verdict}`, body });
}
function reportParts(report, series) {
  return {
    lead: html`<p>Head ${commitText(report.head)} against ${baselineText(report)}; ${measuredText(report)}.</p>
${together(report)}<p class="muted">${visibleText(report)}</p>`,
    answers: html`${limits(report)}${migration(report)}${answers(report, series)}${causes(report)}${capacities(report)}${timelines(report)}${acceptances(report)}`,
    warnings: warningList(report),
    workloads: report.workloads.map((workload) => workloadSection(report, workload, series)),
    rest: html`${whatDiffers(report)}${accept(report)}
${reproduce(report)}
${conditions(report)}`
  };
}
function together(report) {
  const text = togetherText(report);
  return text === "" ? html`` : html`<p>${text}</p>
`;
}
function limits(report) {
  const sentences = limitSentences(report);
  return sentences.length === 0 ? html`` : html`<section class="limits" aria-label="Limits"><p>${sentences.join(" ")}</p></section>`;
}
function causes(report) {
  const searches = report.causes ?? [];
  const reason = unprovedReason(report);
  const items = reasonSentences(report).map(
    (sentence) => html`<p>${sentenceHtml(sentence)}</p>
${pathHtml(sentence)}`
  );
  const tables = searches.flatMap((search) => causesTable(search) ?? []).map(
    (table) => html`<div class="scroll" tabindex="0" role="region" aria-label="Parts of the cause"><table class="counts"><caption>Parts of the cause</caption>${tableBody(table)}</table></div>`
  );
  const rest = reason === void 0 ? [] : otherCauses(reason);
  const impossible = impossibleSearches(report).map((text) => html`<p class="muted">${text}</p>`);
  if (items.length + rest.length + impossible.length === 0) return html``;
  const more = rest.length === 0 ? html`` : html`<details><summary>${plural(rest.length, "more that goes", "more that go")} with it</summary><ul>${rest.map((sentence) => html`<li>${sentenceHtml(sentence)}${pathHtml(sentence)}</li>`)}</ul></details>`;
  return html`<section class="reason" aria-label="Reason">${items}${tables}${impossible}${more}</section>`;
}
function pathHtml({ path }) {
  return path === void 0 ? html`` : html`<p class="muted">${["statement", ...path].join(" → ")}</p>
`;
}
function sentenceHtml({ code, text }) {
  return code === null ? html`${text}` : html`<code>${code}</code> ${text}`;
}
function whatDiffers({ reason }) {
  if (reason === void 0) return html``;
  const lines = differenceLines(reason).map(
    (line) => html`<li>${line}</li>
`
  );
  const list = lines.length === 0 ? html`<p>Nothing of it.</p>` : html`<ul>${lines}</ul>`;
  return html`<section><h2>What differs between base and head</h2><p class="muted">Settings, schema, sizes, plans and files of the set-up, looked at before measuring.</p>${list}${differingPlans(reason)}${flames(reason)}</section>`;
}
function flames({ profiles = [] }) {
  const figures = profiles.flatMap(flameFigures);
  return figures.length === 0 ? html`` : html`<details><summary>Where the server’s CPU time goes, by function</summary>${figures}</details>`;
}
function differingPlans({ plans }) {
  const side = (arm, nodes) => html`<div><p class="muted">${arm}</p><pre>${planText(nodes)}</pre></div>`;
  return html`${plans.map(
    ({ workload, sql, base, head }) => html`<details><summary>Plans of <code>${plainLine(sql, 160)}</code> (${plainLine(workload)})</summary><div class="plans">${side("base", base)}${side("head", head)}</div></details>
`
  )}`;
}
function mark() {
  return html`<svg class="mark" viewBox="0 0 24 72" width="24" height="72" aria-hidden="true"><path d="M4 2H20M12 2V46"/><path class="bob" d="M7 46H17L15.5 56L12 68L8.5 56Z"/></svg>`;
}
function embeddedJson(report) {
  const code = (character) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(report).replace(/[<\p{Cc}]/gu, (character) => `\\u${code(character)}`);
}
function origin({ origin: { runUrl }, head, guidance }) {
  const site = guidance?.siteUrl ?? null;
  const links = [
    { words: "workflow run", address: webAddress(runUrl) },
    { words: "this commit", address: addressOf(site, { page: "commit", sha: head.commit.sha }) },
    { words: "history", address: addressOf(site, { page: "overview" }) }
  ];
  return html`${links.map(({ words, address }) => address === null ? html`` : html`<a href="${address}" rel="noreferrer">${words}</a> · `)}`;
}
function answers(report, series) {
  const rows = rowsOf(report);
  const first = [...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved, ...rows.undecided];
  const rest = [...rows.notWorse, ...rows.unchanged];
  const table = (changes) => {
    const scale = effectScale(report, changes);
    return html`<table class="answers">
<thead><tr><th>workload</th><th>metric</th><th class="number">base</th><th class="number">head</th><th class="number">change</th><th>${intervalAxis(scale)}</th><th class="number">limit</th><th>verdict</th></tr></thead>
<tbody>${changes.map((change) => answerRow(report, change, scale, series))}</tbody>
</table>`;
  };
  const legend = html`<p class="legend">${legendText(report)}</p>`;
  if (first.length === 0 && rest.length === 0) return html``;
  const unchanged = rest.length === 0 ? html`` : html`<details${trusted(first.length === 0 ? " open" : "")}><summary>${restText(rows)}</summary>${table(rest)}</details>`;
  return html`<section aria-label="Answers">${first.length === 0 ? html`` : table(first)}${unchanged}${legend}</section>`;
}
function restText({ notWorse, unchanged }) {
  const within = unchanged.length === 1 ? "within its limit" : "within their limits";
  if (notWorse.length === 0) return `${plural(unchanged.length, "metric")} ${within}`;
  const also = unchanged.length === 0 ? "" : `, ${formatCount(unchanged.length)} ${within}`;
  return `${plural(notWorse.length, "metric")} not worse${also}`;
}
function legendText(report) {
  const dots = report.rule.form === "paired" ? "; small ticks are the sessions’ changes" : "";
  return `In the picture, the shaded band is the limit, the bar the change with its interval${dots}. ${cellsText(report)}`;
}
function answerRow(report, change, scale, series) {
  const cells = cellsOf(change);
  const standing2 = standingOfGate(change.verdict);
  return html`<tr class="${standing2}">
<th scope="row">${toSeries(series, change, html`${plainLine(change.workload)}`)}</th>
<td class="metric">${metricInfo(change.metric).label}</td>
<td class="number base">${cells.base}</td>
<td class="number head">${cells.head}</td>
<td class="number change"><strong>${cells.change}</strong> <span class="muted">${cells.interval}</span></td>
<td class="picture">${intervalPicture(report, change, scale)}</td>
<td class="number limit">${cells.limit}</td>
<td class="verdict">${verdictBadge(standing2)} ${verdictNote(report, change, standing2)}</td>
</tr>
`;
}
function toSeries(series, { workload, metric }, words) {
  const address = workload === ALL_WORKLOADS ? null : series(workload, metric);
  return address === null ? words : html`<a href="${address}" rel="noreferrer">${words}</a>`;
}
function verdictNote(report, change, standing2) {
  const words = (text) => html`<span class="muted">${plainLine(text, 160)}</span>`;
  if (standing2 === "inconclusive" || standing2 === "too-few") return words(remedyOf(change, report));
  return standing2 === "not-worse" ? words(verdictOf(change).replace(/^not worse /, "")) : tradeNote(change);
}
function tradeNote(change) {
  const text = tradeText(change);
  return text === "" ? html`` : html`<span class="muted">${plainLine(text, MESSAGE_MOST)}</span>`;
}
var BADGES = {
  regressed: "✕ regressed",
  trade: "⇄ trade",
  improved: "✓ improved",
  unchanged: `= ${WITHIN}`,
  "not-worse": "≈ not worse",
  inconclusive: "? inconclusive",
  "too-few": "? too little data",
  none: "no gate"
};
function verdictBadge(standing2) {
  return html`<span class="badge ${standing2}">${BADGES[standing2]}</span>`;
}
function acceptances({ acceptances: acceptances2 = [] }) {
  if (acceptances2.length === 0) return html``;
  const items = acceptances2.map(({ workload, metric, by, at, reason }) => {
    const scope = [workload, metric === null ? null : metricInfo(metric).label].filter(
      (part) => part !== null
    );
    return html`<li>${scope.length === 0 ? "everything" : plainLine(scope.join(" "))} by ${plainLine(by)} on ${dayOf(at)}: ${plainLine(reason, 300)}</li>
`;
  });
  return html`<section><h2>Accepted</h2><ul>${items}</ul></section>`;
}
function warningList(report) {
  if (report.warnings.length === 0) return html``;
  const items = notesOf(report).map(
    ({ text, remedy }) => html`<li>${text}. <span class="muted">Remedy: ${remedy}</span></li>
`
  );
  return html`<section class="warnings"><h2>Warnings</h2><ol>${items}</ol></section>`;
}
function migration({ migration: tried }) {
  if (tried === void 0) return html``;
  const heads = [
    "took",
    "longest wait",
    "worst",
    "limit",
    "before",
    `p99 over ${formatLimit(tried.limitNs)}`,
    "failed"
  ];
  const rows = tried.workloads.map((workload) => {
    const { took, stall, worst, before, slow, failed } = migrationCells(workload);
    const isFine = workload.faults.length === 0;
    const numbers = [took, stall, worst, formatLimit(tried.rules.stallNs), before, slow, failed];
    return html`<tr class="${isFine ? "unchanged" : "regressed"}"><th scope="row">${plainLine(workload.workload)}</th>${numbers.map((number) => html`<td class="number">${number}</td>`)}<td class="verdict"><span class="badge ${isFine ? "unchanged" : "regressed"}">${isFine ? "= passed" : "✕ does not pass"}</span></td></tr>
`;
  });
  const details = tried.workloads.map((workload) => {
    const causes2 = migrationCauses(workload).map(
      (cause) => html`<li>${cause}</li>
`
    );
    const ways = migrationRemedies(workload).map(
      (way) => html`<li class="muted">Remedy: ${way}</li>
`
    );
    return html`<h3>${plainLine(workload.workload)}</h3><ul>${causes2}${ways}</ul>${migrationFigure(workload) ?? html``}`;
  });
  return html`<section class="migration"><h2>Migration under load</h2><p>${migrationName(tried)}, applied to servers with base’s schema; medians over ${plural(tried.workloads[0]?.sessions ?? 0, "session")}. Locks were looked at ${tried.samplesPerSecond} times a second.</p>
<div class="wide" tabindex="0" role="region" aria-label="Migration under load"><table><thead><tr><th>under</th>${heads.map((head) => html`<th class="number">${head}</th>`)}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>
${details}</section>
`;
}
function workloadSection(report, workload, series) {
  const standing2 = standingOf(workload);
  const kind = workload.name === workload.workload ? "" : plainLine(workload.workload);
  const gates = gatesOf(workload).filter((change) => !isQuiet(change));
  const figures = [latencyFigure(workload), ...gates.map((change) => sessionFigure(report, change))];
  return html`<details class="workload"${trusted(isOpen2(report, standing2) ? " open" : "")}>
<summary><h2>${plainLine(workload.name)}</h2> <span class="muted">${kind}</span> ${verdictBadge(standing2)}</summary>
<div class="figures">${figures.filter((figure2) => figure2 !== null)}</div>
${metricsTable(workload, series)}
${partsTable("event", "Latency by kind of event", EVIDENCE_OF_PARTS, workload.kinds)}${partsTable("statement", "Latency by statement", `no gates; ${EVIDENCE_OF_PARTS}`, workload.statements)}
${hostsTable(workload)}${errorsTable(workload)}
</details>
`;
}
function isOpen2({ verdict, workloads }, standing2) {
  const quiet = standing2 === "unchanged" || standing2 === "not-worse" || standing2 === "none";
  return !quiet || verdict === "unchanged" && workloads.length <= OPEN_WORKLOADS_MOST;
}
var METRIC_COLUMNS = ["base", "head", "change", "interval", "sd of a session", "detectable", "limit"];
function metricsTable({ changes }, series) {
  const rows = changes.map((change) => {
    const cells = cellsOf(change);
    const numbers = [
      cells.base,
      cells.head,
      cells.change,
      cells.interval,
      cells.noise,
      cells.smallestVisible,
      cells.limit
    ];
    return html`<tr class="${standingOfGate(change.verdict)}"><th scope="row">${toSeries(series, change, html`<abbr title="${metricInfo(change.metric).description}">${metricInfo(change.metric).label}</abbr>`)}</th>${numbers.map((number) => html`<td class="number">${number}</td>`)}<td>${plainLine(cells.verdict, 160)}</td></tr>
`;
  });
  const heads = METRIC_COLUMNS.map(
    (column) => html`<th class="number ${column.replaceAll(" ", "-")}">${column}</th>`
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="All metrics"><table><thead><tr><th>metric</th>${heads}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
var STATEMENT_COLUMNS = ["calls, head", "mean, base", "mean, head", "change", "p99, base", "p99, head"];
function partsTable(noun, title, note, parts) {
  const rows = partRows(parts).map(
    ({ name, calls, mean, p99 }) => html`<tr><th scope="row">${plainLine(name)}</th>${[calls, ...mean, ...p99].map((number) => html`<td class="number">${number}</td>`)}</tr>
`
  );
  if (rows.length === 0) return html``;
  const heads = STATEMENT_COLUMNS.map((column) => html`<th class="number">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="counts"><caption>${title} <span class="muted">(${note})</span></caption><thead><tr><th>${noun}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
function hostsTable({ hosts }) {
  const table = hostTable(hosts);
  if (table === null) return html``;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Load by host"><table class="counts"><caption>Load by host</caption>${tableBody(table)}</table></div>`;
}
function errorsTable({ errors }) {
  const counts = errorCounts(errors);
  if (counts.length === 0) return html``;
  const rows = counts.map(
    ([state, base, head]) => html`<tr><th scope="row">${plainLine(state, 20)}</th><td class="number">${formatCount(base)}</td><td class="number">${formatCount(head)}</td></tr>
`
  );
  return html`<table class="counts"><caption>Errors by SQLSTATE</caption><thead><tr><th>SQLSTATE</th><th class="number">base</th><th class="number">head</th></tr></thead><tbody>${rows}</tbody></table>`;
}
function reproduce(report) {
  return html`<section><h2>How to reproduce</h2><pre tabindex="0"><code>${reproduceCommands(report).join("\n")}</code></pre></section>`;
}
function accept(report) {
  const { regressed } = rowsOf(report);
  if (regressed.length === 0) return html``;
  const [only] = regressed.length === 1 ? regressed : [];
  const config = acceptingConfig(regressed);
  const byLimit = config.length === 0 ? html`<p>${noLimit(regressed)}</p>` : html`<p>Or raise the limit of what gets slower in plumbline.yml in the same pull request, where reviewers see it.${noLimit(regressed) === "" ? "" : ` ${noLimit(regressed)}`}</p><pre tabindex="0"><code>${config.join("\n")}</code></pre>`;
  return html`<section><h2>How to accept</h2><p>If the change is worth its price, a maintainer comments on the pull request, with the reason. This needs the workflow accept.yml of Plumbline's examples.</p><pre tabindex="0"><code>${acceptCommand(only ?? null)}</code></pre>${byLimit}</section>`;
}
function conditions(report) {
  const { shared, own } = optionsOf(report);
  const facts = [
    ...conditionLines(report),
    ...shared.length === 0 ? [] : [["options of all workloads", shared.join(" ")]],
    ...own.map(([name, options]) => [`options of ${plainLine(name)}`, options.join(" ")])
  ];
  const items = facts.map(
    ([label, value]) => html`<dt>${label}</dt><dd>${plainLine(value, 1500)}</dd>
`
  );
  return html`<section><h2>Conditions</h2><dl>${items}</dl></section>`;
}
function capacities({ capacities: all = [] }) {
  if (all.length === 0) return html``;
  return html`<section class="capacity"><h2>Capacity: the largest load that keeps its limits</h2>
<div class="wide" tabindex="0" role="region" aria-label="Capacity"><table>${tableBody(capacityTable(all))}</table></div></section>
`;
}

export {
  ONLY,
  shareOf,
  spent,
  lookOf,
  lookAfter,
  nextLook,
  withAcceptances,
  isAbout,
  widerLimits,
  regressions,
  acceptanceOf,
  ageOf,
  dayOf,
  minuteOf,
  isStale,
  limitSentences,
  limitText,
  areAccepted,
  sqlstateText,
  formatTime2 as formatTime,
  formatLimit,
  migrationFault,
  migrationName,
  migrationCells,
  migrationLine,
  migrationCauses,
  migrationPlace,
  migrationRemedies,
  standingOf,
  standingOfGate,
  headline,
  capital,
  shortHistory,
  rowsOf,
  cellsOf,
  relevantOf,
  harmOf,
  WITHIN,
  EVIDENCE_OF_PARTS,
  sessionEffects,
  errorCounts,
  isQuiet,
  reproduceCommands,
  acceptCommand,
  acceptingConfig,
  noLimit,
  partRows,
  movedStatements,
  decodeSegment,
  pathOf,
  parsePath,
  addressOf,
  WORKLOAD_ROOT,
  rootOf,
  dataPathOf,
  badgePathOf,
  repositoryPathOf,
  repositoryOf,
  capacityTable,
  foundOf,
  capacityLoad,
  capacityRange,
  capacityNote,
  notFound,
  capacityLine,
  HOST_MOST,
  hostTable,
  builtText,
  serversText,
  serversTable,
  serverSentences,
  commitText,
  baselineText,
  measuredText,
  conditionLines,
  orderText,
  cellsText,
  tradeText,
  visibleText,
  DETECTABLE,
  movedTogether,
  togetherText,
  optionsOf,
  MESSAGE_MOST,
  remedyOf,
  historyRemedy,
  notesOf,
  linear,
  logarithmic,
  place,
  valueTicks,
  labelled,
  niceTicks,
  logTicks,
  effectAxis,
  apart,
  valueAxis,
  pageHead,
  standalonePage,
  LIGHT,
  STYLE,
  eventTable,
  stretchTable,
  timelineTerms,
  timelineFailures,
  renderHtml,
  reportParts,
  verdictBadge
};
