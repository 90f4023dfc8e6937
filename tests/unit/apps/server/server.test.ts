import { EventEmitter, once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { expect, it } from "vitest";
import { endInPeace, isTokenOf } from "../../../../src/apps/server/server.ts";

/** Long enough that a test which waits for it fails. */
const NEVER_MS = 600_000;

async function serving(answerMs: number) {
  const app = fastify({ forceCloseConnections: "idle", keepAliveTimeout: NEVER_MS });
  endInPeace(app, answerMs);
  app.addHook("preClose", async () => void gate.emit("ending"));
  const gate = new EventEmitter();
  const asked = once(gate, "asked");
  app.get("/", async () => "answer");
  app.get("/slow", async () => {
    const answered = once(gate, "answer");
    gate.emit("asked");
    await answered;
    return "answer";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, asked, ending: once(gate, "ending"), answer: () => gate.emit("answer") };
}

async function ask(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
  const [answer] = (await once(get({ port, path, agent, host: "127.0.0.1" }), "response")) as [
    IncomingMessage,
  ];
  answer.resume();
  await once(answer, "end");
  return answer;
}

it("waits for no connection on which nothing was asked, or nothing is any more", async () => {
  const { app, port } = await serving(NEVER_MS);
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  const agent = new Agent({ keepAlive: true });
  await ask(port, "/", agent);
  const closed = once(silent, "close");
  await app.close();
  await closed;
  agent.destroy();
});

it("answers whoever is waiting, and keeps no connection for more", async () => {
  const { app, port, asked, ending, answer } = await serving(NEVER_MS);
  const agent = new Agent({ keepAlive: true });
  const waiting = ask(port, "/slow", agent);
  await asked;
  const ended = app.close();
  await ending;
  answer();
  const { statusCode, headers } = await waiting;
  expect({ statusCode, connection: headers.connection }).toEqual({ statusCode: 200, connection: "close" });
  await ended;
  agent.destroy();
});

it("does not wait longer than an answer may take", async () => {
  const { app, port, asked } = await serving(50);
  const agent = new Agent({ keepAlive: true });
  const cut = ask(port, "/slow", agent);
  await asked;
  await Promise.all([app.close(), expect(cut).rejects.toThrow("socket hang up")]);
  agent.destroy();
});

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

it.each([
  ["Bearer s3cret", true],
  ["bearer s3cret", true],
  [basic("anybody:s3cret"), true],
  [basic(":s3cret"), true],
  ["Bearer s3cre", false],
  ["Bearer s3cret2", false],
  ["Bearer ", false],
  [basic("s3cret:"), false],
  ["Digest s3cret", false],
  ["s3cret", false],
  ["", false],
  [undefined, false],
])("%s", (header, isRight) => {
  expect(isTokenOf(header, "s3cret")).toBe(isRight);
});
