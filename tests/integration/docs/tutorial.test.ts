/** docs/tutorial.md, followed word by word. */
import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import { blocksOf, expectedStatus, Reader } from "./support/page.ts";

const blocks = blocksOf("tutorial.md");

let reader: Reader;
beforeAll(() => {
  reader = new Reader();
});
afterAll(() => reader.close());

describe("the tutorial", () => {
  it("has the steps that it promises", () => {
    expect(blocks.map(({ language, file }) => file ?? language)).toEqual([
      "sh",
      "sh",
      "db/migrations/001_room.sql",
      "plumbline.yml",
      "sh",
      "sh",
      "sh",
      "db/migrations/002_audit_trail.sql",
      "sh",
      "sh",
      "sh",
      "sh",
      ".github/workflows/performance.yml",
    ]);
  });

  it("finds nothing in a commit against itself, and the slower head", () => {
    let said = "";
    // The block called "setup" is what the reader has already.
    for (const block of blocks.filter(({ info }) => info !== "setup")) {
      const done = reader.follow(block);
      if (block.file === null) said = done.said;
      const expected = expectedStatus(block);
      expect({ text: block.text, status: done.status }, done.said).toEqual({
        text: block.text,
        status: expected,
      });
      if (expected !== 1) continue;
      const report = reader.json<Report>("plumbline-out/report.json");
      const regressed = report.workloads.filter(({ changes }) =>
        changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed"),
      );
      // The rule flags something by chance in up to one check of twenty: that is measured by bench:detect, not by one check.
      expect(regressed.map(({ name }) => name)).toContain("restock");
    }
    expect(said).toContain("workload restock, metric QPS");
    expect(existsSync(path.join(reader.cwd, "plumbline-out/report.html"))).toBe(true);
  }, 1_800_000);
});
