/** One issue for each change of the main branch, on GitHub's API over real HTTP. */
import { describe } from "vitest";
import { type Alert, type AlertPlace, syncAlerts } from "../../../../src/io/github/alert-issues.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { githubTest } from "../../../support/github-stage.ts";

const commit = (n: number) => String(n).padStart(40, "0");
const COMMITS = Array.from({ length: 20 }, (_, n) => commit(n));
const PLACE: AlertPlace = {
  owner: "acme",
  repo: "db",
  suite: "oltp",
  labels: [],
  assignees: [],
  commits: COMMITS,
};
const alert = (n: number, body = `worse since ${n}`): Alert => ({
  sha: commit(n),
  title: `Plumbline: since ${n}`,
  body,
});

class Stage {
  readonly fake: GithubFake;
  constructor(fake: GithubFake) {
    this.fake = fake;
    fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["issues"] });
  }

  /** @param timeoutMs minutes, for a machine may be slow; less where GitHub is to be given up */
  async sync(alerts: readonly Alert[], place: Partial<AlertPlace> = {}, timeoutMs = 300_000) {
    const client = createClient({
      token: "job-token",
      apiUrl: this.fake.url,
      say: () => undefined,
      limits: { seconds: 60_000, politeSeconds: 120 },
      pace: { timeoutMs, secondMs: 10 },
    });
    return (await syncAlerts(client, { ...PLACE, ...place }, alerts)).map(({ kind }) => kind);
  }

  get open() {
    return this.fake.issues.filter(({ state }) => state === "open").map(({ title }) => title);
  }
}

const it = githubTest.extend<{ stage: Stage }>({
  stage: ({ fake }, use) => use(new Stage(fake)),
});

describe.concurrent("the issue about a change", () => {
  it("is opened once, and stays while the change stays", async ({ stage, expect }) => {
    expect(await stage.sync([])).toEqual([]);
    expect(await stage.sync([alert(10)])).toEqual(["opened"]);
    expect(await stage.sync([alert(10)])).toEqual(["unchanged"]);
    expect(await stage.sync([alert(10, "worse still")])).toEqual(["updated"]);
    expect(stage.open).toEqual(["Plumbline: since 10"]);
    expect(stage.fake.issues[0]?.body).toContain("worse still");
  });

  it("is found behind pages of other issues, by author and marker", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    const own = stage.fake.issues.pop()!;
    const address = "https://github.example/acme/db/pull/7";
    const pull = { url: address, html_url: address, diff_url: address, patch_url: address };
    for (let i = 0; i < 120; i++) stage.fake.seedIssue(ACTIONS_BOT.login, `another workflow's issue ${i}`);
    stage.fake.seedIssue("eve", own.body);
    stage.fake.seedIssue(ACTIONS_BOT.login, own.body, { pull_request: pull });
    stage.fake.issues.push(own);
    expect(await stage.sync([alert(10)])).toEqual(["unchanged"]);
    expect(await stage.sync([])).toEqual(["closed"]);
    expect(own.state).toBe("closed");
    expect(stage.fake.issues.find(({ user }) => user.login === "eve")?.state).toBe("open");
  });

  it.for([
    { login: "our-bot[bot]", type: "installation" },
    { login: "ada", type: "user" },
  ] as const)("is its author's whose token it is: $login", async ({ login, type }, { stage, expect }) => {
    stage.fake.identities.set("job-token", { login, type, permissions: ["issues"] });
    expect(await stage.sync([alert(10)])).toEqual(["opened"]);
    const [own] = stage.fake.issues;
    const quoted = stage.fake.seedIssue(ACTIONS_BOT.login, own!.body);
    expect(await stage.sync([alert(10)])).toEqual(["unchanged"]);
    expect(await stage.sync([])).toEqual(["closed"]);
    expect([own?.state, quoted.state]).toEqual(["closed", "open"]);
  });

  it("follows a change that a new measurement moves by a commit", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    expect(await stage.sync([alert(11)])).toEqual(["updated"]);
    expect(await stage.sync([alert(11)])).toEqual(["unchanged"]);
    expect(stage.fake.issues).toHaveLength(1);
  });

  it("is another one for another change, suite, and for one further away", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    expect(await stage.sync([alert(10), alert(12)])).toEqual(["unchanged", "opened"]);
    expect(await stage.sync([alert(10)], { suite: "tpcc" })).toEqual(["opened"]);
    expect(stage.open).toHaveLength(3);
  });

  it("is closed when the change went away, and opened again when it is back", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    expect(await stage.sync([])).toEqual(["closed"]);
    expect(stage.fake.issues[0]).toMatchObject({ state: "closed", state_reason: "completed" });
    expect(stage.fake.issues[0]?.body).toContain("went away");
    expect(await stage.sync([])).toEqual([]);
    expect(await stage.sync([alert(10)])).toEqual(["reopened"]);
    expect(stage.fake.issues).toHaveLength(1);
    expect(stage.fake.issues[0]?.body).not.toContain("went away");
  });

  it("stays closed where a person closed it", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    stage.fake.issues[0]!.state = "closed";
    expect(await stage.sync([alert(10)])).toEqual(["left closed"]);
    expect(await stage.sync([alert(11)])).toEqual(["left closed"]);
    expect(stage.open).toEqual([]);
  });

  it("stays open where the history no longer reaches back to it", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    expect(await stage.sync([], { commits: COMMITS.slice(11) })).toEqual([]);
    expect(await stage.sync([], { commits: COMMITS.slice(9) })).toEqual([]);
    expect(stage.open).toHaveLength(1);
  });

  it("absorbs a duplicate that two runs at once left", async ({ stage, expect }) => {
    await stage.sync([alert(10)]);
    stage.fake.seedIssue(ACTIONS_BOT.login, stage.fake.issues[0]!.body);
    expect(await stage.sync([alert(10)])).toEqual(["unchanged", "closed"]);
    expect(stage.open).toEqual(["Plumbline: since 10"]);
  });

  it.for([{ status: 502, message: "Bad Gateway" }, "hang"] as const)(
    "is not opened twice where it was opened and its answer lost: %j",
    async (answer, { stage, expect }) => {
      stage.fake.break({ operation: "issues/create", times: 1, answer, afterEffect: true });
      const kinds = await stage.sync([alert(10)], {}, answer === "hang" ? 20_000 : 300_000);
      expect(kinds).toEqual(["opened"]);
      expect(stage.fake.issues).toHaveLength(1);
    },
  );
});
