import { expect, it } from "vitest";
import { readChoice } from "../../../../src/report/pages/choice.ts";
import { workloadData } from "../../../../src/report/pages/columns.ts";
import { drawPicture } from "../../../../src/report/pages/picture.ts";
import { runTable } from "../../../../src/report/pages/run-table.ts";
import { makeFacts, shaOf } from "../../../support/site-data.ts";

it("names the machine of a run without a value: its own, not that of the first line", () => {
  const facts = makeFacts();
  const gone = shaOf(50);
  const points = facts.points.filter(({ commit }) => commit !== gone);
  const [lacking] = facts.points.filter(({ commit }) => commit === gone);
  const { runId: id, ...head } = lacking!;
  const data = workloadData({ ...facts, points, suiteRuns: [{ ...head, id, runUrl: null } as never] });
  const { choice } = readChoice(data, new URLSearchParams("metric=p99&range=all"));
  const rows = runTable(data, choice, drawPicture(data, choice)).html.match(/<tr>.*<\/tr>/g)!;
  const row = rows.find((each) => each.includes(gone.slice(0, 7)))!;
  expect(row).toContain('<td class="number" data-value="">–</td>');
  expect(row).toContain("<td>bbbbbbbb</td></tr>");
});
