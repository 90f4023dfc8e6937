/** What waits for a server that answers nobody. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { whileItAnswers } from "../../../../../src/io/database/sql/alive.ts";

/** Refuses as PostgreSQL does whose connections are all in use, or takes connections and is silent. */
let server: Server;
let sockets: Socket[];
let url: string;
let isSilent: boolean;
beforeEach(async () => {
  sockets = [];
  isSilent = true;
  const fields = "SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0";
  const refusal = Buffer.concat([Buffer.from("E\0\0\0\0"), Buffer.from(fields)]);
  refusal.writeUInt32BE(4 + fields.length, 1);
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      if (!isSilent) socket.end(refusal);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  url = `postgres://plumb:secret@127.0.0.1:${typeof address === "object" && address ? address.port : 0}/db`;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
});

const HASTY = { pauseMs: 10, answerMs: 40, questions: 3 };
/** Work that only its signal ends. */
const forEver = async (signal: AbortSignal) => await sleep(600_000, "done", { signal });

it("is ended, and told where and why", async () => {
  const error = await whileItAnswers(url, forEver, new AbortController().signal, HASTY).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    kind: "target",
    message: expect.stringMatching(
      /^the server at 127\.0\.0\.1:\d+\S* has stopped answering: 3 new connections in a row had no answer to SELECT 1 in 0\.04 s/,
    ),
  });
  expect(String(error)).not.toContain("secret");
});

it("goes on where the server refuses: that is an answer", async () => {
  isSilent = false;
  const patient = { pauseMs: 1, answerMs: 600_000, questions: 1 };
  const untilAsked = async (signal: AbortSignal) => {
    while (sockets.length < 4) await sleep(5, undefined, { signal });
    return "done";
  };
  expect(await whileItAnswers(url, untilAsked, new AbortController().signal, patient)).toBe("done");
});

it("is as it was where it ends by itself, or is interrupted", async () => {
  const { signal } = new AbortController();
  expect(await whileItAnswers(url, async () => 7, signal, HASTY)).toBe(7);
  const failing = async () => await Promise.reject(new Error("its own"));
  await expect(whileItAnswers(url, failing, signal, HASTY)).rejects.toThrow("its own");
  const interrupt = new AbortController();
  const interrupted = whileItAnswers(url, forEver, interrupt.signal, { ...HASTY, pauseMs: 600_000 });
  interrupt.abort();
  await expect(interrupted).rejects.toThrow(/abort/);
});
