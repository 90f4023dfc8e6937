import { describe, expect, test } from "vitest";
import { z } from "zod";
import { repeatableId } from "../../../src/model/run-identity.ts";

const origin = {
  repository: "acme/db",
  runUrl: "https://github.com/acme/db/actions/runs/77",
  attempt: 1,
  pullRequest: 7,
};
const measured = { origin, suite: "oltp", commit: "b".repeat(40), fingerprint: "f".repeat(64) };

describe("the id of what a workflow run measured", () => {
  const id = repeatableId(measured, "head");

  test("is a UUID that documents and stores take", () => {
    expect(z.uuid().parse(id)).toBe(id);
  });

  test("is the same for every attempt", () => {
    const again = { ...measured, origin: { ...origin, attempt: 2 } };
    expect(repeatableId(again, "head")).toBe(id);
    const job = { ...measured, origin: { ...measured.origin, job: "17" } };
    expect(repeatableId(job, "head")).not.toBe(id);
  });

  test.each([
    ["workflow run", { ...measured, origin: { ...origin, runUrl: `${origin.runUrl}8` } }, "head"],
    ["suite", { ...measured, suite: "tpcc" }, "head"],
    ["commit", { ...measured, commit: "c".repeat(40) }, "head"],
    ["machine of a matrix", { ...measured, fingerprint: "e".repeat(64) }, "head"],
    ["arm", measured, "base"],
    ["measurement", measured, null],
  ] as const)("is another for another %s", (_, other, arm) => {
    expect(repeatableId(other, arm)).not.toBe(id);
  });

  test("does not exist outside of a workflow", () => {
    expect(repeatableId({ ...measured, origin: { ...origin, runUrl: null } }, "head")).toBeNull();
  });
});
