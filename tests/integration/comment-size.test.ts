/** Room that a comment takes before its fold, in a browser: less than a screen, and never more than the width of a phone. */
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { renderComment } from "../../src/report/markdown/comment.ts";
import { CHROMIUM } from "../support/browser.ts";
import { githubPage } from "../support/github-page.ts";
import { makeReport, type WorkloadStory } from "../support/reports.ts";
import { STORIES } from "../support/stories.ts";

/** CSS pixels. */
const HEIGHT_MOST = 700;
const GITHUB_WIDTH = 1000;
const PHONE_WIDTH = 390;

let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM !== null)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}, 120_000);
afterAll(() => browser?.close());

type Room = Readonly<{
  /** Before the fold, without what GitHub puts above. */
  height: number;
  /** Texts that are wider than their box. */
  wide: readonly string[];
}>;

/** Runs in the page: scripts of tests know no document. */
const MEASURE = `({
  height: document.querySelector("details").getBoundingClientRect().top - document.querySelector("main").getBoundingClientRect().top,
  wide: [document.documentElement, ...document.querySelectorAll("main > :not(details), .alert > *, main > ul > li")]
    .filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent),
})`;

async function room(report: Report, width: number): Promise<Room> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.setContent(githubPage(renderComment(report)));
  const found = (await page.evaluate(MEASURE)) as Room;
  await page.close();
  return found;
}

const METRICS = ["qps", "server-cpu", "p50", "p95", "p99", "buffers", "rows-read", "wal-records"] as const;

/** Forty regressions: `count` workloads with as many metrics each as it takes. */
function forty(count: number): Report {
  const metrics = METRICS.slice(0, 40 / count);
  const workloads = Array.from(
    { length: count },
    (_, at): WorkloadStory => ({
      name: `tenant-${at}-orders-and-line-items-of-the-monthly-report`,
      changes: metrics.map((metric) => ({ metric, effect: metric === "qps" ? -0.3 : 0.4 })),
    }),
  );
  return makeReport({ workloads });
}

describe.skipIf(CHROMIUM === null)("a comment before its fold", () => {
  it.each([5, 10, 20, 40])("is lower than a screen with 40 regressions of %d workloads", async (count) => {
    const { height } = await room(forty(count), GITHUB_WIDTH);
    expect(height).toBeGreaterThan(200);
    expect(height).toBeLessThanOrEqual(HEIGHT_MOST);
  });

  it.each(Object.keys(STORIES))("is no wider than a phone: %s", async (name) => {
    expect((await room(STORIES[name]!(), PHONE_WIDTH)).wide).toEqual([]);
  });

  it.each([5, 40])("is no wider than a phone with 40 regressions of %d workloads", async (count) => {
    expect((await room(forty(count), PHONE_WIDTH)).wide).toEqual([]);
  });
});
