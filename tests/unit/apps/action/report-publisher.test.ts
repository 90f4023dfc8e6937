/** What is shown where a measurement is nobody's to believe, or did not come to its end. */
import { expect, it, vi } from "vitest";
import { ReportPublisher } from "../../../../src/apps/action/report-publisher.ts";
import { USUAL } from "../../../../src/config/fields.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { GithubFake } from "../../../support/github-fake.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

function contextOf(fake: GithubFake, event: string) {
  return {
    event,
    repository: { owner: "acme", name: "db" },
    apiUrl: fake.url,
    runUrl: "https://github.com/acme/db/actions/runs/1",
    attempt: 1,
    headSha: HEAD_COMMIT.sha,
    headBranch: "eve:faster",
    baseBranch: "main",
    baseSha: null,
    pullRequest: { number: 7, fork: true },
    readOnlyToken: false,
  };
}

it("leaves the check of a fork's claim to somebody with write access", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const fake = await GithubFake.start();
  try {
    const connect = () => createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
    const telling = new ReportPublisher(connect, { suite: "oltp", job: null, isClaim: true }, USUAL);
    const context = contextOf(fake, "pull_request_target");
    const calm = makeReport({ workloads: [{ name: "browse", changes: [{ metric: "p99", effect: 0 }] }] });
    await telling.end(context, calm);
    expect(fake.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
  } finally {
    await fake.close();
    vi.restoreAllMocks();
  }
});

it("says of a job that was cancelled why its comment stays as it is", async () => {
  let said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const fake = await GithubFake.start();
  try {
    const connect = () => createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
    const telling = new ReportPublisher(connect, { suite: "oltp", job: null, isClaim: false }, USUAL);
    await telling.fail(contextOf(fake, "pull_request"), new PlumblineError("interrupted", "interrupted"));
    expect(fake.checkRuns).toMatchObject([{ conclusion: "cancelled" }]);
    expect(said).toContain("comment: skipped, the job was cancelled; the comment stays as it is");
    expect(said).not.toContain("`never`");
  } finally {
    await fake.close();
    vi.restoreAllMocks();
  }
});
