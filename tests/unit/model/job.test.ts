import { describe, expect, it } from "vitest";
import { JOB_MOST, jobName } from "../../../src/model/job.ts";

describe("jobName", () => {
  it.each([
    ["", null],
    ["null", null],
    ["{}", null],
    ['{"suite":"oltp"}', null],
    ['{"suite":"oltp","postgres":17}', "17"],
    ['{\n  "os": "debian",\n  "build": {"opt": true}\n}', 'debian, {"opt":true}'],
    [" arm64 ", "arm64"],
    ["17", "17"],
  ])("of %j is %j", (said, name) => {
    expect(jobName(said, "oltp")).toBe(name);
  });

  it("stays apart from others where it is cut", () => {
    const [one, other] = ["a", "b"].map((end) => jobName("x".repeat(200) + end, "oltp"));
    expect(one).toHaveLength(JOB_MOST);
    expect(other).toHaveLength(JOB_MOST);
    expect(one).not.toBe(other);
  });
});

it("takes what nests deeper than a matrix for a name", () => {
  expect(jobName("[".repeat(20_000) + "]".repeat(20_000), "oltp")).toMatch(/^\[{71}~[0-9a-f]{8}$/);
});

it("is cut between characters, for half of one can be neither stored nor shown", () => {
  const name = jobName(`${"a".repeat(JOB_MOST - 10)}${"😀".repeat(9)}`, "oltp")!;
  expect(name).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  expect(name.length).toBeLessThanOrEqual(JOB_MOST);
});
