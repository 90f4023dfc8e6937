import { describe, expect, it } from "vitest";
import {
  firstAcceptedFirst,
  matchesQuery,
  normalized,
  segmentStart,
} from "../../../../src/io/store/accepted.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";

const landedAt = (at: string) => ({ commit: "c".repeat(40), branch: "main", at });
const REVOKED = { by: "bob", at: "2026-11-02T00:00:00.000Z" };

describe("a question about acceptances", () => {
  const one = makeAcceptance("one", { landed: landedAt("2026-11-03T00:00:00.000Z") });
  it.each([
    [{}, true],
    [{ repository: "acme/db", pullRequest: 7, suite: "oltp", branch: "main" }, true],
    [{ repository: "eve/db" }, false],
    [{ pullRequest: 8 }, false],
    [{ suite: "kv" }, false],
    [{ branch: "release" }, false],
  ])("%j is about it: %j", (query, isAsked) => expect(matchesQuery(one, query)).toBe(isAsked));

  it("of one suite is about those of all suites, too; of a branch, about none that has not landed", () => {
    expect(matchesQuery(makeAcceptance("all", { suite: null }), { suite: "kv" })).toBe(true);
    expect(matchesQuery(makeAcceptance("open"), { branch: "main" })).toBe(false);
  });
});

it("instants and ids are kept in one form, and the order is by instant, then id", () => {
  const { id } = makeAcceptance("x");
  const kept = normalized(
    makeAcceptance("x", {
      id: id.toUpperCase(),
      at: "2026-11-01T10:00:00+02:00",
      revoked: { by: "bob", at: "2026-11-01T10:00:00+01:00" },
      landed: landedAt("2026-11-01T10:00:00-01:00"),
    }),
  );
  expect(kept).toMatchObject({
    id,
    at: "2026-11-01T08:00:00.000Z",
    revoked: { by: "bob", at: "2026-11-01T09:00:00.000Z" },
    landed: { at: "2026-11-01T11:00:00.000Z" },
  });
  expect(normalized(makeAcceptance("y"))).toMatchObject({ revoked: null, landed: null });

  const at = (hour: number, more: string) =>
    makeAcceptance("z", { at: `2026-11-01T0${hour}:00:00.000Z`, id: id.slice(0, -1) + more });
  const order = [at(1, "f"), at(2, "0"), at(2, "1")];
  expect(order.toReversed().sort(firstAcceptedFirst)).toEqual(order);
});

describe("the present level of a branch", () => {
  const all = (day: number, more = {}) =>
    makeAcceptance(`${day}`, { landed: landedAt(`2026-11-0${day}T00:00:00.000Z`), ...more });

  it("begins with the newest change that was accepted as a whole", () => {
    expect(segmentStart([all(2), all(5), all(3)])).toBe("2026-11-05T00:00:00.000Z");
    expect(segmentStart([])).toBeNull();
  });

  it("does not begin with what was taken back, or accepted in part", () => {
    expect(
      segmentStart([
        all(2),
        all(3, { revoked: REVOKED }),
        all(4, { workload: "browse" }),
        all(5, { metric: "p99" }),
      ]),
    ).toBe("2026-11-02T00:00:00.000Z");
  });
});
