import { expect, it } from "vitest";
import { withOpen } from "../../../../src/analysis/history/alerts.ts";
import { eventChoice } from "../../../../src/report/pages/event-choice.ts";
import { type EventLine, eventsPage } from "../../../../src/report/pages/events.ts";
import { makeEvent, makeSite } from "../../../support/site-data.ts";

const [ANSWERED] = withOpen([makeEvent()], {
  alpha: 0.05,
  gates: [{ metric: "p99", margin: 0.1, floor: null }],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
});
const PAST: EventLine = { event: ANSWERED!, machines: new Map(), state: "past", points: [], at: 0 };

it("claims that nothing is open only where all was looked at", () => {
  const known = { suites: ["oltp"], branches: ["main"] };
  const page = (words: string) => {
    const { choice } = eventChoice(new URLSearchParams(words), known);
    return eventsPage(makeSite(), [PAST], { ...known, choice, all: 3 }).main.html;
  };
  expect(page("")).toContain("<p>Nothing is open: no gate is worse than its limit allows.</p>");
  for (const words of ["suite=oltp", "branch=main", "since=2026-08-01"]) {
    expect(page(words)).toContain("<p>Nothing of this choice is open.</p>");
    expect(page(words)).not.toContain("no gate is worse");
  }
});

it("offers suites by names that the address has to have", () => {
  const known = { suites: ["scan 10 GiB"], branches: [] };
  const { choice } = eventChoice(new URLSearchParams("suite=scan+10+GiB"), known);
  const page = eventsPage(makeSite(), [PAST], { ...known, choice, all: 1 }).main.html;
  expect(page).toContain('<option value="scan 10 GiB" selected>scan 10\u00a0GiB</option>');
});
