import { describe } from "vitest";
import { foreseeTrouble } from "../../../../src/io/github/access.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import type { GithubContext } from "../../../../src/io/github/context.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { githubContext, githubTest } from "../../../support/github-stage.ts";

const it = githubTest;

/** @param seconds that GitHub has, of ten milliseconds: minutes, for a busy machine, but where it is to be given up */
function foresee(fake: GithubFake, token = "job-token", more: Partial<GithubContext> = {}, seconds = 60_000) {
  const pace = { timeoutMs: 600_000, secondMs: 10 };
  const limits = { seconds, politeSeconds: 0 };
  const client = createClient({ token, apiUrl: fake.url, say: () => undefined, limits, pace });
  const context = githubContext({ apiUrl: fake.url, baseSha: null, ...more });
  return foreseeTrouble(client, context, token);
}

describe("before measuring", () => {
  it("nothing is said of a token that can read, and nothing is written to find out", async ({
    fake,
    expect,
  }) => {
    expect(await foresee(fake)).toBeNull();
    expect(fake.calls).toEqual(["issues/list-comments"]);
  });

  it("a fork's token is known without asking", async ({ fake, expect }) => {
    expect(await foresee(fake, "job-token", { readOnlyToken: true })).toMatchObject({
      why: expect.stringContaining("comes from a fork"),
      remedy: expect.stringContaining("fork-publish.yml"),
    });
    expect(fake.calls).toEqual([]);
  });

  it("a run without a pull request needs none", async ({ fake, expect }) => {
    expect(await foresee(fake, "", { pullRequest: null })).toBeNull();
  });

  it("an empty token and one that is not accepted are named", async ({ fake, expect }) => {
    expect((await foresee(fake, ""))?.why).toBe("the input github-token is empty");
    expect((await foresee(fake, "expired"))?.why).toContain("GitHub does not accept the token");
  });

  it("a token that may not even read says which permission is missing where", async ({ fake, expect }) => {
    fake.isPrivate = true;
    fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["checks"] });
    expect(await foresee(fake)).toMatchObject({
      why: "reading the pull request's comments failed: the token lacks the permission `pull-requests: write`",
      remedy: expect.stringContaining("permissions:\n      contents: read\n      pull-requests: write"),
    });
  });

  it("a personal token tells its scopes", async ({ fake, expect }) => {
    const ada = { login: "ada", type: "user", permissions: ["pull-requests"] } as const;
    for (const [scopes, lacks] of [
      ["gist, read:org", true],
      ["repo, gist", false],
      ["public_repo", false],
      ["repo:status", true],
    ] as const) {
      fake.identities.set("ada-token", { ...ada, scopes });
      expect((await foresee(fake, "ada-token")) !== null, scopes).toBe(lacks);
    }
  });

  it("a GitHub that is away costs seconds", async ({ fake, expect }) => {
    fake.break({ operation: "issues/list-comments", times: 9, answer: "hang" });
    expect((await foresee(fake, "job-token", {}, 300))?.why).toContain("could not be reached");
  });
});
