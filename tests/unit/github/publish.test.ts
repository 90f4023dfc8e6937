/** Publishing against GitHub's API over real HTTP, where everything that can go wrong does. */
import { describe, test } from "vitest";
import { createClient, type Limits } from "../../../src/github/client.ts";
import type { GithubContext } from "../../../src/github/context.ts";
import { announce, type Publishable, publish } from "../../../src/github/publish.ts";
import type { CommentMode } from "../../../src/github/sticky-comment.ts";
import { ACTIONS_BOT, GithubFake, type Identity } from "../../support/github-fake.ts";

const MARKER = "<!-- plumbline:oltp -->";
const HEAD = "b".repeat(40);

const REPORT: Publishable = {
  name: "oltp",
  marker: MARKER,
  comment: `${MARKER}\n### Plumbline: 1 regression in 3 workloads`,
  changed: true,
  check: {
    conclusion: "failure",
    title: "1 regression in 3 workloads",
    summary: "| workload | metric |",
    text: "all metrics",
    annotations: [],
  },
};

const ANNOTATION = {
  path: "bench/plumbline.yml",
  line: 7,
  level: "failure",
  title: "checkout p99 regressed",
  message: "12.1 ms → 15.0 ms",
} as const;

const ANNOTATED = { ...REPORT.check, annotations: [ANNOTATION] };

const SECONDARY_LIMIT =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

/** Octokit leaves a second or three between writes. */

type Asked = Partial<{
  report: Partial<Publishable>;
  mode: CommentMode;
  scope: "job" | "run";
  context: Partial<GithubContext>;
  token: string;
  timeoutMs: number;
  limits: Limits;
}>;

/** A pull request on a GitHub of its own, so that the tests can run at the same time: politeness makes them wait. */
class Stage {
  readonly said: string[] = [];
  readonly fake: GithubFake;

  private constructor(fake: GithubFake) {
    this.fake = fake;
  }

  static async open(): Promise<Stage> {
    return new Stage(await GithubFake.start());
  }

  /** A second of waiting lasts 10 ms here. */
  publish(asked: Asked = {}) {
    const { client, context } = this.#at(asked);
    return publish(client, context, { ...REPORT, ...asked.report }, asked.mode ?? "always", asked.scope);
  }

  announce(asked: Asked = {}) {
    const { client, context } = this.#at(asked);
    return announce(client, context, { ...REPORT, ...asked.report });
  }

  #at(asked: Asked) {
    const client = createClient({
      token: asked.token ?? "job-token",
      apiUrl: this.fake.url,
      say: (text) => this.said.push(text),
      // Limits are counted in short seconds, too; only where a test is about them do they come near.
      limits: asked.limits ?? { seconds: 3000, politeSeconds: 120 },
      pace: { timeoutMs: asked.timeoutMs ?? 10_000, secondMs: 10 },
    });
    const context: GithubContext = {
      event: "pull_request",
      repository: { owner: "acme", name: "db" },
      apiUrl: this.fake.url,
      runUrl: "https://github.example/acme/db/actions/runs/77",
      attempt: 1,
      headSha: HEAD,
      headBranch: "faster",
      baseBranch: "main",
      baseSha: "a".repeat(40),
      pullRequest: { number: 7, fork: false },
      readOnlyToken: false,
      ...asked.context,
    };
    return { client, context };
  }

  actAs(identity: Partial<Identity>): void {
    this.fake.identities.set("job-token", { ...ACTIONS_BOT, ...identity });
  }

  ownComments() {
    return this.fake.comments.filter(
      ({ body, user }) => body.includes(MARKER) && user.login === ACTIONS_BOT.login,
    );
  }
}

const it = test.extend<{ stage: Stage }>({
  stage: async ({ task: _task }, use) => {
    const stage = await Stage.open();
    await use(stage);
    await stage.fake.close();
    if (stage.fake.violations.length > 0) throw new Error(stage.fake.violations.join("\n"));
  },
});

describe.concurrent("the comment", () => {
  it("is created where there is none, and nobody asks for a name", async ({ stage, expect }) => {
    const { comment } = await stage.publish();
    expect(comment).toEqual({ kind: "created", url: stage.fake.comments[0]?.["html_url"] });
    expect(stage.fake.comments[0]?.body).toBe(REPORT.comment);
    expect(stage.fake.calls).toEqual([
      "pulls/get",
      "issues/list-comments",
      "issues/create-comment",
      "checks/list-for-ref",
      "checks/create",
    ]);
  });

  it("is left alone where it only quotes the marker, whoever wrote it", async ({ stage, expect }) => {
    const quoting = [
      `A weekly digest:\n> ${MARKER}\n> ### Plumbline: 2 regressions`,
      `What it said, in full:\n\n${MARKER}\n### Plumbline: 2 regressions`,
      `${MARKER}-not the marker's line`,
    ].map((body) => stage.fake.seedComment(ACTIONS_BOT.login, body));
    const own = stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\r\n### Plumbline: unchanged`);
    const foreign = stage.fake.seedComment(
      ACTIONS_BOT.login,
      `${MARKER}\nanother workflow's, of the same bot`,
    );
    const before = quoting.map(({ body }) => body);

    await stage.publish();

    expect(own.body).toBe(REPORT.comment);
    expect(quoting.map(({ body }) => body)).toEqual(before);
    expect(stage.fake.comments).toEqual([...quoting, own, foreign]);
  });

  it("is found on the last of many pages, by author and marker, and updated in place", async ({
    stage,
    expect,
  }) => {
    for (let i = 0; i < 120; i++) stage.fake.seedComment("ada", `thought ${i}`);
    stage.fake.seedComment("eve", `${MARKER}\n### Plumbline: mine, not yours`);
    stage.fake.seedComment("other-app[bot]", `${MARKER}\n### Plumbline: another app's`);
    for (let i = 0; i < 130; i++) stage.fake.seedComment("ada", `second thought ${i}`);
    const own = stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: of the last run`);

    const { comment } = await stage.publish();

    expect(comment).toEqual({ kind: "updated", url: own["html_url"] });
    expect(own.body).toBe(REPORT.comment);
    expect(stage.fake.comments).toHaveLength(253);
    const others = stage.fake.comments.filter(({ user }) => ["eve", "other-app[bot]"].includes(user.login));
    expect(others.map(({ body }) => body)).toEqual([
      `${MARKER}\n### Plumbline: mine, not yours`,
      `${MARKER}\n### Plumbline: another app's`,
    ]);
    expect(stage.fake.calls.filter((call) => call === "issues/list-comments")).toHaveLength(3);
  });

  it("stays as it is where it says the same already", async ({ stage, expect }) => {
    stage.fake.seedComment(ACTIONS_BOT.login, `${REPORT.comment.replace("\n", "\r\n")}  \n`);
    expect((await stage.publish()).comment.kind).toBe("unchanged");
    expect(stage.fake.calls).not.toContain("issues/update-comment");
  });

  it("absorbs the duplicates that a crash left", async ({ stage, expect }) => {
    const first = stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: one`);
    stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: two`);
    stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: three`);
    expect((await stage.publish()).comment.kind).toBe("updated");
    expect(stage.fake.comments).toEqual([first]);
  });

  it("tells of the newest head: a late job of an older one leaves it alone", async ({ stage, expect }) => {
    const pull = { number: 7, state: "open", headRepository: "acme/db", headBranch: "faster" } as const;
    stage.fake.pullRequests.push({
      ...pull,
      headSha: "c".repeat(40),
      baseBranch: "main",
      baseSha: "a".repeat(40),
    });
    const newer = stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: of the newest head`);
    const { comment, check } = await stage.publish();
    expect(comment).toEqual({
      kind: "skipped",
      why: "the pull request has a newer head, whose own run will report",
    });
    expect(newer.body).toContain("of the newest head");
    expect(check.kind).toBe("created"); // Of its own commit.
  });

  it("gathers the jobs of a run where that is asked for, also of those that end at once", async ({
    stage,
    expect,
  }) => {
    const reportOf = (job: number) => ({
      name: `oltp (${job})`,
      marker: `<!-- plumbline:oltp:${job} -->`,
      check: {
        ...REPORT.check,
        conclusion: job === 3 ? ("failure" as const) : ("success" as const),
        title: `result of ${job}`,
        summary: `summary of ${job}`,
      },
    });
    await Promise.all([1, 2, 3, 4].map((job) => stage.publish({ scope: "run", report: reportOf(job) })));
    await stage.announce({ report: { name: "oltp (5)", marker: "<!-- plumbline:oltp:5 -->" } });
    expect(stage.fake.comments).toHaveLength(1);
    const [{ body } = { body: "" }] = stage.fake.comments;
    expect(body).toMatch(/^<!-- plumbline-jobs -->\n### Plumbline: 1 of 4 measurements to look at$/m);
    for (const job of [1, 2, 3, 4]) expect(body).toContain(`result of ${job}`);
    expect(body).toContain("summary of 3");
    expect(body).not.toContain("summary of 1");
    await stage.publish({ scope: "run", report: reportOf(1) });
    expect(stage.fake.comments[0]?.body).toContain("1 of 5 measurements to look at, 1 still measuring");
  });

  it("is each job's own where check runs are not permitted, though gathered was asked for", async ({
    stage,
    expect,
  }) => {
    stage.actAs({ permissions: ["pull-requests", "statuses"] });
    await stage.publish({ scope: "run" });
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("is one for each job of a matrix, and so is the check", async ({ stage, expect }) => {
    for (const job of ["16", "17"]) {
      const marker = `<!-- plumbline:oltp:${job} -->`;
      const comment = `${marker}\n### Plumbline: unchanged`;
      await stage.publish({ report: { name: `oltp (${job})`, marker, comment } });
    }
    await stage.publish();
    expect(stage.fake.comments).toHaveLength(3);
    expect(stage.fake.checkRuns.map((run) => run["name"])).toEqual([
      "Plumbline: oltp (16)",
      "Plumbline: oltp (17)",
      "Plumbline: oltp",
    ]);
  });

  it("is one for each suite", async ({ stage, expect }) => {
    stage.fake.seedComment(ACTIONS_BOT.login, "<!-- plumbline:tpcc -->\nthe other suite's");
    expect((await stage.publish()).comment.kind).toBe("created");
    expect(stage.fake.comments).toHaveLength(2);
  });

  it("belongs to an app that has a token of its own", async ({ stage, expect }) => {
    stage.actAs({ login: "bench-app[bot]" });
    stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\nfrom before the app`);
    const own = stage.fake.seedComment("bench-app[bot]", `${MARKER}\n### Plumbline: of the last run`);
    expect((await stage.publish()).comment).toEqual({ kind: "updated", url: own["html_url"] });
  });

  it("belongs to a person whose token it is", async ({ stage, expect }) => {
    stage.fake.identities.set("ada-token", {
      login: "ada",
      type: "user",
      permissions: ["pull-requests", "checks"],
    });
    const own = stage.fake.seedComment("ada", `${MARKER}\n### Plumbline: of the last run`);
    expect((await stage.publish({ token: "ada-token" })).comment).toEqual({
      kind: "updated",
      url: own["html_url"],
    });
  });

  it("is written anew where somebody deletes it at the same moment", async ({ stage, expect }) => {
    stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: of the last run`);
    stage.fake.meanwhile = (operation) => {
      if (operation === "issues/update-comment") stage.fake.comments.length = 0;
    };
    expect((await stage.publish()).comment.kind).toBe("created");
    expect(stage.ownComments()).toHaveLength(1);
  });
});

describe.concurrent("comment modes", () => {
  it("never: asks nothing about comments", async ({ stage, expect }) => {
    expect((await stage.publish({ mode: "never" })).comment).toEqual({
      kind: "skipped",
      why: "`comment` is `never`",
    });
    expect(stage.fake.calls).toEqual(["checks/list-for-ref", "checks/create"]);
  });

  it("on-change: keeps quiet until something changes, then stays current", async ({ stage, expect }) => {
    const quiet = { mode: "on-change", report: { changed: false, comment: `${MARKER}\nnothing` } } as const;
    expect((await stage.publish(quiet)).comment.kind).toBe("skipped");
    expect(stage.fake.comments).toHaveLength(0);

    expect((await stage.publish({ mode: "on-change" })).comment.kind).toBe("created");
    expect((await stage.publish(quiet)).comment.kind).toBe("updated");
    expect(stage.fake.comments.map(({ body }) => body)).toEqual([`${MARKER}\nnothing`]);
  });

  it("has no place without a pull request", async ({ stage, expect }) => {
    const { comment, check } = await stage.publish({ context: { event: "push", pullRequest: null } });
    expect(comment).toEqual({ kind: "skipped", why: "this run belongs to no pull request" });
    expect(check.kind).toBe("created");
  });
});

describe.concurrent("when GitHub has a bad day", () => {
  it("reads again after 502", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/list-comments",
      times: 2,
      answer: { status: 502, message: "Bad Gateway" },
    });
    expect((await stage.publish()).comment.kind).toBe("created");
  });

  it("updates again after 503", async ({ stage, expect }) => {
    stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: of the last run`);
    stage.fake.break({
      operation: "issues/update-comment",
      times: 1,
      answer: { status: 503, message: "Unavailable" },
    });
    expect((await stage.publish()).comment.kind).toBe("updated");
  });

  it("writes no second comment where the first was written and its answer lost", async ({
    stage,
    expect,
  }) => {
    const badGateway = { status: 502, message: "Bad Gateway" };
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: badGateway, afterEffect: true });
    expect((await stage.publish()).comment.kind).toBe("unchanged");
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("writes no second comment where the answer to the first never comes", async ({ stage, expect }) => {
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: "hang", afterEffect: true });
    expect((await stage.publish({ timeoutMs: 500 })).comment.kind).toBe("unchanged");
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("waits as long as a secondary rate limit asks, and says so", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/create-comment",
      times: 1,
      answer: { status: 403, message: SECONDARY_LIMIT, headers: { "retry-after": "5" } },
    });
    expect((await stage.publish()).comment.kind).toBe("created");
    expect(stage.said).toEqual(["GitHub's rate limit is reached: trying again in 5 s"]);
  });

  it("does not wait an hour", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/list-comments",
      times: 1,
      answer: { status: 429, message: SECONDARY_LIMIT, headers: { "retry-after": "3600" } },
    });
    const { comment } = await stage.publish();
    expect(comment).toMatchObject({ kind: "failed", why: expect.stringContaining("secondary rate limit") });
    expect(stage.said).toEqual(["GitHub's rate limit is reached: not tried again, GitHub asks for 3600 s"]);
  });

  it("gives up after a bounded number of tries, and nothing measured is lost", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/list-comments",
      times: 99,
      answer: { status: 502, message: "Bad Gateway" },
    });
    const { comment, check } = await stage.publish();
    expect(comment).toEqual({
      kind: "failed",
      why: "posting the comment failed: GitHub answered 502: Bad Gateway",
      remedy:
        "try again later. The report is in the job summary and the output folder; `plumbline publish` posts it later",
      unreachable: false,
    });
    expect(stage.fake.calls.filter((call) => call === "issues/list-comments")).toHaveLength(4);
    expect(check.kind).toBe("created");
  });

  it("gives up on a host that takes connections and never answers, within the limit", async ({
    stage,
    expect,
  }) => {
    stage.fake.break({ operation: "issues/list-comments", times: 99, answer: "hang" });
    const { comment, check } = await stage.publish({
      timeoutMs: 200,
      limits: { seconds: 50, politeSeconds: 0 },
    });
    expect(check).toBe(comment);
    expect(comment).toMatchObject({ why: expect.stringContaining("it took too long to answer") });
    expect(stage.fake.calls.length).toBeLessThanOrEqual(3);
  });

  it("takes an answer that stops halfway for none", async ({ stage, expect }) => {
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: "stall", afterEffect: true });
    expect((await stage.publish({ timeoutMs: 500 })).comment.kind).toBe("unchanged");
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("adds up the pauses that GitHub asks for", async ({ stage, expect }) => {
    const limited = (seconds: string) => ({
      status: 403,
      message: SECONDARY_LIMIT,
      headers: { "retry-after": seconds },
    });
    stage.fake.break({ operation: "issues/list-comments", times: 1, answer: limited("100") });
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: limited("30") });
    expect((await stage.publish()).comment).toMatchObject({ kind: "failed" });
    expect(stage.said).toEqual([
      "GitHub's rate limit is reached: trying again in 100 s",
      "GitHub's rate limit is reached: not tried again, GitHub asks for 30 s",
    ]);
  });

  it("names a host that does not answer, and asks it no more", async ({ stage, expect }) => {
    await stage.fake.close();
    const { comment, check } = await stage.publish();
    expect(check).toBe(comment);
    expect(comment).toMatchObject({
      kind: "failed",
      why: expect.stringMatching(/^posting the comment failed: GitHub could not be reached: .*ECONNREFUSED/),
      remedy: expect.stringContaining("network and proxy"),
    });
  });
});

describe.concurrent("permissions", () => {
  it("names the missing permission with the lines to add", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["checks"] });
    expect((await stage.publish()).comment).toEqual({
      kind: "failed",
      why: "posting the comment failed: the token lacks the permission `pull-requests: write`",
      remedy:
        "add to the job in your workflow:\n    permissions:\n      contents: read\n      pull-requests: write",
      unreachable: false,
    });
  });

  it("says that the token is not valid", async ({ stage, expect }) => {
    const { comment } = await stage.publish({ token: "expired" });
    expect(comment).toMatchObject({
      kind: "failed",
      why: expect.stringContaining("does not accept the token"),
    });
  });

  it("never repeats the token", async ({ stage, expect }) => {
    const results = [await stage.publish({ token: "ghs_verysecret" }), stage.said];
    expect(JSON.stringify(results)).not.toContain("verysecret");
  });

  it("asks GitHub nothing on a fork's pull request, whose token cannot write", async ({ stage, expect }) => {
    const { comment, check } = await stage.publish({
      context: { readOnlyToken: true, pullRequest: { number: 7, fork: true } },
    });
    expect(comment).toMatchObject({ kind: "skipped", why: expect.stringContaining("forks") });
    expect(check.kind).toBe("skipped");
    expect(stage.fake.calls).toEqual([]);
  });
});

describe.concurrent("the check run", () => {
  it("stands at the pull request's head with conclusion and summary", async ({ stage, expect }) => {
    await stage.publish();
    expect(stage.fake.checkRuns).toEqual([
      expect.objectContaining({
        head_sha: HEAD,
        name: "Plumbline: oltp",
        status: "completed",
        conclusion: "failure",
        details_url: "https://github.example/acme/db/actions/runs/77",
        output: expect.objectContaining({ title: "1 regression in 3 workloads", text: "all metrics" }),
      }),
    ]);
  });

  it("is replaced in place by a re-run, and is another one for another suite or commit", async ({
    stage,
    expect,
  }) => {
    await stage.publish();
    const again = await stage.publish({ report: { check: { ...REPORT.check, conclusion: "success" } } });
    expect(again.check.kind).toBe("updated");
    expect(stage.fake.checkRuns.map((run) => run["conclusion"])).toEqual(["success"]);

    await stage.publish({ report: { name: "tpcc", marker: "<!-- plumbline:tpcc -->" } });
    await stage.publish({ context: { headSha: "c".repeat(40) } });
    expect(stage.fake.checkRuns).toHaveLength(3);
  });

  it("leaves alone what another tool wrote under the same name", async ({ stage, expect }) => {
    await stage.publish();
    stage.fake.checkRuns[0]!["external_id"] = "somebody-else's";
    expect((await stage.publish()).check.kind).toBe("created");
  });

  it.for([{ status: 502, message: "Bad Gateway" }, "hang"] as const)(
    "is not written twice where it was written and its answer lost: %j",
    async (answer, { stage, expect }) => {
      stage.fake.break({ operation: "checks/create", times: 1, answer, afterEffect: true });
      const { check } = await stage.publish({ mode: "never", timeoutMs: 500 });
      expect(check.kind).toBe("updated");
      expect(stage.fake.checkRuns).toHaveLength(1);
    },
  );

  it("annotates the config file", async ({ stage, expect }) => {
    await stage.publish({ report: { check: ANNOTATED } });
    expect(stage.fake.checkRuns).toEqual([
      expect.objectContaining({
        output: expect.objectContaining({
          annotations: [
            {
              path: "bench/plumbline.yml",
              start_line: 7,
              end_line: 7,
              annotation_level: "failure",
              title: "checkout p99 regressed",
              message: "12.1 ms → 15.0 ms",
            },
          ],
        }),
      }),
    ]);
  });

  it("with annotations is kept current in place all the same: no red one stays beside a green one", async ({
    stage,
    expect,
  }) => {
    await stage.publish({ report: { check: ANNOTATED } });
    const green = { ...REPORT.check, conclusion: "success" } as const;
    expect((await stage.publish({ report: { check: green } })).check.kind).toBe("updated");
    expect(stage.fake.checkRuns.map((run) => run["conclusion"])).toEqual(["success"]);
  });

  it("gets its annotations once: with the first report that has any", async ({ stage, expect }) => {
    for (const check of [REPORT.check, ANNOTATED, ANNOTATED]) await stage.publish({ report: { check } });
    expect(stage.fake.checkRuns).toEqual([
      expect.objectContaining({ output: expect.objectContaining({ annotations_count: 1 }) }),
    ]);
  });

  it.for([
    ["checks/create", ANNOTATED],
    ["checks/update", REPORT.check],
  ] as const)(
    "has each annotation once where the answer to %s is lost",
    async ([operation, first], { stage, expect }) => {
      const answer = { status: 502, message: "Bad Gateway" };
      stage.fake.break({ operation, times: 1, answer, afterEffect: true });
      for (const check of [first, ANNOTATED]) await stage.publish({ report: { check } });
      expect(stage.fake.checkRuns).toEqual([
        expect.objectContaining({ output: expect.objectContaining({ annotations_count: 1 }) }),
      ]);
    },
  );

  it("has a name of one line, whatever the suite is called", async ({ stage, expect }) => {
    await stage.publish({ mode: "never", report: { name: `a\nb\u202e${"x".repeat(300)}` } });
    expect(stage.fake.checkRuns[0]?.["name"]).toBe(`Plumbline: a b${"x".repeat(166)}…`);
  });

  it("is in progress from the start, and the same one in the end", async ({ stage, expect }) => {
    const begun = await stage.announce();
    expect(stage.fake.checkRuns).toMatchObject([
      { status: "in_progress", conclusion: null, output: { title: "measuring" } },
    ]);
    await stage.publish({ report: { check: ANNOTATED } });
    expect(stage.fake.checkRuns).toMatchObject([
      { status: "completed", conclusion: "failure", output: { annotations_count: 1 } },
    ]);
    expect(begun).toMatchObject({ conclusion: null, externalId: MARKER });
  });

  it("is pending as a commit status while it is measured or waits for somebody", async ({
    stage,
    expect,
  }) => {
    stage.actAs({ permissions: ["pull-requests", "statuses"] });
    await stage.announce();
    await stage.publish({ report: { check: { ...REPORT.check, conclusion: "action_required" } } });
    expect(stage.fake.statuses.map(({ state }) => state)).toEqual(["pending", "pending"]);
  });

  it("is not announced where the token may not, or nobody answers", async ({ stage, expect }) => {
    expect(await stage.announce({ context: { readOnlyToken: true } })).toBeNull();
    stage.actAs({ permissions: ["pull-requests"] });
    expect(await stage.announce()).toBeNull();
  });

  it("becomes a commit status where checks are not permitted", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["pull-requests", "statuses"] });
    const { check } = await stage.publish({ report: { check: { ...REPORT.check, title: "x".repeat(200) } } });
    expect(check).toEqual({ kind: "status", url: "https://github.example/acme/db/actions/runs/77" });
    expect(stage.fake.statuses).toEqual([
      expect.objectContaining({
        sha: HEAD,
        context: "Plumbline: oltp",
        state: "failure",
        description: `${"x".repeat(139)}…`,
      }),
    ]);
  });

  it("blocks nothing as a status where the report is undecided", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["statuses"] });
    await stage.publish({ report: { check: { ...REPORT.check, conclusion: "neutral" } } });
    expect(stage.fake.statuses).toEqual([expect.objectContaining({ state: "success" })]);
  });

  it("is not missed where neither is permitted", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["pull-requests"] });
    expect((await stage.publish()).check).toEqual({
      kind: "skipped",
      why: "the token has neither `checks: write` nor `statuses: write`",
    });
  });

  it("fails with a reason where GitHub finds it not valid, and the comment stands", async ({
    stage,
    expect,
  }) => {
    const refused = { status: 422, message: "No commit found for SHA" };
    stage.fake.break({ operation: "checks/create", times: 1, answer: refused });
    const { comment, check } = await stage.publish();
    expect(comment.kind).toBe("created");
    expect(check).toMatchObject({ kind: "failed", why: expect.stringContaining("No commit found") });
  });
});
