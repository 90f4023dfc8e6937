import { expect, it } from "vitest";
import { placeAddress } from "../../../../src/report/words/code-host.ts";
import { makeReport } from "../../../support/reports.ts";

const SHA = "4f2a9c1b3d5e7081926374a5b6c7d8e9f0a1b2c3";

function addressIn(repository: string, file: string): string | null {
  const report = makeReport({ workloads: [] });
  const runUrl = `https://github.com/${repository}/actions/runs/4711`;
  const commit = { ...report.head.commit, sha: SHA, dirty: false };
  const origin = { ...report.origin, repository, runUrl };
  return placeAddress({ ...report, origin, head: { ...report.head, commit } }, { file, line: 9 });
}

it("leads to a line of a file at head's commit, whatever characters the repository's name has", () => {
  const blob = (repository: string) => `https://github.com/${repository}/blob/${SHA}/db/a%5Fb.sql#L9`;
  expect(addressIn("example/shop", "db/a_b.sql")).toBe(blob("example/shop"));
  expect(addressIn("example/my_shop.v2", "./db/a_b.sql")).toBe(blob("example/my%5Fshop.v2"));
});

it("leads nowhere for a file outside of the repository", () => {
  expect(addressIn("example/shop", "../other/a.sql")).toBeNull();
  expect(addressIn("example/shop", "/etc/a.sql")).toBeNull();
});
