// node scripts/run.mjs proofs/page.ts [--browser FILE] [--runs N]
//
// How long a browser takes to draw the series of a workload with N runs (10,000 by default): from the data to the second frame, each
// of several pages anew, and zoomed to a half. The promise is 100 ms, of which two frames take up to 33. FILE is a Chromium (default: /usr/bin/chromium).
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { bundle } from "../scripts/build.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { loadAssets } from "../src/apps/server/site/assets.ts";
import { workloadData } from "../src/report/pages/columns.ts";
import { pageDocument } from "../src/report/pages/shell.ts";
import { workloadMain } from "../src/report/pages/workload.ts";
import { makeFacts } from "../tests/support/site-data.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    browser: { type: "string", default: "/usr/bin/chromium" },
    runs: { type: "string", default: "10000" },
  },
});
const REPEATS = 9;

const ZOOM = `new Promise((resolve) => {
  const start = performance.now();
  document.getElementById("plot").dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
})`;

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-page-"));
try {
  await bundle(folder);
  const files = await pagesOf(Number(values.runs), pathToFileURL(`${folder}/`));
  const server = createServer(({ url = "" }, answer) => {
    const file = files.get(url.replace(/\?.*/, ""));
    answer.writeHead(file === undefined ? 404 : 200, { "content-type": file?.type ?? "text/plain" });
    answer.end(file?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: values.browser, args: ["--no-sandbox"] });
  try {
    await measure(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(browser: Browser, url: string) {
  const first: number[] = [];
  const zoomed: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${url}/w/oltp/read-write/?range=all`);
    first.push(await durationOf(page));
    await page.locator("#plot").focus();
    zoomed.push(await page.evaluate<number>(ZOOM));
    await page.close();
  }
  say(`${values.runs} runs, from the data to the second frame`, first);
  say("zoomed by a key, to the second frame", zoomed);
}

/** Playwright's own waiting evaluates text within the page, which its policy forbids. */
async function durationOf(page: Page) {
  for (;;) {
    const [entry] = await page.evaluate<readonly number[]>(
      "performance.getEntriesByName('plumbline-chart').map((entry) => entry.duration)",
    );
    if (entry !== undefined) return entry;
    await page.waitForTimeout(20);
  }
}

function say(what: string, all: readonly number[]) {
  const sorted = all.toSorted((a, b) => a - b).map((ms) => Math.round(ms));
  console.log(
    `${what.padEnd(52)} median ${sorted[sorted.length >> 1]} ms (${sorted[0]} .. ${sorted.at(-1)}), of ${REPEATS} pages`,
  );
}

/** The page, its data and its assets by path; of made-up runs, the same as in the unit tests. */
type File = Readonly<{ type: string; body: string | Buffer }>;

async function pagesOf(runs: number, built: URL): Promise<ReadonlyMap<string, File>> {
  const { names, files } = await loadAssets(built);
  const data = workloadData(makeFacts({ runs, stepAt: runs >> 1, moveAt: runs >> 2 }));
  const place = { page: "workload", suite: "oltp", workload: "read-write" } as const;
  const site = {
    title: "bench",
    version: "0",
    newest: null,
    open: 0,
    assets: names,
    now: "",
    isStatic: false,
  };
  const page = {
    place,
    title: "read-write",
    data: "data/oltp/read-write.json",
    ...workloadMain(data, new URLSearchParams("range=all")),
  };
  return new Map<string, File>([
    ["/w/oltp/read-write/", { type: "text/html; charset=utf-8", body: pageDocument(site, page) }],
    ["/data/oltp/read-write.json", { type: "application/json", body: JSON.stringify(data) }],
    ...files.map(({ path: file, type, body }) => [`/${file}`, { type, body }] as const),
  ]);
}
