/** The check run, and the commit status in its place, against GitHub's API over real HTTP. */
import { describe } from "vitest";
import { EXTERNAL_ID_MOST } from "../../../../src/io/github/external-id.ts";
import { publishSubject } from "../../../../src/io/github/publishable.ts";
import { ofDependabot } from "../../../support/github-fake.ts";
import { HEAD, it, MARKER, REPORT } from "../../../support/publishing-stage.ts";

const ANNOTATION = {
  path: "bench/plumbline.yml",
  line: 7,
  level: "failure",
  title: "checkout p99 regressed",
  message: "12.1 ms → 15.0 ms",
} as const;

const ANNOTATED = { ...REPORT.check, annotations: [ANNOTATION] };

describe.concurrent("the check run", () => {
  it("stands at the pull request's head with conclusion and summary", async ({ stage, expect }) => {
    await stage.publish();
    expect(stage.fake.checkRuns).toEqual([
      expect.objectContaining({
        head_sha: HEAD,
        name: "Plumbline: oltp",
        status: "completed",
        conclusion: "failure",
        external_id: `${MARKER} run=77`,
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

  it("leads to its workflow run by its summary, for GitHub lets a workflow's token set no address", async ({
    stage,
    expect,
  }) => {
    await stage.announce();
    const [run] = stage.fake.checkRuns;
    expect(run?.["details_url"]).toBe(run?.["html_url"]);
    const linked = {
      summary: expect.stringContaining("[Workflow run](https://github.example/acme/db/actions/runs/77)"),
    };
    expect(stage.fake.checkRuns).toMatchObject([{ status: "in_progress", output: linked }]);
    await stage.publish();
    expect(stage.fake.checkRuns).toMatchObject([{ status: "completed", output: linked }]);
  });

  it("is found again by a short id, whatever the names and however long", async ({ stage, expect }) => {
    const subject = publishSubject("負荷試験".repeat(50), "ジョブ".repeat(26));
    await stage.publish({ report: { ...subject, check: { ...REPORT.check, claim: "success" } } });
    const [run] = stage.fake.checkRuns;
    expect(String(run?.["external_id"]).length).toBeLessThan(EXTERNAL_ID_MOST - 40);
    expect((await stage.publish({ report: subject })).check.kind).toBe("updated");
    const other = publishSubject("負荷試験".repeat(50), "ジョブ".repeat(25));
    expect((await stage.publish({ report: other })).check.kind).toBe("created");
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
      const { check } = await stage.publish({ mode: "never", timeoutMs: answer === "hang" ? 5_000 : 60_000 });
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
    expect(stage.fake.checkRuns[0]?.["name"]).toMatch(/^Plumbline: a bx{157}… [0-9a-f]{8}$/);
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
    expect(begun).toMatchObject({ conclusion: null, marker: MARKER });
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

  it("becomes a commit status for a classic personal token, which may write no check run", async ({
    stage,
    expect,
  }) => {
    const ada = { login: "ada", type: "user", scopes: "repo" } as const;
    stage.actAs({ ...ada, permissions: ["pull-requests", "checks", "statuses"] });
    expect((await stage.publish()).check.kind).toBe("status");
    expect(stage.fake.statuses).toMatchObject([{ context: "Plumbline: oltp", state: "failure" }]);
    expect(stage.fake.checkRuns).toEqual([]);
  });

  it("is written for Dependabot's pull request where the job's permissions say so, and is not missed elsewhere", async ({
    stage,
    expect,
  }) => {
    stage.actAs(ofDependabot());
    expect((await stage.publish()).check.kind).toBe("skipped");
    stage.actAs(ofDependabot(["pull-requests", "checks"]));
    expect(await stage.publish()).toMatchObject({ comment: { kind: "created" }, check: { kind: "created" } });
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
