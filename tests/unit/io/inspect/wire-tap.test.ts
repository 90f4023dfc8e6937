import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, it } from "vitest";
import { tapWire } from "../../../../src/io/inspect/wire-tap.ts";

it("passes everything on, notes statements, and ends with either side", async () => {
  const got: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("data", (bytes) => {
      got.push(bytes);
      if (Buffer.concat(got).includes("bye")) socket.end("farewell");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const seen: unknown[] = [];
  const tap = await tapWire(`postgres://me@127.0.0.1:${port}/db?sslmode=require`, (each) => seen.push(each));
  const url = new URL(tap.url);
  expect([url.username, url.pathname, url.searchParams.get("sslmode")]).toEqual(["me", "/db", "disable"]);
  const client = connect(Number(url.port), "127.0.0.1");
  const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
  const parse = Buffer.from("P\0\0\0\x13\0SELECT $1\0\0\0\0", "latin1");
  parse.writeUInt32BE(parse.length - 1, 1);
  const bind = Buffer.from("B\0\0\0\0\0\0\0\0\0\x01\0\0\0\x035 z\0\0", "latin1");
  bind.writeUInt32BE(bind.length - 1, 1);
  client.write(Buffer.concat([startup, parse, bind]));
  client.write("bye");
  const answer = await once(client, "data");
  expect(String(answer[0])).toBe("farewell");
  expect(seen).toEqual([{ sql: "SELECT $1", values: ["5 z"] }]);
  await once(client, "close");
  await tap.stop();
  server.close();
});

it("passes on what it cannot read", async () => {
  const server = createServer((socket) => void socket.on("data", () => socket.end("heard")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const tap = await tapWire(`postgres://127.0.0.1:${port}/db`, () => expect.fail("no statement"));
  const client = connect(Number(new URL(tap.url).port), "127.0.0.1");
  // A Bind that ends before its own numbers.
  client.write(Buffer.from("\0\0\0\x08\0\x03\0\0B\0\0\0\x07\0\0\x01", "latin1"));
  expect(String((await once(client, "data"))[0])).toBe("heard");
  await tap.stop();
  server.close();
});
