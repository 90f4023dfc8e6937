/** The action's step in real workflows, where something is missing, wrong, secret or killed. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../src/io/database/place/free-port.ts";
import { ACTIONS_BOT } from "../support/github-fake.ts";
import { startPostgres } from "../support/postgres.ts";
import { LITTLE, SLOWER, WorkflowStage } from "../support/workflow-stage.ts";

const stage = new WorkflowStage();

describe("the step", () => {
  it("asks GitHub nothing on a fork's pull request, and writes the summary", async () => {
    const event = stage.consumer.openPullRequest("from-a-fork", LITTLE, "eve/db");
    const { succeeded, log } = await stage.run("outputs.yml", event);
    expect(succeeded, log).toBe(true);
    expect(stage.github.calls).toEqual([]);
    expect(log).toMatch(/comment: skipped, pull requests from forks get a token that cannot write/);
    expect(log).toMatch(/Summary - (?:> \[!\w+\]|## ✅ Plumbline: )/);
  });

  it("says which permission is missing where, and goes by the verdict all the same", async () => {
    stage.github.identities.set("job-token", { ...ACTIONS_BOT, permissions: [] });
    const { succeeded, log } = await stage.run(
      "outputs.yml",
      stage.consumer.openPullRequest("no-rights", LITTLE),
    );
    expect(succeeded, log).toBe(true);
    expect(log).toContain("the token lacks the permission `pull-requests: write`");
    expect(log).not.toContain("there will be no comment"); // What may be written nobody can ask.
    expect(log).toContain("the token has neither `checks: write` nor `statuses: write`");
    expect(stage.github.comments).toEqual([]);
  });

  it("keeps verdict, summary and documents where GitHub cannot be reached", async () => {
    const event = stage.consumer.openPullRequest("no-github", LITTLE);
    await stage.github.close();
    const { succeeded, log } = await stage.run("outputs.yml", event);
    expect(succeeded, log).toBe(true);
    expect(log).toMatch(/posting the comment failed: GitHub could not be reached: .*ECONNREFUSED/);
    expect(log).toMatch(/Summary - (?:> \[!\w+\]|## ✅ Plumbline: )/);
    expect(log).toContain("written: plumbline-out/report.json\n");
  });

  it("says where the config file is wrong, in the log and the summary, before anything is started", async () => {
    const broken = { "plumbline.yml": "suite: oltp\ndatabase:\n  deploi:\n    local: {}\nworkloads: []\n" };
    const event = stage.consumer.openPullRequest("misspelt", broken);
    const { succeeded, log } = await stage.run("outputs.yml", event);
    expect(succeeded).toBe(false);
    expect(log).toContain("Plumbline has no result");
    expect(log).toMatch(/plumbline\.yml:3:3.*deploi/);
    expect(stage.github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^<!-- plumbline:oltp -->\n### Plumbline: no result for [\s\S]*deploi/),
    ]);
    expect(stage.github.checkRuns).toMatchObject([{ conclusion: "failure" }]);
  });

  it("leaves no server and no folder where it is killed in the middle", async () => {
    const event = stage.consumer.openPullRequest("killed", SLOWER);
    let killed = false;
    const { succeeded, log } = await stage.run("outputs.yml", event, {
      onLog(text) {
        if (killed || !text.includes("::group::measuring")) return;
        killed = true;
        stage.runner.killStep();
      },
    });
    expect(killed, log).toBe(true);
    expect(succeeded).toBe(false);
    expect(log).toContain("Success - Post plumbline/plumbline@"); // afterEach looks for what is left.
    expect(stage.github.checkRuns).toMatchObject([{ status: "completed", conclusion: "cancelled" }]);
  });
});

it("a run against a database with a password shows it in no log, document, summary or check", async () => {
  const password = "hunter2 %/@'";
  const postgres = await startPostgres({ password });
  try {
    const [database, store] = [
      await postgres.createDatabase("staging"),
      await postgres.createDatabase("kept"),
    ];
    const event = stage.consumer.openPullRequest("staging", {
      "plumbline.yml": LITTLE["plumbline.yml"].replace(
        "local: {}",
        `url: "${database.replace(/:[^:@]*@/, "@")}"`,
      ),
    });
    const { succeeded, log } = await stage.run("url-target.yml", event, {
      trigger: "workflow_dispatch",
      secrets: { STAGING_PASSWORD: password, PLUMBLINE_STORE: store },
    });
    expect(succeeded, log).toBe(true);
    const artifact = path.join(stage.runner.artifacts, "plumbline/plumbline-out");
    const documents = readdirSync(artifact);
    expect(documents).toEqual(
      expect.arrayContaining(["comment.md", "report.html", "report.json", "run.json"]),
    );
    const seen = [
      log,
      JSON.stringify([stage.github.checkRuns]),
      ...documents.map((name) => readFileSync(path.join(artifact, name), "utf8")),
    ];
    for (const form of [password, encodeURIComponent(password), "hunter2"]) {
      for (const text of seen) expect(text).not.toContain(form);
    }
  } finally {
    await postgres.stop();
  }
});

it("a matrix of shards brings one load, and its last job judges it", async () => {
  const password = "hunter2";
  const postgres = await startPostgres({ password });
  try {
    const [before, after] = [await postgres.createDatabase("before"), await postgres.createDatabase("after")];
    const without = (url: string) => url.replace(/:[^:@]*@/, "@");
    const event = stage.consumer.openPullRequest("matrix", {
      "bench/load.yml": LITTLE["plumbline.yml"]
        .replace(
          "deploy: { local: {} }",
          `deploy: { url: "${without(after)}" }, base: { url: "${without(before)}" }`,
        )
        .replace("threads: 1", "threads: 3"),
    });
    const { succeeded, log } = await stage.run("matrix.yml", event, {
      trigger: "workflow_dispatch",
      vars: { PLUMBLINE_COORDINATOR: `127.0.0.1:${await freePort()}` },
      secrets: { DATABASE_PASSWORD: password, PLUMBLINE_SHARD_TOKEN: "a token of the repository" },
    });
    const folder = path.join(stage.runner.artifacts, "plumbline/plumbline-out");
    const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
    const documents = readdirSync(folder);
    const run = read("run.json");
    if (documents.includes("run-base.json")) {
      expect(run.shards.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
      expect(succeeded, log).toBe(!["regressed", "inconclusive"].includes(read("report.json").verdict));
    } else {
      // On a busy machine shards begin too far from each other: that is no measurement, and nobody takes it for one.
      expect(run.inconclusive, log).toEqual([
        expect.objectContaining({ code: "shard-late" }),
        ...run.inconclusive.slice(1),
      ]);
      expect(log).toContain("nothing can be judged: ");
      expect(succeeded).toBe(false);
    }
    const texts = [log, ...documents.map((name) => readFileSync(path.join(folder, name), "utf8"))];
    for (const text of texts) expect(text).not.toMatch(/hunter2|a token of/);
  } finally {
    await postgres.stop();
  }
});
