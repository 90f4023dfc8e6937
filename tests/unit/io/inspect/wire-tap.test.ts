import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { expect, it } from "vitest";
import { tapWire } from "../../../../src/io/inspect/wire-tap.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

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
  const way = { host: "127.0.0.1", port, ssl: null, password: null };
  const tap = await tapWire("postgres://me@server/db", way, (each) => seen.push(each));
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
  const way = { host: "127.0.0.1", port, ssl: null, password: null };
  const tap = await tapWire("postgres://server/db", way, () => expect.fail("no statement"));
  const client = connect(Number(new URL(tap.url).port), "127.0.0.1");
  // A Bind that ends before its own numbers.
  client.write(Buffer.from("\0\0\0\x08\0\x03\0\0B\0\0\0\x07\0\0\x01", "latin1"));
  expect(String((await once(client, "data"))[0])).toBe("heard");
  await tap.stop();
  server.close();
});

async function heardThrough(tapUrl: string, said: string): Promise<string> {
  const client = connect(Number(new URL(tapUrl).port), "127.0.0.1");
  client.write(said);
  const heard: Buffer[] = [];
  client.on("data", (bytes) => heard.push(bytes));
  await once(client, "close");
  return Buffer.concat(heard).toString("latin1");
}

it("leads to a server by the folder of its sockets", async () => {
  const folder = temporaryFolder();
  const server = createServer(
    (socket) => void socket.once("data", (bytes) => socket.end(`heard ${bytes.toString()}`)),
  );
  server.listen(path.join(folder, ".s.PGSQL.7"));
  await once(server, "listening");
  const way = { host: folder, port: 7, ssl: null, password: null };
  const tap = await tapWire(`postgres:///db?host=${folder}`, way, () => undefined);
  expect(await heardThrough(tap.url, "hello")).toBe("heard hello");
  await tap.stop();
  server.close();
});

/** A message of the protocol: its type, its length, what it says. */
function message(type: string, said: Buffer | string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + said.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(said)]);
}

const SASL = Buffer.from([0, 0, 0, 10]);

it("leads to a server with TLS, and offers nothing that TLS is needed for", async () => {
  const { key, cert } = selfSigned();
  const binding = message("R", Buffer.concat([SASL, Buffer.from("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0")]));
  const server = createServer((plain: Socket) => {
    plain.once("data", (request) => {
      expect(request.toString("hex")).toBe("0000000804d2162f");
      plain.write("S");
      const secured = new TLSSocket(plain, { isServer: true, key, cert });
      secured.once("data", (said) => {
        // A message may come in pieces, and what looks like an offer later is none.
        secured.write(binding.subarray(0, 12));
        secured.end(Buffer.concat([binding.subarray(12), message("D", "SCRAM-SHA-256-PLUS\0"), said]));
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const way = { host: "127.0.0.1", port, ssl: { rejectUnauthorized: false }, password: "secret" };
  const tap = await tapWire("postgres://me@server/db?sslmode=require", way, () => undefined);
  expect(new URL(tap.url).searchParams.get("password")).toBe("secret");
  const offer = message("R", Buffer.concat([SASL, Buffer.from("SCRAM-SHA-256\0\0")]));
  expect(await heardThrough(tap.url, "hello")).toBe(
    `${offer.toString("latin1")}${message("D", "SCRAM-SHA-256-PLUS\0").toString("latin1")}hello`,
  );
  await tap.stop();
  server.close();
});

it("ends a client whose server cannot be reached", async () => {
  const folder = temporaryFolder();
  const way = { host: folder, port: 7, ssl: {}, password: null };
  const tap = await tapWire("postgres:///db", way, () => undefined);
  expect(await heardThrough(tap.url, "")).toBe("");
  await tap.stop();
});

function selfSigned(): Readonly<{ key: Buffer; cert: Buffer }> {
  const folder = temporaryFolder();
  const [key, cert] = [path.join(folder, "key"), path.join(folder, "cert")];
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test"];
  execFileSync("openssl", [...words, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
