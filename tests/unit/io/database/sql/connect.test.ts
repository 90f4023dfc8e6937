/** Questions to servers that do not answer as servers do. Limits are short where the end is what is looked at, and long where they are not. */
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { applyFile } from "../../../../../src/io/database/setup/sql-file.ts";
import { withWorker } from "../../../../../src/io/database/sql/alive.ts";
import { accepts, type Purpose, queryRows, withClient } from "../../../../../src/io/database/sql/connect.ts";
import { createDatabase } from "../../../../../src/io/database/sql/databases.ts";
import { startWireServer } from "../../../../native/support/wire-server.ts";
import {
  dripping,
  mute,
  type QuietServer,
  startQuietServer,
  startRawServer,
  stopped,
} from "../../../../support/quiet-server.ts";

const servers: QuietServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function silent(answers?: number, then?: "silence" | "truncate"): Promise<QuietServer> {
  servers.push(await startQuietServer(answers, then));
  return servers.at(-1)!;
}

async function raw(meet: (socket: Socket) => void): Promise<QuietServer> {
  servers.push(await startRawServer(meet));
  return servers.at(-1)!;
}

const NEVER = new AbortController().signal;
const LONG_MS = 600_000;
const asking = (more: Partial<Purpose> = {}): Purpose => ({
  what: "for its name",
  signal: NEVER,
  limitMs: 50,
  ...more,
});

async function errorOf(work: Promise<unknown>): Promise<Error & { kind?: string; remedy?: string }> {
  return await work.then(
    () => expect.fail("it answered"),
    (error: unknown) => error as Error,
  );
}

describe("an answer that does not come", () => {
  it.each<[string, () => Promise<QuietServer>]>([
    ["of a server that logs in and is silent", () => silent()],
    ["of one that closes no connection either", () => raw(stopped)],
    ["of one that sends a byte now and then", () => raw(dripping(5))],
  ])("%s ends with the server, the question, the time and a remedy", async (_, start) => {
    const server = await start();
    const error = await errorOf(queryRows(server.url, asking(), "SELECT 'it'"));
    expect(error).toMatchObject({
      kind: "target",
      message: `127.0.0.1:${server.port}/app gave no answer in 0.05 s when it was asked for its name`,
      remedy: expect.stringContaining("pg_stat_activity"),
    });
  });

  it("ends the connection, and what is asked later fails at once", async () => {
    const server = await silent(1);
    const later = async () =>
      await withClient(server.url, asking({ limitMs: LONG_MS }), async (ask, { question }) => {
        await ask("SELECT 1");
        question.limitMs = 50;
        const first = await errorOf(ask("SELECT 2"));
        const second = await errorOf(ask("SELECT 3"));
        expect([first.message, second.message]).toEqual([
          expect.stringContaining("gave no answer in 0.05 s"),
          expect.stringContaining("not queryable"),
        ]);
        return "what could be had";
      });
    // What comes of half the answers is none.
    expect((await errorOf(later())).message).toContain("gave no answer in 0.05 s");
    expect(server.asked).toEqual(["SELECT 1", "SELECT 2"]);
  });

  it("names what was asked last, and has the time that this has", async () => {
    const server = await silent(1);
    const work = withClient(server.url, asking({ limitMs: LONG_MS }), async (ask, { question }) => {
      await ask("SELECT 1");
      Object.assign(question, { what: "to run db/a.sql:2", limitMs: 20 });
      return await ask("SELECT 2");
    });
    expect((await errorOf(work)).message).toMatch(/in 0\.02 s when it was asked to run db\/a\.sql:2$/);
  });

  it("is cancelled at the server", async () => {
    const server = await silent();
    await errorOf(queryRows(server.url, asking(), "SELECT pg_sleep(600)"));
    expect(server.cancelled).toEqual(["1 1"]);
  });

  it("is not waited for between the questions", async () => {
    const server = await silent(2);
    const slow = withClient(server.url, asking({ limitMs: 1_500 }), async (ask, { question }) => {
      await ask("SELECT 1");
      await sleep(2_000);
      question.limitMs = LONG_MS;
      return await ask("SELECT 2");
    });
    expect(await slow).toEqual([]);
    expect(server.cancelled).toEqual([]);
  });
});

it("a connection that breaks in an answer is an error that names server and question", async () => {
  const server = await silent(1, "truncate");
  const swallowing = withClient(server.url, asking({ limitMs: LONG_MS }), async (ask) => {
    await ask("SELECT 1");
    return await ask("SELECT 2").catch(() => []);
  });
  expect(await errorOf(swallowing)).toMatchObject({
    kind: "target",
    message: expect.stringMatching(
      /^the connection to 127\.0\.0\.1:\d+\/app was lost when it was asked for its name: /,
    ),
  });
});

it("the words of the server come through as they are", async () => {
  const server = await silent(9);
  const refused = withClient(server.url, asking({ limitMs: LONG_MS }), async (ask) => {
    await ask("SELECT 1");
    throw Object.assign(new Error("no"), { code: "42501" });
  });
  expect(await errorOf(refused)).toMatchObject({ message: "no", code: "42501" });
});

describe("the signal", () => {
  const patient = (signal: AbortSignal) => asking({ signal, limitMs: LONG_MS });

  it("ends a question with its own reason, and tells the server", async () => {
    const server = await silent();
    const interrupt = new AbortController();
    const asked = errorOf(queryRows(server.url, patient(interrupt.signal), "SELECT 1"));
    await expect.poll(() => server.asked.length).toBe(1);
    interrupt.abort();
    expect(await asked).toBe(interrupt.signal.reason);
    expect(server.cancelled).toEqual(["1 1"]);
  });

  it.each([
    ["that says nothing", mute],
    ["that has not read the login", (socket: Socket) => void socket.pause()],
  ])("ends connecting to a server %s", async (_, meet) => {
    let connections = 0;
    const server = await raw((socket) => {
      connections += 1;
      meet(socket);
    });
    const interrupt = new AbortController();
    const asked = errorOf(queryRows(server.url, patient(interrupt.signal), "SELECT 1"));
    await expect.poll(() => connections).toBe(1);
    interrupt.abort();
    expect(await asked).toBe(interrupt.signal.reason);
  });

  it("ends a connection that asks nothing at the moment, and lets none be opened after it", async () => {
    const server = await silent(9);
    const interrupt = new AbortController();
    const idle = withClient(server.url, patient(interrupt.signal), async (ask) => {
      await ask("SELECT 1");
      interrupt.abort();
      return await ask("SELECT 2");
    });
    expect(await errorOf(idle)).toBe(interrupt.signal.reason);
    const late = queryRows(server.url, patient(interrupt.signal), "SELECT 3");
    expect(await errorOf(late)).toBe(interrupt.signal.reason);
    expect(server.asked).toEqual(["SELECT 1"]);
    expect(server.cancelled).toEqual([]);
  });

  it("ends the question whether a server is up, which is no answer", async () => {
    const server = await silent();
    const interrupt = new AbortController();
    const asked = errorOf(accepts(server.url, interrupt.signal));
    await expect.poll(() => server.asked.length).toBe(1);
    interrupt.abort();
    expect(await asked).toBe(interrupt.signal.reason);
  });

  it("ends work without a limit", async () => {
    const server = await silent();
    const interrupt = new AbortController();
    const working = errorOf(createDatabase(server.url, "copy", interrupt.signal, "original"));
    await expect.poll(() => server.asked).toEqual(['CREATE DATABASE "copy" TEMPLATE "original"']);
    interrupt.abort();
    expect(await working).toBe(interrupt.signal.reason);
  });
});

describe("work without a limit", () => {
  it("ends with what was asked where the server answers nobody, and soon where things are taken away", async () => {
    const server = await silent();
    const working = withWorker(server.url, { what: "to drop tables", signal: null }, (ask) =>
      ask("DROP TABLE a"),
    );
    const error = await errorOf(working);
    expect(error).toMatchObject({
      kind: "target",
      message: expect.stringMatching(
        /^the server at 127\.0\.0\.1:\d+ has stopped answering: 3 new connections in a row .*; it was asked to drop tables$/,
      ),
      remedy: expect.stringContaining("log"),
    });
  });
});

describe("rows that are copied in", () => {
  const ROWS = "1\n".repeat(1_000_000);

  it.each([
    ["whose end is not answered", { copied: () => ({ kind: "silence" }) as const }],
    ["that are not asked for", { execute: () => ({ kind: "silence" }) as const }],
  ])("%s end with the signal", async (_, script) => {
    const server = await startWireServer(script);
    try {
      const url = `postgres://plumb@127.0.0.1:${server.port}/app?sslmode=disable`;
      const interrupt = new AbortController();
      const file = { kind: "sql", file: "a.sql", sql: `COPY a FROM stdin;\n${ROWS}\\.\n` } as const;
      const copying = errorOf(applyFile(url, file, interrupt.signal));
      await expect.poll(() => server.statements.length).toBe(1);
      await sleep(100);
      interrupt.abort();
      expect(await copying).toBe(interrupt.signal.reason);
    } finally {
      await server.stop();
    }
  });
});

it("a file of the set-up whose server goes away in a statement is not blamed for it", async () => {
  const server = await silent(1, "truncate");
  const file = { kind: "sql", file: "a.sql", sql: "SELECT 1;\n\nSELECT 2;\n" } as const;
  expect(await errorOf(applyFile(server.url, file, NEVER))).toMatchObject({
    kind: "target",
    message: expect.stringMatching(/^the connection to \S+ was lost when it was asked to run a\.sql:3: /),
  });
});

it("a question that follows a refusal has its own time", async () => {
  const server = await startWireServer({
    execute: (count) =>
      count < 4 ? { kind: "error", sqlstate: "42501", message: "no" } : { kind: "delay", ms: 300 },
    prepare: () => ({ kind: "answer" }),
  });
  servers.push({ ...server, url: "", asked: [], cancelled: [], stop: () => server.stop() });
  const url = `postgres://plumb@127.0.0.1:${server.port}/app?sslmode=disable`;
  const rows = await withClient(url, asking({ limitMs: 2_500 }), async (ask) => {
    for (let refused = 0; refused < 3; refused++) {
      await sleep(900);
      await errorOf(ask("SELECT 1"));
    }
    return await ask("SELECT 2");
  });
  expect(rows).toHaveLength(1);
});
