/** Servers under test, and stores, that take a connection and then answer nothing: no command waits for them for ever. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  mute,
  type QuietServer,
  startQuietServer,
  startRawServer,
  stopped,
} from "../../support/quiet-server.ts";
import { type Ending, type Invocation, Sandbox } from "./support/sandbox.ts";
import { LOCAL, running, suite } from "./support/suites.ts";

let sandbox: Sandbox;
let servers: QuietServer[];
beforeEach(() => {
  sandbox = new Sandbox();
  servers = [];
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await Promise.all(servers.map((server) => server.stop()));
  await sandbox.close();
  expect(left).toEqual([]);
});

async function quiet(server: Promise<QuietServer>): Promise<QuietServer> {
  servers.push(await server);
  return await server;
}

/** A question would be given up after 30 s by itself; what is made is taken away within 6 s where nobody answers. */
const AT_ONCE_MS = 28_000;

/** Presses Ctrl-C while the server is waited for. @returns how it ended, and in which time */
async function interrupted(invocation: Invocation, server: QuietServer, questions: number): Promise<Ending> {
  await invocation.until(() => server.asked.length >= questions);
  const pressed = performance.now();
  invocation.kill("SIGINT");
  const ending = await invocation.ended;
  expect(ending.code, ending.stderr).toBe(130);
  expect(performance.now() - pressed, ending.stderr).toBeLessThan(AT_ONCE_MS);
  expect(ending.stderr).not.toContain("hush");
  return ending;
}

const SETUP = "  setup: [{ sql: db/schema.sql, before: load }]";

describe("Ctrl-C while a server under test answers nothing ends at once", () => {
  it.each([
    ["run", ["run", "--mode", "history"]],
    ["run side by side", ["run", "--base", "HEAD"]],
    ["check", ["check", "--mode", "history"]],
    ["capacity", ["capacity", "look-up", "--limit", "p99=20ms"]],
    ["sweep", ["sweep", "--over", "threads=1,2"]],
  ])("%s", async (_, args) => {
    const server = await quiet(startQuietServer());
    const database = running(server.url, server.url.replace("/app", "/old"));
    sandbox.write("plumbline.yml", suite({ database, sessions: 1 }));
    sandbox.commit("only");
    const { stderr } = await interrupted(sandbox.start(args), server, 1);
    expect(stderr).toMatch(/\nplumbline: interrupted\n$/);
  });

  it.each([1, 2, 3, 5, 6])("after %d answers", async (answers) => {
    const server = await quiet(startQuietServer(answers));
    sandbox.write("db/schema.sql", "CREATE TABLE a (id int);\nCREATE TABLE b (id int);\n");
    const config = suite({ database: `${running(server.url)}\n${SETUP}`, sessions: 1 });
    sandbox.write("plumbline.yml", config);
    sandbox.commit("only");
    const invocation = sandbox.start(["run", "--mode", "history"]);
    const { stderr } = await interrupted(invocation, server, answers + 1);
    expect(stderr).toMatch(/\nplumbline: interrupted\n$/);
  });
});

it("Ctrl-C while the load generator waits for such a server ends it, too", async () => {
  const server = await quiet(startQuietServer(5));
  sandbox.write("plumbline.yml", suite({ database: running(server.url), sessions: 1 }));
  const invocation = sandbox.start(["run", "--mode", "history"]);
  const loading = () => sandbox.processes().some((line) => /plumbline-load .* prepare $/.test(line));
  await invocation.until(() => server.asked.length > 5 && loading());
  const pressed = performance.now();
  invocation.kill("SIGINT");
  const { code, stderr } = await invocation.ended;
  expect(code, stderr).toBe(130);
  expect(performance.now() - pressed, stderr).toBeLessThan(2 * AT_ONCE_MS);
});

it("SIGTERM does the same", async () => {
  const server = await quiet(startQuietServer());
  sandbox.write("plumbline.yml", suite({ database: running(server.url), sessions: 1 }));
  const invocation = sandbox.start(["run", "--mode", "history"]);
  await invocation.until(() => server.asked.length > 0);
  invocation.kill("SIGTERM");
  expect((await invocation.ended).code).toBe(130);
});

it("a server under test that closes in the middle of an answer is named with the question", async () => {
  const server = await quiet(startQuietServer(0, "truncate"));
  sandbox.write("plumbline.yml", suite({ database: running(server.url), sessions: 1 }));
  const { code, stderr } = await sandbox.run(["run", "--mode", "history"]);
  expect(code, stderr).toBe(3);
  expect(stderr).toContain(
    `plumbline: the connection to 127.0.0.1:${server.port}/app was lost when it was asked for its version and build: `,
  );
});

it.each([
  ["the remote of a clone", ["--base", "elsewhere"]],
  ["the remote of a store", ["--base", "HEAD", "--store", "git:origin#elsewhere"]],
])("Ctrl-C while %s answers nothing ends the fetch, too", async (_, args) => {
  const remote = await quiet(startRawServer(mute));
  sandbox.write("plumbline.yml", suite({ database: LOCAL, sessions: 1 }));
  sandbox.commit("only");
  const config = `\n[remote "origin"]\n  url = git://127.0.0.1:${remote.port}/none\n`;
  sandbox.write(".git/config", sandbox.read(".git/config") + config);
  const invocation = sandbox.start(["check", ...args]);
  await invocation.until(() => sandbox.processes().some((line) => / fetch .*elsewhere/.test(line)));
  invocation.kill("SIGINT");
  const { code, stderr } = await invocation.ended;
  expect(code, stderr).toBe(130);
});

/** Together: each of them waits for as long as a question may take. */
it("without Ctrl-C servers under test and stores that answer nothing end a command with their names and the question", async () => {
  const quiets = await Promise.all([startQuietServer(), startRawServer(stopped), startRawServer(stopped)]);
  servers.push(...quiets);
  const [silent, halted, store] = quiets as [QuietServer, QuietServer, QuietServer];
  const files = [silent, halted].map((server, at) =>
    sandbox.write(`${at}.yml`, suite({ database: running(server.url), sessions: 1 })),
  );
  const commands = [
    ...files.map((file, at) => ["run", "--mode", "history", "--config", file, "--output", `out-${at}`]),
    ...[["history"], ["store", "migrate"]].map((args) => [...args, "--store", store.url]),
    ["check", "--mode", "history", "--config", files[0]!, "--store", store.url],
  ];
  const endings = await Promise.all(
    commands.map((args, at) => {
      const PLUMBLINE_LOCK = path.join(sandbox.folder, `lock-${at}`);
      mkdirSync(PLUMBLINE_LOCK);
      return sandbox.run(args, { env: { PLUMBLINE_LOCK } });
    }),
  );
  const late = ({ port }: QuietServer) =>
    `plumbline: 127.0.0.1:${port}/app gave no answer in 30 s when it was asked for its version and build\n  remedy: `;
  const notOpened = `127.0.0.1:${store.port}/app?sslmode=disable: cannot open it: no answer came in 30 s\n  remedy: `;
  const words = [late(silent), late(halted), notOpened, notOpened, notOpened];
  for (const [at, { code, stderr }] of endings.entries()) {
    expect(stderr, commands[at]!.join(" ")).toContain(words[at]);
    expect(stderr).not.toContain("hush");
    expect(code).toBe(at < files.length ? 3 : 5);
  }
});
