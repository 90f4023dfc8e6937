/** What the store keeps beyond one run: accepted regressions, main's history, and alerts about it. The store has a password. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/io/github/client.ts";
import { readContext } from "../../src/io/github/context.ts";
import { publish } from "../../src/io/github/publish.ts";
import { publishableOf } from "../../src/io/github/publishable.ts";
import { PrismaStore } from "../../src/io/store/prisma-store.ts";
import type { Report } from "../../src/model/report.ts";
import { Consumer, type PullRequestEvent } from "../support/consumer.ts";
import { ACTIONS_BOT, GithubFake } from "../support/github-fake.ts";
import { findPostgresBinaries, type Postgres, startPostgres } from "../support/postgres.ts";
import { HEAD_COMMIT, makeReport } from "../support/reports.ts";
import { makeRun } from "../support/runs.ts";
import { type WorkflowRequest, WorkflowRunner } from "../support/workflow-runner.ts";

const PASSWORD = "hunter2 %/@'";
/** What is measured does not matter to these tests, so it is little. */
const LITTLE = `workloads:
  - name: browse
    run: oltp_point_select
    options: { tables: 1, table-size: 1000, threads: 1 }
measure: { sessions: 2, seconds: 0.5, warmup: 0, preflight: off }
`;

type CheckOutput = Readonly<{ annotations: readonly { annotation_level: string }[] }>;

let postgres: Postgres;
let runner: WorkflowRunner;
let consumer: Consumer;
let github: GithubFake;
let storeUrl: string;
let databases = 0;
/** Of every workflow of the test. */
let logs: string;

beforeAll(async () => {
  postgres = await startPostgres({ password: PASSWORD });
  runner = new WorkflowRunner();
});

afterAll(async () => {
  runner.close();
  await postgres.stop();
});

beforeEach(async () => {
  github = await GithubFake.start();
  github.identities.set("job-token", {
    ...ACTIONS_BOT,
    permissions: ["pull-requests", "checks", "issues"],
  });
  consumer = new Consumer();
  storeUrl = await postgres.createDatabase(`kept-${++databases}`);
  logs = "";
});

afterEach(async () => {
  await github.close();
  consumer.close();
  expect(github.violations).toEqual([]);
  expect(runner.leftovers()).toEqual([]);
  const seen = [logs, JSON.stringify([github.comments, github.checkRuns, github.issues]), ...artifacts()];
  for (const text of seen) expect(text).not.toMatch(/hunter2|job-token/);
});

/** Every document that a workflow has uploaded. */
function artifacts(): readonly string[] {
  return readdirSync(runner.artifacts, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), "utf8"));
}

async function runWorkflow(
  workflow: string,
  trigger: string,
  event: WorkflowRequest["event"],
): Promise<string> {
  const { succeeded, log } = await runner.run({
    repository: consumer.folder,
    workflow,
    trigger,
    event,
    apiUrl: github.url,
    node: 20,
    secrets: { PLUMBLINE_STORE: storeUrl },
  });
  logs += log;
  expect(succeeded, log).toBe(true);
  return log;
}

async function keep(work: (store: PrismaStore) => Promise<void>): Promise<void> {
  const store = await PrismaStore.open(storeUrl);
  await work(store);
  await store.close();
}

function ownComments() {
  return github.comments.filter(({ user }) => user.login === ACTIONS_BOT.login);
}

describe("accepting a regression", () => {
  /** Keeps and publishes a regression of the pull request's head, as the job that measured it did. */
  async function measured({ pull_request: pull, ...event }: PullRequestEvent): Promise<void> {
    github.pullRequests.push({
      number: pull.number,
      state: "open",
      headRepository: pull.head.repo.full_name,
      headBranch: pull.head.ref,
      headSha: pull.head.sha,
      baseBranch: pull.base.ref,
      baseSha: pull.base.sha,
    });
    const report = makeReport({
      workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.2 }] }],
      head: {
        id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a02",
        commit: { ...HEAD_COMMIT, sha: pull.head.sha },
        sessions: 8,
      },
      origin: {
        repository: "acme/db",
        runUrl: "https://github.com/acme/db/actions/runs/77",
        attempt: 1,
        pullRequest: pull.number,
      },
      guidance: { configPath: null, dashboardUrl: null, acceptLabel: null, lines: { checkout: 4 } },
    });
    await keep((store) => store.saveReport(report));
    const context = readContext(
      {
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_REPOSITORY: "acme/db",
        GITHUB_RUN_ID: "77",
        GITHUB_API_URL: github.url,
      },
      { ...event, pull_request: pull },
    );
    const client = createClient({ token: "job-token", apiUrl: github.url, say: () => undefined });
    await publish(client, context, publishableOf(report, {}), "always");
  }

  function label(event: PullRequestEvent, action: "labeled" | "unlabeled", login: string) {
    const pull = { ...event.pull_request, updated_at: "2026-11-21T12:00:00Z" };
    const change = {
      ...event,
      pull_request: pull,
      action,
      label: { name: "plumbline: accept" },
      sender: { login },
    };
    const labels = action === "labeled" ? [change.label.name] : [];
    github.pullRequests[0] = { ...github.pullRequests[0]!, labels };
    return runWorkflow("accept.yml", "pull_request_target", change);
  }

  function comment({ repository, number }: PullRequestEvent, login: string, body: string) {
    const { id, user, updated_at } = github.seedComment(login, body);
    return runWorkflow("accept.yml", "issue_comment", {
      action: "created",
      repository,
      issue: { number, pull_request: {} },
      comment: { id, body, created_at: updated_at, user },
    });
  }

  it("takes the label or the command of somebody who may write, until it is taken back", async () => {
    for (const [login, role] of Object.entries({ ada: "write", meg: "maintain", rod: "read" })) {
      github.collaborators.set(login, role);
    }
    const event = consumer.openPullRequest("audit-log", {});
    await measured(event);
    const [own] = ownComments();
    // One of them, whatever is accepted; its annotations tell what was measured.
    const shown = () => ({
      checks: github.checkRuns.map((run) => run["conclusion"]),
      notes: github.checkRuns.flatMap(({ output }) =>
        (output as CheckOutput).annotations.map((note) => note.annotation_level),
      ),
      text: own?.body,
    });
    const regressed = shown();
    expect(regressed).toMatchObject({ checks: ["failure"], notes: ["failure"] });
    const badGateway = { status: 502, message: "Bad Gateway" };
    github.break({ operation: "checks/update", times: 1, answer: badGateway, afterEffect: true });

    const refused = await comment(event, "rod", "/plumbline accept let me in");
    expect(refused).toContain("accept: -1, rod has no write access, which accepting needs");
    expect(shown()).toEqual(regressed);

    expect(await label(event, "labeled", "ada")).toContain("accept: +1, accepted; oltp: accepted");
    expect(shown()).toEqual({
      checks: ["success"],
      notes: ["failure"],
      text: expect.stringContaining("accepted by **ada**"),
    });

    expect(await label(event, "unlabeled", "ada")).toContain("accept: +1, taken back; oltp: regressed");
    expect(shown()).toEqual({
      checks: ["failure"],
      notes: ["failure"],
      text: expect.not.stringContaining("accepted by **"),
    });

    await comment(event, "meg", "/plumbline accept checkout the audit row is wanted");
    expect(shown()).toMatchObject({
      checks: ["success"],
      text: expect.stringContaining("accepted by **meg**"),
    });
    expect(own?.body).toContain("the audit row is wanted");

    expect(ownComments()).toEqual([own]);
    expect(github.reactions.map(({ content }) => content)).toEqual(["-1", "+1"]);
  });
});

describe("history-on-main.yml", () => {
  /** Runs of main before this one, an hour apart, of another machine than this. */
  const remember = (first: number, last: number, rate: number) =>
    keep((store) =>
      store.save(
        Array.from({ length: last - first + 1 }, (_, i) =>
          makeRun({
            seed: first + i,
            sessions: 2,
            secondsPerSession: 0.5,
            noise: 0.01,
            workloads: [{ name: "browse", workload: "oltp_point_select", rate }],
          }),
        ),
      ),
    );

  it("keeps main's runs, tells of its change of level in one issue, and judges a pull request by them", async () => {
    const files = { "plumbline.yml": `suite: oltp\ndatabase: { deploy: { local: {} } }\n${LITTLE}` };
    await remember(1, 12, 1000);
    await remember(13, 16, 800);
    const pushed: string[] = [];
    const push = (subject: string) => {
      const event = consumer.pushToMain(subject, files);
      pushed.push(event.after);
      return runWorkflow("history-on-main.yml", "push", event);
    };

    expect(await push("first")).toContain("alert: opened");
    const [issue] = github.issues;
    expect(issue?.title).toMatch(/^Plumbline: browse QPS −/);
    for (const side of [12, 13]) expect(issue?.body).toContain(`planner: change number ${side}`);
    expect(issue?.body).not.toContain("It has lasted");

    await remember(17, 24, 800);
    github.break({ operation: "issues/update", times: 1, answer: { status: 502, message: "Bad Gateway" } });
    expect(await push("second")).toContain("alert: updated");
    expect(issue?.body).toContain("It has lasted");

    // On a schedule the branch is what it was, and is looked at all the same.
    const scheduled = await runWorkflow("history-on-main.yml", "schedule", {
      repository: { full_name: "acme/db", private: false, default_branch: "main" },
    });
    expect(scheduled).toMatch(/alert: (unchanged|updated)/);

    const log = await runWorkflow(
      "history-on-main.yml",
      "pull_request",
      consumer.openPullRequest("faster", { "notes.md": "faster\n" }),
    );
    expect(log).toContain("comment: created");
    expect(ownComments()).toHaveLength(1);
    const report = JSON.parse(
      readFileSync(path.join(runner.artifacts, "plumbline/plumbline-out/report.json"), "utf8"),
    ) as Report;
    expect(report.baseline).toMatchObject({ kind: "history", branch: "main" });
    // Not by the other machine's runs, which say nothing about this one.
    const runs = report.baseline.kind === "history" ? report.baseline.runs : [];
    expect(new Set(runs.map(({ commit }) => commit.sha))).toEqual(new Set(pushed));
    expect(log).not.toContain("alert: ");
    expect(github.issues).toEqual([issue]);
    expect(github.checkRuns).toHaveLength(3); // The schedule measured the commit of the second push again.
  });
});

it("command-target.yml measures each suite in a job of its own, with a comment and a check of its own", async () => {
  const asUser =
    process.getuid?.() === 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups -- " : "";
  const bin = findPostgresBinaries();
  const suite = (name: string) => `suite: ${name}
database:
  deploy:
    command:
      build: touch built
      start: |
        test -e built
        ${asUser === "" ? "true" : 'chown postgres "$PLUMBLINE_DATA"'}
        ${asUser}${bin}/initdb --pgdata="$PLUMBLINE_DATA" --username=postgres --auth=trust --no-sync >/dev/null
        cd "$PLUMBLINE_DATA"
        exec ${asUser}${bin}/postgres -D "$PLUMBLINE_DATA" -p "$PLUMBLINE_PORT" -c unix_socket_directories= -c fsync=off
      url: postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres
${LITTLE.replace("sessions: 2", "sessions: 1")}`;
  const files = { "bench/reads.yml": suite("reads"), "bench/writes.yml": suite("writes") };
  await runWorkflow("command-target.yml", "pull_request", consumer.openPullRequest("own-build", files));
  expect(new Set(github.checkRuns.map((run) => run["name"]))).toEqual(
    new Set(["Plumbline: reads", "Plumbline: writes"]),
  );
  expect(github.checkRuns).toHaveLength(2);
  expect(ownComments()).toHaveLength(2);
  for (const name of ["reads", "writes"]) {
    const folder = path.join(runner.artifacts, `plumbline-${name}`, name);
    expect(readdirSync(folder)).toContain("report.json");
  }
});
