import { expect, it } from "vitest";
import { newWorkloads } from "../../../../src/report/words/new-workloads.ts";
import { makeReport } from "../../../support/reports.ts";

it("names what base has nothing like, with its figures on head alone", () => {
  const report = makeReport({
    workloads: [
      { name: "old", changes: [{ metric: "qps" }] },
      { name: "checkout", changes: [{ metric: "qps" }] },
    ],
  });
  const workloads = report.workloads.map((workload) =>
    workload.name === "old" ? workload : { ...workload, newBecause: "base has no schema.sql yet\u001b[2J" },
  );
  const [found, ...others] = newWorkloads({ ...report, workloads });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name: "checkout", figures: expect.stringMatching(/^QPS [\d,.]+/) });
  expect(found!.why).toContain("base has no schema.sql yet");
  expect(found!.why).not.toContain("\u001b");
});
