/** Styles that the site has beyond the report's page, whose colours and tables it shares. */
import { LIGHT, STYLE } from "../html/style.ts";

export const SITE_STYLE = `${STYLE}
.site > header { align-items: center; flex-wrap: wrap; gap: .25rem 2rem; padding-top: 1.1rem; padding-bottom: 1.1rem; border-bottom: 1px solid var(--rule); }
.site > header .home { display: flex; align-items: center; gap: .7rem; font-weight: 650; text-decoration: none; overflow-wrap: anywhere; min-width: 0; }
.site > header .mark { margin: 0; width: 12px; }
.site > header nav { display: flex; gap: .25rem; margin-left: auto; }
.site > header nav a { padding: .35rem .7rem; border-radius: .4rem; text-decoration: none; color: var(--muted); white-space: nowrap; }
.site > header nav a:hover { background: var(--band); color: var(--ink); }
.site > header nav a[aria-current] { color: var(--ink); font-weight: 600; background: var(--band); }
.count { display: inline-block; min-width: 1.4em; padding: 0 .35em; border-radius: 1em; text-align: center; font-size: .8125rem; font-weight: 650; color: var(--card); background: var(--bad); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--card); z-index: 2; }
.site main { padding-top: 1.75rem; min-height: 60vh; }
.site main > h1 { margin-top: 0; }
.site section { margin: 2.25rem 0; }
.lead { font-size: 1.0625rem; max-width: 75ch; }
.note { padding: .6rem .9rem; border-left: 3px solid var(--open); background: var(--code); max-width: none; }
.sha { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: nowrap; }
.site a { text-underline-offset: .18em; text-decoration-color: var(--muted); text-decoration-thickness: 1px; }
.site a:hover { text-decoration-color: currentColor; }
q { color: var(--muted); overflow-wrap: anywhere; }
kbd { font: .75rem ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; padding: .05rem .35rem; border: 1px solid var(--rule); border-bottom-width: 2px; border-radius: .3rem; color: var(--muted); }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--code); padding: .1em .3em; border-radius: .25em; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; font-size: 1em; }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--rule); border-radius: .4rem; padding: .15rem .7rem; cursor: pointer; }
button.copy { display: block; margin: .35rem 0 0 auto; padding: .1rem .6rem; font-size: .8125rem; color: var(--muted); border-color: transparent; background: none; }
button.copy:hover, button.copy:focus-visible { color: var(--ink); border-color: var(--rule); }
textarea.copy { display: block; width: 100%; margin-top: .35rem; font: .8125rem ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink); background: var(--code); border: 1px solid var(--rule); border-radius: .4rem; }
.ways a { white-space: nowrap; }
.ways a + a { margin-left: 1rem; }
th > button { display: inline-flex; align-items: end; padding: 0; border: 0; background: none; font: inherit; color: inherit; text-align: inherit; text-decoration: underline dotted var(--muted); text-underline-offset: .3em; }
th[aria-sort] > button { text-decoration-style: solid; color: var(--ink); }
th[aria-sort="ascending"] > button::after { content: "\\2009▲"; }
th[aria-sort="descending"] > button::after { content: "\\2009▼"; }
.stale { color: var(--bad); font-weight: 600; }
.side { white-space: nowrap; font-weight: 600; }
.side.worse { color: var(--bad); }
.side.better { color: var(--good); }
.side.taken { color: var(--open); }
.base-arm { color: var(--base); font-weight: 600; }
.head-arm { font-weight: 600; }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem 1.5rem; }
.tallies { display: flex; flex-wrap: wrap; gap: .5rem 2rem; max-width: none; margin: 1rem 0 0; color: var(--muted); }
.tally { text-decoration: none; }
.tally strong { color: var(--ink); font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.tally.worse strong { color: var(--bad); }
.recent { color: var(--open); }
.also { font-size: .875rem; }
.also ul { margin: 0 0 .4rem; padding-left: 1.1rem; }
.lines { margin: 0; padding: 0; list-style: none; }
.lines li { padding: .4rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.search { margin-left: auto; display: none; align-items: center; gap: .5rem; color: var(--muted); font-size: .875rem; }
.search.ready { display: flex; }
input, select { font: inherit; font-size: .9375rem; color: var(--ink); background: var(--card); border: 1px solid var(--rule); border-radius: .4rem; padding: .3rem .6rem; max-width: 100%; min-width: 0; }
.scroll > table { width: 100%; }
.scroll th, .scroll td { padding-right: 1.25rem; }
.scroll th:last-child, .scroll td:last-child { padding-right: .25rem; }
.workloads tbody th { max-width: 24rem; overflow-wrap: anywhere; }
.workloads tbody th .muted, .workloads .metric { font-weight: 450; font-size: .8125rem; }
.workloads .history { width: 170px; }
.workloads tr.open th:first-child { box-shadow: inset 3px 0 var(--bad); padding-left: .7rem; }
.day, .who { white-space: nowrap; }
/* Workload names break late; a link in a table's head stays on the line of the other heads, although touch makes it taller. */
.scroll tbody th:has(> a:not(.sha)) { min-width: 8rem; }
.site thead th { vertical-align: bottom; }
.subject { min-width: 14rem; overflow-wrap: anywhere; }
.spark { display: block; }
.spark .line { fill: none; stroke: var(--base); stroke-width: 1.5; stroke-linecap: round; vector-effect: non-scaling-stroke; }
/* A dot that stays round at every width of the picture. */
.spark .newest { fill: none; stroke: var(--base); stroke-width: 7; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.spark .cursor { fill: none; stroke: var(--muted); stroke-width: 1; stroke-dasharray: 3 3; vector-effect: non-scaling-stroke; }
.spark .mark { stroke-width: 1.5; fill: none; opacity: .8; vector-effect: non-scaling-stroke; }
.spark .mark.worse { stroke: var(--bad); }
.spark .mark.better { stroke: var(--good); }
.filters { margin: .75rem 0 .5rem; }
.filters form { display: flex; flex-wrap: wrap; gap: .6rem 1rem; }
.filters button { align-self: end; padding: .3rem .9rem; }
.filters label { display: grid; font-size: .8125rem; color: var(--muted); min-width: 0; max-width: 14rem; }
.more > summary { font-size: .875rem; color: var(--muted); }
.more > div { display: flex; flex-wrap: wrap; gap: .6rem 1rem; }
@supports selector(::details-content) {
  @media (min-width: 48rem) {
    .filters > summary { display: none; }
    .filters::details-content { content-visibility: visible; block-size: auto; }
    .more { align-self: end; }
    .more > summary { padding: 0 0 .55rem; }
    .more[open] { display: flex; align-items: end; gap: 1rem; }
  }
}
/* A series is as wide as the screen; sentences are not. */
.site:has(main[data-page="workload"]) > header, main[data-page="workload"] { max-width: 120rem; }
.site main[data-page="workload"] { padding-top: 1rem; }
main[data-page="workload"] .title h1 { margin: 0; overflow-wrap: anywhere; }
main[data-page="workload"] .lead { margin: .25rem 0 .75rem; max-width: none; }
.series { margin: 0 0 .25rem; padding: .75rem 1.25rem .5rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; }
.series figcaption { font-weight: 450; color: var(--muted); }
.series figcaption strong { color: var(--ink); font-size: 1.0625rem; font-weight: 650; }
.reset { float: right; padding: .1rem .7rem; border: 1px solid var(--rule); border-radius: .4rem; color: var(--ink); text-decoration: none; }
.keys { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: .8125rem; }
.swatch { display: inline-block; width: .65rem; height: .65rem; margin-right: .4rem; }
.swatch.own { border-radius: 50%; }
:root { --s0: var(--base); --s1: var(--head); --s2: #009e73; --s3: #cc79a7; --s4: #8a6d00; --s5: var(--muted); }
${[0, 1, 2, 3, 4, 5].map((i) => `.swatch.s${i} { background: var(--s${i}); } .plot :is(path, line).s${i} { stroke: var(--s${i}); } .plot .s${i}.dot { fill: var(--s${i}); }`).join("\n")}
.plot { display: flow-root; height: clamp(260px, 44vh, 480px); margin: .25rem 0; }
.plot.empty { display: grid; place-items: center; text-align: center; }
.plot > .plotted { display: block; width: calc(100% - 100px); height: calc(100% - 58px); margin: 26px 30px 32px 70px; overflow: visible; }
.plot[data-drawn] > .plotted { display: none; }
.plot .u-over { touch-action: pan-y; cursor: crosshair; }
.plot .whiskers { stroke-width: 1; opacity: .35; }
.plot .line { stroke-width: 1.25; opacity: .7; }
.plot .over.line { stroke-dasharray: 5 3; }
.plot .level { stroke-width: 2; }
.plot .level.ink { stroke: var(--ink); }
.plot line.step { stroke-width: 1; }
.plot text.step { font-size: 13px; font-weight: 600; }
.plot line.worse { stroke: var(--bad); }
.plot line.better { stroke: var(--good); }
.plot line.taken { stroke: var(--open); }
.plot text.worse { fill: var(--bad); }
.plot text.better { fill: var(--good); }
.plot text.taken { fill: var(--open); }
.plot .border { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 2 4; }
.plot .u-select { background: var(--muted); opacity: .25; }
.plot .u-hz .u-cursor-x { border-right: 1px dashed var(--muted); }
.ledger p { max-width: none; }
.ledger .since { margin-left: auto; color: var(--muted); font-size: .875rem; }
.sums { margin: 0; padding: 0; list-style: none; }
.sums li { margin: .35rem 0; padding-left: .7rem; overflow-wrap: anywhere; }
.sums .open { box-shadow: inset 3px 0 var(--bad); }
.sums .near { box-shadow: inset 3px 0 var(--open); }
figure.series > .summed { height: 200px; width: calc(100% - 6.5rem); margin: .7rem 2.75rem 2rem 3.75rem; }
.summed .zero { stroke: var(--muted); stroke-width: 1; }
.summed .bound { stroke: var(--bad); stroke-width: 1; stroke-dasharray: 5 3; }
.summed .red.dot { fill: var(--bad); stroke: var(--card); stroke-width: 1; }
.readout { min-height: 1.6rem; margin: .25rem 0 0; max-width: none; font-size: .9375rem; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.keyboard { font-size: .875rem; color: var(--muted); }
.steps { font-size: .875rem; }
.steps :is(th, td) { vertical-align: baseline; }
.steps.stack tbody th { min-width: 0; }
.step-when, .step-change, .step-range { white-space: nowrap; }
.step-levels { min-width: 8rem; }
.step-commit, .step-also { min-width: 12rem; max-width: 40rem; overflow-wrap: anywhere; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
.multiples a { display: grid; grid-template-columns: 1fr auto; gap: .25rem; padding: .6rem .8rem; background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; text-decoration: none; }
.multiples a:hover { border-color: var(--muted); }
.multiples .name { font-weight: 600; }
.multiples .spark { grid-column: 1 / -1; width: 100%; height: 2.5rem; }
.machines { margin-top: 1rem; font-size: .8125rem; color: var(--muted); }
.machines dt { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.report > h2 { margin: 0; font-size: 1.35rem; text-wrap: balance; }
.report.overall-regressed > h2 { color: var(--bad); }
.report.overall-improved > h2 { color: var(--good); }
@media (max-width: 60rem) {
  .site > header { padding-top: .7rem; padding-bottom: .7rem; }
  .plot { height: 260px; }
  .series { padding: .8rem .8rem .5rem; margin-left: -.25rem; margin-right: -.25rem; }
  .readout { min-height: 4.5rem; }
  .filters label { width: calc(50% - .5rem); max-width: none; }
  .more { width: 100%; }
  .filters > summary, .filters select, nav a, .multiples a, .site button, input { min-height: 44px; }
  nav a { display: flex; align-items: center; }
  .site > header nav { margin-left: -.7rem; gap: 0; }
  .site > header nav .count { margin-left: .35rem; }
  .scroll th:first-child { position: sticky; left: 0; max-width: 9.5rem; background: var(--paper); white-space: normal; overflow-wrap: anywhere; }
  .search { margin-left: 0; }
  .ways kbd { display: none; }
  .tallies { gap: .25rem 1.5rem; }
  .title { flex-direction: column; }
  .multiples { grid-template-columns: 1fr 1fr; }
  .multiples a { padding: .5rem .6rem; }
}
@media (max-width: 40rem) {
  .plot .fine, .plot .size { display: none; }
  .steps .step-also:not(:empty)::before { content: "also "; color: var(--muted); }
}
@media print {
  .plot { height: 300px; }
  .plot[data-drawn] > .plotted { display: block; }
  .plot > .uplot { display: none; }
  .steps :is(.step-levels, .step-commit, .step-also) { min-width: 0; }
  .steps .step-range { white-space: normal; }
  :root { color-scheme: light; ${LIGHT} --paper: #fff; --ink: #000; --muted: #444; }
  .filters, .keyboard, .readout, nav, .skip, .search, .copy, .ways kbd { display: none !important; }
  .site .scroll { overflow: visible; }
  .scroll table { font-size: .8125rem; }
  .scroll th, .scroll td { padding-right: .6rem; }
  .subject { min-width: 0; }
}
`;
