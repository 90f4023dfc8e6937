/** What differs between the arms. Of plans base's stands above head's, with the steps marked that the other has not, and where the time goes. */
import type { PlanDifference } from "../../model/reason.ts";
import type { Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { type PlanStep, planAnswer, planSteps } from "../words/plan.ts";
import { differenceLines } from "../words/reason.ts";
import { flameFigures } from "./flame-figure.ts";
import { cssPercent, FULL } from "./plot.ts";
import { titledCell } from "./table.ts";
import { type Html, html, verbatim } from "./template.ts";

/** Everything that differs between the arms except the measured numbers. */
export function differencesHtml({ reason }: Report): Html {
  if (reason === undefined) return html``;
  const lines = differenceLines(reason).map(
    (line) => html`<li>${line}</li>
`,
  );
  const list = lines.length === 0 ? html`<p>Nothing of it.</p>` : html`<ul>${lines}</ul>`;
  return html`<section><h2>What differs between base and head</h2><p class="muted">Settings, schema, sizes, plans and files of the set-up, looked at before measuring.</p>${list}${plansHtml(reason.plans)}${flames(reason)}</section>`;
}

/** Flame graphs. Where two builds of a server are compared they are the answer. Folded, for they are large. */
function flames({ profiles = [] }: NonNullable<Report["reason"]>): Html {
  const figures = profiles.flatMap(flameFigures);
  return figures.length === 0
    ? html``
    : html`<details><summary>Where the server’s CPU time goes, by function</summary>${figures}</details>`;
}

/** Folded, unless it is the only one. */
export function plansHtml(plans: readonly PlanDifference[]): Html {
  return html`${plans.map((plan) => planSection(plan, plans.length === 1))}`;
}

function planSection(plan: PlanDifference, isOnly: boolean): Html {
  const steps = planSteps(plan);
  const answer = planAnswer(plan);
  const name = `${plan.workload}, ${plan.statement}`;
  return html`<details class="plans"${isOnly ? html` open` : html``}><summary>Plans of <code>${verbatim(plainLine(plan.sql, 160))}</code> (${plainLine(plan.workload)})</summary>
${answer === "" ? html`` : html`<p>${answer}</p>`}${armTable("base", steps.base, name)}${armTable("head", steps.head, name)}</details>
`;
}

/** Deeper steps have no further indent. */
export const DEPTH_MOST = 12;
const MARKS = { base: "−", head: "+" } as const;

function armTable(arm: "base" | "head", steps: readonly PlanStep[], name: string): Html {
  const hasTime = steps.some(({ time }) => time !== "");
  const hasWork = steps.some((step) => step.share !== null);
  const heads = ["step", ...(hasWork ? ["", ...(hasTime ? ["own time"] : []), "own buffers"] : []), "rows"];
  const rows = steps.map((step) => {
    const mark = step.isOther ? MARKS[arm] : "";
    const work = hasWork
      ? [
          html`<td class="bar">${bar(step)}</td>`,
          ...(hasTime ? [titledCell("own time", html`${step.time}`, "number")] : []),
          titledCell("own buffers", html`${step.buffers}`, "number"),
        ]
      : [];
    return html`<tr class="${step.isOther ? "other" : "same"}"><th scope="row" class="depth-${Math.min(step.depth, DEPTH_MOST)}"><span class="change-mark">${mark}</span>${step.step}</th>${work}${titledCell("rows", html`${step.rows}`)}</tr>
`;
  });
  const title = `Plan of ${arm}: ${plainLine(name, 120)}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="plan ${arm}"><caption>${arm} <span class="muted">${MARKS[arm]} only here</span></caption><thead><tr>${heads.map((head) => (head === "" ? html`<td></td>` : html`<th${head.startsWith("own") ? html` class="number"` : html``}>${head}</th>`))}</tr></thead><tbody>${rows}</tbody></table></div>
`;
}

/** Width of a step's own part of the slower arm's whole. */
function bar({ share: part }: PlanStep): Html {
  const width = cssPercent((part ?? 0) * FULL);
  return html`<svg class="part" width="80" height="10" aria-hidden="true"><rect width="${width}" height="100%"/></svg>`;
}
