/** `plumbline serve` as a process: it says where it is, outlives its database, and ends without a trace. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { type Postgres, startPostgres, stopped } from "../../support/postgres.ts";
import { makeRun } from "../../support/runs.ts";
import { type Invocation, Sandbox } from "./support/sandbox.ts";

const RUN = makeRun({ sessions: 2, secondsPerSession: 0.2 });
const sandbox = new Sandbox();
let postgres: Postgres;
let location: string;
let again: ChildProcess | undefined;

beforeAll(async () => {
  postgres = await startPostgres({ settings: { shared_buffers: "16MB" } });
  location = await postgres.createDatabase("serve");
  for (const store of [location, `file:${sandbox.work}/runs`]) {
    const writer = await openStore(storeAt(store, sandbox.work));
    await writer.save([RUN]);
    await writer.close();
  }
});
afterAll(async () => {
  again?.kill("SIGQUIT");
  await postgres.stop();
  await sandbox.close();
});

/** @returns the service's address, once it says it */
async function serving(serve: Invocation): Promise<string> {
  return await serve.until(() => /served at (http:\/\/\S+)/.exec(serve.output)?.[1]);
}

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Asks until the service answers so: on a busy machine it may say for a while that it has no time. */
async function becomes(url: string, status: number, headers: Record<string, string> = {}): Promise<void> {
  for (;;) {
    const now = await statusOf(url, headers);
    if (now === status) return;
    expect([status, 503]).toContain(now);
    await sleep(100);
  }
}

describe.each(["SIGTERM", "SIGINT"] as const)("%s", (signal) => {
  it("ends it in peace: what is being answered is answered first, and nothing stays", async () => {
    const serve = sandbox.start(["serve", "--port", "0", "--store", `file:${sandbox.work}/runs`]);
    const address = await serving(serve);
    await becomes(`${address}/healthz`, 200);
    const asked = Array.from({ length: 5 }, () => statusOf(`${address}/api/v1/overview?days=3650`));
    const statuses = Promise.allSettled(asked);
    // Whatever has not arrived by then is refused, and nothing is cut off in the middle.
    await asked[0];
    serve.kill(signal);
    for (const each of await statuses)
      if (each.status === "fulfilled") expect([200, 503]).toContain(each.value);
    expect((await serve.ended).code).toBe(0);
    expect(await sandbox.leftovers()).toEqual([]);
  });
});

it("answers 503 while its database is away, and as ever when it is back, however many ask meanwhile", async () => {
  const serve = sandbox.start(["serve", "--port", "0", "--store", location, "--rate-limit", "1000000"]);
  const address = await serving(serve);
  const runs = `${address}/api/v1/runs`;
  await becomes(runs, 200);
  const load = new Load([
    runs,
    `${address}/api/v1/overview?days=3650`,
    `${address}/`,
    `${address}/w/oltp/read-write/`,
  ]);
  await load.has(200);
  const server = await stopped(postgres);
  await load.has(503);
  const refused = await fetch(runs);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect(await refused.text()).not.toMatch(/ECONN|5432|postgres/);
  expect(await statusOf(`${address}/readyz`)).toBe(503);
  await becomes(`${address}/healthz`, 200);
  expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/^plumbline_store_up 0$/m);
  again = server.start();
  await becomes(runs, 200);
  await becomes(`${address}/readyz`, 200);
  load.forget();
  await load.has(200);
  // Each was answered, by its page or by word that there is none now.
  expect(await load.end()).toEqual([200, 503]);
  serve.kill("SIGTERM");
  expect((await serve.ended).code).toBe(0);
});

it("asks for a token that the environment has, and does not say it", async () => {
  const env = { PLUMBLINE_TOKEN: "s3cret-that-nobody-guesses" };
  const serve = sandbox.start(["serve", "--port", "0", "--store", `file:${sandbox.work}/runs`], { env });
  const address = await serving(serve);
  await becomes(`${address}/api/v1/runs`, 401);
  await becomes(`${address}/api/v1/runs`, 200, { authorization: "Bearer s3cret-that-nobody-guesses" });
  serve.kill("SIGTERM");
  const { stdout, stderr } = await serve.ended;
  expect(stdout + stderr).not.toContain("s3cret-that-nobody-guesses");
});

it("refuses a token that can be guessed", async () => {
  const env = { PLUMBLINE_TOKEN: "s3cret" };
  const { code, stderr } = await sandbox.run(["serve", "--port", "0", "--store", `file:${sandbox.work}`], {
    env,
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/PLUMBLINE_TOKEN has 6 characters, [\s\S]*remedy: export PLUMBLINE_TOKEN=/);
  expect(stderr).not.toContain("s3cret");
});

it.each([
  ["a store that is not there", ["--store", "file:nowhere"], /there is no store at file:nowhere/],
  ["a port that is none", ["--port", "70000"], /a port from 0 to 65535/],
  [
    "an address that is none of ours",
    ["--host", "192.0.2.1", "--store", "file:runs"],
    /cannot listen on 192.0.2.1/,
  ],
])("%s is told with its remedy", async (_, words, told) => {
  const { code, stderr } = await sandbox.run(["serve", ...words]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(told) });
  expect(stderr).toMatch(/remedy: /);
});

it("is a part of the program that no other verb loads, and the action never", () => {
  const folder = path.dirname(sandbox.cli);
  const loaded = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file) || !existsSync(path.join(folder, file))) return seen;
    seen.add(file);
    const text = readFileSync(path.join(folder, file), "utf8");
    for (const [, next] of text.matchAll(/^(?:import|export)\b[^;]*?"\.\/([\w.-]+\.js)";$/gm))
      loaded(next!, seen);
    return seen;
  };
  for (const entry of ["action.js", "post.js", "cli.js"]) {
    const files = [...loaded(entry)];
    expect(files.length, entry).toBeGreaterThan(1);
    for (const file of files) {
      expect(readFileSync(path.join(folder, file), "utf8").includes("node_modules/fastify/"), file).toBe(
        false,
      );
    }
  }
});

/** Some who ask again as soon as they are answered. */
class Load {
  readonly #seen = new Set<number>();
  #now = new Set<number>();
  #isOver = false;
  readonly #asking: Promise<unknown>;

  constructor(urls: readonly string[]) {
    this.#asking = Promise.all([...urls, ...urls].map((url) => this.#ask(url)));
  }

  async #ask(url: string): Promise<void> {
    while (!this.#isOver) {
      const status = await statusOf(url);
      this.#seen.add(status);
      this.#now.add(status);
      // The others have the processor, too.
      await sleep(20);
    }
  }

  /** Waits until somebody is answered so. */
  async has(status: number): Promise<void> {
    while (!this.#now.has(status)) await sleep(20);
  }

  forget(): void {
    this.#now = new Set();
  }

  /** @returns every status that there was */
  async end(): Promise<readonly number[]> {
    this.#isOver = true;
    await this.#asking;
    return [...this.#seen].sort((a, b) => a - b);
  }
}
