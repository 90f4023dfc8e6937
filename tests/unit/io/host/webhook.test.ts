/** A webhook over real HTTP. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tellWebhook } from "../../../../src/io/host/webhook.ts";

let server: Server;
let address: string;
let heard: { type: string | undefined; body: unknown }[];
let status: number;

beforeEach(async () => {
  heard = [];
  status = 200;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      heard.push({
        type: request.headers["content-type"],
        body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
      });
      response.writeHead(status).end(status === 200 ? "ok" : "no_service");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/secret-part`;
});
afterEach(() => server.close());

it("gets Slack's JSON, in which nothing is markup", async () => {
  await tellWebhook(address, "QPS −20 % <!channel> a & b");
  expect(heard).toEqual([
    { type: "application/json", body: { text: "QPS −20 % &lt;!channel&gt; a &amp; b" } },
  ]);
});

it("that refuses is an error, which does not name its address", async () => {
  status = 404;
  const error = await tellWebhook(address, "x").catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({
    kind: "github",
    message: "the webhook was not notified: it answered 404 no_service",
  });
});

it("that is not there is an error, too", async () => {
  server.close();
  await once(server, "close");
  await expect(tellWebhook(address, "x")).rejects.toThrow(/not notified: ECONNREFUSED/);
  await expect(tellWebhook("secret-part", "x")).rejects.toThrow("its address is no http or https URL");
});
