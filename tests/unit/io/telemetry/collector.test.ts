/** A collector over real HTTP. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Collector, tellCollector } from "../../../../src/io/telemetry/collector.ts";

let server: Server;
let address: string;
let heard: { path: string | undefined; headers: IncomingHttpHeaders; body: unknown }[];
let status: number;
let answer: Readonly<{ headers: Record<string, string>; body: string }>;
/** What the collector waits for before it answers. */
let until: Promise<void>;
let notes: string[];
let collector: Collector | null;
const note = (text: string) => void notes.push(text);

beforeEach(async () => {
  [heard, notes, status, collector] = [[], [], 200, null];
  answer = { headers: { "content-type": "application/json" }, body: "{}" };
  until = Promise.resolve();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      heard.push({ path: request.url, headers: request.headers, body });
      void until.then(() => response.writeHead(status, answer.headers).end(answer.body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await collector?.close();
  server.closeAllConnections();
  server.close();
});

it("tells the last numbers at the end, with the headers that were asked for", async () => {
  collector = tellCollector(
    `${address}/otlp/`,
    { Authorization: "Bearer x", a: "b=c" },
    () => ({ n: 1 }),
    note,
  );
  expect(heard).toEqual([]);
  await collector.close();
  collector = null;
  expect(heard).toMatchObject([
    {
      path: "/otlp/v1/metrics",
      headers: { "content-type": "application/json", authorization: "Bearer x", a: "b=c" },
      body: { n: 1 },
    },
  ]);
  expect(notes).toEqual([]);
});

it.each([
  ["", "/v1/metrics"],
  ["/", "/v1/metrics"],
  ["/otlp/", "/otlp/v1/metrics"],
  ["/v1/metrics", "/v1/metrics"],
  ["/otlp/v1/metrics/", "/otlp/v1/metrics"],
  ["/v1/metrics/tenant", "/v1/metrics/tenant/v1/metrics"],
  ["/my-v1/metrics", "/my-v1/metrics/v1/metrics"],
])("tells %j, the address of a collector or of its metrics, at %s", (path, told) => {
  collector = tellCollector(`${address}${path}`, {}, () => null, note);
  expect(collector.url).toBe(`${address}${told}`);
});

it("tells them again and again, and nothing where there is nothing yet", async () => {
  let told: object | null = null;
  collector = tellCollector(address, {}, () => told, note, 5);
  told = { n: 1 };
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
  expect(heard.every(({ body }) => (body as { n?: number }).n === 1)).toBe(true);
});

it("says once that nothing arrives, and that it does again", async () => {
  status = 503;
  collector = tellCollector(address, {}, () => ({}), note, 5);
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3);
  expect(notes).toEqual([
    `${address}/v1/metrics does not take the numbers of the load (HTTP 503); the measurement continues without them`,
  ]);
  status = 200;
  await expect.poll(() => notes.length).toBe(2);
  expect(notes[1]).toBe(`${address}/v1/metrics takes the numbers of the load again`);
});

it("ends without an error where nobody listens", async () => {
  server.close();
  await once(server, "close");
  collector = tellCollector(address, {}, () => ({}), note);
  await collector.close();
  expect(notes).toEqual([expect.stringContaining("ECONNREFUSED")]);
});

it.each(["localhost:4318", "grpc://h:4317", "http://me:secret@h:4318"])("refuses %s", (endpoint) => {
  const refused = () => tellCollector(endpoint, {}, () => ({}), note);
  expect(refused).toThrow(expect.objectContaining({ kind: "usage", remedy: expect.any(String) }));
  expect(refused).not.toThrow(/secret/);
});

it("tells the last numbers though the ones before were refused", async () => {
  status = 503;
  let n = 1;
  collector = tellCollector(address, {}, () => ({ n }), note, 5);
  await expect.poll(() => notes.length).toBe(1);
  [status, n] = [200, 2];
  await collector.close();
  collector = null;
  expect(heard.at(-1)!.body).toEqual({ n: 2 });
});

it("tells the last numbers after those that are under way", async () => {
  let release = () => {};
  until = new Promise((resolve) => {
    release = resolve;
  });
  let n = 1;
  collector = tellCollector(address, {}, () => ({ n }), note, 5);
  await expect.poll(() => heard.length).toBe(1);
  n = 2;
  const closed = collector.close();
  collector = null;
  release();
  await closed;
  expect(heard.map(({ body }) => body)).toEqual([{ n: 1 }, { n: 2 }]);
});

it.each([
  ["3600", 503],
  [new Date(Date.now() + 3_600_000).toUTCString(), 429],
])("asks no more before the time that a collector wants: %s", async (after, refusal) => {
  status = refusal;
  answer = { headers: { "retry-after": after }, body: "" };
  collector = tellCollector(address, {}, () => ({}), note, 5);
  await expect.poll(() => notes.length).toBe(1);
  expect(notes[0]).toMatch(new RegExp(`HTTP ${refusal}, and wants none for \\d+ s`));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await collector.close();
  expect(heard).toHaveLength(1);
});

it("says what a collector that answers well has refused", async () => {
  const partialSuccess = { rejectedDataPoints: "3", errorMessage: "too many\nseries" };
  answer = { ...answer, body: JSON.stringify({ partialSuccess }) };
  collector = tellCollector(address, {}, () => ({}), note, 5);
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3);
  expect(notes).toEqual([
    `${address}/v1/metrics does not take all numbers of the load (3 refused: too many series); the measurement continues without them`,
  ]);
  answer = { ...answer, body: "no JSON" };
  await expect.poll(() => notes.length).toBe(2);
});
