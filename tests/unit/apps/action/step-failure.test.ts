/** A measurement without a result: what the pull request shows must not be what an earlier head was told. */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { finishUnfinished } from "../../../../src/apps/action/finish-unfinished.ts";
import { runStep } from "../../../../src/apps/action/step.ts";
import { type CheckRun, putCheckRun } from "../../../../src/io/github/check-run.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import { withdraw } from "../../../../src/io/host/environment.ts";
import { commentMarker } from "../../../../src/report/markdown/marker.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { openGithub, overhear, PULL_REQUEST } from "../../../support/github-stage.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const HEAD = "b".repeat(40);
const BASE = "a".repeat(40);

let folder: string;
let fake: GithubFake;
let listening: number;
let log: ReturnType<typeof overhear>;

beforeEach(async () => {
  listening = process.listenerCount("SIGTERM");
  folder = temporaryFolder();
  fake = await openGithub();
  fake.pullRequests.push({ ...PULL_REQUEST, headSha: HEAD });
  vi.spyOn(process, "cwd").mockReturnValue(folder); // In no git repository.
  log = overhear(process.stdout);
});
afterEach(() => {
  vi.restoreAllMocks();
  withdraw([]);
  vi.unstubAllEnvs();
  expect(process.listenerCount("SIGTERM"), "a step that is over hears no signal").toBe(listening);
});

async function step(
  config: string,
  more: Readonly<Record<string, string>> = {},
  headRepository = "acme/db",
): Promise<unknown> {
  await writeFile(path.join(folder, "plumbline.yml"), config);
  const side = (ref: string, sha: string, repository = "acme/db") => ({
    ref,
    sha,
    repo: { full_name: repository },
  });
  const payload = {
    repository: { private: false },
    pull_request: { number: 7, head: side("faster", HEAD, headRepository), base: side("main", BASE) },
  };
  await writeFile(path.join(folder, "event.json"), JSON.stringify(payload));
  const env = {
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: path.join(folder, "event.json"),
    GITHUB_REPOSITORY: "acme/db",
    GITHUB_RUN_ID: "99",
    GITHUB_API_URL: fake.url,
    GITHUB_STEP_SUMMARY: "",
    GITHUB_OUTPUT: "",
    GITHUB_STATE: "",
    "INPUT_GITHUB-TOKEN": "job-token",
    INPUT_COMMENT: "always",
    // A program that fails at once: these tests need no compiler, and none of them measures.
    PLUMBLINE_LOAD: "/bin/false",
    ...more,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return await runStep().catch((error: unknown) => error);
}

const BROKEN = "suite: oltp\ndatabase:\n  deploi: {}\n";

test("the comment and the check say that there is none, and why, in place of what was", async () => {
  const old = fake.seedComment(ACTIONS_BOT.login, `${commentMarker("oltp")}\n### Plumbline: unchanged`);
  const other = fake.seedComment(ACTIONS_BOT.login, `${commentMarker("tpcc")}\n### Plumbline: unchanged`);
  expect(await step(BROKEN)).toMatchObject({ kind: "usage" });
  expect(old.body).toMatch(/^### Plumbline: no result for bbbbbbbbbb$/m);
  expect(old.body).toContain("deploi");
  expect(other.body).toContain("unchanged");
  expect(fake.checkRuns).toMatchObject([
    {
      name: "Plumbline: oltp",
      head_sha: HEAD,
      conclusion: "failure",
      output: { title: expect.stringMatching(/^no result for /) },
    },
  ]);
});

test("from then on nothing that the step starts is given its tokens", async () => {
  const secrets = {
    PLUMBLINE_STORE: "postgres://u:p@127.0.0.1:1/s",
    GITHUB_TOKEN: "t",
    ACTIONS_RUNTIME_TOKEN: "r",
  };
  await step(BROKEN, { ...secrets, INPUT_COMMENT: "never" });
  for (const name of ["INPUT_GITHUB-TOKEN", ...Object.keys(secrets)])
    expect(process.env).not.toHaveProperty(name);
});

test("a fork's code is refused on pull_request_target before anything of it is read, and nothing is written", async () => {
  const target = { GITHUB_EVENT_NAME: "pull_request_target" };
  expect(await step(BROKEN, target, "eve/db")).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining("refused to run code that may be another repository's"),
  });
  expect(fake.calls).toEqual([]);
});

test("a fork's code is taken where somebody insists", async () => {
  const insisting = {
    GITHUB_EVENT_NAME: "pull_request_target",
    "INPUT_DANGEROUSLY-MEASURE-FORKS-WITH-SECRETS": "true",
  };
  expect(await step(BROKEN, insisting, "eve/db")).toMatchObject({
    message: expect.stringContaining("deploi"),
  });
});

test("with on-change there is no comment where there was none", async () => {
  await step(BROKEN, { INPUT_COMMENT: "on-change" });
  expect(fake.comments).toEqual([]);
});

test("what is measured fails after the check was announced, and it is the one that says so", async () => {
  const config = `suite: oltp
database: { deploy: { url: "postgres://nobody@127.0.0.1:1/none" }, base: { url: "postgres://nobody@127.0.0.1:1/other" } }
workloads: [{ name: browse, run: oltp_point_select }]
measure: { preflight: off }
`;
  expect(await step(config, { PLUMBLINE_LOCK: "off", INPUT_BASE: "HEAD" })).toMatchObject({
    kind: expect.stringMatching(/target|usage|generator/),
  });
  expect(fake.checkRuns).toHaveLength(1);
  expect(fake.checkRuns).toMatchObject([{ status: "completed", conclusion: "failure" }]);
  expect(fake.calls.filter((call) => call === "checks/create")).toHaveLength(1);
  expect(fake.comments).toHaveLength(1);
});

describe("a step that was killed", () => {
  const marker = commentMarker("oltp");
  const left = { sha: HEAD, name: "Plumbline: oltp", marker };
  const runUrl = "https://github.com/acme/db/actions/runs/99";

  beforeEach(() => {
    vi.stubEnv("GITHUB_REPOSITORY", "acme/db");
    vi.stubEnv("GITHUB_RUN_ID", "99");
    vi.stubEnv("GITHUB_API_URL", fake.url);
    vi.stubEnv("GITHUB_SERVER_URL", "https://github.com");
  });

  /** What the runner hands to the post step, of what stands in the file of the state. */
  async function post(state: unknown): Promise<void> {
    vi.stubEnv("STATE_unfinished", typeof state === "string" ? state : JSON.stringify(state));
    await finishUnfinished("job-token");
  }

  async function begun(more: Partial<CheckRun> = {}): Promise<void> {
    const client = createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
    const check = {
      owner: "acme",
      repo: "db",
      sha: HEAD,
      name: "Plumbline: oltp",
      marker,
      conclusion: null,
      title: "measuring",
      summary: "",
      text: "",
      annotations: [],
      runUrl,
    };
    await putCheckRun(client, { ...check, ...more });
    fake.calls.length = 0;
  }

  test("leaves to the post step what names its check, and nothing that what is measured may not know", async () => {
    const state = path.join(folder, "state");
    await writeFile(state, "");
    const config = `suite: oltp
database: { deploy: { url: "postgres://nobody@127.0.0.1:1/none" }, base: { url: "postgres://nobody@127.0.0.1:1/other" } }
workloads: [{ name: browse, run: oltp_point_select }]
measure: { preflight: off }
`;
    await step(config, { PLUMBLINE_LOCK: "off", INPUT_BASE: "HEAD", GITHUB_STATE: state });
    const [first] = /\{.*\}/.exec(await readFile(state, "utf8")) ?? [];
    expect(JSON.parse(first!)).toEqual(left);
    expect(process.env).not.toHaveProperty("GITHUB_STATE");
  });

  test("has its check cancelled by the post step", async () => {
    await begun();
    await post(left);
    expect(fake.checkRuns).toMatchObject([
      { conclusion: "cancelled", status: "completed", external_id: `${marker} run=99` },
    ]);
    await post("");
    expect(fake.checkRuns).toHaveLength(1);
  });

  test("has its commit status ended, where the token may not write checks", async () => {
    fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["statuses"] });
    await begun();
    expect(fake.statuses).toMatchObject([{ state: "pending" }]);
    await post(left);
    expect(fake.statuses.at(-1)).toMatchObject({ state: "error", context: "Plumbline: oltp" });
  });

  test("has nobody hear its token but the API that the runner names, whatever the state says", async () => {
    const heard: string[] = [];
    const other = createServer((request, answer) => {
      heard.push(String(request.headers.authorization));
      answer.writeHead(404).end("{}");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const apiUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await begun();
    await post({ apiUrl, what: { ...left, owner: "acme", repo: "db", externalId: marker } });
    await post({ ...left, apiUrl });
    other.close();
    expect(heard).toEqual([]);
    expect(fake.checkRuns).toMatchObject([{ status: "in_progress" }]);
    expect(log.text).toContain("the state of the step is not what Plumbline left in it");
  });

  test.each([
    ["no JSON", "{"],
    ["another repository", { ...left, owner: "acme", repo: "other" }],
    ["a conclusion", { ...left, conclusion: "success" }],
    ["no commit", { ...left, sha: "../../other/repo" }],
    ["a status of somebody else's name", { ...left, name: "ci/build" }],
  ])("does what it can do for no state of another shape: %s", async (_what, state) => {
    await begun();
    await post(state);
    expect(fake.calls).toEqual([]);
    expect(log.text).toContain("the state of the step is not what Plumbline left in it");
  });

  test("ends no check that has ended, whatever it says, and none of another suite, commit or run", async () => {
    await begun({ conclusion: "failure", title: "1 regression" });
    await post(left);
    fake.checkRuns.length = 0;
    await begun({ runUrl: `${runUrl}1` });
    await begun({ name: "Plumbline: tpcc", marker: commentMarker("tpcc") });
    await post(left);
    await post({ ...left, sha: BASE });
    expect(fake.checkRuns).toMatchObject([{ status: "in_progress" }, { status: "in_progress" }]);
    expect(fake.calls.filter((call) => /update|create/.test(call))).toEqual([]);
    expect(log.text).toContain("names no check that this workflow run has in progress");
  });

  test("ends no status of another run, nor one that has ended", async () => {
    fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["statuses"] });
    await begun({ runUrl: `${runUrl}1` });
    await post(left);
    await begun({ conclusion: "success" });
    await post(left);
    expect(fake.statuses.map((each) => each["state"])).toEqual(["pending", "success"]);
  });
});
