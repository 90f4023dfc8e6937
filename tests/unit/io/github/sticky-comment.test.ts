/** The comment of a pull request, against GitHub's API over real HTTP. */
import { describe } from "vitest";
import { ACTIONS_BOT } from "../../../support/github-fake.ts";
import { it, MARKER, REPORT } from "../../../support/publishing-stage.ts";

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

  it.for(["> [!CAUTION]\n> ### Plumbline: checkout is slower", "### ✅ Plumbline: nothing is slower"])(
    "is found below its marker by what it begins with: %s",
    async (top, { stage, expect }) => {
      const own = stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n${top}`);
      await stage.publish();
      expect(own.body).toBe(REPORT.comment);
      expect(stage.fake.comments).toEqual([own]);
    },
  );

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
