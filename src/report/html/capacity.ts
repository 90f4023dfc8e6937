/** The largest loads that keep their limits, as a table. */
import type { Report } from "../../model/report.ts";
import { CAPACITY_HEADS, capacityRows } from "../words/capacity.ts";
import { type Html, html } from "./template.ts";

export function capacities({ capacities: all = [] }: Report): Html {
  if (all.length === 0) return html``;
  const [capacity, interval, sessions, limit] = CAPACITY_HEADS;
  const rows = all.flatMap(capacityRows).map(
    (cells) =>
      html`<tr><th scope="row">${cells.workload}</th><td>${cells.arm}</td><td class="number">${cells.capacity}</td><td class="number">${cells.interval}</td><td class="number">${cells.sessions}</td><td>${cells.limit}</td></tr>
`,
  );
  return html`<section class="capacity"><h2>Capacity: the largest load that keeps its limits</h2>
<div class="wide" tabindex="0" role="region" aria-label="Capacity"><table><thead><tr><th>workload</th><th>arm</th><th class="number">${capacity}</th><th class="number">${interval}</th><th class="number">${sessions}</th><th>${limit}</th></tr></thead><tbody>${rows}</tbody></table></div></section>
`;
}
