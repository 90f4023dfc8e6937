/** What GitHub shows is known by suite and job. */
import { describe, expect, it } from "vitest";
import { claimed, noResultOf, publishableOf, publishSubject } from "../../../../src/io/github/publishable.ts";
import { makeReport } from "../../../support/reports.ts";

const origin = { repository: "acme/db", runUrl: null, attempt: null, pullRequest: 7 };
const NO_RESULT = {
  sha: "b".repeat(40),
  runUrl: "https://github.com/acme/db/actions/runs/1",
  message: "m",
  remedy: "r",
};

describe.each([null, "pg16", "pg17"])("of the job %s", (job) => {
  const report = makeReport({
    workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0 }] }],
    origin: { ...origin, ...(job === null ? {} : { job }) },
  });
  const { suite } = report;
  const own = publishSubject(suite, job);

  it("a report, and a measurement without one, have the same name and marker as what announced them", () => {
    expect(publishableOf(report, {})).toMatchObject(own);
    expect(claimed(publishableOf(report, {}))).toMatchObject(own);
    expect(noResultOf({ ...NO_RESULT, suite, job }, "failure")).toMatchObject(own);
  });

  it("their comments begin with the marker that they are found by", () => {
    const comments = [publishableOf(report, {}), noResultOf({ ...NO_RESULT, suite, job }, "failure")];
    for (const { comment } of comments) expect(comment.split("\n")[0]).toBe(own.marker);
  });
});

it("no two jobs and suites are taken for each other", () => {
  const subjects = [
    publishSubject("a", null),
    publishSubject("a", "b"),
    publishSubject("a", "c"),
    publishSubject("a:b", null),
    publishSubject("b", null),
  ];
  expect(new Set(subjects.map(({ marker }) => marker)).size).toBe(subjects.length);
  expect(new Set(subjects.map(({ name }) => name)).size).toBe(subjects.length);
});
