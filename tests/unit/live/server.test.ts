/** The page of a load's numbers over real HTTP. */
import { afterEach, expect, it } from "vitest";
import { addressOf, type MetricsServer, serveMetrics } from "../../../src/live/server.ts";

const LOOPBACK = { host: "127.0.0.1", port: 0 };
let server: MetricsServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

it.each([
  ["9464", { host: "127.0.0.1", port: 9464 }],
  [":9464", { host: "127.0.0.1", port: 9464 }],
  ["0.0.0.0:9464", { host: "0.0.0.0", port: 9464 }],
  ["[::1]:0", { host: "::1", port: 0 }],
])("takes %s", (text, address) => {
  expect(addressOf(text)).toEqual(address);
});

it.each(["", "host", "1.2.3.4:", "::1:9464", "9464/metrics", "999999"])("refuses %j", (text) => {
  expect(() => addressOf(text)).toThrow(
    expect.objectContaining({
      kind: "usage",
      message: `metrics: got ${JSON.stringify(text)}, which is neither a port nor HOST:PORT`,
      remedy: expect.any(String),
    }),
  );
});

it.each(["65536", "0.0.0.0:70000"])("refuses the port of %s, which is too large", (text) => {
  expect(() => addressOf(text)).toThrow(`metrics: got "${text}": the largest port is 65535`);
});

it("tells the text as it is at that moment, and ends at once", async () => {
  let told = "1";
  server = await serveMetrics(LOOPBACK, () => `${told}\n# EOF\n`);
  const first = await fetch(server.url);
  expect(first.headers.get("content-type")).toBe(
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  );
  expect(await first.text()).toBe("1\n# EOF\n");
  told = "2";
  expect(await (await fetch(server.url)).text()).toBe("2\n# EOF\n");
  expect(await (await fetch(server.url, { method: "HEAD" })).text()).toBe("");
  expect((await fetch(server.url, { method: "POST" })).status).toBe(405);
  expect((await fetch(new URL("/", server.url))).status).toBe(404);
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow("fetch failed");
});

it("names the port that is taken, and the way out", async () => {
  server = await serveMetrics(LOOPBACK, () => "");
  const port = Number(new URL(server.url).port);
  await expect(serveMetrics({ ...LOOPBACK, port }, () => "")).rejects.toMatchObject({
    kind: "usage",
    message: `metrics: cannot listen on 127.0.0.1:${port}: something listens there already`,
    remedy: expect.stringContaining("another port"),
  });
});
