/** `plumbline cluster run` on tests/support/fake-kubectl.mjs, whose pods are processes that run the manifests' own command lines. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../../src/io/database/place/free-port.ts";
import type { Run } from "../../../src/model/run.ts";
import { readManifests } from "../../../src/pipeline/cluster/read-manifests.ts";
import { brokenRules } from "../../../src/pipeline/cluster/rules.ts";
import OPTIONS from "../../support/fake-kubectl-options.json" with { type: "json" };
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeRun } from "../../support/runs.ts";
import { Sandbox } from "./support/sandbox.ts";

const SUPPORT = path.resolve(import.meta.dirname, "../../support");
const PLAN = `suite: oltp
database: { deploy: { url: postgres://bench@db.example/bench } }
workloads:
  - { name: point-select, run: oltp_point_select, options: { tables: 1, table-size: 1000, threads: 3 } }
  - { name: own, script: bench/own.sql, options: { threads: 3 } }
measure: { mode: history }
`;

let sandbox: Sandbox;
let cluster: string;
let port: number;
beforeEach(async () => {
  sandbox = new Sandbox();
  cluster = path.join(sandbox.tmp, "cluster");
  mkdirSync(path.join(cluster, "bin"), { recursive: true });
  symlinkSync(path.join(SUPPORT, "fake-kubectl.mjs"), path.join(cluster, "bin/kubectl"));
  program("plumbline", `exec ${process.execPath} ${path.join(SUPPORT, "fake-shard.mjs")} "$@"`);
  sandbox.write("plumbline.yml", PLAN);
  sandbox.write("bench/own.sql", "SELECT 1;\n");
  port = await freePort();
});
afterEach(async () => {
  const left = readdirSync(cluster).filter((name) => /\.(namespace|objects|pods)$/.test(name));
  rmSync(cluster, { recursive: true, force: true });
  const others = await sandbox.leftovers();
  await sandbox.close();
  expect([...left, ...others]).toEqual([]);
});

function program(name: string, line: string): void {
  const place = path.join(cluster, "bin", name);
  writeFileSync(place, `#!/bin/sh\n${line}\n`);
  chmodSync(place, 0o755);
}

const JOB = () => ["--shards", "3", "--image", "plumbline", "--port", String(port)];

function start(words: readonly string[], shard: object = {}, env: Readonly<Record<string, string>> = {}) {
  const file = sandbox.write("shard.json", JSON.stringify({ run: makeRun(), ...shard }));
  const inPath = `${path.join(cluster, "bin")}:${process.env["PATH"]}`;
  return sandbox.start(["cluster", "run", ...words], {
    env: { PATH: inPath, FAKE_CLUSTER: cluster, FAKE_SHARD: file, ...env },
  });
}

const ownNamespace = () => readdirSync(cluster).find((name) => name.endsWith(".namespace"));
const asked = (namespace: string) =>
  readFileSync(path.join(cluster, `${namespace}.namespace`), "utf8")
    .trim()
    .split("\n");

it("runs manifests that were printed and edited: all shards, one result, and nothing stays in the cluster", async () => {
  const printed = await sandbox.run(["cluster", "manifests", ...JOB()]);
  expect(printed).toMatchObject({ code: 0, stderr: "" });
  const grace = "terminationGracePeriodSeconds: 5\n      restartPolicy";
  sandbox.write("load.yaml", printed.stdout.replace("restartPolicy", grace));
  const run = makeRun({ seed: 7 });
  const ended = await start(["--manifests", "load.yaml"], { run }).ended;
  expect(ended).toEqual({ code: 0, stdout: "plumbline-out/run.json\n", stderr: expect.any(String) });
  expect(ended.stderr).toMatch(/all 3 shards have started\nindexes 0, 1, 2 share the node node-a: /);
  expect(sandbox.json("plumbline-out/run.json")).toEqual(run);
});

it("in a namespace that is there it touches nothing of others, and says why a run is inconclusive", async () => {
  writeFileSync(path.join(cluster, "bench.namespace"), "{}\n");
  const objects = path.join(cluster, "bench.objects");
  mkdirSync(objects);
  const others = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "db-app" },
    stringData: { PGUSER: "u" },
  };
  writeFileSync(path.join(objects, "Secret-db-app.json"), JSON.stringify(others));
  const reason = { code: "shard-lost", message: "index 2 of 3 was lost", remedy: "see its log" };
  const run = { ...makeRun(), inconclusive: [reason] };
  const words = [...JOB(), "--namespace", "bench", "--env-from", "db-app", "--context", "there"];
  const ended = await start(words, { run }).ended;
  expect(ended).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(/\ninconclusive: index 2 of 3 was lost\n {2}remedy: see its log\n$/),
  });
  expect(readdirSync(objects)).toEqual(["Secret-db-app.json"]);
  const [, sweep, create, ...more] = asked("bench");
  expect(sweep).toBe("--context=there get jobs --selector=plumbline/made-by --output=json");
  expect(create).toBe("--context=there create --filename=-");
  expect(more.at(-1)).toMatch(
    /^--context=there delete jobs,services,configmaps,secrets --selector=plumbline\/made-by=[\w-]+ --cascade=foreground --timeout=600s$/,
  );
  // A second one with the same name is refused, and takes away its own alone.
  writeFileSync(
    path.join(objects, "Job-plumbline.json"),
    JSON.stringify({ kind: "Job", metadata: { name: "plumbline" } }),
  );
  const second = await start(words).ended;
  expect(second).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('jobs "plumbline" already exists'),
  });
  expect(readdirSync(objects)).toEqual(["Job-plumbline.json", "Secret-db-app.json"]);
  for (const name of ["bench.namespace", "bench.objects", "bench.pods"])
    rmSync(path.join(cluster, name), { recursive: true, force: true });
});

it("forwards anew where the way to index 0 has ended, or passes nothing on", async () => {
  const ended = await start(JOB(), {}, { FAKE_FORWARDS: "ends,deaf" }).ended;
  expect(ended).toMatchObject({ code: 0, stdout: "plumbline-out/run.json\n" });
  expect(readFileSync(path.join(cluster, "forwards"), "utf8")).toBe("...");
});

it("names the pod that no node takes, in the scheduler's words", async () => {
  const words = [...JOB(), "--start-timeout", "2s"];
  const ended = await start(words, {}, { FAKE_UNSCHEDULABLE: "1" }).ended;
  expect(ended.code).toBe(4);
  expect(ended.stderr).toMatch(
    /not all shards have started within 2 s\nindex 1 \(plumbline-1-x7k2p\) is pending: Unschedulable: 0\/3 nodes are available: 3 Insufficient cpu\./,
  );
  expect(sandbox.read("plumbline-out/cluster.log")).toContain("plumbline-1-x7k2p");
});

it("tells who may make no namespace to name one", async () => {
  const ended = await start(JOB(), {}, { FAKE_FORBIDS: "namespaces" }).ended;
  expect(ended).toMatchObject({ code: 3, stdout: "" });
  expect(ended.stderr).toContain('cannot list resource "namespaces"');
  expect(ended.stderr).toContain("remedy: name a namespace that is there: --namespace NAME");
});

describe("a shard that fails", () => {
  it("is named with its last lines; index 0 takes the result with it", async () => {
    const ended = await start(JOB(), { fails: 0 }).ended;
    expect(ended).toMatchObject({ code: 4, stdout: "" });
    expect(ended.stderr).toMatch(
      /index 0 \(plumbline-0-x7k2p\) failed: exit code 4\n {2}index 0: FATAL: password authentication failed\n/,
    );
    expect(ended.stderr).toMatch(/plumbline: index 0 .* and with it the result\nevents and .*cluster\.log\n/);
  });

  it("leaves the others' result, or their absence, to index 0", async () => {
    const invocation = start(JOB(), { fails: 2, holds: true });
    await invocation.says(/index 2 \(plumbline-2-x7k2p\) failed: exit code 4\n {2}index 2: FATAL/);
    invocation.kill("SIGTERM");
    expect((await invocation.ended).code).toBe(130);
  });
});

it.each(["SIGINT", "SIGKILL"] as const)("%s leaves nothing behind", async (signal) => {
  const invocation = start(JOB(), { holds: true });
  await invocation.says(/all 3 shards have started/);
  invocation.kill(signal);
  const { code } = await invocation.ended;
  if (signal === "SIGINT") return expect(code).toBe(130);
  // Who is killed can take nothing away: the next one does, and until then the Job has a deadline.
  expect(ownNamespace()).toBeDefined();
  const next = await start(JOB(), { run: null }).ended;
  // It has nothing to fetch, as where a shard is absent and no load begins.
  expect(next).toMatchObject({
    code: 6,
    stdout: "",
    stderr: expect.stringContaining("\nplumbline: index 1 of 3 is absent\n"),
  });
});

describe("plumbline shard in the pods, on a real server", () => {
  let server: Postgres;
  beforeEach(async () => {
    server = await startPostgres({ password: "p w" });
    program("plumbline", `exec ${process.execPath} ${sandbox.cli} "$@"`);
    const measure = "{ mode: history, sessions: 1, seconds: 1, warmup: 0, preflight: off }";
    const url = server.url.replace(/:[^:@]*@/, "@");
    const plan = PLAN.replace("postgres://bench@db.example/bench", url).replace("{ mode: history }", measure);
    sandbox.write("plumbline.yml", plan);
  });
  afterEach(async () => await server.stop());

  /** What a busy machine does to three loads beside each other is said, and is no measurement: it may end so. */
  const ENDINGS = [0, 6];

  it("brings one run with the part of each", async () => {
    const words = [...JOB(), "--env", "PGPASSWORD"];
    const ended = await start(words, {}, { PGPASSWORD: "p w" }).ended;
    expect(ENDINGS, ended.stderr).toContain(ended.code);
    const run = sandbox.json<Run>("plumbline-out/run.json");
    expect(run.shards?.map(({ index }) => index)).toEqual([0, 1, 2]);
    const events = run.workloads.flatMap(({ sessions }) => sessions.map((session) => session.events));
    const parts = run.shards!.map((shard) => shard.events);
    expect(parts.reduce((sum, each) => sum + each)).toBe(events.reduce((sum, each) => sum + each));
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(run.inconclusive === undefined).toBe(ended.code === 0);
  });
});

it("writes a folder that kustomize builds, with the files that scripts read", async () => {
  sandbox.write("bench/own.sql", "-- plumbline: values ../rows/ids.csv as id\nSELECT :id;\n");
  sandbox.write("rows/ids.csv", "1\n2\n");
  const { code, stdout } = await sandbox.run(["cluster", "manifests", ...JOB(), "--output", "load"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "load/kustomization.yaml\n" });
  expect(sandbox.read("load/load.yaml")).toMatch(/path: bench\/own\.sql\n[\s\S]*path: rows\/ids\.csv\n/);
  const built = spawnSync("kubectl", ["kustomize", path.join(sandbox.work, "load")], { encoding: "utf8" });
  // Where there is no kubectl, the folder names its one file.
  if (built.error !== undefined) expect(sandbox.read("load/kustomization.yaml")).toContain("- load.yaml\n");
  else expect(brokenRules(readManifests(built.stdout, "built"))).toEqual([]);
});

it.each([
  [["--memory", "2XB"], "a size such as 512Mi, 2Gi or 4G"],
  [["--memory", "128m"], "a size such as 512Mi, 2Gi or 4G"],
  [["--port", "70000"], "a port from 1 to 65535"],
  [["--env-from", "My_Secret"], "the name of a Secret: a-z, 0-9, - and ."],
  [["--image", "a b"], "an image such as registry.example/plumbline:1.0"],
])("refuses %j, which the cluster would", async (words, cause) => {
  const { code, stderr } = await sandbox.run(["cluster", "manifests", ...JOB(), ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(cause);
});

/** Path of the program (scripts/lib/tools.ts). */
const validator = process.env["PLUMBLINE_KUBERNETES_VALIDATE"] ?? "";

it.skipIf(validator === "")("prints what the schemas of Kubernetes take, field by field", async () => {
  const all = ["--env-from", "db-app", "--node-selector", "pool=bench", "--shared-nodes"];
  const { stdout } = await sandbox.run(["cluster", "manifests", ...JOB(), ...all]);
  const misspelt = stdout.replace("backoffLimitPerIndex", "backoffLimitPerindex");
  // Limits for each index are in them since 1.28.
  for (const version of ["1.29", "1.33", "1.37"]) {
    expect(validated(version, stdout), version).toMatchObject({ status: 0 });
    expect(validated(version, misspelt).status, version).toBe(1);
  }
});

function validated(version: string, text: string) {
  const file = sandbox.write("validated.yaml", text);
  return spawnSync(validator, ["-k", version, "--strict", file], { encoding: "utf8" });
}

const helpOf = (verb: string) =>
  spawnSync("kubectl", [...verb.split(" "), "--help"], { encoding: "utf8" }).stdout ?? "";

describe.skipIf(helpOf("get") === "").each(Object.entries(OPTIONS))("kubectl %s", (verb, options) => {
  it("has the options that the stand-in takes", () => {
    const help = helpOf(verb);
    for (const option of Object.keys(options))
      expect(help).toMatch(new RegExp(`^ +(-\\w, )?--${option}=`, "m"));
  });
});
