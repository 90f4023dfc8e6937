import { expect, it } from "vitest";
import { newestOfEach, reportKey } from "../../../../src/io/store/report-key.ts";
import type { Report } from "../../../../src/model/report.ts";
import { makeReport } from "../../../support/reports.ts";

const NOWHERE = { repository: null, runUrl: null, attempt: null, pullRequest: null };
const report = (
  suite: string,
  origin: Partial<Report["origin"]> = {},
  createdAt = "2026-01-01T00:00:00Z",
) => ({
  ...makeReport({ workloads: [] }),
  suite,
  createdAt,
  origin: { ...NOWHERE, ...origin },
});

it("is the suite alone, as it was before there were jobs, where nothing else sets it apart", () => {
  expect(reportKey(report("oltp"))).toBe("oltp");
});

it("differs by suite, job, repository and pull request, and by nothing else", () => {
  const ofPull = { repository: "acme/db", pullRequest: 7 };
  const keys = [
    report("oltp"),
    report("oltp", { repository: "acme/db" }),
    report("oltp", { repository: "eve/db" }),
    report("oltp", ofPull),
    report("oltp", { ...ofPull, pullRequest: 8 }),
    report("oltp", { ...ofPull, repository: "eve/db" }),
    report("oltp", { ...ofPull, job: "a" }),
    report("oltp", { ...ofPull, job: "b" }),
    report("kv", ofPull),
  ].map(reportKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(reportKey(report("oltp", { ...ofPull, attempt: 2, runUrl: "https://x" }))).toBe(keys[3]);
});

it("of each key the newest by its instant, not by its text, is answered, in the order of suite and job", () => {
  const older = report("oltp", {}, "2026-01-02T00:00:00+02:00");
  const newer = report("oltp", {}, "2026-01-01T23:00:00Z");
  const [b, a] = [report("kv", { job: "b" }), report("kv", { job: "a" })];
  expect(newestOfEach([newer, older, b, a])).toEqual([a, b, newer]);
});

it("differs by who measured it, where several give their suite one name", () => {
  const by = (workflow: string, config: string) => reportKey(report("oltp", { workflow, config }));
  const keys = [
    by("a.yml#x", "a/plumbline.yml"),
    by("a.yml#x", "b/plumbline.yml"),
    by("a.yml#y", "a/plumbline.yml"),
  ];
  expect(new Set([...keys, reportKey(report("oltp"))]).size).toBe(4);
});
