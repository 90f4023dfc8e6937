/** What is wrong before anything is measured, or with the documents: one clear error, its exit code, nothing left. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mayMount } from "../../support/may-mount.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { expectError } from "./support/expect-error.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL, running, suite } from "./support/suites.ts";

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
const NOWHERE = "postgres://someone@127.0.0.1:1/db";
const WORKLOAD = "workloads: [{ name: a, run: oltp_point_select }]";

let server: Postgres;
let sandbox: Sandbox;
const undo: (() => void)[] = [];
beforeAll(async () => {
  server = await startPostgres({ password: "right" });
});
afterAll(() => server.stop());
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  for (const step of undo.splice(0)) step();
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

function outputs(): readonly string[] {
  return readdirSync(sandbox.work).filter((name) => name === "plumbline-out" || name === ".plumbline");
}

describe("a config file", () => {
  const cases: readonly (readonly [what: string, yaml: string, cause: RegExp, remedy: string])[] = [
    [
      "with a misspelt key",
      `database: { deploy: { local: {} } }\n${WORKLOAD}\nmeasure:\n  sesions: 3\n`,
      /^plumbline: plumbline.yml:4:3: unknown field "sesions" in measure; did you mean "sessions"\?$/,
      "docs/config.md",
    ],
    [
      "with two workloads of one name",
      `database: { deploy: { local: {} } }\nworkloads:\n  - { name: a, run: oltp_point_select }\n  - { name: a, run: oltp_read_only }\n`,
      /^plumbline: plumbline.yml:4:13: two workloads are called "a"$/,
      "a name of its own",
    ],
    [
      "that is not YAML",
      "database: { deploy: { local: {} }\nworkloads:\n",
      /^plumbline: plumbline.yml:2:1: .*must.*end with a \}$/,
      "fix the YAML",
    ],
    ["that is empty", "", /^plumbline: plumbline.yml:1:1: missing field "database"/, "docs/config.md"],
    [
      "with an unknown workload",
      "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_selct }]\n",
      /^plumbline: plumbline.yml:2:29: a: unknown workload "oltp_point_selct"; did you mean "oltp_point_select"\?$/,
      "plumbline-load --help",
    ],
    [
      "with a misspelt option of a workload",
      "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select, options: { tabels: 3 } }]\n",
      /^plumbline: plumbline.yml:2:59: a: unknown option "tabels"; did you mean "tables"\?$/,
      "docs/schema/config.schema.json",
    ],
    [
      "with an option that is Plumbline's own",
      "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select, options: { time: 3 } }]\n",
      /^plumbline: plumbline.yml:2:59: a: "time" is Plumbline's own to give: set measure.seconds instead$/,
      "plumbline-load --help",
    ],
    [
      "with a file of options, whose lines an error would show",
      "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select, options: { config_file: /etc/passwd } }]\n",
      /^plumbline: plumbline.yml:2:59: a: "config-file" is Plumbline's own to give: take it out$/,
      "plumbline-load --help",
    ],
    [
      "with one database for two arms",
      `database: { deploy: { url: "${NOWHERE}" } }\n${WORKLOAD}\n`,
      /^plumbline: side by side needs two databases, but database.deploy.url names one$/,
      "database.base.url",
    ],
    [
      "with one database named twice",
      `database: { deploy: { url: "${NOWHERE}" }, base: { url: "${NOWHERE}?connect_timeout=3" } }\n${WORKLOAD}\n`,
      /^plumbline: database.deploy.url and database.base.url name the same database$/,
      "name another one for base",
    ],
    [
      "with one port for the servers of two arms",
      `database: { deploy: { command: { start: ./start, url: "postgres://u@127.0.0.1:5433/d" } } }\n${WORKLOAD}\n`,
      /^plumbline: base and head would both listen on one address$/,
      "$PLUMBLINE_PORT",
    ],
    [
      "with a URL of another kind of database",
      `database: { deploy: { url: "mysql://root@127.0.0.1/db" } }\n${WORKLOAD}\nmeasure: { mode: history }\n`,
      /^plumbline: "mysql:.*" is not a connection URL$/,
      "postgres://user@host:port/database",
    ],
    [
      "with set-up SQL that is not there",
      `database: { deploy: { local: {} }, setup: [db/*.sql] }\n${WORKLOAD}\n`,
      /^plumbline: database.setup: no file in .* matches "db\/\*.sql"$/,
      "write patterns from the folder that plumbline runs in, wherever the config file is",
    ],
  ];

  it.each(cases)("%s", async (_, yaml, cause, remedy) => {
    sandbox.write("plumbline.yml", yaml);
    expectError(await sandbox.run(["run", "--base", "HEAD"]), 2, cause, remedy);
  });

  it("that is missing", async () => {
    const cause = /^plumbline: cannot read the config file .*plumbline.yml: there is no such file or folder$/;
    expectError(await sandbox.run(["check"]), 2, cause, "--config");
    expect(outputs()).toEqual([]);
  });
});

describe("the database", () => {
  const head = (url: string, more = "") => {
    sandbox.write("plumbline.yml", suite({ database: `${running(url)}${more}`, sessions: 1 }));
    return sandbox.run(["check", "--mode", "history"]);
  };

  it("where nothing listens", async () => {
    const cause = /^plumbline: cannot connect to 127.0.0.1:1: nothing listens there/;
    expectError(await head(NOWHERE), 3, cause, "start the server, or correct host and port");
  });

  it("that has another password, which is never shown", async () => {
    const ending = await head(server.url.replace("right", "wrong-secret"));
    expectError(ending, 3, /^plumbline: cannot connect to 127.0.0.1:\d+: wrong password/, "PGPASSWORD");
    expect(ending.stderr).not.toContain("wrong-secret");
  });

  it("that does not exist", async () => {
    const ending = await head(server.url.replace(/\/postgres$/, "/nothing"));
    expectError(ending, 3, /^plumbline: cannot connect to .*: there is no such database/, "create it");
  });

  it("that refuses the set-up SQL: file and line are named", async () => {
    sandbox.write("db/1.sql", "SELECT 1;\n\nALTER TABLE sbtest1\n  ADD COLUM x int;\n");
    const ending = await head(server.url, "\n  setup: [db/*.sql]");
    expectError(ending, 2, /^plumbline: .*db\/1.sql:4: syntax error at or near "int"/, "fix the set-up SQL");
  });

  it("whose settings are refused", async () => {
    sandbox.write(
      "plumbline.yml",
      suite({ database: "  deploy: { local: { settings: { wrk_mem: 4MB } } }" }),
    );
    const ending = await sandbox.run(["check", "--mode", "history"]);
    expectError(
      ending,
      3,
      /unrecognized configuration parameter "wrk_mem"/,
      "database.deploy.local.settings",
    );
  });

  it("whose programs are not where they are said to be", async () => {
    sandbox.write("plumbline.yml", suite({ database: "  deploy: { local: { bin: ./nowhere } }" }));
    const ending = await sandbox.run(["check", "--mode", "history"]);
    expectError(
      ending,
      3,
      /nowhere has no initdb and postgres that can be run$/,
      "database.deploy.local.bin",
    );
  });

  it("whose start command fails", async () => {
    const command =
      "{ command: { start: 'echo no such build >&2; exit 7', url: 'postgres://127.0.0.1:$PLUMBLINE_PORT/x' } }";
    sandbox.write("plumbline.yml", suite({ database: `  deploy: ${command}` }));
    const ending = await sandbox.run(["check", "--mode", "history"]);
    expectError(
      ending,
      3,
      /the start command ended with exit code 7; it last said \(its log: plumbline-out\/crash-head.log\):\nno such build$/,
      "PLUMBLINE_PORT",
    );
    expect(sandbox.read("plumbline-out/crash-head.log")).toBe("no such build\n");
  });

  it("whose process crashes: arm, signal, statement and log are named, and the log is kept", async () => {
    sandbox.write("crash.sql", "COPY (SELECT 1) TO PROGRAM 'kill -SEGV $PPID';\n");
    const workloads = "workloads: [{ name: a, script: crash.sql }]";
    sandbox.write(
      "plumbline.yml",
      `database:\n${LOCAL}\n${workloads}\nmeasure: { sessions: 2, seconds: 0.4 }\n`,
    );
    const ending = await sandbox.run(["check", "--mode", "history"]);
    expectError(
      ending,
      3,
      /head: the server died: server process \(PID \d+\) was terminated by signal 11.*; it ran: COPY .*\nwhat was seen of it: (?!.*SQLSTATE.*SQLSTATE).*\n(?:its core file: .*\n)?it last said \(its log: plumbline-out\/crash-head.log\):\n/,
      "core file",
    );
    expect(sandbox.read("plumbline-out/crash-head.log")).toContain("terminated by signal 11");
  });
});

describe("base", () => {
  beforeEach(() => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL }));
  });

  it("that does not exist", async () => {
    sandbox.commit("only");
    expectError(
      await sandbox.run(["run", "--base", "v9"]),
      2,
      /^plumbline: base: there is no commit "v9"$/,
      "branch",
    );
  });

  it("of a first commit", async () => {
    sandbox.commit("only");
    expectError(await sandbox.run(["run"]), 2, /^plumbline: HEAD is the first commit/, "base HEAD");
  });

  it("outside of a repository", async () => {
    expectError(await sandbox.run(["run"]), 2, /is in no git repository$/, "measure.mode");
  });

  it("that a shallow clone does not have, and its remote does not give", async () => {
    sandbox.commit("one");
    sandbox.commit("two");
    const clone = path.join(sandbox.folder, "clone");
    execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${sandbox.work}`, clone], {
      stdio: "ignore",
    });
    execFileSync("git", ["-C", clone, "remote", "set-url", "origin", path.join(sandbox.folder, "gone")]);
    const ending = await sandbox.run(["run"], { cwd: clone });
    expectError(
      ending,
      2,
      /is not in this shallow clone: .*does not appear to be a git repository$/,
      "fetch-depth: 0",
    );
  });

  it("without git", async () => {
    sandbox.commit("one");
    const bin = path.join(sandbox.folder, "bin");
    mkdirSync(bin);
    symlinkSync(process.execPath, path.join(bin, "node"));
    const ending = await sandbox.run(["run"], { env: { PATH: bin } });
    expectError(ending, 2, /base's commit, but git is not installed$/, "install git");
  });
});

describe("a place to write to", () => {
  beforeEach(() => {
    sandbox.write("plumbline.yml", suite({ database: running(NOWHERE) }));
  });
  const check = (...args: readonly string[]) => sandbox.run(["check", "--mode", "history", ...args]);

  it("that a file is in the way of", async () => {
    const output = await check("--output", "plumbline.yml/out");
    expectError(output, 2, /^plumbline: cannot write .*: a part of its path is a file$/, "--output");
    const store = await check("--store", "file:plumbline.yml");
    expectError(
      store,
      5,
      /^plumbline: store file:.*plumbline.yml: cannot open it: /,
      "name another folder: a file is in its place",
    );
  });

  it.runIf(mayMount())("that is read-only", async () => {
    const place = mount("ro");
    const output = await check("--output", `${place}/out`);
    expectError(output, 2, /^plumbline: cannot write .*: the file system is read-only$/, "--output");
    const store = await check("--store", `file:${place}/store`);
    expectError(
      store,
      5,
      /^plumbline: store .*: cannot open it: EROFS/,
      "name a folder that this user may write to",
    );
  });

  it.runIf(mayMount())(
    "that is full: the documents are there, and the store is said to lack them",
    async () => {
      const place = mount("size=64k");
      sandbox.write("plumbline.yml", suite({ database: running(server.url), sessions: 1 }));
      writeFileSync(path.join(place, "ballast"), Buffer.alloc(60 * 1024));
      const { code, stderr } = await check("--store", `file:${place}`);
      expect(code, stderr).toBe(5);
      expect(stderr).toMatch(
        /\nplumbline: store .*: cannot save the runs: ENOSPC.*; the runs are kept in plumbline-out\n/,
      );
      expect(stderr).toContain("plumbline store import plumbline-out/run.json\n");
      expect(readdirSync(path.join(sandbox.work, "plumbline-out")).sort()).toEqual([
        "comment.md",
        "report.html",
        "report.json",
        "run.json",
      ]);
      const stored = readdirSync(place, { recursive: true, encoding: "utf8" });
      expect(stored.filter((name) => /run|\.json|\.tmp/.test(name))).toEqual([]);
      const output = await check("--output", `${place}/out`);
      expectError(output, 2, /^plumbline: cannot write .*: the disk is full$/, "--output");
      expect(readdirSync(path.join(place, "out")).filter((name) => !name.startsWith("."))).toEqual([]);
    },
  );

  it("that is the store of a server which is not there", async () => {
    const ending = await check("--store", "postgres://u:secret@127.0.0.1:1/x");
    expectError(
      ending,
      5,
      /^plumbline: store postgres:\/\/u:\*\*\*@127.0.0.1:1\/x: cannot open it: /,
      "check that the server runs",
    );
  });

  it("that TMPDIR names and that is not there, or too long a name for sockets", async () => {
    const env = { TMPDIR: path.join(sandbox.folder, "nowhere") };
    const ending = await sandbox.run(["run", "--mode", "history"], { env });
    expectError(ending, 2, /^plumbline: cannot make a folder in .*nowhere: there is no such file/, "TMPDIR");
    const long = path.join(sandbox.tmp, "long".repeat(30));
    mkdirSync(long);
    chmodSync(long, 0o777);
    sandbox.write("plumbline.yml", suite({ database: LOCAL, sessions: 1, seconds: 0.2 }));
    const { code, stderr } = await sandbox.run(["run", "--mode", "history"], { env: { TMPDIR: long } });
    expect(code, stderr).toBe(0);
    expect(readdirSync(long)).toEqual([]);
    rmSync(long, { recursive: true });
  });
});

it.runIf(IS_ROOT && isOpenTo(NOBODY))(
  "an ordinary user measures, and is told which folder is not theirs",
  async () => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL, sessions: 1, seconds: 0.2 }));
    const run = (...args: readonly string[]) =>
      sandbox.run(["check", "--base", "HEAD", ...args], { uid: NOBODY });
    expectError(await run(), 2, /^plumbline: cannot write .*plumbline-out.*: permission denied$/, "--output");
    const output = path.join(sandbox.tmp, "out");
    const store = await run("--output", output);
    expectError(
      store,
      5,
      /^plumbline: store file:.*\.plumbline: cannot open it: EACCES/,
      "a folder that this user may write to",
    );
    chownSync(sandbox.work, NOBODY, NOBODY);
    const { code, stderr } = await run();
    expect(code, stderr).toBe(0);
    rmSync(output, { recursive: true });
  },
);

it("a base that does not exist is refused before the machine is looked at", async () => {
  sandbox.write("plumbline.yml", suite({ database: LOCAL }));
  sandbox.commit("one");
  const ending = await sandbox.run(["check", "--base", "no-such-commit"]);
  expectError(ending, 2, /^plumbline: .*no-such-commit/, "base");
  expect(ending.stderr).toMatch(/^plumbline: /);
});

describe("a document", () => {
  let run: string;
  let report: string;
  const made = new Sandbox();
  beforeAll(async () => {
    made.write("plumbline.yml", suite({ database: running(server.url), sessions: 1, seconds: 0.2 }));
    const { code, stderr } = await made.run(["check", "--mode", "history"]);
    expect(code, stderr).toBe(0);
    run = made.read("plumbline-out/run.json");
    report = made.read("plumbline-out/report.json");
  });
  afterAll(() => made.close());
  beforeEach(() => {
    sandbox.write("plumbline.yml", suite({ database: running(NOWHERE) }));
    sandbox.write("run.json", run);
    sandbox.write("report.json", report);
  });

  it("is looked for in a folder, and a folder without one is an error", async () => {
    mkdirSync(path.join(sandbox.work, "documents"));
    sandbox.write("documents/run.json", run);
    sandbox.write("documents/report.json", report);
    const imported = await sandbox.run(["store", "import", "documents"]);
    expect(imported).toMatchObject({ code: 0, stdout: "imported 1 run\n" });
    rmSync(path.join(sandbox.work, "documents/run.json"));
    expectError(
      await sandbox.run(["store", "import", "documents"]),
      2,
      /^plumbline: there is no run in .*documents$/,
      "store export",
    );
  });

  it("of another tool is taken in as a point of the history, and what is not of that tool is refused", async () => {
    const texts = path.resolve(import.meta.dirname, "../../unit/ingest/imports/texts");
    sandbox.write("sysbench.txt", readFileSync(path.join(texts, "sysbench-1.0.txt"), "utf8"));
    sandbox.write("pgbench.txt", readFileSync(path.join(texts, "pgbench-15.txt"), "utf8"));
    const words = ["--workload", "read-write", "--at", "2026-11-01T02:00:00Z"];
    const twice = ["store", "import", "--from", "sysbench", ...words, "sysbench.txt", "sysbench.txt"];
    expect(await sandbox.run(twice)).toMatchObject({ code: 0, stdout: "imported 2 runs\n" });
    const { stdout } = await sandbox.run(["history", "--metric", "p95", "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ suite: "imported", value: expect.closeTo(34_330_000, 0) }),
    ]);
    for (const [more, code, message, remedy] of [
      [
        ["--from", "sysbench", "pgbench.txt"],
        2,
        /^plumbline: pgbench.txt is not the report that sysbench prints$/,
        "--from pgbench",
      ],
      [
        ["--from", "pgbench", "--commit", "gone", "pgbench.txt"],
        2,
        /--commit: gone is not a commit/,
        "all 40 digits",
      ],
      [
        ["--from", "pgbench", "--at", "soon", "pgbench.txt"],
        2,
        /--at: soon is not a date/,
        "2026-11-22T10:00:00Z",
      ],
      [["--from", "pgbench", "gone.txt"], 2, /cannot read gone.txt/, "standard input"],
      [["--suite", "x", "run.json"], 2, /--suite: documents of Plumbline contain it already/, "--from"],
    ] as const)
      expectError(await sandbox.run(["store", "import", ...more]), code, message, remedy);
  });

  it("that was cut short is called incomplete, and no report is written", async () => {
    sandbox.write("cut.json", run.slice(0, run.length / 2));
    expectError(
      await sandbox.run(["compare", "cut.json", "run.json"]),
      2,
      /^plumbline: cut.json is not a complete JSON document/,
      "write it again",
    );
    expectError(
      await sandbox.run(["compare", "run.json", "cut.json"]),
      2,
      /^plumbline: cut.json is not a complete JSON document/,
      "write it again",
    );
    expectError(
      await sandbox.run(["store", "import", "run.json", "cut.json"]),
      2,
      /cut.json is not a complete JSON document/,
      "write it again",
    );
    // The import has made the store before it read.
    expect((await sandbox.run(["history"])).stdout).toBe("no stored run matches\n");
    expect(outputs()).toEqual([".plumbline"]);
  });

  it.each([
    ["history"],
    ["store", "export", "runs"],
    ["store", "prune", "--keep", "1"],
    ["store", "migrate"],
    ["bisect", "--plan"],
  ])("that is not there is an error of %s %s, and not made", async (...words) => {
    expectError(
      await sandbox.run([...words.filter((word) => word !== undefined), "--store", "file:misspelt"]),
      2,
      /^plumbline: there is no store at file:misspelt$/,
      "--store",
    );
    expect(readdirSync(sandbox.work)).not.toContain("misspelt");
  });

  it("of another kind is called what it is", async () => {
    expectError(
      await sandbox.run(["compare", "run.json", "report.json"]),
      2,
      /^plumbline: report.json is a report document, but a run document is needed here$/,
      "plumbline run",
    );
    expectError(
      await sandbox.run(["render", "run.json"]),
      2,
      /^plumbline: run.json is a run document, but a report document is needed here$/,
      "plumbline compare",
    );
    sandbox.write("package.json", "{}");
    expectError(
      await sandbox.run(["render", "package.json"]),
      2,
      /^plumbline: package.json is no document of Plumbline's/,
      "plumbline compare",
    );
  });

  it("of another version, or edited by hand, is refused with the place", async () => {
    sandbox.write("later.json", run.replace("plumbline.run/1", "plumbline.run/7"));
    expectError(
      await sandbox.run(["compare", "later.json", "run.json"]),
      2,
      /^plumbline: later.json is a run document of version 7; this Plumbline reads version 1$/,
      "the Plumbline that wrote it",
    );
    sandbox.write("edited.json", run.replace(/"failedEvents": \d+/, '"failedEvents": "many"'));
    expectError(
      await sandbox.run(["compare", "edited.json", "run.json"]),
      2,
      /^plumbline: edited.json: workloads.0.sessions.0.failedEvents: /,
      "docs/schema",
    );
  });

  it("that is not there", async () => {
    expectError(
      await sandbox.run(["compare", "a.json", "b.json"]),
      2,
      /^plumbline: cannot read the run document a.json: there is no such file/,
      "plumbline run writes it",
    );
    expectError(
      await sandbox.run(["render", "report"]),
      2,
      /^plumbline: cannot read the report report: there is no such file/,
      "plumbline compare",
    );
    expectError(
      await sandbox.run(["store", "import", "a.json"]),
      2,
      /^plumbline: cannot import .*a.json: there is no such file or folder$/,
      "run.json",
    );
  });

  it("whose output cannot be written ends with that code", async () => {
    const shell = spawnSync(
      "/bin/sh",
      ["-c", `"$0" "$1" render report.json > /dev/full`, process.execPath, sandbox.cli],
      {
        cwd: sandbox.work,
        env: sandbox.environment(),
        encoding: "utf8",
      },
    );
    expect(shell).toMatchObject({
      status: 5,
      stderr: expect.stringContaining("plumbline: cannot write the output: ENOSPC"),
    });
  });
});

/** A small file system in the sandbox, with this option. @returns its folder */
function mount(option: string): string {
  const place = path.join(sandbox.folder, "mounted");
  mkdirSync(place);
  execFileSync("mount", ["-t", "tmpfs", "-o", option, "tmpfs", place]);
  undo.push(() => execFileSync("umount", ["--lazy", place]));
  return place;
}

/** Whether a user may read the bundle and run the load generator, which lie where the package does. */
function isOpenTo(uid: number): boolean {
  const files = [import.meta.filename, process.env["PLUMBLINE_LOAD"] ?? path.resolve("runner-native/src")];
  return files.every((file) => spawnSync("test", ["-r", file], { uid }).status === 0);
}
