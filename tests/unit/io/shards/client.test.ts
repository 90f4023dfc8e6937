/** What a shard says while index 0 is not reached, against an HTTP server that the test starts late, stops and starts again. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../../../../src/io/database/place/free-port.ts";
import { Conversation } from "../../../../src/io/shards/client.ts";

const MACHINE = { host: "load", cpuModel: "CPU", cpuCount: 2 };
const BUILD = { version: "1.0.0", generator: "1.0.0", offers: "a" };
const PATIENCE_MS = 60_000;

const said: string[] = [];
let servers: Server[] = [];
let gone: AbortController;
beforeEach(() => {
  said.length = 0;
  servers = [];
  gone = new AbortController();
});
afterEach(async () => {
  gone.abort();
  await Promise.all(servers.map(stop));
});

const answer: RequestListener = ({ url }, response) => {
  response.end(JSON.stringify(url === "/hello" ? { shards: 2 } : { goesOn: true }));
};

async function listen(port = 0, listener: RequestListener = answer): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function until(isSo: () => boolean): Promise<void> {
  for (; !isSo(); await new Promise((resolve) => setTimeout(resolve, 10))) gone.signal.throwIfAborted();
}

function conversationWith(port: number, host = "127.0.0.1") {
  const url = `http://${host}:${port}`;
  const note = (text: string) => void said.push(text.replaceAll(url, "URL"));
  const conversation = new Conversation({ url, token: null, index: 1 }, note, gone.signal);
  return { conversation, hello: () => conversation.hello(MACHINE, BUILD, PATIENCE_MS) };
}

describe("a shard that waits for index 0", () => {
  it("says what it waits for and why, once for each reason, and that it is reached", async () => {
    const port = await freePort();
    const joined = conversationWith(port).hello();
    await until(() => said.length === 1);
    let refusals = 0;
    await listen(port, (request, response) => {
      if (++refusals > 3) answer(request, response);
      else response.end("<html>");
    });
    expect(await joined).toBe(2);
    expect(said).toEqual([
      `waiting for index 0 at URL: it cannot be reached yet (connect ECONNREFUSED 127.0.0.1:${port})`,
      expect.stringMatching(/^waiting for index 0 at URL: what answers there is not index 0 \(.*<html>/),
      "index 0 at URL is reached",
    ]);
  });

  it("names the host that cannot be resolved", async () => {
    const joined = conversationWith(7_000, "plumbline-0.invalid").hello();
    // A resolver may think for longer than 3 s, which is said first.
    const why =
      /^waiting for index 0 at URL: it cannot be reached yet \(getaddrinfo E\w+ plumbline-0\.invalid\)$/;
    await until(() => said.some((line) => why.test(line)));
    gone.abort();
    await expect(joined).rejects.toThrow(/aborted/);
  });

  it("says why each of several addresses cannot be reached", async () => {
    const port = await freePort();
    const joined = conversationWith(port, "localhost").hello();
    await until(() => said.length === 1);
    gone.abort();
    await expect(joined).rejects.toThrow(/aborted/);
    expect(said[0]).toContain(`connect ECONNREFUSED 127.0.0.1:${port}`);
  });

  it("says so, too, where a connection is made and nothing answers", async () => {
    const port = await listen(0, () => undefined);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const joined = conversationWith(port).hello();
    vi.advanceTimersByTime(3_000);
    vi.useRealTimers();
    gone.abort();
    await expect(joined).rejects.toThrow(/aborted/);
    expect(said).toEqual(["waiting for index 0 at URL: no answer for 3 s"]);
  });

  it("says nothing where index 0 is there at once", async () => {
    const { hello } = conversationWith(await listen());
    expect(await hello()).toBe(2);
    expect(said).toEqual([]);
  });
});

describe("a shard whose index 0 stops answering", () => {
  it("says once that it asks again, whatever it asks, and that index 0 answers again", async () => {
    const port = await listen();
    const { conversation, hello } = conversationWith(port);
    await hello();
    await stop(servers.pop()!);
    const beats = [conversation.beat(0, "running", ""), conversation.beat(0, "running", "")];
    await until(() => said.length === 1);
    await listen(port);
    expect(await Promise.all(beats)).toEqual([true, true]);
    expect(said).toEqual([
      `index 0 at URL does not answer, and is asked again for 10 s: connect ECONNREFUSED 127.0.0.1:${port}`,
      "index 0 at URL answers again",
    ]);
  });

  it("does not speak of a connection that broke once", async () => {
    let broken = 0;
    const port = await listen(0, (request, response) => {
      if (request.url === "/beat" && broken++ === 0) request.socket.destroy();
      else answer(request, response);
    });
    const { conversation, hello } = conversationWith(port);
    await hello();
    expect(await conversation.beat(0, "running", "")).toBe(true);
    expect(said).toEqual([]);
  });
});
