/** The figures of documents in a browser: letters that are read at every width, and nothing that sticks out of the page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flameFigures } from "../../src/report/html/flame-figure.ts";
import { renderHtml } from "../../src/report/html/html.ts";
import { sweepPage } from "../../src/report/html/sweep.ts";
import { CHROMIUM } from "../support/browser.ts";
import { STORIES } from "../support/stories.ts";
import { found, sweepOfCapacities } from "../support/sweeps.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PATIENCE_MS = 600_000;
const WIDTHS = [390, 768, 1_280, 1_920];

const PROFILE = {
  workload: "checkout",
  event: "cpu-clock",
  hertz: 1_000,
  base: { events: 1_000, samples: 600 },
  head: { events: 1_000, samples: 1_000 },
  stacks: [
    { frames: ["exec_simple_query", "ExecutorRun", "heap_fetch_with_a_long_name"], base: 500, head: 900 },
    { frames: ["exec_simple_query", "PlannedStmt"], base: 100, head: 100 },
  ],
};

/** Pages with every kind of figure, by name. */
const PAGES: Readonly<Record<string, () => string>> = {
  sessions: () => renderHtml(STORIES["one-regression-of-three"]!()),
  migration: () => renderHtml(STORIES["migration-that-rewrites"]!()),
  timeline: () => renderHtml(STORIES["disruptions-of-the-load"]!()),
  sweep: () => readFileSync(path.join(import.meta.dirname, "../golden/sweep/three-targets.html"), "utf8"),
  capacity: () => sweepPage(sweepOfCapacities([found(900)], [found(700)])),
  flame: () => {
    const report = STORIES["regression-with-its-reason"]!();
    expect(flameFigures(PROFILE)).toHaveLength(2);
    return renderHtml({ ...report, reason: { ...report.reason!, profiles: [PROFILE] } });
  },
};

/** Letters as they come to the eye, in pixels: their own size times what the picture is scaled by. */
const LETTERS = `[...document.querySelectorAll("figure svg text, .interval text")]
  .filter((text) => text.getClientRects().length > 0)
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d)`;

/** Names and labels that reach beyond the page. */
const OUTSIDE = `[...document.querySelectorAll("figure svg text")]
  .filter((text) => text.closest(".box") === null)
  .map((text) => ({ text: text.textContent, ...text.getBoundingClientRect().toJSON() }))
  .filter(({ left, right }) => left < 0 || right > innerWidth)
  .map(({ text }) => text)`;

/** Boxes of which paper, or a phone, would show a part. */
const cut = (selector: string) => `[...document.querySelectorAll("${selector}")]
  .filter((box) => box.scrollWidth > box.clientWidth)
  .map((box) => box.ariaLabel ?? box.textContent)`;
/** A4 within the margins that browsers print with. */
const PAPER = { width: 718, height: 1_000 };

describe.skipIf(CHROMIUM === null)("the figures in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ["--no-sandbox"],
      timeout: PATIENCE_MS,
    });
  });
  afterAll(async () => await browser?.close());

  it.each(Object.keys(PAGES))(
    "of %s have letters of 11 to 13 pixels at every width, and on paper",
    async (name) => {
      // A document's policy holds for all that is written into it later: each has a page of its own.
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.setContent(PAGES[name]!());
      await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
      for (const media of ["screen", "print"] as const) {
        await page.emulateMedia({ media });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const letters = await page.evaluate<number[]>(LETTERS);
          expect(letters.length, name).toBeGreaterThan(5);
          expect(Math.min(...letters), `${name} at ${width}`).toBeGreaterThanOrEqual(11);
          expect(Math.max(...letters), `${name} at ${width}`).toBeLessThanOrEqual(13);
          expect(await page.evaluate(OUTSIDE), `${name} at ${width}`).toEqual([]);
        }
      }
      await page.close();
    },
  );

  it.each(["light", "dark"] as const)(
    "and plans are read by those who do not see them (%s)",
    async (colorScheme) => {
      for (const width of [390, 1_280]) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        page.setDefaultTimeout(PATIENCE_MS);
        await page.setContent(PAGES["flame"]!());
        await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
        await page.evaluate(AXE);
        const faults =
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))";
        expect(await page.evaluate(faults), `${width}`).toEqual([]);
        await page.close();
      }
    },
  );

  it("stand among tables that lose no column on paper, nor on a phone, whatever a workload is called", async () => {
    const long =
      "tenant-088-orders-and-line-items-report-by-region-and-week-with-returns-and-currency-conversion";
    for (const name of ["migration", "timeline", "flame"]) {
      const page = await browser.newPage({ viewport: PAPER });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.setContent(PAGES[name]!().replaceAll("checkout", long));
      await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
      await page.emulateMedia({ media: "print" });
      expect(await page.evaluate(cut(".wide, .scroll, pre")), name).toEqual([]);
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(cut(".wide, .scroll")), name).toEqual([]);
      expect(
        await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
        name,
      ).toBeLessThanOrEqual(0);
      await page.close();
    }
  });
});
