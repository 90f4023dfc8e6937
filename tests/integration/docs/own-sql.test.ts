/** docs/how-to/own-sql.md, followed word by word. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { expectValid } from "../cli/support/schemas.ts";
import { blocksOf, expectedStatus, Reader } from "./support/page.ts";

const blocks = blocksOf("how-to/own-sql.md");

let reader: Reader;
beforeAll(() => {
  reader = new Reader();
});
afterAll(() => reader.close());

describe("the page about one's own SQL", () => {
  it("has the steps that it promises", () => {
    expect(blocks.map(({ language, file }) => file ?? language)).toEqual([
      "sh",
      "db/V1__tables.sql",
      "db/V2__rows.sql",
      "bench/history.sql",
      "bench/browse.sql",
      "bench/checkout.sql",
      "plumbline.yml",
      "sh",
      "sh",
      "db/V10__tidy.sql",
      "bench/review.sql",
      "sh",
      "sh",
    ]);
  });

  it("measures the shop, and finds the dropped index by the name of its script", () => {
    for (const block of blocks) {
      const { status, said } = reader.follow(block);
      expect({ text: block.text, status }, said).toEqual({ text: block.text, status: expectedStatus(block) });
    }
    const report = reader.json<Report>("plumbline-out/report.json");
    const head = reader.json<Run>("plumbline-out/run.json");
    const base = reader.json<Run>("plumbline-out/run-base.json");
    for (const run of [head, base]) expectValid("run", run);
    expectValid("report", report);
    const regressed = report.workloads.filter(({ changes }) =>
      changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed"),
    );
    expect(regressed.map(({ name }) => name)).toEqual(["history"]);
    // The new one is told by its statement, and stands alone.
    const review = report.workloads.find(({ name }) => name === "review");
    expect(review?.newBecause).toBe(
      'base\'s schema cannot run bench/review.sql:2:1: INSERT INTO review VALUES (:item, 5): relation "review" does not exist (SQLSTATE 42P01)',
    );
    expect(base.workloads.map(({ name }) => name)).toEqual(["history", "visits"]);
    expect(head.workloads.map(({ name }) => name)).toEqual(["history", "visits", "review"]);
    // What ran is in the conditions, by its text.
    const visits = head.workloads[1]!;
    expect(visits.options).toMatchObject({ protocol: "prepared", threads: 2 });
    expect(visits.options["scripts"]).toMatch(
      /^bench\/browse\.sql@9 [0-9a-f]{12}, bench\/checkout\.sql@1 [0-9a-f]{12}$/,
    );
    expect(Object.keys(visits.options)).not.toContain("file");
    const gated = report.workloads
      .find(({ name }) => name === "visits")!
      .changes.filter(({ role }) => role === "gate");
    expect(gated.map(({ metric }) => metric)).toEqual(["qps", "failed-share"]);
    const statements = visits.sessions[0]!.statements!.map(({ name }) => name);
    expect(statements.some((name) => name.startsWith("checkout."))).toBe(true);
    expect(report.warnings.map(({ code }) => code)).not.toContain("setup-not-driven");
  });
});
