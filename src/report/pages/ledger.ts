/** The sum of a metric's measured changes on a workload's page: the curve that means something where machines take turns. */
import type { LedgerLine, LedgerStep, LedgerSum } from "../../model/ledger.ts";
import { metricInfo } from "../../model/metric.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { formatChange, formatChangeInterval, plural } from "../../text/units.ts";
import { labelBelow, valueAxis } from "../html/axes.ts";
import { across, cssPercent, level, plot, upwards } from "../html/plot.ts";
import type { Scale } from "../html/scale.ts";
import { type Html, html, verbatim } from "../html/template.ts";
import { effectAxis } from "../words/effect-axis.ts";
import { countText, limitOfSum, sinceText, sizeText } from "../words/ledger.ts";
import { WORKLOAD_ROOT as ROOT } from "./links.ts";
import { beginsAt, lineSince, type SumStart } from "./sum-start.ts";
import { commitLink, saidOf } from "./words.ts";

/** Fewest changes that make a sum. */
const FEWEST = 2;
const TICKS = 5;

/** Starts that a reader may choose, and the one that is chosen; null: all changes are added up. */
type SumChoice = Readonly<{ starts: readonly SumStart[]; since: SumStart | null }>;

/** @param branch that the changes are of */
export function ledgerSection(
  branch: string,
  all: LedgerLine | undefined,
  { starts, since }: SumChoice = { starts: [], since: null },
): Html {
  if (all === undefined || all.steps.length < FEWEST) return html``;
  const line = since === null ? all : lineSince(all, since);
  const what =
    line === null
      ? html`<p>No change of ${plainLine(branch, 60)} since ${plainLine(since!.word, 60)} was measured side by side.</p>`
      : sumOfLine(branch, line, since);
  return html`<section class="ledger" id="ledger"><div class="title"><h2>Sum of the changes</h2>${startField(all, starts, since)}</div>
${what}</section>`;
}

/** Choice of the start, which the form above the table sends with all others. */
function startField({ steps }: LedgerLine, starts: readonly SumStart[], since: SumStart | null): Html {
  if (starts.length === 0) return html``;
  const option = (start: SumStart, words: string) =>
    html`<option value="${verbatim(start.word)}"${start.word === since?.word && start.isTag === since.isTag ? html` selected` : html``}>${words}</option>`;
  const tags = starts.filter(({ isTag }) => isTag).map((start) => option(start, plainLine(start.word, 60)));
  const commits = starts
    .filter(({ isTag }) => !isTag)
    .map((start) =>
      option(start, `${shortSha(start.commit.sha)} ${plainLine(start.commit.subject ?? "", 50)}`),
    );
  const first = html`<option value=""${since === null ? html` selected` : html``}>${plural(steps.length, "change")} ago</option>`;
  return html`<label class="since">Since <select name="since" id="choose-since" form="filters">${first}${tags.length === 0 ? html`` : html`<optgroup label="Tags">${tags}</optgroup>`}<optgroup label="Commits">${commits}</optgroup></select></label><noscript><button form="filters">Show</button></noscript>`;
}

function sumOfLine(branch: string, line: LedgerLine, since: SumStart | null): Html {
  const { sum, steps } = line;
  const limit = sumBound(sum) === null ? "" : limitOfSum(sum);
  const name = since?.isTag && beginsAt(line, since) ? since.word : undefined;
  return html`<p>${plainLine(branch, 60)} ${sinceText(sum, name)}: ${metricInfo(sum.metric).label} <strong>${sizeText(sum)}</strong> ${countText(sum)}. <span class="muted">Each push was measured next to the commit before it on one machine, so the sum does not depend on which machines took turns. The band is the 95 % interval${limit === "" ? "" : `; dashed: what one change may lose (${limit})`}.</span></p>
<figure class="series">${ledgerPlot(sum, steps)}</figure>
${ledgerSteps(steps)}`;
}

/** The commit that the sum begins at is at place 0, the head of each change at the next place. */
function ledgerPlot(sum: LedgerSum, steps: readonly LedgerStep[]): Html {
  const bound = sumBound(sum);
  const ends = steps.flatMap(({ sumLow, sumHigh }) => [sumLow, sumHigh]);
  const axis = effectAxis([0, ...ends, ...(bound === null ? [] : [bound])]);
  const x = across(0, steps.length, { room: 8 });
  const y: Scale = (change) => upwards(0, 1)(axis.share(change));
  const ticks = axis.ticks(TICKS);
  const points = [`${x(0)} ${y(0)}`, ...steps.map((step, i) => `${x(i + 1)} ${y(step.sum)}`)];
  const above = [`${x(0)} ${y(0)}`, ...steps.map((step, i) => `${x(i + 1)} ${y(step.sumHigh)}`)];
  const below = steps.map((step, i) => `${x(i + 1)} ${y(step.sumLow)}`).toReversed();
  const words = {
    title: `Sum of the changes of ${metricInfo(sum.metric).label}; the table below has its values`,
    description: `${sizeText(sum)} ${countText(sum)}`,
  };
  return plot("summed", words, {
    behind: [
      ...valueAxis(ticks, y),
      level("zero", y(0)),
      ...(bound === null ? [] : [level("bound", y(bound))]),
      ...commits(sum, steps, x),
    ],
    lines: [
      html`<path class="head band" d="M${[...above, ...below].join("L")}Z"/><path class="head line" d="M${points.join("L")}"/>
`,
    ],
    before: steps.map(
      (step, i) =>
        html`<circle class="${step.red ? "red" : "head"} dot" cx="${cssPercent(x(i + 1))}" cy="${cssPercent(y(step.sum))}" r="${step.red ? 5 : 3.5}"><title>${shortSha(step.head.sha)}: ${ledgerChangeText(step)}, sum ${formatChange(step.sum)}</title></circle>`,
    ),
  });
}

/** The sum at which the limit is reached; null for a metric without one, or one that cannot fall so far. */
function sumBound({ metric, limit }: LedgerSum): number | null {
  if (limit === null) return null;
  if (metricInfo(metric).direction === "lower-is-better") return limit;
  return limit < 1 ? -limit : null;
}

function commits(sum: LedgerSum, steps: readonly LedgerStep[], x: Scale): readonly Html[] {
  const places = [...new Set([0, 0.5, 1].map((part) => Math.round(part * steps.length)))];
  return places.map((at) => labelBelow(x(at), shortSha(at === 0 ? sum.since.sha : steps[at - 1]!.head.sha)));
}

/** "−1.0 % (−1.8 .. −0.2)". */
function ledgerChangeText({ effect, low, high }: LedgerStep): string {
  const interval = { low, high };
  return `${formatChange(effect, interval)} ${formatChangeInterval(interval, effect)}`;
}

/** The changes, newest first. */
function ledgerSteps(steps: readonly LedgerStep[]): Html {
  const rows = steps.toReversed().map((step) => {
    const { head, base, measurements, red, gap } = step;
    const notes = [
      ...(red ? ["red"] : []),
      ...(measurements > 1 ? [`mean of ${plural(measurements, "measurement")}`] : []),
      ...(gap ? ["commits before it were not measured"] : []),
    ];
    return html`<tr><th scope="row">${commitLink(ROOT, head.sha)}</th><td class="step-commit">${saidOf(head)}</td><td class="number">${ledgerChangeText(step)}</td><td class="number">${formatChange(step.sum)}</td><td>${commitLink(ROOT, base.sha)}</td><td>${notes.join(", ")}</td></tr>
`;
  });
  const heads = ["commit", "", "change", "sum", "against", "note"];
  return html`<details><summary>The ${plural(steps.length, "change")} one by one</summary><div class="scroll" tabindex="0" role="region" aria-label="Changes that are added up"><table class="steps"><thead><tr>${heads.map((head) => (head === "" ? html`<td></td>` : html`<th scope="col"${head === "change" || head === "sum" ? html` class="number"` : html``}>${head}</th>`))}</tr></thead><tbody>${rows}</tbody></table></div></details>`;
}
