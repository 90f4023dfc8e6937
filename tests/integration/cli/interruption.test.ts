/** What ends before its time: by a signal, by a server or a load generator that goes away, by a store that does. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Progress } from "../../../src/model/progress.ts";
import type { Run } from "../../../src/model/run.ts";
import { check } from "../../../src/pipeline/check.ts";
import type { Invocation as CheckInvocation } from "../../../src/pipeline/invocation/invocation.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { type Ending, type Invocation, Sandbox } from "./support/sandbox.ts";
import { expectValid } from "./support/schemas.ts";
import { LOCAL, running, suite } from "./support/suites.ts";

let sandbox: Sandbox;
let servers: Postgres[];
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

async function startServer(): Promise<Postgres> {
  const server = await startPostgres();
  servers.push(server);
  return server;
}

const LONG = { sessions: 20, seconds: 0.5 };
const documents = () => names("plumbline-out");

function names(folder: string): readonly string[] {
  const place = path.join(sandbox.work, folder);
  return existsSync(place) ? readdirSync(place).sort() : [];
}

/** Process id of the load generator that is measuring now, or undefined; before that it runs a few events to see their values. */
function generator(): number | undefined {
  const line = sandbox
    .processes()
    .find((each) => /^\d+ \S*plumbline-load .* run $/.test(each) && !each.includes("--events="));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

/** The first session has ended and another one is being measured. */
async function secondSession(invocation: Invocation): Promise<number> {
  const first = await invocation.until(generator);
  const second = await invocation.until(() => other(first));
  // The second workload of the first session; the next one is of another session.
  const third = await invocation.until(() => other(first, second));
  return third;
}

function other(...known: readonly number[]): number | undefined {
  const pid = generator();
  return pid === undefined || known.includes(pid) ? undefined : pid;
}

/** One cause, one remedy at most, as the last lines; nothing on standard output. */
function errorOf({ stderr, stdout }: Ending): string {
  expect(stdout).toBe("");
  const lines = stderr.trimEnd().split("\n");
  const at = lines.findIndex((line) => line.startsWith("plumbline: "));
  expect(at, stderr).toBeGreaterThanOrEqual(0);
  expect(lines.filter((line) => line.startsWith("plumbline: "))).toHaveLength(1);
  return lines.slice(at).join("\n");
}

const KEPT = /\n\d+ whole sessions? (was|were) measured before that, kept in plumbline-out and not stored\n/;

describe.each(["SIGINT", "SIGTERM"] as const)("%s", (signal) => {
  /** One kind of database each. */
  const databases = async () => {
    if (signal === "SIGINT") return LOCAL;
    const server = await startServer();
    return running(await server.createDatabase("head"), await server.createDatabase("base"));
  };

  it("while the data is prepared ends at once, with nothing to keep", async () => {
    sandbox.write(
      "plumbline.yml",
      suite({ database: await databases(), ...LONG }).replaceAll("table-size: 200", "table-size: 3000000"),
    );
    const invocation = sandbox.start(["check", "--base", "HEAD"]);
    await invocation.until(() =>
      sandbox.processes().some((line) => /plumbline-load .* prepare $/.test(line)),
    );
    invocation.kill(signal);
    const ending = await invocation.ended;
    expect(ending.code).toBe(130);
    expect(ending.stderr).toContain("stopping; servers and folders are removed");
    expect(errorOf(ending)).toBe("plumbline: interrupted");
    expect(documents()).toEqual([]);
    expect(names(".plumbline")).toEqual([]);
  });

  it("while it measures keeps whole sessions as documents and says that they are not stored", async () => {
    sandbox.write("plumbline.yml", suite({ database: await databases(), ...LONG }));
    sandbox.commit("only");
    const invocation = sandbox.start(["check", "--base", "HEAD"]);
    await secondSession(invocation);
    invocation.kill(signal);
    const ending = await invocation.ended;
    expect(ending.code).toBe(130);
    expect(ending.stderr).toMatch(KEPT);
    expect(errorOf(ending)).toBe("plumbline: interrupted");
    expect(documents()).toEqual(["run-base.json", "run.json"]);
    const run = sandbox.json<Run>("plumbline-out/run.json");
    expectValid("run", run);
    for (const workload of run.workloads) expect(workload.sessions.length).toBeGreaterThan(0);
    expect(names(".plumbline")).toEqual([]);
  });
});

it("Ctrl-C while a migration is applied ends the statement that runs, and keeps what was measured before", async () => {
  const began = path.join(sandbox.tmp, "began");
  const database = `${LOCAL}\n  migration: { files: 'db/*.sql', before: 0.5 }`;
  const oneLook = suite({ database, sessions: 2, seconds: 0.1 }).replace(
    "preflight:",
    "looks: 1, preflight:",
  );
  sandbox.write("plumbline.yml", oneLook);
  sandbox.commit("base");
  sandbox.write("db/V1__slow.sql", `COPY (SELECT 1) TO '${began}';\nSELECT pg_sleep(3600);\n`);
  sandbox.commit("head");
  const invocation = sandbox.start(["check", "--base", "HEAD~1"]);
  await invocation.until(() => existsSync(began) || undefined);
  invocation.kill("SIGINT");
  const ending = await invocation.ended;
  rmSync(began);
  expect(ending.code).toBe(130);
  expect(ending.stderr).toMatch(KEPT);
  expect(errorOf(ending)).toBe("plumbline: interrupted");
  expect(documents()).toEqual(["run-base.json", "run.json"]);
  expect(sandbox.json<Run>("plumbline-out/run.json").migration).toBeUndefined();
});

it("Ctrl-C while an event of a timeline runs ends it and what it started, and keeps the sessions before it", async () => {
  const [first, child] = [path.join(sandbox.tmp, "first"), path.join(sandbox.tmp, "child")];
  // In the second session it would take an hour.
  const command = `if mkdir '${first}'; then exit; fi; sh -c 'echo $$ >"${child}.new"; mv "${child}.new" "${child}"; exec sleep 3600' & wait`;
  const timeline = `timeline: { disruptions: [{ at: 1s, command: ${JSON.stringify(command)} }], after: 1s }`;
  const config = suite({ database: LOCAL, sessions: 3, seconds: 0.1 });
  sandbox.write(
    "plumbline.yml",
    config.replace("  - name: change", () => `    ${timeline}\n  - name: change`),
  );
  sandbox.commit("only");
  const invocation = sandbox.start(["run", "--mode", "history"]);
  await invocation.until(() => existsSync(child) || undefined);
  const pid = readFileSync(child, "utf8").trim();
  // An ended process may wait for the system to take note of it: `processes` has none of these.
  const runs = () => sandbox.processes().some((line) => line.startsWith(`${pid} `));
  expect(runs()).toBe(true);
  invocation.kill("SIGINT");
  const ending = await invocation.ended;
  expect(runs()).toBe(false);
  rmSync(first, { recursive: true });
  rmSync(child);
  expect(ending.code).toBe(130);
  expect(ending.stderr).toMatch(KEPT);
  expect(errorOf(ending)).toBe("plumbline: interrupted");
  const [reads] = sandbox.json<Run>("plumbline-out/run.json").workloads;
  expect(reads!.sessions.map(({ timeline: of }) => of?.disruptions.length)).toEqual([1]);
  expect(names("plumbline-out/disruptions")).toHaveLength(2);
});

it("a second Ctrl-C ends at once and leaves nothing all the same", async () => {
  sandbox.write("plumbline.yml", suite({ database: LOCAL, ...LONG }));
  sandbox.commit("only");
  const invocation = sandbox.start(["check", "--base", "HEAD"]);
  await invocation.until(generator);
  invocation.kill("SIGINT");
  await invocation.says(/stopping/);
  invocation.kill("SIGINT");
  expect((await invocation.ended).code).toBe(130);
});

it("Ctrl-C while the store is slow to save ends, says what is kept where, and stores all or nothing", async () => {
  const server = await startServer();
  const head = await server.createDatabase("head");
  const store = await server.createDatabase("store");
  sandbox.write("plumbline.yml", suite({ database: running(head), sessions: 1 }));
  await sandbox.run(["store", "migrate", "--store", store]);
  const blocker = new pg.Client({ connectionString: store });
  await blocker.connect();
  // Reading goes on, saving waits.
  await blocker.query("BEGIN; LOCK TABLE plumbline.run IN SHARE MODE");
  try {
    const invocation = sandbox.start(["check", "--mode", "history", "--store", store]);
    await invocation.until(() => documents().includes("report.html"));
    invocation.kill("SIGINT");
    const ending = await invocation.ended;
    expect(ending.code, ending.stderr).toBe(130);
    expect(ending.stdout).toMatch(/^Plumbline: /);
    expect(ending.stderr).toMatch(
      /plumbline: interrupted before the store had answered; the runs are kept in plumbline-out\n {2}remedy: run plumbline store import plumbline-out\/run.json\n$/,
    );
  } finally {
    await blocker.end();
  }
  expectValid("run", sandbox.json("plumbline-out/run.json"));
  expect((await sandbox.run(["history", "--store", store])).stdout).toBe("no stored run matches\n");
});

it("Ctrl-C while the report is made ends, says where the runs are kept, and stores nothing", async () => {
  const server = await startServer();
  const [head, base] = [await server.createDatabase("head"), await server.createDatabase("base")];
  sandbox.write("plumbline.yml", suite({ database: running(head, base), sessions: 1 }));
  const interrupt = new AbortController();
  const progress: Progress = {
    stage: (what) => {
      if (what === "comparing") interrupt.abort();
    },
    update: () => undefined,
    note: () => undefined,
  };
  const invocation: CheckInvocation = {
    cwd: sandbox.work,
    config: "plumbline.yml",
    base: null,
    branch: null,
    targetBranch: null,
    overrides: {},
    store: null,
    output: "plumbline-out",
    lock: null,
    // Of a pull request, so that the store is asked what was accepted there.
    origin: { repository: "acme/db", runUrl: null, attempt: null, pullRequest: 7 },
    merging: [],
    acceptLabel: null,
  };
  await expect(check(invocation, progress, interrupt.signal)).rejects.toMatchObject({
    kind: "interrupted",
    message: "interrupted before the store was asked; the runs are kept in plumbline-out",
    remedy: "run plumbline store import plumbline-out/run-base.json plumbline-out/run.json",
  });
  expect(documents()).toEqual(["run-base.json", "run.json"]);
  expect(names(".plumbline")).toEqual([]);
});

describe("Ctrl-C while the store does not answer", () => {
  it("ends before anything is started, where it is only being reached", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const connected = once(silent, "connection");
    try {
      const { port } = silent.address() as AddressInfo;
      sandbox.write("plumbline.yml", suite({ database: LOCAL }));
      const store = `postgres://nobody@127.0.0.1:${port}/none`;
      const invocation = sandbox.start(["check", "--base", "HEAD", "--store", store]);
      const [socket] = (await connected) as [Socket];
      invocation.kill("SIGINT");
      const ending = await invocation.ended;
      socket.destroy();
      expect(ending.code, ending.stderr).toBe(130);
      expect(errorOf(ending)).toBe("plumbline: interrupted before the store had answered");
    } finally {
      silent.close();
    }
  });

  it.each([
    ["before the measuring", ["--base", "HEAD"], ""],
    [
      "for the baseline, and says where the runs are kept",
      ["--mode", "history"],
      "; the runs are kept in plumbline-out\n  remedy: run plumbline store import plumbline-out/run.json",
    ],
  ])("ends while it is read %s", async (_, args, more) => {
    const server = await startServer();
    const store = await server.createDatabase("store");
    sandbox.write(
      "plumbline.yml",
      suite({ database: running(await server.createDatabase("head"), server.url), sessions: 1 }),
    );
    await sandbox.run(["store", "migrate", "--store", store]);
    const blocker = new pg.Client({ connectionString: store });
    await blocker.connect();
    await blocker.query("BEGIN; LOCK TABLE plumbline.run IN ACCESS EXCLUSIVE MODE");
    try {
      const invocation = sandbox.start(["check", ...args, "--store", store]);
      await waitsForLock(blocker);
      invocation.kill("SIGINT");
      const ending = await invocation.ended;
      expect(ending.code, ending.stderr).toBe(130);
      expect(errorOf(ending)).toBe(`plumbline: interrupted before the store had answered${more}`);
    } finally {
      await blocker.end();
    }
  });
});

/** Waits until somebody waits for a lock of this database. */
async function waitsForLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      "SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE NOT granted AND datname = current_database()",
    );
    if (rowCount !== 0) return;
    await sleep(50);
  }
}

describe("SIGKILL of plumbline itself", () => {
  it.each([
    ["prepare", 3_000_000],
    ["run", 200],
  ])(
    "during %s in a running database: the next measurement there begins anew and leaves nothing",
    async (command, rows) => {
      const server = await startServer();
      const database = await server.createDatabase("head");
      const observer = new pg.Client({ connectionString: database });
      await observer.connect();
      const tables = async () =>
        (await observer.query("SELECT obj_description(oid) AS mark FROM pg_class WHERE relname = 'sbtest1'"))
          .rows;
      try {
        const check = ["check", "--mode", "history"];
        const small = suite({ database: running(database), ...LONG });
        sandbox.write("plumbline.yml", small.replaceAll("table-size: 200", `table-size: ${rows}`));
        const invocation = sandbox.start(check);
        await invocation.until(() => sandbox.processes().some((line) => line.endsWith(` ${command} `)));
        await expect.poll(tables).toEqual([{ mark: expect.stringContaining("plumbline") }]);
        invocation.kill("SIGKILL");
        await invocation.ended;
        expect(await sandbox.leftovers()).toEqual([]);
        expect(await tables()).toHaveLength(1);

        sandbox.write("plumbline.yml", suite({ database: running(database), sessions: 1 }));
        const { code, stderr } = await sandbox.run(check);
        expect(code, stderr).toBe(0);
        expect(await tables()).toEqual([]);
      } finally {
        await observer.end();
      }
    },
  );

  it("takes servers and load generator along; the next start sweeps the folders", async () => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL, ...LONG }));
    sandbox.commit("only");
    const invocation = sandbox.start(["check", "--base", "HEAD"]);
    await invocation.until(generator);
    invocation.kill("SIGKILL");
    await invocation.ended;
    const left = await sandbox.leftovers();
    expect(left.filter((line) => /^\d+ /.test(line))).toEqual([]);
    expect(left.some((name) => name.startsWith("plumbline-target-"))).toBe(true);
    const next = await sandbox.run(["run", "--base", "HEAD", "--sessions", "1", "--seconds", "0.2"]);
    expect(next.code, next.stderr).toBe(0);
  });
});

describe("a server that is killed in mid-run", () => {
  it("of a local target ends the measuring with its name, keeping whole sessions", async () => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL, ...LONG }));
    sandbox.commit("only");
    const invocation = sandbox.start(["check", "--base", "HEAD"]);
    await secondSession(invocation);
    const postmaster = sandbox.processes().find((line) => /\/postgres -D /.test(line));
    process.kill(Number.parseInt(postmaster!, 10), "SIGKILL");
    const ending = await invocation.ended;
    expect(ending.code).toBe(3);
    expect(errorOf(ending)).toMatch(/\n {2}remedy: /);
    expect(ending.stderr).toMatch(KEPT);
    expectValid("run", sandbox.json("plumbline-out/run.json"));
  });

  it("of a url target, too", async () => {
    const [own, other_] = [await startServer(), await startServer()];
    sandbox.write("plumbline.yml", suite({ database: running(own.url, other_.url), ...LONG }));
    const invocation = sandbox.start(["check", "--base", "HEAD"]);
    await secondSession(invocation);
    process.kill(own.pid, "SIGKILL");
    const ending = await invocation.ended;
    expect(ending.code).toBe(3);
    expect(errorOf(ending)).toContain(String(own.port));
    expect(errorOf(ending)).toMatch(/\n {2}remedy: /);
    expect(documents()).toEqual(["run-base.json", "run.json"]);
  });
});

it("a load generator that is killed in mid-run is an error of its own, and whole sessions are kept", async () => {
  const server = await startServer();
  sandbox.write("plumbline.yml", suite({ database: running(server.url), ...LONG }));
  const invocation = sandbox.start(["check", "--mode", "history"]);
  process.kill(await secondSession(invocation), "SIGKILL");
  const ending = await invocation.ended;
  expect(ending.code).toBe(4);
  expect(errorOf(ending)).toMatch(/^plumbline: plumbline-load was killed by SIGKILL\n {2}remedy: /);
  expect(documents()).toEqual(["run.json"]);
});

it("a store that goes away before the runs are saved costs nothing: report and documents are there", async () => {
  const [target, keeper] = [await startServer(), await startServer()];
  sandbox.write(
    "plumbline.yml",
    suite({
      database: running(await target.createDatabase("head"), await target.createDatabase("base")),
      sessions: 2,
      seconds: 1,
    }),
  );
  const invocation = sandbox.start(["check", "--base", "HEAD", "--store", keeper.url]);
  await invocation.until(generator);
  await keeper.stop();
  const ending = await invocation.ended;
  expect(ending.code).toBe(5);
  expect(ending.stdout).toMatch(/^Plumbline: /);
  expect(ending.stderr).toMatch(/plumbline: store postgres:.*: cannot save the runs: /);
  expect(ending.stderr).toMatch(
    /run plumbline store import plumbline-out\/run-base.json plumbline-out\/run.json/,
  );
  expect(documents()).toEqual(["comment.md", "report.html", "report.json", "run-base.json", "run.json"]);
});

it("a reader that has seen enough does not change what is done", async () => {
  const server = await startServer();
  sandbox.write("plumbline.yml", suite({ database: running(server.url), sessions: 1 }));
  const ending = await sandbox.start(["check", "--mode", "history"]).closeOutput();
  expect(ending.code, ending.stderr).toBe(0);
  expect(readFileSync(path.join(sandbox.work, "plumbline-out/report.html"), "utf8")).toMatch(/<\/html>\n$/);
});
