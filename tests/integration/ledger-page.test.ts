/** The sum of changes in a browser: what was lost little by little leads from the overview to it, and its reader chooses where it begins. */
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createServer } from "../../src/apps/server/server.ts";
import { loadAssets } from "../../src/apps/server/site/assets.ts";
import { siteRoutes } from "../../src/apps/server/site/routes.ts";
import { FolderStore } from "../../src/io/store/folder-store.ts";
import { askStore } from "../../src/pipeline/queries/ask.ts";
import { CHROMIUM } from "../support/browser.ts";
import { measuredPushes, pushesOf, shaOf } from "../support/pushes.ts";
import { sharedFolder } from "../support/temporary-folder.ts";

/** For a browser on a machine that may be as slow as it likes. */
const PATIENCE_MS = 600_000;
/** Ten quiet pushes, of which the last is tagged, then eight of -1 %. */
const HARMS = [...new Array<number>(10).fill(0), ...new Array<number>(8).fill(0.01)];
const TAG = { name: "v1.2", sha: shaOf("c10"), time: "2026-01-11T00:00:00.000Z" };

describe.skipIf(CHROMIUM === null)("the sum of changes", () => {
  let app: FastifyInstance;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    const store = await FolderStore.open(sharedFolder());
    for (const { base, head, report } of measuredPushes(pushesOf(HARMS), 3)) {
      await store.save([base, head]);
      await store.saveReport(report);
    }
    const questions = askStore(store);
    const assets = await loadAssets(new URL("./", pathToFileURL(inject("cli"))));
    app = await createServer({
      questions,
      token: null,
      requestsPerMinute: 100_000,
      answerMs: PATIENCE_MS,
      plugins: [siteRoutes(questions, assets, "no-cache", { tags: async () => [TAG] })],
      onFault: (error) => expect.fail(String((error as Error).stack)),
    });
    url = await app.listen({ port: 0, host: "127.0.0.1" });
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ["--no-sandbox"],
      timeout: PATIENCE_MS,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  async function open(address: string, width: number, javaScriptEnabled = true): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, javaScriptEnabled });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on("pageerror", (error) => expect.fail(`${address}: ${error.stack}`));
    await page.goto(url + address);
    return page;
  }

  const sentence = (page: Page) => page.locator("#ledger > p").first().textContent();

  it.each([1280, 390])("is chosen by tag or commit, and fits %d pixels", async (width) => {
    const page = await open("/", width);
    const line = page.locator(".sums li");
    await expect.poll(() => line.textContent()).toMatch(/^oltp: main since (?:v1\.2|\w+): /);
    await line.getByRole("link").click();
    await page.locator("#plot canvas").waitFor();
    const found = new URL(page.url());
    expect([found.pathname, found.hash]).toEqual(["/w/oltp/checkout/", "#ledger"]);
    const since = page.getByLabel("Since");
    await since.selectOption("v1.2");
    await expect.poll(() => sentence(page)).toMatch(/^main since v1\.2: .* in\s8\schanges/);
    expect(new URL(page.url()).searchParams.get("since")).toBe("v1.2");
    await since.selectOption(shaOf("c14").slice(0, 10));
    await expect.poll(() => sentence(page)).toMatch(/ in\s4\schanges/);
    await since.selectOption("");
    await expect.poll(() => sentence(page)).toMatch(/ in\s18\schanges/);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it("is chosen without scripts, too", async () => {
    const page = await open("/w/oltp/checkout/?metric=qps", 1280, false);
    await page.getByLabel("Since").selectOption("v1.2");
    await page.locator(".ledger button").click();
    expect(await sentence(page)).toMatch(/^main since v1\.2: QPS .* in\s8\schanges/);
    expect(new URL(page.url()).searchParams.get("metric")).toBe("qps");
    await page.context().close();
  });
});
