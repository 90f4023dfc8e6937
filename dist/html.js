import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  causeSentences,
  causesTable,
  databaseText,
  dayOf,
  differenceLines,
  html,
  impossibleSearches,
  left,
  machineText,
  minuteOf,
  noCauseFound,
  otherCauses,
  pageAddress,
  pageHead,
  plumbMark,
  provedCauseSentence,
  reasonSentences,
  right,
  stepText,
  trusted,
  unprovedReason,
  verbatim
} from "./reason.js";
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
  formatMean,
  formatMeasuredTime,
  formatMetric,
  formatMetrics,
  formatMuch,
  formatNumber,
  formatPercent,
  formatPoints,
  formatSpread,
  formatTime,
  formatVisible,
  isSha,
  isTooWide,
  listed,
  percentDecoded,
  percentEncoded,
  plainLine,
  plainSpaces,
  plural,
  shortSha,
  significant,
  tickLabels,
  webAddress
} from "./units.js";
import {
  logGamma,
  mean,
  median,
  normalQuantile,
  normalUpper,
  quantile,
  sorted,
  standardDeviation,
  studentCritical,
  studentQuantile,
  sumOf
} from "./summary.js";
import {
  ALL_WORKLOADS,
  asMetric,
  hasFaults,
  holdsFor,
  kindMetricParts,
  libpqText,
  metricInfo,
  relevantChange,
  speaksOf,
  wordTable
} from "./zod.js";

// src/analysis/history/acceptances.ts
function withAcceptances(report, acceptances, headOf = () => report.head.commit.sha) {
  const { acceptances: _, ...plain } = report;
  const holding = acceptances.filter(
    (acceptance) => holdsFor(acceptance, headOf(acceptance)) && isAbout(acceptance, report)
  );
  const judged = holding.length === 0 ? plain : { ...plain, acceptances: holding };
  return { ...judged, verdict: standingVerdict(judged) };
}
function standingVerdict(report) {
  const regressed = regressions(report);
  const isOpen = regressed.some((change) => acceptanceOf(report, change) === null);
  if (isOpen || regressed.length > 0 && hasFaults(report.migration)) return "regressed";
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
function widerLimits({ limits }) {
  return (limits?.changes ?? []).filter(({ wider }) => wider);
}
function limitAcceptance({ suite, acceptances = [] }, change) {
  return acceptances.findLast((acceptance) => speaksOfLimit(acceptance, change, suite)) ?? null;
}
function speaksOfLimit(acceptance, { workload, metric }, suite) {
  return (acceptance.suite === null || acceptance.suite === suite) && (acceptance.workload === null || acceptance.workload === workload) && (acceptance.metric === null || acceptance.metric === metric);
}
function regressions({ workloads, together = [] }) {
  return [...workloads.flatMap(({ changes }) => changes), ...together].filter(
    ({ role, verdict }) => role === "gate" && verdict.kind === "regressed"
  );
}
function acceptanceOf({ suite, acceptances = [] }, change) {
  return acceptances.findLast((acceptance) => speaksOf(acceptance, { ...change, suite })) ?? null;
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
        own.size === null ? sizeNotFound(of, own) : capacityLoad(of, own.size),
        own.size === null ? "" : capacityRange(of, own),
        foundText(own),
        arrivedText(of, own)
      ];
      return [...base === null ? [] : [cells("base", base)], cells("head", head)];
    })
  };
}
function capacityAnswer({ workload, of, base, head }) {
  const name = plainLine(workload, 40);
  if (head.size === null) return `${name}: capacity ${sizeNotFound(of, head)}`;
  const before = base?.size == null ? "" : `, base ${capacityLoad(of, base.size)}`;
  return `${name} holds ${capacityLoad(of, head.size)}${before}`;
}
function foundText({ found, sessions }) {
  return found === sessions ? `${sessions}` : `${found} of ${sessions}`;
}
function capacityLoad(of, size) {
  if (of === "rate") return `${formatNumber(size)}/s`;
  return of === "threads" ? plural(wholeSize(size, "down"), "thread") : `${plainLine(of)} ${capacitySize(of, size)}`;
}
function capacitySize(of, size) {
  return of === "rate" ? formatNumber(size) : formatCount(wholeSize(size, "down"));
}
function capacityRange(of, { low, high }) {
  if (isTooWide(low, high)) return TOO_WIDE;
  const up = (size) => of === "rate" ? formatNumber(size) : formatCount(wholeSize(size, "up"));
  return `${low === null ? "?" : capacitySize(of, low)} .. ${high === null ? "?" : up(high)}`;
}
var ROUNDING = 1e-6;
function wholeSize(size, direction) {
  return direction === "up" ? Math.ceil(size - ROUNDING) : Math.floor(size + ROUNDING);
}
function capacityNote(whose, { of, size, low, high, endedBecause }) {
  const found = size === null ? sizeNotFound(of, { low, high, endedBecause: endedBecause ?? null }) : `${capacityLoad(of, size)} (${capacityRange(of, { low, high })})`;
  return `${plainLine(whose)}: capacity ${found}`;
}
function sizeNotFound(of, { low, high, endedBecause }) {
  const wasCut = endedBecause !== null;
  if (low !== null && high === null)
    return wasCut ? `not found: ${capacityLoad(of, low)} held, and the search ended early` : `not found: ${capacityLoad(of, low)} held, the largest load that may be tried`;
  if (low === null && high !== null)
    return wasCut ? `not found: ${capacityLoad(of, high)} failed, and the search ended early` : `not found: ${capacityLoad(of, high)} failed, the smallest load that can be tried`;
  if (low !== null && high !== null)
    return `not found: ${capacityLoad(of, low)} held in one session, and ${capacityLoad(of, high)} failed in another`;
  return "not found: no trial said anything";
}
function arrivedText(of, { failed, endedBecause }) {
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

// src/report/words/limits.ts
var CHANGES_MOST = 12;
var NAME_MOST = 120;
function limitSentences(report, safe = plainLine) {
  const { limits } = report;
  if (limits === void 0) return [];
  const named = shortList(limits.changes, (change) => limitText(change, safe));
  return [`This change's limits differ from base's: ${named}.`, ...standing(report, safe)];
}
function limitDetails(report, safe = plainLine) {
  return limitSentences(report, safe).slice(0, limitsDecide(report) ? -1 : void 0);
}
function limitText({ workload, what, base, head }, safe = plainLine) {
  const of = workload === void 0 ? "" : `${safe(workload, NAME_MOST)}: `;
  return `${of}${safe(what, NAME_MOST)} ${safe(base, NAME_MOST)} -> ${safe(head, NAME_MOST)}`;
}
function standing(report, safe) {
  const wider = widerLimits(report);
  if (wider.length === 0) return ["None is wider, so nothing passes by them that base's would fail."];
  const found = report.limits.regressed.map(({ workload, metric, effect }) => {
    const moved = effect === null ? "" : ` ${formatChange(effect)}`;
    return `${safe(workload, NAME_MOST)} ${metricInfo(metric).label}${moved}`;
  });
  return [
    found.length === 0 ? "By base's limits nothing more is a regression." : `By base's limits ${found.length === 1 ? "this is a regression" : "these are regressions"}: ${shortList(found, String)}.`,
    areAccepted(report) ? "The wider limits are accepted." : "Wider limits can hide a slowdown, so the check is not green until a maintainer accepts them."
  ];
}
function areAccepted(report) {
  return widerLimits(report).every((change) => limitAcceptance(report, change) !== null);
}
function shortList(all, text) {
  const shown = all.slice(0, CHANGES_MOST).map(text);
  const more = all.length - shown.length;
  return [...shown, ...more > 0 ? [`${more} more in report.json`] : []].join("; ");
}
function limitsDecide({ limits, verdict }) {
  return limits !== void 0 && verdict !== limits.verdict && verdict === "inconclusive";
}

// src/report/words/standing.ts
var WORST_FIRST = [
  "regressed",
  "inconclusive",
  "too-few",
  "trade",
  "improved",
  "not-worse",
  "unchanged",
  "none"
];
function standingOf(workload) {
  const standings = new Set(gatesOf(workload).map(({ verdict }) => standingOfGate(verdict)));
  return WORST_FIRST.find((standing2) => standings.has(standing2)) ?? "none";
}
function standingOfGate(verdict) {
  return verdict.kind === "inconclusive" && verdict.notWorse === true ? "not-worse" : verdict.kind;
}
function comparedWorkloads({ workloads }) {
  return workloads.filter(({ newBecause }) => newBecause === void 0);
}
function gatesOf(workload) {
  return workload.changes.filter((change) => change.role === "gate");
}
function holdsUp({ verdict }) {
  return ["inconclusive", "too-few"].includes(standingOfGate(verdict));
}
function forbiddenBy({ verdict }) {
  return verdict.kind === "inconclusive" && verdict.forbidden === true ? verdict.why : null;
}
function reasonForAll(changes) {
  const reasons = changes.map(forbiddenBy).filter((why) => why !== null);
  const [first] = reasons.length === changes.length ? reasons : [];
  return first === void 0 ? null : plainLine(first.split(": ", 1)[0], 120);
}
function shortHistory({
  baseline
}) {
  if (baseline.kind !== "history" || baseline.runs.length >= baseline.need) return null;
  return { have: baseline.runs.length, need: baseline.need, branch: baseline.branch };
}

// src/report/words/rows.ts
function changeRows(report) {
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
function changeText({ change, interval: interval2 }) {
  return interval2 === "" ? change : `${change} ${interval2}`;
}
var NOTHING = "–";
function cellTexts(change) {
  const [base, head] = armCells(change);
  return {
    base,
    head,
    ...changeCells(change),
    noise: change.noise === null ? NOTHING : formatSpread(change.noise),
    smallestVisible: change.smallestVisible === null ? NOTHING : formatVisible(change.smallestVisible),
    limit: change.role === "gate" ? formatLimit(change) : NOTHING,
    verdict: change.role === "gate" ? verdictWord(change) : informationOf(change)
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
  if (interval2 === null) return { change: formatChange(effect), interval: "" };
  const evidence = decided || interval2.low > 0 || interval2.high < 0;
  const moved = evidence ? formatChange(effect, interval2) : "~";
  return { change: moved, interval: formatChangeInterval(interval2, effect) };
}
function formatLimit({ metric, margin, floor }) {
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
function verdictWord(change) {
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
      return `within ${formatLimit(change)}, no gate`;
    case "inconclusive":
      return NOTHING;
    case "too-few":
      return verdict.what === "requests per session" ? verdictWord(change) : NOTHING;
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
function withinText(count) {
  return `${plural(count, "metric")} within ${count === 1 ? "its limit" : "their limits"}`;
}

// src/report/words/attempts.ts
var PLACES = [
  "",
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth"
];
var ENDINGS = ["th", "st", "nd", "rd"];
var COLORS = {
  regressed: "red",
  accepted: "green",
  inconclusive: "grey",
  trade: "green",
  improved: "green",
  unchanged: "green"
};
function attemptsText({ attempts }) {
  if (attempts === void 0) return "";
  const { sessions, machines, earlier } = attempts;
  const where = machines > 1 ? ` on ${machines} machines` : "";
  const were = earlier.map(({ verdict }, i) => `the ${placeOf(i + 1)} was ${COLORS[verdict]}`);
  const [first = "", ...more] = were;
  const rest = more.map((text) => text.replace(" was ", " "));
  const others = earlier.flatMap(({ otherLimits }, i) => otherLimits ? [`the ${placeOf(i + 1)}`] : []);
  const anew = others.length === 0 ? "" : `; ${listed(others)} had other limits, today's judge all sessions`;
  return `${placeOf(earlier.length + 1)} attempt, ${plural(sessions, "session")}${where}; ${listed([first, ...rest])}${anew}`;
}
function placeOf(number) {
  const ending = [11, 12, 13].includes(number % 100) ? "th" : ENDINGS[number % 10] ?? "th";
  return PLACES[number] ?? `${number}${ending}`;
}

// src/report/words/moved.ts
var PHRASES = {
  "server-cpu": ["needs", "server CPU"],
  capacity: ["holds", "load"],
  recovery: ["takes", "time to recover"],
  "disruption-failures": ["has", "failed events"],
  "rows-read": ["reads", "rows"],
  "rows-written": ["writes", "rows"],
  buffers: ["reads", "buffers"],
  "wal-bytes": ["writes", "WAL"],
  "wal-records": ["writes", "WAL records"],
  "temp-bytes": ["writes", "temporary files"],
  "database-size": ["takes", "disk space"],
  memory: ["needs", "memory"]
};
function movedText({ metric, effect, base, head }) {
  const { direction, label } = metricInfo(metric);
  if (metric === "failed-share") {
    const [from = "", to = ""] = formatMetrics(metric, [base.estimate ?? 0, head.estimate ?? 0]);
    const often = (head.estimate ?? 0) < (base.estimate ?? 0) ? "less" : "more";
    return `fails ${often} often (${from} → ${to})`;
  }
  if (effect === null) return `has another ${label}`;
  const isRise = effect > 0;
  const speed = speedOf(metric);
  if (speed !== null) {
    const isWorse = isRise === (direction === "lower-is-better");
    return `is ${formatMuch(effect)} ${isWorse ? "slower" : "faster"}${speed}`;
  }
  const [verb, noun] = PHRASES[metric] ?? ["has", label];
  const less = noun.endsWith("s") ? "fewer" : "less";
  return `${verb} ${formatMuch(effect)} ${isRise ? "more" : less} ${noun}`;
}
function mayText(metric, harm) {
  const speed = speedOf(metric);
  const what = speed === null ? `worse in ${metricInfo(metric).label}` : `slower${speed}`;
  return `be ${what} by up to ${formatBound(harm)}`;
}
function speedOf(metric) {
  const { label, unit, tailShare } = metricInfo(metric);
  if (isOverallThroughput(metric)) return "";
  if (tailShare !== void 0) return ` at ${label}`;
  if (metric === "mean") return " on average";
  const parts = kindMetricParts(metric);
  return parts !== null && unit !== "share" ? ` in ${label}` : null;
}
function isOverallThroughput(metric) {
  return metric === "qps" || metric === "tps" || metric === "tpmc";
}

// src/report/words/beyond-gates.ts
function worseWithoutGate({ workloads }) {
  const all = workloads.flatMap(({ changes }) => changes).filter((change) => change.role !== "gate" && change.p !== null && forbiddenBy(change) === null);
  const worse = all.filter(({ metric, margin, interval: interval2, confidence, p }) => {
    const isLower = metricInfo(metric).direction === "lower-is-better";
    const least = interval2 === null ? 0 : isLower ? interval2.low : -interval2.high;
    return least > margin && p.worse <= (1 - confidence) / 2 / all.length;
  });
  return worse.toSorted((a, b) => Number(speedOf(a.metric) === null) - Number(speedOf(b.metric) === null));
}
function newErrors({ workloads }) {
  return workloads.filter(({ newBecause }) => newBecause === void 0).filter(({ changes }) => failedShareOf(changes)?.base.estimate !== null).flatMap(
    ({ name, errors: { base, head } }) => Object.entries(head).filter(([state, count]) => count > 0 && !((base[state] ?? 0) > 0)).map(([state, count]) => ({ workload: name, state, count }))
  ).toSorted((a, b) => b.count - a.count);
}
function failedShareOf(changes) {
  return changes.find(({ metric }) => metric === "failed-share");
}
var ERRORS_LEAST = 10;
function butText(report) {
  const [first, ...more] = worseWithoutGate(report);
  const [error] = newErrors(report).filter(({ count }) => count >= ERRORS_LEAST);
  const others = more.length === 0 ? "no gate" : `no gate, and ${plural(more.length, "more such metric")}`;
  const parts = [
    ...first === void 0 ? [] : [`${plainLine(first.workload, 40)} ${movedText(first)} (${others})`],
    ...error === void 0 ? [] : [errorText(error)]
  ];
  return parts.length === 0 ? null : parts.join(", and ");
}
function errorText({ workload, state, count }) {
  const events = count === 1 ? "1 event" : `${formatCount(count)} events`;
  return `${events} of ${plainLine(workload, 40)} failed with ${plainLine(state, 20)}, never on base`;
}
var LONG_NS = 1e8;
var LONG_TIMES = 5;
function stopTexts({ workloads }) {
  const stopped = workloads.filter(({ driven }) => {
    const [base, head] = [driven?.base.slowestNs ?? 0, driven?.head.slowestNs ?? 0];
    return head >= LONG_NS && head > LONG_TIMES * base;
  });
  return stopped.map((workload) => {
    const name = workloads.length === 1 ? "" : `${plainLine(workload.name, 40)} `;
    const [label, base, head] = slowestCells(workload);
    return `${name}${label} ${base} → ${head}`;
  });
}
function slowestCells({
  driven
}) {
  if (driven === void 0) return null;
  return ["slowest event", formatTime(driven.base.slowestNs), formatTime(driven.head.slowestNs)];
}
function unseenText(report) {
  const times = report.workloads.flatMap(
    ({ driven }) => driven === void 0 ? [] : [driven.base.loadNs, driven.head.loadNs]
  );
  const least = Math.min(...times);
  const stops = times.length === 0 || least <= 0 ? [] : [
    `stops that come less often than once in ${formatTime(least / 3)} (${formatTime(least)} of load on each server)`
  ];
  const hidden = hiddenText(report);
  const parts = [...stops, ...hidden === null ? [] : [hidden]];
  return parts.length === 0 ? "" : `Not excluded: ${listed(parts)}.`;
}
function hiddenText({ workloads }) {
  const [most] = workloads.flatMap(gatesOf).filter(({ hidden, margin }) => hidden !== void 0 && margin > 0).toSorted((a, b) => b.hidden / b.margin - a.hidden / a.margin);
  if (most === void 0) return null;
  const { label, direction } = metricInfo(most.metric);
  const less = direction === "higher-is-better" ? "lower" : "higher";
  return `${label} ${formatBound(most.hidden)} ${less}, which passes one such check in 20`;
}

// src/report/words/code-host.ts
function placeText({ file, line }) {
  return `${plainLine(file, 120)}${line === null ? "" : `, line ${line}`}`;
}
function parsePlace(text) {
  const [, file, line] = /^(.+):(\d+)$/.exec(text ?? "") ?? [];
  return file === void 0 ? null : { file, line: Number(line) };
}
function pathInRepository(file) {
  const names = [];
  for (const name of file.split("/")) {
    if (name === "..") {
      if (names.pop() === void 0) return null;
    } else if (name !== ".") names.push(name);
  }
  return names[0] === "" ? null : names.join("/");
}
function placeAddress({ origin: origin2, head: { commit } }, { file, line }) {
  const run = webAddress(origin2.runUrl);
  const path = pathInRepository(file);
  if (run === null || path === null || !isSha(commit.sha) || commit.dirty) return null;
  const [host] = percentDecoded(run).split(`/${origin2.repository}/actions/runs/`);
  if (host === void 0 || host === percentDecoded(run)) return null;
  const names = path.split("/").map(percentEncoded).join("/");
  const at = line === null ? "" : `#L${line}`;
  return webAddress(`${host}/${origin2.repository}/blob/${commit.sha}/${names}${at}`);
}

// src/report/words/sqlstate.ts
var CONDITIONS = wordTable({
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
});
function sqlstateText(state) {
  return CONDITIONS[state] === void 0 ? state : `${state} ${CONDITIONS[state]}`;
}

// src/report/words/migration.ts
var SHARE_OF_STALL = 0.1;
var WAITS_MOST = 3;
var STATEMENT_MOST = 120;
var FILES_MOST = 3;
function formatTimeLimit(ns) {
  return ns === null ? "none" : formatChosen("p99", ns);
}
function migrationFault(migration) {
  const faulty = (migration?.workloads ?? []).filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return null;
  const all = new Set(faulty.flatMap(({ faults }) => faults));
  const stall = Math.max(...faulty.map(({ stallNs }) => stallNs));
  const words = {
    "not-applied": "cannot be applied",
    stall: `stalls statements for ${formatMeasuredTime(stall)}`,
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
    took: formatMeasuredTime(workload.tookNs),
    stall: formatMeasuredTime(workload.stallNs),
    worst: formatMeasuredTime(workload.worstStallNs),
    before: formatMeasuredTime(workload.longestBeforeNs),
    slow: formatMeasuredTime(workload.slowNs),
    failed: formatCount(workload.failedEvents)
  };
}
function migrationLine(workload, { rules }) {
  const { took, stall, failed } = migrationCells(workload);
  const limit = rules.stallNs === null ? "" : ` (limit ${formatTimeLimit(rules.stallNs)})`;
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
      `Not applied in ${formatCount(notApplied)} of ${plural(sessions, "session")}: ${plainLine(failure.place, STATEMENT_MOST)}: ${plainLine(failure.message, 300)}${failure.sqlstate === null ? "" : ` (SQLSTATE ${plainLine(failure.sqlstate, 40)})`}${failure.statement === null ? "" : `: ${quotedStatement(failure.statement)}`}`
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
  const long = formatMeasuredTime(longestNs);
  if (waiter.who === "migration")
    return `${quotedStatement(waiter.statement)}${statementPlace(waiter, workload)} itself waited ${long} for ${modeText(waiter)} on ${table}: ${partyText(holder)}`;
  const crowd = `${plural(waiters, "connection")} of the load waited, up to ${long}, for ${modeText(waiter)}: ${quotedStatement(waiter.statement)}`;
  if (behind !== null)
    return `${quotedStatement(behind.statement)}${statementPlace(behind, workload)} waits for ${modeText(behind)} on ${table}: ${partyText(holder)}. Behind it ${crowd}`;
  return `${quotedStatement(holder.statement)}${statementPlace(holder, workload)} has ${modeText(holder)} on ${table}: ${crowd}`;
}
function partyText({ who, mode, state, statement }) {
  const name = who === "load" ? "the load" : who === "migration" ? "the migration" : "another connection";
  const idle = state === "" || state === "active" ? "" : `, ${plainLine(state, 40)},`;
  return `${name}${idle} has ${modeText({ mode })} since ${quotedStatement(statement)}`;
}
function modeText({ mode }) {
  return mode === "" ? "a lock" : plainLine(mode, 40);
}
function quotedStatement(statement) {
  return `“${plainLine(statement, STATEMENT_MOST)}”`;
}
function statementPlace({ statement }, { statements }) {
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
var NAME_MOST2 = 40;
function headline(report) {
  const fault = migrationFault(report.migration);
  return fault === null ? headlineOfMetrics(report) : [fault, ...alsoRegressed(report)].join(", and ");
}
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
function titleOf(report) {
  const said = headline(report);
  const isName = report.workloads.some(({ name }) => said.startsWith(plainLine(name, NAME_MOST2)));
  return isName ? said : capital(said);
}
function alsoRegressed(report) {
  const { regressed } = changeRows(report);
  return regressed.length === 0 ? [] : [movedSentence(report, regressed)];
}
function headlineOfMetrics(report) {
  const { limits, verdict } = report;
  if (limitsDecide(report)) return headlineOfLimits(report);
  if (limits === void 0 || verdict !== "accepted" || limits.verdict === "regressed")
    return headlineByVerdict(report);
  return `${headlineByVerdict({ ...report, verdict: limits.verdict })} (limits wider than base's were accepted)`;
}
function headlineOfLimits(report) {
  const { regressed } = report.limits;
  const [first, ...more] = regressed.flatMap(({ workload, metric, effect }) => {
    const { changes } = report.workloads.find(({ name }) => name === workload) ?? { changes: [] };
    const change = changes.find((each) => each.metric === metric);
    return change === void 0 ? [] : [`${workloadName(report, change)} ${movedText({ ...change, effect })}`];
  });
  if (first === void 0) return "this change has wider limits than base, which nobody has accepted";
  const others = more.length === 0 ? "" : `, and ${plural(more.length, "more regression")}`;
  return `by base's limits, which this change widens, ${first}${others}`;
}
function headlineByVerdict(report) {
  const compared = comparedWorkloads(report);
  const fresh = report.workloads.length - compared.length;
  const { regressed, accepted, traded, improved } = changeRows(report);
  if (compared.every((workload) => standingOf(workload) === "none"))
    return fresh > 0 ? allNew(fresh) : nothingJudged(report);
  if (regressed.length > 0) return movedSentence(report, regressed);
  if (report.verdict === "accepted" || accepted.length > 0)
    return `${movedSentence(report, accepted)}, which was accepted`;
  const but = butText(report);
  const withBut = (said) => but === null ? said : `${said}, but ${but}`;
  if (report.verdict === "inconclusive")
    return shortHistory(report) === null ? withBut(undecided(report)) : undecided(report);
  if (report.verdict === "trade") return tradeSentence(report, traded, improved);
  if (improved.length > 0) return withBut(movedSentence(report, improved));
  const limited = compared.filter((workload) => gatesOf(workload).some(hasResolution));
  const counted = limited.length > 0 ? limited : compared;
  const free = compared.length - counted.length;
  const rest = [
    ...free > 0 ? [`${formatCount(free)} more without a limit`] : [],
    ...fresh > 0 ? [`${fresh} new`] : [],
    ...notCompared(report)
  ];
  const all = `${plural(counted.length, "workload")}${rest.length > 0 ? ` (${rest.join(", ")})` : ""}`;
  const isSpeed = compared.flatMap(gatesOf).some(({ metric }) => speedOf(metric) !== null);
  const most = resolution(report) ?? "its limit";
  const none = but === null ? `nothing is ${isSpeed ? "slower" : "worse"}` : "no gate is worse";
  return withBut(`${none} by more than ${most} in ${all}`);
}
function movedSentence(report, changes) {
  const [first, ...others] = leadsOf(changes);
  if (first === void 0) return "a regression";
  const said = `${workloadName(report, first)} ${movedText(first)}`;
  if (others.length === 0) return said;
  const [only] = others.length === 1 ? others : [];
  const who = only === void 0 ? `${formatCount(others.length)} others are` : `${workloadName(report, only)} is`;
  return `${said}, and ${who} ${directionWord([first, ...others])} too`;
}
function directionWord(changes) {
  const isSpeed = changes.every(({ metric }) => speedOf(metric) !== null);
  const [good, bad] = isSpeed ? ["faster", "slower"] : ["better", "worse"];
  return changes[0].verdict.kind === "improved" ? good : bad;
}
function leadsOf(changes) {
  const names = [...new Set(changes.map(({ workload }) => workload))];
  const own = names.filter((name) => names.length === 1 || name !== ALL_WORKLOADS);
  return own.map((name) => leadOf(changes.filter(({ workload }) => workload === name)));
}
function leadOf(changes) {
  const ranks = [
    (change) => isOverallThroughput(change.metric),
    (change) => speedOf(change.metric) !== null
  ];
  return ranks.map((isIt) => changes.find(isIt)).find((found) => found !== void 0) ?? changes[0];
}
function workloadName(report, { workload }) {
  return workload === ALL_WORKLOADS ? `the mean of all ${plural(comparedWorkloads(report).length, "workload")}` : plainLine(workload, NAME_MOST2);
}
function tradeSentence(report, traded, improved) {
  const [first, ...others] = leadsOf(traded);
  if (first === void 0) return movedSentence(report, improved);
  const bought = leadOf(improved.filter(({ workload }) => workload === first.workload));
  const better = bought === void 0 ? "is better" : movedText(bought);
  const more = others.length === 0 ? "" : ` (and ${plural(others.length, "more trade")})`;
  return `${workloadName(report, first)} ${better}, and ${movedText(first)} for it${more}`;
}
function undecided(report) {
  const history = shortHistory(report);
  if (history?.have === 0) return "first run, nothing to compare with yet";
  if (history !== null)
    return `${history.have} of ${plural(history.need, "baseline run")} so far, too few to judge`;
  const open = [...report.workloads.flatMap(gatesOf), ...report.together ?? []].filter(
    (change) => change.role === "gate" && holdsUp(change)
  );
  const leads = leadsOf(open);
  const [first] = leads;
  if (first === void 0)
    return `no gate could judge ${plural(report.workloads.length, "workload")}, please look at the warnings`;
  const isOne = leads.length === 1;
  const who = isOne ? workloadName(report, first) : `${formatCount(leads.length)} of ${plural(report.workloads.length, "workload")}`;
  const are = isOne ? "is" : "are";
  if (open.every(({ verdict }) => verdict.kind === "too-few"))
    return `${who} ${are} undecided: there is too little data to show or exclude a regression`;
  const judged = open.filter((change) => forbiddenBy(change) === null);
  if (judged.length === 0) return `${who} ${are} undecided: ${reasonForAll(open)}`;
  const lead = leadOf(judged.filter(({ interval: interval2 }) => interval2 !== null));
  if (lead === void 0) return `${who} ${are} undecided: a regression is neither shown nor excluded`;
  const alike = judged.filter(({ metric, interval: interval2 }) => metric === lead.metric && interval2 !== null);
  const harm = Math.max(...alike.map(harmOf));
  return `${who} ${are} undecided: ${isOne ? "it" : "they"} may ${mayText(lead.metric, harm)}`;
}
function resolution({ workloads, excluded: multiple = 1 }) {
  const gates = workloads.flatMap(gatesOf).filter(hasResolution);
  const metrics = [...new Set(gates.map(({ metric }) => metric))];
  if (metrics.length === 0) return null;
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
function hasResolution({ metric }) {
  return metricInfo(metric).unit !== "share";
}
var MOST_LOST = 0.99;
function notCompared({ warnings }) {
  const { length } = warnings.filter(({ code }) => code === "only-in-head" || code === "only-in-base");
  return length === 0 ? [] : [`${formatCount(length)} more not compared`];
}
function allNew(count) {
  return count === 1 ? "1 new workload, no base to compare it with yet" : `${count} new workloads, no base to compare them with yet`;
}
function nothingJudged(report) {
  return notCompared(report).length > 0 ? "nothing to compare, base and head share no workload" : "nothing measured, please look at the run";
}

// src/analysis/verdict/looks.ts
var SPENDING = {
  worse: [[1], [0.02, 0.98], [0.02, 0.28, 0.7]],
  better: [[1], [0.8, 0.2], [0.6, 0.2, 0.2]]
};
var PASSES = [{ most: 2, estimate: 0.5 }];
function plannedLooks({ sessions, looks }) {
  if (typeof looks !== "number") return looks;
  return Array.from({ length: looks }, (_, i) => ({
    sessions: (i + 1) * sessions,
    worse: SPENDING.worse[looks - 1][i],
    better: SPENDING.better[looks - 1][i],
    bound: 1,
    passes: PASSES
  }));
}
var ONLY = { at: 1, of: plannedLooks({ sessions: 1, looks: 1 }) };
function lookNow({ at, of }) {
  return of[at - 1];
}
function fullLook(looks) {
  return looks.findLast(({ few }) => few !== true);
}
function spent(p, family, look) {
  return Math.min(1, p / (lookNow(look)[family] * shareOf(look)));
}
function shareOf({ share = 1 }) {
  return share;
}
function needsEverySession(look) {
  const { every } = lookNow(look);
  if ((look.before ?? 0) > 0) return false;
  return every === "always" || every === "unknown-noise" && look.isNoiseKnown !== true;
}
function lookOf(plan, workload) {
  return lookAfter(plan, workload.sessions.length);
}
function lookAfter(plan, taken) {
  const of = plannedLooks(plan);
  const place2 = of.findIndex(({ sessions }) => sessions >= taken);
  return { at: place2 < 0 ? of.length : place2 + 1, of };
}
function sessionsOfAllLooks(plan, taken) {
  const look = lookAfter(plan, taken);
  return taken * Math.max(1, growth(look));
}
function growth(look) {
  const before = look.before ?? 0;
  return (before + fullLook(look.of).sessions) / Math.max(1, before + lookNow(look).sessions);
}
var SUSPICIOUS = 0.1;
function nextLook(report) {
  const wanted = wantedLook(report);
  const barred = crowded(report, wanted);
  return {
    suspects: wanted.suspects.filter(({ workload }) => !barred.has(workload)),
    undecided: wanted.undecided.filter((name) => !barred.has(name))
  };
}
function crowded({ plan, workloads }, { suspects: suspects2, undecided: undecided2 }) {
  const wanting = /* @__PURE__ */ new Set([...suspects2.map(({ workload }) => workload), ...undecided2]);
  const names = workloads.filter(({ name, sessions = plan.sessions }) => wanting.has(name) && nextOf(plan, sessions)?.few === true).map(({ name }) => name);
  return new Set(names.length <= Math.max(1, workloads.length * FEW) ? [] : names);
}
var FEW = 1 / 4;
function nextOf(plan, taken) {
  const { at, of } = lookAfter(plan, taken);
  return of[at];
}
function wantedLook(report) {
  const { plan } = report;
  const there = report.workloads.filter(
    ({ sessions = plan.sessions }) => nextOf(plan, sessions) !== void 0
  );
  const within = { ...report, workloads: there };
  const found = suspects(within);
  if ([...report.workloads.map(({ changes }) => changes), report.together ?? []].some(hasRegressed))
    return { suspects: found, undecided: [] };
  const names = new Set(found.map(({ workload }) => workload));
  const isSuiteOpen = (report.together ?? []).some(isOpenChange);
  const undecided2 = (isSuiteOpen ? there : openWorkloads(within)).filter(({ name }) => !names.has(name)).map(({ name, changes }) => ({
    name,
    worse: Math.min(1, ...changes.filter(isOpenChange).map(({ p }) => p?.worse ?? 1))
  })).toSorted((a, b) => a.worse - b.worse);
  return { suspects: found, undecided: undecided2.map(({ name }) => name) };
}
function openWorkloads({ workloads }) {
  return workloads.filter(({ changes }) => !hasRegressed(changes) && changes.some(isOpenChange));
}
function isOpenChange({ role, metric, verdict, interval: interval2, p, base, head }) {
  if (role !== "gate" || verdict.kind !== "inconclusive" || verdict.notWorse === true) return false;
  const isRate = ["per-second", "per-minute"].includes(metricInfo(metric).unit);
  const isStill = isRate && head.estimate === 0 && base.estimate !== 0;
  return metric === "failed-share" || isStill || interval2 !== null && p !== null;
}
function isWanting(changes, { of }, isOtherRed) {
  if (hasRegressed(changes)) return false;
  if (changes.some(isSuspicious)) return true;
  return of.length > 2 && !isOtherRed && changes.some(isOpenChange);
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
function isSuspicious({ role, metric, p, margin, floor, base, verdict, ...change }) {
  const { plainEffect: effect = change.effect } = change;
  if (role !== "gate" || p === null || effect === null || verdict.kind === "trade") return false;
  const harm = metricInfo(metric).direction === "lower-is-better" ? effect : -effect;
  return p.worse < SUSPICIOUS && harm > relevantChange({ margin, floor }, base.estimate) / 2;
}
function withStopped(changes, looks) {
  if (!hasRegressed(changes)) return changes;
  return changes.map((change) => {
    const look = looks.get(change.workload);
    if (look === void 0 || look.at === look.of.length) return change;
    if (!isOpenChange(change) || isSuspicious(change)) return change;
    const taken = plainSpaces(plural(lookNow(look).sessions, "session"));
    const why = `stopped after ${taken}, because another workload regressed: no answer for this one`;
    return { ...change, verdict: { kind: "inconclusive", why } };
  });
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
  const apart = base === null || base === head ? head : `base ${base}; head ${head}`;
  return `Server: ${plainLine(database)} ${plainLine(databaseVersion)}, ${apart}.`;
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
  if (!isKnownCommit(commit)) return "(commit unknown)";
  const subject = commit.subject === null ? "" : ` “${plainLine(commit.subject, 60)}”`;
  const branch = commit.branch === null ? "" : ` on ${plainLine(commit.branch, 40)}`;
  return `${shortSha(commit.sha)}${subject}${branch}${commit.dirty ? " with uncommitted changes" : ""}`;
}
function isKnownCommit({ sha }) {
  return sha !== "unknown";
}
var OTHER_DATABASE = /* @__PURE__ */ new Set(["version-differs", "settings-differ"]);
function baselineText({ baseline, head, warnings }) {
  if (baseline.kind === "arm") {
    const { commit } = baseline.run;
    const same = isKnownCommit(commit) && commit.sha === head.commit.sha && !head.commit.dirty && !commit.dirty;
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
  const isAlone = rule.form === "prediction" || report.baseline.kind === "none";
  const how = isApart(report) ? "measured apart" : isAlone ? "head alone" : "side by side";
  if (typeof plan.looks !== "number")
    return `${how}, ${takenText(report)} of up to ${plural(fullLook(plan.looks).sessions, "session")} of ${formatDuration(plan.seconds)} per workload`;
  const longer = lookedAtAgain(report);
  const sessions = longer.length === 0 ? head.sessions : plan.sessions;
  const most = Math.max(...longer.map((workload) => workload.sessions ?? 0)) - plan.sessions;
  const more = most === plan.sessions ? "as many again" : `up to ${most} more`;
  const undecided2 = longer.length === 1 ? "was undecided" : "were undecided";
  const reason = plan.looks > 2 ? `looked worse or ${undecided2}` : "looked worse";
  const again = longer.length === 0 ? "" : `, ${more} of ${plural(longer.length, "workload")} that ${reason}`;
  return `${how}, ${plural(sessions, "session")} of ${formatDuration(plan.seconds)} per workload${again}`;
}
function takenText({ workloads, head }) {
  const taken = workloads.map(({ sessions }) => sessions ?? head.sessions);
  const [least, most] = [Math.min(...taken, head.sessions), Math.max(...taken)];
  return least >= most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}
function lookedAtAgain({ plan, workloads }) {
  if (plan.looks === 1) return [];
  const taken = workloads.flatMap(({ sessions }) => sessions ?? []);
  const first = typeof plan.looks === "number" ? plan.sessions : Math.min(...taken);
  return workloads.filter(({ sessions }) => (sessions ?? 0) > first);
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
    ...cpuShares(report),
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
function cpuShares({ workloads }) {
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
  const level2 = levelText(workloads);
  const intervals = level2 === null ? "" : `; intervals of ${level2}, each for one metric alone; verdicts are stricter, because all gates are tested together`;
  const family = adjustment === "holm" ? " over all gates (Holm)" : "";
  const known = earlier === void 0 ? "" : `, with the noise of ${plural(earlier, "earlier measurement")}`;
  return `${FORMS[form]}${known}; chance of a false regression at most ${formatChosenShare(alpha)}${family}${intervals}`;
}
function levelText(workloads) {
  const compared = workloads.find(({ newBecause }) => newBecause === void 0);
  const confidence = compared?.changes[0]?.confidence;
  return confidence === void 0 ? null : formatLevel(confidence);
}
function cellsText({ workloads }) {
  const level2 = levelText(workloads);
  const hasInterval = workloads.some(({ changes }) => changes.some(({ interval: interval2 }) => interval2 !== null));
  return level2 !== null && hasInterval ? `In brackets: the ${level2} interval of the change; ${EVIDENCE}.` : "";
}
function tradeText({ workload, metric, verdict }) {
  if (verdict.kind !== "trade") return "";
  return `${plainLine(workload)}: ${boughtBy(verdict.for)} improved for more ${metricInfo(metric).label}. The check passes. To fail on this, set gates.${metric}.trade to fail.`;
}
function visibleText(report) {
  const workloads = comparedWorkloads(report);
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
function movedTogether({ together = [] }) {
  return together.some(({ interval: interval2 }) => interval2 !== null && (interval2.low > 0 || interval2.high < 0));
}
function togetherText(report) {
  const { together = [] } = report;
  const shown = together.flatMap(
    ({ metric, effect, interval: interval2 }) => effect === null || interval2 === null ? [] : [
      `${metricInfo(metric).label} ${formatChange(effect, interval2)} ${formatChangeInterval(interval2, effect)}`
    ]
  );
  if (shown.length === 0) return "";
  const why = isWorseUngated(report) ? " Each is within its limit; gates.suite sets one for all together." : "";
  return `All ${plural(comparedWorkloads(report).length, "workload")} together: ${shown.join(", ")}.${why}`;
}
function isWorseUngated({ verdict, together = [] }) {
  return verdict === "unchanged" && together.some(({ role, metric, interval: interval2 }) => {
    const isLower = metricInfo(metric).direction === "lower-is-better";
    return role !== "gate" && interval2 !== null && (isLower ? interval2.low > 0 : interval2.high < 0);
  });
}
function optionTexts({ workloads }) {
  const spelled = workloads.map(
    ({ options }) => Object.entries(options).map(([name, value]) => `${name}=${value}`)
  );
  const sets = spelled.map((options) => new Set(options));
  const first = spelled[0] ?? [];
  const shared = workloads.length > 1 ? first.filter((option) => sets.every((set) => set.has(option))) : [];
  const common = new Set(shared);
  const own = workloads.map(({ name, workload }, index) => {
    const rest = (spelled[index] ?? []).filter((option) => !common.has(option));
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
function changeRemedy(change, report) {
  const { verdict, interval: interval2 } = change;
  if (verdict.kind === "too-few") {
    const few = `at least ${formatCount(verdict.need)} ${verdict.what}; there ${verdict.have === 1 ? "is" : "are"} ${formatCount(verdict.have)}`;
    return unreadText(change) ?? few;
  }
  const forbidden = forbiddenBy(change);
  const codes = forbidden === null ? INCOMPARABLE : [...INCOMPARABLE, ...FORBIDDING];
  const objections = report.warnings.filter(
    ({ code, workload: workload2 = change.workload, metric = change.metric }) => codes.includes(code) && workload2 === change.workload && metric === change.metric
  );
  const incomparable = objections.find(({ message }) => message === forbidden) ?? objections[0];
  if (incomparable !== void 0) return incomparable.remedy;
  if (forbidden !== null) return forbidden;
  if (verdict.kind === "inconclusive" && interval2 === null) return verdict.why;
  if (report.rule.form === "prediction")
    return `measuring side by side${orWiderLimit(change, ", or")} (runs differ too much)`;
  const workload = report.workloads.find(({ name }) => name === change.workload);
  if (workload !== void 0 && gatesOf(workload).some((gate) => gate.verdict.kind === "regressed"))
    return "not measured further: this workload has already regressed";
  return moreSessions(change, workload, report);
}
var INCOMPARABLE = ["conditions-differ", "options-differ", "drift", "sessions-alike"];
var FORBIDDING = [
  "builds-differ",
  "other-history",
  "throttled",
  "misses-differ",
  "no-rows",
  "policies-bypassed",
  "identical-sessions"
];
function moreSessions(change, workload, report) {
  const { workloads, head, plan } = report;
  const taken = workload?.sessions ?? head.sessions;
  const needed = sessionsToDecide(change, { taken, planned: sessionsOfLooks(report, taken) });
  if (needed === null || needed > taken * MOST_FACTOR)
    return `a quieter machine${orWiderLimit(change, " or", " or longer sessions")} (it would take over ${plural(taken * MOST_FACTOR, "session")})`;
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

// src/report/words/reproduce.ts
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
function acceptCommand(changes) {
  const workloads = new Set(changes.map(({ workload }) => workload));
  const metrics = new Set(changes.map(({ metric }) => metric));
  const of = [...workloads].flatMap((workload) => workloads.size === 1 ? workloadWords(workload) : []);
  return ["/plumbline accept", ...of, ...metrics.size === 1 ? metrics : [], "REASON"].join(" ");
}
function workloadWords(workload) {
  if (/^[\w.-]+$/.test(workload)) return [workload];
  return /^[\p{L}\p{M}\p{N} .,:;/()+=_-]+$/u.test(workload) ? [`"${workload}"`] : [];
}
var LIMIT_MOST = 0.5;
function acceptingConfig(regressed) {
  const limits = /* @__PURE__ */ new Map();
  for (const change of regressed.filter(isOffered)) {
    const own = limits.get(change.workload) ?? /* @__PURE__ */ new Map();
    const before = own.get(change.metric);
    own.set(change.metric, {
      limit: Math.max(before?.limit ?? 0, harmOf(change)),
      // What else a gate says must not be lost by its new limit.
      isStrict: before?.isStrict === true || change.trade === "fail"
    });
    limits.set(change.workload, own);
  }
  const together = limits.get(ALL_WORKLOADS);
  limits.delete(ALL_WORKLOADS);
  return [
    ...together === void 0 ? [] : ["gates:", "  suite:", ...gateLines(together, "    ")],
    ...limits.size === 0 ? [] : ["workloads:"],
    ...[...limits].flatMap(([name, own]) => [
      `  - name: ${JSON.stringify(plainLine(name))}`,
      "    gates:",
      ...gateLines(own, "      ")
    ])
  ];
}
function gateLines(limits, indent) {
  return [...limits].map(([metric, { limit, isStrict }]) => {
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

// src/report/words/statements.ts
var NOTHING2 = "–";
function partRows(parts = []) {
  return parts.toSorted((a, b) => relativeMove(b) - relativeMove(a)).map(statementCells);
}
function stageRows(stages = []) {
  return stages.map(statementCells);
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
  }).filter((statement) => relativeMove(statement) > MOVED_LEAST).toSorted((a, b) => relativeMove(b) - relativeMove(a)).slice(0, MOVED_MOST).map((statement) => {
    const [base, head, change] = statementCells(statement).mean;
    if (statement.base === null) return { name: statement.name, means: `${head} (only in head)` };
    if (statement.head === null) return { name: statement.name, means: `${base} (only in base)` };
    return { name: statement.name, means: `${base} → ${head} (${change})` };
  });
}
function relativeMove({ base, head }) {
  const ratio = Math.abs(Math.log((head?.meanNs ?? 0) / (base?.meanNs ?? 0)));
  return Number.isNaN(ratio) ? 0 : Math.min(ratio, Number.MAX_VALUE);
}
function statementCells({ name, base, head, interval: interval2 }) {
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

// src/report/words/warnings.ts
var NAMES_MOST = 4;
function notesOf(report) {
  const groups = /* @__PURE__ */ new Map();
  for (const warning of report.warnings) {
    const kind = noteKind(warning);
    groups.set(kind, [...groups.get(kind) ?? [], warning]);
  }
  const notes = [...groups.values()].map((warnings) => gatheredNote(report, warnings));
  return [...notes.filter(({ isOpen }) => isOpen), ...notes.filter(({ isOpen }) => !isOpen)];
}
function noteKind({ code, message, remedy, workload }) {
  const shapeOf = (text) => {
    const words = text.split(" ").map((word) => word === workload ? "@" : word);
    return words.join(" ").replaceAll(/[\d.,]+/g, "#");
  };
  return JSON.stringify([code, shapeOf(message), shapeOf(remedy)]);
}
function gatheredNote(report, warnings) {
  const [first, ...rest] = warnings;
  const others = [...new Set(rest.map(warningPlace))].filter(
    (place2) => place2 !== "" && place2 !== warningPlace(first)
  );
  const left2 = others.length - NAMES_MOST;
  const names = left2 > 1 ? [...others.slice(0, NAMES_MOST), plural(left2, "more", "more")] : others;
  return {
    text: names.length === 0 ? warningText(first) : `${warningText(first)}; likewise ${listed(names)}`,
    remedy: plainLine(first.remedy, MESSAGE_MOST),
    warnings,
    isOpen: warnings.some((warning) => isAboutAnOpenGate(report, warning))
  };
}
function warningPlace({ workload, metric }) {
  return [workload, metric === void 0 ? void 0 : metricLabel(metric)].filter((name) => name !== void 0).map((name) => plainLine(name)).join(", ");
}
function isAboutAnOpenGate({ workloads }, { workload, metric }) {
  if (workload === void 0 || metric === void 0) return false;
  return workloads.filter(({ name }) => name === workload).flatMap(gatesOf).some((gate) => gate.metric === metric && ["inconclusive", "too-few"].includes(gate.verdict.kind));
}
function warningText({ message, workload, metric }) {
  const names = [workload, metric === void 0 ? void 0 : metricLabel(metric)].filter((name) => name !== void 0).filter((name) => !message.includes(name));
  const place2 = names.length === 0 ? "" : ` (${names.map((name) => plainLine(name)).join(", ")})`;
  return plainLine(message, MESSAGE_MOST) + place2;
}
function metricLabel(name) {
  const metric = asMetric(name);
  return metric === null ? name : metricInfo(metric).label;
}

// src/report/words/card.ts
var HERE = "report with pictures";
var NO_GUIDANCE = { configPath: null, dashboardUrl: null, acceptLabel: null };
function cardOf(report, links) {
  const rows = changeRows(report);
  return {
    tone: toneOf(report),
    said: headline(report),
    cause: cardCause(report, rows),
    figures: cardFigures(report, rows),
    ways: waysOf(report, rows, links)
  };
}
var TONES = {
  regressed: "bad",
  accepted: "note",
  inconclusive: "open",
  trade: "note",
  improved: "good",
  unchanged: "fine"
};
function toneOf(report) {
  if (report.workloads.length === 0) return "open";
  const isFirst = report.baseline.kind === "none" || shortHistory(report) !== null;
  if (isFirst && report.verdict === "inconclusive") return "note";
  return report.verdict === "unchanged" && butText(report) !== null ? "note" : TONES[report.verdict];
}
function cardCause(report, rows) {
  const placed = (sentence, place2) => ({
    ...sentence,
    place: place2 === null ? null : { words: placeText(place2), address: placeAddress(report, place2) }
  });
  const plain = (text) => placed({ code: null, text }, null);
  const faulty = report.migration?.workloads.find(({ faults }) => faults.length > 0);
  if (faulty !== void 0) {
    const [text = "No wait for a lock was seen."] = migrationCauses(faulty);
    return placed({ code: null, text }, parsePlace(migrationPlace(faulty)));
  }
  const leads = leadsOf([...rows.regressed, ...rows.accepted]);
  const [first] = leads;
  if (first === void 0) {
    const text = decidingText(report, rows);
    return text === "" ? null : plain(text);
  }
  const known = leads.flatMap(({ workload }) => provedOrShown(report, workload, workload !== first.workload));
  const [cause] = known;
  return cause === void 0 ? plain(unexplained(report, first)) : placed(cause, cause.place);
}
function provedOrShown(report, workload, isNamed) {
  const proved = (report.causes ?? []).find((each) => each.workload === workload && each.causes.length > 0);
  if (proved !== void 0) return [provedCauseSentence(proved, isNamed)];
  const reason = unprovedReason(report);
  const own = (reason?.causes ?? []).filter((cause) => cause.shown && cause.workload === workload);
  const [first] = own;
  if (reason === void 0 || first === void 0) return [];
  const [sentence] = causeSentences({ ...reason, causes: own.map((cause) => ({ ...cause, file: "" })) });
  const name = isNamed ? `${plainLine(workload)}: ` : "";
  const place2 = first.file === void 0 ? null : { file: first.file, line: first.line ?? null };
  return [{ ...sentence, text: `${sentence.code === null ? name : ""}${sentence.text}`, place: place2 }];
}
function unexplained(report, { workload }) {
  const of = report.workloads.find(({ name }) => name === workload);
  const moved = of === void 0 ? [] : movedStatements(of);
  const search = report.causes?.find((each) => each.workload === workload && each.outcome === "not-found");
  const [slowest] = moved;
  return [
    search === void 0 ? "The cause is not known." : noCauseFound(search).text,
    ...slowest === void 0 ? [] : [`The statement that moved most: ${plainLine(slowest.name)} ${slowest.means}.`]
  ].join(" ");
}
function decidingText(report, { undecided: undecided2 }) {
  const history = shortHistory(report);
  if (history !== null) return historyRemedy(history);
  if (limitsDecide(report)) return limitSentences(report).at(-1);
  const [first] = leadsOf(undecided2);
  if (report.verdict === "unchanged" || report.verdict === "improved") return unseenText(report);
  if (first === void 0 || report.verdict !== "inconclusive") return "";
  const why = forbiddenBy(first);
  const remedy = changeRemedy(first, report);
  if (why !== null) {
    const way = remedy === why ? "" : ` ${plainLine(capital(remedy), 300)}.`;
    return `No number of sessions would decide: ${plainLine(why, 300)}.${way}`;
  }
  const name = first.workload === ALL_WORKLOADS ? first.workload : plainLine(first.workload);
  return `To decide ${name} ${metricInfo(first.metric).label}: ${plainLine(remedy, 160)}.`;
}
var SPELLED_MOST = 2;
function cardFigures(report, rows) {
  const { regressed, accepted, traded, improved, undecided: undecided2, notWorse, unchanged } = rows;
  if (shortHistory(report) !== null) return surroundings(report);
  const kinds = {
    regression: regressed,
    "accepted regression": accepted,
    trade: traded,
    improvement: improved
  };
  const [kind = "", changed = []] = Object.entries(kinds).find(([, all]) => all.length > 0) ?? [];
  const [first, ...leads] = leadsOf(changed.length > 0 ? changed : undecided2);
  if (first === void 0) return [...answersOf(unchanged.length, notWorse.length), ...surroundings(report)];
  const isLone = report.workloads.length === 1;
  const own = [...regressed, ...accepted, ...traded, ...improved].filter((change) => change.workload === first.workload && change !== first).slice(0, SPELLED_MOST);
  const others = leads.slice(0, SPELLED_MOST);
  const more = changed.length - [first, ...own, ...others].filter((each) => changed.includes(each)).length;
  return [
    `${isLone || leads.length === 0 ? "" : `${plainLine(first.workload, 40)} `}${wholeFigure(first)}`,
    ...own.map((change) => shortFigure(change)),
    ...others.map((change) => `${plainLine(change.workload, 40)} ${shortFigure(change)}`),
    ...more > 0 ? [plural(more, `more ${kind}`)] : [],
    ...otherWorkloads(report, [first, ...leads]),
    ...surroundings(report)
  ];
}
function wholeFigure(change) {
  const { base, head, interval: interval2, limit } = cellTexts(change);
  const ends = interval2 === "" ? "" : `${interval2.slice(1, -1)}, `;
  return `${metricInfo(change.metric).label} ${base} → ${head} (${ends}limit ${limit})`;
}
function shortFigure(change) {
  const better = change.verdict.kind === "improved" ? " (better)" : "";
  return `${metricInfo(change.metric).label} ${cellTexts(change).change}${better}`;
}
function answersOf(within, notWorse) {
  return [
    ...within > 0 ? [withinText(within)] : [],
    ...notWorse > 0 ? [`${plural(notWorse, "metric")} not worse`] : []
  ];
}
function otherWorkloads({ workloads }, named) {
  const others = workloads.filter(({ name }) => named.every(({ workload }) => workload !== name));
  const standings = others.map(standingOf);
  const counted = (noun, ...of) => {
    const { length } = standings.filter((standing2) => of.includes(standing2));
    return length === 0 ? [] : [`${plural(length, "other workload")} ${noun}`];
  };
  return [
    ...counted("not worse", "improved", "not-worse", "unchanged"),
    ...counted("undecided", "inconclusive", "too-few")
  ];
}
var CAPACITIES_MOST = 3;
function surroundings(report) {
  const capacities = (report.capacities ?? []).slice(0, CAPACITIES_MOST);
  const warnings = notesOf(report).length;
  const fresh = report.workloads.filter(({ newBecause }) => newBecause !== void 0).length;
  const attempts = attemptsText(report);
  return [
    ...attempts === "" ? [] : [attempts],
    ...stopTexts(report),
    ...errorTexts(report),
    ...capacities.map(capacityAnswer),
    ...fresh === 0 ? [] : [plural(fresh, "new workload")],
    ...warnings === 0 ? [] : [plural(warnings, "warning")],
    ...report.baseline.kind === "history" ? [`against ${baselineText(report)}`] : []
  ];
}
function errorTexts(report) {
  const said = headline(report);
  const texts = newErrors(report).map(errorText);
  return texts.filter((text) => !said.includes(text)).slice(0, SPELLED_MOST);
}
function waysOf(report, rows, { siteUrl = null, dashboardUrl, acceptLabel }) {
  const { origin: origin2, suite } = report;
  const [lead] = leadsOf([...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved]);
  const run = webAddress(origin2.runUrl);
  const series = lead === void 0 || lead.workload === ALL_WORKLOADS ? null : pageAddress(siteUrl, { page: "workload", suite, workload: lead.workload }, `?metric=${lead.metric}`);
  const dashboard = webAddress(dashboardUrl ?? siteUrl);
  const history = series === null ? { words: "history", address: dashboard } : { words: `history of ${plainLine(lead.workload, 40)}`, address: series };
  const addresses = [{ words: HERE, address: run === null ? null : `${run}#artifacts` }, history];
  const isAsked = rows.regressed.length > 0 || limitsDecide(report) && acceptLabel !== null;
  return [
    ...addresses.flatMap(({ words, address }) => address === null ? [] : [{ words, address }]),
    ...isAsked && origin2.pullRequest !== null ? [
      {
        words: acceptLabel === null ? "to accept it (needs accept.yml)" : "to accept it",
        command: acceptCommand(rows.regressed)
      }
    ] : []
  ];
}

// src/report/words/ledger.ts
function sumText(sum) {
  return `${subjectText(sum)} ${sizeText(sum)} ${countText(sum)}`;
}
function subjectText({ metric, workload }) {
  return `${metricInfo(metric).label} of ${plainLine(workload, 40)}`;
}
function sizeText({ effect, low, high }) {
  const interval2 = { low, high };
  return `${formatChange(effect, interval2)} ${formatChangeInterval(interval2, effect)}`;
}
function countText({ changes, red, gaps }) {
  const reds = changes === 1 ? red === 1 ? "red" : "not red" : `${red === 0 ? "none" : red} of them red`;
  const missing = gaps === 0 ? "" : `; commits at ${plural(gaps, "place")} between them were not measured`;
  return `in ${plural(changes, "change")}, ${reds}${missing}`;
}
function limitOfSum({ limit }) {
  return limit === null ? "" : `limit ${formatChosenShare(limit)}`;
}
function sinceText({ since, accepted }, name) {
  if (accepted !== void 0) return `since the accepted change of #${accepted}`;
  return `since ${name === void 0 ? shortSha(since.sha) : plainLine(name, 60)}`;
}
function carriedText(branch, sums) {
  const [first, ...rest] = sums;
  if (first === void 0) return "";
  const more = rest.length === 0 ? "" : `, and ${plural(rest.length, "more gate")} with it`;
  const { limit } = first;
  const allowed = limit === null ? "" : ` one change may lose (${formatChosenShare(limit)})`;
  return `With this change, ${plainLine(branch, 60)} has lost more than${allowed} ${sinceText(first)}: ${sumText(first)}${more}.`;
}
function carriedSentences({ carried }) {
  return carried === void 0 ? [] : [carriedText(carried.branch, carried.sums)];
}

// src/report/words/plan.ts
var STEP_MOST = 160;
function planSteps({ base, head }) {
  const common = commonSteps(base, head);
  const work = { base: ownWork(base), head: ownWork(head) };
  const most = Math.max(...[work.base, work.head].map((own) => sumOf(own, weightOf)));
  const steps = (nodes, own, same) => nodes.map((node, at) => {
    const done = own[at];
    return {
      depth: node.depth,
      step: planStepName(node),
      isOther: !same.has(at),
      share: done === null || most === 0 ? null : weightOf(done) / most,
      time: done?.ms == null ? "" : formatTime(done.ms * 1e6),
      rows: plannedRowsText(node),
      buffers: done === null ? "" : formatCount(done.buffers)
    };
  });
  return {
    base: steps(base, work.base, new Set(common.map(([at]) => at))),
    head: steps(head, work.head, new Set(common.map(([, at]) => at)))
  };
}
function planAnswer({ base, head }) {
  const [before, now] = [mostWork(base), mostWork(head)];
  if (before === null || now === null) return "";
  return `A call takes ${now.whole} (base: ${before.whole}). Most of it is in ${now.step} (${now.own}); at base in ${before.step} (${before.own}).`;
}
function mostWork(nodes) {
  const [root] = nodes;
  const own = ownWork(nodes);
  const most = own.indexOf(own.toSorted((a, b) => weightOf(b) - weightOf(a))[0]);
  if (root?.actual === void 0 || own[most] == null) return null;
  const amount = ({ ms, buffers }) => ms == null ? plural(Math.round(buffers), "buffer") : formatTime(ms * 1e6);
  return { whole: amount(root.actual), own: amount(own[most]), step: planStepName(nodes[most]) };
}
function planStepName(node) {
  return plainLine(stepText(node), STEP_MOST);
}
function weightOf(work) {
  return work === null ? 0 : work.ms ?? work.buffers;
}
function ownWork(nodes) {
  return nodes.map(({ depth, actual }, at) => {
    if (actual === void 0) return null;
    const next = nodes.findIndex((node, i) => i > at && node.depth <= depth);
    const below = nodes.slice(at + 1, next < 0 ? nodes.length : next).filter((node) => node.depth === depth + 1);
    const own = (whole, of) => Math.max(0, whole - sumOf(below, of));
    return {
      ms: actual.ms === void 0 ? null : own(actual.ms, (node) => node.actual?.ms ?? 0),
      buffers: own(actual.buffers, (node) => node.actual?.buffers ?? 0)
    };
  });
}
var WRONG = 10;
function plannedRowsText({ rows, actual }) {
  const expected = `${formatCount(Math.round(rows))} expected`;
  if (actual === void 0) return expected;
  if (actual.loops === 0) return `${expected}, never executed`;
  const loops = actual.loops === 1 ? "" : ` in each of ${formatCount(actual.loops)} loops`;
  const [low, high] = [Math.min(rows, actual.rows), Math.max(rows, actual.rows)].map(
    (count) => Math.max(1, count)
  );
  const wrong = high / low < WRONG ? "" : `: ${formatMean(high / low)} times too ${actual.rows > rows ? "few" : "many"}`;
  return `${expected}, ${formatMean(actual.rows)} came${loops}${wrong}`;
}
function commonSteps(base, head) {
  const [a, b] = [base.map(stepText), head.map(stepText)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  }
  const pairs2 = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs2.push([i++, j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return pairs2;
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
  return Math.round(value * 10 + 1e-6) / 10;
}

// src/report/html/plot.ts
var FULL = 1e3;
function across(low, high, { log = false, room = 0 } = {}) {
  return (log ? logarithmic : linear)(low, high, room, FULL - room);
}
function upwards(low, high, { log = false } = {}) {
  return (log ? logarithmic : linear)(low, high, FULL, 0);
}
function cssPercent(place2) {
  return `${Math.round(place2 * 10) / 100}%`;
}
function plot(kind, words, {
  behind = [],
  lines,
  before = []
}) {
  const { title, description = "" } = words;
  return html`<svg class="plotted ${kind}" role="img"><title>${title}</title>${description === "" ? html`` : html`<desc>${description}</desc>`}
${behind}<svg class="stretched" viewBox="0 0 ${FULL} ${FULL}" preserveAspectRatio="none">${lines}</svg>${before}</svg>`;
}
function upright(kind, at) {
  return html`<line class="${kind}" x1="${cssPercent(at)}" x2="${cssPercent(at)}" y2="100%"/>`;
}
function level(kind, at, [from, to] = [0, FULL]) {
  return html`<line class="${kind}" x1="${cssPercent(from)}" x2="${cssPercent(to)}" y1="${cssPercent(at)}" y2="${cssPercent(at)}"/>`;
}

// src/report/html/flame-figure.ts
var ROW = 18;
var WIDTH_LEAST = 1.5;
var NAMED_LEAST = 20;
var DEPTH_MOST = 40;
var FULL_COLOUR = 0.1;
function flameFigures(profile) {
  const root = treeOf(profile);
  return ["head", "base"].flatMap(
    (arm) => root[arm] === 0 ? [] : [armFlames(profile, root, arm)]
  );
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
  const open = [{ node: root, depth: 0, x: 0, width: FULL }];
  for (let box = open.pop(); box !== void 0; box = open.pop()) {
    boxes.push(box);
    let x = box.x;
    const { depth, node } = box;
    for (const child of [...node.children.values()].toSorted((a, b) => a.name < b.name ? -1 : 1)) {
      const width = child[arm] / root[arm] * FULL;
      if (width >= WIDTH_LEAST) open.push({ node: child, depth: depth + 1, x, width });
      x += width;
    }
  }
  return boxes;
}
function armFlames(profile, root, arm) {
  const boxes = boxesOf(root, arm);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const other = arm === "head" ? "what grew is red" : "what shrank or is gone is blue";
  return html`<figure class="flame">
<figcaption>${plainLine(profile.workload)} <span class="muted">as wide as in ${arm}; ${other}</span></figcaption>
<svg width="100%" height="${rows * ROW}" role="img"><title>CPU time of an event of ${plainLine(profile.workload)} by function, ${arm}</title>
${boxes.map((box) => rectangle(box, root, rows))}
</svg></figure>`;
}
function rectangle({ node, depth, x, width }, root, rows) {
  const name = plainLine(node.name, 100);
  const text = width < NAMED_LEAST ? html`` : html`<text x="3" y="12">${name}</text>`;
  return html`<svg class="box" x="${cssPercent(x)}" y="${(rows - 1 - depth) * ROW}" width="${cssPercent(width)}" height="${ROW - 1}"><title>${name}: ${formatTime(1e3 * node.base)} -> ${formatTime(1e3 * node.head)} an event</title><rect width="100%" height="100%" fill="${boxColour(node, root)}"/>${text}</svg>
`;
}
function boxColour({ base, head }, root) {
  const change = (head - base) / Math.max(root.base, root.head);
  const strength = Math.min(1, Math.abs(change) / FULL_COLOUR);
  const pale = Math.round(232 - 122 * strength);
  return change > 0 ? `rgb(238,${pale},${pale})` : `rgb(${pale},${pale},238)`;
}

// src/report/html/table.ts
function tableBody({ columns, rows }) {
  const isNumber = (at) => columns[at].align === "right";
  const heads = columns.map(
    ({ title }, at) => isNumber(at) ? html`<th class="number">${title}</th>` : html`<th>${title}</th>`
  );
  const cellOf = (cell, at) => {
    if (at === 0) return html`<th scope="row">${cell}</th>`;
    return titledCell(columns[at].title, html`${cell}`, isNumber(at) ? "number" : "");
  };
  const body = rows.map(
    (row) => html`<tr>${row.map(cellOf)}</tr>
`
  );
  return html`<thead><tr>${heads}</tr></thead><tbody>${body}</tbody>`;
}
function titledCell(title, content, kind = "") {
  return html`<td${kind === "" ? html`` : html` class="${kind}"`} data-title="${title}">${content}</td>`;
}

// src/report/html/differences.ts
function differencesHtml({ reason }) {
  if (reason === void 0) return html``;
  const lines = differenceLines(reason).map(
    (line) => html`<li>${line}</li>
`
  );
  const list = lines.length === 0 ? html`<p>Nothing of it.</p>` : html`<ul>${lines}</ul>`;
  return html`<section><h2>What differs between base and head</h2><p class="muted">Settings, schema, sizes, plans and files of the set-up, looked at before measuring.</p>${list}${plansHtml(reason.plans)}${flames(reason)}</section>`;
}
function flames({ profiles = [] }) {
  const figures = profiles.flatMap(flameFigures);
  return figures.length === 0 ? html`` : html`<details><summary>Where the server’s CPU time goes, by function</summary>${figures}</details>`;
}
function plansHtml(plans) {
  return html`${plans.map((plan) => planSection(plan, plans.length === 1))}`;
}
function planSection(plan, isOnly) {
  const steps = planSteps(plan);
  const answer = planAnswer(plan);
  const name = `${plan.workload}, ${plan.statement}`;
  return html`<details class="plans"${isOnly ? html` open` : html``}><summary>Plans of <code>${verbatim(plainLine(plan.sql, 160))}</code> (${plainLine(plan.workload)})</summary>
${answer === "" ? html`` : html`<p>${answer}</p>`}${armTable("base", steps.base, name)}${armTable("head", steps.head, name)}</details>
`;
}
var DEPTH_MOST2 = 12;
var MARKS = { base: "−", head: "+" };
function armTable(arm, steps, name) {
  const hasTime = steps.some(({ time }) => time !== "");
  const hasWork = steps.some((step) => step.share !== null);
  const heads = ["step", ...hasWork ? ["", ...hasTime ? ["own time"] : [], "own buffers"] : [], "rows"];
  const rows = steps.map((step) => {
    const mark = step.isOther ? MARKS[arm] : "";
    const work = hasWork ? [
      html`<td class="bar">${bar(step)}</td>`,
      ...hasTime ? [titledCell("own time", html`${step.time}`, "number")] : [],
      titledCell("own buffers", html`${step.buffers}`, "number")
    ] : [];
    return html`<tr class="${step.isOther ? "other" : "same"}"><th scope="row" class="depth-${Math.min(step.depth, DEPTH_MOST2)}"><span class="change-mark">${mark}</span>${step.step}</th>${work}${titledCell("rows", html`${step.rows}`)}</tr>
`;
  });
  const title = `Plan of ${arm}: ${plainLine(name, 120)}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="plan ${arm}"><caption>${arm} <span class="muted">${MARKS[arm]} only here</span></caption><thead><tr>${heads.map((head) => head === "" ? html`<td></td>` : html`<th${head.startsWith("own") ? html` class="number"` : html``}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
`;
}
function bar({ share: part }) {
  const width = cssPercent((part ?? 0) * FULL);
  return html`<svg class="part" width="80" height="10" aria-hidden="true"><rect width="${width}" height="100%"/></svg>`;
}

// src/text/ticks.ts
function valueTicks(metric, low, high, count) {
  const factor = unitFactor(metric, high);
  return labelled(
    metric,
    niceTicks(low / factor, high / factor, count).map((tick) => tick * factor)
  );
}
function labelled(metric, ticks) {
  const labels = tickLabels(metric, ticks);
  return ticks.map((at, i) => ({ at, label: labels[i] ?? "" }));
}
function unitFactor(metric, high) {
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
  const { low, high, share } = axisScale(changes, LEAST);
  return {
    low,
    high,
    share,
    ticks: (count) => niceTicks(low, high, count).map((at) => ({ at, label: formatEffectTick(at) }))
  };
}
function logarithmicAxis(logs2) {
  const { low, high, share } = axisScale(logs2, Math.log1p(LEAST));
  return {
    low: Math.expm1(low),
    high: Math.expm1(high),
    share: (change) => share(Math.log1p(Math.max(-1, change))),
    ticks: (count) => factorTicks(low, high, count)
  };
}
function axisScale(values, least) {
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
var WIDTH = 220;
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
  const x = linear(0, 1, 4, WIDTH - 4);
  return { axis, x: (change) => x(axis.share(change)) };
}
function intervalAxis({ axis, x }) {
  const ticks = axis.ticks(5).filter(({ at }) => x(at) >= LABEL / 2 && x(at) <= WIDTH - LABEL / 2);
  const labels = ticks.map(
    ({ at, label }) => html`<text class="tick" x="${x(at)}" y="12" text-anchor="middle">${label}</text>`
  );
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} 16" width="${WIDTH}" height="16" role="img"><title>Scale of the changes</title>${labels}</svg>`;
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
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${x(-limit)}" y="2" width="${place(x(limit) - x(-limit))}" height="${HEIGHT - 4}"/><path class="zero" d="M${x(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${standing2}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval2.high > axis.high, to, 1, standing2)}${arrow(interval2.low < axis.low, from, -1, standing2)}<circle class="estimate ${standing2}" cx="${x(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}
function arrow(shown, at, direction, kind) {
  return shown ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>` : html``;
}

// src/report/html/axes.ts
var LINE = 90;
function spreadLabels(ends) {
  let free = Number.NEGATIVE_INFINITY;
  return ends.toSorted((a, b) => a.y - b.y).map((end) => {
    const nameY = Math.max(end.y, free);
    free = nameY + LINE;
    return { ...end, nameY };
  });
}
function endName(kind, x, y, name) {
  return html`<text class="${kind} name" x="${cssPercent(x)}" y="${cssPercent(y)}" dx="8" dy="4">${name}</text>
`;
}
function valueAxis(ticks, y) {
  return ticks.map(
    ({ at, label }) => html`${level("grid", y(at))}<text class="tick" x="-6" y="${cssPercent(y(at))}" dy="4" text-anchor="end">${label}</text>
`
  );
}
function labelBelow(x, label, line = 1, kind = "") {
  return html`<text class="tick${kind === "" ? "" : ` ${kind}`}" x="${cssPercent(x)}" y="100%" dy="${line * 17}" text-anchor="middle">${label}</text>
`;
}
function axisName(name, line) {
  return labelBelow(FULL / 2, name, line);
}
function timeAxis(first, last, x) {
  return niceTicks(first, last, 6).map((tick) => labelBelow(x(tick), `${significant(tick, 6)} s`));
}

// src/report/html/latency-figure.ts
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
    const points = latencyPoints(curves[arm]);
    if (points.length > 1) lines.push({ arm, points });
  }
  if (lines.length === 0) return null;
  const all = lines.flatMap((line) => line.points);
  const low = Math.min(...all.map((point) => point.ns));
  const high = Math.max(...all.map((point) => point.ns));
  const most = Math.max(...all.map((point) => point.q));
  const x = across(0, rarity(most));
  const y = upwards(low * 0.93, high * 1.07, { log: true });
  const ticks = logTicks(low * 0.93, high * 1.07).map((at) => ({ at, label: formatChosen("p50", at) }));
  const words = { title: `Latency curves of ${plainLine(name)}`, description: latencyDescription(lines) };
  const parts = {
    behind: [...valueAxis(ticks, y), ...percentileAxis(most, x)],
    lines: lines.map((line) => curve(line, x, y)),
    before: [...lines.flatMap((line) => dots(line, x, y)), ...endLabels(lines, x, y)]
  };
  return html`<figure>
<figcaption>Latency <span class="muted">by percentile</span></figcaption>
${plot("named", words, parts)}</figure>`;
}
function latencyPoints(curve2) {
  if (curve2 === null) return [];
  const points = curve2.quantiles.map((q, index) => ({ q, ns: curve2.ns[index] ?? 0 }));
  return points.filter(({ q, ns }) => q >= 0 && q < 1 && ns > 0).toSorted((a, b) => a.q - b.q);
}
function rarity(q) {
  return -Math.log10(1 - q);
}
function latencyDescription(lines) {
  const texts = lines.map(({ arm, points }) => {
    const marks = markedPoints(points).map(({ q, ns }) => `${percentileName(q)} ${formatMetric("p50", ns)}`);
    return `${arm}: ${marks.join(", ")}`;
  });
  return `${texts.join("; ")}.`;
}
function markedPoints(points) {
  const found = MARKED.map((q) => ({ q, ns: points.find((point) => point.q >= q - 1e-9)?.ns }));
  return found.flatMap(({ q, ns }) => ns === void 0 ? [] : [{ q, ns }]);
}
function percentileName(q) {
  return `p${decimal(q * 100, 4)}`;
}
var GLYPH = 42;
var GAP = 22;
function percentileAxis(most, x) {
  const shown = PERCENTILES.filter(({ q }) => q <= most + 1e-12);
  let end = Number.NEGATIVE_INFINITY;
  return shown.map(({ q, label }) => {
    const at = x(rarity(q));
    const half = GLYPH * `${label}%`.length / 2;
    const hasRoom = at - half >= end + GAP;
    if (hasRoom) end = at + half;
    return html`${upright("grid", at)}${hasRoom ? labelBelow(at, `${label}%`) : html``}`;
  });
}
function curve({ arm, points }, x, y) {
  const path = points.map(({ q, ns }) => `${x(rarity(q))} ${y(ns)}`).join("L");
  return html`<path class="${arm} line" d="${trusted(`M${path}`)}"/>`;
}
function dots({ arm, points }, x, y) {
  return markedPoints(points).map(
    ({ q, ns }) => html`<circle class="${arm} dot" cx="${cssPercent(x(rarity(q)))}" cy="${cssPercent(y(ns))}" r="3.2"><title>${arm} ${percentileName(q)}: ${formatMetric("p50", ns)}</title></circle>
`
  );
}
function endLabels(lines, x, y) {
  const ends = lines.map(({ arm, points }) => {
    const { q, ns } = points.at(-1);
    return { arm, x: x(rarity(q)), y: y(ns) };
  });
  return spreadLabels(ends).map(({ arm, x: right2, nameY }) => endName(arm, right2, nameY, arm));
}

// src/report/html/migration-figure.ts
function migrationFigure({ workload, course, stallNs, tookNs }) {
  const { longestNs, stepNs, began } = course;
  if (longestNs.length === 0) return null;
  const seconds = (step) => (step - began) * stepNs / 1e9;
  const [first, last] = [seconds(0), seconds(longestNs.length)];
  const highest = Math.max(1e6, ...longestNs);
  const x = across(first, last);
  const y = upwards(0, highest * 1.05);
  const points = longestNs.map((ns, step) => `${x(seconds(step + 0.5))} ${y(ns)}`);
  const words = {
    title: `Waits under ${plainLine(workload)} while the migration was applied`,
    description: `The migration took ${formatMeasuredTime(tookNs)}; the longest wait of a statement was ${formatMeasuredTime(stallNs)}`
  };
  const parts = {
    behind: [
      appliedShade(course, x, seconds),
      ...valueAxis(valueTicks("p99", 0, highest, 4), y),
      ...timeAxis(first, last, x)
    ],
    lines: [html`<path class="head line" d="M${points.join("L")}"/>`]
  };
  return html`<figure>
<figcaption>longest wait of a statement <span class="muted">the migration in the shaded time</span></figcaption>
${plot("course", words, parts)}</figure>`;
}
function appliedShade({ began, ended }, x, seconds) {
  const from = x(seconds(began));
  return html`<rect class="applied" x="${cssPercent(from)}" width="${cssPercent(x(seconds(ended + 1)) - from)}" height="100%"/>`;
}

// src/report/html/session-figure.ts
var AXIS = {
  paired: "sessions, base and head at the same time",
  unpaired: "base’s sessions, then head’s",
  prediction: "earlier runs, newest last, then head’s sessions"
};
function sessionFigure(report, change) {
  const dots2 = sessionDots(report, change);
  if (dots2.length === 0) return null;
  const { metric, base, head } = change;
  const info = metricInfo(metric);
  const values = [
    ...dots2.map((dot) => dot.value),
    ...[base.estimate, head.estimate].filter((value) => value !== null)
  ];
  const [low, high] = domain(values);
  const columns = Math.max(...dots2.map((dot) => dot.column));
  const x = across(-0.6, columns + 0.6);
  const y = upwards(low, high);
  const cells = cellTexts(change);
  const words = {
    title: `${info.label} of ${plainLine(change.workload)} by session`,
    description: `${info.description}; base ${cells.base}, head ${cells.head}, change ${cells.change} ${cells.interval}`
  };
  const parts = {
    behind: [...valueAxis(valueTicks(metric, low, high, 5), y), axisName(AXIS[report.rule.form], 1)],
    lines: report.rule.form === "paired" ? pairs(dots2, x, y) : [],
    before: [...estimateLines(change, y), ...dots2.map((dot) => circle(dot, x, y))]
  };
  return html`<figure>
<figcaption>${info.label} <span class="muted">${cells.change} ${cells.interval}</span></figcaption>
${plot("named", words, parts)}</figure>`;
}
function sessionDots(report, { metric, base, head }) {
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
function pairs(dots2, x, y) {
  const heads = new Map(dots2.filter((dot) => dot.arm === "head").map((dot) => [dot.column, dot.value]));
  return dots2.filter((dot) => dot.arm === "base" && heads.has(dot.column)).map(
    ({ column, value }) => html`<path class="pair" d="M${x(column)} ${y(value)}V${y(heads.get(column) ?? value)}"/>`
  );
}
function estimateLines({ base, head }, y) {
  const known = [
    { arm: "base", value: base.estimate },
    { arm: "head", value: head.estimate }
  ].flatMap(({ arm, value }) => value === null ? [] : [{ arm, y: y(value) }]);
  return spreadLabels(known).map(
    ({ arm, y: at, nameY }) => html`${level(`${arm} estimate`, at)}${endName(arm, FULL, nameY, arm)}`
  );
}
function circle({ arm, column, value, title }, x, y) {
  return html`<circle class="${arm} dot" cx="${cssPercent(x(column))}" cy="${cssPercent(y(value))}" r="4"><title>${title}</title></circle>
`;
}

// src/report/html/standalone.ts
import { createHash } from "node:crypto";
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
.verdict-card { margin: .5rem 0 1rem; padding: .1rem 0 .1rem .9rem; border-left: .25rem solid var(--rule); }
.overall-regressed .verdict-card { border-color: var(--bad); }
.overall-inconclusive .verdict-card { border-color: var(--open); }
.overall-improved .verdict-card { border-color: var(--good); }
.verdict-card p { margin: .35rem 0; }
.verdict-card code { overflow-wrap: anywhere; }
.too-few .change strong { color: var(--muted); font-weight: 450; }
.figures { scroll-margin-top: 5rem; }
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
figure { display: flow-root; margin: 0; min-width: 0; }
figcaption { font-size: .875rem; font-weight: 600; }
figcaption .muted { font-weight: 450; }
figure > svg { display: block; width: 100%; overflow: visible; }
/* A plot's labels lie in its margins, so that they have one size wherever it is drawn. */
figure > .plotted { height: 160px; width: calc(100% - 6.5rem); margin: .7rem 2.75rem 1.75rem 3.75rem; }
figure > .course { height: 180px; width: calc(100% - 4.75rem); max-width: 60rem; margin-right: 1rem; margin-left: 3.75rem; }
figure > .panel { height: 100px; width: calc(100% - 4.75rem); max-width: 60rem; margin: 3.5rem 1rem 1.75rem 3.75rem; }
figure > figcaption + .panel { margin-top: 2.25rem; }
figure > .curves { height: 240px; width: calc(100% - 9.5rem); margin: .7rem 5.5rem 3rem 4rem; }
.stretched { overflow: visible; }
.stretched path { vector-effect: non-scaling-stroke; }
.flame .box { stroke: var(--paper); }
svg text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--muted); }
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
svg text.name { font-weight: 600; }
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
.wide th:first-child { width: 8rem; overflow-wrap: anywhere; }
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
.plans { margin: .5rem 0; }
.plan { margin: .5rem 0; width: 100%; font-size: .875rem; }
.plan tbody th { font-weight: 450; overflow-wrap: anywhere; text-indent: -1.1em; }
${Array.from({ length: DEPTH_MOST2 + 1 }, (_, depth) => `.plan .depth-${depth} { padding-left: ${1.1 + 0.7 * depth}em; }`).join("\n")}
.plan .bar { width: 90px; }
.plan .number { width: 6rem; }
.plan :is(th, td):last-child { width: 30%; min-width: 8rem; }
.plan :is(th, td) { vertical-align: baseline; }
.plan tr.other th { font-weight: 650; }
.plan.base tr.other th { box-shadow: inset 3px 0 var(--base); }
.plan.head tr.other th { box-shadow: inset 3px 0 var(--head); }
.plan tr.other { background: var(--code); }
.plan .change-mark { display: inline-block; width: 1.1em; text-indent: 0; }
.plan .part rect { fill: var(--muted); }
.plan.head .part rect { fill: var(--head); }
.plan.base .part rect { fill: var(--base); }
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
@media screen and (max-width: 40rem) {
  .wide table, .wide tbody { display: block; min-width: 0; }
  .wide thead { display: none; }
  .wide tr { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem 1rem; padding: .6rem 0; border-bottom: 1px solid var(--rule); }
  .wide th:first-child { grid-column: 1 / -1; width: auto; }
  .wide th, .wide td { padding: 0; border: 0; text-align: left; white-space: normal; }
  .plan, .plan :is(tbody, caption) { display: block; }
  .plan thead { display: none; }
  .plan tr { display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: .4rem 0; border-bottom: 1px solid var(--rule); }
  .plan tbody th { flex: 1 0 100%; }
  .plan :is(th, td) { border: 0; padding-top: 0; padding-bottom: 0; width: auto; }
  .plan td:last-child { flex: 1 0 100%; width: auto; }
  .plan td[data-title^="own"]::before, .wide td::before { content: attr(data-title) " "; color: var(--muted); }
}
/* Paper does not scroll: it shows every column, and folded parts are open. */
@media print {
  details::details-content { content-visibility: visible; block-size: auto; }
  figure, tr, pre { break-inside: avoid; }
  .wide, .scroll { overflow: visible; }
  .wide table, .scroll table { min-width: 0; width: 100%; table-layout: auto; font-size: .75rem; }
  .wide th, .wide td, .scroll th, .scroll td { padding-right: .5rem; white-space: normal; }
  .scroll th:first-child { overflow-wrap: anywhere; }
  .wide th, .wide td { width: auto !important; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`;

// src/report/words/timeline.ts
function disruptionTable({ disruptions }) {
  return {
    columns: [
      left("disruption"),
      left("arm"),
      ...["took", "recovery", "dip depth", "dip length", "failed events"].map(right)
    ],
    rows: disruptions.flatMap(({ name, base, head }) => [
      ...base === null ? [] : [summaryCells(name, "base", base)],
      summaryCells(name, "head", head)
    ])
  };
}
function summaryCells(name, arm, of) {
  const { unrecovered, dips } = of;
  return [
    plainLine(name),
    arm,
    formatMeasuredTime(of.tookNs.mean),
    dips === 0 ? "no dip" : recoveryText(of),
    dips === 0 ? "none" : estimateText(of.depth, formatPercent, 1),
    dips === 0 ? "none" : `${unrecovered > 0 ? "over " : ""}${estimateText(of.dipNs, formatMeasuredTime)}`,
    estimateText(of.failedEvents, plainAmount)
  ];
}
function recoveryText({ sessions, unrecovered, dippedAgain = 0, recoveryNs }) {
  const all = plural(sessions, "session");
  const recovery = unrecovered === 0 ? estimateText(recoveryNs, formatMeasuredTime) : `over ${formatMeasuredTime(recoveryNs.mean)}: not recovered in ${unrecovered} of ${all}`;
  return dippedAgain === 0 ? recovery : `${recovery}; dipped again later in ${dippedAgain} of ${all}`;
}
function stretchTable({ stretches }) {
  return {
    columns: [left("load"), left("arm"), right("events a second"), right("longest wait")],
    rows: stretches.flatMap(
      ({ title, base, head }) => Object.entries({ base, head }).flatMap(([arm, of]) => {
        if (of === null) return [];
        const wait = of.longestNs === null ? "unknown" : estimateText(of.longestNs, formatMeasuredTime);
        return [[plainLine(title, 90), arm, estimateText(of.perSecond, formatNumber), wait]];
      })
    )
  };
}
function estimateText({ mean: mean2, low, high }, format, most = Number.POSITIVE_INFINITY) {
  if (isTooWide(low, high)) return `${format(mean2)} (${TOO_WIDE})`;
  const bounds = low === null || high === null ? "" : ` (${format(Math.max(0, low))}${NBSP}..${NBSP}${format(Math.min(most, high))})`;
  return low === high ? format(mean2) : `${format(mean2)}${bounds}`;
}
function plainAmount(value) {
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}
function timelineTerms({ limit, disruptions }) {
  const sessions = disruptions[0]?.head.sessions ?? 0;
  const means = `means over ${plural(sessions, "session")} with 95${NBSP}% intervals`;
  return limit === void 0 ? means : `${recoveryLimit(limit)}; ${means}`;
}
function recoveryLimit({ askedShare, base, head }) {
  const arms = Object.entries({ base, head }).flatMap(([arm, of]) => of === null ? [] : [{ arm, ...of }]);
  const usual = arms.map(({ arm, usualPerSecond }) => `${arm} ${formatNumber(usualPerSecond.mean)}`);
  const shares = arms.flatMap((arm) => arm.shares);
  const before = `of the throughput before the first disruption (${usual.join(", ")} events a second)`;
  if (askedShare === null) return `within the limit from ${shareRange(shares)} ${before}`;
  const lowered = shares.filter((share) => share < askedShare);
  const said = `within the limit from ${formatChosenShare(askedShare)} ${before}`;
  if (lowered.length === 0) return said;
  const loads = lowered.length === shares.length ? "each load" : `${lowered.length} of ${shares.length} loads`;
  return `${said}, lowered to ${shareRange(lowered)} in ${loads}, because it dipped that far before the first disruption`;
}
function shareRange(shares) {
  const ends = [Math.min(...shares), Math.max(...shares)].map(formatPercent);
  return ends[0] === ends[1] ? ends[0] : ends.join(`${NBSP}..${NBSP}`);
}
function timelineFailures({ disruptions }) {
  const said = disruptions.flatMap(({ name, head }) => {
    const states = Object.entries(head.failuresBySqlstate).map(
      ([state, count]) => `${formatCount(count)} × ${plainLine(sqlstateText(state), 40)}`
    );
    return states.length === 0 ? [] : [`${plainLine(name)}: ${states.join(", ")}`];
  });
  return said.length === 0 ? "" : `Failed attempts of head, by SQLSTATE: ${said.join("; ")}`;
}

// src/report/html/timeline.ts
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
  const first = Math.min(...arms.map((drawn) => secondsAt(drawn, 0)));
  const last = Math.max(...arms.map((drawn) => secondsAt(drawn, drawn.course.events.length)));
  const x = across(first, last);
  const lines = arms.length > 1 ? "lines" : "line";
  const hasBands = timeline.bands.head !== null;
  const panels = READINGS.map((reading) => panel(reading, timeline, x, timeAxis(first, last, x)));
  return html`<figure>
<figcaption>throughput and longest wait <span class="muted">${lines}: the session with the middle recovery${arms.length > 1 ? ", head drawn, base dashed" : ""}; ${hasBands ? "areas: 95 % interval of the mean over the sessions, of each step by itself; " : ""}disruptions in the shaded time of head, seconds from the start of the first disruption</span></figcaption>
${panels}</figure>`;
}
function secondsAt({ firstNs, course }, step) {
  return (step * course.stepNs - firstNs) / 1e9;
}
function panel(reading, { workload, head, base, bands, disruptions }, x, seconds) {
  const { title, metric, of } = reading;
  const values = (drawn) => drawn.course.events.map((_, step) => of(drawn, step));
  const highest = Math.max(
    metric === "tps" ? 1 : 1e6,
    ...values(head),
    ...base === null ? [] : values(base)
  );
  const y = upwards(0, highest * 1.05);
  const line = (drawn, arm) => html`<path class="${arm} line" d="M${values(drawn).map((value, step) => `${x(secondsAt(drawn, step + 0.5))} ${y(value)}`).join("L")}"/>
`;
  const words = {
    title: `${title} of ${plainLine(workload)} over time, with its disruptions`,
    description: disruptions.map(({ name }) => plainLine(name)).join(", ")
  };
  const parts = {
    behind: [
      html`<text class="tick" y="-18">${title}</text>`,
      ...disruptions.map((disruption) => disruptionShade(disruption, head, x)),
      ...valueAxis(valueTicks(metric, 0, highest, 3), y),
      ...seconds
    ],
    lines: [
      interval(reading, bands.base, "base", { x, y }),
      interval(reading, bands.head, "head", { x, y }),
      ...base === null ? [] : [line(base, "base")],
      line(head, "head")
    ]
  };
  return plot("panel", words, parts);
}
function interval({ band }, of, arm, { x, y }) {
  if (of === null) return html``;
  const { low, high } = band(of);
  const point = (value, step) => `${x((of.fromNs + (step + 0.5) * of.stepNs) / 1e9)} ${Math.max(0, y(value))}`;
  const there = high.map(point);
  const back = low.map(point).reverse();
  return html`<path class="${arm} band" d="M${[...there, ...back].join("L")}Z"/>
`;
}
var SHADE_LEAST = 3;
function disruptionShade({ name, beganNs, tookNs }, { firstNs }, x) {
  const from = x((beganNs - firstNs) / 1e9);
  const width = Math.max(SHADE_LEAST, x((beganNs + tookNs - firstNs) / 1e9) - from);
  return html`<rect class="applied" x="${cssPercent(from)}" width="${cssPercent(width)}" height="100%"><title>${plainLine(name)}</title></rect><text class="tick" x="${cssPercent(from)}" dx="3" y="-4">${plainLine(name)}</text>
`;
}
function timelinesHtml({ timelines: all = [] }) {
  return html`${all.map(timelineSection)}`;
}
function timelineSection(timeline) {
  const title = `Disruptions of ${plainLine(timeline.workload)}`;
  const stretches = stretchTable(timeline);
  const course = `Load before, in and after the disruptions of ${plainLine(timeline.workload)}`;
  const failures = timelineFailures(timeline);
  return html`<section class="timeline"><h2>${title}</h2><p>${timelineTerms(timeline)}.</p>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>${tableBody(disruptionTable(timeline))}</table></div>
${stretches.rows.length === 0 ? html`` : html`<div class="wide course" tabindex="0" role="region" aria-label="${course}"><table>${tableBody(stretches)}</table></div>
`}${failures === "" ? html`` : html`<p class="muted">${failures}</p>`}${timelineFigure(timeline)}${logs(timeline)}</section>
`;
}
function logs({ disruptions, logs: said }) {
  return disruptions.flatMap(({ name }, at) => {
    const log = said[at] ?? "";
    if (log === "") return [];
    const lines = log.split("\n").map((line) => plainLine(line, 300));
    return [
      html`<details><summary>what ${plainLine(name)} said last, in that session</summary><pre>${lines.join("\n")}</pre></details>
`
    ];
  });
}

// src/report/words/hosts.ts
var NOTHING3 = "–";
var HOST_MOST = 120;
function hostTable(hosts) {
  if (hosts === void 0) return null;
  const both = hosts.base.length > 0 && hosts.head.length > 0;
  const listed2 = [
    ...hosts.base.map((own) => ({ arm: "base", own })),
    ...hosts.head.map((own) => ({ arm: "head", own }))
  ];
  const of = listed2.map(({ own }) => own);
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
    rows: listed2.map(({ arm, own }, i) => [
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

// src/report/html/workload-tables.ts
function toSeries(series, { workload, metric }, words) {
  const address = workload === ALL_WORKLOADS ? null : series(workload, metric);
  return address === null ? words : html`<a href="${address}" rel="noreferrer">${words}</a>`;
}
var METRIC_COLUMNS = ["base", "head", "change", "interval", "sd of a session", "detectable", "limit"];
function metricsTable(workload, series) {
  const { name, changes } = workload;
  const [first = html``, ...others] = changes.map((change) => {
    const cells = cellTexts(change);
    const numbers = [
      cells.base,
      cells.head,
      cells.change,
      cells.interval,
      cells.noise,
      cells.smallestVisible,
      cells.limit
    ];
    return html`<tr class="${standingOfGate(change.verdict)}"><th scope="row">${toSeries(series, change, html`<abbr title="${metricInfo(change.metric).description}">${metricInfo(change.metric).label}</abbr>`)}</th>${numbers.map((number, at) => titledCell(METRIC_COLUMNS[at], html`${number}`, "number"))}<td>${plainLine(cells.verdict, 160)}</td></tr>
`;
  });
  const rows = [first, slowestRow(workload), ...others];
  const heads = METRIC_COLUMNS.map(
    (column) => html`<th class="number ${column.replaceAll(" ", "-")}">${column}</th>`
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="All metrics of ${plainLine(name)}"><table><thead><tr><th>metric</th>${heads}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
function slowestRow(workload) {
  const slowest = slowestCells(workload);
  if (slowest === null) return html``;
  const [label, base, head] = slowest;
  return html`<tr><th scope="row">${label}</th>${titledCell("base", html`${base}`, "number")}${titledCell("head", html`${head}`, "number")}<td colspan="${METRIC_COLUMNS.length - 1}"></td></tr>
`;
}
var STATEMENT_COLUMNS = ["calls, head", "mean, base", "mean, head", "change", "p99, base", "p99, head"];
function partsTable({ name, kinds, stages, statements }, noun, title, note) {
  const parts = noun === "stage" ? stageRows(stages) : partRows(noun === "event" ? kinds : statements);
  const rows = parts.map(
    ({ name: part, calls, mean: mean2, p99 }) => html`<tr><th scope="row">${plainLine(part)}</th>${[calls, ...mean2, ...p99].map((number) => html`<td class="number">${number}</td>`)}</tr>
`
  );
  if (rows.length === 0) return html``;
  const heads = STATEMENT_COLUMNS.map((column) => html`<th class="number">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title} of ${plainLine(name)}"><table class="counts"><caption>${title} <span class="muted">(${note})</span></caption><thead><tr><th>${noun}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
function hostsTable({ name, hosts }) {
  const table = hostTable(hosts);
  if (table === null) return html``;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Load by host of ${plainLine(name)}"><table class="counts"><caption>Load by host</caption>${tableBody(table)}</table></div>`;
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

// src/report/html/html.ts
var OPEN_WORKLOADS_MOST = 4;
function renderHtml(report) {
  const title = `Plumbline: ${headline(report)}`;
  const { suite, guidance } = report;
  const parts = reportParts(
    report,
    (workload, metric) => pageAddress(guidance?.siteUrl ?? null, { page: "workload", suite, workload }, `?metric=${metric}`)
  );
  const body = html`<header>
${plumbMark(72)}
<div>
<p class="suite">Plumbline · suite ${plainLine(report.suite)}</p>
<h1>${titleOf(report)}</h1>
${parts.lead}
</div>
</header>
<main>
${parts.answers}
${parts.warnings}
${byVerdict(report).map((at) => parts.workloads[at])}
${parts.rest}
</main>
<footer><p>${origin(report)}Plumbline ${plainLine(report.version)} · report ${report.id} · <time datetime="${report.createdAt}">${minuteOf(report.createdAt)} UTC</time></p></footer>
<script type="application/json" id="plumbline-report">${trusted(embeddedJson(report))}</script>`;
  return standalonePage({ title, style: STYLE, kind: `overall-${report.verdict}`, body });
}
function byVerdict({ workloads }) {
  const rank = (at) => WORST_FIRST.indexOf(standingOf(workloads[at]));
  return workloads.map((_, at) => at).toSorted((a, b) => rank(a) - rank(b));
}
function cardHtml({ cause, figures, ways }) {
  const words = (way) => "address" in way ? html`<a href="${way.address}" rel="noreferrer">${way.words}</a>` : html`${way.words}: <code>${verbatim(way.command)}</code>`;
  const onward = ways.filter((way) => way.words !== HERE).map((way, i) => html`${i === 0 ? "" : " · "}${words(way)}`);
  return html`<div class="verdict-card">
${cause === null ? html`` : html`<p>${causeHtml(cause)}</p>`}
${figures.length === 0 ? html`` : html`<p>${figures.join(" · ")}</p>`}
${onward.length === 0 ? html`` : html`<p class="muted">${onward}</p>`}
</div>
`;
}
function causeHtml({ code, text, place: place2 }) {
  const said = code === null ? html`${capital(text)}` : html`<code>${verbatim(code)}</code> ${text}`;
  if (place2 === null) return said;
  return place2.address === null ? html`${said} ${place2.words}` : html`${said} <a href="${place2.address}" rel="noreferrer">${place2.words}</a>`;
}
function reportParts(report, series) {
  return {
    lead: html`${cardHtml(cardOf(report, report.guidance ?? NO_GUIDANCE))}<p class="muted">Head ${commitText(report.head)} against ${baselineText(report)}; ${measuredText(report)}.</p>
${togetherHtml(report)}<p class="muted">${visibleText(report)}</p>`,
    answers: html`${limitsHtml(report)}${migrationHtml(report)}${answersHtml(report, series)}${causesHtml(report)}${capacitiesHtml(report)}${timelinesHtml(report)}${acceptancesHtml(report)}`,
    warnings: warningListHtml(report),
    workloads: report.workloads.map(
      (workload, at) => workloadSection(report, workload, { series, id: partId(report, at) })
    ),
    rest: html`${differencesHtml(report)}${acceptHtml(report)}
${reproduceHtml(report)}
${conditionsHtml(report)}`
  };
}
function togetherHtml(report) {
  const text = togetherText(report);
  return text === "" ? html`` : html`<p>${text}</p>
`;
}
function limitsHtml(report) {
  const sentences = [...limitDetails(report), ...carriedSentences(report)];
  return sentences.length === 0 ? html`` : html`<section class="limits" aria-label="Limits"><p>${sentences.join(" ")}</p></section>`;
}
function causesHtml(report) {
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
  return code === null ? html`${text}` : html`<code>${verbatim(code)}</code> ${text}`;
}
function embeddedJson(report) {
  const code = (character) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(report).replace(/[<\p{Cc}]/gu, (character) => `\\u${code(character)}`);
}
function origin({ origin: { runUrl }, head, guidance }) {
  const site = guidance?.siteUrl ?? null;
  const links = [
    { words: "workflow run", address: webAddress(runUrl) },
    { words: "this commit", address: pageAddress(site, { page: "commit", sha: head.commit.sha }) },
    { words: "history", address: pageAddress(site, { page: "overview" }) }
  ];
  return html`${links.map(({ words, address }) => address === null ? html`` : html`<a href="${address}" rel="noreferrer">${words}</a> · `)}`;
}
function answersHtml(report, series) {
  const rows = changeRows(report);
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
  if (notWorse.length === 0) return withinText(unchanged.length);
  const also = unchanged.length === 0 ? "" : `, ${formatCount(unchanged.length)} ${within}`;
  return `${plural(notWorse.length, "metric")} not worse${also}`;
}
function legendText(report) {
  const dots2 = report.rule.form === "paired" ? "; small ticks are the sessions’ changes" : "";
  return `In the picture, the shaded band is the limit, the bar the change with its interval${dots2}. ${cellsText(report)}`;
}
function answerRow(report, change, scale, series) {
  const cells = cellTexts(change);
  const standing2 = standingOfGate(change.verdict);
  return html`<tr class="${standing2}">
<th scope="row">${toWorkload(report, change.workload)}</th>
<td class="metric">${toSeries(series, change, html`${metricInfo(change.metric).label}`)}</td>
<td class="number base">${cells.base}</td>
<td class="number head">${cells.head}</td>
<td class="number change"><strong>${cells.change}</strong> <span class="muted">${cells.interval}</span></td>
<td class="picture">${intervalPicture(report, change, scale)}</td>
<td class="number limit">${cells.limit}</td>
<td class="verdict">${verdictBadge(standing2)} ${verdictNote(report, change, standing2)}</td>
</tr>
`;
}
function toWorkload(report, workload) {
  const at = report.workloads.findIndex(({ name }) => name === workload);
  const words = plainLine(workload);
  return at === -1 ? html`${words}` : html`<a href="#${partId(report, at)}">${words}</a>`;
}
function partId({ id }, at) {
  return `of-${id.slice(0, 8)}-${at + 1}`;
}
function verdictNote(report, change, standing2) {
  const words = (text) => html`<span class="muted">${plainLine(text, 160)}</span>`;
  if (standing2 === "inconclusive" || standing2 === "too-few") return words(changeRemedy(change, report));
  return standing2 === "not-worse" ? words(verdictWord(change).replace(/^not worse /, "")) : tradeNote(change);
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
function acceptancesHtml({ acceptances = [] }) {
  if (acceptances.length === 0) return html``;
  const items = acceptances.map(({ workload, metric, by, at, reason }) => {
    const scope = [workload, metric === null ? null : metricInfo(metric).label].filter(
      (part) => part !== null
    );
    return html`<li>${scope.length === 0 ? "everything" : plainLine(scope.join(" "))} by ${plainLine(by)} on ${dayOf(at)}: ${plainLine(reason, 300)}</li>
`;
  });
  return html`<section><h2>Accepted</h2><ul>${items}</ul></section>`;
}
function warningListHtml(report) {
  if (report.warnings.length === 0) return html``;
  const items = notesOf(report).map(
    ({ text, remedy }) => html`<li>${text}. <span class="muted">Remedy: ${remedy}</span></li>
`
  );
  return html`<section class="warnings"><h2>Warnings</h2><ol>${items}</ol></section>`;
}
function migrationHtml({ migration: tried }) {
  if (tried === void 0) return html``;
  const heads = [
    "took",
    "longest wait",
    "worst",
    "limit",
    "before",
    `p99 over ${formatTimeLimit(tried.limitNs)}`,
    "failed"
  ];
  const rows = tried.workloads.map((workload) => {
    const { took, stall, worst, before, slow, failed } = migrationCells(workload);
    const isFine = workload.faults.length === 0;
    const numbers = [took, stall, worst, formatTimeLimit(tried.rules.stallNs), before, slow, failed];
    return html`<tr class="${isFine ? "unchanged" : "regressed"}"><th scope="row">${plainLine(workload.workload)}</th>${numbers.map((number, at) => titledCell(heads[at], html`${number}`, "number"))}<td class="verdict"><span class="badge ${isFine ? "unchanged" : "regressed"}">${isFine ? "= passed" : "✕ does not pass"}</span></td></tr>
`;
  });
  const details = tried.workloads.map((workload) => {
    const causes = migrationCauses(workload).map(
      (cause) => html`<li>${cause}</li>
`
    );
    const ways = migrationRemedies(workload).map(
      (way) => html`<li class="muted">Remedy: ${way}</li>
`
    );
    return html`<h3>${plainLine(workload.workload)}</h3><ul>${causes}${ways}</ul>${migrationFigure(workload) ?? html``}`;
  });
  return html`<section class="migration"><h2>Migration under load</h2><p>${migrationName(tried)}, applied to servers with base’s schema; medians over ${plural(tried.workloads[0]?.sessions ?? 0, "session")}. Locks were looked at ${tried.samplesPerSecond} times a second.</p>
<div class="wide" tabindex="0" role="region" aria-label="Migration under load"><table><thead><tr><th>under</th>${heads.map((head) => html`<th class="number">${head}</th>`)}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>
${details}</section>
`;
}
function workloadSection(report, workload, { series, id }) {
  const standing2 = standingOf(workload);
  const kind = workload.name === workload.workload ? "" : plainLine(workload.workload);
  const gates = gatesOf(workload).filter((change) => !isQuiet(change));
  const figures = [latencyFigure(workload), ...gates.map((change) => sessionFigure(report, change))];
  return html`<details class="workload"${trusted(isUnfolded(report, standing2) ? " open" : "")}>
<summary><h2>${plainLine(workload.name)}</h2> <span class="muted">${kind}</span> ${verdictBadge(standing2)}</summary>
<div class="figures" id="${id}">${figures.filter((figure) => figure !== null)}</div>
${metricsTable(workload, series)}
${partsTable(workload, "stage", "Latency by stage", `no gates; ${EVIDENCE_OF_PARTS}`)}${partsTable(workload, "event", "Latency by kind of event", EVIDENCE_OF_PARTS)}${partsTable(workload, "statement", "Latency by statement", `no gates; ${EVIDENCE_OF_PARTS}`)}
${hostsTable(workload)}${errorsTable(workload)}
</details>
`;
}
function isUnfolded({ verdict, workloads }, standing2) {
  const quiet = standing2 === "unchanged" || standing2 === "not-worse" || standing2 === "none";
  return !quiet || verdict === "unchanged" && workloads.length <= OPEN_WORKLOADS_MOST;
}
function reproduceHtml(report) {
  return html`<section><h2>How to reproduce</h2><pre tabindex="0"><code>${verbatim(reproduceCommands(report).join("\n"))}</code></pre></section>`;
}
function acceptHtml(report) {
  const { regressed } = changeRows(report);
  if (regressed.length === 0) return html``;
  const config = acceptingConfig(regressed);
  const byLimit = config.length === 0 ? html`<p>${noLimit(regressed)}</p>` : html`<p>Or raise the limit of what gets slower in plumbline.yml in the same pull request, where reviewers see it.${noLimit(regressed) === "" ? "" : ` ${noLimit(regressed)}`}</p><pre tabindex="0"><code>${verbatim(config.join("\n"))}</code></pre>`;
  return html`<section><h2>How to accept</h2><p>If the change is worth its price, a maintainer comments on the pull request, with the reason. This needs the workflow accept.yml of Plumbline's examples.</p><pre tabindex="0"><code>${verbatim(acceptCommand(regressed))}</code></pre>${byLimit}</section>`;
}
function conditionsHtml(report) {
  const { shared, own } = optionTexts(report);
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
function capacitiesHtml({ capacities: all = [] }) {
  if (all.length === 0) return html``;
  return html`<section class="capacity"><h2>Capacity: the largest load that keeps its limits</h2>
<div class="wide" tabindex="0" role="region" aria-label="Capacity"><table>${tableBody(capacityTable(all))}</table></div></section>
`;
}

// src/analysis/history/series.ts
var CONFIDENCE = 0.95;
function seriesKey({ workload, metric, arm, fingerprint }) {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}
function seriesOf(subject, points, next) {
  const { suite, workload, metric } = subject;
  const { unit, direction } = metricInfo(metric);
  const machines = [...new Set(points.map(({ fingerprint }) => fingerprint))];
  const place2 = new Map(machines.map((machine, i) => [machine, i]));
  const intervals = points.map(valueInterval);
  return {
    suite,
    workload,
    metric,
    unit,
    direction,
    x: points.map((_, i) => i),
    run: points.map(({ runId }) => runId),
    repository: points.map(({ repository }) => repository),
    commit: points.map(({ commit }) => commit),
    subject: points.map((point) => point.subject),
    author: points.map(({ author }) => author),
    branch: points.map(({ branch }) => branch),
    arm: points.map(({ arm }) => arm),
    at: points.map(({ commitTime, measuredAt }) => commitTime ?? measuredAt),
    measuredAt: points.map(({ measuredAt }) => measuredAt),
    machine: points.map(({ fingerprint }) => place2.get(fingerprint)),
    value: points.map(({ value }) => value),
    low: intervals.map(({ low }) => low),
    high: intervals.map(({ high }) => high),
    sessions: points.map(({ sessions }) => sessions),
    machines,
    next
  };
}
function valueInterval({
  value,
  sessions,
  logSd
}) {
  if (logSd === null || sessions < 2) return { low: null, high: null };
  const reach = criticalOf(sessions - 1) * logSd / Math.sqrt(sessions);
  return { low: value * Math.exp(-reach), high: value * Math.exp(reach) };
}
var criticals = /* @__PURE__ */ new Map();
function criticalOf(df) {
  const critical = criticals.get(df) ?? studentQuantile((1 + CONFIDENCE) / 2, df);
  criticals.set(df, critical);
  return critical;
}

// src/stats/random.ts
function seededRng(seed) {
  let mix = seed | 0;
  const next = () => {
    mix = mix + 2654435769 | 0;
    let z = mix;
    z = Math.imul(z ^ z >>> 16, 2246822507);
    z = Math.imul(z ^ z >>> 13, 3266489909);
    return z ^ z >>> 16;
  };
  let [a, b, c, d] = [next(), next(), next(), next()];
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return (result >>> 0) / 2 ** 32;
  };
}
function rotate(x, bits) {
  return x << bits | x >>> 32 - bits;
}
function drawIndex(rng, below) {
  return Math.floor(rng() * below);
}

// src/stats/energy.ts
var ROUNDING2 = 1e-9;
var SHRINK = 2;
var SHORTEST_WINDOW = 12;
var EnergySearch = class {
  #minimum;
  #values;
  #trees;
  /** Sum of the distances of each value to those before it, in the piece at hand. */
  #toLeft;
  #order;
  #windows;
  /** @throws RangeError for a value that is not finite, or parts of less than two */
  constructor(values, minimum) {
    const n = values.length;
    if (minimum < 2 || !values.every(Number.isFinite)) {
      throw new RangeError(`energy statistic of ${n} values in parts of ${minimum}`);
    }
    const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
    const center = values[order[n >> 1]] ?? 0;
    this.#minimum = minimum;
    this.#values = Float64Array.from(values, (value) => value - center);
    this.#trees = new RankTrees(order);
    this.#toLeft = new Float64Array(n);
    this.#order = Int32Array.from(values, (_, i) => i);
    this.#windows = windowsOf(n).filter(([start, end]) => end - start >= 2 * minimum);
  }
  get length() {
    return this.#values.length;
  }
  /** Number of splits that are looked at. */
  get splits() {
    return this.#windows.reduce((sum, [start, end]) => sum + end - start - 2 * this.#minimum + 1, 0);
  }
  /** The strongest split of the values as they were given; null where they are too few, or all equal. */
  best() {
    this.#order.sort();
    const split = this.#strongest();
    return split.strength === Number.NEGATIVE_INFINITY ? null : split;
  }
  /** The strength of the best split of the values in random order. */
  shuffled(rng) {
    for (let i = this.#order.length - 1; i > 0; i--) {
      const j = drawIndex(rng, i + 1);
      const kept = this.#order[i];
      this.#order[i] = this.#order[j];
      this.#order[j] = kept;
    }
    return this.#strongest().strength;
  }
  /** The strongest split of the current order. */
  #strongest() {
    let best = { index: 0, strength: Number.NEGATIVE_INFINITY, length: 0 };
    for (const [start, end] of this.#windows) {
      const split = this.#strongestIn(start, end);
      if (split.strength > best.strength) best = split;
    }
    return best;
  }
  #strongestIn(start, end) {
    const n = end - start;
    const minimum = this.#minimum;
    const { total, sum } = this.#enter(start, end);
    const [values, order, trees, toLeft] = [this.#values, this.#order, this.#trees, this.#toLeft];
    const scale = 2 * total / (n * (n - 1));
    let [left2, between, index, strength] = [0, 0, start, Number.NEGATIVE_INFINITY];
    if (scale === 0) return { index, strength, length: n };
    for (let k = 1; k <= n - minimum; k++) {
      const i = order[start + k - 1];
      const moved = toLeft[start + k - 1];
      left2 += moved;
      between += trees.distance(i, values[i], n, sum) - 2 * moved;
      if (k < minimum) continue;
      const m = n - k;
      const right2 = total - left2 - between;
      const q = 2 / n * (between - m / (k - 1) * left2 - k / (m - 1) * right2);
      if (q > strength) {
        strength = q;
        index = start + k;
      }
    }
    return { index, strength: strength / scale, length: n };
  }
  /** Puts a piece into the trees. @returns the sum of all its distances, each pair once, and of its values */
  #enter(start, end) {
    const [values, order, trees, toLeft] = [this.#values, this.#order, this.#trees, this.#toLeft];
    trees.clear();
    let [total, sum] = [0, 0];
    for (let k = start; k < end; k++) {
      const i = order[k];
      const value = values[i];
      const distance = trees.distance(i, value, k - start, sum);
      trees.add(i, value);
      toLeft[k] = distance;
      total += distance;
      sum += value;
    }
    return { total, sum };
  }
};
var RankTrees = class {
  /** Rank from 1 of each value, ties in any order; the position in both trees. */
  #ranks;
  #counts;
  #sums;
  /** @param order positions of all values, by value */
  constructor(order) {
    this.#ranks = new Int32Array(order.length);
    for (const [rank, i] of order.entries()) this.#ranks[i] = rank + 1;
    this.#counts = new Float64Array(order.length + 1);
    this.#sums = new Float64Array(order.length + 1);
  }
  clear() {
    this.#counts.fill(0);
    this.#sums.fill(0);
  }
  add(i, value) {
    const counts = this.#counts;
    const sums = this.#sums;
    for (let at = this.#ranks[i]; at < counts.length; at += at & -at) {
      counts[at] += 1;
      sums[at] += value;
    }
  }
  /** Sum of the distances of a value to all that were added: so many, with that sum. */
  distance(i, value, count, sum) {
    const counts = this.#counts;
    const sums = this.#sums;
    let smaller = 0;
    let smallerSum = 0;
    for (let at = this.#ranks[i]; at > 0; at -= at & -at) {
      smaller += counts[at];
      smallerSum += sums[at];
    }
    return value * (2 * smaller - count) + sum - 2 * smallerSum;
  }
};
function windowsOf(length) {
  const windows = [[0, length]];
  for (let size = Math.ceil(length / SHRINK); size >= SHORTEST_WINDOW; size = Math.ceil(size / SHRINK)) {
    const step = size >> 1;
    for (let start = 0; start + size < length; start += step) windows.push([start, start + size]);
    windows.push([length - size, length]);
  }
  return windows;
}
function testSplit(search, split, options) {
  const { level: level2, permutations, inflation, rng } = options;
  const strength = deflated(split, inflation);
  const least = Math.max(1 / (permutations + 1), rarest(search, split));
  const bound = CAUTION * search.splits * boundOfOne(strength);
  if (bound <= level2) return { p: Math.max(bound, least), permutations: 0 };
  const allowed = Math.floor(level2 * (permutations + 1)) - 1;
  const first = [];
  let reached = 0;
  for (let drawn = 1; drawn <= permutations; drawn++) {
    const other = search.shuffled(rng);
    if (other >= strength - ROUNDING2) reached += 1;
    if (reached > allowed) return { p: (reached + 1) / (drawn + 1), permutations: drawn };
    if (drawn <= FIRST) first.push(other);
    const tail = drawn === FIRST && reached === 0 ? tailBeyond(strength, first) : 1;
    if (CAUTION * tail <= level2) return { p: Math.max(CAUTION * tail, least), permutations: drawn };
  }
  return { p: (reached + 1) / (permutations + 1), permutations };
}
function rarest({ length }, split) {
  if (split.length < length) return 0;
  const [left2, right2] = [split.index, length - split.index];
  return 2 * Math.exp(logGamma(left2 + 1) + logGamma(right2 + 1) - logGamma(length + 1));
}
var FIRST = 40;
var EULER = 0.5772156649015329;
function tailBeyond(strength, maxima) {
  const scale = standardDeviation(maxima) * Math.sqrt(6) / Math.PI;
  const location = mean(maxima) - EULER * scale;
  return scale === 0 ? 1 : -Math.expm1(-Math.exp(-(strength - location) / scale));
}
function deflated({ strength, length }, inflation) {
  const share = (strength + 1) / length;
  return length * share / (share + inflation * (1 - share)) - 1;
}
var CAUTION = 10;
function boundOfOne(strength) {
  return strength < 0.6 ? 1 : 2 * normalUpper(Math.sqrt(strength + 1));
}

// src/stats/steps.ts
var WIDTHS = [1, 4 / 3, 2, 3, 4];
function stepWindows(values, { level: level2, minimum, noise }) {
  const { length } = values;
  if (length < 2 * minimum || noise === 0) return [];
  const sums = new Sums(values);
  const threshold = thresholdOf(length, level2);
  const widths = WIDTHS.map((factor) => Math.round(factor * minimum));
  const found = [];
  for (let index = minimum; index <= length - minimum; index++) {
    for (const left2 of widths) {
      for (const right2 of widths) {
        if (left2 > index || right2 > length - index) break;
        const size = windowSize(sums, { index, left: left2, right: right2 }, noise, threshold);
        if (size > threshold) found.push({ index, left: left2, right: right2, size });
      }
    }
  }
  return found;
}
function narrowestSteps(windows) {
  const narrowest = windows.toSorted((a, b) => a.left + a.right - (b.left + b.right) || b.size - a.size);
  const taken = [];
  for (const { index, left: left2, right: right2 } of narrowest) {
    if (taken.every((place2) => place2 <= index - left2 || place2 >= index + right2)) taken.push(index);
  }
  return taken.sort((a, b) => a - b);
}
function clearestStep(windows, start, end) {
  let best = null;
  for (const each of windows) {
    const isWithin = each.index - each.left >= start && each.index + each.right <= end;
    if (isWithin && (best === null || each.size > best.size)) best = each;
  }
  return best === null ? null : best.index;
}
function windowSize(sums, { index, left: left2, right: right2 }, noise, threshold) {
  const difference = Math.abs(sums.mean(index, index + right2) - sums.mean(index - left2, index));
  const least = noise * noise;
  if (difference <= threshold * Math.sqrt(least / left2 + least / right2)) return 0;
  const before = Math.max(least, sums.variance(index - left2, index));
  const after = Math.max(least, sums.variance(index, index + right2));
  return difference / Math.sqrt(before / left2 + after / right2);
}
var INDEPENDENT = 2;
var WORTH = 0.3;
function thresholdOf(length, level2) {
  return studentQuantile(1 - level2 / (2 * INDEPENDENT * length), Math.max(1, WORTH * length));
}
var Sums = class {
  #sums;
  #squares;
  constructor(values) {
    this.#sums = new Float64Array(values.length + 1);
    this.#squares = new Float64Array(values.length + 1);
    for (const [i, value] of values.entries()) {
      const moved = value - values[0];
      this.#sums[i + 1] = this.#sums[i] + moved;
      this.#squares[i + 1] = this.#squares[i] + moved * moved;
    }
  }
  /** Less the first value of all. */
  mean(start, end) {
    return (this.#sums[end] - this.#sums[start]) / (end - start);
  }
  variance(start, end) {
    const squares = this.#squares[end] - this.#squares[start];
    return Math.max(0, squares - (end - start) * this.mean(start, end) ** 2) / (end - start - 1);
  }
};

// src/stats/change-points.ts
var SEARCHES = 2;
function findChangePoints(values, options) {
  if (values.length < 2 * options.minimum) return [];
  const clipped = clipOutliers(values);
  const windows = clearSteps(values, options);
  const series = {
    values: clipped,
    options,
    windows,
    steps: narrowestSteps(windows),
    searched: /* @__PURE__ */ new Map()
  };
  const points = refine(series, divide(series, [0, ...series.steps, values.length]));
  return withStates(clipped, points, options);
}
var SHORTEST_LEVEL = 4;
function clearSteps(values, options) {
  const noise = seriesNoise(values);
  const minimum = Math.max(SHORTEST_LEVEL, options.minimum);
  const plain = { level: options.level / SEARCHES, minimum, noise };
  const windows = stepWindows(values, plain);
  const alike = windows.length === 0 ? 0 : neighbourCorrelation(values, narrowestSteps(windows));
  if (alike === 0) return windows;
  return stepWindows(values, { ...plain, noise: noise * Math.sqrt(1 + alike) / (1 - alike) });
}
function splitBetween(series, start, end) {
  const key = `${start} ${end}`;
  const known = series.searched.get(key);
  if (known !== void 0) return known;
  const found = searchLevel(series, start, end);
  series.searched.set(key, found);
  return found;
}
function searchLevel(series, start, end) {
  const { values, options, steps } = series;
  const energy = new EnergySearch(values.slice(start, end), options.minimum);
  const split = energy.best();
  if (split === null) return null;
  const inflation = inflationOf(values, [...steps, start + split.index]);
  const { p } = testSplit(energy, split, { ...options, level: options.level / SEARCHES, inflation });
  if (SEARCHES * p <= options.level) return { index: start + split.index, p: SEARCHES * p };
  const step = clearestStep(series.windows, start, end);
  return step === null ? null : { index: step, p: options.level };
}
function divide(series, borders) {
  return borders.slice(1).flatMap((end, i) => {
    const start = borders[i];
    const own = i === 0 ? [] : [{ index: start, p: series.options.level }];
    const found = splitBetween(series, start, end);
    return [...own, ...found === null ? [] : divideAt(series, start, found, end)];
  });
}
function divideAt(series, start, found, end) {
  return [...divide(series, [start, found.index]), found, ...divide(series, [found.index, end])];
}
var ROUNDS = 5;
function refine(series, points) {
  let current = points;
  for (let round2 = 0; round2 < ROUNDS; round2++) {
    const next = [];
    for (const [i] of current.entries()) {
      const found = splitBetween(
        series,
        next.at(-1)?.index ?? 0,
        current[i + 1]?.index ?? series.values.length
      );
      if (found !== null) next.push(found);
    }
    const same = next.length === current.length && next.every(({ index }, i) => index === current[i].index);
    current = next;
    if (same) break;
  }
  return current;
}
function withStates(values, points, { settle, passing }) {
  const borders = [0, ...points.map(({ index }) => index), values.length];
  const levels = borders.slice(1).map((end, i) => mean(values.slice(borders[i], end)));
  const gone = /* @__PURE__ */ new Set();
  for (const [i, { index }] of points.entries()) {
    const next = points[i + 1];
    if (next === void 0 || next.index - index > passing) continue;
    const [before, during, after] = [levels[i], levels[i + 1], levels[i + 2]];
    if (Math.abs(after - before) < Math.abs(during - before) / 2) gone.add(i).add(i + 1);
  }
  return points.map(({ index, p }, i) => {
    const next = borders[i + 2];
    const recent = next === values.length && next - index < settle;
    return {
      index,
      before: levels[i],
      after: levels[i + 1],
      p,
      state: gone.has(i) ? "went-away" : recent ? "recent" : "lasting"
    };
  });
}
var WINDOW = 5;
var OUTLIER = 3;
function clipOutliers(values) {
  if (values.length < WINDOW) return values;
  const reach = OUTLIER * seriesNoise(values);
  return values.map((value, i) => {
    const start = Math.min(Math.max(0, i - (WINDOW >> 1)), values.length - WINDOW);
    const middle = median(sorted(values.slice(start, start + WINDOW)));
    return Math.min(middle + reach, Math.max(middle - reach, value));
  });
}
var NOISE_SHARE = 0.7;
function seriesNoise(values) {
  const differences = values.slice(1).map((value, i) => Math.abs(value - values[i]));
  const usual = quantile(sorted(differences), NOISE_SHARE);
  const scale = usual > 0 ? usual / normalQuantile((1 + NOISE_SHARE) / 2) : mean(differences) * 1.2533;
  return scale / Math.SQRT2;
}
var MOST_ALIKE = 0.9;
var FEWEST_FOR_INFLATION = 12;
var LARGE = 4;
function inflationOf(values, steps) {
  const alike = neighbourCorrelation(values, steps, 1);
  return (1 + alike) / (1 - alike);
}
function neighbourCorrelation(values, steps, allowance = 0) {
  const n = values.length;
  if (n < FEWEST_FOR_INFLATION) return 0;
  const [one, two] = [laggedDistances(values, 1, steps), laggedDistances(values, 2, steps)];
  if (Math.min(one.length, two.length) < FEWEST_FOR_INFLATION / 2) return 0;
  const most = LARGE * Math.max(median(one), median(two));
  const square = (differences) => mean(differences.map((difference) => Math.min(difference, most) ** 2));
  const near = square(one);
  if (near === 0) return 0;
  const r = square(two) / near - 1 - allowance / Math.sqrt(n);
  return Math.min(MOST_ALIKE, Math.max(0, r));
}
function laggedDistances(values, lag, steps) {
  const differences = [];
  for (let i = lag; i < values.length; i++) {
    if (steps.every((step) => i < step || i - lag >= step)) {
      differences.push(Math.abs(values[i] - values[i - lag]));
    }
  }
  return sorted(differences);
}

// src/analysis/ledger/added.ts
var CONFIDENCE2 = 0.95;
function addedUp(changes) {
  const variance = sumOf(changes, (change) => change.variance);
  const df = variance ** 2 / sumOf(changes, (change) => change.variance ** 2 / change.df);
  const middle = sumOf(changes, ({ estimate }) => estimate);
  const reach = Math.sqrt(variance) * studentCritical((1 - CONFIDENCE2) / 2, df);
  return { effect: Math.expm1(middle), low: Math.expm1(middle - reach), high: Math.expm1(middle + reach) };
}
function lineFrom({ sum, steps }, first) {
  if (first === 0) return { sum, steps };
  const { accepted: _, ...same } = sum;
  const changes = steps.slice(first).map(estimatedOf);
  const later = steps.slice(first).map((step, i) => {
    const { effect, low, high } = addedUp(changes.slice(0, i + 1));
    return { ...step, gap: i > 0 && step.gap, sum: effect, sumLow: low, sumHigh: high };
  });
  return {
    sum: {
      ...same,
      ...addedUp(changes),
      changes: later.length,
      red: later.filter(({ red }) => red).length,
      gaps: later.filter(({ gap }) => gap).length,
      since: later[0].base
    },
    steps: later
  };
}
function estimatedOf({ effect, error, df }) {
  return { estimate: Math.log1p(effect), variance: error ** 2, df };
}

export {
  seededRng,
  drawIndex,
  plannedLooks,
  ONLY,
  lookNow,
  fullLook,
  spent,
  shareOf,
  needsEverySession,
  lookOf,
  lookAfter,
  growth,
  nextLook,
  nextOf,
  isWanting,
  hasRegressed,
  withStopped,
  withAcceptances,
  isAbout,
  widerLimits,
  regressions,
  acceptanceOf,
  findChangePoints,
  clipOutliers,
  seriesKey,
  seriesOf,
  valueInterval,
  capacityTable,
  foundText,
  capacityLoad,
  capacityRange,
  capacityNote,
  sizeNotFound,
  capacityLine,
  movedText,
  standingOf,
  standingOfGate,
  gatesOf,
  reasonForAll,
  shortHistory,
  slowestCells,
  parsePlace,
  pathInRepository,
  limitDetails,
  limitText,
  areAccepted,
  sqlstateText,
  formatTimeLimit,
  migrationFault,
  migrationName,
  migrationCells,
  migrationLine,
  migrationCauses,
  migrationPlace,
  migrationRemedies,
  changeRows,
  changeText,
  cellTexts,
  relevantOf,
  harmOf,
  WITHIN,
  EVIDENCE_OF_PARTS,
  sessionEffects,
  errorCounts,
  isQuiet,
  withinText,
  headline,
  capital,
  titleOf,
  leadsOf,
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
  optionTexts,
  MESSAGE_MOST,
  changeRemedy,
  historyRemedy,
  reproduceCommands,
  acceptCommand,
  acceptingConfig,
  noLimit,
  partRows,
  stageRows,
  movedStatements,
  notesOf,
  NO_GUIDANCE,
  cardOf,
  sumText,
  sizeText,
  countText,
  limitOfSum,
  sinceText,
  carriedText,
  linear,
  place,
  FULL,
  across,
  upwards,
  cssPercent,
  plot,
  upright,
  level,
  valueTicks,
  labelled,
  niceTicks,
  logTicks,
  effectAxis,
  spreadLabels,
  endName,
  valueAxis,
  labelBelow,
  axisName,
  standalonePage,
  LIGHT,
  STYLE,
  disruptionTable,
  stretchTable,
  timelineTerms,
  timelineFailures,
  HOST_MOST,
  hostTable,
  renderHtml,
  reportParts,
  verdictBadge,
  addedUp,
  lineFrom
};
