import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  CAPACITY_HEADS,
  EVIDENCE_OF_PARTS,
  MESSAGE_MOST,
  STRETCH_HEADS,
  TIMELINE_HEADS,
  WITHIN,
  acceptingConfig,
  addressOf,
  baselineText,
  capacityRows,
  capital,
  causeSentences,
  cellsOf,
  cellsText,
  commitText,
  conditionLines,
  dayOf,
  differenceLines,
  doubtText,
  effectAxis,
  errorCounts,
  formatChange,
  formatChosen,
  formatCount,
  formatLimit,
  formatMetric,
  formatMicros,
  formatPercent,
  formatTime,
  gatesOf,
  headline,
  hostTable,
  isQuiet,
  logTicks,
  measuredText,
  migrationCauses,
  migrationCells,
  migrationName,
  migrationRemedies,
  minuteOf,
  niceTicks,
  optionsOf,
  otherCauses,
  partRows,
  planText,
  plural,
  relevantOf,
  remedyOf,
  reproduceCommands,
  rowsOf,
  sessionEffects,
  standingOf,
  standingOfGate,
  stretchRows,
  timelineFailures,
  timelineRows,
  timelineTerms,
  togetherText,
  tradeText,
  valueTicks,
  verdictOf,
  visibleText
} from "./chunk-6XYYR62P.js";
import {
  html,
  trusted
} from "./chunk-DK7OZ6T7.js";
import {
  plainLine,
  webAddress
} from "./chunk-CSBNKS2U.js";
import {
  ALL_WORKLOADS,
  metricInfo
} from "./chunk-2MUZJRPZ.js";

// src/render/html/capacity.ts
function capacities({ capacities: all = [] }) {
  if (all.length === 0) return html``;
  const [capacity, interval2, sessions, limit] = CAPACITY_HEADS;
  const rows = all.flatMap(capacityRows).map(
    (cells) => html`<tr><th scope="row">${cells.workload}</th><td>${cells.arm}</td><td class="number">${cells.capacity}</td><td class="number">${cells.interval}</td><td class="number">${cells.sessions}</td><td>${cells.limit}</td></tr>
`
  );
  return html`<section class="capacity"><h2>Capacity: the largest load that keeps its limits</h2>
<div class="wide" tabindex="0" role="region" aria-label="Capacity"><table><thead><tr><th>workload</th><th>arm</th><th class="number">${capacity}</th><th class="number">${interval2}</th><th class="number">${sessions}</th><th>${limit}</th></tr></thead><tbody>${rows}</tbody></table></div></section>
`;
}

// src/render/html/scale.ts
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

// src/render/html/flame-figure.ts
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
  const open = [{ node: root, depth: 0, x: 0, width: WIDTH }];
  for (let box = open.pop(); box !== void 0; box = open.pop()) {
    boxes.push(box);
    let x = box.x;
    const { depth, node } = box;
    for (const child of [...node.children.values()].toSorted((a, b) => a.name < b.name ? -1 : 1)) {
      const width = child[arm] / root[arm] * WIDTH;
      if (width >= WIDTH_LEAST) open.push({ node: child, depth: depth + 1, x, width });
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
  return html`<g><title>${name}: ${formatMicros(node.base)} -> ${formatMicros(node.head)} an event</title><rect x="${place(x)}" y="${y}" width="${place(width - 0.5)}" height="${ROW - 1}" fill="${colourOf(node, root)}"/>${text}</g>
`;
}
function colourOf({ base, head }, root) {
  const change = (head - base) / Math.max(root.base, root.head);
  const strength = Math.min(1, Math.abs(change) / FULL_COLOUR);
  const pale = Math.round(232 - 122 * strength);
  return change > 0 ? `rgb(238,${pale},${pale})` : `rgb(${pale},${pale},238)`;
}

// src/render/html/interval-picture.ts
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
  const standing = standingOfGate(change.verdict);
  const limit = relevantOf(change);
  if (effect === null || interval2 === null) return html``;
  const { axis, x } = scale;
  const [from, to] = [x(interval2.low), x(interval2.high)];
  const sessions = sessionEffects(report, change).map(
    (value) => html`<path class="session" d="M${x(value)} ${MIDDLE - 7}v14"/>`
  );
  const text = `${formatChange(effect)}, between ${formatChange(interval2.low)} and ${formatChange(interval2.high)}; limit ${formatPercent(limit)}`;
  return html`<svg class="interval" viewBox="0 0 ${WIDTH2} ${HEIGHT}" width="${WIDTH2}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${x(-limit)}" y="2" width="${place(x(limit) - x(-limit))}" height="${HEIGHT - 4}"/><path class="zero" d="M${x(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${standing}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval2.high > axis.high, to, 1, standing)}${arrow(interval2.low < axis.low, from, -1, standing)}<circle class="estimate ${standing}" cx="${x(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}
function arrow(shown, at, direction, kind) {
  return shown ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>` : html``;
}

// src/render/html/axes.ts
function valueAxis(ticks, y, { left, right }) {
  return ticks.map(
    ({ at, label }) => html`<path class="grid" d="M${left} ${y(at)}H${right}"/><text class="tick" x="${left - 6}" y="${place(y(at) + 4)}" text-anchor="end">${label}</text>
`
  );
}
function timeAxis(first, last, x, y) {
  return niceTicks(first, last, 6).map(
    (tick) => html`<text class="tick" x="${x(tick)}" y="${y}" text-anchor="middle">${String(Number(tick.toPrecision(6)))} s</text>
`
  );
}

// src/render/html/latency-figure.ts
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
    const marks = marked(points).map(({ q, ns }) => `${percent(q)} ${formatMetric("p50", ns)}`);
    return `${arm}: ${marks.join(", ")}`;
  });
  return `${texts.join("; ")}.`;
}
function marked(points) {
  const found = MARKED.map((q) => ({ q, ns: points.find((point) => point.q >= q - 1e-9)?.ns }));
  return found.flatMap(({ q, ns }) => ns === void 0 ? [] : [{ q, ns }]);
}
function percent(q) {
  return `p${Number((q * 100).toFixed(4))}`;
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
    ({ q, ns }) => html`<circle class="${arm} dot" cx="${x(rarity(q))}" cy="${y(ns)}" r="3.2"><title>${arm} ${percent(q)}: ${formatMetric("p50", ns)}</title></circle>`
  );
  return html`<path class="${arm} line" d="${trusted(`M${path}`)}"/>${marks}
`;
}
function endLabels(lines, x, y) {
  const ends = lines.map(({ arm, points }) => ({ arm, at: points.at(-1) })).map(({ arm, at }) => ({ arm, x: x(rarity(at.q)), y: y(at.ns) })).toSorted((a, b) => a.y - b.y);
  let free = Number.NEGATIVE_INFINITY;
  return ends.map(({ arm, x: right, y: height }) => {
    const top = Math.max(height, free);
    free = top + 14;
    return html`<text class="${arm} name" x="${place(right + 7)}" y="${place(top + 4)}">${arm}</text>`;
  });
}

// src/render/html/migration-figure.ts
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
<svg viewBox="0 0 ${WIDTH4} ${HEIGHT3}" role="img"><title>Waits under ${plainLine(workload)} while the migration was applied</title><desc>The migration took ${formatTime(tookNs)}; the longest wait of a statement was ${formatTime(stallNs)}</desc>
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

// src/render/html/session-figure.ts
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
  ].flatMap(({ arm, value }) => value === null ? [] : [{ arm, at: y(value) }]);
  let free = Number.NEGATIVE_INFINITY;
  return known.toSorted((a, b) => a.at - b.at).map(({ arm, at }) => {
    const top = Math.max(at, free);
    free = top + 14;
    return html`<path class="${arm} estimate" d="M${PLOT3.left} ${at}H${PLOT3.right}"/><text class="${arm} name" x="${PLOT3.right + 7}" y="${place(top + 4)}">${arm}</text>
`;
  });
}
function circle({ arm, column, value, title }, x, y) {
  return html`<circle class="${arm} dot" cx="${x(column)}" cy="${y(value)}" r="4"><title>${title}</title></circle>`;
}

// src/render/html/standalone.ts
import { createHash } from "node:crypto";

// src/render/html/page-head.ts
function pageHead({ title, policy }) {
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>`;
}

// src/render/html/standalone.ts
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

// src/render/html/style.ts
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
.wide .found-from { width: 6.5rem; }
.wide th:last-child { width: 20%; }
.timeline .wide table { table-layout: auto; }
.timeline .wide th { width: auto; }
.timeline .course { margin-top: 1.25rem; }
.timeline .course table { min-width: 0; }
.counts { margin: 1rem 0 .5rem; font-size: .875rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
.doubts ol { margin: 0; padding-left: 1.4rem; max-width: 72ch; }
.doubts li { margin: .35rem 0; overflow-wrap: anywhere; }
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

// src/render/html/timeline-figure.ts
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

// src/render/html/timeline.ts
function timelines({ timelines: all = [] }) {
  return html`${all.map(section)}`;
}
function section(timeline) {
  const title = `Events under ${plainLine(timeline.workload)}`;
  const rows = timelineRows(timeline).map(
    ({ event, arm, took, recovery, depth, length, failed }) => html`<tr><th scope="row">${event}</th><td>${arm}</td>${[took, recovery, depth, length, failed].map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`
  );
  const stretches = stretchRows(timeline).map(
    ({ stretch, arm, rate, wait }) => html`<tr><th scope="row">${stretch}</th><td>${arm}</td><td class="number">${rate}</td><td class="number">${wait}</td></tr>
`
  );
  const course = `Load before, in and after the events of ${plainLine(timeline.workload)}`;
  const failures = timelineFailures(timeline);
  return html`<section class="timeline"><h2>${title}</h2><p>${timelineTerms(timeline)}.</p>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th>event</th><th>arm</th>${TIMELINE_HEADS.map((head) => html`<th class="number">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
${stretches.length === 0 ? html`` : html`<div class="wide course" tabindex="0" role="region" aria-label="${course}"><table><thead><tr><th>load</th><th>arm</th>${STRETCH_HEADS.map((head) => html`<th class="number">${head}</th>`)}</tr></thead><tbody>${stretches}</tbody></table></div>
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

// src/render/html/html.ts
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
${parts.doubts}
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
    answers: html`${migration(report)}${answers(report, series)}${causes(report)}${capacities(report)}${timelines(report)}${acceptances(report)}`,
    doubts: doubts(report),
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
function causes({ reason }) {
  if (reason === void 0 || reason.causes.length === 0) return html``;
  const items = causeSentences(reason).map(
    (sentence) => html`<p>${sentenceHtml(sentence)}</p>
`
  );
  const rest = otherCauses(reason);
  const more = rest.length === 0 ? html`` : html`<details><summary>${plural(rest.length, "more that goes", "more that go")} with it</summary><ul>${rest.map((sentence) => html`<li>${sentenceHtml(sentence)}</li>`)}</ul></details>`;
  return html`<section class="reason" aria-label="Reason">${items}${more}</section>`;
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
  return html`<section><h2>What differs between base and head</h2><p class="muted">Settings, schema, sizes, plans and files of the set-up, looked at before measuring.</p>${list}${plansBeside(reason)}${flames(reason)}</section>`;
}
function flames({ profiles = [] }) {
  const figures = profiles.flatMap(flameFigures);
  return figures.length === 0 ? html`` : html`<details><summary>Where the server’s CPU time goes, by function</summary>${figures}</details>`;
}
function plansBeside({ plans }) {
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
  const standing = standingOfGate(change.verdict);
  return html`<tr class="${standing}">
<th scope="row">${toSeries(series, change, html`${plainLine(change.workload)}`)}</th>
<td class="metric">${metricInfo(change.metric).label}</td>
<td class="number base">${cells.base}</td>
<td class="number head">${cells.head}</td>
<td class="number change"><strong>${cells.change}</strong> <span class="muted">${cells.interval}</span></td>
<td class="picture">${intervalPicture(report, change, scale)}</td>
<td class="number limit">${cells.limit}</td>
<td class="verdict">${verdictBadge(standing)} ${besideVerdict(report, change, standing)}</td>
</tr>
`;
}
function toSeries(series, { workload, metric }, words) {
  const address = workload === ALL_WORKLOADS ? null : series(workload, metric);
  return address === null ? words : html`<a href="${address}" rel="noreferrer">${words}</a>`;
}
function besideVerdict(report, change, standing) {
  const words = (text) => html`<span class="muted">${plainLine(text, 160)}</span>`;
  if (standing === "inconclusive" || standing === "too-few") return words(remedyOf(change, report));
  return standing === "not-worse" ? words(verdictOf(change).replace(/^not worse /, "")) : tradeNote(change);
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
function verdictBadge(standing) {
  return html`<span class="badge ${standing}">${BADGES[standing]}</span>`;
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
function doubts({ warnings }) {
  if (warnings.length === 0) return html``;
  const items = warnings.map(
    (warning) => html`<li>${doubtText(warning)}. <span class="muted">Remedy: ${plainLine(warning.remedy, MESSAGE_MOST)}</span></li>
`
  );
  return html`<section class="doubts"><h2>Doubts</h2><ol>${items}</ol></section>`;
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
  const standing = standingOf(workload);
  const kind = workload.name === workload.workload ? "" : plainLine(workload.workload);
  const gates = gatesOf(workload).filter((change) => !isQuiet(change));
  const figures = [latencyFigure(workload), ...gates.map((change) => sessionFigure(report, change))];
  return html`<details class="workload"${trusted(isOpen(report, standing) ? " open" : "")}>
<summary><h2>${plainLine(workload.name)}</h2> <span class="muted">${kind}</span> ${verdictBadge(standing)}</summary>
<div class="figures">${figures.filter((figure2) => figure2 !== null)}</div>
${metricsTable(workload, series)}
${partsTable("event", "Latency by kind of event", EVIDENCE_OF_PARTS, workload.kinds)}${partsTable("statement", "Latency by statement", `no gates; ${EVIDENCE_OF_PARTS}`, workload.statements)}
${hostsTable(workload)}${errorsTable(workload)}
</details>
`;
}
function isOpen({ verdict, workloads }, standing) {
  const quiet = standing === "unchanged" || standing === "not-worse" || standing === "none";
  return !quiet || verdict === "unchanged" && workloads.length <= OPEN_WORKLOADS_MOST;
}
var METRIC_COLUMNS = ["base", "head", "change", "interval", "sd of a session", "found from", "limit"];
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
  const rows = table.rows.map(
    ({ host, cells }) => html`<tr><th scope="row">${plainLine(host, 120)}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`
  );
  const heads = table.columns.map((column) => html`<th class="number">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Load by host"><table class="counts"><caption>Load by host</caption><thead><tr><th>host</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
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
  return html`<section><h2>How to accept</h2><p>If the change is worth its price, raise the limit in plumbline.yml in the same pull request, where reviewers see it.</p><pre tabindex="0"><code>${acceptingConfig(regressed).join("\n")}</code></pre></section>`;
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

export {
  linear,
  logarithmic,
  place,
  valueAxis,
  pageHead,
  standalonePage,
  LIGHT,
  STYLE,
  renderHtml,
  reportParts,
  verdictBadge
};
