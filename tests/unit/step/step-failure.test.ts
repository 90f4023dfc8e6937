/** A measurement without a result: what the pull request shows must not be what an earlier head was told. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commentMarker } from "../../../src/render/markdown/marker.ts";
import { finishUnfinished } from "../../../src/step/post.ts";
import { runStep } from "../../../src/step/step.ts";
import { ACTIONS_BOT, GithubFake } from "../../support/github-fake.ts";

const HEAD = "b".repeat(40);
const BASE = "a".repeat(40);

let folder: string;
let fake: GithubFake;
let listening: number;

beforeEach(async () => {
  listening = process.listenerCount("SIGTERM");
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-failing-"));
  fake = await GithubFake.start();
  fake.pullRequests.push({
    number: 7,
    state: "open",
    headRepository: "acme/db",
    headBranch: "faster",
    headSha: HEAD,
    baseBranch: "main",
    baseSha: BASE,
  });
  vi.spyOn(process, "cwd").mockReturnValue(folder); // In no git repository.
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await fake.close();
  await rm(folder, { recursive: true });
  expect(fake.violations).toEqual([]);
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

test("a step that was killed leaves its check to the post step", async () => {
  const check = {
    owner: "acme",
    repo: "db",
    sha: HEAD,
    name: "Plumbline: oltp",
    marker: commentMarker("oltp"),
    conclusion: null,
    title: "measuring",
    summary: "",
    text: "",
    annotations: [],
    runUrl: "https://github.example/acme/db/actions/runs/99",
  };
  vi.stubEnv("STATE_unfinished", JSON.stringify({ apiUrl: fake.url, what: check }));
  await finishUnfinished("job-token");
  expect(fake.checkRuns).toMatchObject([
    { conclusion: "cancelled", status: "completed", external_id: `${commentMarker("oltp")} run=99` },
  ]);
  vi.stubEnv("STATE_unfinished", "");
  await finishUnfinished("job-token");
  expect(fake.checkRuns).toHaveLength(1);
});
