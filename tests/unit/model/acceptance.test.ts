import { describe, expect, it } from "vitest";
import { holdsFor, speaksOf } from "../../../src/model/acceptance.ts";
import { makeAcceptance } from "../../support/acceptances.ts";

const SUBJECT = { suite: "oltp", workload: "checkout", metric: "p99" } as const;

describe("an acceptance", () => {
  it.each([
    [{ suite: null, workload: null, metric: null }, true],
    [{ suite: "oltp", workload: null, metric: null }, true],
    [{ suite: "olap", workload: null, metric: null }, false],
    [{ suite: null, workload: "checkout", metric: null }, true],
    [{ suite: null, workload: "search", metric: null }, false],
    [{ suite: null, workload: "checkout", metric: "p99" }, true],
    [{ suite: null, workload: "checkout", metric: "qps" }, false],
  ] as const)("about %o speaks of it: %s", (scope, speaks) => {
    expect(speaksOf(makeAcceptance("why", scope), SUBJECT)).toBe(speaks);
  });

  it("by command holds for the head that it was given at, by label for each", () => {
    const at = "a".repeat(40);
    expect(holdsFor(makeAcceptance("why", { via: "command", commit: at }), at)).toBe(true);
    expect(holdsFor(makeAcceptance("why", { via: "command", commit: at }), "b".repeat(40))).toBe(false);
    expect(holdsFor(makeAcceptance("why", { via: "label", commit: at }), "b".repeat(40))).toBe(true);
  });

  it("that was taken back holds for none", () => {
    const revoked = { by: "ada", at: "2026-11-20T10:00:00.000Z" };
    expect(holdsFor(makeAcceptance("why", { via: "label", revoked }), "b".repeat(40))).toBe(false);
  });
});
