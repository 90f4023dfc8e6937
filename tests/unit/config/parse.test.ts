import { describe, expect, it, vi } from "vitest";
import { parseConfig, suiteIn } from "../../../src/config/parse.ts";
import { PlumblineError } from "../../../src/model/errors.ts";

const MINIMAL = `
database:
  deploy:
    local: {}
workloads:
  - name: points
    run: oltp_point_select
`;

const LOCAL = "database: { deploy: { local: {} } }\n";
const WORKLOADS = "workloads: [{ name: points, run: oltp_point_select }]\n";

function errorOf(text: string): PlumblineError {
  try {
    parseConfig(text, "plumbline.yml");
  } catch (error) {
    if (error instanceof PlumblineError) return error;
    throw error;
  }
  throw new Error("no error was thrown");
}

describe("parseConfig", () => {
  it("fills in every default of a minimal file", () => {
    const config = parseConfig(MINIMAL, "plumbline.yml");
    expect(config.suite).toBe("default");
    expect(config.database.deploy).toEqual({ kind: "local", settings: {} });
    expect(config.measure).toMatchObject({ mode: "side-by-side", sessions: 8, seconds: 8, slice: "auto" });
    expect(config.gates).toEqual([
      { metric: "qps", margin: 0.02, floor: null },
      { metric: "server-cpu", margin: 0.02, floor: null },
      { metric: "p99", margin: 0.08, floor: 10_000 },
    ]);
  });

  it("knows where each workload begins", () => {
    const text = `${MINIMAL}  # The second.\n  - { name: writes, run: oltp_insert }\n`;
    const config = parseConfig(text, "plumbline.yml");
    const written = text.split("\n");
    expect(Object.keys(config.lines)).toEqual(config.workloads.map(({ name }) => name));
    for (const [name, line] of Object.entries(config.lines))
      expect(written[line - 1]).toContain(`name: ${name}`);
  });

  it("takes `local:` without a value as local with defaults", () => {
    expect(parseConfig(MINIMAL.replace("local: {}", "local:"), "x").database.deploy.kind).toBe("local");
  });

  it("takes the commands that build, start and stop a server", () => {
    const command = {
      build: "make",
      start: "bin/start",
      stop: "bin/stop",
      url: "postgres://x@127.0.0.1:1/x",
    };
    const text = MINIMAL.replace("local: {}", `command: ${JSON.stringify(command)}`);
    expect(parseConfig(text, "x").database.deploy).toEqual({
      kind: "command",
      ...command,
      rebuild: "never",
      env: {},
    });
  });

  it("changes, adds and removes gates", () => {
    const config = parseConfig(
      `${MINIMAL}gates: { qps: 5%, server-cpu: false, p95: { change: 0.2, floor: 1ms } }\n`,
      "plumbline.yml",
    );
    expect(config.gates).toEqual([
      { metric: "qps", margin: 0.05, floor: null },
      { metric: "p95", margin: 0.2, floor: 1e6 },
      { metric: "p99", margin: 0.08, floor: 10_000 },
    ]);
  });

  it("takes gates of what servers count, which hardly anything is no change of, and says why some cannot be any", () => {
    const { gates } = parseConfig(`${MINIMAL}gates: { wal-records: 1%, memory: { change: 5% } }\n`, "x");
    expect(gates.slice(-2)).toEqual([
      { metric: "wal-records", margin: 0.01, floor: 0.02 },
      { metric: "memory", margin: 0.05, floor: null },
    ]);
    const refused = (text: string) => () => parseConfig(`${MINIMAL}gates: { ${text} }\n`, "plumbline.yml");
    expect(refused("wal-bytes: 1%")).toThrow(
      /gates.wal-bytes cannot be a gate: .*; use wal-records as the gate/,
    );
    expect(refused("reads: 1%")).toThrow(/use buffers as the gate/);
    expect(refused("memory: { change: 5%, floor: 1ms }")).toThrow(/floor/);
    expect(refused("suite: { memory: 1% }")).toThrow('unknown field "memory" in gates.suite');
  });

  it("takes gates of all workloads together, which no workload has of its own", () => {
    const { suiteGates, gates } = parseConfig(`${MINIMAL}gates: { suite: { qps: 1%, p99: 0.05 } }\n`, "x");
    expect(suiteGates).toEqual([
      { metric: "qps", margin: 0.01 },
      { metric: "p99", margin: 0.05 },
    ]);
    expect(gates).toEqual(parseConfig(MINIMAL, "x").gates);
    expect(parseConfig(MINIMAL, "x").suiteGates).toEqual([]);
    expect(() => parseConfig(`${MINIMAL}gates: { suite: { qqs: 1% } }\n`, "plumbline.yml")).toThrow(
      'unknown field "qqs" in gates.suite; did you mean "qps"?',
    );
    const own = `${MINIMAL}  - { name: writes, run: oltp_insert, gates: { suite: { qps: 1% } } }\n`;
    expect(() => parseConfig(own, "x")).toThrow('unknown field "suite"');
  });

  it("lets a workload have gates of its own, and lack one that all others have", () => {
    const text = `${MINIMAL}  - { name: writes, run: oltp_insert, gates: { qps: false, p99: 30%, mean: 5% } }\ngates: { server-cpu: false }\n`;
    const { gates } = parseConfig(text, "x");
    expect(gates).toEqual([
      { metric: "qps", margin: 0.02, floor: null, workload: "points" },
      { metric: "mean", margin: 0.05, floor: null, workload: "writes" },
      { metric: "p99", margin: 0.08, floor: 10_000 },
      { metric: "p99", margin: 0.3, floor: null, workload: "writes" },
    ]);
  });

  it("gates the median of an open loop, unless the file says something of it", () => {
    const p50 = (workload: string, rest = "") =>
      parseConfig(`${MINIMAL}  - { name: paced, run: oltp_insert, ${workload} }\n${rest}`, "x").gates.filter(
        ({ metric }) => metric === "p50",
      );
    expect(p50("options: { rate: 500 }")).toEqual([
      { metric: "p50", margin: 0.05, floor: 10_000, workload: "paced" },
    ]);
    expect(p50("options: { rate: 0 }"), "a closed loop").toEqual([]);
    expect(p50("options: { rate: 500 }, gates: { p50: false }")).toEqual([]);
    expect(p50("options: { rate: 500 }, gates: { p50: 9% }")).toEqual([
      { metric: "p50", margin: 0.09, floor: null, workload: "paced" },
    ]);
    expect(p50("options: { rate: 500 }", "gates: { p50: false }\n")).toEqual([]);
    expect(p50("options: { rate: 500 }", "gates: { p50: 7% }\n")).toEqual([
      { metric: "p50", margin: 0.07, floor: null },
    ]);
  });

  it("lets a workload have gates of its kinds of events, and no other place", () => {
    const own = (gates: string) => `${MINIMAL}  - { name: shop, run: tpcc, gates: { ${gates} } }\n`;
    const { gates, places } = parseConfig(
      own("tpmc: 3%, p90:new_order: { change: 10%, floor: 1ms }, rate:payment: 4%, p99:payment: false"),
      "x",
    );
    expect(gates.filter(({ workload }) => workload === "shop")).toEqual([
      { metric: "tpmc", margin: 0.03, floor: null, workload: "shop" },
      { metric: "p90:new_order", margin: 0.1, floor: 1e6, workload: "shop" },
      { metric: "rate:payment", margin: 0.04, floor: null, workload: "shop" },
    ]);
    expect(places.workloads.at(-1)!.gates["rate:payment"]).toMatch(/^x:8:\d+$/);
    const refused = (text: string, why: string) => expect(() => parseConfig(text, "x"), text).toThrow(why);
    refused(
      own("p98:new_order: 3%"),
      'unknown field "p98:new_order" in workloads.1.gates; did you mean "p90:new_order"?',
    );
    refused(own("tpmx: 3%"), 'unknown field "tpmx" in workloads.1.gates; did you mean "tpmc"?');
    refused(own("failed-share: 3%"), 'unknown field "failed-share"');
    refused(
      own("p99:new_order: 5"),
      "workloads.1.gates.p99:new_order: expected a share such as 5% or 0.05, got the bare number 5",
    );
    refused(own("p99:new_order: { chnge: 5% }"), 'unknown field "chnge"');
    for (const metric of ["p99:new_order", "tpmc"])
      refused(`${MINIMAL}gates: { ${metric}: 3% }\n`, "write it under `gates` of the workload that has");
  });

  it("takes scripts, one or several, with variables and a protocol", () => {
    const text = `${MINIMAL}  - { name: browse, script: bench/browse.sql }
  - name: shop
    script:
      - { file: bench/browse.sql, weight: 9 }
      - { file: bench/checkout.sql }
    variables: { items: 1000 }
    protocol: prepared
    options: { threads: 4 }
`;
    const { workloads, places } = parseConfig(text, "x");
    expect(workloads[0]).toMatchObject({ run: "oltp_point_select", scripts: [], variables: {} });
    expect(workloads[1]).toMatchObject({
      run: "script",
      scripts: [{ file: "bench/browse.sql", weight: 1 }],
      options: {},
    });
    expect(workloads[2]).toEqual({
      name: "shop",
      run: "script",
      baseScript: "own",
      scripts: [
        { file: "bench/browse.sql", weight: 9 },
        { file: "bench/checkout.sql", weight: 1 },
      ],
      queries: [],
      variables: { items: 1000 },
      options: { protocol: "prepared", threads: 4 },
    });
    const written = text.split("\n");
    const lineOf = (place: string | undefined) => written[Number(place!.split(":")[1]) - 1];
    expect(lineOf(places.workloads[1]!.scripts[0])).toContain("script: bench/browse.sql");
    expect(lineOf(places.workloads[2]!.scripts[1])).toContain("file: bench/checkout.sql");
  });

  it("takes query files, by one glob or several", () => {
    const text = `${MINIMAL}  - { name: all, queries: db/query/*.sql }\n  - { name: two, queries: [a.sql, b/*.sql], protocol: prepared }\n`;
    const { workloads, places } = parseConfig(text, "x");
    expect(workloads.slice(1)).toMatchObject([
      { run: "script", scripts: [], queries: ["db/query/*.sql"] },
      { run: "script", queries: ["a.sql", "b/*.sql"], options: { protocol: "prepared" } },
    ]);
    expect(text.split("\n")[Number(places.workloads[1]!.run.split(":")[1]) - 1]).toContain("name: all");
  });

  it.each([
    ["{ name: a, run: kv, script: a.sql }", "expected run, script or queries, got several"],
    ["{ name: a, script: a.sql, queries: b.sql }", "expected run, script or queries, got several"],
    ["{ name: a }", "expected run, script or queries, got neither"],
    ["{ name: a, run: kv, variables: { x: 1 } }", "variables, protocol and base-script are of a script"],
    ["{ name: a, run: kv, base-script: head }", "variables, protocol and base-script are of a script"],
    ["{ name: a, script: a.sql, base-script: both }", 'base-script: expected own or head, got "both"'],
    ["{ name: a, script: [{ file: a.sql, wieght: 2 }] }", 'unknown field "wieght"'],
    ["{ name: a, script: [{ file: a.sql, weight: 0 }] }", "workloads.1.script.0.weight"],
    ["{ name: a, script: a.sql, protocol: binary }", "workloads.1.protocol"],
    ["{ name: a, script: a.sql, variables: { 1x: 2 } }", "workloads.1.variables"],
  ])("says what is wrong with a script: %s", (workload, cause) => {
    const { message } = errorOf(`${MINIMAL}  - ${workload}\n`);
    expect(message).toMatch(/^plumbline\.yml:\d+:\d+: /);
    expect(message).toContain(cause);
  });

  it.each([
    ["db/*.sql", { kind: "sql", globs: ["db/*.sql"], when: "after" }],
    ["{ sql: [a.sql, b.sql], before: load }", { kind: "sql", globs: ["a.sql", "b.sql"], when: "before" }],
    ["{ sql: a.sql, after: load }", { kind: "sql", globs: ["a.sql"], when: "after" }],
    [
      "{ command: npm run migrate }",
      { kind: "command", command: "npm run migrate", env: {}, limitMs: 1_800_000, when: "after" },
    ],
    [
      "{ command: rake db:seed, env: { RAILS_ENV: test }, timeout: 90s }",
      {
        kind: "command",
        command: "rake db:seed",
        env: { RAILS_ENV: "test" },
        limitMs: 90_000,
        when: "after",
      },
    ],
    [
      "{ command: rake db:setup, inputs: [db/**, '!db/schema.rb'], needs: [db/seeds.rb] }",
      {
        kind: "command",
        command: "rake db:setup",
        env: {},
        limitMs: 1_800_000,
        inputs: ["db/**", "!db/schema.rb"],
        needs: ["db/seeds.rb"],
        when: "after",
      },
    ],
    ["'!db/rows.sql', db/*.sql", { kind: "sql", globs: ["db/*.sql", "!db/rows.sql"], when: "after" }],
  ])("takes a step of the set-up: %s", (step, expected) => {
    const text = MINIMAL.replace("    local: {}", `    local: {}\n  setup: [${step}]`);
    expect(parseConfig(text, "x").database.setup).toEqual([expected]);
  });

  it.each([
    ["{ comand: x }", 'unknown field "comand" in database.setup.1; did you mean "command"?'],
    ["{ command: x, sql: y }", "database.setup.1: expected sql or command, got both"],
    ["{ env: { A: b } }", "database.setup.1: expected sql or command, got neither"],
    ["{ sql: x, timeout: 5s }", "env, timeout, inputs and needs are of a command"],
    ["{ sql: x, inputs: [y] }", "env, timeout, inputs and needs are of a command"],
    ["{ sql: x, needs: [y] }", "env, timeout, inputs and needs are of a command"],
    ["{ command: x, incremental: true }", "incremental is of a command with inputs"],
    ["{ command: x, inputs: [] }", "database.setup.1.inputs"],
    ["{ command: x, inputs: ['!y'] }", "inputs: expected a pattern without !"],
    ["!rows.sql", "!rows.sql is a YAML tag"],
    ["{ command: x, before: load, after: load }", "expected before or after, got both"],
    ["{ command: x, before: migrations }", "database.setup.1.before"],
    ["{ command: x, timeout: soon }", "database.setup.1.timeout: expected a duration"],
  ])("says what is wrong with a step of the set-up: %s", (step, cause) => {
    const text = MINIMAL.replace("    local: {}", `    local: {}\n  setup:\n    - a.sql\n    - ${step}`);
    const { message } = errorOf(text);
    expect(message).toMatch(/^plumbline\.yml:\d+:\d+: /);
    expect(message).toContain(cause);
  });

  it("knows the place of each input of a command, also behind exclusions", () => {
    const setup = `  setup:
    - "!a.sql"
    - { command: x }
    - { command: y, inputs: [b/**, c.lock] }
    - "*.sql"
`;
    const { places } = parseConfig(MINIMAL.replace("    local: {}\n", `    local: {}\n${setup}`), "p.yml");
    const [{ line, start }] = [...setup.split("\n").entries()].flatMap(([at, text]) =>
      text.includes("inputs") ? [{ line: at, start: text.indexOf("b/**") + 1 }] : [],
    ) as [{ line: number; start: number }];
    const first = MINIMAL.split("\n").indexOf("    local: {}") + 2;
    expect(places.inputs).toEqual([
      [],
      [`p.yml:${first + line}:${start}`, `p.yml:${first + line}:${start + "b/**, ".length}`],
    ]);
  });

  it("refuses exclusions of a set-up that names no file", () => {
    const text = MINIMAL.replace("    local: {}", '    local: {}\n  setup: ["!a.sql"]');
    expect(errorOf(text).message).toContain("!a.sql excludes files, and no step names any");
  });

  it("makes a trade of CPU time for speed fail where that is asked for, and only of the gate that can be one", () => {
    const cpuGate = (text: string) =>
      parseConfig(`${MINIMAL}gates: ${text}\n`, "plumbline.yml").gates.find(
        ({ metric }) => metric === "server-cpu",
      );
    expect(cpuGate("{ server-cpu: { change: 3%, trade: fail } }")).toEqual({
      metric: "server-cpu",
      margin: 0.03,
      floor: null,
      trade: "fail",
    });
    expect(cpuGate("{ server-cpu: { change: 3%, trade: pass } }")).not.toHaveProperty("trade");
    expect(cpuGate("{ server-cpu: 3% }")).not.toHaveProperty("trade");
    expect(() => cpuGate("{ qps: { change: 3%, trade: fail } }")).toThrow(
      'unknown field "trade" in gates.qps',
    );
    expect(() => cpuGate("{ server-cpu: { change: 3%, trade: no } }")).toThrow(
      /trade: expected pass or fail, got "no"/,
    );
  });

  it("takes a share above one where it is written as such", () => {
    const { gates } = parseConfig(`${MINIMAL}gates: { p99: { change: 150% } }\n`, "x");
    expect(gates.find(({ metric }) => metric === "p99")?.margin).toBe(1.5);
  });

  it.each([
    [
      "a misspelt field at the top",
      `${MINIMAL}mesure: {}\n`,
      'plumbline.yml:8:1: unknown field "mesure"; did you mean "measure"?',
    ],
    [
      "a misspelt field below",
      `${MINIMAL}measure:\n  sesions: 3\n`,
      'plumbline.yml:9:3: unknown field "sesions" in measure; did you mean "sessions"?',
    ],
    [
      "a misspelt field of a workload",
      MINIMAL.replace("run:", "runn:"),
      'plumbline.yml:7:5: unknown field "runn" in workloads.0; did you mean "run"?',
    ],
    [
      "a misspelt field of a target",
      MINIMAL.replace("local: {}", "local: { setings: {} }"),
      'plumbline.yml:4:14: unknown field "setings" in database.deploy.local; did you mean "settings"?',
    ],
    [
      "a misspelt gate",
      `${MINIMAL}gates: { pq99: 3% }\n`,
      'unknown field "pq99" in gates; did you mean "p99"?',
    ],
    [
      "a bad share",
      `${MINIMAL}gates: { qps: fast }\n`,
      'plumbline.yml:8:15: gates.qps: expected a share such as 2% or 0.02, got "fast"',
    ],
    [
      "a share of everything",
      `${MINIMAL}gates: { qps: 5 }\n`,
      "plumbline.yml:8:15: gates.qps: expected a share such as 5% or 0.05, got the bare number 5",
    ],
    [
      "a fall that no throughput can have",
      `${MINIMAL}gates: { qps: 150% }\n`,
      "plumbline.yml:8:15: gates.qps: expected a share below 100%, got 150%: qps cannot fall so far, and the gate would never fail; for no gate write false",
    ],
    [
      "a fall of all of it",
      `${MINIMAL}gates: { tps: { change: 100% } }\n`,
      "gates.tps: expected a share below 100%, got 100%",
    ],
    [
      "such a fall over all workloads",
      `${MINIMAL}gates: { suite: { qps: 120% } }\n`,
      "gates.suite.qps: expected a share below 100%, got 120%",
    ],
    [
      "a limit of all events",
      `${MINIMAL}errors: 1\n`,
      "plumbline.yml:8:9: errors: expected a share such as 5% or 0.05, got the bare number 1",
    ],
    [
      "a site that is no web address",
      `${MINIMAL}site: javascript:alert(1)\n`,
      'plumbline.yml:8:7: site: expected an address such as https://acme.github.io/shop/, got "javascript:alert(1)"',
    ],
    [
      "a site with a query",
      `${MINIMAL}site: https://x.example/?a\n`,
      "plumbline.yml:8:7: site: expected an address without ?, # and password, such as https://acme.github.io/shop/",
    ],
    [
      "a bad duration",
      `${MINIMAL}measure: { slice: 100 }\n`,
      "plumbline.yml:8:19: measure.slice: expected auto or a duration from 1ms to 60s, got 100",
    ],
    [
      "a slice that is no length",
      `${MINIMAL}measure: { slice: automatic }\n`,
      'plumbline.yml:8:19: measure.slice: expected auto or a duration from 1ms to 60s, got "automatic"',
    ],
    [
      "two deployments",
      MINIMAL.replace("local: {}", "local: {}\n    url: postgres://x"),
      "expected exactly one of local, command, docker, kubernetes, url, got local and url",
    ],
    [
      "a container with a misspelt field",
      MINIMAL.replace("local: {}", "docker: { image: a, url: b, shmsize: 1g }"),
      'plumbline.yml:4:33: unknown field "shmsize" in database.deploy.docker; did you mean "shm-size"?',
    ],
    [
      "a cluster with nothing to apply",
      MINIMAL.replace("local: {}", "kubernetes: { service: a, url: b }"),
      "expected apply or helm, got neither",
    ],
    [
      "no deployment",
      MINIMAL.replace("    local: {}", "    {}"),
      "expected exactly one of local, command, docker, kubernetes, url, got none",
    ],
    [
      "a variable in a URL that nothing fills in",
      `database: { deploy: { command: { start: x, url: "postgres://x@127.0.0.1:$PLUMBLINE_PROT/x" } } }\n${WORKLOADS}`,
      'nothing fills in "$PLUMBLINE_PROT"; did you mean "$PLUMBLINE_PORT"?',
    ],
    [
      "a variable of another kind of deployment",
      `database: { deploy: { docker: { image: x, url: "postgres://x@$PLUMBLINE_NAMESPACE:$PLUMBLINE_PORT/x" } } }\n${WORKLOADS}`,
      'nothing fills in "$PLUMBLINE_NAMESPACE"; known here: $PLUMBLINE_HOST, $PLUMBLINE_PORT',
    ],
    [
      "a container that is not asked where it is",
      `database: { deploy: { docker: { image: x, url: "postgres://x@127.0.0.1:5432/x" } } }\n${WORKLOADS}`,
      "url names neither $PLUMBLINE_HOST nor $PLUMBLINE_PORT",
    ],
    [
      "a namespace that is not asked where it is",
      `database: { deploy: { kubernetes: { apply: x, service: db, url: "postgres://x@db.prod/x" } } }\n${WORKLOADS}`,
      "url names none of $PLUMBLINE_HOST, $PLUMBLINE_PORT and $PLUMBLINE_NAMESPACE",
    ],
    [
      "a password that is read from nowhere",
      `database: { deploy: { kubernetes: { apply: x, service: db, url: "postgres://x:$PLUMBLINE_PASSWORD@$PLUMBLINE_HOST/x" } } }\n${WORKLOADS}`,
      "url takes $PLUMBLINE_PASSWORD, and no secret says where that is read from",
    ],
    [
      "a size of the cache without a unit",
      `database: { deploy: { local: { cache: 10 } } }\n${WORKLOADS}`,
      "expected false or a size such as 20GB or 512MiB, got 10",
    ],
    [
      "a size of the cache that is none",
      `database: { deploy: { local: { cache: lots } } }\n${WORKLOADS}`,
      'expected false or a size such as 20GB or 512MiB, got "lots"',
    ],
    ["no workloads", "database: { deploy: { local: {} } }\n", 'missing field "workloads"'],
    ["an empty file", "", 'missing field "database"'],
    ["a list for a map", "- a\n", "plumbline.yml:1:1: expected fields with values, got a list"],
    ["broken YAML", "suite: [1,\nworkloads: x\n", "plumbline.yml:"],
  ])("names the place and the remedy of %s", (_, text, message) => {
    const error = errorOf(text);
    expect(error.kind).toBe("usage");
    expect(error.message).toContain(message);
    expect(error.remedy).toBeTruthy();
  });

  it.each([
    ["[*.sql]", "plumbline.yml:4:11", '"*.sql"'],
    ["\n    - db/0.sql\n    - **/*.sql", "plumbline.yml:6:7", '"**/*.sql"'],
  ])(
    "takes the pattern of setup: %s for what YAML does, an alias, and asks for quotes",
    (setup, at, quoted) => {
      const text = MINIMAL.replace("    local: {}", `    local: {}\n  setup: ${setup}`);
      const error = errorOf(text.trimStart());
      expect(error.kind).toBe("usage");
      expect(error.message).toMatch(/^plumbline\.yml:\d+:\d+: \*\S*\.sql is a YAML alias/);
      expect(error.message.startsWith(`${at}: `), error.message).toBe(true);
      expect(error.remedy).toBe(`put quotes around a pattern that begins with *: ${quoted}`);
    },
  );

  it("refuses aliases that stand for too much", () => {
    const lines = `suite: [&a x, &b [${"*a, ".repeat(50)}], &c [${"*b, ".repeat(50)}], *c]`;
    const error = errorOf(`${lines}\n${MINIMAL}`);
    expect(error.kind).toBe("usage");
    expect(error.message).toBe("plumbline.yml:1:19: the aliases from here on stand for too much");
    expect(error.remedy).toBe("write out what the aliases stand for");
  });

  it("takes aliases that stand for something", () => {
    const text = `${MINIMAL.replace("run: oltp_point_select", "run: &what oltp_point_select")}  - { name: again, run: *what }\n`;
    expect(parseConfig(text, "x").workloads[1]?.run).toBe("oltp_point_select");
  });

  it("refuses two workloads of one name", () => {
    expect(errorOf(`${MINIMAL}  - { name: points, run: oltp_read_only }\n`).message).toContain(
      'two workloads are called "points"',
    );
  });

  it("names every problem, not only the first", () => {
    const { message } = errorOf(`${MINIMAL}mesure: {}\nalpha: 2\n`);
    expect(message.split("\n")).toHaveLength(2);
  });

  it("names unknown fields of one level each at its own place, in the order of the lines", () => {
    const text = `suite: [a]\ndatabse: {}\nmeasure: { seconds: -1, sessions: 0 }\n${WORKLOADS}mesure: {}\n`;
    expect(errorOf(text).message.split("\n")).toEqual([
      'plumbline.yml:1:1: missing field "database"',
      "plumbline.yml:1:8: suite: expected a text, got a list",
      'plumbline.yml:2:1: unknown field "databse"; did you mean "database"?',
      "plumbline.yml:3:21: measure.seconds: expected more than 0, got -1",
      "plumbline.yml:3:35: measure.sessions: expected at least 1, got 0",
      'plumbline.yml:5:1: unknown field "mesure"; did you mean "measure"?',
    ]);
  });

  it.each([
    ["measure: { sessions: 300 }", "sessions: expected at most 200, got 300"],
    ["measure: { seed: 2.5 }", "seed: expected a whole number, got 2.5"],
    ["measure: { warmup: ~ }", "warmup: expected a number, got nothing"],
    ["suite: ''", "suite: expected at least 1 character, got 0"],
    ["alpha: 0.7", "alpha: expected less than 0.5, got 0.7"],
    ["alerts: { labels: a }", 'labels: expected a list, got "a"'],
    [
      "gates: { qps: [] }",
      "qps: expected a share such as 2%, false for no gate, or { change: 2% }, got a list",
    ],
    ["gates: { qps: { floor: 1us } }", 'missing field "gates.qps.change"'],
    [
      `decide: ${"x".repeat(80)}`,
      `expected significant-and-relevant or margin-proven, got "${"x".repeat(60)}..."`,
    ],
    [
      "measure: postgres://me:secret@host/db",
      'measure: expected fields with values, got "postgres://me:***@host/db"',
    ],
  ])("says in words what was expected and what was got: %s", (line, words) => {
    const { message } = errorOf(`${LOCAL}${WORKLOADS}${line}\n`);
    expect(message).toContain(words);
    expect(message.split("\n")).toHaveLength(1);
  });
});

describe("suiteIn", () => {
  it.each([
    ["suite: oltp # ours", "oltp"],
    ["suite: 'tpc c'", "tpc c"],
    ['database: 5\nsuite: "a: b"', "a: b"],
    ["x-usual: &u { suite: shared }\n<<: *u", "shared"],
    ["suite: oltp\ndatabase: [", "oltp"],
    ["suite: { a: 1 }", "default"],
    ["", "default"],
    ["- a", "default"],
  ])("of %j is %j", (text, suite) => {
    expect(suiteIn(text)).toBe(suite);
  });
});

it.each(["<<: ", "<<: 7\n", "<<: [1]\n"])("%j merges no map: an error with its place", (merge) => {
  expect(() => parseConfig(`suite: a\n${merge}`, "plumbline.yml")).toThrow(
    /^plumbline\.yml:2:1: <<: Merge sources must be/,
  );
});

it("says in its own words what is wrong with YAML, and nothing in those of a library", () => {
  const warned = vi.spyOn(process, "emitWarning");
  const text = "suite: a\n? { b: 1 }\n: 2\n";
  expect(suiteIn(text)).toBe("a");
  expect(() => parseConfig(text, "plumbline.yml")).toThrow(/unknown/);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
