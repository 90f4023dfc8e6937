/**
 * Every reader of what comes from outside, with texts that it knows: a file of the user's, a stranger's artifact, what another program, a
 * server or GitHub says. Whatever it is given, it answers, or says in a PlumblineError what is wrong.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import {
  decodeHistogram,
  histogramQuantiles,
  latencyCurve,
} from "../../../src/analysis/samples/histogram.ts";
import { drivenLoad } from "../../../src/analysis/samples/load-course.ts";
import { mergeLines } from "../../../src/analysis/samples/merge-lines.ts";
import { commandCpu, nodeExporterCpu, podCpus } from "../../../src/analysis/samples/node-cpu.ts";
import { readExplain } from "../../../src/analysis/samples/plan.ts";
import { foldedStacks } from "../../../src/analysis/samples/profile.ts";
import { sessionsFromLines } from "../../../src/analysis/samples/session.ts";
import {
  canBePlanned,
  parameterCount,
  statementTexts,
  withParameters,
} from "../../../src/analysis/samples/statement-text.ts";
import { sessionValues } from "../../../src/analysis/samples/values.ts";
import { readRequest } from "../../../src/apps/action/request.ts";
import { ignoringWritten } from "../../../src/config/gitignore.ts";
import { parseConfig, suiteIn } from "../../../src/config/parse.ts";
import { parseValues } from "../../../src/config/sweep-fields.ts";
import { Capture } from "../../../src/ingest/capture/capture.ts";
import { capturedFrom } from "../../../src/ingest/capture/choice.ts";
import { parseExplained } from "../../../src/ingest/capture/log/said.ts";
import { purposeOf } from "../../../src/ingest/capture/sql/purpose.ts";
import { readingOf } from "../../../src/ingest/capture/sql/shape.ts";
import { splitTokens, statementTokens } from "../../../src/ingest/capture/sql/tokens.ts";
import { FORMATS, readMeasurements } from "../../../src/ingest/imports/formats.ts";
import { importedRun } from "../../../src/ingest/imports/imported-run.ts";
import { coreName, crashIn, tailOf } from "../../../src/io/database/place/crash-report.ts";
import { isGone, isSeen, makerText } from "../../../src/io/database/place/maker.ts";
import { parseVersion } from "../../../src/io/database/postgres/server-facts.ts";
import { readsClock, readsOutside } from "../../../src/io/database/setup/outside.ts";
import { fileRefusal } from "../../../src/io/database/setup/refusals.ts";
import { splitStatements } from "../../../src/io/database/sql/statements.ts";
import { repositoryIn } from "../../../src/io/git/remote.ts";
import { readAcceptEvent } from "../../../src/io/github/accept-event.ts";
import { type GithubContext, originOf, readContext, targetBranchOf } from "../../../src/io/github/context.ts";
import { readMeasuredRun } from "../../../src/io/github/measured-run.ts";
import { publishableOf } from "../../../src/io/github/publishable.ts";
import { hostNames, parseConnectionUrl, printConnectionUrl } from "../../../src/io/host/connection-url.ts";
import { libpqWords } from "../../../src/io/host/libpq-words.ts";
import { cpuQuota } from "../../../src/io/host/quota.ts";
import { splitPassword } from "../../../src/io/load/passwords.ts";
import { createShardServer } from "../../../src/io/shards/server.ts";
import { ShardCoordinator } from "../../../src/io/shards/shard-coordinator.ts";
import { readLines } from "../../../src/io/store/json-lines.ts";
import { otlpHeaders } from "../../../src/io/telemetry/otlp-headers.ts";
import { parseListenAddress } from "../../../src/io/telemetry/server.ts";
import { isCommand, parseCommand } from "../../../src/model/accept-command.ts";
import { PlumblineError } from "../../../src/model/errors.ts";
import { jobName } from "../../../src/model/job.ts";
import { parseRequest } from "../../../src/model/request-command.ts";
import { passwordsIn, redact } from "../../../src/model/secrets.ts";
import { shardsIn, shardText, sharedNodes } from "../../../src/pipeline/cluster/pods.ts";
import { readManifests } from "../../../src/pipeline/cluster/read-manifests.ts";
import { brokenRules, readClusterLoad } from "../../../src/pipeline/cluster/rules.ts";
import { readReport, readRun } from "../../../src/pipeline/documents/files.ts";
import { readSessions, readState, SWEEP_FILES } from "../../../src/pipeline/documents/sweep-files.ts";
import { claimReport, readUntrustedReport } from "../../../src/pipeline/documents/untrusted-report.ts";
import { positionOf } from "../../../src/pipeline/queries/cursor.ts";
import { makeRun } from "../../support/runs.ts";
import { STORIES } from "../../support/stories.ts";
import {
  countedOn,
  dockerSays,
  indexZeroSays,
  keptWords,
  kubectlSays,
  locksOn,
  objectsOn,
  plansOn,
  waitsOn,
} from "./answers.ts";
import { FILE_READERS } from "./files.ts";

export type Reader = Readonly<{ read: (text: string) => unknown; seeds: () => readonly string[] }>;

/** Of all folders that the tests know, whether they are bundled or not. */
const ROOT = process.cwd();
const CORPUS = path.join(ROOT, "tests/property/corpus");
/** Longer ones make a run of the fuzzer slow, and say nothing more. */
const SEED_MOST = 45_000;

/** The texts of files, by folder and end of name. */
function textsIn(folder: string, end = ""): readonly string[] {
  const place = path.join(ROOT, folder);
  const names = readdirSync(place, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), "utf8"))
    .filter(({ length }) => length <= SEED_MOST);
}

/** What was kept of a reader: texts that reach what others do not, and each that was ever a finding. */
export function keptFor(name: string): readonly string[] {
  try {
    return textsIn(path.relative(ROOT, path.join(CORPUS, name)));
  } catch {
    return [];
  }
}

/** Gives the text to a reader of files. */
async function inFile<T>(name: string, text: string, read: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "reader-"));
  try {
    writeFileSync(path.join(folder, name), text);
    return await read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const documents = () =>
  Object.values(STORIES)
    .map((story) => JSON.stringify(story()))
    .filter(({ length }) => length <= SEED_MOST);
const runs = () => [
  JSON.stringify(makeRun({ sessions: 1 })),
  JSON.stringify(makeRun({ sessions: 2 }), null, 1),
];
const sql = () => [...textsIn("tests/golden/native", ".sql").slice(0, 12), ...keptFor("sql")];
const MATRIX = '{"suite":"oltp","postgres":17,"more":["a",1]}';
const SHA = "a".repeat(40);

const CONTEXT: GithubContext = readContext(
  { GITHUB_EVENT_NAME: "schedule", GITHUB_REPOSITORY: "ada/db", GITHUB_RUN_ID: "1", GITHUB_SHA: SHA },
  {},
);
const ENVIRONMENT = {
  GITHUB_REPOSITORY: "ada/db",
  GITHUB_RUN_ID: "1",
  GITHUB_SHA: SHA,
  GITHUB_REF: "refs/heads/main",
};

/** What the events of `on:` have in common for what is read of them. */
const EVENT = {
  action: "created",
  label: { name: "plumbline: accept" },
  sender: { login: "ada", type: "User" },
  before: SHA,
  after: SHA,
  number: 7,
  repository: { private: false, full_name: "ada/db", default_branch: "main" },
  issue: { number: 7, pull_request: {} },
  comment: {
    id: 1,
    body: "/plumbline accept",
    created_at: "2026-01-01T00:00:00Z",
    user: { login: "ada", type: "User" },
  },
  pull_request: {
    number: 7,
    updated_at: "2026-01-01T00:00:00Z",
    head: { ref: "a", sha: SHA, repo: { full_name: "eve/db" } },
    base: { ref: "main", sha: SHA, repo: { full_name: "ada/db" } },
  },
  merge_group: { head_sha: SHA, base_sha: SHA, base_ref: "refs/heads/main" },
  workflow_run: {
    id: 1,
    run_attempt: 1,
    event: "pull_request",
    head_sha: SHA,
    head_branch: "a",
    conclusion: "success",
    html_url: "https://github.example/ada/db/actions/runs/1",
    updated_at: "2026-01-01T00:00:00Z",
    head_repository: { full_name: "eve/db", owner: { login: "eve" } },
    pull_requests: [],
  },
};
const EVENTS = ["pull_request", "pull_request_target", "push", "merge_group", "schedule", "issue_comment"];

/** Reads a log as `capture` does, to the scripts. */
function scriptsOf(text: string): unknown {
  const capture = new Capture();
  const reader = capture.file("server.log", null);
  reader.lines(text.split("\n"));
  reader.end();
  const wish = {
    most: 10,
    database: null,
    protocol: null,
    keep: true,
    keepNumbers: false,
    source: "server.log",
  };
  return capturedFrom(capture.end().units, wish);
}

/** Each line is a request, which costs more than all that is read of it. */
const LINES_MOST = 20;

/** A shard asks; index 0 must refuse what it cannot use, and go on. */
async function askedBy(text: string): Promise<unknown> {
  const wall = { now: () => 1, bound: 0, renew: () => undefined, setBy: () => 0 };
  const machine = { host: "zero", cpuModel: "CPU", cpuCount: 2 };
  const build = { version: "1.0.0", generator: "1.0.0", offers: "a" };
  const coordinator = new ShardCoordinator(
    { shards: 2, joinMs: 1, leadMs: 1 },
    { machine, build },
    { now: () => 1, wall },
  );
  const ended = () => ({ runs: null, message: null, exitCode: 0 });
  const status = () => ({}) as never;
  const app = createShardServer({
    coordinator,
    shards: 2,
    token: null,
    wall,
    status,
    ended,
    onFetched: () => undefined,
  });
  const headers = { "content-type": "application/json" };
  try {
    for (const line of text.split("\n").slice(0, LINES_MOST)) {
      const [, url = "/hello", payload = ""] =
        /^(\/(?:hello|ready|beat|outcome|failed)) (.*)$/s.exec(line) ?? [];
      const { statusCode, body } = await app.inject({ method: "POST", url, headers, payload });
      if (statusCode >= 500) throw new Error(`index 0 answers ${url} with ${statusCode}: ${body}`);
    }
    return coordinator.members;
  } finally {
    await app.close();
  }
}

/** The files of /proc and of the control groups below it, one after the other. */
function quotaIn(text: string): number | null {
  const root = mkdtempSync(path.join(tmpdir(), "reader-"));
  try {
    const [mountinfo = "", cgroup = "", quota = ""] = text.split("\n===\n");
    const files = { "proc/self/mountinfo": mountinfo, "proc/self/cgroup": cgroup, "cg/pod/cpu.max": quota };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), content);
    }
    return cpuQuota(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const imports = Object.entries(FORMATS).map(([format, { read }]): readonly [string, Reader] => [
  `import-${format}`,
  {
    read: (text) => {
      read(text);
      const { commit, startedAt: at } = makeRun({ sessions: 1, secondsPerSession: 1 });
      return readMeasurements(format, text, "it").map((each) =>
        importedRun(each, { suite: "s", commit, repository: null, at }),
      );
    },
    seeds: () =>
      format === "reference-table"
        ? [...textsIn("tests/golden/reference", ".md"), ...textsIn("tests/golden/sweep", ".html")]
        : textsIn("tests/unit/ingest/imports/texts").filter((text) => read(text) !== null),
  },
]);

export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [
    "config",
    {
      read: (text) => [suiteIn(text), parseConfig(text, "plumbline.yml")],
      seeds: () =>
        ["configs", "experiments", "suites"].flatMap((name) => textsIn(`docs/examples/${name}`, ".yml")),
    },
  ],
  ["values", { read: parseValues, seeds: () => ["5,10,25", "5..175:5", "1..128:x2,a", "0.5..1:0.1"] }],
  [
    "gitignore",
    { read: ignoringWritten, seeds: () => ["node_modules/\n/plumbline-out\n", "*.log\r\n!a\r\n"] },
  ],
  [
    "run",
    { read: (text) => inFile("run.json", text, (folder) => readRun(`${folder}/run.json`)), seeds: runs },
  ],
  [
    "report",
    {
      read: (text) => inFile("report.json", text, (folder) => readReport(`${folder}/report.json`)),
      seeds: documents,
    },
  ],
  [
    "strangers-report",
    {
      read: (text) =>
        inFile("report.json", text, async (folder) => {
          const report = await readUntrustedReport(folder);
          const origin = { ...CONTEXT, headSha: report.head.commit.sha, pullRequest: null };
          const claimed = claimReport(
            { ...report, origin: { ...report.origin, ...originOf(origin) } },
            origin,
            "2026-01-01T00:00:00Z",
          );
          return publishableOf(claimed, {});
        }),
      seeds: documents,
    },
  ],
  ["sweep", { read: (text) => inFile(SWEEP_FILES.plan, text, readState), seeds: () => keptFor("sweep") }],
  [
    "sweep-sessions",
    {
      read: (text) => inFile(SWEEP_FILES.sessions, text, readSessions),
      seeds: () => keptFor("sweep-sessions"),
    },
  ],
  [
    "store-lines",
    {
      read: async (text) => {
        for await (const _ of readLines(Readable.from([text]), "store.jsonl"));
      },
      seeds: () => [
        ...runs().slice(0, 1),
        ...documents()
          .slice(0, 6)
          .map((text) => JSON.stringify(JSON.parse(text))),
      ],
    },
  ],
  [
    "load-lines",
    {
      read: (text) => {
        const lines = text.split("\n").filter((line) => line !== "");
        const { sessions } = sessionsFromLines(lines, { index: 0, fresh: [true, true], passing: [] });
        return sessions.map(sessionValues);
      },
      seeds: () => keptFor("load-lines"),
    },
  ],
  [
    "driven-load",
    {
      read: (text) => drivenLoad(text.split("\n").filter((line) => line !== "")),
      seeds: () => keptFor("load-lines"),
    },
  ],
  [
    "shards-lines",
    {
      read: (text) => {
        const lines = text.split("\n").filter((line) => line !== "");
        return mergeLines(
          [
            { name: "index 0", lines },
            { name: "index 1", lines },
          ],
          true,
        );
      },
      seeds: () => keptFor("load-lines"),
    },
  ],
  [
    "histogram",
    {
      read: (text) => {
        const histogram = decodeHistogram(text);
        return [histogramQuantiles(histogram, [0.5, 0.99]), latencyCurve(histogram)];
      },
      seeds: () => [...keptFor("histogram"), ...runs()[0]!.matchAll(/HISTF[\w+/=]+/g)].map(String),
    },
  ],
  ["capture", { read: scriptsOf, seeds: () => textsIn("tests/property/corpus/capture") }],
  ["plan-entry", { read: parseExplained, seeds: () => keptFor("plan-entry") }],
  [
    "sql",
    {
      read: (text) =>
        splitTokens(statementTokens(text) ?? []).map((each) => [purposeOf(each), readingOf(each, [])]),
      seeds: sql,
    },
  ],
  [
    "setup-sql",
    {
      read: (text) => [
        splitStatements(text),
        readsOutside(text),
        readsClock(text),
        fileRefusal("db/1.sql", text),
        withParameters(text),
        parameterCount(text),
        canBePlanned(text),
        statementTexts(text.split("\n")),
      ],
      seeds: sql,
    },
  ],
  ["plan", { read: (text) => readExplain(jsonOf(text)), seeds: () => keptFor("plan") }],
  [
    "version",
    {
      read: parseVersion,
      seeds: () => [
        "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit",
        "CockroachDB CCL v24.1.2 (x86_64-pc-linux-gnu, built 2024/06/12 19:34:11, go1.22.2)",
        "PostgreSQL 11.2-YB-2.21.1.0-b0 on x86_64-pc-linux-gnu",
        "PostgreSQL 13.14.0-RisingWave-2.0.1 (6c9b0b9)",
      ],
    },
  ],
  [
    "node-cpu",
    {
      read: (text) => [nodeExporterCpu(text), commandCpu(text), podCpus(text)],
      seeds: () => keptFor("node-cpu"),
    },
  ],
  ["perf", { read: (text) => foldedStacks(text.split("\n")), seeds: () => keptFor("perf") }],
  ["server-log", { read: (text) => [crashIn(text), tailOf(text)], seeds: () => keptFor("server-log") }],
  [
    "core-pattern",
    { read: coreName, seeds: () => ["core", "/var/crash/core.%e.%p.%%", "|/usr/lib/coredump %P %u"] },
  ],
  [
    "quota",
    {
      read: quotaIn,
      seeds: () => ["30 23 0:26 / /cg rw,nosuid - cgroup2 cgroup rw\n===\n0::/pod\n===\n150000 100000"],
    },
  ],
  ["maker", { read: (text) => [isGone(text), isSeen(text)], seeds: () => [makerText()] }],
  [
    "pods",
    {
      read: (text) => {
        const shards = shardsIn(text);
        return [shards.map(shardText), sharedNodes(shards)];
      },
      seeds: () => keptFor("pods"),
    },
  ],
  [
    "manifests",
    {
      read: (text) => {
        const manifests = readManifests(text, "load.yaml");
        return [brokenRules(manifests), readClusterLoad(manifests, "load.yaml")];
      },
      seeds: () => keptFor("manifests"),
    },
  ],
  ["counters", { read: countedOn, seeds: () => keptFor("counters") }],
  ["objects", { read: objectsOn, seeds: () => keptFor("objects") }],
  ["plans", { read: plansOn, seeds: () => keptFor("plans") }],
  ["locks", { read: locksOn, seeds: () => keptFor("locks") }],
  ["waits", { read: waitsOn, seeds: () => keptFor("waits") }],
  ["docker", { read: dockerSays, seeds: () => keptFor("docker") }],
  ["kubectl", { read: kubectlSays, seeds: () => keptFor("kubectl") }],
  ["shard-answer", { read: indexZeroSays, seeds: () => keptFor("shard-answer") }],
  ["kept-words", { read: keptWords, seeds: () => keptFor("kept-words") }],
  ["shard-wire", { read: askedBy, seeds: () => keptFor("shard-wire") }],
  [
    "comment",
    {
      read: (text) => [isCommand(text), parseRequest(text), parseCommand(text, ["checkout", "point select"])],
      seeds: () => [
        '/plumbline accept "point select" p99 the price of a constraint',
        "/plumbline revoke\n\nno",
        "/plumbline run oltp 0123456789ab",
        "/plumbline confirm\r\n",
      ],
    },
  ],
  [
    "event",
    {
      read: (text) => {
        const payload = jsonOf(text);
        const problems = EVENTS.flatMap((event) => [
          attempt(() => readAcceptEvent(event, payload, "plumbline: accept")),
          attempt(() =>
            targetBranchOf(
              readContext({ ...ENVIRONMENT, GITHUB_EVENT_NAME: event }, payload),
              payload,
              "main",
            ),
          ),
        ]);
        return [problems, attempt(() => readMeasuredRun(payload))];
      },
      seeds: () => [JSON.stringify(EVENT), JSON.stringify({ ...EVENT, action: "labeled" }, null, 1)],
    },
  ],
  [
    "request",
    {
      read: readRequest,
      seeds: () => keptFor("request"),
    },
  ],
  ["job", { read: (text) => jobName(text, "oltp"), seeds: () => [MATRIX, "null", "postgres 17"] }],
  [
    "cursor",
    {
      read: positionOf,
      seeds: () => [
        Buffer.from(
          '["2026-01-01T00:00:00.000Z","2026-01-01T00:00:00.000Z","00000000-0000-4000-8000-000000000000"]',
        ).toString("base64url"),
      ],
    },
  ],
  [
    "url",
    {
      read: (text) => [
        printConnectionUrl(parseConnectionUrl(text)),
        libpqWords(text, {}),
        hostNames(text),
        attempt(() => splitPassword(text)),
        repositoryIn(text),
        attempt(() => parseListenAddress(text)),
      ],
      seeds: () => [
        "postgres://ada:p%40ss@[::1]:5432,db:1/a%20b?sslmode=require&x=1",
        "git@github.com:ada/db.git",
        "0.0.0.0:9464",
      ],
    },
  ],
  [
    "otlp-headers",
    {
      read: (text) => otlpHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text }),
      seeds: () => ["Authorization=Bearer%20x,a=b"],
    },
  ],
  [
    "secrets",
    {
      read: (text) => [redact(text), passwordsIn(text)],
      seeds: () => ["postgres://u:p@h/d password='a b' PGPASSWORD=x ghp_0123456789abcdef"],
    },
  ],
  ...imports,
  ...FILE_READERS,
]);

/** For readers that one text is given to one after the other: what one refuses, another may take. */
function attempt<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof PlumblineError) return error.message;
    throw error;
  }
}

/** Longer than any message that names a place and a cause for each of some hundred mistakes. */
const MESSAGE_MOST = 50_000;
const OF_OBJECTS = Object.getOwnPropertyNames(Object.prototype).length;

/** What is wrong with how a reader took a text, or null. */
export async function faultOf({ read }: Reader, text: string): Promise<Error | null> {
  try {
    await read(text);
  } catch (error) {
    if (!(error instanceof PlumblineError))
      return error instanceof Error ? error : new Error(`threw ${String(error)}`);
    const { message, remedy } = error;
    if (message.trim() === "") return new Error("an error without words");
    if (message.length > MESSAGE_MOST) return new Error(`a message of ${message.length} characters`);
    if (remedy === undefined || remedy === "") return new Error(`no remedy: ${message}`);
  }
  return Object.getOwnPropertyNames(Object.prototype).length === OF_OBJECTS
    ? null
    : new Error("Object.prototype has more than before");
}
export { mutation } from "./mutations.ts";
