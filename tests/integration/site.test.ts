/** The pages in a browser: whole without scripts, quiet with them, for every width, for keys, and for those who do not see them. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createServer } from "../../src/apps/server/server.ts";
import { type Assets, loadAssets } from "../../src/apps/server/site/assets.ts";
import { siteFiles } from "../../src/apps/server/site/files.ts";
import { SitePages } from "../../src/apps/server/site/pages.ts";
import { siteRoutes } from "../../src/apps/server/site/routes.ts";
import type { Store } from "../../src/io/store/store.ts";
import type { Questions } from "../../src/model/questions.ts";
import { openStore } from "../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../src/pipeline/invocation/store-location.ts";
import { askStore } from "../../src/pipeline/queries/ask.ts";
import { CHROMIUM } from "../support/browser.ts";
import { fillSiteStore } from "../support/site-store.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** For a page or a browser on a machine that may be as slow as it likes. */
const PATIENCE_MS = 600_000;

let folder: string;
let store: Store;
let assets: Assets;
let app: FastifyInstance;
let url: string;
let commits: readonly string[];
let pullRequest: string;
/** The first commit of the newest level of read-write. */
let changed: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-site-"));
  store = await openStore(storeAt(`file:${folder}`, "/"));
  const until = new Date().toISOString();
  ({ commits, pullRequest } = await fillSiteStore(store, { runs: 30, stepAt: 18, until }));
  const step = { suite: "oltp", workload: "read-write", branch: "main", limit: 1 };
  changed = (await askStore(store).events(step)).events[0]!.firstAfter.sha;
  assets = await loadAssets(new URL("./", pathToFileURL(inject("cli"))));
  const questions = askStore(store);
  app = await createServer({
    questions,
    token: null,
    requestsPerMinute: 100_000,
    answerMs: PATIENCE_MS,
    plugins: [siteRoutes(questions, assets, "no-cache")],
    onFault: (error) => expect.fail(String((error as Error).stack)),
  });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
});

afterAll(async () => {
  await app?.close();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Addresses of every kind of page. */
function paths(): readonly string[] {
  const [before, after] = [commits[17]!, commits[18]!];
  return [
    "/",
    "/w/oltp/read-write/",
    "/w/oltp/read-write/?metric=qps&vs=batch-wal&range=all&axis=time",
    `/c/${pullRequest}/`,
    `/c/${commits[3]}/`,
    `/c/${changed}/`,
    `/compare/${before}..${after}/`,
    "/events/",
    "/acceptances/",
    "/nothing/",
  ];
}

describe("the pages as text", () => {
  it("say all without a script, and nothing of it as markup", async () => {
    const page = await (await fetch(`${url}/w/oltp/read-write/`)).text();
    expect(page).toContain("<h1>read-write</h1>");
    expect(page).toContain("&lt;b&gt;executor&lt;/b&gt;: &quot;quoted&quot; &amp; escaped");
    const runs = page.slice(page.indexOf('id="runs"'));
    expect(runs.match(/<tr><th scope="row">/g)!.length).toBe(30);
    for (const address of paths()) {
      const text = await (await fetch(url + address)).text();
      expect(text, address).not.toMatch(/<b>executor|undefined|NaN|\[object| style="/);
    }
  });

  it("show a branch by what was measured for its own sake, not as the base of a pull request", async () => {
    const { rows } = await askStore(store).overview({ days: 30 });
    expect(rows.map(({ spark }) => spark.length)).toEqual(rows.map(() => 30));
  });

  it("are found without a slash at the end, and nothing else leads away", async () => {
    const answer = await fetch(`${url}/events?x=1`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/events/?x=1"]);
    // Messages often have links with bytes for what needs none.
    expect((await fetch(`${url}/w/oltp/read%2Dwrite/`)).status).toBe(200);
    for (const address of ["//example.com", "/\\example.com", "/c//example.com"]) {
      expect((await fetch(url + address, { redirect: "manual" })).status, address).toBe(404);
    }
  });

  it("lead from the first digits of a commit to its page, below a repository, too", async () => {
    const words = `?q=${commits[3]!.slice(0, 8).toUpperCase()}`;
    for (const root of ["/", "/r/acme/db/"]) {
      const answer = await fetch(url + root + words, { redirect: "manual" });
      expect(answer.status, root).toBe(303);
      expect(new URL(answer.headers.get("location")!, url + root).pathname).toBe(`${root}c/${commits[3]}/`);
    }
    expect((await fetch(`${url}/?q=read`, { redirect: "manual" })).status).toBe(200);
    expect((await fetch(`${url}/?q=0000000`, { redirect: "manual" })).status).toBe(200);
  });

  it("have a badge of the newest verdict, at the API, too", async () => {
    for (const address of ["/badges/oltp.svg", "/api/v1/badges/oltp.svg", "/r/acme/db/badges/oltp.svg"]) {
      const answer = await fetch(url + address);
      expect([answer.status, answer.headers.get("content-type")], address).toEqual([
        200,
        expect.stringMatching(/^image\/svg\+xml/),
      ]);
      expect(await answer.text()).toContain("performance: oltp regressed");
    }
    expect((await fetch(`${url}/badges/other.svg`)).status).toBe(404);
  });

  it("show the overview of a time, a branch and a suite, and say where there is nothing", async () => {
    const textOf = async (words: string) => await (await fetch(`${url}/?${words}`)).text();
    expect(await textOf("days=3")).toContain("of 2 workloads without a change in 3 days");
    expect(await textOf("days=3")).toContain("<strong>2</strong> of 2 workloads");
    expect(await textOf("days=90")).toContain("<strong>1</strong> of 2 workloads");
    expect(await textOf("branch=batch-wal&suite=oltp")).toContain("On batch-wal.");
    expect(await textOf("branch=<i>")).toContain("No run on branch <strong>&lt;i&gt;</strong>");
    expect(await textOf("days=0")).toContain("“0” is no number of days from 1 to 3650");
  });

  it("show the changes of level of a state, a suite and a time", async () => {
    const rowsOf = async (words: string) => {
      const text = await (await fetch(`${url}/events/?${words}`)).text();
      return { rows: text.match(/<tr class="(?:open|past|better)">/g)?.length ?? 0, text };
    };
    const { rows } = await rowsOf("");
    expect(rows).toBeGreaterThan(0);
    expect((await rowsOf("suite=oltp")).rows).toBe(rows);
    const of = async (state: string) => (await rowsOf(`state=${state}`)).rows;
    expect((await of("open")) + (await of("past")) + (await of("better"))).toBe(rows);
    expect((await rowsOf("since=2999-01-01")).text).toContain(`No change fits this choice, of ${rows}`);
    expect((await rowsOf("suite=<i>")).text).toContain("There is no suite “&lt;i&gt;” here: all are shown.");
  });

  it("ask the store once for a workload's page and its data, and again once something was written", async () => {
    const questions = askStore(store);
    let asked = 0;
    let revision = "first";
    const counted: Questions = {
      ...questions,
      revision: async () => revision,
      points: async (question) => {
        asked++;
        return await questions.points(question);
      },
    };
    const now = () => new Date().toISOString();
    const pages = new SitePages(counted, { version: "0", assets: assets.names, isStatic: false, now });
    expect(await pages.page("w/oltp/read-write/", new URLSearchParams())).toContain("<h1>read-write</h1>");
    const data = await pages.data("data/oltp/read-write.json");
    expect([asked, data?.workload]).toEqual([1, "read-write"]);
    revision = "second";
    expect((await pages.data("data/oltp/read-write.json"))?.runs).toEqual(data?.runs);
    expect(asked).toBe(2);
  });

  it("answer a bad choice with the default and a note", async () => {
    const page = await (await fetch(`${url}/w/oltp/read-write/?metric=<i>`)).text();
    expect(page).toContain("There is no metric “&lt;i&gt;” here: the default is shown.");
  });
});

it("is little that a browser loads: the chart and our own words, and no schemas", () => {
  const script = assets.files.find(({ path: file }) => file.endsWith(".js"))!;
  expect(script.body).not.toContain("Zod");
  expect(script.body.length).toBeLessThan(150_000);
});

describe("the pages as files", () => {
  async function filesOf(questions: Questions): Promise<ReadonlyMap<string, string>> {
    const now = () => new Date().toISOString();
    const files = new Map<string, string>();
    for await (const { path: file, body } of siteFiles(questions, assets, { version: "0.1.0", now })) {
      files.set(file, body);
    }
    return files;
  }

  /** Paths that pages link to and that are no file. */
  function deadLinks(files: ReadonlyMap<string, string>): readonly string[] {
    const fileOf = (target: string) =>
      decodeURIComponent(target.endsWith("/") ? `${target}index.html` : target).slice(1);
    const missing = new Set<string>();
    for (const [file, body] of files) {
      if (!file.endsWith("index.html")) continue;
      for (const [, href] of body.matchAll(/(?:href|src|data-source)="([^"#?]+)/g)) {
        const target = new URL(href!, `http://site/${file}`);
        if (target.host === "site" && !files.has(fileOf(target.pathname))) missing.add(target.pathname);
      }
    }
    return [...missing];
  }

  it("are the same pages, and their links are files of the site", async () => {
    const files = await filesOf(askStore(store));
    expect(files.get("index.html")).toContain("read-write");
    expect(JSON.parse(files.get("data/oltp/read-write.json")!)).toMatchObject({ workload: "read-write" });
    expect(files.get("badges/oltp.svg")).toContain("regressed");
    expect(deadLinks(files)).toEqual([]);
  });

  it("have the page of a workload that an old commit links to, and say that it ended", async () => {
    const ask = askStore(store);
    // As if the newest runs had no read-write, and the runs of another one were pruned.
    const questions: Questions = {
      ...ask,
      suites: async (question) => {
        const { suites } = await ask.suites(question);
        return { suites: suites.map((each) => ({ ...each, workloads: ["point-select"] })) };
      },
      overview: async (question) => {
        const all = await ask.overview(question);
        const renamed = all.rows.map((row) =>
          row.workload === "read-write" ? { ...row, workload: "pruned" } : row,
        );
        return { ...all, rows: renamed };
      },
    };
    const files = await filesOf(questions);
    expect(deadLinks(files)).toEqual([]);
    const ended = "The newest runs on main do not have this workload";
    expect(files.get("w/oltp/read-write/index.html")).toContain(ended);
    expect(files.get("w/oltp/point-select/index.html")).not.toContain(ended);
    expect(JSON.parse(files.get("data/oltp/read-write.json")!)).toMatchObject({ workload: "read-write" });
    expect(files.get("w/oltp/pruned/index.html")).toContain("Nothing is here");
  });
});

describe.skipIf(CHROMIUM === null)("the pages in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ["--no-sandbox"],
      timeout: PATIENCE_MS,
    });
  });
  afterAll(async () => await browser?.close());

  /** A place of its own, in which what is waited for may come late. */
  async function patientContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  }

  /** A page that fails the test by whatever a browser complains of. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await patientContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.on("console", (message) => {
      const isOurs = !message.text().includes("404");
      if (["error", "warning"].includes(message.type()) && isOurs)
        expect.fail(`${address}: ${message.text()}`);
    });
    page.on("pageerror", (error) => expect.fail(`${address}: ${error.stack}`));
    page.on("request", (request) => expect(request.url().startsWith(url), request.url()).toBe(true));
    await page.goto(url + address);
    if (address.startsWith("/w/") && options.javaScriptEnabled !== false)
      await page.locator("#plot canvas").waitFor();
    return page;
  }

  const widths = [
    { width: 1280, colorScheme: "light" },
    { width: 390, colorScheme: "dark" },
  ] as const;

  it.each(widths)(
    "fit $width px, and are read by those who do not see them ($colorScheme)",
    async ({ width, colorScheme }) => {
      // What a page is made of is the same on a phone, where all of them are looked at.
      for (const address of width > 1000 ? paths().slice(0, 4) : paths()) {
        const page = await open(address, { viewport: { width, height: 844 }, colorScheme });
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect(overflow, address).toBeLessThanOrEqual(0);
        await page.evaluate(AXE);
        const found = await page.evaluate<{ id: string; impact: string; targets: string[] }[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
          ({ id, impact, targets: nodes.map(({ html }) => html.slice(0, 200)) })))`,
        );
        const grave = found.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect(grave, address).toEqual([]);
        expect(
          found.map(({ id }) => id),
          address,
        ).not.toContain("landmark-unique");
        await page.context().close();
      }
    },
  );

  it("draw the series in the place of the picture that came with the page, which keeps its height", async () => {
    const plain = await open("/w/oltp/read-write/", { javaScriptEnabled: false });
    const height = await plain.locator("#plot").evaluate((box) => box.getBoundingClientRect().height);
    await plain.context().close();
    const page = await open("/w/oltp/read-write/");
    expect(await page.locator("#plot").evaluate((box) => box.getBoundingClientRect().height)).toBe(height);
    await page.context().close();
  });

  it("are read by keys: run by run, to the change, into it and back out", async () => {
    const page = await open("/w/oltp/read-write/?metric=qps&range=all");
    const plot = page.getByRole("group", { name: /^Series, 30 runs/ });
    const readout = page.locator("#readout");
    await plot.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => readout.textContent()).toContain("/s (");
    await page.keyboard.press("p");
    await expect.poll(() => readout.textContent()).toContain(changed.slice(0, 10));
    await page.keyboard.press("+");
    await expect.poll(() => page.url()).toContain("from=");
    const rows = await page.locator("#runs tbody tr").count();
    expect(rows).toBeLessThan(30);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.url()).not.toContain("from=");
    expect(await page.locator("#reset").isVisible()).toBe(false);
    expect(await page.locator("#runs tbody tr").count()).toBe(30);
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/c\//);
    await page.context().close();
  });

  it("lead back out of a zoom by a button that is seen, also without scripts", async () => {
    const page = await open("/w/oltp/read-write/?metric=qps&range=all");
    await page.locator("#plot").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("+");
    await expect.poll(() => page.url()).toContain("from=");
    const zoomed = new URL(page.url()).search;
    await page.getByRole("link", { name: "Reset zoom" }).click();
    await expect.poll(() => page.url()).not.toContain("from=");
    expect(await page.locator("#runs tbody tr").count()).toBe(30);
    await page.context().close();
    const plain = await open(`/w/oltp/read-write/${zoomed}`, { javaScriptEnabled: false });
    await plain.getByRole("link", { name: "Reset zoom" }).click();
    expect(new URL(plain.url()).search).not.toContain("from=");
    await plain.context().close();
  });

  it("show a step in its own colour, with its size and between its levels, without scripts too", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open("/w/oltp/read-write/?metric=qps&range=all", { javaScriptEnabled });
      await page.emulateMedia({ media: "print" });
      const fill = await page.evaluate("getComputedStyle(document.querySelector('#plot text.step')).fill");
      const bad = await page.evaluate("getComputedStyle(document.querySelector('.side.worse')).color");
      expect([fill, await page.locator("#plot text.step").textContent()]).toEqual([
        bad,
        expect.stringMatching(/^① −1\d\.\d\s%$/),
      ]);
      expect(await page.locator("#plot line.level").count()).toBe(2);
      await page.context().close();
    }
  });

  it("begin with the picture, as wide as the screen up to 1920 pixels", async () => {
    for (const width of [1_280, 1_920]) {
      const page = await open("/w/oltp/read-write/", { viewport: { width, height: 900 } });
      const box = (await page.locator("#plot").boundingBox())!;
      expect(box.width, `${width}`).toBeGreaterThan(width - 120);
      expect(box.y + box.height, "all of it on the first screen").toBeLessThan(900);
      expect((await page.locator("#filters").boundingBox())!.y).toBeGreaterThan(box.y + box.height);
      await page.context().close();
    }
  });

  it("have letters of 11 to 13 pixels in the picture that needs no script, at every width", async () => {
    const page = await open("/w/oltp/read-write/?range=all", { javaScriptEnabled: false });
    for (const width of [390, 768, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 900 });
      const sizes = await page.evaluate<number[]>(
        `[...document.querySelectorAll("#plot text")].filter((text) => text.getClientRects().length > 0)
          .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d)`,
      );
      expect([sizes.length > 4, Math.min(...sizes) >= 11, Math.max(...sizes) <= 13], `${width}`).toEqual([
        true,
        true,
        true,
      ]);
    }
    await page.context().close();
  });

  it("follow one cursor in all metrics, whichever of them is pointed at", async () => {
    const page = await open("/w/oltp/read-write/?metric=qps&range=all");
    const p99 = page.locator('#others [data-metric="p99"]');
    const newest = await p99.locator(".number").textContent();
    await page.locator("#plot").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("p");
    await expect.poll(() => p99.locator("path.cursor").getAttribute("d")).toMatch(/^M\d/);
    expect(await p99.locator(".number").textContent()).not.toBe(newest);
    // At the left edge of a small picture is the oldest run.
    await p99.locator("svg").hover({ position: { x: 2, y: 8 } });
    await expect.poll(() => page.locator("#readout").textContent()).toContain(commits[0]!.slice(0, 10));
    await page.locator("#plot").focus();
    await page.keyboard.press("+");
    // What is zoomed is zoomed in all.
    await expect.poll(() => page.locator("#runs tbody tr").count()).toBeLessThan(30);
    await p99.locator("svg").hover({ position: { x: 2, y: 8 } });
    const oldest = page.locator("#runs tbody tr").last().locator("th");
    await expect
      .poll(async () =>
        (await page.locator("#readout").textContent())!.includes((await oldest.textContent())!),
      )
      .toBe(true);
    await page.context().close();
  });

  it("have all but what is remembered in a browser that keeps nothing for sites", async () => {
    const context = await patientContext();
    await context.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })",
    );
    const page = await context.newPage();
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(`${url}/c/${changed}/`);
    expect(errors).toEqual([]);
    await page.keyboard.press("c");
    await page.waitForURL(/\/compare\//);
    await context.close();
  });

  it("find a workload as one types, and a commit by Enter", async () => {
    const page = await open("/");
    const search = page.getByRole("searchbox");
    await search.fill("point");
    const seen = page.locator("tr[data-words]:not([hidden])");
    await expect.poll(() => seen.count()).toBe(1);
    await search.fill(commits[3]!.slice(0, 8));
    await search.press("Enter");
    await page.waitForURL(`${url}/c/${commits[3]}/`);
    await page.context().close();
  });

  it("order a table by a column, and keep that in the address", async () => {
    const page = await open("/");
    const names = () => page.locator(".workloads tbody th a").allTextContents();
    const urgent = await names();
    expect(urgent).toEqual(["read-write", "point-select"]);
    const button = page.getByRole("columnheader", { name: "workload" }).getByRole("button");
    await button.focus();
    await page.keyboard.press("Enter");
    expect(await names()).toEqual(["point-select", "read-write"]);
    expect(await page.locator("th[aria-sort=ascending]").count()).toBe(1);
    await button.click();
    expect(new URL(page.url()).search).toBe("?sort=-workload");
    await page.reload();
    expect(await names()).toEqual(["read-write", "point-select"]);
    expect(await page.locator("th[aria-sort=descending]").count()).toBe(1);
    await button.click();
    expect([await names(), new URL(page.url()).search]).toEqual([urgent, ""]);
    await page.context().close();
  });

  it("order the runs of a workload, keep that while it is zoomed, and copy what is seen as Markdown", async () => {
    const page = await open("/w/oltp/read-write/?range=all&sort=-value", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const values = async () =>
      await page
        .locator("#runs tbody tr")
        .evaluateAll((rows) => rows.map((row) => Number(row.querySelector("td")!.dataset["value"])));
    expect(await values()).toEqual((await values()).toSorted((a, b) => b - a));
    await page.locator("#plot").focus();
    await page.keyboard.press("+");
    await expect.poll(() => page.locator("#runs tbody tr").count()).toBeLessThan(30);
    expect(await values()).toEqual((await values()).toSorted((a, b) => b - a));
    expect(new URL(page.url()).searchParams.get("sort")).toBe("-value");
    await page.locator("#runs").getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = (await page.evaluate<string>("navigator.clipboard.readText()")).trim().split("\n");
    expect(copied).toHaveLength(2 + (await values()).length);
    expect(copied[0]).toMatch(
      /^\| commit \| QPS \| 95\s% interval \| (change \| )?date \| author \| subject \| environment \|$/,
    );
    expect(copied.join("\n")).toContain("Ann &#38; Bo");
    await page.context().close();
  });

  it("lie along the commits' times, and a machine or branch over another, by the address and by choice", async () => {
    const page = await open("/w/oltp/read-write/?metric=qps&range=all&axis=time&vs=batch-wal");
    expect(await page.locator("figcaption").textContent()).toContain("batch-wal");
    await page.locator("#plot").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("+");
    await expect.poll(() => page.url()).toContain("from=");
    await page.getByLabel("x axis").selectOption("commits");
    await expect.poll(() => page.url()).not.toContain("axis=");
    expect(page.url()).toContain("from=");
    await page.context().close();
  });

  it("are for paper, too: light, without what nobody can press, every table whole", async () => {
    const page = await open("/w/oltp/read-write/", { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const shown = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.filter((each) => each.getClientRects().length > 0).length);
    expect(await shown("nav, .filters, .keyboard, #readout, button.copy")).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await shown("#plot canvas")).toBe(0);
    expect(await shown("#plot > svg")).toBe(1);
    await page.setViewportSize({ width: 718, height: 1_000 });
    const cut =
      "[...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth).length";
    expect(await page.evaluate(cut)).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it("keep a choice in the address, and Back takes it back", async () => {
    const page = await open("/w/oltp/read-write/");
    const metric = page.getByLabel("Metric");
    await metric.focus();
    await metric.selectOption("p99");
    await expect.poll(() => page.locator("figcaption").textContent()).toContain("p99, lower is better");
    expect(new URL(page.url()).search).toBe("?metric=p99");
    expect(await page.evaluate("document.activeElement.id")).toBe("choose-metric");
    await page.goBack();
    await expect.poll(() => page.locator("figcaption").textContent()).toContain("QPS, higher is better");
    await page.context().close();
  });

  it("say that they wait, and what went wrong where the runs do not come, keep what they have, and try again", async () => {
    const context = await patientContext();
    const page = await context.newPage();
    let refuse = (): void => undefined;
    const waited = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const late = async (route: Route) => {
      await waited;
      await route.fulfill({ status: 503, body: "" });
    };
    await page.route("**/data/**", late, { times: 1 });
    await page.goto(`${url}/w/oltp/read-write/`);
    await expect.poll(() => page.locator("#readout").textContent()).toBe("Loading the runs…");
    refuse();
    await expect.poll(() => page.locator("#readout").textContent()).toContain("could not be loaded: 503");
    expect(await page.locator("#plot > svg").count()).toBe(1);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.locator("#plot canvas").waitFor();
    await context.close();
  });
});
