/** The whole step, as the events of docs/examples/accept.yml start it: inputs and payload in, comment, check and outputs out. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { runStep } from "../../../../src/apps/action/step.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { openGithub, PULL_REQUEST } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const REPORT = makeReport({
  workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.2 }] }],
  origin: { repository: "acme/db", runUrl: "https://github.example/runs/1", attempt: 1, pullRequest: 7 },
});

let folder: string;
let fake: GithubFake;
let store: FolderStore;

let written: MockInstance<typeof process.stdout.write>;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await FolderStore.open(path.join(folder, "store"));
  await store.saveReport(REPORT);
  fake = await openGithub();
  fake.collaborators.set("ada", "write");
  fake.pushedAt.set(HEAD_COMMIT.sha, "2026-03-02T10:00:00Z");
  fake.pullRequests.push({ ...PULL_REQUEST, headRepository: "eve/db", labels: ["plumbline: accept"] });
  written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function run(
  event: string,
  payload: object,
  location = `file:${path.join(folder, "store")}`,
): Promise<Readonly<{ code: number; outputs: string }>> {
  const [eventPath, output] = [path.join(folder, "event.json"), path.join(folder, "output")];
  await writeFile(eventPath, JSON.stringify(payload));
  await writeFile(output, "");
  const env = {
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REPOSITORY: "acme/db",
    GITHUB_RUN_ID: "99",
    GITHUB_SHA: "a".repeat(40),
    GITHUB_REF: "refs/heads/main",
    GITHUB_API_URL: fake.url,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: "",
    "INPUT_ACCEPT-LABEL": "plumbline: accept",
    "INPUT_GITHUB-TOKEN": "job-token",
    "INPUT_FAIL-ON": "regression",
    INPUT_COMMENT: "always",
    INPUT_STORE: location,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return { code: await runStep(), outputs: await readFile(output, "utf8") };
}

const comment = (body: string, login = "ada") => ({
  action: "created",
  issue: { number: 7, pull_request: {} },
  comment: { id: 5, body, created_at: "2026-03-02T11:00:00Z", user: { login } },
});

const label = (action: "labeled" | "unlabeled", headRepository = "eve/db") => ({
  action,
  label: { name: "plumbline: accept" },
  sender: { login: "ada" },
  repository: { private: false },
  pull_request: {
    number: 7,
    updated_at: "2026-03-02T11:00:00Z",
    head: { ref: "faster", sha: HEAD_COMMIT.sha, repo: { full_name: headRepository } },
    base: { ref: "main", sha: "a".repeat(40), repo: { full_name: "acme/db" } },
  },
});

test("a comment turns the check green and is answered, and the one comment says who accepted why", async () => {
  const own = fake.seedComment(ACTIONS_BOT.login, "<!-- plumbline:oltp -->\n### Plumbline: regressed");
  const { code, outputs } = await run(
    "issue_comment",
    comment("/plumbline accept checkout qps it is worth it"),
  );
  expect(code).toBe(0);
  expect(outputs).toContain("accepted");
  expect(own.body).toContain(", which was accepted");
  expect(own.body).toContain("it is worth it");
  expect(fake.comments).toHaveLength(1);
  expect(fake.checkRuns).toMatchObject([{ head_sha: HEAD_COMMIT.sha, conclusion: "success" }]);
  expect(fake.reactions).toEqual([{ comment: 5, content: "+1" }]);
});

test("a stranger's comment changes nothing but gets its answer", async () => {
  expect((await run("issue_comment", comment("/plumbline accept please", "eve"))).code).toBe(0);
  expect(fake.reactions).toEqual([{ comment: 5, content: "-1" }]);
  expect(fake.comments).toEqual([]);
  expect(fake.checkRuns).toEqual([]);
});

test("where the fork was pushed to since, a comment or a label accepts nothing, and the pull request says which head there is", async () => {
  fake.pullRequests[0] = { ...fake.pullRequests[0]!, pushedAt: "2026-03-02T11:00:05Z" };
  await run("issue_comment", comment("/plumbline accept checkout qps it is worth it"));
  await run("pull_request_target", label("labeled"));
  expect(await store.acceptances({})).toEqual([]);
  expect(fake.reactions).toEqual([{ comment: 5, content: "confused" }]);
  const refusals = fake.comments.filter(({ body }) =>
    body.includes(`/plumbline accept ${HEAD_COMMIT.sha} reason`),
  );
  expect(refusals).toHaveLength(2);
});

test("an ordinary comment asks nothing of GitHub", async () => {
  expect((await run("issue_comment", comment("looks good"))).code).toBe(0);
  expect(fake.calls).toEqual([]);
});

test("the label accepts and, taken away, fails again", async () => {
  expect((await run("pull_request_target", label("labeled"))).code).toBe(0);
  expect(fake.checkRuns).toMatchObject([{ conclusion: "success" }]);
  vi.stubEnv("GITHUB_RUN_ID", "100");
  expect((await run("pull_request_target", label("unlabeled"))).code).toBe(1);
  expect(fake.checkRuns).toMatchObject([{ conclusion: "failure" }]);
  expect(fake.comments).toHaveLength(1);
  expect(fake.comments[0]?.body).toContain("[!CAUTION]");
});

test("the label does so, too, where pull_request tells of it, as it can for a branch of the repository itself", async () => {
  fake.pullRequests[0] = { ...fake.pullRequests[0]!, headRepository: "acme/db" };
  expect((await run("pull_request", label("labeled", "acme/db"))).code).toBe(0);
  expect(fake.checkRuns).toMatchObject([{ conclusion: "success" }]);
  vi.stubEnv("GITHUB_RUN_ID", "100");
  expect((await run("pull_request", label("unlabeled", "acme/db"))).code).toBe(1);
  expect(fake.checkRuns).toMatchObject([{ conclusion: "failure" }]);
});

test("pull_request tells a fork's job of the label in vain: it has no token that may record it", async () => {
  expect((await run("pull_request", label("labeled"))).code).toBe(0);
  expect(fake.calls).toEqual([]);
  expect(await store.acceptances({})).toEqual([]);
  const said = written.mock.calls.map(([text]) => String(text)).join("");
  expect(said).toContain("pull_request_target");
});

test.each([
  ["that nothing names", ""],
  ["in a folder that no measurement wrote to", "file:store-of-nobody"],
])(
  "a store %s would lose the decision, so there is none",
  async (_, location) => {
    vi.stubEnv("PLUMBLINE_STORE", "");
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const error = { kind: "usage", message: expect.stringContaining("a store that both workflows reach") };
    await expect(run("pull_request_target", label("labeled"), location)).rejects.toMatchObject(error);
    await expect(run("issue_comment", comment("/plumbline accept fine"), location)).rejects.toMatchObject(
      error,
    );
    expect(fake.reactions).toEqual([{ comment: 5, content: "confused" }]);
    expect(fake.checkRuns).toEqual([]);
  },
  30_000,
);
