/** sweep.html: one file that needs nothing else, like report.html. No script runs in it, and its policy lets it load nothing. */

import { groupBy } from "../../model/by-key.ts";
import type { MetricId } from "../../model/metric.ts";
import type { PointResult, ScalingCurve, Sweep } from "../../model/sweep.ts";
import { plainLine } from "../../text/outside.ts";
import { minuteOf } from "../../text/time.ts";
import { plural } from "../../text/units.ts";
import { serverSentences, serversTable } from "../words/build.ts";
import { capital } from "../words/headline.ts";
import {
  comparisonSentences,
  comparisonTable,
  curveTitle,
  efficiencyTable,
  matrixTable,
  metricAt,
  pointsTable,
  type SweepTable,
  scalingSentences,
  sweepHeadline,
  sweepScope,
} from "../words/sweep.ts";
import { armsLegend, warningTexts } from "../words/sweep-warnings.ts";
import { standalonePage } from "./standalone.ts";
import { STYLE } from "./style.ts";
import { type SweepCurve, sweepFigure } from "./sweep-figure.ts";
import { type Html, html } from "./template.ts";

/** Okabe and Ito's palette, as many colours as targets may be at once; further ones repeat the colours. */
const COLOURS = ["var(--base)", "var(--head)", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9"];

const SWEEP_STYLE = `${STYLE}
.sweep table { font-size: .875rem; }
.sweep .figures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
svg .fitted { fill: none; stroke-width: 1.75; stroke-dasharray: 6 3; opacity: .8; }
svg .whisker { fill: none; stroke-width: 1.25; opacity: .7; }
svg .peak { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 2 3; }
svg .client.dot { fill: var(--card); }
${COLOURS.map((colour, i) => `svg .series-${i}.line, svg .series-${i}.fitted, svg .series-${i}.whisker { stroke: ${colour}; } svg .series-${i}.dot { fill: ${colour}; stroke: ${colour}; stroke-width: 1.5; } svg text.series-${i} { fill: ${colour}; }`).join("\n")}
`;

export function sweepPage(sweep: Sweep): string {
  const headline = sweepHeadline(sweep);
  const { environment, plan, createdAt } = sweep;
  const how = `${sweep.suites.map((each) => suiteText(each, sweep)).join("; ")}, interleaved in rounds of random order (seed ${plan.seed}), on ${environment.cpuCount} × ${environment.cpuModel}`;
  const body = html`<header><div>
<p class="suite">Plumbline · ${plainLine(sweep.suite)}</p>
<h1>${headline}</h1>
<p>${capital(sweepScope(sweep))}: ${plainLine(how, 400)}.</p>
</div></header>
<main>
${figures(sweep)}
${sweep.scaling.map((curve) => sweepSection(curveTitle(curve, sweep), scalingSentences(curve)))}
${[efficiencyTable(sweep), matrixTable(sweep)].map((table) => (table === null ? html`` : sweepTableHtml(table)))}
${sweep.comparisons.map((comparison) => html`${sweepTableHtml(comparisonTable(comparison, sweep))}${listHtml(comparisonSentences(comparison))}`)}
${sweepTableHtml(pointsTable(sweep))}
${servers(sweep)}
${warningList(sweep)}
</main>
<footer><p>Plumbline ${plainLine(sweep.version)} · <time datetime="${createdAt}">${minuteOf(createdAt)} UTC</time> · whiskers are 95 % intervals over sessions, cut at half and twice the value; dashed curves the fitted scalability law; hollow dots show the load generator’s limit</p></footer>`;
  return standalonePage({ title: `Plumbline: ${headline}`, style: SWEEP_STYLE, kind: "sweep", body });
}

function servers(sweep: Sweep): Html {
  const table = serversTable(sweep);
  return table === null ? html`` : html`${sweepTableHtml(table)}${listHtml(serverSentences(sweep))}`;
}

/** Extent of a suite's measurement, and the database that was measured. */
function suiteText(
  { suite, sessions, seconds, database }: Sweep["suites"][number],
  { suites }: Sweep,
): string {
  const name = suites.length > 1 ? `${suite}: ` : "";
  if (seconds === null) return `${name}not measured`;
  return `${name}${plural(sessions, "session")} of ${seconds} s at each point of ${database}`;
}

/** Figures of each workload, at each combination of the options that are not on the axis. */
function figures(sweep: Sweep): Html {
  const drawn = sweep.suites.flatMap(({ suite }) => {
    const points = sweep.points.filter((point) => point.suite === suite);
    const option = axisOf(sweep, points);
    return option === null ? [] : figuresOver(option, points, sweep);
  });
  const others = () =>
    sweep.efficiencies.length > 0
      ? figuresOver(
          "nodes",
          sweep.points.map((point) => byNodes(point, sweep)),
          sweep,
        )
      : figuresOver("suite", sweep.points.map(bySuite), sweep);
  const figures = drawn.length > 0 ? drawn : others();
  return html`<section class="figures">${figures.filter((figure) => figure !== null)}</section>`;
}

/** Makes the nodes of the targets the axis if no option has two values and the numbers of nodes are known. */
function byNodes(point: PointResult, { efficiencies }: Sweep): PointResult {
  const known = efficiencies.flatMap((each) => [
    [each.reference, each.referenceNodes] as const,
    [each.target, each.nodes] as const,
  ]);
  const nodes = new Map(known).get(point.target) ?? 0;
  return { ...point, target: "", values: { ...point.values, nodes } };
}

/** Makes the suite the axis otherwise, for workloads that several suites have. */
function bySuite(point: PointResult): PointResult {
  return { ...point, suite: "", values: { ...point.values, suite: point.suite } };
}

function figuresOver(option: string, all: readonly PointResult[], sweep: Sweep): readonly (Html | null)[] {
  const groups = groupBy(all, (point) => groupOf(point, option));
  return [...groups].flatMap(([key, points]) => {
    const curves = sweep.scaling.filter((curve) => option === curve.over && curveKey(curve) === key);
    const { suite, workload, values } = points[0]!;
    const others = Object.entries(values).filter(([name]) => name !== option);
    const lead = sweep.suites.length > 1 && suite !== "" ? [`${suite}:`] : [];
    const title = [...lead, workload, ...others.map(([name, value]) => `${name}=${value}`)].join(" ");
    const latency: readonly MetricId[] = sweep.targets.length > 1 ? ["p99"] : ["p50", "p95", "p99"];
    return [
      sweepFigure(`QPS of ${plainLine(title, 100)}`, option, sweepCurves(points, ["qps"], curves)),
      sweepFigure(
        `${sweep.targets.length > 1 ? "p99" : "Latency"} of ${plainLine(title, 100)}`,
        option,
        sweepCurves(points, latency, []),
      ),
      sweepFigure(
        `Capacity of ${plainLine(title, 100)}${capacityUnit(points)}`,
        option,
        sweepCurves(points, ["capacity"], []),
      ),
    ];
  });
}

/** ", in threads": of what was searched. */
function capacityUnit(points: readonly PointResult[]): string {
  const [of = ""] = points.flatMap(({ capacity }) => capacity?.of ?? []);
  return of === "rate" ? ", in events a second" : `, in ${plainLine(of, 40)}`;
}

/** Threads where they were swept, else the first option of which these points have two values. */
function axisOf({ axes }: Sweep, points: readonly PointResult[]): string | null {
  const wide = axes
    .map(({ option }) => option)
    .filter((option) => new Set(points.map(({ values }) => values[option])).size > 1);
  return wide.find((option) => option === "threads") ?? wide[0] ?? null;
}

function groupOf({ suite, workload, values }: PointResult, option: string): string {
  return JSON.stringify([suite, workload, Object.entries(values).filter(([name]) => name !== option)]);
}

function curveKey({ suite, workload, values }: ScalingCurve): string {
  return JSON.stringify([suite, workload, Object.entries(values)]);
}

function sweepCurves(
  points: readonly PointResult[],
  metrics: readonly MetricId[],
  curves: readonly ScalingCurve[],
): readonly SweepCurve[] {
  const targets = [...new Set(points.map(({ target }) => target))];
  return targets.flatMap((target, place) =>
    metrics
      .filter((metric) => points.some((point) => metricAt(point, metric) !== undefined))
      .map((metric, i) => ({
        name: target === "" ? (metric === "qps" ? "QPS" : metric) : target,
        series: (targets.length > 1 ? place : i) % COLOURS.length,
        metric,
        points: points.filter((point) => point.target === target),
        curve: curves.find((curve) => curve.target === target),
      })),
  );
}

function sweepSection(title: string, sentences: readonly string[]): Html {
  return html`<section><h2>${title}</h2>${listHtml(sentences)}</section>
`;
}

function listHtml(sentences: readonly string[]): Html {
  return html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
`;
}

function sweepTableHtml({ title, columns, names, rows }: SweepTable): Html {
  const isNumber = (i: number) => i >= names && i < columns.length - 1;
  const heads = columns.map((column, i) => html`<th class="${isNumber(i) ? "number" : ""}">${column}</th>`);
  const body = rows.map(
    (
      row,
    ) => html`<tr>${row.map((cell, i) => html`<td class="${isNumber(i) ? "number" : ""}">${cell}</td>`)}</tr>
`,
  );
  return html`<section><h2>${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div></section>
`;
}

function warningList(sweep: Sweep): Html {
  const all = warningTexts(sweep);
  if (all.length === 0) return html``;
  const legend = armsLegend(sweep);
  const items = all.map(
    ({ where, message, remedy }) =>
      html`<li>${where}${message}. <span class="muted">Remedy: ${remedy}</span></li>
`,
  );
  return html`<section class="warnings"><h2>Warnings</h2>${legend === "" ? html`` : html`<p>${legend}</p>`}<ol>${items}</ol></section>`;
}
