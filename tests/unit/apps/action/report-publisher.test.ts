/** What is shown where a measurement is nobody's to believe, or did not come to its end. */
import { afterEach, expect, it, vi } from "vitest";
import { ReportPublisher } from "../../../../src/apps/action/report-publisher.ts";
import { USUAL } from "../../../../src/config/fields.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import type { GithubFake } from "../../../support/github-fake.ts";
import { githubContext, openGithub, overhear } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

const contextOf = (fake: GithubFake, event: string) =>
  githubContext({
    event,
    apiUrl: fake.url,
    headSha: HEAD_COMMIT.sha,
    headBranch: "eve:faster",
    baseSha: null,
    pullRequest: { number: 7, fork: true },
  });

afterEach(() => {
  vi.restoreAllMocks();
});

it("leaves the check of a fork's claim to somebody with write access", async () => {
  overhear(process.stdout);
  const fake = await openGithub();
  const connect = () => createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
  const telling = new ReportPublisher(connect, { suite: "oltp", job: null, isClaim: true }, USUAL);
  const context = contextOf(fake, "pull_request_target");
  const calm = makeReport({ workloads: [{ name: "browse", changes: [{ metric: "p99", effect: 0 }] }] });
  await telling.end(context, calm);
  expect(fake.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
});

it("says of a job that was cancelled why its comment stays as it is", async () => {
  const said = overhear(process.stdout);
  const fake = await openGithub();
  const connect = () => createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
  const telling = new ReportPublisher(connect, { suite: "oltp", job: null, isClaim: false }, USUAL);
  await telling.fail(contextOf(fake, "pull_request"), new PlumblineError("interrupted", "interrupted"));
  expect(fake.checkRuns).toMatchObject([{ conclusion: "cancelled" }]);
  expect(said.text).toContain("comment: skipped, the job was cancelled; the comment stays as it is");
  expect(said.text).not.toContain("`never`");
});
