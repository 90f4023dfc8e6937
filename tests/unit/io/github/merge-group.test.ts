/** Whose a merge queue's group is, asked of GitHub over real HTTP. */
import { createClient } from "../../../../src/io/github/client.ts";
import { readContext } from "../../../../src/io/github/context.ts";
import { pullRequestsOf } from "../../../../src/io/github/merge-group.ts";
import type { GithubFake } from "../../../support/github-fake.ts";
import { githubTest } from "../../../support/github-stage.ts";

const [BASE, FIRST, SECOND] = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string];

const it = githubTest.extend<{ fake: GithubFake }>({
  fake: async ({ fake }, use) => {
    for (const number of [7, 8]) {
      const side = { headRepository: "acme/db", headBranch: `b${number}`, baseBranch: "main", baseSha: BASE };
      fake.pullRequests.push({ number, state: "open", ...side, headSha: String(number).repeat(40) });
    }
    fake.commits.set(FIRST, [BASE]);
    fake.commits.set(SECOND, [FIRST]);
    await use(fake);
  },
});

function ask(fake: GithubFake, head: string, base: string, ref = `pr-8-${base}`) {
  const payload = {
    merge_group: {
      head_sha: head,
      base_sha: base,
      base_ref: "refs/heads/main",
      head_ref: `refs/heads/gh-readonly-queue/main/${ref}`,
    },
  };
  const env = { GITHUB_EVENT_NAME: "merge_group", GITHUB_REPOSITORY: "acme/db", GITHUB_RUN_ID: "7" };
  const client = createClient({
    token: "job-token",
    apiUrl: fake.url,
    say: () => undefined,
    // Minutes, in seconds that are short: a machine may be slow, and here nothing hangs.
    limits: { seconds: 60_000, politeSeconds: 120 },
    pace: { timeoutMs: 300_000, secondMs: 10 },
  });
  return pullRequestsOf(client, readContext(env, payload), payload);
}

it("one commit on the base is the pull request that the branch is named for", async ({ fake, expect }) => {
  expect(await ask(fake, SECOND, FIRST)).toEqual({
    kind: "known",
    merging: [{ number: 8, head: "8".repeat(40) }],
  });
  expect(fake.calls).not.toContain("graphql");
});

const entry = (head: string, base: string, number: number | null) => ({
  headCommit: { oid: head },
  baseCommit: { oid: base },
  pullRequest: number === null ? null : { number },
});

it("several are told by the queue, from the head back to the base", async ({ fake, expect }) => {
  fake.mergeQueue = [entry(FIRST, BASE, 7), entry(SECOND, FIRST, 8), entry("d".repeat(40), SECOND, 9)];
  const merging = [
    { number: 8, head: "8".repeat(40) },
    { number: 7, head: "7".repeat(40) },
  ];
  expect(await ask(fake, SECOND, BASE)).toEqual({ kind: "known", merging });
});

it.for([
  ["there is no queue", null],
  ["the group is not in it", [entry(FIRST, BASE, 7)]],
  ["an entry between is missing", [entry(SECOND, FIRST, 8)]],
  ["an entry has no pull request", [entry(FIRST, BASE, null), entry(SECOND, FIRST, 8)]],
  ["entries go in a circle", [entry(FIRST, SECOND, 7), entry(SECOND, FIRST, 8)]],
] as const)("nobody's is certain where %s", async ([, entries], { fake, expect }) => {
  fake.mergeQueue = entries;
  expect(await ask(fake, SECOND, BASE)).toMatchObject({ kind: "unknown" });
});

it("a branch that is not the queue's says nothing", async ({ fake, expect }) => {
  expect(await ask(fake, SECOND, FIRST, "faster")).toMatchObject({ kind: "unknown" });
});
