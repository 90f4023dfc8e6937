import { DEPTH_MOST } from "./differences.ts";

/** Colours on paper, and on light screens. */
export const LIGHT = `--paper: #fcfcfa; --card: #ffffff; --ink: #1c2127; --muted: #5d6670; --rule: #e3e5e1; --grid: #eceeea;
  --base: #0072b2; --head: #d55e00; --bad: #b3261e; --good: #00694f; --open: #7a5c00; --band: #e9ece6; --code: #f3f4f0;`;

/** The page's style. Blue and vermilion, which colour-blind people can tell apart, are from Okabe and Ito's palette. */
export const STYLE = `
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
${Array.from({ length: DEPTH_MOST + 1 }, (_, depth) => `.plan .depth-${depth} { padding-left: ${1.1 + 0.7 * depth}em; }`).join("\n")}
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
