import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  groupBy,
  median,
  sorted,
  sum
} from "./chunk-CJ6B4J2J.js";
import {
  databaseText,
  isSha,
  machineText,
  plainLine,
  shortSha,
  webAddress
} from "./chunk-CSBNKS2U.js";
import {
  ALL_WORKLOADS,
  CAUSE_KINDS,
  asMetric,
  external_exports,
  hasFaults,
  holdsFor,
  isOwnMetric,
  metricInfo,
  relevantChange,
  speaksOf
} from "./chunk-2MUZJRPZ.js";

// src/render/site/links.ts
function segmentOf(name) {
  const encoded = encodeURIComponent(name).replace(/[!'()*~]/g, (c) => `%${hexOf(c)}`);
  return encoded.replace(/^\.|\.(?=\.)|\.$/g, "%2E").replaceAll("%", "~");
}
function nameOf(segment) {
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
function pathOf(place) {
  switch (place.page) {
    case "overview":
      return "";
    case "workload":
      return `w/${segmentOf(place.suite)}/${segmentOf(place.workload)}/`;
    case "commit":
      return `c/${segmentOf(place.sha)}/`;
    case "compare":
      return `compare/${segmentOf(place.base)}..${segmentOf(place.head)}/`;
    case "events":
    case "acceptances":
      return `${place.page}/`;
  }
}
function placeOf(path) {
  const [first = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  const names = rest.map((part) => first === "compare" ? part : nameOf(part));
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
  const [base, head, ...rest] = range.split("..").map(nameOf);
  return base && head && rest.length === 0 ? { page: "compare", base, head } : null;
}
function addressOf(site, place, words = "") {
  const commits = place.page === "commit" ? [place.sha] : place.page === "compare" ? [place.base, place.head] : [];
  if (site === null || !commits.every(isSha)) return null;
  return webAddress(`${site.replace(/\/+$/, "")}/${pathOf(place)}${words}`);
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
  const [one, two] = [owner, name].map((each) => each === void 0 ? null : nameOf(each));
  return one && two ? { repository: `${one}/${two}`, rest } : null;
}

// src/render/words/units.ts
var NBSP = " ";
var MINUS = "−";
var LATENCY = [
  { factor: 1, suffix: `${NBSP}ns` },
  { factor: 1e3, suffix: `${NBSP}µs` },
  { factor: 1e6, suffix: `${NBSP}ms` },
  { factor: 1e9, suffix: `${NBSP}s` }
];
var PER_SECOND = [{ factor: 1, suffix: "/s" }];
var COUNT = [{ factor: 1, suffix: "" }];
var BYTES = ["B", "KiB", "MiB", "GiB", "TiB"].map((unit, power) => {
  return { factor: 1024 ** power, suffix: `${NBSP}${unit}` };
});
var PER_MINUTE = [{ factor: 1, suffix: "/min" }];
var SHARE = [{ factor: 0.01, suffix: `${NBSP}%` }];
var SCALES = {
  nanoseconds: LATENCY,
  "per-second": PER_SECOND,
  "per-minute": PER_MINUTE,
  share: SHARE,
  count: COUNT,
  bytes: BYTES,
  portion: SHARE
};
function formatMetric(metric, value2) {
  return formatMetrics(metric, [value2])[0] ?? "";
}
function formatMetrics(metric, values) {
  const info = metricInfo(metric);
  const scale = scaleFor(info.unit, Math.max(0, ...values.map(Math.abs)));
  const digits = info.unit === "share" ? (value2) => withoutZeros(formatNumber(value2)) : formatNumber;
  return values.map((value2) => digits(value2 / scale.factor) + scale.suffix);
}
function formatBeside(metric, value2, others) {
  const scale = scaleFor(metricInfo(metric).unit, Math.abs(value2));
  return others.map((other) => formatNumber(other / scale.factor));
}
function formatChosen(metric, value2) {
  const scale = scaleFor(metricInfo(metric).unit, Math.abs(value2));
  return withoutZeros(formatNumber(value2 / scale.factor)) + scale.suffix;
}
function tickLabels(metric, ticks) {
  const { factor, suffix } = scaleFor(metricInfo(metric).unit, Math.max(0, ...ticks.map(Math.abs)));
  const decimals = Math.max(0, ...ticks.map((tick) => decimalsOf(tick / factor)));
  return ticks.map((tick) => grouped((tick / factor).toFixed(decimals)) + suffix);
}
function decimalsOf(value2) {
  return String(Number(value2.toPrecision(6))).split(".")[1]?.length ?? 0;
}
function scaleFor(unit, largest) {
  const scales = SCALES[unit];
  const fitting = scales.find((scale) => Number((largest / scale.factor).toPrecision(3)) < 1e3);
  return fitting ?? scales[scales.length - 1];
}
function formatNumber(value2) {
  if (value2 === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(Number(value2.toPrecision(3)))));
  const decimals = Math.min(9, Math.max(0, 2 - magnitude));
  return grouped(value2.toFixed(decimals));
}
function formatCount(value2) {
  return grouped(value2.toFixed(0));
}
function grouped(digits) {
  const [whole2 = "", fraction] = digits.split(".");
  const separated = whole2.replace(/\B(?=(\d{3})+$)/g, ",").replace(/^-/, MINUS);
  return fraction === void 0 ? separated : `${separated}.${fraction}`;
}
function withoutZeros(digits) {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}
function formatChosenShare(share2) {
  return `${withoutZeros(formatNumber(share2 * 100))}${NBSP}%`;
}
function formatLevel(confidence) {
  const steps = confidence < 0.99 ? 100 : 1e3;
  return formatChosenShare(Math.min(Math.round(confidence * steps), steps - 1) / steps);
}
function formatPercent(share2) {
  const percent = share2 * 100;
  const decimals = Math.abs(percent) >= 9.95 ? 0 : Math.abs(percent) >= 0.095 || percent === 0 ? 1 : 3;
  return `${withoutZeros(grouped(percent.toFixed(decimals)))}${NBSP}%`;
}
function formatBound(share2) {
  const percent = share2 * 100 * (1 - 1e-9);
  const step2 = percent > 9.9 ? 1 : 0.1;
  return formatPercent(Math.ceil(percent / step2) * step2 / 100);
}
function formatVisible(share2) {
  return share2 < 1 ? formatPercent(share2) : formatFactor(1 + share2);
}
function formatSpread(sd) {
  return sd < Math.log(FACTORS_FROM) ? formatPercent(sd) : formatFactor(Math.exp(sd));
}
var FACTORS_FROM = 10;
var FACTOR_MOST = 1e6;
function formatFactor(ratio) {
  const factor = ratio < 1 ? 1 / ratio : ratio;
  const mark = ratio < 1 ? "÷" : "×";
  if (factor > FACTOR_MOST) return `over${NBSP}${mark}${formatCount(FACTOR_MOST)}`;
  const digits = factor < FACTORS_FROM ? factor.toFixed(1) : Number(factor.toPrecision(3)).toFixed(0);
  return mark + withoutZeros(grouped(digits));
}
function isFactor(effect) {
  return effect > -1 && Math.abs(Math.log1p(effect)) >= Math.log(FACTORS_FROM) - 1e-9;
}
function formatChange(effect) {
  return isFactor(effect) ? formatFactor(1 + effect) : formatEffect(effect);
}
function formatChangeInterval(interval, effect) {
  const end = (value2) => isFactor(value2) || isFactor(effect) && value2 > -1 ? formatFactor(1 + value2) : signedPercent(value2, decimalsFor(effect));
  return `(${end(interval.low)}${NBSP}..${NBSP}${end(interval.high)})`;
}
function formatEffect(effect) {
  return `${signedPercent(effect, decimalsFor(effect))}${NBSP}%`;
}
function formatEffectTick(tick) {
  return tick === 0 ? "0" : `${sign(tick)}${formatPercent(Math.abs(tick))}`;
}
function formatInterval(interval, effect) {
  const decimals = decimalsFor(effect);
  const [low, high] = [interval.low, interval.high].map((end) => signedPercent(end, decimals));
  return `(${low}${NBSP}..${NBSP}${high})`;
}
function formatPoints(difference) {
  return `${sign(difference)}${formatNumber(Math.abs(difference) * 100)}${NBSP}points`;
}
function decimalsFor(effect) {
  return Math.abs(effect) >= 0.1995 ? 0 : 1;
}
function signedPercent(effect, decimals) {
  const digits = (Math.abs(effect) * 100).toFixed(decimals);
  return Number(digits) === 0 ? digits : sign(effect) + grouped(digits);
}
function sign(value2) {
  return value2 < 0 ? MINUS : value2 > 0 ? "+" : "";
}
function formatDuration(seconds) {
  if (seconds < 90) return `${trimmed(seconds)}${NBSP}s`;
  if (seconds < 90 * 60) return `${trimmed(seconds / 60)}${NBSP}min`;
  return `${trimmed(seconds / 3600)}${NBSP}h`;
}
function trimmed(value2) {
  return withoutZeros(grouped(value2.toFixed(value2 < 10 ? 1 : 0)));
}
function formatBytes(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${trimmed(bytes / 1024 ** power)}${NBSP}${units[power]}`;
}
function plural(count, noun, many = `${noun}s`) {
  return `${formatCount(count)} ${count === 1 ? noun : many}`;
}
var SPAN_MOST = 100;
var TOO_WIDE = "too few sessions to say";
function isTooWide(low, high) {
  return low !== null && high !== null && low > 0 && high > SPAN_MOST * low;
}

// src/model/script.ts
var HASH_DIGITS = 12;
var SCRIPTS = "scripts";
function scriptOptions(script) {
  if (script === void 0) return {};
  const files = script.files.map(
    ({ file, weight, hash }) => `${file}@${weight} ${hash.slice(0, HASH_DIGITS)}`
  );
  return { [SCRIPTS]: files.join(", ") };
}
function ofBaseAlone(name) {
  return `${name} of base`;
}
function namesBesideHead(base, head) {
  const free = new Map(Object.entries(head));
  const names = /* @__PURE__ */ new Map();
  const call = (name, by) => {
    if (by === void 0 || names.has(name)) return;
    names.set(name, by);
    free.delete(by);
  };
  for (const [name, sql] of Object.entries(base)) call(name, free.get(name) === sql ? name : void 0);
  for (const [name, sql] of Object.entries(base))
    call(name, [...free].find(([, other]) => other === sql)?.[0]);
  for (const name of Object.keys(base)) call(name, name in head ? ofBaseAlone(name) : name);
  return names;
}

// src/render/words/capacity.ts
var CAPACITY_HEADS = [
  "capacity",
  `95${NBSP}% interval`,
  "sessions",
  "what a larger load failed by"
];
function capacityRows({ workload, of, base, head }) {
  const cells = (arm, own) => ({
    workload: plainLine(workload),
    arm,
    capacity: own.size === null ? notFound(of, own) : capacityLoad(of, own.size),
    interval: own.size === null ? "" : capacityRange(of, own),
    sessions: foundOf(own),
    limit: limitText(of, own)
  });
  return [...base === null ? [] : [cells("base", base)], cells("head", head)];
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
function limitText(of, { failed, endedBecause }) {
  return [
    ...failed === null ? [] : [`${capacityLoad(of, failed.size)}: ${plainLine(failed.because)}`],
    ...endedBecause === null ? [] : [`ended early: ${plainLine(endedBecause)}`]
  ].join("; ");
}
function capacityLine({ workload, arm, capacity, interval, sessions, limit }) {
  const known = interval === "" ? "" : ` (95${NBSP}%: ${interval}; sessions: ${sessions})`;
  return `capacity of ${workload}, ${arm}: ${capacity}${known}${limit === "" ? "" : `; ${limit}`}`;
}

// src/history/acceptances.ts
function withAcceptances(report, acceptances, headOf = () => report.head.commit.sha) {
  const { acceptances: _, ...plain } = report;
  const regressed = regressions(report);
  if (regressed.length === 0) return plain;
  const holding = acceptances.filter(
    (acceptance) => holdsFor(acceptance, headOf(acceptance)) && regressed.some((change) => speaksOf(acceptance, { ...change, suite: report.suite }))
  );
  if (holding.length === 0) return { ...plain, verdict: "regressed" };
  const judged = { ...plain, acceptances: holding };
  const open2 = regressed.filter((change) => acceptanceOf(judged, change) === null);
  const stands = open2.length > 0 || hasFaults(report.migration);
  return { ...judged, verdict: stands ? "regressed" : "accepted" };
}
function regressions({ workloads, together = [] }) {
  return [...workloads.flatMap(({ changes }) => changes), ...together].filter(
    ({ role, verdict }) => role === "gate" && verdict.kind === "regressed"
  );
}
function acceptanceOf({ suite, acceptances = [] }, change) {
  return acceptances.findLast((acceptance) => speaksOf(acceptance, { ...change, suite })) ?? null;
}

// src/render/words/sqlstate.ts
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

// src/render/words/migration.ts
var SHARE_OF_STALL = 0.1;
var WAITS_MOST = 3;
var STATEMENT_MOST = 120;
var FILES_MOST = 3;
function formatTime(ns) {
  return ns === 0 ? `0${NBSP}s` : formatMetric("p99", ns);
}
function formatLimit(ns) {
  return ns === null ? "none" : formatChosen("p99", ns);
}
function migrationFault(migration) {
  const faulty = (migration?.workloads ?? []).filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return null;
  const all = new Set(faulty.flatMap(({ faults }) => faults));
  const stall = Math.max(...faulty.map(({ stallNs }) => stallNs));
  const words = {
    "not-applied": "cannot be applied",
    stall: `stalls statements for ${formatTime(stall)}`,
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
    took: formatTime(workload.tookNs),
    stall: formatTime(workload.stallNs),
    worst: formatTime(workload.worstStallNs),
    before: formatTime(workload.longestBeforeNs),
    slow: formatTime(workload.slowNs),
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
      `It wrote ${rewritten.slice(0, 5).map((table) => plainLine(table)).join(", ")} anew`
    ],
    ...states.length === 0 ? [] : [`Failed attempts of all sessions, by SQLSTATE: ${states.join(", ")}`],
    ...faults.includes("stall") && waits.length === 0 ? ["No wait for a lock was seen that would explain it: look at the CPUs and the disk"] : []
  ];
}
function tellingWaits({ waits, stallNs }) {
  const isToldBelow = ({ waiter }) => waiter.who === "migration" && waits.some(({ behind }) => behind?.statement === waiter.statement);
  return waits.filter((wait) => wait.longestNs >= SHARE_OF_STALL * stallNs && !isToldBelow(wait)).slice(0, WAITS_MOST);
}
function waitText({ on, waiter, holder, behind, longestNs, waiters }, workload) {
  const table = plainLine(on);
  const long = formatTime(longestNs);
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
  const place = placeOfStatement(statement, statements);
  return place === null ? "" : ` (${plainLine(place, STATEMENT_MOST)})`;
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
  return own.map((party) => placeOfStatement(party.statement, workload.statements)).find((place) => place !== null) ?? null;
}
var isOf = (pattern) => (statement) => pattern.test(statement);
var WAYS = [
  {
    when: (statement) => /^CREATE (?:UNIQUE )?INDEX\b/i.test(statement) && !/\bCONCURRENTLY\b/i.test(statement),
    remedy: "CREATE INDEX CONCURRENTLY, outside of a transaction, lets writes go on"
  },
  {
    when: (statement) => /^REINDEX\b/i.test(statement) && !/\bCONCURRENTLY\b/i.test(statement),
    remedy: "REINDEX ... CONCURRENTLY lets reads and writes go on"
  },
  {
    when: isOf(/\bADD (?:CONSTRAINT \S+ )?(?:UNIQUE|PRIMARY KEY)\b/i),
    remedy: "CREATE UNIQUE INDEX CONCURRENTLY first, then ADD CONSTRAINT ... USING INDEX"
  },
  {
    when: (statement) => /\b(?:FOREIGN KEY|REFERENCES|CHECK)\b/i.test(statement) && !/\bNOT VALID\b/i.test(statement),
    remedy: "ADD CONSTRAINT ... NOT VALID, then VALIDATE CONSTRAINT in a transaction of its own"
  },
  {
    when: isOf(/\bSET NOT NULL\b/i),
    remedy: "first ADD CONSTRAINT ... CHECK (column IS NOT NULL) NOT VALID and VALIDATE it: SET NOT NULL then reads no row"
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
    ...failure === null ? [] : ["mend it: it is applied to base's schema, each statement by itself, as psql does"],
    ...isStall ? known : [],
    ...isStall && rewritten.length > 0 && known.length === 0 ? [
      "add a column beside the old one, fill it in parts, and switch over: a rewrite keeps everybody out until it is done"
    ] : [],
    ...isStall && isQueue ? [
      "SET lock_timeout = '200ms' before it, and try again when it is missed: then nothing queues behind it for longer"
    ] : [],
    ...isStall && known.length === 0 && rewritten.length === 0 && !isQueue && waits.length > 0 ? ["let the transaction that has the lock end sooner: a lock is kept to the end of its transaction"] : [],
    ...faults.includes("failed") ? [
      "let the schema serve the old program and the new one: add what is new first, take away what is old in a later release"
    ] : []
  ];
}

// src/render/words/headline.ts
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
  return WORST_FIRST.find((standing) => standings.has(standing)) ?? "none";
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
  const compared2 = report.workloads.filter(({ newBecause }) => newBecause === void 0);
  const fresh = report.workloads.length - compared2.length;
  const standings = compared2.map(standingOf);
  const count = (standing) => standings.filter((found) => found === standing).length;
  if (standings.every((standing) => standing === "none")) return fresh > 0 ? allNew(fresh) : nothing(report);
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
  const together = togetherHeadline(report);
  if (together !== null && report.verdict === "regressed") return `${together} regressed, please look`;
  if (accepted > 0) return `${plural(accepted, "regression")} in ${all}, accepted`;
  const isOpen2 = report.workloads.some((workload) => gatesOf(workload).some(holdsUp));
  if (together !== null && report.verdict === "inconclusive" && !isOpen2)
    return `inconclusive for ${together}: ${OPEN}`;
  if (report.verdict === "inconclusive" && count("inconclusive") + count("too-few") > 0)
    return undecided(report, standings, all);
  if (report.verdict === "trade") {
    const also = improved > 0 ? ` and ${plural(improved, "improvement")}` : "";
    return `${plural(traded, "trade")}${also} in ${all}: faster, for more server CPU`;
  }
  if (together !== null) {
    if (report.verdict === "accepted") return `${together} regressed, accepted`;
    if (improved === 0 && report.verdict === "improved") return `${together} improved, no regression`;
  }
  if (improved > 0) return `${plural(improved, "improvement")} in ${all}, no regression`;
  if (report.verdict === "inconclusive") return `no gate could judge ${all}, please look at the doubts`;
  const apart = notCompared(report);
  const named = resolution(report);
  const what = named !== null ? `no regression of more than ${named}` : report.counts.inconclusive > 0 ? "no regression" : "no change beyond the limits";
  return `${what} in ${all}, ${apart > 0 ? `${apart} more not compared` : "nothing to do"}`;
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
function listed(parts) {
  const [last = "", ...before] = parts.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
}
function togetherHeadline({ workloads, together = [], verdict }) {
  const kinds = verdict === "accepted" ? ["regressed"] : verdict === "inconclusive" ? [verdict, "too-few"] : [verdict];
  const speaks = together.some((change) => change.role === "gate" && kinds.includes(change.verdict.kind));
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
  const share2 = `${open2.length} of ${all}`;
  if (standings.includes("inconclusive")) return `inconclusive in ${share2}: ${OPEN}`;
  return `too little data in ${share2}: ${OPEN}`;
}
var OPEN = "a regression is neither shown nor excluded";

// src/render/words/rows.ts
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
    limit: change.role === "gate" ? limitOf(change) : NOTHING,
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
  const { metric, base, head, effect, interval, verdict } = change;
  if (base.estimate === null || head.estimate === null) return { change: NOTHING, interval: "" };
  if (metricInfo(metric).unit === "share") {
    const moved2 = head.estimate !== base.estimate;
    return { change: moved2 ? formatPoints(head.estimate - base.estimate) : "~", interval: "" };
  }
  if (effect === null) return { change: NOTHING, interval: "" };
  const decided = ["regressed", "trade", "improved"].includes(verdict.kind);
  if (interval === null) return { change: decided ? formatChange(effect) : NOTHING, interval: "" };
  const evidence = decided || interval.low > 0 || interval.high < 0;
  return { change: evidence ? formatChange(effect) : "~", interval: formatChangeInterval(interval, effect) };
}
function limitOf({ metric, margin, floor }) {
  if (metricInfo(metric).unit === "share") return formatChosen(metric, floor ?? margin);
  const relative = formatChosenShare(margin);
  return floor === null || floor === 0 ? relative : `${relative} and ${formatChosen(metric, floor)}`;
}
function relevantOf(change) {
  return relevantChange(change, change.base.estimate);
}
function harmOf({ metric, effect, interval }) {
  const ends = [effect, interval?.low, interval?.high].map((end) => end ?? 0);
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
  const labels = metrics.map((metric) => metricInfo(metric).label);
  return [labels.slice(0, -1).join(", "), ...labels.slice(-1)].filter((part) => part !== "").join(" and ");
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
      return `within ${limitOf(change)}, no gate`;
    case "inconclusive":
      return NOTHING;
    case "too-few":
      return verdict.what === "requests per session" ? verdictOf(change) : NOTHING;
  }
}
function sessionEffects(report, { base, head }) {
  if (report.rule.form !== "paired" || base.values.length !== head.values.length) return [];
  const ratios = base.values.map((value2, index) => (head.values[index] ?? Number.NaN) / value2 - 1);
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

// src/render/markdown/reproduce.ts
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
function acceptingConfig(regressed) {
  const limits = /* @__PURE__ */ new Map();
  const together = /* @__PURE__ */ new Map();
  const ofWorkloads = /* @__PURE__ */ new Map();
  const strict = new Set(
    regressed.filter(({ trade }) => trade === "fail").map(({ metric }) => metric)
  );
  let errors = 0;
  for (const change of regressed) {
    const its = placeOf2(change, limits, together, ofWorkloads);
    if (change.metric === "failed-share") errors = Math.max(errors, rise(change));
    else its.set(change.metric, Math.max(its.get(change.metric) ?? 0, reach(change)));
  }
  const gateText = (metric, limit) => strict.has(metric) ? `{ change: ${limitText2(limit)}, trade: fail }` : limitText2(limit);
  const own = [...limits].map(([metric, limit]) => `  ${metric}: ${gateText(metric, limit)}`);
  const ofAll = [...together].map(([metric, limit]) => `    ${metric}: ${limitText2(limit)}`);
  const gates = [...own, ...ofAll.length > 0 ? ["  suite:", ...ofAll] : []];
  return [
    ...gates.length > 0 ? ["gates:", ...gates] : [],
    ...workloadGates(ofWorkloads),
    ...errors > 0 ? [`errors: ${yamlPercent(errors)}`] : []
  ];
}
function placeOf2({ workload, metric }, limits, together, ofWorkloads) {
  if (workload === ALL_WORKLOADS) return together;
  if (!isOwnMetric(metric)) return limits;
  const own = ofWorkloads.get(workload) ?? /* @__PURE__ */ new Map();
  ofWorkloads.set(workload, own);
  return own;
}
function workloadGates(ofWorkloads) {
  if (ofWorkloads.size === 0) return [];
  const each = [...ofWorkloads].flatMap(([name, limits]) => [
    `  - name: ${JSON.stringify(plainLine(name))}`,
    "    gates:",
    ...[...limits].map(([metric, limit]) => `      ${metric}: ${limitText2(limit)}`)
  ]);
  return ["workloads:", ...each];
}
function rise({ base, head }) {
  return (head.estimate ?? 0) - (base.estimate ?? 0);
}
function reach(change) {
  const harm = harmOf(change);
  const isAll = metricInfo(change.metric).direction === "higher-is-better" && harm > MOST_LOST2;
  return harm === 0 || isAll ? Number.POSITIVE_INFINITY : harm;
}
var MOST_LOST2 = 0.99;
function limitText2(limit) {
  return Number.isFinite(limit) ? yamlPercent(limit) : "false";
}
function yamlPercent(share2) {
  const step2 = share2 >= 0.01 ? 0.01 : 1e-4;
  return formatChosenShare(Math.ceil(share2 / step2 - 1e-9) * step2).replaceAll(/[\u00a0,]/g, "");
}

// src/render/markdown/statements.ts
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
  return statements.filter(({ base, head, interval }) => {
    if (base === null || head === null) return isMeasured.base && isMeasured.head;
    return isEvidence(interval);
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
function cellsOf2({ name, base, head, interval }) {
  const tail = pair("p99", base?.p99Ns ?? null, head?.p99Ns ?? null);
  return {
    name,
    calls: formatCount(head?.calls ?? 0),
    mean: withEvidence(pair("mean", base?.meanNs ?? null, head?.meanNs ?? null), interval),
    p99: [tail[0], tail[1]]
  };
}
function withEvidence([base, head, change], interval) {
  return [base, head, change === NOTHING2 || isEvidence(interval) ? change : "~"];
}
function isEvidence(interval) {
  return interval !== null && (interval.low > 0 || interval.high < 0);
}
function pair(metric, base, head) {
  const [first = NOTHING2, second = NOTHING2] = formatMetrics(metric, [base ?? 0, head ?? 0]);
  const change = base === null || head === null || base <= 0 ? NOTHING2 : formatChange(head / base - 1);
  return [base === null ? NOTHING2 : first, head === null ? NOTHING2 : second, change];
}

// src/render/words/hosts.ts
var NOTHING3 = "–";
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
      "connections",
      "share of events",
      "mean",
      "p99",
      "failed attempts",
      ...hasCpu ? ["CPU of the node"] : []
    ],
    rows: listed2.map(({ arm, own }, i) => ({
      host: both ? `${arm}: ${hostText(own)}` : hostText(own),
      cells: [
        connectionsText(own),
        own.load?.share == null ? NOTHING3 : formatPercent(own.load.share),
        means[i],
        tails[i],
        failedText(own),
        ...hasCpu ? [cpuText(own)] : []
      ]
    }))
  };
}
function hostText({ host, node }) {
  return node === void 0 ? host : `${host} (node ${node}, by order)`;
}
function latencies(metric, values) {
  const texts = formatMetrics(
    metric,
    values.map((value2) => value2 ?? 0)
  );
  return values.map((value2, i) => value2 === null ? NOTHING3 : texts[i]);
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
  const [cpus2, share2] = [
    cpu.cpus === null ? null : `${formatNumber(cpu.cpus)}${NBSP}CPUs`,
    cpu.share === null ? null : formatPercent(cpu.share)
  ];
  return cpus2 !== null && share2 !== null ? `${cpus2} (${share2})` : cpus2 ?? share2 ?? NOTHING3;
}

// src/compare/names.ts
function bare(name) {
  const [, quoted2, plain] = /(?:"((?:[^"]|"")*)"|([^".]*))$/.exec(name);
  return quoted2?.replaceAll('""', '"') ?? plain;
}
function functionName(signature) {
  return bare(signature.replace(/\(.*/s, ""));
}
function hasWord(text, word) {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return word !== "" && new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, "i").test(text);
}

// src/samples/condition.ts
var NAME = /(?:"(?:[^"]|"")+"|[a-z_][\w$]*)/.source;
var QUALIFIED = `${NAME}(?:\\.${NAME})*`;
var MODIFIER = /(?:\([\d,]+\))?/.source;
var NO_COLUMN = new RegExp(
  [
    "'(?:[^']|'')*'",
    String.raw`::${QUALIFIED}${MODIFIER}(?: varying| precision| with(?:out)? time zone)?${MODIFIER}(?:\[\])*`,
    `COLLATE ${QUALIFIED}`,
    String.raw`(?:alternatives: )?(?:hashed )?(?:Sub|Init)Plan \d+(?: or hashed SubPlan \d+)?`
  ].join("|"),
  "g"
);
var COLUMN = /(?<![\w."$])("(?:[^"]|"")+"|[A-Za-z_][\w$]*)(?![\w$]|\s*[(.])/g;
var CONSTANTS = ["true", "false"];
function columnsIn(condition) {
  const names = [...condition.replace(NO_COLUMN, " ").matchAll(COLUMN)].map(([, name]) => name);
  const columns = names.filter((name) => !/^[^"]*[A-Z]/.test(name) && !CONSTANTS.includes(name));
  return [...new Set(columns)].toSorted();
}

// src/samples/plan.ts
var NODES_MOST = 100;
var quantity = external_exports.number().nonnegative().optional();
var Explained = external_exports.object({
  "Node Type": external_exports.string(),
  "Total Cost": external_exports.number(),
  "Plan Rows": external_exports.number(),
  "Relation Name": external_exports.string().optional(),
  "Index Name": external_exports.string().optional(),
  "Index Cond": external_exports.string().optional(),
  "Join Type": external_exports.string().optional(),
  Strategy: external_exports.string().optional(),
  Operation: external_exports.string().optional(),
  "Partial Mode": external_exports.string().optional(),
  "Subplan Name": external_exports.string().optional(),
  "Actual Rows": quantity,
  "Actual Loops": quantity,
  "Shared Hit Blocks": quantity,
  "Shared Read Blocks": quantity,
  "Local Hit Blocks": quantity,
  "Local Read Blocks": quantity,
  "Temp Read Blocks": quantity,
  "Temp Written Blocks": quantity,
  get Plans() {
    return external_exports.array(Explained).optional();
  }
});
var Answer = external_exports.array(
  external_exports.object({
    Plan: Explained,
    "Execution Time": quantity,
    Triggers: external_exports.array(external_exports.object({ "Trigger Name": external_exports.string(), Relation: external_exports.string().optional(), Time: quantity })).optional()
  })
).min(1);
function planOf(answer) {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  const [explained] = parsed.data;
  const root = explained.Plan;
  return {
    cost: root["Total Cost"],
    nodes: nodesOf(root, 0).slice(0, NODES_MOST),
    execution: root["Actual Rows"] === void 0 ? null : executionOf(explained)
  };
}
function shapeOf(nodes) {
  return nodes.map((node) => [stepOf(node), ...node.by ?? []].join("|")).join("\n");
}
function isSameShape(base, head) {
  const isSameStep = (before, now) => stepOf(before) === stepOf(now) && (before.by === void 0 || now.by === void 0 || String(before.by) === String(now.by));
  return base.length === head.length && base.every((node, at) => isSameStep(node, head[at]));
}
function stepOf({ depth, type, relation = "", index = "", manner = "" }) {
  return [depth, type, relation, index, manner].join("|");
}
function executedOf(executions) {
  const mean = (value2) => sum(executions.map(value2)) / executions.length;
  const ms = sum(executions.map((each) => each.ms));
  const all = executions.flatMap(({ triggers: triggers2 }) => triggers2);
  const names = [...new Set(all.map(({ name, on }) => JSON.stringify([name, on])))];
  const triggers = names.map((key) => {
    const [name, on] = JSON.parse(key);
    const own = sum(all.filter((each) => each.name === name && each.on === on).map((each) => each.ms));
    return { name, on, share: ms === 0 ? 0 : Math.min(1, own / ms) };
  });
  return {
    executions: executions.length,
    rows: mean(({ rows }) => rows),
    buffers: mean(({ buffers }) => buffers),
    temporary: mean(({ temporary }) => temporary),
    triggers
  };
}
function executionOf({
  Plan: root,
  "Execution Time": ms = 0,
  Triggers = []
}) {
  const changed = root["Node Type"] === "ModifyTable" && !root["Actual Rows"] ? root.Plans?.[0] : root;
  return {
    rows: changed === void 0 ? 0 : (changed["Actual Rows"] ?? 0) * (changed["Actual Loops"] ?? 1),
    buffers: buffersOf(root),
    temporary: (root["Temp Read Blocks"] ?? 0) + (root["Temp Written Blocks"] ?? 0),
    ms,
    triggers: Triggers.map(({ "Trigger Name": name, Relation: on = "", Time = 0 }) => ({
      name,
      on,
      ms: Time
    }))
  };
}
function buffersOf(node) {
  const kinds = ["Shared Hit Blocks", "Shared Read Blocks", "Local Hit Blocks", "Local Read Blocks"];
  return sum(kinds.map((kind) => node[kind] ?? 0));
}
function nodesOf(node, depth) {
  const manner = ["Operation", "Join Type", "Strategy", "Partial Mode", "Subplan Name"];
  const said = manner.flatMap((key) => {
    const value2 = node[key];
    return value2 === void 0 || /^(?:Inner|Plain|Simple)$/.test(value2) ? [] : [value2];
  });
  const { "Relation Name": relation, "Index Name": index, "Actual Rows": rows, "Actual Loops": loops } = node;
  return [
    {
      depth,
      type: node["Node Type"],
      ...relation === void 0 ? {} : { relation },
      ...index === void 0 ? {} : { index, by: columnsIn(node["Index Cond"] ?? "") },
      ...said.length === 0 ? {} : { manner: said.join(", ") },
      rows: node["Plan Rows"],
      ...rows === void 0 ? {} : { actual: { rows, loops: loops ?? 1, buffers: buffersOf(node) } }
    },
    ...(node.Plans ?? []).flatMap((child) => nodesOf(child, depth + 1))
  ];
}

// src/compare/plan-differences.ts
var WORK_FACTOR = 1.5;
var WORK_LEAST = { rows: 1, buffers: 4, temporary: 1 };
function pairsOf(base, head) {
  return head.plans.flatMap(({ workload, plans }) => {
    const before = base.plans.find((each) => each.workload === workload)?.plans ?? [];
    return plans.flatMap((now) => {
      const old = before.find(({ statement, sql }) => statement === now.statement && sql === now.sql);
      return old === void 0 ? [] : [{ workload, base: old, head: now }];
    });
  });
}
function planDifferences(base, head, resampled) {
  return pairsOf(base, head).flatMap((pair2) => {
    const drawn = drawnDifference(pair2);
    const isGeneric = !isSameShape(pair2.base.nodes, pair2.head.nodes);
    if (!isGeneric && drawn === null) return [];
    const nodes = isGeneric ? { base: pair2.base.nodes, head: pair2.head.nodes } : drawn;
    const { statement, sql } = pair2.head;
    const table = hasOtherRows(pair2) ? void 0 : [...nodes.base, ...nodes.head].find(
      ({ relation }) => relation !== void 0 && [...resampled].some((name) => bare(name) === relation)
    )?.relation;
    const difference = { workload: pair2.workload, statement, sql, base: nodes.base, head: nodes.head };
    return [
      {
        ...difference,
        ...isGeneric ? {} : { values: drawn.values },
        ...table === void 0 ? {} : { resampled: table }
      }
    ];
  });
}
function hasOtherRows({ base, head }) {
  const [before, now] = [base.executed, head.executed];
  return before !== void 0 && now !== void 0 && isOther(before.rows, now.rows, WORK_LEAST.rows);
}
function drawnDifference({ base, head }) {
  if (base.drawn === void 0 || base.drawn.values !== head.drawn?.values) return null;
  const before = new Map(base.drawn.plans.flatMap((plan) => plan.draws.map((draw) => [draw, plan])));
  const changes = head.drawn.plans.flatMap((plan) => {
    const others = plan.draws.filter((draw) => {
      const old2 = before.get(draw);
      return old2 !== void 0 && !isSameShape(old2.nodes, plan.nodes);
    });
    const [first] = others;
    if (first === void 0) return [];
    const old = before.get(first);
    return [{ old, plan, differ: others.length, dearer: (plan.cost - old.cost) * others.length }];
  });
  const [worst] = changes.toSorted((a, b) => b.dearer - a.dearer);
  if (worst === void 0) return null;
  const of = head.drawn.plans.flatMap(({ draws }) => draws).filter((draw) => before.has(draw)).length;
  return { base: worst.old.nodes, head: worst.plan.nodes, values: { differ: worst.differ, of } };
}
function executionDifferences(base, head) {
  return pairsOf(base, head).flatMap(
    ({ workload, base: before, head: now }) => {
      const [old, young] = [before.executed, now.executed];
      if (old === void 0 || young === void 0 || before.drawn?.values !== now.drawn?.values) return [];
      if (old.executions !== young.executions || !isOtherWork(old, young)) return [];
      const { statement, sql } = now;
      return [{ workload, statement, sql, base: old, head: young }];
    }
  );
}
function isOtherWork(base, head) {
  return ["rows", "buffers", "temporary"].some(
    (what) => isOther(base[what], head[what], WORK_LEAST[what])
  );
}
function isOther(base, head, least) {
  const [low, high] = base < head ? [base, head] : [head, base];
  return high - low >= least && high >= low * WORK_FACTOR;
}
function moreWork({ base, head }) {
  const more = (what) => head[what] > base[what] && isOther(base[what], head[what], WORK_LEAST[what]) ? { [what]: { base: base[what], head: head[what] } } : {};
  return { ...more("rows"), ...more("buffers") };
}

// src/compare/profile-difference.ts
var STACKS_MOST = 300;
var STANDARD_ERRORS = 5;
var SHARE_LEAST = 0.1;
function profileDifferences(base, head) {
  return (head.profiles ?? []).flatMap((now) => {
    const before = base.profiles?.find(({ workload: workload2 }) => workload2 === now.workload);
    if (before === void 0 || before.event !== now.event || before.hertz !== now.hertz) return [];
    if (before.events === 0 || now.events === 0) return [];
    const stacks = /* @__PURE__ */ new Map();
    for (const [arm, profile] of [
      ["base", before],
      ["head", now]
    ]) {
      for (const { frames, samples } of profile.stacks) {
        const key = frames.join("\n");
        stacks.set(key, { ...stacks.get(key) ?? { frames, base: 0, head: 0 }, [arm]: samples });
      }
    }
    const most = [...stacks.values()].toSorted((a, b) => b.base + b.head - a.base - a.head);
    const { workload, event, hertz } = now;
    const side = ({ events, samples }) => ({ events, samples });
    return [
      { workload, event, hertz, base: side(before), head: side(now), stacks: most.slice(0, STACKS_MOST) }
    ];
  });
}
function grownFunctions(profile) {
  const { base, head, hertz } = profile;
  const micros = (samples, events) => samples / events / hertz * 1e6;
  const total = micros(head.samples, head.events) - micros(base.samples, base.events);
  if (total <= 0) return [];
  const byName = /* @__PURE__ */ new Map();
  for (const { frames, ...samples } of profile.stacks) {
    const old = byName.get(frames.at(-1)) ?? { base: 0, head: 0 };
    byName.set(frames.at(-1), { base: old.base + samples.base, head: old.head + samples.head });
  }
  return [...byName].filter(([, samples]) => isBeyondChance(samples, profile)).map(([name, samples]) => {
    const [before, now] = [micros(samples.base, base.events), micros(samples.head, head.events)];
    return { name, base: before, head: now, share: Math.min(1, (now - before) / total) };
  }).filter(({ share: share2 }) => share2 >= SHARE_LEAST).toSorted((a, b) => b.share - a.share);
}
function isBeyondChance(samples, { base, head }) {
  const change = samples.head / head.events - samples.base / base.events;
  const error = Math.sqrt(samples.head / head.events ** 2 + samples.base / base.events ** 2);
  return change > STANDARD_ERRORS * error;
}

// src/compare/causes.ts
var SHARE_LEAST2 = 0.1;
var CALLS_FACTOR = 1.3;
var CAUSES_MOST = 5;
var FUNCTIONS_MOST = 2;
function causesOf(regressed, known, more = []) {
  const workload = regressed.report.name;
  const own = ofWorkload(known, workload);
  const slower = slowerStatements(regressed, own);
  const seen = slower.flatMap((statement) => statementCauses(statement, own));
  const causes = [
    ...seen,
    ...more,
    // Whatever made a statement slower is seen in the profile, too, and says more than it.
    ...seen.length + more.length === 0 ? own.profiles.flatMap(cpuCauses) : [],
    ...serverCauses(own.differences)
  ];
  const named = causes.map((cause) => ({ workload, ...cause, ...fileOf(cause, known.files) }));
  return distinct(named.toSorted(byWeight)).slice(0, CAUSES_MOST);
}
function ofWorkload(known, workload) {
  const concerns = ({ workloads }) => workloads.includes(workload);
  return {
    differences: known.differences.filter(concerns),
    sizes: known.sizes.filter(concerns),
    plans: known.plans.filter((plan) => plan.workload === workload),
    executions: known.executions.filter((each) => each.workload === workload),
    profiles: known.profiles.filter((each) => each.workload === workload),
    statements: known.plansOfHead.find((each) => each.workload === workload)?.plans ?? []
  };
}
function slowerStatements({ report, base, head }, { statements }) {
  const names = firstNames(statements);
  const [before, now] = [perEvent(base, names), perEvent(head, names)];
  if (before.size === 0 || now.size === 0) {
    const all = [...new Set(statements.map(({ statement }) => statement))];
    return all.map((statement) => ({ statement, calls: { base: 1, head: 1 } }));
  }
  const grown2 = [...now].map(([statement, { ns, calls }]) => {
    const old = before.get(statement) ?? before.get(ofBaseAlone(statement)) ?? { ns: 0, calls: 0 };
    return { statement, longer: Math.max(0, ns - old.ns), calls: { base: old.calls, head: calls } };
  });
  const total = grown2.reduce((sum2, { longer }) => sum2 + longer, 0);
  return grown2.flatMap(({ statement, longer, calls }) => {
    const share2 = longer / total;
    return share2 >= SHARE_LEAST2 && isSlower(report, statement, calls) ? [{ statement, share: share2, calls }] : [];
  });
}
function firstNames(statements) {
  const sent = groupBy(statements, ({ statement }) => statement);
  const first = /* @__PURE__ */ new Map();
  return new Map(
    [...sent].map(([statement, all]) => {
      const text = JSON.stringify(all.map(({ sql }) => sql));
      if (!first.has(text)) first.set(text, statement);
      return [statement, first.get(text)];
    })
  );
}
function isSlower({ statements = [] }, name, calls) {
  const interval = statements.find((each) => each.name === name)?.interval ?? null;
  return interval === null || interval.low > 0 || calls.head >= calls.base * CALLS_FACTOR;
}
function perEvent(sessions, names) {
  const events = sessions.reduce((sum2, session) => sum2 + session.events, 0);
  const sums = /* @__PURE__ */ new Map();
  for (const { name, count, latency } of sessions.flatMap(({ statements = [] }) => statements)) {
    if (latency === void 0 || events === 0) continue;
    const first = names.get(name) ?? name;
    const old = sums.get(first) ?? { ns: 0, calls: 0 };
    sums.set(first, { ns: old.ns + latency.sumNs / events, calls: old.calls + count / events });
  }
  return sums;
}
function statementCauses(slower, own) {
  const plans = own.plans.filter(({ statement }) => statement === slower.statement);
  const texts = own.statements.filter(({ statement }) => statement === slower.statement);
  const nodes = [...texts, ...plans.map(({ base }) => ({ nodes: base }))].flatMap((each) => each.nodes);
  const sql = plans[0]?.sql ?? texts[0]?.sql;
  const about = {
    statement: slower.statement,
    ...sql === void 0 ? {} : { sql },
    ...slower.share === void 0 ? {} : { share: slower.share },
    ...executionOf2(own.executions, slower.statement)
  };
  const found = [
    ...planCauses(plans, own.differences),
    ...callCauses(slower),
    ...touchedCauses(nodes, sql, own).map((cause) => timed(cause, texts))
  ];
  const isUnexplained = found.length === 0 && (about.rows !== void 0 || about.buffers !== void 0);
  const all = isUnexplained ? [{ kind: "execution", shown: true }] : found;
  return all.map((cause) => ({ ...about, ...cause }));
}
function executionOf2(executions, statement) {
  const own = executions.filter((each) => each.statement === statement).map(moreWork);
  return own.find(({ rows, buffers }) => rows !== void 0 || buffers !== void 0) ?? {};
}
function timed(cause, texts) {
  if (cause.kind !== "trigger") return cause;
  const triggers = texts.flatMap(({ executed }) => executed?.triggers ?? []);
  const part = triggers.find(
    ({ name, on }) => name === bare(cause.name ?? "") && on === bare(cause.on ?? "")
  )?.share;
  return part === void 0 || part < SHARE_LEAST2 ? cause : { ...cause, shown: true, part };
}
function planCauses(plans, differences) {
  const gone = differences.filter(
    ({ kind, head }) => kind === "index" && (head === null || head.endsWith("(INVALID)"))
  );
  const causes = plans.flatMap((plan) => {
    const missed = gone.find(({ name }) => uses(plan.base, name) && !uses(plan.head, name));
    if (missed === void 0) {
      const [base, head] = firstDifference(plan);
      const { sql, resampled, values } = plan;
      return [
        {
          kind: "plan",
          shown: resampled === void 0,
          sql,
          base: stepText(base),
          head: stepText(head),
          ...resampled === void 0 ? {} : { resampled },
          ...values === void 0 ? {} : { values }
        }
      ];
    }
    const old = plan.base.find(({ index }) => index === bare(missed.name));
    const table = old.relation ?? bare(missed.on ?? "");
    const now = plan.head.find(({ relation }) => relation === table);
    return [
      {
        kind: "index-gone",
        shown: true,
        sql: plan.sql,
        name: missed.name,
        ...missed.on === void 0 ? {} : { on: missed.on },
        base: stepText(old),
        ...now === void 0 ? {} : { head: stepText(now) }
      }
    ];
  });
  return causes.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1);
}
function uses(nodes, index) {
  return nodes.some((node) => node.index === bare(index));
}
function firstDifference({ base, head }) {
  const length = Math.min(base.length, head.length);
  const same = (at2) => stepText(base[at2]) === stepText(head[at2]);
  const access = [...Array(length).keys()].find(
    (at2) => !same(at2) && base[at2].relation !== void 0 && head[at2].relation !== void 0
  );
  const at = access ?? [...Array(length).keys()].find((each) => !same(each)) ?? length - 1;
  return [base[at], head[at]];
}
function stepText({ type, relation, index, by = [], manner }) {
  const name = manner === void 0 ? type : `${type} (${manner})`;
  return [
    name,
    ...relation === void 0 ? [] : [`on ${relation}`],
    ...index === void 0 ? [] : [`with ${index}`],
    ...by.length === 0 ? [] : [`by ${by.join(", ")}`]
  ].join(" ");
}
function callCauses({ calls }) {
  if (calls.head < calls.base * CALLS_FACTOR) return [];
  return [{ kind: "calls", shown: true, base: timesText(calls.base), head: timesText(calls.head) }];
}
function timesText(calls) {
  return String(Number(calls.toPrecision(3)));
}
function touchedCauses(nodes, sql, { differences, sizes }) {
  const read = new Set(nodes.flatMap(({ relation, index }) => [relation, index]));
  const written = new Set(nodes.filter(({ type }) => type === "ModifyTable").map(({ relation }) => relation));
  const touches = (tables, name) => name !== void 0 && tables.has(bare(name));
  const added = differences.filter(({ head }) => head !== null);
  const of = (kind, among = added) => among.filter((each) => each.kind === kind);
  const triggers = of("trigger").filter(({ on }) => touches(written, on));
  const called = [sql, ...triggers.map(({ head }) => head)].join("\n");
  return [
    ...triggers.map((each) => differing("trigger", each)),
    ...[...of("row-security"), ...of("policy")].filter(({ on }) => touches(read, on)).map((each) => differing("row-security", each)),
    ...of("no-statistics").filter(({ name }) => touches(read, name)).map((each) => differing("no-statistics", each)),
    ...sizes.filter(({ name, base, head }) => touches(read, name) && head.bytes > base.bytes).map(grown),
    ...of("index").filter(({ on, base }) => base === null && touches(written, on)).map((each) => differing("index-new", each)),
    ...of("constraint").filter(({ on }) => touches(written, on)).map((each) => differing("constraint", each)),
    ...of("function").filter(({ name }) => hasWord(called, functionName(name))).map((each) => differing("function", each))
  ];
}
function cpuCauses(profile) {
  return grownFunctions(profile).filter(({ name }) => !name.endsWith("[unknown]")).slice(0, FUNCTIONS_MOST).map(({ name, base, head, share: share2 }) => {
    return { kind: "cpu", shown: true, name, base: String(base), head: String(head), part: share2 };
  });
}
function serverCauses(differences) {
  const kinds = ["setting", "extension", "function"];
  const known = differences.filter(({ kind, base }) => kind !== "function" || base !== null);
  return kinds.flatMap(
    (kind) => known.filter((each) => each.kind === kind).map((each) => differing(kind, each))
  );
}
function differing(kind, { name, on, base, head }) {
  const values = kind === "setting" || kind === "extension";
  return {
    kind,
    shown: false,
    name,
    ...on === void 0 ? {} : { on },
    ...base === null ? {} : { base: values ? base : "there" },
    ...head === null ? {} : { head: values ? head : "there" }
  };
}
function grown({ name, base, head }) {
  const rows = { base: base.rows ?? 0, head: head.rows ?? 0 };
  const [before, now] = rows.base > 0 && rows.head > rows.base ? [rows.base, rows.head] : [base.bytes, head.bytes];
  return { kind: "size", shown: false, name, head: (now / Math.max(1, before)).toPrecision(2) };
}
function namesIn(text, { differences, sizes }) {
  const names = [...differences, ...sizes].map(({ name }) => name);
  return [...new Set(names)].filter((name) => hasWord(text, functionName(name.replace(/ on .*/, ""))));
}
function fileOf({ name, kind }, files) {
  const file = files.findLast(({ about }) => name !== void 0 && about.includes(name));
  return file === void 0 || kind === "size" ? {} : { file: file.file };
}
function rank({ kind }) {
  return CAUSE_KINDS.indexOf(kind);
}
function byWeight(a, b) {
  const shown = Number(b.shown) - Number(a.shown);
  if (shown !== 0) return shown;
  const share2 = (b.share ?? 0) - (a.share ?? 0);
  return Math.abs(share2) > 1e-9 ? share2 : rank(a) - rank(b);
}
function distinct(causes) {
  const seen = /* @__PURE__ */ new Set();
  return causes.filter(({ kind, name, on, statement }) => {
    const key = JSON.stringify(name === void 0 ? [kind, statement] : [kind, name, on]);
    return seen.has(key) ? false : seen.add(key);
  });
}

// src/render/words/profile.ts
var FUNCTIONS_MOST2 = 10;
function formatMicros(micros) {
  const [value2, unit] = micros >= 1e3 ? [micros / 1e3, "ms"] : [micros, "µs"];
  return `${Number(value2.toPrecision(3))} ${unit}`;
}
function grownLines(profile) {
  return grownFunctions(profile).slice(0, FUNCTIONS_MOST2).map(
    ({ name, base, head }) => `${plainLine(name, 100)}: ${formatMicros(base)} -> ${formatMicros(head)} an event`
  );
}

// src/render/words/reason.ts
var SQL_MOST = 110;
var NAME_MOST = 80;
var VALUE_MOST = 60;
var BARE = ["plan", "execution", "cpu", "waits"];
function causeSentences({ causes }) {
  const workloads = [...new Set(causes.map(({ workload }) => workload))];
  const said = workloads.map((workload) => {
    const [first, ...rest] = causes.filter((cause) => cause.workload === workload);
    const { code, text } = sentence(first);
    const part = partOf(first);
    const isBare = BARE.includes(first.kind);
    const companion = isBare ? rest.find(({ shown }) => !shown) : void 0;
    const more = companion === void 0 ? "" : `; goes together with ${whatDiffers(companion)}`;
    const does = first.kind === "execution" ? "" : executionPart(first);
    const said2 = companion === void 0 ? `${madeBy(first)}${does}` : `${does}${more}${madeBy(companion)}`;
    return { workload, code, text: `${text}${said2}${part}.` };
  });
  const sentences = /* @__PURE__ */ new Map();
  for (const { workload, code, text } of said) {
    const names = sentences.get(`${code} ${text}`)?.names ?? [];
    sentences.set(`${code} ${text}`, { code, text, names: [...names, plainLine(workload, NAME_MOST)] });
  }
  return [...sentences.values()].map(({ code, text, names }) => {
    return { code, text: workloads.length > 1 ? `${text} (${names.join(", ")})` : text };
  });
}
function otherCauses({ causes }) {
  const others = causes.filter(
    (cause, at) => causes.findIndex(({ workload }) => workload === cause.workload) < at
  );
  return others.map((cause) => {
    const { code, text } = sentence(cause);
    return { code, text: `${plainLine(cause.workload, NAME_MOST)}: ${text}${madeBy(cause)}${partOf(cause)}` };
  });
}
function sentence(cause) {
  const named = cause.kind === "cpu" ? cause.name : cause.sql;
  const code = named === void 0 ? null : plainLine(named, SQL_MOST);
  const subject = code === null && cause.statement !== void 0 ? `${plainLine(cause.statement, NAME_MOST)} ` : "";
  return { code, text: `${subject}${verbOf(cause)}` };
}
function partOf({ share: share2 }) {
  return share2 === void 0 || share2 > 0.995 ? "" : `; ${formatPercent(share2)} of the change`;
}
function verbOf(cause) {
  const { kind, head = "", base = "" } = cause;
  switch (kind) {
    case "index-gone": {
      const scan = /^(?:Parallel )?Seq Scan.* on (\S+)/.exec(head)?.[1];
      const now = scan === void 0 ? `now uses ${step(head)}` : `now scans all of ${plainLine(scan, NAME_MOST)}`;
      return `${now}: index ${nameOf2(cause)} is gone`;
    }
    case "plan":
      return `has another plan${forValues(cause)}: ${step(head)} (was ${step(base)})${bySample(cause)}`;
    case "calls":
      return base === "0" ? `is new in an event${head === "1" ? "" : `, and runs ${plainLine(head, 20)} times`}` : `runs ${plainLine(head, 20)} times in an event (was ${plainLine(base, 20)})`;
    case "execution":
      return executionTexts(cause).join(" and ");
    case "cpu":
      return `takes ${formatMicros(Number(head))} of the server's CPU time in an event (was ${formatMicros(Number(base))}); ${formatPercent(cause.part ?? 0)} of what grew`;
    case "waits":
      return `waits ${share(head)} of the time for ${awaited(cause)} (was ${share(base)})`;
    case "trigger":
      if (cause.part !== void 0)
        return `spends ${formatPercent(cause.part)} of its time in ${whatDiffers(cause)}`;
      return `is slower; goes together with ${whatDiffers(cause)}`;
    case "row-security":
    case "no-statistics":
    case "size":
    case "index-new":
    case "constraint":
    case "function":
    case "setting":
    case "extension":
      return `${cause.statement === void 0 ? "Goes" : "is slower; goes"} together with ${whatDiffers(cause)}`;
  }
}
function forValues({ values }) {
  if (values === void 0) return "";
  return values.differ === values.of ? " for the values that are drawn" : ` for ${formatCount(values.differ)} of ${formatCount(values.of)} drawn values`;
}
function bySample({ resampled }) {
  if (resampled === void 0) return "";
  const table = plainLine(resampled, NAME_MOST);
  return `; the statistics of ${table} alone differ, and ANALYZE draws a sample, so it may be chance`;
}
function executionPart(cause) {
  return executionTexts(cause).map((text) => `; ${text}`).join("");
}
function executionTexts({ rows, buffers }) {
  const times = rows === void 0 || rows.base === 0 ? "" : (rows.head / rows.base).toPrecision(2);
  return [
    ...rows === void 0 ? [] : [
      times === "" ? `returns or changes ${amount(rows.head)} rows a call (was 0)` : `returns or changes ${Number(times)} times the rows (${amount(rows.head)} a call, was ${amount(rows.base)})`
    ],
    ...buffers === void 0 ? [] : [`reads ${amount(buffers.head)} buffers a call (was ${amount(buffers.base)})`]
  ];
}
function amount(value2) {
  return value2 < 10 ? String(Number(value2.toPrecision(2))) : formatCount(Math.round(value2));
}
function whatDiffers(cause) {
  const { kind, base, head, on } = cause;
  const name = nameOf2(cause);
  const place = on === void 0 ? "" : ` on ${plainLine(on, NAME_MOST)}`;
  const newness = base === void 0 ? "the new" : head === void 0 ? "the missing" : "the changed";
  switch (kind) {
    case "setting":
      return `${name} = ${value(head)} (was ${value(base)})`;
    case "extension":
      return `extension ${name} ${value(head)} (was ${value(base)})`;
    case "size":
      return `the size of ${name}: ${plainLine(head ?? "", 20)} times base's`;
    case "no-statistics":
      return `${name} having no statistics (no ANALYZE)`;
    case "row-security":
      return name === plainLine(on ?? "", NAME_MOST) ? `row-level security on ${name}` : `${newness} policy ${name}${place}`;
    case "index-new":
      return `the new index ${name}${place}`;
    case "index-gone":
    case "plan":
    case "calls":
    case "execution":
    case "cpu":
    case "waits":
      return name;
    case "trigger":
    case "constraint":
    case "function":
      return `${newness} ${kind} ${kind === "constraint" ? name : `${name}${place}`}`;
  }
}
function awaited(cause) {
  const [type = "", event = ""] = nameOf2(cause).split(":");
  const holder = cause.on === void 0 ? "" : ` held by ${plainLine(cause.on, SQL_MOST)}`;
  if (type === "Lock") return `${LOCKED[event] ?? `a lock (${event})`}${holder}`;
  if (type === "IO") return `input or output (${event})`;
  if (type === "LWLock") return `the server's own lock ${event}`;
  return `${type} ${event}`;
}
var LOCKED = {
  transactionid: "rows",
  tuple: "rows",
  relation: "a table",
  advisory: "an advisory lock",
  virtualxid: "a transaction"
};
function share(text) {
  return formatPercent(Number(text));
}
function nameOf2({ name = "" }) {
  return plainLine(name, NAME_MOST);
}
function value(text) {
  return text === void 0 ? "not set" : plainLine(text, VALUE_MOST) || "empty";
}
function step(text) {
  return plainLine(text, NAME_MOST * 2);
}
function madeBy({ file }) {
  return file === void 0 ? "" : ` (${plainLine(file, 120)})`;
}
function differenceLines({
  differences,
  sizes,
  plans,
  executions = [],
  profiles = [],
  files,
  more
}) {
  const bytes = (size) => `${formatCount(Math.ceil(size.bytes / 8192))} pages`;
  return [
    ...differences.map(differenceLine),
    ...sizes.map(
      ({ name, base, head }) => `size of ${plainLine(name, NAME_MOST)}: ${bytes(base)} -> ${bytes(head)}`
    ),
    ...plans.map(planLine),
    ...executions.map(executionLine),
    ...profiles.flatMap(
      (profile) => grownLines(profile).map((line) => `CPU time in ${plainLine(profile.workload, NAME_MOST)}: ${line}`)
    ),
    ...files.map(({ file, change }) => `set-up file ${plainLine(file, 120)}: ${change}`),
    ...more > 0 ? [`${formatCount(more)} more in run.json and run-base.json`] : []
  ];
}
function differenceLine({ kind, name, on, base, head }) {
  const place = on === void 0 || name.startsWith(on) || name.endsWith(on) ? "" : ` on ${plainLine(on, NAME_MOST)}`;
  const what = `${kind.replace("-", NBSP)} ${plainLine(name, NAME_MOST)}${place}`;
  if (kind === "setting") return `${what}: ${value(base ?? void 0)} -> ${value(head ?? void 0)}`;
  const definition = (text) => plainLine(text, 160);
  if (base === null) return `${what}: only in head: ${definition(head ?? "")}`;
  if (head === null) return `${what}: only in base: ${definition(base)}`;
  return `${what}: ${definition(base)} -> ${definition(head)}`;
}
function planLine({ workload, sql, base, head, values }) {
  const text = (nodes) => plainLine(nodes.map(stepText).join(" / "), 200);
  const which = values === void 0 ? "" : `, for ${formatCount(values.differ)} of ${formatCount(values.of)} drawn values`;
  return `plan of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}${which}): ${text(base)} -> ${text(head)}`;
}
function executionLine({ workload, sql, base, head }) {
  const parts = ["rows", "buffers", "temporary"].filter((what) => base[what] !== head[what]).map(
    (what) => `${what === "temporary" ? "temporary pages" : what} ${amount(base[what])} -> ${amount(head[what])}`
  );
  return `a call of ${plainLine(sql, SQL_MOST)} (${plainLine(workload, NAME_MOST)}): ${parts.join(", ")}`;
}
function planText(nodes) {
  return nodes.map((node) => {
    const { actual } = node;
    const expected = `${formatCount(Math.round(node.rows))} rows expected`;
    const came = actual === void 0 ? "" : `, ${amount(actual.rows)} came${actual.loops === 1 ? "" : ` in each of ${formatCount(actual.loops)} loops`}; ${formatCount(actual.buffers)} buffers`;
    return `${"  ".repeat(node.depth)}${plainLine(stepText(node), NAME_MOST * 2)} (${expected}${came})`;
  }).join("\n");
}

// src/compare/looks.ts
var ONLY = { at: 1, of: 1 };
var SPENDING = {
  worse: [[1], [0.02, 0.98], [0.02, 0.28, 0.7]],
  better: [[1], [0.8, 0.2], [0.6, 0.2, 0.2]]
};
function shareOf(family, { at, of }) {
  const share2 = SPENDING[family][of - 1]?.[at - 1];
  if (share2 === void 0) throw new RangeError(`no look ${at} of ${of}`);
  return share2;
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
function isOpen({ role, verdict, interval, p }) {
  if (role !== "gate" || interval === null || p === null) return false;
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

// src/render/words/story.ts
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
    const isOther2 = warnings.some(({ code }) => OTHER_DATABASE.has(code));
    return isOther2 ? "another database (the same commit)" : "itself (the same commit twice)";
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
  const settings = Object.entries(machine.settings).map(([name, value2]) => `${name}=${value2}`);
  return [
    [
      "machine",
      `${hardware === null ? NOT_KNOWN : `${hardware}, ${formatBytes(machine.memoryBytes)}, ${plainLine(machine.kernel)}`}${runner}`
    ],
    [
      "database",
      `${database ?? NOT_KNOWN}${machine.dialect === "unknown" ? "" : `, dialect ${plainLine(machine.dialect)}`}`
    ],
    ["settings", settings.length > 0 ? plainLine(settings.join(", "), 1e3) : unsaid],
    [
      "measured",
      `${measuredText(report)}, warm-up ${formatDuration(plan.warmupSeconds)}${sliceText(report)}, seed ${plan.seed}`
    ],
    ...moreLooks(report),
    ...cpuByProcess(report),
    ...idleServers(report),
    ...orderText(report) === "" ? [] : [["order of starts", orderText(report)]],
    ["decided", ruleText(report)]
  ];
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
  return used === null ? "?" : used.toFixed(2);
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
  const hasInterval = workloads.some(({ changes }) => changes.some(({ interval }) => interval !== null));
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
  return `${FOUND}: ${known.join(", ")}${facts.length === 0 ? "" : ` (${facts.join("; ")})`}.`;
}
var FOUND = "Four of five such checks find a regression from this size on";
var FOUND_FROM = "Found from: four of five such checks find a regression of this size.";
function sessionsText(report) {
  const { rule, head, workloads } = report;
  if (rule.form === "prediction") return [];
  const taken = workloads.map(({ sessions = head.sessions }) => sessions);
  const most = Math.max(...taken.map((sessions) => sessionsOfLooks(report, sessions)));
  return [`${most > Math.min(...taken) ? "up to " : ""}${plural(most, "session")}`];
}
function medianOfKnown(values) {
  const known = values.filter((value2) => value2 !== null);
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
  return together.some(({ interval }) => interval !== null && (interval.low > 0 || interval.high < 0));
}
function togetherText(report) {
  const { workloads, together = [] } = report;
  const shown = together.flatMap(
    ({ metric, effect, interval }) => effect === null || interval === null ? [] : [`${metricInfo(metric).label} ${formatChange(effect)} ${formatChangeInterval(interval, effect)}`]
  );
  if (shown.length === 0) return "";
  const why = isWorseUngated(report) ? " Each is within its limit; gates.suite sets one for all together." : "";
  return `All ${plural(workloads.length, "workload")} together: ${shown.join(", ")}.${why}`;
}
function isWorseUngated({ verdict, together = [] }) {
  return verdict === "unchanged" && together.some(({ role, metric, interval }) => {
    const isLower = metricInfo(metric).direction === "lower-is-better";
    return role !== "gate" && interval !== null && (isLower ? interval.low > 0 : interval.high < 0);
  });
}
function optionsOf({ workloads }) {
  const spelled2 = workloads.map(
    ({ options }) => Object.entries(options).map(([name, value2]) => `${name}=${value2}`)
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
function doubtText({ message, workload, metric }) {
  const names = [workload, metric === void 0 ? void 0 : labelOf(metric)].filter((name) => name !== void 0).filter((name) => !message.includes(name));
  const place = names.length === 0 ? "" : ` (${names.map((name) => plainLine(name)).join(", ")})`;
  return plainLine(message, MESSAGE_MOST) + place;
}
function labelOf(name) {
  const metric = asMetric(name);
  return metric === null ? name : metricInfo(metric).label;
}
var MESSAGE_MOST = 400;

// src/render/words/remedy.ts
var MOST_FACTOR = 8;
function sessionsToDecide(change, { taken, planned }) {
  const { effect, interval, smallestVisible } = change;
  if (effect === null || interval === null || taken < 1) return null;
  const estimate = Math.abs(Math.log1p(effect));
  const limit = Math.log1p(relevantOf(change));
  const half = (Math.log1p(interval.high) - Math.log1p(interval.low)) / 2;
  const within = estimate < limit;
  const goal = within ? limit - estimate : estimate;
  const forInterval = taken * (half / goal) ** 2;
  const forSight = within ? 0 : planned * (Math.log1p(smallestVisible ?? 0) / goal) ** 2;
  const needed = Math.ceil(Math.max(forInterval, forSight));
  return Number.isFinite(needed) ? Math.max(needed, taken + 1) : null;
}
function remedyOf(change, report) {
  const { verdict, interval } = change;
  if (verdict.kind === "too-few") {
    const few = `at least ${formatCount(verdict.need)} ${verdict.what}; there are ${formatCount(verdict.have)}`;
    return unreadText(change) ?? few;
  }
  const incomparable = report.warnings.find(
    ({ code, workload: workload2 = change.workload, metric = change.metric }) => INCOMPARABLE.includes(code) && workload2 === change.workload && metric === change.metric
  );
  if (incomparable !== void 0) return incomparable.remedy;
  if (verdict.kind === "inconclusive" && interval === null) return verdict.why;
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

// src/render/words/time.ts
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
  const step2 = STEPS.find((each) => ms < each.most * each.ms);
  if (step2 !== void 0) return `${Math.floor(ms / step2.ms)} ${step2.unit} ago`;
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

// src/render/words/ticks.ts
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
  const step2 = niceStep((high - low) / Math.max(1, count));
  const first = Math.ceil(low / step2 - 1e-9);
  const last = Math.floor(high / step2 + 1e-9);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => round((first + index) * step2) + 0
  );
}
function niceStep(raw) {
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= raw * 0.999) ?? 10;
  return factor * power;
}
function round(value2) {
  return Number(value2.toPrecision(12));
}
function logTicks(low, high) {
  const factors = Math.log10(high / low) > 2.5 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const factor of factors) ticks.push(round(factor * 10 ** power));
  }
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

// src/render/words/effect-axis.ts
var LINEAR_MOST = 3;
var FACTOR_MOST2 = 1e4;
var ROOM = 0.04;
var LEAST = 0.01;
function effectAxis(changes) {
  const known = changes.filter((change) => change >= -1 && Number.isFinite(change));
  const logs = known.map(
    (change) => Math.max(-Math.log(FACTOR_MOST2), Math.min(Math.log(FACTOR_MOST2), Math.log1p(change)))
  );
  const isLinear = logs.every((log) => Math.abs(log) <= Math.log(LINEAR_MOST));
  return isLinear ? linearAxis(known) : logarithmicAxis(logs);
}
function linearAxis(changes) {
  const { low, high, share: share2 } = scaleOf(changes, LEAST);
  return {
    low,
    high,
    share: share2,
    ticks: (count) => niceTicks(low, high, count).map((at) => ({ at, label: formatEffectTick(at) }))
  };
}
function logarithmicAxis(logs) {
  const { low, high, share: share2 } = scaleOf(logs, Math.log1p(LEAST));
  return {
    low: Math.expm1(low),
    high: Math.expm1(high),
    share: (change) => share2(Math.log1p(Math.max(-1, change))),
    ticks: (count) => factorTicks(low, high, count)
  };
}
function scaleOf(values, least) {
  const [lowest, highest] = [Math.min(-least, ...values), Math.max(least, ...values)];
  const room = (highest - lowest) * ROOM;
  const [low, high] = [lowest - room, highest + room];
  const share2 = (value2) => Math.min(1, Math.max(0, (value2 - low) / (high - low)));
  return { low, high, share: share2 };
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
    const size = Math.abs(factor).toLocaleString("en-US");
    return factor > 0 ? { at: factor - 1, label: `×${size}` } : { at: -1 - 1 / factor, label: `÷${size}` };
  });
}

// src/render/words/timeline.ts
var TIMELINE_HEADS = ["took", "recovery", "dip depth", "dip length", "failed events"];
function timelineRows({ events }) {
  return events.flatMap(({ name, base, head }) => [
    ...base === null ? [] : [cellsOf3(name, "base", base)],
    cellsOf3(name, "head", head)
  ]);
}
function cellsOf3(name, arm, of) {
  const { unrecovered, dips } = of;
  return {
    event: plainLine(name),
    arm,
    took: formatTime(of.tookNs.mean),
    recovery: dips === 0 ? "no dip" : recoveryText(of),
    depth: dips === 0 ? "none" : measured(of.depth, formatPercent, 1),
    length: dips === 0 ? "none" : `${unrecovered > 0 ? "over " : ""}${measured(of.dipNs, formatTime)}`,
    failed: measured(of.failedEvents, formatAmount)
  };
}
function recoveryText({ sessions, unrecovered, dippedAgain = 0, recoveryNs }) {
  const all = plural(sessions, "session");
  const recovery = unrecovered === 0 ? measured(recoveryNs, formatTime) : `over ${formatTime(recoveryNs.mean)}: not recovered in ${unrecovered} of ${all}`;
  return dippedAgain === 0 ? recovery : `${recovery}; dipped again later in ${dippedAgain} of ${all}`;
}
var STRETCH_HEADS = ["events a second", "longest wait"];
function stretchRows({ stretches }) {
  return stretches.flatMap(
    ({ title, base, head }) => Object.entries({ base, head }).flatMap(
      ([arm, of]) => of === null ? [] : [
        {
          stretch: plainLine(title, 90),
          arm,
          rate: measured(of.perSecond, formatNumber),
          wait: of.longestNs === null ? "unknown" : measured(of.longestNs, formatTime)
        }
      ]
    )
  );
}
function measured({ mean, low, high }, format, most = Number.POSITIVE_INFINITY) {
  if (isTooWide(low, high)) return `${format(mean)} (${TOO_WIDE})`;
  const bounds = low === null || high === null ? "" : ` (${format(Math.max(0, low))}${NBSP}..${NBSP}${format(Math.min(most, high))})`;
  return low === high ? format(mean) : `${format(mean)}${bounds}`;
}
function formatAmount(value2) {
  return Number.isInteger(value2) ? formatCount(value2) : formatNumber(value2);
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
  const lowered = shares.filter((share2) => share2 < askedShare);
  const said = `within the limit from ${formatChosenShare(askedShare)} ${before}`;
  if (lowered.length === 0) return said;
  const loads = lowered.length === shares.length ? "each load" : `${lowered.length} of ${shares.length} loads`;
  return `${said}, lowered to ${shareRange(lowered)} in ${loads}: so low the load fell by itself before the first event`;
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

export {
  withAcceptances,
  regressions,
  acceptanceOf,
  sqlstateText,
  NBSP,
  formatMetric,
  formatMetrics,
  formatBeside,
  formatChosen,
  formatNumber,
  formatCount,
  formatChosenShare,
  formatLevel,
  formatPercent,
  formatBound,
  formatVisible,
  formatSpread,
  formatChange,
  formatEffect,
  formatInterval,
  formatDuration,
  formatBytes,
  plural,
  TOO_WIDE,
  isTooWide,
  formatTime,
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
  gatesOf,
  headline,
  capital,
  shortHistory,
  rowsOf,
  cellsOf,
  relevantOf,
  harmOf,
  verdictOf,
  WITHIN,
  EVIDENCE_OF_PARTS,
  sessionEffects,
  errorCounts,
  isQuiet,
  reproduceCommands,
  acceptCommand,
  acceptingConfig,
  partRows,
  movedStatements,
  nameOf,
  pathOf,
  placeOf,
  addressOf,
  WORKLOAD_ROOT,
  rootOf,
  dataPathOf,
  badgePathOf,
  repositoryPathOf,
  repositoryOf,
  hostTable,
  SCRIPTS,
  scriptOptions,
  namesBesideHead,
  planOf,
  shapeOf,
  executedOf,
  planDifferences,
  executionDifferences,
  profileDifferences,
  causesOf,
  namesIn,
  formatMicros,
  causeSentences,
  otherCauses,
  differenceLines,
  planText,
  ONLY,
  shareOf,
  spent,
  lookOf,
  lookAfter,
  nextLook,
  commitText,
  baselineText,
  measuredText,
  conditionLines,
  orderText,
  cellsText,
  tradeText,
  visibleText,
  FOUND_FROM,
  movedTogether,
  togetherText,
  optionsOf,
  doubtText,
  MESSAGE_MOST,
  remedyOf,
  historyRemedy,
  ageOf,
  dayOf,
  minuteOf,
  isStale,
  CAPACITY_HEADS,
  capacityRows,
  foundOf,
  capacityLoad,
  capacityRange,
  capacityNote,
  notFound,
  capacityLine,
  valueTicks,
  labelled,
  niceTicks,
  logTicks,
  effectAxis,
  TIMELINE_HEADS,
  timelineRows,
  STRETCH_HEADS,
  stretchRows,
  timelineTerms,
  timelineFailures
};
