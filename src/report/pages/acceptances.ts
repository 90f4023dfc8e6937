/** Acceptances: who took what as the price of a change, and why. */
import type { Acceptance } from "../../model/acceptance.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { plainLine } from "../../text/outside.ts";
import { dayOf } from "../../text/time.ts";
import { formatChange, plural } from "../../text/units.ts";
import { type Html, html } from "../html/template.ts";
import { pullRequestOnHost } from "./code-host.ts";
import { pathOf, siteRoot } from "./links.ts";
import { age, type Page, type Site } from "./shell.ts";
import { commitLink } from "./words.ts";

/** Null: nothing tells. `now` is null also where it has not landed. */
export type AcceptedLine = Readonly<{
  acceptance: Acceptance;
  size: Readonly<{ workload: string; metric: MetricId; effect: number; now: number | null }> | null;
}>;

/** @param lines newest first, revoked ones too */
export function acceptancesPage(site: Site, lines: readonly AcceptedLine[]): Page {
  const place = { page: "acceptances" } as const;
  const root = siteRoot(pathOf(place));
  const none = html`<p>No regression has been accepted yet. On a pull request: <code>/plumbline accept REASON</code>, or the label.</p>`;
  const main = html`<h1>Accepted regressions</h1>
<p class="legend">Regressions that a maintainer took as the price of a change. Where one landed, the branch’s history starts again. <em>Then</em> is what of it regressed most, as it was measured there; <em>now</em> the newest five runs of the branch against the five before it landed.</p>
${lines.length === 0 ? none : acceptanceTable(site, root, lines)}`;
  return { place, title: "Accepted regressions", data: null, main };
}

function acceptanceTable(site: Site, root: string, lines: readonly AcceptedLine[]): Html {
  const rows = lines.map(({ acceptance: each, size }) => {
    const { at, by, reason, landed, revoked, commit } = each;
    const where =
      landed === null
        ? html`not landed; ${commitLink(root, commit)}`
        : html`${plainLine(landed.branch, 40)} with ${commitLink(root, landed.commit)}`;
    const state =
      revoked === null ? html`holds` : html`revoked by ${plainLine(revoked.by, 40)} on ${dayOf(revoked.at)}`;
    return html`<tr><th scope="row">${scopeOf(root, each)}</th><td>${plainLine(by, 40)}</td><td class="subject">${plainLine(reason, 300)}</td><td>${pullRequestOnHost(each.repository, each.pullRequest)}</td><td>${where}</td>${sizeCells(each, size)}<td data-value="${Date.parse(at)}">${age(at, site.now)}</td><td>${state}</td></tr>
`;
  });
  const heads = ["what", "by", "reason", "pull request", "landed", "then", "now", "when", "state"];
  const sorted = ["what", "by", "then", "now", "when", "state"];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${plural(lines.length, "acceptance")}"><table><thead><tr>${heads.map((head) => html`<th scope="col"${sorted.includes(head) ? html` data-sort="${head}"` : html``}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Sizes of the change, then and now; names its metric and workload if the acceptance is for more than one. */
function sizeCells({ workload, metric }: Acceptance, size: AcceptedLine["size"]): Html {
  const cell = (effect: number | null | undefined, of: Html) =>
    html`<td class="number" data-value="${effect ?? ""}">${effect == null ? "–" : formatChange(effect)}${of}</td>`;
  const whose =
    size === null || (workload !== null && metric !== null)
      ? html``
      : html`<br><span class="muted">${metricInfo(size.metric).label} of ${plainLine(size.workload, 40)}</span>`;
  return html`${cell(size?.effect, whose)}${cell(size?.now, html``)}`;
}

export function acceptanceLines(site: Site, root: string, acceptances: readonly Acceptance[]): Html {
  const items = acceptances.map(
    (each) =>
      html`<li><span class="side taken">◇ accepted</span> ${scopeOf(root, each)} by ${plainLine(each.by, 40)}: <q>${plainLine(each.reason, 120)}</q> ${pullRequestOnHost(each.repository, each.pullRequest)} · ${age(each.at, site.now)}</li>
`,
  );
  return html`<ul class="lines">${items}</ul>`;
}

function scopeOf(root: string, { suite, workload, metric }: Acceptance): Html {
  const of = metric === null ? "every metric" : metricInfo(metric).label;
  if (workload === null)
    return html`${of} of ${suite === null ? "every suite" : `suite ${plainLine(suite)}`}`;
  const name =
    suite === null
      ? html`${plainLine(workload)}`
      : html`<a href="${root}${pathOf({ page: "workload", suite, workload })}">${plainLine(workload)}</a>`;
  return html`${of} of ${name}`;
}
