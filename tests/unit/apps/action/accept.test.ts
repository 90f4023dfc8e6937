/** Accepting and revoking: a store in a folder, GitHub's API over real HTTP. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe } from "vitest";
import { type AcceptRequest, decide, showWhatStands } from "../../../../src/apps/action/accept.ts";
import { landAcceptances } from "../../../../src/apps/action/main-branch.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import type { GithubContext } from "../../../../src/io/github/context.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { holdsFor } from "../../../../src/model/acceptance.ts";
import type { Report } from "../../../../src/model/report.ts";
import type { GithubFake } from "../../../support/github-fake.ts";
import { githubContext, githubTest, PULL_REQUEST } from "../../../support/github-stage.ts";
import { makeReport } from "../../../support/reports.ts";

const NOW = new Date("2026-03-02T12:00:00Z");
const BEFORE = "2026-03-02T10:00:00Z";
const AFTER = "2026-03-02T11:00:00Z";

/** Measured between BEFORE and AFTER. */
function reportOf(suite: string, effect: number): Report {
  const origin = {
    repository: "acme/db",
    runUrl: "https://github.example/runs/1",
    attempt: 1,
    pullRequest: 7,
  };
  const changes = [
    { metric: "qps" as const, effect },
    { metric: "p99" as const, effect: -effect },
  ];
  return makeReport({ suite, origin, workloads: [{ name: "checkout", changes }] });
}

class Stage {
  readonly fake: GithubFake;
  readonly store: FolderStore;

  constructor(fake: GithubFake, store: FolderStore) {
    this.fake = fake;
    this.store = store;
    fake.pullRequests.push(PULL_REQUEST);
    fake.pushedAt.set(PULL_REQUEST.headSha, BEFORE);
    for (const [login, role] of [
      ["ada", "write"],
      ["meg", "maintain"],
      ["tom", "triage"],
      ["rod", "read"],
    ] as const)
      fake.collaborators.set(login, role);
  }

  get client() {
    return createClient({
      token: "job-token",
      apiUrl: this.fake.url,
      say: () => undefined,
      limits: { seconds: 3000, politeSeconds: 120 },
      pace: { timeoutMs: 2000, secondMs: 10 },
    });
  }

  context(rest: Partial<GithubContext> = {}): GithubContext {
    return githubContext({
      event: "issue_comment",
      apiUrl: this.fake.url,
      runUrl: "https://github.example/runs/2",
      headSha: "a".repeat(40),
      headBranch: "main",
      baseBranch: null,
      baseSha: null,
      pullRequest: null,
      ...rest,
    });
  }

  /** Head lies in a stranger's repository, which was last pushed to then. */
  fork(pushedAt: string | null, headSha: string = PULL_REQUEST.headSha): void {
    this.fake.pullRequests[0] = { ...PULL_REQUEST, headRepository: "eve/db", headSha, pushedAt };
  }

  async ask(request: AcceptRequest) {
    const { answer, said } = await decide(this.client, this.store, this.context(), request, NOW);
    return { answer, said };
  }

  comment(text: string, by = "ada", at = AFTER, id = 1) {
    return this.ask({ kind: "comment", id, text, at, pullRequest: 7, by });
  }

  label(put: boolean, by = "ada", labels: readonly string[] = put ? ["plumbline: accept"] : []) {
    this.fake.pullRequests[0] = { ...this.fake.pullRequests[0]!, labels };
    const head = PULL_REQUEST.headSha;
    return this.ask({ kind: "label", put, label: "plumbline: accept", pullRequest: 7, by, at: AFTER, head });
  }

  async verdicts() {
    const reports = await this.store.reports(PULL_REQUEST.headSha);
    return Object.fromEntries(reports.map(({ suite, verdict }) => [suite, verdict]));
  }

  async push(
    merged: { sha: string; at: string } | undefined,
    headSha: string = PULL_REQUEST.headSha,
    branch = "main",
    event = "push",
  ) {
    this.fake.pullRequests[0] = {
      ...PULL_REQUEST,
      headSha,
      state: "closed",
      ...(merged === undefined ? {} : { merged }),
    };
    const context = this.context({ event, headBranch: branch });
    return (await landAcceptances(this.client, this.store, context, tmpdir())).map(({ landed }) => landed);
  }
}

const it = githubTest.extend<{ stage: Stage }>({
  stage: async ({ fake }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-accept-"));
    const store = await FolderStore.open(folder);
    for (const report of [reportOf("oltp", -0.2), reportOf("tpcc", -0.3), reportOf("calm", 0)]) {
      await store.saveReport(report);
    }
    await use(new Stage(fake, store));
    await rm(folder, { recursive: true });
  },
});

const REGRESSED = { oltp: "regressed", tpcc: "regressed", calm: "unchanged" };

describe.concurrent("a command", () => {
  it("accepts what regressed, in every suite that was measured, and says who and why", async ({
    stage,
    expect,
  }) => {
    expect(await stage.comment("/plumbline accept the audit row is wanted")).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toEqual({ oltp: "accepted", tpcc: "accepted", calm: "unchanged" });
    const [first, second, third] = await stage.store.acceptances({});
    expect(first).toMatchObject({
      repository: "acme/db",
      pullRequest: 7,
      commit: PULL_REQUEST.headSha,
      via: "command",
      by: "ada",
      reason: "the audit row is wanted",
      at: "2026-03-02T11:00:00.000Z",
    });
    expect(new Set([first?.suite, second?.suite])).toEqual(new Set(["oltp", "tpcc"]));
    expect(third).toBeUndefined();
  });

  it("can accept a part, and the rest has still regressed", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept checkout qps fine");
    expect(await stage.verdicts()).toEqual(REGRESSED);
    await stage.comment("/plumbline accept checkout p99 fine too", "meg", AFTER, 2);
    expect(await stage.verdicts()).toEqual({ oltp: "accepted", tpcc: "accepted", calm: "unchanged" });
  });

  it("counts once, however often its job runs", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    await stage.comment("/plumbline accept fine");
    expect(await stage.store.acceptances({})).toHaveLength(2);
  });

  it.for(["tom", "rod", "stranger", "some-app[bot]"])(
    "of somebody without write access (%s) changes nothing",
    async (login, { stage, expect }) => {
      expect(await stage.comment("/plumbline accept let me in", login)).toEqual({
        answer: "-1",
        said: `${login} has no write access, which accepting needs`,
      });
      expect(await stage.verdicts()).toEqual(REGRESSED);
      expect(await stage.store.acceptances({})).toEqual([]);
      expect(stage.fake.calls).toEqual(["repos/get-collaborator-permission-level"]);
    },
  );

  it("does not accept what its author cannot have seen", async ({ stage, expect }) => {
    expect(await stage.comment("/plumbline accept fine", "ada", BEFORE)).toMatchObject({
      answer: "confused",
      said: expect.stringContaining("measured after the comment"),
    });
    expect(await stage.verdicts()).toEqual(REGRESSED);
  });

  it("does not hold for a later head", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    stage.fake.pullRequests[0] = { ...PULL_REQUEST, headSha: "c".repeat(40) };
    expect(await stage.comment("/plumbline accept again", "ada", AFTER, 2)).toMatchObject({
      answer: "confused",
      said: expect.stringContaining("no report"),
    });
  });

  it.for([
    ["/plumbline accept checkout p95 nothing there", "nothing regressed in checkout p95"],
    ["/plumbline accept", "the reason is missing"],
    ["/plumbline revoke", "nothing is accepted here"],
  ] as const)("%s is answered", async ([text, said], { stage, expect }) => {
    expect(await stage.comment(text)).toMatchObject({
      answer: "confused",
      said: expect.stringContaining(said),
    });
  });

  it("takes back what was accepted, and remembers both", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    expect(await stage.comment("/plumbline revoke", "meg", AFTER, 2)).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toEqual(REGRESSED);
    const all = await stage.store.acceptances({});
    expect(all.map(({ by, revoked }) => [by, revoked?.by])).toEqual([
      ["ada", "meg"],
      ["ada", "meg"],
    ]);
  });

  it("about another repository's report of the same commit changes nothing there", async ({
    stage,
    expect,
  }) => {
    const report = reportOf("other", -0.4);
    await stage.store.saveReport({ ...report, origin: { ...report.origin, repository: "eve/db" } });
    await stage.comment("/plumbline accept fine");
    expect(await stage.verdicts()).toMatchObject({ oltp: "accepted", other: "regressed" });
  });
});

const LATER = "2026-03-02T11:00:05Z";

describe.concurrent("a fork's head", () => {
  it.for([
    ["that was pushed back after the comment", LATER],
    ["that was pushed in the second of the comment", AFTER],
    ["of a fork that is gone", null],
  ] as const)("%s is not accepted, by comment or label", async ([, pushedAt], { stage, expect }) => {
    stage.fork(pushedAt);
    const refused = {
      answer: "confused",
      said: expect.stringContaining(`The head is ${PULL_REQUEST.headSha} now`),
    };
    expect(await stage.comment("/plumbline accept the 2 % that I looked at")).toEqual(refused);
    expect(await stage.comment(`/plumbline accept ${PULL_REQUEST.headSha.slice(0, 12)} fine`)).toEqual(
      refused,
    );
    expect(await stage.label(true)).toEqual(refused);
    expect(await stage.store.acceptances({})).toEqual([]);
    expect(await stage.verdicts()).toEqual(REGRESSED);
    // Who names it whole means this one.
    expect(await stage.comment(`/plumbline accept ${PULL_REQUEST.headSha} fine`)).toMatchObject({
      answer: "+1",
    });
  });

  it("is not accepted by a beginning that it may share with another", async ({ stage, expect }) => {
    stage.fork(BEFORE);
    expect(await stage.comment(`/plumbline accept ${PULL_REQUEST.headSha.slice(0, 11)} fine`)).toEqual({
      answer: "confused",
      said: expect.stringContaining(PULL_REQUEST.headSha),
    });
    expect(await stage.store.acceptances({})).toEqual([]);
    expect(await stage.comment(`/plumbline accept ${PULL_REQUEST.headSha.slice(0, 12)} fine`)).toMatchObject({
      answer: "+1",
    });
  });

  it("is accepted where nothing was pushed since", async ({ stage, expect }) => {
    stage.fork(BEFORE);
    expect(await stage.comment("/plumbline accept fine")).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toMatchObject({ oltp: "accepted" });
  });

  it("is accepted by a label, and no later head is", async ({ stage, expect }) => {
    stage.fork(BEFORE);
    expect(await stage.label(true)).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toMatchObject({ oltp: "accepted" });
    const [acceptance] = await stage.store.acceptances({});
    expect(acceptance).toMatchObject({ via: "label-at-head", commit: PULL_REQUEST.headSha });
    expect(holdsFor(acceptance!, "c".repeat(40))).toBe(false);
    stage.fork(BEFORE);
    expect(await stage.label(false)).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toEqual(REGRESSED);
  });

  it("that another one has taken the place of is not accepted by a label that was put before", async ({
    stage,
    expect,
  }) => {
    stage.fork(BEFORE, "c".repeat(40));
    expect(await stage.label(true)).toMatchObject({ answer: "confused" });
    expect(await stage.store.acceptances({})).toEqual([]);
  });
});

describe.concurrent("a commit that a command names", () => {
  it("is never ignored, in a pull request of the repository itself either", async ({ stage, expect }) => {
    for (const named of ["c".repeat(40), PULL_REQUEST.headSha.slice(0, 10)]) {
      expect(await stage.comment(`/plumbline accept ${named} fine`)).toEqual({
        answer: "confused",
        said: expect.stringContaining(PULL_REQUEST.headSha),
      });
    }
    expect(await stage.store.acceptances({})).toEqual([]);
    expect(await stage.comment(`/plumbline accept ${PULL_REQUEST.headSha} fine`)).toMatchObject({
      answer: "+1",
    });
  });
});

describe.concurrent("reports of another pull request with the same head", () => {
  it("are neither accepted nor shown here", async ({ stage, expect }) => {
    const report = reportOf("other", -0.4);
    await stage.store.saveReport({ ...report, origin: { ...report.origin, pullRequest: 8 } });
    await stage.comment("/plumbline accept fine");
    expect(await stage.verdicts()).toMatchObject({ oltp: "accepted", other: "regressed" });
  });
});

describe.concurrent("a label", () => {
  it("accepts while it is there", async ({ stage, expect }) => {
    expect(await stage.label(true)).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toEqual({ oltp: "accepted", tpcc: "accepted", calm: "unchanged" });
    expect(await stage.label(true)).toMatchObject({ answer: "confused" });
    expect(await stage.label(false)).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toEqual(REGRESSED);
  });

  it("put by somebody who may label but not write accepts nothing; taken away by them it is gone", async ({
    stage,
    expect,
  }) => {
    expect(await stage.label(true, "tom")).toMatchObject({ answer: "-1" });
    await stage.label(true, "ada");
    expect(await stage.label(false, "tom")).toMatchObject({ answer: "+1" });
    expect(await stage.verdicts()).toEqual(REGRESSED);
  });

  it("holds before anything is measured", async ({ stage, expect }) => {
    stage.fake.pullRequests[0] = { ...PULL_REQUEST, headSha: "c".repeat(40) };
    expect(await stage.label(true)).toMatchObject({ said: expect.stringContaining("nothing is measured") });
    expect(await stage.store.acceptances({ pullRequest: 7, suite: "oltp" })).toHaveLength(1);
  });

  it("that is gone when its job runs accepts nothing", async ({ stage, expect }) => {
    expect(await stage.label(true, "ada", ["performance"])).toEqual({
      answer: "confused",
      said: "the label plumbline: accept is gone again",
    });
    expect(await stage.verdicts()).toEqual(REGRESSED);
  });

  it("taken away leaves what a command accepted", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    await stage.label(true);
    await stage.label(false);
    expect(await stage.verdicts()).toEqual({ oltp: "accepted", tpcc: "accepted", calm: "unchanged" });
  });
});

it("what is decided while another decision is shown, is shown, too", async ({ stage, expect }) => {
  await stage.comment("/plumbline accept checkout qps fine");
  const [report] = await stage.store
    .reports(PULL_REQUEST.headSha)
    .then((all) => all.filter(({ suite }) => suite === "oltp"));
  const shown: string[] = [];
  const subject = { repository: "acme/db", pullRequest: 7 };
  const judged = await showWhatStands(stage.store, subject, [report!], async ({ verdict }) => {
    if (shown.push(verdict) === 1)
      await stage.comment("/plumbline accept checkout p99 fine too", "meg", AFTER, 2);
  });
  expect(shown).toEqual(["regressed", "accepted"]);
  expect(judged.map(({ verdict }) => verdict)).toEqual(["accepted"]);
  expect(await stage.verdicts()).toMatchObject({ oltp: "accepted" });
});

describe.concurrent("a merge", () => {
  const merged = { sha: "d".repeat(40), at: "2026-03-02T13:00:00Z" };
  const landed = { commit: merged.sha, branch: "main", at: merged.at };

  it("lets what was accepted land, once", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    expect(await stage.push(merged)).toEqual([landed, landed]);
    expect(await stage.push(merged)).toEqual([]);
    expect(await stage.store.acceptances({ branch: "main" })).toHaveLength(2);
    expect(await stage.label(false)).toMatchObject({ answer: "confused" });
  });

  it.for([
    ["of another head than was accepted", merged, "c".repeat(40), "main"],
    ["that did not happen", undefined, PULL_REQUEST.headSha, "main"],
    ["into another branch", merged, PULL_REQUEST.headSha, "v2"],
  ] as const)("%s lands nothing", async ([, merge, head, branch], { stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    expect(await stage.push(merge, head, branch)).toEqual([]);
  });

  it.for(["schedule", "workflow_dispatch"])(
    "lands on a %s of the branch, too",
    async (event, { stage, expect }) => {
      await stage.comment("/plumbline accept fine");
      expect(await stage.push(merged, PULL_REQUEST.headSha, "main", event)).toEqual([landed, landed]);
    },
  );

  it("lands however many are accepted and open, newer ones and unknown ones too", async ({
    stage,
    expect,
  }) => {
    await stage.comment("/plumbline accept fine");
    const [own] = await stage.store.acceptances({});
    const others = Array.from({ length: 30 }, (_, i) => ({
      ...own!,
      id: randomUUID(),
      pullRequest: 100 + i,
    }));
    await stage.store.saveAcceptances(others);
    for (const { pullRequest } of others.slice(1))
      stage.fake.pullRequests.push({ ...PULL_REQUEST, number: pullRequest });
    expect(await stage.push(merged)).toEqual([landed, landed]);
  });

  it("is asked about no more once it was closed without a merge", async ({ stage, expect }) => {
    await stage.comment("/plumbline accept fine");
    expect(await stage.push(undefined)).toEqual([]);
    const asked = stage.fake.calls.length;
    expect(await stage.push(merged)).toEqual([]);
    expect(stage.fake.calls).toHaveLength(asked);
  });

  it("of any head lands under the label", async ({ stage, expect }) => {
    await stage.label(true);
    expect(await stage.push(merged, "c".repeat(40))).toEqual([landed]);
  });
});
