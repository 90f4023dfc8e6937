/** Styles of the tables of checks, changes and workloads: on a phone each row is a card, so that no long name pushes the rest out of sight. */
export const HISTORY_STYLE = `
.stack tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 10rem; max-width: 20rem; }
.title form { margin-left: auto; }
.title form input { width: 16rem; }
.stack tbody th .muted, .stack .metric, .stack .size .muted, .stack .cause .muted, .stack .also { font-weight: 450; font-size: .8125rem; }
.stack .size { white-space: nowrap; }
.stack .cause { min-width: 13rem; overflow-wrap: anywhere; }
.stack .history { width: 170px; }
.stack .also { min-width: 8rem; }
.stack .also ul { margin: 0 0 .4rem; padding-left: 1.1rem; }
.stack .also summary { padding: 0; }
.stack tr.open th:first-child { box-shadow: inset 3px 0 var(--bad); padding-left: .7rem; }
.badge.accepted { color: var(--open); }
.host { white-space: nowrap; }
.host::after { content: "\\2009\\2197"; }
.site .moved { margin: .5rem 0 1.5rem; padding: .9rem 1.25rem; background: var(--card); border: 1px solid var(--rule); border-left: 4px solid var(--muted); border-radius: .6rem; }
.moved.open { border-left-color: var(--bad); }
.moved.better { border-left-color: var(--good); }
.moved > p { margin: 0; overflow-wrap: anywhere; }
.moved > .spark { width: 100%; height: 5rem; margin: .75rem 0; }
@media (max-width: 48rem) {
  .stack, .stack tbody, .stack tr, .stack th, .stack td { display: block; }
  .stack thead { display: none; }
  .stack tr { padding: .7rem .9rem; margin: 0 0 .75rem; background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; }
  .stack tr[hidden] { display: none; }
  .stack tr.open { border-left: 4px solid var(--bad); }
  .stack th, .stack td, .stack tr.open th:first-child { padding: .1rem 0; border: 0; box-shadow: none; min-width: 0; max-width: none; text-align: left; }
  .stack th, .stack td:not(.subject, .cause, .history, .also) { display: inline-block; margin-right: 1rem; }
  .title form { margin-left: 0; }
  .scroll .stack th:first-child { position: static; background: none; }
  .stack td:empty { display: none; }
  .stack .history, .stack .spark { width: 100%; }
  .stack .number { white-space: normal; }
  .stack a { display: inline-block; padding: .25rem 0; }
  .site .moved { padding: .7rem .9rem; }
}
`;
