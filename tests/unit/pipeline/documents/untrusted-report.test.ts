/** What strangers may have written, and what is left of it. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { claimReport, readUntrustedReport } from "../../../../src/pipeline/documents/untrusted-report.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { githubContext } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const report = makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.5 }] }] });
const read = (value: unknown) => {
  writeFileSync(path.join(folder, "report.json"), typeof value === "string" ? value : JSON.stringify(value));
  return readUntrustedReport(folder);
};

describe("a stranger's report is read", () => {
  it("as it is, from its folder or as a file", async () => {
    expect(await read(report)).toEqual(report);
    expect(await readUntrustedReport(path.join(folder, "report.json"))).toEqual(report);
  });

  it.each([
    ["a suite's name of any length", { ...report, suite: "x".repeat(201) }, "longer than 200 characters"],
    ["fields that it has not", { ...report, more: 1 }, "Unrecognized key"],
    ["half of it", JSON.stringify(report).slice(0, -5), "not a complete JSON document"],
    ["depths without end", `${"[".repeat(50)}${"]".repeat(50)}`, ""],
    ["a million entries", { ...report, warnings: Array.from({ length: 40_000 }, () => ({})) }, ""],
  ])("but not with %s", async (_, value, words) => {
    await expect(read(value)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(words),
    });
  });

  it("and is quoted in one line of at most 300 characters, without commands for the log", async () => {
    const hostile = { ...report, [`x\n::add-mask::e\u001b[31m${"y".repeat(1_000)}`]: 1 };
    const error = await read(hostile).catch((thrown: Error) => thrown);
    const { message } = error as Error;
    expect(message.length).toBeLessThanOrEqual(300);
    for (const character of ["\n", "\u001b"]) expect(message).not.toContain(character);
  });
});

describe("a stranger's claims", () => {
  const context = githubContext({
    event: "workflow_run",
    headSha: HEAD_COMMIT.sha,
    headBranch: "main",
    baseSha: null,
    pullRequest: { number: 7, fork: true },
  });
  const NOWHERE = { repository: null, runUrl: null, attempt: null, pullRequest: null };
  const MADE = "2026-03-04T05:06:07.000Z";

  it("about where it belongs give way to what GitHub says; the job alone is its own", () => {
    const origin = {
      ...NOWHERE,
      runUrl: "https://evil.example",
      job: "b",
      repository: "acme/db",
      pullRequest: 7,
    };
    expect(claimReport({ ...report, origin }, context, MADE)).toMatchObject({
      createdAt: MADE,
      origin: { repository: "acme/db", runUrl: context.runUrl, pullRequest: 7, attempt: 1, job: "b" },
    });
    expect(claimReport({ ...report, origin: NOWHERE }, context, MADE).origin).not.toHaveProperty("job");
  });

  it("about who accepted it and where to click are gone, and it is said whose code measured", () => {
    const claimed = claimReport(
      {
        ...report,
        origin: NOWHERE,
        verdict: "accepted",
        acceptances: [makeAcceptance("I am the owner", { commit: HEAD_COMMIT.sha })],
        guidance: { configPath: null, dashboardUrl: "https://evil.example", acceptLabel: null },
      },
      context,
      MADE,
    );
    expect(claimed.verdict).toBe("regressed");
    expect(JSON.stringify(claimed)).not.toMatch(/evil|I am the owner/);
    expect(claimed.warnings.map(({ code }) => code)).toContain("measured-by-fork");
  });

  it("are taken without that warning where no fork measured", () => {
    const own = { ...context, pullRequest: { number: 7, fork: false } };
    const { warnings } = claimReport({ ...report, origin: NOWHERE }, own, MADE);
    expect(warnings.map(({ code }) => code)).not.toContain("measured-by-fork");
  });

  it.each([
    ["commit", { head: { ...report.head, commit: { ...HEAD_COMMIT, sha: "e".repeat(40) } } }],
    ["repository", { origin: { ...NOWHERE, repository: "eve/db" } }],
    ["pull request", { origin: { ...NOWHERE, pullRequest: 8 } }],
  ])("to be about another %s are refused", (what, claim) => {
    expect(() => claimReport({ ...report, origin: NOWHERE, ...claim }, context, MADE)).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: expect.stringMatching(new RegExp(`is about ${what} .*, not `)),
      }),
    );
  });
});
