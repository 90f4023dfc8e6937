/** The page of a load's numbers over real HTTP. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type MetricsServer, parseListenAddress, serveMetrics } from "../../../../src/io/telemetry/server.ts";

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
  expect(parseListenAddress(text)).toEqual(address);
});

it.each(["", "host", "1.2.3.4:", "::1:9464", "9464/metrics", "999999"])("refuses %j", (text) => {
  expect(() => parseListenAddress(text)).toThrow(
    expect.objectContaining({
      kind: "usage",
      message: `metrics: got ${JSON.stringify(text)}, which is neither a port nor HOST:PORT`,
      remedy: expect.any(String),
    }),
  );
});

it.each(["65536", "0.0.0.0:70000"])("refuses the port of %s, which is too large", (text) => {
  expect(() => parseListenAddress(text)).toThrow(`metrics: got "${text}": the largest port is 65535`);
});

it("answers no web page of another name", async () => {
  server = await serveMetrics(LOOPBACK, () => "# EOF\n");
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.end("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  expect(answer).not.toContain("# EOF");
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

/** What comes back for a request as it stands; clients of Node's tidy an address up before they send it. */
async function answerTo(url: string, target: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const chunks: string[] = [];
  socket.on("data", (chunk) => void chunks.push(String(chunk)));
  await once(socket, "close");
  return chunks.join("");
}

it.each([
  ["//", "404"],
  ["http://", "404"],
  ["*", "404"],
  ["http://[/metrics", "404"],
  ["http://x/metrics", "200"],
  ["/metrics?a=b", "200"],
])("answers a request for %s, which cannot end the measurement, with %s", async (target, status) => {
  server = await serveMetrics(LOOPBACK, () => "# EOF\n");
  expect(await answerTo(server.url, target)).toContain(`HTTP/1.1 ${status} `);
});

it("names an address of IPv6 as it is written with a port", async () => {
  const nowhere = { host: "2001:db8::1", port: 9464 };
  await expect(serveMetrics(nowhere, () => "")).rejects.toThrow("cannot listen on [2001:db8::1]:9464: ");
});

it("asks for another address, not another port, where the address is not of this machine", async () => {
  const documentation = { host: "192.0.2.1", port: 9464 };
  await expect(serveMetrics(documentation, () => "")).rejects.toMatchObject({
    remedy: expect.stringContaining("an address of this machine"),
  });
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
