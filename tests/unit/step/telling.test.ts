/** What is shown of a fork's code that was measured all the same, since somebody insisted. */
import { expect, it, vi } from "vitest";
import { USUAL } from "../../../src/config/fields.ts";
import { createClient } from "../../../src/github/client.ts";
import { Telling } from "../../../src/step/telling.ts";
import { GithubFake } from "../../support/github-fake.ts";
import { HEAD_COMMIT, makeReport } from "../../support/reports.ts";

it("leaves the check of a fork's claim to somebody with write access", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const fake = await GithubFake.start();
  try {
    const connect = () => createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
    const telling = new Telling(connect, { suite: "oltp", job: null, isClaim: true }, USUAL);
    const context = {
      event: "pull_request_target",
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
    const calm = makeReport({ workloads: [{ name: "browse", changes: [{ metric: "p99", effect: 0 }] }] });
    await telling.end(context, calm);
    expect(fake.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
  } finally {
    await fake.close();
    vi.restoreAllMocks();
  }
});
