import { EventEmitter, once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { createServer, endInPeace, isTokenOf } from "../../../../src/apps/server/server.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import type { Questions } from "../../../../src/model/questions.ts";

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

describe("an answer that fails", () => {
  async function failing(style?: string) {
    const fails = async () => {
      throw new PlumblineError("store", "the store is gone");
    };
    const app = await createServer({
      questions: { revision: fails } as Partial<Questions> as Questions,
      token: null,
      requestsPerMinute: 1_000,
      ...(style === undefined ? {} : { style }),
      plugins: [async (routes) => void routes.get("/page", fails)],
    });
    const asked = (url: string, accept: string) =>
      app.inject({ url, headers: { accept, host: "127.0.0.1" } });
    return { app, asked };
  }

  it("is a page with a way to ask again for a browser, and a problem for a program", async () => {
    const { app, asked } = await failing("assets/site.css");
    const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    const page = await asked("/page?%3Cb%3E=//example.com", browser);
    expect([page.statusCode, page.headers["content-type"], page.headers["retry-after"]]).toEqual([
      503,
      "text/html; charset=utf-8",
      "5",
    ]);
    expect(page.body).toContain('<a href="">Retry</a>');
    expect(page.body).toContain('<link rel="stylesheet" href="/assets/site.css">');
    expect(page.body).not.toContain("example.com");
    for (const [url, accept] of [
      ["/page", "*/*"],
      ["/api/v1/overview", browser],
    ] as const) {
      const answer = await asked(url, accept);
      expect([answer.statusCode, answer.headers["content-type"]], url).toEqual([
        503,
        "application/problem+json; charset=utf-8",
      ]);
    }
    const nothing = await asked("/nothing", browser);
    expect([nothing.statusCode, nothing.body.includes("Retry")]).toEqual([404, false]);
    await app.close();
  });

  it("is a problem for everyone where there are no pages", async () => {
    const { app, asked } = await failing();
    expect((await asked("/page", "text/html")).headers["content-type"]).toMatch(/problem\+json/);
    await app.close();
  });
});

it("the next page of an answer asks the same question, whatever is in it", async () => {
  const runs = async () => ({ runs: [], next: "place" });
  const app = await createServer({
    questions: { revision: async () => null, runs } as Partial<Questions> as Questions,
    token: null,
    requestsPerMinute: 1_000,
    plugins: [],
  });
  const { headers } = await app.inject({
    url: "/api/v1/runs?suite=fast?slow&limit=1",
    headers: { host: "127.0.0.1" },
  });
  expect(headers["link"]).toBe('</api/v1/runs?suite=fast%3Fslow&limit=1&after=place>; rel="next"');
  await app.close();
});
